"""What a seat can still hope for after its turn: features of a position, and their sum in VP.

A position is worth the VP a seat has for sure, plus the features of its estate, storage and
supplies, each times a weight that depends on the time. `FEATURES` names them in order.
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.board.estates import (
    COLOUR,
    REGION,
    REGION_COUNT,
    REGION_SIZE,
    SPACE_NUMBER,
)
from burgundy_lab.sim.board.readers import (
    free_step,
    mines,
    open_spaces,
    owns,
    region_at,
    round_index,
)
from burgundy_lab.sim.board.scoring import (
    FINAL_SOURCES,
    FIRST_END_TILE,
    SIZES,
    animals_vp,
    bonus_vp,
    final_vp,
    phase_vp,
    region_vp,
    tile_vp,
)
from burgundy_lab.sim.board.setup import pay_mines, plays_before
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    ANIMAL_SIZES,
    FIRST_ANIMAL,
    GOODS,
    GOODS_SPACES,
    K_MINE_WORKERS,
    K_SALE_SILVER,
    K_SALE_WORKER,
    KIND_NAMES,
    KINDS,
    KNOWLEDGE_TILES,
    NO_TILE,
    PHASES,
    REGION_VP,
    SALE_VP,
    SPECIES,
    STORAGE,
    TILE_KIND,
    TILE_NAMES,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import ZERO, bit, count, lowest, without_lowest
from burgundy_lab.strategies.board.worth import LAST_ROUND

MOST_MISSING = 8  # spaces a region can lack
MOST_LEFT = 6  # spaces a colour lacks: so many or more
MOST_OPEN = 3  # open spaces of a colour: so many or more
SMALL_HERD = ANIMAL_SIZES[0]


def _numbered(text: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(text.format(n) for n in range(first, last + 1))


BLOCKS = {
    "near_vp": _numbered("VP of reachable regions that lack {}", 1, MOST_MISSING),
    "near": _numbered("reachable regions that lack {}", 1, MOST_MISSING),
    "far_vp": _numbered("VP of other regions that lack {}", 1, MOST_MISSING),
    "far": _numbered("other regions that lack {}", 1, MOST_MISSING),
    "herds": ("largest herd of each pasture times spaces it lacks",),
    "stored_vp": _numbered("VP of regions that lack {} and have a tile in store", 1, MOST_MISSING),
    "stored": _numbered("regions that lack {} and have a tile in store", 1, MOST_MISSING),
    "stored_herd": ("VP of stored animals on their best pastures",),
    "tile": tuple(f"stored {name} with a space" for name in TILE_NAMES),
    "homeless": tuple(f"stored {kind} without a space" for kind in KIND_NAMES),
    "numbers": _numbered("{} die numbers place a stored tile", 0, 6),
    "open": tuple(f"{n} open {kind} spaces" for kind in KIND_NAMES for n in range(MOST_OPEN + 1)),
    "left": tuple(f"{kind} spaces left" for kind in KIND_NAMES),
    "colour": _numbered("VP of bonus tiles of colours that lack {}", 1, MOST_LEFT),
    "owned": _numbered("knowledge tile {} owned", 0, KNOWLEDGE_TILES),
    "mines": ("mines times phase ends to come", "the same with knowledge tile 2"),
    "silver": ("Silverlings", "up to 2 of them", "up to 4 of them"),
    "workers": ("workers", "up to 1 of them", "up to 2 of them", "up to 4 of them"),
    "goods": ("VP of goods", "VP of the largest stack", "goods types", "all goods spaces taken"),
    "sales": ("goods types with knowledge tile 3", "goods types with knowledge tile 4"),
    "ahead": ("share of others behind on the turn order track",),
    "always": ("always 1",),
}
FEATURES = tuple(name for block in BLOCKS.values() for name in block)


def _firsts() -> dict[str, int]:
    sizes = [len(block) for block in BLOCKS.values()]
    return {name: sum(sizes[:k]) for k, name in enumerate(BLOCKS)}


FIRST = _firsts()  # where each block begins
F_NEAR_VP, F_NEAR = FIRST["near_vp"], FIRST["near"]
F_FAR_VP, F_FAR = FIRST["far_vp"], FIRST["far"]
F_HERDS = FIRST["herds"]
F_STORED_VP, F_STORED, F_STORED_HERD = FIRST["stored_vp"], FIRST["stored"], FIRST["stored_herd"]
F_TILE, F_HOMELESS, F_NUMBERS = FIRST["tile"], FIRST["homeless"], FIRST["numbers"]
F_OPEN, F_LEFT, F_COLOUR = FIRST["open"], FIRST["left"], FIRST["colour"]
F_OWNED, F_MINES = FIRST["owned"], FIRST["mines"]
F_SILVER, F_WORKERS = FIRST["silver"], FIRST["workers"]
F_GOODS, F_SALES = FIRST["goods"], FIRST["sales"]
F_AHEAD, F_ALWAYS = FIRST["ahead"], FIRST["always"]

REGION_KIND = np.array(  # [estate, region]
    [
        [next((k for k in range(KINDS) if int(colours[k]) & int(region)), -1) for region in regions]
        for colours, regions in zip(COLOUR, REGION, strict=True)
    ],
    "i4",
)
# [estate, kind, die number] sets of spaces.
NUMBER_SPACES = np.array(
    [
        [sum(1 << h for h, n in enumerate(numbers) if n == number) for number in range(7)]
        for numbers in SPACE_NUMBER
    ],
    "i8",
)


@rule
def fill_features(state, seat, found):
    """Fill the features of a seat's position at the end of its turn. found: [FEATURES]"""
    for f in range(found.size):
        found[f] = 0.0
    found[F_ALWAYS] = 1.0
    fill_regions(state, seat, found)
    fill_storage(state, seat, found)
    fill_colours(state, seat, found)
    fill_supplies(state, seat, found)
    fill_goods(state, seat, found)
    owned = state.knowledge[seat]
    while owned != ZERO:
        found[F_OWNED + lowest(owned)] = 1.0
        owned = without_lowest(owned)


