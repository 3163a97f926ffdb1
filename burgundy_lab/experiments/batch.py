"""Playing a batch of games: a match and a seed become rows of a log and a table.

Work goes to workers in blocks. Game i depends on the match, the seed and i alone, so the rows
are the same whoever plays which block, and the files of one block size are the same byte for
byte.

Ctrl-C stops a run within a fraction of a second and returns what there is, with status
"interrupted": blocks that were complete stay, others leave nothing, and if there is none the
folder is removed. A second Ctrl-C gives up at once and leaves the manifest at "running".

A strategy that fails ends the run with an error. The blocks before the failing one stay, with
status "failed"; if there is none the folder is removed. The same holds for a full disk.
"""

from __future__ import annotations

import queue
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any

from joblib import Parallel, cpu_count, delayed

from burgundy_lab.experiments import log
from burgundy_lab.experiments.block import Plan, Report, Signals, play_block, play_packed
from burgundy_lab.experiments.manifest import RunFolder, describe_run
from burgundy_lab.experiments.match import (
    Estates,
    Match,
    Strategies,
    read_match,
)
from burgundy_lab.experiments.progress import REFRESH_SECONDS, Progress
from burgundy_lab.experiments.run import Run
from burgundy_lab.experiments.totals import Totals
from burgundy_lab.logs import COMPLETE, DECISIONS, FAILED, INTERRUPTED, folder_path
from burgundy_lab.sim.contract import Values, whole_number
from burgundy_lab.sim.errors import BadValue, RunError, UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import check_seed

BACKENDS = ("threads", "processes")
UNORDERED = "generator_unordered"  # joblib: reports come as they are ready, not all at the end
MOST_GAMES = 10**12  # sums of squares of VP stay exact up to here
MOST_JOBS = 1024
MOST_BLOCK = 100_000  # more would bring nothing but need more memory


def simulate(
    *,
    game: str = "board",
    players: int | None = None,
    strategies: Strategies = ("uniform",),
    estates: Estates | None = None,
    settings: Mapping[str, str] | None = None,
    values: Values = None,
    games: int,
    seed: int,
    jobs: int = 1,
    backend: str = "threads",
    log: str = "games",
    out: str | PathLike[str] | None = None,
    block_size: int = 10_000,
    progress: bool = True,
) -> Run:
    """Play games 0 .. games - 1 of a seed and return what each seat made of them.

    The same games whatever jobs, backend and block_size are. After Ctrl-C the run returned is
    not complete: look at its status, and see the text of this module.

    Parameters
    ----------
    game, players
        What is played, and by how many; without a number by as few as can be.
    strategies, estates
        Names (or strategies made with `@policy`); one for all seats, or one for each.
        Without estates those of a first game.
    settings
        Values of settings of the game that are not the default.
    values
        Another table of assumed values: a name the game has (such as "low"), or a whole table.
    games, seed
        How many games, and the number their chance comes from.
    jobs, backend
        Workers, -1 for one on each core; "threads" (which start at once and scale as well,
        since compiled games need no Python) or "processes". A block is played by one worker.
    log, out
        "games" for a row for each game and seat, "decisions" for each decision too, into a
        new folder `out`. Without `out` nothing is logged.
    block_size
        Games in a block: the unit of work and of writing.
    progress
        Show a bar, in a terminal or a notebook.

    Raises
    ------
    UnknownName, BadValue
        If an argument is not what the game or the lab knows; before anything is made.
    RunError
        If the folder is not new or cannot be written.
    PolicyError
        If a strategy raises or answers with no legal action.
    """
    seats = get_game(game).seat_counts[0] if players is None else players
    match = read_match(game, seats, strategies, estates, settings, values)
    plan = _read_plan(games, seed, block_size, log, out)
    workers = read_workers(jobs, backend)
    return _Batch(match, plan, workers, Progress(match, plan.games, show=progress)).run()


@dataclass(frozen=True)
class Workers:
    """How many workers of which kind."""

    jobs: int
    backend: str


