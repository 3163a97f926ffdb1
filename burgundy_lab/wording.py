"""How results are told in text: tables of strings, and on what results rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from burgundy_lab.sim.compile_cache import cache_trouble
from burgundy_lab.sim.contract import Game, Values


@dataclass(frozen=True)
class TextTable:
    """A table of strings.

    Attributes
    ----------
    names
        Heading of each column [C].
    units
        Unit of each column [C]; empty for names.
    numeric
        Whether a column holds numbers, so is set flush right [C].
    rows
        The cells [rows, C].
    note
        A line under the table: on what it rests.
    """

    names: tuple[str, ...]
    units: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def headings(self) -> tuple[str, ...]:
        """Name and unit of each column: "wins (%)"."""
        pairs = zip(self.names, self.units, strict=True)
        return tuple(f"{name} ({unit})" if unit else name for name, unit in pairs)

    def __str__(self) -> str:
        lines = [self.headings, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        rest = [self.note] if self.note else []
        return "\n".join([*(self._line(line, widths) for line in lines), *rest])

    def _repr_html_(self) -> str:
        """Show the table in a notebook."""
        sides = ["right" if right else "left" for right in self.numeric]

        def row(cells: Sequence[str], tag: str) -> str:
            pairs = zip(cells, sides, strict=True)
            parts = (f'<{tag} style="text-align: {s}">{escape(c)}</{tag}>' for c, s in pairs)
            return f"<tr>{''.join(parts)}</tr>"

        body = "".join(row(cells, "td") for cells in self.rows)
        table = f"<table><thead>{row(self.headings, 'th')}</thead><tbody>{body}</tbody></table>"
        return table + (f"<p>{escape(self.note)}</p>" if self.note else "")

    def _line(self, cells: Sequence[str], widths: Sequence[int]) -> str:
        parts = zip(cells, widths, self.numeric, strict=True)
        set_ = [c.rjust(width) if right else c.ljust(width) for c, width, right in parts]
        return "  ".join(set_).rstrip()


def notebook_html(heading: str, tables: Sequence[TextTable], notes: Iterable[str]) -> str:
    """Return a heading, tables and lines as HTML."""
    shown = "".join(table._repr_html_() for table in tables)
    rest = "<br>".join(escape(line) for line in notes)
    return f"<p>{escape(heading)}</p>{shown}<p>{rest}</p>"


def who_played(what: str, names: Sequence[str]) -> str:
    """Say that a conclusion is one of those who played: estates, seats and starts are worth more
    to one strategy than to another.
    """
    different = list(dict.fromkeys(names))
    if len(different) == 1:
        among = f"when {different[0]} plays against itself"
    else:
        among = f"between {', '.join(different[:-1])} and {different[-1]}"
    return f"{what} is so {among}; others may make more or less of it"


def settings_text(game: Game, settings: Mapping[str, str], values: Values = None) -> str:
    """Return the settings that differ from the default: "edition=2019, tiebreak=shared".

    Parameters
    ----------
    game
        The game.
    settings
        Of a run, or of its manifest; those left out are at their default.
    values
        Table of assumed values of the run; a default one is not told.
    """
    defaults = {setting.name: setting.default for setting in game.settings}
    parts = [f"{name}={value}" for name, value in settings.items() if value != defaults.get(name)]
    if values is not None and game.read_values is not None:
        name = _name_of_values(game, values)
        parts += [] if name == "default" else [f"values={name}"]
    return ", ".join(parts)


def run_heading(game: Game, manifest: Mapping[str, Any]) -> str:
    """Return what a run plays, in one line: game, seats, settings other than the default, seed."""
    players = manifest["players"]
    changed = settings_text(game, manifest["settings"], manifest.get("values"))
    seats = f"{players} {'player' if players == 1 else 'players'}"
    parts = (game.name, seats, changed, f"seed {manifest['seed']}")
    return ", ".join(part for part in parts if part)


def seats_line(manifest: Mapping[str, Any]) -> str:
    """Return who plays on each seat of a run, and on what: "seat 0 balanced on 2011-1; ..."."""
    names = [strategy["name"] for strategy in manifest["strategies"]]
    estates = [f" on {estate}" for estate in manifest["estates"]] or [""] * len(names)
    pairs = enumerate(zip(names, estates, strict=True))
    return "; ".join(f"seat {seat} {name}{estate}" for seat, (name, estate) in pairs)


def _name_of_values(game: Game, values: Values) -> str:
    """Return the name of a table of assumed values; one of the user's has none."""
    assert game.read_values is not None
    whole = game.read_values(values)
    same = (name for name in game.value_tables if game.read_values(name) == whole)
    return next(same, "your own")


def compiling_line(game: str) -> str:
    """Say why a first game takes long."""
    trouble = cache_trouble()
    how_often = "once" if trouble is None else f"at every start ({not_kept_line(trouble)})"
    return f"compiling for {game!r} {how_often}, up to about a minute ..."


def not_kept_line(trouble: str) -> str:
    """Say that compiled code is not kept on disk, and why."""
    return f"compiled code cannot be kept: {trouble}"


def _short_path(path: str) -> str:
    """Return the last word of a path, of an assumed value its group too: "menus B"."""
    return path.partition(".assumed.")[2].replace(".", " ") or path.rpartition(".")[2]


def rests_on(unconfirmed: Sequence[Mapping[str, str]], *, most: int = 3) -> str:
    """Say in one line on how many unconfirmed values of the game the results rest.

    Parameters
    ----------
    unconfirmed
        ``unconfirmed`` of a run or of its manifest, the most doubtful first; the last word of
        each path is named.
    most
        How many are named before the rest is only counted.
    """
    if not unconfirmed:
        return "rests on no value that is not confirmed"
    kinds = Counter(fact["confidence"] for fact in unconfirmed)
    counts = ", ".join(f"{n} {kind}" for kind, n in kinds.items())
    names = [_short_path(fact["path"]) for fact in unconfirmed]
    more = ", ..." if len(names) > most else ""
    values = "values that are" if len(names) > 1 else "value that is"
    named = ", ".join(names[:most])
    return f"rests on {len(names)} {values} not confirmed ({counts}): {named}{more}"
