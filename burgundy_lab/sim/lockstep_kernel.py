"""The compiled part of lock-step: a batch of games, played on until each is over or waits."""

from __future__ import annotations

from functools import cache
from typing import Any

from burgundy_lab.sim import jit
from burgundy_lab.sim.contract import MOST_SEATS
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.jit import kernel, rule, seam
from burgundy_lab.sim.rng import STREAM
from burgundy_lab.sim.rollout import (
    FINISHED,
    NO_SEATS,
    S_GAMES,
    S_MOST,
    S_REASON,
    STATUS_WORDS,
    WAITING,
    compiled_hide,
    deal,
    play_on,
    seam_types,
    write_rows,
)
from burgundy_lab.sim.sets import bit

COMPILED_SEAT = -1  # in place of the number of a chooser
S_LIMIT = STATUS_WORDS  # one more status word: from this game on none is wanted, since it failed


@seam
def never_asked(state, legal, rng, weights):
    """Stand in for a policy in a seat that answers in lock-step."""
    return -1


@kernel
def play_batch(
    blank,
    states,
    streams,
    legals,
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
    choosers,
    ask,
    seed,
    first,
    tried,
    seen,
    words,
    rng,
    asked,
    answers,
    counts,
    decisions,
    rows,
    actions,
    failure,
    status,
):
    """Play the games of a batch from `first` on; whenever all that are not over wait, `ask(n)`
    gets the n answers, or returns a number below 0 to give up.

    Of each game: states: [G + 1] positions and work space, streams: [G, 5], legals: [G, W + 1],
    decisions: [G], rows: [G * P, 1 + C], actions: [G * most, 2] or [0, 2].
    Of those that wait, in the order of asking: seen: [G] positions as their seats may know them,
    words: [G, W + 1], rng: [G] streams, asked: [G] games, answers: [G].
    choosers: [4] number of the chooser of each seat or COMPILED_SEAT; counts: [K] games that wait
    for each. tried as in `play_games`. A game that fails leaves its status in failure, with
    itself as S_GAMES, and those from it on are dropped: so the failure told last is that of the
    first game.
    """
    policies = (policy_0, policy_1, policy_2, policy_3)
    most, times = status[S_MOST], max(1, tried.size)
    room = most if actions.shape[0] > 0 else 0
    outside = NO_SEATS
    for seat in range(MOST_SEATS):
        if choosers[seat] != COMPILED_SEAT:
            outside |= bit(seat)
    begins, n = True, legals.shape[0]
    while n > 0:
        for k in range(n):
            g = k if begins else asked[k]
            if g >= status[S_LIMIT]:
                continue
            status[S_GAMES] = g
            answered, action = 1, answers[k]
            if begins:
                deal(blank, states, g, streams[g], seed, first + g // times, setup, hide, hides)
                decisions[g], answered = 0, 0
                if tried.size > 0:
                    legals[g, legals.shape[1] - 1] = legal_actions(states[g], legals[g])
                    answered, action = 1, tried[g % times]
            else:
                streams[g, 1 + states[g].seat] = rng[k]
            decisions[g] = play_on(
                states,
                g,
                streams[g],
                legals[g],
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
                decisions[g],
                actions[g * room : (g + 1) * room],
                status,
            )
            if status[S_REASON] == FINISHED:
                write_rows(states[g], decisions[g], rows, g, outcome)
            elif status[S_REASON] != WAITING:
                status[S_LIMIT] = g
                for word in range(status.size):
                    failure[word] = status[word]
        begins = False
        n = gather(
            states, streams, legals, choosers, hide, hides, seen, words, rng, asked, counts,
            status[S_LIMIT],
        )  # fmt: skip
        if n > 0 and ask(n) < 0:
            return


@rule
def gather(states, streams, legals, choosers, hide, hides, seen, words, rng, asked, counts, limit):
    """Collect the games below the limit that wait, by chooser and then in order; return how many.

    Shapes as in `play_batch`. Where all games wait for one chooser and nothing is hidden, their
    positions and legal actions are not copied, which had taken half of the time.
    """
    waiting = 0
    for g in range(limit):
        waiting += states[g].over == 0
    direct = hides == 0 and counts.size == 1 and waiting == legals.shape[0]
    n = 0
    for chooser in range(counts.size):
        before = n
        for g in range(limit):
            seat = states[g].seat
            if states[g].over == 0 and choosers[seat] == chooser:
                if not direct:
                    seen[n] = states[g]
                    if hides:
                        hide(seen[n], seat)
                    for word in range(legals.shape[1]):
                        words[n, word] = legals[g, word]
                rng[n] = streams[g, 1 + seat]
                asked[n] = g
                n += 1
        counts[chooser] = n - before
    return n


@cache
def compiled_batch(game_name: str) -> Any:
    """Return the kernel compiled (or loaded) for one game's record; call it by position."""
    game = get_game(game_name)
    compiled_hide(game)
    jit.compile_for(never_asked, jit.INT, *game.policy_arguments)
    if not jit.JIT:
        return play_batch
    states, ints = jit.array_type(game.state), jit.WORDS_TYPE
    policy = jit.function_type(jit.INT, *game.policy_arguments)
    return jit.compile_for(
        play_batch,
        jit.VOID,
        states,
        states,
        jit.array_type(STREAM, dimensions=2),
        jit.WORD_ROWS_TYPE,
        jit.TABLE_TYPE,
        ints,
        *seam_types(game),
        jit.INT,
        *[policy] * MOST_SEATS,
        ints,
        jit.Callback.TYPE,
        jit.SEED,
        jit.INT,
        ints,
        states,
        jit.WORD_ROWS_TYPE,
        jit.array_type(STREAM),
        *[ints] * 4,
        jit.ROWS_TYPE,
        jit.ACTIONS_TYPE,
        ints,
        ints,
    )
