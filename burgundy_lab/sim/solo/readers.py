"""Questions about a Solo position, each one sentence of the rules. Strategies read these too."""

from __future__ import annotations

from burgundy_lab.sim.board.actions import ALL_DEPOTS
from burgundy_lab.sim.board.advantages import is_building_of_use
from burgundy_lab.sim.board.estates import ALL_SPACES, COLOUR, HEXES
from burgundy_lab.sim.board.readers import (
    amount,
    black_once,
    goods_on,
    is_covered,
    open_spaces,
)
from burgundy_lab.sim.board.scoring import things_owned
from burgundy_lab.sim.board.tables import (
    BLACK_TILE,
    BUILDING,
    FIRST_BUILDING,
    GOODS,
    KINDS,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    MINE,
    SHIP,
    TILE_KIND,
    TILE_MINE,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import subject_now
from burgundy_lab.sim.sets import ZERO, bit, count, has, lowest, without_lowest
from burgundy_lab.sim.solo.state import (
    BLACK_TILE_GOODS,
    GIFT_PLACES,
    ORDER_FIXED,
    S_COLOUR,
    S_EFFECT,
    STEPS,
    TARGET_FLOOR,
    TARGET_STEP,
    VP_SILVER,
)

COLOUR_COUNTER = 26  # the knowledge tile that pays for completed colours
FIRST_SCORING_TILE = KNOWLEDGE_BASE + 15  # knowledge tiles 15 to 26 bring VP


@rule
def is_won(state):
    """Tell whether all spaces of the estate have a tile. [The win]"""
    return is_covered(state, 0, ALL_SPACES)


@rule
def spaces_left(state):
    """Return how many spaces of the estate have no tile. [The win]"""
    return HEXES - count(state.covered[0])


@rule
def working_mines(state):
    """Return the number of mines that pay: those that lie face up. [Black tiles]"""
    n = 0
    left = state.covered[0]
    if state.start_castle == 0:
        left &= COLOUR[state.board[0], MINE]
    while left:
        n += state.estate[0, lowest(left)] == TILE_MINE
        left = without_lowest(left)
    return n


@rule
def goods_held(state):
    """Return how many goods tiles the player has to sell or to exchange. [Exchange]"""
    n = 0
    for g in range(GOODS):
        n += state.goods[0, g]
    return n


@rule
def can_exchange(state):
    """Tell whether there are goods for a tile of the black depot, and a tile. [Exchange]"""
    return goods_held(state) >= BLACK_TILE_GOODS and black_once(state) != ZERO


@rule
def gift_spaces(state, place):
    """Return where the tile of a black depot space may go for a completed colour: the rules
    of placing without a number; equal tiles once. [Completed colours]
    """
    return open_spaces(state, 0, state.black[place]) if has(black_once(state), place) else ZERO


@rule
def has_gift(state):
    """Tell whether a tile of the black depot can be placed at all. [Completed colours]"""
    for place in range(GIFT_PLACES):
        if gift_spaces(state, place) != ZERO:
            return True
    return False


@rule
def colours_done(state):
    """Return how many colours are fully covered, which knowledge tile 26 counts. [Knowledge]"""
    n = 0
    for kind in range(KINDS):
        if is_covered(state, 0, COLOUR[state.board[0], kind]):
            n += 1
    return n


@rule
def tile_vp_now(state, tile):
    """Return the VP of a knowledge tile 15..26 by what there is now, 0 for other tiles.
    [Knowledge]
    """
    if tile < FIRST_SCORING_TILE or tile == BLACK_TILE:
        return 0
    number = tile - KNOWLEDGE_BASE
    n = colours_done(state) if number == COLOUR_COUNTER else things_owned(state, 0, number)
    return n * amount(state, number)


@rule
def has_effect(tile):
    """Tell whether a tile sets off something when it is placed: neither a mine, a black tile,
    nor a knowledge tile that only changes rules. [Placing tiles]
    """
    if tile == TILE_MINE or tile == BLACK_TILE:
        return False
    return tile <= KNOWLEDGE_BASE or tile >= FIRST_SCORING_TILE


@rule
def next_target(target):
    """Return where the target marker goes when it is reached. [The target]"""
    return max(TARGET_FLOOR, target - TARGET_STEP)


@rule
def vp_for_sale(state):
    """Return how many VP the player can buy: what Silverlings pay, up to the target.
    [Buying VP]
    """
    return min(state.silver[0] // VP_SILVER, state.target - state.counter)


@rule
def steps_of(subject):
    """Return the set of steps of a placing that wait."""
    return subject & (bit(STEPS) - 1)


@rule
def space_of(subject):
    """Return the space of the placing whose steps wait."""
    return subject >> STEPS


@rule
def ready_steps(state, subject):
    """Return the steps of a placing that wait and can do something now; the others wait on, since
    a step may make another possible. [Order of steps]
    """
    steps = steps_of(subject)
    if has(steps, S_COLOUR) and not has_gift(state):
        steps &= ~bit(S_COLOUR)
    if has(steps, S_EFFECT) and not has_effect_now(state, state.estate[0, space_of(subject)]):
        steps &= ~bit(S_EFFECT)
    return steps


@rule
def has_effect_now(state, tile):
    """Tell whether the effect of a tile just placed would do anything now. [Order of steps]"""
    kind = TILE_KIND[tile]
    if kind == BUILDING:
        return is_building_of_use(state, 0, tile - FIRST_BUILDING)
    if kind == SHIP:
        return goods_on(state, ALL_DEPOTS) != ZERO or can_exchange(state)
    if kind == KNOWLEDGE:
        return tile_vp_now(state, tile) > 0
    return True


@rule
def is_for_player(state):
    """Tell whether the player has to say which step comes next: several can do something, and no
    setting fixes their order. [Order of steps]
    """
    subject = subject_now(state)
    if without_lowest(steps_of(subject)) == ZERO or state.step_order == ORDER_FIXED:
        return False
    return without_lowest(ready_steps(state, subject)) != ZERO


@rule
def next_step(state, subject):
    """Return the step that comes next without a question: by the setting for a fixed order the
    VP of a knowledge tile, region, colour, effect; else one that can do something, if there is
    one. [Order of steps]
    """
    steps = steps_of(subject)
    if without_lowest(steps) == ZERO:
        return lowest(steps)
    if state.step_order != ORDER_FIXED:
        ready = ready_steps(state, subject)
        return lowest(ready if ready != ZERO else steps)
    is_knowledge = TILE_KIND[state.estate[0, space_of(subject)]] == KNOWLEDGE
    return S_EFFECT if is_knowledge and has(steps, S_EFFECT) else lowest(steps)
