"""How many deals would tell more: from the spread of those that were played."""

from __future__ import annotations

from math import sqrt

import numpy as np
from scipy.special import nctdtr, ndtri, stdtrit

from burgundy_lab.intervals import CONFIDENCE, mean_share_interval, spread_limits
from burgundy_lab.sim.errors import BadValue

MOST_WIDTHS = 1e6  # half widths in an interval of one deal: its square is the number of deals
POWER = 0.8  # share of repetitions in which a lead would be told from none


def deals_for(sd: float, half_width: float, confidence: float = CONFIDENCE) -> int:
    """Return how many deals make Student's t interval so narrow on either side.

    Raises
    ------
    BadValue
        If the half width is not a number above 0, or there is no spread to go by.
    """
    check_above_0("half_width", half_width)
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


def spread_of_shares(share: float, sd: float, deals: int) -> tuple[float, float]:
    """Return the limits of the spread of deals whose mean is a share, such as wins.

    Where one side wins nearly always the few deals that end otherwise make the spread, so it is
    known less well than as many normal values would tell: only as well as the share itself. The
    wider of both limits holds the truth in 95 of 100 tries or more.
    """
    limits = [float(end) for end in mean_share_interval(share, sd, deals)]
    spreads = [end * (1 - end) for end in limits]
    least, most = min(spreads), 0.25 if limits[0] < 0.5 < limits[1] else max(spreads)
    now = share * (1 - share)
    low, high = map(float, spread_limits(sd, deals))
    return min(low, sd * sqrt(least / now)), max(high, sd * sqrt(most / now))


def deals_to_tell(lead: float, sd: float, most: float | None = None) -> int:
    """Return how many deals would tell a lead from none, in POWER of all tries.

    Parameters
    ----------
    lead, sd
        The true lead, and the spread of the deals' leads if there were none.
    most
        Of a lead in wins, how large it could be: near it the deals spread less.

    Raises
    ------
    BadValue
        If that is more than can be played.
    """
    # Wins are tested against the spread that they would have without a lead.
    share = sqrt(1 - (lead / most) ** 2) if most else 1.0
    tail = (1 + CONFIDENCE) / 2
    rough = float(ndtri(tail) + share * ndtri(POWER)) * sd / lead
    if rough > MOST_WIDTHS:
        raise BadValue(f"lead {lead!r} would need more deals than can be played")
    deals = max(2, int(np.ceil(rough**2)))
    while _power(deals, lead / sd, share, tail) < POWER:
        deals += 1
    return deals


def _power(deals: int, effect: float, share: float, tail: float) -> float:
    """Return how often a lead, in standard deviations without a lead, is told in so many deals."""
    bound = stdtrit(deals - 1, tail)
    return 1 - float(nctdtr(deals - 1, effect * np.sqrt(deals) / share, bound / share))


def check_above_0(name: str, value: object) -> None:
    """Refuse what is no number above 0.

    Raises
    ------
    BadValue
        If it is none.
    """
    known = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    if not known or not 0 < value < np.inf:  # type: ignore[operator]
        raise BadValue(f"{name} {value!r} must be a number above 0")
