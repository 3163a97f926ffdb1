"""Which strategy is stronger: planner, balanced, immediate, then uniform, each by far."""

from __future__ import annotations

from functools import cache

import pytest

from burgundy_lab.experiments import simulate

SEED, GAMES = 11, 300
SIGMAS = 10  # margins are wide: the differences are 20 to 90 VP, their errors about 1.5


@cache
def play(first: str, second: str, players: int = 2):
    run = simulate(
        players=players,
        strategies=(first, second) * (players // 2),
        games=GAMES,
        seed=SEED,
        progress=False,
    )
    return run.table


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    ("better", "worse", "vp"),
    [("planner", "balanced", 12), ("balanced", "immediate", 60), ("immediate", "uniform", 15)],
)
def test_the_better_one_scores_far_more_against_its_like(better, worse, vp, players):
    strong, weak = play(better, better, players), play(worse, worse, players)
    error = ((strong["vp_sd"][0] ** 2 + weak["vp_sd"][0] ** 2) / GAMES) ** 0.5
    difference = strong["vp"][0] - weak["vp"][0]
    assert difference > vp
    assert difference > SIGMAS * error


@pytest.mark.parametrize(
    ("better", "worse", "share"),
    [
        ("planner", "balanced", 0.75),
        ("balanced", "immediate", 0.95),
        ("balanced", "uniform", 0.99),
        ("immediate", "uniform", 0.8),
    ],
)
def test_the_better_one_wins_from_either_seat(better, worse, share):
    assert play(better, worse)["win"][0] > share
    assert play(worse, better)["win"][1] > share
