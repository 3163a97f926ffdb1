"""Estates against each other: one strategy on all seats, the same deals on every table.

A design of tables puts each estate on each seat equally often, against the others equally
often. All tables play the same deals: game i has the same dice, goods and tiles whoever sits
where. So neither seats nor luck of the deal can make one estate look better than another, and
the deal is the unit of every comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from joblib import Parallel, delayed

from burgundy_lab.experiments.block import Signals, play_rows
from burgundy_lab.experiments.crew import read_workers
from burgundy_lab.experiments.design import turns
from burgundy_lab.experiments.log import win_shares
from burgundy_lab.experiments.manifest import describe_rules, unconfirmed_of_all
from burgundy_lab.experiments.match import Match, read_match
from burgundy_lab.experiments.progress import counted
from burgundy_lab.experiments.telling import on_what
from burgundy_lab.experiments.totals import columns_at
from burgundy_lab.sim.contract import MOST_SEATS, Game, as_list, whole_number
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import check_seed
from burgundy_lab.strategies.policy import Policy
from burgundy_lab.wording import rests_on, who_played

Numbers = npt.NDArray[np.int32]
MOST_DEALS = 1_000_000
MOST_TABLES = 10_000
# Columns of the game that are kept, beside game, seat, estate and win.
KEPT = ("start_place", "vp", "tied", "empty_spaces", "purchases")


@dataclass(frozen=True, eq=False)
class EstateGames:
    """What was played, and on what it rests.

    Attributes
    ----------
    rows
        One row for each table, deal and seat, in this order: ``table`` (number of the table),
        ``game`` (number of the deal, the same on every table), ``seat``, ``strategy``,
        ``estate``, ``win``, and columns of the log.
    game, players, strategy, estates, deals, seed
        What was played: by one strategy on all seats.
    rules
        Settings and assumed values of the games, hash of the code, and versions.
    unconfirmed
        Path, confidence and text of the values that no source confirms, as in a manifest.
    """

    rows: pl.DataFrame
    game: str
    players: int
    strategy: str
    estates: tuple[str, ...]
    deals: int
    seed: int
    rules: Mapping[str, Any]
    unconfirmed: tuple[dict[str, str], ...]

    @property
    def heading(self) -> str:
        """What was played, in one line."""
        changed = on_what(self.game, (), self.rules)
        return (
            f"{self.game}, {self.players} players, {len(self.estates)} estates, all played by "
            f"{self.strategy}{changed}, seed {self.seed}: {len(self.rows) // self.players:,} games "
            f"= {self.deals:,} deals, each played at {self.rows['table'].n_unique()} tables"
        )

    def notes(self) -> tuple[str, ...]:
        """Return what to say beside figures of these games: who played, and on what they rest."""
        what = "the order of estates, and what the start brings,"
        return who_played(what, [self.strategy]), rests_on(self.unconfirmed)

    def as_dict(self) -> dict[str, Any]:
        """Return what was played for JSON, without the rows."""
        meta = ("game", "players", "strategy", "estates", "deals", "seed")
        return {
            **{name: getattr(self, name) for name in meta},
            **self.rules,
            "unconfirmed": list(self.unconfirmed),
        }

    def __str__(self) -> str:
        return "\n".join((self.heading, *self.notes()))


def estate_games(
    estates: Sequence[str | int] | None = None,
    *,
    players: int = 2,
    strategy: str | Policy = "balanced",
    deals: int,
    seed: int,
    jobs: int = 1,
    game: str = "board",
    settings: Mapping[str, str] | None = None,
    columns: Sequence[str] = KEPT,
    progress: bool = True,
) -> EstateGames:
    """Play the same deals on every table of a design of estates.

    Parameters
    ----------
    estates
        Estates to compare; all that differ if not given, each by its first name in the game.
    players, strategy, game
        Seats at each table, and the strategy that plays them all.
    deals, seed
        How many deals each table plays, and the number their chance comes from.
    jobs
        Threads, -1 for one on each core; the rows are the same for any number.
    settings
        As in `simulate`.
    columns
        Columns of the log that are kept.
    progress
        Whether a bar counts the tables that are done, in a notebook or a terminal.

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
    known = columns_at(rules)
    columns = as_list("columns", columns)
    for column in columns:
        if column not in tuple(known):
            raise UnknownName("column", column, known)
    matches = [
        read_match(game, players, strategy, table, settings) for table in tables(names, players)
    ]
    matches[0].compile()
    wanted = [known[column] for column in ("rank", "shared", *columns)]
    signals = Signals.new()
    work = (delayed(_play)(match, deals, seed, wanted, signals) for match in matches)
    try:
        # In the order of the tables, whoever is ready first.
        parallel = Parallel(workers.jobs, backend="threading", return_as="generator")
        played: list[Numbers] = list(counted(parallel(work), len(matches), "tables", show=progress))
    except BaseException:  # such as Ctrl-C; else other threads would play on to their ends
        signals.stop_at(0)
        raise
    doubts = unconfirmed_of_all({match.estates: match for match in matches}.values())
    return EstateGames(
        rows=_frame(matches, deals, columns, np.concatenate(played)),
        game=game,
        players=players,
        strategy=matches[0].names[0],
        estates=tuple(names),
        deals=deals,
        seed=int(seed),
        rules=describe_rules(matches[0]),
        unconfirmed=tuple(doubts),
    )


