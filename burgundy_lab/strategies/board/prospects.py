"""What a seat can still hope for after its turn: the worth of a position, in VP.

That is the VP a seat has for sure, plus features of its estate, storage and supplies, each
times a weight that depends on the round (`now`, [FEATURES]). `FEATURES` names them in order;
since the sum is linear, the worth by a row with a single 1 is that feature.
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
    ROUNDS,
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
    "kind_lacks_1": tuple(f"reachable {kind} regions that lack 1" for kind in KIND_NAMES),
    "kind_lacks_2": tuple(f"reachable {kind} regions that lack 2" for kind in KIND_NAMES),
    "stored_herd": ("VP of stored animals on their best pastures",),
    "tile": tuple(f"stored {name} with a space" for name in TILE_NAMES),
    "homeless": tuple(f"stored {kind} without a space" for kind in KIND_NAMES),
    "numbers": _numbered("{} die numbers place a stored tile", 0, 6),
    "open": tuple(f"{n} open {kind} spaces" for kind in KIND_NAMES for n in range(MOST_OPEN + 1)),
    "left": tuple(f"{kind} spaces left" for kind in KIND_NAMES),
    "colour": _numbered("VP of bonus tiles of colours that lack {}", 1, MOST_LEFT),
    "owned": _numbered("knowledge tile {} owned", 0, KNOWLEDGE_TILES),
    "mines": ("mines times phase ends to come", "the same with knowledge tile 2"),
    "silver": ("Silverlings", "Silverlings up to 2", "Silverlings up to 4"),
    "workers": ("workers", "workers up to 1", "workers up to 2", "workers up to 4"),
    "goods": ("VP of goods", "VP of the largest stack", "goods types", "all goods spaces taken"),
    "sales": ("goods types with knowledge tile 3", "goods types with knowledge tile 4"),
    "ahead": ("share of others behind on the turn order track",),
    "phase_end": (
        "reachable regions that lack 1 as a phase ends",
        "regions that lack 1 and have a tile in store as a phase ends",
        "share of others behind as a phase ends",
    ),
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
F_KIND_LACKS_1, F_KIND_LACKS_2 = FIRST["kind_lacks_1"], FIRST["kind_lacks_2"]
F_AHEAD, F_PHASE_END, F_ALWAYS = FIRST["ahead"], FIRST["phase_end"], FIRST["always"]

REGION_KIND = np.array(  # [estate, region]
    [
        [next((k for k in range(KINDS) if int(colours[k]) & int(region)), -1) for region in regions]
        for colours, regions in zip(COLOUR, REGION, strict=True)
    ],
    "i4",
)
# [estate, die number] sets of spaces.
NUMBER_SPACES = np.array(
    [
        [sum(1 << h for h, n in enumerate(numbers) if n == number) for number in range(7)]
        for numbers in SPACE_NUMBER
    ],
    "i8",
)


@rule
def turn_worth(state, seat, now):
    """Return the worth of a position to a seat whose turn is over. The state is work space."""
    if round_index(state) == LAST_ROUND:
        return float(last_vp(state, seat))
    return sure_vp(state, seat) + hoped_vp(state, seat, now)


@rule
def hoped_vp(state, seat, now):
    """Return the VP a seat may hope for beyond those it has for sure."""
    worth = now[F_ALWAYS] + regions_worth(state, seat, now) + storage_worth(state, seat, now)
    worth += colours_worth(state, seat, now) + goods_worth(state, seat, now)
    worth += supplies_worth(state, seat, now) + order_worth(state, seat, now)
    owned = state.knowledge[seat]
    while owned != ZERO:
        worth += now[F_OWNED + lowest(owned)]
        owned = without_lowest(owned)
    return worth


@rule
def regions_worth(state, seat, now):
    """Value regions by the spaces they lack, reachable ones apart, and herds that may grow."""
    row = state.board[seat]
    covered, frontier = state.covered[seat], state.frontier[seat]
    worth = 0.0
    for r in range(REGION_COUNT[row]):
        region = REGION[row, r]
        empty = region & ~covered
        if empty == ZERO:
            continue
        lacks = count(empty) - 1
        vp, kind = REGION_VP[REGION_SIZE[row, r]], REGION_KIND[row, r]
        if empty & frontier != ZERO:
            worth += now[F_NEAR_VP + lacks] * vp + now[F_NEAR + lacks]
            if lacks == 0:
                worth += now[F_KIND_LACKS_1 + kind]
                if is_phase_end(state):
                    worth += now[F_PHASE_END]
            elif lacks == 1:
                worth += now[F_KIND_LACKS_2 + kind]
        else:
            worth += now[F_FAR_VP + lacks] * vp + now[F_FAR + lacks]
        if kind == ANIMAL and empty != region:
            herd = largest_herd(state, seat, region & covered)
            worth += now[F_HERDS] * (lacks + 1) * herd
    return worth


@rule
def is_phase_end(state):
    """Tell whether the seat's next turn is in another phase."""
    return state.round_no == ROUNDS - 1


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
def storage_worth(state, seat, now):
    """Value the stored tiles: by type, the ground each would go to, and for how many dice."""
    row = state.board[seat]
    worth, numbers, taken = 0.0, ZERO, ZERO
    for k in range(STORAGE):
        tile = state.storage[seat, k]
        if tile == NO_TILE:
            continue
        spaces = open_spaces(state, seat, tile) & ~taken
        if spaces == ZERO:
            worth += now[F_HOMELESS + TILE_KIND[tile]]
            continue
        space = best_ground(state, seat, tile, spaces)
        taken |= bit(space)
        worth += now[F_TILE + tile] + stored_on(state, seat, tile, space, now)
        numbers |= numbers_of(row, spaces, free_step(state, seat, TILE_KIND[tile]))
    return worth + now[F_NUMBERS + count(numbers)]


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
def best_ground(state, seat, tile, spaces):
    """Return the space, of some, where a stored tile helps most: animals by their herd, all by
    the VP of a region that lacks few spaces."""
    best, best_space = -1.0, 0
    while spaces != ZERO:
        space = lowest(spaces)
        spaces = without_lowest(spaces)
        region = region_at(state, seat, space)
        lacking = count(region & ~state.covered[seat])
        worth = (region_vp(state, seat, space) + phase_vp(state)) / (lacking * lacking)
        if TILE_KIND[tile] == ANIMAL:
            worth += animals_vp(state, seat, tile, region)
        if worth > best:
            best, best_space = worth, space
    return best_space


