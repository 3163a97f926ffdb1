"""Plots of runs: who won, how often a number came up, where the points came from."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib.pyplot as plt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Patch

from burgundy_lab.analysis.plots.lettering import label_lines, lettered
from burgundy_lab.analysis.plots.parts import (
    COLOURS,
    HATCHES,
    MARKERS,
    PANEL,
    POINT_COLOURS,
    ROW_HEIGHT,
    draw_interval,
    level,
    note_right,
)
from burgundy_lab.analysis.sources import FINAL
from burgundy_lab.analysis.stats import group_label
from burgundy_lab.analysis.tables import ESTIMATES
from burgundy_lab.sim.errors import BadValue

BAR_WIDTH = 0.78
HEADROOM = 1.12  # highest axis value over the highest total: room for the number above it


@lettered
def plot_scoring_paths(paths: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how VP add up in one scoring path: stacked bars by source, step by step.

    Parameters
    ----------
    paths
        Rows of one path, from `paths.scoring_paths`; `figure_scoring_paths` draws several.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a bar for each step, the total with its interval on top. The legend stands right
    of the axes; a figure with layout="constrained" makes room for it.

    Raises
    ------
    BadValue
        If the rows are of no path, or of several.
    """
    names = paths["path"].unique(maintain_order=True).to_list()
    if len(names) != 1:
        raise BadValue(
            f"one plot shows one scoring path, not {len(names)} ({', '.join(names) or 'none'}): "
            f"filter the rows, or call figure_scoring_paths"
        )
    if ax is None:
        ax = plt.subplots(figsize=(PANEL[0] + 1.6, PANEL[1]), layout="constrained")[1]
    _draw_path(ax, paths)
    ax.legend(
        handles=_source_handles(paths), loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False
    )
    return ax


@lettered
def figure_scoring_paths(paths: pl.DataFrame, *, columns: int = 3) -> Figure:
    """Draw several scoring paths side by side, on one scale and with one legend.

    Parameters
    ----------
    paths
        Rows of `paths.scoring_paths`.
    columns
        Most panels in a row.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    names = paths["path"].unique(maintain_order=True).to_list()
    if not names:
        raise BadValue("there is no scoring path to draw: the frame has no rows")
    down = -(-len(names) // columns)
    across = -(-len(names) // down)
    figure, panels = plt.subplots(
        down,
        across,
        figsize=(PANEL[0] * across + 1.6, PANEL[1] * down),
        sharey=True,
        squeeze=False,
        layout=ConstrainedLayoutEngine(h_pad=0.12),
    )
    for number, (ax, name) in enumerate(zip(panels.flat, names, strict=False)):
        _draw_path(ax, paths.filter(pl.col("path") == name))
        if number % across:
            ax.set_ylabel("")
    for ax in panels.flat[len(names) :]:
        ax.set_axis_off()
    panels.flat[0].set_ylim(0, HEADROOM * _tallest(paths))
    figure.legend(handles=_source_handles(paths), loc="outside right upper", frameon=False)
    figure.suptitle("Where do the VP come from, phase by phase?", fontsize=12)
    return figure


@lettered
def plot_win_share(wins: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the share of games won by each group of a table of wins, with its interval.

    Parameters
    ----------
    wins
        Rows of `stats.win_table`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a point and its interval for each row, the first row on top, n beside it. For a
    table by seat a dotted line marks what each seat would win if all were alike.

    Raises
    ------
    BadValue
        If the table has no rows.
    """
    if wins.is_empty():
        raise BadValue("there are no wins to draw: the table has no rows")
    if ax is None:
        size = (7, 1.3 + ROW_HEIGHT * len(wins))
        ax = plt.subplots(figsize=size, layout="constrained")[1]
    keys = [name for name in wins.columns if name not in ESTIMATES]
    styles = _styles(wins)
    for place, row in enumerate(wins.iter_rows(named=True)):
        colour, marker = styles[place]
        share = 100 * row["win"]
        limits = [None if row[x] is None else 100 * row[x] for x in ("win_low", "win_high")]
        draw_interval(ax, share, place, limits, colour, marker)
        note_right(ax, place, f"n = {row['games']:,}")
    seats = wins["seat"].n_unique() if "seat" in keys else 1
    if seats > 1:  # alone there is nobody to share with
        _mark_even_share(ax, 100 / seats)
    labels = [group_label({key: row[key] for key in keys}) for row in wins.iter_rows(named=True)]
    ax.set_yticks(range(len(wins)), [label_lines(label) for label in labels])
    ax.set_ylim(len(wins) - 0.4, -0.6)
    ax.set_xlim(0, 100)
    ax.set_xlabel(f"games won (%), {level(wins)} interval")
    ax.set_title("Who wins how often?", fontsize=10, pad=20 if seats > 1 else None)
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    return ax


