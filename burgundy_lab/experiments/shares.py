"""Wins and leads in wins as shares of what they can be, which is what their intervals are about.

With one strategy on several seats of a table not all of them can win, so its wins end before 1,
and its lead over another before that. Intervals that know the ends hold the truth as often as
they say also where one side wins nearly always.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from burgundy_lab.experiments.design import Ints
from burgundy_lab.intervals import Numbers, mean_share_interval, mean_share_probability


@dataclass(frozen=True, eq=False)
class Shares:
    """Means of wins, or of leads in wins, as shares of the way from the least to the most."""

    share: Numbers
    sd: Numbers
    deals: int
    games: Numbers  # of a deal
    least: Numbers
    width: Numbers  # from the least to the most

    @property
    def limits(self) -> tuple[Numbers, Numbers]:
        """The interval of the mean, in its own unit."""
        low, high = mean_share_interval(self.share, self.sd, self.deals, games=self.games)
        return self.least + low * self.width, self.least + high * self.width

    @property
    def p(self) -> Numbers:
        """Two-sided probability of a mean as far from 0, if that is the truth."""
        even = -self.least / self.width
        return mean_share_probability(self.share, self.sd, self.deals, even=even, games=self.games)


def as_shares(
    mean: npt.ArrayLike,
    sd: npt.ArrayLike,
    deals: int,
    *,
    games: npt.ArrayLike = 1,
    least: npt.ArrayLike = -1.0,
    most: npt.ArrayLike = 1.0,
) -> Shares:
    """Return mean wins of deals (or leads) as shares of what they can be at least and most."""
    middle, spread, size, low, high = (np.asarray(x, "f8") for x in (mean, sd, games, least, most))
    width = high - low
    share = np.clip((middle - low) / width, 0, 1)
    return Shares(share, spread / width, deals, size, low, width)


def reach(coefficients: Ints, divisor: float) -> tuple[float, float, int]:
    """Return the least and the most that wins weighted so can be, and of how many games.

    coefficients: [T, P] of the seats of each table. One seat of a table wins, or several share
    the win; in games alone also none.
    """
    least, most = coefficients.min(axis=1), coefficients.max(axis=1)
    if coefficients.shape[1] == 1:
        least, most = np.minimum(least, 0), np.maximum(most, 0)
    games = int(coefficients.any(axis=1).sum())
    return float(least.sum() / divisor), float(most.sum() / divisor), games


def reaches_of(rows: Iterable[tuple[Ints, float]]) -> dict[str, Numbers]:
    """Return `reach` of several, as arguments of `as_shares`."""
    found = np.array([reach(*row) for row in rows], "f8").reshape(-1, 3)
    return {"least": found[:, 0], "most": found[:, 1], "games": found[:, 2]}
