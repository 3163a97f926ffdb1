"""Distributions and pairs of numbers are counted as by hand, and drawn as they are."""

import numpy as np
import polars as pl
import pytest
from matplotlib import pyplot
from polars.testing import assert_frame_equal

from burgundy_lab.analysis import distribution, load, pair_counts
from burgundy_lab.analysis.plots import plot_distribution, plot_scatter
from burgundy_lab.intervals import wilson_interval
from burgundy_lab.sim.errors import BadValue, UnknownName
from tests.analysis.artists import outside
from tests.analysis.frames import games_frame, scored_frame, write_run

# steady: 10, 10, 30, 20; bold: 20, 10, 10, 10
FOUR = games_frame(
    [("steady", 0, 10), ("bold", 1, 20)],
    [("steady", 0.5, 10), ("bold", 0.5, 10)],
    [("steady", 1, 30), ("bold", 0, 10)],
    [("steady", 1, 20), ("bold", 0, 10)],
)
MANY = scored_frame(200)


def test_shares_and_what_lies_at_or_below():
    table = distribution(FOUR)
    steady = table.filter(strategy="steady")
    assert steady.select("vp", "rows", "games", "share", "at_most").rows() == [
        (10, 2, 4, 0.5, 0.5), (20, 1, 4, 0.25, 0.75), (30, 1, 4, 0.25, 1),
    ]  # fmt: skip
    low, high = wilson_interval([0.5, 0.75, 1], [4] * 3)
    assert steady["low"].to_list() == pytest.approx(low.tolist())
    assert steady["high"].to_list() == pytest.approx(high.tolist())


def test_the_margin_is_over_the_best_other_seat():
    three = games_frame(
        [("steady", 1, 30), ("bold", 0, 20), ("bold", 0, 25)],
        [("steady", 0.5, 12), ("bold", 0.5, 12), ("bold", 0, 2)],
    )
    table = distribution(three, "margin", by="strategy")
    assert table.select("strategy", "margin", "rows").rows() == [
        ("steady", 0, 1), ("steady", 5, 1), ("bold", -10, 2), ("bold", -5, 1), ("bold", 0, 1),
    ]  # fmt: skip


def test_without_groups_all_rows_are_one():
    table = distribution(FOUR, by=())
    assert table.select("vp", "rows", "games").rows() == [(10, 5, 4), (20, 2, 4), (30, 1, 4)]


def test_a_run_in_parts_gives_what_its_frame_gives(tmp_path):
    run = load(write_run(tmp_path / "run", MANY))
    for value in ("vp", "margin"):
        assert_frame_equal(distribution(run, value), distribution(MANY, value))
    pairs = ("vp_regions_a", "margin")
    assert_frame_equal(pair_counts(run, *pairs), pair_counts(MANY, *pairs))


def test_pairs_are_counted():
    table = pair_counts(FOUR.with_columns(placings=pl.col("vp") // 10), "placings", "vp")
    assert table.filter(strategy="bold").rows() == [("bold", 1, 10, 3, 4), ("bold", 2, 20, 1, 4)]


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(UnknownName, match="unknown column 'vpp'"):
        distribution(FOUR, "vpp")
    with pytest.raises(BadValue, match="nobody is there to be ahead of"):
        distribution(FOUR.filter(seat=0), "margin")
    with pytest.raises(BadValue, match="'vp' against itself"):
        pair_counts(FOUR, "vp", "vp")
    with pytest.raises(BadValue, match="'seat' makes the groups"):
        distribution(FOUR, "seat", by="seat")
    with pytest.raises(BadValue, match="nothing to count"):
        distribution(FOUR.clear())
    with pytest.raises(UnknownName, match=r"kind of distribution 'pie' \(known: ecdf, histogram\)"):
        plot_distribution(distribution(FOUR), kind="pie")
    for plot, frame in ((plot_distribution, distribution(FOUR)), (plot_scatter, PAIRS)):
        with pytest.raises(BadValue, match="no rows"):
            plot(frame.clear())


PAIRS = pair_counts(MANY, "vp_regions_a", "vp")


def test_the_ecdf_is_a_stair_that_ends_at_all():
    ax = plot_distribution(distribution(FOUR))
    steady = next(line for line in ax.lines if line.get_label().startswith("steady"))
    assert steady.get_xydata().tolist() == [[9, 0], [10, 50], [20, 75], [30, 100]]
    assert [t.get_text() for t in ax.get_legend().get_texts()] == [
        "steady\nn = 4 games, median 10", "bold\nn = 4 games, median 10",
    ]  # fmt: skip
    assert len({line.get_linestyle() for line in ax.lines}) == 3  # two groups and the half


def test_bars_of_a_histogram_hold_all_seats():
    ax = plot_distribution(distribution(MANY), kind="histogram")
    heights = [np.asarray(p.get_data().values) for p in ax.patches if p.get_label()]
    assert [h.sum() for h in heights] == pytest.approx([100, 100])
    assert max(len(h) for h in heights) <= 41


def test_points_grow_with_how_often_a_pair_comes_up():
    frame = pair_counts(FOUR.with_columns(placings=pl.col("vp") // 10), "placings", "vp", by=())
    ax = plot_scatter(frame)
    (points,) = ax.collections
    assert points.get_offsets().tolist() == [[1, 10], [2, 20], [3, 30]]
    areas = points.get_sizes()
    assert areas / areas.max() == pytest.approx([1, 0.4, 0.2])
    assert "correlation +1.00" in ax.get_legend().get_texts()[0].get_text()


def test_a_correlation_has_its_interval():
    ax = plot_scatter(PAIRS.filter(strategy="bold"))
    rows = MANY.filter(strategy="bold")
    r = np.corrcoef(rows["vp_regions_a"], rows["vp"])[0, 1]
    half = 1.959964 / 197**0.5
    low, high = np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half)
    expected = f"bold\nn = 200 games, correlation {r:+.2f}\n({low:+.2f} to {high:+.2f})"
    assert ax.get_legend().get_texts()[0].get_text() == expected


@pytest.mark.parametrize(
    ("plot", "frame"),
    [
        (plot_distribution, distribution(FOUR, "margin")),
        (plot_distribution, distribution(FOUR.head(2))),
        (plot_scatter, PAIRS),
        (plot_scatter, pair_counts(FOUR.head(2), "win", "vp")),
    ],
)
def test_nothing_sticks_out_and_axes_are_those_given(plot, frame):
    assert outside(plot(frame).figure) == []
    figure, ax = pyplot.subplots()
    assert plot(frame, ax=ax) is ax
    assert figure.axes == [ax]


def test_more_groups_than_looks_are_refused():
    wide = pl.concat(FOUR.with_columns(strategy=pl.lit(f"s{k}")) for k in range(8))
    with pytest.raises(BadValue, match=r"8 groups cannot be told apart in one plot, 7 can"):
        plot_distribution(distribution(wide))
