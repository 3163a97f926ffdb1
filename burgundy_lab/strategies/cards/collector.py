"""Collector: completes triples, spreads over all seven types, gathers sets of animals."""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.cards.readers import colours, spots_for
from burgundy_lab.sim.cards.state import W_SILVER
from burgundy_lab.sim.cards.tables import (
    BANK,
    BOARDING_HOUSE,
    CARD_FACE,
    CARD_TYPE,
    CASTLE,
    CITY_HALL,
    CLOISTER,
    CONVERSION,
    GOODS,
    KNOWLEDGE,
    MINE,
    PASTURE,
    PROJECTS,
    RESTOCK_TO,
    SALE_SILVER,
    SEVEN_VP,
    SHIP,
    WAREHOUSE,
    WATCHTOWER,
)
from burgundy_lab.sim.jit import inlined, rule
from burgundy_lab.sim.legal import next_action
from burgundy_lab.sim.sets import count, has, lowest, without_lowest
from burgundy_lab.strategies.cards.parts import (
    IS_AMOUNT,
    IS_BUY,
    IS_CONVERT,
    IS_DISCARD,
    IS_LINE,
    IS_PILE,
    IS_PLACE,
    IS_PROJECT,
    IS_RESTOCK,
    IS_SALE,
    IS_SILVER,
    IS_TAKE,
    amount_of,
    animal_vp,
    best_line,
    card_of_project,
    card_played,
    discarded_project,
    equal_numbers_in_hand,
    kind_of_action,
    last_action_with,
    line_of,
    line_value,
    pile_of,
    placed_card,
    projects_kept,
    sale_vp,
    spot_of,
    taken_card,
    triple_vp_now,
    turns_left,
    type_after,
    workers_paid,
)
from burgundy_lab.strategies.policy import policy

# Weights, in VP. What comes after 0 is the worth of one piece.
(
    G_GOOD, G_ANIMAL, G_SILVER, G_WORKER,  # a good, an animal beyond its set, silver, a worker
    G_FIRST, G_SECOND,  # share of a triple's VP for its first and second card
    G_COLOUR,  # a new type, as a share of the "all seven" card
    G_TAKEN,  # share of a card's worth while it is only a project
    G_CASTLE, G_GRANT, G_HALL,  # an action, a card from the display, a placing
    G_BUY,  # three silver spent on three cards
    G_JOKER,  # what a cloister costs when it becomes another type
    G_TURNS,  # turns that one more card of a triple takes
) = range(14)  # fmt: skip
WEIGHTS = (1.3, 0.6, 0.45, 0.35, 0.2, 0.45, 0.35, 0.6, 2.0, 1.2, 1.5, 2.2, 0.5, 2.0)


@inlined
def effect_worth(state, seat, face, weights):
    """Return the worth of a card's effect."""
    if face == CASTLE:
        return weights[G_CASTLE]
    if face == MINE:
        return 2 * weights[G_SILVER]
    if face == CLOISTER:
        return 0.0
    if face == KNOWLEDGE:
        return 2 * weights[G_WORKER]
    if face == SHIP or face == BOARDING_HOUSE:
        return weights[G_GOOD]
    if face == PASTURE:
        return weights[G_ANIMAL] + 0.5
    if face == WATCHTOWER:
        return 1.0
    if face == BANK:
        return 3 * weights[G_SILVER]
    if face == WAREHOUSE:
        most = 0
        for g in range(GOODS):
            most = max(most, state.goods[seat, g])
        return 0.8 * most
    return weights[G_HALL] if face == CITY_HALL else weights[G_GRANT]


