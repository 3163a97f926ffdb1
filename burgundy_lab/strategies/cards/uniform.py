"""Uniform random play: the floor that every other strategy is measured against."""

from __future__ import annotations

from burgundy_lab.sim.legal import kth_action, number_of_actions
from burgundy_lab.sim.rng import draw
from burgundy_lab.strategies.policy import policy


@policy(game="cards-solo", summary="any legal action, all alike likely")
@policy(game="cards", summary="any legal action, all alike likely")
def uniform(state, legal, rng, weights):
    """Choose any legal action with the same chance.

    Idea: none; a baseline. Source: the usual null model. Loses against everything.
    """
    k = draw(rng, number_of_actions(legal))
    return kth_action(legal, k)