def _read_plan(
    games: int, seed: int, block_size: int, level: str, out: str | PathLike[str] | None
) -> Plan:
    check_seed(seed)
    games = whole_number("games", games, 1, MOST_GAMES)
    block_size = whole_number("block_size", block_size, 1, MOST_BLOCK)
    if level not in tuple(log.LEVELS):
        raise UnknownName("log level", level, log.LEVELS)
    if out is None and level == DECISIONS:
        raise BadValue("log='decisions' needs a folder to write to: give out=...")
    if out is not None and level == "none":
        raise BadValue(f"log='none' writes nothing, so out={str(out)!r} makes no sense")
    if out is None:
        return Plan(int(seed), games, block_size, "none", None)
    return Plan(int(seed), games, block_size, level, folder_path("out", out))


def read_workers(jobs: int, backend: str) -> Workers:
    """Return the workers that a user wants; -1 jobs are one for each core.

    Raises
    ------
    UnknownName, BadValue
        If there is no such backend, or number of jobs.
    """
    if backend not in BACKENDS:
        raise UnknownName("backend", backend, BACKENDS)
    return Workers(read_jobs(jobs), backend)


def read_jobs(jobs: int) -> int:
    """Return a number of workers, -1 being one for each core.

    Raises
    ------
    BadValue
        If it is none.
    """
    if jobs == -1 and not isinstance(jobs, float):
        return int(cpu_count())
    try:
        return whole_number("jobs", jobs, 1, MOST_JOBS)
    except BadValue as error:
        raise BadValue(f"{error}, or -1 for one on each core") from None


