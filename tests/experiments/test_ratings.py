"""Ratings against known answers, against choix, and against themselves on made-up games."""

from itertools import combinations
from time import perf_counter

import choix
import numpy as np
import pytest
from scipy import stats

from burgundy_lab import ratings
from burgundy_lab.experiments.design import Layout, line_ups
from burgundy_lab.experiments.tally import Results, Wanted, set_table, tally

SEED = 20
STRENGTHS = np.array([1.0, 0.4, -0.2, -1.2])  # log, mean 0


def layout_of(strategies: int, players: int) -> Layout:
    rows = np.array(line_ups(strategies, players), "i8")
    pairs = tuple(combinations(range(strategies), 2))
    return Layout(strategies, rows, np.zeros_like(rows), pairs)


def drawn_ranks(layout: Layout, deals: int, seed: int, strengths=STRENGTHS) -> np.ndarray:
    """Return ranks drawn from the model: the order of strength plus Gumbel noise."""
    noise = np.random.default_rng(seed).gumbel(size=(deals, *layout.seats.shape))
    order = np.argsort(-(strengths[layout.seats] + noise), axis=2)
    return np.argsort(order, axis=2) + 1


def counts_of(layout: Layout, ranks: np.ndarray, groups: int) -> np.ndarray:
    vp = np.zeros_like(ranks)
    results = Results(0, vp, ranks, np.ones_like(ranks), None)
    return tally(layout, results, Wanted(groups=groups)).sets


def fitted(layout: Layout, ranks: np.ndarray) -> np.ndarray:
    counts = counts_of(layout, ranks, 1) / ratings.PARTS
    return ratings.fit(set_table(layout)[0], counts)[0]


def test_places_are_given_away_from_the_top():
    row = ratings.stages(3)[ratings.ranking_code(np.array([2, 1, 3]))]
    # All three seats, then seats 0 and 2, then seat 2 alone.
    assert {int(k): int(row[k]) for k in np.flatnonzero(row)} == {0b111: 24, 0b101: 24, 0b100: 24}


def test_a_shared_rank_counts_as_each_of_its_orders_in_equal_parts():
    row = ratings.stages(3)[ratings.ranking_code(np.array([1, 1, 3]))]
    found = {int(k): int(row[k]) for k in np.flatnonzero(row)}
    assert found == {0b111: 24, 0b101: 12, 0b110: 12, 0b100: 24}
    everyone = ratings.stages(4)[ratings.ranking_code(np.array([1, 1, 1, 1]))]
    assert everyone[0b1111] == 24
    assert everyone[0b0111] == 6


def test_two_players_are_rated_by_the_odds_of_winning():
    layout = layout_of(2, 2)
    ranks = np.array([[[1, 2]]] * 750 + [[[2, 1]]] * 250)
    ahead, behind = fitted(layout, ranks)
    # The prior adds about half a game to either side of 1,000.
    assert ahead - behind == pytest.approx(np.log(3), abs=0.01)
    assert ahead + behind == pytest.approx(0, abs=1e-12)


def test_shared_wins_are_half_a_win_each():
    layout = layout_of(2, 2)
    shared = fitted(layout, np.array([[[1, 1]]] * 500 + [[[1, 2]]] * 500))
    plain = fitted(layout, np.array([[[1, 2]]] * 750 + [[[2, 1]]] * 250))
    assert shared == pytest.approx(plain, abs=1e-9)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fit_agrees_with_choix(players):
    layout = layout_of(4, players)
    ranks = drawn_ranks(layout, 1500, SEED)
    rankings = [
        tuple(int(s) for s in layout.seats[t][np.argsort(deal[t])])
        for deal in ranks
        for t in range(layout.tables)
    ]
    other = choix.ilsr_rankings(4, rankings)
    assert fitted(layout, ranks) == pytest.approx(other - other.mean(), abs=5e-3)


@pytest.mark.parametrize(("strategies", "players"), [(4, 2), (4, 3), (4, 4), (2, 4), (3, 4)])
def test_known_strengths_come_back(strategies, players):
    layout = layout_of(strategies, players)
    strengths = STRENGTHS[:strategies] - STRENGTHS[:strategies].mean()
    found = fitted(layout, drawn_ranks(layout, 20_000, SEED, strengths))
    # 20,000 deals: standard errors are below 0.015 for each of these designs.
    assert found == pytest.approx(strengths, abs=0.06)


def test_bootstrap_intervals_have_the_width_of_the_spread_between_tournaments():
    layout = layout_of(4, 2)
    sets = set_table(layout)[0]
    found, widths = [], []
    for k in range(40):
        ranks = drawn_ranks(layout, 150, SEED + k)
        rated = ratings.rate(
            sets, counts_of(layout, ranks, 150), np.ones((4, 4)), seed=k, replicates=200
        )
        found.append(rated.points)
        widths.append(rated.high - rated.low)
    spread = np.std(found, axis=0, ddof=1)
    # The standard deviation of 40 values is known to 11 %: four sigma are 45 %.
    assert np.mean(widths, axis=0) / (2 * 1.96) == pytest.approx(spread, rel=0.45)


