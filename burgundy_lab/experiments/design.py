"""Who plays whom in a comparison: line-ups, turned round the table, on the same deals.

A deal is one game number of a seed: the same dice, goods, tiles and cards as far as what is
decided allows. Every deal is played at each table of the design, and all games of a deal are
in one block. Letters in shapes: K strategies, T tables, P seats, D deals.

Line-ups. With as many strategies as seats there is one of each. With more, every choice of P of
them makes a line-up. With fewer, all sit down and one of them takes all seats that are left, each
in turn: two strategies at four seats play one against three both ways (a lone A among Bs, and a
lone B among As). Alone, each strategy plays the deal by itself.

Seats. A line-up is turned round the table, so that each strategy sits on each seat once; that
keeps who follows whom. Estates, if several are given, are shifted round the table as well, so
that each strategy plays each estate on each seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.experiments.match import (
    Estates,
    Match,
    Strategies,
    check_names,
    named_strategies,
    read_match,
)
from burgundy_lab.sim.contract import Values, as_list
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.games import get_game
from burgundy_lab.strategies.policy import Policy, get_strategy

Ints = npt.NDArray[np.int64]
MOST_TABLES = 10_000


@dataclass(frozen=True, eq=False)
class Layout:
    """Who sits where: what the sums of a deal need to know of a design."""

    strategies: int
    seats: Ints  # [T, P] number of the strategy
    estates: Ints  # [T, P] number of the estate
    pairs: tuple[tuple[int, int], ...]  # strategies that are compared, the earlier one first

    @property
    def tables(self) -> int:
        """Games of one deal."""
        return len(self.seats)

    @property
    def players(self) -> int:
        """Seats at a table."""
        return int(self.seats.shape[1])

    def meetings(self, first: int, second: int) -> Ints:
        """Return the tables that compare two strategies: those at which both sit, or in games
        alone the tables of either.
        """
        sits = [(self.seats == strategy).any(axis=1) for strategy in (first, second)]
        both = sits[0] | sits[1] if self.players == 1 else sits[0] & sits[1]
        return np.flatnonzero(both)


@dataclass(frozen=True, eq=False)
class Design:
    """The tables at which every deal is played."""

    policies: tuple[Policy, ...]
    estates: tuple[str, ...]  # distinct ones
    matches: tuple[Match, ...]  # [T]
    layout: Layout

    @property
    def names(self) -> tuple[str, ...]:
        """Name of each strategy."""
        return tuple(policy.name for policy in self.policies)

    def are_same(self, first: int, second: int) -> bool:
        """Tell whether two strategies are one under two names."""
        a, b = self.policies[first], self.policies[second]
        return (a.function, a.weights) == (b.function, b.weights)


def line_ups(strategies: int, players: int) -> list[tuple[int, ...]]:
    """Return the line-ups of a number of strategies at a number of seats."""
    if strategies >= players:
        return list(combinations(range(strategies), players))
    everyone, left = tuple(range(strategies)), players - strategies
    return [tuple(sorted((*everyone, *[extra] * left))) for extra in everyone]


def turns(row: Sequence[Any], length: int) -> list[tuple[Any, ...]]:
    """Return the distinct windows of a length on a row that is closed to a ring."""
    ring = [*row, *row]
    return list(dict.fromkeys(tuple(ring[k : k + length]) for k in range(len(row))))


def read_design(
    game: str,
    players: int | None,
    strategies: Strategies,
    estates: Estates | None = None,
    settings: Mapping[str, str] | None = None,
    values: Values = None,
) -> Design:
    """Return the design of a user's words.

    Raises
    ------
    UnknownName, BadValue, PolicyError
        If anything is not what the game has; one line each.
    """
    policies = _read_strategies(game, strategies)
    seats = get_game(game).seat_counts[0] if players is None else players
    first = read_match(game, seats, policies[0], None, settings, values)
    shifts = _read_estates(estates, first.players)
    count, places = len(policies), first.players
    tables = (comb(count, places) if count >= places else count) * places * len(shifts)
    if tables > MOST_TABLES:
        raise BadValue(
            f"{count} strategies at {seats} seats make {tables:,} games of each deal, "
            f"more than {MOST_TABLES:,}: give fewer strategies or estates"
        )
    rows = [
        turn
        for line_up in line_ups(len(policies), first.players)
        for turn in turns(line_up, first.players)
    ]
    bare = [read_match(game, seats, policies[0], shift, settings, values) for shift in shifts]
    bare = list({match.estates: match for match in bare}.values())  # an estate has several names
    matches = tuple(
        replace(match, policies=tuple(policies[k] for k in row)) for row in rows for match in bare
    )
    known = tuple(dict.fromkeys(name for match in bare for name in match.estates))
    pairs = tuple(combinations(range(len(policies)), 2))
    layout = Layout(
        len(policies),
        np.array([row for row in rows for _ in bare], "i8"),
        np.array([[known.index(name) for name in m.estates] for m in matches], "i8"),
        pairs,
    )
    return Design(policies, known, matches, layout)


def _read_strategies(game: str, given: Strategies) -> tuple[Policy, ...]:
    found = [get_strategy(game, item) for item in named_strategies(given)]
    if len(found) < 2:
        named = f" (given: {found[0].name})" if found else ""
        raise BadValue(f"a comparison needs two strategies or more, not {len(found)}{named}")
    check_names(found)
    # The same one again plays under a name of its own, so that rows of tables can be told apart.
    names = [policy.name for policy in found]
    for k, name in enumerate(names):
        if before := names[:k].count(name):
            found[k] = replace(found[k], name=f"{name} ({before + 1})")
    check_names(found)
    return tuple(found)


def _read_estates(estates: Estates | None, players: int) -> list[Any]:
    if estates is None:
        return [None]
    named = as_list("estate", estates)
    for name in named:
        if not isinstance(name, str | int):
            raise BadValue(f"estate {name!r:.80} is neither a name nor a number")
    if len(named) == 1:
        return [named]
    if len(named) < players:
        raise BadValue(
            f"{len(named)} estates for {players} players: give one for all, or {players} or more "
            "to be shifted round the table"
        )
    return [list(shift) for shift in turns(named, players)]
