"""[Buildings]: the advantages of seven buildings; the city hall has its own file."""

from __future__ import annotations

import pytest

from tests.builders import (
    DECLINE,
    FREE,
    Table,
    asked,
    discard,
    place,
    sell,
    table,
    take,
    workers,
)

# One tile of each colour.
ONE_OF_EACH = {
    (1, 3): "ship",
    (2, 3): "castle",
    (3, 1): "cow2",
    (5, 2): "mine",
    (5, 4): "knowledge5",
    (6, 2): "bank",
}


def built(building: str, storage=(), **arranged) -> Table:
    """Return a table on which seat 0 has just placed a building on space 25 (B3)."""
    game = table(dice=(3, 1), storage=[building, *storage], **arranged)
    return game.do(place(0, 25))


# --- warehouse --------------------------------------------------------------------------------


def test_a_warehouse_sells_one_type_of_choice():
    game = built("warehouse", goods={2: 1, 5: 3, 6: 1})
    assert game.asked == "warehouse"
    assert set(game.choices) == {sell(n, FREE) for n in (2, 5, 6)} | {DECLINE}
    game.do(sell(5, FREE))
    assert (game.me.sold, game.me.goods) == ({5: 3}, {2: 1, 6: 1})
    assert (game.me.silver, game.me.vp) == (1, 6)
    assert game.asked == "-"


def test_a_warehouse_costs_no_die():
    game = built("warehouse", goods={5: 1}).do(sell(5, FREE))
    assert game.position.seat == 0
    assert game.state.dice_left == 2


def test_a_warehouse_takes_no_workers():
    assert not built("warehouse", goods={5: 1}).may(workers(FREE))


def test_a_warehouse_may_be_declined():
    game = built("warehouse", goods={5: 1}).do(DECLINE)
    assert (game.me.goods, game.me.sold, game.me.silver) == ({5: 1}, {}, 0)


def test_a_warehouse_without_goods_is_placed_and_its_advantage_lost():
    game = built("warehouse")
    assert game.asked == "-"
    assert game.me.estate[25] == "warehouse"


def test_tiles_3_and_4_work_with_a_warehouse():
    game = built("warehouse", goods={5: 3}, knowledge=(3, 4)).do(sell(5, FREE))
    assert (game.me.silver, game.me.workers, game.me.vp) == (2, 1, 6)


# --- carpenter, church, market ----------------------------------------------------------------


@pytest.mark.parametrize(
    "building, granted",
    [
        ("carpenter", {(6, 2)}),
        ("church", {(2, 3), (5, 2), (5, 4)}),
        ("market", {(1, 3), (3, 1)}),
    ],
)
def test_what_a_building_grants_from_any_numbered_depot(building, granted):
    game = built(building, depots=ONE_OF_EACH)
    assert game.asked == "grant"
    assert game.takes(FREE) == granted
    assert len(game.choices) == len(granted) + 1  # or decline


@pytest.mark.parametrize(
    "building, depot, at",
    [
        ("carpenter", 6, 2),
        ("church", 2, 3),
        ("church", 5, 2),
        ("church", 5, 4),
        ("market", 1, 3),
        ("market", 3, 1),
    ],
)
def test_a_granted_tile_goes_to_storage(building, depot, at):
    game = built(building, depots=ONE_OF_EACH).do(take(depot, at, FREE))
    assert game.me.storage == [ONE_OF_EACH[depot, at]]
    assert game.depot(depot)[at - 1] == "-"
    assert game.me.estate == {18: "castle", 25: building}
    assert (game.me.silver, game.me.workers, game.state.dice_left) == (0, 0, 2)


def test_four_players_choose_among_all_buildings_of_the_depots():
    four = {(1, 2): "bank", (2, 2): "church", (2, 4): "market", (5, 1): "bank", (5, 3): "market"}
    game = built("carpenter", players=4, depots=four | {(1, 3): "ship", (4, 1): "mine"})
    assert game.takes(FREE) == set(four)


@pytest.mark.parametrize("phase, tile", [("A", "castle"), ("B", "mine"), ("E", "castle")])
def test_three_players_find_castle_or_mine_in_depot_6(phase, tile):
    depots = {(6, 1): tile, (6, 2): "bank", (6, 4): "cow2"}
    game = built("church", players=3, phase=phase, depots=depots)
    assert game.takes(FREE) == {(6, 1)}
    assert game.do(take(6, 1, FREE)).me.storage == [tile]


@pytest.mark.parametrize("building", ["carpenter", "church", "market"])
def test_a_grant_may_be_declined(building):
    game = built(building, depots=ONE_OF_EACH).do(DECLINE)
    assert game.me.storage == []
    assert game.asked == "-"


@pytest.mark.parametrize(
    "building, others",
    [
        ("carpenter", {(1, 3): "ship", (2, 3): "castle", (3, 1): "cow2", (5, 2): "mine"}),
        ("church", {(1, 3): "ship", (3, 1): "cow2", (6, 2): "bank"}),
        ("market", {(2, 3): "castle", (5, 4): "knowledge5", (6, 2): "bank"}),
    ],
)
def test_without_a_fitting_tile_the_building_is_placed_and_its_advantage_lost(building, others):
    game = built(building, depots=others, black=["bank", "mine", "ship", "cow3"])
    assert game.asked == "-"
    assert game.me.estate[25] == building


@pytest.mark.parametrize("building", ["carpenter", "church", "market"])
def test_a_grant_never_comes_from_the_black_depot(building):
    game = built(building, depots=ONE_OF_EACH, black=["bank", "mine", "ship"], silver=2)
    assert all(action in (DECLINE, *all_takes()) for action in game.choices)


def all_takes():
    return [take(depot, at, FREE) for depot in range(1, 7) for at in range(1, 5)]


def test_placing_the_building_has_freed_a_space_for_the_grant():
    game = built("market", ["bank", "mine"], depots=ONE_OF_EACH).do(take(1, 3, FREE))
    assert game.asked == "-"
    assert sorted(game.me.storage) == ["bank", "mine", "ship"]


def test_a_grant_with_full_storage_first_discards():
    game = table(storage=["bank", "mine", "market"], depots=ONE_OF_EACH)
    ship_or_animal = 1 << 2 | 1 << 4
    asked(game, "grant", ship_or_animal).do(take(3, 1, FREE))
    assert game.asked == "discard"
    assert set(game.choices) == {discard(0), discard(1), discard(2)}
    assert game.do(discard(1)).me.storage == ["bank", "cow2", "market"]


# --- boarding house, bank, watchtower ---------------------------------------------------------


def test_a_boarding_house_brings_four_workers():
    assert built("boarding_house").me.workers == 4


def test_a_bank_brings_two_silverlings():
    assert built("bank").me.silver == 2


def test_a_watchtower_brings_four_vp():
    assert built("watchtower").me.vp == 4


@pytest.mark.parametrize("building", ["boarding_house", "bank", "watchtower"])
def test_these_ask_nothing_and_bring_nothing_else(building):
    game = built(building)
    assert game.asked == "-"
    got = (game.me.workers, game.me.silver, game.me.vp)
    assert sorted(got)[:2] == [0, 0]


def test_advantages_are_used_once():
    game = built("bank").do(workers(1))
    assert game.me.silver == 2
    assert game.position.seat == 1


def test_silverlings_of_the_supply_have_no_limit():
    game = built("bank", silver=20, others={1: {"silver": 20}})
    assert game.me.silver == 22
