"""How strong the shipped strategies are: measured, and kept in ``ranks.json`` beside this file.

For each game and for its fewest and most seats, all shipped strategies play everyone against
everyone on equal estates (`tournament`); in a game alone each plays the same games (`simulate`).
``make ranks`` measures all again; needed after a change of the rules or of a strategy. Names of
games, as in ``python -m burgundy_lab.experiments.ranks board``, measure these alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from burgundy_lab.experiments.batch import simulate
from burgundy_lab.experiments.round_robin import tournament
from burgundy_lab.sim.games import GAMES, get_game
from burgundy_lab.strategies import strategies

FILE = Path(__file__).with_name("ranks.json")
SEED = 2011
GAMES_AT_TABLE = 40_000  # of a round robin in all
GAMES_ALONE = 10_000  # of each strategy


@dataclass(frozen=True)
class Place:
    """How one strategy did.

    Attributes
    ----------
    rank
        1 is the best; by rating, and in a game alone by wins, then VP.
    games, win, vp
        Games it played, share of those that it won (a shared win counts in part), mean VP.
    beaten_by
        Strategies that finished ahead of it in clearly more than half of the games of both (in
        a game alone: that clearly won more games, or as many with more VP). Clearly means that
        all of these are true in 95 of 100 tables (Holm's method; alone, that 95 % intervals do
        not meet).
    """

    strategy: str
    rank: int
    games: int
    win: float
    vp: float
    beaten_by: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A measured order of all shipped strategies of a game, the best first."""

    game: str
    players: int
    seed: int
    measured: str  # date, year-month-day
    games: int  # in all
    places: tuple[Place, ...]

    def place(self, strategy: str) -> Place | None:
        """Return the place of a strategy, None if it has not been measured."""
        return next((place for place in self.places if place.strategy == strategy), None)


@cache
def rank_tables(game: str) -> tuple[Table, ...]:
    """Return the stored tables of a game, by number of seats."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(_read(row) for row in rows if row["game"] == game)


def _read(row: Mapping[str, Any]) -> Table:
    places = tuple(
        Place(**{**place, "beaten_by": tuple(place["beaten_by"])}) for place in row["places"]
    )
    return Table(**{**row, "places": places})


def seats_ranked(game: str) -> list[int]:
    """Return the numbers of seats for which a game's strategies are ranked."""
    counts = get_game(game).seat_counts
    return sorted({counts[0], counts[-1]})


def strongest(game: str, players: int) -> str:
    """Return the strongest shipped strategy of a game, as measured with as many seats or with
    the most that are fewer: who judges if nobody is named. All answer in time: 200 games of each
    action of a first position take at most some ten seconds of one core (a slow test).
    """
    tables = [table for table in rank_tables(game) if table.players <= players]
    return tables[-1].places[0].strategy


def measure(game: str, players: int, games: int, seed: int, *, jobs: int = 1) -> Table:
    """Play all shipped strategies of a game and return the table of their places.

    Parameters
    ----------
    games
        Of the round robin in all; in a game alone, of each strategy.
    """
    names = [name for name, policy in strategies(game).items() if policy.library]
    today = date.today().isoformat()
    if players == 1:
        alone = _places_alone(game, names, games, seed, jobs)
        return Table(game, players, seed, today, games * len(names), tuple(alone))
    found = tournament(
        names, game=game, players=players, games=games, seed=seed, jobs=jobs, progress=False
    )
    better: dict[str, list[str]] = {name: [] for name in names}
    for row in found.matrix.to_dicts():
        if row["ahead"] > 0.5 and row["p_holm"] < 1 - row["confidence"]:
            better[row["opponent"]].append(row["strategy"])
    places = [_place(row, rank, better) for rank, row in enumerate(found.ratings.to_dicts(), 1)]
    return Table(game, players, seed, today, found.games, tuple(places))


def _places_alone(game: str, names: Sequence[str], games: int, seed: int, jobs: int) -> list[Place]:
    rows = [
        simulate(
            game=game, strategies=name, games=games, seed=seed, jobs=jobs, progress=False
        ).table.row(0, named=True)
        for name in names
    ]
    rows.sort(key=lambda row: (row["win"], row["vp"]), reverse=True)
    better = {row["strategy"]: [a["strategy"] for a in rows if _did_better(a, row)] for row in rows}
    return [_place(row, rank, better) for rank, row in enumerate(rows, 1)]


def _did_better(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    if a["win_low"] > b["win_high"] or b["win_low"] > a["win_high"]:
        return bool(a["win_low"] > b["win_high"])
    return bool(a["vp_low"] > b["vp_high"])


def _place(row: Mapping[str, Any], rank: int, better: Mapping[str, Sequence[str]]) -> Place:
    name = row["strategy"]
    win, vp = round(row["win"], 4), round(row["vp"], 2)
    return Place(name, rank, row["games"], win, vp, tuple(sorted(better[name])))


def main() -> None:
    """Measure the tables of the games named as arguments anew, or of all, and write the file."""
    wanted = [get_game(name).name for name in sys.argv[1:]] or GAMES
    tables: list[Table] = []
    for game in GAMES:
        if game not in wanted:
            tables += rank_tables(game)
            continue
        for players in seats_ranked(game):
            games = GAMES_ALONE if players == 1 else GAMES_AT_TABLE
            tables.append(measure(game, players, games, SEED, jobs=-1))
            best = ", ".join(place.strategy for place in tables[-1].places)
            print(f"{game}, seats {players}: {best}", file=sys.stderr)
    draft = FILE.with_suffix(".tmp")
    draft.write_text(json.dumps(list(map(asdict, tables)), indent=1) + "\n", encoding="utf-8")
    draft.replace(FILE)
