"""The files of a log against the table that describes them."""

from __future__ import annotations

import errno

import numpy as np
import polars as pl
import pytest

from burgundy_lab.experiments import log, simulate
from burgundy_lab.experiments.match import read_match
from burgundy_lab.seals import Seal
from burgundy_lab.sim.errors import RunError
from burgundy_lab.sim.games import GAMES, get_game

SEED = 1848


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return simulate(
        games=12,
        seed=SEED,
        players=3,
        estates=("1", "se-30", "1"),
        settings={"tie_break": "shared"},
        log="decisions",
        out=tmp_path_factory.mktemp("runs") / "run",
        progress=False,
    )


@pytest.fixture(scope="module")
def games(run) -> pl.DataFrame:
    return pl.read_parquet(run.folder / "games" / "part-00000.parquet")


@pytest.mark.parametrize("table", ["games", "decisions"])
def test_file_columns_are_those_of_the_table_of_columns(run, table):
    found = pl.read_parquet_schema(run.folder / table / "part-00000.parquet")
    described = log.log_columns(run.match.game, table)
    assert list(found) == [column.name for column in described]
    assert found == dict(log.schema(run.match, table))
    for column in described:
        assert found[column.name].is_(column.dtype) or isinstance(found[column.name], column.dtype)


@pytest.mark.parametrize("game", GAMES)
def test_every_column_has_its_own_name_a_description_and_a_unit(game):
    for table in ("games", "decisions"):
        columns = log.log_columns(get_game(game), table)
        assert len({column.name for column in columns}) == len(columns)
        assert all(column.text and column.unit for column in columns)


def test_one_row_for_each_game_and_seat_in_order(games):
    assert games["game"].to_list() == [g for g in range(12) for _ in range(3)]
    assert games["seat"].to_list() == [0, 1, 2] * 12
    assert games["estate"].cast(pl.String).to_list() == ["2011-1", "se-30", "2011-1"] * 12
    assert games["strategy"].cast(pl.String).to_list() == ["uniform"] * 36


def test_wins_of_a_game_add_up_to_one():
    match = read_match("board", 3, "uniform", "1", {"tie_break": "shared"})
    at = {column.name: 1 + k for k, column in enumerate(match.game.columns)}
    rows = np.zeros((6, 1 + len(match.game.columns)), "i4")
    rows[:, at["rank"]] = [1, 2, 3, 1, 1, 3]
    rows[:, at["shared"]] = [1, 1, 1, 2, 2, 1]
    frame = log.games_frame(match, 7, rows)
    assert frame["win"].to_list() == [1.0, 0.0, 0.0, 0.5, 0.5, 0.0]
    assert frame["game"].to_list() == [7, 7, 7, 8, 8, 8]


def test_vp_are_the_sum_of_their_sources(games):
    sources = [name for name in games.columns if name.startswith("vp_")]
    assert games.select(pl.sum_horizontal(sources)).to_series().to_list() == games["vp"].to_list()


@pytest.mark.parametrize("value", [32768, -32769])
def test_a_number_that_does_not_fit_is_an_error_and_not_another_number(value):
    match = read_match("board", 2, "uniform")
    rows = np.zeros((4, 1 + len(match.game.columns)), "i4")
    rows[3, 2] = value
    with pytest.raises(RunError, match=f"'vp' of game 11, seat 1 is {value}"):
        log.games_frame(match, 10, rows)


def test_a_part_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    def full(source, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    frame = pl.DataFrame({"game": [1]})
    seal = Seal(SEED, 0, 1)
    log.write_part(tmp_path / "part-00000.parquet", frame, seal)
    monkeypatch.setattr("burgundy_lab.experiments.log.os.replace", full)
    with pytest.raises(RunError, match=r"part-00001\.parquet.*No space left"):
        log.write_part(tmp_path / "part-00001.parquet", frame, seal)
    monkeypatch.undo()
    log.write_part(tmp_path / "part-00002.parquet", frame, seal, lambda: False)
    assert [path.name for path in tmp_path.iterdir()] == ["part-00000.parquet"]
