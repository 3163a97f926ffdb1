"""Intervals that hold for the best of many: their formulas, and simulations of equal actions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import binom, studentized_range

from burgundy_lab.experiments.action_totals import ActionTotals, action_table
from burgundy_lab.experiments.totals import WIN_PARTS
from burgundy_lab.intervals import wilson_interval
from burgundy_lab.simultaneous import (
    exact_share_interval,
    level_of_each,
    level_of_pairs,
    paired_share_interval,
)

GAMES = 200


def test_two_values_have_one_difference():
    assert level_of_pairs(2) == pytest.approx(0.95, abs=1e-12)
    assert level_of_pairs(1) == level_of_each(1) == 0.95


@pytest.mark.parametrize("values", [3, 10, 25])
def test_pairs_are_those_of_the_studentized_range(values):
    z = ndtri((1 + level_of_pairs(values)) / 2)
    assert z == pytest.approx(studentized_range.ppf(0.95, values, 1e6) / np.sqrt(2), abs=1e-4)


def test_each_of_independent_values_is_right_when_all_are():
    assert level_of_each(10) ** 10 == pytest.approx(0.95)


def score(won, lost, n, difference):
    """Return the squared score of a difference, with the likeliest shares found by search."""
    least = max(0.0, -difference)
    smaller = np.linspace(least, (1 - difference) / 2, 200_001)[1:-1]
    likelihood = (
        won * np.log(smaller + difference)
        + lost * np.log(smaller)
        + (n - won - lost) * np.log(1 - 2 * smaller - difference)
    )
    found = smaller[likelihood.argmax()]
    return (won - lost - n * difference) ** 2 / (n * (2 * found + difference - difference**2))


@pytest.mark.parametrize("won, lost, n", [(7, 3, 40), (1, 2, 44), (30, 5, 50), (12, 12, 200)])
@pytest.mark.parametrize("confidence", [0.95, 0.9997])
def test_limits_of_a_difference_are_where_the_score_says(won, lost, n, confidence):
    z = ndtri((1 + confidence) / 2)
    limits = paired_share_interval((won - lost) / n, (won + lost) / n, n, confidence=confidence)
    assert limits[0] < (won - lost) / n < limits[1]
    for limit in limits:
        assert score(won, lost, n, float(limit)) == pytest.approx(z**2, rel=1e-3)


@pytest.mark.parametrize("mean, square", [(1, 1), (-1, 1), (0, 0)])
def test_rare_differences_have_an_interval_as_wilson_has(mean, square):
    low, high = paired_share_interval(mean, square, 8)
    least, most = wilson_interval(1, 8)[0], wilson_interval(0, 8)[1]
    if mean:
        assert max(abs(low), abs(high)) == pytest.approx(1)
        assert 0 < min(abs(low), abs(high)) < least
    else:
        assert (low, high) == (pytest.approx(-most), pytest.approx(most))


@pytest.mark.parametrize("share", [0.0, 0.025, 0.5, 0.975, 1.0])
def test_a_share_has_the_binomial_interval(share):
    low, high = exact_share_interval(share, 40, confidence=0.998)
    won = round(40 * share)
    assert low == 0 if won == 0 else binom.sf(won - 1, 40, low) == pytest.approx(0.001)
    assert high == 1 if won == 40 else binom.cdf(won, 40, high) == pytest.approx(0.001)
    assert np.isnan(exact_share_interval(share, 0)).all()


def test_without_games_there_is_no_interval():
    assert np.isnan(paired_share_interval(0, 0, 0)).all()


def equal_actions(rng, actions, share, common):
    """Return results [2, A, n] of actions that are worth the same, and how much VP that is."""
    luck = rng.standard_normal(GAMES)
    own = rng.standard_normal((actions, GAMES))
    luck = np.sqrt(common) * luck + np.sqrt(1 - common) * own
    wins = WIN_PARTS * (luck < ndtri(share))
    return np.stack([wins, np.rint(100 + 20 * luck)]).astype("i8")


def mistakes(actions, share, common, tables, seed):
    """Return in which share of tables an action is called behind, by wins or by VP, and in which
    the best one's own intervals miss the truth.
    """
    rng, wrong = np.random.default_rng(seed), np.zeros(4)
    for _ in range(tables):
        totals = ActionTotals.of(equal_actions(rng, actions, share, common))
        table = action_table(range(actions), [""] * actions, totals)
        best = table.row(0, named=True)
        dearest = table.row(int(table["vp"].arg_max()), named=True)
        # Of VP, the one with the most is picked, so that is the harder test.
        vp = totals.behind_interval(1, dearest["action"])[0]
        wrong += (
            (table["standing"] == "behind").any(),
            bool((np.nan_to_num(vp) > 0).any()),
            not best["win_low"] <= share <= best["win_high"],
            not dearest["vp_low"] <= 100 <= dearest["vp_high"],
        )
    return wrong / tables


def test_the_best_of_ten_equal_actions_is_seldom_told_apart():
    tables = 120
    wrong = mistakes(10, 0.5, 0.5, tables, seed=5)  # with single intervals: 0.62, 0.62, 0.18, 0.15
    assert (wrong <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / tables)).all()


@pytest.mark.slow
@pytest.mark.parametrize("actions", [3, 10, 25])
@pytest.mark.parametrize("share, common", [(0.5, 0.0), (0.5, 0.5), (0.5, 0.95), (0.95, 0.5)])
def test_equal_actions_are_seldom_told_apart(actions, share, common):
    tables = 2000
    wrong = mistakes(actions, share, common, tables, seed=7)
    assert (wrong <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / tables)).all()
