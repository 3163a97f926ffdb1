"""The plot of shares draws each group's values with their intervals."""

import polars as pl
import pytest
from matplotlib import pyplot

from burgundy_lab.analysis import share_table
from burgundy_lab.analysis.plots import plot_shares
from burgundy_lab.sim.errors import BadValue

ROWS = pl.DataFrame(
    {"strategy": ["s"] * 8, "estate": ["a"] * 4 + ["b"] * 4, "left": [0, 0, 1, 2, 1, 1, 1, 3]}
)


def test_a_line_for_each_group_in_percent():
    ax = plot_shares(share_table(ROWS, "left"))
    assert len(ax.containers) == 2
    first, second = (container.lines[0] for container in ax.containers)
    assert first.get_xydata().tolist() == [[0, 50], [1, 25], [2, 25]]
    assert second.get_xydata().tolist() == [[1, 75], [3, 25]]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("left", "share of games (%)")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "s, estate a (4 games)",
        "s, estate b (4 games)",
    ]


def test_intervals_are_those_of_the_table():
    shares = share_table(ROWS, "left").filter(estate="b")
    ax = plot_shares(shares, ax=pyplot.subplots()[1])
    segments = ax.containers[0].lines[2][0].get_segments()
    assert [y for _, y in segments[0]] == pytest.approx(
        [100 * shares["share_low"][0], 100 * shares["share_high"][0]]
    )


def test_no_rows_are_an_error():
    with pytest.raises(BadValue, match="no shares to draw"):
        plot_shares(share_table(ROWS, "left").clear())
