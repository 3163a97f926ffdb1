"""Samples of what chance brings: many set-ups, and whole games in which nothing is taken."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim.board.state import BIT_WORKERS, W_SELL, WORDS_PER_DIE
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.rng import CHANCE, STREAM, start_stream

SIGMAS = 4.0  # allowed distance from the expected share, in standard errors
TAKE_WORKERS = [64 * (WORDS_PER_DIE * d + W_SELL) + BIT_WORKERS for d in (0, 1)]


def assert_shares(counts: npt.NDArray[Any], shares: npt.NDArray[Any], n: int) -> None:
    """Check counts of n independent draws against expected shares, 4 standard errors each."""
    counts, shares = np.asarray(counts), np.asarray(shares)
    error = np.sqrt(n * shares * (1 - shares))
    far = np.abs(counts - n * shares) / error
    assert far.max() < SIGMAS, f"{far.max():.1f} standard errors: {counts} of {n}"


def assert_drawn_shares(
    counts: npt.NDArray[Any], supply: npt.NDArray[Any], each: int, n: int
) -> None:
    """Check counts of n hands of `each` tiles, drawn from a supply and not put back.

    The variance of a hand is that of the hypergeometric distribution.
    """
    counts, supply = np.asarray(counts), np.asarray(supply)
    total = supply.sum()
    share = supply / total
    variance = each * share * (1 - share) * (total - each) / (total - 1)
    far = np.abs(counts - n * each * share) / np.sqrt(n * variance)
    assert far.max() < SIGMAS, f"{far.max():.1f} standard errors: {counts} in {n} hands"


@cache
def setups(seats: int, n: int) -> Any:
    """Return n states [n] after set-up and the first roll, on estate 1; seeds 0 .. n - 1."""
    game = get_game("board")
    setup = game.seams()[0]
    blank = game.configure(seats, ("1",), {})
    states, streams = np.repeat(blank, n), np.zeros(1, STREAM)
    for seed in range(n):
        start_stream(streams[0], np.uint64(seed), np.uint64(0), CHANCE)
        setup(states[seed], streams[0])
    return states


@cache
def idle_games(n: int, seed: int) -> Any:
    """Return states [n, 25] at the start of each round of games 0 .. n - 1 of a seed, two
    players who only take workers: so everything laid out stays where it is."""
    game = get_game("board")
    setup, _, step, _ = game.seams()
    blank = game.configure(2, ("1",), {})
    states, streams = np.zeros((n, 25), game.state), np.zeros(1, STREAM)
    work = blank.copy()
    for game_no in range(n):
        start_stream(streams[0], np.uint64(seed), np.uint64(game_no), CHANCE)
        work[0] = blank[0]
        setup(work[0], streams[0])
        for r in range(25):
            states[game_no, r] = work[0]
            for action in TAKE_WORKERS * 2:
                step(work[0], streams[0], action)
    return states
