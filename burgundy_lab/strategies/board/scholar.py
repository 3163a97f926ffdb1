"""Scholar: knowledge tiles, early for what they give and late for what they pay."""

from __future__ import annotations

from burgundy_lab.sim.board.tables import CHURCH, FIRST_BUILDING, KNOWLEDGE, KNOWLEDGE_BASE
from burgundy_lab.strategies.board.balanced import weighed_action
from burgundy_lab.strategies.board.worth import W_PAID, leaning
from burgundy_lab.strategies.policy import policy


@policy(
    game="board",
    summary="knowledge tiles first: helpers early, those that pay at the end later",
    weights=leaning(
        kinds={KNOWLEDGE: 2.0},
        tiles={
            FIRST_BUILDING + CHURCH: 1.5,  # takes a knowledge tile
            KNOWLEDGE_BASE + 11: 1.0,  # a free step to place one
            **{KNOWLEDGE_BASE + n: 2.0 for n in range(15, 27)},
        },
        weights={W_PAID: 1.0},
    ),
)
def scholar(state, legal, rng, weights):
    """Take and place knowledge tiles before anything of like worth.

    Idea: half of them help all game long, the other half pay up to 4 VP for each building,
    species or sale; few players take many, so there are always some left. Source: guides that
    rate the tiles one by one. Loses against balanced and miner.
    """
    return weighed_action(state, legal, weights)
