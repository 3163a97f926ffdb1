"""What the games of a deal say, as whole-number sums that add up exactly in any order.

Wins are counted in 12ths, since a win may be shared by 2, 3 or 4 seats, and each strategy's mean
over its seats at a table in 6ths, since it may have 1, 2 or 3: all means are whole numbers then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from burgundy_lab import ratings
from burgundy_lab.experiments.design import Ints, Layout
from burgundy_lab.experiments.totals import WIN_PARTS, win_parts
from burgundy_lab.intervals import Numbers

SEAT_UNIT = 6
WIN, VP, AHEAD = range(3)  # what is compared: wins, VP, finishing ahead (games of several)
UNITS = (WIN_PARTS, 1, 1)
VALUES = len(UNITS)
SUM, SQUARES = range(2)
BY_SEAT, BY_ESTATE, BY_PLACE = "seat", "estate", "start place"


@dataclass(frozen=True, eq=False)
class Results:
    """Results of some deals at all tables; arrays [D, T, P]."""

    first: int  # number of the first deal
    vp: Ints
    rank: Ints
    shared: Ints
    place: Ints | None  # in the first turn order, if the game has one

    @property
    def wins(self) -> Ints:
        """Shares of wins in 12ths."""
        return win_parts(self.rank, self.shared)


@dataclass(frozen=True, eq=False)
class Tally:
    """Sums over deals; last axis: sum and sum of squares of the deals' values.

    Attributes
    ----------
    deals, games
        How many.
    own
        [VALUES, K, 2] of each strategy: its mean over seats, added over its tables.
    lead
        [VALUES, pairs, 2] of each pair: the first's mean less the second's, added over tables.
    games_lead
        [VALUES, pairs, T, 2] the same of single games.
    effects
        by "seat", "estate", "start place": [VALUES, pairs, labels, 2] the lead while the first is
        on one label, in 36ths.
    sets
        [G, S] places given away among each set of strategies, for ratings; deal d counts in
        group d % G.
    """

    deals: int
    games: int
    own: Ints
    lead: Ints
    games_lead: Ints
    effects: dict[str, Ints]
    sets: Ints

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.games + other.games,
            self.own + other.own,
            self.lead + other.lead,
            self.games_lead + other.games_lead,
            {by: sums + other.effects[by] for by, sums in self.effects.items()},
            self.sets + other.sets,
        )


@dataclass(frozen=True)
class Wanted:
    """What is summed up beside the leads."""

    effects: bool = False
    groups: int = 0  # of deals, for ratings; 0 for none


# --- coefficients ------------------------------------------------------------------------------


def seat_shares(layout: Layout, strategy: int) -> Ints:
    """Return 6ths that make a strategy's mean over its seats at each table: [T, P]."""
    mine = layout.seats == strategy
    shares: Ints = mine * (SEAT_UNIT // np.maximum(mine.sum(axis=1, keepdims=True), 1))
    return shares


def lead_shares(layout: Layout, first: int, second: int) -> Ints:
    """Return what makes the first's mean less the second's at each of their tables: [T, P]."""
    shares = seat_shares(layout, first) - seat_shares(layout, second)
    apart = np.ones(layout.tables, bool)
    apart[layout.meetings(first, second)] = False
    shares[apart] = 0
    return shares


def label_shares(layout: Layout, pair: tuple[int, int], here: npt.NDArray[np.bool_]) -> Ints:
    """Return what makes the first's results on some seats less the second's at the same tables.

    here: [D or 1, T, P] the seats. In games alone the second's results are those on the same
    seats. In 36ths: [D or 1, T, P].
    """
    if layout.players == 1:
        return SEAT_UNIT * lead_shares(layout, *pair) * here
    first, second = (
        np.maximum(sign * lead_shares(layout, *pair), 0) for sign in (1, -1)
    )  # 6ths of the seats of each, at the tables where both sit
    mine = first * here
    shares: Ints = SEAT_UNIT * mine - mine.sum(axis=2, keepdims=True) * second
    return shares


def own_divisor(layout: Layout, strategy: int) -> int:
    """Return what a strategy's sum over a deal is divided by for its mean."""
    return int(seat_shares(layout, strategy).sum())


def lead_divisor(layout: Layout, first: int, second: int) -> int:
    """Return what a pair's lead over a deal is divided by for the mean lead."""
    return int(np.maximum(lead_shares(layout, first, second), 0).sum())


def set_table(layout: Layout) -> tuple[Ints, Ints]:
    """Return the sets of strategies that sets of seats stand for.

    Returns
    -------
    sets
        [S, K] how often each strategy is in each set.
    at
        [T, 2 ** P] the number of the set of each set of seats (as bits); S for no seat.
    """
    bits = (np.arange(2**layout.players)[:, None] >> np.arange(layout.players)) & 1  # [2**P, P]
    one = layout.seats[:, :, None] == np.arange(layout.strategies)  # [T, P, K]
    members = np.einsum("ms,tsk->tmk", bits, one.astype("i8"))
    flat = members.reshape(-1, layout.strategies)
    sets, at = np.unique(flat, axis=0, return_inverse=True)
    # The first in order is the empty set: it goes to the end and is dropped.
    at = (at.reshape(layout.tables, -1) - 1) % len(sets)
    return sets[1:], at


# --- sums --------------------------------------------------------------------------------------


def tally(layout: Layout, results: Results, wanted: Wanted) -> Tally:
    """Return the sums of some deals."""
    values = np.stack([results.wins, results.vp]).astype("f8")  # exact: all are whole numbers
    deals = results.vp.shape[0]
    own = [
        _sums(np.einsum("vdts,ts->vd", values, seat_shares(layout, k).astype("f8")))
        for k in range(layout.strategies)
    ]
    own_all = np.zeros((VALUES, layout.strategies, 2), "i8")
    own_all[:AHEAD] = np.stack(own, axis=1)
    games_lead = np.zeros((VALUES, len(layout.pairs), layout.tables, 2), "i8")
    lead = np.zeros((VALUES, len(layout.pairs), 2), "i8")
    for number, pair in enumerate(layout.pairs):
        at = layout.meetings(*pair)
        games = _leads(layout, results, values, pair, at)
        games_lead[:, number, at] = _sums(games, axis=1)
        lead[:, number] = _sums(games.sum(axis=2))
    effects = dict(_effects(layout, results, values)) if wanted.effects else {}
    sets = _count_sets(layout, results, wanted.groups)
    return Tally(deals, deals * layout.tables, own_all, lead, games_lead, effects, sets)


def _sums(values: Numbers, axis: int = -1) -> Ints:
    """Return sum and sum of squares over the deals."""
    whole = values.astype("i8")
    return np.stack([whole.sum(axis=axis), (whole * whole).sum(axis=axis)], axis=-1)


def _leads(
    layout: Layout, results: Results, values: Numbers, pair: tuple[int, int], at: Ints
) -> Numbers:
    """Return the lead in each game of a pair: [VALUES, D, tables of the pair]."""
    shares = lead_shares(layout, *pair)[at].astype("f8")
    leads = np.zeros((VALUES, values.shape[1], len(at)))
    leads[:AHEAD] = np.einsum("vdts,ts->vdt", values[:, :, at], shares)
    if layout.players > 1:
        first, second = (seat_shares(layout, k)[at] for k in pair)
        weights = np.einsum("ts,tr->tsr", first, second) // SEAT_UNIT
        rank = results.rank[:, at]
        ahead = np.sign(rank[:, :, None, :] - rank[:, :, :, None])
        leads[AHEAD] = np.einsum("dtsr,tsr->dt", ahead, weights)
    return leads


def _effects(layout: Layout, results: Results, values: Numbers) -> Iterator[tuple[str, Ints]]:
    """Yield the leads of the first of each pair while it sits on one label, by kind of label."""
    seat = np.broadcast_to(np.arange(layout.players), layout.seats.shape)
    fixed = {BY_SEAT: seat, BY_ESTATE: layout.estates}
    for by, labels in fixed.items():
        yield by, _effect(layout, values, labels[None], int(labels.max()) + 1)
    if results.place is not None:
        yield BY_PLACE, _effect(layout, values, results.place, layout.players)


def _effect(layout: Layout, values: Numbers, labels: npt.NDArray[np.integer], number: int) -> Ints:
    """Return sums of leads by label; labels: [D or 1, T, P]."""
    found = np.zeros((VALUES, len(layout.pairs), number, 2), "i8")
    for k, pair in enumerate(layout.pairs):
        for label in range(number):
            here = label_shares(layout, pair, labels == label).astype("f8")
            deals = np.broadcast_to(here, values.shape[1:])
            found[:AHEAD, k, label] = _sums(np.einsum("vdts,dts->vd", values, deals))
    return found


def _count_sets(layout: Layout, results: Results, groups: int) -> Ints:
    """Return places given away among each set of strategies, by group of deals: [G, S]."""
    if not groups:
        return np.zeros((0, 0), "i8")
    sets, at = set_table(layout)
    codes = ratings.ranking_code(results.rank)
    group = (results.first + np.arange(len(codes))) % groups
    counts = np.zeros((groups, len(sets) + 1))
    for g in np.unique(group):
        given = ratings.stages(layout.players)[codes[group == g]].sum(axis=0)  # [T, 2 ** P]
        counts[g] = np.bincount(at.ravel(), given.ravel(), len(sets) + 1)
    return counts[:, :-1].astype("i8")
