"""How VP add up over a game, by source: the numbers behind the plot of scoring paths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from burgundy_lab.analysis.load import LoadedRun, load
from burgundy_lab.analysis.sources import Step, group_vp, scoring_steps, source_groups
from burgundy_lab.analysis.stats import Data, estimate, group_label, key_list
from burgundy_lab.intervals import CONFIDENCE
from burgundy_lab.sim.contract import Game
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.games import get_game

MOST_SOURCES = 9  # more groups than this cannot be told apart in a plot
OTHER = "other sources"


def scoring_paths(
    data: Data,
    *,
    game: str | Game | None = None,
    by: str | Sequence[str] = "strategy",
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return how VP add up: the mean by source at the end of each phase and of the game.

    Parameters
    ----------
    data
        A loaded run, or a frame of its rows.
    game
        The game that was played; a loaded run knows it.
    by
        What makes a path: a strategy, or a strategy on a seat or estate.
    confidence
        Probability that an interval covers the true mean of the total.

    Returns
    -------
    One row for each path, step and source: ``path`` (label), ``games``, ``confidence``,
    ``step`` (a phase, or "end"), ``source`` (a group of sources; the smallest are merged if
    there are many), ``vp`` (mean VP gained up to the end of the step), ``total`` (over all
    sources), ``total_low``, ``total_high``. Steps and sources are in the game's order.

    Raises
    ------
    BadValue
        If the data do not say which game was played.
    UnknownName
        If the data lack a column of the game.
    """
    steps = scoring_steps(played_game(data, game))
    keys = key_list(by)
    means = estimate(data, *_values(steps), by=keys, confidence=confidence)
    shown = _shown_sources(means, steps)
    rows = [
        (group_label({key: row[key] for key in keys}), row["games"], confidence, *cells)
        for row in means.iter_rows(named=True)
        for cells in _steps_of_path(row, steps, shown)
    ]
    return pl.DataFrame(
        rows,
        schema={
            "path": pl.String,
            "games": pl.Int64,
            "confidence": pl.Float64,
            "step": pl.Enum([step.name for step in steps]),
            "source": pl.Enum(list(dict.fromkeys(shown.values()))),
            "vp": pl.Float64,
            "total": pl.Float64,
            "total_low": pl.Float64,
            "total_high": pl.Float64,
        },
        orient="row",
    )


def source_table(
    data: Data,
    *,
    game: str | Game | None = None,
    by: str | Sequence[str] = "strategy",
    confidence: float = CONFIDENCE,
) -> pl.DataFrame:
    """Return the mean VP of whole games by source, with intervals.

    Parameters and errors are those of `scoring_paths`.

    Returns
    -------
    One row for each path and source: ``path``, ``source``, ``games``, ``confidence``, ``vp``
    with limits, ``share`` (of the path's mean VP).
    """
    groups = group_vp(scoring_steps(played_game(data, game)))
    keys = key_list(by)
    values = [vp.alias(group) for group, vp in groups.items()]
    means = estimate(data, *values, by=keys, confidence=confidence)
    rows = [
        (
            group_label({key: row[key] for key in keys}),
            group,
            row["games"],
            confidence,
            *(row[f"{group}{limit}"] for limit in ("", "_low", "_high")),
            row[group] / sum(row[name] for name in groups),
        )
        for row in means.iter_rows(named=True)
        for group in groups
    ]
    names = ("path", "source", "games", "confidence", "vp", "vp_low", "vp_high", "share")
    return pl.DataFrame(rows, schema=names, orient="row")


def _values(steps: Sequence[Step]) -> list[pl.Expr]:
    """Return what is estimated at each step k: ``total_<k>`` so far, ``gain_<k>_<group>``."""
    values, total = [], pl.lit(0.0)
    for k, step in enumerate(steps):
        gains = group_vp([step])
        values += [gain.alias(f"gain_{k}_{group}") for group, gain in gains.items()]
        total = pl.sum_horizontal(total, *gains.values())
        values.append(total.alias(f"total_{k}"))
    return values


def _steps_of_path(
    row: Mapping[str, Any], steps: Sequence[Step], shown: Mapping[str, str]
) -> Iterator[tuple[Any, ...]]:
    """Yield step, source, VP so far and the total with its limits from one row of estimates."""
    so_far = dict.fromkeys(shown.values(), 0.0)
    for k, step in enumerate(steps):
        for group in step.columns:
            so_far[shown[group]] += row[f"gain_{k}_{group}"]
        total = [row[f"total_{k}{limit}"] for limit in ("", "_low", "_high")]
        for source, vp in so_far.items():
            yield step.name, source, vp, *total


def played_game(data: Data, game: str | Game | None) -> Game:
    """Return the game that was played: the one given, or that of a loaded run.

    Raises
    ------
    BadValue
        If nothing says it.
    """
    if isinstance(game, Game):
        return game
    if game is not None:
        return get_game(game)
    if not isinstance(data, pl.DataFrame | pl.LazyFrame):
        return (data if isinstance(data, LoadedRun) else load(data)).rules
    raise BadValue('a frame does not say which game was played: give it, such as game="board"')


def _shown_sources(means: pl.DataFrame, steps: Sequence[Step]) -> dict[str, str]:
    """Return what each group of sources is shown as: itself, or one of many small ones."""
    groups = source_groups(steps)
    if len(groups) <= MOST_SOURCES:
        return {group: group for group in groups}
    gains = {
        group: [f"gain_{k}_{group}" for k, step in enumerate(steps) if group in step.columns]
        for group in groups
    }
    largest = {
        group: means.select(pl.sum_horizontal(gains[group]).max()).item() for group in groups
    }
    kept = sorted(groups, key=lambda group: -largest[group])[: MOST_SOURCES - 1]
    order = [group for group in groups if group in kept] + [g for g in groups if g not in kept]
    return {group: group if group in kept else OTHER for group in order}
