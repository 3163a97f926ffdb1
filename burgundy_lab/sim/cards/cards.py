"""Cards, goods and animals that nobody has seen: drawing them, and shuffling anew.

Draw pile, face-down cards and Aaron's piles are numbers of cards over common counts of faces.
All of them are alike to everyone at the table, so a card may get its face when it is turned up.
When the draw pile is used up and the discards are shuffled, cards still face down are counted
apart: they came from the pile before (state.py says why PARTS is enough).
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.cards.readers import draw_pile
from burgundy_lab.sim.cards.state import FRESH, PARTS
from burgundy_lab.sim.cards.tables import (
    CARD_FACE,
    CARDS,
    FACES,
    GOODS,
    HAND,
    NO_CARD,
    NO_STOCK,
    NUMBERS,
    PILES,
    PURCHASE_CARDS,
    SOLO,
    STOCK_NAMES,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.rng import WORDS_PER_EVENT, draw

STOCK_KINDS = len(STOCK_NAMES)
OLDEST = PARTS - 1
# Chance events of goods and animals turned up: the n-th has its own words, whoever took
# which pile before. Events of the game itself are fewer than this.
STOCK_EVENTS = 1000


@rule
def draw_card(state, chance, part):
    """Draw an unseen card of a part, all alike likely. [Cards]"""
    k = draw(chance, state.unseen_left[part])
    face = 0
    while k >= state.unseen_faces[part, face]:
        k -= state.unseen_faces[part, face]
        face += 1
    card = face * NUMBERS + 1
    while k >= state.unseen[part, card]:
        k -= state.unseen[part, card]
        card += 1
    put_unseen(state, part, card, -1)
    return card


@rule
def put_unseen(state, part, card, n):
    """Add n to the unseen cards of this face and number."""
    state.unseen[part, card] += n
    state.unseen_faces[part, CARD_FACE[card]] += n
    state.unseen_left[part] += n


@rule
def draw_from_pile(state, chance):
    """Draw the top card of the draw pile; NO_CARD if there is none anywhere. [Cards]"""
    if draw_pile(state) == 0:
        shuffle_discards(state)
        if draw_pile(state) == 0:
            return NO_CARD
    return draw_card(state, chance, FRESH)


@rule
def shuffle_discards(state):
    """Make the discard pile the new draw pile, once the old one is used up. Without discards
    nothing changes. [Cards]
    """
    shuffled = False
    for card in range(1, CARDS):
        if state.discarded[card] > 0:
            if not shuffled:
                set_apart(state)
                shuffled = True
            put_unseen(state, FRESH, card, state.discarded[card])
            state.discarded[card] = 0


@rule
def set_apart(state):
    """Count the cards still unseen of the draw pile as the newest of the older parts: each part
    up to the first that is empty moves on by one.
    """
    if not in_use(state, FRESH):
        return
    after = OLDEST  # a position of a game has an empty part, see PARTS
    for part in range(OLDEST, FRESH, -1):
        if not in_use(state, part):
            after = part
    for part in range(after, FRESH, -1):
        move_part(state, part - 1, part)


@rule
def in_use(state, part):
    """Tell whether cards of a part are unseen, or seen by one seat and hidden from others."""
    if state.unseen_left[part] > 0:
        return True
    if state.seats == SOLO:
        return False
    for seat in range(state.seats):
        for h in range(HAND):
            if state.hand_part[seat, h] == part:
                return True
    for c in range(PURCHASE_CARDS):
        if state.offer_part[c] == part:
            return True
    return False


@rule
def move_part(state, part, after):
    """Count the cards of a part among those of the next older one."""
    for face in range(FACES):
        state.unseen_faces[after, face] += state.unseen_faces[part, face]
        state.unseen_faces[part, face] = 0
    for card in range(1, CARDS):
        state.unseen[after, card] += state.unseen[part, card]
        state.unseen[part, card] = 0
    state.unseen_left[after] += state.unseen_left[part]
    state.unseen_left[part] = 0
    for seat in range(state.face_down.size):
        down = down_of(state, seat, part)
        state.face_down_old[seat, after - 1] += down
        if part > FRESH:
            state.face_down_old[seat, part - 1] = 0
        for h in range(HAND):
            if state.hand[seat, h] != NO_CARD and state.hand_part[seat, h] == part:
                state.hand_part[seat, h] = after
    for c in range(PURCHASE_CARDS):
        if state.offer[c] != NO_CARD and state.offer_part[c] == part:
            state.offer_part[c] = after


@rule
def down_of(state, seat, part):
    """Return how many face-down cards of a seat are of a part."""
    if part > FRESH:
        return state.face_down_old[seat, part - 1]
    n = state.face_down[seat]
    for old in state.face_down_old[seat]:
        n -= old
    return n


@rule
def deal_face_down(state, seat, cards):
    """Deal cards face down to a seat; fewer if there are no more. [Cards]"""
    for _ in range(cards):
        if draw_pile(state) == 0:
            shuffle_discards(state)
            if draw_pile(state) == 0:
                return
        state.face_down[seat] += 1


@rule
def next_part(state, seat):
    """Return the part that the next face-down card of a seat is of: the oldest lie on top."""
    part = OLDEST
    while part > FRESH and state.face_down_old[seat, part - 1] == 0:
        part -= 1
    return part


@rule
def turn_up(state, chance, seat):
    """Turn up the next face-down card of a seat. [Cards]"""
    part = next_part(state, seat)
    state.face_down[seat] -= 1
    if part > FRESH:
        state.face_down_old[seat, part - 1] -= 1
    return draw_card(state, chance, part)


@rule
def fill_hand(state, chance, seat):
    """Take face-down cards up to a hand of two; in turn 6 none is left. [Turns]"""
    for h in range(HAND):
        if state.hand[seat, h] == NO_CARD and state.face_down[seat] > 0:
            state.hand_part[seat, h] = next_part(state, seat)
            state.hand[seat, h] = turn_up(state, chance, seat)


@rule
def discard(state, card):
    """Put a card on the discard pile. [Cards]"""
    if card != NO_CARD:
        state.discarded[card] += 1


# --- goods and animals ----------------------------------------------------------------------------


@rule
def draw_stock(state, chance, first, after):
    """Draw a good or an animal: a kind from first to after - 1. [Goods and animals]"""
    left = 0
    for kind in range(first, after):
        left += state.stock_left[kind]
    k = draw(chance, left)
    kind = first
    while k >= state.stock_left[kind]:
        k -= state.stock_left[kind]
        kind += 1
    state.stock_left[kind] -= 1
    return kind


@rule
def turn_stock(state, chance, p):
    """Turn up the top card of a pile, if it has one. [Goods and animals]"""
    if state.pile[p] == 0:
        state.top[p] = NO_STOCK
        return
    before = chance.count
    chance.count = np.uint64(STOCK_EVENTS + state.stock_turned) * WORDS_PER_EVENT
    state.stock_turned += 1
    if p < PILES // 2:
        state.top[p] = draw_stock(state, chance, 0, GOODS)
    else:
        state.top[p] = draw_stock(state, chance, GOODS, STOCK_KINDS)
    chance.count = before


@rule
def take_stock(state, chance, seat, p):
    """Take the top card of a goods or animal pile. [Goods and animals]"""
    kind = state.top[p]
    state.pile[p] -= 1
    if kind < GOODS:
        state.goods[seat, kind] += 1
    else:
        state.animals[seat, kind - GOODS] += 1
    turn_stock(state, chance, p)
    if state.pile[p] == 0:
        halve_other(state, chance, p)


@rule
def halve_other(state, chance, p):
    """Refill an empty pile with the lower half of the other one of its kind; a single card is
    not split. [Goods and animals]
    """
    other = p ^ 1
    half = state.pile[other] // 2
    state.pile[other] -= half
    state.pile[p] = half
    turn_stock(state, chance, p)
