"""One seat of the board game as a drawing: its estate, and what it owns beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any

from burgundy_lab.sim.board.estates import (
    ESTATE_IDS,
    REGION_OF,
    SPACE_KIND,
    SPACE_NUMBER,
    middles,
)
from burgundy_lab.sim.board.pieces import goods_drawn, goods_hint, place_drawn, space_drawn
from burgundy_lab.sim.board.scoring import FINAL_SOURCES, final_vp, rank
from burgundy_lab.sim.board.spots import seat_spot
from burgundy_lab.sim.board.state import DICE, END_SOURCES, PLAY_SOURCES
from burgundy_lab.sim.board.tables import GOODS, PHASE_NAMES, STORAGE
from burgundy_lab.sim.board.text import words
from burgundy_lab.sim.drawing import (
    ACCENT,
    CARD,
    FAINT,
    INK,
    MUTED,
    TIMES,
    counted,
    die,
    label,
    num,
    outlines,
    rect,
    seat_disc,
    spot,
    symbol,
    text,
)

SIZE = 26.0  # of the spaces
ESTATE_WIDTH = 7 * sqrt(3) * SIZE
ESTATE_HEIGHT = 6 * 1.5 * SIZE + 2 * SIZE
WIDTH, HEADER = 560.0, 34.0
HEIGHT = HEADER + ESTATE_HEIGHT + 22
SIDE = 216.0  # width of what lies beside the estate
ORDINALS = ("1st", "2nd", "3rd", "4th")
Middles = tuple[tuple[float, float], ...]
VpLine = tuple[str, int, str]  # source, VP, hint


@cache
def space_middles(row: int, size: float) -> Middles:
    """Return the middles of the spaces of an estate or Solo side in pixels, the leftmost and the
    uppermost space at the edge.
    """
    step, places = sqrt(3) * size, middles(row)
    left, top = min(x for x, _ in places) - 0.5, min(y for _, y in places)
    return tuple((step * (x - left), step * (y - top) + size) for x, y in places)


@cache
def region_lines(row: int, size: float) -> str:
    """Return the path of the borders between the regions of an estate."""
    return outlines(space_middles(row, size), REGION_OF[row].tolist(), size)


def estate(state: Any, seat: int, x: float, y: float, size: float) -> str:
    """Return the spaces of an estate with tiles and regions; (x, y): its upper left corner."""
    row = int(state.board[seat])
    kinds, numbers = SPACE_KIND[row].tolist(), SPACE_NUMBER[row].tolist()
    tiles = state.estate[seat].tolist()
    spaces = "".join(
        space_drawn(seat_spot(seat, "space", h), h, kinds[h], numbers[h], tiles[h], mx, my, size)
        for h, (mx, my) in enumerate(space_middles(row, size))
    )
    borders = (
        f'<path d="{region_lines(row, size)}" stroke="{INK}" stroke-width="3" '
        'stroke-linecap="round" fill="none" pointer-events="none"/>'
    )
    return f'<g transform="translate({num(x)} {num(y)})">{spaces}{borders}</g>'


# --- what a seat owns ----------------------------------------------------------------------------


def dice_drawn(state: Any, seat: int, x: float, y: float) -> str:
    """Return the dice of a seat around their middle height y, used ones crossed out."""
    parts = []
    for d in range(DICE):
        used = is_used(state, seat, d)
        hint = f"die {d}: {state.dice[seat, d]}{', used' if used else ''}"
        drawn = die(x + 15 + 38 * d, y, int(state.dice[seat, d]), 30, used=used)
        parts.append(spot(seat_spot(seat, "die", d), drawn, hint=hint))
    return "".join(parts)


def is_used(state: Any, seat: int, d: int) -> bool:
    """Tell whether a die is spent in this round: of a turn that is over, or in this turn."""
    if state.over or not state.dice[seat, d]:
        return bool(state.over)
    if seat == state.seat:
        return not int(state.dice_left) >> d & 1
    return seat in state.order[: state.turn_no].tolist()


def stock_drawn(state: Any, seat: int, x: float, y: float) -> str:
    """Return workers and Silverlings in numbers."""
    workers, silver = int(state.workers[seat]), int(state.silver[seat])
    return spot(
        seat_spot(seat, "workers"),
        rect(x, y - 15, 58, 30, "#ffffff", FAINT, 1, 8),
        counted("worker", x + 15, y, workers, pale=not workers),
        hint=f"{workers} workers",
    ) + spot(
        seat_spot(seat, "silver"),
        rect(x + 64, y - 15, 58, 30, "#ffffff", FAINT, 1, 8),
        counted("silver", x + 79, y, silver, pale=not silver),
        hint=f"{silver} Silverlings",
    )


def storage_drawn(state: Any, seat: int, x: float, y: float) -> str:
    """Return the three storage spaces with their tiles; y: their middle height."""
    return "".join(
        place_drawn(
            seat_spot(seat, "storage", k),
            int(state.storage[seat, k]),
            x + 22 + 46 * k,
            y,
            24,
            f"storage space {k}",
        )
        for k in range(STORAGE)
    )


def goods_row(state: Any, seat: int, x: float, y: float) -> str:
    """Return the goods of each type: held ones in numbers, sold ones below."""
    parts, step = [], SIDE / GOODS
    held, sold = state.goods[seat].tolist(), state.sold[seat].tolist()
    for g in range(GOODS):
        left = x + step * g
        count = text(left + step / 2, y + 22, f"{TIMES}{held[g]}", 13, bold=True) if held[g] else ""
        gone = text(left + step / 2, y + 37, f"{sold[g]}", 10, fill=MUTED) if sold[g] else ""
        hint = goods_hint(g, f"{held[g]} in storage, {sold[g]} sold")
        face = rect(left + 1, y - 14, step - 3, 60, "#ffffff", FAINT, 1, 5)
        goods = goods_drawn(g, left + step / 2 - 0.5, y, 21, pale=not held[g])
        parts.append(spot(seat_spot(seat, "goods", g), face, goods, count, gone, hint=hint))
    return "".join(parts)


# --- victory points ------------------------------------------------------------------------------


def gained_lines(state: Any, seat: int, names: Sequence[str]) -> list[VpLine]:
    """Return name, VP and a hint (VP by phase) for each source of VP gained in play."""
    found = []
    for name, by_phase in zip(names, state.gained[seat].tolist(), strict=True):
        each = ", ".join(f"{p} {vp}" for p, vp in zip(PHASE_NAMES, by_phase, strict=True) if vp)
        found.append((name, sum(by_phase), f"{name} by phase: {each}" if each else ""))
    return found


def vp_lines(state: Any, seat: int) -> list[VpLine]:
    """Return name, VP and a hint for each source; at the end all knowledge tiles together."""
    found = gained_lines(state, seat, [words(name) for name in PLAY_SOURCES])
    if not state.over:
        return found
    final = [(words(n), final_vp(state, seat, k)) for k, n in enumerate(END_SOURCES)]
    assert len(final) == FINAL_SOURCES
    tiles = [(name, int(vp)) for name, vp in final if name.startswith("knowledge") and vp]
    each = ", ".join(f"{name} {vp}" for name, vp in tiles)
    found.append(("knowledge tiles", sum(vp for _, vp in tiles), each))
    return found + [(n, int(vp), "") for n, vp in final if not n.startswith("knowledge")]


def vp_table(lines: Sequence[VpLine], x: float, y: float, width: float) -> str:
    """Return the VP by source in two columns, those with none pale."""
    parts, half = [label(x, y, "VP by source")], (len(lines) + 1) // 2
    column = (width - 12) / 2
    for n, (name, vp, hint) in enumerate(lines):
        left, line = x + n // half * (column + 12), y + 19 + 16 * (n % half)
        fill = INK if vp else FAINT
        title = f"<title>{hint}</title>" if hint else ""
        parts.append(
            f"<g>{title}{text(left, line, name, 11, 'start', fill=fill, width=column - 26)}"
            f"{text(left + column, line, str(vp), 12.5, 'end', True, fill)}</g>"
        )
    return "".join(parts)


def header(state: Any, seat: int, x: float, y: float, width: float, name: str, ended: str) -> str:
    """Return the head of a seat's panel: who it is, where it plays, whose turn, VP; ended: what
    stands there after the game.
    """
    turn = not state.over and seat == state.seat
    fill = "#fbe3df" if turn else "#e7dfcc"
    parts = [rect(x, y, width, HEADER - 4, fill, ACCENT if turn else "none", 1.5, 8)]
    middle = y + HEADER / 2 - 2
    parts.append(seat_disc(x + 18, middle, seat, 11))
    parts.append(text(x + 36, middle, f"Seat {seat}", 15, "start", bold=True))
    parts.append(text(x + 96, middle, name, 12, "start", fill=MUTED, width=width - 330))
    if turn:
        parts.append(symbol("turn", x + width - 190, middle, 13, ACCENT))
        parts.append(text(x + width - 178, middle, "to move", 13, "start", True, ACCENT))
    elif state.over:
        parts.append(text(x + width - 178, middle, ended, 13, "start", True, width=100))
    vp = text(x + width - 12, middle, f"{state.points[seat]} VP", 18, "end", bold=True)
    return "".join(parts) + spot(seat_spot(seat, "points"), vp)


def seat_panel(state: Any, seat: int, x: float, y: float) -> str:
    """Return a seat of the board game, WIDTH by HEIGHT pixels."""
    place = state.order[: state.seats].tolist().index(seat)
    name = f"estate {ESTATE_IDS[state.board[seat]]}, plays {ORDINALS[place]}"
    ended = f"rank {rank(state, seat)}" if state.over else ""
    left, top = x + ESTATE_WIDTH + 20, y + HEADER + 6
    return "".join(
        (
            rect(x, y, WIDTH, HEIGHT, CARD, FAINT, 1, 9),
            header(state, seat, x + 3, y + 3, WIDTH - 6, name, ended),
            estate(state, seat, x + 9, top, SIZE),
            dice_drawn(state, seat, left, top + 18),
            stock_drawn(state, seat, left + 92, top + 18),
            label(left, top + 46, "storage"),
            storage_drawn(state, seat, left, top + 78),
            label(left, top + 114, "goods: die number, in storage, sold"),
            goods_row(state, seat, left, top + 138),
            vp_table(vp_lines(state, seat), left, top + 200, SIDE),
        )
    )
