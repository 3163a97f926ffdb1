"""How strong estates are, alone and against each other, and what the start player gains.

The rows are those of `experiments.estates.estate_games`: every table plays the same deals, so
the deal (column ``game``) is the unit of all intervals, and estates are compared deal by deal.
Many comparisons at once are held to one error rate by Holm's method.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from burgundy_lab.analysis.stats import TABLE, UNIT, estimate
from burgundy_lab.intervals import CONFIDENCE, holm, t_probability
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.wording import who_played

STRATEGY = "strategy"
Array = npt.NDArray[np.float64]


def estate_table(rows: pl.DataFrame, *, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return each estate's mean VP and win share over all tables, and the places it may have.

    Parameters
    ----------
    rows
        Rows of seats, see above.
    confidence
        Probability that an interval covers the true value, for each alone; and that all places
        are right, for all estates together.

    Returns
    -------
    One row for each estate, the highest mean VP first: ``place`` (1 for the first);
    ``place_low``, ``place_high`` (1 + the estates that have surely more VP, and the estates
    less those that have surely fewer, over all ``pairs`` of estates at once); ``estate``;
    ``deals``, ``confidence``, ``win``, ``vp`` with limits.

    Raises
    ------
    BadValue
        If there are fewer than two deals or estates.
    """
    means = estimate_deals(rows, "win", "vp", by="estate", shares=("win",), confidence=confidence)
    table = means.sort("vp", descending=True).drop("win_sd", "vp_sd")
    vp = _by_deal(rows, "vp", table["estate"].to_list())
    above = _surely_above(vp, confidence)
    n = len(table)
    return table.select(
        pl.Series("place", np.arange(1, n + 1)),
        pl.Series("place_low", 1 + above.sum(axis=0)),
        pl.Series("place_high", n - above.sum(axis=1)),
        pl.lit(n * (n - 1) // 2).alias("pairs"),
        pl.all(),
    )


def pairing_table(rows: pl.DataFrame, *, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return what each estate makes of each other at tables of two, seats swapped.

    Parameters
    ----------
    rows
        Rows of seats of tables of two.
    confidence
        Probability that an interval covers the true value, for each alone.

    Returns
    -------
    One row for each estate against each other, so each pairing twice: ``estate``,
    ``opponent``, ``deals`` (each was played with both seatings), ``confidence``;
    ``win`` and ``margin`` (VP more than the opponent) with limits; ``p`` (two-sided, that the
    margin is nothing), ``p_holm`` (the same, adjusted for all ``pairs`` pairings).

    Raises
    ------
    BadValue
        If the tables are not of two seats.
    """
    seats = with_opponents(rows)
    table = estimate_deals(
        seats,
        "win",
        "margin",
        by=("estate", "opponent"),
        shares=("win",),
        confidence=confidence,
    ).drop("win_sd", "margin_sd")
    sd = _margin_sd(seats, table)
    p = t_probability(table["margin"].to_numpy(), sd, table["deals"].to_numpy())
    once = table["estate"].cast(pl.String).to_numpy() < table["opponent"].cast(pl.String).to_numpy()
    adjusted = dict(zip(_pairs(table.filter(once)), holm(p[once]).tolist(), strict=True))
    return table.with_columns(
        pl.lit(int(once.sum())).alias("pairs"),
        pl.Series("p", p),
        pl.Series("p_holm", [adjusted[pair] for pair in _pairs(table)]),
    )


def start_table(rows: pl.DataFrame, *, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """Return what each place in the first turn order brings, estates and deals being equal.

    Parameters
    ----------
    rows
        Rows of seats, see above.
    confidence
        Probability that an interval covers the true value.

    Returns
    -------
    One row for each place, the start player (0) first: ``start_place``, ``deals``,
    ``confidence``; ``win``, ``vp``, and ``edge`` (VP more than the mean of the table) with
    limits.
    """
    edge = (pl.col("vp") - pl.col("vp").cast(pl.Float64).mean().over(TABLE, UNIT)).alias("edge")
    with_edge = rows.select("start_place", f"^{STRATEGY}$", TABLE, UNIT, "win", "vp", edge)
    table = estimate_deals(
        with_edge, "win", "vp", "edge", by="start_place", shares=("win",), confidence=confidence
    )
    return table.drop("win_sd", "vp_sd", "edge_sd").sort("start_place")


def estimate_deals(
    rows: pl.DataFrame,
    *values: str | pl.Expr,
    by: str | Sequence[str] = (),
    shares: Sequence[str] = (),
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return means over the rows of `estate_games` as `stats.estimate` does, counted in ``deals``:
    a game number is a deal that every table plays, so it stands for many games. If the rows have
    a ``strategy``, ``played`` says that what is found is so for who played.
    """
    means = estimate(rows, *values, by=by, shares=shares, confidence=confidence)
    table = means.rename({"games": "deals"})
    if STRATEGY not in rows.columns:
        return table
    names = rows[STRATEGY].unique(maintain_order=True).cast(pl.String).to_list()
    return table.with_columns(played=pl.lit(who_played("this", names)))


def with_places(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table of estates with ``places``, the range of places of each as text ("2 to 4",
    or "1" where it is sure), instead of the columns it is made of; the estimated place alone says
    more than the deals do.
    """
    low, high = pl.col("place_low"), pl.col("place_high")
    span = (
        pl.when(low == high).then(pl.format("{}", low)).otherwise(pl.format("{} to {}", low, high))
    )
    rest = pl.exclude("place", "place_low", "place_high", "pairs")
    return table.select(span.alias("places"), rest)


def with_opponents(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows of tables of two with ``opponent`` (estate) and ``margin`` (VP).

    Raises
    ------
    BadValue
        If the tables are not of two seats.
    """
    if rows["seat"].n_unique() != 2:
        raise BadValue(f"pairings are of two seats, not of {rows['seat'].n_unique()}")
    ordered = rows.sort("table", UNIT, "seat", maintain_order=True)
    first, second = (ordered.filter(pl.col("seat") == seat) for seat in (0, 1))
    return pl.concat(
        own.with_columns(
            other["estate"].alias("opponent"),
            (own["vp"].cast(pl.Float64) - other["vp"]).alias("margin"),
        )
        for own, other in ((first, second), (second, first))
    )


def _pairs(table: pl.DataFrame) -> list[frozenset[str]]:
    return [frozenset(pair) for pair in table.select("estate", "opponent").iter_rows()]


def _margin_sd(seats: pl.DataFrame, table: pl.DataFrame) -> Array:
    """Return the standard deviation over deals of each pairing's mean margin."""
    by = ("estate", "opponent")
    deals = seats.group_by(*by, UNIT).agg(pl.col("margin").mean())
    spread = deals.group_by(by).agg(pl.col("margin").std().alias("sd"))
    return table.select(by).join(spread, on=by, how="left", maintain_order="left")["sd"].to_numpy()


def _by_deal(rows: pl.DataFrame, column: str, estates: list[str]) -> Array:
    """Return the mean of a column for each deal and estate [G, E]."""
    means = rows.group_by(UNIT, "estate").agg(pl.col(column).cast(pl.Float64).mean())
    wide = means.pivot(on="estate", index=UNIT, values=column).sort(UNIT)
    if len(wide) < 2 or len(estates) < 2:
        raise BadValue("estates are compared over two deals and two estates at least")
    return wide.select(estates).to_numpy()


def _surely_above(values: Array, confidence: float) -> npt.NDArray[np.bool_]:
    """Return whether estate i has surely more than estate j [E, E], by Holm over all pairs."""
    n = values.shape[1]
    i, j = np.triu_indices(n, 1)
    gaps = values[:, i] - values[:, j]
    middle = gaps.mean(axis=0)
    p = holm(t_probability(middle, gaps.std(axis=0, ddof=1), np.full(len(i), len(values))))
    above = np.zeros((n, n), bool)
    sure = p < 1 - confidence
    above[i[sure & (middle > 0)], j[sure & (middle > 0)]] = True
    above[j[sure & (middle < 0)], i[sure & (middle < 0)]] = True
    return above
