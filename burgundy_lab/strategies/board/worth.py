"""What things are worth to a seat, in VP: spaces, tiles, Silverlings, workers, goods.

Every judgement is a weight, so tuning needs no compiling. Weights are named by place:
``weights[W_...]``; `DEFAULTS` has a value for each, and `leaning` makes a row with other
preferences of it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from burgundy_lab.sim.board.estates import COLOUR, NEIGHBOURS
from burgundy_lab.sim.board.readers import (
    amount,
    free_goods_spaces,
    held_goods,
    open_spaces,
    owns,
    region_at,
    round_index,
    silver_with_workers,
    workers_taken,
)
from burgundy_lab.sim.board.scoring import (
    animals_vp,
    bonus_vp,
    phase_vp,
    region_vp,
    sale_silver,
    sale_vp,
    sale_workers,
    tile_count,
)
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    BUILDING,
    DEPOTS,
    FIRST_BUILDING,
    GOODS,
    KNOWLEDGE_BASE,
    NO_TILE,
    PAYS_FOR,
    PHASES,
    ROUNDS,
    SALE_VP,
    STORAGE,
    TILE_KIND,
    TILE_SHIP,
    TILES,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import ZERO, bit, count, has, lowest, without_lowest

LAST_ROUND = PHASES * ROUNDS - 1
# Share of the game that is left, by round: 1 at the start, 0 in the last round.
TIME_LEFT = np.array([(LAST_ROUND - n) / LAST_ROUND for n in range(PHASES * ROUNDS)])
SHARE = np.array([0.0] + [1.0 / n for n in range(1, 13)])  # one of n
MOST_MISSING = 8
(
    W_SILVER,  # a Silverling early in the game (at the end it is 1)
    W_WORKER,  # a worker early in the game (at the end it is half)
    W_COLOUR,  # share of a bonus tile for a space of its colour
    W_OPENS,  # a space that this tile makes reachable
    W_LATER,  # share of a stored tile's worth: it needs another action
    W_GOODS,  # share of the sale VP for goods in storage
    W_SALE,  # share of the sale VP when selling now
    W_AT_ONCE,  # a placing of at least this worth is made without looking at takes
    W_HERD,  # share of what an animal does to the herd of its pasture, early in the game
    W_PAID,  # share of the VP that an owned knowledge tile pays for a building
    W_MISSING,  # 8 shares of a region's VP, by the spaces missing after this one
) = range(11)
W_TILE = W_MISSING + MOST_MISSING  # by tile type: worth of its effect at the end of the game
W_TILE_TIME = W_TILE + TILES  # by tile type: how much more at the start
# Found by self-play on estates 1, 2, 3, 5, 6 and 8 with 2 to 4 players: random small changes were
# kept if they brought more VP. For knowledge tiles 15 to 26 they stand for what will still come to
# be counted.
# fmt: off
DEFAULTS = (
    0.79, 1.07, 0.36, 0.29, 0.59, 0.35, 1.00, 2.50, 0.00, 0.00,
    # shares of a region, by spaces missing
    0.69, 0.38, 0.21, 0.19, 0.19, 0.06, 0.03, 0.03,
    # at the end: none, castle, mine, ship
    0.00, 3.47, 0.78, 0.64,
    # at the end: buildings
    3.59, 2.54, 1.41, 1.26, 0.33, 2.49, 2.75, -0.17,
    # at the end: animals
    0.27, -0.58, 0.00, -0.55, 0.00, -0.11, -0.46, 0.10, 0.12, -0.18, 0.10, 0.20,
    # at the end: knowledge tiles 1 to 13
    -0.27, 0.63, 0.98, -0.08, 0.29, 0.00, -0.17, -0.12, 0.20, -0.44, -0.66, 0.17, 0.09,
    # at the end: knowledge tiles 14 to 26
    0.15, 0.46, 0.00, 0.73, 0.27, -0.20, -0.04, -0.13, -0.63, 0.00, 0.00, 0.97, -0.03,
    # more at the start: none, castle, mine, ship
    0.00, 0.20, 6.18, 1.08,
    # more at the start: buildings
    -0.55, 0.87, 2.57, 2.22, 3.30, 2.00, 1.35, -0.84,
    # more at the start: animals
    0.03, 0.37, 0.00, -0.28, 0.00, 0.01, 0.03, 0.33, 0.00, -0.33, -0.35, 0.04,
    # more at the start: knowledge tiles 1 to 13
    1.51, 2.44, 8.49, 3.91, 2.61, 3.06, 1.72, 6.25, 4.92, 4.00, 4.25, 6.73, 3.95,
    # more at the start: knowledge tiles 14 to 26
    3.65, 5.11, 2.86, 4.00, 6.25, 3.33, 2.19, 1.73, 5.21, 4.00, 8.51, 4.15, 3.21,
)
# fmt: on
FIRST_END_TILE = KNOWLEDGE_BASE + 15


def leaning(
    kinds: Mapping[int, float] | None = None,
    tiles: Mapping[int, float] | None = None,
    weights: Mapping[int, float] | None = None,
) -> tuple[float, ...]:
    """Return the default row with more VP for tiles of some kinds, for some tile types, and
    with some weights (by place) replaced.
    """
    row = list(DEFAULTS)
    for place, weight in (weights or {}).items():
        row[place] = weight
    for kind, more in (kinds or {}).items():
        for tile in np.flatnonzero(TILE_KIND[:TILES] == kind).tolist():
            row[W_TILE + tile] += more
    for tile, more in (tiles or {}).items():
        row[W_TILE + tile] += more
    return tuple(row)


@rule
def time_left(state):
    """Return the share of the game that is left, 1 at the start."""
    return TIME_LEFT[round_index(state)]


@rule
def silver_worth(state, weights):
    """Return the worth of a Silverling: a purchase early, 1 VP at the end."""
    return 1.0 + (weights[W_SILVER] - 1.0) * min(1.0, 4.0 * time_left(state))


@rule
def worker_worth(state, weights):
    """Return the worth of a worker: a better die early, half a VP at the end."""
    return 0.5 + (weights[W_WORKER] - 0.5) * min(1.0, 4.0 * time_left(state))


@rule
def region_worth(state, seat, space, weights):
    """Return the share of a region's VP that covering one of its spaces is worth."""
    missing = count(region_at(state, seat, space) & ~state.covered[seat]) - 1
    return weights[W_MISSING + missing] * (region_vp(state, seat, space) + phase_vp(state))


