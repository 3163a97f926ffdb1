"""Builder: cities, and buildings whose effect saves a die action."""

from __future__ import annotations

from burgundy_lab.sim.board.advantages import (
    CARPENTER_KINDS,
    CHURCH_KINDS,
    MARKET_KINDS,
    granted_slots,
)
from burgundy_lab.sim.board.readers import held_goods
from burgundy_lab.sim.board.tables import (
    BUILDING,
    CARPENTER,
    CHURCH,
    FIRST_BUILDING,
    KNOWLEDGE_BASE,
    MARKET,
    STORAGE,
    WAREHOUSE,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import ZERO
from burgundy_lab.strategies.board.balanced import NOTHING, best_placing_of, weighed_action
from burgundy_lab.strategies.board.parts import NO_ACTION
from burgundy_lab.strategies.board.worth import W_PAID, leaning
from burgundy_lab.strategies.policy import policy


@rule
def brings_an_action(state, seat, tile):
    """Tell whether a building's effect stands for an action of a die, and finds something now:
    a tile to take, or goods to sell."""
    building = tile - FIRST_BUILDING
    if building == CARPENTER:
        return granted_slots(state, CARPENTER_KINDS) != ZERO
    if building == CHURCH:
        return granted_slots(state, CHURCH_KINDS) != ZERO
    if building == MARKET:
        return granted_slots(state, MARKET_KINDS) != ZERO
    return building == WAREHOUSE and held_goods(state, seat) != ZERO


@policy(
    game="board",
    summary="buildings first, above all those that bring another action",
    weights=leaning(
        kinds={BUILDING: 1.5},
        # The same building twice in a city; a free step to place one; VP for each building.
        tiles={KNOWLEDGE_BASE + n: 2.0 for n in (1, 9, *range(16, 24))},
        weights={W_PAID: 1.0},
    ),
)
def builder(state, legal, rng, weights):
    """Place a building that brings another action at once; else weigh, with buildings dear.

    Idea: cities are the largest colour, and carpenter, church, market and warehouse give back
    the action that placing them took. Source: guides to the buildings that count actions
    saved. Loses against balanced and miner.
    """
    seat = state.seat
    best, worth = NO_ACTION, NOTHING
    for k in range(STORAGE):
        if brings_an_action(state, seat, state.storage[seat, k]):
            best, worth = best_placing_of(state, legal, seat, k, weights, best, worth)
    return best if best != NO_ACTION else weighed_action(state, legal, weights)
