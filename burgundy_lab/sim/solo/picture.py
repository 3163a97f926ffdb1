"""The Solo table as SVG: territories, rivers, target; a pure function of the position."""

from __future__ import annotations

from math import sqrt
from typing import Any

from burgundy_lab.sim.board import picture as board
from burgundy_lab.sim.board.estates import FIRST_JOINED, FIRST_SIDE, SIDES
from burgundy_lab.sim.board.pieces import goods_drawn, goods_hint, tile_drawn
from burgundy_lab.sim.board.seat_picture import (
    HEADER,
    SIDE,
    dice_drawn,
    estate,
    gained_lines,
    goods_row,
    header,
    space_middles,
    stock_drawn,
    storage_drawn,
    vp_table,
)
from burgundy_lab.sim.board.tables import BLACK_TILE, GOODS
from burgundy_lab.sim.board.text import when_text
from burgundy_lab.sim.drawing import (
    ACCENT,
    CARD,
    FAINT,
    INK,
    MUTED,
    WELL,
    box,
    drawing,
    label,
    num,
    rect,
    spot,
    text,
)
from burgundy_lab.sim.nouns import number_of
from burgundy_lab.sim.solo.readers import is_won, spaces_left
from burgundy_lab.sim.solo.spots import COUNTER
from burgundy_lab.sim.solo.state import BLACK_TILE_GOODS, PLAY_SOURCES
from burgundy_lab.sim.solo.text import heading, question_text, words

SIZE, NARROW_SIZE = 32.0, 21.5  # of the spaces
WIDTH = board.TABLE_WIDTH - 2 * board.MARGIN


def picture(state: Any, *, narrow: bool = False) -> str:
    """Return an SVG of the depots, the target, and the side in play with its tiles.

    narrow: in one column, the side in play right below the depots.
    """
    if narrow:
        return _column(state)
    x, y = board.MARGIN, board.MARGIN
    parts = [board.ring(state, x, y), *_side(state, board.SIDE_LEFT, y)]
    y += board.RING_HEIGHT + board.GAP
    panel, height = _panel(state, x, y, WIDTH, SIZE)
    parts.append(panel)
    y += height + board.GAP
    notes, height = board.notes_drawn(state, x, y, WIDTH)
    return drawing(board.TABLE_WIDTH, y + height + board.MARGIN, (*parts, notes))


def _column(state: Any) -> str:
    x, y, width = board.MARGIN, board.MARGIN, board.RING_WIDTH
    parts = [board.ring(state, x, y)]
    y += board.RING_HEIGHT + board.GAP
    panel, height = _panel(state, x, y, width, NARROW_SIZE)
    parts.append(panel)
    y += height + board.GAP
    parts += _side(state, x, y)
    y += board.RING_HEIGHT + board.GAP
    notes, height = board.notes_drawn(state, x, y, width)
    return drawing(board.COLUMN_WIDTH, y + height + board.MARGIN, (*parts, notes))


def _panel(state: Any, x: float, y: float, width: float, size: float) -> tuple[str, float]:
    """Return the player's side and what they own, and how high it is; VP and what is out of the
    game stand below the goods where the width is short.
    """
    row = int(state.board[0])
    joined = row >= FIRST_JOINED
    name = SIDES[side_of(row)]["name"] + (", rivers join regions" if joined else "")
    middles = space_middles(row, size)
    left_over = number_of(spaces_left(state), "space")
    ended = "won" if is_won(state) else f"lost, {left_over} left"
    gap = 34 if width >= WIDTH else 22
    left, top = x + max(mx for mx, _ in middles) + sqrt(3) * size / 2 + gap, y + HEADER + 6
    height = HEADER + max(my for _, my in middles) + size + 16
    last, low = (left + SIDE + 28, top + 6) if width >= WIDTH else (left, top + 200)
    height = max(height, low + 150 - y)
    parts = (
        rect(x, y, width, height, CARD, FAINT, 1, 9),
        header(state, 0, x + 3, y + 3, width - 6, name, ended if state.over else ""),
        _rivers(row, x + 9, top, size),
        estate(state, 0, x + 9, top, size),
        dice_drawn(state, 0, left, top + 18),
        stock_drawn(state, 0, left + 92, top + 18),
        label(left, top + 46, "storage"),
        storage_drawn(state, 0, left, top + 78),
        label(left, top + 114, "goods: die number, in storage, sold"),
        goods_row(state, 0, left, top + 138),
        _vp(state, last, low, x + width - 14 - last),
        _removed(state, last, low + 108),
    )
    return "".join(parts), height


