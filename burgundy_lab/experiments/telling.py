"""Comparisons in words: tables of strings and lines that say no more than the games do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from burgundy_lab.wording import TextTable

NONE = "none"  # where the games give no interval
LEAD_UNIT = "% points"  # a difference of shares


def strategy_text(table: pl.DataFrame) -> TextTable:
    """Return `leads.strategy_table` as strings."""
    rows = [
        (
            row["strategy"],
            f"{row['games']:,}",
            f"{100 * row['win']:.2f}",
            _limits(row, "win", 100, "{:.2f}"),
            f"{row['vp']:.1f}",
            _limits(row, "vp", 1, "{:.1f}"),
        )
        for row in table.to_dicts()
    ]
    level = _level(table)
    return _table(
        ("strategy", "games", "wins", level, "mean", level),
        ("", "", "%", "%", "VP", "VP"),
        rows,
        names=1,
    )


def difference_text(differences: pl.DataFrame) -> TextTable:
    """Return `leads.difference_table` as strings."""
    rows = [
        (f"{row['first']} - {row['second']}", f"{row['games']:,}", *_leads(row))
        for row in differences.to_dicts()
    ]
    level = _level(differences)
    return _table(
        ("difference", "games", "wins", level, "lead", level),
        ("", "", LEAD_UNIT, LEAD_UNIT, "VP", "VP"),
        rows,
        names=1,
    )


def effect_text(effects: pl.DataFrame, *, alone: bool) -> TextTable:
    """Return `leads.effect_table` as strings; alone: of games for one player."""
    rows = [
        (f"{row['first']} - {row['second']}", f"{row['by']} {row['at']}", *_leads(row))
        for row in effects.to_dicts()
    ]
    level = _level(effects)
    return _table(
        ("difference", "both on" if alone else "first on", "wins", level, "lead", level),
        ("", "", LEAD_UNIT, LEAD_UNIT, "VP", "VP"),
        rows,
        names=2,
    )


def action_text(table: pl.DataFrame) -> TextTable:
    """Return `action_totals.action_table` as strings."""
    rows = [(row["description"], *_values(row)) for row in table.to_dicts()]
    level = _level(table)
    return _table(
        ("action", "wins", level, "mean", level, "behind", level),
        ("", "%", "%", "VP", "VP", LEAD_UNIT, LEAD_UNIT),
        rows,
        names=1,
    )


def _values(row: Mapping[str, Any]) -> tuple[str, ...]:
    if row["win"] is None:  # no game was played yet
        return ("",) * 6
    return (
        f"{100 * row['win']:.1f}",
        _limits(row, "win", 100, "{:.1f}"),
        f"{row['vp']:.1f}",
        _limits(row, "vp", 1, "{:.1f}"),
        f"{100 * row['behind']:.1f}",
        _limits(row, "behind", 100, "{:.1f}"),
    )


def rating_text(table: pl.DataFrame) -> TextTable:
    """Return `round_robin.rating_table` as strings."""
    rows = [
        (
            str(row["rank"]),
            _between(row["rank_low"], row["rank_high"]),
            row["strategy"],
            f"{row['games']:,}",
            f"{100 * row['win']:.2f}",
            _limits(row, "win", 100, "{:.2f}"),
            f"{row['vp']:.1f}",
            _limits(row, "vp", 1, "{:.1f}"),
            f"{row['rating']:+z.0f}",
            _ends(row["rating_low"], row["rating_high"]),
        )
        for row in table.to_dicts()
    ]
    level = _level(table)
    headings = (
        "rank", level, "strategy", "games", "wins", level, "mean", level, "rating", level,
    )  # fmt: skip
    units = ("", "", "", "", "%", "%", "VP", "VP", "", "")
    return _table(headings, units, rows, names=3)


def matrix_text(matrix: pl.DataFrame, order: Sequence[str]) -> TextTable:
    """Return `leads.ahead_table` as strings: rows and columns in the given order."""
    at = {(row["strategy"], row["opponent"]): row for row in matrix.to_dicts()}
    rows = [
        (a, *("-" if a == b else f"{100 * at[a, b]['ahead']:.1f}" for b in order)) for a in order
    ]
    units = ("", *["%"] * len(order))
    return _table(("ahead of", *order), units, rows, names=1)


def verdict(row: Mapping[str, Any], *, seats: bool) -> str:
    """Say in one line what a row of `leads.difference_table` allows to say.

    seats: whether a strategy may have several seats, so that seats are compared.
    """
    first, second = row["first"], row["second"]
    if row["mirrored"]:
        return (
            f"{first} and {second} are one strategy: with the seats turned each game comes again, "
            "so the difference is exactly 0 by design and there is nothing to test"
        )
    if row["same"]:
        return (
            f"{first} and {second} are one strategy, so they differ by nothing but chance and by "
            f"who follows whom round the table: {_lead_words(row, seats=seats)}"
        )
    return _lead_words(row, seats=seats)


def _lead_words(row: Mapping[str, Any], *, seats: bool) -> str:
    first, second = row["first"], row["second"]
    who = ("a seat of " if seats else "") + (first if row["win"] > 0 else second)
    whom = ("a seat of " if seats else "") + (second if row["win"] > 0 else first)
    low, high = 100 * row["win_low"], 100 * row["win_high"]
    if low <= 0 <= high:
        which = f"whether a seat of {first} or of" if seats else f"which of {first} and"
        return (
            f"these {row['games']:,} games do not tell {which} {second} wins more "
            f"often: the lead of {first} lies between {low:+z.2f} and {high:+z.2f} {LEAD_UNIT}; "
            f"{_vp_words(row)}"
        )
    least, most = sorted((abs(low), abs(high)))
    return (
        f"{who} wins more often than {whom}, by {100 * abs(row['win']):.2f} {LEAD_UNIT} "
        f"({least:.2f} to {most:.2f}); {_vp_words(row)}"
    )


def _vp_words(row: Mapping[str, Any]) -> str:
    low, high = row["vp_low"], row["vp_high"]
    if low is None:
        return f"the lead of {row['first']} in VP is {row['vp']:+z.1f} in every deal"
    if low <= 0 <= high:
        return f"in VP neither is ahead ({low:+z.1f} to {high:+z.1f})"
    ahead = row["first"] if row["vp"] > 0 else row["second"]
    least, most = sorted((abs(low), abs(high)))
    return f"{ahead} is ahead by {abs(row['vp']):.1f} VP ({least:.1f} to {most:.1f})"


def pairing_line(row: Mapping[str, Any], *, alone: bool) -> str:
    """Say what playing the same deals brought to a pair."""
    what = "results on a deal" if alone else "leads within a deal"
    parts = []
    for value, word in (("win", "wins"), ("vp", "VP")):
        if row[f"{value}_saved"] is None:
            parts.append(f"for {word} nothing: no spread between deals")
            continue
        known = row[f"{value}_correlation"]
        correlation = "" if known is None else f" (correlation of {what} {known:+z.2f})"
        parts.append(f"{row[f'{value}_saved']:.2f} times the games for {word}{correlation}")
    return f"playing the same deals is worth, {row['first']} - {row['second']}: {'; '.join(parts)}"


def needed_line(pair: Sequence[str], games: int, to_tell: int | None) -> str:
    """Say how many games would make an interval of one percentage point on either side."""
    needed = f"needed, {' - '.join(pair)}: {games:,} games for wins to ± 1 % point"
    if to_tell is None:
        return needed
    return f"{needed}; about {to_tell:,} tell a lead as large as the one seen in 4 of 5 tries"


# --- parts -------------------------------------------------------------------------------------


def _table(
    headings: Sequence[str],
    units: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    names: int,
) -> TextTable:
    """Return a table whose first columns, so many, are names."""
    numeric = [k >= names for k in range(len(headings))]
    return TextTable(tuple(headings), tuple(units), tuple(numeric), tuple(map(tuple, rows)))


def _leads(row: Mapping[str, Any]) -> tuple[str, str, str, str]:
    return (
        f"{100 * row['win']:+z.2f}",
        _limits(row, "win", 100, "{:+z.2f}"),
        f"{row['vp']:+z.1f}",
        _limits(row, "vp", 1, "{:+z.1f}"),
    )


def _limits(row: Mapping[str, Any], value: str, factor: float, form: str) -> str:
    low, high = row[f"{value}_low"], row[f"{value}_high"]
    if low is None or high is None:
        return NONE
    return f"{form.format(factor * low)} to {form.format(factor * high)}"


def _between(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _ends(low: float | None, high: float | None) -> str:
    """Return the limits of a rating; one of which the games know no end is infinite."""
    least = "-inf" if low is None else f"{low:+z.0f}"
    most = "+inf" if high is None else f"{high:+z.0f}"
    return f"{least} to {most}"


def _level(table: pl.DataFrame) -> str:
    return f"{100 * table['confidence'][0]:g} % interval"
