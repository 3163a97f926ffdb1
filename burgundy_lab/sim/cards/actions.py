"""The legal actions of a position, as words of 64 bits (action id = 64 * word + bit)."""

from __future__ import annotations

from burgundy_lab.sim.cards.conversion import list_silver, list_workers
from burgundy_lab.sim.cards.readers import (
    bonus_lines,
    can_buy,
    distinct_piles,
    granted_slots,
    held_goods,
    placings,
    projects_alike,
    projects_within,
    seen_before,
    steps_in_reach,
)
from burgundy_lab.sim.cards.state import (
    ACTION_WORDS,
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
    GRANT_MAY,
    Q_BONUS,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_DISCARD,
    Q_GRANT,
    Q_OFFER,
    Q_PILE,
    Q_SILVER,
    Q_WAREHOUSE,
    Q_WORKERS,
    W_CHOICE,
    W_OTHER,
    W_PLACE,
    W_TAKE,
    WORDS_PER_CARD,
)
from burgundy_lab.sim.cards.tables import (
    CARD_NUMBER,
    CONVERSION,
    GOODS_WITHIN,
    HAND,
    NO_CARD,
    PROJECTS,
    PURCHASE_CARDS,
    RESTOCK_TO,
    SALES_ALIKE,
    SLOTS_ALIKE,
    SLOTS_WITHIN,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import asked_now, subject_now
from burgundy_lab.sim.sets import ZERO, bit, count

FREE = WORDS_PER_CARD * ANY_NUMBER  # first word of actions that need no number
NUMBERLESS = 1 << B_RESTOCK | 1 << B_SILVER | 1 << B_CONVERT


@rule
def put(legal, word, members):
    """Store the set of legal bits of a word; return how many there are."""
    legal[word] = members
    return count(members)


@rule
def list_legal(state, legal):
    """Fill the words of legal actions and return their number (0 after the end). [Turns]"""
    for word in range(ACTION_WORDS):
        legal[word] = ZERO
    if state.over:
        return 0
    seat = state.seat
    choices = bit(C_BUY) if can_buy(state, seat) else ZERO
    if state.asked > 0:
        return add_answers(state, legal, seat, asked_now(state), choices)
    if state.played:
        return put(legal, W_CHOICE, choices | bit(C_END))
    projects = placings(state, seat)
    n = put(legal, W_CHOICE, choices)
    for h in range(HAND):
        card = state.hand[seat, h]
        if card != NO_CARD and not same_card_before(state, seat, h):
            n += add_card(state, legal, seat, h, CARD_NUMBER[card], projects)
    return n


@rule
def same_card_before(state, seat, h):
    """Tell whether an earlier hand card is equal to this one: then the actions are listed once.
    Of two cards that share only the number, the owner chooses which one he discards. [Turns]
    """
    return h > 0 and state.hand[seat, 0] == state.hand[seat, h]


@rule
def add_card(state, legal, seat, d, number, projects):
    """List the six actions with a card of this number, moved as far as workers allow. [Actions]"""
    steps = steps_in_reach(state, seat)
    word = WORDS_PER_CARD * d
    n = put(legal, word + W_TAKE, state.shown & SLOTS_WITHIN[number, steps])
    reached = projects & projects_within(state, seat, number, steps)
    n += put(legal, word + W_PLACE, reached)
    sales = held_goods(state, seat) & GOODS_WITHIN[number, steps]
    return n + put(legal, word + W_OTHER, sales | numberless(state, seat))


@rule
def numberless(state, seat):
    """Return the actions that need no number: restock, silver, convert. [Actions]"""
    others = bit(B_RESTOCK) | bit(B_SILVER)
    if state.workers[seat] + state.silver[seat] >= CONVERSION:
        others |= bit(B_CONVERT)
    return others


@rule
def add_answers(state, legal, seat, question, choices):
    """List the answers to the question that waits; choices: others that are possible now."""
    if question == Q_CASTLE:
        n = put(legal, FREE + W_TAKE, state.shown)
        n += put(legal, FREE + W_PLACE, placings(state, seat))
        others = held_goods(state, seat) | numberless(state, seat)
        if state.workers[seat] >= RESTOCK_TO:
            others &= ~bit(B_RESTOCK)  # as much as declining
        n += put(legal, FREE + W_OTHER, others)
        return n + put(legal, W_CHOICE, choices | bit(C_DECLINE))
    if question == Q_CITY_HALL:
        n = put(legal, FREE + W_PLACE, placings(state, seat))
        return n + put(legal, W_CHOICE, choices | bit(C_DECLINE))
    if question == Q_WAREHOUSE:
        n = put(legal, FREE + W_OTHER, held_goods(state, seat))
        return n + put(legal, W_CHOICE, choices | bit(C_DECLINE))
    if question == Q_GRANT:
        n = put(legal, FREE + W_TAKE, granted_slots(state, subject_now(state)))
        if state.granted_card == GRANT_MAY:
            choices |= bit(C_DECLINE)
        return n + put(legal, W_CHOICE, choices)
    if question == Q_OFFER:
        return add_offer(state, legal, seat)
    if question == Q_WORKERS:
        return list_workers(state, legal, seat)
    if question == Q_SILVER:
        return list_silver(state, legal, seat, subject_now(state))
    return put(legal, W_CHOICE, choices | simple_choices(state, seat, question))


@rule
def simple_choices(state, seat, question):
    """Return the answers to a question that names a pile, a line or a project."""
    if question == Q_PILE:
        return (distinct_piles(state) & subject_now(state)) << C_PILE
    if question == Q_BONUS:
        return bonus_lines(state) << C_LINE
    if question == Q_DISCARD:
        return discard_choices(state, seat)
    return ZERO


@rule
def discard_choices(state, seat):
    """Return which of three projects may make room, equal ones once. [Taking a card]"""
    choices = ZERO
    for k in range(PROJECTS):
        if not seen_before(state, seat, k):
            choices |= bit(C_DISCARD + k)
    return choices


@rule
def add_offer(state, legal, seat):
    """List the uses of the three bought cards: one as a project, or as a card played. Equal cards
    are the same project. To play, cards are alike where they cost as many workers, since all
    three are discarded. [Purchase]
    """
    projects = placings(state, seat)
    choices, n = ZERO, 0
    for c in range(PURCHASE_CARDS):
        card = state.offer[c]
        if card != NO_CARD:
            choices |= bit(C_PROJECT + c)
            number = CARD_NUMBER[card]
            n += add_card(state, legal, seat, FIRST_OFFER + c, number, projects)
            for b in range(c):
                if state.offer[b] == card:
                    choices &= ~bit(C_PROJECT + c)
                if state.offer[b] != NO_CARD:
                    n -= leave_out_alike(state, legal, seat, c, CARD_NUMBER[state.offer[b]])
    return n + put(legal, W_CHOICE, choices)


@rule
def leave_out_alike(state, legal, seat, c, other):
    """Take out what bought card c does for as many workers as an earlier one of another number;
    return how many actions these are. [Purchase]
    """
    word, number = WORDS_PER_CARD * (FIRST_OFFER + c), CARD_NUMBER[state.offer[c]]
    n = leave_out(legal, word + W_TAKE, SLOTS_ALIKE[number, other])
    n += leave_out(legal, word + W_PLACE, projects_alike(state, seat, number, other))
    return n + leave_out(legal, word + W_OTHER, SALES_ALIKE[number, other] | NUMBERLESS)


@rule
def leave_out(legal, word, members):
    """Take legal bits out of a word; return how many there were."""
    n = count(legal[word] & members)
    legal[word] &= ~members
    return n
