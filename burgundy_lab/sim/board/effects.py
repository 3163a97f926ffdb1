"""What actions do. `apply_action` routes; each action and tile effect has its own handler."""

from __future__ import annotations

from burgundy_lab.sim.board.actions import ALL_DEPOTS, payments
from burgundy_lab.sim.board.advantages import (
    granted_kinds,
    is_building_of_use,
    is_city_hall_of_use,
)
from burgundy_lab.sim.board.estates import DISTANCE, SPACE_NUMBER
from burgundy_lab.sim.board.readers import (
    free_step,
    free_storage,
    free_take_step,
    owns,
    silver_with_workers,
    tile_at,
    workers_needed,
    workers_taken,
)
from burgundy_lab.sim.board.scoring import gain, score_animals, score_colour, score_region, sell
from burgundy_lab.sim.board.setup import (
    advance,
    cover_space,
    end_turn,
    lay_start_castle,
    next_start_castle,
)
from burgundy_lab.sim.board.ships import choose_depot, load, load_types, sail
from burgundy_lab.sim.board.state import (
    A_END,
    ANY_NUMBER,
    BIT_WORKERS,
    BUY_DEPOT,
    C_DECLINE,
    C_DISCARD,
    C_GOODS,
    C_PAYMENT,
    C_SHIP,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_DISCARD,
    Q_GRANT,
    Q_PAYMENT,
    Q_START_CASTLE,
    Q_WAREHOUSE,
    T_DISCARD,
    T_PLACE,
    T_PURCHASE,
    T_SALE,
    T_TAKE,
    T_WORKERS,
    T_WORKERS_USED,
    V_WATCHTOWER,
    W_BUY,
    W_CHOICE,
    W_SELL,
    W_TAKE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    BANK,
    BANK_SILVER,
    BOARDING_HOUSE,
    BOARDING_HOUSE_WORKERS,
    BUILDING,
    CASTLE,
    CITY_HALL,
    EDITION_2019,
    FIRST_BUILDING,
    K_PURCHASE_ANYWHERE,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    NO_TILE,
    PLACES,
    PURCHASE_SILVER,
    SHIP,
    STORAGE,
    TILE_KIND,
    WAREHOUSE,
    WATCHTOWER,
    WATCHTOWER_VP,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import answered, ask, asked_now, subject_now
from burgundy_lab.sim.sets import ZERO, bit, lowest, without_lowest


@rule
def apply_action(state, chance, action):
    """Carry out a legal action and go on to the next decision. [Actions]"""
    if action == A_END:
        end_turn(state, chance)
    elif asked_now(state) == Q_START_CASTLE:
        answered(state)
        lay_start_castle(state, state.seat, action & 63)
        next_start_castle(state, chance)
    else:
        carry_out(state, action)
        advance(state, chance)


@rule
def carry_out(state, action):
    """Carry out an action of a turn and stop before what follows it, so that no chance comes
    into play. Not for the end of the turn, nor for a start castle. [Actions]
    """
    word, choice = action >> 6, action & 63
    if word == W_CHOICE:
        answer_choice(state, state.seat, choice)
        drop_idle_city_hall(state, state.seat)
    elif word == W_BUY:
        buy(state, state.seat, choice)
        drop_idle_city_hall(state, state.seat)
    else:
        use_number(state, state.seat, word // WORDS_PER_DIE, word % WORDS_PER_DIE, choice)


@rule
def use_number(state, seat, d, what, choice):
    """Carry out one of the four die actions with a die, or with any number. [Actions]"""
    spend_number(state, seat, d, what, choice)
    if what == W_TAKE or what == W_SELL:
        take_or_sell(state, seat, what, choice)
    else:
        place(state, seat, what - 1, choice)


@rule
def spend_number(state, seat, d, what, choice):
    """Use up a die, moved by workers to the number needed, or the effect that gives any
    number. [Actions]
    """
    if d == ANY_NUMBER:
        answered(state)
        return
    state.dice_left &= ~(1 << d)
    if what == W_TAKE:
        pay_workers(state, seat, d, choice // PLACES + 1, free_take_step(state, seat))
    elif what == W_SELL:
        if choice != BIT_WORKERS:
            pay_workers(state, seat, d, choice + 1, 0)
    else:
        free = free_step(state, seat, TILE_KIND[state.storage[seat, what - 1]])
        pay_workers(state, seat, d, SPACE_NUMBER[state.board[seat], choice], free)


@rule
def take_or_sell(state, seat, what, choice):
    """Carry out a die action outside the estate: take a tile, sell goods, take workers.
    [Actions]
    """
    if what == W_TAKE:
        take(state, seat, choice)
    elif choice == BIT_WORKERS:
        take_workers(state, seat)
    else:
        state.tally[seat, T_SALE] += 1
        sell(state, seat, choice)


@rule
def pay_workers(state, seat, d, number, free):
    """Pay the least workers that turn die d into this number. [Workers]"""
    steps = DISTANCE[state.dice[seat, d], number]
    workers = workers_needed(state, seat, steps, free)
    state.workers[seat] -= workers
    state.tally[seat, T_WORKERS_USED] += workers


# --- taking, buying, storage --------------------------------------------------------------------


@rule
def take(state, seat, slot):
    """Take a tile from a depot into storage. [Taking tiles]"""
    state.tally[seat, T_TAKE] += 1
    store(state, seat, BUY_DEPOT + slot)


@rule
def take_workers(state, seat):
    """Take two workers (tiles 13 and 14 give more). [Taking workers]"""
    state.tally[seat, T_WORKERS] += 1
    state.workers[seat] += workers_taken(state, seat)
    state.silver[seat] += silver_with_workers(state, seat)


@rule
def buy(state, seat, source):
    """Make the purchase of the turn: pay, then store the tile. [Purchase]"""
    state.bought = 1
    state.tally[seat, T_PURCHASE] += 1
    choices = bit(0)
    if state.edition == EDITION_2019 and owns(state, seat, K_PURCHASE_ANYWHERE):
        choices = payments(state, seat)
    if without_lowest(choices) != ZERO:
        ask(state, Q_PAYMENT, source)
    else:
        pay_purchase(state, seat, lowest(choices))
        store(state, seat, source)


@rule
def pay_purchase(state, seat, workers):
    """Pay a purchase with Silverlings, workers in place of some. [Purchase]"""
    state.workers[seat] -= workers
    state.silver[seat] -= PURCHASE_SILVER - workers


@rule
def store(state, seat, source):
    """Move a tile into storage; if that is full, first ask what to discard. [Taking tiles]"""
    k = free_storage(state, seat)
    if k == STORAGE:
        ask(state, Q_DISCARD, source)
    else:
        state.storage[seat, k] = lift(state, source)


@rule
def lift(state, source):
    """Lift the tile off a space of the black depot or a depot slot."""
    tile = tile_at(state, source)
    if source < BUY_DEPOT:
        state.black[source] = NO_TILE
    else:
        state.depot[source - BUY_DEPOT] = NO_TILE
        state.offered &= ~bit(source - BUY_DEPOT)
    return tile


@rule
def discard(state, seat, k):
    """Remove a stored tile from the game. [Taking tiles]"""
    state.storage[seat, k] = NO_TILE
    state.removed += 1
    state.tally[seat, T_DISCARD] += 1


# --- placing ------------------------------------------------------------------------------------


@rule
def place(state, seat, k, space):
    """Add a stored tile to the estate: score what it completes, then its effect. [Placing tiles]"""
    tile = state.storage[seat, k]
    state.storage[seat, k] = NO_TILE
    state.tally[seat, T_PLACE] += 1
    cover_space(state, seat, tile, space)
    score_region(state, seat, space)
    score_colour(state, seat, space)
    resolve_effect(state, seat, tile, space)


@rule
def resolve_effect(state, seat, tile, space):
    """Route the effect of a tile just placed; a mine has none. [Placing tiles]"""
    kind = TILE_KIND[tile]
    if kind == BUILDING:
        use_building(state, seat, tile - FIRST_BUILDING)
    elif kind == ANIMAL:
        score_animals(state, seat, tile, space)
    elif kind == SHIP:
        sail(state, seat)
    elif kind == KNOWLEDGE:
        state.knowledge[seat] |= bit(tile - KNOWLEDGE_BASE)
    elif kind == CASTLE:
        ask(state, Q_CASTLE, 0)


@rule
def use_building(state, seat, building):
    """Route the advantage of a building; what cannot be used is lost. [Buildings]"""
    if not is_building_of_use(state, seat, building):
        return
    if building == WAREHOUSE:
        ask(state, Q_WAREHOUSE, 0)
    elif building == WATCHTOWER:
        gain(state, seat, V_WATCHTOWER, WATCHTOWER_VP)
    elif building == BOARDING_HOUSE:
        state.workers[seat] += BOARDING_HOUSE_WORKERS
    elif building == BANK:
        state.silver[seat] += BANK_SILVER
    elif building == CITY_HALL:
        ask(state, Q_CITY_HALL, 0)
    else:
        ask(state, Q_GRANT, granted_kinds(building))


@rule
def drop_idle_city_hall(state, seat):
    """Do not ask for a second placing any more if a purchase left nothing to place. [Buildings]"""
    if asked_now(state) == Q_CITY_HALL and not is_city_hall_of_use(state, seat):
        answered(state)


# --- answers ------------------------------------------------------------------------------------


@rule
def answer_choice(state, seat, choice):
    """Carry out the answer to a question of an effect."""
    subject = subject_now(state)
    answered(state)
    if choice == C_DECLINE:
        return
    if choice >= C_PAYMENT:
        pay_purchase(state, seat, choice - C_PAYMENT)
        store(state, seat, subject)
    elif choice >= C_GOODS:
        load_types(state, seat, subject & ALL_DEPOTS, bit(choice - C_GOODS))
        load(state, seat, subject)
    elif choice >= C_DISCARD:
        discard(state, seat, choice - C_DISCARD)
        store(state, seat, subject)
    else:
        choose_depot(state, seat, choice - C_SHIP)
