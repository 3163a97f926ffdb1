"""Estimates with their intervals, from rows of the log.

The seats of one game meet the same dice and share its wins, so they are correlated. The unit
of every standard error is therefore the game: a group's values of one game are averaged
first, then games are compared with each other.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from burgundy_lab.analysis.load import HasFolder, LoadedRun, load
from burgundy_lab.intervals import (
    CONFIDENCE,
    Numbers,
    check_confidence,
    mean_share_interval,
    t_interval,
    wilson_interval,
)
from burgundy_lab.logs import RUN
from burgundy_lab.sim.contract import as_list
from burgundy_lab.sim.errors import BadValue, UnknownName

# Rows to read, or anything that `load` opens: a run, or the path of its folder.
Data = LoadedRun | pl.DataFrame | pl.LazyFrame | HasFolder | str | os.PathLike[str]
UNIT, TABLE, WIN = "game", "table", "win"
ROUNDING = 1e-6  # of sums of shares that are kept in 32 bits
# Numbers that stand for a word, and the estate of a game that has none.
VALUE_WORDS = {
    ("won", 0): "games lost",
    ("won", 1): "games won",
    ("lost_round", 0): "won",
    ("round_completed", 0): "not completed",
}
NO_CHOICE = ("estate", "-")
MOST_NAMED = 4  # strategies or estates in one line
BY_SEAT = ("strategy", "seat", "estate")


def estimate(
    data: Data,
    *values: str | pl.Expr,
    by: str | Sequence[str] = (),
    shares: Sequence[str] = (),
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return the mean of values of the log with its interval, for each group of rows.

    A run is read part by part, so millions of games need no more memory than one part.

    Parameters
    ----------
    data
        A loaded run, or a frame of its rows; rows of one ``game`` are correlated.
    values
        Columns, or expressions of columns (with an alias).
    by
        Columns that make the groups; none for one group of everything.
    shares
        Names of values that are shares of games (``win``). Where a group has one row a game
        they get Wilson's interval, otherwise one of means (`intervals.mean_share_interval`).
        Other values get Student's t.
    confidence
        Probability that an interval covers the true mean.

    Returns
    -------
    One row for each group: the columns of `by`; ``games``; ``confidence``; and for each value
    its mean ``<value>``, the limits ``<value>_low`` and ``<value>_high`` (null for a value that
    is no share where fewer than two games, or no spread between games, give none), and
    ``<value>_sd``, the standard deviation of single rows (null for one row).

    Raises
    ------
    UnknownName
        If the data have no such column.
    BadValue
        If the data have no rows, or the confidence is not between 0 and 1.
    """
    keys, shares = key_list(by), names_of_columns("shares", shares)
    check_confidence(confidence)
    exprs = {}
    for value in values:
        if not isinstance(value, str | pl.Expr):
            raise BadValue(f"value {value!r:.80} is neither a column nor an expression of columns")
        expr = pl.col(value) if isinstance(value, str) else value
        exprs[expr.meta.output_name()] = expr.cast(pl.Float64)
    sums = _sums(data, keys, exprs)
    table = sums.select(*keys, "games", pl.lit(confidence).alias("confidence"))
    for name in exprs:
        columns = _estimate_one(sums, name, name in shares, confidence)
        table = table.with_columns(
            pl.Series(column, numbers, nan_to_null=True) for column, numbers in columns.items()
        )
    return table


def parts_of(data: Data, *columns: str) -> Sequence[pl.LazyFrame]:
    """Return the rows to read, of a loaded run, a frame, or what `load` opens: part by part.

    Raises
    ------
    UnknownName
        If they lack one of these columns.
    """
    if isinstance(data, pl.DataFrame | pl.LazyFrame):
        parts: Sequence[pl.LazyFrame] = [data.lazy()]
    else:
        parts = (data if isinstance(data, LoadedRun) else load(data)).parts
    known = parts[0].collect_schema().names()
    for name in columns:
        if name not in known:
            raise UnknownName("column", name, known)
    if RUN in known and isinstance(data, pl.DataFrame | pl.LazyFrame):
        # Games are numbered within each run, so those of two must not become one.
        runs = parts[0].select(pl.col(RUN).unique(maintain_order=True)).collect().to_series()
        return [parts[0].filter(pl.col(RUN) == name) for name in runs]
    return parts


