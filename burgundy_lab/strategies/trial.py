"""The trial of a user's strategy: whole games in which each answer is examined.

A mistake shows where the strategy is made, not in the middle of a batch.
"""

from __future__ import annotations

import sys
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from burgundy_lab.sim import jit
from burgundy_lab.sim.contract import Game, States
from burgundy_lab.sim.errors import PolicyError, in_one_line
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.legal import action_ids, is_legal
from burgundy_lab.sim.rng import CHANCE, STREAM, start_stream
from burgundy_lab.strategies.interrupts import interrupt
from burgundy_lab.wording import compiling_line

if TYPE_CHECKING:
    from burgundy_lab.strategies.policy import Policy

TRIAL_SEED = 20110901
PATIENCE_SECONDS = 10.0  # a policy on trial that needs longer for an answer never comes to one
WORD_SECONDS = 3.0  # after so long someone who waits is told what for
TRIAL_SECONDS = 30.0  # a policy that needs longer for its games is tried in fewer decisions
READ_ONLY = "a policy only reads what it is given"
DRAW = "random numbers come from draw(rng, n) of burgundy_lab.sim.rng"


class OnTrial(Protocol):
    """A trial that goes on: how many answers it had, and what was raised in the end."""

    answers: int
    error: BaseException | None
    rest: str  # what to say of one that is given up
    enough: bool  # set if it took long enough: it ends before its games do

    @property
    def made(self) -> Policy:
        """The strategy on trial."""

    def run(self) -> None:
        """Hold the trial; keep what is raised."""

    def failure(self, what: str) -> PolicyError:
        """Return an error that names the strategy."""


def try_out(trial: OnTrial) -> None:
    """Let a policy play before a batch depends on it; raise what goes wrong.

    In a thread: compiled code cannot be interrupted, and a loop that never ends must not hang
    the session. Python code that is given up is stopped.
    """
    thread = Thread(target=trial.run, daemon=True)
    thread.start()
    try:
        _wait(trial, thread)
    finally:
        gave_up = thread.is_alive()
        if gave_up:
            interrupt(thread)
    if gave_up:
        raise trial.failure(f"needs more than {PATIENCE_SECONDS:.0f} s for an answer{trial.rest}")
    if trial.error is not None:
        raise trial.error


def _wait(trial: OnTrial, thread: Thread) -> None:
    """Wait until the trial is over, or no answer comes; tell someone who waits for long."""
    start = answered = perf_counter()
    answers, told = trial.answers, False
    while thread.is_alive() and perf_counter() - answered < PATIENCE_SECONDS:
        thread.join(min(WORD_SECONDS, PATIENCE_SECONDS) / 10)
        now = perf_counter()
        if trial.answers != answers:
            answers, answered = trial.answers, now
        if now - start > WORD_SECONDS and not told:
            told = True
            print(
                f"trying out {trial.made.name!r}: {answers} answers in {now - start:.0f} s; "
                f"the trial takes {TRIAL_SECONDS:.0f} s at most",
                file=sys.stderr,
            )
        trial.enough = now - start > TRIAL_SECONDS
    if trial.enough and not thread.is_alive() and trial.error is None:
        print(
            f"{trial.made.name!r} was tried in {trial.answers} answers only, "
            f"{(answered - start) / max(trial.answers, 1):.2g} s each: its games will take long",
            file=sys.stderr,
        )


def seat_counts(game: Game) -> list[int]:
    """Return the numbers of seats a trial is held with: the fewest, and the most."""
    return sorted({min(game.seat_counts), max(game.seat_counts)})


def trial_table(game: Game, seats: int) -> States:
    """Return a blank table [1]; estates from both ends of the list, which ask different things."""
    estates = (*game.estates[:1], *game.estates[len(game.estates) + 1 - seats :])
    return game.blank(seats, estates or None, None)


def announce_compiling(game: Game) -> None:
    """Tell a user why it takes long, if the rules are not compiled yet."""
    if not all(map(jit.is_cached, (game.setup, game.legal_actions, game.step))):
        print(compiling_line(game.name), file=sys.stderr)


def wrong_result(made: Policy, what: str) -> PolicyError:
    """Return the error of a policy whose answer is no whole number."""
    return PolicyError(
        f"strategy {made.name!r} returns {what}; it must return a legal action (an integer)"
    )


class Trial:
    """Games with one policy in all seats, in which each answer is examined."""

    rest = " (restart Python to stop it)"

    def __init__(self, made: Policy) -> None:
        self.made, self.game, self.policy = made, get_game(made.game), made.compiled
        announce_compiling(self.game)
        self.seams = self.game.seams()
        self.weights = np.array(made.weights, "f8")
        self.seats = self.answers = 0
        self.enough = False
        self.error: BaseException | None = None

    def run(self) -> None:
        """Play with the fewest and with the most seats; keep what was raised."""
        try:
            with np.errstate(over="ignore"):  # words of chance wrap around by design
                for seats in seat_counts(self.game):
                    self.play(seats)
        except BaseException as error:
            self.error = error

    def play(self, seats: int) -> None:
        """Play one game."""
        setup, legal_actions, step, _ = self.seams
        self.seats = seats
        states = trial_table(self.game, seats)
        state, legal, (chance, rng) = states[0], self.game.new_legal(), np.zeros(2, STREAM)
        for stream, record in enumerate((chance, rng), CHANCE):
            start_stream(record, np.uint64(TRIAL_SEED), np.uint64(seats), np.uint64(stream))
        setup(state, chance)
        for _ in range(self.game.most_decisions):
            if state.over or self.enough:
                return
            legal[-1] = legal_actions(state, legal)
            step(state, chance, self.answer(states, legal, rng))

    def answer(self, states: States, legal: Any, rng: Any) -> int:
        """Return the policy's answer after a close look at it."""
        seen = self.game.view(states, int(states[0].seat))
        given = {"legal": legal, "weights": self.weights, "state": seen}
        before, same_rng = {name: a.tobytes() for name, a in given.items()}, rng.copy()
        answer = self.ask(seen[0], legal, rng)
        for name, array in given.items():
            if array.tobytes() != before[name]:
                raise self.failure(f"writes {_changed(name, before[name], array)}; {READ_ONLY}")
        if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
            raise wrong_result(self.made, repr(answer))
        if not is_legal(legal, answer):
            raise self.failure(f"answers {answer}, {_others(self.game, states[0], legal)}")
        if self.ask(seen[0], legal, same_rng) != answer:
            raise self.failure(f"answers the same question in two ways; {DRAW}")
        self.answers += 1
        return int(answer)

    def ask(self, state: Any, legal: Any, rng: Any) -> Any:
        """Return what the policy answers."""
        try:
            return self.policy(state, legal, rng, self.weights)
        except Exception as error:
            raise self.failure(f"raises {in_one_line(error)}") from error

    def failure(self, what: str) -> PolicyError:
        """Return an error that names the policy."""
        where = f"at decision {self.answers} of its trial, with {self.seats} seats"
        return PolicyError(f"strategy {self.made.name!r} {what} ({where})")


def _changed(name: str, before: bytes, now: Any) -> str:
    old = np.frombuffer(before, now.dtype)
    fields = [f for f in now.dtype.names or () if (old[f] != now[f]).any()]
    return ", ".join(f"{name}.{f}" for f in fields) or name


def _others(game: Game, state: Any, legal: Any) -> str:
    actions = action_ids(legal)
    some = ", ".join(f"{a} ({game.describe(state, a)})" for a in actions[:3])
    return f"not one of the {len(actions)} legal actions: {some}{', ...' * (len(actions) > 3)}"
