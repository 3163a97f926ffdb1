"""Runs are joined with a column that names them, and never mixed up."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from burgundy_lab.analysis import load, win_table
from burgundy_lab.analysis.odds import source_odds
from burgundy_lab.analysis.winners import source_gaps
from burgundy_lab.sim.errors import BadValue, RunError
from tests.analysis.frames import scored_frame, write_run

ROWS = scored_frame(60)
OTHER_NAMES = ["meek", "steady"]


@pytest.fixture
def folders(tmp_path):
    meek = ROWS.with_columns(
        strategy=pl.col("strategy").cast(pl.String).replace("bold", "meek")
        .cast(pl.Enum(OTHER_NAMES)),
        vp=pl.col("vp") + 100,
    )  # fmt: skip
    return (
        write_run(tmp_path / "one", ROWS),
        write_run(tmp_path / "two", meek, settings={"edition": "2019"}),
    )


def test_rows_of_other_strategies_are_joined_and_named(folders):
    joined = load(folders)
    frame = joined.frame()
    assert frame.columns == ["run", *ROWS.columns]
    assert frame["run"].value_counts().sort("run").rows() == [("one", 120), ("two", 120)]
    assert frame["strategy"].unique().cast(pl.String).sort().to_list() == ["bold", "meek", "steady"]
    assert_frame_equal(joined.lazy().collect(), frame)
    assert joined.games_done == 120


def test_what_differs_is_said(folders):
    joined = load(list(folders))
    assert joined.differences == {"settings": [{}, {"edition": "2019"}]}
    assert "they differ in settings" in repr(joined)
    assert "differ" not in repr(load([folders[0]]))


def test_tables_by_run_are_those_of_each_run(folders):
    for data in (load(folders), load(folders).frame()):
        table = win_table(data, by=("run", "strategy"))
        for name, folder in zip(("one", "two"), folders, strict=True):
            alone = win_table(load(folder), by=("strategy",)).with_columns(
                pl.col("strategy").cast(pl.String)
            )
            part = (
                table.filter(run=name).drop("run").with_columns(pl.col("strategy").cast(pl.String))
            )
            assert_frame_equal(part.sort("strategy"), alone.sort("strategy"))


def test_games_of_one_number_are_not_one_game(folders):
    gaps = source_gaps(load(folders).frame(), game="board")
    single = source_gaps(load(folders[0]))
    assert gaps["games"][0] == 2 * single["games"][0]
    assert gaps["gap"].to_list() == pytest.approx(single["gap"].to_list())
    odds = source_odds(load(folders), until="A")
    assert odds["games"][0] == gaps["games"][0]


def test_runs_of_one_name_are_told_apart(folders):
    assert list(load([folders[0], folders[0]]).runs) == ["one (1)", "one (2)"]


def test_what_cannot_be_joined(folders, tmp_path):
    cards = write_run(tmp_path / "cards", ROWS, game="cards")
    with pytest.raises(BadValue, match="runs of one game can be joined, not of board, cards"):
        load([folders[0], cards])
    with pytest.raises(BadValue, match="not of none"):
        load([])
    with pytest.raises(RunError, match=r"run by run: runs\[name\]\.trace, one of one, two"):
        load(folders).trace(0)
    with pytest.raises(RunError, match="decisions are read run by run"):
        _ = load(folders).decisions
