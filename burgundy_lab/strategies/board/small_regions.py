"""Small regions: finish what needs one or two tiles, above all in phases A and B."""

from __future__ import annotations

from burgundy_lab.strategies.board.balanced import weighed_action
from burgundy_lab.strategies.board.worth import W_MISSING, leaning
from burgundy_lab.strategies.policy import policy

# Shares of a region's VP, by the spaces missing after a placing: the last two count most.
NEARLY_DONE = (0.80, 0.50, 0.25, 0.12, 0.06, 0.03, 0.02, 0.02)


@policy(
    game="board",
    summary="regions that one or two tiles finish first, since the phase bonus shrinks",
    weights=leaning(weights={W_MISSING + n: share for n, share in enumerate(NEARLY_DONE)}),
)
def small_regions(state, legal, rng, weights):
    """Go where a region is done soon; large regions wait until little else is open.

    Idea: a completed region brings 10 VP on top of its size in phase A and 2 in phase E, so
    regions of one to three spaces come first. Source: the advice players' guides agree on
    most (two or three small regions in phase A, about three in B). Loses against
    balanced and miner.
    """
    return weighed_action(state, legal, weights)
