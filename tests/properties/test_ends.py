"""The ends of very many games: everything counted anew by the naive twin."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from burgundy_lab.sim.games import get_game
from tests.properties.recount import errors_of_end
from tests.twins.random_games import draw_table, play

SEED = 20191114
BLOCK = 2_000


def check_ends(first: int, games: int) -> Counter[str]:
    """Check the ends of games first .. first + games - 1; return counts of what came up.

    Raises AssertionError at the first game with anything wrong. The loop itself ends a game
    that is stuck, too long, or answered with an illegal action, with an error.
    """
    seen: Counter[str] = Counter()
    for number in range(first, first + games):
        table = draw_table(SEED, number)
        actions, columns, last = play(table)
        wrong = list(errors_of_end(last[0], columns))
        assert wrong == [], f"{table}: {wrong}"
        seen["games"] += 1
        seen[f"{table.seats} players"] += 1
        seen[f"estate {table.estates[0]}"] += 1
        seen["ties"] += max(row["tied"] for row in columns) > 0
        seen["bonus tiles"] += sum(row["bonus_tiles"] for row in columns)
        seen["full estates"] += sum(row["empty_spaces"] == 0 for row in columns)
        seen["decisions"] += len(actions)
        seen["longest"] = max(seen["longest"], len(actions))
        seen["most VP"] = max(seen["most VP"], *(row["vp"] for row in columns))
    return seen


def add(parts: list[Counter[str]]) -> Counter[str]:
    """Add the counts; keep the largest of the records."""
    total = sum(parts, Counter())
    for name in ("longest", "most VP"):
        total[name] = max(part[name] for part in parts)
    return total


def assert_all_kinds_seen(seen: Counter[str]) -> None:
    assert all(seen[f"{seats} players"] >= seen["games"] // 3 for seats in (2, 3, 4))
    assert all(seen[f"estate {name}"] > 0 for name in get_game("board").estates)
    assert seen["ties"] > 0 and seen["bonus tiles"] > 0
    assert seen["longest"] < get_game("board").most_decisions


def test_the_ends_of_1_000_games():
    seen = check_ends(0, 1_000)
    assert seen["games"] == 1_000
    assert_all_kinds_seen(seen)


@pytest.mark.slow
def test_the_ends_of_100_000_games(capsys):
    """100,000 games on all 39 estates, 2, 3, 4 players, all settings: every invariant of
    `errors_of_end` at the end of each, none stuck, 25 rounds each. (The invariants of every
    single decision are checked in test_every_step.py, for 500 games.)"""
    context = multiprocessing.get_context("spawn")
    firsts = range(1_000, 101_000, BLOCK)
    with ProcessPoolExecutor(2, mp_context=context) as workers:
        seen = add(list(workers.map(check_ends, firsts, [BLOCK] * len(firsts))))
    assert seen["games"] == 100_000
    assert_all_kinds_seen(seen)
    with capsys.disabled():
        records = (
            "games",
            "decisions",
            "longest",
            "most VP",
            "ties",
            "bonus tiles",
            "full estates",
        )
        print("\n100,000 ends:", {name: seen[name] for name in records})
