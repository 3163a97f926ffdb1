"""One truth: compiled, plain Python, and bounds-checked games are the same to the byte."""

from __future__ import annotations

import pytest

from burgundy_lab.sim import jit
from tests.modes.play_some import games
from tests.modes.processes import run

SEED = 4096


def played_in_a_process(number: int, game: str = "board", **switches: str) -> dict:
    return run("-m", "tests.modes.play_some", str(SEED), str(number), game, **switches)


def same_as_compiled(number: int, report: dict, game: str = "board") -> None:
    """Compare action by action, column by column, and the hashes of the last states."""
    assert jit.JIT, "these tests compare with compiled code: run them without BURGUNDY_JIT=0"
    for ours, theirs in zip(games(SEED, 0, number, game), report["games"], strict=True):
        assert ours["actions"] == theirs["actions"]
        assert ours["columns"] == theirs["columns"]
        assert ours["end"] == theirs["end"]


def test_plain_python_plays_the_same_12_games():
    report = played_in_a_process(12, BURGUNDY_JIT="0")
    assert not report["jit"]
    same_as_compiled(12, report)


@pytest.mark.slow
def test_plain_python_plays_the_same_600_games():
    same_as_compiled(600, played_in_a_process(600, BURGUNDY_JIT="0"))


def test_bounds_checked_code_plays_the_same_300_games():
    report = played_in_a_process(300, BURGUNDY_BOUNDSCHECK="1", BURGUNDY_JIT="1")
    assert report["jit"] and report["boundscheck"]
    assert report["cache"] != jit.cache_folder().name, "checked code has a cache of its own"
    same_as_compiled(300, report)


@pytest.mark.slow
def test_bounds_checked_code_plays_the_same_10_000_games():
    report = played_in_a_process(10_000, BURGUNDY_BOUNDSCHECK="1", BURGUNDY_JIT="1")
    same_as_compiled(10_000, report)


def test_another_process_plays_the_same_games():
    same_as_compiled(30, played_in_a_process(30, BURGUNDY_BOUNDSCHECK="0", BURGUNDY_JIT="1"))


def test_plain_python_plays_the_same_12_solo_games():
    report = played_in_a_process(12, "solo", BURGUNDY_JIT="0")
    assert not report["jit"]
    same_as_compiled(12, report, "solo")


def test_bounds_checked_code_plays_the_same_200_solo_games():
    report = played_in_a_process(200, "solo", BURGUNDY_BOUNDSCHECK="1", BURGUNDY_JIT="1")
    assert report["jit"] and report["boundscheck"]
    same_as_compiled(200, report, "solo")


@pytest.mark.slow
def test_plain_python_plays_the_same_300_solo_games():
    same_as_compiled(300, played_in_a_process(300, "solo", BURGUNDY_JIT="0"), "solo")