@rule
def opening_worth(state, seat, space, weights):
    """Return the worth of the spaces that a tile on this space makes reachable."""
    opened = NEIGHBOURS[state.board[seat], space] & ~state.covered[seat] & ~state.frontier[seat]
    return weights[W_OPENS] * count(opened) * time_left(state)


@rule
def colour_worth(state, seat, kind, weights):
    """Return the share of a bonus tile that covering a space of its colour is worth."""
    missing = count(COLOUR[state.board[seat], kind] & ~state.covered[seat]) - 1
    share = weights[W_COLOUR] * SHARE[missing] if missing > 0 else 1.0
    return share * bonus_vp(state, kind)


@rule
def ground_worth(state, seat, tile, space, weights):
    """Return what is worth in a space for a tile of its colour: its region, and its pasture."""
    worth = region_worth(state, seat, space, weights)
    if TILE_KIND[tile] == ANIMAL:
        worth += animals_vp(state, seat, tile, region_at(state, seat, space))
        if weights[W_HERD] != 0.0:
            worth += weights[W_HERD] * herd_gain(state, seat, tile, space) * time_left(state)
    return worth


@rule
def herd_gain(state, seat, tile, space):
    """Return by how much an animal changes what the best herd of its pasture would bring if its
    like came to all open spaces there: the herd may grow, but there is a space less."""
    pasture = region_at(state, seat, space)
    here = pasture & state.covered[seat]
    open_now = count(pasture) - count(here)
    herd = 0
    while here != ZERO:
        others = pasture & ~bit(lowest(here))
        herd = max(herd, animals_vp(state, seat, state.estate[seat, lowest(here)], others))
        here = without_lowest(here)
    joined = max(herd, animals_vp(state, seat, tile, pasture))
    return joined * (open_now - 1) - herd * open_now


