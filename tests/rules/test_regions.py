"""[Regions], [Victory points]: a covered region scores its size and the phase, at once."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.board.estates import REGION, REGION_OF, SPACE_KIND, estate_row
from burgundy_lab.sim.board.scoring import regions_done
from tests.builders import BUILDINGS, QUIET_TILES, SECOND, Table, place, table, tiles, workers

PHASE_A = 10
# Size of the region, VP of the size; estate, start castle, region (its last space first).
SIZES = [
    (1, 1, "1", 18, (11,), BUILDINGS),
    (2, 3, "2", 3, (8, 14), BUILDINGS),
    (3, 6, "1", 18, (17, 16, 15), ("ship",)),
    (4, 10, "8", 5, (6, 12, 13, 20), QUIET_TILES),
    (5, 15, "1", 18, (25, 26, 31, 32, 36), BUILDINGS),
    (6, 21, "6", 18, (20, 8, 13, 14, 21, 27), BUILDINGS),
    (7, 28, "7", 1, (11, 12, 17, 18, 19, 24, 25), BUILDINGS),
    (8, 36, "2", 3, (19, 1, 6, 12, 15, 16, 17, 18), BUILDINGS),
]


def almost(estate: str, castle: int, region: tuple[int, ...], of: tuple[str, ...], **more) -> Table:
    """Return a table with a region covered but for its first space, whose tile is stored."""
    return table(
        estates=[estate],
        settings={"start_castle": str(castle)},
        workers=9,
        storage=[of[0]],
        estate=tiles(*region[1:], of=of[1:] or of),
        **more,
    )


@pytest.mark.parametrize("size, vp, estate, castle, region, of", SIZES)
def test_vp_by_size(size, vp, estate, castle, region, of):
    assert len(region) == size
    game = almost(estate, castle, region, of)
    assert game.do(place(0, region[0])).me.vp == vp + PHASE_A


# Sizes of the cities of the nine boards of 2011, largest first.
CITIES = {
    "1": [5, 3, 3, 1],
    "2": [8, 2, 2],
    "3": [5, 5, 1, 1],
    "4": [5, 5, 2],
    "5": [3, 3, 3, 2, 1],
    "6": [6, 4, 2],
    "7": [7, 3, 2],
    "8": [2, 2, 2, 2, 2, 2],
    "9": [6, 6],
}


@pytest.mark.parametrize("estate, sizes", CITIES.items())
def test_an_estate_has_two_to_six_cities_of_one_to_eight_spaces(estate, sizes):
    row = estate_row(estate)
    beige = [h for h in range(37) if SPACE_KIND[row, h] == 5]
    cities = {int(REGION_OF[row, h]) for h in beige}
    found = sorted((int(REGION[row, city]).bit_count() for city in cities), reverse=True)
    assert found == sizes
    assert sum(sizes) == 12


@pytest.mark.parametrize("phase, vp", [("A", 10), ("B", 8), ("C", 6), ("D", 4), ("E", 2)])
def test_the_phase_adds_10_to_2_vp(phase, vp):
    game = table(phase=phase, dice=(3, 1), storage=["bank"]).do(place(0, 11))
    assert game.me.vp == 1 + vp
    game = almost("1", 18, (17, 16, 15), ("ship",), phase=phase)
    assert game.do(place(0, 17)).me.vp == 6 + vp


@pytest.mark.parametrize("covered", [(), (15,), (16,)])
def test_a_region_with_an_empty_space_scores_nothing(covered):
    game = table(dice=(2, 1), storage=["ship"], estate=tiles(*covered, of="ship"))
    assert game.do(place(0, 17)).me.vp == 0


def test_another_region_of_the_colour_may_be_incomplete():
    game = almost("1", 18, (17, 16, 15), ("ship",))
    assert 19 not in game.me.estate
    assert game.do(place(0, 17)).me.vp == 6 + PHASE_A


def test_the_last_space_may_be_any_of_the_region():
    estate = {17: "ship", 16: "ship"}
    game = table(workers=9, storage=["ship"], estate=estate).do(place(0, 15))
    assert game.me.vp == 6 + PHASE_A


def test_regions_score_for_each_player_by_himself():
    game = almost("1", 18, (17, 16, 15), ("ship",), others={1: {"estate": {17: "ship"}}})
    game.do(place(0, 17))
    assert (game.me.vp, game.seat(1).vp) == (16, 0)


def test_every_player_scores_the_same_region_of_his_board():
    mine = {"dice": (3, 1), "storage": ["bank"]}
    game = table(others={1: mine}, **mine)
    game.do(place(0, 11), workers(SECOND), place(0, 11))
    assert (game.me.vp, game.seat(1).vp) == (11, 11)


def test_region_and_phase_score_before_the_extra_action():
    game = table(
        settings={"start_castle": "6"}, dice=(4, 1), estate={1: "castle"}, storage=["castle"]
    ).do(place(0, 2))
    assert game.asked == "castle"
    assert game.me.vp == 6 + PHASE_A


def test_region_and_effect_both_score():
    game = table(dice=(3, 1), storage=["watchtower"]).do(place(0, 11))
    assert game.me.vp == 4 + 1 + PHASE_A


def test_regions_done_leaves_out_the_start_castle_alone():
    assert regions_done(table().state, 0) == 0
    assert regions_done(table(estate={11: "bank"}).state, 0) == 1
    estate = tiles(15, 16, 17, of="ship") | {11: "bank"}
    assert regions_done(table(estate=estate).state, 0) == 2


def test_regions_done_counts_a_region_with_the_start_castle_in_it():
    game = table(settings={"start_castle": "6"}, estate=tiles(1, 2, of="castle"))
    assert regions_done(game.state, 0) == 1


def test_points_have_no_upper_end():
    game = table(vp=98, dice=(3, 1), storage=["watchtower"]).do(place(0, 25))
    assert game.me.vp == 102
    game = table(vp=198, dice=(3, 1), storage=["watchtower"]).do(place(0, 25))
    assert game.me.vp == 202


def test_points_are_noted_by_source_and_phase():
    game = table(phase="C", dice=(3, 1), storage=["watchtower"]).do(place(0, 11))
    columns = ["regions", "phase_bonus", "colour_bonus", "animals", "watchtower", "goods_sold"]
    assert game.position.game.sources == tuple(columns)
    assert game.state.gained[0, :, 2].tolist() == [1, 6, 0, 0, 4, 0]
    assert game.state.gained[0].sum() == game.me.vp == 11
