"""The formulas of intervals and tests, in one place: for numbers or arrays of any shape.

An interval is NaN where the games cannot give one: Student's t with fewer than two games, or
with no spread between them; Wilson's with no game.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.special import chdtri, ndtr, ndtri, stdtr, stdtrit

from burgundy_lab.sim.errors import BadValue

Numbers = npt.NDArray[np.float64]
CONFIDENCE = 0.95
PRIOR_WEIGHT = 0.25  # of a game, see `effective_games`
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
    return _wilson(share, n, ndtri(_upper_tail(confidence)))


def mean_share_interval(
    share: npt.ArrayLike,
    sd: npt.ArrayLike,
    n: npt.ArrayLike,
    *,
    games: npt.ArrayLike = 1,
    confidence: float = CONFIDENCE,
) -> tuple[Numbers, Numbers]:
    """Return the limits of an interval of a mean of shares, such as the wins of whole deals.

    Wilson's interval with the number of independent games that tell as much (`effective_games`)
    and Student's t in place of the normal distribution. Student's t interval itself leans to the
    side of whoever wins nearly always: it then misses up to 17 of 100 truths, this one 7 (9 if
    the games of a deal mostly end the same way).

    Parameters
    ----------
    share, sd, n
        Mean, standard deviation (divisor n - 1) and number of independent shares, such as the
        shares of single deals that the seats of one strategy won together.
    games
        How many games make one of these shares.
    confidence
        Probability that the interval covers the true mean, between 0 and 1.

    Raises
    ------
    BadValue
        If the confidence is not between 0 and 1.
    """
    tail = _upper_tail(confidence)
    number = effective_games(share, sd, n, games=games)
    return _wilson(share, number, _quantile(n, tail))


def mean_share_probability(
    share: npt.ArrayLike,
    sd: npt.ArrayLike,
    n: npt.ArrayLike,
    *,
    even: npt.ArrayLike = 0.5,
    games: npt.ArrayLike = 1,
) -> Numbers:
    """Return the two-sided probability of a mean share as far from `even`, if that is the truth.

    It is below 0.05 just where the 95 % interval of `mean_share_interval` leaves `even` out.
    """
    middle, truth, number = (np.asarray(part, "f8") for part in (share, even, n))
    spread = np.sqrt(truth * (1 - truth) / effective_games(share, sd, n, games=games))
    distance = np.abs(middle - truth) / spread
    several = number > 1
    student = stdtr(np.where(several, number - 1, 1), -distance)
    result: Numbers = 2 * np.where(several, student, ndtr(-distance))
    return result


def effective_games(
    share: npt.ArrayLike, sd: npt.ArrayLike, n: npt.ArrayLike, *, games: npt.ArrayLike = 1
) -> Numbers:
    """Return how many independent games, won or lost, would tell as much as n shares.

    That is m(1 - m) / (sd² / n), so more than all games where luck cancels out within a deal,
    and fewer where the games of a deal end alike. Where nearly all are won the spread is as good
    as unknown. So a part of one game (PRIOR_WEIGHT) is added that spreads as a deal does whose
    games count as their square root; many games won and lost outweigh it.

    Parameters
    ----------
    share, sd, n, games
        As for `mean_share_interval`.
    """
    middle, spread, number, size = (np.asarray(part, "f8") for part in (share, sd, n, games))
    number = np.where(number > 0, number, np.nan)
    spread = np.where(number > 1, spread, 0)
    prior = np.sqrt(size)
    seen, expected = prior * number * spread**2, number * middle * (1 - middle)
    result: Numbers = number * prior * (expected + PRIOR_WEIGHT) / (seen + PRIOR_WEIGHT)
    return result


def spread_limits(sd: npt.ArrayLike, n: npt.ArrayLike) -> tuple[Numbers, Numbers]:
    """Return the limits of a 95 % interval of a standard deviation (chi-square).

    Parameters
    ----------
    sd, n
        Standard deviation (divisor n - 1) and number of independent values, two or more.
    """
    free = np.asarray(n, "f8") - 1
    tails = ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2)
    # chdtri takes the probability above.
    low, high = (np.asarray(sd, "f8") * np.sqrt(free / chdtri(free, tail)) for tail in tails)
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


def _wilson(share: npt.ArrayLike, n: npt.ArrayLike, z: npt.ArrayLike) -> tuple[Numbers, Numbers]:
    """Return the limits of Wilson's interval of so many standard errors."""
    p, number = np.asarray(share, "f8"), np.asarray(n, "f8")
    number = np.where(number > 0, number, np.nan)
    square = np.square(z)
    weight = 1 + square / number
    middle = (p + square / (2 * number)) / weight
    half = z * np.sqrt(p * (1 - p) / number + square / (4 * number**2)) / weight
    # Rounding may miss 0 and 1 by a hair where no game, or every game, was won.
    return np.clip(middle - half, 0, p), np.clip(middle + half, p, 1)


def _quantile(n: npt.ArrayLike, tail: float) -> Numbers:
    """Return Student's quantile for n values, the normal one where a single value has none."""
    number = np.asarray(n, "f8")
    several = number > 1
    result: Numbers = np.where(
        several, stdtrit(np.where(several, number - 1, 1), tail), ndtri(tail)
    )
    return result


def _upper_tail(confidence: float) -> float:
    """Return the probability below the upper limit."""
    check_confidence(confidence)
    return (1 + confidence) / 2


def check_confidence(confidence: object) -> None:
    """Refuse what is no probability that an interval could have.

    Raises
    ------
    BadValue
        If it is no number between 0 and 1.
    """
    if not isinstance(confidence, int | float) or not 0 < confidence < 1:
        raise BadValue(f"confidence {confidence!r:.80} must lie between 0 and 1, such as 0.95")
