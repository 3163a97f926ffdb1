"""Games in lock-step: where a seat must decide that answers for a whole batch, all games wait.

A batch of games is played on through set-up and the seats of compiled policies until each game
is over or waits for an answer. One call then gets all answers, and the games go on. A game has
the same rows and decisions in any batch: all its chance comes from its own streams.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim import jit
from burgundy_lab.sim.batches import BatchLegal, BatchRandom, BatchStates, Ints, checked_answers
from burgundy_lab.sim.contract import MOST_SEATS, Game, States
from burgundy_lab.sim.errors import PolicyError, in_one_line
from burgundy_lab.sim.lockstep_kernel import COMPILED_SEAT, S_LIMIT, compiled_batch, never_asked
from burgundy_lab.sim.rng import STREAM
from burgundy_lab.sim.rollout import NO_ACTIONS, S_GAMES, S_MOST, S_SEAT, Loop

WIDTH = 1024  # games of a batch: more would not fit the processor's caches

# Answers for a batch: states, legal, random numbers -> actions.
Chooser = Callable[[BatchStates, BatchLegal, BatchRandom], object]


class Lockstep(Loop):
    """A table with seats that answer for a whole batch; plays games of a run as `Loop` does.

    One object serves one thread.
    """

    log_games = WIDTH

    def __init__(
        self,
        game: Game,
        blank: States,
        policies: Sequence[Any],
        choosers: Sequence[Chooser | None],
        weights: Sequence[Sequence[float]],
        seed: int,
        names: Sequence[str] = (),
    ) -> None:
        """Take what a `Loop` takes, and for each seat a chooser in place of its policy, or None.

        Seats with equal choosers are asked in one call.
        """
        super().__init__(game, blank, policies, weights, seed, names)
        self.choosers = list(dict.fromkeys(c for c in choosers if c is not None))
        numbers = [COMPILED_SEAT if c is None else self.choosers.index(c) for c in choosers]
        padding = [COMPILED_SEAT] * (MOST_SEATS - len(numbers))
        self.numbers = np.array(numbers + padding, "i8")
        self.policies = tuple(
            never_asked if n != COMPILED_SEAT else p
            for p, n in zip(self.policies, self.numbers, strict=True)
        )
        self.status = np.zeros(S_LIMIT + 1, "i8")
        self.counts = np.zeros(len(self.choosers), "i8")
        self.failure = np.zeros(S_LIMIT + 1, "i8")
        self._failed: PolicyError | None = None
        self._failed_game = 0
        self._stopped: BaseException | None = None
        self._room = _Room(game, 0)
        self._use(0)

    def _use(self, games: int) -> None:
        """Take work space for a batch of so many games."""
        if games > len(self._room.asked):
            self._room = _Room(self.game, games)
        room = self._room
        self.games = games
        self.states, self.streams = room.states[: games + 1], room.streams[:games]
        self.legals, self.decisions = room.legals[:games], room.decisions[:games]

    def play(
        self,
        first: int,
        games: int,
        rows: npt.NDArray[np.int32],
        actions: npt.NDArray[np.int16],
        tried: npt.NDArray[np.int64] = NO_ACTIONS,
    ) -> tuple[int, int]:
        """Play games as `Loop.play` does, in batches.

        Raises
        ------
        PolicyError
            If a policy or chooser raises or answers with anything but legal actions; names the
            first game of the batch that fails.
        """
        times, most = max(1, len(tried)), self.game.most_decisions
        widest = max(1, WIDTH // times) * times  # all games of a number are in one batch
        played = logged = 0
        while played < games:
            n = min(games - played, widest)
            if len(actions) > 0:
                n = min(n, (len(actions) - logged) // most)
            if n == 0:
                break
            self._use(n)
            self._play_batch(
                first + played // times, rows[played * self.seats :], actions[logged:], tried
            )
            logged += self._close_up(actions[logged:])
            played += n
        return played, logged

    def _play_batch(self, first: int, rows: Any, actions: Any, tried: Any) -> None:
        """Deal the games of a batch and play them to their ends."""
        room, times = self._room, max(1, len(tried))
        self.status[S_MOST], self.status[S_LIMIT] = self.game.most_decisions, self.games
        self._failed = self._stopped = None

        def ask(_: int) -> int:
            try:
                self._ask_all(first, times)
                return 0
            except BaseException as error:  # such as Ctrl-C; a kernel cannot pass it on
                self._stopped = error
                return -1

        try:
            with np.errstate(over="ignore"):  # words of chance wrap around by design
                compiled_batch(self.game.name)(
                    self.blank,
                    self.states,
                    self.streams,
                    self.legals,
                    self.weights,
                    self.lengths,
                    *self.seams,
                    self.hide,
                    self.hides,
                    *self.policies,
                    self.numbers,
                    jit.Callback(ask) if jit.JIT else ask,
                    self.seed,
                    first,
                    tried,
                    room.seen,
                    room.words,
                    room.rng,
                    room.asked,
                    room.answers,
                    self.counts,
                    self.decisions,
                    rows,
                    actions,
                    self.failure,
                    self.status,
                )
        except Exception as error:
            number = first + int(self.status[S_GAMES]) // times
            raise self._failure(number, f"raised {in_one_line(error)}") from error
        if self._stopped is not None:
            raise self._stopped
        self._raise_failure(first, times)

    def _raise_failure(self, first: int, times: int) -> None:
        """Raise the error of the first game that failed, if any did."""
        g = int(self.status[S_LIMIT])
        if g == self.games:
            return
        if self._failed is None or self._failed_game != g:  # not a chooser, but what it answered
            self.status[:] = self.failure
            why = self._why(self.states[g], self.legals[g])
            self._failed = self._failure(first + g // times, why)
        raise self._failed

    def _ask_all(self, first: int, times: int) -> None:
        """Get the answers of all games that wait."""
        start = 0
        for chooser, n in zip(self.choosers, self.counts.tolist(), strict=True):
            if n:
                self._ask(chooser, slice(start, start + n), first, times)
            start += n

    def _ask(self, chooser: Chooser, part: slice, first: int, times: int) -> None:
        """Get the answers of one chooser; if it fails, find the first game for which it does."""
        room = self._room
        before = room.rng[part].copy()
        try:
            room.answers[part] = self._answers(chooser, part)
            return
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too is a failure of the chooser
            failed, why = part.start, error
        for at in range(part.start, part.stop):
            room.rng[at] = before[at - part.start]
            try:
                room.answers[at] = self._answers(chooser, slice(at, at + 1))[0]
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                failed, why = at, error
                break
        g = int(room.asked[failed])
        if g < self.status[S_LIMIT]:
            self.status[S_LIMIT], self.status[S_SEAT] = g, self.states[g].seat
            self._failed, self._failed_game = self._failure(first + g // times, told(why)), g
            self._failed.__cause__ = why

    def _answers(self, chooser: Chooser, part: slice) -> Ints:
        room = self._room
        direct = not self.hides and self.counts.tolist() == [self.games]  # see `gather`
        states, words = (self.states, self.legals) if direct else (room.seen, room.words)
        seen, legal = BatchStates(states[part]), BatchLegal(words[part])
        given = chooser(seen, legal, BatchRandom(room.rng[part]))
        return checked_answers(given, part.stop - part.start)

    def _close_up(self, actions: Any) -> int:
        """Move the logs of games together; return how many decisions they hold."""
        if len(actions) == 0:
            return 0
        logged, most = 0, self.game.most_decisions
        for g, n in enumerate(self.decisions.tolist()):
            actions[logged : logged + n] = actions[g * most : g * most + n]
            logged += n
        return logged


class _Room:
    """Work space for a batch: of all its games, and of those that wait in the order of asking."""

    def __init__(self, game: Game, games: int) -> None:
        words = len(game.new_legal())
        self.states = np.zeros(games + 1, game.state)
        self.streams = np.zeros((games, MOST_SEATS + 1), STREAM)
        self.legals, self.words = np.zeros((2, games, words), "i8")
        self.seen, self.rng = np.zeros(games, game.state), np.zeros(games, STREAM)
        self.asked, self.answers, self.decisions = np.zeros((3, games), "i8")


def told(error: BaseException) -> str:
    """Return in one line what was wrong with a chooser."""
    if isinstance(error, PolicyError):  # of the checks of its answer
        return str(error)
    what = in_one_line(error)
    if "read-only" in what:
        return f"writes into what it may only read ({what})"
    return f"raised {what}"
