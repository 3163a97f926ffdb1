"""Comparisons in words: tables of strings and lines that say no more than the games do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from scipy.special import ndtri

from burgundy_lab.intervals import CONFIDENCE
from burgundy_lab.sim.games import get_game
from burgundy_lab.wording import TextTable, settings_text, who_played

NONE = "none"  # where the games give no interval
LEAD_UNIT = "% points"  # a difference of shares
FEWEST_FOR_CORRELATION = 10  # deals; Fisher's interval is for more
PERFECT = 1 - 1e-9  # a correlation of 1 has no interval
LITTLE = 0.2  # width of the interval of a correlation that is known well


def on_what(game: str, estates: Sequence[str], rules: Mapping[str, Any]) -> str:
    """Return estates and settings that differ from the default, for a heading."""
    changed = settings_text(get_game(game), rules["settings"], rules["values"])
    on = f", estates {', '.join(estates)}" if estates else ""
    return f"{on}, {changed}" if changed else on


def short_line(differences: pl.DataFrame) -> str:
    """Return the lead in wins of the first pair as short as can be."""
    row = differences.to_dicts()[0]
    low, high = row["win_low"], row["win_high"]
    limits = "" if low is None else f" [{100 * low:+z.1f}, {100 * high:+z.1f}]"
    return f"{row['first']} - {row['second']}: wins {100 * row['win']:+z.1f}{limits} points"


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
        note=share_line(table),
    )


def share_line(table: pl.DataFrame) -> str:
    """Say what a seat of equals would win, and what one that wins every game it can.

    Nothing where that is half and all of the games, or in games alone.
    """
    row = table.to_dicts()[0]
    even, most = row["win_even"], row["win_most"]
    if even is None or (even, most) == (0.5, 1):
        return ""
    ends = "" if most == 1 else f"; a strategy that won every game would have {100 * most:.2f} %"
    more = " (of a table's seats only one wins)" if ends else ""
    return f"even share of a seat: {100 * even:.2f} %{ends}{more}"


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


def effect_text(effects: pl.DataFrame, *, alone: bool, names: Sequence[str]) -> TextTable:
    """Return `leads.effect_table` as strings.

    alone: of games for one player; names: of the strategies that played.
    """
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
        note=who_played("what a seat, a start place or an estate brings", names),
    )


def action_text(table: pl.DataFrame, judge: str = "", short: str = "") -> TextTable:
    """Return `action_totals.action_table` as strings.

    judge: who would play the action marked; short: what a game alone falls short of a win by.
    """
    rows = [
        (
            row["description"],
            row["standing"] or "",
            "plays it" if row["choice"] else "",
            *_values(row, bool(short)),
        )
        for row in table.to_dicts()
    ]
    level = _level(table)
    told = ((short, level), ("", "")) if short else ((), ())
    return _table(
        ("action", "by wins", judge, "wins", level, *told[0], "mean", level, "behind", level),
        ("", "", "", "%", "%", *told[1], "VP", "VP", LEAD_UNIT, LEAD_UNIT),
        rows,
        names=3,
    )


def _values(row: Mapping[str, Any], alone: bool) -> tuple[str, ...]:
    if row["win"] is None:  # no game was played yet
        return ("",) * (8 if alone else 6)
    short = (f"{row['short']:.2f}", _limits(row, "short", 1, "{:.2f}")) if alone else ()
    return (
        f"{100 * row['win']:.1f}",
        _limits(row, "win", 100, "{:.1f}"),
        *short,
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
    return _table(headings, units, rows, names=3, note=share_line(table))


def matrix_text(matrix: pl.DataFrame, order: Sequence[str]) -> TextTable:
    """Return `leads.ahead_table` as strings: rows and columns in the given order."""
    at = {(row["strategy"], row["opponent"]): row for row in matrix.to_dicts()}
    rows = [
        (a, *("-" if a == b else f"{100 * at[a, b]['ahead']:.1f}" for b in order)) for a in order
    ]
    units = ("", *["%"] * len(order))
    return _table(("ahead of", *order), units, rows, names=1)


def verdict(row: Mapping[str, Any], *, seats: bool, pairs: int, stopped: bool) -> str:
    """Say in one line what a row of `leads.difference_table` allows to say.

    Parameters
    ----------
    seats
        Whether a strategy may have several seats, so that seats are compared.
    pairs
        How many are compared: what is said of any holds for all of them at once.
    stopped
        Whether someone who may have seen how it stood ended the comparison.
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
            f"who follows whom round the table: {_lead_words(row, seats, pairs, stopped)}"
        )
    return _lead_words(row, seats, pairs, stopped)


