"""Plots of the values of actions: what is drawn, and that all of it is to be seen."""

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot

from burgundy_lab.analysis.plots import plot_action_values
from burgundy_lab.experiments.action_totals import ActionTotals, action_table
from burgundy_lab.sim.errors import BadValue, UnknownName
from tests.analysis.test_plots import error_bars, outside, texts

RNG = np.random.default_rng(4)
RESULTS = np.stack(
    [12 * RNG.integers(0, 2, (15, 40)), RNG.integers(100, 160, (15, 40))], dtype="i8"
)
NAMES = [f"place a tile whose name is rather long on space {k} (die 4 as 5)" for k in range(15)]
VALUES = action_table(range(15), NAMES, ActionTotals.of(RESULTS))


@pytest.fixture(autouse=True)
def closed():
    matplotlib.use("agg")
    yield
    pyplot.close("all")


@pytest.mark.parametrize("by, unit", [("win", 100), ("vp", 1)])
def test_each_action_is_a_row_with_its_interval_the_best_on_top(by, unit):
    ax = plot_action_values(VALUES, by, most=10)
    rows = VALUES.head(10)
    bars = error_bars(ax)
    assert len(bars) == 10
    for bar, row in zip(bars, rows.to_dicts(), strict=True):
        assert bar == pytest.approx([unit * row[f"{by}_low"], unit * row[f"{by}_high"]])
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == [f"{name[:41]}..." for name in rows["description"]]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    assert "40 games of each action; best 10 of 15" in ax.get_title(loc="left")
    assert "95 % interval" in ax.get_xlabel()
    second = rows.row(1, named=True)
    name = "behind" if by == "win" else "vp_behind"
    half = unit * (second[f"{name}_high"] - second[f"{name}_low"]) / 2
    sign = "%" if by == "win" else "VP"
    assert texts(ax)[1] == f"{-unit * second[name]:+.1f} ± {half:.1f} {sign}"
    assert outside(ax.figure) == []


def test_games_without_spread_have_points_and_no_interval():
    same = action_table([3, 4], ["a", "b"], ActionTotals.of(np.full((2, 2, 9), 12)))
    assert error_bars(plot_action_values(same, "vp")) == []


def test_what_cannot_be_drawn_is_said():
    with pytest.raises(BadValue, match="no game has been played"):
        plot_action_values(action_table([1], ["a"], ActionTotals.none(1)))
    with pytest.raises(UnknownName, match="measure of values 'luck'"):
        plot_action_values(VALUES, "luck")
