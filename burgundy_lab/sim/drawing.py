"""Shapes, texts and symbols that the pictures of all games are made of, as SVG.

Everything is drawn with its own colours on a sheet of its own, so a picture reads the same on a
light and on a dark page, and beside other pictures. Coordinates are pixels, y goes down; texts
are placed by their middle height, and shrink until they fit where a width is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from math import ceil

INK, MUTED, FAINT = "#27211a", "#6b6154", "#b9ae9c"
SHEET, CARD, WELL = "#f6f1e4", "#fffdf7", "#ece4d2"
ACCENT = "#b3261e"  # whose turn it is
# Colours of seats, told apart by the colour-blind; the seat's number stands on them too.
SEAT_COLOURS = ("#0f5c99", "#b34700", "#00735a", "#8f3f78")

LEAST_TEXT = 8.2  # pixels; a narrow picture in a small window is shown at nine tenths
TIMES = "\N{MULTIPLICATION SIGN}"
HALF_WIDTH = 0.8660254  # of a hexagon with corners up, by its size (middle to corner)
CORNERS = ((0, -1), (HALF_WIDTH, -0.5), (HALF_WIDTH, 0.5), (0, 1), (-HALF_WIDTH, 0.5),
           (-HALF_WIDTH, -0.5))  # fmt: skip

# Symbols in a box from -10 to 10.
SYMBOLS = {
    "castle": "M-8 9V-8h4v3h2.5v-3h3v3H4v-3h4V9H2.5V4a2.5 2.5 0 0 0-5 0v5z",
    "mine": "M-10 8L-3-8L1 0L4-4L10 8H3.5V5a3.5 3.5 0 0 0-7 0v3z",
    "ship": "M-10 4H10L7 9H-7zM-1 2V-9L-8 2zM1.5 2V-7L8 2z",
    "knowledge": "M-1 8C-3 6-6 6-10 7V-7C-6-8-3-8-1-6zM1 8C3 6 6 6 10 7V-7C6-8 3-8 1-6z",
    "animal": "M0 0C3 0 6 3 5.4 6.4 5 9 2.5 8 0 8S-5 9-5.4 6.4C-6 3-3 0 0 0z"
    "M-9-1.5a2.2 2.7 0 1 0 4.4 0a2.2 2.7 0 1 0-4.4 0z"
    "M-4.8-6a2.2 2.8 0 1 0 4.4 0a2.2 2.8 0 1 0-4.4 0z"
    "M.4-6a2.2 2.8 0 1 0 4.4 0a2.2 2.8 0 1 0-4.4 0z"
    "M4.6-1.5a2.2 2.7 0 1 0 4.4 0a2.2 2.7 0 1 0-4.4 0z",
    "building": "M-10 0L0-9L10 0H7V9H2.3V3H-2.3V9H-7V0z",
    "cloister": "M-1.3-10h2.6v2.5h2.5v2.5H1.3V-2.5L8 3V9H2.3V5H-2.3V9H-8V3L-1.3-2.5V-5"
    "h-2.5v-2.5h2.5z",
    "worker": "M-3.4-5.8a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0zM-7.5 9C-7.5 2-4-1.2 0-1.2"
    "S7.5 2 7.5 9z",
    "silver": "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM-6.5 0a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1"
    "-13 0zM-1.5-3.5h3v7h-3z",
    "goods": "M-9-8H9V8H-9zM-7-6V-1.2H7V-6zM-7 1.2V6H7V1.2z",
    "points": "M-9-3L-4.5 2L0-8L4.5 2L9-3L7 8H-7z",
    "turn": "M-7-9L9 0L-7 9z",
}
SYMBOLS["pasture"] = SYMBOLS["animal"]
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def num(value: float) -> str:
    """Return a coordinate with a tenth of a pixel, as short as it can be."""
    return f"{value:.1f}".removesuffix(".0")


# --- shapes -----------------------------------------------------------------------------------


def rect(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = "none",
    line: float = 1, corner: float = 5, more: str = "",
) -> str:  # fmt: skip
    """Return a rectangle by its upper left corner; more: further attributes."""
    return (
        f'<rect class="face" x="{num(x)}" y="{num(y)}" width="{num(width)}" '
        f'height="{num(height)}" rx="{num(corner)}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{num(line)}"{more}/>'
    )


@cache
def corners(size: float) -> tuple[tuple[float, float], ...]:
    """Return the corners of a hexagon around (0, 0), the upper one first, clockwise."""
    return tuple((size * dx, size * dy) for dx, dy in CORNERS)


def hexagon(
    x: float, y: float, size: float, fill: str, stroke: str = "none", line: float = 1,
    more: str = "",
) -> str:  # fmt: skip
    """Return a hexagon around (x, y); size: from the middle to a corner."""
    at = f' transform="translate({num(x)} {num(y)})"' if x or y else ""
    return (
        f'<polygon class="face" points="{_points(size)}"{at} fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{num(line)}" stroke-linejoin="round"{more}/>'
    )


@cache
def _points(size: float) -> str:
    return " ".join(f"{num(dx)},{num(dy)}" for dx, dy in corners(size))


def circle(x: float, y: float, radius: float, fill: str, stroke: str = "none") -> str:
    """Return a disc around (x, y)."""
    return (
        f'<circle class="face" cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" '
        f'stroke="{stroke}"/>'
    )


def symbol(name: str, x: float, y: float, size: float, fill: str = INK) -> str:
    """Return a symbol around (x, y), so many pixels wide."""
    return (
        f'<path transform="translate({num(x)} {num(y)}) scale({size / 20:.3f})" '
        f'd="{SYMBOLS[name]}" fill="{fill}" fill-rule="evenodd"/>'
    )


def outlines(middles: Sequence[tuple[float, float]], part: Sequence[int], size: float) -> str:
    """Return the path of all edges between hexagons of different parts, and around them.

    part: for each hexagon the number of its part.
    """
    edges: dict[tuple[int, int], tuple[str, set[int], int]] = {}
    for (x, y), number in zip(middles, part, strict=True):
        points = [(x + dx, y + dy) for dx, dy in corners(size)]
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            key = (round((ax + bx) / 4), round((ay + by) / 4))
            line, parts, times = edges.get(key, ("", set(), 0))
            line = line or f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
            edges[key] = (line, parts | {number}, times + 1)
    return "".join(line for line, parts, times in edges.values() if times == 1 or len(parts) > 1)


# --- texts ------------------------------------------------------------------------------------


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Estimate the width of a text, by a wide sans serif font."""
    return sum(map(_em, words)) * size * (1.1 if bold else 1)