def _lead_words(row: Mapping[str, Any], seats: bool, pairs: int, stopped: bool) -> str:
    if stopped:
        condition = "if what was seen had no part in stopping now: "
        return condition + _lead_words(row, seats, pairs, stopped=False)
    first, second = row["first"], row["second"]
    who = ("a seat of " if seats else "") + (first if row["win"] > 0 else second)
    whom = ("a seat of " if seats else "") + (second if row["win"] > 0 else first)
    low, high = 100 * row["win_low"], 100 * row["win_high"]
    if not is_sure(row, "win"):
        which = f"whether a seat of {first} or of" if seats else f"which of {first} and"
        return (
            f"these {row['games']:,} games do not tell {which} {second} wins more "
            f"often: the lead of {first} lies between {low:+z.2f} and {high:+z.2f} {LEAD_UNIT}"
            f"{'' if low <= 0 <= high else _among(pairs)}; {_vp_words(row, pairs)}"
        )
    least, most = sorted((abs(low), abs(high)))
    return (
        f"{who} wins more often than {whom}, by {100 * abs(row['win']):.2f} {LEAD_UNIT} "
        f"({least:.2f} to {most:.2f}); {_vp_words(row, pairs)}"
    )


def is_sure(row: Mapping[str, Any], value: str) -> bool:
    """Tell whether a lead is told from none, all pairs of the comparison considered at once."""
    p = row[f"{value}_p_holm"]
    return p is not None and p < 1 - row["confidence"]


def _among(pairs: int) -> str:
    return f" (0 is outside, but of {pairs} pairs one may be so by chance)"


def _vp_words(row: Mapping[str, Any], pairs: int) -> str:
    low, high = row["vp_low"], row["vp_high"]
    if low is None:
        return f"the lead of {row['first']} in VP is {row['vp']:+z.1f} in every deal"
    if not is_sure(row, "vp"):
        outside = "" if low <= 0 <= high else _among(pairs)
        return f"in VP neither is surely ahead ({low:+z.1f} to {high:+z.1f}){outside}"
    ahead = row["first"] if row["vp"] > 0 else row["second"]
    least, most = sorted((abs(low), abs(high)))
    return f"{ahead} is ahead by {abs(row['vp']):.1f} VP ({least:.1f} to {most:.1f})"


def pairing_line(row: Mapping[str, Any], *, alone: bool) -> str:
    """Say what playing the same deals brought to a pair; nothing of what may be noise."""
    what = "results on a deal" if alone else "leads within a deal"
    parts = []
    for value, word in (("win", "wins"), ("vp", "VP")):
        known = row[f"{value}_correlation"]
        if known is None or not _is_known(known, row["deals"]):
            continue
        saved = f"{row[f'{value}_saved']:.2f} times the games for {word}"
        parts.append(f"{saved} (correlation of {what} {known:+z.2f})")
    if not parts:
        return ""
    return f"playing the same deals is worth, {row['first']} - {row['second']}: {'; '.join(parts)}"


def _is_known(correlation: float, deals: int) -> bool:
    """Tell whether so many deals say more of a correlation than noise would: that it is not 0,
    or that it is little. Fisher's interval.
    """
    if deals <= FEWEST_FOR_CORRELATION:
        return False
    half = float(ndtri((1 + CONFIDENCE) / 2)) / np.sqrt(deals - 3)
    middle = np.arctanh(np.clip(correlation, -PERFECT, PERFECT))
    low, high = np.tanh([middle - half, middle + half])
    return bool(low > 0 or high < 0 or high - low < LITTLE)


def needed_line(
    pair: Sequence[str], games: int, limits: tuple[int, int], tell: tuple[float, int] | None
) -> str:
    """Say how many games would make an interval of one percentage point on either side.

    Parameters
    ----------
    pair
        Names of the strategies.
    games, limits
        How many, and between which numbers that is, as far as the deals say.
    tell
        A lead in wins, and the games that would tell it from none.
    """
    needed = (
        f"needed, {' - '.join(pair)}: {games:,} games ({limits[0]:,} to {limits[1]:,}) "
        "for wins to ± 1 % point"
    )
    if tell is None:
        return needed
    lead = f"{100 * abs(tell[0]):.2f} {LEAD_UNIT}"
    return f"{needed}; about {tell[1]:,} tell a lead of {lead} in 4 of 5 tries"


def stopped_line(deals: int, asked: int) -> str:
    """Say what intervals of games mean that someone ended who may have seen how they stood.

    The numbers: P. Armitage, C. K. McPherson, B. C. Rowe, "Repeated significance tests on
    accumulating data", Journal of the Royal Statistical Society A 132 (1969).
    """
    return (
        f"stopped by hand after {deals:,} of {asked:,} deals: intervals and verdicts hold only if "
        "what was seen had no part in it. Who looks now and then, and stops at a lead, finds one "
        "between equals in 14 of 100 comparisons with 5 looks, in 37 with 100, not in 5"
    )


# --- parts -------------------------------------------------------------------------------------


def _table(
    headings: Sequence[str],
    units: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    names: int,
    note: str = "",
) -> TextTable:
    """Return a table whose first columns, so many, are names."""
    numeric = [k >= names for k in range(len(headings))]
    return TextTable(tuple(headings), tuple(units), tuple(numeric), tuple(map(tuple, rows)), note)


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
