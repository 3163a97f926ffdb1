"""Cards, goods and animals of the card game as drawings."""

from __future__ import annotations

from functools import cache

from burgundy_lab.sim.cards.tables import (
    BUILDING,
    BUILDING_NAMES,
    CARD_FACE,
    CARD_NUMBER,
    CARD_TYPE,
    GOODS,
    NO_CARD,
    SALE_STEPS,
    STOCK_NAMES,
    TYPE_NAMES,
    TYPES,
)
from burgundy_lab.sim.cards.text import card_name
from burgundy_lab.sim.drawing import CARD, FAINT, INK, MUTED, die, rect, spot, symbol, text
from burgundy_lab.sim.facts import load

WIDTH, HEIGHT = 78.0, 42.0  # of a card
# Fill of cards by type.
FILLS = ("#7cb489", "#b3b8be", "#cdb0e2", "#f3d75a", "#7db1e8", "#bde07f", "#dfb27a")
GOODS_FILLS = ("#ead2ab", "#bb8d56", "#6f4a2a")
GOODS_INKS = (INK, INK, "#ffffff")
SHORT_GOODS = ("light", "medium", "dark")
CARD_WORDS: dict[str, str] = load("card_game")["card_words"]  # what a card does, by its name
assert len(FILLS) == TYPES and len(GOODS_FILLS) == GOODS


def face_key(card: int) -> str:
    """Return what is on a card without its number, as the tables name it: "city_hall"."""
    face = int(CARD_FACE[card])
    return TYPE_NAMES[face] if face < BUILDING else BUILDING_NAMES[face - BUILDING]


def face_name(card: int) -> str:
    """Return what is on a card in words: "ship", "city hall"."""
    return face_key(card).replace("_", " ")


def card_words(card: int) -> str:
    """Return a card in words, with what it does when it is placed."""
    if card == NO_CARD:
        return card_name(card)
    return f"{card_name(card)}: {CARD_WORDS[face_key(card)]}"


def card_drawn(name: str, card: int, x: float, y: float, hint: str = "") -> str:
    """Return a place for a card by its upper left corner: the card, or a dashed outline."""
    told = f"{hint}: {card_words(card)}" if hint else card_words(card)
    return spot(name, _card(card), hint=told, x=x, y=y)


@cache
def _card(card: int) -> str:
    if card == NO_CARD:
        return rect(0, 0, WIDTH, HEIGHT, "#ffffff00", FAINT, 1, 5, ' stroke-dasharray="4 3"')
    kind = int(CARD_TYPE[card])
    return (
        rect(0, 0, WIDTH, HEIGHT, FILLS[kind], INK, 1.3, 5)
        + symbol(TYPE_NAMES[kind], 19, 14, 20)
        + die(WIDTH - 17, 15, int(CARD_NUMBER[card]), 20)
        + text(WIDTH / 2, HEIGHT - 8, face_name(card), 11, bold=True, width=WIDTH - 4)
    )


def back_drawn(x: float, y: float, number: int, words: str) -> str:
    """Return face-down cards by their upper left corner: how many there are, and what they are."""
    if not number:
        empty = rect(x, y, WIDTH, HEIGHT, "#ffffff00", FAINT, 1, 5, ' stroke-dasharray="4 3"')
        return empty + text(x + WIDTH / 2, y + HEIGHT / 2, "none", 10, fill=FAINT)
    under = rect(x + 3, y + 3, WIDTH, HEIGHT, "#8a7a63", INK, 1, 5) if number > 1 else ""
    return (
        under
        + rect(x, y, WIDTH, HEIGHT, "#5c5145", INK, 1.3, 5)
        + text(x + WIDTH / 2, y + 15, str(number), 17, bold=True, fill="#ffffff")
        + text(x + WIDTH / 2, y + 32, words, 10, fill="#ffffff", width=WIDTH - 8)
    )


def stock_drawn(
    kind: int, x: float, y: float, size: float, middle: float, *, pale: bool = False
) -> str:
    """Return goods or an animal around (x, y), with the name of its kind below, at `middle`."""
    below = y + size * 0.5 + 13
    if kind < GOODS:
        fill, ink = (CARD, FAINT) if pale else (GOODS_FILLS[kind], GOODS_INKS[kind])
        face = rect(x - size / 2, y - size / 2, size, size, fill, FAINT if pale else INK, 1.2, 3)
        mark = face + text(x, y, goods_numbers(kind), 0.46 * size, bold=True, fill=ink)
        return mark + text(middle, below, SHORT_GOODS[kind], 9.5, fill=MUTED)
    mark = symbol("animal", x, y, size * 0.9, FAINT if pale else INK)
    return mark + text(middle, below, STOCK_NAMES[kind], 9.5, fill=MUTED)


def goods_numbers(kind: int) -> str:
    """Return the numbers that sell a kind of goods: "1 2"."""
    return "-".join(str(v) for v in range(1, len(SALE_STEPS)) if SALE_STEPS[v, kind] == 0)
