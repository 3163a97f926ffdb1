"""[Exchange]: after a ship, five goods for a black-depot tile that lies black side up."""

from __future__ import annotations

import pytest

from tests.builders import DECLINE, buy, discard, load, place, sell, ship
from tests.solo_builders import EFFECT, REGION, exchange, solo, step

BLACK = ("ship", "mine", "bank", "cow3")


def sailed(goods, *, black=BLACK, storage=(), **arranged):
    """Return a table with a ship just placed on space 6 and the region scored."""
    game = solo(storage=["ship", *storage], goods=goods, black=black, phase="E", **arranged)
    game.do(place(0, 6))
    return game.do(*[step(REGION) for _ in range(game.asked == "steps")])


def test_five_goods_buy_one_tile_black_side_up():
    game = sailed({1: 5})
    assert game.asked == "exchange"
    game.do(exchange(2))
    assert game.storage == ["black_tile"]
    assert (game.me.goods, game.removed_goods) == ({}, {1: 5})
    assert game.black == ["ship", "bank", "cow3"]
    assert game.asked == "-", "one tile a ship"


def test_equal_tiles_of_the_black_depot_are_one_choice():
    game = sailed({1: 5}, black=("ship", "mine", "ship", "mine"))
    assert set(game.choices) == {DECLINE, exchange(1), exchange(2)}
    assert sorted(game.do(exchange(1)).black) == ["mine", "mine", "ship"]


def test_any_tile_of_the_black_depot_or_none():
    assert set(sailed({1: 5}).choices) == {DECLINE, *(exchange(n) for n in (1, 2, 3, 4))}
    assert sailed({1: 5}).do(DECLINE).me.goods == {1: 5}


def test_four_goods_are_too_few():
    assert sailed({1: 2, 2: 2}).asked == "-"


def test_the_goods_just_taken_count():
    game = sailed({1: 2}, depot_goods={4: {2: 3}})
    assert game.asked == "ship"
    game.do(ship(4))
    assert game.asked == "exchange"


def test_also_when_the_ship_found_no_goods():
    assert sailed({1: 3, 2: 2}).asked == "exchange"


def test_nothing_to_exchange_for_in_an_empty_black_depot():
    assert sailed({1: 5}, black=()).asked == "-"


def test_only_now():
    game = solo(goods={1: 7}, black=BLACK, storage=["bank"]).do(place(0, 1))
    assert game.asked == "steps"
    game.do(step(REGION), sell(1, 1))
    assert not any(game.may(exchange(n)) for n in (1, 2, 3, 4))


def test_the_player_chooses_which_goods_pay():
    game = sailed({1: 3, 4: 4}).do(exchange(1))
    assert game.asked == "give_goods"
    assert set(game.choices) == {load(1), load(4)}
    game.do(load(4), load(1), load(4), load(4), load(4))
    assert game.me.goods == {1: 2}
    assert game.removed_goods == {1: 1, 4: 4}
    assert game.storage == ["black_tile"]


def test_without_a_choice_nothing_is_asked():
    game = sailed({1: 3, 4: 2}).do(exchange(1))
    assert (game.asked, game.me.goods) == ("-", {})


def test_what_is_left_without_a_choice_is_paid_unasked():
    game = sailed({1: 1, 4: 6}).do(exchange(1), load(1))
    assert game.me.goods == {4: 2}


def test_a_full_storage_makes_room_first():
    game = solo(storage=["ship", "bank", "mine"], goods={1: 5}, black=BLACK, phase="E")
    game.state.storage[0, 0], game.state.depot[0] = 0, 0
    game.state.storage[0, 0] = 3
    game.do(place(0, 6), step(REGION))
    game.state.storage[0, 0] = 4
    game.do(exchange(1))
    assert game.asked == "discard"
    game.do(discard(2))
    assert game.storage == ["warehouse", "bank", "black_tile"]
    assert game.black == ["mine", "bank", "cow3"]


@pytest.mark.parametrize("first", [EFFECT, REGION])
def test_the_ship_may_land_before_or_after_its_region_scores(first):
    game = solo(storage=["ship"], goods={1: 5}, black=BLACK, phase="E").do(place(0, 6))
    assert game.steps == {EFFECT, REGION}
    game.do(step(first))
    assert game.asked == "exchange"


def test_a_purchase_stays_a_purchase():
    game = solo(silver=2, black=BLACK).do(buy(2))
    assert game.storage == ["mine"]
