"""Workers who play blocks: threads or processes, Ctrl-C, and the first error of a run.

What a block is, and what its report sums up, is the caller's: a batch, a comparison.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from joblib import Parallel, cpu_count, delayed

from burgundy_lab.experiments.block import Report, Signals
from burgundy_lab.experiments.match import Match
from burgundy_lab.experiments.progress import REFRESH_SECONDS, Progress
from burgundy_lab.experiments.stopping import Listener, hold_back, listening, worker_start
from burgundy_lab.sim.contract import whole_number
from burgundy_lab.sim.errors import BadValue, RunError, UnknownName

BACKENDS = ("threads", "processes")
UNORDERED = "generator_unordered"  # joblib: reports come as they are ready, not all at the end
MOST_JOBS = 1024
GAMES_OVER = "the games in play are over (never, if a strategy does not answer)"
SLOW_STOP_SECONDS = 1.0  # a run that stops sooner need not say that it will

Play = Callable[[int], Report]  # plays the block of a number


@dataclass(frozen=True)
class Workers:
    """How many workers of which kind."""

    jobs: int
    backend: str


def read_workers(jobs: int, backend: str) -> Workers:
    """Return the workers that a user wants; -1 jobs are one for each core.

    Raises
    ------
    UnknownName, BadValue
        If there is no such kind, or not so many.
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


class Crew:
    """Workers on the blocks of one run.

    Attributes
    ----------
    totals
        Sums over what was played, in whatever order it came.
    done
        Games (or deals) that are done of each block; after an error only those of the blocks
        before the one that failed.
    failed
        Report of the first block that failed, if any.
    interrupted
        Whether Ctrl-C, or a signal that ends processes, came.
    watch
        Called several times a second while blocks are played.
    """

    def __init__(self, workers: Workers, blocks: int, totals: Any, progress: Progress) -> None:
        """Take how many blocks there are, and the totals of no games."""
        self.workers, self.blocks, self.progress = workers, blocks, progress
        self.totals = totals
        self.done: dict[int, int] = {}
        self.failed: Report | None = None
        self.interrupted = False
        self.watch: Callable[[], None] = lambda: None
        self.signals = Signals.new()  # until there are those that workers share
        self._listener: Listener | None = None
        self._heard: float | None = None  # when Ctrl-C came, until that is acknowledged

    @property
    def games(self) -> int:
        """Games (or deals) that are done."""
        return sum(self.done.values())

    @contextmanager
    def listening(self) -> Iterator[Listener]:
        """Take Ctrl-C and signals as a wish to stop, instead of raising in the midst of anything.

        Raises
        ------
        KeyboardInterrupt
            At the second one.
        SystemExit
            At the end, if one came that ends processes.
        """
        if self._listener is not None:  # already, around more than playing
            yield self._listener
            return
        self._listener = Listener(self._interrupt)
        try:
            with listening(self._listener):
                yield self._listener
        finally:
            self._listener = None

    def compile(self, *matches: Match) -> None:
        """Compile, or load, what matches need; in a thread, so that Ctrl-C is answered at once."""
        self.progress.announce()
        failed: list[BaseException] = []

        def work() -> None:
            try:
                for match in matches:
                    match.compile()
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=work, daemon=True)
        with self.listening():
            thread.start()
            while thread.is_alive():
                thread.join(REFRESH_SECONDS)
                self._acknowledge("the compiler is done", 0.0)
        if failed:
            raise failed[0]

    def play(self, here: Callable[[Signals], Play], there: Callable[[str], Play]) -> None:
        """Play blocks until there are no more, one fails, or Ctrl-C comes.

        Parameters
        ----------
        here
            Gives the function that plays a block in a thread of this process.
        there
            Gives the one for other processes; it gets the path of the signals.
        """
        reports: queue.SimpleQueue[Report | None] = queue.SimpleQueue()
        with self.listening(), self._shared_signals(here, there) as (signals, play):
            self.signals = signals
            if self.interrupted:  # before there was anybody to tell
                return
            self.progress.start()
            tasks = (delayed(play)(block) for block in self._wanted_blocks(signals))
            # joblib works in a thread of its own: Ctrl-C never hits it half-way, and the main
            # thread is free to see it and to move the bar.
            pump = threading.Thread(target=self._pump, args=(tasks, reports), daemon=True)
            try:
                pump.start()
                while (report := self._next(signals, reports)) is not None:
                    self._take(report)
            except BaseException:  # such as a second Ctrl-C: nobody waits for the workers
                signals.give_up()
                raise
            pump.join()
        if self.failed is not None:
            at = self.failed.block
            self.done = {block: games for block, games in self.done.items() if block < at}

    @property
    def _jobs(self) -> int:
        return min(self.workers.jobs, self.blocks)

    @contextmanager
    def _shared_signals(
        self, here: Callable[[Signals], Play], there: Callable[[str], Play]
    ) -> Iterator[tuple[Signals, Play]]:
        """Yield signals to the workers, and the function of a block that they call."""
        if self.workers.backend == "threads" or self._jobs == 1:
            signals = Signals.new()
            yield signals, here(signals)
            return
        with Signals.in_file() as (signals, path):
            yield signals, there(path)

    def _wanted_blocks(self, signals: Signals) -> Iterator[int]:
        for block in range(self.blocks):
            if signals.is_stopped(block):
                return
            yield block

    def _pump(self, tasks: Iterable[Any], reports: queue.SimpleQueue[Report | None]) -> None:
        """Have the tasks done by workers and hand over their reports, None after the last."""
        options: dict[str, Any] = {"backend": "threading"}
        if self.workers.backend == "processes" and self._jobs > 1:
            options = {"backend": "loky", "initializer": worker_start()}
            hold_back()
        try:
            parallel = Parallel(self._jobs, batch_size=1, return_as=UNORDERED, **options)
            for report in parallel(tasks):
                reports.put(report)
        except Exception as error:  # a process was killed, say; blocks done before stay
            first_line = str(error).partition("\n")[0]
            why = RunError(f"the workers stopped: {type(error).__name__}: {first_line}")
            reports.put(Report(self.blocks, error=why))
        finally:
            reports.put(None)

    def _next(self, signals: Signals, reports: queue.SimpleQueue[Report | None]) -> Report | None:
        """Wait for a report; None if there will be no more."""
        while True:
            self.progress.update(signals, self.totals)
            self.watch()
            self._acknowledge(GAMES_OVER, SLOW_STOP_SECONDS)
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
            self.done[report.block] = report.games
            self.totals += report.totals

    def _acknowledge(self, when: str, seconds: float) -> None:
        """Say that Ctrl-C was heard, if what it ends takes longer than so many seconds."""
        if self._heard is not None and perf_counter() - self._heard >= seconds:
            self._heard = None
            self.progress.note(f"interrupted: stops when {when}; Ctrl-C again gives up at once")

    def _interrupt(self) -> None:
        self.interrupted, self._heard = True, perf_counter()
        self.signals.stop_at(0)