def mixed(data: Data) -> str | None:
    """Say which strategies and estates play, unless every seat has the same ones.

    What is found between seats of such data may be the doing of these; so it is told beside it.
    """
    parts = parts_of(data)
    known = parts[0].collect_schema().names()
    told = []
    for column, noun in (("strategy", "strategies"), ("estate", "estates")):
        if column in known:
            columns = (part.select(pl.col(column).cast(pl.String).unique()) for part in parts)
            names = list(dict.fromkeys(n for c in columns for n in c.collect().to_series().sort()))
            if len(names) > 1:
                listed = ", ".join(names[:MOST_NAMED])
                told.append(f"{noun} {listed}{', ...' if len(names) > MOST_NAMED else ''}")
    return f"not all seats are alike: {'; '.join(told)}" if told else None


def roots(values: Iterable[pl.Expr]) -> list[str]:
    """Return the columns that expressions read."""
    return list(dict.fromkeys(root for value in values for root in value.meta.root_names()))


def win_table(
    data: Data, *, by: Sequence[str] = BY_SEAT, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return how often and with how many VP each group of seats won.

    Parameters
    ----------
    data
        A loaded run, or a frame of its rows.
    by
        What makes a group: each seat of the table, ``("strategy",)`` for a strategy over all
        its seats, or ``("strategy", "start_place")`` for its place in the first turn order.
    confidence
        Probability that an interval covers the true value.

    Returns
    -------
    One row for each group: the columns of `by`; ``games``; ``confidence``; ``win`` (share of
    games won, 0 to 1; a shared first rank counts in parts), ``win_low``, ``win_high``; ``vp``
    (mean VP), ``vp_low``, ``vp_high``; ``vp_sd`` (standard deviation of one seat's VP). See
    `estimate` for the intervals and errors.
    """
    table = estimate(data, "win", "vp", by=by, shares=("win",), confidence=confidence)
    return table.drop("win_sd")


def share_table(
    data: Data,
    column: str,
    *,
    by: Sequence[str] = ("strategy", "estate"),
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return how often a column of whole numbers takes each value, such as spaces left.

    Parameters
    ----------
    data
        A loaded run, or a frame of its rows; each row counts as one game.
    column
        The column.
    by
        What makes a group.
    confidence
        Probability that an interval covers the true share.

    Returns
    -------
    One row for each group and value, in order: the columns of `by`; the value under its own
    name; ``games``; ``share`` of the group's games, ``share_low``, ``share_high`` (Wilson);
    ``confidence``.

    Raises
    ------
    UnknownName
        If the data have no such column.
    """
    groups = key_list(by)
    if column in groups:
        raise BadValue(f"column {column!r} makes the groups, so it cannot be what is counted")
    parts = parts_of(data, column, *groups)
    keys = [*groups, column]
    counts = pl.concat(part.group_by(keys).agg(pl.len().alias("games")).collect() for part in parts)
    table = counts.group_by(keys).agg(pl.col("games").cast(pl.Int64).sum()).sort(keys)
    all_games = pl.col("games").sum()
    table = table.with_columns(
        share=pl.col("games") / (all_games.over(groups) if groups else all_games)
    )
    totals = (table["games"] / table["share"]).to_numpy()
    low, high = wilson_interval(table["share"].to_numpy(), totals, confidence=confidence)
    return table.with_columns(
        pl.Series("share_low", low),
        pl.Series("share_high", high),
        pl.lit(confidence).alias("confidence"),
    )


def group_label(values: Mapping[str, Any]) -> str:
    """Return a group as words: the strategy's name, then "seat 0", "estate 8" and so on."""
    parts = []
    for name, value in values.items():
        if name in ("strategy", "run") or (name, value) in VALUE_WORDS:
            parts.append(value_label(name, value))
        elif (name, value) != NO_CHOICE:
            parts.append(f"{in_words(name)} {value}")
    return ", ".join(parts) or "all seats"


def in_words(column: str) -> str:
    """Return the name of a column as words: "empty spaces", "VP"."""
    return "VP" if column == "vp" else column.replace("_", " ").replace("vp ", "VP from ", 1)


def value_label(column: str, value: Any) -> str:
    """Return a value of a column as words: "won" for the 0 of `lost_round`."""
    return VALUE_WORDS.get((column, value), str(value))


def key_list(by: str | Sequence[str]) -> list[str]:
    """Return the columns that make the groups as a list.

    Raises
    ------
    BadValue
        If they are no names of columns, one comes twice, or they have no order.
    """
    return names_of_columns("by", by)


def names_of_columns(what: str, given: Any) -> list[str]:
    """Return names of columns, of which one alone needs no list.

    Raises
    ------
    BadValue
        If they are no names, one comes twice, or they have no order; says what they are for.
    """
    names = as_list(what, given)
    for name in names:
        if not isinstance(name, str) or not name.isprintable():
            raise BadValue(f"{what} {name!r:.80} is no name of a column")
        if names.count(name) > 1:
            raise BadValue(f"{what} has {name!r} {names.count(name)} times")
    return names


# --- sums ----------------------------------------------------------------------------------------


def _sums(data: Data, keys: list[str], exprs: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """Return sums that can be added over parts: games, rows, tables, totals and squares; and how
    much a group can win of each game at most.
    """
    parts = parts_of(data, UNIT, *keys, *roots(exprs.values()))
    # polars wants at least one key.
    group: list[str | pl.Expr] = [*keys] or [pl.lit("all").alias("group")]
    added = pl.concat(_sums_of_part(part, group, exprs) for part in parts)
    if added.is_empty():
        raise BadValue("there are no games in these data, so there is nothing to estimate")
    names = keys or ["group"]
    return added.group_by(names).agg(pl.exclude(names).sum()).sort(names)


def _sums_of_part(
    part: pl.LazyFrame, group: Sequence[str | pl.Expr], exprs: Mapping[str, pl.Expr]
) -> pl.DataFrame:
    several = TABLE in part.collect_schema().names()
    units = part.group_by(*group, UNIT).agg(
        pl.len().alias("rows"),
        (pl.col(TABLE).n_unique() if several else pl.lit(1)).alias("tables"),
        *(expr.sum().alias(f"{name}.row_total") for name, expr in exprs.items()),
        *((expr * expr).sum().alias(f"{name}.row_squares") for name, expr in exprs.items()),
    )
    names = [g if isinstance(g, str) else g.meta.output_name() for g in group]
    means = {name: pl.col(f"{name}.row_total") / pl.col("rows") for name in exprs}
    sums = units.group_by(names).agg(
        pl.len().cast(pl.Int64).alias("games"),
        pl.col("rows", "tables").cast(pl.Int64).sum(),
        (pl.col("tables") / pl.col("rows")).sum().alias("most"),
        *(mean.sum().alias(f"{name}.total") for name, mean in means.items()),
        *((mean * mean).sum().alias(f"{name}.squares") for name, mean in means.items()),
        *(pl.col(f"{name}.row_total").sum() for name in exprs),
        *(pl.col(f"{name}.row_squares").sum() for name in exprs),
    )
    return sums.collect()


def _estimate_one(
    sums: pl.DataFrame, name: str, share: bool, confidence: float
) -> dict[str, Numbers]:
    """Return mean, limits and standard deviation of one value from its sums."""
    rows, games = sums["rows"].to_numpy(), sums["games"].to_numpy()
    mean = sums[f"{name}.total"].to_numpy() / games
    spread = _sd(sums[f"{name}.total"], sums[f"{name}.squares"], games)
    if share:
        tables = sums["tables"].to_numpy() / games
        # Of the seats of one table only one can win, so several of them have a part of 1 at most.
        most = sums["most"].to_numpy() / games if name == WIN else np.ones(len(sums))
        if np.any(mean > most + ROUNDING):
            raise BadValue(
                f"more is won than there are games: rows of several tables need a column {TABLE!r},"
                " and several runs are joined by load([a, b])"
            )
        limits = mean_share_interval(
            np.clip(mean / most, 0, 1), spread / most, games, games=tables, confidence=confidence
        )
        several = [most * limit for limit in limits]
        plain = wilson_interval(mean, games, confidence=confidence)
        low, high = np.where(rows == games, plain, several)
    else:
        low, high = t_interval(mean, spread, games, confidence=confidence)
    sd = _sd(sums[f"{name}.row_total"], sums[f"{name}.row_squares"], rows)
    return {name: mean, f"{name}_low": low, f"{name}_high": high, f"{name}_sd": sd}


def _sd(total: pl.Series, squares: pl.Series, n: Any) -> Numbers:
    """Return the standard deviation (divisor n - 1) from sums; NaN for one value."""
    number = np.asarray(n, "f8")
    excess = squares.to_numpy() - total.to_numpy() ** 2 / number
    divisor = np.where(number > 1, number - 1, np.nan)
    sd: Numbers = np.sqrt(np.maximum(excess, 0) / divisor)
    return sd
