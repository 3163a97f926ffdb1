"""What a run says of its games in numbers, and what it shows while it goes on."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
import polars as pl
import pytest

from burgundy_lab.experiments import simulate
from burgundy_lab.experiments.block import Signals
from burgundy_lab.experiments.match import Match, read_match
from burgundy_lab.experiments.progress import Progress, summary_line
from burgundy_lab.experiments.totals import Totals

SEED = 2011


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "run"
    return simulate(games=25, seed=SEED, players=2, block_size=6, out=out, progress=False)


def test_the_table_is_what_the_log_says(run):
    games = pl.read_parquet(run.folder / "games" / "*.parquet")
    expected = (
        games.cast({"win": pl.Float64})
        .group_by("seat")
        .agg(pl.col("vp").mean(), pl.col("vp").std().alias("sd"), pl.col("win").mean())
        .sort("seat")
    )
    table = run.table
    assert table["games"].to_list() == [25, 25]
    assert table["vp"].to_list() == pytest.approx(expected["vp"].to_list())
    assert table["vp_sd"].to_list() == pytest.approx(expected["sd"].to_list())
    assert table["win"].to_list() == pytest.approx(expected["win"].to_list())


def rows_of(match: Match, **columns: list[int]) -> Any:
    rows = np.zeros((len(columns["vp"]), 1 + len(match.game.columns)), "i4")
    for k, column in enumerate(match.game.columns):
        rows[:, 1 + k] = columns.get(column.name, 0)
    return rows


def test_shared_wins_count_in_part():
    match = read_match("board", 3, "uniform")
    rows = rows_of(match, vp=[9, 9, 9, 8, 8, 7], rank=[1, 1, 1, 1, 1, 3], shared=[3, 3, 3, 2, 2, 1])
    totals = Totals.of(match, rows)
    shares = [totals.win_share(seat) for seat in range(3)]
    assert shares == pytest.approx([(1 / 3 + 1 / 2) / 2, (1 / 3 + 1 / 2) / 2, 1 / 6])
    assert totals.vp(2).mean == 8
    assert totals.vp(2).sd == pytest.approx(math.sqrt(2))


def test_totals_add_up_in_any_order():
    match = read_match("board", 2, "uniform")
    rng = np.random.default_rng(SEED)
    vp, rank = rng.integers(0, 300, 40).tolist(), [1, 2] * 20
    rows = rows_of(match, vp=vp, rank=rank, shared=[1] * 40)
    whole, a, b = (Totals.of(match, part) for part in (rows, rows[:14], rows[14:]))
    for total in (a + b, b + a):
        assert total.games == whole.games
        assert np.array_equal(total.words, whole.words)


def test_one_game_has_a_mean_and_no_interval():
    run = simulate(games=1, seed=SEED, progress=False)
    assert run.table["vp_low"].is_null().all()
    assert run.table["vp"].is_not_null().all()


def test_a_seat_that_always_wins_is_not_sure_to():
    match = read_match("board", 2, "uniform")
    totals = Totals.of(match, rows_of(match, vp=[5, 4] * 3, rank=[1, 2] * 3, shared=[1] * 6))
    assert totals.win_share(0) == 1
    # Wilson's interval of 3 in 3 begins at 43.8 %; VP without spread have none.
    line = "uniform 5.0 VP 100.0 [44, 100] % | uniform 4.0 VP 0.0 [0, 56] %"
    assert summary_line(match, totals) == line


# --- while it goes on ------------------------------------------------------------------------


def test_a_terminal_shows_a_bar_with_speed_and_results(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    simulate(games=6, seed=SEED, block_size=2)
    shown = capsys.readouterr().err
    assert "0.00/6.00" in shown
    assert "games/s" in shown


def test_the_bar_shows_each_seat(monkeypatch, capsys, run):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    bar = Progress(run.match, 50, show=True)
    bar.start()
    bar.update(played(run), None)  # no block is whole yet
    bar.close()
    shown = capsys.readouterr().err
    assert "25.0/50.0" in shown
    # Who stops at a lead that was seen finds leads that are none.
    assert f"so far, no result: {summary_line(run.match, run.totals)}" in shown


def played(run) -> Signals:
    """Return what workers say while they play the games of a run."""
    signals = Signals.new()
    signals.add(3, run.games)
    signals.add_totals(3, run.totals)
    return signals


def test_a_file_gets_a_line_now_and_then(monkeypatch, capsys, run):
    now = [0.0]
    monkeypatch.setattr("burgundy_lab.experiments.progress.perf_counter", lambda: now[0])
    progress, lines = Progress(run.match, 5000, show=True), []
    progress.start()
    for now[0] in range(0, 4000, 5):
        progress.update(played(run), None)
        lines += [(now[0], line) for line in capsys.readouterr().err.splitlines()]
    assert [seconds for seconds, _ in lines[:4]] == [30, 60, 90, 120]
    assert len(lines) < 100  # and ever more seldom
    assert lines[1][1] == (
        "25 of 5,000 games (0 %), 0.4 games/s, 3 h 19 min left; so far, no result: "
        + summary_line(run.match, run.totals)
    )


def test_a_terminal_that_is_closed_does_not_end_a_run(monkeypatch, run):
    def closed(*arguments, **options):
        raise OSError(5, "Input/output error")

    progress = Progress(run.match, 50, show=True)
    progress.start()
    monkeypatch.setattr(sys.stderr, "write", closed)
    monkeypatch.setattr("burgundy_lab.experiments.progress.LINE_SECONDS", 0.0)
    progress.note("a line")
    progress.update(played(run), None)
    progress.close()


def test_a_file_gets_no_bar(capsys):
    simulate(games=3, seed=SEED)
    assert capsys.readouterr().err == ""


def test_a_wait_for_the_compiler_is_announced(monkeypatch, capsys):
    monkeypatch.setattr("burgundy_lab.sim.jit.is_cached", lambda function: False)
    simulate(games=3, seed=SEED)
    assert capsys.readouterr().err == "compiling for 'board' once, up to about a minute ...\n"
    simulate(games=3, seed=SEED, progress=False)
    assert capsys.readouterr().err == ""
