"""[Set-up], [Display], [Cards]: what lies where before the first turn."""

from __future__ import annotations

import numpy as np
import pytest

from burgundy_lab.sim.cards.tables import (
    BUILDING_NAMES,
    CARD_FACE,
    CARD_NUMBER,
    CARD_TYPE,
    FACE_NAMES,
    TYPE_NAMES,
)
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import Position
from tests.builders_cards import table

PLAYERS = (1, 2, 3, 4)


def new(players, seed=7, **settings):
    game = "cards-solo" if players == 1 else "cards"
    return Position.new(game, players=players, estates=(), seed=seed, settings=settings).state


def test_the_deck_has_114_cards_of_seven_types():
    deck = get_game("cards").configure(2)[0].deck
    counts = {name: int(deck[t == CARD_TYPE].sum()) for t, name in enumerate(TYPE_NAMES)}
    assert counts == {
        "castle": 12, "mine": 12, "cloister": 12, "knowledge": 18, "ship": 18, "pasture": 18,
        "building": 24,
    }  # fmt: skip
    assert deck.sum() == 114


def test_there_are_eight_kinds_of_buildings_with_three_cards_each():
    deck = get_game("cards").configure(2)[0].deck
    kinds = [int(deck[f == CARD_FACE].sum()) for f in range(len(FACE_NAMES))][6:]
    assert len(BUILDING_NAMES) == 8 and kinds == [3] * 8


def test_each_number_is_on_19_cards():
    deck = get_game("cards").configure(2)[0].deck
    assert [int(deck[n == CARD_NUMBER].sum()) for n in range(1, 7)] == [19] * 6


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_starts_with_a_good_an_animal_and_a_silver(players):
    state = new(players)
    for seat in range(players):
        assert state.goods[seat].sum() == state.animals[seat].sum() == 1
        assert state.silver[seat] == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_the_other_goods_and_animals_lie_in_two_even_piles_with_open_tops(players):
    state = new(players)
    goods, animals = 18 - players, 20 - players
    assert state.pile.tolist() == [
        (goods + 1) // 2, goods // 2, (animals + 1) // 2, animals // 2,
    ]  # fmt: skip
    assert (state.top >= 0).all() and (state.top[:2] < 3).all() and (state.top[2:] >= 3).all()


@pytest.mark.parametrize("players, workers", [(2, [0, 2]), (3, [0, 1, 2]), (4, [0, 1, 1, 2])])
def test_workers_at_the_start_go_by_seat_and_the_last_gets_two(players, workers):
    state = new(players)
    order = [(int(state.start) + k) % players for k in range(players)]
    assert [int(state.workers[seat]) for seat in order] == workers


@pytest.mark.parametrize("players, workers", [(2, [0, 1]), (3, [0, 1, 1]), (4, [0, 1, 1, 2])])
def test_by_a_setting_the_last_of_two_or_three_gets_one_worker(players, workers):
    state = new(players, start_workers="by_seat", start_player="seat_0")
    assert state.workers[:players].tolist() == workers


def test_any_seat_begins_unless_a_setting_fixes_it():
    assert {int(new(4, seed=seed).start) for seed in range(40)} == {0, 1, 2, 3}
    assert {int(new(4, seed=s, start_player="seat_0").start) for s in range(10)} == {0}


def test_the_start_player_has_the_start_player_card_plain_side_up():
    state = new(3)
    assert state.holder == state.start and state.flipped == 0


@pytest.mark.parametrize("players, cards", [(1, 7), (2, 7), (3, 10), (4, 13)])
def test_the_display_has_7_10_or_13_cards(players, cards):
    assert (new(players).display > 0).sum() == cards


@pytest.mark.parametrize("players, in_order", [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_the_first_cards_go_to_rows_1_to_6_in_order(players, in_order):
    rows = new(players).display.reshape(6, 5)
    assert ((rows[:, :in_order] > 0).all(axis=1)).all()


@pytest.mark.parametrize("players, in_order", [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_the_other_cards_go_to_the_row_of_their_number(players, in_order):
    for seed in range(20):
        rows = new(players, seed=seed).display.reshape(6, 5)
        for row in range(6):
            for card in rows[row, in_order:]:
                assert card == 0 or CARD_NUMBER[card] == row + 1


@pytest.mark.parametrize("players", PLAYERS)
def test_six_cards_are_dealt_face_down_and_two_taken_in_hand(players):
    state = new(players)
    seat = int(state.seat)
    assert state.face_down[seat] == 4 and (state.hand[seat] > 0).sum() == 2
    others = [s for s in range(players) if s != seat]
    assert [int(state.face_down[s]) for s in others] == [6] * (players - 1)


def test_seven_first_triple_cards_lie_open():
    assert new(2).first_owner.tolist() == [-1] * 7


def test_all_cards_lie_somewhere():
    for players in PLAYERS:
        assert get_game("cards").check(new(players)) == []


def test_other_numbers_of_seats_are_refused_in_one_line():
    with pytest.raises(BadValue, match="players 5 must be a whole number from 2 to 4"):
        get_game("cards").configure(5)
    with pytest.raises(BadValue, match="players 2 must be 1"):
        get_game("cards-solo").configure(2)


def test_estates_are_refused_in_one_line():
    with pytest.raises(BadValue, match="estate '8'"):
        get_game("cards").configure(2, "8")


def test_cards_not_seen_have_no_order():
    state = table().state
    assert state.unseen.shape == (4, 85)
    assert np.array_equal(state.unseen.sum(axis=1), state.unseen_left)
