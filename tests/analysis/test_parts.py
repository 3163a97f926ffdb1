"""Shares of games by the values of one column, and their plot."""

from __future__ import annotations

import matplotlib as mpl
import polars as pl
import pytest

mpl.use("Agg")

from burgundy_lab import simulate
from burgundy_lab.analysis import load
from burgundy_lab.analysis.intervals import wilson_interval
from burgundy_lab.analysis.plots import plot_parts
from burgundy_lab.analysis.stats import part_table


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("parts") / "run"
    return simulate(
        game="cards-solo",
        players=1,
        strategies="collector",
        games=300,
        seed=5,
        block_size=70,
        out=out,
        progress=False,
    )


def test_parts_are_shares_of_all_games_with_wilsons_interval(run):
    table = part_table(load(run), "lost_round")
    assert table["games"].sum() == 300 and table["share"].sum() == pytest.approx(1)
    row = table.row(0, named=True)
    low, high = wilson_interval(row["games"] / 300, 300)
    assert (row["share_low"], row["share_high"]) == (pytest.approx(float(low)), float(high))


def test_the_run_counts_the_same_parts_without_its_log(run):
    logged = part_table(load(run), "lost_round")
    counted = run.breakdown
    assert counted["lost_round"].to_list() == logged["lost_round"].to_list()
    assert counted["games"].to_list() == logged["games"].to_list()
    won = counted.filter(pl.col("lost_round") == 0)["share"].item()
    assert won == pytest.approx(run.table["win_share"].item())


def test_a_game_without_such_a_column_has_no_breakdown():
    run = simulate(game="cards", strategies="uniform", games=5, seed=1, progress=False)
    assert len(run.breakdown) == 0


def test_the_plot_has_a_bar_for_each_value(run):
    table = part_table(load(run), "lost_round")
    ax = plot_parts(table)
    assert len(ax.patches) == len(table) and ax.get_xlabel() == "lost round"
    mpl.pyplot.close(ax.figure)
