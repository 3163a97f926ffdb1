"""Opening a run folder: what is read, and one line for whatever is wrong with it."""

import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from burgundy_lab.analysis import load, win_table
from burgundy_lab.sim.errors import BadValue, RunError, UnknownName
from tests.analysis.frames import scored_frame, write_run

ROWS = scored_frame(6)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", ROWS)


def change_manifest(folder: Path, **changed: object) -> None:
    path = folder / "manifest.json"
    manifest = {**json.loads(path.read_text()), **changed}
    path.write_text(json.dumps({k: v for k, v in manifest.items() if v is not None}))


def test_all_rows_or_some_columns(folder):
    run = load(folder)
    assert run.games_done == 6
    assert_frame_equal(run.frame(), ROWS)
    assert_frame_equal(run.frame(["seat", "vp"]), ROWS.select("seat", "vp"))
    assert_frame_equal(run.games.filter(pl.col("seat") == 1).collect(), ROWS.filter(seat=1))
    assert repr(run) == "<run run: board, steady vs bold, 6 games, complete>"


def test_pandas_by_one_call(folder):
    frame = load(folder).to_pandas()
    assert frame.shape == ROWS.shape
    assert frame.groupby("strategy", observed=True)["vp"].sum().to_dict() == {
        name: ROWS.filter(strategy=name)["vp"].sum() for name in ("steady", "bold")
    }
    assert list(load(folder).to_pandas(["vp"])) == ["vp"]


def test_a_folder_by_name_or_an_object_that_has_one(folder):
    for run in (str(folder), folder, SimpleNamespace(folder=folder)):
        assert load(run).games_done == 6


def test_what_is_no_path_of_a_folder():
    for path in ("~no-such-user/run", "", "runs/\0"):
        with pytest.raises(BadValue, match=r"^run .*(home of no user|path of a folder)"):
            load(path)


@pytest.mark.parametrize("given", [3, None])
def test_what_is_neither_a_folder_nor_a_run(given):
    with pytest.raises(
        BadValue, match=f"run {given} is neither a folder nor what a batch returned"
    ):
        load(given)


def test_names_of_folders_are_no_patterns(tmp_path):
    folder = write_run(tmp_path / "seed=1 [a]*", ROWS)
    assert_frame_equal(load(folder).frame(), ROWS)


def test_an_interrupted_run_has_the_blocks_it_has(folder):
    (folder / "games" / "part-00001.parquet").unlink()
    change_manifest(folder, status="interrupted", games_done=4)
    assert load(folder).games_done == 4


def test_a_run_being_written_is_read_if_asked_for(folder):
    change_manifest(folder, status="running", games_done=0)
    with pytest.raises(RunError, match=r"still being written, or was killed.*partial=True"):
        load(folder)
    assert win_table(load(folder, partial=True))["games"].to_list() == [6, 6]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"format": 2}, "has format 2, this version reads 1"),
        ({"format": None}, "does not say its format"),
        ({"players": None, "seed": None}, r"manifest\.json lacks players, seed"),
        ({"games_done": 0}, r"no finished games \(status complete\)"),
        ({"players": 0}, r"manifest\.json has players 0, which no run has"),
        ({"players": "2"}, r"has players '2', which no run has"),
        ({"block_size": "a"}, r"has block_size 'a', which no run has"),
        ({"settings": []}, r"has settings \[\], which no run has"),
        ({"seed": True}, r"has seed True, which no run has"),
        ({"games_done": 8}, "holds 6 of the 8 games its manifest counts: parts at the end"),
    ],
)
def test_what_a_manifest_must_say(folder, changed, message):
    change_manifest(folder, **changed)
    with pytest.raises(RunError, match=message):
        load(folder)


@pytest.mark.parametrize("text", ["{", "", "[]", "null", "\xff"])
def test_a_broken_manifest(folder, text):
    (folder / "manifest.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(RunError, match=r"manifest\.json (cannot be read|is no manifest)") as error:
        load(folder)
    assert "\n" not in str(error.value)


def test_folders_that_are_no_runs(folder, tmp_path):
    with pytest.raises(RunError, match=r"there is no run folder .*elsewhere"):
        load(tmp_path / "elsewhere")
    with pytest.raises(RunError, match=r"is no run folder: it has no manifest\.json"):
        load(folder / "games")
    with pytest.raises(RunError, match="not written to disk"):
        load(SimpleNamespace(folder=None))


def test_missing_parts_are_named(folder):
    (folder / "games" / "part-00001.parquet").unlink()
    with pytest.raises(RunError, match=r"holds 4 of the 6 games.*part-00001\.parquet missing"):
        load(folder)


def test_no_parts_at_all(folder):
    shutil.rmtree(folder / "games")
    with pytest.raises(RunError, match="no finished games"):
        load(folder)


def test_a_part_that_is_cut_off(folder):
    part = folder / "games" / "part-00002.parquet"
    part.write_bytes(part.read_bytes()[:-20])
    with pytest.raises(RunError, match=r"part-00002\.parquet cannot be read") as error:
        load(folder)
    assert "\n" not in str(error.value)


def test_an_unknown_column_is_named(folder):
    with pytest.raises(UnknownName, match="unknown column 'vpp'; did you mean 'vp'"):
        load(folder).frame(["vpp"])


def test_without_decisions_there_is_no_trace(folder):
    run = load(folder)
    for ask in (lambda: run.decisions, lambda: run.trace(0)):
        with pytest.raises(RunError, match=r"kept no decisions .*log='decisions' on seed 1"):
            ask()
