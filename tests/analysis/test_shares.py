"""The plot of shares draws each group's values with their intervals."""

import polars as pl
import pytest
from matplotlib import pyplot
from matplotlib.container import BarContainer

from burgundy_lab.analysis import share_table
from burgundy_lab.analysis.plots import plot_shares
from burgundy_lab.sim.errors import BadValue
from tests.analysis.artists import outside

ROWS = pl.DataFrame(
    {"strategy": ["s"] * 8, "estate": ["a"] * 4 + ["b"] * 4, "left": [0, 0, 1, 2, 1, 1, 1, 3]}
)


def test_bars_for_each_group_in_percent():
    ax = plot_shares(share_table(ROWS, "left"))
    first, second = (c for c in ax.containers if isinstance(c, BarContainer))
    assert [bar.get_height() for bar in first] == [50, 25, 25]
    assert [bar.get_height() for bar in second] == [75, 25]
    assert [round(bar.get_center()[0]) for bar in second] == [1, 3]
    assert first[0].get_hatch() != second[0].get_hatch()
    assert {line.get_linestyle() for line in ax.lines} <= {"None"}  # caps of intervals only
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("left", "share of games (%), 95 % intervals")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "s, estate a\nn = 4 games",
        "s, estate b\nn = 4 games",
    ]
    assert outside(ax.figure) == []


def test_numbers_that_stand_for_words_are_words():
    rows = ROWS.rename({"left": "lost_round"}).filter(estate="a")
    ax = plot_shares(share_table(rows, "lost_round"))
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["won", "1", "2"]


def test_the_legend_covers_no_bar():
    ax = plot_shares(share_table(ROWS, "left"))
    ax.figure.canvas.draw()
    assert ax.get_legend().get_window_extent().x0 >= ax.get_window_extent().x1


def test_intervals_are_those_of_the_table():
    shares = share_table(ROWS, "left").filter(estate="b")
    ax = plot_shares(shares, ax=pyplot.subplots()[1])
    segments = ax.containers[0].lines[2][0].get_segments()
    assert [y for _, y in segments[0]] == pytest.approx(
        [100 * shares["share_low"][0], 100 * shares["share_high"][0]]
    )


def test_no_rows_are_an_error():
    with pytest.raises(BadValue, match="nothing to draw"):
        plot_shares(share_table(ROWS, "left").clear())
