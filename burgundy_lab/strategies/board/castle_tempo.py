"""Castle tempo: castles, and all else that gives more than two actions in a turn."""

from __future__ import annotations

from burgundy_lab.sim.board.tables import (
    CASTLE,
    CHURCH,
    CITY_HALL,
    FIRST_BUILDING,
)
from burgundy_lab.strategies.board.balanced import best_placing_of_kind, weighed_action
from burgundy_lab.strategies.board.parts import NO_ACTION
from burgundy_lab.strategies.board.worth import leaning
from burgundy_lab.strategies.policy import policy


@policy(
    game="board",
    summary="castles at once, for an extra action with any number",
    weights=leaning(
        kinds={CASTLE: 4.0},
        # City halls place a second tile, churches take castles.
        tiles={FIRST_BUILDING + CITY_HALL: 2.0, FIRST_BUILDING + CHURCH: 1.0},
    ),
)
def castle_tempo(state, legal, rng, weights):
    """Place a castle whenever one can be placed; else weigh, with castles dear.

    Idea: a castle gives back the action it took, with any number, so whoever has more castles
    has more actions. Source: a tournament winner's advice of mines and castles early. Loses
    against miner.
    """
    castle = best_placing_of_kind(state, legal, state.seat, CASTLE, weights)
    return castle if castle != NO_ACTION else weighed_action(state, legal, weights)