@pytest.mark.parametrize(("strategies", "players"), [(4, 2), (3, 3), (2, 4), (3, 4)])
def test_members_of_sets_add_up_as_whole_rows_of_players_would(strategies, players):
    layout = layout_of(strategies, players)
    sets = set_table(layout)[0]
    counts = counts_of(layout, drawn_ranks(layout, 200, SEED, STRENGTHS[:strategies]), 1)
    theta = ratings.fit(sets, counts / ratings.PARTS)[0]
    # At the maximum each player gets as many places as its strength lets expect, the prior apart.
    weight = np.exp(theta) * sets
    expected = (counts[0] / ratings.PARTS)[:, None] * weight / weight.sum(axis=1, keepdims=True)
    whole = sets.sum(axis=1) == players
    places = counts[0, whole] / ratings.PARTS @ sets[whole]
    uncentred = places - expected.sum(axis=0)
    assert uncentred == pytest.approx(0, abs=2 * ratings.PRIOR)
    assert uncentred.sum() == pytest.approx(0, abs=1e-6)


def test_few_deals_make_wider_limits_than_their_percentiles():
    low, high = ratings._tails(10, 0.95)
    wide = stats.norm.ppf(high) / (stats.t.ppf(0.975, 9) * np.sqrt(10 / 9))
    assert (low, wide) == pytest.approx((1 - high, 1))
    assert ratings._tails(100_000, 0.95) == pytest.approx((0.025, 0.975), abs=1e-5)


@pytest.mark.slow
def test_forty_strategies_are_rated_in_seconds():
    layout = layout_of(40, 2)
    ranks = drawn_ranks(layout, 30, SEED, np.linspace(1, -1, 40))
    counts = counts_of(layout, ranks, 30)
    start = perf_counter()
    ratings.rate(set_table(layout)[0], counts, np.ones((40, 40)), seed=1)
    # Rows of all players for each set took 13 s, members take less than 1 s.
    assert perf_counter() - start < 6


def test_one_group_of_deals_knows_no_spread():
    layout = layout_of(4, 3)
    found = ratings.rate(
        set_table(layout)[0],
        counts_of(layout, drawn_ranks(layout, 100, SEED), 1),
        np.ones((4, 4)),
        seed=1,
    )
    assert np.isfinite(found.points).all()
    assert np.isnan(found.low).all() and np.isnan(found.high).all()
    assert (found.rank_low == 1).all() and (found.rank_high == 4).all()


def test_groups_of_deals_give_the_same_ratings():
    layout = layout_of(4, 3)
    ranks = drawn_ranks(layout, 1000, SEED)
    sets = set_table(layout)[0]
    single, grouped = (
        ratings.rate(sets, counts_of(layout, ranks, groups), np.ones((4, 4)), seed=1)
        for groups in (1000, 50)
    )
    assert grouped.points == pytest.approx(single.points, abs=1e-3)
    # A width from 50 groups is known to 10 %: three sigma.
    assert grouped.high - grouped.low == pytest.approx(single.high - single.low, rel=0.3)


@pytest.mark.parametrize("deals", [300_003, 30_000_000])
def test_many_games_between_players_who_never_lose_to_the_next_give_ratings(deals):
    layout = layout_of(3, 2)
    sets, _ = set_table(layout)
    first_wins = np.array([[[1, 2] if row[0] < row[1] else [2, 1] for row in layout.seats]])
    counts = counts_of(layout, first_wins, 1) * deals
    rated = ratings.rate(sets, np.repeat(counts, 20, axis=0), np.triu(np.ones((3, 3)), 1), seed=1)
    assert rated.rank.tolist() == [1, 2, 3]


def test_a_player_who_never_lost_has_no_upper_end():
    layout = layout_of(3, 2)
    ranks = np.array([[[1, 2], [1, 2], [1, 2]], [[1, 2], [1, 2], [2, 1]]] * 50)
    ahead = np.array([[0, 1, 1], [0, 0, 0.5], [0, 0.5, 0]])
    rated = ratings.rate(set_table(layout)[0], counts_of(layout, ranks, 100), ahead, seed=1)
    assert not rated.bounded
    assert np.isnan(rated.high).tolist() == [True, False, False]
    assert not np.isnan(rated.low).any()
    # 0 is the mean of the two who are linked by losses.
    assert rated.points[1] + rated.points[2] == pytest.approx(0, abs=1e-9)
    assert rated.rank[0] == rated.rank_low[0] == rated.rank_high[0] == 1
    assert np.isfinite(rated.points).all()


def test_a_player_who_never_won_has_no_lower_end():
    layout = layout_of(3, 2)
    ranks = np.array([[[1, 2], [1, 2], [1, 2]], [[2, 1], [1, 2], [1, 2]]] * 50)
    ahead = np.array([[0, 0.5, 1], [0.5, 0, 1], [0, 0, 0]])
    rated = ratings.rate(set_table(layout)[0], counts_of(layout, ranks, 100), ahead, seed=1)
    assert np.isnan(rated.low).tolist() == [False, False, True]
    assert not np.isnan(rated.high).any()
    # How far the first two are apart does not hang on the third.
    pair = ranks[:, :1]
    alone = fitted(layout_of(2, 2), pair)
    assert np.diff(rated.points[:2]) / ratings.POINTS == pytest.approx(np.diff(alone), abs=0.02)


def test_ranks_that_the_games_leave_open_are_told():
    layout = layout_of(3, 2)
    strengths = np.array([0.5, 0.5, -1.0])
    ranks = drawn_ranks(layout, 100, SEED, strengths)
    rated = ratings.rate(
        set_table(layout)[0], counts_of(layout, ranks, 100), np.ones((3, 3)), seed=1
    )
    assert rated.bounded
    assert rated.rank_low.tolist() == [1, 1, 3]
    assert rated.rank_high.tolist() == [2, 2, 3]
