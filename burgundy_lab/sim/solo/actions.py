"""The legal actions of a Solo position: those of the board game, and answers it does not have."""

from __future__ import annotations

from burgundy_lab.sim.board.actions import (
    WORKERS_SET,
    add_answers,
    add_turn,
    beside,
    put,
)
from burgundy_lab.sim.board.readers import black_once, held_goods, owns
from burgundy_lab.sim.board.setup import buyable
from burgundy_lab.sim.board.state import (
    ANY_NUMBER,
    C_DECLINE,
    C_GOODS,
    C_SHIP,
    Q_CASTLE,
    Q_SHIP,
    Q_START_CASTLE,
    W_BUY,
    W_CHOICE,
    W_PLACE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.board.tables import DEPOTS, GOODS, K_SECOND_DEPOT
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import asked_now, subject_now
from burgundy_lab.sim.sets import ZERO, bit, lowest, without_lowest
from burgundy_lab.sim.solo.readers import (
    gift_spaces,
    ready_steps,
    vp_for_sale,
)
from burgundy_lab.sim.solo.setup import start_spaces
from burgundy_lab.sim.solo.state import (
    ACTION_WORDS,
    BY_TARGET,
    C_EXCHANGE,
    C_STEP,
    COLOUR_MAY,
    GIFT_PLACES,
    Q_BUY_VP,
    Q_COLOUR,
    Q_EXCHANGE,
    Q_GIVE_GOODS,
    Q_STEPS,
    W_GIFT,
    W_VP,
)

DECLINE_SET = 1 << C_DECLINE
assert WORKERS_SET  # the free action at the target always has one: taking workers


@rule
def list_legal(state, legal):
    """Fill the words of legal actions and return their number (0 after the end). [Rounds]"""
    for word in range(ACTION_WORDS):
        legal[word] = ZERO
    if state.over:
        return 0
    n = put(legal, W_BUY, buyable(state, 0))
    if state.asked > 0:
        return n + add_solo_answers(state, legal, asked_now(state))
    return n + add_turn(state, legal, 0)


@rule
def add_solo_answers(state, legal, question):
    """List the answers to the question that waits."""
    if question == Q_STEPS:
        return put(legal, W_CHOICE, ready_steps(state, subject_now(state)) << C_STEP)
    if question == Q_BUY_VP:
        return put(legal, W_VP, bit(vp_for_sale(state) + 1) - 1)
    if question == Q_COLOUR:
        return add_gifts(state, legal)
    if question == Q_EXCHANGE:
        return put(legal, W_CHOICE, black_once(state) << C_EXCHANGE | DECLINE_SET)
    if question == Q_SHIP:
        return put(legal, W_CHOICE, solo_ship_choices(state))
    if question == Q_GIVE_GOODS:
        return put(legal, W_CHOICE, held_goods(state, 0) << C_GOODS)
    if question == Q_START_CASTLE:
        return put(legal, WORDS_PER_DIE * ANY_NUMBER + W_PLACE, start_spaces(state))
    n = add_answers(state, legal, 0, question)
    if question == Q_CASTLE and subject_now(state) == BY_TARGET:
        n += put(legal, W_CHOICE, DECLINE_SET)
    return n


@rule
def solo_ship_choices(state):
    """Return the depots a ship may name, with tile 5 also together with a neighbour that has
    goods; those with the same goods once, since all other goods leave the game. [Ships]
    """
    choices = ZERO
    sides = 3 if owns(state, 0, K_SECOND_DEPOT) else 1
    for side in range(sides):
        for depot in range(DEPOTS):
            choice = 3 * depot + side
            if not is_known_landing(state, choices, choice):
                choices |= bit(C_SHIP + choice)
    return choices


@rule
def is_known_landing(state, choices, choice):
    """Tell whether one of the choices brings the same goods as this one. [Ships]"""
    left = choices >> C_SHIP
    while left != ZERO:
        if is_same_landing(state, lowest(left), choice):
            return True
        left = without_lowest(left)
    return False


@rule
def is_same_landing(state, one, other):
    """Tell whether two choices of a ship bring the same number of each goods type. [Ships]"""
    for g in range(GOODS):
        if goods_of_landing(state, one, g) != goods_of_landing(state, other, g):
            return False
    return True


@rule
def goods_of_landing(state, choice, goods_type):
    """Return how many goods of a type a ship's choice brings. [Ships]"""
    n = state.depot_goods[choice // 3, goods_type]
    if choice % 3 > 0:
        n += state.depot_goods[beside(choice // 3, choice % 3), goods_type]
    return n


@rule
def add_gifts(state, legal):
    """List the tiles of the black depot with their spaces, for a completed colour.
    [Completed colours]
    """
    n = 0
    for place in range(GIFT_PLACES):
        n += put(legal, W_GIFT + place, gift_spaces(state, place))
    if state.colour_tile == COLOUR_MAY:
        n += put(legal, W_CHOICE, DECLINE_SET)
    return n
