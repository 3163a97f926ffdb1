"""The table as SVG: a pure function of the position."""

from __future__ import annotations

from html import escape
from typing import Any

from burgundy_lab.sim.cards.readers import seats_kept
from burgundy_lab.sim.cards.state import AARON
from burgundy_lab.sim.cards.tables import (
    CARD_NUMBER,
    CARD_TYPE,
    HAND,
    NO_CARD,
    PILES,
    PLACES,
    PROJECTS,
    ROWS,
    SOLO,
    STOCK_NAMES,
    TYPE_NAMES,
    TYPES,
)
from burgundy_lab.sim.cards.text import card_name, summary

W, H, GAP = 62.0, 34.0, 6.0  # a card, and the space between cards, in pixels
LEFT = 40.0
COLOURS = {
    "castle": "#6d9f6d",
    "mine": "#b5b5b5",
    "cloister": "#c3a6d8",
    "knowledge": "#efdc7c",
    "ship": "#8fb8e0",
    "pasture": "#bfe3a0",
    "building": "#dfc7a0",
}


def picture(state: Any) -> str:
    """Return an SVG of the display, the piles, each seat's cards, and the position in words."""
    parts, y = [_display(state), _stock(state)], ROWS * (H + GAP) + 30
    for seat in range(seats_kept(state)):
        parts.append(_seat(state, seat, y))
        y += 3 * H + 50
    lines = summary(state).splitlines()
    parts += [
        f'<text class="words" x="8" y="{y + 16 * n:.0f}">{escape(line.strip())}</text>'
        for n, line in enumerate(lines)
    ]
    width, height = LEFT + 12 * (W + GAP), y + 16 * len(lines)
    style = "text{font:10px sans-serif}.card{stroke:#555}.name{text-anchor:middle}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}"><style>{style}</style>{"".join(parts)}</svg>'
    )


def _card(x: float, y: float, kind: str, name: str, number: str = "") -> str:
    label = f"{escape(name)} {number}".strip()
    return (
        f'<rect class="card {kind}" x="{x:.0f}" y="{y:.0f}" width="{W:.0f}" height="{H:.0f}" '
        f'rx="4" fill="{COLOURS.get(kind, "#fff")}"/>'
        f'<text class="name" x="{x + W / 2:.0f}" y="{y + H / 2 + 4:.0f}">{label}</text>'
    )


def _action_card(card: int, x: float, y: float) -> str:
    name = card_name(card)[:-2][:9]
    return _card(x, y, TYPE_NAMES[CARD_TYPE[card]], name, str(CARD_NUMBER[card]))


def _title(x: float, y: float, words: str) -> str:
    return f'<text class="title" x="{x:.0f}" y="{y:.0f}" font-weight="bold">{escape(words)}</text>'


def _display(state: Any) -> str:
    parts = []
    for row in range(ROWS):
        y = 20 + row * (H + GAP)
        parts.append(_title(16, y + H / 2 + 4, str(row + 1)))
        cards = [int(c) for c in state.display[PLACES * row : PLACES * (row + 1)] if c != NO_CARD]
        parts += [_action_card(card, LEFT + k * (W + GAP), y) for k, card in enumerate(cards)]
    return "".join(parts)


def _stock(state: Any) -> str:
    """Draw the four piles of goods and animals with their tops."""
    x, parts = LEFT + 6 * (W + GAP), []
    for p in range(PILES):
        top = STOCK_NAMES[state.top[p]] if state.pile[p] else "empty"
        name = f"{top.replace('_', ' ').replace(' brown', '')} x{state.pile[p]}"
        parts.append(_card(x + p % 2 * (W + GAP), 20 + p // 2 * (H + GAP), "stock", name))
    return "".join(parts)


def _seat(state: Any, seat: int, y: float) -> str:
    aaron = state.seats == SOLO and seat == AARON
    name = "Aaron" if aaron else f"seat {seat}"
    parts = [_title(8, y, f"{name}: {state.points[seat]} VP")]
    for k in range(PROJECTS):
        card = int(state.projects[seat, k])
        if card != NO_CARD:
            parts.append(_action_card(card, LEFT + k * (W + GAP), y + 8))
    for h in range(HAND):
        card = int(state.hand[seat, h])
        if card != NO_CARD:
            x = LEFT + (PROJECTS + 1 + h) * (W + GAP)
            parts.append(_card(x, y + 8, "hand", "hand", str(CARD_NUMBER[card])))
    x = LEFT
    for t in range(TYPES):
        sizes = [3] * int(state.triples[seat, t]) + [2] * int(state.twos[seat, t])
        for size in sizes + [1] * int(state.ones[seat, t]):
            parts.append(_card(x, y + 14 + H, TYPE_NAMES[t], TYPE_NAMES[t], f"x{size}"))
            x += W + GAP
    return "".join(parts)
