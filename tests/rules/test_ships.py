"""[Ships], [Goods]: goods of one depot into three goods spaces."""

from __future__ import annotations

import pytest

from tests.builders import DECLINE, NEXT, PREVIOUS, SECOND, load, place, sell, ship, table, take


def sailing(*, knowledge=(), settings=None, **arranged):
    """Return a table on which seat 0 has just placed a ship on space 17."""
    game = table(dice=(2, 1), storage=["ship"], knowledge=knowledge, settings=settings, **arranged)
    return game.do(place(0, 17))


def test_a_ship_asks_for_a_depot():
    game = sailing(depot_goods={4: {3: 1}})
    assert game.asked == "ship"


def test_any_depot_may_be_named_an_empty_one_too():
    game = sailing(depot_goods={4: {3: 1}})
    assert game.do(ship(1)).me.goods == {}
    assert game.goods_on(4) == {3: 1}


@pytest.mark.parametrize(
    "goods, listed", [((4,), (1, 4)), ((1,), (1, 2)), ((1, 2, 6), (1, 2, 3, 6))]
)
def test_depots_of_which_nothing_is_taken_are_one_choice(goods, listed):
    game = sailing(depot_goods={depot: {3: 1} for depot in goods})
    assert set(game.choices) == {ship(depot) for depot in listed}
    nothing = next(depot for depot in listed if depot not in goods)
    assert game.position.describe(ship(nothing)) == "load no goods"


def test_without_an_empty_depot_goods_must_be_taken():
    game = sailing(depot_goods={depot: {3: 1} for depot in range(1, 7)})
    assert set(game.choices) == {ship(depot) for depot in range(1, 7)}


def test_a_depot_whose_goods_do_not_fit_is_like_an_empty_one():
    game = sailing(goods={1: 1, 2: 1, 3: 1}, depot_goods={2: {4: 1}, 4: {1: 1, 4: 1}})
    assert set(game.choices) == {ship(1), ship(4)}
    assert game.do(ship(4)).goods_on(4) == {4: 1}


@pytest.mark.parametrize("depot", [1, 2, 3, 4, 5, 6])
def test_the_depot_does_not_depend_on_the_die(depot):
    game = sailing(depot_goods={depot: {3: 2}})
    assert game.do(ship(depot)).me.goods == {3: 2}


def test_all_goods_of_the_depot_are_taken():
    game = sailing(depot_goods={4: {1: 2, 3: 1, 6: 1}, 5: {2: 1}})
    game.do(ship(4))
    assert game.me.goods == {1: 2, 3: 1, 6: 1}
    assert (game.goods_on(4), game.goods_on(5)) == ({}, {2: 1})


def test_goods_of_a_type_are_piled():
    game = sailing(goods={3: 2}, depot_goods={4: {3: 1}})
    assert game.do(ship(4)).me.goods == {3: 3}


@pytest.mark.parametrize("chosen, left", [(1, {4: 1}), (4, {1: 1})])
def test_no_more_than_three_types_are_stored_the_owner_chooses(chosen, left):
    game = sailing(goods={2: 1, 3: 1}, depot_goods={5: {1: 1, 4: 1}}).do(ship(5))
    assert game.asked == "goods"
    assert set(game.choices) == {load(1), load(4)}
    game.do(load(chosen))
    assert game.me.goods == {2: 1, 3: 1, chosen: 1}
    assert game.goods_on(5) == left


def test_with_empty_storage_three_of_four_types_are_chosen_one_by_one():
    game = sailing(depot_goods={5: {1: 1, 2: 1, 3: 2, 4: 1}}).do(ship(5))
    game.do(load(3))
    assert set(game.choices) == {load(1), load(2), load(4)}
    game.do(load(1))
    assert game.asked == "goods"
    game.do(load(4))
    assert game.asked == "-"
    assert game.me.goods == {1: 1, 3: 2, 4: 1}
    assert game.goods_on(5) == {2: 1}


def test_all_goods_of_a_chosen_type_come():
    game = sailing(goods={2: 1, 3: 1}, depot_goods={5: {1: 3, 4: 1}})
    assert game.do(ship(5), load(1)).me.goods == {1: 3, 2: 1, 3: 1}


def test_goods_that_fit_are_taken_without_a_question():
    game = sailing(goods={2: 1}, depot_goods={5: {1: 1, 4: 1}}).do(ship(5))
    assert game.asked == "-"
    assert game.me.goods == {1: 1, 2: 1, 4: 1}


