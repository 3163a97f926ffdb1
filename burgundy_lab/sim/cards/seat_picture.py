"""One seat of the card game as a drawing: hand, projects, storage, and the piles of its estate."""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.cards.pieces import (
    FILLS,
    WIDTH,
    back_drawn,
    card_drawn,
    stock_drawn,
)
from burgundy_lab.sim.cards.readers import end_vp, rank
from burgundy_lab.sim.cards.spots import estate_spot, seat_spot
from burgundy_lab.sim.cards.state import AARON, END_SOURCES, PLAY_SOURCES
from burgundy_lab.sim.cards.tables import (
    ANIMALS,
    CARD_TYPE,
    CARDS,
    GOODS,
    HAND,
    PROJECTS,
    SOLO,
    STOCK_NAMES,
    TYPE_NAMES,
    TYPES,
)
from burgundy_lab.sim.cards.text import card_name, stock_name, words
from burgundy_lab.sim.drawing import (
    ACCENT,
    CARD,
    FAINT,
    INK,
    MUTED,
    TIMES,
    counted,
    label,
    rect,
    seat_disc,
    spot,
    symbol,
    text,
)

PANEL_WIDTH, HEADER = 610.0, 34.0
PANEL_HEIGHT = 344.0
COLUMN = 84.0  # of a type in the estate
STACK = 18.0  # width of a pile


def seat_panel(state: Any, seat: int, x: float, y: float) -> str:
    """Return a seat, or Aaron, PANEL_WIDTH by PANEL_HEIGHT pixels."""
    left, top = x + 11, y + HEADER + 4
    parts = [rect(x, y, PANEL_WIDTH, PANEL_HEIGHT, CARD, FAINT, 1, 9), _header(state, seat, x, y)]
    if is_aaron(state, seat):
        parts.append(label(left, top + 8, "cards still face down, for the rounds to come"))
        down = int(state.face_down[seat])
        parts.append(back_drawn(left, top + 18, down, "cards"))
    else:
        parts += [_cards(state, seat, left, top), _storage(state, seat, left, top + 76)]
    parts.append(_estate(state, seat, left, top + 146))
    parts.append(_vp(state, seat, left, top + 224))
    return "".join(parts)


def is_aaron(state: Any, seat: int) -> bool:
    """Tell whether this row of the seats' fields is Aaron's."""
    return bool(state.seats == SOLO) and seat == AARON


def _header(state: Any, seat: int, x: float, y: float) -> str:
    turn = not state.over and seat == state.seat
    parts = [
        rect(
            x + 3, y + 3, PANEL_WIDTH - 6, HEADER - 4, "#fbe3df" if turn else "#e7dfcc",
            ACCENT if turn else "none", 1.5, 8,
        )
    ]  # fmt: skip
    middle = y + HEADER / 2 + 1
    if is_aaron(state, seat):
        parts.append(text(x + 14, middle, "Aaron", 15, "start", bold=True))
    else:
        parts.append(seat_disc(x + 21, middle, seat, 11))
        parts.append(text(x + 39, middle, f"Seat {seat}", 15, "start", bold=True))
    notes = [
        *(["start player"] if seat == state.start and not is_aaron(state, seat) else []),
        *(["has the start player card"] if seat == state.holder else []),
    ]
    parts.append(text(x + 104, middle, ", ".join(notes), 11.5, "start", fill=MUTED, width=240))
    if turn:
        parts.append(symbol("turn", x + PANEL_WIDTH - 220, middle, 13, ACCENT))
        parts.append(text(x + PANEL_WIDTH - 207, middle, "to move", 13, "start", True, ACCENT))
    elif state.over and state.seats != SOLO:
        place = f"rank {rank(state, seat)}"
        parts.append(text(x + PANEL_WIDTH - 207, middle, place, 13, "start", True))
    vp = text(x + PANEL_WIDTH - 14, middle, f"{state.points[seat]} VP", 18, "end", bold=True)
    return "".join(parts) + spot(seat_spot(seat, "points"), vp)


def _cards(state: Any, seat: int, x: float, y: float) -> str:
    """Return hand, face-down cards and projects."""
    parts, step = [label(x, y + 8, "hand")], WIDTH + 8
    for h in range(HAND):
        card = int(state.hand[seat, h])
        parts.append(card_drawn(seat_spot(seat, "hand", h), card, x + step * h, y + 18, "hand"))
    parts.append(label(x + step * HAND + 4, y + 8, "face down"))
    parts.append(back_drawn(x + step * HAND + 4, y + 18, int(state.face_down[seat]), "cards"))
    left = x + step * (HAND + 1) + 18
    parts.append(label(left, y + 8, "projects"))
    for k in range(PROJECTS):
        card, name = int(state.projects[seat, k]), seat_spot(seat, "project", k)
        parts.append(card_drawn(name, card, left + step * k, y + 18, "project"))
    return "".join(parts)


