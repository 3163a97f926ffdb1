"""The table as SVG: a pure function of the position, with all hands face up."""

from __future__ import annotations

from functools import cache
from typing import Any

from burgundy_lab.sim.cards.pieces import (
    CARD_WORDS,
    FILLS,
    HEIGHT,
    WIDTH,
    back_drawn,
    card_drawn,
    stock_drawn,
)
from burgundy_lab.sim.cards.readers import draw_pile, seats_kept
from burgundy_lab.sim.cards.seat_picture import PANEL_HEIGHT, PANEL_WIDTH, is_aaron, seat_panel
from burgundy_lab.sim.cards.spots import DECK, display_spot, line_spot, offer_spot, stock_spot
from burgundy_lab.sim.cards.tables import (
    FIRST_VP,
    LINES,
    NO_CARD,
    PILES,
    PLACES,
    PURCHASE_CARDS,
    ROUND_NAMES,
    ROUNDS,
    ROWS,
    SEVEN_VP,
    START_CARD_VP,
    TURNS,
    TYPE_NAMES,
    TYPES,
)
from burgundy_lab.sim.cards.text import menu_line, question_text, stock_name, when_text
from burgundy_lab.sim.drawing import (
    ACCENT,
    FAINT,
    INK,
    MUTED,
    WELL,
    box,
    die,
    drawing,
    label,
    notes_box,
    rect,
    seat_disc,
    spot,
    symbol,
    text,
)

MARGIN, GAP = 12.0, 12.0
TABLE_WIDTH = 2 * PANEL_WIDTH + GAP + 2 * MARGIN
ROW = HEIGHT + 7
PILES_HEIGHT = 80.0
DISPLAY_WIDTH = 46 + PLACES * (WIDTH + 7)
TOP_HEIGHT = ROWS * ROW + 30
SIDE_LEFT = MARGIN + DISPLAY_WIDTH + GAP
SIDE_WIDTH = TABLE_WIDTH - SIDE_LEFT - MARGIN


