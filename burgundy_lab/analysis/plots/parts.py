"""What plots share: colours, hatches, markers, sizes, and how an interval is drawn.

Colours are told apart by people who see few of them, and each has a hatch or marker as well.
"""

from __future__ import annotations

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
) -> None:
    """Draw a value as a point in the row `place`, with its interval if there is one."""
    low, high = limits
    error = None
    if low is not None and high is not None:
        error = [[value - low], [high - value]]
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
                write_inside(ax, j, i, text, ink_on(scale(norm(values[i, j]))), 9)
    ax.set_xticks(np.arange(values.shape[1] + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(values.shape[0] + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=1.5)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)


def write_inside(ax: Axes, x: float, y: float, text: str, ink: str, size: float) -> None:
    """Write a text around a point within the axes, for which a layout need make no room."""
    written = ax.text(x, y, text, ha="center", va="center", color=ink, fontsize=size)
    written.set_in_layout(False)


def ink_on(colour: Any) -> str:
    """Return black or white, whichever is read better on a colour."""
    red, green, blue = to_rgb(colour)
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "white"
