"""Balanced: a sensible player who weighs regions, effects, money and time."""

from __future__ import annotations

from burgundy_lab.sim.board.actions import depots_of_ship
from burgundy_lab.sim.board.estates import MOST_STEPS, NEIGHBOURS, SPACE_NUMBER
from burgundy_lab.sim.board.readers import (
    asked_now,
    free_step,
    free_storage,
    free_take_step,
)
from burgundy_lab.sim.board.state import (
    BIT_WORKERS,
    BUY_DEPOT,
    C_DISCARD,
    C_GOODS,
    C_PAYMENT,
    C_SHIP,
    Q_DISCARD,
    Q_GOODS,
    Q_PAYMENT,
    Q_SHIP,
    Q_START_CASTLE,
    W_PLACE,
    W_SELL,
    W_TAKE,
)
from burgundy_lab.sim.board.tables import (
    PLACES,
    PURCHASE_SILVER,
    STORAGE,
    TILE_KIND,
    TILE_SHIP,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.legal import next_action
from burgundy_lab.sim.sets import ZERO, has, lowest, without_lowest
from burgundy_lab.strategies.board.parts import (
    NO_ACTION,
    cheapest,
    choice_of,
    choices,
    purchase_of,
    purchases,
    targets,
    tile_at,
)
from burgundy_lab.strategies.board.worth import (
    DEFAULTS,
    W_AT_ONCE,
    best_goods_worth,
    colour_worth,
    goods_worth,
    ground_worth,
    new_tile_worth,
    region_worth,
    sale_worth,
    silver_worth,
    stored_worth,
    tile_value,
    worker_worth,
    workers_worth,
)
from burgundy_lab.strategies.policy import policy

NOTHING = -1000.0  # worth of an action that is not there


# --- answers to questions -----------------------------------------------------------------------


@rule
def best_answer(state, legal, seat, weights):
    """Return the best answer to a question, or the end of the turn, and its worth."""
    best, best_worth = NO_ACTION, NOTHING
    left = choices(legal)
    while left != ZERO:
        choice = lowest(left)
        left = without_lowest(left)
        worth = answer_worth(state, seat, choice, weights)
        if worth > best_worth:
            best, best_worth = choice_of(choice), worth
    return best, best_worth


@rule
def answer_worth(state, seat, choice, weights):
    """Return the worth of an answer to an effect's question; declining or ending is 0."""
    question = asked_now(state)
    if question == Q_SHIP:
        return goods_worth(state, seat, depots_of_ship(choice - C_SHIP), weights)
    if question == Q_GOODS:
        n = 0
        for depot in range(6):
            n += state.depot_goods[depot, choice - C_GOODS]
        return float(n)
    if question == Q_DISCARD:
        return -stored_worth(state, seat, state.storage[seat, choice - C_DISCARD], weights)
    if question == Q_PAYMENT:
        saved = silver_worth(state, weights) - worker_worth(state, weights)
        return saved * (choice - C_PAYMENT)
    return 0.0


@rule
def best_start_castle(state, legal, seat, weights):
    """Return the action that lays the start castle where the spaces around are worth most."""
    best, best_worth = NO_ACTION, NOTHING
    left = targets(legal, W_PLACE)
    while left != ZERO:
        space = lowest(left)
        left = without_lowest(left)
        worth, around = 0.0, NEIGHBOURS[state.board[seat], space]
        while around != ZERO:
            worth += region_worth(state, seat, lowest(around), weights)
            around = without_lowest(around)
        if worth > best_worth:
            best_worth = worth
            best, _ = cheapest(state, legal, seat, W_PLACE, space, 0, 0)
    return best


# --- die actions --------------------------------------------------------------------------------


@rule
def best_placing(state, legal, seat, weights):
    """Return the placing of most worth after the workers it costs, and that worth."""
    worker = worker_worth(state, weights)
    best, best_worth = NO_ACTION, NOTHING
    for k in range(STORAGE):
        left = targets(legal, W_PLACE + k)
        if left == ZERO:
            continue
        tile = state.storage[seat, k]
        common = tile_value(state, seat, tile, weights)
        if tile == TILE_SHIP:
            common += best_goods_worth(state, seat, weights)
        common += colour_worth(state, seat, TILE_KIND[tile], weights)
        free = free_step(state, seat, TILE_KIND[tile])
        while left != ZERO:
            space = lowest(left)
            left = without_lowest(left)
            number = SPACE_NUMBER[state.board[seat], space]
            action, workers = cheapest(state, legal, seat, W_PLACE + k, space, number, free)
            ground = ground_worth(state, seat, tile, space, weights)
            worth = common + ground - workers * worker
            if worth > best_worth:
                best, best_worth = action, worth
    return best, best_worth


@rule
def best_sale(state, legal, seat, weights):
    """Return the best sale, or taking workers, and its worth after the workers it costs."""
    worker = worker_worth(state, weights)
    best, best_worth = NO_ACTION, NOTHING
    left = targets(legal, W_SELL)
    while left != ZERO:
        target = lowest(left)
        left = without_lowest(left)
        if target == BIT_WORKERS:
            action, workers = cheapest(state, legal, seat, W_SELL, target, 0, MOST_STEPS)
            worth = workers_worth(state, seat, weights)
        else:
            action, workers = cheapest(state, legal, seat, W_SELL, target, target + 1, 0)
            worth = sale_worth(state, seat, target, weights) - workers * worker
        if worth > best_worth:
            best, best_worth = action, worth
    return best, best_worth


# --- tiles for the storage ----------------------------------------------------------------------


@rule
def best_new_tile(state, legal, seat, weights):
    """Return the take or purchase of most worth after what it costs, and that worth; none
    while storage is full, since a tile would be thrown away for it."""
    taken, bought = targets(legal, W_TAKE), purchases(legal)
    best, best_worth = NO_ACTION, NOTHING
    if free_storage(state, seat) == STORAGE:
        return best, best_worth
    worker = worker_worth(state, weights)
    price = PURCHASE_SILVER * silver_worth(state, weights)
    free = free_take_step(state, seat)
    sources = bought | taken << BUY_DEPOT
    while sources != ZERO:
        source = lowest(sources)
        sources = without_lowest(sources)
        worth = new_tile_worth(state, seat, tile_at(state, source), weights)
        if has(bought, source) and worth - price > best_worth:
            best, best_worth = purchase_of(source), worth - price
        if source >= BUY_DEPOT and worth > best_worth:
            slot = source - BUY_DEPOT
            number = slot // PLACES + 1
            action, workers = cheapest(state, legal, seat, W_TAKE, slot, number, free)
            if action != NO_ACTION and worth - workers * worker > best_worth:
                best, best_worth = action, worth - workers * worker
    return best, best_worth


@policy(
    game="board",
    summary="weighs every action: regions soon done, effects, money, time",
    weights=DEFAULTS,
)
def balanced(state, legal, rng, weights):
    """Take the action of most worth by the judgements of `worth`.

    Idea: points now and soon, with small regions first, purchases from the black depot, and
    workers where they save an action. Source: published advice (small regions in the first
    phases, mines and castles early), weights tuned by self-play. Loses against players who
    plan a whole turn.
    """
    seat = state.seat
    if asked_now(state) == Q_START_CASTLE:
        return best_start_castle(state, legal, seat, weights)
    best, best_worth = best_placing(state, legal, seat, weights)
    if best_worth >= weights[W_AT_ONCE]:
        return best
    action, worth = best_new_tile(state, legal, seat, weights)
    if worth > best_worth:
        best, best_worth = action, worth
    action, worth = best_sale(state, legal, seat, weights)
    if worth > best_worth:
        best, best_worth = action, worth
    action, worth = best_answer(state, legal, seat, weights)
    if worth > best_worth:
        best, best_worth = action, worth
    # A grant of tiles without use leaves only declining; a castle always has an action.
    return best if best != NO_ACTION else next_action(legal, NO_ACTION)
