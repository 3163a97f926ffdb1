"""[Start castle]: where it lies, and that it scores nothing."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.position import Position
from tests.builders import Table, place, start_castle, table, tiles

SEED_CASTLE = 1201


def new(estates=("1",), players=2, **settings):
    position = Position.new(
        "board", players=players, estates=estates, settings=settings, seed=SEED_CASTLE
    )
    return Table(position)


def castle_choices(game):
    return {action - start_castle(0) for action in game.choices}


def test_on_board_1_it_lies_on_the_centre_which_has_die_value_6():
    game = table(dice=(6, 1), storage=["castle"])
    assert game.me.estate == {18: "castle"}
    assert game.spaces() == set()


@pytest.mark.parametrize(
    "estate, spaces",
    [("2", {3, 21, 33, 36}), ("6", {2, 18, 33, 36}), ("7", {1, 2, 34, 35})],
)
def test_on_other_boards_the_owner_chooses_any_castle_space(estate, spaces):
    game = new([estate])
    assert game.asked == "start_castle"
    assert castle_choices(game) == spaces


def test_it_is_the_first_decision_of_the_game_in_turn_order():
    game = new(["2"], players=3)
    first, second, third = game.order
    chosen = []
    for space in (3, 21, 33):
        chosen.append(game.position.seat)
        game.do(start_castle(space))
    assert chosen == [first, second, third]
    assert game.seat(first).estate == {3: "castle"}
    assert game.seat(second).estate == {21: "castle"}
    assert game.seat(third).estate == {33: "castle"}


def test_the_dice_roll_when_all_start_castles_lie():
    game = new(["2"])
    assert (game.state.dice == 0).all()
    assert game.state.event_no == 2  # set-up and phase A
    game.do(start_castle(3))
    assert (game.state.dice == 0).all()
    game.do(start_castle(3))
    assert (game.state.dice[:2] >= 1).all()
    assert game.position.seat == game.order[0]


def test_only_those_whose_board_leaves_a_choice_are_asked():
    game = new(["1", "2"])
    assert game.position.seat == 1
    game.do(start_castle(36))
    assert game.asked == "-"
    assert game.me.estate == {18: "castle"}


def test_setting_choose_asks_on_board_1_too():
    assert castle_choices(new(start_castle="choose")) == {1, 2, 6, 18}


def test_setting_with_one_space_holds_for_all():
    game = new(start_castle="6")
    assert game.me.estate == game.seat(1).estate == {6: "castle"}
    assert game.asked == "-"


def test_setting_with_a_space_for_each_seat():
    game = new(["1", "2"], start_castle="2,33")
    assert (game.me.estate, game.seat(1).estate) == ({2: "castle"}, {33: "castle"})


@pytest.mark.parametrize("spaces", ["17", "18,17", "37", "18,18,18", "middle"])
def test_setting_with_anything_but_castle_spaces_is_refused(spaces):
    with pytest.raises(BadValue):
        new(start_castle=spaces)


def test_it_scores_nothing_though_its_region_is_full():
    game = new(["2"])
    seat = game.seat(game.order[0])
    game.do(start_castle(3))
    assert seat.vp == 0
    assert new().me.vp == 0


def test_it_counts_as_covered_for_its_region():
    game = table(
        settings={"start_castle": "6"}, dice=(4, 1), estate={1: "castle"}, storage=["castle"]
    )
    assert game.do(place(0, 2)).me.vp == 6 + 10  # three spaces, phase A


def test_it_counts_as_covered_for_its_colour():
    game = table(dice=(6, 1), estate=tiles(1, 2, of="castle"), storage=["castle"])
    assert game.do(place(0, 6)).me.vp == 6 + 10 + 5  # region of three, phase A, large tile


def test_it_has_no_extra_action():
    game = new(["2"])
    game.do(start_castle(3), start_castle(3))
    assert game.asked == "-"
    assert game.state.dice_left == 3


def test_the_first_tiles_go_beside_it():
    game = table(estates=["2"], settings={"start_castle": "3"}, workers=9, storage=["cow2", "bank"])
    assert game.spaces(0) == {2, 7}
    assert game.spaces(1) == {8}
