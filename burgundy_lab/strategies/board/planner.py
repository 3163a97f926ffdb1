"""Planner: looks over its whole turn on copies of the position and values the end.

The weights of `planner.json` come from games of the planner with itself on estates 1, 2, 3, 5, 6
and 8, two seats: after each turn the features of `prospects` were noted, and the VP that the seat
gained from there to the end were fitted to them by least squares with a ridge, which also holds
neighbouring rounds together. Three in a hundred decisions were left to chance, so that the fit
sees what the player would not do. The first generation of weights came from games of balanced;
these are from 24,000 games of the later ones.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from burgundy_lab.sim.board.actions import list_legal
from burgundy_lab.sim.board.effects import carry_out
from burgundy_lab.sim.board.readers import free_storage, round_index
from burgundy_lab.sim.board.setup import is_turn_over
from burgundy_lab.sim.board.state import A_END, Q_START_CASTLE, STATE
from burgundy_lab.sim.board.tables import KNOWLEDGE, SHIP, STORAGE, TILE_KIND
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import asked_now
from burgundy_lab.strategies.board.balanced import best_start_castle
from burgundy_lab.strategies.board.candidates import LEVEL, MOST_WIDTH, list_candidates
from burgundy_lab.strategies.board.parts import IS_PLACE, NO_ACTION, kind_of_action, stored_tile
from burgundy_lab.strategies.board.prospects import BLOCKS, FEATURES, turn_worth
from burgundy_lab.strategies.board.worth import DEFAULTS, LAST_ROUND
from burgundy_lab.strategies.policy import policy

DEEPEST = 9  # the last level; few turns have more than six decisions
NOT_LISTED = -1  # candidates of a level tried, before they are listed
# Candidates at each level, the last number also below: wider is a little stronger, and slower.
W_WIDTH = 0
WIDTHS = 4
W_MARGIN = W_WIDTH + WIDTHS  # a candidate that looks so much worse than the first is left out
W_JUDGE = W_MARGIN + 1  # the row of `worth`, which ranks candidates
W_PROSPECTS = W_JUDGE + len(DEFAULTS)  # the weights of the features, knot by knot
KNOTS = (0, 6, 12, 18, LAST_ROUND - 1)  # rounds that have weights; between them a straight line
# By round: the knot before it, and the share of the way from there to the next.
KNOT_BEFORE = np.array([max(k for k in range(4) if KNOTS[k] <= n) for n in range(LAST_ROUND + 1)])
KNOT_SHARE = np.array(
    [
        min(1.0, (n - KNOTS[k]) / (KNOTS[k + 1] - KNOTS[k]))
        for n, k in enumerate(KNOT_BEFORE.tolist())
    ]
)


def read_prospects() -> tuple[float, ...]:
    """Return the weights of the features, knot by knot."""
    path = Path(__file__).with_name("planner.json")
    blocks = json.loads(path.read_text(encoding="utf-8"))
    rows = [row for name in BLOCKS for row in blocks[name]]
    return tuple(row[k] for k in range(len(KNOTS)) for row in rows)


@rule
def fill_weights_of_round(state, weights, now):
    """Fill the weights of the features in this round. now: [FEATURES]"""
    n = round_index(state)
    before = W_PROSPECTS + now.size * KNOT_BEFORE[n]
    after = before + now.size
    share = KNOT_SHARE[n]
    for f in range(now.size):
        now[f] = weights[before + f] + share * (weights[after + f] - weights[before + f])


@rule
def best_by_plan(state, weights, words, states, levels, now):
    """Return the first action of the line of play whose end is worth most.

    Depth first, without recursion: level d has the candidates of states[d], the position after
    d decisions. words: [W] the legal actions of the position, then of others. now:
    [FEATURES] work space
    """
    seat = state.seat
    fill_weights_of_round(state, weights, now)
    states[0] = state
    levels[0].rests = 0
    levels[0].tried = NOT_LISTED
    best, best_worth, d = NO_ACTION, -np.inf, 0
    while d >= 0:
        level = levels[d]
        if level.tried == NOT_LISTED:
            look_around(states[d], words, seat, weights, level, d)
            if d == 0:
                best = level.actions[0]
                if level.found == 1:
                    return best
        if level.tried == level.found:
            d -= 1
            continue
        action = level.actions[level.tried]
        level.tried += 1
        states[d + 1] = states[d]
        after = states[d + 1]
        if action != A_END:
            carry_out(after, action)
        if action == A_END or d == DEEPEST or is_turn_over(after):
            worth = turn_worth(after, seat, now)
            if worth > best_worth:
                best, best_worth = levels[0].actions[levels[0].tried - 1], worth
            continue
        let_rest(states[d], action, level, levels[d + 1])
        list_legal(after, words)
        levels[d + 1].tried = NOT_LISTED
        d += 1
    return best


@rule
def look_around(state, words, seat, weights, level, d):
    """List the candidates of a level, without those that look hopeless or rest."""
    # Whatever a row of weights says, a level has room for so many and needs one.
    level.width = max(1, min(MOST_WIDTH, int(weights[W_WIDTH + min(d, WIDTHS - 1)])))
    list_candidates(state, words, seat, weights[W_JUDGE:W_PROSPECTS], level)
    least = level.worths[0] - weights[W_MARGIN]
    kept = 0
    for k in range(level.found):
        if level.worths[k] >= least and not is_resting(level, level.actions[k]):
            level.actions[kept] = level.actions[k]
            kept += 1
    level.found, level.tried = kept, 0


@rule
def is_resting(level, action):
    """Tell whether an action rests on this level."""
    found = False
    for k in range(level.rests):
        found |= level.resting[k] == action
    return found


@rule
def let_rest(state, action, level, below):
    """After an action, let those rest that were tried in its place, and those that rested
    already: where the order makes no difference, lines that begin with them have been seen.
    """
    below.rests = 0
    if asked_now(state) != 0 or helps_others(state, action):
        return
    for k in range(level.tried - 1):
        below.resting[below.rests] = level.actions[k]
        below.rests += 1
    for k in range(min(level.rests, MOST_WIDTH - below.rests)):
        below.resting[below.rests] = level.resting[k]
        below.rests += 1


@rule
def helps_others(state, action):
    """Tell whether an action can make a later one better: placing a knowledge tile or a ship,
    or out of a full storage."""
    if kind_of_action(action) != IS_PLACE:
        return False
    kind = TILE_KIND[stored_tile(state, state.seat, action)]
    return kind == KNOWLEDGE or kind == SHIP or free_storage(state, state.seat) == STORAGE


@policy(
    game="board",
    summary="looks over its whole turn on copies of the position and values the end",
    weights=(6.0, 4.0, 3.0, 2.0, 6.0, *DEFAULTS, *read_prospects()),
    allocates=True,
)
def planner(state, legal, rng, weights):
    """Play the turn whose end is worth most: both dice, workers, the purchase, all effects.

    Idea: what an action is worth shows at the end of the turn, so lines of play are carried out
    on copies of the position up to there, before any chance; it uses none. `candidates` names
    the few actions worth trying, `prospects` says what the end is worth.
    Source: depth-first search with sleep sets (Godefroid 1996); weights by least squares on the
    VP still to come in self-play, one generation of players after another (fitted policy
    iteration).
    Loses against players who think of next turn's dice and of what others want.
    """
    if asked_now(state) == Q_START_CASTLE:
        return best_start_castle(state, legal, state.seat, weights[W_JUDGE:W_PROSPECTS])
    states = np.empty(DEEPEST + 2, STATE)
    levels = np.empty(DEEPEST + 2, LEVEL)
    now = np.empty(len(FEATURES), np.float64)
    return best_by_plan(state, weights, legal.copy(), states, levels, now)
