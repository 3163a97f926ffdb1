"""[Bonus tiles]: the first two players to cover a whole colour.

On board 1 the three mine spaces (24 29 33) are one region: 6 VP, and 10 in phase A.
"""

from __future__ import annotations

import pytest

from tests.builders import BUILDINGS, QUIET_TILES, SECOND, Table, place, table, tiles, workers

REGION = 6 + 10
LARGE = pytest.mark.parametrize("players, vp", [(2, 5), (3, 6), (4, 7)])
SMALL = pytest.mark.parametrize("players, vp", [(2, 2), (3, 3), (4, 4)])


def last_mine(players: int = 2, **arranged) -> Table:
    """Return a table on which seat 0 has just placed its last mine."""
    game = table(
        players=players,
        dice=(4, 1),
        storage=["mine"],
        estate=tiles(29, 33, of="mine"),
        **arranged,
    )
    return game.do(place(0, 24))


def owners(game: Table, colour: str = "mine") -> list[int]:
    colours = ("castle", "mine", "ship", "knowledge", "animal", "building")
    return game.state.bonus_owner[colours.index(colour)].tolist()


@LARGE
def test_the_first_takes_the_large_tile(players, vp):
    game = last_mine(players)
    assert game.me.vp == REGION + vp
    assert owners(game) == [0, -1]


@SMALL
def test_the_second_takes_the_small_tile(players, vp):
    game = last_mine(players, bonus={"mine": (1,)})
    assert game.me.vp == REGION + vp
    assert owners(game) == [1, 0]


@pytest.mark.parametrize("players, third", [(3, (1, 2)), (4, (1, 2)), (4, (3, 1))])
def test_third_and_fourth_get_nothing(players, third):
    game = last_mine(players, bonus={"mine": third})
    assert game.me.vp == REGION
    assert owners(game) == list(third)


def test_other_colours_do_not_matter():
    game = last_mine(bonus={"ship": (1, 0), "castle": (1,)})
    assert game.me.vp == REGION + 5


def test_a_colour_with_an_empty_space_gives_nothing():
    game = table(dice=(4, 1), storage=["mine"], estate={29: "mine"}).do(place(0, 24))
    assert game.me.vp == 0
    assert owners(game) == [-1, -1]


def test_a_complete_region_is_not_yet_the_colour():
    game = table(dice=(2, 1), storage=["ship"], estate=tiles(15, 16, of="ship")).do(place(0, 17))
    assert game.me.vp == 6 + 10
    assert owners(game, "ship") == [-1, -1]


# Every colour of board 1: last space, its tile, the others; VP of region and tile.
PASTURE = ("pig2", "pig3", "sheep2", "sheep3", "cow4")
COLOURS = [
    ("castle", 6, "castle", tiles(1, 2, of="castle"), 6),
    ("mine", 24, "mine", tiles(29, 33, of="mine"), 6),
    ("ship", 17, "ship", tiles(15, 16, 19, 20, 21, of="ship"), 6),
    ("knowledge", 12, "knowledge16", tiles(3, 7, 30, 34, 35, of=QUIET_TILES[1:]), 6),
    ("animal", 27, "chicken2", tiles(0, 4, 5, 9, 10, of=PASTURE) | {26: "bank"}, 1 + 2),
    (
        "building",
        11,
        "bank",
        tiles(8, 13, 14, 22, 23, 28, of=BUILDINGS) | tiles(25, 26, 31, 32, 36, of=BUILDINGS),
        1,
    ),
]


@pytest.mark.parametrize("colour, last, tile, others, vp", COLOURS)
def test_each_of_six_colours_has_its_tiles(colour, last, tile, others, vp):
    # Of the castles one is the start castle.
    game = table(workers=9, storage=[tile], estate=others).do(place(0, last))
    assert owners(game, colour) == [0, -1]
    assert game.me.vp == vp + 10 + 5


def test_the_tile_scores_at_once_in_the_phase_in_play():
    game = last_mine(phase="D")
    assert game.me.vp == 6 + 4 + 5
    assert game.state.gained[0, 2].tolist() == [0, 0, 0, 5, 0]


def test_first_and_second_in_play():
    mine = {"dice": (4, 1), "storage": ["mine"], "estate": tiles(29, 33, of="mine")}
    game = table(others={1: mine}, **mine).do(place(0, 24), workers(SECOND), place(0, 24))
    assert (game.me.vp, game.seat(1).vp) == (REGION + 5, REGION + 2)
    assert owners(game) == [0, 1]
