"""Estates against each other: one strategy on all seats, the same deals on every table.

A design of tables puts each estate on each seat equally often, against the others equally
often. All tables play the same deals: game i has the same dice, goods and tiles whoever sits
where. So neither seats nor luck of the deal can make one estate look better than another, and
the deal is the unit of every comparison.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from joblib import Parallel, delayed

from burgundy_lab.experiments.crew import read_workers
from burgundy_lab.experiments.log import games_frame
from burgundy_lab.experiments.match import Match, read_match
from burgundy_lab.sim.contract import MOST_SEATS, Game, as_list, whole_number
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import check_seed
from burgundy_lab.sim.rollout import ROW_FIXED
from burgundy_lab.strategies.policy import Policy

MOST_DEALS = 1_000_000
CHUNK = 500  # games of a call of the compiled loop, which cannot be stopped
# Columns of the game that are kept, beside game, seat, estate and win.
KEPT = ("start_place", "vp", "tied", "empty_spaces", "purchases")


def estate_games(
    estates: Sequence[str | int] | None = None,
    *,
    players: int = 2,
    strategy: str | Policy = "balanced",
    deals: int,
    seed: int,
    jobs: int = 1,
    game: str = "board",
    columns: Sequence[str] = KEPT,
) -> pl.DataFrame:
    """Play the same deals on every table of a design of estates; return rows of seats.

    Parameters
    ----------
    estates
        Estates to compare; all of the game if not given.
    players, strategy, game
        Seats at each table, and the strategy that plays them all.
    deals, seed
        How many deals each table plays, and the number their chance comes from.
    jobs
        Threads, -1 for one on each core; the rows are the same for any number.
    columns
        Columns of the log that are kept.

    Returns
    -------
    One row for each table, deal and seat, in this order: ``table`` (number of the table),
    ``game`` (number of the deal, the same on every table), ``seat``, ``estate``, ``win``, and
    the columns.

    Raises
    ------
    UnknownName, BadValue
        If an argument is not what the game or the lab knows, an estate is named twice, or there
        are too few estates for the seats.
    PolicyError
        If the strategy fails.
    """
    check_seed(seed)
    rules = get_game(game)
    deals = whole_number("deals", deals, 1, MOST_DEALS)
    players = whole_number("players", players, 2, MOST_SEATS)
    workers = read_workers(jobs, "threads")
    names = _estate_ids(rules, estates)
    known = [column.name for column in rules.columns]
    for column in columns:
        if column not in known:
            raise UnknownName("column", column, known)
    matches = [read_match(game, players, strategy, table) for table in tables(names, players)]
    matches[0].compile()
    work = (delayed(_play)(match, deals, seed, k, columns) for k, match in enumerate(matches))
    played: list[pl.DataFrame] = Parallel(workers.jobs, backend="threading")(work)
    return pl.concat(played)


def tables(estates: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return who sits where: each estate on each seat equally often, no estate twice.

    Seats of one table are d apart in the list of estates, which goes round, for every d that
    seats no estate twice. For two players these are all ordered pairs.

    Raises
    ------
    BadValue
        If there are fewer estates than seats.
    """
    n = len(estates)
    apart = [d for d in range(1, n) if len({d * seat % n for seat in range(players)}) == players]
    if not apart:
        raise BadValue(f"{n} estates are too few for tables of {players} different ones")
    return [
        tuple(estates[(first + d * seat) % n] for seat in range(players))
        for d in apart
        for first in range(n)
    ]


def _estate_ids(rules: Game, given: Sequence[str | int] | None) -> list[str]:
    """Return the ids of the estates, in the order given."""
    if not rules.estates:
        raise BadValue(f"in {rules.name!r} there are no estates to compare")
    wanted = rules.estates if given is None else as_list("estate", given)
    seats = rules.seat_counts[0]
    blanks = [rules.blank(seats, [name], None)[0] for name in wanted]
    names = [str(rules.estate_of(blank, 0)) for blank in blanks]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadValue(f"estates are compared with others, so name {', '.join(twice)} once")
    return names


def _play(match: Match, deals: int, seed: int, number: int, columns: Sequence[str]) -> pl.DataFrame:
    """Return the rows of one table."""
    loop = match.new_loop(seed)
    rows = np.zeros((deals * match.players, ROW_FIXED + len(match.game.columns)), "i4")
    no_actions = np.zeros((0, 2), "i2")
    for first in range(0, deals, CHUNK):
        games = min(CHUNK, deals - first)
        loop.play(first, games, rows[first * match.players :], no_actions)
    played = games_frame(match, 0, rows)
    kept = ("game", "seat", "estate", "win", *columns)
    return played.select(pl.lit(number, pl.Int32).alias("table"), *kept)