def test_types_in_storage_are_taken_before_the_choice():
    game = sailing(goods={2: 1, 3: 1}, depot_goods={5: {1: 1, 2: 2, 4: 1}}).do(ship(5))
    assert game.me.goods == {2: 3, 3: 1}
    assert set(game.choices) == {load(1), load(4)}


def test_with_full_storage_only_types_in_storage_are_taken():
    game = sailing(goods={1: 1, 2: 1, 3: 1}, depot_goods={5: {2: 1, 4: 2}}).do(ship(5))
    assert game.asked == "-"
    assert game.me.goods == {1: 1, 2: 2, 3: 1}
    assert game.goods_on(5) == {4: 2}


def test_a_ship_cannot_be_declined():
    game = sailing(depot_goods={4: {3: 1}})
    assert not game.may(DECLINE)


def test_goods_that_fit_cannot_be_left():
    game = sailing(goods={2: 1, 3: 1}, depot_goods={5: {1: 1, 4: 1}}).do(ship(5))
    assert not game.may(DECLINE)


def test_without_goods_on_any_depot_nothing_is_asked():
    assert sailing().asked == "-"


def test_if_no_goods_fit_nothing_is_asked():
    game = sailing(goods={1: 1, 2: 1, 3: 1}, depot_goods={5: {4: 2}})
    assert game.asked == "-"


def test_the_ship_moves_though_there_are_no_goods():
    assert sailing().me.track == (1, 0)


def test_the_ship_moves_one_space_before_the_depot_is_named():
    game = sailing(depot_goods={4: {3: 1}})
    assert game.me.track == (1, 0)
    assert game.seat(1).track[0] == 0


def test_the_turn_goes_on_after_the_ship():
    game = sailing(depot_goods={4: {3: 1}}, depots={(1, 3): "ship"})
    game.do(ship(4), take(1, 3, SECOND))
    assert game.position.seat == 1


def test_goods_just_loaded_may_be_sold_with_the_other_die():
    game = sailing(depot_goods={4: {1: 2}})
    assert game.do(ship(4), sell(1, SECOND)).me.sold == {1: 2}


# --- knowledge tile 5: a neighbour too --------------------------------------------------------


RING = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 1)]


@pytest.mark.parametrize("goods", [{1, 2}, {1, 4}, {1, 6}, {2, 5}, {3}, {6}, set(range(1, 7))])
def test_tile_5_adds_a_neighbour_on_the_ring_where_6_meets_1(goods):
    game = sailing(knowledge=(5,), depot_goods={depot: {1: 1} for depot in goods})
    empty = [ship(depot) for depot in range(1, 7) if depot not in goods]
    alone = {ship(depot) for depot in goods}
    pairs = {ship(depot, NEXT) for depot, after in RING if {depot, after} <= goods}
    assert set(game.choices) == alone | pairs | set(empty[:1])


def test_with_tile_5_an_empty_depot_does_not_join_two_others():
    game = sailing(knowledge=(5,), depot_goods={1: {1: 1}, 3: {1: 1}})
    assert set(game.choices) == {ship(1), ship(2), ship(3)}


@pytest.mark.parametrize(
    "held, on_3, on_4, listed",
    [
        ({1, 2, 6}, {3}, {4}, set()),  # nothing fits, so nothing is asked
        ({1, 2}, {3}, {4}, {ship(1), ship(3), ship(4)}),  # the second brings nothing more
        ({1, 2}, {3}, {3}, {ship(1), ship(3), ship(4), ship(3, NEXT)}),
        ({1, 2}, {3, 2}, {4, 1}, {*map(ship, (1, 3, 4)), ship(3, NEXT), ship(4, PREVIOUS)}),
        ({1, 2}, {3, 4}, {3, 4}, {ship(1), ship(3), ship(4), ship(3, NEXT)}),
        ({1, 2}, {3}, {3, 4}, {*map(ship, (1, 3, 4)), ship(3, NEXT), ship(4, PREVIOUS)}),
        ({1, 2}, {1}, {3, 4}, {ship(1), ship(3), ship(4), ship(3, NEXT)}),
        ({1, 2}, {3, 4}, {5}, {ship(1), ship(3), ship(4)}),
        ({1}, {3}, {4}, {ship(1), ship(3), ship(4), ship(3, NEXT)}),
    ],
)
def test_setting_in_turn_lists_an_order_only_where_it_matters(held, on_3, on_4, listed):
    """Depots 3 and 4 alone have goods: which voyages bring different goods."""
    game = sailing(
        settings={"second_depot": "in_turn"},
        knowledge=(5,),
        goods=dict.fromkeys(held, 1),
        depot_goods={3: dict.fromkeys(on_3, 1), 4: dict.fromkeys(on_4, 1)},
    )
    assert set(game.choices if game.asked == "ship" else ()) == listed