@cache
def _em(letter: str) -> float:
    """Return the width of a letter in units of the font size."""
    if letter in "iljftI.,:;'|!()[] ":
        return 0.34
    return 0.98 if letter in "mwMW%@" else 0.7 if letter.isupper() else 0.62


@lru_cache(8192)
def text(
    x: float, y: float, words: str, size: float = 12, anchor: str = "middle", bold: bool = False,
    fill: str = INK, width: float = 0,
) -> str:  # fmt: skip
    """Return a text with its middle height at y; it shrinks if it is wider than `width`, and is
    cut off with an ellipsis before it gets too small to read.
    """
    least = min(size, LEAST_TEXT)
    if width:
        needed = text_width(words, size, bold)
        size = max(least, size * min(1, width / needed)) if needed else size
        if text_width(words, size, bold) > width + 1:
            while words and text_width(words + "…", size, bold) > width:
                words = words[:-1]
            words = words.rstrip() + "…"
    weight = ' font-weight="bold"' if bold else ""
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{num(x)}" y="{num(y + 0.355 * size)}" font-size="{num(size)}"{side}{weight} '
        f'fill="{fill}">{escape(words, quote=False)}</text>'
    )


def label(x: float, y: float, words: str, width: float = 0) -> str:
    """Return a small heading that starts at x."""
    return text(x, y, words, 10.5, "start", fill=MUTED, width=width)


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Split a text into lines that fit the width."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# --- things on the table ------------------------------------------------------------------------


