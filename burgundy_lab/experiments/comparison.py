"""Comparing strategies: the same deals, seats turned and estates shifted, and what they say.

Where both names stand for one strategy the games of a deal are mostly each other's mirror images,
since the draws of a strategy hang on the seat: then the difference is 0 by design, and is told so
instead of tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import polars as pl

from burgundy_lab.experiments.crew import read_workers
from burgundy_lab.experiments.deals import play_deals, read_plan
from burgundy_lab.experiments.design import Design, read_design
from burgundy_lab.experiments.leads import (
    COMPARED,
    difference_table,
    effect_table,
    pair_row,
    strategy_table,
)
from burgundy_lab.experiments.manifest import describe_rules, unconfirmed_of_all
from burgundy_lab.experiments.match import NO_ESTATE, Estates, Strategies
from burgundy_lab.experiments.needed import (
    check_above_0,
    deals_for,
    deals_to_tell,
    spread_of_shares,
)
from burgundy_lab.experiments.tally import BY_SEAT, Tally, Wanted
from burgundy_lab.experiments.telling import (
    difference_text,
    effect_text,
    is_sure,
    needed_line,
    on_what,
    pairing_line,
    short_line,
    stopped_line,
    strategy_text,
    verdict,
)
from burgundy_lab.intervals import spread_limits
from burgundy_lab.logs import COMPLETE
from burgundy_lab.sim.contract import Values, as_list
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.wording import TextTable, notebook_html, rests_on

FEWEST_DEALS = 2  # that have a spread
PLANNED_LEAD = 0.05  # told of where the deals tell no lead
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
        deals_asked=plan.games,
        games=played.tally.games,
        status=played.status,
        seconds=played.seconds,
        table=strategy_table(design, played.tally),
        differences=difference_table(design, played.tally),
        effects=effect_table(design, played.tally),
        unconfirmed=tuple(doubts(design)),
        rules=describe_rules(design.matches[0]),
    )


def doubts(design: Design) -> list[dict[str, str]]:
    """Return the unconfirmed values that any table of a design rests on, as `unconfirmed`."""
    return unconfirmed_of_all({match.estates: match for match in design.matches}.values())


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a comparison found.

    Attributes
    ----------
    strategies, estates
        What was compared, on what.
    deals, deals_asked, games
        Deals that were played, of how many, and games of all that were played.
    rules
        Settings and assumed values of the games, hash of the code, and versions.
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
    deals_asked: int
    games: int
    status: str
    seconds: float
    table: pl.DataFrame
    differences: pl.DataFrame
    effects: pl.DataFrame
    unconfirmed: tuple[dict[str, str], ...]
    rules: Mapping[str, Any]

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
        """What can be said of each pair, in plain words; a line for each. All lines together are
        wrong about a lead in wins in at most 5 of 100 comparisons (Holm's method); those about VP
        likewise.
        """
        seats = self.players > len(set(self.strategies)) > 1
        rows = self.differences.to_dicts()
        stopped = not self.is_complete
        return "\n".join(
            verdict(row, seats=seats, pairs=len(rows), stopped=stopped) for row in rows
        )

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
        row = self._row(value, pair)
        return self._per_deal * deals_for(row[f"{value}_sd"] or 0.0, half_width)

    def games_for_limits(
        self,
        half_width: float = 0.01,
        value: str = "win",
        pair: Sequence[str] | None = None,
    ) -> tuple[int, int]:
        """Return between which numbers the truth of `games_for` lies: a 95 % interval.

        The deals that were played know their own spread only so well; a few of them hardly.

        Parameters
        ----------
        half_width, value, pair
            As for `games_for`.

        Raises
        ------
        UnknownName, BadValue
            If there is no such value or pair, or nothing to go by.
        """
        row = self._row(value, pair)
        deals_for(row[f"{value}_sd"] or 0.0, half_width)  # refuses what makes no sense
        return self._limits_of_games(row, value, half_width)

    def _limits_of_games(
        self, row: Mapping[str, Any], value: str, half_width: float
    ) -> tuple[int, int]:
        sd, most = row[f"{value}_sd"], row["win_most"]
        if value == "win":
            share = (1 + row["win"] / most) / 2
            parts = spread_of_shares(share, sd / (2 * most), self.deals)
            low, high = (2 * most * part for part in parts)
        else:
            low, high = map(float, spread_limits(sd, self.deals))
        return (
            self._per_deal * deals_for(low, half_width),
            self._per_deal * deals_for(high, half_width),
        )

    def _row(self, value: str, pair: Sequence[str] | None) -> Mapping[str, Any]:
        if value not in tuple(COMPARED):
            raise UnknownName("value", value, COMPARED)
        return pair_row(self.differences, pair)

    def needed(
        self, value: str = "win", half_widths: Sequence[float] | None = None
    ) -> pl.DataFrame:
        """Return how many games each pair would need for some half widths.

        Returns
        -------
        ``first``, ``second``, ``value``, ``half_width``, ``games`` of this design with the limits
        ``games_low``, ``games_high`` (`games_for_limits`), and ``independent``: games with a deal
        of their own that would tell as much. Pairs without spread have no rows.
        """
        if value not in tuple(COMPARED):
            raise UnknownName("value", value, COMPARED)
        widths: Sequence[float] = HALF_WIDTHS[value]
        if half_widths is not None:
            widths = as_list("half_widths", half_widths)
        rows = []
        for row in self.differences.to_dicts():
            if row[f"{value}_saved"] is None:
                continue
            for width in widths:
                games = self._per_deal * deals_for(row[f"{value}_sd"], width)
                limits = self._limits_of_games(row, value, width)
                alone = round(games * row[f"{value}_saved"])
                rows.append((row["first"], row["second"], value, width, games, *limits, alone))
        counts = ("games", "games_low", "games_high", "independent")
        names = ("first", "second", "value", "half_width", *counts)
        types = (pl.String, pl.String, pl.String, pl.Float64, *[pl.Int64] * len(counts))
        return pl.DataFrame(rows, schema=dict(zip(names, types, strict=True)), orient="row")

    def games_to_tell(
        self, pair: Sequence[str] | None = None, *, lead: float | None = None
    ) -> int | None:
        """Return how many games would tell a lead in wins from none in four of five tries.

        Parameters
        ----------
        pair
            Names of two strategies; the first pair if not given.
        lead
            The true lead to plan for, a share of games: 0.05 are five percentage points. Without
            it the lead that was seen, which by chance may be far from the true one.

        Returns
        -------
        The games of this design; nothing if there is no lead or no spread to go by.

        Raises
        ------
        UnknownName, BadValue
            If there is no such pair, or the lead is more than there can be.
        """
        row = pair_row(self.differences, pair)
        most = row["win_most"]
        if lead is not None:
            check_above_0("lead", lead)
            if lead >= most:
                raise BadValue(f"lead {lead!r} must be below {most:g}, where all games are won")
        wanted = abs(row["win"]) if lead is None else lead
        if not wanted or not row["win_sd"]:
            return None
        even_sd = row["win_sd"] / sqrt(1 - (row["win"] / most) ** 2)
        return self._per_deal * deals_to_tell(wanted, even_sd, most)

    @property
    def _per_deal(self) -> int:
        return self.games // self.deals

    @property
    def heading(self) -> str:
        """What was played, in one line."""
        return (
            f"{self.game}, {self.players} {'player' if self.players == 1 else 'players'}"
            f"{on_what(self.game, self.estates, self.rules)}, "
            f"seed {self.seed}: {self.games:,} games = {self.deals:,} deals, each played "
            f"{self._per_deal} times{'' if self.is_complete else ' (interrupted)'}"
        )

    def text_tables(self) -> list[TextTable]:
        """Return the tables as strings: strategies, differences, effects."""
        tables = [strategy_text(self.table), difference_text(self.differences)]
        if len(self.effects):
            tables.append(effect_text(self.effects, alone=self.players == 1, names=self.strategies))
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
                if line := pairing_line(row, alone=self.players == 1):
                    yield line
                if row["win_sd"]:
                    yield self._needed_line(row)
        if len(self.differences) > 1:
            yield (
                f"{len(self.differences)} pairs, each with an interval of its own: about one in "
                "twenty misses the truth; verdicts are held to that for all pairs at once (Holm)"
            )
        if not self.is_complete:
            yield stopped_line(self.deals, self.deals_asked)
        yield rests_on(self.unconfirmed)
        yield from (f"verdict: {line}" for line in self.verdict.splitlines())

    def _needed_line(self, row: Mapping[str, Any]) -> str:
        pair = (row["first"], row["second"])
        lead = row["win"] if is_sure(row, "win") else min(PLANNED_LEAD, row["win_most"] / 2)
        games = self.games_to_tell(pair, lead=abs(lead))
        tell = None if games is None else (lead, games)
        return needed_line(pair, self.games_for(pair=pair), self.games_for_limits(pair=pair), tell)

    def as_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        meta = (
            "game", "players", "strategies", "estates", "seed", "deals", "deals_asked", "games",
            "status", "seconds",
        )  # fmt: skip
        stopped = None if self.is_complete else stopped_line(self.deals, self.deals_asked)
        return {
            **{name: getattr(self, name) for name in meta},
            **self.rules,
            "stopped": stopped,
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
