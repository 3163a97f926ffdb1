"""Playing a batch of games: a match and a seed become rows of a log and a table.

Work goes to workers in blocks. Game i depends on the match, the seed and i alone, so the rows
are the same whoever plays which block, and the files of one block size are the same byte for
byte.

Ctrl-C stops a run within a fraction of a second and returns what there is, with status
"interrupted": all games that were played stay, so the last block of each worker has only its
first games. If there are none the folder is removed. A second Ctrl-C gives up at once, and keeps
what was written by then. SIGTERM and SIGHUP stop a run as Ctrl-C does, and then end the process.

A strategy that fails ends the run with an error. The blocks before the failing one stay, with
status "failed"; if there is none the folder is removed. The same holds for a full disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from functools import partial
from os import PathLike
from pathlib import Path
from time import perf_counter

from burgundy_lab.experiments import log
from burgundy_lab.experiments.block import Plan, play_block, play_packed
from burgundy_lab.experiments.crew import Crew, Workers, read_workers
from burgundy_lab.experiments.manifest import RunFolder, describe_run
from burgundy_lab.experiments.match import (
    Estates,
    Match,
    Strategies,
    pack,
    read_match,
)
from burgundy_lab.experiments.progress import Progress
from burgundy_lab.experiments.run import Run
from burgundy_lab.experiments.totals import Totals
from burgundy_lab.logs import COMPLETE, DECISIONS, FAILED, INTERRUPTED, folder_path
from burgundy_lab.sim.contract import Values, whole_number
from burgundy_lab.sim.errors import BadValue, RunError, UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import check_seed

MOST_GAMES = 10**12  # sums of squares of VP stay exact up to here
NOTE_SECONDS = 2.0  # between two notes in the manifest of how far a run is
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
    if out is not None and level == log.NO_LOG:
        raise BadValue(f"log='none' writes nothing, so out={str(out)!r} makes no sense")
    if out is None:
        return Plan(int(seed), games, block_size, log.NO_LOG, None)
    return Plan(int(seed), games, block_size, level, folder_path("out", out))


class _Batch:
    """One run while it goes on."""

    def __init__(self, match: Match, plan: Plan, workers: Workers, progress: Progress) -> None:
        self.match, self.plan, self.progress = match, plan, progress
        self.crew = Crew(workers, plan.blocks, Totals.none(match.players), progress)
        self.crew.watch = self._note_progress
        self.manifest = describe_run(match, plan, workers.jobs, workers.backend)
        self.folder: RunFolder | None = None
        self._start = self._noted = perf_counter()

    def run(self) -> Run:
        """Play all blocks; leave a run folder that says what it holds, or none."""
        with self.crew.listening() as listener:
            try:
                self._play()
            except BaseException as error:
                # Not one of a worker's: they come back in reports.
                listener.is_closing = True
                self.progress.close()
                self._close(INTERRUPTED if isinstance(error, KeyboardInterrupt) else FAILED)
                raise
            listener.is_closing = True
            self.progress.close()
            return self._finish()

    def _play(self) -> None:
        # Before the rules are compiled: nobody should wait for a folder to be refused.
        if self.plan.folder is not None:
            self.folder = RunFolder(self.plan.folder, log.LEVELS[self.plan.level])
            self.folder.write_manifest(self.manifest)
        self.crew.compile(self.match)
        self._start = perf_counter()
        if not self.crew.interrupted:
            self.crew.play(
                lambda signals: partial(play_block, self.match, self.plan, signals),
                lambda path: partial(play_packed, pack([self.match]), self.plan, path),
            )

    def _note_progress(self) -> None:
        """Have the manifest say now and then how far the run is, in case it is killed."""
        done, now = self.crew.games, perf_counter()
        if self.folder is None or done == self.manifest["games_done"]:
            return
        if now >= self._noted + NOTE_SECONDS:
            self._noted = now
            self.manifest |= {"games_done": done, "seconds": round(now - self._start, 3)}
            with suppress(RunError):  # a disk that is full shows when a part is written
                self.folder.write_manifest(self.manifest)

    def _finish(self) -> Run:
        """Bring folder and manifest to what was done; return the run or raise its error."""
        failed, games = self.crew.failed, self.crew.games
        if failed is not None:
            self.manifest["error"] = str(failed.error)
        complete = games == self.plan.games
        status = COMPLETE if complete else FAILED if failed else INTERRUPTED
        path = self._close(status)
        if failed is not None and failed.error is not None:
            raise failed.error
        run = Run(path, status, games, self.manifest, self.match, self.crew.totals)
        if not complete:
            kept = f", kept in {path}" if path else ", nothing is kept" if self.plan.folder else ""
            self.progress.note(f"interrupted: {games:,} of {self.plan.games:,} games{kept}")
        return run

    def _close(self, status: str) -> Path | None:
        """Return the folder with what is done, or None if nothing is left."""
        seconds = round(perf_counter() - self._start, 3)
        self.manifest |= {"status": status, "games_done": self.crew.games, "seconds": seconds}
        if self.folder is None:
            return None
        try:
            if not self.crew.done:
                self.folder.remove()
                return None
            self.folder.keep(self.crew.done)
            # The error that ended the run is the one to see, not that the disk is still full.
            with suppress(RunError) if status == FAILED else nullcontext():
                self.folder.write_manifest(self.manifest)
            return self.folder.path
        finally:
            self.folder.close()
