"""The formulas against scipy's, and how often they cover the truth."""

import numpy as np
import pytest
from scipy import stats

from burgundy_lab.intervals import mean_share_interval, t_interval, wilson_interval
from burgundy_lab.sim.errors import BadValue


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
@pytest.mark.parametrize("values", [[1, 2], [90, 120, 118, 103, 99], list(range(50))])
def test_t_interval_is_scipys(values, confidence):
    low, high = t_interval(
        np.mean(values), np.std(values, ddof=1), len(values), confidence=confidence
    )
    expected = stats.t.interval(
        confidence, len(values) - 1, loc=np.mean(values), scale=stats.sem(values)
    )
    assert (low, high) == pytest.approx(expected)


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
@pytest.mark.parametrize(("won", "n"), [(0, 1), (1, 1), (0, 20), (7, 20), (20, 20), (512, 1000)])
def test_wilson_interval_is_scipys(won, n, confidence):
    expected = stats.binomtest(won, n).proportion_ci(confidence, method="wilson")
    low, high = wilson_interval(won / n, n, confidence=confidence)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= low <= won / n <= high <= 1


def test_arrays_give_arrays():
    low, high = t_interval([1.0, 2.0], [0.5, 0.5], [4, 9])
    assert low.shape == high.shape == (2,)
    assert np.all(low < high)


@pytest.mark.parametrize(("sd", "n"), [(np.nan, 1), (1.0, 1), (0.0, 50), (1e-9, 50)])
def test_without_spread_or_with_one_game_there_is_no_t_interval(sd, n):
    assert np.isnan(t_interval(1 / 3, sd, n)).all()


def test_without_games_there_is_no_wilson_interval():
    assert np.isnan(wilson_interval(0.5, 0)).all()


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, float("nan")])
@pytest.mark.parametrize(
    "interval",
    [lambda c: t_interval(1, 1, 9, confidence=c), lambda c: wilson_interval(0.5, 9, confidence=c)],
)
def test_a_confidence_that_is_no_probability_is_refused(interval, confidence):
    with pytest.raises(BadValue, match="must lie between 0 and 1"):
        interval(confidence)


def test_wilson_covers_the_truth_as_often_as_it_says():
    # Exact, no simulation: the chance of each number of wins times whether it covers.
    n, truths = 40, np.linspace(0.05, 0.95, 181)
    low, high = wilson_interval(np.arange(n + 1) / n, n)
    covered = (low <= truths[:, None]) & (truths[:, None] <= high)
    chances = stats.binom.pmf(np.arange(n + 1), n, truths[:, None])
    coverage = (covered * chances).sum(axis=1)
    assert coverage.mean() == pytest.approx(0.95, abs=0.005)
    assert coverage.min() > 0.9


def test_t_covers_the_truth_as_often_as_it_says():
    samples, n = 4000, 12
    values = np.random.default_rng(11).normal(100, 20, (samples, n))
    low, high = t_interval(values.mean(axis=1), values.std(axis=1, ddof=1), n)
    covered = np.mean((low <= 100) & (high >= 100))
    assert covered == pytest.approx(0.95, abs=4 * np.sqrt(0.95 * 0.05 / samples))


def test_means_of_shares_are_covered_as_often_as_it_says():
    # Shares of games won by two seats of one strategy: 0 or a half, the seats never both win.
    samples, games, truth = 4000, 60, 0.35
    shares = np.random.default_rng(12).binomial(1, 2 * truth, (samples, games)) / 2
    low, high = mean_share_interval(shares.mean(axis=1), shares.std(axis=1, ddof=1), games)
    covered = np.mean((low <= truth) & (high >= truth))
    # The shares are discrete, so the exact coverage is a little off.
    assert covered == pytest.approx(0.95, abs=0.01 + 4 * np.sqrt(0.95 * 0.05 / samples))