def _storage(state: Any, seat: int, x: float, y: float) -> str:
    """Return workers, silver, goods and animals."""
    parts = []
    owned = (("worker", "workers", state.workers), ("silver", "silver", state.silver))
    for k, (mark, what, by_seat) in enumerate(owned):
        left, n = x + 62 * k, int(by_seat[seat])
        face = rect(left, y + 13, 56, 30, "#ffffff", FAINT, 1, 8)
        number = counted(mark, left + 15, y + 28, n, pale=not n)
        parts.append(spot(seat_spot(seat, what), face, number, hint=f"{n} {what}"))
    held, sold = state.goods[seat].tolist(), state.sold[seat].tolist()
    for g, n in enumerate(held):
        parts.append(_held(seat, f"goods{g}", g, n, sold[g], x + 136 + 65 * g, y))
    for a, n in enumerate(state.animals[seat].tolist(), start=GOODS):
        parts.append(_held(seat, STOCK_NAMES[a], a, n, 0, x + 136 + 65 * a, y))
    return "".join(parts)


def _held(seat: int, what: str, kind: int, n: int, sold: int, x: float, y: float) -> str:
    """Return goods or animals of a kind in storage, with how many of them were sold."""
    gone = text(x + 45, y + 41, f"sold {sold}", 9, fill=MUTED, width=30) if sold else ""
    return spot(
        seat_spot(seat, what),
        rect(x, y + 3, 62, 50, "#ffffff", FAINT, 1, 6),
        stock_drawn(kind, x + 18, y + 20, 24, pale=not n),
        text(x + 45, y + 20, str(n), 16, bold=True, fill=INK if n else FAINT),
        gone,
        hint=f"{n} {stock_name(kind)}" + (f", {sold} sold" if sold else ""),
    )


# --- the estate -----------------------------------------------------------------------------------


def _estate(state: Any, seat: int, x: float, y: float) -> str:
    """Return the piles by type: triples, piles of two and of one, and where a new one starts."""
    parts = []
    counts = state.estate[seat].tolist()
    for kind, name in enumerate(TYPE_NAMES):
        left = x + COLUMN * kind
        cards = [card_name(c) for c in range(1, CARDS) for _ in range(counts[c])
                 if CARD_TYPE[c] == kind]  # fmt: skip
        hint = f"{name}: {', '.join(cards) or 'no cards'}"
        face = rect(left, y, COLUMN - 4, 70, "#ffffff", FAINT, 1, 6)
        head = rect(left, y, COLUMN - 4, 20, FILLS[kind], "none", 0, 6)
        head += symbol(name, left + 12, y + 10, 13)
        head += text(left + 23, y + 10, name, 11, "start", bold=True, width=COLUMN - 30)
        parts.append(f"<g><title>{hint}</title>{face}{head}</g>")
        parts.append(_piles(state, seat, kind, left + 4, y + 26))
    return "".join(parts)


def _piles(state: Any, seat: int, kind: int, x: float, y: float) -> str:
    sizes = {0: 1, 1: state.ones[seat, kind], 2: state.twos[seat, kind],
             3: state.triples[seat, kind]}  # fmt: skip
    parts = []
    for place, size in enumerate((3, 2, 1, 0)):
        n, left = int(sizes[size]), x + (STACK + 1) * place
        if not n:
            continue
        if not size:
            dashes = ' stroke-dasharray="3 2"'
            drawn = rect(left, y + 6, STACK - 4, 22, "#ffffff00", FAINT, 1, 3, dashes)
            drawn += text(left + STACK / 2 - 2, y + 17, "+", 12, fill=MUTED)
        else:
            drawn = "".join(
                rect(left + 2 * k, y + 6 - 3 * k, STACK - 5, 24, FILLS[kind], INK, 1, 3)
                for k in range(size)
            )
            middle = left + 2 * (size - 1) + (STACK - 5) / 2
            drawn += text(middle, y + 20 - 3 * (size - 1), str(size), 12, bold=True)
        if n > 1:
            drawn += text(left + STACK / 2 - 1, y + 37, f"{TIMES}{n}", 10, bold=True)
        words_ = f"{n} piles of {size} {TYPE_NAMES[kind]}" if size else "start a new pile"
        if size < 3:
            parts.append(spot(estate_spot(seat, 3 * kind + size), drawn, hint=words_))
        else:
            parts.append(f"<g>{drawn}</g>")
    return "".join(parts)


def _vp(state: Any, seat: int, x: float, y: float) -> str:
    """Return the VP by source in three columns, only those that brought any."""
    lines = [
        (words(name), sum(by_round))
        for name, by_round in zip(PLAY_SOURCES, state.gained[seat].tolist(), strict=True)
    ]
    if state.over:
        lines += [(words(name), int(end_vp(state, seat, k))) for k, name in enumerate(END_SOURCES)]
    parts, column, shown = [label(x, y, "VP by source")], PANEL_WIDTH / 3 - 8, 0
    for name, vp in lines:
        if vp:
            left, line = x + column * (shown % 3), y + 18 + 15 * (shown // 3)
            parts.append(text(left, line, name, 11, "start", width=column - 46))
            parts.append(text(left + column - 18, line, str(vp), 12, "end", bold=True))
            shown += 1
    if not shown:
        parts.append(text(x, y + 18, "none yet", 11, "start", fill=MUTED))
    return "".join(parts)


assert len(STOCK_NAMES) == GOODS + ANIMALS and len(TYPE_NAMES) == TYPES
