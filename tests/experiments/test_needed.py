"""How many games would tell more: plans from few deals, and whether they keep what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from burgundy_lab import compare
from burgundy_lab.experiments.needed import deals_for, deals_to_tell, spread_of_shares
from burgundy_lab.intervals import mean_share_interval, t_interval
from burgundy_lab.sim.errors import BadValue, UnknownName

SEED = 11
QUIET = {"progress": False}


def test_the_games_needed_lie_in_limits_that_few_deals_make_wide():
    few = compare("immediate", "uniform", games=10, seed=SEED, **QUIET)
    many = compare("immediate", "uniform", games=400, seed=SEED, **QUIET)
    for found in (few, many):
        low, high = found.games_for_limits(0.5, "vp")
        assert low < found.games_for(0.5, "vp") < high
        sd = found.differences["vp_sd"][0]
        free = found.deals - 1
        ends = sd * np.sqrt(free / stats.chi2.ppf([0.975, 0.025], free))
        assert [low, high] == [2 * deals_for(end, 0.5) for end in ends]
    assert few.games_for_limits(0.5, "vp")[1] > 5 * few.games_for_limits(0.5, "vp")[0]
    low, high = many.games_for_limits()
    assert f"{many.games_for():,} games ({low:,} to {high:,}) for wins" in str(many)
    row = many.needed("win", [0.01]).to_dicts()[0]
    assert (row["games_low"], row["games_high"]) == (low, high)


@pytest.mark.parametrize(("share", "deals"), [(0.5, 5), (0.7, 10), (0.9, 30), (0.95, 50)])
def test_limits_of_the_spread_of_wins_hold_the_true_spread(share, deals):
    rng = np.random.default_rng(8)
    rows = rng.binomial(2, share, (1500, deals)) / 2
    rows = rows[rows.std(axis=1) > 0]  # without spread there is nothing to go by
    truth, known = np.sqrt(share * (1 - share) / 2), 0
    for row in rows:
        low, high = spread_of_shares(row.mean(), row.std(ddof=1), deals)
        known += low <= truth <= high
    assert known / len(rows) > 0.94


@pytest.mark.parametrize(
    ("lead", "sd", "most"), [(0.05, 0.7, 1.0), (0.5, 0.7, 1.0), (0.9, 0.7, 1.0), (2.0, 2.5, None)]
)
def test_a_lead_planned_for_is_told_in_four_of_five_tries(lead, sd, most):
    deals = deals_to_tell(lead, sd, most)
    rng = np.random.default_rng(4)
    if most is None:
        leads = rng.normal(lead, sd, (4000, deals))
        low, _ = t_interval(leads.mean(axis=1), leads.std(axis=1, ddof=1), deals)
    else:
        shares = rng.binomial(2, (1 + lead) / 2, (4000, deals)) / 2
        low, _ = mean_share_interval(
            shares.mean(axis=1), shares.std(axis=1, ddof=1), deals, games=2
        )
        low = 2 * low - 1
    # So many deals at least; fewer than five tell no lead in wins, and that is for 4 of 4.
    assert np.mean(low > 0) > 0.78
    assert np.mean(low > 0) < 0.84 or deals <= 10


def test_a_lead_of_ones_own_can_be_planned_for():
    found = compare("balanced", "farmer", games=200, seed=SEED, **QUIET)
    plans = [found.games_to_tell(lead=lead) for lead in (0.2, 0.1, 0.05)]
    assert plans[1] == pytest.approx(4 * plans[0], rel=0.1)
    assert plans[2] == pytest.approx(4 * plans[1], rel=0.1)
    seen = abs(found.differences["win"][0])
    assert found.games_to_tell() == found.games_to_tell(lead=seen)


@pytest.mark.parametrize(
    ("lead", "message"),
    [
        (0, "lead 0 must be a number above 0"),
        (None, None),
        ("much", "lead 'much' must be a number above 0"),
        (1.0, "lead 1.0 must be below 1"),
        (1e-9, "lead 1e-09 would need more deals than can be played"),
    ],
)
def test_a_lead_that_cannot_be_is_refused(lead, message):
    found = compare("balanced", "farmer", games=40, seed=SEED, **QUIET)
    if message is None:
        assert found.games_to_tell(lead=lead) is not None
        return
    with pytest.raises(BadValue, match=message):
        found.games_to_tell(lead=lead)


def test_games_that_are_needed_make_such_an_interval():
    for sd, half in ((1.0, 0.5), (0.7, 0.01), (3.0, 2.0)):
        n = deals_for(sd, half)
        assert stats.t.ppf(0.975, n - 1) * sd / np.sqrt(n) <= half * (1 + 1e-9)
        assert n == 2 or stats.t.ppf(0.975, n - 2) * sd / np.sqrt(n - 1) > half


def test_games_for_a_half_width_are_whole_deals():
    found = compare("collector", "immediate", game="cards-solo", games=200, seed=SEED, **QUIET)
    games = found.games_for(half_width=0.01)
    assert games % 2 == 0
    assert found.games_for(0.005) == pytest.approx(4 * games, rel=0.01)
    assert found.games_for(1.0, "vp") < games
    needed = found.needed("vp", [1.0])
    assert needed["games"].to_list() == [found.games_for(1.0, "vp")]
    assert needed["independent"][0] == pytest.approx(
        needed["games"][0] * found.differences["vp_saved"][0], abs=1
    )


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"half_width": 0}, BadValue, "half_width 0 must be a number above 0"),
        ({"half_width": float("nan")}, BadValue, "half_width nan"),
        ({"half_width": None}, BadValue, "half_width None must be a number above 0"),
        ({"value": "points"}, UnknownName, "unknown value 'points'"),
        ({"pair": ("uniform", "nobody")}, UnknownName, "unknown pair 'uniform, nobody'"),
    ],
)
def test_a_question_about_nothing_is_refused(given, error, message):
    found = compare("immediate", "uniform", games=8, seed=SEED, **QUIET)
    with pytest.raises(error, match=message):
        found.games_for(**given)
    with pytest.raises(error, match=message):
        found.games_for_limits(**given)
