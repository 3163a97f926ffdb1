"""Sums over games that were played once for each action of a position, and what they say.

The games of all actions share their numbers, so they meet the same chance and the difference of
two actions is known better than either. For its interval the sums of products of all pairs of
actions are kept. They are whole numbers: it does not matter in which chunks they arrive.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from burgundy_lab.experiments.totals import WIN_PARTS
from burgundy_lab.intervals import CONFIDENCE, Numbers, t_interval
from burgundy_lab.simultaneous import (
    BEST,
    CLEAR,
    OPEN,
    exact_share_interval,
    level_of_each,
    level_of_pairs,
    paired_share_interval,
)

# What is summed: parts of a win, points, and in games of one player that are told apart by a
# number (`Game.told_by`) by how much that falls short of a win.
WIN, VP, SHORT = range(3)
UNIT = (WIN_PARTS, 1, 1)  # by how much the sums are too large
NAMES = ("win", "vp", "short")
BEHIND = ("behind", "vp_behind", "short_behind")


@dataclass(frozen=True, eq=False)
class ActionTotals:
    """Exact sums of some games of A actions: sums [M, A], products of pairs [M, A, A], of M
    measures: WIN and VP, and SHORT where the game has it.
    """

    games: int  # of each action
    sums: npt.NDArray[np.int64]
    products: npt.NDArray[np.int64]

    @classmethod
    def none(cls, actions: int, measures: int = 2) -> ActionTotals:
        """Return the totals of no games."""
        shape = (measures, actions)
        return cls(0, np.zeros(shape, "i8"), np.zeros((*shape, actions), "i8"))

    @classmethod
    def of(cls, results: npt.NDArray[np.int64]) -> ActionTotals:
        """Return the totals of the measures, [M, A, n] of games with the same numbers."""
        # Floats multiply faster and are exact here: a chunk's sums stay far below 2**53.
        exact = results.astype("f8")
        products = (exact @ exact.transpose(0, 2, 1)).astype("i8")
        return cls(results.shape[2], results.sum(axis=2), products)

    def __add__(self, other: ActionTotals) -> ActionTotals:
        return ActionTotals(
            self.games + other.games, self.sums + other.sums, self.products + other.products
        )

    @property
    def measures(self) -> range:
        """What is summed."""
        return range(len(self.sums))

    @property
    def order(self) -> list[int]:
        """The actions by win share; equal ones by what the game is told by, else by VP. The
        first is the best so far.
        """
        keys = [-self.sums[WIN], *self.sums[SHORT:], -self.sums[VP]]
        return sorted(range(self.sums.shape[1]), key=lambda a: (*(key[a] for key in keys), a))

    def mean(self, what: int) -> Numbers:
        """Return the mean of each action: share of wins, or VP."""
        mean: Numbers = self.sums[what] / (UNIT[what] * max(1, self.games))
        return mean

    def sd(self, what: int) -> Numbers:
        """Return the standard deviation between the games of each action."""
        return self._spread(what, self.sums[what], self.products[what].diagonal())

    def behind(self, what: int, best: int) -> tuple[Numbers, Numbers]:
        """Return by how much each action is behind one of them, game by game: mean and
        standard deviation of the difference. Of what falls short, more is behind.
        """
        sums = self.sums[what]
        difference = sums - sums[best] if what == SHORT else sums[best] - sums
        mean: Numbers = difference / (UNIT[what] * max(1, self.games))
        return mean, self._spread(what, difference, self._squares(what, best))

    def behind_interval(self, what: int, best: int) -> tuple[Numbers, Numbers]:
        """Return the limits of what is behind one of them, whichever it is: of all pairs of
        actions at once.
        """
        n, level = self.games, level_of_pairs(self.sums.shape[1])
        mean, sd = self.behind(what, best)
        if what != WIN:
            return t_interval(mean, sd, n, confidence=level)
        square = self._squares(WIN, best) / (WIN_PARTS**2 * max(1, n))
        limits = np.array(paired_share_interval(mean, square, n, confidence=level))
        limits[:, best] = np.nan  # it is not behind itself
        return limits[0], limits[1]

    def interval(self, what: int) -> tuple[Numbers, Numbers]:
        """Return the limits of the means of all actions at once."""
        n, level = self.games, level_of_each(self.sums.shape[1])
        if what == WIN:
            return exact_share_interval(self.mean(WIN), n, confidence=level)
        return t_interval(self.mean(what), self.sd(what), n, confidence=level)

    def _squares(self, what: int, best: int) -> npt.NDArray[np.int64]:
        """Return the sums of squares of the differences from one action."""
        products = self.products[what]
        squares: npt.NDArray[np.int64] = (
            products[best, best] - 2 * products[best] + products.diagonal()
        )
        return squares

    def _spread(self, what: int, sums: npt.ArrayLike, squares: npt.ArrayLike) -> Numbers:
        if self.games < 2:
            return np.full(self.sums.shape[1], np.nan)
        n = self.games
        total = np.asarray(sums).astype(object)  # Python's whole numbers do not overflow
        variance = (n * np.asarray(squares).astype(object) - total * total) / (n * (n - 1))
        spread: Numbers = np.sqrt(variance.astype("f8")) / UNIT[what]
        return spread


def action_table(
    actions: Sequence[int],
    descriptions: Sequence[str],
    totals: ActionTotals,
    plays_on: str = "",
    choice: int | None = None,
) -> pl.DataFrame:
    """Return one row for each action, the best so far first; its columns: see `Evaluation`.

    plays_on: who plays on; choice: the action that the judge itself would play, if known.
    """
    best, number = totals.order[0], len(actions)
    parts: dict[str, Numbers] = {}
    for what in totals.measures:
        parts |= _limits(NAMES[what], totals.mean(what), totals.interval(what))
    for what in totals.measures:
        behind, limits = totals.behind(what, best)[0], totals.behind_interval(what, best)
        parts |= _limits(BEHIND[what], behind, limits)
    table = pl.DataFrame(
        {
            "action": actions,
            "description": descriptions,
            "games": [totals.games] * number,
            "choice": pl.Series([None if choice is None else a == choice for a in actions],
                                dtype=pl.Boolean),
            "standing": _standings(totals, best),
        }
    ).with_columns(
        *(
            # Without a game there is no mean, and without spread no interval of VP.
            pl.Series(name, column if totals.games else np.full(number, np.nan), nan_to_null=True)
            for name, column in parts.items()
        ),
        pl.lit(CONFIDENCE).alias("confidence"),
        pl.lit(plays_on).alias("plays_on"),
    )  # fmt: skip
    return table[totals.order]


def _standings(totals: ActionTotals, best: int) -> list[str | None]:
    if not totals.games:
        return [None] * totals.sums.shape[1]
    low = totals.behind_interval(WIN, best)[0]
    return [BEST if a == best else CLEAR if low[a] > 0 else OPEN for a in range(len(low))]


def _limits(name: str, mean: Numbers, limits: tuple[Numbers, Numbers]) -> dict[str, Numbers]:
    return {name: mean, f"{name}_low": limits[0], f"{name}_high": limits[1]}
