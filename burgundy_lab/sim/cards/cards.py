"""Cards, goods and animals that nobody has seen: drawing them, and shuffling anew.

Draw pile, face-down cards and Aaron's piles are numbers of cards over common counts of faces.
All of them are alike to everyone at the table, so a card may get its face when it is turned up.
When the draw pile is used up and the discards are shuffled, cards still face down are counted
as OLD: they came from the pile before. (Should the pile run out again while cards of two
earlier piles lie face down, these are mixed; nobody has seen any of them.)
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.cards.readers import draw_pile
from burgundy_lab.sim.cards.state import FRESH, OLD
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
    STOCK_NAMES,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.rng import WORDS_PER_EVENT, draw

STOCK_KINDS = len(STOCK_NAMES)
# Chance events of goods and animals turned up: the n-th has its own words, whoever took
# which pile before. Events of the game itself are fewer than this.
STOCK_EVENTS = 1000


@rule
def draw_card(state, chance, part):
    """Draw an unseen card of the part FRESH or OLD, all alike likely. [Cards]"""
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
        if state.unseen_left[FRESH] == 0:
            return NO_CARD
    return draw_card(state, chance, FRESH)


@rule
def shuffle_discards(state):
    """Make the discard pile the new draw pile, once the old one is used up. [Cards]"""
    for face in range(FACES):
        state.unseen_faces[OLD, face] += state.unseen_faces[FRESH, face]
        state.unseen_faces[FRESH, face] = 0
    state.unseen_left[OLD] += state.unseen_left[FRESH]
    state.unseen_left[FRESH] = 0
    for card in range(1, CARDS):
        state.unseen[OLD, card] += state.unseen[FRESH, card]
        state.unseen[FRESH, card] = 0
        if state.discarded[card] > 0:
            put_unseen(state, FRESH, card, state.discarded[card])
            state.discarded[card] = 0
    for seat in range(state.face_down.size):
        state.face_down_old[seat] = state.face_down[seat]
        for h in range(HAND):
            if state.hand[seat, h] != NO_CARD:
                state.hand_old[seat, h] = OLD
    for c in range(PURCHASE_CARDS):
        if state.offer[c] != NO_CARD:
            state.offer_old[c] = OLD


@rule
def deal_face_down(state, seat, cards):
    """Deal cards face down to a seat; fewer if there are no more. [Cards]"""
    for _ in range(cards):
        if draw_pile(state) == 0:
            shuffle_discards(state)
            if state.unseen_left[FRESH] == 0:
                return
        state.face_down[seat] += 1


@rule
def next_part(state, seat):
    """Return where the next face-down card of a seat is from: OLD ones lie on top."""
    return OLD if state.face_down_old[seat] > 0 else FRESH


@rule
def turn_up(state, chance, seat):
    """Turn up the next face-down card of a seat. [Cards]"""
    part = next_part(state, seat)
    state.face_down[seat] -= 1
    if part == OLD:
        state.face_down_old[seat] -= 1
    return draw_card(state, chance, part)


@rule
def fill_hand(state, chance, seat):
    """Take face-down cards up to a hand of two; in turn 6 none is left. [Turns]"""
    for h in range(HAND):
        if state.hand[seat, h] == NO_CARD and state.face_down[seat] > 0:
            state.hand_old[seat, h] = next_part(state, seat)
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
