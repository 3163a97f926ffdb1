"""Legal actions against all that hands could do at the table: nothing twice, nothing left out."""

from __future__ import annotations

import numpy as np
import pytest

from burgundy_lab.sim.cards.readers import (
    held_goods,
    menu_lines,
    piles_left,
    spots_for,
)
from burgundy_lab.sim.cards.state import (
    Q_BONUS,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_DISCARD,
    Q_GRANT,
    Q_OFFER,
    Q_PILE,
    Q_WAREHOUSE,
    TO_SLOT,
)
from burgundy_lab.sim.cards.tables import CARD_NUMBER, CARD_TYPE, DISTANCE, SALE_STEPS
from tests.cards.games import KINDS, new, walk

CHOICE = 64 * 18


def members(word):
    return [k for k in range(64) if word >> k & 1]


def with_card(state, d, number, question):
    """Return all actions with a card of a number, or with an effect (number 0)."""
    seat, base = int(state.seat), 192 * d
    reach = int(state.workers[seat])
    if question != Q_CITY_HALL and question != Q_WAREHOUSE:
        for slot, card in enumerate(state.display.tolist()):
            types = int(state.subject[state.asked - 1]) if question == Q_GRANT else -1
            near = not number or DISTANCE[number, slot // 5 + 1] <= reach
            if card and near and types >> CARD_TYPE[card] & 1:
                yield base + slot
    if question != Q_WAREHOUSE and question != Q_GRANT:
        for k, card in enumerate(state.projects[seat].tolist()):
            if card and (not number or DISTANCE[number, CARD_NUMBER[card]] <= reach):
                for spot in members(int(spots_for(state, seat, CARD_TYPE[card]))):
                    yield base + 64 + 21 * k + spot
    if question != Q_CITY_HALL and question != Q_GRANT:
        for kind in members(int(held_goods(state, seat))):
            if not number or SALE_STEPS[number, kind] <= reach:
                yield base + 128 + kind
    if question not in (Q_CITY_HALL, Q_GRANT, Q_WAREHOUSE):
        yield from (base + 128 + 3, base + 128 + 4)
        if state.workers[seat] + state.silver[seat] >= 3:
            yield base + 128 + 5


def every_action(here):
    """Return all that can be done at the table, equal things one by one."""
    state, listed = here.state, list(here.legal_actions)
    question = int(state.question[state.asked - 1]) if state.asked else 0
    found = [a for a in listed if CHOICE <= a < CHOICE + 3]  # purchase, end of turn, decline
    if not question and not state.played:
        for h, card in enumerate(state.hand[state.seat].tolist()):
            found += with_card(state, h, CARD_NUMBER[card], 0) if card else []
    if question == Q_OFFER:
        for c, card in enumerate(state.offer.tolist()):
            if card:
                found += [CHOICE + 3 + c, *with_card(state, 2 + c, CARD_NUMBER[card], 0)]
    if question in (Q_CASTLE, Q_CITY_HALL, Q_WAREHOUSE, Q_GRANT):
        found += with_card(state, 5, 0, question)
    if question == Q_PILE:
        subject = int(state.subject[state.asked - 1])
        found += [CHOICE + 9 + p for p in members(int(piles_left(state)) & subject)]
    if question == Q_BONUS:
        found += [CHOICE + 13 + k for k in members(int(menu_lines(state)))]
    if question == Q_DISCARD:
        found += [CHOICE + 6 + k for k in range(3)]
    return found


def table_after(here, action):
    """Return the table after an action as people see it: equal things in no order. What only
    follows from the rest, or was counted for the logs, is left out."""
    after = here.copy()
    here.game.seams()[2](after.state, after._streams[0], action)
    state, kept = after.state, []
    for name in state.dtype.names:
        value = np.asarray(state[name])
        if name in ("shown", "tally", "hand_part", "offer_part"):
            continue
        if name in ("projects", "hand"):
            value = np.sort(value, axis=1)
        if name == "display":
            value = np.sort(value.reshape(6, 5), axis=1)
        if name == "offer":
            value = np.sort(value)
        if name == "subject":  # a place of the display stands for its row and card
            slots = value - TO_SLOT
            places = np.maximum(slots, 0)
            rows_and_cards = TO_SLOT + 100 * (places // 5) + state.display[places]
            value = np.where(slots < 0, value, rows_and_cards)
        if name in ("pile", "top"):
            pairs = list(zip(state.pile.tolist(), state.top.tolist(), strict=True))
            value = np.array([sorted(pairs[:2]), sorted(pairs[2:])])
        kept.append(value.tobytes())
    return tuple(kept)


def ends_the_round(here, action):
    after = here.copy()
    here.game.seams()[2](after.state, after._streams[0], action)
    return after.is_over or after.state.round_no != here.state.round_no


def check_listing(here, seen):
    listed = list(here.legal_actions)
    tables = [table_after(here, action) for action in listed]
    # The end of a round discards the display, and so makes equal what was not: a card out of the
    # display or an equal one that was bought.
    if not any(ends_the_round(here, action) for action in listed):
        assert len(set(tables)) == len(tables), [here.describe(a) for a in listed]
    words = [here.describe(action) for action in listed]
    assert len(set(words)) == len(words), words
    if listed[0] < CHOICE + 64:  # amounts of a conversion are looked at in the rules' tests
        every = every_action(here)
        assert set(listed) <= set(every)
        assert {table_after(here, action) for action in every} == set(tables)
        question = int(here.state.question[here.state.asked - 1]) if here.state.asked else 0
        seen[question] = seen.get(question, 0) + (len(set(every)) > len(listed))
    assert listed != [CHOICE + 2], "asked, with nothing to do but decline"


def check_games(game, players, seeds, share):
    seen = {}
    for seed in seeds:
        for number, (here, _) in enumerate(walk(new(game, players, 500 + seed), seed)):
            if number % share == seed % share or here.state.asked:
                check_listing(here, seen)
    return seen


@pytest.mark.parametrize("game, players", KINDS)
def test_no_two_actions_come_to_the_same_and_none_is_left_out(game, players):
    seen = check_games(game, players, range(1), 4)
    assert seen[0] + seen[Q_OFFER] > 0, "equal choices came up"


@pytest.mark.slow
@pytest.mark.parametrize("game, players", KINDS)
def test_no_two_actions_of_200_games_come_to_the_same(game, players):
    seen = check_games(game, players, range(200), 1)
    # Few cards lie in the six rows then, so that two equal ones are hardly ever granted.
    rare = {Q_GRANT} if players <= 2 else set()
    for question in {0, Q_CASTLE, Q_GRANT, Q_OFFER, Q_DISCARD, Q_PILE} - rare:
        assert seen[question] > 0, question
