"""The Solo board again, slow and plain: neighbours from the printed picture, tile removal."""

from __future__ import annotations

from collections.abc import Sequence

# Rows of each territory as they are printed; each row starts so many half spaces from the left.
SIDE_A = (
    ((1, "A6 B4"), (0, "G2 K3 G2"), (1, "M5 S1")),
    ((0, "S6 M5 B6 B2"), (1, "B4 A2 G4 K3"), (2, "B6 S3 B1")),
    ((2, "B2 S4"), (1, "B5 B4"), (0, "A1 K3")),
    ((1, "K5 K3 K5 A1"), (0, "S1 B2 G4 A6 S1"), (1, "B6 M5 B1 A2")),
)
SIDE_B = (
    ((2, "B2"), (1, "G5 A6"), (2, "A2 A3")),
    ((2, "G6"), (1, "B4"), (2, "B1")),
    ((0, "B5 M3 K4 K2"),),
    ((1, "K3"), (0, "K1 G4")),
    ((0, "B6 B3"),),
    ((0, "B6 B3"), (1, "B1 B5")),
    ((1, "A4 A5"), (0, "K5 K6"), (1, "M2")),
    ((0, "A1 B2 B4"), (1, "M1 G1")),
    *(((0, ship),) for ship in ("S6", "S3", "S5", "S2", "S4", "S1")),
)
# Rivers: a space on each bank, as territory, row and place in the row.
RIVERS_A = (
    ((0, 2, 1), (1, 0, 0)),
    ((0, 2, 1), (2, 0, 1)),
    ((2, 0, 1), (3, 1, 0)),
    ((1, 2, 1), (3, 1, 0)),
    ((1, 2, 1), (3, 1, 4)),
)
RIVERS_B = (
    *(((8, 0, 0), (0, 0, 0)), ((8, 0, 0), (1, 0, 0))),
    *(((9, 0, 0), (0, 2, 1)), ((9, 0, 0), (1, 2, 0)), ((9, 0, 0), (5, 0, 0))),
    ((9, 0, 0), (6, 1, 0)),
    *(((10, 0, 0), (1, 2, 0)), ((10, 0, 0), (2, 0, 0)), ((10, 0, 0), (3, 0, 0))),
    ((10, 0, 0), (6, 0, 1)),
    *(((11, 0, 0), (6, 2, 0)), ((11, 0, 0), (3, 1, 1)), ((11, 0, 0), (7, 0, 0))),
    *(((12, 0, 0), (2, 0, 1)), ((12, 0, 0), (3, 0, 0)), ((12, 0, 0), (4, 0, 1))),
    *(((13, 0, 0), (4, 0, 1)), ((13, 0, 0), (7, 0, 2))),
)  # fmt: skip
SIDES = {"solo-A": (SIDE_A, RIVERS_A), "solo-B": (SIDE_B, RIVERS_B)}

Spot = tuple[int, int, int]  # territory, row, place in the row


def spots(side: Sequence) -> list[tuple[Spot, str]]:
    """Return every spot with its colour and number, in the order of the space numbers."""
    return [
        ((t, r, k), word)
        for t, rows in enumerate(side)
        for r, (_, words) in enumerate(rows)
        for k, word in enumerate(words.split())
    ]


def touch(side: Sequence, a: Spot, b: Spot) -> bool:
    """Tell whether two hexagons touch: by half spaces from the left, within a territory."""
    if a[0] != b[0]:
        return False
    left = [2 * spot[2] + side[spot[0]][spot[1]][0] for spot in (a, b)]
    apart = (abs(a[1] - b[1]), abs(left[0] - left[1]))
    return apart in ((0, 2), (1, 1))


def neighbours(name: str) -> list[set[int]]:
    """Return the neighbours of each space: hexagons that touch, and the far bank of a river."""
    side, rivers = SIDES[name]
    order = [spot for spot, _ in spots(side)]
    joined = {frozenset(pair) for pair in rivers}
    return [
        {
            n
            for n, b in enumerate(order)
            if a != b and (touch(side, a, b) or frozenset((a, b)) in joined)
        }
        for a in order
    ]


def removal(depots: list[list[str | None]], white: int) -> list[list[str | None]]:
    """Return the depots (tiles in printed order) after the white die has removed a tile."""
    after = [list(depot) for depot in depots]
    for turn in range(6):
        depot = after[(white - 1 + turn) % 6]
        for place, tile in enumerate(depot):
            if tile is not None:
                depot[place] = None
                return after
    return after
