"""Sums over games that add up exactly, in whatever order blocks arrive, and what they say."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.experiments.match import Match
from burgundy_lab.sim.contract import MOST_SEATS, Game
from burgundy_lab.sim.rollout import ROW_FIXED

# Words of each seat: sums of VP and of squares, then wins shared by 1, 2, ... seats.
T_VP, T_SQUARES, T_WINS = range(3)
TOTAL_WORDS = T_WINS + MOST_SEATS
WIN_PARTS = 12  # a win in parts that 1, 2, 3 and 4 seats can share, so that sums are exact


def columns_at(game: Game) -> dict[str, int]:
    """Return where the columns of a game stand in a row of the loop."""
    return {column.name: ROW_FIXED + k for k, column in enumerate(game.columns)}


def win_parts(rank: npt.NDArray[Any], shared: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the share of the win of each seat in WIN_PARTS, from its rank and how many seats
    share that.
    """
    return np.where(rank == 1, WIN_PARTS // np.maximum(shared, 1), 0)


@dataclass(frozen=True)
class Estimate:
    """A mean over independent games and the standard deviation (nan for a single game)."""

    mean: float
    sd: float


@dataclass(frozen=True, eq=False)
class Totals:
    """Whole-number sums of some games: [P, TOTAL_WORDS], exact for 10**12 games."""

    games: int
    words: npt.NDArray[np.int64]

    @classmethod
    def none(cls, players: int) -> Totals:
        """Return the totals of no games."""
        return cls(0, np.zeros((players, TOTAL_WORDS), "i8"))

    @classmethod
    def of(cls, match: Match, rows: npt.NDArray[np.int32]) -> Totals:
        """Return the totals of the loop's rows [games * P, 1 + C]."""
        at = columns_at(match.game)
        table = rows.reshape(-1, match.players, rows.shape[1])
        vp = table[:, :, at["vp"]].astype("i8")
        shared = np.where(table[:, :, at["rank"]] == 1, table[:, :, at["shared"]], 0)
        totals = cls.none(match.players)
        totals.words[:, T_VP] = vp.sum(axis=0)
        totals.words[:, T_SQUARES] = (vp * vp).sum(axis=0)
        for seats in range(1, MOST_SEATS + 1):
            totals.words[:, T_WINS + seats - 1] = (shared == seats).sum(axis=0)
        return cls(len(table), totals.words)

    def __add__(self, other: Totals) -> Totals:
        return Totals(self.games + other.games, self.words + other.words)

    def vp(self, seat: int) -> Estimate:
        """Return the mean VP of a seat."""
        row = self.words[seat].tolist()
        return _estimate(self.games, row[T_VP], row[T_SQUARES])

    def win_share(self, seat: int) -> float:
        """Return the mean of wins: 1 for a win, 1/n for one shared by n seats."""
        wins = self.words[seat, T_WINS:].tolist()
        total = sum(n * (WIN_PARTS // seats) for seats, n in enumerate(wins, 1))
        return total / (WIN_PARTS * self.games) if self.games else math.nan


def _estimate(n: int, total: int, squares: int) -> Estimate:
    """Return mean and standard deviation from exact sums."""
    if n < 2:
        return Estimate(total / n if n else math.nan, math.nan)
    # Sums that are read while other processes write them may not fit together.
    spread = max(0, n * squares - total * total)
    return Estimate(total / n, math.sqrt(spread / (n * (n - 1))))
