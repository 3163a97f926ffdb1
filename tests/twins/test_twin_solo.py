"""Solo against the slow twin: neighbours with rivers, and the removal of tiles."""

from __future__ import annotations

import random

import numpy as np
import pytest

from burgundy_lab.sim.board.estates import (
    FIRST_JOINED,
    FIRST_SIDE,
    NEIGHBOURS,
    REGION_AT,
    SIDE_IDS,
    SPACE_KIND,
    SPACE_NUMBER,
)
from burgundy_lab.sim.board.tables import KIND_NAMES, TILE_NAMES
from burgundy_lab.sim.solo.setup import remove_tile
from burgundy_lab.sim.solo.state import STATE
from tests.twins.solo import SIDES, neighbours, removal, spots

COLOURS = {
    "G": "castle",
    "M": "mine",
    "S": "ship",
    "K": "knowledge",
    "A": "animal",
    "B": "building",
}
SIDE = pytest.mark.parametrize("name", SIDE_IDS)


def members(bits) -> set[int]:
    return {n for n in range(37) if int(bits) >> n & 1}


@SIDE
@pytest.mark.parametrize("first", [FIRST_SIDE, FIRST_JOINED])
def test_spaces_and_neighbours_are_those_of_the_picture(name, first):
    row = first + SIDE_IDS.index(name)
    words = [word for _, word in spots(SIDES[name][0])]
    assert [KIND_NAMES[k] for k in SPACE_KIND[row]] == [COLOURS[word[0]] for word in words]
    assert SPACE_NUMBER[row].tolist() == [int(word[1:]) for word in words]
    assert [members(bits) for bits in NEIGHBOURS[row]] == neighbours(name)


@SIDE
@pytest.mark.parametrize("joined", [False, True])
def test_regions_are_those_of_flood_fill(name, joined):
    row = (FIRST_JOINED if joined else FIRST_SIDE) + SIDE_IDS.index(name)
    side = SIDES[name][0]
    near, order = neighbours(name), [spot for spot, _ in spots(side)]
    for space in range(37):
        region, edge = {space}, {space}
        while edge:
            edge = {
                n
                for h in edge
                for n in near[h]
                if SPACE_KIND[row, n] == SPACE_KIND[row, space]
                and (joined or order[n][0] == order[h][0])
            } - region
            region |= edge
        assert members(REGION_AT[row, space]) == region


@pytest.mark.parametrize("seed", range(5))
def test_200_removals_each_are_those_of_the_twin(seed):
    lot = random.Random(seed)
    state = np.zeros(1, STATE)[0]
    for _ in range(200):
        share, white = lot.random(), lot.randint(1, 6)
        tiles = [lot.randint(1, 49) if lot.random() < share else 0 for _ in range(24)]
        state.depot[:] = tiles
        state.offered = sum(1 << slot for slot, tile in enumerate(tiles) if tile)
        state.removed = 0
        names = [TILE_NAMES[t] if t else None for t in tiles]
        expected = removal([names[4 * d : 4 * d + 4] for d in range(6)], white)
        remove_tile(state, white - 1)
        flat = [tile for depot in expected for tile in depot]
        assert [TILE_NAMES[t] if t else None for t in state.depot.tolist()] == flat
        assert int(state.offered) == sum(1 << s for s, tile in enumerate(flat) if tile)
        assert state.removed == (1 if any(tiles) else 0)
