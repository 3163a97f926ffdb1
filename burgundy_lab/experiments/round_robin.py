"""A tournament: everyone against everyone on the same deals, a win matrix and ratings.

Every line-up of the strategies plays every deal with all seats turned (`experiments.design`):
for two players each pair on both seats, for three and four each choice of so many strategies.
Ratings are of Bradley and Terry's model for two players, of Plackett and Luce's for more
(`burgundy_lab.ratings`), with intervals from a bootstrap over the deals, whose games belong
together. Up to GROUPS deals are drawn one by one; more are gathered in so many groups of deals
first, which are as independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from burgundy_lab import ratings
from burgundy_lab.experiments.comparison import doubts
from burgundy_lab.experiments.crew import read_workers
from burgundy_lab.experiments.deals import play_deals, read_plan
from burgundy_lab.experiments.design import Design, read_design
from burgundy_lab.experiments.leads import ahead_table, strategy_table
from burgundy_lab.experiments.manifest import describe_rules
from burgundy_lab.experiments.match import NO_ESTATE, Estates, Strategies
from burgundy_lab.experiments.tally import Tally, Wanted, set_table
from burgundy_lab.experiments.telling import matrix_text, on_what, rating_text, stopped_line
from burgundy_lab.intervals import CONFIDENCE
from burgundy_lab.logs import COMPLETE
from burgundy_lab.sim.contract import Values
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.wording import TextTable, notebook_html, rests_on

FEWEST_DEALS = 10  # fewer make a bootstrap that is far too sure
GROUPS = 200
MODELS = {2: "Bradley-Terry"}
MODEL_OF_MORE = "Plackett-Luce"


def tournament(
    strategies: Strategies,
    *,
    game: str = "board",
    players: int | None = None,
    estates: Estates | None = None,
    settings: Mapping[str, str] | None = None,
    values: Values = None,
    games: int,
    seed: int,
    jobs: int = 1,
    backend: str = "threads",
    block_size: int | None = None,
    progress: bool = True,
) -> Tournament:
    """Have strategies play everyone against everyone and rate them.

    The same results whatever jobs, backend and block_size are.

    Parameters
    ----------
    strategies
        Names, or strategies made with `@policy`; two or more.
    game, players
        What is played, and how many sit at a table: 2, 3 or 4; by default as few as can be.
    estates
        One for all seats, or as many as seats (or more), which are shifted round the table.
    settings, values, jobs, backend, progress
        As in `simulate`.
    games, seed
        Games in all, made up to whole deals, and the number their chance comes from.
    block_size
        Deals of a block, the unit of work.

    Raises
    ------
    UnknownName, BadValue, PolicyError
        If an argument is not what the game or the lab knows, or the games make too few deals
        for a bootstrap; or if a strategy fails.
    KeyboardInterrupt
        If Ctrl-C comes before there is anything to tell; later it ends the tournament with the
        deals that are done.
    """
    design = read_design(game, players, strategies, estates, settings, values)
    if design.layout.players == 1:
        raise BadValue(f"{game!r} is played alone, which makes no tournament: use compare")
    plan = read_plan(design, games, seed, block_size, FEWEST_DEALS, "ratings")
    groups = min(plan.games, GROUPS)
    played = play_deals(
        design,
        plan,
        read_workers(jobs, backend),
        Wanted(groups=groups),
        show=progress,
        summary=lambda tally: short_line(design, tally),
    )
    if played.tally.deals < FEWEST_DEALS:
        raise KeyboardInterrupt
    matrix = ahead_table(design, played.tally)
    table = rating_table(design, played.tally, matrix, plan.seed)
    return Tournament(
        game=game,
        players=design.layout.players,
        model=MODELS.get(design.layout.players, MODEL_OF_MORE),
        strategies=design.names,
        estates=tuple(name for name in design.estates if name != NO_ESTATE),
        seed=plan.seed,
        deals=played.tally.deals,
        deals_asked=plan.games,
        games=played.tally.games,
        status=played.status,
        seconds=played.seconds,
        ratings=table,
        matrix=matrix,
        bounded=table["rating_low"].null_count() + table["rating_high"].null_count() == 0,
        unconfirmed=tuple(doubts(design)),
        rules=describe_rules(design.matches[0]),
    )


def rating_table(
    design: Design, tally: Tally, matrix: pl.DataFrame, seed: int, replicates: int | None = None
) -> pl.DataFrame:
    """Return the ratings with the wins and VP behind them, the best first.

    Returns
    -------
    ``rank``, ``rank_low``, ``rank_high``, the columns of `leads.strategy_table`, and
    ``rating`` (see `ratings.Ratings`) with ``rating_low``, ``rating_high``: null on a side of
    which the games know no end.
    """
    names = design.names
    ahead = np.zeros((len(names), len(names)))
    for row in matrix.to_dicts():
        ahead[names.index(row["strategy"]), names.index(row["opponent"])] = row["ahead"]
    sets, _ = set_table(design.layout)
    groups = tally.sets[tally.sets.any(axis=1)]  # after Ctrl-C some may have no deal
    found = ratings.rate(
        sets, groups, ahead, seed=seed, replicates=replicates or ratings.REPLICATES
    )
    columns = {
        "rank": found.rank,
        "rank_low": found.rank_low,
        "rank_high": found.rank_high,
        "rating": found.points,
        "rating_low": found.low,
        "rating_high": found.high,
    }
    table = strategy_table(design, tally).with_columns(
        pl.Series(name, numbers, nan_to_null=True) for name, numbers in columns.items()
    )
    ranks = ("rank", "rank_low", "rank_high")
    return table.select(*ranks, pl.exclude(ranks)).sort("rank", maintain_order=True)


def short_line(design: Design, tally: Tally) -> str:
    """Return each strategy's wins as short as can be."""
    table = strategy_table(design, tally)
    return " | ".join(f"{row['strategy']} {100 * row['win']:.1f} %" for row in table.to_dicts())