class _Batch:
    """One run while it goes on."""

    def __init__(self, match: Match, plan: Plan, workers: Workers, progress: Progress) -> None:
        self.match, self.plan, self.workers, self.progress = match, plan, workers, progress
        self.totals = Totals.none(match.players)
        self.done: set[int] = set()  # blocks that were played and, if logged, written
        self.failed: Report | None = None  # of the first block that failed
        self.interrupted = False
        self.manifest = describe_run(match, plan, workers.jobs, workers.backend)
        self.folder: RunFolder | None = None

    def run(self) -> Run:
        """Play all blocks; leave a run folder that says what it holds, or none."""
        # Before the rules are compiled: nobody should wait for a folder to be refused.
        if self.plan.folder is not None:
            self.folder = RunFolder(self.plan.folder, log.LEVELS[self.plan.level])
        try:
            if self.folder is not None:
                self.folder.write_manifest(self.manifest)
            self._compile()
            start = perf_counter()
            if not self.interrupted:
                self._play()
            self.manifest["seconds"] = round(perf_counter() - start, 3)
        except Exception:
            # Not one of a worker's: they come back in reports. So nothing was played.
            if self.folder is not None:
                self.folder.remove()
            raise
        finally:
            self.progress.close()
        return self._finish()

    def _compile(self) -> None:
        self.progress.announce()
        try:
            self.match.compile()
        except KeyboardInterrupt:
            self.interrupted = True

    def _play(self) -> None:
        """Play blocks until there are no more, one fails, or Ctrl-C comes."""
        reports: queue.SimpleQueue[Report | None] = queue.SimpleQueue()
        self.progress.start()
        with self._shared_signals() as (signals, play):
            self.signals = signals
            tasks = (delayed(play)(block) for block in self._wanted_blocks())
            # joblib works in a thread of its own: Ctrl-C never hits it half-way, and the main
            # thread is free to see it and to move the bar.
            pump = threading.Thread(target=self._pump, args=(tasks, reports), daemon=True)
            with _on_interrupt(self._interrupt):
                pump.start()
                while (report := self._next(reports)) is not None:
                    self._take(report)
            pump.join()

    @property
    def _jobs(self) -> int:
        return min(self.workers.jobs, self.plan.blocks)

    @contextmanager
    def _shared_signals(self) -> Iterator[tuple[Signals, Callable[[int], Report]]]:
        """Yield signals to the workers, and the function of a block that they call."""
        if self.workers.backend == "threads" or self._jobs == 1:
            signals = Signals.new()
            yield signals, partial(play_block, self.match, self.plan, signals)
            return
        packed = self.match.pack()
        with Signals.in_file() as (signals, path):
            yield signals, partial(play_packed, packed, self.plan, path)

    def _wanted_blocks(self) -> Iterator[int]:
        for block in range(self.plan.blocks):
            if self.signals.is_stopped(block):
                return
            yield block

    def _pump(self, tasks: Iterable[Any], reports: queue.SimpleQueue[Report | None]) -> None:
        """Have the tasks done by workers and hand over their reports, None after the last."""
        options: dict[str, Any] = {"backend": "threading"}
        if self.workers.backend == "processes" and self._jobs > 1:
            options = {"backend": "loky", "initializer": _ignore_interrupts}
        try:
            parallel = Parallel(self._jobs, batch_size=1, return_as=UNORDERED, **options)
            for report in parallel(tasks):
                reports.put(report)
        except Exception as error:  # a process was killed, say; blocks done before stay
            first_line = str(error).partition("\n")[0]
            why = RunError(f"the workers stopped: {type(error).__name__}: {first_line}")
            reports.put(Report(self.plan.blocks, error=why))
        finally:
            reports.put(None)

    def _next(self, reports: queue.SimpleQueue[Report | None]) -> Report | None:
        """Wait for a report; None if there will be no more."""
        while True:
            self.progress.update(self.signals.played, self.totals)
            with suppress(queue.Empty):
                return reports.get(timeout=REFRESH_SECONDS)

    def _take(self, report: Report) -> None:
        if report.error is not None:
            if self.interrupted:
                return  # such as a process that Ctrl-C hit while it was starting
            # Blocks before it play on, so that the error reported is the first one of the run
            # whoever works how fast.
            self.signals.stop_at(report.block)
            if self.failed is None or report.block < self.failed.block:
                self.failed = report
        elif report.totals is not None:
            self.done.add(report.block)
            self.totals += report.totals

    def _interrupt(self) -> None:
        self.interrupted = True
        self.signals.stop_at(0)

    def _finish(self) -> Run:
        """Bring folder and manifest to what was done; return the run or raise its error."""
        if self.failed is not None:
            self.done = {block for block in self.done if block < self.failed.block}
            self.manifest["error"] = str(self.failed.error)
        complete = len(self.done) == self.plan.blocks
        status = COMPLETE if complete else FAILED if self.failed else INTERRUPTED
        games = sum(map(self.plan.games_of, self.done))
        self.manifest |= {"status": status, "games_done": games}
        path = self._leave_folder()
        if self.failed is not None and self.failed.error is not None:
            raise self.failed.error
        run = Run(path, status, games, self.manifest, self.match, self.totals)
        if not complete:
            kept = f", kept in {path}" if path else ", nothing is kept" if self.folder else ""
            self.progress.note(f"interrupted: {games:,} of {self.plan.games:,} games{kept}")
        return run

    def _leave_folder(self) -> Path | None:
        """Return the folder with the blocks that are done, or None if nothing is left."""
        if self.folder is None:
            return None
        if not self.done:
            self.folder.remove()
            return None
        self.folder.keep(self.done)
        # The error that ended the run is the one to see, not that the disk is still full.
        with suppress(RunError) if self.failed else nullcontext():
            self.folder.write_manifest(self.manifest)
        return self.folder.path


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process: a terminal sends it to all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _on_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at the first Ctrl-C instead of raising in the midst of anything."""
    before = signal.getsignal(signal.SIGINT)
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or before in (None, signal.SIG_IGN):
        yield
        return
    presses = 0

    def handle(_signal: int, _frame: object) -> None:
        nonlocal presses
        presses += 1
        if presses > 1:
            raise KeyboardInterrupt
        stop()

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
