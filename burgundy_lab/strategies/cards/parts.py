"""Parts that card game strategies share: what an action is, and what a card would bring.

An action id is 64 * word + bit; these readers say it in words, so that no strategy writes
word numbers by hand. Strategies see the position without the cards in other hands.
"""

from __future__ import annotations

from burgundy_lab.sim.cards.conversion import amount_in
from burgundy_lab.sim.cards.readers import menu_lines
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
    PILE_SPOTS,
    W_CHOICE,
    W_PLACE,
    W_SILVER,
    W_TAKE,
    W_WORKERS,
    WORDS_PER_CARD,
)
from burgundy_lab.sim.cards.tables import (
    ANIMALS,
    CARD_FACE,
    CARD_NUMBER,
    CARD_TYPE,
    CLOISTER,
    DISTANCE,
    FIRST_VP,
    GOODS,
    I_ANIMALS,
    I_GOODS,
    I_SILVER,
    I_VP,
    I_WORKERS,
    LINES,
    NO_CARD,
    PLACES,
    ROUNDS,
    SALE_STEPS,
    SALE_VP,
    SET_VP,
    TURNS,
    WATCHTOWER,
    WATCHTOWER_VP,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import has

# What an action is.
(
    IS_TAKE, IS_PLACE, IS_SALE, IS_RESTOCK, IS_SILVER, IS_CONVERT, IS_AMOUNT, IS_BUY, IS_END,
    IS_DECLINE, IS_PROJECT, IS_DISCARD, IS_PILE, IS_LINE,
) = range(14)  # fmt: skip


@rule
def kind_of_action(action):
    """Return what an action is: IS_TAKE, IS_PLACE, ..."""
    word, choice = action >> 6, action & 63
    if word > W_CHOICE:
        return IS_AMOUNT
    if word == W_CHOICE:
        return kind_of_choice(choice)
    what = word % WORDS_PER_CARD
    if what == W_TAKE:
        return IS_TAKE
    if what == W_PLACE:
        return IS_PLACE
    if choice == B_RESTOCK:
        return IS_RESTOCK
    if choice == B_SILVER:
        return IS_SILVER
    return IS_CONVERT if choice == B_CONVERT else IS_SALE


@rule
def kind_of_choice(choice):
    """Return what an action of the last words is."""
    if choice == C_BUY:
        return IS_BUY
    if choice == C_END:
        return IS_END
    if choice == C_DECLINE:
        return IS_DECLINE
    if choice >= C_LINE:
        return IS_LINE
    if choice >= C_PILE:
        return IS_PILE
    return IS_DISCARD if choice >= C_DISCARD else IS_PROJECT


@rule
def amount_of(action):
    """Return the workers or silver that an IS_AMOUNT action converts."""
    word = action >> 6
    return amount_in(word, action & 63, W_SILVER if word >= W_SILVER else W_WORKERS)


@rule
def card_played(action):
    """Return with which card an action is done: hand 0 and 1, bought 2 to 4, 5 for none."""
    return (action >> 6) // WORDS_PER_CARD


@rule
def last_action_with(d):
    """Return an action id above all actions with this card, and below those with the next."""
    return 64 * WORDS_PER_CARD * (d + 1) - 1


@rule
def equal_numbers_in_hand(state, seat):
    """Tell whether both hand cards have the same number, so that they allow the same actions."""
    first, second = state.hand[seat, 0], state.hand[seat, 1]
    return second != NO_CARD and CARD_NUMBER[first] == CARD_NUMBER[second]


@rule
def number_played(state, action):
    """Return the number of the card that an action plays, 0 if it needs none."""
    d = card_played(action)
    if d >= ANY_NUMBER:
        return 0
    if d >= FIRST_OFFER:
        return CARD_NUMBER[state.offer[d - FIRST_OFFER]]
    return CARD_NUMBER[state.hand[state.seat, d]]


@rule
def taken_card(state, action):
    """Return the card that an IS_TAKE action takes."""
    return state.display[action & 63]


@rule
def placed_card(state, action):
    """Return the card that an IS_PLACE action places."""
    return state.projects[state.seat, (action & 63) // PILE_SPOTS]


@rule
def spot_of(action):
    """Return where an IS_PLACE action puts the card: 3 * type + size of the pile there."""
    return (action & 63) % PILE_SPOTS


@rule
def type_after(kind, spot):
    """Return the type of the pile after a card of a type was put on a spot."""
    return kind if spot // 3 == CLOISTER else spot // 3


@rule
def workers_paid(state, action):
    """Return the workers that an action with a card costs."""
    number = number_played(state, action)
    if number == 0:
        return 0
    what, choice = (action >> 6) % WORDS_PER_CARD, action & 63
    if what == W_TAKE:
        return DISTANCE[number, choice // PLACES + 1]
    if what == W_PLACE:
        return DISTANCE[number, CARD_NUMBER[placed_card(state, action)]]
    return SALE_STEPS[number, choice] if choice < GOODS else 0


@rule
def turns_left(state):
    """Return how many turns a seat still has after this one."""
    return ROUNDS * TURNS - 1 - (TURNS * state.round_no + state.turn_no)


@rule
def triple_vp_now(state, kind):
    """Return the VP of a triple of this type if it were completed now, without round bonus."""
    first = FIRST_VP if state.first_owner[kind] == NOBODY else 0
    return state.triple_vp[kind] + first


@rule
def placing_vp(state, card, spot):
    """Return the VP that a placing brings at once, without choices that come after it."""
    vp = 0
    if spot % 3 == 2:
        vp += triple_vp_now(state, type_after(CARD_TYPE[card], spot))
    return vp + (WATCHTOWER_VP if CARD_FACE[card] == WATCHTOWER else 0)


@rule
def sale_vp(state, action):
    """Return the VP of an IS_SALE action."""
    return state.goods[state.seat, action & 63] * SALE_VP


@rule
def animal_vp(state, seat, kind):
    """Return the VP that one more animal of a kind adds to the sets: it joins the first set
    without one.
    """
    mine = state.animals[seat, kind]
    others = 0
    for a in range(ANIMALS):
        if a != kind and state.animals[seat, a] > mine:
            others += 1
    return SET_VP[others + 1] - SET_VP[others]


@rule
def pile_of(action):
    """Return the pile that an IS_PILE action names."""
    return (action & 63) - C_PILE


@rule
def line_of(action):
    """Return the line of the round card that an IS_LINE action names."""
    return (action & 63) - C_LINE


@rule
def line_value(state, line, good, animal, silver, worker):
    """Return what a line of the round card is worth, at these values of its items."""
    items = state.menu[state.round_no, line]
    value = items[I_VP] + good * items[I_GOODS] + animal * items[I_ANIMALS]
    return value + silver * items[I_SILVER] + worker * items[I_WORKERS]


@rule
def best_line(state, good, animal, silver, worker):
    """Return the worth of the best line of the round card."""
    best = 0.0
    lines = menu_lines(state)
    for line in range(LINES):
        if has(lines, line):
            best = max(best, line_value(state, line, good, animal, silver, worker))
    return best


@rule
def card_of_project(state, action):
    """Return the bought card that an IS_PROJECT action keeps."""
    return state.offer[(action & 63) - C_PROJECT]


@rule
def discarded_project(state, action):
    """Return the project that an IS_DISCARD action gives up."""
    return state.projects[state.seat, (action & 63) - C_DISCARD]


@rule
def projects_kept(state, seat):
    """Return how many projects a seat has."""
    n = 0
    for card in state.projects[seat]:
        if card != NO_CARD:
            n += 1
    return n
