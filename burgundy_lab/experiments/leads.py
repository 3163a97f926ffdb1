"""What the sums of a comparison say: means and leads with intervals, as frames.

The unit of every interval is the deal: its games share dice and tiles, so their mean is one
value, and deals are independent of each other (Student's t over deals). Wins are shares of
games, 0 to 1, and a lead in wins goes from -1 to 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.special import ndtri, stdtrit

from burgundy_lab.experiments.design import Design, Ints, Layout
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
)
from burgundy_lab.intervals import CONFIDENCE, Numbers, mean_share_interval, t_interval
from burgundy_lab.sim.errors import BadValue, UnknownName

COMPARED = {"win": WIN, "vp": VP}
MOST_WIDTHS = 1e6  # half widths in an interval of one deal: its square is the number of deals
POWER = 0.8  # share of repetitions in which a lead would be told from none


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


def lead_interval(mean: npt.ArrayLike, sd: npt.ArrayLike, n: npt.ArrayLike) -> Any:
    """Return the limits of a mean lead in wins, which lies between -1 and 1."""
    share, spread = (1 + np.asarray(mean, "f8")) / 2, np.asarray(sd, "f8") / 2
    low, high = mean_share_interval(share, spread, n)
    return 2 * low - 1, 2 * high - 1


def strategy_table(design: Design, tally: Tally) -> pl.DataFrame:
    """Return win share and mean VP of a seat of each strategy, over all its games.

    Returns
    -------
    One row for each strategy: ``strategy``, ``games``, ``deals``, ``confidence``, ``win``,
    ``win_low``, ``win_high``, ``vp``, ``vp_low``, ``vp_high``.
    """
    layout, n = design.layout, tally.deals
    number = range(layout.strategies)
    divisor = np.array([own_divisor(layout, k) for k in number])
    tables = [int((layout.seats == k).any(axis=1).sum()) for k in number]
    win, win_sd = moments(tally.own[WIN], n, divisor * UNITS[WIN])
    vp, vp_sd = moments(tally.own[VP], n, divisor)
    return pl.DataFrame(
        {
            "strategy": design.names,
            "games": [n * t for t in tables],
            "deals": [n] * layout.strategies,
            "confidence": [CONFIDENCE] * layout.strategies,
        }
    ).with_columns(
        *_columns("win", win, mean_share_interval(win, win_sd, n)),
        *_columns("vp", vp, t_interval(vp, vp_sd, n)),
    )


def difference_table(design: Design, tally: Tally) -> pl.DataFrame:
    """Return how far the first strategy of each pair is ahead of the second.

    Returns
    -------
    One row for each pair: ``first``, ``second``, ``games`` in which they are compared,
    ``deals``, ``confidence``, ``same`` (one strategy under two names), ``mirrored`` (so that it
    differs by exactly 0, `is_mirrored`), and for wins and VP (``win``, ``vp``) the mean lead, its
    ``_low`` and ``_high`` (null where the deals give no interval), ``_sd`` of the deals,
    ``_correlation`` and ``_saved`` (see `pairing`).
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
    for name, value in COMPARED.items():
        scale = divisor * UNITS[value]
        mean, sd = moments(tally.lead[value], n, scale)
        limits = lead_interval(mean, sd, n) if value == WIN else t_interval(mean, sd, n)
        limits = [np.where(mirrored, np.nan, limit) for limit in limits]
        correlation, saved = pairing(layout, tally, value)
        table = table.with_columns(
            *_columns(name, mean, limits),
            pl.Series(f"{name}_sd", sd, nan_to_null=True),
            pl.Series(f"{name}_correlation", correlation, nan_to_null=True),
            pl.Series(f"{name}_saved", saved, nan_to_null=True),
        )
    return table


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
            divisor = _label_divisor(layout, pair, by, len(labels))
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
                    *_columns("win", win, lead_interval(win, win_sd, n)),
                    *_columns("vp", vp, t_interval(vp, vp_sd, n)),
                )
            )
    return pl.concat(parts) if parts else pl.DataFrame()


