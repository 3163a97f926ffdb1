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
VALUES = action_table(range(15), NAMES, ActionTotals.of(RESULTS), "planner", 3)


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
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    title = ax.get_title(loc="left")
    assert title.startswith("What is each action worth if planner plays on?\n")
    assert "40 games of each action; best 10 of 15" in title
    assert "95 % interval" in ax.get_xlabel()
    second = rows.row(1, named=True)
    name = "behind" if by == "win" else "vp_behind"
    low, high = -unit * second[f"{name}_high"], -unit * second[f"{name}_low"]
    sign = "% points" if by == "win" else "VP"
    assert texts(ax)[1] == f"{-unit * second[name]:+z.1f} ({low:+z.1f} to {high:+z.1f}) {sign}"
    assert outside(ax.figure) == []


def test_actions_stand_there_in_full_and_the_strategys_own_is_marked():
    ax = plot_action_values(VALUES, most=15)
    labels = [label.get_text().replace("\n", " ") for label in ax.get_yticklabels()]
    own = VALUES["choice"].to_list().index(True)
    wanted = VALUES["description"].to_list()
    wanted[own] += " (the strategy's own choice)"
    assert labels == wanted
    bold = [label.get_fontweight() == "bold" for label in ax.get_yticklabels()]
    assert bold == VALUES["choice"].to_list()


def test_colour_and_marker_say_how_an_action_stands_to_the_best():
    wins = np.array([[12] * 40, [12] * 39 + [0], [0] * 40])
    results = np.stack([wins, RESULTS[1, :3]]).astype("i8")
    ax = plot_action_values(action_table(range(3), ["a", "b", "c"], ActionTotals.of(results)))
    lines = [container.lines[0] for container in ax.containers]
    assert [line.get_marker() for line in lines] == ["o", "D", "s"]
    assert len({line.get_color() for line in lines}) == 3
    assert ax.get_xlabel().endswith(
        "round: best by wins; diamond: not told apart from it; square: behind it"
    )


def test_games_without_spread_have_points_and_no_interval():
    same = action_table([3, 4], ["a", "b"], ActionTotals.of(np.full((2, 2, 9), 12)))
    assert error_bars(plot_action_values(same, "vp")) == []


def test_what_cannot_be_drawn_is_said():
    with pytest.raises(BadValue, match="no game has been played"):
        plot_action_values(action_table([1], ["a"], ActionTotals.none(1)))
    with pytest.raises(UnknownName, match="measure of values 'luck'"):
        plot_action_values(VALUES, "luck")
