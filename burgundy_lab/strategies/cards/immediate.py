"""Immediate VP: the action that scores most right now, without a thought for later."""

from __future__ import annotations

from burgundy_lab.sim.cards.tables import CONVERSION, I_VP
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.legal import next_action
from burgundy_lab.sim.rng import draw
from burgundy_lab.strategies.cards.parts import (
    IS_AMOUNT,
    IS_CONVERT,
    IS_LINE,
    IS_PLACE,
    IS_SALE,
    amount_of,
    kind_of_action,
    line_of,
    placed_card,
    placing_vp,
    sale_vp,
    spot_of,
)
from burgundy_lab.strategies.policy import policy


@rule
def vp_at_once(state, action):
    """Return the VP that an action brings at once."""
    kind = kind_of_action(action)
    if kind == IS_PLACE:
        return placing_vp(state, placed_card(state, action), spot_of(action))
    if kind == IS_SALE:
        return sale_vp(state, action)
    if kind == IS_CONVERT:
        return (state.workers[state.seat] + state.silver[state.seat]) // CONVERSION
    if kind == IS_LINE:
        return state.menu[state.round_no, line_of(action), I_VP]
    return amount_of(action) if kind == IS_AMOUNT else 0


@policy(game="cards-solo", summary="the action that brings most VP at once; chance among equals")
@policy(game="cards", summary="the action that brings most VP at once; chance among equals")
def immediate(state, legal, rng, weights):
    """Take the action with the most VP at once; among equals any, all alike likely.

    Idea: the simplest player who counts points. Source: the usual greedy baseline. Loses
    against collector, since it gives workers and silver away.
    """
    best, best_vp, equals = -1, -1, 0
    action = next_action(legal, -1)
    while action >= 0:
        vp = vp_at_once(state, action)
        if vp > best_vp:
            best, best_vp, equals = action, vp, 1
        elif vp == best_vp:
            equals += 1
            if draw(rng, equals) == 0:
                best = action
        action = next_action(legal, action)
    return best
