"""[Animals]: each tile scores, and its species in the same pasture again.

Board 1 has a pasture of five (0 4 5 9 10) and one of one space (27).
"""

from __future__ import annotations

import pytest

from tests.builders import SECOND, place, table

WAY = {11: "bank", 17: "ship"}  # tiles beside the pasture: 10 (A4) and 5 (A1) are open


def animals(estate, tile, **arranged):
    """Return the VP of placing an animal on space 10 (A4)."""
    game = table(dice=(4, 1), estate=WAY | estate, storage=[tile], **arranged)
    return game.do(place(0, 10)).me.vp


@pytest.mark.parametrize("species", ["cow", "sheep", "pig", "chicken"])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_tile_scores_its_animals(species, size):
    assert animals({}, f"{species}{size}") == size


def test_four_cows_join_three_cows():
    assert animals({5: "cow3"}, "cow4") == 4 + 3


def test_and_four_more_cows_score_all_eleven():
    game = table(dice=(4, 2), estate=WAY | {5: "cow3"}, storage=["cow4", "cow4"])
    assert game.do(place(0, 10)).me.vp == 7
    assert game.do(place(1, 4, SECOND)).me.vp == 7 + 11


def test_other_species_do_not_score_again():
    assert animals({5: "sheep3", 4: "pig4"}, "cow2") == 2
    assert animals({5: "sheep3", 4: "cow4"}, "cow2") == 2 + 4


def test_tiles_of_a_pasture_need_not_touch():
    assert animals({0: "cow3", 4: "pig2", 5: "pig3"}, "cow2") == 2 + 3


def test_animals_of_other_pastures_do_not_score():
    assert animals({27: "cow4", 26: "bank"}, "cow2") == 2


def test_animals_of_others_do_not_score():
    assert animals({}, "cow2", others={1: {"estate": {10: "cow4"}}}) == 2


def test_only_the_owner_scores():
    game = table(dice=(4, 1), estate=WAY, storage=["cow2"]).do(place(0, 10))
    assert (game.me.vp, game.seat(1).vp) == (2, 0)


def test_the_last_tile_of_a_pasture_scores_animals_and_region():
    full = {0: "cow2", 4: "pig2", 5: "cow3", 9: "sheep2"}
    assert animals(full, "cow4") == (4 + 2 + 3) + 15 + 10  # five spaces, phase A


# --- knowledge tile 7 -------------------------------------------------------------------------


def test_tile_7_three_sheep_beside_four_sheep_score_nine():
    assert animals({5: "sheep4"}, "sheep3", knowledge=(7,)) == 4 + 5


def test_tile_7_gives_one_more_for_a_single_tile():
    assert animals({}, "pig2", knowledge=(7,)) == 3


def test_tile_7_gives_one_more_for_each_tile_that_scores():
    assert animals({0: "cow2", 4: "cow2", 5: "pig4"}, "cow3", knowledge=(7,)) == 4 + 3 + 3


def test_tile_7_of_another_player_does_not_help():
    assert animals({}, "pig2", others={1: {"knowledge": (7,)}}) == 2
