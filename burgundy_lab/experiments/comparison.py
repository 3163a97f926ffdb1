"""Comparing strategies: the same deals, seats turned and estates shifted, and what they say.

Where both names stand for one strategy the games of a deal are mostly each other's mirror images,
since the draws of a strategy hang on the seat: then the difference is 0 by design, and is told so
instead of tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from burgundy_lab.experiments.crew import read_workers
from burgundy_lab.experiments.deals import play_deals, read_plan
from burgundy_lab.experiments.design import Design, read_design
from burgundy_lab.experiments.leads import (
    COMPARED,
    deals_for,
    deals_to_tell,
    difference_table,
    effect_table,
    pair_row,
    strategy_table,
)
from burgundy_lab.experiments.manifest import unconfirmed_of_all
from burgundy_lab.experiments.match import NO_ESTATE, Estates, Strategies
from burgundy_lab.experiments.tally import BY_SEAT, Tally, Wanted
from burgundy_lab.experiments.telling import (
    difference_text,
    effect_text,
    needed_line,
    pairing_line,
    strategy_text,
    verdict,
)
from burgundy_lab.logs import COMPLETE
from burgundy_lab.sim.contract import Values
from burgundy_lab.sim.errors import UnknownName
from burgundy_lab.wording import TextTable, rests_on

FEWEST_DEALS = 2  # that have a spread
HALF_WIDTHS = {"win": (0.05, 0.02, 0.01, 0.005, 0.002), "vp": (5.0, 2.0, 1.0, 0.5, 0.2)}


def compare(
    *strategies: Any,
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
) -> Comparison:
    """Compare two or more strategies on the same deals.

    Every deal is played with all seats turned and estates shifted; `experiments.design` says
    which line-ups there are. The same results whatever jobs, backend and block_size are.

    Parameters
    ----------
    strategies
        Names, or strategies made with `@policy`.
    game, players
        What is played, and by how many; without a number by as few as can be.
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
        If an argument is not what the game or the lab knows, or the games are too few for an
        interval; or if a strategy fails.
    KeyboardInterrupt
        If Ctrl-C comes before there is anything to tell; later it ends the comparison with
        the deals that are done.
    """
    given: Strategies = strategies[0] if len(strategies) == 1 else list(strategies)
    design = read_design(game, players, given, estates, settings, values)
    plan = read_plan(design, games, seed, block_size, FEWEST_DEALS, "an interval")
    workers = read_workers(jobs, backend)

    def summary(tally: Tally) -> str:
        return short_line(difference_table(design, tally)) if tally.deals > 1 else ""

    played = play_deals(design, plan, workers, Wanted(effects=True), show=progress, summary=summary)
    if played.tally.deals < FEWEST_DEALS:
        raise KeyboardInterrupt
    return Comparison(
        game=game,
        players=design.layout.players,
        strategies=design.names,
        estates=tuple(name for name in design.estates if name != NO_ESTATE),
        seed=plan.seed,
        deals=played.tally.deals,
        games=played.tally.games,
        status=played.status,
        seconds=played.seconds,
        table=strategy_table(design, played.tally),
        differences=difference_table(design, played.tally),
        effects=effect_table(design, played.tally),
        unconfirmed=tuple(doubts(design)),
    )


def doubts(design: Design) -> list[dict[str, str]]:
    """Return the unconfirmed values that any table of a design rests on, as `unconfirmed`."""
    return unconfirmed_of_all({match.estates: match for match in design.matches}.values())


def short_line(differences: pl.DataFrame) -> str:
    """Return the lead in wins of the first pair as short as can be."""
    row = differences.to_dicts()[0]
    low, high = row["win_low"], row["win_high"]
    limits = "" if low is None else f" [{100 * low:+z.1f}, {100 * high:+z.1f}]"
    return f"{row['first']} - {row['second']}: wins {100 * row['win']:+z.1f}{limits} points"


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a comparison found.

    Attributes
    ----------
    strategies, estates
        What was compared, on what.
    deals, games
        Deals that were played, and games of all of them.
    status
        "complete", or "interrupted" after Ctrl-C.
    table
        Each strategy's wins and VP (`leads.strategy_table`).
    differences
        Each pair's lead in wins and VP, the correlation within deals, and what playing the same
        deals saved (`leads.difference_table`).
    effects
        The leads while the first is on one seat, estate, start place (`leads.effect_table`).
    """

    game: str
    players: int
    strategies: tuple[str, ...]
    estates: tuple[str, ...]
    seed: int
    deals: int
    games: int
    status: str
    seconds: float
    table: pl.DataFrame
    differences: pl.DataFrame
    effects: pl.DataFrame
    unconfirmed: tuple[dict[str, str], ...]

    @property
    def is_complete(self) -> bool:
        """Whether all games asked for were played."""
        return self.status == COMPLETE

    @property
    def by_seat(self) -> pl.DataFrame:
        """The leads while the first is on one seat."""
        return self.effects.filter(by=BY_SEAT) if len(self.effects) else self.effects

    @property
    def verdict(self) -> str:
        """What can be said of each pair, in plain words; a line for each."""
        several = self.players > len(set(self.strategies)) > 1
        return "\n".join(verdict(row, seats=several) for row in self.differences.to_dicts())

    def games_for(
        self,
        half_width: float = 0.01,
        value: str = "win",
        pair: Sequence[str] | None = None,
    ) -> int:
        """Return how many games of this design would make an interval so narrow.

        Parameters
        ----------
        half_width
            Half the width of the wished interval: a share of games, or VP.
        value
            "win" or "vp".
        pair
            Names of two strategies; the first pair if not given.

        Raises
        ------
        UnknownName, BadValue
            If there is no such value or pair, or nothing to go by.
        """
        if value not in COMPARED:
            raise UnknownName("value", value, COMPARED)
        row = pair_row(self.differences, pair)
        return self._per_deal * deals_for(row[f"{value}_sd"] or 0.0, half_width)

    def needed(
        self, value: str = "win", half_widths: Sequence[float] | None = None
    ) -> pl.DataFrame:
        """Return how many games each pair would need for some half widths.

        Returns
        -------
        ``first``, ``second``, ``value``, ``half_width``, ``games`` of this design, and
        ``independent``: games with a deal of their own that would tell as much. Pairs without
        spread have no rows.
        """
        if value not in COMPARED:
            raise UnknownName("value", value, COMPARED)
        rows = []
        for row in self.differences.to_dicts():
            if row[f"{value}_saved"] is None:
                continue
            for width in HALF_WIDTHS[value] if half_widths is None else half_widths:
                games = self._per_deal * deals_for(row[f"{value}_sd"], width)
                alone = round(games * row[f"{value}_saved"])
                rows.append((row["first"], row["second"], value, width, games, alone))
        names = ("first", "second", "value", "half_width", "games", "independent")
        types = (pl.String, pl.String, pl.String, pl.Float64, pl.Int64, pl.Int64)
        return pl.DataFrame(rows, schema=dict(zip(names, types, strict=True)), orient="row")

    def games_to_tell(self, pair: Sequence[str] | None = None) -> int | None:
        """Return how many games would tell a lead in wins as large as the one seen from none,
        in four of five tries; nothing if there is no lead or no spread.
        """
        row = pair_row(self.differences, pair)
        if not row["win"] or not row["win_sd"]:
            return None
        return self._per_deal * deals_to_tell(row["win_sd"], row["win"])

    @property
    def _per_deal(self) -> int:
        return self.games // self.deals

    @property
    def heading(self) -> str:
        """What was played, in one line."""
        on = f", estates {', '.join(self.estates)}" if self.estates else ""
        return (
            f"{self.game}, {self.players} {'player' if self.players == 1 else 'players'}{on}, "
            f"seed {self.seed}: {self.games:,} games = {self.deals:,} deals, each played "
            f"{self._per_deal} times{'' if self.is_complete else ' (interrupted)'}"
        )

    def text_tables(self) -> list[TextTable]:
        """Return the tables as strings: strategies, differences, effects."""
        tables = [strategy_text(self.table), difference_text(self.differences)]
        if len(self.effects):
            tables.append(effect_text(self.effects, alone=self.players == 1))
        return tables

    def lines(self) -> Iterator[str]:
        """Yield the comparison in words, for the shell."""
        yield self.heading
        for table in self.text_tables():
            yield from ("", *str(table).splitlines())
        yield ""
        yield from self._notes()

    def _notes(self) -> Iterator[str]:
        for row in self.differences.to_dicts():
            if not row["mirrored"]:
                yield pairing_line(row, alone=self.players == 1)
                pair = (row["first"], row["second"])
                if row["win_sd"]:
                    yield needed_line(pair, self.games_for(pair=pair), self.games_to_tell(pair))
        if len(self.differences) > 1:
            yield (
                f"{len(self.differences)} pairs, each with an interval of its own: about one in "
                "twenty misses the truth"
            )
        yield rests_on(self.unconfirmed)
        yield from (f"verdict: {line}" for line in self.verdict.splitlines())

    def as_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        meta = ("game", "players", "strategies", "estates", "seed", "deals", "games", "status")
        return {
            **{name: getattr(self, name) for name in meta},
            "seconds": self.seconds,
            "table": self.table.to_dicts(),
            "differences": self.differences.to_dicts(),
            "effects": self.effects.to_dicts(),
            "needed": [row for value in COMPARED for row in self.needed(value).to_dicts()],
            "verdict": self.verdict.splitlines(),
            "unconfirmed": list(self.unconfirmed),
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        """Show the comparison in a notebook."""
        return notebook_html(self.heading, self.text_tables(), self._notes())


def notebook_html(heading: str, tables: Sequence[TextTable], notes: Iterator[str]) -> str:
    """Return a heading, tables and lines as HTML."""
    from html import escape

    shown = "".join(table._repr_html_() for table in tables)
    rest = "<br>".join(escape(line) for line in notes)
    return f"<p>{escape(heading)}</p>{shown}<p>{rest}</p>"
