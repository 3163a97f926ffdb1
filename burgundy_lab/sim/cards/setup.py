"""Set-up, rounds and turns: everything that happens between the decisions."""

from __future__ import annotations

from burgundy_lab.sim.cards.cards import (
    STOCK_KINDS,
    deal_face_down,
    discard,
    draw_from_pile,
    draw_stock,
    fill_hand,
    put_unseen,
    turn_stock,
    turn_up,
)
from burgundy_lab.sim.cards.readers import (
    can_buy,
    end_vp,
    granted_slots,
    held_goods,
    piles_left,
    placings,
)
from burgundy_lab.sim.cards.scoring import gain, grow_pile, reward_seven
from burgundy_lab.sim.cards.state import (
    AARON,
    E_ANIMALS,
    END_SOURCES,
    FRESH,
    NOBODY,
    Q_CITY_HALL,
    Q_GRANT,
    Q_PILE,
    Q_WAREHOUSE,
    START_RANDOM,
    V_AARON,
)
from burgundy_lab.sim.cards.tables import (
    AARON_CLOISTER_VP,
    AARON_PILES,
    ANIMALS_EACH,
    CARD_NUMBER,
    CARD_TYPE,
    CARDS,
    CLOISTER,
    DISPLAY_CARDS,
    GOODS,
    GOODS_EACH,
    HAND,
    IN_ROW_ORDER,
    NO_CARD,
    PILES,
    PLACES,
    ROUNDS,
    ROWS,
    SLOTS,
    SOLO,
    SOLO_WORKERS,
    START_ANIMALS,
    START_GOODS,
    START_SILVER,
    START_WORKERS,
    TURNS,
    TYPES,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import subject_now
from burgundy_lab.sim.rng import begin_event, draw
from burgundy_lab.sim.sets import ZERO, bit

# --- set-up -------------------------------------------------------------------------------------


@rule
def deal(state, chance):
    """Set up the table up to the first decision. Seats, values and settings stand in the state
    already; all else is zero. [Set-up]
    """
    begin_event(state, chance)
    fill_supplies(state)
    choose_start_player(state, chance)
    for k in range(state.seats):
        seat = (state.start + k) % state.seats
        hand_out_storage(state, chance, seat, k)
    lay_out_stock(state, chance)
    if state.seats == SOLO:
        for r in range(ROUNDS):
            deal_face_down(state, AARON, AARON_PILES[r])
    deal_actions(state)
    begin_event(state, chance)
    fill_display(state, chance)
    begin_round(state, chance)


@rule
def fill_supplies(state):
    """Make all cards, goods and animals unseen; all bonus cards lie open. [Set-up]"""
    for card in range(1, CARDS):
        put_unseen(state, FRESH, card, state.deck[card])
    for kind in range(STOCK_KINDS):
        state.stock_left[kind] = GOODS_EACH if kind < GOODS else ANIMALS_EACH
    for t in range(TYPES):
        state.first_owner[t] = NOBODY


@rule
def choose_start_player(state, chance):
    """Choose who begins and holds the start player card; nobody holds it alone. [Set-up]"""
    start = draw(chance, state.seats)
    state.start = start if state.start_player == START_RANDOM else 0
    state.first_start = state.start
    state.holder = NOBODY if state.seats == SOLO else state.start


@rule
def hand_out_storage(state, chance, seat, k):
    """Give a seat, k places after the start player, what it starts with. [Set-up]"""
    state.silver[seat] = START_SILVER
    if state.seats == SOLO:
        state.workers[seat] = SOLO_WORKERS
    else:
        state.workers[seat] = START_WORKERS[state.start_workers, state.seats, k]
    for _ in range(START_GOODS):
        state.goods[seat, draw_stock(state, chance, 0, GOODS)] += 1
    for _ in range(START_ANIMALS):
        state.animals[seat, draw_stock(state, chance, GOODS, STOCK_KINDS) - GOODS] += 1


@rule
def lay_out_stock(state, chance):
    """Lay the other goods in two piles, as equal as possible, tops open; animals too. [Set-up]"""
    goods, animals = 0, 0
    for kind in range(STOCK_KINDS):
        if kind < GOODS:
            goods += state.stock_left[kind]
        else:
            animals += state.stock_left[kind]
    state.pile[0], state.pile[1] = (goods + 1) // 2, goods // 2
    state.pile[2], state.pile[3] = (animals + 1) // 2, animals // 2
    for p in range(PILES):
        turn_stock(state, chance, p)


@rule
def deal_actions(state):
    """Deal six face-down cards to each player, from the start player on. [Rounds]"""
    for k in range(state.seats):
        deal_face_down(state, (state.start + k) % state.seats, TURNS)


@rule
def fill_display(state, chance):
    """Lay out the display: cards to rows 1 to 6 in order (by four players twice), the others
    to the row of their own number. [Display]
    """
    for k in range(DISPLAY_CARDS[state.seats]):
        card = draw_from_pile(state, chance)
        if card != NO_CARD:
            row = CARD_NUMBER[card] - 1
            if k < IN_ROW_ORDER[state.seats]:
                row = k % ROWS
            lay_in_row(state, row, card)


@rule
def lay_in_row(state, row, card):
    """Lay a card in the first empty place of a row; of equal ones in a row the first is offered.
    [Display]
    """
    slot = PLACES * row
    equal = False
    while state.display[slot] != NO_CARD:
        equal = equal or state.display[slot] == card
        slot += 1
    state.display[slot] = card
    if not equal:
        state.shown |= bit(slot)


# --- rounds and turns ---------------------------------------------------------------------------


@rule
def begin_round(state, chance):
    """Turn up Aaron's cards in the game alone; then the start player begins. [Rounds]"""
    state.turn_no = 0
    if state.seats == SOLO:
        begin_event(state, chance)
        turn_up_aaron(state, chance)
    state.seat = state.start
    begin_turn(state, chance)


@rule
def begin_turn(state, chance):
    """Give the turn to the seat: it takes cards up to a hand of two. Two chance events belong to
    each turn: the hand, and a purchase if there will be one. [Turns]
    """
    begin_event(state, chance)
    state.event_no += 1
    state.bought = 0
    fill_hand(state, chance, state.seat)
    state.played = 1  # without a card there is none to play
    for h in range(HAND):
        if state.hand[state.seat, h] != NO_CARD:
            state.played = 0


@rule
def is_turn_over(state):
    """Tell whether nothing is left to do in the turn. [Turns]"""
    return state.asked == 0 and state.played and not can_buy(state, state.seat)


@rule
def lapses(state, seat, question):
    """Tell whether nothing can be done with the effect that asks. [Buildings]"""
    if question == Q_GRANT:
        return granted_slots(state, subject_now(state)) == ZERO
    if question == Q_PILE:
        return piles_left(state) & subject_now(state) == ZERO
    if question == Q_CITY_HALL:
        return placings(state, seat) == ZERO
    if question == Q_WAREHOUSE:
        return held_goods(state, seat) == ZERO
    return False


@rule
def end_turn(state, chance):
    """End the turn of a seat: clockwise the next one, the next turn, or the round's end. [Turns]"""
    state.seat = (state.seat + 1) % state.seats
    if state.seat == state.start:
        state.turn_no += 1
    if state.turn_no == TURNS:
        end_round(state, chance)
    else:
        begin_turn(state, chance)


@rule
def end_round(state, chance):
    """Clear the display; compare with Aaron; prepare the next round or score. [Round end]"""
    for slot in range(SLOTS):
        discard(state, state.display[slot])
        state.display[slot] = NO_CARD
    state.shown = ZERO
    if state.seats == SOLO and aaron_leads(state):
        state.lost_round = state.round_no + 1
    if state.lost_round > 0 or state.round_no == ROUNDS - 1:
        final_scoring(state)
        return
    state.round_no += 1
    pass_start_card(state)
    begin_event(state, chance)
    fill_display(state, chance)
    deal_actions(state)
    begin_round(state, chance)


@rule
def pass_start_card(state):
    """Let the holder of the start player card begin; if nobody sold, the next player clockwise
    gets it. [Round end]
    """
    if state.seats == SOLO:
        return
    if not state.flipped:
        state.holder = (state.holder + 1) % state.seats
    state.flipped = 0
    state.start = state.holder


@rule
def final_scoring(state):
    """Score animals and the start player card; the game is over. [Final scoring]"""
    state.over = 1
    for seat in range(state.seats):
        for source in range(len(END_SOURCES)):
            state.points[seat] += end_vp(state, seat, source)


# --- Aaron --------------------------------------------------------------------------------------


@rule
def turn_up_aaron(state, chance):
    """Sort Aaron's pile of the round into his estate; each of his cloisters, which stay a type of
    their own, gives the player a point. [Aaron]
    """
    for _ in range(AARON_PILES[state.round_no]):
        card = turn_up(state, chance, AARON)
        kind = CARD_TYPE[card]
        state.estate[AARON, card] += 1
        if kind == CLOISTER:
            gain(state, 0, V_AARON, AARON_CLOISTER_VP)
        grow_pile(state, AARON, kind, aaron_spot(state, kind))
        reward_seven(state, AARON)


@rule
def aaron_spot(state, kind):
    """Return where Aaron's card goes: on his incomplete pile of its type, or a new one. [Aaron]"""
    if state.ones[AARON, kind] > 0:
        return 3 * kind + 1
    return 3 * kind + 2 if state.twos[AARON, kind] > 0 else 3 * kind


@rule
def aaron_leads(state):
    """Tell whether Aaron has more than the player, animals counted as at the end. [Aaron]"""
    return state.points[AARON] > state.points[0] + end_vp(state, 0, E_ANIMALS)
