"""[Knowledge]: knowledge tiles that pay VP do so when they are placed."""

from __future__ import annotations

import pytest

from tests.builders import place
from tests.solo_builders import COLOUR, EFFECT, REGION, solo, step

SPACE = 3  # a knowledge space beside the start castle; a region of one space
PHASE_E = 2


def placed(tile, **arranged):
    """Place a knowledge tile and score it before its region."""
    game = solo(storage=[tile], phase="E", **arranged).do(place(0, SPACE))
    return game.do(*[step(EFFECT) for _ in range(EFFECT in game.steps)])


@pytest.mark.parametrize(
    "number, building",
    [
        (16, "warehouse"),
        (17, "watchtower"),
        (18, "carpenter"),
        (19, "church"),
        (20, "market"),
        (21, "boarding_house"),
        (22, "bank"),
        (23, "city_hall"),
    ],
)
def test_tiles_16_to_23_pay_4_vp_for_each_building_now(number, building):
    game = placed(f"knowledge{number}", estate={1: building, 9: building, 17: "bank"})
    more = 4 if building == "bank" else 0
    assert game.me.vp == 2 * 4 + more + 1 + PHASE_E


def test_tile_24_pays_4_vp_for_each_species_now():
    game = placed("knowledge24", estate={0: "cow2", 12: "cow3", 22: "pig4"})
    assert game.me.vp == 2 * 4 + 1 + PHASE_E


def test_tile_15_pays_for_types_sold_so_far_and_tile_25_for_tiles():
    sold = {1: 3, 4: 2}
    assert placed("knowledge15", sold=sold).me.vp == 2 * 3 + 1 + PHASE_E
    assert placed("knowledge25", sold=sold).me.vp == 5 + 1 + PHASE_E


def test_tile_15_pays_2_vp_by_the_edition_of_2019():
    game = placed("knowledge15", sold={1: 3, 4: 2}, settings={"edition": "2019"})
    assert game.me.vp == 2 * 2 + 1 + PHASE_E


@pytest.mark.parametrize("edition, each", [("2011", 2), ("2019", 3)])
def test_tile_26_pays_for_completed_colours(edition, each):
    mines = {5: "mine", 8: "mine", 34: "mine"}
    game = placed("knowledge26", estate=mines, settings={"edition": edition})
    assert game.me.vp == each + 1 + PHASE_E


def test_tile_26_counts_the_colour_it_completes_itself():
    others = dict.fromkeys((14, 23, 24, 25, 26), "knowledge1")
    game = solo(storage=["knowledge26"], phase="E", estate=others, black=["bank"])
    game.do(place(0, SPACE))
    assert game.steps == {REGION, COLOUR, EFFECT}
    game.do(step(EFFECT))
    assert game.me.vp == 2


@pytest.mark.parametrize("tile", ["knowledge1", "knowledge8", "knowledge14"])
def test_other_tiles_pay_nothing(tile):
    game = placed(tile)
    assert game.me.vp == 1 + PHASE_E


def test_nothing_to_count_pays_nothing():
    game = placed("knowledge24")
    assert game.me.vp == 1 + PHASE_E


def test_nothing_is_paid_again_at_the_end():
    from burgundy_lab.sim.solo.game import GAME

    assert GAME.end_sources == ()


def test_a_tile_works_from_its_placing_on():
    game = placed("knowledge14")
    assert int(game.state.knowledge[0]) == 1 << 14
