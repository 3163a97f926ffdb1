"""Plots of single games: how often a number comes up, and how two go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atanh, ceil, sqrt, tanh
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from scipy.special import ndtri

from burgundy_lab.analysis.plots.lettering import (
    label_lines,
    legend_name,
    lettered,
    write_title,
)
from burgundy_lab.analysis.plots.parts import HATCHES, MARKERS, PANEL, POINT_COLOURS, level
from burgundy_lab.analysis.stats import group_label, in_words, value_label
from burgundy_lab.intervals import CONFIDENCE, wilson_interval
from burgundy_lab.sim.errors import BadValue, UnknownName

LINES = ("-", "--", "-.", ":")
KINDS = ("ecdf", "histogram")
MOST_BINS = 40
MOST_TICKS = 25  # numbers that are all written below an axis
LARGEST = 90.0  # area in points of the most frequent pair


@lettered
def plot_distribution(numbers: pl.DataFrame, *, kind: str = "ecdf", ax: Axes | None = None) -> Axes:
    """Draw how a number of single games is distributed: a line for each group.

    Parameters
    ----------
    numbers
        Rows of `distributions.distribution`.
    kind
        "ecdf": the share of seats with at most so much, within its band of intervals; half of
        the seats lie left of where a line crosses 50 %. "histogram": the share in each of at
        most `MOST_BINS` equal steps.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes; the legend, right of them, has games and median of each group.

    Raises
    ------
    UnknownName
        If there is no such kind.
    BadValue
        If there are no rows, or more groups than can be told apart.
    """
    if kind not in KINDS:
        raise UnknownName("kind of distribution", kind, KINDS)
    keys, (value,) = _columns(numbers, "rows", 1)
    if ax is None:
        ax = plt.subplots(figsize=(PANEL[0] + 3, PANEL[1]), layout="constrained")[1]
    span = int(numbers[value].max()) - int(numbers[value].min()) + 1  # type: ignore[arg-type]
    width = ceil(span / MOST_BINS)
    for k, (label, rows) in enumerate(_groups(numbers, keys)):
        middle = rows.filter(pl.col("at_most") >= 0.5)[value][0]
        named = legend_name(f"{label}\nn = {rows['games'][0]:,} games, median {middle}")
        draw = _draw_ecdf if kind == "ecdf" else _draw_histogram
        draw(ax, rows, value, k, named, width)
    words = "margin (VP ahead of the best other seat)" if value == "margin" else in_words(value)
    ax.set_xlabel(words)
    if kind == "ecdf":
        ax.axhline(50, color="0.4", linestyle=":", zorder=0)
        ax.set_ylabel(f"seats with at most so much (%), {level(numbers)} band")
        ax.set_ylim(0, 100)
    else:
        step = f" in each step of {width}" if width > 1 else ""
        ax.set_ylabel(f"seats (%){step}, {level(numbers)} intervals")
        ax.set_ylim(bottom=0)
    write_title(ax, f"How is {in_words(value)} distributed over single games?")
    _finish(ax)
    return ax


@lettered
def plot_scatter(pairs: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how two numbers of the log go together: a point for each pair that comes up.

    Parameters
    ----------
    pairs
        Rows of `distributions.pair_counts`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: the area of a point grows with how often its pair comes up, and the line is the
    mean of y at each x that a hundredth of the group has. The legend has games and the
    correlation of each group with its interval (Fisher's, games as n), if there is one.

    Raises
    ------
    BadValue
        If there are no rows, or more groups than can be told apart.
    """
    keys, (x, y) = _columns(pairs, "rows", 2)
    if ax is None:
        ax = plt.subplots(figsize=(PANEL[0] + 3.2, PANEL[1] + 0.4), layout="constrained")[1]
    for k, (label, rows) in enumerate(_groups(pairs, keys)):
        count = rows["rows"].to_numpy()
        named = legend_name(f"{label}\nn = {rows['games'][0]:,} games, {_correlation(rows, x, y)}")
        across, up = rows[x].to_numpy(), rows[y].to_numpy()
        colour, marker = POINT_COLOURS[k], MARKERS[k]
        area = LARGEST * count / count.max()
        ax.scatter(across, up, np.maximum(area, 1.5), color=colour, marker=marker, alpha=0.3,
                   linewidths=0)  # fmt: skip
        means = _means(rows, x, y)
        ax.plot(*means, color=colour, marker=marker, markersize=5, markeredgecolor="white",
                linestyle=LINES[k % len(LINES)], label=named)  # fmt: skip
    ax.set_xlabel(in_words(x))
    ax.set_ylabel(in_words(y))
    write_title(
        ax,
        f"Who has more {in_words(x)}, and also more {in_words(y)}?",
        "area: how often a pair comes up; line: the mean at each number",
    )
    _finish(ax)
    return ax


