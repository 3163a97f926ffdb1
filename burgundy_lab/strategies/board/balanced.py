"""Balanced: a sensible player who weighs regions, effects, money and time."""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.board.actions import ALL_DEPOTS, depots_of_ship
from burgundy_lab.sim.board.estates import MOST_STEPS, NEIGHBOURS, SPACE_NUMBER
from burgundy_lab.sim.board.readers import free_step, free_storage, free_take_step, tile_at
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
    NO_TILE,
    PLACES,
    PURCHASE_SILVER,
    STORAGE,
    TILE_KIND,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import asked_now, subject_now
from burgundy_lab.sim.sets import ZERO, has, lowest, without_lowest
from burgundy_lab.strategies.board.parts import (
    NO_ACTION,
    cheapest,
    choice_of,
    choices,
    purchase_of,
    purchases,
    targets,
)
from burgundy_lab.strategies.board.worth import (
    DEFAULTS,
    W_AT_ONCE,
    goods_worth,
    new_tile_worth,
    placing_worth,
    region_worth,
    sale_worth,
    silver_worth,
    space_worth,
    stored_worth,
    worker_worth,
    workers_worth,
)
from burgundy_lab.strategies.policy import policy

NOTHING = -np.inf  # worth of an action that is not there


# Each `best_...` starts from the best action found so far and its worth, and returns the better.
# What an action costs is looked up only if its worth before costs is enough.

# --- answers to questions --------------------------------------------------------------------


@rule
def best_answer(state, legal, seat, weights, best, best_worth):
    """Look at the answers to a question, or the end of the turn."""
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
        n, depots = 0, subject_now(state) & ALL_DEPOTS
        while depots != ZERO:
            n += state.depot_goods[lowest(depots), choice - C_GOODS]
            depots = without_lowest(depots)
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


# --- die actions -----------------------------------------------------------------------------


@rule
def best_placing(state, legal, seat, weights, best, best_worth):
    """Look at all placings, with the workers they cost."""
    for k in range(STORAGE):
        best, best_worth = best_placing_of(state, legal, seat, k, weights, best, best_worth)
    return best, best_worth


@rule
def best_placing_of_kind(state, legal, seat, kind, weights):
    """Return the best placing of a tile of this kind, NO_ACTION if there is none."""
    best, best_worth = NO_ACTION, NOTHING
    for k in range(STORAGE):
        tile = state.storage[seat, k]
        if tile != NO_TILE and TILE_KIND[tile] == kind:
            best, best_worth = best_placing_of(state, legal, seat, k, weights, best, best_worth)
    return best


@rule
def best_placing_of(state, legal, seat, k, weights, best, best_worth):
    """Look at the placings of the tile in one storage space."""
    left = targets(legal, W_PLACE + k)
    if left == ZERO:
        return best, best_worth
    worker = worker_worth(state, weights)
    tile = state.storage[seat, k]
    common = placing_worth(state, seat, tile, weights)
    free = free_step(state, seat, TILE_KIND[tile])
    while left != ZERO:
        space = lowest(left)
        left = without_lowest(left)
        worth = common + space_worth(state, seat, tile, space, weights)
        if worth > best_worth:
            number = SPACE_NUMBER[state.board[seat], space]
            action, workers = cheapest(state, legal, seat, W_PLACE + k, space, number, free)
            if worth - workers * worker > best_worth:
                best, best_worth = action, worth - workers * worker
    return best, best_worth


@rule
def best_sale(state, legal, seat, weights, best, best_worth):
    """Look at all sales, with the workers they cost, and at taking workers."""
    worker = worker_worth(state, weights)
    left = targets(legal, W_SELL)
    while left != ZERO:
        target = lowest(left)
        left = without_lowest(left)
        number, free = target + 1, 0
        if target == BIT_WORKERS:  # any die will do
            number, free = 1, MOST_STEPS
            worth = workers_worth(state, seat, weights)
        else:
            worth = sale_worth(state, seat, target, weights)
        if worth > best_worth:
            action, workers = cheapest(state, legal, seat, W_SELL, target, number, free)
            if worth - workers * worker > best_worth:
                best, best_worth = action, worth - workers * worker
    return best, best_worth


# --- tiles for the storage -------------------------------------------------------------------


@rule
def best_new_tile(state, legal, seat, weights, best, best_worth):
    """Look at takes and purchases with what they cost; at none while storage is full, since a
    tile would be thrown away for it."""
    taken, bought = targets(legal, W_TAKE), purchases(legal)
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


# --- the whole -------------------------------------------------------------------------------


@rule
def weighed_action(state, legal, weights):
    """Return the action of most worth by the judgements of `worth` with these weights."""
    seat = state.seat
    if asked_now(state) == Q_START_CASTLE:
        return best_start_castle(state, legal, seat, weights)
    best, worth = best_placing(state, legal, seat, weights, NO_ACTION, NOTHING)
    if worth < weights[W_AT_ONCE]:
        best, worth = best_sale(state, legal, seat, weights, best, worth)
        best, worth = best_answer(state, legal, seat, weights, best, worth)
        best, worth = best_new_tile(state, legal, seat, weights, best, worth)
    return best


@policy(
    game="board",
    summary="weighs every action: regions soon done, effects, money, time",
    weights=DEFAULTS,
)
def balanced(state, legal, rng, weights):
    """Take the action of most worth by the judgements of `worth`.

    Idea: points now and soon, with small regions first, purchases from the black depot, and
    workers where they save an action. Source: published advice (small regions in the first
    phases, mines and castles early), weights tuned by self-play. Loses against
    planner by far.
    """
    return weighed_action(state, legal, weights)
