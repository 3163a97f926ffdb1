"""[Knowledge]: tiles 1 and 8 to 12, and when a tile works. Elsewhere: 2 in test_phase_end,
3 and 4 in test_selling_goods, 5 in test_ships, 6 in test_purchase, 7 in test_animals, 13 and
14 in test_taking_workers, 15 to 26 in test_knowledge_scoring.
"""

from __future__ import annotations

import pytest

from tests.builders import AT, FREE, ONE_IN_EACH, SECOND, place, sell, table, take

PLENTY = 9
# Space 11 beside the start castle opens 5 (A1) and 10 (A4), space 12 opens 6 (G6).
WAY = {11: "bank", 12: "knowledge16"}


def depots_in_reach(game):
    return {depot for depot, _ in game.takes()}


# --- when a tile works ------------------------------------------------------------------------


def test_a_placed_tile_asks_nothing_and_works_at_once():
    game = table(dice=(1, 3), storage=["knowledge10", "ship"])
    assert game.spaces(1, SECOND) == set()
    game.do(place(0, 12))
    assert game.asked == "-"
    assert game.spaces(1, SECOND) == {17}


def test_a_stored_tile_does_not_work():
    assert table(dice=(1, 6), storage=["ship", "knowledge10"]).spaces(0) == set()


def test_a_tile_does_not_help_its_own_placing():
    assert table(dice=(2, 6), storage=["knowledge11"]).spaces() == set()  # 12 is K1


def test_a_tile_works_for_its_owner_only():
    game = table(dice=(1, 6), storage=["ship"], others={1: {"knowledge": (10,)}})
    assert game.spaces() == set()


# --- tile 1 -----------------------------------------------------------------------------------


def test_tile_1_allows_the_same_building_again_in_a_city():
    estate = {25: "bank", 26: "bank"}
    game = table(workers=PLENTY, storage=["bank"], estate=estate, knowledge=(1,))
    assert game.spaces() == {8, 11, 31, 32}


def test_without_tile_1_it_is_forbidden():
    estate = {25: "bank", 26: "church"}
    game = table(workers=PLENTY, storage=["bank"], estate=estate, knowledge=(16,))
    assert game.spaces() == {8, 11}


def test_tile_1_leaves_number_colour_and_neighbours_as_they_are():
    game = table(dice=(5, 2), storage=["bank"], estate={25: "bank"}, knowledge=(1,))
    assert game.spaces() == {31}  # B5 beside 25; 23 is B5 too but touches nothing


def test_the_second_building_has_its_advantage_too():
    game = table(dice=(1, 2), storage=["bank"], estate={25: "bank"}, knowledge=(1,))
    assert game.do(place(0, 26)).me.silver == 2


# --- tile 8 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "die, depot, cost",
    [(3, 3, 0), (3, 4, 1), (3, 2, 1), (3, 5, 1), (3, 1, 1), (3, 6, 2), (5, 1, 1), (2, 6, 1)],
)
def test_tile_8_moves_a_die_by_one_or_two_for_a_worker(die, depot, cost):
    game = table(dice=(die, 4), workers=3, depots=ONE_IN_EACH, knowledge=(8,))
    assert game.do(take(*AT[depot])).me.workers == 3 - cost


@pytest.mark.parametrize(
    "workers, reached", [(0, {3}), (1, {1, 2, 3, 4, 5}), (2, {1, 2, 3, 4, 5, 6})]
)
def test_tile_8_doubles_the_reach(workers, reached):
    game = table(dice=(3, 4), workers=workers, depots=ONE_IN_EACH, knowledge=(8,))
    assert depots_in_reach(game) == reached


def test_tile_8_works_for_placing_and_selling():
    game = table(dice=(4, 1), workers=1, storage=["ship"], goods={6: 1}, knowledge=(8,))
    assert game.spaces() == {17, 19}
    assert game.sales() == {6}
    assert game.do(sell(6)).me.workers == 0


# --- tiles 9, 10 and 11: a free step for placing ----------------------------------------------


@pytest.mark.parametrize(
    "number, tile, die, spaces",
    [
        (9, "market", 2, {11, 25}),  # B3 twice
        (9, "market", 3, {8, 11, 25}),  # and B4
        (10, "ship", 1, {17}),  # S2
        (10, "ship", 6, {19}),  # S5
        (11, "mine", 3, {24}),  # M4
        (11, "mine", 5, {24}),
        (11, "knowledge17", 6, {7, 12}),  # K5, and K1: 6 meets 1
        (11, "mine", 6, set()),  # two steps
    ],
)
def test_tiles_9_10_and_11_give_one_free_step(number, tile, die, spaces):
    game = table(dice=(die, 4), storage=[tile], knowledge=(number,))
    assert game.spaces() == spaces


