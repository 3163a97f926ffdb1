"""The estates: 37 hexagons each, their colours, die numbers, regions and neighbours.

Every table has one row for each estate; sets hold space numbers 0..36, counted row by row.
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.board.tables import DEPOTS, GOODS, KIND_NAMES, KINDS, PLACES, REGION_VP
from burgundy_lab.sim.errors import UnknownName
from burgundy_lab.sim.facts import load

DATA = load("estates")
HEXES = 37
CENTRE = 18
ROW_LENGTHS: tuple[int, ...] = tuple(DATA["row_lengths"])
LETTERS = {letter: KIND_NAMES.index(kind) for letter, kind in DATA["letters"].items()}
ESTATE_IDS: tuple[str, ...] = tuple(estate["id"] for estate in DATA["estates"])
ESTATES = len(ESTATE_IDS)
MOST_REGIONS = 24
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


def as_set(members: list[int]) -> int:
    """Return the set of the given numbers as bits."""
    return sum(1 << member for member in members)


def _neighbours() -> np.ndarray:
    index = {place: h for h, place in enumerate(COORDINATES)}
    return np.array(
        [
            as_set([index[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in index])
            for q, r in COORDINATES
        ],
        "i8",
    )


NEIGHBOURS = _neighbours()  # [H]


def connected(spaces: set[int]) -> list[set[int]]:
    """Split spaces into connected parts, ordered by their smallest space."""
    parts, left = [], set(spaces)
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            near = {n for h in edge for n in left if int(NEIGHBOURS[h]) >> n & 1}
            edge = near - part
        parts.append(part)
        left -= part
    return parts


def _read_spaces() -> tuple[np.ndarray, np.ndarray]:
    kinds, numbers = np.zeros((ESTATES, HEXES), "i4"), np.zeros((ESTATES, HEXES), "i4")
    for row, estate in enumerate(DATA["estates"]):
        spaces = " ".join(estate["rows"]).split()
        if len(spaces) != HEXES or tuple(len(r.split()) for r in estate["rows"]) != ROW_LENGTHS:
            raise ValueError(f"estate {estate['id']}: rows must have {ROW_LENGTHS} spaces")
        kinds[row] = [LETTERS[space[0]] for space in spaces]
        numbers[row] = [int(space[1:]) for space in spaces]
        for kind, name in enumerate(KIND_NAMES):
            if (kinds[row] == kind).sum() != DATA["spaces_per_kind"][name]:
                raise ValueError(f"estate {estate['id']}: wrong number of {name} spaces")
    return kinds, numbers


SPACE_KIND, SPACE_NUMBER = _read_spaces()  # [estate, H]


def _read_regions() -> tuple[np.ndarray, np.ndarray]:
    region_of = np.full((ESTATES, HEXES), -1, "i4")
    region = np.zeros((ESTATES, MOST_REGIONS), "i8")
    for row, estate in enumerate(DATA["estates"]):
        n = 0
        for letter, kind in LETTERS.items():
            parts = connected({h for h in range(HEXES) if SPACE_KIND[row, h] == kind})
            sizes = sorted((len(part) for part in parts), reverse=True)
            if sizes != estate["regions"][letter] or sizes[0] >= len(REGION_VP):
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
COLOUR = np.array(  # [estate, kind] sets
    [
        [as_set([h for h in range(HEXES) if row[h] == kind]) for kind in range(KINDS)]
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
