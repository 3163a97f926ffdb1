"""The one loop that plays games: set-up, then decisions until the end, for every game.

Rules and policies come in as first-class functions. Each answer of a policy is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim import jit
from burgundy_lab.sim.contract import MOST_SEATS, Game, States
from burgundy_lab.sim.errors import PolicyError, in_one_line
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.jit import kernel, rule, seam
from burgundy_lab.sim.legal import action_ids, is_legal
from burgundy_lab.sim.rng import CHANCE, STREAM, STREAM_TYPE, start_stream
from burgundy_lab.sim.sets import has

# Why a game is not played on. Those from ILLEGAL on end the run of games with an error.
FINISHED, WAITING, ILLEGAL, TOO_LONG, STUCK = range(5)
# Status words: games played, reason, seat asked last, action of a bad answer,
# and (set by the caller) the decisions no game may exceed.
S_GAMES, S_REASON, S_SEAT, S_ACTION, S_MOST = range(5)
STATUS_WORDS = 5
# A row of the log: decisions of the game, then the outcome's columns.
ROW_DECISIONS = 0
ROW_FIXED = 1
NO_ACTIONS = np.empty(0, "i8")
NO_SEATS = np.int64(0)  # as a set


@seam
def hide_nothing(state, seat):
    """Stand in for `hide` of games in which everyone knows all; it is never called."""


@rule
def deal(blank, states, g, streams, seed, number, setup, hide, hides):
    """Begin game `number` of a run as position g of the states, with its streams [5].

    A position in play (event_no > 0) is taken as it is, but cards that its seat to decide does
    not know are dealt anew.
    """
    states[g] = blank[0]
    for stream in range(MOST_SEATS + 1):
        start_stream(streams[stream], seed, number, CHANCE + stream)
    if states[g].event_no == 0:
        setup(states[g], streams[CHANCE])
    elif hides:
        hide(states[g], states[g].seat)


@rule
def play_on(
    states,
    g,
    streams,
    legal,
    weights,
    lengths,
    legal_actions,
    step,
    hide,
    hides,
    policies,
    outside,
    answered,
    action,
    decisions,
    actions,
    status,
):
    """Play a game on until it is over, a seat of the set `outside` must decide, or a policy fails.

    states: [G + 1] positions, of which this is g, and room for what a policy sees of one if hides
    is 1. streams: [5]. outside: seats whose answers the caller gets elsewhere; if answered is 1,
    the decision that is to be made has such an answer: action. decisions: made in this game so
    far. actions: [N, 2] log of this game, or [0, 2] for none. Returns how many decisions the game
    has now; status has the reason for the stop.
    """
    state = states[g]
    chance = streams[CHANCE]
    seen = states.shape[0] - 1 if hides else g
    most = status[S_MOST]
    logs = actions.shape[0] > 0
    while True:
        if answered:
            seat = state.seat
            if not is_legal(legal, action):
                status[S_REASON], status[S_SEAT], status[S_ACTION] = ILLEGAL, seat, action
                return decisions
            if logs:
                actions[decisions, 0] = seat
                actions[decisions, 1] = action
            step(state, chance, action)
            decisions += 1
        if state.over != 0:
            status[S_REASON] = FINISHED
            return decisions
        seat = state.seat
        status[S_SEAT] = seat
        n = legal_actions(state, legal)
        legal[legal.size - 1] = n
        if n == 0 or decisions == most:
            status[S_REASON] = STUCK if n == 0 else TOO_LONG
            return decisions
        if has(outside, seat):
            status[S_REASON] = WAITING
            return decisions
        if hides:
            states[seen] = states[g]
            hide(states[seen], seat)
        row_of_weights = weights[seat, : lengths[seat]]
        action = policies[seat](states[seen], legal, streams[1 + seat], row_of_weights)
        answered = 1


@rule
def write_rows(state, decisions, rows, g, outcome):
    """Log the outcome of the g-th game of the rows."""
    for seat in range(state.seats):
        row = rows[g * state.seats + seat]
        row[ROW_DECISIONS] = decisions
        outcome(state, seat, row[ROW_FIXED:])


@kernel
def play_games(
    blank,
    states,
    streams,
    legal,
    weights,
    lengths,
    setup,
    legal_actions,
    step,
    outcome,
    hide,
    hides,
    policy_0,
    policy_1,
    policy_2,
    policy_3,
    seed,
    first,
    games,
    rows,
    actions,
    tried,
    status,
):
    """Play games first .. first + games - 1 of a run and log them.

    blank: [1] configured state; a position in play (event_no > 0) is continued instead of
    dealt, and cards that its seat to decide does not know are dealt anew. states: [2] work
    space: the position, and what a policy sees of it if hides is 1 (0 if nothing is hidden).
    streams: [5] chance, then one for each seat.
    weights: [4, W] rows, of which policies see their first `lengths`.
    rows: [games * P, 1 + C] outcomes. actions: [N, 2] seat and action of each decision, game
    after game, or [0, 2] for no log of decisions. tried: [K] actions; if there are any, each
    number is played K times in a row, once with each as its first decision. Stops early when
    `actions` might not hold one more game, or when a policy fails. Returns how many decisions
    are logged; status tells the rest.
    """
    policies = (policy_0, policy_1, policy_2, policy_3)
    most, times = status[S_MOST], max(1, tried.size)
    status[S_GAMES], status[S_REASON] = 0, FINISHED
    logged, room = 0, actions.shape[0]
    for g in range(games):
        if 0 < room < logged + most:
            break
        deal(blank, states, 0, streams, seed, first + g // times, setup, hide, hides)
        answered, action = 0, 0
        if tried.size > 0:
            legal[legal.size - 1] = legal_actions(states[0], legal)
            answered, action = 1, tried[g % times]
        decisions = play_on(
            states,
            0,
            streams,
            legal,
            weights,
            lengths,
            legal_actions,
            step,
            hide,
            hides,
            policies,
            NO_SEATS,
            answered,
            action,
            0,
            actions[logged:],
            status,
        )
        if status[S_REASON] != FINISHED:
            return logged
        write_rows(states[0], decisions, rows, g, outcome)
        if room > 0:
            logged += decisions
        status[S_GAMES] += 1
    return logged


def compiled_hide(game: Game) -> Any:
    """Return what hides a game's hidden cards, compiled; where all is open it hides nothing."""
    hide = hide_nothing if game.hide is None else game.hide
    return jit.compile_for(hide, jit.VOID, game.state_type, jit.INT)


