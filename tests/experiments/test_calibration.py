"""Are intervals right as often as they say? Hundreds of comparisons whose truth is known.

A strategy compared with itself, name by name, differs by exactly nothing, since its draws hang
on the seat: that cannot calibrate anything. So the other one of each pair is the same strategy
that throws away a random word before each answer: it chooses by the same chances, so the true
difference is exactly 0, but with draws of its own, so the difference seen is not.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numba import njit
from scipy.stats import binom

from burgundy_lab import compare, ratings
from burgundy_lab.experiments.comparison import Comparison
from burgundy_lab.experiments.design import Layout, line_ups
from burgundy_lab.experiments.sensitivity import sensitivity
from burgundy_lab.experiments.tally import Results, Wanted, set_table, tally
from burgundy_lab.sim.rng import draw
from burgundy_lab.strategies import Policy, get_strategy

pytestmark = pytest.mark.slow

REPEATS = 500
DEALS = 50
FIRST_SEED = 1000
TRUTH_SEED, TRUTH_DEALS = 1, 40_000
# Counts that 99 of 100 calibrated procedures stay between.
LEAST, MOST = binom.ppf([0.005, 0.995], REPEATS, 0.05)


def with_other_draws(game: str, name: str, away: int = 1) -> Policy:
    """Return a strategy that plays as the one of the name does, by other random words: it throws
    so many away before each answer.
    """
    inner = njit(nogil=True)(get_strategy(game, name).function)

    def other(state, legal, rng, weights):
        for _ in range(away):
            draw(rng, 2)
        return inner(state, legal, rng, weights)

    plain = get_strategy(game, name)
    return Policy(f"{name} other draws {away}", game, plain.summary, plain.weights, other)


def repeated(first, second, **options) -> list[Comparison]:
    tables = compare(first, second, games=1000, seed=0, progress=False, **options)
    games = DEALS * tables.games // tables.deals
    return [
        compare(first, second, games=games, seed=FIRST_SEED + k, progress=False, **options)
        for k in range(REPEATS)
    ]


def misses(found: list[Comparison], value: str, truth: float) -> int:
    """Return how many intervals do not hold the truth."""
    rows = [comparison.differences.to_dicts()[0] for comparison in found]
    return sum(not row[f"{value}_low"] <= truth <= row[f"{value}_high"] for row in rows)


@pytest.mark.parametrize(
    ("game", "name", "options", "values"),
    [
        ("board", "uniform", {}, ("win", "vp")),
        ("board", "immediate", {"estates": ("1", "8")}, ("win", "vp")),
        ("board", "immediate", {"players": 3}, ("win", "vp")),
        ("cards", "uniform", {}, ("win", "vp")),
        ("cards-solo", "immediate", {}, ("vp",)),
    ],
    ids=["uniform", "immediate on two estates", "three players", "cards", "alone"],
)
def test_a_strategy_is_told_from_itself_in_five_of_a_hundred_comparisons(
    game, name, options, values
):
    found = repeated(name, with_other_draws(game, name), game=game, **options)
    for value in values:
        rejected = misses(found, value, 0.0)
        print(f"{game}, {name}, {options}, {value}: {rejected} of {REPEATS} rejected")
        assert LEAST <= rejected <= MOST
        # The comparisons are not degenerate: the leads differ, and fall on both sides of 0.
        leads = np.array([comparison.differences[value][0] for comparison in found])
        assert (leads > 0).sum() > REPEATS / 3
        assert (leads < 0).sum() > REPEATS / 3


@pytest.mark.parametrize("names", [("balanced", "farmer"), ("immediate", "uniform")])
def test_intervals_hold_the_truth_of_a_much_longer_run(names):
    truth = compare(*names, games=2 * TRUTH_DEALS, seed=TRUTH_SEED, jobs=2, progress=False)
    found = repeated(*names)
    for value in ("win", "vp"):
        missed = misses(found, value, truth.differences[value][0])
        print(f"{' - '.join(names)}, {value}: {missed} of {REPEATS} missed")
        assert LEAST <= missed <= MOST


def test_verdicts_of_five_equal_strategies_are_wrong_in_five_of_a_hundred_comparisons():
    equals = ["uniform", *(with_other_draws("board", "uniform", away) for away in range(1, 5))]
    repeats, alone, told = 150, 0, {"wins more often than": 0, "is ahead by": 0}
    for k in range(repeats):
        found = compare(*equals, games=20 * 30, seed=FIRST_SEED + k, progress=False)
        alone += bool((found.differences["win_p"] < 0.05).any())
        for words in told:
            told[words] += words in found.verdict
    print(f"of {repeats}: some interval leaves 0 out {alone}, some verdict says {told}")
    # Each interval alone: of ten pairs one is nearly always beside the truth by chance.
    assert alone > repeats / 6
    # Ten pairs that share strategies are corrected for as if they did not, so less than 5 %.
    most = binom.ppf(0.995, repeats, 0.05)
    assert all(wrong <= most for wrong in told.values())


def test_sensitivity_finds_a_change_that_is_none_in_five_of_a_hundred_tries():
    repeats = 120
    options = {"game": "cards", "strategies": ("collector", "collector"), "games": 300}
    found = [sensitivity(seed=k, **options) for k in range(repeats)]
    changed = sum(bool(answers.changed) for answers in found)
    print(f"sensitivity: {changed} of {repeats} say that a conclusion changes")
    assert changed <= binom.ppf(0.995, repeats, 0.05)


def test_half_widths_foreseen_are_those_that_come():
    short = compare("immediate", "uniform", games=2000, seed=3, progress=False)
    games = short.games_for(half_width=0.01)
    row = compare("immediate", "uniform", games=games, seed=4, progress=False).differences
    half = (row["win_high"][0] - row["win_low"][0]) / 2
    # The spread of 1,000 deals is known to about 5 %: 15 % are three sigma.
    assert half == pytest.approx(0.01, rel=0.15)


@pytest.mark.parametrize("deals", [10, 20, 200])
def test_intervals_of_ratings_hold_the_strengths_that_made_the_games(deals):
    strengths = np.array([0.8, 0.1, -0.1, -0.8])
    rows = np.array(line_ups(4, 3), "i8")
    layout = Layout(4, rows, np.zeros_like(rows), tuple(combinations(range(4), 2)))
    sets, _ = set_table(layout)
    truth, missed = ratings.POINTS * strengths, np.zeros(4, int)
    for k in range(REPEATS):
        noise = np.random.default_rng(k).gumbel(size=(deals, *rows.shape))
        order = np.argsort(-(strengths[rows] + noise), axis=2)
        ranks = np.argsort(order, axis=2) + 1
        counts = tally(
            layout, Results(0, 0 * ranks, ranks, 0 * ranks + 1, None), Wanted(groups=deals)
        ).sets
        found = ratings.rate(sets, counts, np.ones((4, 4)), seed=k, replicates=300)
        missed += (truth < found.low) | (truth > found.high)
    print(f"ratings from {deals} deals: {missed.tolist()} of {REPEATS} missed")
    assert (missed >= LEAST).all()
    # The expanded percentiles of 10 deals miss 6 of 100, plain ones 10.
    assert (missed <= MOST).all()
