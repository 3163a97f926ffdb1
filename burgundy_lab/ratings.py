"""Ratings from rankings: Bradley-Terry for two players, Plackett-Luce for more, bootstrap.

In the model of Plackett and Luce every player has a strength, and a ranking is made from the
top: the next place goes to one of those left with a chance in proportion to their strengths.
With two players that is the model of Bradley and Terry. What a fit needs of the rankings is how
often a place was given away among each set of players, since everyone gets one place in the end.

Players who share a rank count as each of the orders they could stand in, in equal parts; two
who share the first rank of a game for two count half a win each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, ndtr, stdtrit

from burgundy_lab.intervals import CONFIDENCE, Numbers
from burgundy_lab.sim.errors import BadValue

Counts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
PARTS = 24  # parts of a ranking: any number of orders that share it divides this
POINTS = 400 / np.log(10)  # rating points of one unit of log strength, as in Elo's scale
# Each player also wins and loses half a game against one of rating 0: it keeps the rating of a
# player who won or lost all games finite, and hardly moves any other.
PRIOR = 0.5
REPLICATES = 1000  # of the bootstrap
CHUNK = 50  # replicates that are fitted at a time
MOST_STEPS, LONGEST_STEP, CLOSE = 100, 1.0, 1e-6  # of Newton's method, in log strength


@cache
def stages(players: int) -> Counts:
    """Return for each ranking among which sets of seats its places are given away.

    Returns
    -------
    [players ** players, 2 ** players]: row `ranking_code`, column the set of seats as bits, in
    24ths of a ranking.
    """
    found = np.zeros((players**players, 2**players), "i8")
    for code in range(len(found)):
        ranks = [code // players**seat % players for seat in range(players)]
        orders = [
            order
            for order in permutations(range(players))
            if all(ranks[a] <= ranks[b] for a, b in pairwise(order))
        ]
        for order in orders:
            for place in range(players):
                left = sum(1 << seat for seat in order[place:])
                found[code, left] += PARTS // len(orders)
    return found


def ranking_code(ranks: npt.NDArray[np.integer]) -> Counts:
    """Return the row of `stages` of each ranking; ranks: [..., players], from 1."""
    players = ranks.shape[-1]
    code: Counts = (ranks.astype("i8") - 1) @ players ** np.arange(players)
    return code


def fit(sets: Counts, counts: npt.ArrayLike) -> Numbers:
    """Return the log strengths that make the rankings most likely (with the prior; Newton).

    Parameters
    ----------
    sets
        [S, K] how often each of K players is in each set; all players get all places, so the
        sets of one player, and the sets of whole tables, are among them.
    counts
        [B, S] for each of B samples how many places were given away among each set.

    Returns
    -------
    [B, K]; their mean is 0.

    Raises
    ------
    BadValue
        If a fit does not settle.
    """
    table = np.asarray(counts, "f8")
    parts = [_fit_some(sets, table[k : k + CHUNK]) for k in range(0, len(table), CHUNK)]
    theta = np.concatenate(parts)
    centred: Numbers = theta - theta.mean(axis=1, keepdims=True)
    return centred


class _Members:
    """Who is in each set, M of them at most: sets of 40 players would be nearly empty rows."""

    def __init__(self, sets: Counts) -> None:
        """Take the sets [S, K]."""
        self.players = sets.shape[1]
        most = int((sets > 0).sum(axis=1).max())
        self.at = np.argsort(sets == 0, axis=1, kind="stable")[:, :most]  # [S, M]
        self.times = np.take_along_axis(sets, self.at, axis=1).astype("f8")  # [S, M]; 0 for none
        pairs = self.at[:, :, None] * self.players + self.at[:, None, :]
        self._to_players = _adder(self.at.ravel(), self.players)
        self._to_pairs = _adder(pairs.ravel(), self.players**2)

    def of_players(self, values: Numbers) -> Numbers:
        """Return values of members [B, S, M] added up for each player [B, K]."""
        added: Numbers = values.reshape(len(values), -1) @ self._to_players
        return added

    def of_pairs(self, values: Numbers) -> Numbers:
        """Return values of pairs of members [B, S, M, M] added up for each pair [B, K, K]."""
        added: Numbers = values.reshape(len(values), -1) @ self._to_pairs
        return added.reshape(len(values), self.players, self.players)


def _adder(at: npt.NDArray[np.intp], number: int) -> csr_array:
    """Return the matrix that adds up values by their numbers: [values, number]."""
    return csr_array((np.ones(len(at)), (np.arange(len(at)), at)), shape=(len(at), number))


def _fit_some(sets: Counts, counts: Numbers) -> Numbers:
    places, members = _places(sets, counts), _Members(sets)
    theta = np.zeros((len(counts), sets.shape[1]))
    here = np.arange(sets.shape[1])
    for _ in range(MOST_STEPS):
        weight = np.exp(theta)[:, members.at] * members.times
        chance = weight / weight.sum(axis=2, keepdims=True)
        each = counts[:, :, None] * chance
        expected = members.of_players(each)
        even = expit(theta)
        slope = places - expected + PRIOR * (1 - 2 * even)
        bend = members.of_pairs(each[:, :, :, None] * chance[:, :, None, :])
        bend[:, here, here] -= expected + 2 * PRIOR * even * (1 - even)
        step = -np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        theta += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < CLOSE:
            return theta
    raise BadValue("these rankings give no ratings: the fit does not settle")


def _places(sets: Counts, counts: Numbers) -> Numbers:
    """Return how many places each player got: one for each seat in each ranking. [B, K]"""
    size = sets.sum(axis=1)
    whole = size == size.max()
    got: Numbers = counts[:, whole] @ sets[whole]
    return got


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings with bootstrap intervals; all arrays [K].

    Attributes
    ----------
    points
        On Elo's scale: a player 100 points above another finishes ahead of it in 64 % of the
        games in which both play. 0 is the mean of all players; if some are out of reach of
        others, of the largest group that is not (`_reach`).
    low, high
        Limits of the expanded percentile interval; NaN on the side of which the games know no end.
    rank, rank_low, rank_high
        From 1, and its interval.
    bounded
        False if some players never finished behind others: then nothing tells how far these
        are apart.
    """

    points: Numbers
    low: Numbers
    high: Numbers
    rank: Counts
    rank_low: Counts
    rank_high: Counts
    bounded: bool


