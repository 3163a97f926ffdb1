"""How a number of the log is distributed, and how two go together: counts, shares, quantiles."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from burgundy_lab.analysis.stats import UNIT, Data, key_list, parts_of
from burgundy_lab.intervals import CONFIDENCE, wilson_interval
from burgundy_lab.sim.errors import BadValue

MARGIN = "margin"  # no column of the log: VP ahead of the best other seat of the game


def distribution(
    data: Data,
    value: str = "vp",
    *,
    by: str | Sequence[str] = "strategy",
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return how often a whole number of the log comes up, and how often at most that much.

    Parameters
    ----------
    data
        A loaded run, or a frame of its rows.
    value
        A column of whole numbers, or "margin": VP ahead of the best other seat, below 0 for
        those behind.
    by
        What makes a group: "strategy", "seat", "estate", several of them, or () for all rows.
    confidence
        Probability that an interval covers the true share, for each number alone.

    Returns
    -------
    One row for each group and number, in order: the columns of `by`; the number under its own
    name; ``rows`` (seats with it); ``games`` of the group; ``share`` of the group's rows;
    ``at_most`` (share with this number or less); ``low`` and ``high``, the limits of
    ``at_most``, ``share_low`` and ``share_high``, those of ``share``; ``confidence``. The
    intervals are Wilson's with games as n: right for one row a game, and too wide, never too
    narrow, where a group has several.

    Raises
    ------
    UnknownName
        If the data have no such column.
    BadValue
        If there are no rows, or one seat has nobody to be ahead of.
    """
    keys = key_list(by)
    counts, games = _counts(data, [value], keys)
    table = counts.sort([*keys, value])
    total = pl.col("rows").sum().over(keys) if keys else pl.col("rows").sum()
    so_far = pl.col("rows").cum_sum().over(keys) if keys else pl.col("rows").cum_sum()
    table = _with_games(table, games, keys).with_columns(
        share=pl.col("rows") / total, at_most=so_far / total
    )
    n = table["games"].to_numpy()
    low, high = wilson_interval(table["at_most"].to_numpy(), n, confidence=confidence)
    each_low, each_high = wilson_interval(table["share"].to_numpy(), n, confidence=confidence)
    return table.with_columns(
        pl.Series("low", low),
        pl.Series("high", high),
        pl.Series("share_low", each_low),
        pl.Series("share_high", each_high),
        pl.lit(confidence).alias("confidence"),
    )


def pair_counts(
    data: Data, x: str, y: str, *, by: str | Sequence[str] = "strategy"
) -> pl.DataFrame:
    """Return how often each pair of two whole numbers of the log comes up.

    Parameters
    ----------
    data, by
        As for `distribution`.
    x, y
        Two columns of whole numbers; "margin" is one of them if asked for.

    Returns
    -------
    One row for each group and pair, in order: the columns of `by`; x and y under their own
    names; ``rows`` (seats with this pair); ``games`` of the group.

    Raises
    ------
    UnknownName
        If the data have no such column.
    BadValue
        If both columns are one, there are no rows, or one seat has nobody to be ahead of.
    """
    if x == y:
        raise BadValue(f"two columns can be set against each other, not {x!r} against itself")
    keys = key_list(by)
    counts, games = _counts(data, [x, y], keys)
    return _with_games(counts.sort([*keys, x, y]), games, keys)


def _counts(
    data: Data, values: Sequence[str], keys: Sequence[str]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return rows of each group and numbers, and games of each group, summed over parts."""
    for name in values:
        if name in keys:
            raise BadValue(f"column {name!r} makes the groups, so it cannot be what is counted")
    logged = [name for name in values if name != MARGIN]
    parts = parts_of(data, UNIT, *logged, *keys, *(["vp"] if MARGIN in values else []))
    if MARGIN in values:
        parts = [_with_margin(part) for part in parts]
    by = [pl.col(key) for key in keys] or [pl.lit("all").alias("group")]
    rows = [
        part.group_by(*by, *values).agg(pl.len().cast(pl.Int64).alias("rows")).collect()
        for part in parts
    ]
    units = [
        part.group_by(*by).agg(pl.col(UNIT).n_unique().cast(pl.Int64).alias("games")).collect()
        for part in parts
    ]
    names = list(keys) or ["group"]
    counts = pl.concat(rows).group_by(*names, *values).agg(pl.col("rows").sum())
    if counts.is_empty():
        raise BadValue("there are no games in these data, so there is nothing to count")
    games = pl.concat(units).group_by(names).agg(pl.col("games").sum())
    return (counts, games) if keys else (counts.drop("group"), games.drop("group"))


def _with_games(table: pl.DataFrame, games: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    if not keys:
        return table.with_columns(pl.lit(games["games"][0]).alias("games"))
    return table.join(games, on=list(keys), how="left", maintain_order="left")


def _with_margin(part: pl.LazyFrame) -> pl.LazyFrame:
    """Return the rows with how far each seat is ahead of the best other one."""
    if part.select(pl.len().over(UNIT).min()).collect().item() == 1:
        raise BadValue("games of one seat have no margin: nobody is there to be ahead of")
    best, second = (f(pl.col("vp")).over(UNIT) for f in (_first, _second))
    margin = pl.when(pl.col("vp") == best).then(best - second).otherwise(pl.col("vp") - best)
    return part.with_columns(margin.cast(pl.Int32).alias(MARGIN))


def _first(vp: pl.Expr) -> pl.Expr:
    return vp.cast(pl.Int32).max()


def _second(vp: pl.Expr) -> pl.Expr:
    """Return the second highest of a game: the highest, if two share it."""
    return vp.cast(pl.Int32).top_k(2).min()
