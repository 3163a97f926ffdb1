"""The tables of the program against the facts as typed in from the rule documents."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from burgundy_lab.sim.board import estates as engine
from burgundy_lab.sim.board import tables
from tests.twins.naive import (
    BLACK_DEPOT,
    LARGE_BONUS,
    PHASE_POINTS,
    POINTS_PER_GOODS_SOLD,
    REGION_POINTS,
    SMALL_BONUS,
    depot_kind,
    estates,
    full_supply,
    kind_of,
    ring_distance,
)

NAMES = tuple(estates())


def members(spaces: int) -> list[int]:
    return [h for h in range(37) if spaces >> h & 1]


def test_there_are_39_estates_of_37_spaces():
    assert len(NAMES) == 39 and NAMES == engine.ESTATE_IDS
    counts = {"castle": 4, "mine": 3, "ship": 6, "knowledge": 6, "animal": 6, "building": 12}
    for name, estate in estates().items():
        assert Counter(estate.colour.values()) == counts, name


@pytest.mark.parametrize("name", NAMES)
def test_spaces_regions_and_neighbours_equal_those_of_flood_fill(name):
    estate, row = estates()[name], engine.estate_row(name)
    for h, space in enumerate(estate.spaces):
        assert tables.KIND_NAMES[engine.SPACE_KIND[row, h]] == estate.colour[space]
        assert engine.SPACE_NUMBER[row, h] == estate.number[space]
        around = {estate.spaces[n] for n in members(int(engine.NEIGHBOURS[row, h]))}
        assert around == set(estate.neighbours[space])
        region = int(engine.REGION[row, engine.REGION_OF[row, h]])
        assert {estate.spaces[n] for n in members(region)} == estate.region_of[space]
    assert engine.REGION_COUNT[row] == len(estate.regions)
    sizes = sorted(int(size) for size in engine.REGION_SIZE[row] if size)
    assert sizes == sorted(map(len, estate.regions))
    for kind, colour in enumerate(tables.KIND_NAMES):
        of_colour = {estate.spaces[n] for n in members(int(engine.COLOUR[row, kind]))}
        assert of_colour == set(estate.of_colour(colour))


def test_regions_have_one_to_eight_spaces():
    sizes = {len(region) for estate in estates().values() for region in estate.regions}
    assert sizes <= set(range(1, 9))


def test_supply_is_164_tiles_of_the_backs_in_the_documents():
    supply = full_supply()
    backs = (*tables.KIND_NAMES, "black")
    for back, name in enumerate(backs):
        ours = Counter({tables.TILE_NAMES[t]: int(n) for t, n in enumerate(tables.INVENTORY[back])})
        assert +ours == supply[name], name
    assert sum(tiles.total() for tiles in supply.values()) == 164
    assert supply["black"].total() == 40


def test_kinds_of_tiles():
    for tile, name in enumerate(tables.TILE_NAMES):
        if tile:
            assert tables.KIND_NAMES[tables.TILE_KIND[tile]] == kind_of(name)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_depots_are_laid_out_as_printed(seats):
    for number, phase in enumerate("ABCDE"):
        for slot in range(24):
            kind = depot_kind(seats, phase, slot // 4 + 1, slot % 4)
            laid = int(tables.DEPOT_KIND[seats, number, slot])
            assert (tables.KIND_NAMES[laid] if laid >= 0 else None) == kind
    assert tables.BLACK_DEPOT[seats] == BLACK_DEPOT[seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_never_runs_out_of_tiles(seats):
    drawn = Counter(castle=seats, black=5 * BLACK_DEPOT[seats])
    for phase in "ABCDE":
        for slot in range(24):
            kind = depot_kind(seats, phase, slot // 4 + 1, slot % 4)
            drawn[kind or "nothing"] += 1
    left = {back: tiles.total() - drawn[back] for back, tiles in full_supply().items()}
    assert min(left.values()) >= 0
    assert seats < 4 or set(left.values()) == {0}


def test_points_equal_those_of_the_documents():
    assert {n: int(vp) for n, vp in enumerate(tables.REGION_VP) if n} == REGION_POINTS
    assert dict(zip(tables.PHASE_NAMES, tables.PHASE_VP.tolist(), strict=True)) == PHASE_POINTS
    for seats in (2, 3, 4):
        assert tables.BONUS_LARGE[seats] == LARGE_BONUS[seats]
        assert tables.BONUS_SMALL[seats] == SMALL_BONUS[seats]
        assert tables.SALE_VP[seats] == POINTS_PER_GOODS_SOLD[seats]


def test_die_numbers_lie_on_a_ring():
    ring = np.array([[ring_distance(a, b) for b in range(1, 7)] for a in range(1, 7)])
    assert (engine.DISTANCE[1:, 1:] == ring).all()
    assert ring_distance(6, 1) == 1 and ring_distance(3, 6) == 3
