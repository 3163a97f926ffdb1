"""Equal choices are listed once, and nothing that makes a difference is left out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from burgundy_lab.sim.board.state import (
    BUY_DEPOT,
    C_SHIP,
    Q_DISCARD,
    Q_PAYMENT,
    Q_SHIP,
    W_BUY,
    W_CHOICE,
    W_TAKE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.solo.state import (
    C_EXCHANGE,
    FACE_DOWN,
    Q_EXCHANGE,
    Q_GIVE_GOODS,
    Q_STEPS,
    W_GIFT,
)
from tests.solo_games import draw_table as draw_solo
from tests.twins.random_games import draw_table

SEED = 31


def canonical(state: Any) -> tuple[Any, ...]:
    """Return a position in a form that is the same for positions between which no rule tells."""
    found: list[Any] = []
    for name in state.dtype.names:
        value = state[name].tolist()
        if name == "storage":
            value = [sorted(row) for row in value]
        elif name == "black":
            value = sorted(value)
        elif name == "depot":
            # The white die of the Solo board takes the first tile of a depot: an order.
            value = [value[d : d + 4] for d in range(0, 24, 4)]
            value = [sorted(row) for row in value] if state.seats > 1 else value
        elif name == "bag":
            value = sorted(value)
        elif name == "subject":
            value = [
                subject_tile(state, int(q), s) for q, s in zip(state.question, value, strict=True)
            ]
        elif name == "dice":
            mine = [d for k, d in enumerate(value[state.seat]) if state.dice_left >> k & 1]
            others = [row for seat, row in enumerate(value) if seat != state.seat]
            value = [sorted(mine), *map(sorted, others)]
        elif name in ("offered", "dice_left"):
            value = value.bit_count()
        found.append(repr(value))
    return tuple(found)


def subject_tile(state: Any, question: int, subject: int) -> Any:
    """Return what a question is about: a tile and its depot in place of the tile's place."""
    if question == Q_GIVE_GOODS:
        return subject & 7, int(state.black[subject >> 3])
    if question not in (Q_DISCARD, Q_PAYMENT):
        return subject
    face_down, source = divmod(subject, FACE_DOWN)
    if source < BUY_DEPOT:
        return face_down, "black", int(state.black[source])
    return face_down, (source - BUY_DEPOT) // 4, int(state.depot[source - BUY_DEPOT])


def full_list(position: Position) -> Iterator[int]:
    """Yield the listed actions and those beside them that name an equal tile or depot."""
    state, listed = position.state, list(position.legal_actions)
    question = int(state.question[state.asked - 1]) if state.asked else 0
    for action in listed:
        word, choice = divmod(action, 64)
        yield action
        if word < W_BUY and word % WORDS_PER_DIE == W_TAKE:
            yield from (64 * word + s for s in same_tiles(state.depot, choice, 4))
        elif word == W_BUY and choice < BUY_DEPOT:
            yield from (64 * word + place for place in same_tiles(state.black, choice, 8))
        elif word == W_BUY:
            slots = same_tiles(state.depot, choice - BUY_DEPOT, 4)
            yield from (64 * word + BUY_DEPOT + slot for slot in slots)
        elif W_GIFT <= word < W_GIFT + 4:
            places = same_tiles(state.black, word - W_GIFT, 8)
            yield from (64 * (W_GIFT + place) + choice for place in places)
        elif question == Q_EXCHANGE and choice >= C_EXCHANGE:
            places = same_tiles(state.black, choice - C_EXCHANGE, 8)
            yield from (64 * word + C_EXCHANGE + place for place in places)
    if question == Q_SHIP:
        goods = state.depot_goods.any(axis=1)
        for depot in range(6):
            yield 64 * W_CHOICE + C_SHIP + 3 * depot
            for side, other in ((1, (depot + 1) % 6), (2, (depot - 1) % 6)):
                if int(state.knowledge[state.seat]) >> 5 & 1 and goods[other]:
                    yield 64 * W_CHOICE + C_SHIP + 3 * depot + side


def same_tiles(tiles: Any, place: int, group: int) -> list[int]:
    """Return the other places of a depot with a tile equal to that of a place."""
    first = place // group * group
    return [p for p in range(first, first + group) if p != place and tiles[p] == tiles[place] > 0]


def copy_after(position: Position, action: int) -> Any:
    """Return the state after an action, be it listed or not."""
    copy = position.copy()
    copy.game.seams()[2](copy.state, copy._streams[0], action)
    return copy.state


def after(position: Position, action: int) -> Any:
    """Return the canonical position after an action, be it listed or not."""
    return canonical(copy_after(position, action))


def compare_lists(position: Position, lot: random.Random, every: int) -> tuple[int, int]:
    """Walk through a game; at every so many decisions and at each ship compare the lists. Returns
    how many actions were listed and how many equal ones were not.
    """
    listed_in_all = left_out = number = 0
    while not position.is_over:
        legal = list(position.legal_actions)
        state, number = position.state, number + 1
        rare = state.asked and state.question[state.asked - 1] in (Q_SHIP, Q_EXCHANGE)
        if number % every == 0 or rare:
            results = {after(position, action): action for action in legal}
            # Two orders of gains can come to the same; an order is no equal tile or depot.
            in_order = state.asked and state.question[state.asked - 1] == Q_STEPS
            # What the end of a phase clears away makes equal what was not: take a ship of one
            # depot or of another, and both depots are emptied.
            at_its_end = any(copy_after(position, a).phase_no != state.phase_no for a in legal)
            equal = in_order or at_its_end
            assert equal or len(results) == len(legal), f"listed twice in\n{position.text}"
            full = set(full_list(position))
            for action in full - set(legal):
                assert after(position, action) in results, f"{action} is lost in\n{position.text}"
            listed_in_all, left_out = listed_in_all + len(legal), left_out + len(full - set(legal))
        placings = [a for a in legal if a // 64 < W_BUY and a // 64 % WORDS_PER_DIE in (1, 2, 3)]
        position.step(lot.choice(placings if placings and lot.random() < 0.6 else legal))
    return listed_in_all, left_out


def board_game(number: int) -> Position:
    table = draw_table(SEED, number)
    return Position.new(
        players=table.seats, estates=table.estates, settings=table.settings, seed=number
    )


def solo_game(number: int) -> Position:
    table = draw_solo(SEED, number)
    return Position.new("solo", estates=(table.side,), settings=table.settings, seed=number)


@pytest.mark.parametrize("new", [board_game, solo_game])
def test_no_two_listed_actions_do_the_same_and_none_is_lost(new):
    """Tables, sides and settings at random: 2, 3 and 4 players and both Solo sides."""
    listed = left_out = 0
    for number in range(6):
        some, equal = compare_lists(new(number), random.Random(number), every=9)
        listed, left_out = listed + some, left_out + equal
    assert listed > 400
    assert left_out > 30, "equal choices came up"


@pytest.mark.slow
@pytest.mark.parametrize("new", [board_game, solo_game])
def test_the_same_in_300_games(new):
    for number in range(6, 306):
        compare_lists(new(number), random.Random(number), every=3)
