"""The formulas against scipy's, and how often they cover the truth."""

import numpy as np
import pytest
from scipy import stats

from burgundy_lab.intervals import (
    effective_games,
    mean_share_interval,
    mean_share_probability,
    spread_limits,
    t_interval,
    wilson_interval,
)
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


SHARES = (0.5, 0.7, 0.85, 0.95, 0.98)
DEALS = (5, 10, 20, 50, 100, 200)


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("alike", [-0.02, 0.0, 0.5])
def test_wins_of_two_games_a_deal_are_covered_however_often_one_side_wins(share, deals, alike):
    # Exact, no simulation: how many deals give both games, and how many one, says everything.
    both = share**2 + alike * share * (1 - share)
    chances = (both, 2 * (share - both), 1 - 2 * share + both)  # of 2, 1, 0 games won
    two, one = (part.ravel() for part in np.mgrid[: deals + 1, : deals + 1])
    two, one = (part[two + one <= deals] for part in (two, one))
    likely = stats.multinomial.pmf(np.stack([two, one, deals - two - one], axis=1), deals, chances)
    mean = (two + one / 2) / deals
    sd = np.sqrt(np.maximum(two + one / 4 - deals * mean**2, 0) / (deals - 1))
    low, high = mean_share_interval(mean, sd, deals, games=2)
    flattering, other = (float(likely[miss].sum()) for miss in (low > share, high < share))
    # Student's t interval of the deals misses up to 13 of 100, all on the flattering side.
    assert flattering < 0.035
    assert other < 0.065
    assert flattering + other < 0.07


def four_seats(rng, share, shape):
    """Leads of A over B, as shares: eight games a deal, in which others win too."""
    a, b = share / 2, (1 - share) / 2
    drawn = rng.random((*shape, 8))
    leads = np.where(drawn < a, 1.0, np.where(drawn < a + b, -1.0, 0.0))
    return (1 + leads.mean(axis=-1)) / 2, (1 + a - b) / 2, 8


def ties(rng, share, shape):
    """Two games a deal, one in ten of which is shared."""
    won = (rng.random((*shape, 2)) < share).astype("f8")
    won[rng.random(won.shape) < 0.1] = 0.5
    return won.mean(axis=-1), 0.9 * share + 0.05, 2


def alone(rng, share, shape):
    """Each plays the deal by itself; half of the deals both meet the same luck."""
    luck, own = rng.random((*shape, 1)), rng.random((*shape, 2))
    drawn = np.where(rng.random((*shape, 1)) < 0.5, luck, own)
    won = (drawn < np.array([share, 1 - share])).astype("f8")
    return (1 + won[..., 0] - won[..., 1]) / 2, share, 2


def lucky_deals(rng, share, shape):
    """Eight games a deal, which end alike the more often the deal favours one side."""
    chance = rng.beta(3 * share, 3 * (1 - share), shape)
    return rng.binomial(8, chance) / 8, share, 8


def many_tables(rng, share, shape):
    """Eighty games a deal, as of one strategy in a tournament."""
    return rng.binomial(80, share, shape) / 80, share, 80


def single_games(rng, share, shape):
    return (rng.random(shape) < share).astype("f8"), share, 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "draw_shares", [four_seats, ties, alone, lucky_deals, many_tables, single_games]
)
def test_wins_of_deals_of_any_kind_are_covered(draw_shares):
    rng = np.random.default_rng(12)
    for share in SHARES:
        for deals in DEALS:
            values, truth, games = draw_shares(rng, share, (20_000, deals))
            low, high = mean_share_interval(
                values.mean(axis=1), values.std(axis=1, ddof=1), deals, games=games
            )
            flattering, other = (low > truth + 1e-12).mean(), (high < truth - 1e-12).mean()
            print(f"{draw_shares.__name__} {truth:.3f}, {deals}: {flattering:.3f} {other:.3f}")
            assert flattering < 0.06
            assert other < 0.065
            assert flattering + other < 0.08


def test_a_probability_is_below_one_in_twenty_just_where_the_interval_leaves_the_truth_out():
    shares, spreads, deals = np.linspace(0, 1, 101)[:, None], [0.0, 0.1, 0.35, 0.5], [[[5]], [[60]]]
    low, high = mean_share_interval(shares, spreads, deals, games=2)
    p = mean_share_probability(shares, spreads, deals, games=2)
    assert ((p < 0.05) == ((low > 0.5) | (high < 0.5))).all()


def test_games_of_one_share_each_tell_as_much_as_they_are():
    share = np.array([0.5, 0.9])
    spread = np.sqrt(share * (1 - share) * 2000 / 1999)
    assert effective_games(share, spread, 2000) == pytest.approx([2000, 2000], rel=0.001)
    # Two a deal that cancel out: nothing is left to be unsure of, as far as the deals can tell.
    assert effective_games(0.5, 0.0, 2000, games=2) > 1e6
    # No game lost: the deals count as few games.
    assert effective_games(1.0, 0.0, 2000, games=4) == pytest.approx(4000)


def test_a_spread_lies_between_its_limits():
    rng = np.random.default_rng(3)
    values = rng.normal(0, 2, (4000, 8))
    low, high = spread_limits(values.std(axis=1, ddof=1), 8)
    assert np.mean((low <= 2) & (high >= 2)) == pytest.approx(0.95, abs=0.014)
