"""What the sums of a comparison say: means and leads with intervals, as frames.

The unit of every interval is the deal: its games share dice and tiles, so their mean is one
value, and deals are independent of each other: Student's t over deals for VP, and for wins the
interval of `intervals.mean_share_interval`. Wins are shares of games. How large they, and leads
in wins, can be at most depends on who sits where (`shares.reach`): with one strategy on several
seats of a table not all of them can win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from burgundy_lab.experiments.design import Design, Ints, Layout
from burgundy_lab.experiments.shares import as_shares, reaches_of
from burgundy_lab.experiments.tally import (
    AHEAD,
    BY_ESTATE,
    SQUARES,
    SUM,
    UNITS,
    VP,
    WIN,
    Tally,
    label_shares,
    lead_divisor,
    lead_shares,
    own_divisor,
    seat_shares,
)
from burgundy_lab.intervals import (
    CONFIDENCE,
    Numbers,
    holm,
    t_interval,
    t_probability,
)
from burgundy_lab.sim.contract import as_list
from burgundy_lab.sim.errors import UnknownName

COMPARED = {"win": WIN, "vp": VP}


def moments(sums: Ints, deals: int, divisor: npt.ArrayLike) -> tuple[Numbers, Numbers]:
    """Return mean and standard deviation (divisor n - 1) of the deals' values.

    sums: [..., 2] sum and sum of squares; divisor: what makes a mean of a deal's sum.
    """
    total, squares = sums[..., SUM].astype(object), sums[..., SQUARES].astype(object)
    # In Python's whole numbers, which do not overflow, so that no spread is exactly none.
    excess = np.asarray(deals * squares - total * total, "f8")
    spread = np.sqrt(excess / (deals * (deals - 1))) if deals > 1 else np.full(excess.shape, np.nan)
    scale = np.asarray(divisor, "f8")
    return np.asarray(total, "f8") / (deals * scale), spread / scale


def strategy_table(design: Design, tally: Tally) -> pl.DataFrame:
    """Return win share and mean VP of a seat of each strategy, over all its games.

    Returns
    -------
    One row for each strategy: ``strategy``, ``games``, ``deals``, ``confidence``, ``win``,
    ``win_low``, ``win_high``, ``vp``, ``vp_low``, ``vp_high``; ``win_even``, the share
    of wins of a seat if all are equally strong (null in games alone), and ``win_most``, the share
    of one that wins every game it can.
    """
    layout, n = design.layout, tally.deals
    number = range(layout.strategies)
    divisor = np.array([own_divisor(layout, k) for k in number])
    tables = [int((layout.seats == k).any(axis=1).sum()) for k in number]
    win, win_sd = moments(tally.own[WIN], n, divisor * UNITS[WIN])
    vp, vp_sd = moments(tally.own[VP], n, divisor)
    reaches = reaches_of((seat_shares(layout, k), divisor[k]) for k in number)
    even = None if layout.players == 1 else 1 / layout.players
    return pl.DataFrame(
        {
            "strategy": design.names,
            "games": [n * t for t in tables],
            "deals": [n] * layout.strategies,
            "confidence": [CONFIDENCE] * layout.strategies,
        }
    ).with_columns(
        *_columns("win", win, as_shares(win, win_sd, n, **reaches).limits),
        *_columns("vp", vp, t_interval(vp, vp_sd, n)),
        pl.lit(even, pl.Float64).alias("win_even"),
        pl.Series("win_most", reaches["most"]),
    )


def difference_table(design: Design, tally: Tally) -> pl.DataFrame:
    """Return how far the first strategy of each pair is ahead of the second.

    Returns
    -------
    One row for each pair: ``first``, ``second``, ``games`` in which they are compared,
    ``deals``, ``confidence``, ``same`` (one strategy under two names), ``mirrored`` (so that it
    differs by exactly 0, `is_mirrored`), and for wins and VP (``win``, ``vp``) the mean lead, its
    ``_low`` and ``_high`` (null where the deals give no interval), ``_sd`` of the deals, ``_p``
    (two-sided probability of such a lead if there is none), ``_p_holm`` (the same, adjusted for
    all pairs), ``_correlation`` and ``_saved`` (see `pairing`); ``win_most``, the lead of one
    that wins every game it can.
    """
    layout, n = design.layout, tally.deals
    pairs = layout.pairs
    divisor = np.array([lead_divisor(layout, *pair) for pair in pairs])
    mirrored = np.array([is_mirrored(design, pair) for pair in pairs])
    table = pl.DataFrame(
        {
            "first": [design.names[a] for a, _ in pairs],
            "second": [design.names[b] for _, b in pairs],
            "games": [n * len(layout.meetings(*pair)) for pair in pairs],
            "deals": [n] * len(pairs),
            "confidence": [CONFIDENCE] * len(pairs),
            "same": [design.are_same(*pair) for pair in pairs],
            "mirrored": mirrored,
        }
    )
    seats = [lead_shares(layout, *pair) for pair in pairs]
    reaches = reaches_of(zip(seats, divisor.tolist(), strict=True))
    for name, value in COMPARED.items():
        scale = divisor * UNITS[value]
        mean, sd = moments(tally.lead[value], n, scale)
        if value == WIN:
            shares = as_shares(mean, sd, n, **reaches)
            limits, p = shares.limits, shares.p
        else:
            limits, p = t_interval(mean, sd, n), t_probability(mean, sd, n)
        limits = (np.where(mirrored, np.nan, limits[0]), np.where(mirrored, np.nan, limits[1]))
        correlation, saved = pairing(layout, tally, value)
        table = table.with_columns(
            *_columns(name, mean, limits),
            pl.Series(f"{name}_sd", sd, nan_to_null=True),
            *_probabilities(name, np.where(mirrored, np.nan, p)),
            pl.Series(f"{name}_correlation", correlation, nan_to_null=True),
            pl.Series(f"{name}_saved", saved, nan_to_null=True),
        )
    return table.with_columns(pl.Series("win_most", reaches["most"]))


def _probabilities(name: str, p: Numbers) -> list[pl.Series]:
    """Return the columns of probabilities, alone and adjusted for all that are known."""
    adjusted, known = p.copy(), ~np.isnan(p)
    adjusted[known] = holm(p[known])
    columns = {f"{name}_p": p, f"{name}_p_holm": adjusted}
    return [pl.Series(key, part, nan_to_null=True) for key, part in columns.items()]


def is_mirrored(design: Design, pair: tuple[int, int]) -> bool:
    """Tell whether two names of one strategy differ by exactly 0, since what one gets in a game
    the other gets when it comes again. Not so where the seats of other strategies between them
    differ: turning keeps who follows whom.
    """
    if not design.are_same(*pair):
        return False
    layout, number = design.layout, range(design.layout.strategies)
    plays = np.array([next(j for j in number if design.are_same(j, k)) for k in number])
    lead: Counter[tuple[Any, ...]] = Counter()
    shares = lead_shares(layout, *pair)
    for row, estates, share in zip(plays[layout.seats], layout.estates, shares, strict=True):
        for seat, part in enumerate(share.tolist()):
            lead[*row.tolist(), *estates.tolist(), seat] += part
    return not any(lead.values())


def pairing(layout: Layout, tally: Tally, value: int) -> tuple[Numbers, Numbers]:
    """Return what playing the same deals at all tables brought to each pair.

    Returns
    -------
    correlation
        Of the lead between the games of a deal: below 0 where luck of the deal cancels out when
        the seats are turned. In games alone: of the two strategies' results on a deal, above 0
        where both find the same deals easy.
    saved
        Variance of the lead if each game had a deal of its own, over the variance as it is: so
        many times as many independent games would tell as much. NaN without spread.
    """
    correlation, saved = np.full((2, len(layout.pairs)), np.nan)
    for k, pair in enumerate(layout.pairs):
        at = layout.meetings(*pair)
        _, sd = moments(tally.lead[value, k], tally.deals, 1)
        _, single = moments(tally.games_lead[value, k, at], tally.deals, 1)
        apart = float((single**2).sum())
        if not (sd > 0 and apart > 0):
            continue
        saved[k] = apart / sd**2
        if layout.players == 1:
            correlation[k] = _alone(tally, k, pair, value)
        elif len(at) > 1:
            products = float(single.sum()) ** 2 - apart  # of deviations of different games
            correlation[k] = (float(sd**2) - apart) / products if products > 0 else np.nan
    return correlation, saved


def _alone(tally: Tally, number: int, pair: tuple[int, int], value: int) -> float:
    """Return the correlation of two strategies' results on the same deals."""
    sums = (tally.own[value, pair[0]], tally.own[value, pair[1]], tally.lead[value, number])
    first, second, lead = (float(moments(part, tally.deals, 1)[1]) for part in sums)
    product = 2 * first * second
    return (first**2 + second**2 - lead**2) / product if product > 0 else np.nan


