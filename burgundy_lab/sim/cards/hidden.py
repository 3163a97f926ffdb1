"""What a seat does not know: the cards in other hands."""

from __future__ import annotations

from burgundy_lab.sim.cards.cards import put_unseen
from burgundy_lab.sim.cards.state import OLD
from burgundy_lab.sim.cards.tables import HAND, NO_CARD
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
                    turn_down(state, other, h)


@rule
def turn_down(state, seat, h):
    """Turn a hand card face down again. [Hidden cards]"""
    part = state.hand_old[seat, h]
    put_unseen(state, part, state.hand[seat, h], 1)
    state.face_down[seat] += 1
    if part == OLD:
        state.face_down_old[seat] += 1
    state.hand[seat, h] = NO_CARD
    state.hand_old[seat, h] = 0