def seam_types(game: Game) -> tuple[Any, Any, Any, Any, Any]:
    """Return the first-class types of setup, legal_actions, step, outcome and hide."""
    state = game.state_type
    return (
        jit.function_type(jit.VOID, state, STREAM_TYPE),
        jit.function_type(jit.INT, state, jit.WORDS_TYPE),
        jit.function_type(jit.VOID, state, STREAM_TYPE, jit.INT),
        jit.function_type(jit.VOID, state, jit.INT, jit.ROW_TYPE),
        jit.function_type(jit.VOID, state, jit.INT),
    )


@cache
def compiled_loop(game_name: str) -> Any:
    """Return the loop compiled (or loaded) for one game's record; call it by position."""
    game = get_game(game_name)
    compiled_hide(game)  # here, before workers start
    if not jit.JIT:
        return play_games
    states = jit.array_type(game.state)
    policy = jit.function_type(jit.INT, *game.policy_arguments)
    jit.compile_for(
        play_games,
        jit.INT,
        states,
        states,
        jit.array_type(STREAM),
        jit.WORDS_TYPE,
        jit.TABLE_TYPE,
        jit.WORDS_TYPE,
        *seam_types(game),
        jit.INT,
        policy,
        policy,
        policy,
        policy,
        jit.SEED,
        jit.INT,
        jit.INT,
        jit.ROWS_TYPE,
        jit.ACTIONS_TYPE,
        jit.WORDS_TYPE,
        jit.WORDS_TYPE,
    )
    return play_games