def effect_table(design: Design, tally: Tally) -> pl.DataFrame:
    """Return each pair's lead while the first sits on one seat, estate or start place.

    The second sits at the same table then, somewhere else; in games alone it plays the same
    estate. Over the seats (or places) these leads average to the lead of the pair; what differs
    between them is what the seat, the place, the estate is worth.

    Returns
    -------
    One row for each pair and label: ``first``, ``second``, ``by``, ``at``, ``deals``,
    ``confidence``, and ``win``, ``vp`` with ``_low`` and ``_high``. Where there is one label
    only there are no rows.
    """
    layout, n, parts = design.layout, tally.deals, []
    for by, sums in tally.effects.items():
        labels = design.estates if by == BY_ESTATE else tuple(map(str, range(layout.players)))
        for k, pair in enumerate(layout.pairs):
            if len(labels) == 1 or is_mirrored(design, pair):
                continue
            seats = [_label_seats(layout, pair, by, label) for label in range(len(labels))]
            divisor = np.array([np.maximum(part, 0).sum() for part in seats], "f8")
            reaches = reaches_of(zip(seats, divisor.tolist(), strict=True))
            win, win_sd = moments(sums[WIN, k], n, divisor * UNITS[WIN])
            vp, vp_sd = moments(sums[VP, k], n, divisor)
            part = pl.DataFrame(
                {
                    "first": design.names[pair[0]],
                    "second": design.names[pair[1]],
                    "by": by,
                    "at": labels,
                    "deals": n,
                    "confidence": CONFIDENCE,
                }
            )
            parts.append(
                part.with_columns(
                    *_columns("win", win, as_shares(win, win_sd, n, **reaches).limits),
                    *_columns("vp", vp, t_interval(vp, vp_sd, n)),
                )
            )
    return pl.concat(parts) if parts else pl.DataFrame()


