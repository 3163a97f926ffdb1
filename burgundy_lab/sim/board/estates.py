"""The estates: 37 spaces each, their colours, die numbers, regions and neighbours.

Every table has one row for each estate: the hexagons of the board game, then the Solo sides,
then the Solo sides once more with regions that rivers join. Sets hold space numbers 0..36,
counted row by row (on a Solo side territory by territory).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

import numpy as np

from burgundy_lab.sim.board.tables import (
    DEPOTS,
    GOODS,
    KIND_NAMES,
    KINDS,
    PLACES,
    REGION_VP,
    SOLO,
)
from burgundy_lab.sim.contract import Space
from burgundy_lab.sim.errors import UnknownName
from burgundy_lab.sim.facts import load

DATA = load("estates")
HEXES = 37
CENTRE = 18
ROW_LENGTHS: tuple[int, ...] = tuple(DATA["row_lengths"])
LETTERS = {letter: KIND_NAMES.index(kind) for letter, kind in DATA["letters"].items()}
ESTATE_IDS: tuple[str, ...] = tuple(estate["id"] for estate in DATA["estates"])
ESTATES = len(ESTATE_IDS)
SIDES: list[dict[str, Any]] = SOLO["sides"]
SIDE_IDS: tuple[str, ...] = tuple(side["id"] for side in SIDES)
FIRST_SIDE = ESTATES  # row of the first Solo side
FIRST_JOINED = FIRST_SIDE + len(SIDES)  # the same with regions that rivers join
ROWS = FIRST_JOINED + len(SIDES)
MOST_REGIONS = 28
MOST_STEPS = 3  # no two die numbers are farther apart on the ring of six

# Axial coordinates (q, r) of the spaces; pointy-top hexagons, rows left to right.
COORDINATES: tuple[tuple[int, int], ...] = tuple(
    (max(-3, -3 - r) + k, r)
    for r, length in zip(range(-3, 4), ROW_LENGTHS, strict=True)
    for k in range(length)
)
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def estate_row(name: str | int) -> int:
    """Return the table row of an estate.

    Numbers 1 to 9 are the boards of 2011, 10 to 30 those of the later numbering; any
    other estate goes by its id, such as "se-2".

    Raises
    ------
    UnknownName
        If there is no such estate; the message lists them all.
    """
    text = str(name).strip()
    wanted = text
    if text.isascii() and text.isdecimal() and len(text) <= 2:
        wanted = f"2011-{int(text)}" if int(text) < 10 else f"se-{int(text)}"
    if wanted not in ESTATE_IDS:
        raise UnknownName("estate", text, ("1-9", "10-30", *ESTATE_IDS))
    return ESTATE_IDS.index(wanted)


def middles(row: int) -> list[tuple[float, float]]:
    """Return the middles of the spaces of a row of the tables, as `contract.Space` has them.

    Those of the board game lie around the centre; Solo territories where the data draw them.
    """
    if row < FIRST_SIDE:
        places = [(0.0, 0.0, q, r) for q, r in COORDINATES]
    else:
        side = SIDES[(row - FIRST_SIDE) % len(SIDES)]
        places = [(*side["territories"][t]["at"], q, r) for t, q, r in side_places(side)]
    return [(across + q + r / 2, down + r * sqrt(3) / 2) for across, down, q, r in places]


def layout(estate: str) -> tuple[Space, ...]:
    """Return the spaces of an estate or Solo side by its id."""
    row = (*ESTATE_IDS, *SIDE_IDS).index(estate)
    kinds, numbers = SPACE_KIND[row].tolist(), SPACE_NUMBER[row].tolist()
    return tuple(
        Space(x, y, KIND_NAMES[kind], number)
        for (x, y), kind, number in zip(middles(row), kinds, numbers, strict=True)
    )


def as_set(members: list[int]) -> int:
    """Return the set of the given numbers as bits."""
    return sum(1 << member for member in members)


def contacts(places: Sequence[tuple[int, ...]]) -> list[int]:
    """Return for each place the set of those it touches.

    A place is a tuple that ends with axial q and r; what stands before must be the same, such
    as the number of a territory.
    """
    index = {place: h for h, place in enumerate(places)}
    return [
        as_set(
            [
                index[(*ground, q + dq, r + dr)]
                for dq, dr in DIRECTIONS
                if (*ground, q + dq, r + dr) in index
            ]
        )
        for *ground, q, r in places
    ]


def side_places(side: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Return territory, q and r of the spaces of a Solo side."""
    return [
        (number, row["q"] + k, r)
        for number, territory in enumerate(side["territories"])
        for r, row in enumerate(territory["rows"])
        for k in range(len(row["spaces"].split()))
    ]


def _side_neighbours(side: dict[str, Any]) -> list[int]:
    """Return neighbours on a Solo side: spaces that touch, and the two ends of each river."""
    near = contacts(side_places(side))
    for a, b in side["rivers"]:
        near[a] |= 1 << b
        near[b] |= 1 << a
    return near


# [row, H] sets: neighbours for placing tiles.
NEIGHBOURS = np.array(
    [contacts(COORDINATES)] * ESTATES + [_side_neighbours(side) for side in SIDES] * 2, "i8"
)
# [row, H] sets: neighbours that make one region if they are of one colour.
_REGION_NEIGHBOURS = NEIGHBOURS.copy()
_REGION_NEIGHBOURS[FIRST_SIDE:FIRST_JOINED] = [contacts(side_places(side)) for side in SIDES]


