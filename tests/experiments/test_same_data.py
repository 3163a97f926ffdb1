"""The data of a run: the same however it is played, and the same as one game played alone."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from burgundy_lab.experiments import simulate
from burgundy_lab.experiments.block import CHUNK_SECONDS, MOST_GROWTH, next_chunk
from burgundy_lab.sim.legal import kth_action, number_of_actions
from burgundy_lab.sim.trace import Trace
from burgundy_lab.strategies import Policy

SEED = 4711
GAMES, BLOCK = 23, 5  # the last block has fewer games
OTHER_WAYS = {
    "two threads": {"jobs": 2},
    "all cores": {"jobs": -1},
    "two processes": {"jobs": 2, "backend": "processes"},
    "one process": {"jobs": 1, "backend": "processes"},
}
STEP_BACK = 1  # what the strategy below uses of its module goes to other processes with it


def from_the_end(number):
    return number - STEP_BACK


def last(state, legal, rng, weights):
    """The last legal action: a strategy that other processes cannot import."""
    return kth_action(legal, number_of_actions(legal) - int(weights[0]))


LAST = Policy("last", "board", "the last legal action", (float(from_the_end(2)),), last)
MATCH = {"strategies": ("uniform", LAST), "estates": ("1", "se-2"), "seed": SEED}


def play(out: Path, **options):
    settings = {"games": GAMES, "block_size": BLOCK, "log": "decisions", **MATCH, **options}
    return simulate(out=out, progress=False, **settings)


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> Path:
    return play(tmp_path_factory.mktemp("runs") / "base").folder


def parts(folder: Path) -> dict[str, bytes]:
    files = sorted(folder.rglob("*.parquet"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def table(folder: Path, name: str) -> pl.DataFrame:
    return pl.read_parquet(folder / name / "*.parquet").sort(pl.all())


def test_a_part_for_each_block_and_table(base):
    names = {f"{name}/part-{block:05d}.parquet" for name in ("games", "decisions")
             for block in range(5)}  # fmt: skip
    assert set(parts(base)) == names


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_files_are_the_same_whoever_works(base, tmp_path, way):
    run = play(tmp_path / "run", **OTHER_WAYS[way])
    assert parts(run.folder) == parts(base)


@pytest.mark.parametrize("block_size", [1, 7, GAMES, 1000])
def test_rows_are_the_same_in_blocks_of_any_size(base, tmp_path, block_size):
    run = play(tmp_path / "run", block_size=block_size)
    for name in ("games", "decisions"):
        assert_frame_equal(table(run.folder, name), table(base, name))


def test_rows_do_not_depend_on_chunks(base, tmp_path, monkeypatch):
    monkeypatch.setattr("burgundy_lab.experiments.block.next_chunk", lambda games, seconds: 1)
    assert parts(play(tmp_path / "run").folder) == parts(base)


def test_rows_do_not_depend_on_the_room_for_decisions(base, tmp_path, monkeypatch):
    # Room for one game: the loop plays fewer games than it is asked for.
    monkeypatch.setattr("burgundy_lab.sim.rollout.Loop.log_games", 1)
    assert parts(play(tmp_path / "run").folder) == parts(base)


def test_more_games_begin_with_the_same_games(base, tmp_path):
    more = table(play(tmp_path / "run", games=GAMES + 4).folder, "games")
    assert_frame_equal(more.filter(pl.col("game") < GAMES), table(base, "games"))


def test_a_log_of_games_only_has_the_same_games(base, tmp_path):
    run = play(tmp_path / "run", log="games")
    games = {name: data for name, data in parts(base).items() if name.startswith("games/")}
    assert parts(run.folder) == games


def test_the_table_is_the_same_without_a_log(base, tmp_path):
    logged = play(tmp_path / "run")
    bare = simulate(games=GAMES, progress=False, **MATCH)
    assert bare.folder is None
    assert_frame_equal(bare.table, logged.table)


@pytest.mark.parametrize("game_no", [0, BLOCK, GAMES - 1])
def test_logged_games_replay_to_their_logged_results(base, game_no):
    rows = table(base, "games").filter(pl.col("game") == game_no)
    taken = table(base, "decisions").filter(pl.col("game") == game_no)
    trace = Trace("board", 2, ("2011-1", "se-2"), {}, SEED, game_no, tuple(taken["action"]))
    for (position, _), seat in zip(trace.positions(), taken["seat"], strict=True):
        assert position.seat == seat
    for result in trace.end().outcome():
        row = rows.row(result.seat, named=True)
        assert row["decisions"] == len(taken)
        assert {name: row[name] for name in result.columns} == result.columns


def test_decisions_are_numbered_from_0_in_each_game(base):
    games, decisions = table(base, "games"), table(base, "decisions")
    counted = decisions.group_by("game", maintain_order=True).agg(
        count=pl.len(), first=pl.col("number").min(), last=pl.col("number").max()
    )
    assert counted["count"].to_list() == games.filter(seat=0)["decisions"].to_list()
    assert counted["first"].to_list() == [0] * GAMES
    assert (counted["last"] + 1).to_list() == counted["count"].to_list()


def test_one_strategy_serves_all_seats_and_names_need_no_list():
    alone = simulate(games=3, seed=SEED, strategies="uniform", estates=2, players=3)
    each = simulate(games=3, seed=SEED, strategies=["uniform"] * 3, estates=["2"] * 3, players=3)
    assert alone.table["strategy"].to_list() == ["uniform"] * 3
    assert alone.table["estate"].to_list() == ["2011-2"] * 3
    assert_frame_equal(alone.table, each.table)


def test_chunks_grow_to_the_time_wanted_and_not_too_fast():
    assert next_chunk(100, CHUNK_SECONDS) == 100
    assert next_chunk(100, 10 * CHUNK_SECONDS) == 10
    assert next_chunk(100, 1000 * CHUNK_SECONDS) == 1
    assert next_chunk(4, 0.0) == 4 * MOST_GROWTH
