"""Games played again from their logged actions, compiled: when each space was covered."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim import jit
from burgundy_lab.sim.contract import MOST_SEATS, Game, States
from burgundy_lab.sim.errors import BadState, BadValue
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.jit import kernel
from burgundy_lab.sim.legal import is_legal
from burgundy_lab.sim.rng import CHANCE, STREAM, STREAM_TYPE, start_stream

NEVER = -1  # round of a space that is empty at the end
AT_START = 0  # round of the space of the start castle


@kernel
def watch_spaces(
    blank,
    states,
    streams,
    legal,
    covered,
    setup,
    legal_actions,
    step,
    seed,
    first,
    lengths,
    actions,
    rounds,
):
    """Play games first, first + 1, ... of a run again; note the round that covers each space.

    blank: [1] configured state. states, streams: [1] work space, legal and covered: words of
    it. lengths: [G] decisions of each game. actions: [N] ids, game after game. rounds:
    [G, P, H] is filled. Returns how many games were replayed: the next one has an action that
    is not legal, or does not end where its actions do.
    """
    state, chance = states[0], streams[0]
    at = 0
    for g in range(lengths.size):
        states[0] = blank[0]
        start_stream(chance, seed, first + g, CHANCE)
        setup(state, chance)
        covered[:] = 0
        rounds[g] = NEVER
        round_now = AT_START + 1
        for k in range(lengths[g] + 1):
            # The first look, before any decision, finds start castles that were given.
            phase_no, round_no, over = state.phase_no, state.round_no, state.over
            if k > 0:
                action = actions[at + k - 1]
                if over or legal_actions(state, legal) == 0 or not is_legal(legal, action):
                    return g
                step(state, chance, action)
            for seat in range(state.seats):
                new = state.covered[seat] & ~covered[seat]
                # The first space that a seat covers is that of its start castle.
                filled_in = AT_START if covered[seat] == 0 else round_now
                space = 0
                while new >> space:
                    if new >> space & 1:
                        rounds[g, seat, space] = filled_in
                    space += 1
                covered[seat] = state.covered[seat]
            if state.phase_no != phase_no or state.round_no != round_no:
                round_now += 1
        if not state.over:
            return g
        at += lengths[g]
    return lengths.size


@cache
def compiled_watch(game_name: str) -> Any:
    """Return the kernel compiled (or loaded) for one game's record; call it by position."""
    game = get_game(game_name)
    state, states = game.state_type, jit.array_type(game.state)
    return jit.compile_for(
        watch_spaces,
        jit.INT,
        states,
        states,
        jit.array_type(STREAM),
        jit.WORDS_TYPE,
        jit.WORDS_TYPE,
        jit.function_type(jit.VOID, state, STREAM_TYPE),
        jit.function_type(jit.INT, state, jit.WORDS_TYPE),
        jit.function_type(jit.VOID, state, STREAM_TYPE, jit.INT),
        jit.SEED,
        jit.INT,
        jit.WORDS_TYPE,
        jit.IDS_TYPE,
        jit.ROUNDS_TYPE,
    )


def space_rounds(
    game: Game,
    blank: States,
    seed: int,
    first: int,
    lengths: npt.NDArray[np.int64],
    actions: npt.NDArray[np.int16],
) -> npt.NDArray[np.int8]:
    """Return the round, counted from 1, in which each space was covered: [G, P, H].

    AT_START for the start castle's space, NEVER for one that stayed empty.

    Parameters
    ----------
    game, blank, seed
        The game, its configured blank [1] and the run's seed.
    first
        Number of the first game.
    lengths, actions
        Decisions of each game [G], and all their actions [N], game after game.

    Raises
    ------
    BadValue
        If nobody has hexagons to cover in this game.
    BadState
        If a game cannot be replayed, so it was played by other rules; names it.
    """
    if game.layout is None:
        raise BadValue(f"in {game.name!r} nobody has spaces to cover: there are no hexagons")
    estate = game.estate_of(blank[0], 0)
    spaces = len(game.layout(str(estate)))
    rounds = np.zeros((len(lengths), int(blank[0].seats), spaces), "i1")
    setup, legal_actions, step, _ = game.seams()
    with np.errstate(over="ignore"):  # words of chance wrap around by design
        done = compiled_watch(game.name)(
            blank,
            np.zeros(1, game.state),
            np.zeros(1, STREAM),
            game.new_legal(),
            np.zeros(MOST_SEATS, "i8"),
            setup,
            legal_actions,
            step,
            np.uint64(seed),
            first,
            np.array(lengths, "i8"),  # polars hands out arrays that are read-only
            np.array(actions, "i2"),
            rounds,
        )
    if done < len(lengths):
        raise BadState(f"game {first + done} of seed {seed} cannot be replayed by these rules")
    return rounds
