"""Tiles, spaces and goods of the board game as drawings; the Solo board has them too."""

from __future__ import annotations

from functools import cache

from burgundy_lab.sim.board.tables import (
    ANIMAL,
    BLACK,
    BLACK_TILE,
    BUILDING,
    BUILDING_NAMES,
    FIRST_BUILDING,
    GAME,
    GOODS,
    GOODS_NAMES,
    KIND_NAMES,
    KINDS,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    NO_TILE,
    TILE_KIND,
    TILE_NAMES,
)
from burgundy_lab.sim.board.text import tile_name
from burgundy_lab.sim.drawing import FAINT, INK, MUTED, hexagon, rect, spot, symbol, text

# Fill of tiles by kind; spaces without a tile have the pale one.
STRONG = ("#7cb489", "#b3b8be", "#7db1e8", "#f3d75a", "#bde07f", "#dfb27a", "#3c3833")
PALE = ("#dcebdf", "#e6e8ea", "#dcebfa", "#fbf3cd", "#eef8dc", "#f6e8d4")
GOODS_FILLS = ("#a8d8f0", "#b998d3", "#f5b3cb", "#d5594f", "#94683f", "#f2a65a")
GOODS_INKS = (INK, INK, INK, "#ffffff", "#ffffff", INK)
SHORT_BUILDINGS = ("Wareh.", "Tower", "Carp.", "Church", "Market", "Board.", "Bank", "Hall")
SHORT_SPECIES = {"chicken": "hen"}
TILE_WORDS: dict[str, str] = GAME["tile_words"]
EFFECTS = {tile["number"]: tile["effect"] for tile in GAME["knowledge"]}
LEGEND_BUILDINGS = tuple(
    (short, name.replace("_", " "))
    for short, name in zip(SHORT_BUILDINGS, BUILDING_NAMES, strict=True)
)
assert len(PALE) == KINDS and len(GOODS_FILLS) == GOODS


def short_name(tile: int) -> str:
    """Return a tile in so few letters that they fit on it: "Market", "3 cow", "K12"."""
    kind = int(TILE_KIND[tile])
    if kind == BUILDING:
        return SHORT_BUILDINGS[tile - FIRST_BUILDING]
    if kind == KNOWLEDGE:
        return f"K{tile - KNOWLEDGE_BASE}"
    if kind == ANIMAL:
        name = TILE_NAMES[tile]
        return f"{name[-1]} {SHORT_SPECIES.get(name[:-1], name[:-1])}"
    return "black" if kind == BLACK else KIND_NAMES[kind].capitalize()


def tile_hint(tile: int) -> str:
    """Return a tile in words, with what it does."""
    if tile != BLACK_TILE and TILE_KIND[tile] == KNOWLEDGE:
        return f"{tile_name(tile)}: {EFFECTS[tile - KNOWLEDGE_BASE]}"
    kind = int(TILE_KIND[tile])
    if kind == BLACK:
        return tile_name(tile)
    key = BUILDING_NAMES[tile - FIRST_BUILDING] if kind == BUILDING else KIND_NAMES[kind]
    return f"{tile_name(tile)}: {TILE_WORDS[key]}"


@cache
def tile_drawn(tile: int, size: float) -> str:
    """Return a tile around (0, 0); size: from the middle to a corner."""
    kind = int(TILE_KIND[tile])
    face = hexagon(0, 0, size, STRONG[kind], INK, 1.6)
    if kind == BLACK:
        return face + text(0, 0, "black", max(8.2, 0.4 * size), bold=True, fill="#ffffff")
    mark = symbol(KIND_NAMES[kind], 0, -0.37 * size, 0.72 * size)
    return (
        face
        + mark
        + text(0, 0.2 * size, short_name(tile), max(8.2, 0.4 * size), bold=True, width=1.8 * size)
    )


def place_drawn(
    name: str, tile: int, x: float, y: float, size: float, hint: str, kind: int = BLACK
) -> str:
    """Return a place for a tile, such as a storage space: the tile, or a dashed outline with
    the symbol of the kind that belongs there.
    """
    if tile == NO_TILE:
        return spot(name, _no_tile(kind, size), hint=hint, x=x, y=y)
    return spot(name, tile_drawn(tile, size), hint=f"{hint}: {tile_hint(tile)}", x=x, y=y)


@cache
def _no_tile(kind: int, size: float) -> str:
    dashes = ' stroke-dasharray="4 3"'
    mark = symbol(KIND_NAMES[kind], 0, 0, 0.6 * size, FAINT) if kind < KINDS else ""
    return hexagon(0, 0, size, "#ffffff00", FAINT, 1.2, dashes) + mark


def space_drawn(
    name: str, space: int, kind: int, number: int, tile: int, x: float, y: float, size: float
) -> str:
    """Return a space of an estate: its tile, or its colour's symbol and die number; below, the
    number by which actions name it.
    """
    hint = f"space {space}: {KIND_NAMES[kind]} {number}"
    if tile != NO_TILE:
        hint += f", {tile_hint(tile)}"
    return spot(name, _space(space, kind, number, tile, size), hint=hint, x=x, y=y)


@cache
def _space(space: int, kind: int, number: int, tile: int, size: float) -> str:
    if tile != NO_TILE:
        fill = "#ffffff" if tile == BLACK_TILE else INK
        return tile_drawn(tile, size) + text(
            0, 0.6 * size, str(space), max(8.2, 0.31 * size), fill=fill
        )
    face = hexagon(0, 0, size, PALE[kind], "#ffffff", 1)
    mark = symbol(KIND_NAMES[kind], 0, -0.54 * size, 0.44 * size, "#7d7365")
    digit = text(0, 0.05 * size, str(number), 0.66 * size, bold=True)
    return face + mark + digit + text(0, 0.6 * size, str(space), max(8.2, 0.31 * size), fill=MUTED)


@cache
def goods_drawn(g: int, x: float, y: float, size: float, *, pale: bool = False) -> str:
    """Return a goods tile around (x, y): its colour and the die number that sells it."""
    fill, ink = ("#ffffff00", FAINT) if pale else (GOODS_FILLS[g], GOODS_INKS[g])
    face = rect(x - size / 2, y - size / 2, size, size, fill, FAINT if pale else INK, 1.2, 3)
    return face + text(x, y, str(g + 1), 0.62 * size, bold=True, fill=ink)


def goods_hint(g: int, words: str) -> str:
    """Return what a pointer over goods tells."""
    return f"{GOODS_NAMES[g]} goods (die number {g + 1}): {words}"
