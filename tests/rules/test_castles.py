"""[Castles, city halls]: the extra action of a castle."""

from __future__ import annotations

import pytest

from tests.builders import (
    AT,
    DECLINE,
    END,
    FREE,
    ONE_IN_EACH,
    SECOND,
    Table,
    buy,
    place,
    sell,
    ship,
    table,
    take,
    workers,
)


def castle(storage=(), estate=None, **arranged) -> Table:
    """Return a table on which seat 0 has just placed a castle on space 6."""
    game = table(
        dice=(6, 1),
        storage=["castle", *storage],
        estate={12: "knowledge16"} | (estate or {}),
        **arranged,
    )
    return game.do(place(0, 6))


def test_a_castle_asks_for_an_action():
    game = castle()
    assert game.asked == "castle"
    assert game.me.estate[6] == "castle"


@pytest.mark.parametrize("depot", [1, 2, 3, 4, 5, 6])
def test_it_may_take_a_tile_of_any_depot(depot):
    game = castle(depots=ONE_IN_EACH)
    assert game.takes(FREE) == set(ONE_IN_EACH)
    game.do(take(*AT[depot], FREE))
    assert game.me.storage == [ONE_IN_EACH[AT[depot]]]
    assert game.depot(depot) == ["-"] * 4


def test_it_may_place_a_tile_on_any_number():
    game = castle(["ship", "bank"])
    assert game.spaces(1, FREE) == {17, 19}
    assert game.spaces(2, FREE) == {11, 13, 25}
    assert game.do(place(1, 19, FREE)).me.estate[19] == "ship"


def test_the_placed_tile_has_its_effect():
    game = castle(["bank"]).do(place(1, 25, FREE))
    assert game.me.silver == 2


def test_neighbours_colour_and_city_still_matter():
    game = castle(["bank", "cow2"], estate={25: "bank"})
    assert game.spaces(1, FREE) == {11, 13}
    assert game.spaces(2, FREE) == {5}


def test_it_may_sell_goods_of_any_type():
    game = castle(goods={2: 1, 5: 3})
    assert game.sales(FREE) == {2, 5}
    game.do(sell(5, FREE))
    assert (game.me.sold, game.me.silver, game.me.vp) == ({5: 3}, 1, 6)


def test_it_may_take_workers():
    assert castle().do(workers(FREE)).me.workers == 2


def test_no_workers_are_paid():
    game = castle(workers=3, depots={(3, 1): "cow2"}).do(take(3, 1, FREE))
    assert game.me.workers == 3


def test_the_action_must_be_carried_out():
    game = castle(["ship"], silver=2, black=["mine"])
    assert not game.may(DECLINE)
    assert not game.may(END)
    assert game.may(workers(FREE))


def test_the_other_die_is_still_there():
    game = castle(depots={(1, 3): "ship"}).do(workers(FREE))
    assert game.position.seat == 0
    game.do(take(1, 3, SECOND))
    assert game.position.seat == 1


def test_dice_wait_until_the_action_is_done():
    game = castle(depots={(1, 3): "ship"})
    assert game.takes(SECOND) == set()
    assert not game.may(workers(SECOND))


def test_castles_chain():
    game = castle(["castle"])
    assert game.spaces(1, FREE) == {1, 2}
    game.do(place(1, 2, FREE))
    assert game.asked == "castle"
    game.do(workers(FREE))
    assert game.asked == "-"


def test_a_castle_may_place_a_ship():
    game = castle(["ship"], depot_goods={3: {1: 1}})
    game.do(place(1, 17, FREE), ship(3))
    assert game.me.goods == {1: 1}
    assert game.me.track == (1, 0)


def test_a_castle_may_place_a_city_hall_and_that_another_tile():
    game = castle(["city_hall", "ship"]).do(place(1, 25, FREE))
    assert game.asked == "city_hall"
    game.do(place(2, 17, FREE))
    assert game.me.estate[17] == "ship"


def test_it_is_no_purchase():
    game = castle(silver=2, black=["mine"])
    assert not game.may(buy(1))
    assert game.do(workers(FREE)).may(buy(1))


def test_tiles_3_and_4_work_with_a_sale_by_a_castle():
    game = castle(goods={5: 1}, knowledge=(3, 4)).do(sell(5, FREE))
    assert (game.me.silver, game.me.workers) == (2, 1)


def test_tiles_13_and_14_work_with_workers_by_a_castle():
    game = castle(knowledge=(13, 14)).do(workers(FREE))
    assert (game.me.silver, game.me.workers) == (1, 4)


def test_a_castle_with_the_last_die_comes_before_the_end_of_the_turn():
    game = table(dice=(1, 6), storage=["castle"], estate={12: "knowledge16"})
    game.do(workers(), place(0, 6, SECOND))
    assert game.position.seat == 0
    game.do(workers(FREE))
    assert game.position.seat == 1
