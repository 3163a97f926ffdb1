"""What plots share: colours, hatches, markers, sizes, and how an interval is drawn.

Colours are told apart by people who see few of them, and each has a hatch or marker as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, to_rgb

# Paul Tol's "muted" scheme, ordered so that neighbours in a stack differ in lightness too.
COLOURS = (
    "#332288", "#88CCEE", "#117733", "#DDCC77", "#882255", "#44AA99", "#CC6677", "#BBBBBB",
    "#999933",
)  # fmt: skip
HATCHES = ("", "//", "", "..", "", "\\\\", "xx", "", "--")
# For points and lines: the darker ones of the same scheme.
POINT_COLOURS = ("#332288", "#CC6677", "#117733", "#AA4499", "#999933", "#882255", "#44AA99")
MARKERS = "osD^vPX"
FAR_OFF = 5  # times the width of the other rows: a row that squeezes them
Window = tuple[float, float]  # ends of an axis
PANEL = (4.6, 4.2)  # inches, width and height of one panel
ROW_HEIGHT = 0.42  # inches, one row of a plot of wins


def draw_interval(
    ax: Axes,
    value: float,
    place: float,
    limits: Sequence[float | None],
    colour: str,
    marker: str,
    label: str | None = None,
    window: Window | None = None,
) -> None:
    """Draw a value as a point in the row `place`, with its interval if there is one.

    What lies beyond the window is told by an arrow at its edge and in words.
    """
    low, high = limits
    left, right = window or (-math.inf, math.inf)
    ends = [value if end is None else end for end in (low, high)]
    inside = [min(max(end, left), right) for end in ends]
    if left <= value <= right:
        error = None if low is None or high is None else [[value - inside[0]], [inside[1] - value]]
        # Shares of 0 and 100 lie on the frame, which must not cut their points.
        ax.errorbar(
            value,
            place,
            xerr=error,
            color=colour,
            fmt=marker,
            capsize=6,
            markersize=6,
            clip_on=False,
            label=label,
        )
    else:
        told = f"{value:,.4g}"
        if low is not None and high is not None:
            told += f" ({low:,.4g} to {high:,.4g})"
        near, away, side = (left, 12, "left") if value < left else (right, -12, "right")
        ax.annotate(
            f"{told}, beyond the scale",
            (near, place),
            (away, 0),
            textcoords="offset points",
            ha=side,
            va="center",
            color=colour,
            fontsize=9,
        )
    for end, edge, arrow in zip(ends, (left, right), ("<", ">"), strict=True):
        if (end < left and arrow == "<") or (end > right and arrow == ">"):
            ax.plot(edge, place, arrow, color=colour, markersize=8, clip_on=False)


def find_window(
    rows: Sequence[Sequence[float | None]], *, always: Sequence[float] = ()
) -> Window | None:
    """Return the part of an axis on which most rows can be told apart, or None for all of it.

    Few rows far off, or with very wide intervals, would squeeze the others: if leaving out a
    quarter of them or less narrows the axis to a fifth, they are left out.

    Parameters
    ----------
    rows
        Value, low and high of each; on an axis of ratios their logarithms.
    always
        Values that the axis must show.
    """
    ends = [[x for x in row if x is not None and math.isfinite(x)] for row in rows]
    low = np.array([min(end) for end in ends if end])
    high = np.array([max(end) for end in ends if end])
    whole = max([*high, *always]) - min([*low, *always])
    n = len(low)
    for dropped in range(1, n // 4 + 1):
        best: Window | None = None
        for from_below in range(dropped + 1):
            # From below those that reach lowest, from above those that reach highest.
            left_over = np.argsort(low, kind="stable")[from_below:]
            order = left_over[np.argsort(high[left_over], kind="stable")]
            kept = order[: n - dropped]
            ends_kept = (min([*low[kept], *always]), max([*high[kept], *always]))
            if best is None or ends_kept[1] - ends_kept[0] < best[1] - best[0]:
                best = ends_kept
        if best is not None and 0 < FAR_OFF * (best[1] - best[0]) <= whole:
            margin = 0.12 * (best[1] - best[0])
            return best[0] - margin, best[1] + margin
    return None


def note_right(ax: Axes, place: float, text: str) -> None:
    """Write a text right of the axes, beside the row `place`."""
    ax.annotate(
        text,
        (1, place),
        xycoords=ax.get_yaxis_transform(),
        xytext=(8, 0),
        textcoords="offset points",
        va="center",
    )


def level(frame: pl.DataFrame) -> str:
    """Return the confidence of a frame's intervals: "95 %"."""
    return f"{100 * frame['confidence'][0]:g} %"


def draw_map(
    ax: Axes,
    values: npt.NDArray[np.float64],
    texts: Sequence[Sequence[str]],
    *,
    limits: tuple[float, float],
    colours: str,
) -> None:
    """Draw a map of cells, each with a colour and a text; NaN leaves a cell empty.

    values: [rows, columns], the first row on top. limits: values of the colours at the ends.
    """
    norm, scale = Normalize(*limits), colormaps[colours]
    ax.imshow(values, cmap=scale, norm=norm, aspect="auto")
    for i, row in enumerate(texts):
        for j, text in enumerate(row):
            if text:
                _write_cell(ax, j, i, text, ink_on(scale(norm(values[i, j]))))
    ax.set_xticks(np.arange(values.shape[1] + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(values.shape[0] + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=1.5)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)


def _write_cell(ax: Axes, x: float, y: float, text: str, ink: str) -> None:
    """Write the value of a cell large, and small below it how sure it is."""
    value, _, below = text.partition("\n")
    write_inside(ax, x, y - (0.14 if below else 0), value, ink, 10.5)
    if below:
        write_inside(ax, x, y + 0.22, below, ink, 7.5)


def write_inside(ax: Axes, x: float, y: float, text: str, ink: str, size: float) -> None:
    """Write a text around a point within the axes, for which a layout need make no room."""
    written = ax.text(x, y, text, ha="center", va="center", color=ink, fontsize=size)
    written.set_in_layout(False)


def ink_on(colour: Any) -> str:
    """Return black or white, whichever is read better on a colour."""
    red, green, blue = to_rgb(colour)
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"
