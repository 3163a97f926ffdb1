"""Opening a run folder: what is read, and one line for whatever is wrong with it."""

import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from burgundy_lab.analysis import load, win_table
from burgundy_lab.experiments import simulate
from burgundy_lab.logs import held
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
    with pytest.raises(RunError, match=r"was killed: read the blocks .* with partial=True"):
        load(folder)
    with held(folder / "games"), pytest.raises(RunError, match="is still being written: wait, or"):
        load(folder)
    assert win_table(load(folder, partial=True))["games"].to_list() == [6, 6]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"games": None}, r"lacks games"),
        ({"unconfirmed": [1]}, r"has unconfirmed \[1\], which no run has"),
        ({"strategies": [1, 2]}, r"has strategies \[1, 2\], which no run has"),
        ({"strategies": [{"name": "alone"}]}, "which no run has"),
        ({"estates": [1, 2]}, r"has estates \[1, 2\], which no run has"),
        ({"settings": {"a": 1}}, "has settings {'a': 1}, which no run has"),
        ({"game": "chess"}, "has game 'chess', which no run has"),
        ({"players": 7}, "has players 7, which no run has"),
        ({"games_done": -1}, "has games_done -1, which no run has"),
        ({"values": "low"}, "has values 'low', which no run has"),
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


@pytest.mark.parametrize("text", ["{", "", "[]", "null", "\xff", "[" * 100_000])
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


@pytest.mark.parametrize("status", ["complete", "running"])
def test_a_part_of_no_bytes(folder, status):
    change_manifest(folder, status=status)
    (folder / "games" / "part-00002.parquet").write_bytes(b"")
    with pytest.raises(RunError, match=r"part-00002\.parquet cannot be read: it is empty"):
        load(folder, partial=True)


def test_a_part_under_another_number(folder):
    games = folder / "games"
    shutil.copy(games / "part-00001.parquet", games / "part-00003.parquet")
    with pytest.raises(RunError, match=r"part-00003\.parquet has the wrong games: 2 from 2 on"):
        load(folder)
    shutil.copy(games / "part-00001.parquet", games / "part-two.parquet")
    with pytest.raises(RunError, match=r"part-two\.parquet is no part of a run"):
        load(folder)


def test_a_part_too_many(folder):
    rows = ROWS.filter(pl.col("game") < 2).with_columns(pl.col("game") + 8)
    rows.write_parquet(folder / "games" / "part-00004.parquet")
    with pytest.raises(RunError, match=r"holds 8 of the 6 games .*: part-00004\.parquet too many"):
        load(folder)


def test_a_part_that_lacks_a_column(folder):
    part = folder / "games" / "part-00001.parquet"
    pl.read_parquet(part).drop("vp").write_parquet(part)
    with pytest.raises(RunError, match=r"part-00001\.parquet cannot be read: it lacks .* 'vp'"):
        load(folder)


def sealed_run(folder: Path, seed: int = 1) -> Path:
    return simulate(
        games=6, seed=seed, block_size=2, log="decisions", out=folder, progress=False
    ).folder


def test_a_bit_that_flips_in_a_part_shows(tmp_path):
    folder = sealed_run(tmp_path / "run")
    for table, ask in (("games", load), ("decisions", lambda run: load(run).decisions)):
        part = folder / table / "part-00001.parquet"
        content = part.read_bytes()
        part.write_bytes(content[:200] + bytes([content[200] ^ 4]) + content[201:])
        with pytest.raises(RunError, match=r"part-00001\.parquet cannot be read: its contents"):
            ask(folder)
        part.write_bytes(content)
        ask(folder)


def test_a_part_of_another_run(tmp_path):
    folder, other = sealed_run(tmp_path / "run"), sealed_run(tmp_path / "other", seed=2)
    shutil.copy(other / "games" / "part-00001.parquet", folder / "games" / "part-00001.parquet")
    with pytest.raises(RunError, match=r"2 from 2 on, of seed 2; games 2 to 3 of seed 1 belong"):
        load(folder)


def test_a_missing_part_of_decisions(tmp_path):
    folder = sealed_run(tmp_path / "run")
    (folder / "decisions" / "part-00001.parquet").unlink()
    with pytest.raises(RunError, match=r"part-00001\.parquet missing in decisions/"):
        load(folder)


def test_columns_that_are_asked_for_in_a_wrong_way(folder):
    for columns, why in ((["vp", "vp"], "'vp' is asked for 2 times"), ({"vp", "win"}, "no order")):
        with pytest.raises(BadValue, match=why):
            load(folder).frame(columns)


@pytest.mark.parametrize("number", [None, 1.0, "0", [], True])
def test_a_game_that_has_no_number(folder, number):
    with pytest.raises(BadValue, match=r"game_no .* must be a whole number"):
        load(folder).trace(number)


def test_an_unknown_column_is_named(folder):
    with pytest.raises(UnknownName, match="unknown column 'vpp'; did you mean 'vp'"):
        load(folder).frame(["vpp"])


def test_without_decisions_there_is_no_trace(folder):
    run = load(folder)
    for ask in (lambda: run.decisions, lambda: run.trace(0)):
        with pytest.raises(RunError, match=r"kept no decisions .*log='decisions' on seed 1"):
            ask()
