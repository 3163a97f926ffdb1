"""Plots of comparisons and tournaments: leads, win matrix, ratings, games that are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter

from burgundy_lab.analysis.plots.lettering import (
    label_lines,
    legend_name,
    lettered,
    write_title,
)
from burgundy_lab.analysis.plots.parts import (
    MARKERS,
    PANEL,
    POINT_COLOURS,
    ROW_HEIGHT,
    draw_interval,
    draw_map,
    find_window,
    level,
    note_right,
)
from burgundy_lab.sim.errors import BadValue, UnknownName

DIVERGING = "PuOr"  # told apart by people who see few colours
MOST_WRITTEN = 14  # strategies of a map whose cells have room for numbers
# What a lead may be in: factor, and words of the axis.
LEADS = {"win": (100.0, "lead in wins (percentage points)"), "vp": (1.0, "lead in VP")}
WIDTHS = {
    "win": (100.0, "half width of the interval (percentage points of wins)"),
    "vp": (1.0, "half width of the interval (VP)"),
}


@lettered
def plot_differences(leads: pl.DataFrame, *, value: str = "win", ax: Axes | None = None) -> Axes:
    """Draw leads with their intervals, one below the other, and a line at no lead.

    Parameters
    ----------
    leads
        ``differences`` or ``effects`` of a comparison.
    value
        "win" or "vp".
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a point with its interval for each row, the first on top, n deals beside it; right
    of the line the first of a pair is ahead. Each pair has a colour and a marker.

    Raises
    ------
    UnknownName
        If there is no such value.
    BadValue
        If there are no rows.
    """
    factor, words = _look_up(value, LEADS)
    _check_rows(leads, "leads")
    if ax is None:
        ax = plt.subplots(figsize=(8, 1.4 + ROW_HEIGHT * len(leads)), layout="constrained")[1]
    pairs = [f"{row['first']} - {row['second']}" for row in leads.iter_rows(named=True)]
    order = list(dict.fromkeys(pairs))
    columns = (value, f"{value}_low", f"{value}_high")
    scaled = [[None if row[c] is None else factor * row[c] for c in columns]
              for row in leads.iter_rows(named=True)]  # fmt: skip
    window = find_window(scaled, always=[0])
    labels = []
    for place, (pair, row) in enumerate(zip(pairs, leads.iter_rows(named=True), strict=True)):
        k = order.index(pair) % len(MARKERS)
        middle, *ends = scaled[place]
        assert middle is not None
        draw_interval(ax, middle, place, ends, POINT_COLOURS[k], MARKERS[k], window=window)
        note_right(ax, place, f"n = {row['deals']:,} deals")
        where = f", {row['by']} {row['at']}" if "by" in row else ""
        labels.append(label_lines(pair + where))
    ax.axvline(0, color="0.4", linestyle=":", zorder=0)
    ax.set_yticks(range(len(labels)), labels)
    ax.set_ylim(len(labels) - 0.4, -0.6)
    if window is not None:
        ax.set_xlim(*window)
    ax.set_xlabel(f"{words}, {level(leads)} interval")
    write_title(ax, "Who is ahead of whom, and by how much?")
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    return ax


def _half(row: Mapping[str, Any]) -> str:
    """Return half the interval of a cell, in percent; of what is even by design there is none."""
    if row["ahead_low"] is None:
        return "exact"
    return f"±{50 * (row['ahead_high'] - row['ahead_low']):.1f}"


@lettered
def plot_win_matrix(
    matrix: pl.DataFrame, *, order: list[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how often each strategy finished ahead of each other: a map of numbers.

    Parameters
    ----------
    matrix
        ``matrix`` of a tournament.
    order
        Strategies from the top; by their mean share if not given, the best first.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a cell for each strategy (row) against each other (column), with the share in
    percent and half its interval in percentage points. With more strategies than
    `MOST_WRITTEN` cells have no numbers, but a scale beside them.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    _check_rows(matrix, "pairs")
    shares = matrix.group_by("strategy", maintain_order=True).agg(pl.col("ahead").mean())
    best = shares.sort("ahead", descending=True, maintain_order=True)["strategy"].to_list()
    names = best if order is None else order
    n = len(names)
    values, texts = np.full((n, n), np.nan), [[""] * n for _ in names]
    for row in matrix.iter_rows(named=True):
        i, j = names.index(row["strategy"]), names.index(row["opponent"])
        values[i, j] = 100 * row["ahead"]
        if n <= MOST_WRITTEN:
            texts[i][j] = f"{100 * row['ahead']:.1f}\n{_half(row)}"
    if ax is None:
        side = 0.75 if n <= MOST_WRITTEN else 0.3
        ax = plt.subplots(figsize=(3.6 + side * n, 2.4 + side * n), layout="constrained")[1]
    draw_map(ax, values, texts, limits=(0, 100), colours=DIVERGING)
    labels = [label_lines(name) for name in names]
    ax.set_xticks(range(n), labels, rotation=90)
    ax.set_yticks(range(n), labels)
    ax.set_xlabel("against")
    rests_on = f"n = {matrix['deals'][0]:,} deals"
    if n > MOST_WRITTEN:
        figure = ax.get_figure(root=True)
        assert figure is not None
        figure.colorbar(ax.images[0], ax=ax, shrink=0.5, aspect=30, label="finished ahead (%)")
        widest = (matrix["ahead_high"] - matrix["ahead_low"]).drop_nulls().to_numpy()
        half = 50 * float(widest.max(initial=0))
        sure = f"{level(matrix)} intervals up to ±{half:.1f} percentage points"
    else:
        sure = f"% of games, ± half of a {level(matrix)} interval"
        rests_on = f"(percentage points), {rests_on}"
    write_title(ax, "Who finishes ahead of whom?", sure, rests_on)
    return ax


@lettered
def plot_ratings(ratings: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw ratings with their intervals, the best on top.

    Parameters
    ----------
    ratings
        ``ratings`` of a tournament.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a point with its interval for each strategy, an arrow where the games know no end;
    on the right its ranks and n.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    _check_rows(ratings, "ratings")
    if ax is None:
        ax = plt.subplots(figsize=(8, 1.4 + ROW_HEIGHT * len(ratings)), layout="constrained")[1]
    known = ratings.select("rating", "rating_low", "rating_high")
    window = find_window(known.rows())
    left, right = window or (
        float(np.nanmin(known.to_numpy())), float(np.nanmax(known.to_numpy())),
    )  # fmt: skip
    reach = max(5.0, 0.15 * (right - left))  # of an arrow
    for place, row in enumerate(ratings.iter_rows(named=True)):
        low, high = row["rating_low"], row["rating_high"]
        ends: tuple[float | None, float | None] = (low, high)
        if left <= row["rating"] <= right:  # the known end alone is drawn
            ends = tuple(row["rating"] if end is None else end for end in (low, high))
        draw_interval(ax, row["rating"], place, ends, POINT_COLOURS[0], "o", window=window)
        for end, away in ((low, -reach), (high, reach)):
            if end is None and left <= row["rating"] <= right:
                ax.annotate(
                    "",
                    (row["rating"] + away, place),
                    (row["rating"], place),
                    arrowprops={"arrowstyle": "->", "color": POINT_COLOURS[0], "shrinkA": 3},
                )
        first, last = row["rank_low"], row["rank_high"]
        ranks = f"rank {first}" if first == last else f"rank {first} to {last}"
        note_right(ax, place, f"{ranks}, n = {row['deals']:,} deals")
    room = 0 if window else 1.4 * reach
    ax.set_xlim(left - room, right + room)
    ax.set_yticks(range(len(ratings)), [label_lines(name) for name in ratings["strategy"]])
    ax.set_ylim(len(ratings) - 0.4, -0.6)
    ax.set_xlabel(f"rating (Elo's scale), {level(ratings)} interval")
    lines = [
        f"arrow to the {side}: {', '.join(names)} {never} of the others, so no end is known there"
        for side, column, never in (
            ("right", "rating_high", "was never behind any"),
            ("left", "rating_low", "was never ahead of any"),
        )
        if (names := ratings.filter(pl.col(column).is_null())["strategy"].to_list())
    ]
    write_title(ax, "How strong is each strategy?", *lines)
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    return ax


@lettered
def plot_games_needed(needed: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how many games make an interval how narrow, with and without pairing.

    Parameters
    ----------
    needed
        Rows of `Comparison.needed`, of one value.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes, both on scales of ratios: a full line for games on the same deals, a dashed one
    for games that each have a deal of their own. The lines follow from the spread that was
    seen, so they have no intervals.

    Raises
    ------
    BadValue
        If there are no rows, or they are of several values.
    """
    _check_rows(needed, "games")
    values = needed["value"].unique().to_list()
    if len(values) != 1:
        raise BadValue(f"one plot shows one value, not {', '.join(sorted(values))}")
    factor, words = WIDTHS[values[0]]
    if ax is None:
        ax = plt.subplots(figsize=(PANEL[0] + 3.6, PANEL[1]), layout="constrained")[1]
    for k, (names, rows) in enumerate(needed.group_by(["first", "second"], maintain_order=True)):
        colour, marker = (look[k % len(MARKERS)] for look in (POINT_COLOURS, MARKERS))
        across = (factor * rows["half_width"]).to_numpy()
        for column, line, what in (("games", "-", "same"), ("independent", "--", "own")):
            ax.plot(
                across,
                rows[column].to_numpy(),
                line,
                color=colour,
                marker=marker,
                markerfacecolor=colour if line == "-" else "white",
                label=legend_name(label_lines(f"{names[0]} - {names[1]}, {what} deals")),
            )
    ax.set_xscale("log")
    ax.set_yscale("log")
    ticks = sorted({factor * width for width in needed["half_width"]})
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda games, _: f"{games:,.0f}"))
    ax.set_xlabel(words)
    ax.set_ylabel("games")
    write_title(ax, "How many games make the interval how narrow?")
    ax.grid(color="0.9")
    ax.set_axisbelow(True)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=9)
    return ax


# --- parts ---------------------------------------------------------------------------------------


def _look_up(value: str, known: dict[str, tuple[float, str]]) -> tuple[float, str]:
    if value not in known:
        raise UnknownName("value", value, known)
    return known[value]


def _check_rows(frame: pl.DataFrame, what: str) -> None:
    if frame.is_empty():
        raise BadValue(f"there are no {what} to draw: the table has no rows")
