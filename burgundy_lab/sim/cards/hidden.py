"""What a seat does not know: the cards in other hands, and those another seat looks at."""

from __future__ import annotations

from burgundy_lab.sim.cards.cards import put_unseen
from burgundy_lab.sim.cards.state import FRESH
from burgundy_lab.sim.cards.tables import HAND, NO_CARD, PURCHASE_CARDS
from burgundy_lab.sim.jit import rule


@rule
def hide_hands(state, seat):
    """Turn the hands of other seats face down again, in a copy of the position: their cards are
    unseen cards like those that still lie face down in front of them. [Hidden cards]
    """
    for other in range(state.seats):
        if other != seat:
            for h in range(HAND):
                if state.hand[other, h] != NO_CARD:
                    turn_down(state, other, state.hand[other, h], state.hand_part[other, h])
                    state.hand[other, h] = NO_CARD
                    state.hand_part[other, h] = 0


@rule
def hide_offer(state, seat):
    """Turn the bought cards face down again, in a copy of the position for a seat that does not
    choose among them. [Hidden cards]
    """
    if seat == state.seat:
        return
    for c in range(PURCHASE_CARDS):
        if state.offer[c] != NO_CARD:
            turn_down(state, state.seat, state.offer[c], state.offer_part[c])
            state.offer[c] = NO_CARD
            state.offer_part[c] = 0


@rule
def turn_down(state, owner, card, part):
    """Turn a card face down again in front of its owner. [Hidden cards]"""
    put_unseen(state, part, card, 1)
    state.face_down[owner] += 1
    if part > FRESH:
        state.face_down_old[owner, part - 1] += 1
