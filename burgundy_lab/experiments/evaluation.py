"""What each legal action of a position is worth, if a strategy plays on.

Every action is tried in games of the same numbers, so all actions meet the same chance (common
random numbers: Law, *Simulation Modeling and Analysis*, ch. 11). Nothing of what is to come is
known: dice and tiles are drawn anew in each game, and so are cards that the seat to decide has
not seen, those in other hands included.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from html import escape
from time import perf_counter
from typing import Any

import polars as pl

from burgundy_lab.experiments.action_games import Rollouts, read_position, rounds
from burgundy_lab.experiments.action_totals import ActionTotals, action_table
from burgundy_lab.experiments.action_words import (
    COMPLETE,
    FAILED,
    RUNNING,
    STOPPED,
    action_lines,
    advised,
    caution_of,
)
from burgundy_lab.experiments.block import CHUNK_SECONDS
from burgundy_lab.experiments.crew import read_jobs
from burgundy_lab.experiments.manifest import describe_rules, unconfirmed
from burgundy_lab.experiments.match import Strategies
from burgundy_lab.experiments.telling import action_text, on_what
from burgundy_lab.sim.contract import whole_number
from burgundy_lab.sim.errors import PolicyError, in_one_line
from burgundy_lab.sim.position import Position, check_seed
from burgundy_lab.strategies.interrupts import stoppable
from burgundy_lab.wording import TextTable, rests_on

MOST_GAMES = 10**9


def evaluate(
    position: Position | str,
    strategy: Strategies | None = None,
    games: int = 1000,
    *,
    seed: int,
    jobs: int = 1,
    background: bool = False,
) -> Evaluation:
    """Estimate what each legal action brings the seat to decide, if a strategy plays on.

    The values after n games of each action are the same whatever `jobs` is and however far the
    evaluation went on. Ctrl-C stops it; what it has found stays.

    Parameters
    ----------
    position
        A position, or its text. It stays as it is.
    strategy
        A name (or a strategy made with `@policy`) that plays on for all seats, or one for each;
        the strongest shipped one (`ranks.strongest`) if not given.
    games, seed
        How many games each action is tried in, and the number their chance comes from.
    jobs
        Threads that play, -1 for one on each core.
    background
        Return at once, while the games are being played.

    Raises
    ------
    BadState
        If the position is over, or its text cannot be read.
    UnknownName, BadValue, PolicyError
        If another argument is not what the game or the lab knows, or a strategy fails in play.
    """
    table = read_position(position)
    check_seed(seed)
    number = whole_number("games", games, 2, MOST_GAMES)
    evaluation = Evaluation(Rollouts(table, strategy, seed), number, read_jobs(jobs))
    evaluation.start()
    if not background:
        try:
            evaluation.wait()
        except KeyboardInterrupt:
            evaluation.stop()
    return evaluation


class Evaluation:
    """Values of the legal actions of a position, which improve while games are played.

    Iterating gives a table after each round, in which the games of each action double, until no
    more games are played; `table` is what is known by now.

    Attributes
    ----------
    position, actions, names
        What is evaluated: a copy of the position, its legal actions, the strategies by seat.
    games
        Games that each action is to be tried in.
    """

    def __init__(self, rollouts: Rollouts, games: int, jobs: int) -> None:
        """Prepare; `evaluate` is the way to make one."""
        self.position, self.actions = rollouts.position, rollouts.actions
        self.names, self.games = rollouts.match.names, games
        self._rollouts, self._jobs = rollouts, jobs
        self._descriptions = [self.position.describe(action) for action in self.actions]
        self._totals = ActionTotals.none(len(self.actions), rollouts.measures)
        self._choice: tuple[int, float] | None = None  # of the judge, and how often it makes it
        self._error: Exception | None = None
        self._status, self._seconds = RUNNING, 0.0
        self._stop, self._changed = threading.Event(), threading.Condition()
        self._thread = threading.Thread(target=self._run, daemon=True)

    # --- what it has found ------------------------------------------------------------------

    @property
    def status(self) -> str:
        """Whether it is running, complete, stopped or failed."""
        return self._status

    @property
    def is_running(self) -> bool:
        """Whether more games are being played."""
        return self._status == RUNNING

    @property
    def is_stopping(self) -> bool:
        """Whether it was told to stop, and what was begun (a game, the compiler) is finished."""
        return self.is_running and self._stop.is_set()

    @property
    def is_cold(self) -> bool:
        """Whether the first game has to wait for the compiler."""
        return self._rollouts.match.is_cold

    @property
    def played(self) -> int:
        """Games that each action has been tried in so far."""
        return self._totals.games

    @property
    def games_per_second(self) -> float:
        """Games played so far, of all actions, in a second."""
        return self.played * len(self.actions) / self._seconds if self._seconds else 0.0

    @property
    def error(self) -> Exception | None:
        """What ended a failed evaluation."""
        return self._error

    @property
    def table(self) -> pl.DataFrame:
        """One row for each action, the best so far first: action, description, games of it, and
        for the seat to decide

        ``choice``
            whether the strategy of the seat itself would play this action here (its most
            frequent choice if it leaves some to chance)
        ``standing``
            "best", "behind" (surely: the interval of ``behind`` is above 0), or "not told apart"
            from the best
        ``win``, ``win_low``, ``win_high``
            share of games won (one shared by n seats counts 1/n), with its 95 % interval
        ``vp``, ``vp_low``, ``vp_high``
            mean VP at the end
        ``short``, ``short_low``, ``short_high``
            in games of one player alone: what the game falls short of a win by (spaces left,
            rounds), 0 for a win
        ``behind``, ``vp_behind``, ``short_behind`` and their intervals
            by how much it is behind the best, paired game by game: usually known far better than
            either value; 0 for the best itself

        The best is the one with the highest share of wins so far; equal ones are told apart by
        ``short``, else by VP. The intervals of a column hold for all actions at once, so the
        best may be picked by them: all are right in 95 % of tables (`burgundy_lab.simultaneous`),
        if the number of games was chosen beforehand (``caution``). An interval is null where the
        games cannot give one: VP that never differ. ``plays_on`` names the strategies that do.
        """
        names = self.plays_on
        return action_table(self.actions, self._descriptions, self._totals, names, self.choice)

    @property
    def best(self) -> int:
        """The action that is best so far."""
        return self.actions[self._totals.order[0]]

    @property
    def plays_on(self) -> str:
        """The strategies that play on, each named once."""
        return ", ".join(dict.fromkeys(self.names))

    @property
    def judge(self) -> str:
        """The strategy of the seat to decide."""
        return self.names[self.position.seat]

    @property
    def choice(self) -> int | None:
        """The action that the judge itself would play; None until it has been asked."""
        return None if self._choice is None else self._choice[0]

    @property
    def advice(self) -> int | None:
        """The action to play: the judge's own choice unless the best is clearly better (by wins or
        by what breaks ties): `best` of many is mostly luck. None until the judge has been asked.
        """
        return advised(self.table)

    @property
    def verdict(self) -> str:
        """What can be said of the best action and of the judge's own, a line each."""
        return "\n".join(self.lines_of(self.table))

    def lines_of(self, table: pl.DataFrame) -> list[str]:
        """Return what one of its tables allows to say, in plain words."""
        share = None if self._choice is None else self._choice[1]
        return list(action_lines(table, self.judge, share))

    @property
    def caution(self) -> str:
        """What to keep in mind of values that are looked at while more games are played, or
        that somebody stopped; nothing if all games were played.
        """
        return caution_of(self.status)

    @property
    def unconfirmed(self) -> list[dict[str, str]]:
        """Path, confidence and text of each value that no source confirms, for `rests_on`."""
        return unconfirmed(self._rollouts.match)

    @property
    def text_table(self) -> TextTable:
        """The table as strings, with lines on what it says and rests on; what printing shows."""
        short = self.position.game.told_short
        told = (self.verdict, self.caution, rests_on(self.unconfirmed))
        note = "\n".join(filter(None, told))
        return replace(action_text(self.table, self.judge, short), note=note)

    @property
    def heading(self) -> str:
        """What was evaluated and by which rules and code, in one line."""
        rules, match = self._rules, self._rollouts.match
        on = on_what(match.game.name, match.estates if match.game.estates else (), rules)
        return (
            f"{match.game.name}{on}, seed {self._rollouts.seed}: {repr(self)[1:-1]} "
            f"(burgundy_lab {rules['versions']['burgundy_lab']}, code {rules['code_hash']})"
        )

    def as_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        match = self._rollouts.match
        return {
            "game": match.game.name,
            "players": match.players,
            "strategies": list(self.names),
            "estates": list(match.estates) if match.game.estates else [],
            "seat": self.position.seat,
            "judge": self.judge,
            "choice": self.choice,
            "advice": self.advice,
            "seed": self._rollouts.seed,
            "games": self.games,
            "played": self.played,
            "status": self.status,
            "caution": self.caution,
            **self._rules,
            "position": self.position.text,
            "actions": self.table.to_dicts(),
            "verdict": self.verdict.splitlines(),
            "unconfirmed": self.unconfirmed,
        }

    @property
    def _rules(self) -> dict[str, Any]:
        return describe_rules(self._rollouts.match)

    def __str__(self) -> str:
        return f"{self.heading}\n{self.text_table}"

    def _repr_html_(self) -> str:
        """Show the values in a notebook."""
        return f"<p>{escape(self.heading)}</p>{self.text_table._repr_html_()}"

    def __repr__(self) -> str:
        return (
            f"<evaluation of {len(self.actions)} actions with {', '.join(self.names)}: "
            f"{self.played:,} of {self.games:,} games each, {self.status}>"
        )

    # --- running ------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to play, in threads of its own."""
        self._thread.start()

    def stop(self, *, wait: bool = True) -> Evaluation:
        """Play no further; what has been found stays. Games in play are finished, which takes a
        fraction of a second unless a strategy is slow; without `wait` nobody waits for that.
        """
        self._stop.set()
        if wait:
            self._thread.join()
        return self

    def wait(self, seconds: float | None = None) -> Evaluation:
        """Wait until all games are played, or so many seconds; return this evaluation.

        Raises
        ------
        PolicyError
            If a strategy failed in play.
        """
        self._thread.join(seconds)
        if self._error is not None:
            raise self._error
        return self

    def __iter__(self) -> Iterator[pl.DataFrame]:
        for end in rounds(self.games):
            if self.played <= end < self.games:  # whoever is slow to ask gets the latest
                with self._changed:
                    while self.played < end and self.is_running:
                        self._changed.wait()
                if not self.is_running:
                    break
                yield self.table
        self.wait()
        yield self.table

    def _run(self) -> None:
        """Play round after round; the work of the thread."""
        try:
            with ThreadPoolExecutor(self._jobs, "burgundy-evaluate") as pool:
                self._play(pool)
        except BaseException as error:  # a strategy may raise anything; someone waits for the end
            self._failed(error)
        status = FAILED if self._error else COMPLETE
        if self.played < self.games and not self._error:
            status = STOPPED
        self._publish(self._totals, status)

    def _play(self, pool: ThreadPoolExecutor) -> None:
        start, chunk = 0, 1
        self._rollouts.match.compile()
        if not self._ask_judge():
            return
        begin = perf_counter()
        for end in rounds(self.games):
            starts = range(start, end, chunk)
            sizes = [min(chunk, end - at) for at in starts]
            # In order, so that what is known at any time is of games 0 to n - 1.
            for totals in pool.map(self._chunk, starts, sizes):
                if totals is None:
                    return
                self._seconds = perf_counter() - begin
                self._publish(self._totals + totals)
            per_game = self._seconds * self._jobs / end
            start, chunk = end, max(1, int(CHUNK_SECONDS / per_game))

    def _ask_judge(self) -> bool:
        """Ask what the judge itself would play; tell whether there is an answer."""
        try:
            with self._stoppable():
                self._choice = self._rollouts.usual_choice()
        except KeyboardInterrupt:
            return False
        return True

    def _stoppable(self) -> AbstractContextManager[None]:
        """Return what ends a strategy in Python that may never answer, once it is stopped."""
        slow = self._rollouts.match.in_lockstep
        return stoppable(self._stop.is_set) if slow else nullcontext()

    def _chunk(self, start: int, games: int) -> ActionTotals | None:
        # Python waits for threads of a pool at its end: a kernel shut down would play on.
        if self._stop.is_set() or not threading.main_thread().is_alive():
            return None
        try:
            with self._stoppable():
                return self._rollouts.play(start, games)
        except KeyboardInterrupt:
            return None
        except BaseException as error:
            # Here, since a chunk before it that stops now would be seen first.
            self._failed(error)
            self._stop.set()  # chunks that wait in the pool are not wanted any more
            return None

    def _failed(self, error: BaseException) -> None:
        told = PolicyError(f"a strategy raised {in_one_line(error)}")
        self._error = self._error or (error if isinstance(error, Exception) else told)

    def _publish(self, totals: ActionTotals, status: str = RUNNING) -> None:
        with self._changed:
            self._totals, self._status = totals, status
            self._changed.notify_all()
