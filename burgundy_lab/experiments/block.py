"""Playing one block of games: the unit of work and of writing.

A block is a fixed number of consecutive games. Its rows depend on nothing but the match, the
seed and the numbers of its games, whoever plays it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.experiments import log
from burgundy_lab.experiments.match import Match, unpack
from burgundy_lab.experiments.totals import Totals
from burgundy_lab.logs import DECISIONS, GAMES, part_path
from burgundy_lab.sim.errors import PolicyError, RunError
from burgundy_lab.strategies.interrupts import stoppable

# The compiled loop cannot be stopped, so it is called for chunks of about this long.
CHUNK_SECONDS = 0.15
FIRST_CHUNK = 4  # games; plain Python plays about 25 a second
MOST_GROWTH = 8  # a chunk has at most so many times the games of the last


@dataclass(frozen=True)
class Plan:
    """Which games a run has, and what it writes where."""

    seed: int
    games: int
    block_size: int
    level: str  # one of log.LEVELS
    folder: Path | None

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return -(-self.games // self.block_size)

    def games_of(self, block: int) -> int:
        """Return how many games a block has; the last may have fewer."""
        return min(self.block_size, self.games - block * self.block_size)


@dataclass(frozen=True, eq=False)
class Report:
    """What became of a block: its totals, an error, or neither if it was stopped."""

    block: int
    totals: Any = None  # sums that add up with those of other blocks
    error: Exception | None = None


class Signals:
    """Words that the caller and its workers share: where to stop, and games played so far.

    Workers in other processes share them through a file.
    """

    SLOTS = 1024  # blocks in work at one time are closer together than this
    NO_STOP = np.iinfo(np.int64).max

    def __init__(self, words: npt.NDArray[np.int64]) -> None:
        self._words = words

    @classmethod
    def new(cls) -> Signals:
        """Return signals for threads."""
        words = np.zeros(1 + cls.SLOTS, "i8")
        words[0] = cls.NO_STOP
        return cls(words)

    @classmethod
    @contextmanager
    def in_file(cls) -> Iterator[tuple[Signals, str]]:
        """Yield signals for processes and the file in which they are; it is removed after."""
        with tempfile.TemporaryDirectory(prefix="burgundy-", ignore_cleanup_errors=True) as folder:
            path = str(Path(folder) / "signals")
            cls.new()._words.tofile(path)
            yield cls.open(path), path

    @classmethod
    def open(cls, path: str) -> Signals:
        """Return the signals in a file."""
        return cls(np.memmap(path, dtype="i8", mode="r+"))

    def stop_at(self, block: int) -> None:
        """Ask workers to play no block from this number on."""
        self._words[0] = min(int(self._words[0]), block)

    def is_stopped(self, block: int) -> bool:
        """Tell whether a block is no longer wanted."""
        return block >= int(self._words[0])

    def add(self, block: int, games: int) -> None:
        """Count games of a block as played."""
        self._words[1 + block % self.SLOTS] += games

    @property
    def played(self) -> int:
        """Games played so far, those of blocks in work too."""
        return int(self._words[1:].sum())


def play_block(match: Match, plan: Plan, signals: Signals, block: int) -> Report:
    """Play one block and write its parts; errors come back in the report."""
    try:
        played = play_rows(match, plan, signals, block)
        if played is None:
            return Report(block)
        _write(match, plan, block, *played)
        return Report(block, Totals.of(match, played[0]))
    except Exception as error:
        return Report(block, error=error)


def play_packed(packed: bytes, plan: Plan, signals_path: str, block: int) -> Report:
    """Play one block in another process than the caller's."""
    try:
        [match] = unpack(packed)
        report = play_block(match, plan, Signals.open(signals_path), block)
    except Exception as error:
        report = Report(block, error=error)
    return sendable(report)


def sendable(report: Report) -> Report:
    """Return a report that survives the way back from another process."""
    if report.error is None or isinstance(report.error, PolicyError | RunError):
        return report
    # Not every exception does.
    why = f"block {report.block} failed: {type(report.error).__name__}: {report.error}"
    return Report(report.block, error=RunError(why))


def play_rows(
    match: Match, plan: Plan, signals: Signals, block: int
) -> tuple[log.Rows, list[log.Actions]] | None:
    """Return rows and actions of a block, or nothing if it was stopped.

    rows: [games * P, 1 + C] of the loop. Games that were played count as progress.
    """
    first, games, players = block * plan.block_size, plan.games_of(block), match.players
    loop = match.new_loop(plan.seed)
    rows = np.empty((games * players, 1 + len(match.game.columns)), "i4")
    with_actions = DECISIONS in log.LEVELS[plan.level]
    room = loop.log_games * match.game.most_decisions if with_actions else 0
    buffer = np.empty((room, 2), "i2")
    actions: list[log.Actions] = []
    played, chunk = 0, FIRST_CHUNK
    stopped = partial(signals.is_stopped, block)
    while played < games:
        if stopped():
            signals.add(block, -played)
            return None
        start = perf_counter()
        try:
            # A strategy in Python may never answer.
            with stoppable(stopped) if match.in_lockstep else nullcontext():
                n, logged = loop.play(
                    first + played, min(chunk, games - played), rows[played * players :], buffer
                )
        except KeyboardInterrupt:
            if not stopped():
                raise
            continue
        chunk = next_chunk(n, perf_counter() - start)
        if with_actions:
            actions.append(buffer[:logged].copy())
        played += n
        signals.add(block, n)
    return rows, actions


def next_chunk(games: int, seconds: float) -> int:
    """Return the games that take CHUNK_SECONDS at the speed just seen."""
    wanted = games * CHUNK_SECONDS / max(seconds, 1e-9)
    return int(max(1, min(wanted, games * MOST_GROWTH)))


def _write(
    match: Match, plan: Plan, block: int, rows: log.Rows, actions: list[log.Actions]
) -> None:
    """Write a block's parts; the part of games comes last and says that the block is whole."""
    tables: dict[str, Any] = {
        DECISIONS: lambda first: log.decisions_frame(match, first, rows, actions),
        GAMES: lambda first: log.games_frame(match, first, rows),
    }
    for table, frame in tables.items():
        if plan.folder is not None and table in log.LEVELS[plan.level]:
            path = part_path(plan.folder, table, block)
            log.write_part(path, frame(block * plan.block_size))
