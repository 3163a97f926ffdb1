"""Filler: covers spaces, keeps the frontier open, times the target."""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.board.actions import depots_of_ship
from burgundy_lab.sim.board.estates import COLOUR, FIRST_SIDE, MOST_STEPS, SIDE_IDS, SPACE_NUMBER
from burgundy_lab.sim.board.readers import free_step, free_storage, free_take_step, tile_at
from burgundy_lab.sim.board.state import (
    BIT_WORKERS,
    BUY_DEPOT,
    C_DISCARD,
    C_GOODS,
    C_PAYMENT,
    C_SHIP,
    Q_DISCARD,
    Q_PAYMENT,
    Q_SHIP,
    Q_START_CASTLE,
    W_PLACE,
    W_SELL,
    W_TAKE,
)
from burgundy_lab.sim.board.tables import (
    CASTLE,
    PLACES,
    PURCHASE_SILVER,
    STORAGE,
    TILE_KIND,
)
from burgundy_lab.sim.jit import inlined, rule
from burgundy_lab.sim.legal import next_action, number_of_actions
from burgundy_lab.sim.questions import asked_now
from burgundy_lab.sim.sets import ZERO, count, has, lowest, without_lowest
from burgundy_lab.sim.solo.state import (
    C_EXCHANGE,
    C_STEP,
    GIFT_PLACES,
    Q_BUY_VP,
    Q_COLOUR,
    Q_EXCHANGE,
    Q_GIVE_GOODS,
    Q_STEPS,
    VP_SILVER,
    W_GIFT,
    W_VP,
)
from burgundy_lab.strategies.board.parts import (
    NO_ACTION,
    cheapest,
    choice_of,
    choices,
    purchase_of,
    purchases,
    targets,
)
from burgundy_lab.strategies.policy import policy
from burgundy_lab.strategies.solo import worth as w
from burgundy_lab.strategies.solo.worth import (
    colour_worth,
    effect_worth,
    goods_on_depot,
    ground_worth,
    later_worth,
    sale_worth,
    worker_worth,
    workers_worth,
)

NOTHING = -np.inf  # worth of an action that is not there
SIDE_COUNT = len(SIDE_IDS)


# --- answers to questions -------------------------------------------------------------------------


@inlined
def best_answer(state, legal, best, best_worth, weights):
    """Return the best answer to a question, or the end of the turn, and its worth; or the best
    action so far, if none is worth more."""
    question = asked_now(state)
    left = choices(legal)
    while left != ZERO:
        choice = lowest(left)
        left = without_lowest(left)
        worth = answer_worth(state, question, choice, weights)
        if worth > best_worth:
            best, best_worth = choice_of(choice), worth
    return best, best_worth


@rule
def answer_worth(state, question, choice, weights):
    """Return the worth of an answer; declining or ending the turn is 0."""
    if question == Q_STEPS:
        return weights[w.W_STEP + choice - C_STEP]
    if question == Q_SHIP:
        n, left = 0, depots_of_ship(choice - C_SHIP)
        while left != ZERO:
            n += goods_on_depot(state, lowest(left))
            left = without_lowest(left)
        return float(n)
    if question == Q_DISCARD:
        return -later_worth(state, state.storage[0, choice - C_DISCARD], 1, weights)
    if question == Q_PAYMENT:
        return (weights[w.W_SILVER] - worker_worth(state, weights)) * (choice - C_PAYMENT)
    if question == Q_GIVE_GOODS:
        return float(-state.goods[0, choice - C_GOODS])
    if question == Q_EXCHANGE and choice >= C_EXCHANGE:
        lost = later_worth(state, state.black[choice - C_EXCHANGE], 0, weights)
        return weights[w.W_EXCHANGE] - weights[w.W_DISCARD] * lost
    return 0.0


@rule
def vp_to_buy(state, weights):
    """Return how many VP to buy: exactly those missing to the target, if its action is worth
    the Silverlings."""
    missing = state.target - state.counter
    price = missing * VP_SILVER
    affordable = price <= state.silver[0] and price * weights[w.W_SILVER] < weights[w.W_FREE]
    return missing if affordable else 0


@rule
def best_start(state, legal, weights):
    """Return the action that lays the start castle on the castle space that is liked best."""
    row = state.board[0]
    side = (row - FIRST_SIDE) % SIDE_COUNT
    castles = COLOUR[row, CASTLE]
    best, best_worth, k = NO_ACTION, NOTHING, 0
    left = targets(legal, W_PLACE) & castles
    while left != ZERO:
        space = lowest(left)
        left = without_lowest(left)
        liked = weights[w.W_START + 4 * side + k]
        if liked > best_worth:
            best_worth = liked
            best, _ = cheapest(state, legal, 0, W_PLACE, space, 0, 0)
        k += 1
    return best


# --- placing --------------------------------------------------------------------------------------


@rule
def best_gift(state, legal, weights):
    """Return the best placing of a black depot tile for a completed colour, and its worth."""
    best, best_worth = NO_ACTION, NOTHING
    for place in range(GIFT_PLACES):
        left = legal[W_GIFT + place]
        if left == ZERO:
            continue
        tile = state.black[place]
        common = effect_worth(state, tile, weights)
        common += colour_worth(state, TILE_KIND[tile], weights)
        while left != ZERO:
            space = lowest(left)
            left = without_lowest(left)
            worth = common + ground_worth(state, tile, space, weights)
            if worth > best_worth:
                best, best_worth = 64 * (W_GIFT + place) + space, worth
    return best, best_worth


