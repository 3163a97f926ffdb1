"""Playing one block of games: the unit of work and of writing.

A block is a fixed number of consecutive games. Its rows depend on nothing but the match, the
seed and the numbers of its games, whoever plays it. A block that is stopped keeps the games that
it has played: its parts hold the first of its games, and say how many.
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
from burgundy_lab.experiments.stopping import is_orphan, removed_if_killed
from burgundy_lab.experiments.totals import TOTAL_WORDS, Totals
from burgundy_lab.logs import DECISIONS, GAMES, part_path
from burgundy_lab.seals import Seal
from burgundy_lab.sim.contract import MOST_SEATS
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
    """What became of a block: totals of what was played of it, or an error.

    Neither if it was stopped before anything was whole.
    """

    block: int
    games: int = 0  # or deals, from the first of the block
    totals: Any = None  # sums that add up with those of other blocks
    error: Exception | None = None


class Signals:
    """Words that the caller and its workers share: where to stop, games and sums so far.

    Workers in other processes share them through a file.
    """

    SLOTS = 1024  # blocks in work at one time are closer together than this
    NO_STOP = np.iinfo(np.int64).max
    STOP, GIVEN_UP = range(2)  # words before the slots
    # Of a slot: games played, then games summed up and their totals.
    SLOT_WORDS = 2 + MOST_SEATS * TOTAL_WORDS

    def __init__(self, words: npt.NDArray[np.int64]) -> None:
        self._words = words
        slots = words[2:].reshape(self.SLOTS, self.SLOT_WORDS)
        self._games, self._sums = slots[:, 0], slots[:, 1:]

    @classmethod
    def new(cls) -> Signals:
        """Return signals for threads."""
        words = np.zeros(2 + cls.SLOTS * cls.SLOT_WORDS, "i8")
        words[cls.STOP] = cls.NO_STOP
        return cls(words)

    @classmethod
    @contextmanager
    def in_file(cls) -> Iterator[tuple[Signals, str]]:
        """Yield signals for processes and the file in which they are; it is removed after."""
        options: dict[str, Any] = {"prefix": "burgundy-", "ignore_cleanup_errors": True}
        with tempfile.TemporaryDirectory(**options) as folder, removed_if_killed(folder):
            path = str(Path(folder) / "signals")
            cls.new()._words.tofile(path)
            yield cls.open(path), path

    @classmethod
    def open(cls, path: str) -> Signals:
        """Return the signals in a file."""
        return cls(np.memmap(path, dtype="i8", mode="r+"))

    def stop_at(self, block: int) -> None:
        """Ask workers to play no block from this number on."""
        self._words[self.STOP] = min(int(self._words[self.STOP]), block)

    def is_stopped(self, block: int) -> bool:
        """Tell whether a block is no longer wanted."""
        return block >= int(self._words[self.STOP])

    def give_up(self) -> None:
        """Ask workers to stop and to leave nothing, not even what they have played."""
        self._words[self.GIVEN_UP] = 1
        self.stop_at(0)

    @property
    def is_given_up(self) -> bool:
        """Whether nobody waits for what is played."""
        return bool(self._words[self.GIVEN_UP])

    def add(self, block: int, games: int) -> None:
        """Count games of a block as played."""
        self._games[block % self.SLOTS] += games

    def add_totals(self, block: int, totals: Totals) -> None:
        """Add up what games of a block came to, for those who watch."""
        added = np.concatenate([[totals.games], totals.words.ravel()])
        self._sums[block % self.SLOTS, : added.size] += added

    @property
    def played(self) -> int:
        """Games played so far, those of blocks in work too."""
        return int(self._games.sum())

    def totals(self, players: int) -> Totals:
        """Return what the games played so far came to, those of blocks in work too."""
        games, *words = self._sums[:, : 1 + players * TOTAL_WORDS].sum(axis=0).tolist()
        return Totals(games, np.array(words, "i8").reshape(players, TOTAL_WORDS))


def play_block(match: Match, plan: Plan, signals: Signals, block: int) -> Report:
    """Play one block and write its parts; errors come back in the report."""
    try:
        rows, actions = _play(match, plan, signals, block)
        games = len(rows) // match.players
        if games == 0 or signals.is_given_up:
            return Report(block)
        _write(match, plan, signals, block, rows, actions)
        return Report(block, games, Totals.of(match, rows))
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
    match: Match,
    seed: int,
    first: int,
    games: int,
    signals: Signals,
    block: int = 0,
    *,
    chunk: int = FIRST_CHUNK,
) -> log.Rows | None:
    """Return the rows of games from number `first` on, or nothing if their block was stopped.

    rows: [games * P, 1 + C] of the loop. Games that were played count as progress. chunk: games
    played before anything is known of their speed.
    """
    rows = np.empty((games * match.players, 1 + len(match.game.columns)), "i4")
    chunks = _chunks(match, seed, first, rows, signals, block, chunk=chunk)
    played = sum(n for n, _ in chunks)
    if played < games:
        signals.add(block, -played)
        return None
    return rows


def _play(
    match: Match, plan: Plan, signals: Signals, block: int
) -> tuple[log.Rows, list[log.Actions]]:
    """Return rows and actions of a block, or of its first games if it was stopped."""
    first, games, players = block * plan.block_size, plan.games_of(block), match.players
    rows = np.empty((games * players, 1 + len(match.game.columns)), "i4")
    with_actions = DECISIONS in log.LEVELS[plan.level]
    actions: list[log.Actions] = []
    played = 0
    for n, logged in _chunks(
        match, plan.seed, first, rows, signals, block, with_actions=with_actions
    ):
        if with_actions:
            actions.append(logged.copy())
        new = rows[played * players : (played + n) * players]
        signals.add_totals(block, Totals.of(match, new))
        played += n
    return rows[: played * players], actions


def _chunks(
    match: Match,
    seed: int,
    first: int,
    rows: log.Rows,
    signals: Signals,
    block: int,
    *,
    chunk: int = FIRST_CHUNK,
    with_actions: bool = False,
) -> Iterator[tuple[int, log.Actions]]:
    """Play games until their block is stopped; yield, after each chunk, its games and decisions.

    rows: [games * P, 1 + C], filled from the top.
    """
    loop, players = match.new_loop(seed), match.players
    room = loop.log_games * match.game.most_decisions if with_actions else 0
    buffer = np.empty((room, 2), "i2")
    games, played = len(rows) // players, 0
    stopped = partial(signals.is_stopped, block)
    while played < games and not stopped():
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
        played += n
        signals.add(block, n)
        yield n, buffer[:logged]


def next_chunk(games: int, seconds: float) -> int:
    """Return the games that take CHUNK_SECONDS at the speed just seen."""
    wanted = games * CHUNK_SECONDS / max(seconds, 1e-9)
    return int(max(1, min(wanted, games * MOST_GROWTH)))


def _write(
    match: Match,
    plan: Plan,
    signals: Signals,
    block: int,
    rows: log.Rows,
    actions: list[log.Actions],
) -> None:
    """Write a block's parts; the part of games comes last and says what is whole."""
    if plan.folder is None:
        return
    first = block * plan.block_size
    seal = Seal(plan.seed, first, len(rows) // match.players)
    tables: dict[str, Any] = {
        DECISIONS: lambda: log.decisions_frame(match, first, rows, actions),
        GAMES: lambda: log.games_frame(match, first, rows),
    }
    for table, frame in tables.items():
        if table in log.LEVELS[plan.level]:
            path = part_path(plan.folder, table, block)
            log.write_part(path, frame(), seal, lambda: not (signals.is_given_up or is_orphan()))
