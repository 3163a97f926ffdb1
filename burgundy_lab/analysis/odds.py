"""What VP of each source after some phases say about who will win: a conditional logit.

Method: D. McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers
in Econometrics (1974). Each game is one choice among its seats; whatever is the same for all
seats of a game cancels out. The standard errors are robust (Huber and White), with games as
units. At the end of a game VP decide who wins, so the fit is of phases before.

A source that tells the winner whenever seats differ in it has no finite odds (A. Albert and J. A.
Anderson, "On the existence of maximum likelihood estimates in logistic regression models",
Biometrika 71, 1984), and one in which seats hardly ever differ has none that mean anything. Such
sources are left out and named, and the rest is fitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.optimize import linprog
from scipy.special import ndtri

from burgundy_lab.analysis.paths import played_game
from burgundy_lab.analysis.sources import FINAL, group_vp, scoring_steps, steps_until
from burgundy_lab.analysis.stats import UNIT, Data, mixed, parts_of, roots
from burgundy_lab.analysis.winners import WINNER
from burgundy_lab.intervals import CONFIDENCE, check_confidence
from burgundy_lab.sim.contract import Game
from burgundy_lab.sim.errors import BadValue

Array = npt.NDArray[np.float64]
MOST_VP = 100  # whose odds are asked for
MOST_STEPS = 50  # of Newton's method; a fit takes about six
SETTLED = 1e-8  # change of a coefficient that is no change
RUNAWAY = 20.0  # log odds of one standard deviation beyond which there is no fit
LEAST_GAMES = 20  # in which seats must differ in a source for it to have odds
NOTHING = 1e-7  # what is no more than rounding, of numbers about 1
SAME = "the same for all seats"
# How to read odds below 1 of a source, beside those of another one.
BELOW_ONE = {
    ("regions", "phase bonus"): "regions below 1: at an equal phase bonus, which counts regions, "
    "more VP of regions mean fewer, larger regions",
}


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
    where it is left out), ``spread`` (standard deviation of the source's VP within games),
    ``differ`` (games whose seats differ in it), ``left_out`` (why it has no odds, else null),
    ``mixed`` (strategies and estates, if they are not the same for all seats: odds may then be
    theirs; else null) and ``reading`` (a sentence on odds that surprise, else null).

    Raises
    ------
    BadValue
        If the data do not say which game was played, no game has a winner and a loser, or
        no source at all has odds; says why of each.
    UnknownName
        If there is no such phase, or the data lack a column.
    """
    check_confidence(confidence)
    _check_vp(vp)
    steps = [step for step in scoring_steps(played_game(data, game)) if step.name != FINAL]
    values = group_vp(steps_until(steps, until))
    table, seats = _decided_games(data, values)
    x = table.select(*values).to_numpy().reshape(-1, seats, len(values))
    won = table["won"].to_numpy().reshape(-1, seats).argmax(axis=1)
    inside = x - x.mean(axis=1, keepdims=True)
    spread = np.sqrt((inside**2).sum(axis=(0, 1)) / max(1, len(x) * (seats - 1)))
    differ = (x != x[:, :1]).any(axis=1).sum(axis=0)
    kept, fit, left_out = _fit_what_fits(x, won, differ, list(values))
    middle, error = np.full((2, len(values)), np.nan)
    middle[kept], error[kept] = fit.coefficients, np.sqrt(np.diag(fit.covariance))
    z = ndtri((1 + confidence) / 2)
    odds = {
        "odds": np.exp(vp * middle),
        "odds_low": np.exp(vp * (middle - z * error)),
        "odds_high": np.exp(vp * (middle + z * error)),
    }
    readings = [
        _reading(name, high, values) for name, high in zip(values, odds["odds_high"], strict=True)
    ]
    return pl.DataFrame({"source": list(values)}).with_columns(
        pl.lit(until).alias("until"),
        pl.lit(float(vp)).alias("vp"),
        pl.lit(len(x), pl.Int64).alias("games"),
        pl.lit(confidence).alias("confidence"),
        *(pl.Series(name, numbers, nan_to_null=True) for name, numbers in odds.items()),
        pl.Series("spread", spread),
        pl.Series("differ", differ),
        pl.Series("left_out", [left_out.get(name) for name in values], pl.String),
        pl.lit(mixed(data), pl.String).alias("mixed"),
        pl.Series("reading", readings, pl.String),
    )


