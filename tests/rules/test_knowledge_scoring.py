"""[Knowledge], [Knowledge, 2019]: tiles 15 to 26 at the end of the game."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.board.scoring import final_scoring
from tests.builders import BUILDINGS, table, tiles

REVISED = {"edition": "2019"}
PAID = dict(
    zip(
        range(16, 24),
        (
            "warehouse",
            "watchtower",
            "carpenter",
            "church",
            "market",
            "boarding_house",
            "bank",
            "city_hall",
        ),
        strict=True,
    )
)
EDITIONS = pytest.mark.parametrize("settings", [None, REVISED])


def final(**arranged) -> int:
    """Return the VP of seat 0 after the final scoring of an arranged table."""
    game = table(phase="E", round_no=5, **arranged)
    final_scoring(game.state)
    return game.me.vp


@pytest.mark.parametrize("settings, each", [(None, 3), (REVISED, 2)])
def test_tile_15_pays_for_each_goods_type_sold(settings, each):
    assert final(settings=settings, sold={1: 3, 4: 1}, knowledge=(15,)) == 2 * each
    assert final(settings=settings, sold=dict.fromkeys(range(1, 7), 1), knowledge=(15,)) == 6 * each
    assert final(settings=settings, knowledge=(15,)) == 0


@EDITIONS
@pytest.mark.parametrize("number, building", PAID.items())
def test_tiles_16_to_23_pay_four_for_each_building(settings, number, building):
    two = tiles(11, 25, of=building)
    assert final(settings=settings, estate=two, knowledge=(number,)) == 8
    assert final(settings=settings, estate={25: building}, knowledge=(number,)) == 4


@pytest.mark.parametrize("number, building", PAID.items())
def test_tiles_16_to_23_pay_for_their_own_building_only(number, building):
    others = [name for name in BUILDINGS if name != building]
    estate = tiles(11, 25, 26, 31, 32, 36, 23, of=others)
    assert final(estate=estate, storage=[building], knowledge=(number,)) == 0


@EDITIONS
@pytest.mark.parametrize(
    "animals, vp",
    [
        ((), 0),
        (("cow2",), 4),
        (("cow2", "cow4"), 4),
        (("cow2", "pig3", "cow4"), 8),
        (("cow2", "sheep2", "pig3", "chicken4", "pig4"), 16),
    ],
)
def test_tile_24_pays_four_for_each_species(settings, animals, vp):
    estate = dict(zip((10, 9, 5, 4, 0), animals, strict=False))
    assert final(settings=settings, estate=estate, knowledge=(24,)) == vp


@EDITIONS
def test_tile_25_pays_one_for_each_goods_tile_sold(settings):
    assert final(settings=settings, sold={1: 3, 4: 1}, knowledge=(25,)) == 4


@pytest.mark.parametrize("settings, each", [(None, 2), (REVISED, 3)])
def test_tile_26_pays_for_each_bonus_tile_large_or_small(settings, each):
    bonus = {"mine": (0, 1), "ship": (1, 0), "animal": (1, -1), "castle": (0, -1)}
    assert final(settings=settings, bonus=bonus, knowledge=(26,)) == 3 * each


def test_tile_26_without_bonus_tiles_pays_nothing():
    assert final(bonus={"mine": (1, -1)}, knowledge=(26,)) == 0


def test_tiles_add_up():
    got = final(sold={1: 3, 4: 1}, estate={10: "cow2"}, knowledge=(15, 24, 25))
    assert got == 2 * 3 + 4 + 4


@pytest.mark.parametrize("number", [15, 16, 24, 25, 26])
def test_a_tile_in_storage_pays_nothing(number):
    got = final(
        sold={1: 3},
        estate={10: "cow2", 25: "warehouse"},
        bonus={"mine": (0,)},
        storage=[f"knowledge{number}"],
    )
    assert got == 0


@pytest.mark.parametrize("number", range(1, 15))
def test_tiles_1_to_14_pay_nothing_at_the_end(number):
    got = final(
        sold={1: 3},
        estate=tiles(25, 26, 31, 32, of=BUILDINGS) | {10: "cow2", 24: "mine"},
        bonus={"mine": (0,)},
        knowledge=(number,),
    )
    assert got == 0


def test_the_tile_of_another_player_pays_nothing():
    assert final(sold={1: 3}, others={1: {"knowledge": (15, 25)}}) == 0
