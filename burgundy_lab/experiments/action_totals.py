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
from burgundy_lab.intervals import CONFIDENCE, Numbers, t_interval, wilson_interval

WIN, VP = range(2)  # what is summed: parts of a win, and points
UNIT = (WIN_PARTS, 1)  # by how much the sums are too large


@dataclass(frozen=True, eq=False)
class ActionTotals:
    """Exact sums of some games of A actions: sums [2, A], products of pairs [2, A, A]."""

    games: int  # of each action
    sums: npt.NDArray[np.int64]
    products: npt.NDArray[np.int64]

    @classmethod
    def none(cls, actions: int) -> ActionTotals:
        """Return the totals of no games."""
        return cls(0, np.zeros((2, actions), "i8"), np.zeros((2, actions, actions), "i8"))

    @classmethod
    def of(cls, results: npt.NDArray[np.int64]) -> ActionTotals:
        """Return the totals of parts of wins and VP, [2, A, n] of games with the same numbers."""
        # Floats multiply faster and are exact here: a chunk's sums stay far below 2**53.
        exact = results.astype("f8")
        products = (exact @ exact.transpose(0, 2, 1)).astype("i8")
        return cls(results.shape[2], results.sum(axis=2), products)

    def __add__(self, other: ActionTotals) -> ActionTotals:
        return ActionTotals(
            self.games + other.games, self.sums + other.sums, self.products + other.products
        )

    @property
    def order(self) -> list[int]:
        """The actions by win share, then by VP: the first is the best so far."""
        return sorted(range(self.sums.shape[1]), key=lambda a: (*(-self.sums[:, a]), a))

    def mean(self, what: int) -> Numbers:
        """Return the mean of each action: share of wins, or VP."""
        mean: Numbers = self.sums[what] / (UNIT[what] * max(1, self.games))
        return mean

    def sd(self, what: int) -> Numbers:
        """Return the standard deviation between the games of each action."""
        return self._spread(what, self.sums[what], self.products[what].diagonal())

    def behind(self, what: int, best: int) -> tuple[Numbers, Numbers]:
        """Return by how much each action is behind one of them, game by game: mean and
        standard deviation of the difference.
        """
        sums, products = self.sums[what], self.products[what]
        difference = sums[best] - sums
        squares = products[best, best] - 2 * products[best] + products.diagonal()
        return self.mean(what)[best] - self.mean(what), self._spread(what, difference, squares)

    def _spread(self, what: int, sums: npt.ArrayLike, squares: npt.ArrayLike) -> Numbers:
        if self.games < 2:
            return np.full(self.sums.shape[1], np.nan)
        n = self.games
        total = np.asarray(sums).astype(object)  # Python's whole numbers do not overflow
        variance = (n * np.asarray(squares).astype(object) - total * total) / (n * (n - 1))
        spread: Numbers = np.sqrt(variance.astype("f8")) / UNIT[what]
        return spread


def action_table(
    actions: Sequence[int], descriptions: Sequence[str], totals: ActionTotals
) -> pl.DataFrame:
    """Return one row for each action, the best so far first; its columns: see `Evaluation`."""
    n, best = totals.games, totals.order[0]
    win, vp = totals.mean(WIN), totals.mean(VP)
    numbers = {"win": win, "vp": vp}
    numbers["win_low"], numbers["win_high"] = wilson_interval(win, n)
    numbers["vp_low"], numbers["vp_high"] = t_interval(vp, totals.sd(VP), n)
    for what, name in ((WIN, "behind"), (VP, "vp_behind")):
        mean, sd = totals.behind(what, best)
        numbers[name] = mean
        limits = np.array(t_interval(mean, sd, n))
        limits = np.clip(limits, -1, 1) if what == WIN else limits
        numbers[f"{name}_low"], numbers[f"{name}_high"] = limits
    table = pl.DataFrame({"action": actions, "description": descriptions}).with_columns(
        pl.lit(n).alias("games"),
        *(
            # Without a game there is no mean, and without spread no interval.
            pl.Series(name, column if n else np.full(len(win), np.nan), nan_to_null=True)
            for name, column in sorted(numbers.items(), key=lambda item: COLUMNS.index(item[0]))
        ),
        pl.lit(CONFIDENCE).alias("confidence"),
    )
    return table[totals.order]


COLUMNS = (
    "win", "win_low", "win_high", "vp", "vp_low", "vp_high",
    "behind", "behind_low", "behind_high", "vp_behind", "vp_behind_low", "vp_behind_high",
)  # fmt: skip