@rule
def fill_regions(state, seat, found):
    """Count regions by the spaces they lack, reachable ones apart, and herds that may grow."""
    row = state.board[seat]
    covered, frontier = state.covered[seat], state.frontier[seat]
    for r in range(REGION_COUNT[row]):
        region = REGION[row, r]
        empty = region & ~covered
        if empty == ZERO:
            continue
        missing = count(empty)
        vp = REGION_VP[REGION_SIZE[row, r]]
        if empty & frontier != ZERO:
            found[F_NEAR_VP + missing - 1] += vp
            found[F_NEAR + missing - 1] += 1.0
        else:
            found[F_FAR_VP + missing - 1] += vp
            found[F_FAR + missing - 1] += 1.0
        if REGION_KIND[row, r] == ANIMAL and empty != region:
            found[F_HERDS] += missing * largest_herd(state, seat, region & covered)


@rule
def largest_herd(state, seat, spaces):
    """Return the VP of the species with most animals on these spaces."""
    most = 0
    for species in range(SPECIES):
        vp, left = 0, spaces
        while left != ZERO:
            animal = state.estate[seat, lowest(left)] - FIRST_ANIMAL
            left = without_lowest(left)
            if animal // SIZES == species:
                vp += animal % SIZES + SMALL_HERD
        most = max(most, vp)
    return most


@rule
def fill_storage(state, seat, found):
    """Look at the stored tiles: on which ground each would go, and for which dice."""
    row = state.board[seat]
    numbers, taken = ZERO, ZERO
    for k in range(STORAGE):
        tile = state.storage[seat, k]
        if tile == NO_TILE:
            continue
        spaces = open_spaces(state, seat, tile) & ~taken
        if spaces == ZERO:
            found[F_HOMELESS + TILE_KIND[tile]] += 1.0
            continue
        found[F_TILE + tile] += 1.0
        taken |= bit(fill_best_ground(state, seat, tile, spaces, found))
        numbers |= numbers_of(row, spaces, free_step(state, seat, TILE_KIND[tile]))
    found[F_NUMBERS + count(numbers)] = 1.0


@rule
def numbers_of(row, spaces, steps):
    """Return the set of die numbers that reach one of the spaces in so many steps."""
    numbers = ZERO
    for number in range(1, 7):
        if spaces & NUMBER_SPACES[row, number] != ZERO:
            numbers |= bit(number)
    if steps > 0:  # the numbers beside them on the ring of six
        around = numbers << 1 | numbers >> 1
        numbers |= (around | around << 6 | around >> 6) & 126
    return numbers


