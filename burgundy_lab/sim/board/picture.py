"""The table as SVG: a pure function of the position."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import sqrt
from typing import Any

from burgundy_lab.sim.board.estates import SPACE_KIND, SPACE_NUMBER, middles
from burgundy_lab.sim.board.tables import BLACK_TILE, KIND_NAMES, NO_TILE, TILE_NAMES
from burgundy_lab.sim.board.text import summary, tile_name

SIZE = 22.0  # from the middle of a hexagon to a corner, in pixels
STEP = sqrt(3) * SIZE  # from a hexagon to the next in its row
WIDTH, HEIGHT = 7.6 * STEP, 12.2 * SIZE
LETTERS = {
    "castle": "C",
    "mine": "M",
    "ship": "S",
    "knowledge": "K",
    "animal": "A",
    "building": "B",
}
COLOURS = {
    "castle": "#7fae7f",
    "mine": "#b5b5b5",
    "ship": "#8fb8e0",
    "knowledge": "#efdc7c",
    "animal": "#bfe3a0",
    "building": "#dfc7a0",
}


def picture(state: Any) -> str:
    """Return an SVG of every seat's estate with its tiles, and the position in words."""
    seats = int(state.seats)
    estates = "".join(_estate(state, seat, seat * WIDTH) for seat in range(seats))
    return drawing(seats * WIDTH, estates, summary(state).splitlines())


def drawing(width: float, estates: str, lines: Sequence[str], below: float = HEIGHT) -> str:
    """Return an SVG of drawn estates with lines of words below (`below`: their upper end)."""
    height = below + 18 * len(lines) + 12
    texts = "".join(
        f'<text class="words" x="8" y="{below + 18 * (n + 1):.0f}">{escape(line.strip())}</text>'
        for n, line in enumerate(lines)
    )
    style = "text{font:12px sans-serif}.space{stroke:#555}.number,.tile{text-anchor:middle}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}"><style>{style}</style>{estates}{texts}</svg>'
    )


def _estate(state: Any, seat: int, left: float) -> str:
    spaces = [
        space_at(state, seat, h, left + WIDTH / 2 + STEP * x, 8 + HEIGHT / 2 + STEP * y)
        for h, (x, y) in enumerate(middles(int(state.board[seat])))
    ]
    return title(state, seat, left) + "".join(spaces)


def title(state: Any, seat: int, left: float) -> str:
    """Return whose estate it is, above it."""
    return (
        f'<text class="title" x="{left + 8:.0f}" y="16">seat {seat}: {state.points[seat]} VP</text>'
    )


def space_at(state: Any, seat: int, h: int, x: float, y: float) -> str:
    """Return the hexagon of a space with its tile, or its letter and number, around (x, y)."""
    row, tile = state.board[seat], int(state.estate[seat, h])
    kind = KIND_NAMES[SPACE_KIND[row, h]]
    corners = " ".join(
        f"{x + SIZE * dx:.1f},{y + SIZE * dy:.1f}"
        for dx, dy in ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))
    )
    filled = tile != NO_TILE
    hexagon = (
        f'<polygon class="space {kind}{" covered" if filled else ""}" points="{corners}" '
        f'fill="{COLOURS[kind]}" fill-opacity="{1 if filled else 0.35}" '
        f'stroke-width="{2.5 if filled else 0.8}"><title>{_hint(state, seat, h)}</title></polygon>'
    )
    label = _short(tile) if filled else f"{LETTERS[kind]}{SPACE_NUMBER[row, h]}"
    name = "tile" if filled else "number"
    weight = ' font-weight="bold"' if filled else ' fill="#555"'
    return hexagon + f'<text class="{name}" x="{x:.1f}" y="{y + 4:.1f}"{weight}>{label}</text>'


def _hint(state: Any, seat: int, h: int) -> str:
    row, tile = state.board[seat], int(state.estate[seat, h])
    space = f"space {h}: {KIND_NAMES[SPACE_KIND[row, h]]} {SPACE_NUMBER[row, h]}"
    return f"{space}, {tile_name(tile)}" if tile != NO_TILE else space


def _short(tile: int) -> str:
    """Return a tile in at most four letters: "ware", "3sh", "K12"."""
    if tile == BLACK_TILE:
        return "####"
    name = TILE_NAMES[tile]
    stem, digits = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")) :]
    if stem == "knowledge":
        return f"K{digits}"
    return f"{digits}{stem[:2]}" if digits else name.replace("_", "")[:4]
