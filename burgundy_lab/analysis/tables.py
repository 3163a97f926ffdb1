"""Tables as plain text: for the shell, for logs, and for anything that prints rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

NO_INTERVAL = "none"  # where the games give no interval
MANY_GAMES = 10_000  # from here on shares in percent have two digits after the point


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
    """

    names: tuple[str, ...]
    units: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def headings(self) -> tuple[str, ...]:
        """Name and unit of each column: "wins (%)"."""
        pairs = zip(self.names, self.units, strict=True)
        return tuple(f"{name} ({unit})" if unit else name for name, unit in pairs)

    def __str__(self) -> str:
        lines = [self.headings, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(self._line(line, widths) for line in lines)

    def _line(self, cells: Sequence[str], widths: Sequence[int]) -> str:
        parts = zip(cells, widths, self.numeric, strict=True)
        set_ = [c.rjust(width) if right else c.ljust(width) for c, width, right in parts]
        return "  ".join(set_).rstrip()


# Columns of a table of wins that are estimates; the others make the groups.
ESTIMATES = (
    "games", "confidence", "win", "win_low", "win_high", "vp", "vp_low", "vp_high", "vp_sd",
)  # fmt: skip


def text_table(wins: pl.DataFrame) -> TextTable:
    """Return a table of wins (`stats.win_table`) as strings with headings and units."""
    keys = [name for name in wins.columns if name not in ESTIMATES]
    level = f"{100 * wins['confidence'][0]:g} % interval" if len(wins) else "interval"
    # Many games tell a share of 99.98 % from one of 100 %.
    digits = 2 if len(wins) and max(wins["games"]) >= MANY_GAMES else 1
    shown = ("games", "wins", level, "mean", level, "sd")
    rows = [
        (
            *(str(row[key]) for key in keys),
            f"{row['games']:,}",
            f"{100 * row['win']:.{digits}f}",
            _limits(row, "win", 100, digits),
            f"{row['vp']:.1f}",
            _limits(row, "vp", 1, 1),
            "-" if row["vp_sd"] is None else f"{row['vp_sd']:.1f}",
        )
        for row in wins.iter_rows(named=True)
    ]
    return TextTable(
        names=(*(key.replace("_", " ") for key in keys), *shown),
        units=(*[""] * len(keys), "", "%", "%", "VP", "VP", "VP"),
        numeric=(*[False] * len(keys), *[True] * len(shown)),
        rows=tuple(rows),
    )


def _limits(row: Mapping[str, Any], value: str, factor: float, digits: int) -> str:
    low, high = row[f"{value}_low"], row[f"{value}_high"]
    if low is None or high is None:
        return NO_INTERVAL
    return f"{factor * low:.{digits}f} to {factor * high:.{digits}f}"


def text_shares(shares: pl.DataFrame, *, most: int = 12) -> TextTable:
    """Return a table of shares (`stats.share_table`) as strings.

    Parameters
    ----------
    shares
        The table.
    most
        How many values of each group are listed; the others make one last row.
    """
    names = list(shares.columns[: shares.columns.index("games")])
    level = f"{100 * shares['confidence'][0]:g} % interval" if len(shares) else "interval"
    rows: list[tuple[str, ...]] = []
    for _, group in shares.group_by(names[:-1], maintain_order=True):
        listed = group.head(most)
        rows += [
            (
                *(str(row[name]) for name in names),
                f"{row['games']:,}",
                f"{100 * row['share']:.2f}",
                _limits(row, "share", 100, 2),
            )
            for row in listed.iter_rows(named=True)
        ]
        rest = group.tail(len(group) - len(listed))
        if len(rest):
            first = (*(str(rest[name][0]) for name in names[:-1]), f"{rest[names[-1]][0]} or more")
            games, share = rest["games"].sum(), 100 * rest["share"].sum()
            rows.append((*first, f"{games:,}", f"{share:.2f}", ""))
    return TextTable(
        names=(*(name.replace("_", " ") for name in names), "games", "share", level),
        units=(*[""] * len(names), "", "%", "%"),
        numeric=(*[False] * (len(names) - 1), True, True, True, True),
        rows=tuple(rows),
    )


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