@pytest.mark.parametrize(
    "number, tile, die, spaces",
    [(10, "cow2", 5, {10}), (10, "cow2", 6, {5}), (11, "castle", 5, {2, 6})],
)
def test_tile_10_is_for_animals_and_tile_11_for_castles_too(number, tile, die, spaces):
    game = table(dice=(die, 4), storage=[tile], estate=WAY, knowledge=(number,))
    assert game.spaces() == spaces


@pytest.mark.parametrize(
    "number, others",
    [
        (9, {"ship": {19}, "mine": {24}, "knowledge17": {7}, "cow2": {10}, "castle": {2}}),
        (10, {"market": {8}, "mine": {24}, "knowledge17": {7}, "castle": {2}}),
        (11, {"market": {8}, "ship": {19}, "cow2": {10}}),
        (12, {"market": {8}, "ship": {19}, "mine": {24}, "knowledge17": {7}, "cow2": {10}}),
    ],
)
def test_the_free_step_is_for_no_other_kind(number, others):
    number_of = {"ship": 5, "mine": 4, "market": 4, "cow2": 4, "castle": 4, "knowledge17": 5}
    for tile, spaces in others.items():
        exact = table(dice=(number_of[tile], 3), storage=[tile], estate=WAY, knowledge=(number,))
        beside = table(
            dice=(number_of[tile] - 1, 3), storage=[tile], estate=WAY, knowledge=(number,)
        )
        assert exact.spaces() == spaces
        assert not spaces & beside.spaces()


@pytest.mark.parametrize("die, cost", [(2, 0), (3, 0), (1, 0), (4, 1), (6, 1), (5, 2)])
def test_steps_beyond_the_free_one_are_paid(die, cost):
    game = table(dice=(die, 3), workers=4, storage=["ship"], knowledge=(10,))
    assert game.do(place(0, 17)).me.workers == 4 - cost  # S2


def test_the_free_step_is_no_help_for_sales_and_takes():
    game = table(dice=(1, 3), goods={2: 1}, depots={(2, 3): "castle"}, knowledge=(9, 10, 11))
    assert game.sales() == set()
    assert game.takes() == set()


def test_the_free_step_works_for_both_dice():
    game = table(dice=(1, 6), storage=["ship", "ship"], knowledge=(10,))
    game.do(place(0, 17), place(1, 19, SECOND))
    assert game.me.workers == 0
    assert game.position.seat == 1


# --- tile 12: a free step for taking ----------------------------------------------------------


@pytest.mark.parametrize("die, reached", [(3, {2, 3, 4}), (6, {5, 6, 1}), (1, {6, 1, 2})])
def test_tile_12_gives_a_free_step_for_taking(die, reached):
    game = table(dice=(die, 4), depots=ONE_IN_EACH, knowledge=(12,))
    assert depots_in_reach(game) == reached


@pytest.mark.parametrize("depot, cost", [(3, 0), (4, 0), (5, 1), (1, 1), (6, 2)])
def test_tile_12_further_steps_are_paid(depot, cost):
    game = table(dice=(3, 4), workers=4, depots=ONE_IN_EACH, knowledge=(12,))
    assert game.do(take(*AT[depot])).me.workers == 4 - cost


def test_tile_12_is_no_help_for_sales():
    assert table(dice=(3, 4), goods={2: 1, 5: 1}, knowledge=(12,)).sales() == set()


# --- a free step and tile 8 -------------------------------------------------------------------


@pytest.mark.parametrize("depot, cost", [(3, 0), (4, 0), (5, 1), (6, 1)])
def test_with_tile_8_the_free_step_of_tile_12_stays_one(depot, cost):
    game = table(dice=(3, 4), workers=4, depots=ONE_IN_EACH, knowledge=(8, 12))
    assert game.do(take(*AT[depot])).me.workers == 4 - cost


def test_with_tile_8_and_no_worker_the_free_step_reaches_one():
    game = table(dice=(3, 4), depots=ONE_IN_EACH, knowledge=(8, 12))
    assert depots_in_reach(game) == {2, 3, 4}


@pytest.mark.parametrize("die, cost", [(3, 0), (4, 1), (5, 1)])
def test_with_tile_8_the_free_step_of_tile_10_stays_one(die, cost):
    game = table(dice=(die, 3), workers=4, storage=["ship"], knowledge=(8, 10))
    assert game.do(place(0, 17)).me.workers == 4 - cost


def test_a_city_hall_needs_no_free_step():
    game = table(dice=(3, 1), storage=["city_hall", "ship"]).do(place(0, 25))
    assert game.spaces(1, FREE) == {17, 19}