@rule
def stored_on(state, seat, tile, space, now):
    """Value the ground a stored tile would go to."""
    region = region_at(state, seat, space)
    lacks = count(region & ~state.covered[seat]) - 1
    worth = now[F_STORED_VP + lacks] * region_vp(state, seat, space) + now[F_STORED + lacks]
    if lacks == 0 and is_phase_end(state):
        worth += now[F_PHASE_END + 1]
    if TILE_KIND[tile] == ANIMAL:
        worth += now[F_STORED_HERD] * animals_vp(state, seat, tile, region)
    return worth


@rule
def colours_worth(state, seat, now):
    """Value open spaces and spaces left of each colour, and what its bonus tile is worth."""
    row = state.board[seat]
    worth = 0.0
    for kind in range(KINDS):
        left = count(COLOUR[row, kind] & ~state.covered[seat])
        if left == 0:
            continue
        spaces = count(COLOUR[row, kind] & state.frontier[seat])
        worth += now[F_OPEN + (MOST_OPEN + 1) * kind + min(spaces, MOST_OPEN)]
        worth += now[F_LEFT + kind] * left
        worth += now[F_COLOUR + min(left, MOST_LEFT) - 1] * bonus_vp(state, kind)
    return worth


@rule
def supplies_worth(state, seat, now):
    """Value Silverlings, workers and mines."""
    silver, workers = state.silver[seat], state.workers[seat]
    worth = now[F_SILVER] * silver
    worth += now[F_SILVER + 1] * min(silver, 2) + now[F_SILVER + 2] * min(silver, 4)
    worth += now[F_WORKERS] * workers + now[F_WORKERS + 1] * min(workers, 1)
    worth += now[F_WORKERS + 2] * min(workers, 2) + now[F_WORKERS + 3] * min(workers, 4)
    income = mines(state, seat) * (PHASES - state.phase_no)
    worth += now[F_MINES] * income
    if owns(state, seat, K_MINE_WORKERS):
        worth += now[F_MINES + 1] * income
    return worth


@rule
def order_worth(state, seat, now):
    """Value the place on the turn order track."""
    behind = 0
    for other in range(state.seats):
        if other != seat and plays_before(state, seat, other):
            behind += 1
    each = now[F_AHEAD] + (now[F_PHASE_END + 2] if is_phase_end(state) else 0.0)
    return each * behind / (state.seats - 1)


@rule
def goods_worth(state, seat, now):
    """Value the goods in storage."""
    tiles, types, largest = 0, 0, 0
    for g in range(GOODS):
        n = state.goods[seat, g]
        tiles += n
        largest = max(largest, n)
        if n > 0:
            types += 1
    worth = (now[F_GOODS] * tiles + now[F_GOODS + 1] * largest) * SALE_VP[state.seats]
    worth += now[F_GOODS + 2] * types
    if types == GOODS_SPACES:
        worth += now[F_GOODS + 3]
    if owns(state, seat, K_SALE_SILVER):
        worth += now[F_SALES] * types
    if owns(state, seat, K_SALE_WORKER):
        worth += now[F_SALES + 1] * types
    return worth


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
