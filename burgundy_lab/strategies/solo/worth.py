"""What things are worth on the Solo board, counted in die actions saved or spared.

Every judgement is a weight, so tuning needs no compiling. Weights are named by place:
``weights[W_...]``; `DEFAULTS` has a value for each.
"""

from __future__ import annotations

from burgundy_lab.sim.board.advantages import (
    CARPENTER_KINDS,
    CHURCH_KINDS,
    MARKET_KINDS,
    granted_slots,
)
from burgundy_lab.sim.board.estates import COLOUR, NEIGHBOURS
from burgundy_lab.sim.board.readers import (
    open_spaces,
    owns,
    region_at,
    round_index,
    silver_with_workers,
    workers_taken,
)
from burgundy_lab.sim.board.scoring import (
    animals_vp,
    phase_vp,
    region_vp,
    sale_silver,
    sale_workers,
)
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    BLACK_TILE,
    BUILDING,
    BUILDINGS,
    CARPENTER,
    CASTLE,
    CHURCH,
    CITY_HALL,
    DEPOTS,
    FIRST_BUILDING,
    GOODS,
    K_SAME_BUILDING_TWICE,
    KINDS,
    KNOWLEDGE_BASE,
    MARKET,
    NO_TILE,
    PHASES,
    ROUNDS,
    SALE_VP,
    SHIP,
    STORAGE,
    TILE_KIND,
    TILE_MINE,
    WAREHOUSE,
    WATCHTOWER,
    WATCHTOWER_VP,
)
from burgundy_lab.sim.jit import inlined, rule
from burgundy_lab.sim.sets import ZERO, bit, count, lowest, without_lowest
from burgundy_lab.sim.solo.readers import FIRST_SCORING_TILE, goods_held, tile_vp_now
from burgundy_lab.sim.solo.state import BLACK_TILE_GOODS, STEPS

ALL_ROUNDS = PHASES * ROUNDS
(
    W_PLACE,  # a space covered
    W_FREE,  # the free action at the target
    W_SAVE,  # share of it for VP that only come nearer to the target
    W_SILVER,  # a Silverling
    W_WORKER,  # the first worker
    W_MORE_WORKERS,  # how fast further workers lose worth
    W_OPEN,  # a space that this tile makes reachable
    W_COLOUR,  # a completed colour; a part of it for each space towards it
    W_TAKE,  # share of a tile's worth when it comes to storage
    W_FAR,  # worth of a tile that has no open space yet
    W_GOODS,  # a goods tile in storage
    W_EXCHANGE,  # an exchange of goods for a black tile
    W_MINE,  # a mine, for each phase in which it still pays
    W_DISCARD,  # a stored tile lost
    W_BUY,  # what a purchase must be worth above its price
    W_SHIP,  # a ship, apart from its goods
    W_RULE,  # a knowledge tile that changes a rule, at the start of the game
    W_NEAR,  # a space in a region, by the share that is covered after it
    W_LAST,  # share of a stored tile's worth that is lost in the last round, less before
    W_BLACK,  # a black tile in storage: fits everywhere
) = range(20)
W_KIND = 20  # by kind: taking one early, since few come or each is needed
W_BUILDING = W_KIND + KINDS  # by building: its advantage
W_STEP = W_BUILDING + BUILDINGS  # by step of a placing: the highest comes first
W_START = W_STEP + STEPS  # by castle space of either side: where to start
W_AT_ONCE = W_START + 8  # a placing of at least this worth is made without looking further
W_CASTLE = W_AT_ONCE + 1  # the action of a castle
WEIGHTS = W_CASTLE + 1
DEFAULTS = (  # tuned by playing both sides at a target of 50
    *(1.05, 0.394, 1.23, 0.37, 0.377, 0.128, 0.14, 0.426, 1.15, 0.806),
    *(0.0221, 0.931, 0.173, 0.498, 0.178, 0.08, 0.384, 0.133, 0.266, 2.97),
    *(0.191, 0.322, -0.27, 0.0185, 0.089, -0.592),
    *(0.355, -0.168, 0.412, 0.562, 0.47, 0.371, 0.463, 0.59),
    *(1.69, 1.3, 0.372, 4.51),
    *(-0.191, -0.122, -0.165, -0.00474, 0.0613, -0.118, 0.073, -0.184),
    *(1.6, 0.394),
)


@rule
def gain_worth(state, vp, weights):
    """Return the worth of a gain of VP: the free action if it reaches the target, else a part."""
    if vp <= 0:
        return 0.0
    if state.counter + vp >= state.target:
        return weights[W_FREE]
    return weights[W_FREE] * weights[W_SAVE] * vp / state.target


@rule
def worker_worth(state, weights):
    """Return the worth of one more worker: less the more there are."""
    return weights[W_WORKER] / (1.0 + weights[W_MORE_WORKERS] * state.workers[0])


@inlined
def space_worth(state, space, weights):
    """Return the worth of a space, whatever tile covers it: region, spaces it opens."""
    missing = region_at(state, 0, space) & ~state.covered[0] & ~bit(space)
    opened = NEIGHBOURS[state.board[0], space] & ~state.covered[0] & ~state.frontier[0]
    worth = weights[W_OPEN] * count(opened)
    if missing == ZERO:
        vp = region_vp(state, 0, space) + phase_vp(state)
        return worth + gain_worth(state, vp, weights)
    return worth + weights[W_NEAR] / (1 + count(missing))


@rule
def colour_worth(state, kind, weights):
    """Return the worth of covering one more space of a colour."""
    missing = count(COLOUR[state.board[0], kind] & ~state.covered[0])
    return weights[W_COLOUR] / (missing * missing) if missing > 0 else 0.0


