"""[Set-up]: supplies, what each player gets, the start player."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from burgundy_lab.sim.board.estates import SPACE_KIND, SPACE_NUMBER
from burgundy_lab.sim.board.game import configure
from burgundy_lab.sim.board.setup import clear_bonus_tiles, fill_supplies
from burgundy_lab.sim.board.tables import BAG_FIRST, BAG_SIZE, BLACK, TILE_NAMES
from burgundy_lab.sim.position import Position
from tests import builders
from tests.builders import BUILDINGS, Seat, Table

SEED_SET_UP = 1101
KINDS = ("castle", "mine", "ship", "knowledge", "animal", "building")
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def supplies():
    state = configure(4)[0]
    fill_supplies(state)
    clear_bonus_tiles(state)
    return state


def bag(back):
    state = supplies()
    first, size = int(BAG_FIRST[back]), int(BAG_SIZE[back])
    return Counter(TILE_NAMES[t] for t in state.bag[first : first + size])


def new(players, game_no=0):
    return Table(Position.new("board", players=players, seed=SEED_SET_UP, game_no=game_no))


def test_there_are_164_tiles_sorted_by_back():
    left = supplies().bag_left
    by_back = dict(zip((*KINDS, "black"), left.tolist(), strict=True))
    assert by_back == {
        "castle": 14,
        "mine": 10,
        "ship": 20,
        "knowledge": 20,
        "animal": 20,
        "building": 40,
        "black": 40,
    }
    assert left.sum() == 164


def test_each_building_has_five_beige_backs():
    assert bag(KINDS.index("building")) == dict.fromkeys(BUILDINGS, 5)


def test_animals_with_green_backs_are_two_twos_two_threes_and_one_four_of_each():
    expected = {}
    for species in ("cow", "sheep", "pig", "chicken"):
        expected |= {f"{species}2": 2, f"{species}3": 2, f"{species}4": 1}
    assert bag(KINDS.index("animal")) == expected


def test_knowledge_tiles_with_yellow_backs():
    black = {7, 12, 14, 15, 24, 25}
    numbers = set(range(1, 27)) - black
    assert bag(KINDS.index("knowledge")) == {f"knowledge{n}": 1 for n in numbers}


def test_black_backed_tiles():
    expected = {"castle": 2, "mine": 2, "ship": 6} | dict.fromkeys(BUILDINGS, 2)
    for species in ("cow", "sheep", "pig", "chicken"):
        expected |= {f"{species}3": 1, f"{species}4": 1}
    expected |= {f"knowledge{n}": 1 for n in (7, 12, 14, 15, 24, 25)}
    assert bag(BLACK) == expected


def test_there_are_42_goods_seven_of_each_type():
    assert supplies().goods_supply.tolist() == [7, 7, 7, 7, 7, 7]


def test_both_bonus_tiles_of_six_colours_lie_on_the_board():
    owners = supplies().bonus_owner
    assert owners.shape == (6, 2)
    assert (owners == -1).all()


@PLAYERS
def test_players_start_with_one_silverling_three_goods_no_vp_and_empty_storage(players):
    game = new(players)
    for seat in map(game.seat, range(players)):
        assert (seat.silver, seat.vp, seat.storage, seat.sold) == (1, 0, [], {})
        assert sum(seat.goods.values()) == 3


@PLAYERS
def test_players_start_with_a_castle_on_the_centre_of_board_1(players):
    game = new(players)
    assert [game.seat(seat).estate for seat in range(players)] == [{18: "castle"}] * players


@PLAYERS
def test_start_goods_and_the_goods_of_a_phase_come_out_of_the_42(players):
    state = new(players).state
    assert state.goods_supply.sum() == 42 - 3 * players - 5


def test_start_goods_are_random():
    dealt = {tuple(new(2, game_no).me.goods.items()) for game_no in range(20)}
    assert len(dealt) > 10


def test_goods_of_one_type_are_stored_together():
    games = [new(2, game_no).me.goods for game_no in range(20)]
    assert {sum(goods.values()) for goods in games} == {3}
    assert {len(goods) for goods in games} >= {2, 3}


@PLAYERS
def test_the_start_player_is_rolled(players):
    starts = {new(players, game_no).order[0] for game_no in range(40)}
    assert starts == set(range(players))


@PLAYERS
def test_the_others_follow_clockwise(players):
    for game_no in range(10):
        order = new(players, game_no).order
        assert order == [(order[0] + k) % players for k in range(players)]


@pytest.mark.parametrize("players, expected", [(2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 3, 4])])
def test_workers_go_by_place_in_the_order(players, expected):
    for game_no in range(10):
        game = new(players, game_no)
        assert [game.seat(seat).workers for seat in game.order] == expected


@PLAYERS
def test_all_stand_on_the_first_space_of_the_track_the_start_player_on_top(players):
    game = new(players)
    stack = [game.seat(seat).track for seat in game.order]
    assert stack == [(0, height) for height in range(players - 1, -1, -1)]


@PLAYERS
def test_the_start_player_begins(players):
    game = new(players)
    assert game.position.seat == game.order[0]
    assert (game.state.phase_no, game.state.round_no, game.state.turn_no) == (0, 0, 0)


@PLAYERS
def test_everyone_sees_two_dice_of_every_player(players):
    dice = new(players).state.dice[:players]
    assert dice.shape == (players, 2)
    assert ((dice >= 1) & (dice <= 6)).all()


@PLAYERS
def test_all_play_board_1_unless_they_choose_others(players):
    board_1 = configure(players, ["2011-1"])[0].board[0]
    assert configure(players)[0].board[:players].tolist() == [board_1] * players


def test_board_1_has_the_colours_and_numbers_of_the_picture_in_builders():
    row = int(configure(2)[0].board[0])
    letters = dict(zip("GMSKAB", range(6), strict=True))
    drawn = re.findall(r"\b(\d+)([GMSKAB])([1-6])\b", builders.__doc__ or "")
    assert [int(space) for space, _, _ in drawn] == list(range(37))
    assert [letters[colour] for _, colour, _ in drawn] == SPACE_KIND[row].tolist()
    assert [int(number) for *_, number in drawn] == SPACE_NUMBER[row].tolist()


def test_each_player_may_have_another_board():
    blank = configure(2, ["1", "7"], {"start_castle": "18,1"})[0]
    assert blank.board[0] != blank.board[1]


def test_nothing_is_covered_but_the_start_castle():
    state = new(4).state
    assert [Seat(state, p).estate for p in range(4)] == [{18: "castle"}] * 4
    assert state.removed == 0
