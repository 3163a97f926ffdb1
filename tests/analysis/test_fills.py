"""When spaces are covered: the compiled replay against a game told position by position."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from burgundy_lab.analysis import LoadedRun, load
from burgundy_lab.analysis.fills import space_fills
from burgundy_lab.experiments import simulate
from burgundy_lab.sim.errors import BadValue, RunError
from burgundy_lab.sim.games import get_game

SEED, GAMES = 5, 5
SPACES = 37


def play(folder: Path, game: str = "board", log: str = "decisions") -> LoadedRun:
    """Play some games in blocks of two."""
    estates = {"board": ("1", "8"), "solo": ("B",)}.get(game)
    options = {"games": GAMES, "seed": SEED, "log": log, "block_size": 2, "out": folder / "run"}
    return load(simulate(game=game, estates=estates, progress=False, **options))


@pytest.fixture(scope="module", params=["board", "solo"])
def run(request, tmp_path_factory) -> LoadedRun:
    return play(tmp_path_factory.mktemp("runs"), request.param)


@pytest.fixture
def copy(run, tmp_path) -> LoadedRun:
    return load(shutil.copytree(run.folder, tmp_path / "copy"))


def rounds_told(run: LoadedRun, game_no: int) -> dict[tuple[int, int], int]:
    """Return the round that covers each (seat, space) of a game, 0 for start castles."""
    found: dict[tuple[int, int], int] = {}
    trace = run.trace(game_no)
    rounds, before = 1, None
    positions = [position for position, _ in trace.positions()]
    for earlier, position in zip([None, *positions], [*positions, trace.end()], strict=True):
        if earlier is not None:
            now = (int(earlier.state.phase_no), int(earlier.state.round_no))
            rounds += before is not None and now != before
            before = now
        for seat in range(int(position.state.seats)):
            covered = int(position.state.covered[seat])
            first = not any(s == seat for s, _ in found)
            for space in range(SPACES):
                if covered >> space & 1:
                    found.setdefault((seat, space), 0 if first else rounds)
    return found


def test_fills_are_what_the_games_show_move_by_move(run):
    fills = space_fills(run)
    told = [rounds_told(run, game_no) for game_no in range(GAMES)]
    for seat, estate in enumerate(run.manifest["estates"]):
        for row in fills.filter(estate=estate).iter_rows(named=True):
            rounds = [game[seat, row["space"]] for game in told if (seat, row["space"]) in game]
            later = [number for number in rounds if number > 0]
            assert row["games"] == GAMES
            assert row["filled"] == pytest.approx(len(rounds) / GAMES)
            assert row["start"] == pytest.approx(rounds.count(0) / GAMES)
            assert row["round"] == (pytest.approx(sum(later) / len(later)) if later else None)


def test_what_is_not_filled_is_what_the_log_calls_empty(run):
    fills = space_fills(run).group_by("estate").agg(pl.col("filled", "start").sum())
    empty = dict(
        run.frame().group_by("estate").agg(pl.col("empty_spaces").mean()).cast({"estate": str})
        .iter_rows()
    )  # fmt: skip
    for estate, filled, start in fills.iter_rows():
        assert filled == pytest.approx(SPACES - empty[estate])
        assert start == pytest.approx(1)


def test_spaces_are_those_of_the_contract(run):
    fills = space_fills(run)
    game = get_game(run.manifest["game"])
    for estate in run.manifest["estates"]:
        rows = fills.filter(estate=estate).select("x", "y", "kind", "number").rows()
        assert rows == [(s.x, s.y, s.kind, s.number) for s in game.layout(estate)]


def test_intervals_hold_the_shares(run):
    fills = space_fills(run)
    assert fills.select((pl.col("filled_low") <= pl.col("filled")).all()).item()
    assert fills.select((pl.col("filled") <= pl.col("filled_high")).all()).item()
    assert fills["filled_low"].min() >= 0
    assert fills["filled_high"].max() <= 1


def test_a_run_without_decisions_is_refused(tmp_path):
    with pytest.raises(RunError, match="kept no decisions"):
        space_fills(play(tmp_path, log="games"))


def test_a_game_without_hexagons_is_refused(tmp_path):
    with pytest.raises(BadValue, match="in 'cards' nobody has spaces to cover"):
        space_fills(play(tmp_path, "cards"))


@pytest.mark.parametrize(
    "change", [lambda rows: rows.with_columns(pl.col("action") * 0 - 1), lambda rows: rows[:-1]]
)
def test_games_of_other_rules_are_not_counted(copy, change):
    part = copy.folder / "decisions" / "part-00001.parquet"
    change(pl.read_parquet(part)).write_parquet(part)
    with pytest.raises(RunError, match=rf"played by other rules: game [23] of seed {SEED}"):
        space_fills(copy)
