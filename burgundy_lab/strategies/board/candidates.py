"""The few most promising actions of a position, best first, judged quickly by `worth`.

They are listed on a level: what a search keeps for one decision of a line of play.
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.board.estates import COLOUR, DISTANCE, SPACE_KIND, SPACE_NUMBER
from burgundy_lab.sim.board.readers import (
    free_step,
    free_storage,
    free_take_step,
    open_spaces,
    tile_at,
    workers_needed,
)
from burgundy_lab.sim.board.state import (
    ANY_NUMBER,
    BIT_WORKERS,
    BUY_DEPOT,
    DICE,
    W_PLACE,
    W_SELL,
    W_TAKE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    BUILDING,
    KINDS,
    NO_TILE,
    PLACES,
    PURCHASE_SILVER,
    STORAGE,
    TILE_KIND,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import ZERO, count, has, lowest, without_lowest
from burgundy_lab.strategies.board.balanced import answer_worth
from burgundy_lab.strategies.board.parts import (
    choice_of,
    choices,
    purchase_of,
    purchases,
    targets,
)
from burgundy_lab.strategies.board.worth import (
    W_LATER,
    best_ground_worth,
    placing_worth,
    region_worth,
    sale_worth,
    silver_worth,
    space_worth,
    stored_worth,
    tile_value,
    worker_worth,
    workers_worth,
)

MOST_WIDTH = 24  # candidates, and actions that rest
NO_GROUND = -1.0
LEVEL = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("width", "i8"),  # candidates wanted
                ("found", "i8"),  # candidates there are
                ("actions", "i8", (MOST_WIDTH,)),  # the first `found`, best first
                ("worths", "f8", (MOST_WIDTH,)),  # of these
                ("tried", "i8"),  # candidates looked at already
                ("rests", "i8"),  # actions that rest: another line covers them
                ("resting", "i8", (MOST_WIDTH,)),  # the first `rests`
                ("grounds", "f8", (KINDS,)),  # best open ground by kind, NO_GROUND if no room
            ],
            align=True,
        ),
    )
)


@rule
def list_candidates(state, legal, seat, weights, level):
    """List the most promising actions, in falling order. level: a LEVEL with its width."""
    level.found = 0
    add_placings(state, legal, seat, weights, level)
    add_sales(state, legal, seat, weights, level)
    add_new_tiles(state, legal, seat, weights, level)
    left = choices(legal)
    while left != ZERO:
        choice = lowest(left)
        left = without_lowest(left)
        insert(level, choice_of(choice), answer_worth(state, seat, choice, weights))


@rule
def may_enter(level, worth):
    """Tell whether an action of this worth would be among the best."""
    return level.found < level.width or worth > level.worths[level.found - 1]


@rule
def insert(level, action, worth):
    """Put an action in its place if it is among the best; of equals the first stays ahead."""
    if not may_enter(level, worth):
        return
    k = min(level.found, level.width - 1)
    while k > 0 and level.worths[k - 1] < worth:
        level.actions[k], level.worths[k] = level.actions[k - 1], level.worths[k - 1]
        k -= 1
    level.actions[k], level.worths[k] = action, worth
    level.found = min(level.found + 1, level.width)


@rule
def insert_by_dice(state, legal, seat, level, what, target, number, free, worth, worker):
    """Put in the ways to do one thing: by the die that takes fewer workers, by both if equal,
    or by an effect that needs no number. `worker`: worth of one."""
    if has(legal[WORDS_PER_DIE * ANY_NUMBER + what], target):
        insert(level, 64 * (WORDS_PER_DIE * ANY_NUMBER + what) + target, worth)
        return
    first = workers_of(state, legal, seat, 0, what, target, number, free)
    second = workers_of(state, legal, seat, 1, what, target, number, free)
    if first <= second:
        insert(level, 64 * what + target, worth - first * worker)
    if second <= first:
        insert(level, 64 * (WORDS_PER_DIE + what) + target, worth - second * worker)


@rule
def workers_of(state, legal, seat, d, what, target, number, free):
    """Return the workers an action takes with a die; very many if it is not legal."""
    if not has(legal[WORDS_PER_DIE * d + what], target):
        return 1000
    return workers_needed(state, seat, DISTANCE[state.dice[seat, d], number], free)


@rule
def add_placings(state, legal, seat, weights, level):
    """Put in placings."""
    worker = worker_worth(state, weights)
    for k in range(STORAGE):
        left = targets(legal, W_PLACE + k)
        if left == ZERO:
            continue
        tile = state.storage[seat, k]
        kind = TILE_KIND[tile]
        common = placing_worth(state, seat, tile, weights)
        free = free_step(state, seat, kind)
        while left != ZERO:
            space = lowest(left)
            left = without_lowest(left)
            worth = common + space_worth(state, seat, tile, space, weights)
            if may_enter(level, worth):
                number = SPACE_NUMBER[state.board[seat], space]
                insert_by_dice(
                    state, legal, seat, level, W_PLACE + k, space, number, free, worth, worker
                )


@rule
def add_sales(state, legal, seat, weights, level):
    """Put in sales and the taking of workers, for which any die will do."""
    worker = worker_worth(state, weights)
    left = targets(legal, W_SELL)
    while left != ZERO:
        target = lowest(left)
        left = without_lowest(left)
        if target == BIT_WORKERS:
            for d in range(DICE + 1):
                if has(legal[WORDS_PER_DIE * d + W_SELL], target):
                    action = 64 * (WORDS_PER_DIE * d + W_SELL) + target
                    insert(level, action, workers_worth(state, seat, weights))
        else:
            worth = sale_worth(state, seat, target, weights)
            insert_by_dice(state, legal, seat, level, W_SELL, target, target + 1, 0, worth, worker)


@rule
def add_new_tiles(state, legal, seat, weights, level):
    """Put in takes and purchases, less what the tile thrown away for it is worth if storage is
    full."""
    taken, bought = targets(legal, W_TAKE), purchases(legal)
    sources = bought | taken << BUY_DEPOT
    if sources == ZERO:
        return
    thrown = least_stored(state, seat, weights)
    fill_grounds(state, seat, weights, level)
    worker = worker_worth(state, weights)
    price = PURCHASE_SILVER * silver_worth(state, weights)
    free = free_take_step(state, seat)
    while sources != ZERO:
        source = lowest(sources)
        sources = without_lowest(sources)
        worth = tile_worth(state, seat, tile_at(state, source), weights, level) - thrown
        if has(bought, source):
            insert(level, purchase_of(source), worth - price)
        if source >= BUY_DEPOT and may_enter(level, worth):
            slot = source - BUY_DEPOT
            if has(taken, slot):
                number = slot // PLACES + 1
                insert_by_dice(state, legal, seat, level, W_TAKE, slot, number, free, worth, worker)


@rule
def fill_grounds(state, seat, weights, level):
    """Fill the worth of the best open ground of each kind; none where the stored tiles need
    all of it."""
    row = state.board[seat]
    for kind in range(KINDS):
        level.grounds[kind] = NO_GROUND
    left = state.frontier[seat]
    for kind in range(KINDS):
        spaces = state.frontier[seat] & COLOUR[row, kind]
        if spaces != ZERO and count(spaces) <= stored_of_kind(state, seat, kind):
            left &= ~spaces
    while left != ZERO:
        space = lowest(left)
        left = without_lowest(left)
        kind = SPACE_KIND[row, space]
        worth = region_worth(state, seat, space, weights)
        level.grounds[kind] = max(level.grounds[kind], worth)


@rule
def stored_of_kind(state, seat, kind):
    """Return how many stored tiles are of a kind."""
    n = 0
    for k in range(STORAGE):
        tile = state.storage[seat, k]
        if tile != NO_TILE and TILE_KIND[tile] == kind:
            n += 1
    return n


@rule
def tile_worth(state, seat, tile, weights, level):
    """Return the worth of a tile that would come to storage, by the grounds of the level."""
    kind = TILE_KIND[tile]
    ground = level.grounds[kind]
    if ground == NO_GROUND:
        return 0.0
    if kind == ANIMAL or kind == BUILDING:
        spaces = open_spaces(state, seat, tile)
        if spaces == ZERO:
            return 0.0
        if kind == ANIMAL:
            ground = best_ground_worth(state, seat, tile, spaces, weights)
    return weights[W_LATER] * (ground + tile_value(state, seat, tile, weights))


@rule
def least_stored(state, seat, weights):
    """Return the worth of the tile that makes room for another: 0 while there is room."""
    if free_storage(state, seat) != STORAGE:
        return 0.0
    least = stored_worth(state, seat, state.storage[seat, 0], weights)
    for k in range(1, STORAGE):
        least = min(least, stored_worth(state, seat, state.storage[seat, k], weights))
    return least
