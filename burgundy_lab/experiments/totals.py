"""Sums over games that add up exactly, in whatever order blocks arrive, and what they say."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from burgundy_lab.experiments.match import Match
from burgundy_lab.sim.contract import MOST_SEATS
from burgundy_lab.sim.rollout import ROW_FIXED

# Words of each seat: sums of VP and of squares, then wins shared by 1, 2, ... seats.
T_VP, T_SQUARES, T_WINS = range(3)
TOTAL_WORDS = T_WINS + MOST_SEATS
MOST_PARTS = 64  # values that the column of a breakdown may have, from 0
Z95 = 1.96  # half width of a 95 % interval in standard errors


@dataclass(frozen=True)
class Estimate:
    """A mean over independent games with its standard error (nan for a single game)."""

    mean: float
    error: float

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        return Z95 * self.error


@dataclass(frozen=True, eq=False)
class Totals:
    """Whole-number sums of some games, exact for 10**12 of them: words [P, TOTAL_WORDS], and
    parts [P, MOST_PARTS], the games by the value of the game's breakdown column.
    """

    games: int
    words: npt.NDArray[np.int64]
    parts: npt.NDArray[np.int64]

    @classmethod
    def none(cls, players: int) -> Totals:
        """Return the totals of no games."""
        words = np.zeros((players, TOTAL_WORDS), "i8")
        return cls(0, words, np.zeros((players, MOST_PARTS), "i8"))

    @classmethod
    def of(cls, match: Match, rows: npt.NDArray[np.int32]) -> Totals:
        """Return the totals of the loop's rows [games * P, 1 + C]."""
        at = {c.name: ROW_FIXED + k for k, c in enumerate(match.game.columns)}
        table = rows.reshape(-1, match.players, rows.shape[1])
        vp = table[:, :, at["vp"]].astype("i8")
        shared = np.where(table[:, :, at["rank"]] == 1, table[:, :, at["shared"]], 0)
        totals = cls.none(match.players)
        totals.words[:, T_VP] = vp.sum(axis=0)
        totals.words[:, T_SQUARES] = (vp * vp).sum(axis=0)
        for seats in range(1, MOST_SEATS + 1):
            totals.words[:, T_WINS + seats - 1] = (shared == seats).sum(axis=0)
        if match.game.breakdown:
            for seat, column in enumerate(table[:, :, at[match.game.breakdown]].T):
                totals.parts[seat] = np.bincount(column, minlength=MOST_PARTS)
        return cls(len(table), totals.words, totals.parts)

    def __add__(self, other: Totals) -> Totals:
        return Totals(self.games + other.games, self.words + other.words, self.parts + other.parts)

    def part(self, seat: int, value: int) -> Estimate:
        """Return the share of games with this value in the breakdown column."""
        n = int(self.parts[seat, value])
        return _estimate(self.games, n, n)

    def vp(self, seat: int) -> Estimate:
        """Return the mean VP of a seat."""
        row = self.words[seat].tolist()
        return _estimate(self.games, row[T_VP], row[T_SQUARES])

    def win_share(self, seat: int) -> Estimate:
        """Return the mean of wins: 1 for a win, 1/n for one shared by n seats."""
        wins = self.words[seat, T_WINS:].tolist()
        # Times 12 (a multiple of 1, 2, 3 and 4) all shares are whole numbers, so sums are exact.
        shares = [12 // seats for seats in range(1, MOST_SEATS + 1)]
        total = sum(n * share for n, share in zip(wins, shares, strict=True))
        squares = sum(n * share * share for n, share in zip(wins, shares, strict=True))
        scaled = _estimate(self.games, total, squares)
        return Estimate(scaled.mean / 12, scaled.error / 12)


def _estimate(n: int, total: int, squares: int) -> Estimate:
    """Return mean and standard error from exact sums."""
    if n < 2:
        return Estimate(total / n if n else math.nan, math.nan)
    return Estimate(total / n, math.sqrt((n * squares - total * total) / (n * (n - 1)) / n))