@dataclass(frozen=True, eq=False)
class Tournament:
    """What a tournament found.

    Attributes
    ----------
    ratings
        Each strategy's rank, wins, VP and rating with intervals, the best first
        (`rating_table`).
    matrix
        How often each finished ahead of each other (`leads.ahead_table`).
    model
        Of the ratings.
    deals, deals_asked, games
        Deals that were played, of how many, and games of all that were played.
    rules
        Settings and assumed values of the games, hash of the code, and versions.
    bounded
        Whether all ratings have an end on both sides: not if some never finished behind others.
    """

    game: str
    players: int
    model: str
    strategies: tuple[str, ...]
    estates: tuple[str, ...]
    seed: int
    deals: int
    deals_asked: int
    games: int
    status: str
    seconds: float
    ratings: pl.DataFrame
    matrix: pl.DataFrame
    bounded: bool
    unconfirmed: tuple[dict[str, str], ...]
    rules: Mapping[str, Any]

    @property
    def is_complete(self) -> bool:
        """Whether all games asked for were played."""
        return self.status == COMPLETE

    @property
    def mirrored(self) -> list[tuple[str, str]]:
        """Pairs of names of one strategy that come out even by design (`leads.is_mirrored`)."""
        even = self.matrix.filter(pl.col("ahead_low").is_null())
        pairs = even.select("strategy", "opponent").iter_rows()
        number = self.strategies.index
        return [(a, b) for a, b in pairs if number(a) < number(b)]

    @property
    def heading(self) -> str:
        """What was played, in one line."""
        return (
            f"{self.game}, {len(self.strategies)} strategies, {self.players} players"
            f"{on_what(self.game, self.estates, self.rules)}, "
            f"seed {self.seed}: {self.games:,} games = {self.deals:,} deals, each played "
            f"{self.games // self.deals} times{'' if self.is_complete else ' (interrupted)'}"
        )

    def text_tables(self) -> list[TextTable]:
        """Return the tables as strings: ratings, win matrix."""
        order = self.ratings["strategy"].to_list()
        return [rating_text(self.ratings), matrix_text(self.matrix, order)]

    def lines(self) -> Iterator[str]:
        """Yield the tournament in words, for the shell."""
        yield self.heading
        for table in self.text_tables():
            yield from ("", *str(table).splitlines())
        yield ""
        yield from self._notes()

    def _notes(self) -> Iterator[str]:
        yield (
            f"ratings: {self.model} on Elo's scale, 0 is the mean (100 points: ahead in 64 % of "
            "games); "
            f"{100 * CONFIDENCE:g} % intervals from a bootstrap over deals; a shared rank counts "
            "half"
        )
        for first, second in self.mirrored:
            yield f"{first} and {second} are one strategy, which comes out even by design"
        if not self.bounded:
            yield (
                "some strategies never finished behind others (or ahead), so nothing says how far "
                "these are apart: their ratings have no end on that side, and 0 is the mean of the "
                "largest group that losses link"
            )
        if not self.is_complete:
            yield stopped_line(self.deals, self.deals_asked)
        yield rests_on(self.unconfirmed)

    def as_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        meta: Sequence[str] = (
            "game", "players", "model", "strategies", "estates", "seed", "deals", "deals_asked",
            "games", "status", "seconds", "bounded",
        )  # fmt: skip
        stopped = None if self.is_complete else stopped_line(self.deals, self.deals_asked)
        return {
            **{name: getattr(self, name) for name in meta},
            **self.rules,
            "stopped": stopped,
            "ratings": self.ratings.to_dicts(),
            "matrix": self.matrix.to_dicts(),
            "unconfirmed": list(self.unconfirmed),
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        """Show the tournament in a notebook."""
        return notebook_html(self.heading, self.text_tables(), self._notes())
