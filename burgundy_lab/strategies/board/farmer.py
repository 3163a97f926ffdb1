"""Farmer: large pastures, in which every animal of a species counts again and again."""

from __future__ import annotations

from burgundy_lab.sim.board.tables import ANIMAL, FIRST_BUILDING, KNOWLEDGE_BASE, MARKET
from burgundy_lab.strategies.board.balanced import weighed_action
from burgundy_lab.strategies.board.worth import W_HERD, W_PAID, leaning
from burgundy_lab.strategies.policy import policy


@policy(
    game="board",
    summary="animals first, and one species to a pasture, where all of it scores again",
    weights=leaning(
        kinds={ANIMAL: 3.0},
        # The market takes animals; knowledge tiles: one VP more for each animal that scores, a
        # free step to place one, VP for each species.
        tiles={
            FIRST_BUILDING + MARKET: 2.0,
            KNOWLEDGE_BASE + 7: 15.0,
            KNOWLEDGE_BASE + 10: 2.0,
            KNOWLEDGE_BASE + 24: 3.0,
        },
        weights={W_HERD: 1.5, W_PAID: 1.0},
    ),
)
def farmer(state, legal, rng, weights):
    """Take and place animals before anything of like worth, where more of them can follow.

    Idea: an animal scores its species in the pasture again, so a pasture is for one species,
    large tiles first, and another species only takes space. Source: analyses of many games
    that praise large pastures, mostly with four players. Loses against
    balanced and miner.
    """
    return weighed_action(state, legal, weights)