def connected(spaces: set[int], near: Sequence[int] | np.ndarray) -> list[set[int]]:
    """Split spaces into connected parts, ordered by their smallest space.

    near: [H] sets of neighbours.
    """
    parts, left = [], set(spaces)
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            edge = {n for h in edge for n in left if int(near[h]) >> n & 1} - part
        parts.append(part)
        left -= part
    return parts


def _row_data() -> Iterable[dict[str, Any]]:
    """Return the data behind each row of the tables."""
    return [*DATA["estates"], *SIDES, *SIDES]


def _spaces_of(estate: dict[str, Any]) -> list[str]:
    """Return the spaces of an estate or Solo side, such as "B6"."""
    rows = estate.get("rows") or [r["spaces"] for t in estate["territories"] for r in t["rows"]]
    spaces = " ".join(rows).split()
    lengths = tuple(len(row.split()) for row in rows)
    if len(spaces) != HEXES or ("rows" in estate and lengths != ROW_LENGTHS):
        raise ValueError(f"estate {estate['id']}: rows must have {ROW_LENGTHS} spaces")
    return spaces


def _read_spaces() -> tuple[np.ndarray, np.ndarray]:
    kinds, numbers = np.zeros((ROWS, HEXES), "i4"), np.zeros((ROWS, HEXES), "i4")
    for row, estate in enumerate(_row_data()):
        spaces = _spaces_of(estate)
        kinds[row] = [LETTERS[space[0]] for space in spaces]
        numbers[row] = [int(space[1:]) for space in spaces]
        for kind, name in enumerate(KIND_NAMES):
            if (kinds[row] == kind).sum() != DATA["spaces_per_kind"][name]:
                raise ValueError(f"estate {estate['id']}: wrong number of {name} spaces")
    return kinds, numbers


SPACE_KIND, SPACE_NUMBER = _read_spaces()  # [estate, H]


def _read_regions() -> tuple[np.ndarray, np.ndarray]:
    region_of = np.full((ROWS, HEXES), -1, "i4")
    region = np.zeros((ROWS, MOST_REGIONS), "i8")
    for row, estate in enumerate(_row_data()):
        n = 0
        for letter, kind in LETTERS.items():
            spaces = {h for h in range(HEXES) if SPACE_KIND[row, h] == kind}
            parts = connected(spaces, _REGION_NEIGHBOURS[row])
            sizes = sorted((len(part) for part in parts), reverse=True)
            expected = sizes if row >= FIRST_JOINED else estate["regions"][letter]
            if sizes != expected or sizes[0] >= len(REGION_VP):
                raise ValueError(f"estate {estate['id']}: regions of {letter} are {sizes}")
            for part in parts:
                region[row, n] = as_set(sorted(part))
                region_of[row, sorted(part)] = n
                n += 1
    return region_of, region


REGION_OF, REGION = _read_regions()  # [estate, H], [estate, region] sets
REGION_SIZE = np.array([[int(r).bit_count() for r in row] for row in REGION], "i4")
# By space, since that is what the rules ask for: the region it belongs to, and its size.
REGION_AT = np.array([regions[of] for regions, of in zip(REGION, REGION_OF, strict=True)], "i8")
SIZE_AT = np.array([sizes[of] for sizes, of in zip(REGION_SIZE, REGION_OF, strict=True)], "i4")
REGION_COUNT = (REGION_SIZE > 0).sum(axis=1).astype("i4")
ALL_SPACES = (1 << HEXES) - 1
COLOUR = np.array(  # [estate, kind] sets; a tile that lies black side up fits every colour
    [
        [
            *(as_set([h for h in range(HEXES) if row[h] == kind]) for kind in range(KINDS)),
            ALL_SPACES,
        ]
        for row in SPACE_KIND
    ],
    "i8",
)

# --- die numbers: 6 and 1 are neighbours; index 0 of a die value is unused ----------------
DISTANCE = np.array([[min((v - w) % 6, (w - v) % 6) for w in range(7)] for v in range(7)], "i4")
SPACES_WITHIN = np.array(  # [estate, die, steps] sets of spaces
    [
        [
            [
                as_set([h for h in range(HEXES) if DISTANCE[v, numbers[h]] <= steps])
                for steps in range(MOST_STEPS + 1)
            ]
            for v in range(7)
        ]
        for numbers in SPACE_NUMBER
    ],
    "i8",
)


def _within(items: int, per_number: int) -> np.ndarray:
    """Return [die, steps] sets of items, `per_number` of which belong to each die number."""
    return np.array(
        [
            [
                as_set([i for i in range(items) if DISTANCE[v, i // per_number + 1] <= steps])
                for steps in range(MOST_STEPS + 1)
            ]
            for v in range(7)
        ],
        "i8",
    )


SLOTS_WITHIN = _within(DEPOTS * PLACES, PLACES)  # [die, steps] sets of depot slots
GOODS_WITHIN = _within(GOODS, 1)  # [die, steps] sets of goods types
BOARD_1 = np.array([estate in ("2011-1", "se-1") for estate in ESTATE_IDS])
