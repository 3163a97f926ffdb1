"""Which spaces of an estate get covered, how often and when: decisions played again."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import polars as pl

from burgundy_lab.analysis.load import HasFolder, LoadedRun, load
from burgundy_lab.analysis.stats import UNIT, estimate
from burgundy_lab.intervals import CONFIDENCE
from burgundy_lab.sim.errors import BadState, RunError
from burgundy_lab.sim.replay import AT_START, NEVER, space_rounds


def space_fills(
    run: LoadedRun | HasFolder | str | os.PathLike[str], *, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return how often and in which round each space of each estate of a run was covered.

    The run's decisions are replayed by the rules. Seats on one estate count together; games
    are the units of all intervals. The rows of each game are held in memory: 37 for each seat.

    Parameters
    ----------
    run
        A run that logs decisions.
    confidence
        Probability that an interval covers the true value.

    Returns
    -------
    One row for each estate and space: ``estate``, ``space``; ``x``, ``y``, ``kind``,
    ``number`` as `contract.Space` has them; ``games``, ``confidence``; ``start`` (share of
    seats whose start castle lies there); ``filled`` (share of seats that covered it, the start
    castle included) with its limits; ``round`` (mean round in which it was covered, counted
    from 1, start castles left out; null if it never was) with its limits.

    Raises
    ------
    RunError
        If the run kept no decisions, or was played by other rules.
    BadValue
        If the game has no hexagons.
    """
    loaded = run if isinstance(run, LoadedRun) else load(run)
    rows = pl.concat(_rounds_of_parts(loaded))
    by = ("estate", "space")
    filled = (pl.col("round") != NEVER).alias("filled")
    start = (pl.col("round") == AT_START).alias("start")
    shares = estimate(rows, filled, start, by=by, shares=("filled", "start"), confidence=confidence)
    played = rows.filter(pl.col("round") > AT_START)
    when = estimate(played, "round", by=by, confidence=confidence)
    return (
        _spaces(loaded)
        .join(shares.select(*by, "games", "confidence", "start", "^filled.*$"), on=by)
        .join(when.select(*by, "round", "round_low", "round_high"), on=by, how="left")
        .drop("filled_sd")
        .sort(by)
    )


def _spaces(run: LoadedRun) -> pl.DataFrame:
    """Return the printed spaces of the estates of a run."""
    layout = run.rules.layout
    rows = [
        (estate, number, space.x, space.y, space.kind, space.number)
        for estate in dict.fromkeys(run.manifest["estates"])
        for number, space in enumerate(layout(estate) if layout else ())
    ]
    schema = {
        "estate": pl.String,
        "space": pl.Int16,
        "x": pl.Float64,
        "y": pl.Float64,
        "kind": pl.String,
        "number": pl.Int8,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _rounds_of_parts(run: LoadedRun) -> Iterator[pl.DataFrame]:
    """Yield a row for each game, seat and space of each part: the round that covered it."""
    told = run.manifest
    blank = run.rules.blank(
        told["players"], told["estates"] or None, told["settings"], told.get("values")
    )
    for part in run.decision_parts:
        decisions = part.select(UNIT, "action").collect()
        games, lengths = np.unique(decisions[UNIT].to_numpy(), return_counts=True)
        first = int(games[0])
        try:
            actions = decisions["action"].to_numpy()
            rounds = space_rounds(run.rules, blank, told["seed"], first, lengths, actions)
        except BadState as error:
            raise RunError(f"run {run.folder} was played by other rules: {error}") from error
        yield _rows(first, rounds, told["estates"])


def _rows(first: int, rounds: np.ndarray, estates: list[str]) -> pl.DataFrame:
    """Return rounds [G, P, H] as rows: game, estate, space, round."""
    games, seats, spaces = rounds.shape
    return pl.DataFrame(
        {
            UNIT: np.repeat(np.arange(first, first + games), seats * spaces),
            "estate": np.tile(np.repeat(np.arange(seats), spaces), games),
            "space": np.tile(np.arange(spaces, dtype="i2"), games * seats),
            "round": rounds.ravel(),
        }
    ).with_columns(pl.col("estate").replace_strict(dict(enumerate(estates))))
