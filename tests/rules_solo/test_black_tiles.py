"""[Black tiles]: fit every colour, count for region, colour and win, and do nothing else."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.solo.readers import spaces_left, working_mines
from tests.builders import FREE, place, workers
from tests.solo_builders import REGION, gift, solo, step

BLACK = {"storage": ["black_tile"]}


def test_it_may_go_on_any_colour_beside_a_tile():
    # Castle space 4 touches a building, a knowledge and a ship space.
    assert solo(**BLACK).spaces() == {1, 3, 6}


def test_the_number_is_needed():
    assert solo(dice=(3, 4), workers=0, **BLACK).spaces(0, 0) == {3}
    assert solo(dice=(3, 4), workers=0, **BLACK).spaces(0, 1) == {1}
    assert solo(dice=(2, 4), workers=1, **BLACK).spaces(0, 0) == {3, 6}


@pytest.mark.parametrize("tile", ["knowledge9", "knowledge10", "knowledge11"])
def test_free_steps_by_kind_do_not_help(tile):
    game = solo(dice=(2, 2), workers=0, estate={23: tile}, **BLACK)
    assert game.spaces() == set()


def test_two_black_tiles_stand_in_one_city():
    game = solo(start=2, storage=["black_tile", "black_tile"], estate={20: "black_tile"})
    assert {18, 21} <= game.spaces()


def test_it_completes_a_region_and_brings_its_vp():
    game = solo(**BLACK).do(place(0, 3))
    assert game.me.vp == 1 + 10
    assert game.track == (11, 50)


def test_it_completes_a_colour():
    estate = {5: "mine", 8: "mine"}
    game = solo(start=13, estate=estate | {31: "cow2", 30: "castle"}, black=["bank"], **BLACK)
    game.do(place(0, 34))
    assert game.steps == {REGION, 2}
    game.do(step(2))
    assert game.asked == "colour"


def test_a_black_mine_brings_no_silver():
    game = solo(round_no=5, estate={5: "black_tile", 8: "mine"})
    assert working_mines(game.state) == 1
    game.do(workers(0), workers(1))
    assert game.me.silver == 1


def test_a_black_ship_takes_no_goods_and_exchanges_none():
    game = solo(goods={1: 5}, black=["bank"], depot_goods={2: {2: 2}}, **BLACK).do(place(0, 6))
    assert game.asked == "-"
    assert (game.me.goods, game.removed_goods) == ({1: 5}, {})


def test_a_black_castle_gives_no_action_and_a_black_bank_no_silver():
    game = solo(start=2, **BLACK).do(place(0, 3))
    assert (game.asked, game.me.silver) == ("-", 0)
    game = solo(start=4, **BLACK).do(place(0, 1))
    assert (game.asked, game.me.silver) == ("-", 0)


def test_it_is_no_animal_of_a_pasture_and_no_species():
    game = solo(start=30, storage=["cow2"], estate={31: "black_tile"}, dice=(1, 2))
    game.do(place(0, 36))
    assert game.me.vp == 2


def test_it_covers_its_space():
    assert spaces_left(solo(**BLACK).do(place(0, 3)).state) == 37 - 2


def test_a_city_hall_may_place_it():
    game = solo(storage=["city_hall", "black_tile"]).do(place(0, 1), step(3))
    assert game.asked == "city_hall"
    assert game.spaces(1, FREE) == {0, 3, 6}


def test_gifts_are_not_black_tiles():
    assert gift(1, 3) != place(0, 3)
