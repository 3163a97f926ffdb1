"""Plots of the values of a position's actions."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

import matplotlib.pyplot as plt
import polars as pl
from matplotlib.axes import Axes

from burgundy_lab.analysis.plots.parts import (
    MARKERS,
    POINT_COLOURS,
    ROW_HEIGHT,
    draw_interval,
    level,
    note_right,
)
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.simultaneous import BEST, CLEAR, OPEN

# What is drawn, by which factor, and the unit of a difference.
MEASURES = {"win": ("share of games won (%)", 100, "% points"), "vp": ("mean VP", 1, "VP")}
LABEL_WIDTH = 48  # characters of a line of a label
LINE_HEIGHT = 0.16  # inches, of each line of a label after the first
LOOKS = {BEST: 0, OPEN: 2, CLEAR: 1}  # colour and marker, by how an action stands
MEANINGS = {
    BEST: "round: best by wins",
    OPEN: "diamond: not told apart from it",
    CLEAR: "square: behind it",
}


def plot_action_values(
    values: pl.DataFrame, by: str = "win", *, most: int = 12, ax: Axes | None = None
) -> Axes:
    """Draw what the best actions of a position are worth, with intervals, the best on top.

    Parameters
    ----------
    values
        The table of an evaluation, the best action first.
    by
        "win" for the share of games won, "vp" for mean VP.
    most
        How many actions are drawn at most.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a row for each action. Colour and marker say whether it is the best, is behind it,
    or cannot be told apart from it by wins; the action that who plays on would choose itself is
    marked. Right of a row stands by how much it is behind the best, which the games, being
    paired, know better than the intervals let one think.

    Raises
    ------
    BadValue, UnknownName
        If there are no values, or no such measure.
    """
    if by not in MEASURES:
        raise UnknownName("measure of values", by, MEASURES)
    if values.is_empty() or values["games"][0] == 0:
        raise BadValue("there are no values to draw: no game has been played")
    rows = values.head(most).to_dicts()
    labels = [_label(row) for row in rows]
    if ax is None:
        lines = sum(label.count("\n") for label in labels)
        height = 1.5 + ROW_HEIGHT * len(rows) + LINE_HEIGHT * lines
        ax = plt.subplots(figsize=(9, height), layout="constrained")[1]
    _draw_rows(ax, rows, by)
    ax.set_yticks(range(len(rows)), labels, fontsize=9)
    for tick, row in zip(ax.get_yticklabels(), rows, strict=True):
        tick.set_fontweight("bold" if row["choice"] else "normal")
    ax.set_ylim(len(rows) - 0.4, -0.6)
    marks = "; ".join(MEANINGS[stands] for stands in LOOKS if stands in values["standing"])
    ax.set_xlabel(
        f"{MEASURES[by][0]}, {level(values)} intervals that hold for all at once\n{marks}"
    )
    more = f"; best {len(rows)} of {len(values)} actions" if len(rows) < len(values) else ""
    who = f" if {rows[0]['plays_on']} plays on" if rows[0]["plays_on"] else ""
    ax.set_title(
        f"What is each action worth{who}?\n{rows[0]['games']:,} games of each action{more}",
        loc="left",
        fontsize=10,
    )
    ax.grid(axis="x", alpha=0.3)
    return ax


def _draw_rows(ax: Axes, rows: list[dict[str, Any]], by: str) -> None:
    _, unit, sign = MEASURES[by]
    name = "behind" if by == "win" else "vp_behind"
    for place, row in enumerate(rows):
        limits = [None if row[f"{by}_{end}"] is None else unit * row[f"{by}_{end}"]
                  for end in ("low", "high")]  # fmt: skip
        look = LOOKS[row["standing"]]
        draw_interval(ax, unit * row[by], place, limits, POINT_COLOURS[look], MARKERS[look])
        note_right(ax, place, "best by wins" if place == 0 else _behind(row, name, unit, sign))


def _behind(row: Mapping[str, Any], name: str, unit: int, sign: str) -> str:
    low, high, value = row[f"{name}_low"], row[f"{name}_high"], row[name]
    if value is None or low is None or high is None:
        return ""
    return f"{-unit * value:+z.1f} ({-unit * high:+z.1f} to {-unit * low:+z.1f}) {sign}"


def _label(row: Mapping[str, Any]) -> str:
    """Return an action in full, on as many lines as it needs."""
    words = row["description"] + (" (the strategy's own choice)" if row["choice"] else "")
    return "\n".join(wrap(words, LABEL_WIDTH))
