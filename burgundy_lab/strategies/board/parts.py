"""Parts that board game strategies share: what an action is, and what it brings at once.

An action id is 64 * word + bit; these readers say it in words, so that no strategy writes
word numbers by hand.
"""

from __future__ import annotations

from burgundy_lab.sim.board.estates import DISTANCE, MOST_STEPS, SPACE_KIND
from burgundy_lab.sim.board.readers import (
    region_at,
    workers_needed,
)
from burgundy_lab.sim.board.scoring import (
    animals_vp,
    bonus_vp,
    completes_colour,
    completes_region,
    phase_vp,
    region_vp,
)
from burgundy_lab.sim.board.state import (
    ANY_NUMBER,
    BIT_WORKERS,
    W_BUY,
    W_CHOICE,
    W_SELL,
    W_TAKE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    FIRST_BUILDING,
    TILE_KIND,
    WATCHTOWER,
    WATCHTOWER_VP,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import bit, has

# What an action is.
IS_TAKE, IS_PLACE, IS_SALE, IS_WORKERS, IS_PURCHASE, IS_CHOICE = range(6)
NO_ACTION = -1


@rule
def kind_of_action(action):
    """Return what an action is: IS_TAKE, IS_PLACE, IS_SALE, ..."""
    word = action >> 6
    if word == W_CHOICE:
        return IS_CHOICE
    if word == W_BUY:
        return IS_PURCHASE
    what = word % WORDS_PER_DIE
    if what == W_TAKE:
        return IS_TAKE
    if what == W_SELL:
        return IS_WORKERS if (action & 63) == BIT_WORKERS else IS_SALE
    return IS_PLACE


@rule
def target_of(action):
    """Return the target: depot slot, space, goods type, or the source of a purchase."""
    return action & 63


@rule
def stored_tile(state, seat, action):
    """Return the tile that a placing places."""
    return state.storage[seat, (action >> 6) % WORDS_PER_DIE - 1]


# --- sets of targets, over both dice and effects that need no number ----------------------------


@rule
def targets(legal, what):
    """Return all targets of one kind of die action (W_TAKE, W_PLACE + k, W_SELL)."""
    by_dice = legal[what] | legal[WORDS_PER_DIE + what]
    return by_dice | legal[WORDS_PER_DIE * ANY_NUMBER + what]


@rule
def purchases(legal):
    """Return the sources that the purchase may take: black spaces, then depot slots."""
    return legal[W_BUY]


@rule
def purchase_of(source):
    """Return the action that buys the tile of a source."""
    return 64 * W_BUY + source


@rule
def choices(legal):
    """Return the answers to the question asked, or the end of the turn."""
    return legal[W_CHOICE]


@rule
def choice_of(choice):
    """Return the action that is this answer."""
    return 64 * W_CHOICE + choice


@rule
def cheapest(state, legal, seat, what, target, number, free):
    """Return the legal action of this kind on a target that costs the least workers, and how
    many. `number` is what the die must show, `free` the steps it may move for nothing."""
    best, least = NO_ACTION, MOST_STEPS + 1
    for d in range(ANY_NUMBER + 1):
        if has(legal[WORDS_PER_DIE * d + what], target):
            workers = 0
            if d < ANY_NUMBER:
                steps = DISTANCE[state.dice[seat, d], number]
                workers = workers_needed(state, seat, steps, free)
            if workers < least:
                best, least = 64 * (WORDS_PER_DIE * d + what) + target, workers
    return best, least


# --- what comes of it ---------------------------------------------------------------------------


@rule
def completion_vp(state, seat, space):
    """Return the VP for the region and the colour that a tile on this space would complete."""
    covered = state.covered[seat] | bit(space)
    vp = 0
    if completes_region(state, seat, space, covered):
        vp += region_vp(state, seat, space) + phase_vp(state)
    if completes_colour(state, seat, space, covered):
        vp += bonus_vp(state, SPACE_KIND[state.board[seat], space])
    return vp


@rule
def placing_vp(state, seat, tile, space):
    """Return the VP a placing brings at once, before any question it asks."""
    vp = completion_vp(state, seat, space)
    if TILE_KIND[tile] == ANIMAL:
        vp += animals_vp(state, seat, tile, region_at(state, seat, space))
    elif tile == FIRST_BUILDING + WATCHTOWER:
        vp += WATCHTOWER_VP
    return vp
