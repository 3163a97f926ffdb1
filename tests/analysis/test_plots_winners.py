"""Plots of winners and losers draw what the tables say."""

import polars as pl
import pytest
from matplotlib import pyplot

from burgundy_lab.analysis.odds import source_odds
from burgundy_lab.analysis.plots import (
    plot_gap_steps,
    plot_gaps,
    plot_leader_wins,
    plot_source_odds,
)
from burgundy_lab.analysis.winners import ALL, column_gaps, leader_wins, source_gaps
from burgundy_lab.sim.errors import BadValue
from tests.analysis.artists import cells, error_bars, outside, texts
from tests.analysis.frames import scored_frame

ROWS = scored_frame(80)
GAPS = source_gaps(ROWS, game="board")
WHOLE = GAPS.filter(pl.col("step") == ALL)
COLUMNS = column_gaps(ROWS, ["vp", "seat"])
LEADS = leader_wins(ROWS, game="board")
ODDS = pl.concat(source_odds(ROWS, until=phase, game="board") for phase in "AB")
PLOTS = [
    (plot_gaps, GAPS),
    (plot_gaps, COLUMNS),
    (plot_gap_steps, GAPS),
    (plot_leader_wins, LEADS),
    (plot_source_odds, ODDS),
]


def test_gaps_of_the_whole_game_have_interval_means_and_n():
    ax = plot_gaps(GAPS)
    assert [tick.get_text() for tick in ax.get_yticklabels()] == WHOLE["source"].to_list()
    assert [c.lines[0].get_xdata()[0] for c in ax.containers] == WHOLE["gap"].to_list()
    limits = WHOLE.select("gap_low", "gap_high").rows()
    assert error_bars(ax) == [pytest.approx(list(ends)) for ends in limits]
    means = WHOLE.select("winner", "loser").rows()
    assert texts(ax) == [f"{winner:.1f} / {loser:.1f}" for winner, loser in means]
    assert "n = 80 games" in ax.get_title()


def test_the_marker_says_on_which_side_of_nothing_an_interval_lies():
    three = COLUMNS.head(1)
    signs = pl.concat(
        three.with_columns(gap=pl.lit(g), gap_low=pl.lit(g - 1.0), gap_high=pl.lit(g + 1.0))
        for g in (5.0, 0.0, -5.0)
    )
    ax = plot_gaps(signs)
    looks = [(c.lines[0].get_marker(), c.lines[0].get_color()) for c in ax.containers]
    assert len(set(looks)) == 3


def test_columns_have_no_unit():
    ax = plot_gaps(COLUMNS)
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["vp", "seat"]
    assert "VP" not in ax.get_xlabel()


def test_a_map_has_gap_and_half_interval_in_each_cell():
    ax = plot_gap_steps(GAPS)
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["A", "B", "C", "D", "E", "end"]
    row = GAPS.filter(pl.col("source") == "regions", pl.col("step") == "B").row(0, named=True)
    half = (row["gap_high"] - row["gap_low"]) / 2
    assert f"{row['gap']:+.1f}\n±{half:.1f}" in [*cells(ax).values(), *texts(ax)]
    (image,) = ax.images
    assert image.get_array()[0, 1] == pytest.approx(row["gap"])
    low, high = image.get_clim()
    assert low == -high  # no gap is the middle of the colours
    # Sources of play bring nothing at the end: those cells are empty.
    assert image.get_array().mask[0, 5]


def test_leaders_have_interval_n_and_lead():
    ax = plot_leader_wins(LEADS)
    (bars,) = ax.containers
    ends = [[y for _, y in segment] for segment in bars.lines[2][0].get_segments()]
    assert ends == [
        pytest.approx([100 * low, 100 * high])
        for low, high in LEADS.select("win_low", "win_high").rows()
    ]
    first = LEADS.row(0, named=True)
    label = ax.get_xticklabels()[0].get_text()
    assert label == f"A\nn = {first['games']}\n{first['lead']:.1f} VP"
    assert "even share" in [*cells(ax).values(), *texts(ax)]


def test_odds_have_a_marker_for_each_phase():
    ax = plot_source_odds(ODDS)
    known = ODDS.drop_nulls("odds")
    limits = known.select("odds_low", "odds_high").rows()
    assert error_bars(ax) == [pytest.approx(list(ends)) for ends in limits]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "after phase A",
        "after phase B",
    ]
    assert len({c.lines[0].get_marker() for c in ax.containers}) == 2
    assert ax.get_xscale() == "log"


@pytest.mark.parametrize(("plot", "data"), PLOTS)
def test_nothing_sticks_out_and_axes_are_those_given(plot, data):
    assert outside(plot(data).figure) == []
    figure, ax = pyplot.subplots()
    assert plot(data, ax=ax) is ax
    assert figure.axes == [ax]


@pytest.mark.parametrize(("plot", "data"), PLOTS)
def test_no_rows_are_refused(plot, data):
    with pytest.raises(BadValue, match=r"no rows|not of 0"):
        plot(data.clear())