@rule
def fill_best_ground(state, seat, tile, spaces, found):
    """Note the region a stored tile helps most, and return the space it takes there."""
    best, best_vp, best_missing, best_space, best_herd = -1.0, 0, 1, 0, 0
    while spaces != ZERO:
        space = lowest(spaces)
        spaces = without_lowest(spaces)
        region = region_at(state, seat, space)
        missing = count(region & ~state.covered[seat])
        vp, herd = region_vp(state, seat, space), 0
        if TILE_KIND[tile] == ANIMAL:
            herd = animals_vp(state, seat, tile, region)
        worth = herd + (vp + phase_vp(state)) / (missing * missing)
        if worth > best:
            best, best_vp, best_missing, best_space, best_herd = worth, vp, missing, space, herd
    found[F_STORED_VP + best_missing - 1] += best_vp
    found[F_STORED + best_missing - 1] += 1.0
    found[F_STORED_HERD] += best_herd
    return best_space


@rule
def fill_colours(state, seat, found):
    """Count open spaces and spaces left of each colour, and what its bonus tile is worth."""
    row = state.board[seat]
    for kind in range(KINDS):
        left = count(COLOUR[row, kind] & ~state.covered[seat])
        if left == 0:
            continue
        spaces = count(COLOUR[row, kind] & state.frontier[seat])
        found[F_OPEN + (MOST_OPEN + 1) * kind + min(spaces, MOST_OPEN)] = 1.0
        found[F_LEFT + kind] = left
        found[F_COLOUR + min(left, MOST_LEFT) - 1] += bonus_vp(state, kind)


@rule
def fill_supplies(state, seat, found):
    """Note Silverlings, workers, mines and the place in the turn order."""
    silver, workers = state.silver[seat], state.workers[seat]
    found[F_SILVER] = silver
    found[F_SILVER + 1] = min(silver, 2)
    found[F_SILVER + 2] = min(silver, 4)
    found[F_WORKERS] = workers
    found[F_WORKERS + 1] = min(workers, 1)
    found[F_WORKERS + 2] = min(workers, 2)
    found[F_WORKERS + 3] = min(workers, 4)
    income = mines(state, seat) * (PHASES - state.phase_no)
    found[F_MINES] = income
    if owns(state, seat, K_MINE_WORKERS):
        found[F_MINES + 1] = income
    behind = 0
    for other in range(state.seats):
        if other != seat and plays_before(state, seat, other):
            behind += 1
    found[F_AHEAD] = behind / (state.seats - 1)


@rule
def fill_goods(state, seat, found):
    """Note the goods in storage."""
    tiles, types, largest = 0, 0, 0
    for g in range(GOODS):
        n = state.goods[seat, g]
        tiles += n
        largest = max(largest, n)
        if n > 0:
            types += 1
    found[F_GOODS] = tiles * SALE_VP[state.seats]
    found[F_GOODS + 1] = largest * SALE_VP[state.seats]
    found[F_GOODS + 2] = types
    if types == GOODS_SPACES:
        found[F_GOODS + 3] = 1.0
    if owns(state, seat, K_SALE_SILVER):
        found[F_SALES] = types
    if owns(state, seat, K_SALE_WORKER):
        found[F_SALES + 1] = types


@rule
def sure_vp(state, seat):
    """Return the VP a seat cannot lose: points, and what its knowledge tiles pay already."""
    vp = state.points[seat]
    paying = state.knowledge[seat] >> FIRST_END_TILE
    while paying != ZERO:
        vp += tile_vp(state, seat, FIRST_END_TILE + lowest(paying))
        paying = without_lowest(paying)
    return vp


@rule
def last_vp(state, seat):
    """Return the VP of a seat whose last turn is over; its mines are paid on the way."""
    pay_mines(state, seat, mines(state, seat))
    vp = state.points[seat]
    for source in range(FINAL_SOURCES):
        vp += final_vp(state, seat, source)
    return vp


@rule
def weighted(found, weights):
    """Return the sum of features times weights; four sums at once are faster than one."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    whole = found.size // 4 * 4
    for f in range(0, whole, 4):
        a += found[f] * weights[f]
        b += found[f + 1] * weights[f + 1]
        c += found[f + 2] * weights[f + 2]
        d += found[f + 3] * weights[f + 3]
    for f in range(whole, found.size):
        a += found[f] * weights[f]
    return (a + b) + (c + d)


@rule
def turn_worth(state, seat, found, weights):
    """Return what a position is worth to a seat whose turn is over, in VP. The state is work
    space. found: [FEATURES] work space; weights: [FEATURES] of the round."""
    if round_index(state) == LAST_ROUND:
        return float(last_vp(state, seat))
    fill_features(state, seat, found)
    return sure_vp(state, seat) + weighted(found, weights)