@rule
def best_ground_worth(state, seat, tile, spaces, weights):
    """Return the worth of the best of some spaces for a tile, 0 if there is none."""
    best = 0.0
    while spaces != ZERO:
        best = max(best, ground_worth(state, seat, tile, lowest(spaces), weights))
        spaces = without_lowest(spaces)
    return best


@rule
def goods_worth(state, seat, depots, weights):
    """Return the worth of the goods a ship could load from these depots."""
    held, free = held_goods(state, seat), free_goods_spaces(state, seat)
    n = 0
    while depots:
        depot = lowest(depots)
        depots = without_lowest(depots)
        for g in range(GOODS):
            here = state.depot_goods[depot, g]
            if here > 0 and (has(held, g) or free > 0):
                n += here
                free -= not has(held, g)
                held |= bit(g)
    return weights[W_GOODS] * n * SALE_VP[state.seats]


@rule
def best_goods_worth(state, seat, weights):
    """Return the worth of the goods on the best single depot."""
    best = 0.0
    for depot in range(DEPOTS):
        best = max(best, goods_worth(state, seat, bit(depot), weights))
    return best


@rule
def sale_worth(state, seat, goods_type, weights):
    """Return the worth of selling a goods type now."""
    worth = weights[W_SALE] * sale_vp(state, seat, goods_type)
    worth += sale_silver(state, seat) * silver_worth(state, weights)
    return worth + sale_workers(state, seat) * worker_worth(state, weights)


@rule
def workers_worth(state, seat, weights):
    """Return the worth of taking workers."""
    worth = workers_taken(state, seat) * worker_worth(state, weights)
    return worth + silver_with_workers(state, seat) * silver_worth(state, weights)


@rule
def tile_value(state, seat, tile, weights):
    """Return the worth of a tile's effect: by the time left, and for a knowledge tile that
    scores at the end what it pays already. Animals and goods come on top."""
    worth = weights[W_TILE + tile] + weights[W_TILE_TIME + tile] * time_left(state)
    if tile >= FIRST_END_TILE:
        number = tile - KNOWLEDGE_BASE
        worth += tile_count(state, seat, number) * amount(state, number)
    elif TILE_KIND[tile] == BUILDING:
        number = PAYS_FOR[tile - FIRST_BUILDING]
        if owns(state, seat, number):
            worth += weights[W_PAID] * amount(state, number)
    return worth


@rule
def placing_worth(state, seat, tile, weights):
    """Return what of placing a stored tile is worth the same on every space."""
    worth = tile_value(state, seat, tile, weights)
    if tile == TILE_SHIP:
        worth += best_goods_worth(state, seat, weights)
    return worth + colour_worth(state, seat, TILE_KIND[tile], weights)


@rule
def space_worth(state, seat, tile, space, weights):
    """Return what of placing a stored tile hangs on the space."""
    worth = ground_worth(state, seat, tile, space, weights)
    return worth + opening_worth(state, seat, space, weights)


@rule
def has_room_for(state, seat, kind, stored_already):
    """Tell whether the open spaces of a colour are more than the stored tiles that will cover
    them (`stored_already`: the tile in question is one of those)."""
    spaces = state.frontier[seat] & COLOUR[state.board[seat], kind]
    if spaces == ZERO:
        return False
    rivals = -stored_already
    for k in range(STORAGE):
        stored = state.storage[seat, k]
        if stored != NO_TILE and TILE_KIND[stored] == kind:
            rivals += 1
    return count(spaces) > rivals


@rule
def new_tile_worth(state, seat, tile, weights):
    """Return the worth of a tile that would come to storage and be placed later."""
    return later_worth(state, seat, tile, 0, weights)


@rule
def stored_worth(state, seat, tile, weights):
    """Return the worth of a stored tile, to be placed later."""
    return later_worth(state, seat, tile, 1, weights)


@rule
def later_worth(state, seat, tile, stored_already, weights):
    """Return the worth of a tile on its best ground later; none if there is no room for it."""
    kind = TILE_KIND[tile]
    if not has_room_for(state, seat, kind, stored_already):
        return 0.0
    spaces = open_spaces(state, seat, tile)
    worth = best_ground_worth(state, seat, tile, spaces, weights)
    worth += tile_value(state, seat, tile, weights)
    return weights[W_LATER] * worth


assert len(DEFAULTS) == W_TILE_TIME + TILES
