"""Piles of the estate and what completes them: triples, first triples, all seven types."""

from __future__ import annotations

from burgundy_lab.sim.cards.readers import colours
from burgundy_lab.sim.cards.state import NOBODY, T_TRIPLES, V_FIRST, V_SEVEN, V_TRIPLE
from burgundy_lab.sim.cards.tables import CLOISTER, FIRST_VP, SEVEN_VP, TYPES
from burgundy_lab.sim.jit import rule

ALL_TYPES = (1 << TYPES) - 1
NO_TYPE = -1


@rule
def gain(state, seat, source, vp):
    """Give VP to a seat, noted by source and by the round in play. [Victory points]"""
    state.gained[seat, source, state.round_no] += vp
    state.points[seat] += vp


@rule
def grow_pile(state, seat, kind, spot):
    """Put a card of a type on a spot of the estate. Cloisters under another type become that
    type, and so does a cloister put on one. Return the type of a triple that this completes,
    NO_TYPE if none. [Estate]
    """
    under, size = spot // 3, spot % 3
    result = kind if under == CLOISTER else under
    if kind == CLOISTER and result != CLOISTER:
        state.jokers[seat, result] += 1
    if under == CLOISTER and result != CLOISTER:
        state.jokers[seat, result] += size
    if size == 1:
        state.ones[seat, under] -= 1
        state.twos[seat, result] += 1
    elif size == 2:
        state.twos[seat, under] -= 1
        state.triples[seat, result] += 1
    else:
        state.ones[seat, result] += 1
    note_growing(state, seat, under)
    note_growing(state, seat, result)
    if size < 2:
        return NO_TYPE
    score_triple(state, seat, result)
    return result


@rule
def note_growing(state, seat, kind):
    """Bring the set of incomplete piles up to date for a type."""
    growing = state.growing[seat] & ~(0b110 << 3 * kind)
    if state.ones[seat, kind] > 0:
        growing |= 0b010 << 3 * kind
    if state.twos[seat, kind] > 0:
        growing |= 0b100 << 3 * kind
    state.growing[seat] = growing


@rule
def score_triple(state, seat, kind):
    """Score a triple, and the "1." card for the first of its type. [Triples]"""
    state.tally[seat, T_TRIPLES] += 1
    gain(state, seat, V_TRIPLE + kind, state.triple_vp[kind])
    if state.first_owner[kind] == NOBODY:
        state.first_owner[kind] = seat
        gain(state, seat, V_FIRST, FIRST_VP)


@rule
def reward_seven(state, seat):
    """Give the top "all seven" card to a seat that has all seven types, once. [All seven]"""
    if not state.has_seven[seat] and colours(state, seat) == ALL_TYPES:
        state.has_seven[seat] = 1
        gain(state, seat, V_SEVEN, SEVEN_VP[state.seats, state.sevens_taken])
        state.sevens_taken += 1
