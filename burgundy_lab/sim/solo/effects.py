"""What actions do on the Solo board. `apply_action` routes; the board game's handlers serve
where the rules are the same.
"""

from __future__ import annotations

from burgundy_lab.sim.board.effects import (
    buy,
    discard,
    drop_idle_city_hall,
    pay_purchase,
    spend_number,
    store,
    take_or_sell,
)
from burgundy_lab.sim.board.setup import lay_start_castle
from burgundy_lab.sim.board.state import (
    C_DECLINE,
    C_DISCARD,
    C_END,
    C_GOODS,
    C_PAYMENT,
    C_SHIP,
    Q_START_CASTLE,
    W_BUY,
    W_CHOICE,
    W_SELL,
    W_TAKE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.board.tables import NO_TILE
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import answered, asked_now, subject_now
from burgundy_lab.sim.sets import bit
from burgundy_lab.sim.solo.exchange import (
    OWED,
    ask_for_goods,
    give_goods,
    land,
    store_face_down,
)
from burgundy_lab.sim.solo.placing import place, run_steps, step_chosen
from burgundy_lab.sim.solo.setup import advance, begin_round, end_turn
from burgundy_lab.sim.solo.state import (
    BLACK_TILE_GOODS,
    C_EXCHANGE,
    C_STEP,
    FACE_DOWN,
    T_COLOUR_TILE,
    W_GIFT,
    W_VP,
)
from burgundy_lab.sim.solo.target import buy_vp, count_vp


@rule
def apply_action(state, chance, action):
    """Carry out a legal action and go on to the next decision. [Rounds]"""
    word, choice = action >> 6, action & 63
    if action == 64 * W_CHOICE + C_END:
        end_turn(state, chance)
        return
    if asked_now(state) == Q_START_CASTLE:
        answered(state)
        lay_start_castle(state, 0, choice)
        begin_round(state, chance)
        return
    route(state, word, choice)
    run_steps(state)
    advance(state, chance)


@rule
def route(state, word, choice):
    """Carry out an action up to the steps that a placing sets off."""
    if word == W_CHOICE:
        answer(state, choice)
        drop_idle_city_hall(state, 0)
    elif word == W_VP:
        answered(state)
        buy_vp(state, choice)
    elif word >= W_GIFT:
        answered(state)
        place_gift(state, word - W_GIFT, choice)
    elif word == W_BUY:
        buy(state, 0, choice)
        drop_idle_city_hall(state, 0)
    else:
        use_number(state, word // WORDS_PER_DIE, word % WORDS_PER_DIE, choice)


@rule
def use_number(state, d, what, choice):
    """Carry out one of the four die actions with a die, or with any number. [Rounds]"""
    spend_number(state, 0, d, what, choice)
    if what == W_TAKE or what == W_SELL:
        before = state.points[0]
        take_or_sell(state, 0, what, choice)
        count_vp(state, state.points[0] - before)
    else:
        tile = state.storage[0, what - 1]
        state.storage[0, what - 1] = NO_TILE
        place(state, tile, choice)


@rule
def place_gift(state, black, space):
    """Place a tile of the black depot for a completed colour, straight away. [Completed colours]"""
    tile = state.black[black]
    state.tally[0, T_COLOUR_TILE] += 1
    state.black[black] = NO_TILE
    place(state, tile, space)


# --- answers --------------------------------------------------------------------------------------


@rule
def answer(state, choice):
    """Carry out the answer to a question."""
    subject = subject_now(state)
    answered(state)
    if choice == C_DECLINE:
        return
    if choice >= C_EXCHANGE:
        ask_for_goods(state, BLACK_TILE_GOODS, choice - C_EXCHANGE)
    elif choice >= C_STEP:
        step_chosen(state, subject, choice - C_STEP)
    elif choice >= C_PAYMENT:
        pay_purchase(state, 0, choice - C_PAYMENT)
        store(state, 0, subject)
    elif choice >= C_GOODS:
        give_goods(state, choice - C_GOODS)
        ask_for_goods(state, (subject & (bit(OWED) - 1)) - 1, subject >> OWED)
    elif choice >= C_DISCARD:
        discard(state, 0, choice - C_DISCARD)
        if subject >= FACE_DOWN:
            store_face_down(state, subject - FACE_DOWN)
        else:
            store(state, 0, subject)
    else:
        land(state, choice - C_SHIP)