class Loop:
    """A table of policies with its work space: plays games of a run, chunk by chunk.

    One object serves one thread.
    """

    log_games = 50  # a good buffer of decisions holds this many of the longest games

    def __init__(
        self,
        game: Game,
        blank: States,
        policies: Sequence[Any],
        weights: Sequence[Sequence[float]],
        seed: int,
        names: Sequence[str] = (),
    ) -> None:
        """Take a configured state [1]; for each seat a compiled policy, a row of weights and,
        for messages, a name.
        """
        self.names = names
        self.game, self.blank, self.seed = game, blank, np.uint64(seed)
        self.seats = int(blank[0].seats)
        self.seams = game.seams()
        self.hides, self.hide = int(game.hide is not None), compiled_hide(game)
        # Seats that are not at the table get the first policy; nobody asks them.
        padding = MOST_SEATS - len(policies)
        self.policies = (*policies, *[policies[0]] * padding)
        # One table for the loop; each policy is given its own row in its own length.
        self.weights = np.zeros((MOST_SEATS, max(1, *map(len, weights))), "f8")
        self.lengths = np.zeros(MOST_SEATS, "i8")
        self.lengths[: len(weights)] = [len(row) for row in weights]
        for seat, row in enumerate(weights):
            self.weights[seat, : len(row)] = row
        self.states = np.zeros(2, game.state)
        self.streams = np.zeros(MOST_SEATS + 1, STREAM)
        self.legal = game.new_legal()
        self.status = np.zeros(STATUS_WORDS, "i8")

    def play(
        self,
        first: int,
        games: int,
        rows: npt.NDArray[np.int32],
        actions: npt.NDArray[np.int16],
        tried: npt.NDArray[np.int64] = NO_ACTIONS,
    ) -> tuple[int, int]:
        """Play games from number `first` on; return how many were played and decisions logged.

        rows: [games * P, 1 + C], filled from the top. actions: [N, 2] buffer of seat and
        action, or [0, 2] for no log of decisions; when it may not hold one more game,
        fewer games are played. tried: [K] actions, each of which is in turn the first decision:
        K games of number `first`, then K of the next.

        Raises
        ------
        PolicyError
            If a policy raises or answers with no legal action; names seat and game.
        """
        self.status[S_MOST], times = self.game.most_decisions, max(1, len(tried))
        try:
            # Words of chance wrap around by design, which plain Python warns of in each thread.
            with np.errstate(over="ignore"):
                logged = compiled_loop(self.game.name)(
                    self.blank,
                    self.states,
                    self.streams,
                    self.legal,
                    self.weights,
                    self.lengths,
                    *self.seams,
                    self.hide,
                    self.hides,
                    *self.policies,
                    self.seed,
                    first,
                    games,
                    rows,
                    actions,
                    tried,
                    self.status,
                )
        except Exception as error:
            failed = first + int(self.status[S_GAMES]) // times
            raise self._failure(failed, f"raised {in_one_line(error)}") from error
        if self.status[S_REASON] != FINISHED:
            failed = first + int(self.status[S_GAMES]) // times
            raise self._failure(failed, self._why(self.states[0], self.legal))
        return int(self.status[S_GAMES]), int(logged)

    def _why(self, state: Any, legal: npt.NDArray[np.int64]) -> str:
        """Tell in words what the status says of a game that failed."""
        reason = int(self.status[S_REASON])
        if reason == TOO_LONG:
            return f"is in a game of more than {self.game.most_decisions} decisions"
        if reason == STUCK:
            return "has no legal action, which is an error of the rules: please report it"
        actions = action_ids(legal)
        some = ", ".join(f"{a} ({self.game.describe(state, a)})" for a in actions[:3])
        more = ", ..." * (len(actions) > 3)
        return (
            f"answered {int(self.status[S_ACTION])}, not one of the {len(actions)} legal actions: "
            f"{some}{more}"
        )

    def _failure(self, game: int, what: str) -> PolicyError:
        seat = int(self.status[S_SEAT])
        who = f"strategy {self.names[seat]!r}" if self.names else "the strategy"
        return PolicyError(f"{who} of seat {seat} {what} (game {game}, seed {self.seed})")