@rule
def best_sale_worth(state, weights):
    """Return the worth of the best sale, 0 without goods."""
    best = 0.0
    for g in range(GOODS):
        if state.goods[0, g] > 0:
            best = max(best, sale_worth(state, g, weights))
    return best


@rule
def sale_worth(state, goods_type, weights):
    """Return the worth of selling a goods type now, less what the goods are worth kept."""
    n = state.goods[0, goods_type]
    worth = gain_worth(state, n * SALE_VP[1], weights)
    worth += sale_silver(state, 0) * weights[W_SILVER] - n * weights[W_GOODS]
    return worth + sale_workers(state, 0) * worker_worth(state, weights)


@rule
def workers_worth(state, weights):
    """Return the worth of taking workers."""
    worth = workers_taken(state, 0) * worker_worth(state, weights)
    return worth + silver_with_workers(state, 0) * weights[W_SILVER]


@rule
def goods_on_depot(state, depot):
    """Return how many goods lie on a depot."""
    n = 0
    for g in range(GOODS):
        n += state.depot_goods[depot, g]
    return n


@rule
def ship_worth(state, weights):
    """Return the worth of a ship now: the goods of the best depot, and an exchange."""
    most = 0
    for depot in range(DEPOTS):
        most = max(most, goods_on_depot(state, depot))
    worth = weights[W_SHIP] + weights[W_GOODS] * most
    if goods_held(state) + most >= BLACK_TILE_GOODS:
        worth += weights[W_EXCHANGE]
    return worth


@rule
def building_worth(state, building, weights):
    """Return the worth of a building's advantage now."""
    worth = weights[W_BUILDING + building]
    if building == WATCHTOWER:
        return worth + gain_worth(state, WATCHTOWER_VP, weights)
    if building == WAREHOUSE:
        return worth * best_sale_worth(state, weights)
    if building == CARPENTER:
        return worth if granted_slots(state, CARPENTER_KINDS) != ZERO else 0.0
    if building == CHURCH:
        return worth if granted_slots(state, CHURCH_KINDS) != ZERO else 0.0
    if building == MARKET:
        return worth if granted_slots(state, MARKET_KINDS) != ZERO else 0.0
    if building == CITY_HALL:
        return worth if stored_tiles(state) > 1 else 0.0
    return worth


@rule
def stored_tiles(state):
    """Return how many tiles lie in storage."""
    n = 0
    for k in range(STORAGE):
        n += state.storage[0, k] != NO_TILE
    return n


@inlined
def effect_worth(state, tile, weights):
    """Return the worth of a tile's effect if it were placed now, apart from animals' VP."""
    kind = TILE_KIND[tile]
    if kind == BUILDING:
        return building_worth(state, tile - FIRST_BUILDING, weights)
    if kind == CASTLE:
        return weights[W_CASTLE]
    if kind == SHIP:
        return ship_worth(state, weights)
    if tile == TILE_MINE:
        return weights[W_MINE] * (PHASES - 1 - state.phase_no)
    if tile >= FIRST_SCORING_TILE:
        return gain_worth(state, tile_vp_now(state, tile), weights)
    if tile > KNOWLEDGE_BASE:
        return weights[W_RULE] * (ALL_ROUNDS - round_index(state)) / ALL_ROUNDS
    return 0.0


@inlined
def ground_worth(state, tile, space, weights):
    """Return the worth of a space for a tile: the space itself, and animals' VP."""
    worth = space_worth(state, space, weights)
    if TILE_KIND[tile] == ANIMAL:
        vp = animals_vp(state, 0, tile, region_at(state, 0, space))
        worth += gain_worth(state, vp, weights)
    return worth


@inlined
def best_ground_worth(state, tile, spaces, weights):
    """Return the worth of the best of some spaces for a tile."""
    best = 0.0
    while spaces != ZERO:
        best = max(best, ground_worth(state, tile, lowest(spaces), weights))
        spaces = without_lowest(spaces)
    return best


@rule
def spaces_to_spare(state, kind, stored_already):
    """Return how many empty spaces of a colour are left for one more tile of it, after the
    stored ones (`stored_already`: the tile in question is one of those)."""
    left = count(COLOUR[state.board[0], kind] & ~state.covered[0]) + stored_already
    for k in range(STORAGE):
        if state.storage[0, k] != NO_TILE and TILE_KIND[state.storage[0, k]] == kind:
            left -= 1
    return left


@rule
def has_home(state, tile):
    """Tell whether any empty space may ever take the tile: a city that has the same building
    may not."""
    kind = TILE_KIND[tile]
    if kind != BUILDING or owns(state, 0, K_SAME_BUILDING_TWICE):
        return True
    homes = COLOUR[state.board[0], BUILDING] & ~state.covered[0]
    return homes & ~state.city_has[0, tile - FIRST_BUILDING] != ZERO


@inlined
def later_worth(state, tile, stored_already, weights):
    """Return the worth of having a tile in storage; none if there will be no space for it."""
    if tile == BLACK_TILE:
        return weights[W_BLACK]
    kind = TILE_KIND[tile]
    spare = spaces_to_spare(state, kind, stored_already)
    if spare <= 0:
        return 0.0
    worth = weights[W_KIND + kind] * 2.0 / (1 + spare)
    spaces = open_spaces(state, 0, tile)
    if spaces == ZERO:
        return worth + weights[W_FAR] if has_home(state, tile) else 0.0
    worth += weights[W_PLACE] + best_ground_worth(state, tile, spaces, weights)
    worth += effect_worth(state, tile, weights) + colour_worth(state, kind, weights)
    return weights[W_TAKE] * worth * (1.0 - weights[W_LAST] / (ALL_ROUNDS - round_index(state)))


assert len(DEFAULTS) == WEIGHTS
