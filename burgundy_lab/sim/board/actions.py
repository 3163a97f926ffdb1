"""The legal actions of a position, as words of 64 bits (action id = 64 * word + bit)."""

from __future__ import annotations

from burgundy_lab.sim.board.advantages import granted_slots
from burgundy_lab.sim.board.estates import GOODS_WITHIN, SLOTS_WITHIN, SPACES_WITHIN
from burgundy_lab.sim.board.readers import (
    free_goods_spaces,
    free_step,
    free_take_step,
    goods_on,
    held_goods,
    offered_once,
    open_spaces,
    owns,
    reach,
    seen_before,
)
from burgundy_lab.sim.board.setup import buyable, start_castle_spaces
from burgundy_lab.sim.board.state import (
    ACTION_WORDS,
    ANY_NUMBER,
    BIT_WORKERS,
    C_DECLINE,
    C_DISCARD,
    C_END,
    C_GOODS,
    C_PAYMENT,
    C_SHIP,
    DICE,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_DISCARD,
    Q_GOODS,
    Q_GRANT,
    Q_PAYMENT,
    Q_SHIP,
    Q_START_CASTLE,
    Q_WAREHOUSE,
    SECOND_IN_TURN,
    SECOND_TOGETHER,
    W_BUY,
    W_CHOICE,
    W_PLACE,
    W_SELL,
    W_TAKE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.board.tables import (
    DEPOTS,
    GOODS,
    K_SECOND_DEPOT,
    NO_TILE,
    PURCHASE_SILVER,
    STORAGE,
    TILE_KIND,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import asked_now, subject_now
from burgundy_lab.sim.sets import ZERO, bit, count, has

ALL_DEPOTS = (1 << DEPOTS) - 1
ALL_GOODS = (1 << GOODS) - 1
NEXT_DEPOTS = DEPOTS  # shift of the depots that come after the first in a Q_GOODS subject
WORKERS_SET = 1 << BIT_WORKERS


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
    n = put(legal, W_BUY, buyable(state, seat))
    if asked_now(state) == Q_SHIP:  # not among the answers that the Solo board shares
        return n + put(legal, W_CHOICE, ship_choices(state, seat))
    if state.asked > 0:
        return n + add_answers(state, legal, seat, asked_now(state))
    return n + add_turn(state, legal, seat)


@rule
def add_turn(state, legal, seat):
    """List what the unused dice can do, or the end of the turn when there is none. [Turns]"""
    if state.dice_left == 0:
        return put(legal, W_CHOICE, bit(C_END))
    dice = dice_to_list(state, seat)
    return add_takes_and_sales(state, legal, seat, dice) + add_dice_placings(
        state, legal, seat, dice
    )


@rule
def dice_to_list(state, seat):
    """Return the unused dice, one of two that show the same number. [Actions]"""
    if state.dice_left == 3 and state.dice[seat, 0] == state.dice[seat, 1]:
        return 1
    return state.dice_left


@rule
def add_takes_and_sales(state, legal, seat, dice):
    """List what dice can do outside the estate: take a tile, sell goods, take workers, with
    the die moved as far as workers allow. [Actions]"""
    take_steps = reach(state, seat, free_take_step(state, seat))
    sale_steps = reach(state, seat, 0)
    held, slots = held_goods(state, seat), offered_once(state)
    n = 0
    for d in range(DICE):
        if has(dice, d):
            value = state.dice[seat, d]
            word = WORDS_PER_DIE * d
            n += put(legal, word + W_TAKE, slots & SLOTS_WITHIN[value, take_steps])
            sales = held & GOODS_WITHIN[value, sale_steps]
            n += put(legal, word + W_SELL, sales | WORKERS_SET)
    return n


@rule
def add_dice_placings(state, legal, seat, dice):
    """List where dice can place the stored tiles, moved as far as workers allow. [Actions]"""
    row = state.board[seat]
    n = 0
    for k in range(STORAGE):
        tile = state.storage[seat, k]
        if tile == NO_TILE or seen_before(state, seat, k):
            continue
        spaces = open_spaces(state, seat, tile)
        steps = reach(state, seat, free_step(state, seat, TILE_KIND[tile]))
        for d in range(DICE):
            if has(dice, d):
                reached = spaces & SPACES_WITHIN[row, state.dice[seat, d], steps]
                n += put(legal, WORDS_PER_DIE * d + W_PLACE + k, reached)
    return n


@rule
def add_placings(state, legal, seat):
    """List the placings that need no number. [Castles, city halls]"""
    n = 0
    for k in range(STORAGE):
        tile = state.storage[seat, k]
        if tile != NO_TILE and not seen_before(state, seat, k):
            spaces = open_spaces(state, seat, tile)
            n += put(legal, WORDS_PER_DIE * ANY_NUMBER + W_PLACE + k, spaces)
    return n


@rule
def add_answers(state, legal, seat, question):
    """List the answers to the question that waits."""
    free = WORDS_PER_DIE * ANY_NUMBER
    decline = bit(C_DECLINE)
    if question == Q_CASTLE:
        n = put(legal, free + W_TAKE, offered_once(state))
        n += put(legal, free + W_SELL, held_goods(state, seat) | WORKERS_SET)
        return n + add_placings(state, legal, seat)
    if question == Q_CITY_HALL:
        return add_placings(state, legal, seat) + put(legal, W_CHOICE, decline)
    if question == Q_WAREHOUSE:
        n = put(legal, free + W_SELL, held_goods(state, seat))
        return n + put(legal, W_CHOICE, decline)
    if question == Q_GRANT:
        n = put(legal, free + W_TAKE, granted_slots(state, subject_now(state)))
        return n + put(legal, W_CHOICE, decline)
    if question == Q_GOODS:
        return put(legal, W_CHOICE, goods_choices(state, seat, subject_now(state)) << C_GOODS)
    if question == Q_DISCARD:
        return put(legal, W_CHOICE, discard_choices(state, seat))
    if question == Q_PAYMENT:
        return put(legal, W_CHOICE, payments(state, seat) << C_PAYMENT)
    if question == Q_START_CASTLE:
        return put(legal, free + W_PLACE, start_castle_spaces(state, seat))
    return 0


@rule
def ship_choices(state, seat):
    """Return the depots a ship may name, with tile 5 each also together with a neighbour on the
    ring that has goods. Voyages that bring the same are one choice, so of the depots of which
    nothing is taken only the first is named. [Ships]
    """
    choices, seen = ZERO, ZERO
    useful = useful_depots(state, seat)
    sides = 3 if owns(state, seat, K_SECOND_DEPOT) else 1
    for side in range(sides):
        for depot in range(DEPOTS):
            choice = 3 * depot + side
            depots = depots_of_ship(choice) & useful
            if side > 0 and state.second_depot == SECOND_IN_TURN:
                known = is_known_voyage(state, seat, choices, choice)
            else:
                known = has(seen, depots)
            if not known:
                choices |= bit(C_SHIP + choice)
                seen |= bit(depots)
    return choices


@rule
def useful_depots(state, seat):
    """Return the depots with goods that the seat could take; on the Solo board all fit. [Ships]"""
    has_room = state.seats == 1 or free_goods_spaces(state, seat) > 0
    types = ALL_GOODS if has_room else held_goods(state, seat)
    useful = ZERO
    for depot in range(DEPOTS):
        if goods_on(state, bit(depot)) & types != ZERO:
            useful |= bit(depot)
    return useful


@rule
def is_known_voyage(state, seat, choices, choice):
    """Tell whether one of the choices brings the same as this one. [Ships]"""
    load = cargo(state, seat, depots_in_turn(state, choice))
    for known in range(3 * DEPOTS):
        if has(choices, C_SHIP + known):
            if cargo(state, seat, depots_in_turn(state, known)) == load:
                return True
    return False


@rule
def cargo(state, seat, subject):
    """Return what a voyage brings as one number, the same for voyages that bring the same: the
    goods types held after it, the depots that lose goods, and of which depots types are chosen.
    subject: as in `depots_in_turn`. [Ships]
    """
    held, free = held_goods(state, seat), free_goods_spaces(state, seat)
    rest = subject
    while rest != ZERO:
        new = goods_choices_of(state, rest, held)
        if new != ZERO and free > 0:
            if count(new) > free:
                break
            held |= new
            free -= count(new)
        rest >>= NEXT_DEPOTS
    losing, depots = ZERO, subject & ALL_DEPOTS | subject >> NEXT_DEPOTS
    for depot in range(DEPOTS):
        if has(depots, depot) and goods_on(state, bit(depot)) & held != ZERO:
            losing |= bit(depot)
    if rest != ZERO:
        rest = depots_to_ask(state, rest, held)
    return (rest << DEPOTS | losing) << GOODS | held


@rule
def depots_to_ask(state, subject, held):
    """Return the depots of a question for goods types without those that no answer empties; two
    depots with the same types are asked for together. [Ships]
    """
    new = goods_choices_of(state, subject, held)
    first, second = ZERO, ZERO
    for depot in range(DEPOTS):
        on_depot = goods_on(state, bit(depot))
        if has(subject, depot) and on_depot & new != ZERO:
            first |= bit(depot)
        if has(subject, NEXT_DEPOTS + depot) and on_depot & new != ZERO:
            if on_depot & ~held == new:
                first |= bit(depot)
            else:
                second |= bit(depot)
    return first | second << NEXT_DEPOTS


@rule
def depots_of_ship(choice):
    """Return the set of depots that a ship's choice names. [Ships]"""
    depots = bit(choice // 3)
    return depots | bit(beside(choice // 3, choice % 3)) if choice % 3 > 0 else depots


@rule
def depots_in_turn(state, choice):
    """Return the depots that a ship's choice names, those that come after the first ones six
    bits on. [Ships]
    """
    depots = depots_of_ship(choice)
    if state.second_depot == SECOND_TOGETHER:
        return depots
    first = bit(choice // 3)
    return first | (depots & ~first) << NEXT_DEPOTS


@rule
def beside(depot, side):
    """Return the next (side 1) or previous (side 2) depot on the ring. [Knowledge]"""
    return (depot + 1) % DEPOTS if side == 1 else (depot + DEPOTS - 1) % DEPOTS


@rule
def goods_choices(state, seat, depots):
    """Return the goods types the owner may choose while spaces are short. [Ships]"""
    return goods_choices_of(state, depots, held_goods(state, seat))


@rule
def goods_choices_of(state, depots, held):
    """Return the goods types on the depots that come first, less those held. [Ships]"""
    return goods_on(state, depots & ALL_DEPOTS) & ~held


@rule
def discard_choices(state, seat):
    """Return which stored tiles may make room, equal tiles once. [Taking tiles]"""
    choices = ZERO
    for k in range(STORAGE):
        if not seen_before(state, seat, k):
            choices |= bit(C_DISCARD + k)
    return choices


@rule
def payments(state, seat):
    """Return how many workers may stand in for Silverlings in a purchase. [Knowledge, 2019]"""
    choices = ZERO
    for workers in range(PURCHASE_SILVER + 1):
        enough = state.silver[seat] >= PURCHASE_SILVER - workers
        if workers <= state.workers[seat] and enough:
            choices |= bit(workers)
    return choices
