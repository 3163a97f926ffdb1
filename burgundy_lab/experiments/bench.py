"""How fast the lab is on this machine: games/s, cost of logs, start-up, memory.

What is compared is measured in turns within one run, and ratios are medians of pairs, since
machines are shared and noisy. Compiled code is loaded from the cache first.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from joblib import cpu_count

from burgundy_lab.experiments.batch import simulate
from burgundy_lab.experiments.match import Match, named_strategies, read_match
from burgundy_lab.experiments.run import Run
from burgundy_lab.experiments.totals import columns_at
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.rollout import ROW_DECISIONS, ROW_FIXED
from burgundy_lab.strategies import strategies

SEED = 1
REPEATS = 5  # measurements of each thing; the median is reported
START_GAMES = 1000  # games of the command whose start is timed
BLOCK = 5_000  # games of a block, so that all cores finish at about the same time


@dataclass(frozen=True)
class Speed:
    """Speed of one strategy against itself at a table of so many seats."""

    strategy: str
    players: int
    games_per_second: float  # the loop alone, one core
    decisions_per_second: float  # the loop alone, one core
    vp: float  # mean of all seats
    games_per_second_all: float  # whole batches, all cores
    scaling: float  # whole batches, all cores to one, median of pairs


@dataclass(frozen=True)
class Costs:
    """What else takes time and memory."""

    cores: int
    logs_extra: float  # extra time for logs of games and seats, as a share
    decisions_extra: float  # extra time for logs of every decision too, as a share
    warm_seconds: float  # from command to table, compiled code in the cache
    cold_seconds: float  # the same with an empty cache
    logged_games: int
    peak_megabytes: float  # of the process that logged so many games


def measured(
    game: str, names: Sequence[str] | None = None, players: int | None = None
) -> list[Match]:
    """Return what is measured: each strategy of a game (or those named) in all seats, for each
    number of seats (or the one given).

    Raises
    ------
    UnknownName, BadValue
        If the game has no such strategy or number of seats.
    """
    counts = get_game(game).seat_counts if players is None else (players,)
    wanted = list(strategies(game)) if names is None else named_strategies(names)
    return [read_match(game, seats, name) for seats in counts for name in wanted]


def speeds(matches: Iterable[Match], *, seconds: float = 1.0) -> Iterator[Speed]:
    """Yield the speed of each match. seconds: about how long one measurement takes."""
    for match in matches:
        yield _speed(match, seconds)


def _speed(match: Match, seconds: float) -> Speed:
    match.compile()
    per_second, table = _loop_speed(match, seconds)
    cores = cpu_count()
    games = max(BLOCK // 10, int(per_second * seconds))
    options = {
        "game": match.game.name,
        "players": match.players,
        "strategies": match.names[0],
        "games": games * cores,
        "seed": SEED,
        "block_size": max(1, min(BLOCK, games // 8)),
        "progress": False,
    }
    pairs = [
        (_seconds(simulate, **options, jobs=1), _seconds(simulate, **options, jobs=cores))
        for _ in range(REPEATS)
    ]
    return Speed(
        strategy=match.names[0],
        players=match.players,
        games_per_second=per_second,
        decisions_per_second=per_second * float(table[:: match.players, ROW_DECISIONS].mean()),
        vp=float(table[:, columns_at(match.game)["vp"]].mean()),
        games_per_second_all=games * cores / median(both for _, both in pairs),
        scaling=median(single / both for single, both in pairs),
    )


def _loop_speed(match: Match, seconds: float) -> tuple[float, np.ndarray]:
    """Return games/s of the loop on one core, and the rows of the games."""
    loop = match.new_loop(SEED)
    no_log = np.zeros((0, 2), "i2")
    width = ROW_FIXED + len(match.game.columns)
    games, took = 8, 0.0
    while took < seconds / 8:  # find out how many games take about `seconds`
        games *= 2
        table = np.zeros((games * match.players, width), "i4")
        took = _seconds(loop.play, 0, games, table, no_log)
    games = max(1, int(games * seconds / took))
    table = np.zeros((games * match.players, width), "i4")
    times = [_seconds(loop.play, 0, games, table, no_log) for _ in range(REPEATS)]
    return games / median(times), table


def costs(game: str, *, games: int = 1_000_000) -> Costs:
    """Measure logs, start-up and memory with uniform random play by as few as can play.

    Parameters
    ----------
    game
        Name of the game.
    games
        Games of the run whose peak memory is measured.
    """
    with tempfile.TemporaryDirectory(prefix="burgundy-bench-") as folder:
        here = Path(folder)
        warm = median(
            _command(game, START_GAMES, here / f"warm-{n}", None)[0] for n in range(REPEATS)
        )
        cold, _ = _command(game, START_GAMES, here / "cold", str(here / "cache"))
        _, peak = _command(game, games, here / "memory", None)
        return Costs(
            cores=cpu_count(),
            logs_extra=_logs_extra(game, here, "games"),
            decisions_extra=_logs_extra(game, here, "decisions"),
            warm_seconds=warm,
            cold_seconds=cold,
            logged_games=games,
            peak_megabytes=peak,
        )


def _logs_extra(game: str, folder: Path, level: str) -> float:
    """Return the extra time of a run that logs so much, median of pairs."""
    options = {
        "game": game,
        "players": get_game(game).seat_counts[0],
        "games": 100_000,
        "seed": SEED,
        "progress": False,
    }
    ratios = []
    for n in range(REPEATS):
        without = _seconds(simulate, **options)
        ratios.append(
            _seconds(simulate, **options, log=level, out=folder / f"{level}-{n}") / without
        )
    return median(ratios) - 1


def _command(game: str, games: int, out: Path, cache: str | None) -> tuple[float, float]:
    """Run `burgundy simulate` as a user would; return seconds and peak megabytes."""
    words = [sys.executable, "-m", "burgundy_lab.cli", "simulate", "--game", game]
    words += ["--strategies", "uniform", "--seed", str(SEED), "--quiet"]
    words += ["--games", str(games), "--jobs", "-1", "--out", str(out)]
    environment = {**os.environ, **({"BURGUNDY_CACHE": cache} if cache else {})}
    start = perf_counter()
    with subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(words)} ended with status {process.returncode}")
    return perf_counter() - start, _megabytes(usage)


def _megabytes(usage: resource.struct_rusage) -> float:
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kibibytes elsewhere
    return usage.ru_maxrss * unit / 1e6


def _seconds(work: Callable[..., object], *arguments: object, **options: object) -> float:
    start = perf_counter()
    done = work(*arguments, **options)
    if isinstance(done, Run) and not done.is_complete:  # after Ctrl-C, so its time says nothing
        raise KeyboardInterrupt
    return perf_counter() - start
