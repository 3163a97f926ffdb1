"""Intervals of many values that hold all at once, so that the best may be picked by them.

Of ten values that are alike the one that looks best is a lucky one: each interval by itself misses
one time in twenty, but that of the value picked far more often. These functions widen the single
interval until all of them hold together.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.special import betaincinv, ndtr, ndtri

from burgundy_lab.intervals import CONFIDENCE, Numbers

BEST, OPEN, CLEAR = "best", "not told apart", "behind"  # how one of many stands to the best
HALVINGS = 60  # of an interval in which a root lies: to the last digit
FEW = 1e-9  # of a game: a part that is none
FAR = 9.0  # standard deviations beyond which a normal distribution has nothing


def level_of_each(values: int, confidence: float = CONFIDENCE) -> float:
    """Return the confidence of each of so many intervals that hold all at once.

    Method: Z. Sidak, "Rectangular confidence regions for the means of multivariate normal
    distributions", Journal of the American Statistical Association 62 (1967). It holds however
    the values hang together.
    """
    return float(confidence ** (1 / max(1, values)))


def exact_share_interval(
    share: npt.ArrayLike, n: int, *, confidence: float = CONFIDENCE
) -> tuple[Numbers, Numbers]:
    """Return the limits of a share of n independent games by the binomial distribution itself
    (Clopper and Pearson, Biometrika 26, 1934). Wilson's interval is too narrow where nearly all
    games are won and the confidence is near 1.

    With no game there is no interval. A shared win counts as part of one.
    """
    p = np.asarray(share, "f8")
    if n < 1:
        return np.full(p.shape, np.nan), np.full(p.shape, np.nan)
    won, lost, tail = n * p, n * (1 - p), (1 - confidence) / 2
    low = np.where(won > 0, betaincinv(np.maximum(won, FEW), lost + 1, tail), 0)
    high = np.where(lost > 0, betaincinv(won + 1, np.maximum(lost, FEW), 1 - tail), 1)
    return np.minimum(low, p), np.maximum(high, p)


@lru_cache(maxsize=1024)
def level_of_pairs(values: int, confidence: float = CONFIDENCE) -> float:
    """Return the confidence of each difference of two of so many values, so that the intervals
    of all pairs hold at once: those of the best one seen and each other, too.

    Method: the range of independent normal values (J. W. Tukey, "The problem of multiple
    comparisons", 1953), which pairs that differ in their spread keep to as well (A. J. Hayter,
    Annals of Statistics 12, 1984). As a confidence, it serves Student's t, too.
    """
    if values < 2:
        return confidence
    low, high = 0.0, 2 * FAR
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _in_range(middle, values) < confidence else (low, middle)
    return float(1 - 2 * ndtr(-high / np.sqrt(2)))


def _in_range(width: float, values: int) -> float:
    """Return the probability that so many normal values lie within a width."""
    least = np.linspace(-FAR, FAR, 4001)
    density = np.exp(-(least**2) / 2) / np.sqrt(2 * np.pi)
    others = (ndtr(least + width) - ndtr(least)) ** (values - 1)
    return float(values * (density * others).sum() * (least[1] - least[0]))


def paired_share_interval(
    mean: npt.ArrayLike, square: npt.ArrayLike, n: int, *, confidence: float = CONFIDENCE
) -> tuple[Numbers, Numbers]:
    """Return the limits of a difference of two shares that were won in the same games.

    It needs no spread: eight games won by the one alone, or eight won by both, have an interval.
    Method: T. Tango, "Equivalence test and confidence interval for the difference in proportions
    for the paired-sample design", Statistics in Medicine 17 (1998). A win that is shared counts
    as part of one.

    Parameters
    ----------
    mean, square
        Mean over the games of the difference, and of its square; any shape.
    n
        Number of independent games; with none there is no interval.
    confidence
        Probability that the interval covers the true difference, between 0 and 1.
    """
    difference, squares = np.broadcast_arrays(np.asarray(mean, "f8"), np.asarray(square, "f8"))
    if n < 1:
        return np.full(difference.shape, np.nan), np.full(difference.shape, np.nan)
    z = float(ndtri((1 + confidence) / 2))
    # Shares of the games that the one won alone, and the other.
    lost = np.maximum(0, (squares - difference) / 2)
    won = np.maximum(0, difference + lost)
    low = -_upper_limit(lost, won, n, z)
    return np.minimum(low, difference), np.maximum(_upper_limit(won, lost, n, z), difference)


def _upper_limit(won: Numbers, lost: Numbers, n: int, z: float) -> Numbers:
    """Return the largest difference that a score test does not refuse; it lies above the mean."""
    low, high = won - lost, np.ones_like(won)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        inside = n * (middle - won + lost) ** 2 <= z**2 * _score_variance(won, lost, middle)
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return high


def _score_variance(won: Numbers, lost: Numbers, difference: Numbers) -> Numbers:
    """Return the variance of a game's difference, if the true mean were `difference`: with the
    most likely shares of either that have this difference.
    """
    # For a negative one, the two change places.
    swap = difference < 0
    more, less, ahead = np.where(swap, lost, won), np.where(swap, won, lost), np.abs(difference)
    # The likelihood is greatest at the root of 2 x^2 + b x - c of the smaller share.
    b = ahead * (2 + less - more) - more - less
    c = less * ahead * (1 - ahead)
    smaller = (np.sqrt(b * b + 8 * c) - b) / 4
    variance: Numbers = 2 * smaller + ahead - ahead**2
    return variance
