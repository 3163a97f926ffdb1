"""[Turn order]: the track, its stacks, and from when a ship counts."""

from __future__ import annotations

from tests.builders import SECOND, Table, pass_round, pass_turn, place, table

SHIP = {"dice": (2, 5), "storage": ["ship", "ship"]}  # for 17 (die 2) and 19 (die 5)


def next_order(game: Table) -> list[int]:
    return pass_round(game).order


def test_without_ships_the_order_stays():
    assert next_order(table(players=4)) == [0, 1, 2, 3]


def test_farther_along_goes_first():
    others = {1: {"track": (3, 0)}, 2: {"track": (1, 0)}, 3: {"track": (6, 0)}}
    assert next_order(table(players=4, track=(2, 0), others=others)) == [3, 1, 0, 2]


def test_in_a_stack_the_top_goes_first():
    others = {1: {"track": (2, 2)}, 2: {"track": (2, 0)}, 3: {"track": (2, 3)}}
    assert next_order(table(players=4, track=(2, 1), others=others)) == [3, 1, 0, 2]


def test_a_space_ahead_beats_a_place_on_top():
    others = {1: {"track": (1, 0)}, 2: {"track": (0, 1)}}
    assert next_order(table(players=3, track=(0, 2), others=others)) == [1, 0, 2]


def test_a_ship_moves_one_space_to_the_right():
    game = table(track=(2, 0), **SHIP).do(place(0, 17))
    assert game.me.track == (3, 0)


def test_a_ship_goes_on_top_of_an_occupied_space():
    game = table(players=3, others={1: {"track": (1, 0)}, 2: {"track": (1, 1)}}, **SHIP)
    game.do(place(0, 17))
    assert game.me.track == (1, 2)
    assert [game.seat(1).track, game.seat(2).track] == [(1, 0), (1, 1)]
    assert next_order(game) == [0, 2, 1]


def test_the_order_of_those_left_behind_stays():
    game = table(players=3, **SHIP).do(place(0, 17))
    assert next_order(game) == [0, 1, 2]
    game = table(players=3, others={2: SHIP})
    pass_turn(pass_turn(game)).do(place(0, 17))
    assert next_order(game) == [2, 0, 1]


def test_the_round_in_play_keeps_its_order():
    game = table(players=3, others={1: SHIP})
    pass_turn(game).do(place(0, 17))
    assert game.order == [0, 1, 2]
    pass_turn(game)
    assert game.position.seat == 2


def test_who_is_first_after_the_round_starts_the_next():
    game = table(players=3, others={1: SHIP})
    pass_turn(game).do(place(0, 17))
    pass_round(game)
    assert game.order == [1, 0, 2]
    assert game.position.seat == 1


def test_two_ships_move_two_spaces():
    game = table(players=3, others={2: {**SHIP, "track": (0, 0)}, 1: {"track": (2, 0)}})
    pass_turn(pass_turn(game)).do(place(0, 17), place(1, 19, SECOND))
    assert game.seat(2).track == (2, 1)
    assert next_order(game) == [2, 1, 0]


def test_the_last_to_come_to_a_space_goes_first_there():
    game = table(others={1: SHIP}, **SHIP)
    game.do(place(0, 17))
    pass_turn(game).do(place(0, 17))
    assert (game.me.track, game.seat(1).track) == ((1, 0), (1, 1))
    assert next_order(game) == [1, 0]


def test_six_ships_reach_the_last_of_seven_spaces():
    game = table(track=(5, 0), **SHIP).do(place(0, 17))
    assert game.me.track == (6, 0)


def test_the_order_counts_over_phases():
    game = table(round_no=5, others={1: SHIP})
    pass_turn(game).do(place(0, 17))
    assert next_order(game) == [1, 0]
    assert game.state.phase_no == 1
