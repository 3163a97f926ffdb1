"""Plots of the values of a position's actions."""

from __future__ import annotations

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

MEASURES = {"win": ("share of games won", 100, "%"), "vp": ("mean VP", 1, "VP")}
LONGEST_LABEL = 44  # characters of an action


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
    The axes: a row for each action. Right of it stands by how much it is behind the best, which
    the games, being paired, know better than the intervals let one think.

    Raises
    ------
    BadValue, UnknownName
        If there are no values, or no such measure.
    """
    if by not in MEASURES:
        raise UnknownName("measure of values", by, MEASURES)
    if values.is_empty() or values["games"][0] == 0:
        raise BadValue("there are no values to draw: no game has been played")
    label, unit, sign = MEASURES[by]
    rows = values.head(most).to_dicts()
    if ax is None:
        ax = plt.subplots(figsize=(8, 1.2 + ROW_HEIGHT * len(rows)), layout="constrained")[1]
    for place, row in enumerate(rows):
        limits = [None if row[f"{by}_{end}"] is None else unit * row[f"{by}_{end}"]
                  for end in ("low", "high")]  # fmt: skip
        best = int(place > 0)
        draw_interval(ax, unit * row[by], place, limits, POINT_COLOURS[best], MARKERS[best])
        note_right(ax, place, _behind(row, "behind" if by == "win" else "vp_behind", unit, sign))
    ax.set_yticks(range(len(rows)), [_short(row["description"]) for row in rows])
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.set_xlabel(f"{label}{' (%)' if by == 'win' else ''}, {level(values)} interval")
    more = f"; best {len(rows)} of {len(values)} actions" if len(rows) < len(values) else ""
    ax.set_title(f"{values['games'][0]:,} games of each action{more}", loc="left", fontsize=10)
    ax.grid(axis="x", alpha=0.3)
    return ax


def _behind(row: dict[str, float | None], name: str, unit: int, sign: str) -> str:
    low, high, value = row[f"{name}_low"], row[f"{name}_high"], row[name]
    if value is None or low is None or high is None:
        return ""
    return f"{-unit * value:+.1f} ± {unit * (high - low) / 2:.1f} {sign}"


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_LABEL else f"{words[: LONGEST_LABEL - 3]}..."
