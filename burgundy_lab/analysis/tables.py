"""Tables as plain text: for the shell, for logs, and for anything that prints rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from burgundy_lab.wording import TextTable, rests_on

NO_INTERVAL = "none"  # where the games give no interval
NOTES = ("mixed", "reading", "played")  # columns of sentences
MANY_GAMES = 10_000  # from here on shares in percent have two digits after the point


# Columns of a table of wins that are estimates; the others make the groups.
ESTIMATES = (
    "games", "confidence", "win", "win_low", "win_high", "vp", "vp_low", "vp_high", "vp_sd",
)  # fmt: skip


def text_table(
    wins: pl.DataFrame, unconfirmed: Sequence[Mapping[str, str]] | None = None
) -> TextTable:
    """Return a table of wins (`stats.win_table`) as strings with headings and units.

    unconfirmed: of the run (`run.unconfirmed`); then a line says on which values it rests.
    """
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
        note="" if unconfirmed is None else rests_on(unconfirmed),
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


def text_frame(
    frame: pl.DataFrame,
    *,
    digits: int = 1,
    percent: Sequence[str] = (),
    leave_out: Sequence[str] = (),
) -> TextTable:
    """Return any frame of estimates as strings: a value, and its interval beside it.

    Parameters
    ----------
    frame
        Columns ``x`` with ``x_low`` and ``x_high`` are an estimate and its interval of the
        frame's ``confidence``; the others are shown as they are. What ``mixed`` says of the
        seats (`stats.mixed`), ``reading`` of a row, and ``played`` (who played, where that
        decides what is found), stands once under the table.
    digits
        Digits after the point.
    percent
        Estimates that are shares, shown in percent.
    leave_out
        Columns that are not shown.
    """
    level = f"{100 * frame['confidence'][0]:g} % interval" if len(frame) else "interval"
    limits = {f"{name}_{end}": name for name in frame.columns for end in ("low", "high")}
    whole = [n for n in frame.columns if f"{n}_low" in frame.columns]
    headings: list[tuple[str, str, bool]] = []
    columns: list[list[str]] = []
    for name, kind in frame.schema.items():
        if {name, limits.get(name)} & {"confidence", *NOTES, *leave_out} or limits.get(
            name
        ) in whole:
            continue
        unit, factor = ("%", 100.0) if name in percent else ("", 1.0)
        headings.append((name.replace("_", " "), unit, kind.is_numeric()))
        columns.append([_cell(value, factor, digits) for value in frame[name]])
        if name in whole:
            headings.append((level, unit, True))
            rows = frame.iter_rows(named=True)
            columns.append([_limits(row, name, factor, digits) for row in rows])
    names, units, numeric = zip(*headings, strict=True) if headings else ((), (), ())
    return TextTable(
        names, units, numeric, tuple(zip(*columns, strict=True)), "\n".join(notes_of(frame))
    )


def notes_of(frame: pl.DataFrame) -> list[str]:
    """Return what a frame of estimates says in words, each sentence once."""
    said = (frame[name].drop_nulls() for name in NOTES if name in frame.columns)
    return list(dict.fromkeys(sentence for column in said for sentence in column))


def _cell(value: Any, factor: float, digits: int) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{factor * value:.{digits}f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