def rate(
    sets: Counts,
    groups: Counts,
    ahead: npt.ArrayLike,
    *,
    seed: int,
    replicates: int = REPLICATES,
    confidence: float = CONFIDENCE,
) -> Ratings:
    """Return ratings, with intervals from a bootstrap over groups of deals.

    Parameters
    ----------
    sets
        [S, K] as in `fit`.
    groups
        [G, S] counts of each group in 24ths; groups are independent of each other.
    ahead
        [K, K] how often the row finished ahead of the column, to see who is linked by losses.
    seed, replicates
        Of the bootstrap.
    confidence
        Probability that an interval covers the true value.
    """
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(len(groups), np.full(len(groups), 1 / len(groups)), replicates)
    theta = fit(sets, groups.sum(axis=0)[None] / PARTS)
    others = fit(sets, drawn @ groups / PARTS)
    above, below = _reach(np.asarray(ahead) > 0)
    middle = ~above & ~below
    points, spread = (
        POINTS * (part - part[:, middle].mean(axis=1, keepdims=True)) for part in (theta, others)
    )
    tails = _tails(len(groups), confidence)
    low, high = np.quantile(spread, tails, axis=0)
    ranks = _ranks(others)
    lowest = np.quantile(ranks, tails[0], axis=0, method="lower").astype("i8")
    highest = np.quantile(ranks, tails[1], axis=0, method="higher").astype("i8")
    if len(groups) < 2:  # all drawn samples are one and the same, so they know no spread
        low, high = np.full((2, len(points[0])), np.nan)
        lowest, highest = np.full_like(lowest, 1), np.full_like(highest, len(points[0]))
    return Ratings(
        points[0],
        np.where(below, np.nan, low),
        np.where(above, np.nan, high),
        _ranks(theta)[0],
        lowest,
        highest,
        bool(middle.all()),
    )


def _tails(groups: int, confidence: float) -> tuple[float, float]:
    """Return the shares of replicates that limits leave below them.

    Few groups make a bootstrap too sure: it knows neither that a spread has n - 1 degrees of
    freedom nor Student's t. Expanded percentiles: T. C. Hesterberg, "What teachers should know
    about the bootstrap", The American Statistician 69 (2015).
    """
    number = max(groups, 2)
    wide = stdtrit(number - 1, (1 + confidence) / 2) * np.sqrt(number / (number - 1))
    return float(ndtr(-wide)), float(ndtr(wide))


def _reach(ahead: Flags) -> tuple[Flags, Flags]:
    """Return who is out of reach above, and below, the largest group that losses link. [K]

    ahead: [K, K] whether the row ever finished ahead of the column. In a group everyone was
    beaten, directly or through others, by everyone else; of two groups one never lost to the
    other, and nothing tells how much better it is.
    """
    _, part = connected_components(ahead, connection="strong")
    middle = part == np.argmax(np.bincount(part))
    above = ~middle & ahead[:, middle].any(axis=1)
    below = ~middle & ahead[middle].any(axis=0)
    return above, below


def _ranks(theta: Numbers) -> Counts:
    """Return the rank of each player, 1 for the strongest; equals share the better. [B, K]"""
    ranks: Counts = 1 + (theta[:, None, :] > theta[:, :, None]).sum(axis=2)
    return ranks
