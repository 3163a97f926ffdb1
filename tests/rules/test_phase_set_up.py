"""[Phase set-up]: what lies on the board at the start of each phase."""

from __future__ import annotations

from collections import Counter

import pytest

from burgundy_lab.sim.position import Position
from tests.builders import BUILDINGS, Table, pass_phase, pass_round, table

SEED_PHASES = 1301
# Colours of the spaces in printed order, "-" where these players lay nothing.
LAYOUT = {
    2: {
        1: ["-", "building", "ship", "-"],
        2: ["knowledge", "-", "castle", "-"],
        3: ["animal", "-", "building", "-"],
        4: ["-", "ship", "building", "-"],
        5: ["-", "mine", "-", "knowledge"],
        6: ["-", "building", "-", "animal"],
    },
    3: {
        1: ["knowledge", "building", "ship", "-"],
        2: ["knowledge", "building", "castle", "-"],
        3: ["animal", "ship", "building", "-"],
        4: ["-", "ship", "building", "animal"],
        5: ["building", "mine", "-", "knowledge"],
        6: ["castle", "building", "-", "animal"],
    },
    4: {
        1: ["knowledge", "building", "ship", "animal"],
        2: ["knowledge", "building", "castle", "building"],
        3: ["animal", "ship", "building", "knowledge"],
        4: ["mine", "ship", "building", "animal"],
        5: ["building", "mine", "building", "knowledge"],
        6: ["castle", "building", "ship", "animal"],
    },
}
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def new(players=2):
    return Table(Position.new("board", players=players, seed=SEED_PHASES))


def colour(tile):
    stem = tile.rstrip("0123456789")
    if stem in BUILDINGS:
        return "building"
    return "animal" if stem in ("cow", "sheep", "pig", "chicken") else stem


def colours(game, depot):
    return [colour(tile) for tile in game.depot(depot)]


def laid(game):
    """All tiles in the six depots."""
    return [tile for depot in range(1, 7) for tile in game.depot(depot) if tile != "-"]


def phases(players):
    """Yield a game at the start of each phase."""
    game = new(players)
    for _ in range(4):
        yield game
        pass_phase(game)
    yield game


@PLAYERS
def test_depots_have_their_colours_in_printed_order(players):
    game = new(players)
    assert {depot: colours(game, depot) for depot in range(1, 7)} == LAYOUT[players]


@pytest.mark.parametrize("players, number", [(2, 12), (3, 18), (4, 24)])
def test_number_of_tiles_in_the_depots(players, number):
    assert [len(laid(game)) for game in phases(players)] == [number] * 5


@pytest.mark.parametrize("players, number", [(2, 4), (3, 6), (4, 8)])
def test_number_of_tiles_in_the_black_depot(players, number):
    assert [len(game.black) for game in phases(players)] == [number] * 5


def test_three_players_lay_a_mine_for_the_castle_of_depot_6_in_phases_b_and_d():
    found = [game.depot(6)[0] for game in phases(3)]
    assert found == ["castle", "mine", "castle", "mine", "castle"]


@pytest.mark.parametrize("players, first", [(2, "-"), (4, "castle")])
def test_depot_6_does_not_change_with_other_numbers_of_players(players, first):
    assert [game.depot(6)[0] for game in phases(players)] == [first] * 5


def test_the_other_spaces_are_alike_in_every_phase():
    for game in phases(4):
        assert {depot: colours(game, depot) for depot in range(1, 7)} == LAYOUT[4]


def test_tiles_that_are_left_go_back_to_the_box():
    game = new(3)
    before = laid(game) + game.black
    pass_phase(game)
    assert game.state.removed == 18 + 6
    assert laid(game) + game.black != before


def test_taken_tiles_are_not_removed():
    game = table(depots={(1, 2): "bank"}, black=["ship"], round_no=5)
    pass_phase(game)
    assert game.state.removed == 2
    assert "-" not in [game.depot(1)[1], game.depot(1)[2]]


def test_four_players_see_every_tile_of_the_game_exactly_once():
    numbered, black = Counter(), Counter()
    for game in phases(4):
        numbered.update(laid(game))
        black.update(game.black)
    assert (numbered.total(), black.total()) == (120, 40)
    assert set(numbered.values()) | set(black.values()) <= {1, 2, 4, 5, 10, 20, 6}
    assert numbered["castle"] == numbered["mine"] == 10
    assert numbered["ship"] == 20
    assert [numbered[building] for building in BUILDINGS] == [5] * 8
    assert [black[building] for building in BUILDINGS] == [2] * 8
    assert game.state.bag_left.sum() == 0


def test_black_backed_knowledge_lies_only_in_the_black_depot():
    numbered, black = set(), set()
    for game in phases(4):
        numbered |= {tile for tile in laid(game) if colour(tile) == "knowledge"}
        black |= {tile for tile in game.black if colour(tile) == "knowledge"}
    assert black == {f"knowledge{n}" for n in (7, 12, 14, 15, 24, 25)}
    assert len(numbered) == 20
    assert not numbered & black


def test_tiles_are_drawn_at_random():
    games = [
        Table(Position.new("board", seed=SEED_PHASES, game_no=game_no)) for game_no in range(20)
    ]
    assert len({tuple(laid(game)) for game in games}) == 20


@PLAYERS
def test_five_goods_tiles_are_laid_out_for_each_phase(players):
    for game in phases(players):
        left = game.state.phase_goods.tolist()
        assert left[0] == -1  # lies on a depot since the first roll
        assert all(0 <= goods < 6 for goods in left[1:])


def test_25_goods_come_in_and_the_rest_stays_in_the_box():
    *_, last = phases(4)
    assert last.state.goods_supply.sum() == 42 - 3 * 4 - 25


def test_goods_on_the_depots_stay():
    game = table(round_no=5, depot_goods={2: {1: 2}, 5: {4: 1}})
    pass_round(game)
    assert game.state.phase_no == 1
    assert game.state.depot_goods.sum() == 3 + 1  # and the first of phase B
    assert game.goods_on(2)[1] >= 2
    assert game.goods_on(5)[4] >= 1


def test_players_keep_what_they_have():
    game = table(round_no=5, workers=1, storage=["ship", "bank"], goods={3: 2}, estate={17: "ship"})
    pass_round(game)
    assert game.me.storage == ["ship", "bank"]
    assert game.me.goods == {3: 2}
    assert game.me.estate == {17: "ship", 18: "castle"}
