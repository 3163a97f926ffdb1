"""What VP of each source after some phases say about who will win: a conditional logit.

Method: D. McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers
in Econometrics (1974). Each game is one choice among its seats; whatever is the same for all
seats of a game cancels out. The standard errors are robust (Huber and White), with games as
units. At the end of a game VP decide who wins, so the fit is of phases before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.special import ndtri

from burgundy_lab.analysis.paths import played_game
from burgundy_lab.analysis.sources import FINAL, group_vp, scoring_steps, steps_until
from burgundy_lab.analysis.stats import UNIT, Data, parts_of, roots
from burgundy_lab.analysis.winners import WINNER
from burgundy_lab.intervals import CONFIDENCE
from burgundy_lab.sim.contract import Game
from burgundy_lab.sim.errors import BadValue

Array = npt.NDArray[np.float64]
MOST_STEPS = 50  # of Newton's method; a fit takes about six
SETTLED = 1e-8  # change of a coefficient that is no change
RUNAWAY = 20.0  # log odds of one standard deviation beyond which there is no fit


@dataclass(frozen=True)
class Fit:
    """Coefficients (log odds for one unit) of a conditional logit and their covariance."""

    coefficients: Array  # [K]
    covariance: Array  # [K, K], robust


def source_odds(
    data: Data,
    *,
    until: str,
    vp: float = 10,
    game: str | Game | None = None,
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return by how much the odds to win grow with VP that a seat has of each source so far.

    Parameters
    ----------
    data
        A loaded run, or a frame of its rows. Games whose win is shared are left out.
    until
        The phase after which VP are looked at, such as "B".
    vp
        How many VP more of one source, those of the other sources being equal.
    game
        The game that was played; a loaded run knows it.
    confidence
        Probability that an interval covers the true factor.

    Returns
    -------
    One row for each source: ``source``, ``until``, ``vp``, ``games``, ``confidence``, ``odds``
    (factor of the odds against another seat), ``odds_low``, ``odds_high`` (null, like odds,
    where no game's seats differ in it) and ``spread`` (standard deviation of the source's VP
    within games).

    Raises
    ------
    BadValue
        If the data do not say which game was played, no game has a winner and a loser, or
        the VP tell the winner of every game, so that no odds fit.
    UnknownName
        If there is no such phase, or the data lack a column.
    """
    steps = [step for step in scoring_steps(played_game(data, game)) if step.name != FINAL]
    values = group_vp(steps_until(steps, until))
    table, seats = _decided_games(data, values)
    x = table.select(*values).to_numpy().reshape(-1, seats, len(values))
    won = table["won"].to_numpy().reshape(-1, seats).argmax(axis=1)
    inside = x - x.mean(axis=1, keepdims=True)
    spread = np.sqrt((inside**2).sum(axis=(0, 1)) / max(1, len(x) * (seats - 1)))
    varies = spread > 0
    fit = conditional_logit(x[:, :, varies], won)
    middle, error = np.full((2, len(values)), np.nan)
    middle[varies], error[varies] = fit.coefficients, np.sqrt(np.diag(fit.covariance))
    z = ndtri((1 + confidence) / 2)
    odds = {
        "odds": np.exp(vp * middle),
        "odds_low": np.exp(vp * (middle - z * error)),
        "odds_high": np.exp(vp * (middle + z * error)),
    }
    return pl.DataFrame({"source": list(values)}).with_columns(
        pl.lit(until).alias("until"),
        pl.lit(float(vp)).alias("vp"),
        pl.lit(len(x), pl.Int64).alias("games"),
        pl.lit(confidence).alias("confidence"),
        *(pl.Series(name, numbers, nan_to_null=True) for name, numbers in odds.items()),
        pl.Series("spread", spread),
    )


def conditional_logit(x: Array, chosen: npt.NDArray[np.int64]) -> Fit:
    """Fit a conditional logit by Newton's method.

    Parameters
    ----------
    x
        Values of each alternative of each choice: [N, P, K].
    chosen
        Which alternative was chosen: [N].

    Raises
    ------
    BadValue
        If the values tell the choice every time (or depend on each other), so nothing fits.
    """
    scale = x.std(axis=(0, 1))
    scale[scale == 0] = 1
    z = x / scale
    picked = z[np.arange(len(z)), chosen]
    b = np.zeros(z.shape[2])
    for _ in range(MOST_STEPS):
        scores, hessian = _slopes(z, picked, b)
        try:
            change = np.linalg.solve(hessian, scores.sum(axis=0))
        except np.linalg.LinAlgError:
            break
        b = b + change
        if np.abs(b).max(initial=0) > RUNAWAY:
            break
        if np.abs(change).max(initial=0) < SETTLED:
            scores, hessian = _slopes(z, picked, b)
            bread = np.linalg.inv(hessian)
            covariance = bread @ (scores.T @ scores) @ bread
            return Fit(b / scale, covariance / np.outer(scale, scale))
    raise BadValue(
        f"the values tell the winner of each of these {len(z):,} games, or follow from each other: "
        "no odds fit; take more games or an earlier phase"
    )


def _slopes(z: Array, picked: Array, b: Array) -> tuple[Array, Array]:
    """Return the score of each choice [N, K] and minus the second derivative [K, K]."""
    utility = z @ b
    weight = np.exp(utility - utility.max(axis=1, keepdims=True))
    share = weight / weight.sum(axis=1, keepdims=True)
    middle = np.einsum("np,npk->nk", share, z)
    spread = np.einsum("np,npk,npl->kl", share, z, z) - middle.T @ middle
    return picked - middle, spread


def _decided_games(data: Data, values: dict[str, pl.Expr]) -> tuple[pl.DataFrame, int]:
    """Return the rows of games with one winner and a loser, game after game, and the seats."""
    parts = parts_of(data, UNIT, "win", *roots(values.values()))
    rows = [
        part.select(UNIT, WINNER.alias("won"), *(v.alias(name) for name, v in values.items()))
        .filter(pl.col("won").any().over(UNIT) & (~pl.col("won")).any().over(UNIT))
        .sort(UNIT, maintain_order=True)
        .collect()
        for part in parts
    ]
    table = pl.concat(rows)
    if table.is_empty():
        raise BadValue("no game has one winner and a loser, so there is nothing to compare")
    seats = table.group_by(UNIT).len()["len"].unique()
    if len(seats) > 1:
        raise BadValue(f"games of {sorted(seats)} seats cannot be compared in one fit")
    return table, int(seats[0])
