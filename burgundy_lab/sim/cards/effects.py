"""What actions do. `apply_action` routes; each action and card effect has its own handler."""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.cards.cards import discard, draw_from_pile, take_stock
from burgundy_lab.sim.cards.conversion import answer_conversion, begin_conversion
from burgundy_lab.sim.cards.readers import (
    free_project,
    held_goods,
    line_brings,
    menu_lines,
    piles_left,
    placings,
)
from burgundy_lab.sim.cards.scoring import NO_TYPE, gain, grow_pile, reward_seven
from burgundy_lab.sim.cards.setup import end_turn, is_turn_over, lapses
from burgundy_lab.sim.cards.state import (
    ANY_NUMBER,
    B_CONVERT,
    B_RESTOCK,
    B_SILVER,
    C_BUY,
    C_DECLINE,
    C_DISCARD,
    C_END,
    C_LINE,
    C_PILE,
    C_PROJECT,
    FIRST_OFFER,
    NOBODY,
    ORDER_REWARDS_FIRST,
    PILE_SPOTS,
    Q_BONUS,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_DISCARD,
    Q_EFFECT,
    Q_GRANT,
    Q_OFFER,
    Q_PILE,
    Q_WAREHOUSE,
    T_DISCARD,
    T_PLACE,
    T_PURCHASE,
    T_RESTOCK,
    T_SALE,
    T_SILVER,
    T_TAKE,
    T_WORKERS_USED,
    TO_SLOT,
    V_BONUS,
    V_GOODS,
    V_WATCHTOWER,
    W_CHOICE,
    W_PLACE,
    W_TAKE,
    WORDS_PER_CARD,
)
from burgundy_lab.sim.cards.tables import (
    ALL_PILES,
    ANIMAL_PILES,
    BANK,
    BANK_SILVER,
    BOARDING_HOUSE,
    CARD_FACE,
    CARD_NUMBER,
    CARD_TYPE,
    CASTLE,
    CITY_HALL,
    DISTANCE,
    GOODS_PILES,
    GRANT_TYPES,
    I_ANIMALS,
    I_GOODS,
    I_SILVER,
    I_VP,
    I_WORKERS,
    KNOWLEDGE,
    KNOWLEDGE_WORKERS,
    MINE,
    MINE_SILVER,
    NO_CARD,
    PASTURE,
    PLACES,
    PROJECTS,
    PURCHASE_CARDS,
    PURCHASE_SILVER,
    RESTOCK_TO,
    SALE_SILVER,
    SALE_STEPS,
    SALE_VP,
    SHIP,
    TAKE_SILVER,
    WAREHOUSE,
    WATCHTOWER,
    WATCHTOWER_VP,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import answered, ask, asked_now, subject_now
from burgundy_lab.sim.rng import WORDS_PER_EVENT
from burgundy_lab.sim.sets import ZERO, bit


@rule
def apply_action(state, chance, action):
    """Carry out a legal action and go on to the next decision. [Actions]"""
    word, choice = action >> 6, action & 63
    if word == W_CHOICE:
        if choice == C_END:
            end_turn(state, chance)
        elif choice == C_BUY:
            buy(state, chance, state.seat)
        else:
            answer_choice(state, chance, state.seat, choice)
    elif word > W_CHOICE:
        answer_conversion(state, state.seat, word, choice)
    else:
        play_card(state, state.seat, word // WORDS_PER_CARD, word % WORDS_PER_CARD, choice)
    advance(state, chance)


@rule
def advance(state, chance):
    """Go on to the next decision: the same turn, or what follows when nothing is left to do
    in it. [Turns]
    """
    while settles(state, state.seat, asked_now(state)):
        pass
    while not state.over and is_turn_over(state):
        end_turn(state, chance)


@rule
def settles(state, seat, question):
    """Tell whether what waits first is settled without a decision: an effect whose turn has come
    is carried out, one that cannot be used lapses. [Effects]
    """
    if question == Q_EFFECT:
        face = subject_now(state)
        answered(state)
        resolve_effect(state, seat, face)
        return True
    if lapses(state, seat, question):
        answered(state)
        return True
    return False


@rule
def play_card(state, seat, d, what, choice):
    """Play a card, or use an effect that needs no number, for one of the six actions. [Actions]"""
    number = 0
    if d == ANY_NUMBER:
        answered(state)
    else:
        number = lay_down(state, seat, d)
    if what == W_TAKE:
        if number > 0:
            pay_workers(state, seat, DISTANCE[number, choice // PLACES + 1])
        take(state, seat, choice)
    elif what == W_PLACE:
        k = choice // PILE_SPOTS
        if number > 0:
            pay_workers(state, seat, DISTANCE[number, CARD_NUMBER[state.projects[seat, k]]])
        place(state, seat, k, choice % PILE_SPOTS)
    elif choice == B_RESTOCK:
        restock(state, seat)
    elif choice == B_SILVER:
        state.tally[seat, T_SILVER] += 1
        state.silver[seat] += TAKE_SILVER
    elif choice == B_CONVERT:
        begin_conversion(state, seat)
    else:
        if number > 0:
            pay_workers(state, seat, SALE_STEPS[number, choice])
        sell(state, seat, choice)


@rule
def lay_down(state, seat, d):
    """Put a hand card, or the bought cards, on the discard pile; return the number. [Turns]"""
    if d >= FIRST_OFFER:
        number = CARD_NUMBER[state.offer[d - FIRST_OFFER]]
        discard_offer(state)
        return number
    card = state.hand[seat, d]
    discard(state, card)
    if d == 0:
        state.hand[seat, 0] = state.hand[seat, 1]
        state.hand_part[seat, 0] = state.hand_part[seat, 1]
    state.hand[seat, 1] = NO_CARD
    state.hand_part[seat, 1] = 0
    if state.hand[seat, 0] == NO_CARD:
        state.hand_part[seat, 0] = 0
    state.played = 1
    return CARD_NUMBER[card]


@rule
def pay_workers(state, seat, steps):
    """Pay a worker for each step that the number was moved. [Workers]"""
    state.workers[seat] -= steps
    state.tally[seat, T_WORKERS_USED] += steps


# --- taking cards -------------------------------------------------------------------------------


@rule
def take(state, seat, slot):
    """Take a card from the display among the projects. [Taking a card]"""
    state.tally[seat, T_TAKE] += 1
    if free_project(state, seat) == PROJECTS:
        ask(state, Q_DISCARD, TO_SLOT + slot)
    else:
        add_project(state, seat, lift(state, slot))


@rule
def lift(state, slot):
    """Lift a card off the display. [Display]"""
    card = state.display[slot]
    state.display[slot] = NO_CARD
    state.shown &= ~bit(slot)
    after = slot + 1
    while after % PLACES != 0 and state.display[after] != card:
        after += 1
    if after % PLACES != 0:  # now the first of its equals in the row
        state.shown |= bit(after)
    return card


@rule
def add_project(state, seat, card):
    """Put a card among the projects; there is room. [Taking a card]"""
    state.projects[seat, free_project(state, seat)] = card


@rule
def make_room(state, seat, k):
    """Discard one of three projects, then add the new card. [Taking a card]"""
    subject = subject_now(state)
    answered(state)
    discard(state, state.projects[seat, k])
    state.tally[seat, T_DISCARD] += 1
    if subject >= TO_SLOT:
        state.projects[seat, k] = lift(state, subject - TO_SLOT)
    else:
        state.projects[seat, k] = subject


# --- the other actions ----------------------------------------------------------------------------


@rule
def sell(state, seat, kind):
    """Sell all goods of a kind: VP and silver for each, and the start player card. [Selling]"""
    n = state.goods[seat, kind]
    state.goods[seat, kind] = 0
    state.sold[seat, kind] += n
    state.tally[seat, T_SALE] += 1
    gain(state, seat, V_GOODS, n * SALE_VP)
    state.silver[seat] += n * SALE_SILVER
    if state.holder != NOBODY:
        state.holder = seat
        state.flipped = 1


@rule
def restock(state, seat):
    """Fill up to two workers. [Restocking]"""
    state.tally[seat, T_RESTOCK] += 1
    state.workers[seat] = max(state.workers[seat], RESTOCK_TO)


# --- the purchase -------------------------------------------------------------------------------


@rule
def buy(state, chance, seat):
    """Pay silver and look at three cards, of which one is used. [Purchase]"""
    state.bought = 1
    state.tally[seat, T_PURCHASE] += 1
    state.silver[seat] -= PURCHASE_SILVER
    # The event that `begin_turn` kept for it: so later cards do not depend on a purchase.
    chance.count = np.uint64(state.event_no - 1) * WORDS_PER_EVENT
    for c in range(PURCHASE_CARDS):
        state.offer[c] = draw_from_pile(state, chance)
    ask(state, Q_OFFER, 0)


@rule
def discard_offer(state):
    """Discard the bought cards that are left. [Purchase]"""
    answered(state)
    for c in range(PURCHASE_CARDS):
        discard(state, state.offer[c])
        state.offer[c] = NO_CARD
        state.offer_part[c] = 0


@rule
def use_as_project(state, seat, c):
    """Use a bought card as a new project; the other two are discarded. [Purchase]"""
    card = state.offer[c]
    state.offer[c] = NO_CARD
    discard_offer(state)
    if free_project(state, seat) == PROJECTS:
        ask(state, Q_DISCARD, card)
    else:
        add_project(state, seat, card)


# --- placing ------------------------------------------------------------------------------------


@rule
def place(state, seat, k, spot):
    """Move a project to the estate: score what it completes, set off its effect. [Placing]"""
    card = state.projects[seat, k]
    state.projects[seat, k] = NO_CARD
    state.estate[seat, card] += 1
    state.tally[seat, T_PLACE] += 1
    completed = grow_pile(state, seat, CARD_TYPE[card], spot)
    reward_seven(state, seat)
    face = CARD_FACE[card]
    idle = is_idle(state, seat, face)
    if state.reward_order == ORDER_REWARDS_FIRST:  # the last one asked is answered first
        if not idle:
            ask(state, Q_EFFECT, face)
        offer_bonus(state, completed, WAREHOUSE if idle and face == WAREHOUSE else 0)
    else:
        offer_bonus(state, completed, 0)
        if not idle:
            ask(state, Q_EFFECT, face)


@rule
def is_idle(state, seat, face):
    """Tell whether a building just placed finds nothing: its effect is over, and no purchase
    helps. Only goods that the round bonus of the same placing brings, if that comes before the
    effect, may still be sold by a warehouse: see `take_bonus`. [Buildings]
    """
    if face == CITY_HALL:
        return placings(state, seat) == ZERO
    return face == WAREHOUSE and held_goods(state, seat) == ZERO


@rule
def offer_bonus(state, completed, idle):
    """Ask for a line of the round card after a triple, each time; idle: WAREHOUSE if that was
    placed and found no goods. [Round bonus]
    """
    if completed != NO_TYPE and menu_lines(state) != ZERO:
        ask(state, Q_BONUS, idle)


@rule
def take_bonus(state, seat, line):
    """Take what a line of the round card gives; piles are asked for one card at a time.
    [Round bonus]
    """
    idle = subject_now(state)
    answered(state)
    gain(state, seat, V_BONUS, line_brings(state, line, I_VP))
    state.silver[seat] += line_brings(state, line, I_SILVER)
    state.workers[seat] += line_brings(state, line, I_WORKERS)
    goods = line_brings(state, line, I_GOODS)
    if idle == WAREHOUSE and goods > 0:
        ask(state, Q_EFFECT, WAREHOUSE)
    for _ in range(line_brings(state, line, I_ANIMALS)):
        ask(state, Q_PILE, ANIMAL_PILES)
    for _ in range(goods):
        ask(state, Q_PILE, GOODS_PILES)


@rule
def offer_stock(state, piles):
    """Ask for a pile to take a good or an animal from, unless all are gone. [Goods and animals]"""
    if piles_left(state) & piles != ZERO:
        ask(state, Q_PILE, piles)


@rule
def resolve_effect(state, seat, face):
    """Route the effect of a card just placed; a cloister has none. [Effects]"""
    if face == CASTLE:
        ask(state, Q_CASTLE, 0)
    elif face == MINE:
        state.silver[seat] += MINE_SILVER
    elif face == KNOWLEDGE:
        state.workers[seat] += KNOWLEDGE_WORKERS
    elif face == SHIP:
        offer_stock(state, GOODS_PILES)
    elif face == PASTURE:
        offer_stock(state, ANIMAL_PILES)
    elif face > PASTURE:
        use_building(state, seat, face)


@rule
def use_building(state, seat, face):
    """Route the effect of a building; what cannot be used lapses. [Buildings]"""
    if face == WATCHTOWER:
        gain(state, seat, V_WATCHTOWER, WATCHTOWER_VP)
    elif face == BANK:
        state.silver[seat] += BANK_SILVER
    elif face == BOARDING_HOUSE:
        offer_stock(state, ALL_PILES)
    elif face == WAREHOUSE:
        ask(state, Q_WAREHOUSE, 0)
    elif face == CITY_HALL:
        ask(state, Q_CITY_HALL, 0)
    else:
        ask(state, Q_GRANT, GRANT_TYPES[face])


# --- answers ------------------------------------------------------------------------------------


@rule
def answer_choice(state, chance, seat, choice):
    """Carry out the answer to a question of an effect."""
    if choice == C_DECLINE:
        answered(state)
    elif choice >= C_LINE:
        take_bonus(state, seat, choice - C_LINE)
    elif choice >= C_PILE:
        answered(state)
        take_stock(state, chance, seat, choice - C_PILE)
    elif choice >= C_DISCARD:
        make_room(state, seat, choice - C_DISCARD)
    else:
        use_as_project(state, seat, choice - C_PROJECT)