@lettered
def plot_shares(shares: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how often a whole number comes up, such as spaces left: bars for each group.

    Parameters
    ----------
    shares
        Rows of `stats.share_table`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: shares in percent with their intervals, and how many games each group has. A
    number that stands for a word, such as 0 for a game that was won, is named by it.

    Raises
    ------
    BadValue
        If there are no rows, or more groups than can be told apart.
    """
    keys, (value,) = _columns(shares, "games", 1)
    if ax is None:
        ax = plt.subplots(figsize=(PANEL[0] + 3, PANEL[1]), layout="constrained")[1]
    groups = list(_groups(shares, keys))
    width = 0.82 / len(groups)
    for k, (label, rows) in enumerate(groups):
        middle = 100 * rows["share"].to_numpy()
        ends = [100 * rows[f"share_{end}"].to_numpy() for end in ("low", "high")]
        ax.bar(
            rows[value].to_numpy() + (k - (len(groups) - 1) / 2) * width,
            middle,
            width,
            yerr=[middle - ends[0], ends[1] - middle],
            capsize=3,
            color=POINT_COLOURS[k],
            hatch=HATCHES[k],
            edgecolor="white",
            ecolor="0.2",
            label=legend_name(f"{label}\nn = {rows['games'].sum():,} games"),
        )
    numbers = range(int(shares[value].min()), int(shares[value].max()) + 1)  # type: ignore[arg-type]
    words = [value_label(value, number) for number in numbers]
    if len(numbers) <= MOST_TICKS:
        ax.set_xticks(numbers, words)
    else:
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(in_words(value))
    ax.set_ylabel(f"share of games (%), {level(shares)} intervals")
    ax.set_ylim(bottom=0)
    write_title(ax, f"How often does each value of {in_words(value)} come up?")
    _finish(ax)
    return ax


# --- parts ---------------------------------------------------------------------------------------


def _columns(frame: pl.DataFrame, before: str, values: int) -> tuple[list[str], list[str]]:
    """Return the columns of groups and those of values, which stand left of a column."""
    if frame.is_empty():
        raise BadValue("there is nothing to draw: the frame has no rows")
    names = frame.columns[: frame.columns.index(before)]
    return names[:-values], names[-values:]


def _groups(frame: pl.DataFrame, keys: list[str]) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield label and rows of each group."""
    if not keys:
        yield "all seats", frame
        return
    groups = frame.partition_by(keys, maintain_order=True)
    if len(groups) > len(MARKERS):
        raise BadValue(
            f"{len(groups)} groups cannot be told apart in one plot, {len(MARKERS)} can: "
            f"filter the rows, or group by fewer columns"
        )
    for rows in groups:
        first: Mapping[str, Any] = rows.select(keys).row(0, named=True)
        yield label_lines(group_label(first)), rows


def _draw_ecdf(ax: Axes, rows: pl.DataFrame, value: str, k: int, label: str, _width: int) -> None:
    numbers = rows[value].to_numpy()
    # Nobody has less than the least.
    across = np.append(numbers[0] - 1, numbers)
    low, middle, high = (
        np.append(0.0, 100 * rows[name].to_numpy()) for name in ("low", "at_most", "high")
    )
    ax.fill_between(across, low, high, step="post", color=POINT_COLOURS[k], alpha=0.25, linewidth=0)
    ax.step(across, middle, LINES[k % len(LINES)], where="post", color=POINT_COLOURS[k],
            label=label)  # fmt: skip


def _draw_histogram(
    ax: Axes, rows: pl.DataFrame, value: str, k: int, label: str, width: int
) -> None:
    first = rows[value].to_numpy() // width
    bins = np.arange(first.min(), first.max() + 1)
    heights = np.array([rows["rows"].to_numpy()[first == b].sum() for b in bins], float)
    share = heights / heights.sum()
    edges = np.append(bins, bins[-1] + 1) * width
    ends = wilson_interval(share, int(rows["games"][0]), confidence=rows["confidence"][0])
    colour = POINT_COLOURS[k]
    ax.stairs(100 * share, edges, color=colour, linestyle=LINES[k % len(LINES)], linewidth=1.6,
              label=label)  # fmt: skip
    ax.stairs(100 * share, edges, color=colour, fill=True, alpha=0.15)
    middles = (edges[:-1] + edges[1:]) / 2
    ax.vlines(middles, 100 * ends[0], 100 * ends[1], color=colour, linewidth=1)


def _means(rows: pl.DataFrame, x: str, y: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return each x that at least a hundredth of the rows have, and the mean of y there."""
    weighted = (pl.col(y) * pl.col("rows")).sum() / pl.col("rows").sum()
    at = rows.group_by(x).agg(weighted.alias("mean"), pl.col("rows").sum()).sort(x)
    common = at.filter(pl.col("rows") * 100 >= pl.col("rows").sum())
    return common[x].to_numpy(), common["mean"].to_numpy()


def _correlation(rows: pl.DataFrame, x: str, y: str) -> str:
    """Return the correlation of two numbers with its interval in words."""
    n, count = int(rows["games"][0]), rows["rows"].to_numpy()
    matrix = np.cov(rows[x].to_numpy(), rows[y].to_numpy(), fweights=count, ddof=0)
    if n < 4 or matrix[0, 0] == 0 or matrix[1, 1] == 0:
        return "no correlation known"
    r = float(matrix[0, 1] / sqrt(matrix[0, 0] * matrix[1, 1]))
    if abs(r) >= 1 - 1e-12:
        return f"correlation {r:+.2f}"
    half = float(ndtri((1 + CONFIDENCE) / 2)) / sqrt(n - 3)
    return f"correlation {r:+.2f}\n({tanh(atanh(r) - half):+.2f} to {tanh(atanh(r) + half):+.2f})"


def _finish(ax: Axes) -> None:
    ax.grid(color="0.92")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=9)
