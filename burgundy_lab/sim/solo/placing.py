"""Placing a tile on the Solo board, and the steps it sets off one by one."""

from __future__ import annotations

from burgundy_lab.sim.board.actions import ALL_DEPOTS
from burgundy_lab.sim.board.effects import use_building
from burgundy_lab.sim.board.readers import goods_on
from burgundy_lab.sim.board.scoring import (
    completes_colour,
    completes_region,
    gain,
    phase_vp,
    region_vp,
    score_animals,
    score_region,
)
from burgundy_lab.sim.board.setup import cover_space
from burgundy_lab.sim.board.state import (
    Q_CASTLE,
    Q_SHIP,
    T_PLACE,
    V_PHASE_BONUS,
    V_REGIONS,
)
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    BUILDING,
    CASTLE,
    FIRST_BUILDING,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    SHIP,
    TILE_KIND,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import answered, ask, asked_now, subject_now
from burgundy_lab.sim.sets import ZERO, bit
from burgundy_lab.sim.solo.exchange import offer_exchange
from burgundy_lab.sim.solo.readers import (
    has_effect,
    has_gift,
    is_for_player,
    is_won,
    next_step,
    space_of,
    steps_of,
    tile_vp_now,
)
from burgundy_lab.sim.solo.state import (
    BY_CASTLE,
    GAINS_SPLIT,
    Q_COLOUR,
    Q_STEPS,
    S_COLOUR,
    S_EFFECT,
    S_PHASE,
    S_REGION,
    STEPS,
    V_KNOWLEDGE,
)
from burgundy_lab.sim.solo.target import count_vp


@rule
def place(state, tile, space):
    """Add a tile to the estate and note the steps it sets off; the last space of all wins at
    once. [Placing tiles]
    """
    state.tally[0, T_PLACE] += 1
    cover_space(state, 0, tile, space)
    if TILE_KIND[tile] == KNOWLEDGE:
        state.knowledge[0] |= bit(tile - KNOWLEDGE_BASE)
    if is_won(state):
        end_with_a_win(state)
        return
    steps = steps_after(state, tile, space)
    if steps != ZERO:
        ask(state, Q_STEPS, steps | space << STEPS)


@rule
def end_with_a_win(state):
    """End the game; nothing is asked any more. [The win]"""
    while state.asked > 0:
        answered(state)
    state.over = 1


@rule
def steps_after(state, tile, space):
    """Return the steps that a tile just placed sets off. [Placing tiles]"""
    steps = ZERO
    if completes_region(state, 0, space, state.covered[0]):
        steps |= bit(S_REGION)
        if state.gains == GAINS_SPLIT:
            steps |= bit(S_PHASE)
    if completes_colour(state, 0, space, state.covered[0]):
        steps |= bit(S_COLOUR)
    if has_effect(tile):
        steps |= bit(S_EFFECT)
    return steps


@rule
def run_steps(state):
    """Carry out the steps that wait on top, up to the next decision. [Order of steps]"""
    while asked_now(state) == Q_STEPS and not is_for_player(state):
        subject = subject_now(state)
        answered(state)
        step_chosen(state, subject, next_step(state, subject))


@rule
def step_chosen(state, subject, step):
    """Carry out one of the steps that wait; the others wait below what it asks.
    [Order of steps]
    """
    rest = subject & ~bit(step)
    if steps_of(rest) != ZERO:
        ask(state, Q_STEPS, rest)
    before = state.points[0]
    space = space_of(subject)
    if step == S_EFFECT:
        resolve_effect(state, state.estate[0, space], space)
    elif step == S_COLOUR:
        reward_colour(state)
    elif step == S_PHASE:
        gain(state, 0, V_PHASE_BONUS, phase_vp(state))
    elif state.gains == GAINS_SPLIT:
        gain(state, 0, V_REGIONS, region_vp(state, 0, space))
    else:
        score_region(state, 0, space)
    count_vp(state, state.points[0] - before)


@rule
def reward_colour(state):
    """A completed colour brings no VP but a tile of the black depot, if one can be placed.
    [Completed colours]
    """
    if has_gift(state):
        ask(state, Q_COLOUR, 0)


@rule
def resolve_effect(state, tile, space):
    """Route the effect of a tile placed. [Placing tiles]"""
    kind = TILE_KIND[tile]
    if kind == BUILDING:
        use_building(state, 0, tile - FIRST_BUILDING)
    elif kind == ANIMAL:
        score_animals(state, 0, tile, space)
    elif kind == SHIP:
        sail(state)
    elif kind == KNOWLEDGE:
        gain(state, 0, V_KNOWLEDGE, tile_vp_now(state, tile))
    elif kind == CASTLE:
        ask(state, Q_CASTLE, BY_CASTLE)


@rule
def sail(state):
    """A ship: name a depot whose goods to take; without goods anywhere only the exchange is
    left. [Ships]
    """
    if goods_on(state, ALL_DEPOTS) != ZERO:
        ask(state, Q_SHIP, 0)
    else:
        offer_exchange(state)
