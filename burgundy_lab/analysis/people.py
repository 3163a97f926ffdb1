"""What people score, beside what self-play of a strategy scores."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

from burgundy_lab.analysis.estates import estimate_deals
from burgundy_lab.intervals import CONFIDENCE

DATA = Path(__file__).resolve().parent / "data" / "people.json"
# How each figure follows from rows of seats: which rows count, and what is averaged.
EVERYONE = pl.lit(True)
MEASURES: Mapping[str, tuple[pl.Expr, pl.Expr]] = {
    "mean VP": (EVERYONE, pl.col("vp")),
    "start player wins (%)": (pl.col("start_place") == 0, 100 * pl.col("win")),
    "decided by tie-break (%)": (pl.col("win") > 0, 100 * (pl.col("tied") > 0)),
    "purchases of a player": (EVERYONE, pl.col("purchases")),
    "empty spaces at the end": (EVERYONE, pl.col("empty_spaces")),
}


def people_figures() -> pl.DataFrame:
    """Return what people score.

    Returns
    -------
    One row for each figure: ``figure``, ``players`` (null: any number), ``people`` or else
    ``people_low`` and ``people_high`` (a range), ``source`` (how sure it is, and its names).
    """
    rows = [
        (f["figure"], f["players"], f.get("value"), f.get("low"), f.get("high"), _origin(f))
        for f in _data()["figures"]
    ]
    schema = {
        "figure": pl.String,
        "players": pl.Int64,
        "people": pl.Float64,
        "people_low": pl.Float64,
        "people_high": pl.Float64,
        "source": pl.String,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def people_on_estates() -> pl.DataFrame:
    """Return what people say of estates: ``estate``, ``people``, ``source``."""
    rows = [(e["estate"], e["view"], _origin(e)) for e in _data()["estates"]]
    return pl.DataFrame(rows, schema=("estate", "people", "source"), orient="row")


def beside_people(
    rows: Mapping[int, pl.DataFrame], *, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return figures of self-play beside those of people.

    Parameters
    ----------
    rows
        For each number of players, rows of seats from `experiments.estates.estate_games`.
    confidence
        Probability that an interval covers the true figure of the strategy.

    Returns
    -------
    One row for each figure and number of players: ``figure``, ``players``, ``deals``,
    ``confidence``, ``lab``, ``lab_low``, ``lab_high``, ``people`` (a number or a range, as
    text), ``source`` as in `people_figures`.
    """
    known = people_figures().rows_by_key("figure", named=True)
    found: list[dict[str, Any]] = []
    for figure, (counts, value) in MEASURES.items():
        for players, seats in rows.items():
            means = estimate_deals(seats.filter(counts), value.alias("lab"), confidence=confidence)
            people = next(f for f in known[figure] if f["players"] in (players, None))
            lab = means.select("deals", "confidence", "lab", "lab_low", "lab_high").row(
                0, named=True
            )
            said = {"people": _as_text(people), "source": people["source"]}
            found.append({"figure": figure, "players": players, **lab, **said})
    return pl.DataFrame(found, infer_schema_length=None)


def _origin(fact: Mapping[str, Any]) -> str:
    return f"{fact['confidence']}: {', '.join(fact['sources'])}"


def _as_text(figure: Mapping[str, Any]) -> str:
    if figure["people"] is not None:
        return str(figure["people"])
    return f"{figure['people_low']:g} to {figure['people_high']:g}"


@cache
def _data() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return content