def tables(estates: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Return who sits where: each estate on each seat, and against each other, equally often.

    Seats of one table are d apart in the list of estates, which goes round, for every d that
    seats no estate twice; for two players these are all ordered pairs. Where that lets some meet
    more often than others, all choices of estates are turned round the seats.

    Raises
    ------
    BadValue
        If there are fewer estates than seats, or they would need too many tables.
    """
    n = len(estates)
    if n < players:
        raise BadValue(f"{n} estates are too few for tables of {players} different ones")
    apart = [d for d in range(1, n) if len({d * seat % n for seat in range(players)}) == players]
    design = [
        tuple((first + d * seat) % n for seat in range(players))
        for d in apart
        for first in range(n)
    ]
    if not _meet_equally(design, n):
        if comb(n, players) * players > MOST_TABLES:
            raise BadValue(
                f"{n} estates for {players} players need {comb(n, players) * players:,} tables to "
                f"meet equally often, more than {MOST_TABLES:,}: give fewer"
            )
        design = [turn for row in combinations(range(n), players) for turn in turns(row, players)]
    return [tuple(estates[k] for k in table) for table in design]


def _meet_equally(design: Sequence[tuple[int, ...]], estates: int) -> bool:
    """Tell whether each two estates sit at equally many tables."""
    met = Counter(pair for table in design for pair in combinations(sorted(table), 2))
    return len(met) == comb(estates, 2) and len(set(met.values())) == 1


def different_estates(rules: Game) -> list[str]:
    """Return the estates of a game whose spaces differ: reprints have a name of their own."""
    found: dict[object, str] = {}
    for estate in rules.estates:
        found.setdefault(rules.layout(estate) if rules.layout else estate, estate)
    return list(found.values())


def _estate_ids(rules: Game, given: Sequence[str | int] | None) -> list[str]:
    """Return the ids of the estates, in the order given."""
    if not rules.estates:
        raise BadValue(f"in {rules.name!r} there are no estates to compare")
    wanted = different_estates(rules) if given is None else as_list("estate", given)
    seats = rules.seat_counts[0]
    blanks = [rules.blank(seats, [name], None)[0] for name in wanted]
    names = [str(rules.estate_of(blank, 0)) for blank in blanks]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadValue(f"estates are compared with others, so name {', '.join(twice)} once")
    return names


def _play(match: Match, deals: int, seed: int, wanted: Sequence[int], signals: Signals) -> Numbers:
    """Return the wanted columns of the loop's rows of one table: [deals * P, columns]."""
    played = play_rows(match, seed, 0, deals, signals)
    if played is None:  # stopped, so nobody reads it
        return np.zeros((0, len(wanted)), "i4")
    return played[:, wanted]


def _frame(
    matches: Sequence[Match], deals: int, columns: Sequence[str], rows: Numbers
) -> pl.DataFrame:
    """Return the rows of all tables, in which rank and shared come first, as a frame."""
    players, name = matches[0].players, matches[0].names[0]
    of_table = deals * players
    seats = np.tile(np.arange(players, dtype="i1"), deals * len(matches))
    estates = pl.Series([match.estates for match in matches]).explode()
    at = np.repeat(np.arange(len(matches)), of_table) * players + seats
    return pl.DataFrame(
        {
            "table": np.repeat(np.arange(len(matches), dtype="i4"), of_table),
            "game": np.tile(np.repeat(np.arange(deals), players), len(matches)),
            "seat": seats,
            "strategy": pl.repeat(name, len(seats), dtype=pl.Enum([name]), eager=True),
            "estate": estates.cast(pl.Enum(matches[0].game.estates)).gather(at),
            "win": win_shares(rows[:, 0], rows[:, 1]),
            **{name: rows[:, 2 + k] for k, name in enumerate(columns)},
        }
    )
