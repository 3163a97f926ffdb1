"""Plots of estates: how strong they are, against each other, and how they fill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import RegularPolygon

from burgundy_lab.analysis.plots.lettering import lettered, write_title
from burgundy_lab.analysis.plots.parts import (
    POINT_COLOURS,
    ROW_HEIGHT,
    draw_interval,
    draw_map,
    find_window,
    ink_on,
    level,
    note_right,
    write_inside,
)
from burgundy_lab.analysis.tables import notes_of
from burgundy_lab.sim.errors import BadValue

DIVERGING, RISING = "PuOr", "cividis"  # told apart by people who see few colours
START_EDGE = "#AA4499"  # of hexagons where start castles stood
LETTERS = 3  # of a kind of space, such as "mine 4" in a hexagon
MOST_WRITTEN = 14  # estates of a map whose cells have room for numbers
# What a map of fills can show: heading, lowest and highest value (None: as seen), and format.
FILLS = {
    "filled": ("how often is each space covered? (% of seats)", 0.0, 100.0, "{:.0f} %"),
    "round": ("when is each space covered? (mean round)", 1.0, 25.0, "{:.1f}"),
}


@lettered
def plot_estates(table: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the mean VP of estates, the best on top.

    Parameters
    ----------
    table
        Rows of `estates.estate_table`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a point with its interval for each estate; on the right its places that cannot
    be ruled out, and how often it wins.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    if table.is_empty():
        raise BadValue("there are no estates to draw: the table has no rows")
    if ax is None:
        height = 1.5 + (ROW_HEIGHT if len(table) <= MOST_WRITTEN else 0.24) * len(table)
        ax = plt.subplots(figsize=(8, height), layout="constrained")[1]
    window = find_window(table.select("vp", "vp_low", "vp_high").rows())
    for place, row in enumerate(table.iter_rows(named=True)):
        limits = (row["vp_low"], row["vp_high"])
        draw_interval(ax, row["vp"], place, limits, POINT_COLOURS[0], "o", window=window)
        low, high = row["place_low"], row["place_high"]
        places = f"place {low}" if low == high else f"place {low} to {high}"
        note_right(ax, place, f"{places} by VP; wins {100 * row['win']:.0f} %")
    ax.set_yticks(range(len(table)), table["estate"].to_list())
    ax.set_ylim(len(table) - 0.4, -0.6)
    ax.set_xlabel(f"mean VP, {level(table)} interval")
    if window is not None:
        ax.set_xlim(*window)
    write_title(
        ax,
        "Which estates bring most VP?",
        f"n = {table['deals'][0]:,} deals on every table; places over {table['pairs'][0]} pairs",
        *notes_of(table),
    )
    ax.grid(axis="both", color="0.9")
    ax.set_axisbelow(True)
    return ax


@lettered
def plot_pairings(
    pairings: pl.DataFrame, *, order: list[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how often each estate wins against each other: a map of numbers.

    Parameters
    ----------
    pairings
        Rows of `estates.pairing_table`.
    order
        Estates from the top; by name if not given.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a cell for each estate (row) against each other (column) with its share of wins
    and half the interval in percentage points. A dot marks pairings that differ after Holm's
    adjustment for all of them. With more estates than `MOST_WRITTEN` cells have no numbers, but
    a scale beside them.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    if pairings.is_empty():
        raise BadValue("there are no pairings to draw: the table has no rows")
    names = order or sorted(pairings["estate"].cast(pl.String).unique().to_list())
    n = len(names)
    values, texts = np.full((n, n), np.nan), [[""] * n for _ in names]
    widest = 50 * float((pairings["win_high"] - pairings["win_low"]).to_numpy().max())
    for row in pairings.iter_rows(named=True):
        i, j = names.index(row["estate"]), names.index(row["opponent"])
        values[i, j] = 100 * row["win"]
        half = 50 * (row["win_high"] - row["win_low"])
        sure = "•" if row["p_holm"] < 1 - row["confidence"] else ""
        texts[i][j] = f"{100 * row['win']:.0f}{sure}\n±{half:.0f}" if n <= MOST_WRITTEN else sure
    if ax is None:
        side = 0.62 if n <= MOST_WRITTEN else 0.27
        ax = plt.subplots(figsize=(3.2 + side * n, 2.2 + side * n), layout="constrained")[1]
    draw_map(ax, values, texts, limits=(0, 100), colours=DIVERGING)
    if n > MOST_WRITTEN:
        ax.figure.colorbar(ax.images[0], ax=ax, shrink=0.5, aspect=30, label="games won (%)")
    ax.set_xticks(range(n), names, rotation=90)
    ax.set_yticks(range(n), names)
    ax.set_xlabel("against")
    write_title(
        ax,
        "Which estate beats which?",
        f"games won (%), {level(pairings)} intervals up to ±{widest:.0f} percentage points",
        f"n = {pairings['deals'][0]:,} deals, both seatings; • sure among all "
        f"{pairings['pairs'][0]}",
        *notes_of(pairings),
    )
    return ax


@lettered
def plot_fills(fills: pl.DataFrame, *, value: str = "filled", ax: Axes | None = None) -> Axes:
    """Draw one estate as hexagons: how often, or when, each space is covered.

    Parameters
    ----------
    fills
        Rows of one estate, from `fills.space_fills`.
    value
        "filled" (share of seats) or "round" (mean round, from 1; start castles left out).
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: the number in each hexagon, below it what is printed there; above all the widest
    half of an interval. A thick edge marks spaces where start castles stood.

    Raises
    ------
    BadValue
        If the rows are of no estate or several, or there is no such value.
    """
    estates = fills["estate"].unique(maintain_order=True).to_list()
    if len(estates) != 1:
        raise BadValue(
            f"one map shows one estate, not {len(estates)} ({', '.join(estates) or 'none'}): "
            f"filter the rows, or call figure_fills"
        )
    if value not in FILLS:
        raise BadValue(f"value {value!r} must be one of {', '.join(FILLS)}")
    if ax is None:
        ax = plt.subplots(figsize=(6.2, 6.4), layout=ConstrainedLayoutEngine(h_pad=0.15))[1]
    heading, low, high, form = FILLS[value]
    factor = 100 if value == "filled" else 1
    norm, colours = Normalize(low, high), colormaps[RISING]
    for row in fills.iter_rows(named=True):
        number = row[value]
        fill = "white" if number is None else colours(norm(factor * number))
        _draw_hexagon(ax, row, fill)
        text = "-" if number is None else form.format(factor * number)
        ink = ink_on(fill)
        write_inside(ax, row["x"], row["y"] - 0.08, text, ink, 9)
        printed = f"{row['kind'][:LETTERS]} {row['number']}"
        write_inside(ax, row["x"], row["y"] + 0.25, printed, ink, 7)
    widest = fills[f"{value}_high"].to_numpy() - fills[f"{value}_low"].to_numpy()
    half = float(np.nanmax(widest, initial=0)) * factor / 2
    games = int(fills["games"].to_numpy().min())
    ax.set_title(
        f"{estates[0]}: {heading}\nn = {games:,} games, {level(fills)} intervals up to "
        f"±{half:.1f}{' percentage points' if value == 'filled' else ''}",
        fontsize=10,
    )
    ax.set_aspect("equal")
    x, y = fills["x"].to_numpy(), fills["y"].to_numpy()
    ax.set_xlim(x.min() - 0.6, x.max() + 0.6)
    ax.set_ylim(y.max() + 0.7, y.min() - 0.7)
    ax.set_axis_off()
    ax.figure.colorbar(
        ScalarMappable(norm, colours), ax=ax, location="bottom", shrink=0.7, aspect=30
    )
    return ax


@lettered
def figure_fills(fills: pl.DataFrame) -> Figure:
    """Draw how often and when the spaces of estates are covered: two maps for each estate.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    estates = fills["estate"].unique(maintain_order=True).to_list()
    if not estates:
        raise BadValue("there are no estates to draw: the frame has no rows")
    size = (10.4, 5.9 * len(estates))
    figure, panels = plt.subplots(
        len(estates),
        len(FILLS),
        figsize=size,
        squeeze=False,
        layout=ConstrainedLayoutEngine(h_pad=0.15),
    )
    for estate, row in zip(estates, panels, strict=True):
        for value, ax in zip(FILLS, row, strict=True):
            plot_fills(fills.filter(pl.col("estate") == estate), value=value, ax=ax)
    return figure


def _draw_hexagon(ax: Axes, row: Mapping[str, Any], fill: Any) -> None:
    is_start = row["start"] > 0
    patch = RegularPolygon(
        (row["x"], row["y"]),
        6,
        radius=0.56,
        facecolor=fill,
        edgecolor=START_EDGE if is_start else "0.6",
        linewidth=2.5 if is_start else 0.6,
        zorder=2 if is_start else 1,
    )
    ax.add_patch(patch)
