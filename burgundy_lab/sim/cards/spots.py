"""Where on the table an action of the card game acts: names of places, which the picture gives
its groups. Rows carry the numbers printed beside them; everything else is counted from 0.
"""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.cards.state import (
    ANY_NUMBER,
    B_CONVERT,
    B_RESTOCK,
    B_SILVER,
    C_BUY,
    C_DISCARD,
    C_LINE,
    C_PILE,
    C_PROJECT,
    FIRST_OFFER,
    PILE_SPOTS,
    W_CHOICE,
    W_PLACE,
    W_SILVER,
    W_TAKE,
    W_WORKERS,
    WORDS_PER_CARD,
)
from burgundy_lab.sim.cards.tables import GOODS, PLACES, TYPE_NAMES

DECK = "deck"  # the draw pile
OTHERS = {B_RESTOCK: "workers", B_SILVER: "silver", B_CONVERT: "points"}


def display_spot(slot: int) -> str:
    """Return a place of the display: "display-5-0" is the first card of row 5."""
    return f"display-{slot // PLACES + 1}-{slot % PLACES}"


def offer_spot(c: int) -> str:
    """Return one of the three bought cards: "offer-0"."""
    return f"offer-{c}"


def stock_spot(pile: int) -> str:
    """Return a pile of goods (0, 1) or animals (2, 3): "pile-3"."""
    return f"pile-{pile}"


def line_spot(line: int) -> str:
    """Return a line of the round card: "line-0"."""
    return f"line-{line}"


def seat_spot(seat: int, what: str, number: int | str = "") -> str:
    """Return a place of a seat: "seat0-hand1", "seat0-project2", "seat0-goods0",
    "seat0-workers", "seat0-silver", "seat0-points".
    """
    return f"seat{seat}-{what}{number}"


def estate_spot(seat: int, spot: int) -> str:
    """Return the piles of a type and size in an estate, size 0 where a new pile starts:
    "seat0-ship2".
    """
    return seat_spot(seat, TYPE_NAMES[spot // 3], spot % 3)


def spots(state: Any, action: int) -> tuple[str, ...]:
    """Return where a legal action acts, the most telling place first; () if nowhere."""
    word, choice = action >> 6, action & 63
    seat = int(state.seat)
    if word == W_CHOICE:
        return _choice(seat, choice)
    if word >= W_WORKERS:
        return (seat_spot(seat, "workers" if word < W_SILVER else "silver"),)
    d, what = divmod(word, WORDS_PER_CARD)
    return (*_target(seat, what, choice), *_played(seat, d))


def _target(seat: int, what: int, choice: int) -> tuple[str, ...]:
    if what == W_TAKE:
        return (display_spot(choice),)
    if what == W_PLACE:
        k, spot = divmod(choice, PILE_SPOTS)
        return (estate_spot(seat, spot), seat_spot(seat, "project", k))
    if choice < GOODS:
        return (seat_spot(seat, "goods", choice),)
    return (seat_spot(seat, OTHERS[choice]),)


def _played(seat: int, d: int) -> tuple[str, ...]:
    """Return the card that is played: of the hand, a bought one, or none."""
    if d == ANY_NUMBER:
        return ()
    return (offer_spot(d - FIRST_OFFER) if d >= FIRST_OFFER else seat_spot(seat, "hand", d),)


def _choice(seat: int, choice: int) -> tuple[str, ...]:
    if choice == C_BUY:
        return (DECK, seat_spot(seat, "silver"))
    if choice < C_PROJECT:
        return ()
    if choice >= C_LINE:
        return (line_spot(choice - C_LINE),)
    if choice >= C_PILE:
        return (stock_spot(choice - C_PILE),)
    if choice >= C_DISCARD:
        return (seat_spot(seat, "project", choice - C_DISCARD),)
    return (offer_spot(choice - C_PROJECT),)
