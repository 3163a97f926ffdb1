"""The assumed values of the card game: tables low, default and high, and tables of a user.

They are printed on cards that no text reproduces: round cards B, C and E, four triples, and
the die numbers of each kind of building. A table names every one of them::

    {"triple_vp": {"castle": 5, ...}, "menus": {"B": [{"vp": 2}, ...], ...},
     "building_numbers": {"carpenter": [1, 3, 5], ...}}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import numpy as np

from burgundy_lab.sim.cards.tables import (
    BUILDING_NAMES,
    CARD_FACE,
    CARD_NUMBER,
    CARDS,
    COPIES_PER_KIND,
    DECK_SIZE,
    GAME,
    ITEMS,
    LINES,
    NUMBERS,
    ROUND_NAMES,
    TYPE_COUNT,
    TYPE_NAMES,
)
from burgundy_lab.sim.errors import BadValue, UnknownName

ASSUMED = GAME["assumed"]
TABLE_NAMES = ("low", "default", "high")
MOST_TRIPLE_VP = 20
# What a line may give at most; goods and animals are asked for one at a time and wait.
MOST_OF_ITEM = {"vp": 9, "goods": 4, "animals": 4, "silver": 9, "workers": 9}
Table = dict[str, dict[str, Any]]


def table_of(name: str) -> Table:
    """Return the table low, default or high."""
    key = "value" if name == "default" else name
    return {
        group: {entry: deepcopy(value[key]) for entry, value in entries.items()}
        for group, entries in ASSUMED.items()
    }


def read_values(given: str | Mapping[str, Any] | None) -> Table:
    """Return a whole table of assumed values: a named one, or one of the user's, checked.

    Raises
    ------
    BadValue, UnknownName
        If an entry is missing, unknown or impossible; names the entry and the range. [Values]
    """
    if given is None or isinstance(given, str):
        name = given or "default"
        if name not in TABLE_NAMES:
            raise UnknownName("table of values", name, TABLE_NAMES)
        return table_of(name)
    _check_names("", given, ASSUMED)
    for group, entries in ASSUMED.items():
        _check_names(f"{group}.", given[group], entries)
        for entry in entries:
            CHECKS[group](f"{group}.{entry}", given[group][entry])
    return {group: {e: given[group][e] for e in entries} for group, entries in ASSUMED.items()}


def _check_names(path: str, given: Any, wanted: Mapping[str, Any]) -> None:
    if not isinstance(given, Mapping):
        raise BadValue(f"values: {path.rstrip('.') or 'the table'} must be a table of names")
    for name in given:
        if name not in wanted:
            raise UnknownName("entry of values", f"{path}{name}", [f"{path}{n}" for n in wanted])
    for name in wanted:
        if name not in given:
            raise BadValue(f"values: {path}{name} is missing; {_range_of(path, name)}")


def _range_of(path: str, name: str) -> str:
    group = path.rstrip(".") or name
    return f"each entry of {group} must be {RANGES[group]}"


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _check_triple(path: str, value: Any) -> None:
    if not _is_whole(value, 0, MOST_TRIPLE_VP):
        raise BadValue(f"values: {path} is {value!r}, must be {RANGES['triple_vp']}")


def _check_menu(path: str, value: Any) -> None:
    good = isinstance(value, list) and len(value) <= LINES
    for line in value if good else ():
        good = good and isinstance(line, Mapping) and len(line) > 0
        good = good and all(n in ITEMS and _is_whole(line[n], 1, MOST_OF_ITEM[n]) for n in line)
    if not good:
        raise BadValue(f"values: {path} is {value!r}, must be {RANGES['menus']}")


def _check_numbers(path: str, value: Any) -> None:
    good = isinstance(value, list) and len(value) == COPIES_PER_KIND
    if not good or not all(_is_whole(n, 1, NUMBERS) for n in value):
        raise BadValue(f"values: {path} is {value!r}, must be {RANGES['building_numbers']}")


RANGES = {
    "triple_vp": f"a whole number from 0 to {MOST_TRIPLE_VP}",
    "menus": f"at most {LINES} lines, each with "
    + ", ".join(f"1 to {MOST_OF_ITEM[item]} {item}" for item in ITEMS),
    "building_numbers": f"{COPIES_PER_KIND} numbers from 1 to {NUMBERS}",
}
CHECKS: dict[str, Callable[[str, Any], None]] = {
    "triple_vp": _check_triple,
    "menus": _check_menu,
    "building_numbers": _check_numbers,
}


# --- what goes into the state ----------------------------------------------------------------


def triple_vps(table: Table) -> list[int]:
    """Return the VP of a triple by type: the known ones and the table's."""
    known = {name: fact["value"] for name, fact in GAME["triple_vp"].items()}
    return [int({**known, **table["triple_vp"]}[name]) for name in TYPE_NAMES]


def menus(table: Table) -> np.ndarray:
    """Return [round, line, item]: what each line of the five round cards gives."""
    known = {name: fact["value"] for name, fact in GAME["menus"].items()}
    found = np.zeros((len(ROUND_NAMES), LINES, len(ITEMS)), "i1")
    for r, name in enumerate(ROUND_NAMES):
        for k, line in enumerate({**known, **table["menus"]}[name]):
            for item, number in line.items():
                found[r, k, ITEMS.index(item)] = number
    return found


def deck(table: Table) -> np.ndarray:
    """Return how many cards of each face and number the deck has."""
    counts = np.zeros(CARDS, "i1")
    for card in range(1, CARDS):
        face = CARD_FACE[card]
        if face < len(TYPE_COUNT):
            counts[card] = TYPE_COUNT[face] // NUMBERS
        else:
            name = BUILDING_NAMES[face - len(TYPE_COUNT)]
            counts[card] = table["building_numbers"][name].count(int(CARD_NUMBER[card]))
    assert counts.sum() == DECK_SIZE
    return counts