def _label_seats(layout: Layout, pair: tuple[int, int], by: str, label: int) -> Ints:
    """Return what makes the lead of a pair while the first is on one label: [T, P].

    Start places are dealt one to each seat, and over its turns round the table a strategy has
    each of them as often as it sits on one seat.
    """
    labels = layout.estates if by == BY_ESTATE else np.arange(layout.players)
    here = np.broadcast_to(labels == label, layout.seats.shape)
    shares: Ints = label_shares(layout, pair, here[None])[0]
    return shares


def ahead_table(design: Design, tally: Tally) -> pl.DataFrame:
    """Return how often each strategy finished ahead of each other one, of games in which both
    play; a shared rank counts half.

    Returns
    -------
    A row for each ordered pair: ``strategy``, ``opponent``, ``games``, ``deals``,
    ``confidence``, ``ahead`` with ``_low`` and ``_high``, the lead ``vp`` with limits, and
    ``p_holm``, the probability of a share as far from one half if that is the truth, adjusted for
    all pairs; null limits (and 1) where the two are one strategy that comes out even by design
    (`is_mirrored`).
    """
    layout, n, rows = design.layout, tally.deals, []
    probabilities = []
    for k, pair in enumerate(layout.pairs):
        divisor = lead_divisor(layout, *pair)
        mean, sd = moments(tally.lead[AHEAD, k], n, divisor)
        tables = len(layout.meetings(*pair))
        shares = as_shares(mean, sd, n, games=tables)
        share, limits = (1 + mean) / 2, tuple((1 + part) / 2 for part in shares.limits)
        lead, lead_sd = moments(tally.lead[VP, k], n, divisor)
        vp_limits = t_interval(lead, lead_sd, n)
        probabilities.append(1.0 if is_mirrored(design, pair) else float(shares.p))
        if is_mirrored(design, pair):  # nothing to be unsure of
            limits = vp_limits = (np.array(np.nan), np.array(np.nan))
        games = n * tables
        there = (share, *limits, lead, *vp_limits)
        back = (1 - share, 1 - limits[1], 1 - limits[0], -lead, -vp_limits[1], -vp_limits[0])
        for (a, b), numbers in ((pair, there), (pair[::-1], back)):
            names = (design.names[a], design.names[b], games, n, CONFIDENCE)
            rows.append((a, b, *names, *map(float, numbers), k))
    estimates = ("ahead", "ahead_low", "ahead_high", "vp", "vp_low", "vp_high")
    keys = ("strategy", "opponent", "games", "deals", "confidence")
    schema = ["a", "b", *keys, *estimates, "pair"]
    table = pl.DataFrame(sorted(rows), schema=schema, orient="row")
    adjusted = pl.Series("p_holm", holm(probabilities)[table["pair"].to_numpy()])
    return table.drop("a", "b", "pair").with_columns(pl.col(estimates).fill_nan(None), adjusted)


def pair_row(differences: pl.DataFrame, pair: Sequence[str] | None) -> Mapping[str, Any]:
    """Return the row of a pair of names; without one, of the first pair.

    Raises
    ------
    UnknownName
        If it was not compared.
    """
    rows = differences.to_dicts()
    if pair is None:
        return rows[0]
    pair = as_list("pair", pair)
    for row in rows:
        if {row["first"], row["second"]} == set(map(str, pair)):
            return row
    known = [f"{row['first']}, {row['second']}" for row in rows]
    raise UnknownName("pair", ", ".join(map(str, pair)), known)


def _columns(name: str, mean: npt.ArrayLike, limits: Sequence[npt.ArrayLike]) -> list[pl.Series]:
    """Return the columns of an estimate; what is not known is null."""
    parts = {name: mean, f"{name}_low": limits[0], f"{name}_high": limits[1]}
    return [pl.Series(key, np.asarray(part, "f8"), nan_to_null=True) for key, part in parts.items()]