def _label_divisor(layout: Layout, pair: tuple[int, int], by: str, labels: int) -> Numbers:
    """Return what makes means of a deal's sums by label; places are dealt one to each seat."""
    every = np.ones((1, *layout.seats.shape), bool)
    seats = layout.estates if by == BY_ESTATE else np.zeros_like(layout.seats)
    shares = np.maximum(label_shares(layout, pair, every), 0)[0]
    found = [shares[seats == label].sum() for label in range(labels)]
    return np.array(found if by == BY_ESTATE else [found[0] / labels] * labels, "f8")


def ahead_table(design: Design, tally: Tally) -> pl.DataFrame:
    """Return how often each strategy finished ahead of each other one, of games in which both
    play; a shared rank counts half.

    Returns
    -------
    A row for each ordered pair: ``strategy``, ``opponent``, ``games``, ``deals``,
    ``confidence``, ``ahead`` with ``_low`` and ``_high``, and the lead ``vp`` with limits; null
    limits where the two are one strategy that comes out even by design (`is_mirrored`).
    """
    layout, n, rows = design.layout, tally.deals, []
    for k, pair in enumerate(layout.pairs):
        divisor = lead_divisor(layout, *pair)
        mean, sd = moments(tally.lead[AHEAD, k], n, divisor)
        share, spread = (1 + mean) / 2, sd / 2
        limits = mean_share_interval(share, spread, n)
        lead, lead_sd = moments(tally.lead[VP, k], n, divisor)
        vp_limits = t_interval(lead, lead_sd, n)
        if is_mirrored(design, pair):  # nothing to be unsure of
            limits = vp_limits = (np.array(np.nan), np.array(np.nan))
        games = n * len(layout.meetings(*pair))
        there = (share, *limits, lead, *vp_limits)
        back = (1 - share, 1 - limits[1], 1 - limits[0], -lead, -vp_limits[1], -vp_limits[0])
        for (a, b), numbers in ((pair, there), (pair[::-1], back)):
            names = (design.names[a], design.names[b], games, n, CONFIDENCE)
            rows.append((a, b, *names, *map(float, numbers)))
    estimates = ("ahead", "ahead_low", "ahead_high", "vp", "vp_low", "vp_high")
    keys = ("strategy", "opponent", "games", "deals", "confidence")
    table = pl.DataFrame(sorted(rows), schema=["a", "b", *keys, *estimates], orient="row")
    return table.drop("a", "b").with_columns(pl.col(estimates).fill_nan(None))


def deals_for(sd: float, half_width: float, confidence: float = CONFIDENCE) -> int:
    """Return how many deals make Student's t interval so narrow on either side.

    Raises
    ------
    BadValue
        If the half width is not above 0, or there is no spread to go by.
    """
    if not 0 < half_width < np.inf:
        raise BadValue(f"half_width {half_width!r} must be a number above 0")
    if not sd > 0:
        raise BadValue("the deals do not differ, so they cannot say how many would be needed")
    tail = (1 + confidence) / 2
    # The normal distribution gives a few deals too few, since Student's t is wider.
    rough = float(ndtri(tail)) * sd / half_width
    if rough > MOST_WIDTHS:
        raise BadValue(f"half_width {half_width!r} would need more deals than can be played")
    deals = max(2, int(np.ceil(rough**2)))
    while stdtrit(deals - 1, tail) * sd > half_width * np.sqrt(deals):
        deals += 1
    return deals


def deals_to_tell(sd: float, lead: float, confidence: float = CONFIDENCE) -> int:
    """Return how many deals would tell a lead of this size from none, in POWER of all tries."""
    z = float(ndtri((1 + confidence) / 2) + ndtri(POWER))
    return max(2, int(np.ceil((z * sd / lead) ** 2)))


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
    for row in rows:
        if {row["first"], row["second"]} == set(pair):
            return row
    known = [f"{row['first']}, {row['second']}" for row in rows]
    raise UnknownName("pair", ", ".join(map(str, pair)), known)


def _columns(name: str, mean: npt.ArrayLike, limits: Sequence[npt.ArrayLike]) -> list[pl.Series]:
    """Return the columns of an estimate; what is not known is null."""
    parts = {name: mean, f"{name}_low": limits[0], f"{name}_high": limits[1]}
    return [pl.Series(key, np.asarray(part, "f8"), nan_to_null=True) for key, part in parts.items()]
