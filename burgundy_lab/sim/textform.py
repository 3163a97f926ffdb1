"""A position as text that can be pasted into a bug report and read back, for every game.

One line for each field of the state that holds more than zeros, in the state's order;
tiles and the like by name. Fields that follow from others are left out and made anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgundy_lab.sim.contract import MOST_SEED, Game, States
from burgundy_lab.sim.errors import BadState, UnknownName
from burgundy_lab.sim.games import get_game

HEAD = "burgundy position"
VERSION = 1
LONGEST_NUMBER = 20  # characters; no field holds more


def write_text(game: Game, state: Any, seed: int, game_no: int) -> str:
    """Return the position as text."""
    lines = [f"{HEAD} {VERSION}: {game.name}, seed {seed}, game {game_no}"]
    for name in game.state.names or ():
        values = np.asarray(state[name])
        # A setting is told even if it is the first choice, which stands as 0.
        told = values.any() or name in {setting.name for setting in game.settings}
        if name in game.derived_fields or not told:
            continue
        lines.append(f"{name}: {_write_values(game, name, values)}")
    return "\n".join(lines) + "\n"


def _write_values(game: Game, name: str, values: Any) -> str:
    """Write numbers or names; rows of a table apart by '/', repeats as 'value*times'."""
    if values.ndim == 0:
        return _word(game, name, int(values))
    if values.ndim == 1:
        return " ".join(_repeats([_word(game, name, int(v)) for v in values]))
    return " / ".join(_write_values(game, name, row) for row in values)


def _word(game: Game, name: str, value: int) -> str:
    known = game.field_texts.get(name)
    if known is None or not 0 <= value - known.first < len(known.names):
        return str(value)
    return known.names[value - known.first]


def _repeats(items: list[str]) -> list[str]:
    found: list[tuple[str, int]] = []
    for item in items:
        if found and found[-1][0] == item:
            found[-1] = (item, found[-1][1] + 1)
        else:
            found.append((item, 1))
    return [item if n == 1 else f"{item}*{n}" for item, n in found]


def read_text(text: str) -> tuple[Game, States, int, int]:
    """Return game, state [1], seed and game number of a position text.

    Raises
    ------
    BadState
        If a line cannot be read; the message names the line and what would be right.
    """
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    game, seed, game_no = _read_head(lines[0] if lines else "")
    states = np.zeros(1, game.state)
    seen = set()
    for line in lines[1:]:
        name, colon, rest = line.partition(":")
        if not colon:
            raise BadState(f"position text: {line[:60]!r} is no line 'field: values'")
        if name in seen:
            raise BadState(f"position text: the field {name!r} stands there twice")
        if name not in (game.state.names or ()) or name in game.derived_fields:
            known = [n for n in game.state.names or () if n not in game.derived_fields]
            raise BadState(f"position text: {UnknownName('field', name, known)}")
        seen.add(name)
        _read_field(game, states[0], name, rest.strip())
    game.derive(states[0])
    return game, states, seed, game_no


def _read_head(line: str) -> tuple[Game, int, int]:
    form = f"'{HEAD} {VERSION}: GAME, seed N, game N'"
    head, colon, rest = line.partition(":")
    parts = [part.strip() for part in rest.split(",")]
    if head != f"{HEAD} {VERSION}" or not colon or len(parts) != 3:
        raise BadState(f"position text: the first line must be {form}, not {line[:60]!r}")
    numbers = []
    for part, word in zip(parts[1:], ("seed", "game"), strict=True):
        label, _, digits = part.partition(" ")
        if label != word or not digits.isdecimal() or len(digits) > 19 or int(digits) > MOST_SEED:
            raise BadState(
                f"position text: {part[:60]!r} in the first line must be '{word} N', N to 2**63 - 1"
            )
        numbers.append(int(digits))
    try:
        return get_game(parts[0]), numbers[0], numbers[1]
    except UnknownName as error:
        raise BadState(f"position text: {error}") from None


def _read_field(game: Game, state: Any, name: str, text: str) -> None:
    field = np.asarray(state[name])
    rows = [row.split() for row in text.split("/")]
    values = [[v for item in row for v in _read_item(game, name, item)] for row in rows]
    flat = [v for row in values for v in row]
    width = field.shape[-1] if field.ndim else 1
    if len(flat) != field.size or any(len(row) != width for row in values):
        shape = " x ".join(map(str, field.shape)) or "1"
        raise BadState(f"position text: {name} has {len(flat)} values, must have {shape}")
    limits = np.iinfo(field.dtype)
    for value in flat:
        if not limits.min <= value <= limits.max:
            raise BadState(f"position text: {name} has {value}, which does not fit")
    state[name] = np.array(flat, field.dtype).reshape(field.shape)


def _read_item(game: Game, name: str, item: str) -> list[int]:
    word, star, times = item.partition("*")
    if star and not (times.isdecimal() and 0 < int(times) <= 999):
        raise BadState(f"position text: {name} has {item!r}; repeats are written 'value*times'")
    known = game.field_texts.get(name)
    if known is not None and word in known.names:
        value = known.first + list(known.names).index(word)
    elif word.removeprefix("-").isdecimal() and len(word) <= LONGEST_NUMBER:
        value = int(word)
    elif known is not None:
        raise BadState(f"position text: {name} has {UnknownName('value', word, known.names)}")
    else:
        raise BadState(f"position text: {name} has {word!r}, must be a whole number")
    return [value] * (int(times) if star else 1)
