"""The VP counter and its target: gains, VP bought with a gain, the free action."""

from __future__ import annotations

from burgundy_lab.sim.board.scoring import gain
from burgundy_lab.sim.board.state import Q_CASTLE
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import ask
from burgundy_lab.sim.solo.readers import next_target, vp_for_sale
from burgundy_lab.sim.solo.state import (
    BY_TARGET,
    Q_BUY_VP,
    T_VP_BOUGHT,
    V_BOUGHT,
    VP_SILVER,
)


@rule
def count_vp(state, vp):
    """Move the VP counter by a gain; then VP may be bought, or the target is reached.
    [Victory points]
    """
    if vp <= 0:
        return
    state.counter += vp
    if state.counter >= state.target:
        reach_target(state)
    elif vp_for_sale(state) > 0:
        ask(state, Q_BUY_VP, 0)


@rule
def buy_vp(state, n):
    """Buy VP for Silverlings, which may reach the target. [Buying VP]"""
    state.silver[0] -= n * VP_SILVER
    state.tally[0, T_VP_BOUGHT] += n
    gain(state, 0, V_BOUGHT, n)
    state.counter += n
    if state.counter >= state.target:
        reach_target(state)


@rule
def reach_target(state):
    """Put the counter back to 0, what is above is lost; move the target; give a die action of
    any number. [The target]
    """
    state.counter = 0
    state.target = next_target(state.target)
    state.resets += 1
    ask(state, Q_CASTLE, BY_TARGET)
