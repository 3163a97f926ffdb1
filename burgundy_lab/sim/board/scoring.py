"""VP: regions, colours, animals, sales, the final scoring and who wins."""

from __future__ import annotations

from burgundy_lab.sim.board.estates import (
    COLOUR,
    HEXES,
    REGION,
    REGION_COUNT,
    SIZE_AT,
    SPACE_KIND,
)
from burgundy_lab.sim.board.readers import amount, is_covered, owns, region_at
from burgundy_lab.sim.board.state import (
    END_SOURCES,
    END_TILES,
    ORDER_TRACK,
    TIE_FEWEST_EMPTY,
    TIE_SHARED,
    V_ANIMALS,
    V_COLOUR_BONUS,
    V_GOODS_SOLD,
    V_PHASE_BONUS,
    V_REGIONS,
)
from burgundy_lab.sim.board.tables import (
    ANIMAL_SIZES,
    BONUS_LARGE,
    BONUS_SMALL,
    BUILDINGS,
    FIRST_ANIMAL,
    FIRST_BUILDING,
    GOODS,
    K_ANIMAL_BONUS,
    K_SALE_SILVER,
    K_SALE_WORKER,
    KINDS,
    LAST_ANIMAL,
    LEFTOVER_GOODS_VP,
    LEFTOVER_SILVER_VP,
    PAYS_FOR,
    PHASE_VP,
    REGION_VP,
    SALE_SILVER,
    SALE_VP,
    WORKERS_PER_VP,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import ZERO, bit, count, lowest, without_lowest

NOBODY = -1
SIZES = len(ANIMAL_SIZES)
FIRST_SIZE = ANIMAL_SIZES[0]
# Sources of the final scoring, by place in END_SOURCES: first the knowledge tiles 15..26.
FIRST_END_TILE = END_TILES[0]
LEFT_GOODS = END_SOURCES.index("left_goods")
LEFT_SILVER = END_SOURCES.index("left_silver")
LEFT_WORKERS = END_SOURCES.index("left_workers")
FINAL_SOURCES = len(END_SOURCES)


@rule
def gain(state, seat, source, vp):
    """Give VP to a seat, noted by source and by the phase in play. [Victory points]"""
    state.gained[seat, source, state.phase_no] += vp
    state.points[seat] += vp


@rule
def completes_region(state, seat, space, covered):
    """Tell whether the region of a space lies within the covered spaces. [Regions]"""
    region = region_at(state, seat, space)
    return covered & region == region


@rule
def region_vp(state, seat, space):
    """Return the VP for the size of the region a space belongs to. [Regions]"""
    return REGION_VP[SIZE_AT[state.board[seat], space]]


@rule
def phase_vp(state):
    """Return the VP that a region completed now brings on top of its size. [Regions]"""
    return PHASE_VP[state.phase_no]


@rule
def score_region(state, seat, space):
    """Score the region of a space if it is now covered: size and phase. [Regions]"""
    if completes_region(state, seat, space, state.covered[seat]):
        gain(state, seat, V_REGIONS, region_vp(state, seat, space))
        gain(state, seat, V_PHASE_BONUS, phase_vp(state))


@rule
def completes_colour(state, seat, space, covered):
    """Tell whether all spaces of a space's colour lie within the covered ones. [Bonus tiles]"""
    row = state.board[seat]
    colour = COLOUR[row, SPACE_KIND[row, space]]
    return covered & colour == colour


@rule
def bonus_vp(state, kind):
    """Return the VP of the bonus tile of a colour that is still there: the large one, then
    the small one, then nothing. [Bonus tiles]"""
    if state.bonus_owner[kind, 0] == NOBODY:
        return BONUS_LARGE[state.seats]
    if state.bonus_owner[kind, 1] == NOBODY:
        return BONUS_SMALL[state.seats]
    return 0


@rule
def score_colour(state, seat, space):
    """Take a bonus tile if all spaces of this colour are covered: the first seat to do so
    the large one, the second the small one, others nothing. [Bonus tiles]"""
    if not completes_colour(state, seat, space, state.covered[seat]):
        return
    kind = SPACE_KIND[state.board[seat], space]
    gain(state, seat, V_COLOUR_BONUS, bonus_vp(state, kind))
    if state.bonus_owner[kind, 0] == NOBODY:
        state.bonus_owner[kind, 0] = seat
    elif state.bonus_owner[kind, 1] == NOBODY:
        state.bonus_owner[kind, 1] = seat


@rule
def animals_vp(state, seat, tile, spaces):
    """Return the VP of an animal tile that joins a pasture: every tile of its species there
    scores, itself included; tile 7 gives one more for each. [Animals]
    """
    each = amount(state, K_ANIMAL_BONUS) if owns(state, seat, K_ANIMAL_BONUS) else 0
    species = (tile - FIRST_ANIMAL) // SIZES
    vp = (tile - FIRST_ANIMAL) % SIZES + FIRST_SIZE + each
    left = spaces & state.covered[seat]
    while left:
        other = state.estate[seat, lowest(left)]
        left = without_lowest(left)
        if FIRST_ANIMAL <= other <= LAST_ANIMAL and (other - FIRST_ANIMAL) // SIZES == species:
            vp += (other - FIRST_ANIMAL) % SIZES + FIRST_SIZE + each
    return vp


@rule
def score_animals(state, seat, tile, space):
    """Score an animal tile just placed, and its species in the pasture again. [Animals]"""
    others = region_at(state, seat, space) & ~bit(space)
    gain(state, seat, V_ANIMALS, animals_vp(state, seat, tile, others))


@rule
def sale_vp(state, seat, goods_type):
    """Return the VP of selling all goods of a type. [Selling goods]"""
    return state.goods[seat, goods_type] * SALE_VP[state.seats]


@rule
def sale_silver(state, seat):
    """Return the Silverlings of a sale; tile 3 doubles them. [Selling goods]"""
    return amount(state, K_SALE_SILVER) if owns(state, seat, K_SALE_SILVER) else SALE_SILVER


@rule
def sale_workers(state, seat):
    """Return the workers of a sale, which only tile 4 brings. [Selling goods]"""
    return amount(state, K_SALE_WORKER) if owns(state, seat, K_SALE_WORKER) else 0


@rule
def sell(state, seat, goods_type):
    """Turn all goods of a type face down for VP and Silverlings. [Selling goods]"""
    gain(state, seat, V_GOODS_SOLD, sale_vp(state, seat, goods_type))
    state.silver[seat] += sale_silver(state, seat)
    state.workers[seat] += sale_workers(state, seat)
    state.sold[seat, goods_type] += state.goods[seat, goods_type]
    state.goods[seat, goods_type] = 0


# --- the end of the game ------------------------------------------------------------------------


@rule
def buildings_owned(state, seat, building):
    """Return how many buildings of a type stand in the estate. [Knowledge]"""
    n = 0
    for h in range(HEXES):
        if state.estate[seat, h] == FIRST_BUILDING + building:
            n += 1
    return n


@rule
def species_owned(state, seat):
    """Return how many animal species live in the estate. [Knowledge]"""
    found = ZERO
    for h in range(HEXES):
        tile = state.estate[seat, h]
        if FIRST_ANIMAL <= tile <= LAST_ANIMAL:
            found |= bit((tile - FIRST_ANIMAL) // SIZES)
    return count(found)


@rule
def bonus_tiles_owned(state, seat):
    """Return how many bonus tiles the seat has, large and small. [Knowledge]"""
    n = 0
    for kind in range(KINDS):
        for size in range(2):
            if state.bonus_owner[kind, size] == seat:
                n += 1
    return n


@rule
def goods_sold(state, seat, by_type):
    """Return how many goods tiles, or goods types if `by_type`, the seat has sold."""
    n = 0
    for g in range(GOODS):
        sold = state.sold[seat, g]
        n += min(1, sold) if by_type else sold
    return n


@rule
def tile_count(state, seat, number):
    """Return how many things knowledge tile 15..26 pays for in this estate. [Knowledge]"""
    if number == 26:
        return bonus_tiles_owned(state, seat)
    return things_owned(state, seat, number)


@rule
def things_owned(state, seat, number):
    """Return how many things knowledge tile 15..25 pays for: sales, species, buildings.
    [Knowledge]
    """
    if number == 15:
        return goods_sold(state, seat, True)
    if number == 24:
        return species_owned(state, seat)
    if number == 25:
        return goods_sold(state, seat, False)
    for building in range(BUILDINGS):
        if PAYS_FOR[building] == number:
            return buildings_owned(state, seat, building)
    return 0


@rule
def tile_vp(state, seat, number):
    """Return the VP of knowledge tile 15..26 at the end, 0 if not owned. [Knowledge]"""
    if not owns(state, seat, number):
        return 0
    return tile_count(state, seat, number) * amount(state, number)


@rule
def final_vp(state, seat, source):
    """Return the VP of one source of the final scoring (END_SOURCES). [Final scoring]"""
    if source < LEFT_GOODS:
        return tile_vp(state, seat, FIRST_END_TILE + source)
    if source == LEFT_SILVER:
        return state.silver[seat] * LEFTOVER_SILVER_VP
    if source == LEFT_WORKERS:
        return state.workers[seat] // WORKERS_PER_VP
    n = 0
    for g in range(GOODS):
        n += state.goods[seat, g]
    return n * LEFTOVER_GOODS_VP


@rule
def final_scoring(state):
    """Add the VP of the final scoring and end the game. [Final scoring]"""
    for seat in range(state.seats):
        for source in range(FINAL_SOURCES):
            state.points[seat] += final_vp(state, seat, source)
    state.over = 1


@rule
def empty_spaces(state, seat):
    """Return how many spaces of the estate have no tile."""
    return HEXES - count(state.covered[seat])


@rule
def plays_later(state, a, b):
    """Tell whether seat a comes after seat b in turn order. [Turn order]"""
    if state.tie_order == ORDER_TRACK:
        if state.track[a] != state.track[b]:
            return state.track[a] < state.track[b]
        return state.height[a] < state.height[b]
    for k in range(state.seats):
        if state.order[k] == a:
            return False
        if state.order[k] == b:
            return True
    return False


@rule
def beats(state, a, b):
    """Tell whether seat a ends before seat b: VP, then the tie-breaks. [Winner]"""
    if state.points[a] != state.points[b]:
        return state.points[a] > state.points[b]
    if state.tie_break == TIE_SHARED:
        return False
    empty_a, empty_b = empty_spaces(state, a), empty_spaces(state, b)
    if empty_a != empty_b:
        return (empty_a < empty_b) == (state.tie_break == TIE_FEWEST_EMPTY)
    return plays_later(state, a, b)


@rule
def rank(state, seat):
    """Return the rank of a seat, from 1. [Winner]"""
    place = 1
    for other in range(state.seats):
        if other != seat and beats(state, other, seat):
            place += 1
    return place


@rule
def seats_with_vp(state, seat):
    """Return how many seats, this one included, have as many VP."""
    n = 0
    for other in range(state.seats):
        if state.points[other] == state.points[seat]:
            n += 1
    return n


@rule
def seats_of_rank(state, seat):
    """Return how many seats, this one included, share the seat's rank. [Winner]"""
    return seats_with_vp(state, seat) if state.tie_break == TIE_SHARED else 1


@rule
def regions_done(state, seat):
    """Return how many regions the seat completed; one that the start castle alone covers was
    not completed by a placing. [Regions]
    """
    row = state.board[seat]
    n = 0
    for r in range(REGION_COUNT[row]):
        if is_covered(state, seat, REGION[row, r]):
            n += 1
    # The start castle is the castle on `start_space`.
    alone = bit(state.start_space[seat])
    return n - 1 if region_at(state, seat, state.start_space[seat]) == alone else n
