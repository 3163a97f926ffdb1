"""[Ships]: the goods of one depot are taken, all others leave the game."""

from __future__ import annotations

from burgundy_lab.sim.legal import action_ids
from tests.builders import NEXT, place, ship
from tests.solo_builders import REGION, solo, step

LAID = {1: {1: 2, 2: 1}, 3: {1: 1, 5: 1}, 6: {4: 3}}


def sailed(**arranged):
    """Return a table with a ship just placed on space 6, its effect chosen."""
    game = solo(storage=["ship"], phase="E", **arranged).do(place(0, 6))
    return game.do(*[step(3) for _ in range(game.asked == "steps")])


def test_a_ship_asks_whose_goods_to_take():
    game = sailed(depot_goods=LAID)
    assert game.asked == "ship"
    assert set(game.choices) == {ship(d) for d in (1, 2, 3, 6)}, "2, 4 and 5 are empty alike"


def test_depots_with_the_same_goods_are_one_choice_since_the_others_are_cleared():
    game = sailed(depot_goods={2: {1: 2, 4: 1}, 3: {1: 1}, 5: {4: 1, 1: 2}})
    assert set(game.choices) == {ship(1), ship(2), ship(3)}
    left = {d: sailed(depot_goods={2: {1: 1}, d: {1: 1}}).do(ship(2)).me.goods for d in (3, 6)}
    assert left == {3: {1: 1}, 6: {1: 1}}


def test_with_tile_5_too_the_same_goods_are_one_choice():
    game = sailed(depot_goods={1: {1: 1}, 2: {2: 1}}, estate={3: "knowledge5"})
    assert set(game.choices) == {ship(1), ship(2), ship(3), ship(1, NEXT)}


def test_all_goods_of_the_depot_are_taken_and_all_others_leave_the_game():
    game = sailed(depot_goods=LAID).do(ship(1))
    assert game.me.goods == {1: 2, 2: 1}
    assert game.removed_goods == {1: 1, 4: 3, 5: 1}
    assert not game.state.depot_goods.any()


def test_goods_of_any_number_of_types_are_held():
    game = sailed(depot_goods={2: {1: 1, 2: 1, 3: 1}}, goods={4: 1, 5: 1}).do(ship(2))
    assert game.me.goods == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}


def test_goods_of_a_depot_are_told_whatever_is_held():
    game = sailed(depot_goods={2: {1: 1}}, goods={4: 1, 5: 1, 6: 1})
    words = {action: game.position.describe(action) for action in game.choices}
    assert words == {ship(1): "load no goods", ship(2): "load the goods of depot 2"}


def test_an_empty_depot_may_be_named_and_still_the_others_are_cleared():
    game = sailed(depot_goods=LAID).do(ship(2))
    assert game.me.goods == {}
    assert sum(game.removed_goods.values()) == 8


def test_tile_5_takes_two_depots_before_the_rest_is_cleared():
    tile = {3: "knowledge5"}
    game = sailed(depot_goods=LAID, estate=tile).do(ship(3))
    assert game.me.goods == {1: 1, 5: 1}
    assert game.removed_goods == {1: 2, 2: 1, 4: 3}
    game = sailed(depot_goods=LAID, estate=tile).do(ship(6, NEXT))
    assert game.me.goods == {1: 2, 2: 1, 4: 3}


def test_a_ship_that_finds_no_goods_asks_nothing():
    assert sailed().asked == "steps" or sailed().asked == "-"


def test_goods_are_cleared_only_by_a_ship():
    game = solo(storage=["bank"], depot_goods=LAID).do(place(0, 1))
    game.do(*[step(REGION) for _ in range(game.asked == "steps")])
    assert game.removed_goods == {}
    assert game.state.depot_goods.sum() == 8


def test_the_words_of_legal_actions_are_those_listed():
    game = sailed(depot_goods=LAID)
    assert len(action_ids(game.position.legal_actions._words)) == 4