def _reading(source: str, odds_high: float, sources: Iterable[str]) -> str | None:
    """Return what odds that are surely below 1 of a source mean, if that is known."""
    told = (BELOW_ONE.get((source, other)) for other in sources)
    return next(filter(None, told), None) if odds_high < 1 else None


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
        "no odds fit"
    )


def _fit_what_fits(
    x: Array, won: npt.NDArray[np.int64], differ: npt.NDArray[np.int64], names: Sequence[str]
) -> tuple[list[int], Fit, dict[str, str]]:
    """Return the sources that have odds, the fit of these, and why each other has none."""
    games = len(x)
    left_out: dict[str, str] = {}
    kept: list[int] = []
    for k, name in enumerate(names):
        if differ[k] == 0:
            left_out[name] = SAME
        elif differ[k] < LEAST_GAMES and differ[k] < games:
            left_out[name] = f"differs in only {differ[k]:,} of {games:,} games"
        else:
            kept.append(k)
    picked = x[np.arange(games), won][:, None, :] - x
    ahead = np.delete(picked.reshape(-1, len(names)), np.arange(games) * x.shape[1] + won, axis=0)
    for k in _dependent(ahead, kept):
        kept.remove(k)
        left_out[names[k]] = "follows from the other sources"
    while kept:
        try:
            return kept, conditional_logit(x[:, :, kept], won), left_out
        except BadValue:
            telling = _telling(ahead, kept)
            if not telling:
                raise
            # The rarest goes, since the others lose least by it.
            k = min(telling, key=lambda k: (differ[k], k))
            others = ", ".join(names[other] for other in telling if other != k)
            left_out[names[k]] = (
                f"{f'with {others} ' if others else ''}tells the winner of each of "
                f"{differ[k]:,} games in which it differs"
            )
            kept.remove(k)
    why = "; ".join(f"{name}: {reason}" for name, reason in left_out.items())
    raise BadValue(f"no source of VP has odds in these {games:,} games ({why})")


def _check_vp(vp: object) -> None:
    if not isinstance(vp, int | float) or not 0 < vp <= MOST_VP:
        raise BadValue(f"vp {vp!r:.80} must be a number above 0, up to {MOST_VP}")


def _dependent(ahead: Array, columns: Sequence[int]) -> list[int]:
    """Return the columns that are sums of multiples of those before them."""
    found, free = [], np.empty((len(ahead), 0))
    for k in columns:
        column = ahead[:, [k]] / np.linalg.norm(ahead[:, k])
        rest = column - free @ (free.T @ column)
        rest -= free @ (free.T @ rest)  # once more, for the rounding
        length = float(np.linalg.norm(rest))
        if length < NOTHING:
            found.append(k)
        else:
            free = np.column_stack([free, rest / length])
    return found


def _telling(ahead: Array, columns: Sequence[int]) -> list[int]:
    """Return the columns of which some sum of multiples is never against the winner.

    ahead: winner minus loser, of each loser [N, K]. Such a sum is found by linear programming.
    """
    scaled = ahead[:, columns] / np.abs(ahead[:, columns]).max(axis=0)
    distinct = np.unique(scaled, axis=0)
    answer = linprog(
        -distinct.sum(axis=0), A_ub=-distinct, b_ub=np.zeros(len(distinct)), bounds=(-1, 1)
    )
    if answer.x is None or -answer.fun < NOTHING:
        return []
    return [k for k, size in zip(columns, np.abs(answer.x), strict=True) if size > NOTHING]


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
    counts = {seats for part in rows for seats in part.group_by(UNIT).len()["len"]}
    if len(counts) > 1:
        raise BadValue(f"games of {sorted(counts)} seats cannot be compared in one fit")
    return table, counts.pop()
