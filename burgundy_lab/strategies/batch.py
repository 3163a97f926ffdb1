"""The door for strategies in plain Python or NumPy: `@batch_policy`.

Such a strategy answers for a whole batch of games at once: ``choose(states, legal, rng) ->
actions``, with the classes of `burgundy_lab.sim.batches`. It plays wherever a strategy does, at
one table with compiled ones too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim.batches import (
    BatchLegal,
    BatchRandom,
    BatchStates,
    checked_answers,
    compile_helpers,
)
from burgundy_lab.sim.errors import PolicyError
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.lockstep import Lockstep
from burgundy_lab.sim.lockstep_kernel import compiled_batch, never_asked
from burgundy_lab.sim.rollout import ROW_FIXED
from burgundy_lab.strategies.policy import (
    Policy,
    check_arguments,
    check_function,
    check_name,
    enter,
    read_weights,
)
from burgundy_lab.strategies.trial import (
    TRIAL_SEED,
    announce_compiling,
    seat_counts,
    trial_table,
    try_out,
)

ARGUMENTS = ("states", "legal", "rng")
WEIGHTS = "weights"  # a fourth argument, of strategies that have some
TRIAL_GAMES = 16  # of each table of the trial
ROWS = "each answer must follow from the same row of states, legal and rng alone"


@dataclass(frozen=True)
class BatchPolicy(Policy):
    """A strategy that answers for a batch of games: a plain function of Python."""

    function: Callable[..., Any]

    def __call__(self, states: BatchStates, legal: BatchLegal, rng: BatchRandom) -> Any:
        """Return what the function answers."""
        return self.function(states, legal, rng, *self._rest)

    @cached_property
    def _rest(self) -> tuple[npt.NDArray[np.float64], ...]:
        row = np.array(self.weights, "f8")
        row.flags.writeable = False
        return (row,) if self.weights else ()

    @property
    def compiled(self) -> Any:
        """A function of one position, as compiled strategies are, for use from Python only."""
        return self._alone

    def _alone(self, state: Any, legal: Any, rng: Any, _weights: Any) -> int:
        states, streams = np.empty(1, state.dtype), np.empty(1, rng.dtype)
        states[0], streams[0] = state, rng
        words = np.array(legal, "i8").reshape(1, -1)
        given = self(BatchStates(states), BatchLegal(words), BatchRandom(streams))
        rng.count = streams[0].count
        return int(checked_answers(given, 1)[0])


def batch_policy(
    *, game: str, summary: str, weights: Sequence[float] = (), name: str | None = None
) -> Callable[[Callable[..., Any] | BatchPolicy], BatchPolicy]:
    """Make a strategy of a plain function of Python and register it under its name.

    The function gets the positions of G games (`BatchStates`), their legal actions (`BatchLegal`)
    and a stream of chance of each (`BatchRandom`), and returns G actions, as an array or a list.
    It must judge each game by itself, so that a game is the same in any batch. A strategy with
    weights gets them as a fourth argument. It is tried out at once, as by `policy`.

    Parameters
    ----------
    game, summary, weights, name
        As for `policy`.

    Raises
    ------
    PolicyError
        If the function cannot be such a strategy: wrong arguments, or in the trial a write to
        what it may only read, an error, an answer of a wrong shape or type, an illegal action,
        answers that hang on other games of the batch, or no answer. One line each.
    """

    def decorate(given: Callable[..., Any] | BatchPolicy) -> BatchPolicy:
        get_game(game)
        function = given.function if isinstance(given, BatchPolicy) else given
        check_function(function)
        called = function.__name__ if name is None else name
        made = BatchPolicy(called, game, summary, read_weights(called, weights), function)
        check_name(made)
        wanted = (*ARGUMENTS, WEIGHTS) if made.weights else ARGUMENTS
        check_arguments("batch strategy", made, wanted)
        try_out(_Trial(made))
        enter(made)
        return made

    return decorate


class _Enough(KeyboardInterrupt):
    """Ends a trial that took long enough, as Ctrl-C ends a batch: no game is to blame."""


class _Trial:
    """Games in lock-step with one strategy in all seats, in which each call is made twice."""

    rest = ""

    def __init__(self, made: BatchPolicy) -> None:
        self.made, self.game = made, get_game(made.game)
        announce_compiling(self.game)
        compile_helpers()  # here, since the compiler would take up the patience with an answer
        self.game.seams()
        compiled_batch(self.game.name)
        self.answers, self.seats, self.enough = 0, 0, False
        self.error: BaseException | None = None

    def run(self) -> None:
        """Play with the fewest and with the most seats; keep what was raised."""
        try:
            for seats in seat_counts(self.game):
                self.play(seats)
        except BaseException as error:
            self.error = error

    def play(self, seats: int) -> None:
        """Play some games."""
        self.seats, weights = seats, [self.made.weights] * seats
        stand_ins, choosers = [never_asked] * seats, [self.examine] * seats
        table, names = trial_table(self.game, seats), [self.made.name] * seats
        loop = Lockstep(self.game, table, stand_ins, choosers, weights, TRIAL_SEED, names)
        rows = np.zeros((TRIAL_GAMES * seats, ROW_FIXED + len(self.game.columns)), "i4")
        try:
            loop.play(0, TRIAL_GAMES, rows, np.zeros((0, 2), "i2"))
        except _Enough:
            return
        except PolicyError as error:
            raise PolicyError(f"{error} in its trial") from error.__cause__

    def examine(self, states: BatchStates, legal: BatchLegal, rng: BatchRandom) -> Any:
        """Return the answers, after the same games were asked again in another order."""
        if self.enough:
            raise _Enough
        n, before = len(states), rng.streams.copy()
        answers = checked_answers(self.made(states, legal, rng), n)
        order = np.arange(n)[::-1]
        for part in (order[: n // 2], order[n // 2 :]):
            if len(part):
                again = BatchRandom(before[part])
                seen, words = BatchStates(states.array[part]), BatchLegal(legal.words[part])
                same = checked_answers(self.made(seen, words, again), len(part))
                drawn = rng.streams[part]["count"] == again.streams["count"]
                if not drawn.all():
                    raise PolicyError(f"draws chance as other games of the batch do; {ROWS}")
                if (same != answers[part]).any():
                    raise PolicyError(f"answers the same question in two ways; {ROWS}")
        self.answers += 1
        return answers

    def failure(self, what: str) -> PolicyError:
        """Return an error that names the strategy."""
        return PolicyError(
            f"batch strategy {self.made.name!r} {what} (at call {self.answers} of its trial, with "
            f"{self.seats} seats)"
        )
