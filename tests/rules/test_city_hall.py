"""[Buildings], [Castles, city halls]: the second tile of a city hall."""

from __future__ import annotations

from tests.builders import (
    DECLINE,
    FREE,
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


def hall(storage=(), **arranged) -> Table:
    """Return a table on which seat 0 has just placed a city hall on space 25 (B3)."""
    game = table(dice=(3, 1), storage=["city_hall", *storage], **arranged)
    return game.do(place(0, 25))


def test_a_city_hall_asks_for_a_second_tile():
    game = hall(["ship"])
    assert game.asked == "city_hall"
    assert set(game.choices) == {place(1, 17, FREE), place(1, 19, FREE), DECLINE}


def test_the_tile_may_be_of_any_kind_on_a_space_of_its_own_colour():
    game = hall(["mine", "knowledge5"])
    assert game.spaces(1, FREE) == {24}
    assert game.spaces(2, FREE) == {12, 30}


def test_no_number_is_needed_and_no_die_or_worker_used():
    game = hall(["ship"], workers=3).do(place(1, 19, FREE))
    assert game.me.estate[19] == "ship"
    assert (game.me.workers, game.state.dice_left) == (3, 2)


def test_only_a_placing_is_allowed():
    game = hall(["ship"], goods={1: 1}, depots={(1, 3): "ship"}, silver=2, black=["bank"])
    assert game.takes(FREE) == set()
    assert not game.may(workers(FREE))
    assert not game.may(sell(1, FREE))
    assert len(game.choices) == 3


def test_the_second_tile_has_its_effect():
    assert hall(["boarding_house"]).do(place(1, 11, FREE)).me.workers == 4
    game = hall(["ship"], depot_goods={2: {4: 1}}).do(place(1, 17, FREE), ship(2))
    assert game.me.goods == {4: 1}


def test_the_second_tile_scores_its_region():
    game = hall(["mine"], estate={29: "mine", 33: "mine"}).do(place(1, 24, FREE))
    assert game.me.vp == 6 + 10 + 5  # three spaces, phase A, all mines of two players


def test_neighbours_and_city_still_matter():
    game = hall(["bank", "cow2"], estate={26: "bank"})
    assert game.spaces(1, FREE) == {11}
    assert game.spaces(2, FREE) == {27}


def test_it_may_be_declined():
    game = hall(["ship"]).do(DECLINE)
    assert game.me.storage == ["ship"]
    assert game.me.estate == {18: "castle", 25: "city_hall"}
    assert game.spaces(1, SECOND) == set()  # die 1: 16 is not open


def test_with_empty_storage_the_advantage_is_lost():
    game = hall()
    assert game.asked == "-"
    assert game.me.estate[25] == "city_hall"


def test_if_no_stored_tile_has_a_space_the_advantage_is_lost():
    assert hall(["cow2", "castle"]).asked == "-"


def test_city_halls_chain():
    game = hall(["city_hall", "ship"])
    assert game.spaces(1, FREE) == {11}  # not into the same city
    game.do(place(1, 11, FREE))
    assert game.asked == "city_hall"
    game.do(place(2, 19, FREE))
    assert game.asked == "-"
    assert game.me.estate == {11: "city_hall", 18: "castle", 19: "ship", 25: "city_hall"}


def test_a_city_hall_may_place_a_castle_and_that_acts():
    game = hall(["castle"], estate={12: "knowledge16"}, depots={(4, 2): "ship"})
    game.do(place(1, 6, FREE))
    assert game.asked == "castle"
    assert game.do(take(4, 2, FREE)).me.storage == ["ship"]


def test_a_city_hall_may_place_a_building_that_grants():
    game = hall(["market"], depots={(4, 2): "ship"}).do(place(1, 11, FREE))
    assert game.asked == "grant"
    assert game.do(take(4, 2, FREE)).me.storage == ["ship"]


def test_three_halls_and_castles_in_a_row():
    estate = {12: "knowledge16"}
    game = hall(["castle", "ship"], estate=estate)
    game.do(place(1, 6, FREE), place(2, 17, FREE), workers(SECOND))
    assert game.position.seat == 1
    assert game.me.estate == {
        6: "castle",
        12: "knowledge16",
        17: "ship",
        18: "castle",
        25: "city_hall",
    }


DURING = {"purchase": "during_actions"}


def test_with_purchases_during_actions_it_waits_for_a_tile_that_can_be_placed():
    game = hall(silver=2, black=["mine"], settings=DURING)
    assert game.asked == "city_hall"
    assert game.do(buy(1)).spaces(0, FREE) == {24}


def test_a_purchase_that_leaves_nothing_to_place_ends_it_unasked():
    game = hall(silver=2, black=["mine", "castle"], settings=DURING)
    bought = game.do(buy(2))
    assert bought.me.storage == ["castle"]
    assert bought.asked == "-"


def test_it_is_not_asked_for_if_no_tile_that_could_be_bought_fits():
    game = hall(silver=2, black=["castle"], settings=DURING)
    assert game.asked == "-"
    assert game.may(buy(1)), "the purchase of the turn stays"
