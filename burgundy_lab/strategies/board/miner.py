"""Miner: mines early for silver each phase, silver for a purchase each turn."""

from __future__ import annotations

from burgundy_lab.sim.board.tables import BANK, FIRST_BUILDING, KNOWLEDGE_BASE, MINE
from burgundy_lab.strategies.board.balanced import weighed_action
from burgundy_lab.strategies.board.worth import W_SALE, W_SILVER, leaning
from burgundy_lab.strategies.policy import policy


@policy(
    game="board",
    summary="mines early, and their silver into purchases",
    weights=leaning(
        kinds={MINE: 6.0},
        # Banks pay too; knowledge tiles: workers for mines, more silver for sales, purchases
        # from any depot, silver with workers.
        tiles={
            FIRST_BUILDING + BANK: 4.0,
            KNOWLEDGE_BASE + 2: 4.0,
            KNOWLEDGE_BASE + 3: 4.0,
            KNOWLEDGE_BASE + 6: 8.0,
            KNOWLEDGE_BASE + 13: 4.0,
        },
        weights={W_SILVER: 0.6, W_SALE: 1.3},
    ),
)
def miner(state, legal, rng, weights):
    """Cover mine spaces as early as can be, and spend silver on any tile of use.

    Idea: a mine brings a Silverling at the end of each phase, a sale one at once, and two of
    them are a tile without a die. Source: a tournament winner's advice of mines and castles
    early, for purchases and for the colour's bonus. Loses against planner.
    """
    return weighed_action(state, legal, weights)
