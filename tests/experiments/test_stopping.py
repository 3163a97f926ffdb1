"""Runs that do not come to their end: what they leave can be read, and nothing is half-written."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest

from burgundy_lab.analysis import load
from burgundy_lab.experiments import simulate
from burgundy_lab.experiments.batch import MOST_BLOCK
from burgundy_lab.experiments.crew import Crew
from burgundy_lab.experiments.manifest import RunFolder
from burgundy_lab.experiments.match import Match
from burgundy_lab.experiments.progress import Progress
from burgundy_lab.logs import is_held
from burgundy_lab.seals import Seal, read_seal
from burgundy_lab.sim import jit
from burgundy_lab.sim.errors import PolicyError, RunError
from burgundy_lab.sim.legal import kth_action, number_of_actions
from burgundy_lab.sim.rng import draw
from burgundy_lab.strategies import Policy

SEED = 7
BLOCK = 4
ENDLESS = 10**9  # games that no test lives to see


def wrong_at_times(state, legal, rng, weights):
    """Answers with no action at all once in weights[0] decisions."""
    k = draw(rng, number_of_actions(legal))
    if draw(rng, int(weights[0])) == 0:
        return -5
    return kth_action(legal, k)


def raises_at_times(state, legal, rng, weights):
    """Raises once in weights[0] decisions."""
    k = draw(rng, number_of_actions(legal))
    if draw(rng, int(weights[0])) == 0:
        raise ValueError("boom")
    return kth_action(legal, k)


ALWAYS_WRONG = Policy("wrong", "board", "no action", (1.0,), wrong_at_times)
SELDOM_WRONG = Policy("wrong", "board", "no action at times", (4000.0,), wrong_at_times)
SELDOM_RAISES = Policy("raises", "board", "raises at times", (4000.0,), raises_at_times)
WAYS = {
    "one thread": {},
    "two threads": {"jobs": 2},
    "two processes": {"jobs": 2, "backend": "processes"},
}


def manifest_of(folder: Path) -> dict:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def says(folder: Path) -> tuple[str, int]:
    """Return status and games of a manifest."""
    manifest = manifest_of(folder)
    return manifest["status"], manifest["games_done"]


def after_report(monkeypatch, number: int, action: Callable[[], None]) -> None:
    """Have something happen in the main thread after so many blocks were reported."""
    take, seen = Crew._take, []

    def take_and_act(crew, report):
        take(crew, report)
        seen.append(report)
        if len(seen) == number:
            action()

    monkeypatch.setattr(Crew, "_take", take_and_act)


def press_when_playing(monkeypatch, number: int, times: int = 1) -> None:
    """Have a signal come as soon as games were played, before a block is whole."""
    update, pressed = Progress.update, []

    def update_and_press(progress, signals, totals):
        update(progress, signals, totals)
        if signals.played and not pressed:
            pressed.append(True)
            for _ in range(times):
                signal.raise_signal(number)

    monkeypatch.setattr(Progress, "update", update_and_press)


# --- Ctrl-C ----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_an_interrupted_run_keeps_its_whole_blocks(tmp_path, monkeypatch, capsys, way):
    after_report(monkeypatch, 3, lambda: signal.raise_signal(signal.SIGINT))
    out = tmp_path / "run"
    run = simulate(
        games=ENDLESS, seed=SEED, block_size=BLOCK, log="decisions", out=out, **WAYS[way]
    )
    assert (run.status, run.is_complete, run.folder) == ("interrupted", False, out)
    assert run.games >= 3 * BLOCK
    assert manifest_of(out) == run.manifest
    assert (run.manifest["status"], run.manifest["games_done"]) == ("interrupted", run.games)
    games = pl.read_parquet(out / "games" / "*.parquet")
    decisions = pl.read_parquet(out / "decisions" / "*.parquet")
    assert len(games) == 2 * run.games
    assert games["game"].n_unique() == decisions["game"].n_unique() == run.games
    assert run.table["games"].to_list() == [run.games] * 2
    assert run.table["vp"].to_list() == pytest.approx(
        games.group_by("seat").agg(pl.col("vp").mean()).sort("seat")["vp"].to_list()
    )
    assert [path for path in out.rglob("*") if path.name.startswith(".")] == []
    assert f"interrupted: {run.games:,} of 1,000,000,000 games" in capsys.readouterr().err


def test_the_signal_handler_is_given_back(monkeypatch):
    before = signal.getsignal(signal.SIGINT)
    after_report(monkeypatch, 1, lambda: signal.raise_signal(signal.SIGINT))
    simulate(games=ENDLESS, seed=SEED, block_size=BLOCK, progress=False)
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_waits_until_the_compiler_is_done():
    done = []
    with pytest.raises(KeyboardInterrupt), jit.interrupts_held():
        signal.raise_signal(signal.SIGINT)
        done.append("compiled")
    assert done == ["compiled"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_does_not_wait_for_the_compiler():
    done = []
    with pytest.raises(KeyboardInterrupt), jit.interrupts_held():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        done.append("compiled")
    assert done == []


@pytest.mark.parametrize("way", WAYS)
def test_an_interrupted_block_keeps_the_games_that_were_played(tmp_path, monkeypatch, way):
    press_when_playing(monkeypatch, signal.SIGINT)
    out = tmp_path / "run"
    run = simulate(
        games=ENDLESS, seed=SEED, block_size=MOST_BLOCK, log="decisions", out=out,
        progress=False, **WAYS[way],
    )  # fmt: skip
    assert 0 < run.games < 2 * MOST_BLOCK
    assert (manifest_of(out)["status"], manifest_of(out)["games_done"]) == (
        "interrupted",
        run.games,
    )
    for part in (out / "games").iterdir():
        first, games = int(part.stem[-5:]) * MOST_BLOCK, len(pl.read_parquet(part)) // 2
        decisions = pl.read_parquet(out / "decisions" / part.name)
        assert decisions["game"].unique().sort().to_list() == list(range(first, first + games))
        assert read_seal(part) == Seal(SEED, first, games)
    part = pl.read_parquet(out / "games" / "part-00000.parquet")
    again = simulate(games=len(part) // 2, seed=SEED, out=tmp_path / "again", progress=False)
    assert part.equals(load(again).frame())
    assert load(out).games_done == run.games


def test_a_second_ctrl_c_gives_up_at_once(tmp_path, monkeypatch):
    def twice():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    after_report(monkeypatch, 2, twice)
    out = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        simulate(games=ENDLESS, seed=SEED, block_size=BLOCK, out=out)
    assert (manifest_of(out)["status"], manifest_of(out)["games_done"]) == (
        "interrupted",
        2 * BLOCK,
    )
    assert load(out).games_done == 2 * BLOCK
    assert is_held(out / "games") is False


def test_a_second_ctrl_c_before_anything_is_whole_leaves_nothing(tmp_path, monkeypatch):
    press_when_playing(monkeypatch, signal.SIGINT, times=2)
    with pytest.raises(KeyboardInterrupt):
        simulate(games=ENDLESS, seed=SEED, block_size=MOST_BLOCK, out=tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


MOMENTS = {
    "the folder is made": (RunFolder, "write_manifest"),
    "rules are compiled": (Match, "compile"),
    "the bar is made": (Progress, "start"),
    "workers start": (Crew, "_pump"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_before_the_first_game_leaves_nothing(tmp_path, monkeypatch, capsys, moment):
    """At any moment from the first trace of a run on; the same command can be given again."""
    owner, name = MOMENTS[moment]
    plain = getattr(owner, name)

    def pressed(*arguments):
        monkeypatch.setattr(owner, name, plain)
        signal.raise_signal(signal.SIGINT)
        return plain(*arguments)

    monkeypatch.setattr(owner, name, pressed)
    out = tmp_path / "deep" / "run"
    run = simulate(games=ENDLESS, seed=SEED, block_size=MOST_BLOCK, out=out)
    assert run.status == "interrupted"
    assert (run.games == 0) is (run.folder is None) is (list(tmp_path.iterdir()) == [])
    assert f"interrupted: {run.games:,} of 1,000,000,000 games" in capsys.readouterr().err
    if moment != "workers start":  # they may have played a game by then
        assert run.games == 0
        assert simulate(games=BLOCK, seed=SEED, out=out, progress=False).is_complete


def test_ctrl_c_is_acknowledged_while_the_compiler_works(monkeypatch, capsys):
    heard = []

    def compiling(match):
        signal.raise_signal(signal.SIGINT)
        while not heard:
            heard.extend(re.findall("interrupted: stops when .*", capsys.readouterr().err))

    monkeypatch.setattr(Match, "compile", compiling)
    run = simulate(games=10, seed=SEED)
    assert (run.status, run.games) == ("interrupted", 0)
    assert heard == ["interrupted: stops when the compiler is done; Ctrl-C again gives up at once"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("way", ["two threads", "two processes"])
def test_signals_that_end_a_process_end_the_run_first(tmp_path, monkeypatch, way, number):
    before = signal.getsignal(number)
    after_report(monkeypatch, 3, lambda: signal.raise_signal(number))
    out = tmp_path / "run"
    with pytest.raises(SystemExit) as ended:
        simulate(
            games=ENDLESS, seed=SEED, block_size=BLOCK, out=out, progress=False, **WAYS[way]
        )  # fmt: skip
    assert ended.value.code == 128 + number
    assert manifest_of(out)["status"] == "interrupted"
    assert load(out).games_done == manifest_of(out)["games_done"] >= 3 * BLOCK
    assert signal.getsignal(number) is before


def test_a_signal_that_is_ignored_stays_so(monkeypatch):
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.SIG_IGN)
    after_report(monkeypatch, 1, lambda: None)
    assert simulate(games=BLOCK, seed=SEED, progress=False).is_complete


def test_a_run_that_goes_on_is_held_and_says_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr("burgundy_lab.experiments.batch.NOTE_SECONDS", 0.0)
    out, seen = tmp_path / "run", []

    def look():
        seen.append((is_held(out / "games"), manifest_of(out)["games_done"]))
        signal.raise_signal(signal.SIGINT)

    after_report(monkeypatch, 3, look)
    simulate(games=ENDLESS, seed=SEED, block_size=BLOCK, out=out, progress=False)
    ((held, games),) = seen
    assert held is True and 0 < games <= 3 * BLOCK
    assert is_held(out / "games") is False


def test_ctrl_c_after_the_last_block_changes_nothing(tmp_path, monkeypatch):
    after_report(monkeypatch, 1, lambda: signal.raise_signal(signal.SIGINT))
    run = simulate(games=BLOCK, seed=SEED, out=tmp_path / "run", progress=False)
    assert (run.status, run.games) == ("complete", BLOCK)


KILLED = """
import sys
from burgundy_lab.experiments import simulate
simulate(games=10**9, seed=7, block_size=4, jobs=2, backend="processes", out=sys.argv[1])
"""


def processes_marked(mark: str) -> list[int]:
    """Return the numbers of the processes that have this text in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found


