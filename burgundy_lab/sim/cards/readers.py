"""Questions about a position, each one sentence of the rules."""

from __future__ import annotations

from burgundy_lab.sim.cards.state import (
    E_ANIMALS,
    JOIN_MUST,
    Q_DISCARD,
    Q_OFFER,
    Q_SILVER,
    Q_WORKERS,
    TIE_ALL,
    VIOLET_JOKERS,
)
from burgundy_lab.sim.cards.tables import (
    ANIMALS,
    ANIMALS_EACH,
    CARD_NUMBER,
    CARD_TYPE,
    CLOISTER,
    DISTANCE,
    GOODS,
    I_ANIMALS,
    I_GOODS,
    LINES,
    MOST_STEPS,
    NO_CARD,
    PILES,
    PROJECTS,
    PURCHASE_SILVER,
    SET_VP,
    START_CARD_VP,
    TYPES,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import asked_now
from burgundy_lab.sim.sets import ONE, ZERO, bit, has, lowest, without_lowest

PILE_OF_TYPE = 0b110  # spots "on a pile of one" and "on a pile of two" of type 0
CLOISTER_PILES = PILE_OF_TYPE << 3 * CLOISTER
SPOTS_OF_PROJECT = (1 << 3 * TYPES) - 1

# --- the table ----------------------------------------------------------------------------------


@rule
def steps_in_reach(state, seat):
    """Return how far a seat can move a number: a step for each worker. [Workers]"""
    return min(MOST_STEPS, state.workers[seat])


@rule
def can_buy(state, seat):
    """Tell whether the purchase of the turn is possible: once, for 3 silver, between any two
    decisions. The halves of one decision are not parted: what makes room, what a conversion
    gives back. [Purchase]
    """
    if state.bought or state.silver[seat] < PURCHASE_SILVER or not cards_to_draw(state):
        return False
    asked = asked_now(state)
    return asked != Q_OFFER and asked != Q_DISCARD and asked != Q_WORKERS and asked != Q_SILVER


@rule
def cards_to_draw(state):
    """Tell whether there is a card to draw, from the draw pile or a shuffled discard pile."""
    if draw_pile(state) > 0:
        return True
    for card in range(1, state.discarded.size):
        if state.discarded[card] > 0:
            return True
    return False


@rule
def draw_pile(state):
    """Return the cards in the draw pile: unseen ones that lie in front of nobody."""
    n = 0
    for left in state.unseen_left:
        n += left
    for down in state.face_down:
        n -= down
    return n


@rule
def granted_slots(state, types):
    """Return the slots of the display with a card of one of the types, of equal cards in a row the
    first. [Buildings]
    """
    slots = ZERO
    shown = state.shown
    while shown != ZERO:
        slot = lowest(shown)
        shown = without_lowest(shown)
        if has(types, CARD_TYPE[state.display[slot]]):
            slots |= bit(slot)
    return slots


@rule
def piles_left(state):
    """Return the goods and animal piles that still have a card. [Goods and animals]"""
    piles = ZERO
    for p in range(PILES):
        if state.pile[p] > 0:
            piles |= bit(p)
    return piles


@rule
def distinct_piles(state):
    """Return the goods and animal piles that still have a card; of two of a kind with the same
    top and as many cards the first. [Goods and animals]
    """
    piles = piles_left(state)
    for p in range(0, PILES, 2):
        if state.top[p] == state.top[p + 1] and state.pile[p] == state.pile[p + 1]:
            piles &= ~bit(p + 1)
    return piles


@rule
def held_goods(state, seat):
    """Return the kinds of goods in storage. [Selling]"""
    kinds = ZERO
    for g in range(GOODS):
        if state.goods[seat, g] > 0:
            kinds |= bit(g)
    return kinds


@rule
def line_brings(state, line, item):
    """Return what a line of the round card brings of an item; goods and animals only while
    there are any. [Round bonus]
    """
    n = state.menu[state.round_no, line, item]
    if item == I_GOODS:
        return min(n, state.pile[0] + state.pile[1])
    if item == I_ANIMALS:
        return min(n, state.pile[2] + state.pile[3])
    return n


@rule
def bonus_lines(state):
    """Return the lines of the round card to choose from, those that bring the same once.
    [Round bonus]
    """
    lines = menu_lines(state)
    found = ZERO
    for k in range(LINES):
        if has(lines, k):
            once = True
            for j in range(k):
                if has(found, j) and brings_the_same(state, j, k):
                    once = False
            if once:
                found |= bit(k)
    return found


@rule
def brings_the_same(state, line, other):
    """Tell whether two lines of the round card bring the same. [Round bonus]"""
    for item in range(state.menu.shape[2]):
        if line_brings(state, line, item) != line_brings(state, other, item):
            return False
    return True


@rule
def menu_lines(state):
    """Return the lines of the round card, those that give anything. [Round bonus]"""
    lines = ZERO
    for k in range(LINES):
        for n in state.menu[state.round_no, k]:
            if n > 0:
                lines |= bit(k)
    return lines


# --- projects and the estate ----------------------------------------------------------------------


@rule
def free_project(state, seat):
    """Return the first free place for a project, PROJECTS if three lie there. [Taking a card]"""
    for k in range(PROJECTS):
        if state.projects[seat, k] == NO_CARD:
            return k
    return PROJECTS


@rule
def seen_before(state, seat, k):
    """Tell whether an equal project lies in an earlier place: it is listed once."""
    for j in range(k):
        if state.projects[seat, j] == state.projects[seat, k]:
            return True
    return False


@rule
def spots_for(state, seat, kind):
    """Return the spots for a card of a type. It joins an incomplete pile of its type, starts
    one if there is none, or covers one or two cloisters; a cloister may also join any other
    incomplete pile. [Estate]
    """
    growing = as_word(state.growing[seat])
    own = growing & (PILE_OF_TYPE << 3 * kind)
    spots = own if own != ZERO else bit(3 * kind)
    if kind == CLOISTER:
        return spots | growing
    if own != ZERO and state.joining == JOIN_MUST:
        return spots
    return spots | (growing & CLOISTER_PILES)


@rule
def as_word(n):
    """Return a set that is kept in 32 bits as a word."""
    return ONE * n


@rule
def placings(state, seat):
    """Return where each project may go: 21 * project + spot, equal projects once. [Placing]"""
    found = ZERO
    for k in range(PROJECTS):
        card = state.projects[seat, k]
        if card != NO_CARD and not seen_before(state, seat, k):
            found |= spots_for(state, seat, CARD_TYPE[card]) << (3 * TYPES * k)
    return found


@rule
def projects_within(state, seat, number, steps):
    """Return the placings whose project has a number in reach of this one. [Placing]"""
    found = ZERO
    for k in range(PROJECTS):
        card = state.projects[seat, k]
        if card != NO_CARD and DISTANCE[number, CARD_NUMBER[card]] <= steps:
            found |= SPOTS_OF_PROJECT << (ONE * (3 * TYPES * k))
    return found


@rule
def projects_alike(state, seat, number, other):
    """Return the placings whose project is as far from one number as from the other."""
    found = ZERO
    for k in range(PROJECTS):
        card = CARD_NUMBER[state.projects[seat, k]]
        if DISTANCE[number, card] == DISTANCE[other, card]:
            found |= SPOTS_OF_PROJECT << (ONE * (3 * TYPES * k))
    return found


@rule
def colours(state, seat):
    """Return the types that lie in the estate; a cloister that became another type is of that
    type (by a setting it stays violet too). [All seven]
    """
    found = ZERO
    for t in range(TYPES):
        if state.ones[seat, t] + state.twos[seat, t] + state.triples[seat, t] > 0:
            found |= bit(t)
        if state.jokers[seat, t] > 0 and state.violet == VIOLET_JOKERS:
            found |= bit(CLOISTER)
    return found


# --- scores -------------------------------------------------------------------------------------


@rule
def animal_sets(state, seat, vp):
    """Return the VP of the animal sets, or else (vp false) the animals outside sets. Sets of
    different animals are laid out again and again; each animal is in one. [Final scoring]
    """
    scored, unused = 0, 0
    for n in range(1, ANIMALS_EACH + 1):
        kinds = 0
        for a in range(ANIMALS):
            if state.animals[seat, a] >= n:
                kinds += 1
        scored += SET_VP[kinds]
        if SET_VP[kinds] == 0:
            unused += kinds
    return scored if vp else unused


@rule
def cards_left(state, seat):
    """Return the cards left in storage: workers, silver, unsold goods, unused animals (by a
    setting all animals). [Winner]
    """
    n = state.workers[seat] + state.silver[seat]
    for g in range(GOODS):
        n += state.goods[seat, g]
    if state.tie_break == TIE_ALL:
        for a in range(ANIMALS):
            n += state.animals[seat, a]
        return n
    return n + animal_sets(state, seat, False)


@rule
def rank(state, seat):
    """Return the rank: most VP, then most cards left in storage; else shared. [Winner]"""
    place = 1
    for other in range(state.seats):
        if state.points[other] > state.points[seat]:
            place += 1
        elif state.points[other] == state.points[seat]:
            if cards_left(state, other) > cards_left(state, seat):
                place += 1
    return place


@rule
def seats_of_rank(state, seat):
    """Return how many seats share the rank of this one. [Winner]"""
    n = 0
    for other in range(state.seats):
        if rank(state, other) == rank(state, seat):
            n += 1
    return n


@rule
def end_vp(state, seat, source):
    """Return the VP of a source of the final scoring. [Final scoring]"""
    if source == E_ANIMALS:
        return animal_sets(state, seat, True)
    return START_CARD_VP if state.holder == seat else 0


@rule
def seats_kept(state):
    """Return how many rows of the seats' fields are in use: alone, Aaron has the second."""
    return 2 if state.seats == 1 else state.seats