# --- parts ---------------------------------------------------------------------------------------


def _draw_path(ax: Axes, paths: pl.DataFrame) -> None:
    """Draw the bars, the total of each with its interval, and the labels of one path."""
    steps = paths["step"].unique(maintain_order=True).to_list()
    below = [0.0] * len(steps)
    for source, style in _source_styles(paths).items():
        heights = paths.filter(pl.col("source") == source)["vp"].to_list()
        _bar(ax, heights, below, source, style)
        below = [low + height for low, height in zip(below, heights, strict=True)]
    totals = paths.unique("step", maintain_order=True)
    for place, row in enumerate(totals.iter_rows(named=True)):
        _draw_total(ax, place, row["total"], row["total_low"], row["total_high"])
    ax.set_xticks(range(len(steps)), steps)
    ax.set_ylim(0, HEADROOM * _tallest(paths))
    ax.set_xlabel(f"phase ({FINAL}: final scoring)")
    ax.set_ylabel("mean VP so far")
    games = totals["games"][0]
    name = label_lines(totals["path"][0])
    ax.set_title(f"{name}\nn = {games:,} games, {level(paths)} intervals", fontsize=10)
    ax.spines[["top", "right"]].set_visible(False)


def _bar(
    ax: Axes, heights: Sequence[float], below: Sequence[float], source: str, style: tuple[str, str]
) -> BarContainer:
    colour, hatch = style
    return ax.bar(
        range(len(heights)),
        heights,
        BAR_WIDTH,
        bottom=below,
        color=colour,
        hatch=hatch,
        edgecolor="white",
        linewidth=0.6,
        label=source,
    )


def _draw_total(ax: Axes, place: int, total: float, low: float | None, high: float | None) -> None:
    """Draw the total's interval on top of a bar, and the number above it."""
    top = total
    if low is not None and high is not None:
        top = high
        ax.errorbar(
            place, total, [[total - low], [high - total]], color="black", capsize=4, elinewidth=1.2
        )
    ax.annotate(
        f"{total:.1f}", (place, top), (0, 3), textcoords="offset points", ha="center", fontsize=9
    )


def _mark_even_share(ax: Axes, percent: float) -> None:
    """Mark what each seat would win if all were alike."""
    ax.axvline(percent, color="0.4", linestyle=":", zorder=0)
    ax.annotate(
        "even share",
        (percent, 1),
        (0, 3),
        xycoords=ax.get_xaxis_transform(),
        textcoords="offset points",
        ha="center",
        color="0.4",
        fontsize=9,
    )


def _source_styles(paths: pl.DataFrame) -> dict[str, tuple[str, str]]:
    """Return colour and hatch of each source: the same in every plot of these sources."""
    sources = paths["source"].unique(maintain_order=True).to_list()
    if len(sources) > len(COLOURS):
        raise BadValue(f"{len(sources)} sources of VP cannot be told apart in one plot")
    return dict(zip(sources, zip(COLOURS, HATCHES, strict=True), strict=False))


def _source_handles(paths: pl.DataFrame) -> list[Patch]:
    """Return the legend's entries, the top of the stack first."""
    return [
        Patch(facecolor=colour, hatch=hatch, edgecolor="white", label=source)
        for source, (colour, hatch) in reversed(_source_styles(paths).items())
    ]


def _styles(wins: pl.DataFrame) -> list[tuple[str, str]]:
    """Return colour and marker of each row: one for each strategy."""
    if "strategy" not in wins.columns:
        return [(POINT_COLOURS[0], MARKERS[0])] * len(wins)
    names = wins["strategy"].cast(pl.String).to_list()
    order = list(dict.fromkeys(names))
    places = [order.index(name) for name in names]
    return [(POINT_COLOURS[k % len(MARKERS)], MARKERS[k % len(MARKERS)]) for k in places]


def _tallest(paths: pl.DataFrame) -> float:
    """Return the highest value that is drawn, at least 1 VP."""
    tops = paths.select(pl.max_horizontal("total", "total_high")).to_series()
    return max(1.0, float(tops.max()))  # type: ignore[arg-type]
