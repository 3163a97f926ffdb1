"""Two strategies of one's own, to copy and change: one compiled, one in NumPy.

    burgundy compare --code mine.py homely immediate --games 2000 --seed 7
    burgundy simulate --code mine.py --strategies ranked,homely --games 2000 --seed 7

`07-write-your-own-strategy.ipynb` tells how they came about.
"""

import numpy as np

from burgundy_lab import batch_policy, policy
from burgundy_lab.sim.board.readers import open_spaces, tile_at
from burgundy_lab.sim.board.scoring import sale_vp
from burgundy_lab.sim.legal import next_action
from burgundy_lab.sim.sets import ZERO
from burgundy_lab.strategies.board.parts import (
    IS_CHOICE,
    IS_PLACE,
    IS_PURCHASE,
    IS_SALE,
    IS_TAKE,
    IS_WORKERS,
    kind_of_action,
    placing_vp,
    stored_tile,
    target_of,
)

PLACE, TAKE, PURCHASE, SALE, WORKERS = range(5)  # what each weight is for


@policy(
    game="board",
    summary="VP at once, and only tiles that have a home",
    weights=(4.0, 3.0, 2.0, 1.0, 0.5),
)
def homely(state, legal, rng, weights):
    """Score each action: VP now, and a little for what it leads to."""
    seat = state.seat
    best, best_worth = -1, -1.0
    action = next_action(legal, -1)
    while action >= 0:
        kind, target, worth = kind_of_action(action), target_of(action), 0.0
        if kind == IS_PLACE:
            tile = stored_tile(state, seat, action)
            worth = weights[PLACE] + placing_vp(state, seat, tile, target)
        elif kind == IS_TAKE and open_spaces(state, seat, state.depot[target]) != ZERO:
            worth = weights[TAKE]
        elif kind == IS_PURCHASE and open_spaces(state, seat, tile_at(state, target)) != ZERO:
            worth = weights[PURCHASE]
        elif kind == IS_SALE:
            worth = weights[SALE] + sale_vp(state, seat, target)
        elif kind == IS_WORKERS:
            worth = weights[WORKERS]
        if worth > best_worth:
            best, best_worth = action, worth
        action = next_action(legal, action)
    return best


ACTIONS = 64 * 17  # numbers of actions lie below this
KIND = np.array([kind_of_action(action) for action in range(ACTIONS)])
RANK = np.zeros(6)
RANK[[IS_PLACE, IS_SALE, IS_TAKE, IS_WORKERS, IS_PURCHASE, IS_CHOICE]] = 5, 4, 3, 2, 1, 0


@batch_policy(game="board", summary="kinds of actions in a fixed order; chance among equals")
def ranked(states, legal, rng):
    """Place before all, then sell, take, hire; among equal actions a random one."""
    games, actions = legal.pairs
    noise = (actions * 0.618 + rng.random()[games]) % 1
    return legal.best_pair(RANK[KIND[actions]] + noise)
