"""Playing the deals of a design: the same game numbers at every table, summed up in blocks.

What is kept are sums of whole numbers, so memory does not grow with the games, and the results
are the same for any number of workers, kind of worker and split into blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from burgundy_lab.experiments.block import Plan, Report, Signals, next_chunk, play_rows, sendable
from burgundy_lab.experiments.crew import Crew, Workers
from burgundy_lab.experiments.design import Design, Ints, Layout
from burgundy_lab.experiments.log import NO_LOG
from burgundy_lab.experiments.match import Match, pack, unpack
from burgundy_lab.experiments.progress import Progress
from burgundy_lab.experiments.tally import Results, Tally, Wanted, tally
from burgundy_lab.experiments.totals import columns_at
from burgundy_lab.logs import COMPLETE, INTERRUPTED
from burgundy_lab.sim.contract import whole_number
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.position import check_seed

MOST_GAMES = 10**9  # sums of squares stay exact up to here
BLOCK_GAMES = 8192  # games of a block, if it is not given and a deal has fewer
BLOCKS = 40  # at least, if there are enough deals: results are shown block by block
FEWEST_IN_BLOCK = 16  # deals, of a plan with many: a table is set up anew in each block
FIRST_SLICE = 1  # deal of a block; slow strategies take a minute for one


@dataclass(frozen=True, eq=False)
class Played:
    """Sums over the deals that were played, and how it went."""

    tally: Tally
    status: str  # complete or interrupted
    seconds: float


def read_plan(
    design: Design, games: int, seed: int, block_size: int | None, fewest: int, why: str
) -> Plan:
    """Return which deals are played: as many as make at least the games asked for.

    Parameters
    ----------
    block_size
        Deals of a block; by default what makes about BLOCK_GAMES games, or a part of a short
        plan.
    fewest, why
        Fewest deals, and what needs them.

    Raises
    ------
    BadValue
        If a number is out of its range, or the games make too few deals.
    """
    check_seed(seed)
    games = whole_number("games", games, 1, MOST_GAMES)
    tables = design.layout.tables
    deals = -(-games // tables)
    if deals < fewest:
        raise BadValue(
            f"games {games} make {deals} {'deal' if deals == 1 else 'deals'} of {tables} games "
            f"each, too few for {why}: give {fewest * tables:,} or more"
        )
    if block_size is None:
        block_size = max(FEWEST_IN_BLOCK, min(BLOCK_GAMES // tables, deals // BLOCKS))
    block_size = whole_number("block_size", block_size, 1, MOST_GAMES)
    # What a block's results take in memory must not grow with the games.
    most = max(FEWEST_IN_BLOCK, 8 * BLOCK_GAMES // tables)
    return Plan(int(seed), deals, min(block_size, most), NO_LOG, None)


def play_deals(
    design: Design,
    plan: Plan,
    workers: Workers,
    wanted: Wanted,
    *,
    show: bool,
    summary: Callable[[Tally], str],
) -> Played:
    """Play all deals of a plan; after Ctrl-C return those that were played at all tables.

    Raises
    ------
    PolicyError
        If a strategy raises or answers with no legal action.
    KeyboardInterrupt
        If Ctrl-C comes before a deal is whole.
    """
    cold = next((match for match in design.matches if match.is_cold), design.matches[0])
    progress = Progress(cold, plan.games * design.layout.tables, show=show, summary=summary)
    crew = Crew(workers, plan.blocks, _Nothing(), progress)
    try:
        crew.compile(*design.matches)
        start = perf_counter()
        crew.play(
            lambda signals: partial(
                play_block, design.matches, design.layout, plan, wanted, signals
            ),
            lambda path: partial(
                play_packed, pack(design.matches), design.layout, plan, wanted, path
            ),
        )
        seconds = perf_counter() - start
    finally:
        progress.close()
    if crew.failed is not None and crew.failed.error is not None:
        raise crew.failed.error
    if not crew.done:
        raise KeyboardInterrupt
    complete = crew.games == plan.games
    if not complete:
        progress.note(f"interrupted: {crew.totals.deals:,} of {plan.games:,} deals")
    return Played(crew.totals, COMPLETE if complete else INTERRUPTED, round(seconds, 3))


class _Nothing:
    """The sums of no deals."""

    games = 0

    def __add__(self, other: Tally) -> Tally:
        return other


def play_block(
    matches: Sequence[Match],
    layout: Layout,
    plan: Plan,
    wanted: Wanted,
    signals: Signals,
    block: int,
) -> Report:
    """Play one block of deals at all tables; errors come back in the report.

    A block that is stopped reports the deals that were played at all tables.
    """
    try:
        deals, results = _play(matches, plan, signals, block)
        if deals == 0 or signals.is_given_up:
            return Report(block)
        return Report(block, deals, tally(layout, results, wanted))
    except Exception as error:
        return Report(block, error=error)


def play_packed(
    packed: bytes, layout: Layout, plan: Plan, wanted: Wanted, signals_path: str, block: int
) -> Report:
    """Play one block in another process than the caller's."""
    try:
        signals = Signals.open(signals_path)
        return sendable(play_block(unpack(packed), layout, plan, wanted, signals, block))
    except Exception as error:
        return sendable(Report(block, error=error))


def _play(
    matches: Sequence[Match], plan: Plan, signals: Signals, block: int
) -> tuple[int, Results]:
    """Return how many deals of a block were played, all unless it was stopped; and results."""
    at = columns_at(matches[0].game)
    names = [name for name in ("vp", "rank", "shared", "start_place") if name in at]
    deals, players = plan.games_of(block), matches[0].players
    found: dict[str, Ints] = {
        name: np.zeros((deals, len(matches), players), "i8") for name in names
    }
    first, played, wanted = block * plan.block_size, 0, FIRST_SLICE
    while played < deals:
        wanted, start = min(wanted, deals - played), perf_counter()
        for t, match in enumerate(matches):
            rows: Any = play_rows(
                match, plan.seed, first + played, wanted, signals, block, chunk=wanted
            )
            if rows is None:
                signals.add(block, -t * wanted)
                return played, _results(first, found, played)
            table = rows.reshape(wanted, players, -1)
            for name in names:
                found[name][played : played + wanted, t] = table[:, :, at[name]]
        played += wanted
        wanted = next_chunk(wanted, (perf_counter() - start) / len(matches))
    return played, _results(first, found, played)


def _results(first: int, found: Mapping[str, Ints], deals: int) -> Results:
    """Return the first deals of what was found."""
    part = {name: values[:deals] for name, values in found.items()}
    return Results(first, part["vp"], part["rank"], part["shared"], part.get("start_place"))