@inlined
def placing_worth(state, seat, card, spot, weights, bonus):
    """Return the worth of a card on a spot: what it completes or begins, and its effect."""
    kind, size = CARD_TYPE[card], spot % 3
    result = type_after(kind, spot)
    left = turns_left(state)
    worth = effect_worth(state, seat, CARD_FACE[card], weights)
    if size == 2:
        worth += triple_vp_now(state, result) + bonus
    elif left >= weights[G_TURNS] * (2 - size):
        share = weights[G_SECOND] if size == 1 else weights[G_FIRST]
        worth += share * (triple_vp_now(state, result) + bonus)
    if (kind == CLOISTER) != (spot // 3 == CLOISTER):
        worth -= weights[G_JOKER]
    return worth + colour_worth(state, seat, result, weights)


@inlined
def colour_worth(state, seat, kind, weights):
    """Return the worth of a type that is new in the estate: the nearer to all seven the more."""
    if state.has_seven[seat]:
        return 0.0
    have = colours(state, seat)
    if has(have, kind):
        return 0.0
    prize = SEVEN_VP[state.seats, state.sevens_taken]
    missing = 7 - count(have)
    return 1.0 * prize if missing == 1 else weights[G_COLOUR] * prize / missing


@inlined
def card_worth(state, seat, card, weights, bonus):
    """Return the worth of a card on the best spot it could go to now."""
    best = 0.0
    spots = spots_for(state, seat, CARD_TYPE[card])
    while spots:
        worth = placing_worth(state, seat, card, lowest(spots), weights, bonus)
        best = max(best, worth)
        spots = without_lowest(spots)
    return best


@rule
def gained_by_project(state, seat, card, weights, bonus):
    """Return the worth of a new project, less that of the one it pushes out."""
    worth = weights[G_TAKEN] * card_worth(state, seat, card, weights, bonus)
    kept = projects_kept(state, seat)
    if turns_left(state) <= kept // 2:
        return 0.0
    if kept < PROJECTS:
        return worth
    least = worth
    for k in range(PROJECTS):
        other = card_worth(state, seat, state.projects[seat, k], weights, bonus)
        least = min(least, weights[G_TAKEN] * other)
    return worth - least


@rule
def stock_worth(state, seat, pile, weights):
    """Return the worth of the good or animal on top of a pile."""
    kind = state.top[pile]
    if kind < GOODS:
        return weights[G_GOOD] + 0.1 * state.goods[seat, kind]
    return weights[G_ANIMAL] + animal_vp(state, seat, kind - GOODS)


@rule
def other_worth(state, seat, kind, action, weights, bonus):
    """Return the worth of actions that neither take nor place a card."""
    if kind == IS_SALE:
        vp = sale_vp(state, action)
        return vp + weights[G_SILVER] * vp * SALE_SILVER + 0.2
    if kind == IS_RESTOCK:
        return weights[G_WORKER] * max(0, RESTOCK_TO - state.workers[seat])
    if kind == IS_SILVER:
        return weights[G_SILVER]
    if kind == IS_CONVERT:
        given = (state.workers[seat] + state.silver[seat]) // CONVERSION
        return 1.0 * given if turns_left(state) == 0 else -1.0
    if kind == IS_LINE:
        animal = weights[G_ANIMAL] + 0.5
        silver, worker = weights[G_SILVER], weights[G_WORKER]
        return line_value(state, line_of(action), weights[G_GOOD], animal, silver, worker)
    if kind == IS_PILE:
        return stock_worth(state, seat, pile_of(action), weights)
    if kind == IS_BUY:
        return weights[G_BUY]
    if kind == IS_PROJECT:
        return gained_by_project(state, seat, card_of_project(state, action), weights, bonus)
    if kind == IS_DISCARD:
        return -card_worth(state, seat, discarded_project(state, action), weights, bonus)
    return 0.0


@rule
def amount_worth(state, seat, action):
    """Return what a part of a conversion brings in all: the more the better."""
    amount = amount_of(action)
    if action >> 6 < W_SILVER:
        return 1.0 * ((amount + state.silver[seat]) // CONVERSION) - 0.01 * amount
    return 1.0 * amount


@policy(game="cards-solo", summary="triples, all seven types, sets of animals", weights=WEIGHTS)
@policy(game="cards", summary="triples, all seven types, sets of animals", weights=WEIGHTS)
def collector(state, legal, rng, weights):
    """Choose the action of the highest worth; among equals the first.

    Idea: a card is worth its effect, its share of the triple it works for and of the "all
    seven" card; goods, animals, silver and workers have a price, and what is held in hand is
    bought with silver as soon as there are three. Source: our own, weights set by hand. Loses
    against play that looks at what others need, or keeps the better of two hand cards.
    """
    seat = state.seat
    animal = weights[G_ANIMAL] + 0.5
    bonus = best_line(state, weights[G_GOOD], animal, weights[G_SILVER], weights[G_WORKER])
    alike = equal_numbers_in_hand(state, seat)
    best, best_worth = -1, -np.inf
    action = next_action(legal, -1)
    while action >= 0:
        if alike and card_played(action) == 1:  # worth as much as with the first card
            action = next_action(legal, last_action_with(1))
            continue
        kind = kind_of_action(action)
        if kind == IS_TAKE:
            worth = gained_by_project(state, seat, taken_card(state, action), weights, bonus)
            worth -= weights[G_WORKER] * workers_paid(state, action)
        elif kind == IS_PLACE:
            worth = placing_worth(
                state, seat, placed_card(state, action), spot_of(action), weights, bonus
            )
            worth -= weights[G_WORKER] * workers_paid(state, action)
        elif kind == IS_AMOUNT:
            worth = amount_worth(state, seat, action)
        else:
            worth = other_worth(state, seat, kind, action, weights, bonus)
            if kind == IS_SALE:
                worth -= weights[G_WORKER] * workers_paid(state, action)
        if worth > best_worth:
            best, best_worth = action, worth
        action = next_action(legal, action)
    return best
