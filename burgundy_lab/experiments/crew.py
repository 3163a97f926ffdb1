"""Workers who play blocks: threads or processes, Ctrl-C, and the first error of a run.

What a block is, and what its report sums up, is the caller's: a batch, a comparison.
"""

from __future__ import annotations

import queue
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from joblib import Parallel, cpu_count, delayed

from burgundy_lab.experiments.block import Report, Signals
from burgundy_lab.experiments.progress import REFRESH_SECONDS, Progress
from burgundy_lab.sim.contract import whole_number
from burgundy_lab.sim.errors import BadValue, RunError, UnknownName

BACKENDS = ("threads", "processes")
UNORDERED = "generator_unordered"  # joblib: reports come as they are ready, not all at the end
MOST_JOBS = 1024

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
        Sums over the blocks that are done, in whatever order they came.
    done
        Numbers of these blocks; after an error only of those before the block that failed.
    failed
        Report of the first block that failed, if any.
    interrupted
        Whether Ctrl-C came.
    """

    def __init__(self, workers: Workers, blocks: int, totals: Any, progress: Progress) -> None:
        """Take how many blocks there are, and the totals of no games."""
        self.workers, self.blocks, self.progress = workers, blocks, progress
        self.totals = totals
        self.done: set[int] = set()
        self.failed: Report | None = None
        self.interrupted = False

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
        self.progress.start()
        with self._shared_signals(here, there) as (signals, play):
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
        if self.failed is not None:
            self.done = {block for block in self.done if block < self.failed.block}

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

    def _wanted_blocks(self) -> Iterator[int]:
        for block in range(self.blocks):
            if self.signals.is_stopped(block):
                return
            yield block

    def _pump(self, tasks: Iterable[Any], reports: queue.SimpleQueue[Report | None]) -> None:
        """Have the tasks done by workers and hand over their reports, None after the last."""
        options: dict[str, Any] = {"backend": "threading"}
        if self.workers.backend == "processes" and self._jobs > 1:
            options = {"backend": "loky", "initializer": _ignore_interrupts}
            # Processes that this thread starts inherit it, so that Ctrl-C cannot hit them before
            # they ignore it.
            if hasattr(signal, "pthread_sigmask"):
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
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
