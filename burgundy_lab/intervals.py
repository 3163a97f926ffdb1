"""The formulas of intervals and tests, in one place: for numbers or arrays of any shape.

An interval is NaN where the games cannot give one: Student's t with fewer than two games, or
with no spread between them; Wilson's with no game.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, stdtr, stdtrit

from burgundy_lab.sim.errors import BadValue

Numbers = npt.NDArray[np.float64]
CONFIDENCE = 0.95
NO_SPREAD = 1e-6  # standard deviations up to this share of the mean are rounding errors


def t_interval(
    mean: npt.ArrayLike, sd: npt.ArrayLike, n: npt.ArrayLike, *, confidence: float = CONFIDENCE
) -> tuple[Numbers, Numbers]:
    """Return the limits of Student's t interval of a mean.

    Parameters
    ----------
    mean, sd, n
        Mean, standard deviation (divisor n - 1) and number of independent values.
    confidence
        Probability that the interval covers the true mean, between 0 and 1.

    Raises
    ------
    BadValue
        If the confidence is not between 0 and 1.
    """
    tail = _upper_tail(confidence)
    middle, spread, number = (np.asarray(part, "f8") for part in (mean, sd, n))
    known = (number > 1) & (spread > NO_SPREAD * np.maximum(1, np.abs(middle)))
    divisor = np.where(known, number, 2)
    half = np.where(known, stdtrit(divisor - 1, tail) * spread / np.sqrt(divisor), np.nan)
    return middle - half, middle + half


def wilson_interval(
    share: npt.ArrayLike, n: npt.ArrayLike, *, confidence: float = CONFIDENCE
) -> tuple[Numbers, Numbers]:
    """Return the limits of Wilson's score interval of a share.

    Parameters
    ----------
    share
        Share of n independent games that were won, 0 to 1. A shared win may count as a part
        of one; the interval is then a little too wide, never too narrow.
    n
        Number of independent games; with none there is no interval.
    confidence
        Probability that the interval covers the true share, between 0 and 1.

    Raises
    ------
    BadValue
        If the confidence is not between 0 and 1.
    """
    z = ndtri(_upper_tail(confidence))
    p, number = np.asarray(share, "f8"), np.asarray(n, "f8")
    number = np.where(number > 0, number, np.nan)
    weight = 1 + z**2 / number
    middle = (p + z**2 / (2 * number)) / weight
    half = z * np.sqrt(p * (1 - p) / number + z**2 / (4 * number**2)) / weight
    # Rounding may miss 0 and 1 by a hair where no game, or every game, was won.
    return np.clip(middle - half, 0, p), np.clip(middle + half, p, 1)


def mean_share_interval(
    share: npt.ArrayLike, sd: npt.ArrayLike, n: npt.ArrayLike, *, confidence: float = CONFIDENCE
) -> tuple[Numbers, Numbers]:
    """Return the limits of Student's t interval of a mean of shares, cut to 0 and 1.

    Without spread between games there is no t interval. Then all n games gave the same, and
    the limits allow for as many that give something else as Wilson's interval of 0 in n does.

    Parameters
    ----------
    share, sd, n
        Mean, standard deviation (divisor n - 1) and number of independent shares, such as the
        shares of single games that the seats of one strategy won together.
    confidence
        Probability that the interval covers the true mean, between 0 and 1.

    Raises
    ------
    BadValue
        If the confidence is not between 0 and 1.
    """
    mean = np.asarray(share, "f8")
    low, high = t_interval(mean, sd, n, confidence=confidence)
    others = wilson_interval(np.zeros_like(mean), n, confidence=confidence)[1]
    low = np.where(np.isnan(low), mean * (1 - others), np.clip(low, 0, 1))
    high = np.where(np.isnan(high), mean + (1 - mean) * others, np.clip(high, 0, 1))
    return low, high


def t_probability(mean: npt.ArrayLike, sd: npt.ArrayLike, n: npt.ArrayLike) -> Numbers:
    """Return the two-sided probability of a mean as far from 0, if the true mean is 0.

    Student's t; 1 where there are fewer than two values or no spread between them, so that
    nothing is known.

    Parameters
    ----------
    mean, sd, n
        Mean, standard deviation (divisor n - 1) and number of independent values.
    """
    middle, spread, number = (np.asarray(part, "f8") for part in (mean, sd, n))
    known = (number > 1) & (spread > NO_SPREAD * np.maximum(1, np.abs(middle)))
    divisor = np.where(known, number, 2)
    t = np.abs(middle) * np.sqrt(divisor) / np.where(known, spread, 1)
    result: Numbers = np.where(known, 2 * stdtr(divisor - 1, -t), 1.0)
    return result


def holm(p: npt.ArrayLike) -> Numbers:
    """Return probabilities [N] adjusted for N tests at once.

    Those below a level, taken as sure, are all right with probability 1 - level. Method:
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
    of Statistics 6 (1979).
    """
    given = np.asarray(p, "f8")
    order = np.argsort(given, kind="stable")
    stepped = given[order] * np.arange(len(given), 0, -1)
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(stepped))
    return adjusted


def _upper_tail(confidence: float) -> float:
    """Return the probability below the upper limit."""
    if not 0 < confidence < 1:
        raise BadValue(f"confidence {confidence!r} must lie between 0 and 1, such as 0.95")
    return (1 + confidence) / 2
