"""Estimates against numbers worked out by hand or by scipy, on tiny frames."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

from burgundy_lab.analysis import estimate, load, win_table
from burgundy_lab.intervals import mean_share_interval
from burgundy_lab.sim.errors import BadValue, UnknownName
from tests.analysis.frames import games_frame, scored_frame, write_run

# Three games of two seats; the last is shared.
GAMES = games_frame(
    [("steady", 1, 100), ("bold", 0, 90)],
    [("steady", 0, 80), ("bold", 1, 120)],
    [("steady", 0.5, 120), ("bold", 0.5, 120)],
)


def only(frame: pl.DataFrame) -> dict[str, object]:
    """Return the one row of a frame."""
    return frame.row(0, named=True) if len(frame) == 1 else pytest.fail(f"not one row: {frame}")


def test_win_table_by_seat_is_what_one_counts_by_hand():
    table = win_table(GAMES)
    assert table.columns == [
        "strategy", "seat", "estate", "games", "confidence",
        "win", "win_low", "win_high", "vp", "vp_low", "vp_high", "vp_sd",
    ]  # fmt: skip
    assert table["strategy"].to_list() == ["steady", "bold"]  # the order of the run, not abc
    assert table["estate"].to_list() == ["2011-1", "2011-8"]
    assert table["games"].to_list() == [3, 3]
    assert table["win"].to_list() == [0.5, 0.5]  # the shared win counts as half of one
    assert table["vp"].to_list() == [100, 110]
    assert table["vp_sd"].to_list() == pytest.approx([20, np.sqrt(300)])


def test_intervals_by_seat_are_wilson_for_wins_and_t_for_vp():
    row = win_table(GAMES).row(1, named=True)
    vp = [90, 120, 120]
    expected = stats.t.interval(0.95, 2, loc=110, scale=stats.sem(vp))
    assert (row["vp_low"], row["vp_high"]) == pytest.approx(expected)
    wins = stats.binomtest(3, 6).proportion_ci(method="wilson")
    half = estimate(
        games_frame(*[[("steady", w, 0), ("bold", 1 - w, 0)] for w in (0, 1) * 3]),
        "win",
        by="seat",
        shares=("win",),
    ).row(0, named=True)
    assert (half["win_low"], half["win_high"]) == pytest.approx((wins.low, wins.high))


def test_seats_of_one_game_are_one_unit():
    # "bold" sits twice at each table; its two seats share the luck of the game.
    table = games_frame(*[[("bold", 0, vp), ("bold", 0, vp + 2)] for vp in (80, 100, 120, 90)])
    row = only(estimate(table, "vp", by="strategy"))
    means = [81, 101, 121, 91]
    expected = stats.t.interval(0.95, 3, loc=np.mean(means), scale=stats.sem(means))
    assert row["games"] == 4
    assert row["vp"] == np.mean(means)
    assert (row["vp_low"], row["vp_high"]) == pytest.approx(expected)
    assert row["vp_sd"] == pytest.approx(table["vp"].std())  # of one seat's VP


def test_wins_of_several_seats_are_shares_of_what_they_can_be():
    wins = [1, 0, 0, 1, 1, 0, 1, 1]  # whether a "bold" seat won
    table = games_frame(*[[("steady", 1 - w, 0), ("bold", w, 0), ("bold", 0, 0)] for w in wins])
    row = only(win_table(table, by=("strategy",)).filter(strategy="bold"))
    means = np.array(wins) / 2
    # Of two seats of a table one wins at most, so half of its wins are all there can be.
    expected = mean_share_interval(np.mean(wins), np.std(wins, ddof=1), len(wins))
    assert row["win"] == means.mean()
    assert [row["win_low"], row["win_high"]] == pytest.approx([end / 2 for end in expected])


def test_a_group_that_wins_every_game_wins_no_more_than_it_can():
    table = games_frame(*[[("bold", 1, 0), ("bold", 0, 0), ("steady", 0, 0)]] * 30)
    row = only(win_table(table, by=("strategy",)).filter(strategy="bold"))
    assert (row["win"], row["win_high"]) == (0.5, 0.5)
    # At tables of their own both can win.
    apart = table.with_columns(pl.col("seat").alias("table"))
    row = only(win_table(apart, by=("strategy",)).filter(strategy="bold"))
    assert row["win"] == 0.5
    assert row["win_high"] > 0.5


def test_limits_of_shares_stay_between_0_and_1():
    table = games_frame(*[[("bold", w, 0), ("bold", 0, 0)] for w in (1, 0, 0)])
    row = only(win_table(table, by=("strategy",)))
    assert 0 < row["win_low"] < row["win"] < row["win_high"] <= 0.5


@pytest.mark.parametrize("share", [0, 0.25, 0.5])
def test_a_share_that_never_varied_still_has_an_interval(share):
    game = [("steady", 1 - 2 * share, 0), ("bold", share, 0), ("bold", share, 0)]
    row = only(win_table(games_frame(*[game] * 200), by=("strategy",)).filter(strategy="bold"))
    assert row["win"] == share
    assert row["win_low"] <= share <= row["win_high"]
    assert 0.002 < row["win_high"] - row["win_low"] < 0.02


def test_rounding_is_no_spread():
    third = np.float32(1) / np.float32(3)
    table = games_frame(*[[("bold", third, vp)] * 3 for vp in (1, 4, 9, 16)] * 50)
    row = only(estimate(table, "win", by="strategy"))
    assert row["win"] == pytest.approx(1 / 3)
    assert row["win_low"] is row["win_high"] is None


def test_one_game_has_a_mean_and_no_t_interval():
    row = only(estimate(GAMES.filter(pl.col("game") == 0, pl.col("seat") == 0), "vp"))
    assert (row["games"], row["vp"]) == (1, 100)
    assert row["vp_low"] is row["vp_high"] is row["vp_sd"] is None


def test_groups_can_be_anything_of_the_log_or_nothing():
    by_place = GAMES.with_columns(start_place=(pl.col("game") + pl.col("seat")) % 2)
    table = win_table(by_place, by=("strategy", "start_place"))
    assert table["games"].to_list() == [2, 1, 1, 2]
    everything = only(estimate(GAMES, "vp", (pl.col("vp") - 100).alias("over")))
    assert (everything["vp"], everything["over"]) == (105, 5)


def test_confidence_widens_the_interval_and_is_told():
    narrow, wide = (win_table(GAMES, confidence=c) for c in (0.5, 0.99))
    assert wide["confidence"].unique().to_list() == [0.99]
    for low, high in (("win_low", "win_high"), ("vp_low", "vp_high")):
        assert (wide[low] < narrow[low]).all()
        assert (wide[high] > narrow[high]).all()


def test_a_run_in_parts_gives_what_one_frame_gives(tmp_path):
    rows = scored_frame(7)
    run = load(write_run(tmp_path / "run", rows))
    assert len(run.parts) == 4
    for by in (("strategy", "seat", "estate"), ("strategy",), ()):
        assert_frame_equal(win_table(run, by=by), win_table(rows, by=by))
    assert_frame_equal(win_table(rows.lazy()), win_table(rows))


def test_intervals_cover_the_truth_although_seats_are_correlated():
    # Each "strategy" is an experiment of its own; its two seats share most of their luck.
    samples, games = 1500, 15
    chance = np.random.default_rng(5)
    luck = chance.normal(0, 20, (samples, games, 1))
    vp = 100 + luck + chance.normal(0, 5, (samples, games, 2))
    rows = pl.DataFrame(
        {
            "strategy": np.repeat(np.arange(samples), games * 2),
            "game": np.tile(np.repeat(np.arange(games), 2), samples),
            "vp": vp.ravel(),
        }
    )
    table = estimate(rows, "vp", by="strategy")
    covered = ((table["vp_low"] <= 100) & (table["vp_high"] >= 100)).mean()
    assert covered == pytest.approx(0.95, abs=4 * np.sqrt(0.95 * 0.05 / samples))


def test_no_games_are_an_error():
    with pytest.raises(BadValue, match="no games in these data"):
        win_table(GAMES.clear())


@pytest.mark.parametrize(
    "call",
    [
        lambda: win_table(GAMES, by=("strategie",)),
        lambda: estimate(GAMES, "strategie"),
        lambda: estimate(GAMES, pl.col("strategie").alias("x")),
        lambda: win_table(GAMES.drop("game")),
    ],
)
def test_unknown_columns_are_named(call):
    with pytest.raises(
        UnknownName, match=r"unknown column '(strategie'; did you mean 'strategy'|game')"
    ):
        call()
