"""[Placing tiles]: number, colour, neighbours, one of each building in a city."""

from __future__ import annotations

import pytest

from tests.builders import BUILDINGS, SECOND, place, table, tiles

PLENTY = 9  # workers enough for any number


@pytest.mark.parametrize(
    "tile, spaces",
    [
        ("ship", {17, 19}),
        ("knowledge5", {12}),
        ("mine", {24}),
        ("bank", {11, 25}),
        ("cow2", set()),
        ("castle", set()),
    ],
)
def test_the_first_tile_goes_on_one_of_six_spaces_around_the_start_castle(tile, spaces):
    game = table(workers=PLENTY, storage=[tile])
    assert game.spaces() == spaces  # 11 12 17 19 24 25, by colour


@pytest.mark.parametrize("die, spaces", [(1, set()), (2, {17}), (3, set()), (5, {19})])
def test_the_die_names_the_spaces(die, spaces):
    game = table(dice=(die, 6), storage=["ship"])
    assert game.spaces() == spaces


def test_one_number_may_allow_several_spaces():
    game = table(dice=(3, 6), storage=["bank"])
    assert game.spaces() == {11, 25}


def test_the_colour_of_the_space_must_match():
    game = table(dice=(3, 6), storage=["mine", "ship", "castle"])
    assert game.spaces(0) | game.spaces(1) | game.spaces(2) == set()


def test_a_tile_must_touch_an_earlier_one():
    game = table(workers=PLENTY, storage=["ship"], estate={17: "ship"})
    assert game.spaces() == {16, 19}  # 15, 20 and 21 touch nothing yet


def test_any_earlier_tile_will_do():
    game = table(workers=PLENTY, storage=["cow2"], estate={11: "bank"})
    assert game.spaces() == {5, 10}


def test_tiles_touch_at_edges_only_not_round_the_rim():
    game = table(workers=PLENTY, storage=["bank"], estate=tiles(17, 16, 15, of="ship"))
    assert game.spaces() == {11, 22, 23, 25}


def test_a_covered_space_is_taken():
    game = table(workers=PLENTY, storage=["ship"], estate={19: "ship", 20: "ship"})
    assert game.spaces() == {17, 21}


def test_the_tile_moves_from_storage_to_the_estate():
    game = table(dice=(2, 6), storage=["bank", "ship"]).do(place(1, 17))
    assert game.me.estate == {17: "ship", 18: "castle"}
    assert game.me.storage == ["bank"]


def test_any_stored_tile_may_be_chosen():
    game = table(dice=(3, 4), workers=PLENTY, storage=["bank", "ship", "mine"])
    assert (game.spaces(0), game.spaces(1), game.spaces(2)) == ({11, 25}, {17, 19}, {24})


def test_equal_stored_tiles_are_one_choice():
    game = table(dice=(2, 6), storage=["ship", "ship"])
    assert (game.spaces(0), game.spaces(1)) == ({17}, set())


def test_without_a_stored_tile_nothing_can_be_placed():
    game = table(workers=PLENTY)
    assert game.spaces(0) | game.spaces(1) | game.spaces(2) == set()


def test_a_placed_tile_opens_its_neighbours_at_once():
    game = table(dice=(2, 1), storage=["ship", "ship"]).do(place(0, 17))
    assert game.spaces(1, SECOND) == {16}


def test_placed_tiles_stay_where_they_are():
    game = table(dice=(2, 6), storage=["ship"], estate={19: "ship", 24: "mine"})
    before = game.me.estate
    game.do(place(0, 17))
    assert game.me.estate == before | {17: "ship"}


def test_placing_frees_a_storage_space():
    game = table(dice=(2, 3), storage=["ship", "bank", "mine"]).do(place(0, 17))
    assert game.me.storage == ["bank", "mine"]


def test_a_tile_is_placed_into_the_own_estate_only():
    game = table(dice=(2, 3), storage=["ship"]).do(place(0, 17))
    assert game.seat(1).estate == {18: "castle"}


@pytest.mark.parametrize("building", BUILDINGS)
def test_a_building_stands_once_in_a_city(building):
    # Spaces 25 26 31 32 36 are one city, 11 is another.
    game = table(workers=PLENTY, storage=[building], estate={25: building})
    assert game.spaces() == {11}


def test_other_buildings_may_join_the_city():
    game = table(workers=PLENTY, storage=["market"], estate={25: "bank"})
    assert game.spaces() == {11, 26, 31}


def test_the_same_building_may_stand_in_another_city():
    game = table(dice=(3, 4), workers=PLENTY, storage=["bank", "bank"]).do(place(0, 25))
    assert game.spaces(1, SECOND) == {11}
    game.do(place(1, 11, SECOND))
    assert [game.me.estate[11], game.me.estate[25]] == ["bank", "bank"]


def test_a_building_far_off_in_the_same_city_counts_too():
    # 36 is the other end of the city of 25; 35 30 24 lead there.
    away = {24: "mine", 30: "knowledge16", 35: "knowledge17", 36: "bank"}
    game = table(workers=PLENTY, storage=["bank"], estate=away)
    assert game.spaces() == {11, 23}


def test_animals_ships_and_mines_may_repeat_in_a_region():
    game = table(workers=PLENTY, storage=["ship", "mine"], estate={17: "ship", 24: "mine"})
    assert game.spaces(0) == {16, 19}
    assert game.spaces(1) == {29}