def spot(name: str, *parts: str, hint: str = "", x: float = 0, y: float = 0) -> str:
    """Return a place on the table, where an action may act: a group with the place's name in
    `data-spot`, its parts drawn around (x, y). The first shape of class "face" in it is its
    outline; hint: what a pointer over it tells. Places can lie in places: a slot in its depot.
    """
    at = f' transform="translate({num(x)} {num(y)})"' if x or y else ""
    title = f"<title>{escape(hint, quote=False)}</title>" if hint else ""
    return f'<g class="spot" data-spot="{name}"{at}>{title}{"".join(parts)}</g>'


def die(x: float, y: float, number: int, size: float = 28, *, used: bool = False) -> str:
    """Return a die around (x, y): pale and crossed out if it is used, empty for 0."""
    ink, line = (FAINT, FAINT) if used else (INK, INK)
    half, pip = size / 2, size * 0.26
    pips = "".join(
        f'<circle cx="{num(x + pip * dx)}" cy="{num(y + pip * dy)}" r="{num(size * 0.095)}" '
        f'fill="{ink}"/>'
        for dx, dy in PIPS.get(number, ())
    )
    cross = ""
    if used:
        cross = (
            f'<path d="M{num(x - half)} {num(y + half)}L{num(x + half)} {num(y - half)}" '
            f'stroke="{MUTED}" stroke-width="2"/>'
        )
    face = rect(x - half, y - half, size, size, WELL if used else "#ffffff", line, 1.5, size / 5)
    return face + pips + cross


def seat_disc(x: float, y: float, seat: int, radius: float = 10, name: str = "") -> str:
    """Return the marker of a seat: its colour and number, or a letter of its own."""
    disc = circle(x, y, radius, SEAT_COLOURS[seat], "#ffffff")
    return disc + text(x, y, name or str(seat), radius * 1.35, bold=True, fill="#ffffff")


def counted(name: str, x: float, y: float, number: int, *, pale: bool = False) -> str:
    """Return a symbol with how many there are of it to the right, about 44 pixels wide."""
    fill = FAINT if pale else INK
    return symbol(name, x, y, 19, fill) + text(
        x + 14, y, str(number), 15, "start", bold=True, fill=fill, width=28
    )


def box(x: float, y: float, width: float, height: float, title: str = "", *parts: str) -> str:
    """Return a card with a small heading and what lies on it."""
    heading = label(x + 8, y + 11, title, width - 16) if title else ""
    return rect(x, y, width, height, CARD, FAINT, 1, 7) + heading + "".join(parts)


def notes_box(
    x: float, y: float, width: float, title: str, notes: Iterable[tuple[str, str]], key: float
) -> tuple[str, float]:
    """Return a card of notes in two columns, and its height; nothing without notes.

    notes: what each is about, and what is said of it; key: width of the former.
    """
    column, size, step = (width - 36) / 2, 10.5, 14
    lines = [(name, wrapped(words, size, column - key)) for name, words in notes]
    if not lines:
        return "", 0
    rows, half = [0, 0], sum(len(words) for _, words in lines) / 2
    parts = []
    for name, words in lines:
        side = int(rows[0] >= half)
        left, top = x + 12 + side * (column + 12), y + 30 + step * rows[side]
        parts.append(text(left, top, name, size, "start", bold=True, width=key - 4))
        for k, line in enumerate(words):
            parts.append(text(left + key, top + step * k, line, size, "start"))
        rows[side] += len(words)
    height = 32.0 + step * max(rows)
    return box(x, y, width, height, title, *parts), height


def drawing(width: float, height: float, parts: Iterable[str]) -> str:
    """Return the whole SVG: a sheet of this size with everything on it."""
    w, h = ceil(width), ceil(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="burgundy-table" viewBox="0 0 {w} {h}" '
        f'width="{w}" height="{h}" font-family="Helvetica, Arial, \'DejaVu Sans\', sans-serif">'
        f"{rect(0, 0, w, h, SHEET, corner=10)}{''.join(parts)}</svg>"
    )
