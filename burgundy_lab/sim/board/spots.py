"""Where on the table an action acts: names of places, which the picture gives its groups.

Depots and rows carry the numbers printed on them; everything else is counted from 0, as in the
descriptions of actions.
"""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.board.actions import ALL_DEPOTS, depots_of_ship, useful_depots
from burgundy_lab.sim.board.state import (
    ANY_NUMBER,
    BIT_WORKERS,
    BUY_DEPOT,
    C_DECLINE,
    C_DISCARD,
    C_GOODS,
    C_PAYMENT,
    C_SHIP,
    Q_START_CASTLE,
    W_BUY,
    W_CHOICE,
    W_SELL,
    W_TAKE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.board.tables import DEPOTS, PLACES
from burgundy_lab.sim.places import equal_places

Spots = tuple[str, ...]


def slot_spot(slot: int) -> str:
    """Return the place of a tile in a depot: "depot-3-1" is the second place of depot 3."""
    return f"depot-{slot // PLACES + 1}-{slot % PLACES}"


def depot_spot(depot: int) -> str:
    """Return a depot with all that lies there, by its number 0..5: "depot-3"."""
    return f"depot-{depot + 1}"


def depot_goods_spot(depot: int, g: int) -> str:
    """Return the goods of a type on a depot: "depot-3-goods4"."""
    return f"depot-{depot + 1}-goods{g}"


def black_spot(place: int) -> str:
    """Return a place of the black depot: "black-2"."""
    return f"black-{place}"


def seat_spot(seat: int, what: str, number: int | str = "") -> str:
    """Return a place of a seat: "seat0-space12", "seat0-storage1", "seat0-goods4",
    "seat0-die0", "seat0-workers", "seat0-silver".
    """
    return f"seat{seat}-{what}{number}"


def spots(state: Any, action: int) -> Spots:
    """Return where a legal action acts, the most telling place first; () if nowhere."""
    word, choice = action >> 6, action & 63
    seat = int(state.seat)
    if word == W_CHOICE:
        return _choice(state, seat, choice)
    if word == W_BUY:
        return (*_sources(state, choice), seat_spot(seat, "silver"))
    return _with_number(state, seat, word, choice)


def _sources(state: Any, source: int) -> Spots:
    """Return the place of a tile, then those of equal tiles beside it, which are not listed."""
    if source < BUY_DEPOT:
        return tuple(black_spot(place) for place in equal_places(state.black, source))
    slot, first = source - BUY_DEPOT, (source - BUY_DEPOT) // PLACES * PLACES
    equal = equal_places(state.depot[first : first + PLACES], slot - first)
    return tuple(slot_spot(first + place) for place in equal)


def _with_number(state: Any, seat: int, word: int, choice: int) -> Spots:
    d, what = word // WORDS_PER_DIE, word % WORDS_PER_DIE
    die = () if d == ANY_NUMBER else (seat_spot(seat, "die", d),)
    if what == W_TAKE:
        return (*_sources(state, BUY_DEPOT + choice), *die)
    if what == W_SELL:
        workers = choice == BIT_WORKERS
        return (seat_spot(seat, "workers") if workers else seat_spot(seat, "goods", choice), *die)
    space = seat_spot(seat, "space", choice)
    if state.asked and state.question[state.asked - 1] == Q_START_CASTLE:
        return (space,)
    return (space, *_stored(state, seat, what - 1), *die)


def _choice(state: Any, seat: int, choice: int) -> Spots:
    if choice >= C_DECLINE:
        return ()
    if choice >= C_PAYMENT:
        return (seat_spot(seat, "workers"), seat_spot(seat, "silver"))
    if choice >= C_GOODS:
        g, depots = choice - C_GOODS, int(state.subject[state.asked - 1]) & ALL_DEPOTS
        named = [d for d in range(DEPOTS) if depots >> d & 1 and state.depot_goods[d, g]]
        return tuple(depot_goods_spot(depot, g) for depot in named)
    if choice >= C_DISCARD:
        return _stored(state, seat, choice - C_DISCARD)
    return _voyage(state, seat, choice - C_SHIP)


def _stored(state: Any, seat: int, k: int) -> Spots:
    return tuple(seat_spot(seat, "storage", p) for p in equal_places(state.storage[seat], k))


def _voyage(state: Any, seat: int, choice: int) -> Spots:
    """Return the depots that a ship names; if it takes nothing, all of which nothing is taken."""
    first, both = choice // 3, int(depots_of_ship(choice))
    useful = int(useful_depots(state, seat))
    if not both & useful:
        both |= ~useful
    others = [d for d in range(DEPOTS) if both >> d & 1 and d != first]
    return tuple(depot_spot(depot) for depot in (first, *others))
