"""One truth: compiled, plain Python, and bounds-checked games are the same to the byte."""

from __future__ import annotations

import pytest

from tests.modes.play_some import games
from tests.modes.processes import run

SEED = 4096


def compare_with_a_process(number: int, game: str = "board", **switches: str) -> dict:
    """Play games here and in a process with other switches; compare them action by action,
    column by column, and by a hash of the last states. Return what the process said of itself.
    """
    report = run("-m", "tests.modes.play_some", str(SEED), str(number), game, **switches)
    for ours, theirs in zip(games(SEED, 0, number, game), report.pop("games"), strict=True):
        assert ours["actions"] == theirs["actions"]
        assert ours["columns"] == theirs["columns"]
        assert ours["end"] == theirs["end"]
    return report


def test_plain_python_plays_the_same_20_games():
    report = compare_with_a_process(20, BURGUNDY_JIT="0")
    assert not report["jit"]


@pytest.mark.slow
def test_plain_python_plays_the_same_600_games():
    report = compare_with_a_process(600, BURGUNDY_JIT="0")
    assert not report["jit"]


def test_bounds_checked_code_plays_the_same_50_games():
    report = compare_with_a_process(50, BURGUNDY_BOUNDSCHECK="1", BURGUNDY_JIT="1")
    assert report["jit"] and report["boundscheck"]
    assert report["cache"].endswith("-checked"), "checked code has a cache of its own"


@pytest.mark.slow
def test_bounds_checked_code_plays_the_same_10_000_games():
    report = compare_with_a_process(10_000, BURGUNDY_BOUNDSCHECK="1", BURGUNDY_JIT="1")
    assert report["jit"] and report["boundscheck"]


def test_compiled_code_of_another_process_plays_the_same_50_games():
    report = compare_with_a_process(50, BURGUNDY_BOUNDSCHECK="0", BURGUNDY_JIT="1")
    assert report["jit"] and not report["boundscheck"]


def test_plain_python_plays_the_same_12_solo_games():
    assert not compare_with_a_process(12, "solo", BURGUNDY_JIT="0")["jit"]


@pytest.mark.slow
def test_bounds_checked_code_plays_the_same_200_solo_games():
    report = compare_with_a_process(200, "solo", BURGUNDY_BOUNDSCHECK="1", BURGUNDY_JIT="1")
    assert report["jit"] and report["boundscheck"]


@pytest.mark.slow
def test_plain_python_plays_the_same_300_solo_games():
    compare_with_a_process(300, "solo", BURGUNDY_JIT="0")
