"""A run as the experiments write it: everything in `analysis` on real games."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from burgundy_lab.analysis import load, rests_on, scoring_paths, text_table, win_table
from burgundy_lab.experiments import Run, simulate
from burgundy_lab.sim.errors import BadValue, RunError

SEED = 8
GAMES = 40


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Run:
    return simulate(
        strategies=("uniform",),
        estates=("1", "8"),
        games=GAMES,
        seed=SEED,
        log="decisions",
        out=tmp_path_factory.mktemp("runs") / "run",
        block_size=15,
        progress=False,
    )


def test_a_run_is_read_back(played):
    run = load(played)
    assert run.games_done == GAMES
    assert len(run.parts) == 3
    assert run.manifest["seed"] == SEED
    assert rests_on(run.unconfirmed).startswith("rests on ")
    frame = run.frame()
    columns = [c.name for c in run.rules.columns if c.name.startswith("vp_")]
    assert (
        frame.select(pl.sum_horizontal(columns))
        .to_series()
        .equals(frame["vp"].cast(pl.Int16), check_names=False)
    )
    assert run.decisions.select(pl.len()).collect().item() == frame["decisions"].sum() // 2


def test_the_table_of_wins_is_that_of_the_run(played):
    table = win_table(load(played))
    assert table.columns == played.table.columns
    for logged, summed in zip(table.rows(), played.table.rows(), strict=True):
        assert logged[:4] == summed[:4]  # strategy, seat, estate, games
        assert logged[4:] == pytest.approx(summed[4:])
    assert len(text_table(table).rows) == 2


def test_paths_end_at_the_vp_of_the_table(played):
    run = load(played)
    end = scoring_paths(run, by="seat").filter(pl.col("step") == "end")
    totals = end.unique("path", maintain_order=True)["total"]
    assert totals.to_list() == pytest.approx(win_table(run)["vp"].to_list())


@pytest.mark.parametrize("game_no", [0, 14, 15, GAMES - 1])
def test_a_game_is_told_in_words(played, game_no):
    run = load(played)
    vp = run.frame().filter(pl.col("game") == game_no)["vp"].to_list()
    *_, last = run.trace(game_no).words()
    assert last.startswith("result: ")
    assert all(f"seat {seat} {points} VP" in last for seat, points in enumerate(vp))


def test_decisions_have_their_words_and_the_tile_that_is_placed(played):
    run = load(played)
    told = run.told_decisions([3, 15])
    logged = run.decisions.filter(pl.col("game").is_in([3, 15])).collect()
    assert told.select(logged.columns).rows() == logged.rows()
    assert told["words"].str.starts_with("take").any()
    assert {"take", "place", "lay"} <= set(told["kind"])
    tiles = told.drop_nulls("knowledge_tile")
    assert len(tiles) > 0
    for row in tiles.iter_rows(named=True):
        assert row["words"].startswith(f"place knowledge tile {row['knowledge_tile']} on space")
    assert len(run.told_decisions([])) == 0


@pytest.mark.parametrize("game_no", [-1, GAMES, 10**9])
def test_a_game_that_was_not_played(played, game_no):
    with pytest.raises(BadValue, match=f"has no game {game_no}: it has {GAMES}, counted from 0"):
        load(played).trace(game_no)


@pytest.mark.parametrize(
    ("table", "change", "why"),
    [
        ("games", pl.col("vp") + 1, r"comes to \[\d+, \d+\] VP, not \[\d+, \d+\]"),
        ("decisions", pl.col("action") * 0 - 1, "decision 0 of game 2 cannot be replayed"),
    ],
)
def test_a_game_of_other_rules_is_not_told(played, tmp_path, table, change, why):
    folder = Path(shutil.copytree(played.folder, tmp_path / "run"))
    part = folder / table / "part-00000.parquet"
    pl.read_parquet(part).with_columns(change).write_parquet(part)
    with pytest.raises(RunError, match=rf"game 2 of run .* was played by other rules .*{why}"):
        load(folder).trace(2)


def test_a_missing_part_of_decisions_is_named(played, tmp_path):
    folder = Path(shutil.copytree(played.folder, tmp_path / "run"))
    (folder / "decisions" / "part-00001.parquet").unlink()
    with pytest.raises(RunError, match=r"part-00001\.parquet missing in decisions/") as error:
        load(folder)
    assert "\n" not in str(error.value)
