"""Where on the table an action of the card game acts: names of places, which the picture gives
its groups. Rows carry the numbers printed beside them; everything else is counted from 0.
"""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.cards.readers import brings_the_same, menu_lines
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
from burgundy_lab.sim.cards.tables import (
    CARD_NUMBER,
    DISTANCE,
    GOODS,
    LINES,
    NO_CARD,
    PLACES,
    SALE_STEPS,
    TYPE_NAMES,
)
from burgundy_lab.sim.places import equal_places

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
    """Return where a legal action acts, the most telling place first; () if nowhere. Places of
    equal cards or piles, which are not listed again, are named too.
    """
    word, choice = action >> 6, action & 63
    seat = int(state.seat)
    if word == W_CHOICE:
        return _choice(state, seat, choice)
    if word >= W_WORKERS:
        return (seat_spot(seat, "workers" if word < W_SILVER else "silver"),)
    d, what = divmod(word, WORDS_PER_CARD)
    return (*_target(state, seat, what, choice), *_played(state, seat, d, what, choice))


def _target(state: Any, seat: int, what: int, choice: int) -> tuple[str, ...]:
    if what == W_TAKE:
        first = choice - choice % PLACES
        row = state.display[first : first + PLACES]
        return tuple(display_spot(first + place) for place in equal_places(row, choice - first))
    if what == W_PLACE:
        k, spot = divmod(choice, PILE_SPOTS)
        return (estate_spot(seat, spot), *_projects(state, seat, k))
    if choice < GOODS:
        return (seat_spot(seat, "goods", choice),)
    return (seat_spot(seat, OTHERS[choice]),)


def _played(state: Any, seat: int, d: int, what: int, choice: int) -> tuple[str, ...]:
    """Return the card that is played, and those that do the same: equal ones of the hand, bought
    ones that cost as many workers; () for none.
    """
    if d == ANY_NUMBER:
        return ()
    if d < FIRST_OFFER:
        return tuple(seat_spot(seat, "hand", h) for h in equal_places(state.hand[seat], d))
    cost = [_workers(state, seat, int(card), what, choice) for card in state.offer]
    return tuple(offer_spot(c) for c in equal_places(cost, d - FIRST_OFFER))


def _workers(state: Any, seat: int, card: int, what: int, choice: int) -> int:
    """Return the workers that an action costs with a bought card; -1 if none lies there."""
    if card == NO_CARD:
        return -1
    number = CARD_NUMBER[card]
    if what == W_TAKE:
        return int(DISTANCE[number, choice // PLACES + 1])
    if what == W_PLACE:
        return int(DISTANCE[number, CARD_NUMBER[state.projects[seat, choice // PILE_SPOTS]]])
    return int(SALE_STEPS[number, choice]) if choice < GOODS else 0


def _projects(state: Any, seat: int, k: int) -> tuple[str, ...]:
    return tuple(seat_spot(seat, "project", j) for j in equal_places(state.projects[seat], k))


def _choice(state: Any, seat: int, choice: int) -> tuple[str, ...]:
    if choice == C_BUY:
        return (DECK, seat_spot(seat, "silver"))
    if choice < C_PROJECT:
        return ()
    if choice >= C_LINE:
        return tuple(line_spot(k) for k in _lines(state, choice - C_LINE))
    if choice >= C_PILE:
        piles = list(zip(state.top.tolist(), state.pile.tolist(), strict=True))
        return tuple(stock_spot(p) for p in equal_places(piles, choice - C_PILE))
    if choice >= C_DISCARD:
        return _projects(state, seat, choice - C_DISCARD)
    return tuple(offer_spot(c) for c in equal_places(state.offer, choice - C_PROJECT))


def _lines(state: Any, line: int) -> list[int]:
    """Return a line of the round card, then those that bring the same."""
    lines = int(menu_lines(state))
    others = (k for k in range(LINES) if lines >> k & 1 and k != line)
    return [line, *(k for k in others if brings_the_same(state, line, k))]