def picture(state: Any, *, narrow: bool = False) -> str:
    """Return an SVG of the display, the piles, the round card, and each seat's cards.

    narrow: in one column, the seat to move right below the display.
    """
    if narrow:
        return _column(state)
    parts, seats = [_display(state, MARGIN, MARGIN)], seats_kept(state)
    parts += _side(state, SIDE_LEFT, MARGIN, SIDE_WIDTH)
    y = MARGIN + TOP_HEIGHT + GAP
    for seat in range(seats):
        x = MARGIN + seat % 2 * (PANEL_WIDTH + GAP)
        parts.append(seat_panel(state, seat, x, y + seat // 2 * (PANEL_HEIGHT + GAP)))
    y += (seats + 1) // 2 * (PANEL_HEIGHT + GAP)
    notes, height = _effects(MARGIN, y, TABLE_WIDTH - 2 * MARGIN)
    return drawing(TABLE_WIDTH, y + height + MARGIN, (*parts, notes))


def _column(state: Any) -> str:
    x, y, beside = MARGIN, MARGIN, PANEL_WIDTH - DISPLAY_WIDTH - GAP
    first, *others = sorted(range(seats_kept(state)), key=lambda seat: (seat != state.seat, seat))
    left, half = x + DISPLAY_WIDTH + GAP, (PANEL_WIDTH - GAP) / 2
    parts = [
        _display(state, x, y),
        _offer(state, left, y, beside, upright=True),
        _deck(state, left, y + 186, beside),
    ]
    y += TOP_HEIGHT + GAP
    parts.append(_piles(state, x, y, PANEL_WIDTH))
    y += PILES_HEIGHT + GAP
    parts.append(seat_panel(state, first, x, y))
    y += PANEL_HEIGHT + GAP
    parts += _headline(state, x, y, PANEL_WIDTH)
    parts.append(_menu(state, x, y + 58, half, 202))
    parts.append(_rounds(state, x + half + GAP, y + 58, half))
    parts.append(_bonuses(state, x + half + GAP, y + 134, half))
    y += 272
    for seat in others:
        parts.append(seat_panel(state, seat, x, y))
        y += PANEL_HEIGHT + GAP
    notes, height = _effects(x, y, PANEL_WIDTH)
    return drawing(PANEL_WIDTH + 2 * MARGIN, y + height + MARGIN, (*parts, notes))


@cache
def _effects(x: float, y: float, width: float) -> tuple[str, float]:
    """Return what the cards do, and the height of it."""
    notes = [(key.replace("_", " "), words) for key, words in CARD_WORDS.items()]
    return notes_box(x, y, width, "what a card does when it is placed", notes, 84)


def _display(state: Any, x: float, y: float) -> str:
    parts = [box(x, y, DISPLAY_WIDTH, TOP_HEIGHT, "display by number")]
    for row in range(ROWS):
        top = y + 22 + ROW * row
        parts.append(die(x + 22, top + HEIGHT / 2, row + 1, 26))
        for place in range(PLACES):
            slot = PLACES * row + place
            card = int(state.display[slot])
            if card != NO_CARD:
                left = x + 42 + (WIDTH + 7) * place
                parts.append(card_drawn(display_spot(slot), card, left, top, f"row {row + 1}"))
    return "".join(parts)


def _side(state: Any, x: float, y: float, width: float) -> list[str]:
    half = (width - GAP) / 2
    right = x + half + GAP
    return [
        *_headline(state, x, y, width),
        _rounds(state, x, y + 58, half),
        _menu(state, x, y + 132, half, TOP_HEIGHT - 132),
        _deck(state, right, y + 58, 96),
        _piles(state, right + 100, y + 58, half - 100),
        _offer(state, right, y + 142, half),
        _bonuses(state, right, y + 218, half),
    ]


def _headline(state: Any, x: float, y: float, width: float) -> list[str]:
    return [
        text(x, y + 16, when_text(state), 22, "start", True, width=width),
        text(x, y + 42, question_text(state), 14, "start", fill=ACCENT, width=width),
    ]


def _rounds(state: Any, x: float, y: float, width: float) -> str:
    """Return the rounds with this one marked, and its turns."""
    parts = [box(x, y, width, 64, f"round · turn {min(TURNS, int(state.turn_no) + 1)} of {TURNS}")]
    for r in range(ROUNDS):
        left, now = x + 8 + 34 * r, r == state.round_no
        parts.append(rect(left, y + 22, 30, 34, ACCENT if now else WELL, corner=6))
        ink = "#ffffff" if now else INK if r > state.round_no else MUTED
        parts.append(text(left + 15, y + 39, ROUND_NAMES[r], 16, bold=True, fill=ink))
    if state.holder >= 0:
        parts.append(label(x + 190, y + 30, "start player", width - 198))
        parts.append(seat_disc(x + 202, y + 47, int(state.start), 9))
        card = f"card: {START_CARD_VP} VP"
        parts.append(text(x + 218, y + 47, card, 9.5, "start", fill=MUTED, width=width - 224))
        if state.flipped:
            parts.append(text(x + 218, y + 58, "turned over", 9, "start", fill=MUTED))
    return "".join(parts)


def _menu(state: Any, x: float, y: float, width: float, height: float) -> str:
    """Return the lines of the round card."""
    parts = [box(x, y, width, height, f"round card {ROUND_NAMES[state.round_no]}: for a triple")]
    lines = [k for k in range(LINES) if state.menu[state.round_no, k].any()]
    for n, k in enumerate(lines):
        top = y + 21 + 27.5 * n
        face = rect(x + 8, top, width - 16, 24, "#ffffff", FAINT, 1, 6)
        words = text(x + 18, top + 12, menu_line(state, k), 12.5, "start", width=width - 36)
        parts.append(spot(line_spot(k), face, words))
    return "".join(parts)


def _piles(state: Any, x: float, y: float, width: float) -> str:
    """Return the piles of goods and animals."""
    parts = [box(x, y, width, PILES_HEIGHT, "piles of goods and animals")]
    step = (width - 12) / PILES
    for p in range(PILES):
        left, n, top = x + 8 + step * p, int(state.pile[p]), int(state.top[p])
        face = rect(left, y + 20, step - 4, 55, "#ffffff", FAINT, 1, 6)
        middle = left + (step - 4) / 2
        card = stock_drawn(top, middle, y + 33, 20, middle) if n else ""
        count = text(middle, y + 67, f"{n} left" if n else "empty", 9.5, fill=MUTED)
        hint = f"pile {p % 2 + 1}: {stock_name(top)}, {n} left" if n else "empty"
        parts.append(spot(stock_spot(p), face, card, count, hint=hint))
    return "".join(parts)


def _deck(state: Any, x: float, y: float, width: float) -> str:
    """Return the draw pile, and the number of discards."""
    parts = [box(x, y, width, PILES_HEIGHT, "draw pile")]
    deck = back_drawn(x + 8, y + 20, int(draw_pile(state)), "to draw")
    parts.append(spot(DECK, deck, hint="draw pile"))
    discards = f"{int(state.discarded.sum())} discarded"
    parts.append(text(x + 8, y + 72, discards, 10, "start", fill=MUTED, width=width - 12))
    return "".join(parts)


def _offer(state: Any, x: float, y: float, width: float, *, upright: bool = False) -> str:
    """Return the three bought cards while one of them is to be used, beside each other or one
    below the other.
    """
    height = 174 if upright else 70
    title = "bought: one is used" if upright else "bought cards: one is used"
    parts = [box(x, y, width, height, title)]
    dx, dy = (0.0, HEIGHT + 7) if upright else (WIDTH + 6, 0.0)
    for c in range(PURCHASE_CARDS):
        card = int(state.offer[c])
        parts.append(card_drawn(offer_spot(c), card, x + 8 + dx * c, y + 22 + dy * c, "bought"))
    return "".join(parts)


def _bonuses(state: Any, x: float, y: float, width: float) -> str:
    """Return VP of a triple by type, who has its "1." card, and the "all seven" cards."""
    parts = [box(x, y, width, 106, f"VP of a triple · first of a type +{FIRST_VP}")]
    step = (width - 12) / TYPES
    for t in range(TYPES):
        middle, owner = x + 6 + step * (t + 0.5), int(state.first_owner[t])
        parts.append(rect(middle - 13, y + 20, 26, 20, FILLS[t], INK, 1, 4))
        parts.append(symbol(TYPE_NAMES[t], middle, y + 30, 14))
        parts.append(text(middle, y + 52, str(state.triple_vp[t]), 14, bold=True))
        first = text(middle, y + 70, f"+{FIRST_VP}", 11, fill=MUTED)
        parts.append(first if owner < 0 else _owner(state, owner, middle, y + 70))
    left = [int(v) for v in SEVEN_VP[state.seats][state.sevens_taken :] if v]
    seven = "all seven types: " + (", ".join(f"{v} VP" for v in left) if left else "none left")
    parts.append(text(x + 10, y + 92, seven, 11, "start", fill=MUTED, width=width - 20))
    return "".join(parts)


def _owner(state: Any, owner: int, x: float, y: float) -> str:
    """Return the marker of who has a card: a seat, or Aaron."""
    return seat_disc(x, y, owner, 8, "A" if is_aaron(state, owner) else "")
