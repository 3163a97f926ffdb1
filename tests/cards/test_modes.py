"""One truth: compiled, plain and bounds-checked games are the same to the byte."""

from __future__ import annotations

import pytest

from tests.cards.games import report
from tests.modes.processes import run

SEED = 512


def same(number: int, **switches: str) -> None:
    found = run("-m", "tests.cards.games", str(SEED), str(number), **switches)
    assert found["jit"] == (switches.get("BURGUNDY_JIT", "1") == "1")
    assert found["games"] == report(SEED, number)


def test_plain_python_plays_the_same_games():
    same(4, BURGUNDY_JIT="0")


@pytest.mark.slow
def test_bounds_checked_code_plays_the_same_games():
    same(60, BURGUNDY_JIT="1", BURGUNDY_BOUNDSCHECK="1")


@pytest.mark.slow
def test_plain_python_plays_the_same_200_games():
    same(200, BURGUNDY_JIT="0")
