"""Asking a strategy about an arranged position."""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.rng import STREAM, start_stream
from burgundy_lab.strategies import get_strategy
from tests.builders import Table

POLICY_STREAM = 1  # of seat 0


def answer(name: str, game: Table, *, seed: int = 7) -> int:
    """Return what the strategy does in the position, with its chance from a seed."""
    strategy = get_strategy("board", name)
    rng, weights = np.zeros(1, STREAM), np.array(strategy.weights, "f8")
    start_stream(rng[0], np.uint64(seed), np.uint64(0), np.uint64(POLICY_STREAM))
    rules, state = game.position.game, game.state
    legal = rules.new_legal()
    legal[-1] = rules.seams()[1](state, legal)
    action = int(strategy.compiled(state, legal, rng[0], weights))
    assert game.may(action)
    return action


def end_of_turn(game: Table) -> Table:
    """Return the table with both dice used, so that only a purchase is left."""
    game.state.dice_left = 0
    return game
