"""One seat of the card game as a drawing: hand, projects, storage, and the piles of its estate."""

from __future__ import annotations

from functools import cache
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
    AARON_PILES,
    ANIMALS,
    CARD_TYPE,
    GOODS,
    HAND,
    PROJECTS,
    ROUND_NAMES,
    ROUNDS,
    SOLO,
    STOCK_NAMES,
    TYPE_NAMES,
    TYPES,
)
from burgundy_lab.sim.cards.text import card_name, result_text, stock_name, words
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
from burgundy_lab.sim.nouns import number_of

PANEL_WIDTH, HEADER = 610.0, 34.0
PANEL_HEIGHT = 344.0
COLUMN = 84.0  # of a type in the estate
ESTATE_HEIGHT = 80.0
STACK = 17.5  # width of a pile
STEPS = (0.0, 16.0, 36.0, 55.0)  # where triples, piles of two, of one, and new ones begin
DASHES = ' stroke-dasharray="3 2"'


def seat_panel(state: Any, seat: int, x: float, y: float) -> str:
    """Return a seat, or Aaron, PANEL_WIDTH by PANEL_HEIGHT pixels."""
    left, top = x + 11, y + HEADER + 4
    parts = [rect(x, y, PANEL_WIDTH, PANEL_HEIGHT, CARD, FAINT, 1, 9), _header(state, seat, x, y)]
    if is_aaron(state, seat):
        parts.append(_aaron(state, left, top))
    else:
        parts += [_cards(state, seat, left, top), _storage(state, seat, left, top + 76)]
    parts.append(_estate(state, seat, left, top + 146))
    parts.append(_vp(state, seat, left, top + 234))
    return "".join(parts)


def is_aaron(state: Any, seat: int) -> bool:
    """Tell whether this row of the seats' fields is Aaron's."""
    return bool(state.seats == SOLO) and seat == AARON


def _aaron(state: Any, x: float, y: float) -> str:
    """Return Aaron's face-down piles, one for each round to come."""
    parts = [label(x, y + 8, "his piles: turned up when the round begins")]
    for r in range(ROUNDS):
        left, n = x + 100 * r, int(AARON_PILES[r]) if r > state.round_no else 0
        parts.append(back_drawn(left, y + 18, n, f"round {ROUND_NAMES[r]}"))
    return "".join(parts)


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
        *(["start player"] if seat == state.start and state.seats != SOLO else []),
        *(["has the start player card"] if seat == state.holder else []),
    ]
    parts.append(text(x + 104, middle, ", ".join(notes), 11.5, "start", fill=MUTED, width=240))
    if turn:
        parts.append(symbol("turn", x + PANEL_WIDTH - 220, middle, 13, ACCENT))
        parts.append(text(x + PANEL_WIDTH - 207, middle, "to move", 13, "start", True, ACCENT))
    elif state.over and not is_aaron(state, seat):
        place = result_text(state) if state.seats == SOLO else f"rank {rank(state, seat)}"
        parts.append(text(x + PANEL_WIDTH - 110, middle, place, 13, "end", True))
    vp = text(x + PANEL_WIDTH - 14, middle, f"{state.points[seat]} VP", 18, "end", bold=True)
    around = rect(x + PANEL_WIDTH - 96, y + 4, 92, HEADER - 6, "#ffffff00")
    return "".join(parts) + spot(seat_spot(seat, "points"), around, vp)


def _cards(state: Any, seat: int, x: float, y: float) -> str:
    """Return hand, face-down cards and projects."""
    parts, step = [label(x, y + 8, "hand")], WIDTH + 8
    for h in range(HAND):
        card = int(state.hand[seat, h])
        parts.append(card_drawn(seat_spot(seat, "hand", h), card, x + step * h, y + 18, "hand"))
    parts.append(label(x + step * HAND + 4, y + 8, "face down"))
    parts.append(back_drawn(x + step * HAND + 4, y + 18, int(state.face_down[seat]), "to come"))
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
    gone = text(x + 45, y + 32, f"sold {sold}", 9, fill=MUTED, width=32) if sold else ""
    return spot(
        seat_spot(seat, what),
        rect(x, y + 2, 62, 52, "#ffffff", FAINT, 1, 6),
        stock_drawn(kind, x + 17, y + 20, 24, x + 31, pale=not n),
        text(x + 45, y + 17, str(n), 16, bold=True, fill=INK if n else FAINT),
        gone,
        hint=f"{n} {stock_name(kind)}" + (f", {sold} sold" if sold else ""),
    )