def side_of(row: int) -> int:
    """Return the number of the side of a row of the tables."""
    return (row - FIRST_SIDE) % len(SIDES)


def _rivers(row: int, x: float, y: float, size: float) -> str:
    """Return the rivers: each joins two spaces, which are neighbours then."""
    middles = space_middles(row, size)
    lines = "".join(
        f"M{num(middles[a][0])} {num(middles[a][1])}L{num(middles[b][0])} {num(middles[b][1])}"
        for a, b in SIDES[side_of(row)]["rivers"]
    )
    return (
        f'<path transform="translate({num(x)} {num(y)})" d="{lines}" stroke="#3f7fc4" '
        'stroke-width="9" stroke-linecap="round"/>'
    )


def _vp(state: Any, x: float, y: float, width: float) -> str:
    lines = gained_lines(state, 0, [words(name) for name in PLAY_SOURCES])
    return vp_table(lines, x, y, width)


def _removed(state: Any, x: float, y: float) -> str:
    """Return what left the game: tiles in number, goods by type."""
    parts = [label(x, y, f"out of the game: {state.removed} tiles, and goods")]
    for g, n in enumerate(state.goods_removed.tolist()):
        left = x + SIDE / GOODS * g
        goods = goods_drawn(g, left + 11, y + 20, 17, pale=not n)
        count = text(left + 22, y + 20, str(n), 11, "start") if n else ""
        parts.append(spot(f"removed-{g}", goods, count, hint=goods_hint(g, f"{n} removed")))
    return "".join(parts)


def _side(state: Any, x: float, y: float) -> list[str]:
    return [
        board.headline(x, y, _when(state), question_text(state)),
        board.phases(state, x, y + 62),
        board.round_spaces(state, x + 224, y + 62),
        _target(state, x, y + 136),
        board.legend(state, x, y + 226),
    ]


def _when(state: Any) -> str:
    """Return phase and round, or how the game ended."""
    return heading(state).capitalize() if state.over else when_text(state)


def _target(state: Any, x: float, y: float) -> str:
    """Return the VP counter on its way to the target, and what is left to cover."""
    counter, target, width = int(state.counter), int(state.target), 304.0
    bar = width - 16
    done = rect(x + 8, y + 20, max(4, bar * counter / target), 20, ACCENT, corner=4)
    track = rect(x + 8, y + 20, bar, 20, WELL, FAINT, 1, 4)
    numbers = text(x + 8, y + 57, f"counter {counter}", 14, "start", bold=True)
    reached = text(x + width / 2, y + 57, f"target {target}", 14, bold=True)
    times = text(
        x + width - 8,
        y + 57,
        f"reached {number_of(int(state.resets), 'time')}",
        12,
        "end",
        fill=MUTED,
    )
    more = text(x + 8, y + 72, "a free action of any number each time", 10.5, "start", fill=MUTED)
    hint = f"VP counter {counter} of {target}"
    body = box(x, y, width, 80, "VP counter and target", track, done, numbers, reached, times, more)
    return spot(COUNTER, body, hint=hint) + _left(state, x + width + 12, y)


def _left(state: Any, x: float, y: float) -> str:
    width = board.SIDE_WIDTH - 316
    spaces = text(x + 34, y + 44, str(spaces_left(state)), 28, bold=True, fill=INK)
    words_ = text(x + 62, y + 38, "spaces to cover", 12, "start", width=width - 120)
    rule = f"{BLACK_TILE_GOODS} goods after a ship: a black tile"
    black = f'<g transform="translate({num(x + width - 30)} {num(y + 36)})">'
    black += tile_drawn(BLACK_TILE, 19) + "</g>"
    hint = text(x + 8, y + 68, rule, 10.5, "start", fill=MUTED, width=width - 16)
    return box(x, y, width, 80, "the goal: a tile on every space", spaces, words_, black, hint)
