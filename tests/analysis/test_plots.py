"""Plots draw what the data say: checked on the artists, and on the boxes they take up."""

import matplotlib
import polars as pl
import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

from burgundy_lab.analysis import scoring_paths, win_table
from burgundy_lab.analysis.plots import (
    figure_scoring_paths,
    plot_scoring_paths,
    plot_win_share,
)
from burgundy_lab.analysis.plots.parts import COLOURS, HATCHES
from burgundy_lab.sim.errors import BadValue
from tests.analysis.artists import error_bars, outside, texts
from tests.analysis.frames import games_frame, scored_frame

PATHS = scoring_paths(scored_frame(30), game="board")
BOLD = PATHS.filter(path="bold")
WINS = win_table(
    games_frame(*[[("steady", w, 0), ("bold", 1 - w, 0)] for w in (1, 1, 0, 1, 0.5)] * 8)
)


def test_bars_are_the_vp_of_each_source_stacked():
    ax = plot_scoring_paths(BOLD)
    bars = {c.get_label(): c for c in ax.containers if c.get_label() in BOLD["source"]}
    assert list(bars) == BOLD["source"].unique(maintain_order=True).to_list()
    below = [0.0] * 6
    for source, container in bars.items():
        drawn = [bar.get_height() for bar in container]
        assert drawn == pytest.approx(BOLD.filter(source=source)["vp"].to_list())
        assert [bar.get_y() for bar in container] == pytest.approx(below)
        below = [low + height for low, height in zip(below, drawn, strict=True)]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["A", "B", "C", "D", "E", "end"]


def test_totals_have_their_interval_number_and_n():
    ax = plot_scoring_paths(BOLD)
    totals = BOLD.unique("step", maintain_order=True)
    expected = totals.select("total_low", "total_high").rows()
    assert error_bars(ax) == [pytest.approx(list(ends)) for ends in expected]
    assert texts(ax) == [f"{total:.1f}" for total in totals["total"]]
    assert ax.get_title() == "bold\nn = 30 games, 95 % intervals"
    assert ax.get_ylim()[1] > totals["total_high"].max()


def test_sources_differ_in_colour_and_hatch_the_same_way_in_every_plot():
    assert len({*COLOURS}) == len(COLOURS) == len(HATCHES)
    looks = []
    for name in ("steady", "bold"):
        ax = plot_scoring_paths(PATHS.filter(path=name))
        handles = ax.get_legend().get_patches()
        looks.append({h.get_label(): (to_hex(h.get_facecolor()), h.get_hatch()) for h in handles})
    assert looks[0] == looks[1]
    assert len(set(looks[0].values())) == PATHS["source"].n_unique()


def test_a_figure_has_a_panel_a_path_on_one_scale_with_one_legend():
    figure = figure_scoring_paths(PATHS)
    assert [ax.get_title().split("\n")[0] for ax in figure.axes] == ["steady", "bold"]
    assert len({ax.get_ylim() for ax in figure.axes}) == 1
    assert figure.axes[0].get_ylim()[1] > PATHS["total_high"].max()
    assert len(figure.legends) == 1
    assert all(ax.get_legend() is None for ax in figure.axes)


@pytest.mark.parametrize(("paths", "rows_and_columns"), [(1, (1, 1)), (3, (1, 3)), (5, (2, 3))])
def test_panels_are_laid_out_and_nothing_sticks_out(paths, rows_and_columns):
    several = pl.concat(BOLD.with_columns(path=pl.lit(f"strategy {k}")) for k in range(paths))
    figure = figure_scoring_paths(several)
    grid = figure.axes[0].get_gridspec()
    assert (grid.nrows, grid.ncols) == rows_and_columns
    assert sum(ax.axison for ax in figure.axes) == paths
    assert outside(figure) == []


def test_a_path_without_intervals_is_drawn_without():
    one = scoring_paths(scored_frame(1), game="board", by="seat").filter(path="seat 0")
    ax = plot_scoring_paths(one)
    assert error_bars(ax) == []
    assert len(texts(ax)) == 6


def test_one_plot_refuses_several_paths_and_none():
    with pytest.raises(BadValue, match=r"not 2 \(steady, bold\).*figure_scoring_paths"):
        plot_scoring_paths(PATHS)
    with pytest.raises(BadValue, match="not 0"):
        plot_scoring_paths(PATHS.clear())
    with pytest.raises(BadValue, match="no rows"):
        figure_scoring_paths(PATHS.clear())
    with pytest.raises(BadValue, match="no rows"):
        plot_win_share(WINS.clear())


def test_more_sources_than_colours_are_refused():
    many = pl.concat(
        BOLD.filter(source="regions").with_columns(source=pl.lit(f"source {k}"))
        for k in range(len(COLOURS) + 1)
    )
    with pytest.raises(BadValue, match="cannot be told apart"):
        plot_scoring_paths(many)


def test_points_are_shares_with_their_interval_and_n():
    ax = plot_win_share(WINS)
    points = [c.lines[0] for c in ax.containers]
    assert [p.get_xdata()[0] for p in points] == pytest.approx([70, 30])
    assert [p.get_ydata()[0] for p in points] == [0, 1]
    limits = (100 * WINS.select("win_low", "win_high")).rows()
    assert error_bars(ax) == [pytest.approx(list(ends)) for ends in limits]
    assert texts(ax) == ["n = 40", "n = 40", "even share"]
    labels = [tick.get_text() for tick in ax.get_yticklabels()]
    assert labels == ["steady, seat 0, estate 2011-1", "bold, seat 1, estate 2011-8"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first row is on top
    assert len({p.get_marker() for p in points}) == len({p.get_color() for p in points}) == 2
    assert outside(ax.figure) == []


def test_the_even_share_is_drawn_where_the_table_shows_the_seats():
    assert [
        line.get_xdata()[0]
        for line in plot_win_share(WINS).lines
        if len(line.get_xdata()) == 2 and line.get_linestyle() == ":"
    ] == [50]
    assert "even share" not in texts(plot_win_share(WINS.drop("seat")))


def test_a_share_without_interval_is_a_point():
    ax = plot_win_share(WINS.with_columns(win_low=None, win_high=None))
    assert error_bars(ax) == []
    assert ax.lines[0].get_xdata()[0] == pytest.approx(70)


def test_tables_without_strategies_are_drawn_too():
    ax = plot_win_share(win_table(games_frame([("bold", 1, 1), ("steady", 0, 0)]), by=("seat",)))
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["seat 0", "seat 1"]


@pytest.mark.parametrize(("plot", "data"), [(plot_scoring_paths, BOLD), (plot_win_share, WINS)])
def test_plots_draw_where_they_are_told_and_change_no_style(plot, data):
    before = dict(matplotlib.rcParams)
    figure, ax = pyplot.subplots()
    assert plot(data, ax=ax) is ax
    assert figure.axes == [ax]
    assert isinstance(plot(data), Axes)
    assert dict(matplotlib.rcParams) == before