# --- the estate -----------------------------------------------------------------------------------


def _estate(state: Any, seat: int, x: float, y: float) -> str:
    """Return the piles by type: triples, piles of two and of one, and where a new one starts."""
    parts, cards = [], _names_by_type(state.estate[seat].tolist())
    for kind, name in enumerate(TYPE_NAMES):
        left, jokers = x + COLUMN * kind, int(state.jokers[seat, kind])
        joker = f", {number_of(jokers, 'cloister')} as joker" if jokers else ""
        hint = f"{name}: {', '.join(cards[kind]) or 'no cards'}{joker}"
        face = rect(left, y, COLUMN - 4, ESTATE_HEIGHT, "#ffffff", FAINT, 1, 6)
        head = rect(left, y, COLUMN - 4, 20, FILLS[kind], "none", 0, 6)
        head += symbol(name, left + 12, y + 10, 13)
        head += text(left + 23, y + 10, name, 11, "start", bold=True, width=COLUMN - 30)
        if jokers:
            head += symbol("cloister", left + COLUMN - 29, y + ESTATE_HEIGHT - 10, 11, MUTED)
            words = f"{TIMES}{jokers}"
            head += text(left + COLUMN - 21, y + ESTATE_HEIGHT - 9, words, 10, "start", fill=MUTED)
        parts.append(f"<g><title>{hint}</title>{face}{head}</g>")
        parts.append(_piles(state, seat, kind, left + 2, y + 27))
    return "".join(parts)


def _names_by_type(counts: list[int]) -> list[list[str]]:
    """Return the cards of an estate in words, type by type."""
    found: list[list[str]] = [[] for _ in TYPE_NAMES]
    for card, n in enumerate(counts):
        if n:
            found[int(CARD_TYPE[card])] += [card_name(card)] * n
    return found


def _piles(state: Any, seat: int, kind: int, x: float, y: float) -> str:
    by_size = {3: state.triples, 2: state.twos, 1: state.ones}
    parts = []
    for place, (size, by_seat) in enumerate(by_size.items()):
        n = int(by_seat[seat, kind])
        if n:
            drawn = _pile(kind, size, n, x + STEPS[place] + 1, y)
            name, hint = estate_spot(seat, 3 * kind + size % 3), f"{n} of {size} cards"
            around = rect(x + STEPS[place] - 1, y + 2, 20.5, 46, "#ffffff00")
            parts.append(spot(name, around, drawn, hint=hint) if size < 3 else f"<g>{drawn}</g>")
    start = rect(x + STEPS[3], y + 6, 20.5, 28, "#ffffff00", FAINT, 1, 3, DASHES)
    start += text(x + STEPS[3] + 10, y + 20, "+", 12, fill=MUTED)
    hint = f"a new pile of {TYPE_NAMES[kind]}"
    return "".join((*parts, spot(estate_spot(seat, 3 * kind), start, hint=hint)))


@cache
def _pile(kind: int, size: int, n: int, x: float, y: float) -> str:
    """Return n piles of the same size as one, with the number of its cards on it."""
    drawn = "".join(
        rect(x + 2 * k, y + 6 - 3 * k, STACK - 5, 28, FILLS[kind], INK, 1, 3) for k in range(size)
    )
    middle = x + 2 * (size - 1) + (STACK - 5) / 2
    drawn += text(middle, y + 20 - 3 * (size - 1), str(size), 12, bold=True)
    return drawn + (text(x + STACK / 2, y + 42, f"{TIMES}{n}", 11, bold=True) if n > 1 else "")


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