@pytest.mark.slow
def test_workers_end_with_a_process_that_is_killed(tmp_path):
    """And write nothing after it, and leave no other folder than the run's."""
    out = tmp_path / "run"
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary), "BURGUNDY_JIT": "0"}
    parent = subprocess.Popen([sys.executable, "-c", KILLED, str(out)], env=environment)
    deadline = time.monotonic() + 60
    while not list((out / "games").glob("part-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(processes_marked(str(temporary))) > 2
    parent.kill()
    parent.wait()
    left = {path.name for path in (out / "games").glob("part-*")}
    deadline = time.monotonic() + 10
    while processes_marked(str(temporary)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_marked(str(temporary)) == []
    assert {path.name for path in (out / "games").glob("part-*")} == left
    assert list(temporary.iterdir()) == []
    with pytest.raises(RunError, match="was killed: read the blocks that are there with partial"):
        load(out)
    assert load(out, partial=True).frame()["game"].n_unique() >= BLOCK


# --- strategies that fail --------------------------------------------------------------------


def run_that_fails(strategy, **options):
    """Play until the strategy fails; return the game that is blamed and what is said."""
    with pytest.raises(PolicyError, match=r"strategy '.*' of seat 1 .*, seed 7") as caught:
        simulate(
            games=5000, seed=SEED, strategies=("uniform", strategy), block_size=BLOCK,
            progress=False, **options,
        )  # fmt: skip
    said = str(caught.value)
    return int(re.search(r"\(game (\d+), seed 7\)", said)[1]), said


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("strategy", [SELDOM_WRONG, SELDOM_RAISES], ids=["answers", "raises"])
def test_a_failing_strategy_leaves_the_blocks_before_it(tmp_path, way, strategy):
    out = tmp_path / "run"
    failed, said = run_that_fails(strategy, log="decisions", out=out, **WAYS[way])
    manifest = manifest_of(out)
    assert (manifest["status"], manifest["error"]) == ("failed", said)
    # The same game is blamed, and the same games are kept, whoever works how fast.
    assert failed == run_that_fails(strategy, out=tmp_path / "again")[0]
    blocks = failed // BLOCK
    done = blocks * BLOCK
    assert manifest["games_done"] == done > 0
    for table in ("games", "decisions"):
        assert len(list((out / table).iterdir())) == blocks
        frame = pl.read_parquet(out / table / "*.parquet")
        assert frame["game"].unique().sort().to_list() == list(range(done))


@pytest.mark.parametrize("way", WAYS)
def test_a_strategy_that_fails_at_once_leaves_nothing(tmp_path, way):
    with pytest.raises(PolicyError, match="answered -5, not one of the"):
        simulate(
            games=100, seed=SEED, strategies=ALWAYS_WRONG, block_size=BLOCK,
            out=tmp_path / "deep" / "run", progress=False, **WAYS[way],
        )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_of_the_user_stays(tmp_path):
    with pytest.raises(PolicyError):
        simulate(games=10, seed=SEED, strategies=ALWAYS_WRONG, out=tmp_path, progress=False)
    assert tmp_path.is_dir()
    assert list(tmp_path.iterdir()) == []


def test_a_strategy_that_cannot_be_sent_says_so(tmp_path):
    lock = threading.Lock()

    def first(state, legal, rng, weights):
        return kth_action(legal, 1 if lock else 0)

    stuck = Policy("stuck", "board", "holds a lock", (), first)
    stuck.__dict__["compiled"] = first  # the compiler would refuse it before
    with pytest.raises(PolicyError, match=r"'stuck' cannot be sent .* use backend='threads'"):
        simulate(
            games=10, seed=SEED, strategies=stuck, block_size=2, jobs=2,
            backend="processes", out=tmp_path / "run", progress=False,
        )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


# --- disks and other accidents ---------------------------------------------------------------


def test_a_full_disk_ends_the_run_and_keeps_what_is_whole(tmp_path, monkeypatch):
    replace = os.replace

    def full(source, target):
        if Path(target).name == "part-00002.parquet":
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", full)
    out = tmp_path / "run"
    with pytest.raises(RunError, match=r"part-00002\.parquet: .*No space left on device"):
        simulate(games=100, seed=SEED, block_size=BLOCK, out=out, progress=False)
    assert (manifest_of(out)["status"], manifest_of(out)["games_done"]) == ("failed", 2 * BLOCK)
    assert sorted(path.name for path in (out / "games").iterdir()) == [
        "part-00000.parquet",
        "part-00001.parquet",
    ]


def test_a_manifest_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch):
    def full(source, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(RunError, match=r"manifest\.json: No space left on device"):
        simulate(games=10, seed=SEED, out=tmp_path / "run", progress=False)
    assert list(tmp_path.iterdir()) == []


def test_workers_that_die_end_the_run(tmp_path, monkeypatch):
    def dead(*arguments, **options):
        raise RuntimeError("a worker was killed")

    monkeypatch.setattr("burgundy_lab.experiments.crew.Parallel", dead)
    with pytest.raises(RunError, match="the workers stopped: RuntimeError: a worker was killed"):
        simulate(games=10, seed=SEED, out=tmp_path / "run", progress=False)
    assert list(tmp_path.iterdir()) == []