@inlined
def best_placing(state, legal, weights):
    """Return the placing of most worth after the workers it costs, and that worth."""
    worker = worker_worth(state, weights)
    best, best_worth = NO_ACTION, NOTHING
    for k in range(STORAGE):
        left = targets(legal, W_PLACE + k)
        if left == ZERO:
            continue
        tile = state.storage[0, k]
        kind = TILE_KIND[tile]
        common = weights[w.W_PLACE] + effect_worth(state, tile, weights)
        common += colour_worth(state, kind, weights)
        free = free_step(state, 0, kind)
        while left != ZERO:
            space = lowest(left)
            left = without_lowest(left)
            worth = common + ground_worth(state, tile, space, weights)
            if worth > best_worth:  # before workers, which only cost
                number = SPACE_NUMBER[state.board[0], space]
                action, workers = cheapest(state, legal, 0, W_PLACE + k, space, number, free)
                worth -= workers * worker
                if worth > best_worth:
                    best, best_worth = action, worth
    return best, best_worth


# --- tiles for the storage, sales, workers --------------------------------------------------------


@rule
def worst_stored(state, weights):
    """Return what it costs to push out the stored tile of least worth."""
    least = -NOTHING
    for k in range(STORAGE):
        least = min(least, later_worth(state, state.storage[0, k], 1, weights))
    return weights[w.W_DISCARD] + least


@inlined
def best_new_tile(state, legal, best, best_worth, weights):
    """Return the take or purchase of most worth after what it costs, and that worth; or the best
    action so far, if none is worth more."""
    taken, bought = targets(legal, W_TAKE), purchases(legal)
    sources = bought | taken << BUY_DEPOT
    if sources == ZERO:
        return best, best_worth
    worker = worker_worth(state, weights)
    has_room = free_storage(state, 0) < STORAGE
    lost, is_known = 0.0, has_room
    if not has_room:
        lost = weights[w.W_DISCARD]  # at least; the tile pushed out is looked at when it matters
    price = PURCHASE_SILVER * weights[w.W_SILVER] + weights[w.W_BUY]
    free = free_take_step(state, 0)
    while sources != ZERO:
        source = lowest(sources)
        sources = without_lowest(sources)
        worth = later_worth(state, tile_at(state, source), 0, weights)
        if not is_known and worth - lost > best_worth:
            lost, is_known = worst_stored(state, weights), True
        worth -= lost
        if has(bought, source) and worth - price > best_worth:
            best, best_worth = purchase_of(source), worth - price
        if source >= BUY_DEPOT and worth > best_worth:
            slot = source - BUY_DEPOT
            number = slot // PLACES + 1
            action, workers = cheapest(state, legal, 0, W_TAKE, slot, number, free)
            if action != NO_ACTION and worth - workers * worker > best_worth:
                best, best_worth = action, worth - workers * worker
    return best, best_worth


@inlined
def best_sale(state, legal, best, best_worth, weights):
    """Return the best sale, or taking workers, and its worth after the workers it costs; or the
    best action so far, if none is worth more."""
    left = targets(legal, W_SELL)
    while left != ZERO:
        target = lowest(left)
        left = without_lowest(left)
        if target == BIT_WORKERS:
            worth = workers_worth(state, weights)
            if worth > best_worth:
                best, _ = cheapest(state, legal, 0, W_SELL, target, 0, MOST_STEPS)
                best_worth = worth
            continue
        worth = sale_worth(state, target, weights)
        if worth > best_worth:
            action, workers = cheapest(state, legal, 0, W_SELL, target, target + 1, 0)
            worth -= workers * worker_worth(state, weights)
            if worth > best_worth:
                best, best_worth = action, worth
    return best, best_worth


@policy(
    game="solo",
    summary="fills the board: spaces first, an open frontier, the target in time",
    weights=w.DEFAULTS,
)
def filler(state, legal, rng, weights):
    """Take the action of most worth, counted in die actions saved or spared.

    Idea: every space needs a tile and a die, so free actions decide: regions early for VP,
    the target reached exactly, Silverlings for purchases, colours for free tiles. Source: the
    arithmetic of 50 dice and 36 spaces; weights tuned by play. Loses against players who plan
    which numbers will be needed at the end.
    """
    question = asked_now(state)
    if question == Q_BUY_VP:
        return 64 * W_VP + vp_to_buy(state, weights)
    if question == Q_START_CASTLE:
        return best_start(state, legal, weights)
    best, best_worth = NO_ACTION, NOTHING
    if question == Q_COLOUR:
        best, best_worth = best_gift(state, legal, weights)
    elif count(choices(legal)) < number_of_actions(legal):  # else there are only answers
        best, best_worth = best_placing(state, legal, weights)
        if best_worth >= weights[w.W_AT_ONCE]:
            return best
        best, best_worth = best_new_tile(state, legal, best, best_worth, weights)
        best, best_worth = best_sale(state, legal, best, best_worth, weights)
    best, _ = best_answer(state, legal, best, best_worth, weights)
    return best if best != NO_ACTION else next_action(legal, NO_ACTION)
