"""Merchant: ships for goods and for the turn order, and sales of many goods at once."""

from __future__ import annotations

from burgundy_lab.sim.board.tables import (
    FIRST_BUILDING,
    KNOWLEDGE_BASE,
    SHIP,
    WAREHOUSE,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.strategies.board.balanced import best_placing_of_kind, weighed_action
from burgundy_lab.strategies.board.parts import NO_ACTION
from burgundy_lab.strategies.board.worth import W_GOODS, leaning
from burgundy_lab.strategies.policy import policy


@rule
def ship_would_overtake(state, seat):
    """Tell whether a ship would take the seat past another on the turn order track."""
    for other in range(state.seats):
        ahead = state.track[other] - state.track[seat]
        if ahead == 1 or (ahead == 0 and state.height[other] > state.height[seat]):
            return True
    return False


@policy(
    game="board",
    summary="ships that overtake, goods by the stack, and first in turn order",
    weights=leaning(
        kinds={SHIP: 3.0},
        # Warehouses sell; more silver, workers and goods for sales and ships; VP for goods sold.
        tiles={
            FIRST_BUILDING + WAREHOUSE: 1.5,
            KNOWLEDGE_BASE + 3: 3.0,
            KNOWLEDGE_BASE + 4: 3.0,
            KNOWLEDGE_BASE + 5: 4.0,
            KNOWLEDGE_BASE + 15: 8.0,
            KNOWLEDGE_BASE + 25: 8.0,
        },
        weights={W_GOODS: 0.5},
    ),
)
def merchant(state, legal, rng, weights):
    """Place a ship at once when it overtakes another seat; else weigh, with ships dear.

    Idea: goods are VP and silver, and a ship placed after others have passed lands on top of
    them and makes its owner first. Source: a tournament winner's advice to sail after being
    overtaken, and the advice of several to be first when a phase begins. Loses against balanced and
    miner.
    """
    seat = state.seat
    if ship_would_overtake(state, seat):
        ship = best_placing_of_kind(state, legal, seat, SHIP, weights)
        if ship != NO_ACTION:
            return ship
    return weighed_action(state, legal, weights)
