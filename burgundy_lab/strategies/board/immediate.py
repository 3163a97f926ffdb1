"""Immediate VP: the action that scores most right now, without a thought for later."""

from __future__ import annotations

from burgundy_lab.sim.board.scoring import sale_vp
from burgundy_lab.sim.legal import next_action
from burgundy_lab.sim.rng import draw
from burgundy_lab.strategies.board.parts import (
    IS_PLACE,
    IS_SALE,
    kind_of_action,
    placing_vp,
    stored_tile,
    target_of,
)
from burgundy_lab.strategies.policy import policy


@policy(game="board", summary="the action that brings most VP at once; chance among equals")
def immediate(state, legal, rng, weights):
    """Take the action with the most VP at once; among equals any, all alike likely.

    Idea: the simplest player who counts points. Source: the usual greedy baseline. Loses
    against balanced and all that prepare regions or buy tiles, since it values neither.
    """
    seat = state.seat
    best, best_vp, equals = -1, -1, 0
    action = next_action(legal, -1)
    while action >= 0:
        kind, vp = kind_of_action(action), 0
        if kind == IS_PLACE:
            vp = placing_vp(state, seat, stored_tile(state, seat, action), target_of(action))
        elif kind == IS_SALE:
            vp = sale_vp(state, seat, target_of(action))
        if vp > best_vp:
            best, best_vp, equals = action, vp, 1
        elif vp == best_vp:
            equals += 1
            if draw(rng, equals) == 0:
                best = action
        action = next_action(legal, action)
    return best
