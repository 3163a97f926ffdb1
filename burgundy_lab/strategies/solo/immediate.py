"""Immediate VP: the action that scores most right now, without a thought for later."""

from __future__ import annotations

from burgundy_lab.sim.board.readers import region_at
from burgundy_lab.sim.board.scoring import (
    animals_vp,
    completes_region,
    phase_vp,
    region_vp,
    sale_vp,
)
from burgundy_lab.sim.board.state import Q_START_CASTLE, W_CHOICE
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    FIRST_BUILDING,
    TILE_KIND,
    WATCHTOWER,
    WATCHTOWER_VP,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.legal import next_action
from burgundy_lab.sim.questions import asked_now
from burgundy_lab.sim.rng import draw
from burgundy_lab.sim.sets import bit
from burgundy_lab.sim.solo.readers import tile_vp_now
from burgundy_lab.sim.solo.state import W_GIFT, W_VP
from burgundy_lab.strategies.board.parts import (
    IS_PLACE,
    IS_SALE,
    kind_of_action,
    stored_tile,
    target_of,
)
from burgundy_lab.strategies.policy import policy


@rule
def placing_vp(state, tile, space):
    """Return the VP that a placing brings, its steps together."""
    vp = tile_vp_now(state, tile)
    if completes_region(state, 0, space, state.covered[0] | bit(space)):
        vp += region_vp(state, 0, space) + phase_vp(state)
    if TILE_KIND[tile] == ANIMAL:
        vp += animals_vp(state, 0, tile, region_at(state, 0, space))
    elif tile == FIRST_BUILDING + WATCHTOWER:
        vp += WATCHTOWER_VP
    return vp


@rule
def vp_of(state, action):
    """Return the VP that an action brings at once."""
    word, target = action >> 6, target_of(action)
    if word == W_VP:
        return target
    if word >= W_GIFT:
        return placing_vp(state, state.black[word - W_GIFT], target)
    if word == W_CHOICE or asked_now(state) == Q_START_CASTLE:
        return 0
    kind = kind_of_action(action)
    if kind == IS_PLACE:
        return placing_vp(state, stored_tile(state, 0, action), target)
    return sale_vp(state, 0, target) if kind == IS_SALE else 0


@policy(game="solo", summary="the action that brings most VP at once; chance among equals")
def immediate(state, legal, rng, weights):
    """Take the action with the most VP at once, bought ones too; among equals any.

    Idea: the simplest player who counts points. Source: the usual greedy baseline. Loses
    against filler: points alone win nothing here.
    """
    best, best_vp, equals = -1, -1, 0
    action = next_action(legal, -1)
    while action >= 0:
        vp = vp_of(state, action)
        if vp > best_vp:
            best, best_vp, equals = action, vp, 1
        elif vp == best_vp:
            equals += 1
            if draw(rng, equals) == 0:
                best = action
        action = next_action(legal, action)
    return best