def test_tile_5_takes_the_goods_of_both_depots():
    goods = {6: {1: 1}, 1: {2: 2}, 2: {3: 1}}
    assert sailing(knowledge=(5,), depot_goods=goods).do(ship(6, NEXT)).me.goods == {1: 1, 2: 2}
    assert sailing(knowledge=(5,), depot_goods=goods).do(ship(1, NEXT)).me.goods == {2: 2, 3: 1}
    game = sailing(knowledge=(5,), depot_goods=goods)
    assert not game.may(ship(1, PREVIOUS)), "listed as depot 6 with the next one"
    assert game.do(ship(6, NEXT)).goods_on(2) == {3: 1}


def test_tile_5_may_be_declined():
    game = sailing(knowledge=(5,), depot_goods={6: {1: 1}, 1: {2: 2}}).do(ship(6))
    assert game.me.goods == {1: 1}
    assert game.goods_on(1) == {2: 2}


def test_without_tile_5_there_is_no_neighbour():
    game = sailing(depot_goods={6: {1: 1}, 1: {2: 2}})
    assert not game.may(ship(6, NEXT))
    assert not game.may(ship(1, PREVIOUS))


def test_tile_5_fills_spaces_from_both_depots_together():
    game = sailing(knowledge=(5,), goods={1: 1, 2: 1}, depot_goods={3: {3: 1}, 4: {4: 1, 2: 1}})
    game.do(ship(3, NEXT))
    assert game.me.goods == {1: 1, 2: 2}
    assert set(game.choices) == {load(3), load(4)}
    assert game.do(load(4)).me.goods == {1: 1, 2: 2, 4: 1}
    assert game.goods_on(3) == {3: 1}


def test_setting_in_turn_empties_the_first_depot_first():
    game = sailing(
        settings={"second_depot": "in_turn"},
        knowledge=(5,),
        goods={1: 1, 2: 1},
        depot_goods={3: {3: 1}, 4: {4: 1, 2: 1}},
    )
    game.do(ship(3, NEXT))
    assert game.asked == "-"
    assert game.me.goods == {1: 1, 2: 2, 3: 1}
    assert game.goods_on(4) == {4: 1}


def test_setting_in_turn_asks_for_each_depot_by_itself():
    game = sailing(
        settings={"second_depot": "in_turn"},
        knowledge=(5,),
        goods={1: 1},
        depot_goods={3: {3: 1}, 4: {4: 1, 5: 1}},
    )
    game.do(ship(3, NEXT))
    assert game.me.goods == {1: 1, 3: 1}
    assert set(game.choices) == {load(4), load(5)}
    assert game.do(load(5)).me.goods == {1: 1, 3: 1, 5: 1}


def test_setting_in_turn_goes_on_to_the_second_depot_after_a_choice_at_the_first():
    game = sailing(
        settings={"second_depot": "in_turn"},
        knowledge=(5,),
        goods={1: 1, 2: 1},
        depot_goods={3: {3: 1, 4: 1}, 4: {3: 1, 5: 1}},
    )
    game.do(ship(3, NEXT))
    assert set(game.choices) == {load(3), load(4)}
    assert game.do(load(3)).me.goods == {1: 1, 2: 1, 3: 2}
    assert (game.goods_on(3), game.goods_on(4)) == ({4: 1}, {5: 1})


@pytest.mark.parametrize("setting", ["together", "in_turn"])
def test_a_question_for_goods_names_only_depots_that_its_answers_empty(setting):
    """So two voyages that come to the same are the same position."""
    game = sailing(
        settings={"second_depot": setting}, knowledge=(5,), goods={1: 1, 2: 1},
        depot_goods={3: {3: 1, 4: 1}, 4: {1: 1}},
    ).do(ship(3, NEXT))  # fmt: skip
    assert game.asked == "goods"
    assert game.state.subject[game.state.asked - 1] == 1 << 2
    assert game.me.goods == {1: 2, 2: 1}, "what is held comes at once from both"
