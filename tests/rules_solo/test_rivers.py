"""[Rivers]: other territories are reached along rivers alone."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.board.estates import (
    FIRST_JOINED,
    FIRST_SIDE,
    NEIGHBOURS,
    REGION,
    REGION_COUNT,
    SPACE_KIND,
)
from tests.solo_builders import solo

RIVERS_A = {(6, 7), (6, 19), (19, 28), (16, 28), (16, 32)}
TERRITORIES_A = (range(7), range(7, 18), range(18, 24), range(24, 37))
RIVERS_B = {
    *((31, 0), (31, 5), (32, 4), (32, 7), (32, 17), (32, 23)),
    *((33, 7), (33, 8), (33, 12), (33, 22), (34, 25), (34, 14), (34, 26)),
    *((35, 9), (35, 12), (35, 16), (36, 16), (36, 28)),
}


def neighbours(row, space):
    return {h for h in range(37) if int(NEIGHBOURS[row, space]) >> h & 1}


def territory(space):
    return next(n for n, spaces in enumerate(TERRITORIES_A) if space in spaces)


def test_side_a_has_68_contacts_and_5_rivers():
    pairs = {(a, b) for a in range(37) for b in neighbours(FIRST_SIDE, a) if a < b}
    across = {(a, b) for a, b in pairs if territory(a) != territory(b)}
    assert across == RIVERS_A
    assert len(pairs) == 68 + 5


def test_side_b_has_18_rivers_each_with_one_ship_end():
    rivers = {
        (ship, land)
        for ship in range(37)
        for land in neighbours(FIRST_SIDE + 1, ship)
        if SPACE_KIND[FIRST_SIDE + 1, ship] == 2
    }
    assert rivers == RIVERS_B
    assert len(rivers) == 18


@pytest.mark.parametrize(
    "space, around", [(4, {1, 3, 6}), (6, {3, 4, 5, 7, 19}), (23, {20, 21, 22})]
)
def test_neighbours_of_a_space(space, around):
    assert neighbours(FIRST_SIDE, space) == around


def test_another_territory_opens_only_after_the_ship_at_this_end():
    assert solo(dice=(6, 1), storage=["ship"]).spaces() == {6}
    assert solo(dice=(6, 1), storage=["ship"], estate={6: "ship"}).spaces() == {7, 19}


def test_land_of_side_b_is_left_by_a_ship():
    assert solo(side="B", start=5, storage=["ship"]).spaces() == {31}
    game = solo(side="B", start=5, storage=["warehouse"], estate={31: "ship"})
    assert game.spaces() == {0, 6}


def test_rivers_join_no_regions():
    sizes = sorted(int(r).bit_count() for r in REGION[FIRST_SIDE] if int(r) >> 6 & 1)
    assert sizes == [1]
    assert (int(REGION_COUNT[FIRST_SIDE]), int(REGION_COUNT[FIRST_SIDE + 1])) == (28, 25)


def test_by_a_setting_rivers_join_the_ship_spaces_of_side_a():
    joined = [int(r) for r in REGION[FIRST_JOINED] if int(r) >> 6 & 1]
    assert [r.bit_count() for r in joined] == [6]
    assert int(REGION_COUNT[FIRST_JOINED]) == 28 - 5
    assert REGION[FIRST_JOINED + 1].tolist() == REGION[FIRST_SIDE + 1].tolist()
    game = solo(settings={"rivers_join_regions": "yes"}, storage=["ship"])
    assert "solo-A-joined" in game.position.text


def test_the_regions_of_the_sides():
    for row, sizes in ((FIRST_SIDE, "3111 3222111 1111 3111 111 111111"),
                       (FIRST_SIDE + 1, "321 422211 1111 222 111 111111")):  # fmt: skip
        for kind, expected in zip((4, 5, 0, 3, 1, 2), sizes.split(), strict=True):
            found = [
                int(r).bit_count()
                for r in REGION[row]
                if int(r) and SPACE_KIND[row, (int(r) & -int(r)).bit_length() - 1] == kind
            ]
            assert "".join(map(str, sorted(found, reverse=True))) == expected
