"""Plots of what winners did that losers did not."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import polars as pl
from matplotlib.axes import Axes

from burgundy_lab.analysis.plots.lettering import lettered, write_title
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
from burgundy_lab.analysis.tables import notes_of
from burgundy_lab.analysis.winners import ALL
from burgundy_lab.sim.errors import BadValue

MORE, SAME, LESS = (POINT_COLOURS[0], "o"), ("0.45", "s"), (POINT_COLOURS[1], "^")
MOST_TICKS = 9  # of an axis of ratios
DIVERGING = "PuOr"  # told apart by people who see few colours


@lettered
def plot_gaps(gaps: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw winner minus loser: a row for each source of VP (of the whole game), or column.

    Parameters
    ----------
    gaps
        Rows of `winners.source_gaps` (those of the whole game are drawn) or `column_gaps`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a point and its interval for each row, what winners and losers have on the
    right; the marker says whether the interval lies above, around or below nothing.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    whole = gaps.filter(pl.col("step") == ALL) if "step" in gaps.columns else gaps
    if whole.is_empty():
        raise BadValue("there are no gaps to draw: the frame has no rows")
    name = "source" if "source" in whole.columns else "column"
    if ax is None:
        ax = plt.subplots(figsize=(8, 1.5 + ROW_HEIGHT * len(whole)), layout="constrained")[1]
    window = find_window(whole.select("gap", "gap_low", "gap_high").rows(), always=[0])
    for place, row in enumerate(whole.iter_rows(named=True)):
        limits = (row["gap_low"], row["gap_high"])
        draw_interval(ax, row["gap"], place, limits, *_side(*limits), window=window)
        note_right(ax, place, f"{row['winner']:.1f} / {row['loser']:.1f}")
    ax.axvline(0, color="0.4", linestyle=":", zorder=0)
    labels = [str(label).replace("_", " ") for label in whole[name]]
    ax.set_yticks(range(len(whole)), labels)
    ax.set_ylim(len(whole) - 0.4, -0.6)
    unit = " (VP)" if name == "source" else ""
    ax.set_xlabel(f"winner minus loser{unit}, {level(whole)} interval")
    if window is not None:
        ax.set_xlim(*window)
    rests_on = f"n = {whole['games'][0]:,} games; on the right means of winner / loser"
    write_title(ax, "What have winners more of than losers?", rests_on, *notes_of(whole))
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    return ax


@lettered
def plot_gap_steps(gaps: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw in which phase winners gain more VP than losers, and from what: a map of numbers.

    Parameters
    ----------
    gaps
        Rows of `winners.source_gaps`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a cell for each source and step with the gap and half its interval; empty where
    a source brings nothing.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    if gaps.is_empty():
        raise BadValue("there are no gaps to draw: the frame has no rows")
    shown = gaps.filter(pl.col("step") != ALL)
    sources = shown["source"].unique(maintain_order=True).to_list()
    steps = shown["step"].unique().sort().to_list()  # an Enum, in the game's order
    values = np.full((len(sources), len(steps)), np.nan)
    halves = np.full_like(values, np.nan)
    for row in shown.iter_rows(named=True):
        at = sources.index(row["source"]), steps.index(row["step"])
        if row["gap_low"] is not None:
            values[at], halves[at] = row["gap"], (row["gap_high"] - row["gap_low"]) / 2
    if ax is None:
        size = (2.4 + 0.85 * len(steps), 1.6 + 0.55 * len(sources))
        ax = plt.subplots(figsize=size, layout="constrained")[1]
    texts = [
        ["" if np.isnan(v) else f"{v:+z.1f}\n±{h:.1f}" for v, h in zip(*rows, strict=True)]
        for rows in zip(values, halves, strict=True)
    ]
    most = float(np.nanmax(np.abs(values), initial=1e-9))
    draw_map(ax, values, texts, limits=(-most, most), colours=DIVERGING)
    ax.set_xticks(range(len(steps)), steps)
    ax.set_yticks(range(len(sources)), sources)
    ax.set_xlabel("phase")
    write_title(
        ax,
        "When do winners gain more than losers, and from what?",
        f"winner minus loser (VP), n = {gaps['games'][0]:,} games, {level(gaps)} intervals",
        *notes_of(gaps),
    )
    return ax


@lettered
def plot_leader_wins(leads: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how often the seat that is ahead after each phase wins in the end.

    Parameters
    ----------
    leads
        Rows of `winners.leader_wins`.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes: a point with its interval for each phase, n and the mean lead below it.

    Raises
    ------
    BadValue
        If there are no rows.
    """
    if leads.is_empty():
        raise BadValue("there are no leads to draw: the frame has no rows")
    if ax is None:
        ax = plt.subplots(figsize=(PANEL[0] + 1.6, PANEL[1]), layout="constrained")[1]
    share, low, high = (100 * leads[name].to_numpy() for name in ("win", "win_low", "win_high"))
    places = range(len(leads))
    ax.errorbar(
        places, share, [share - low, high - share], color=POINT_COLOURS[0], fmt="o-", capsize=6
    )
    even = 100 / leads["seats"][0]
    ax.axhline(even, color="0.4", linestyle=":", zorder=0)
    ax.annotate(
        "even share",
        (1, even),
        (4, 0),
        xycoords=ax.get_yaxis_transform(),
        textcoords="offset points",
        va="center",
        color="0.4",
        fontsize=9,
    )
    labels = [
        f"{row['step']}\nn = {row['games']:,}\n{row['lead']:.1f} VP"
        for row in leads.iter_rows(named=True)
    ]
    ax.set_xticks(places, labels, fontsize=9)
    ax.set_xlabel("ahead after phase, games with one leader, mean lead")
    ax.set_ylabel(f"leader wins (%), {level(leads)} interval")
    write_title(ax, "Does the leader after a phase win in the end?", *notes_of(leads))
    ax.set_xlim(-0.4, len(leads) - 0.6)
    ax.set_ylim(0, 100)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


@lettered
def plot_source_odds(odds: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw by which factor the odds to win grow with VP of each source so far.

    Parameters
    ----------
    odds
        Rows of `odds.source_odds`, of one phase or several.
    ax
        Where to draw; a new figure if not given.

    Returns
    -------
    The axes, on a scale of ratios: a row for each source, in it a point with its interval for
    each phase. Where a source has no odds, words say why; intervals that would squeeze the
    others end in arrows.

    Raises
    ------
    BadValue
        If there are no rows, or more phases than markers.
    """
    phases = odds["until"].unique(maintain_order=True).to_list()
    if not 0 < len(phases) <= len(MARKERS):
        raise BadValue(f"odds of 1 to {len(MARKERS)} phases can be drawn, not of {len(phases)}")
    sources = odds["source"].unique(maintain_order=True).to_list()
    if ax is None:
        height = 1.7 + ROW_HEIGHT * len(sources) * max(1, 0.6 * len(phases))
        ax = plt.subplots(figsize=(8, height), layout="constrained")[1]
    apart = 0.7 / len(phases)
    known = odds.select("odds", "odds_low", "odds_high").drop_nulls()
    logs = known.with_columns(pl.all().clip(1e-300, 1e300).log())
    ends = find_window(logs.rows(), always=[0]) if len(logs) else None
    window = None if ends is None else (float(np.exp(ends[0])), float(np.exp(ends[1])))
    for k, phase in enumerate(phases):
        label = f"after phase {phase}"
        for row in odds.filter(pl.col("until") == phase, pl.col("odds").is_not_null()).iter_rows(
            named=True
        ):
            place = sources.index(row["source"]) + apart * (k - (len(phases) - 1) / 2)
            limits = (row["odds_low"], row["odds_high"])
            draw_interval(ax, row["odds"], place, limits, POINT_COLOURS[k], MARKERS[k], label,
                          window)  # fmt: skip
            label = "_nolegend_"
    ax.axvline(1, color="0.4", linestyle=":", zorder=0)
    ax.set_xscale("log")
    if window is not None:
        ax.set_xlim(*window)
    ticks = _ratio_ticks(*ax.get_xlim())
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.set_xticks([], minor=True)
    _say_left_out(ax, odds, sources)
    ax.set_yticks(range(len(sources)), sources)
    ax.set_ylim(len(sources) - 0.4, -0.6)
    vp = odds["vp"][0]
    ax.set_xlabel(f"odds to win with {vp:g} VP more so far: factor, {level(odds)} interval")
    rests_on = f"n = {odds['games'].to_numpy().min():,} games"
    write_title(ax, "Which VP so far go with winning?", rests_on, *notes_of(odds))
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    ax.grid(axis="x", color="0.9")
    ax.set_axisbelow(True)
    return ax


def _ratio_ticks(low: float, high: float) -> list[float]:
    """Return at most `MOST_TICKS` round ratios between two, the steps between them alike."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    for steps in ((1, 1.5, 2, 3, 5, 7), (1, 2, 5), (1, 3), (1,)):
        ticks = [step * 10.0**power for power in powers for step in steps]
        inside = [tick for tick in ticks if low <= tick <= high]
        if len(inside) <= MOST_TICKS:
            return inside
    return inside[:: -(-len(inside) // MOST_TICKS)]


def _say_left_out(ax: Axes, odds: pl.DataFrame, sources: list[str]) -> None:
    """Write into the row of a source why it has no odds after some phase."""
    for place, source in enumerate(sources):
        rows = odds.filter(pl.col("source") == source, pl.col("odds").is_null())
        why = [f"{row['until']}: {row['left_out']}" for row in rows.iter_rows(named=True)]
        if why:
            ax.annotate(
                "; ".join(why),
                (0, place + 0.42),
                (4, 0),
                xycoords=ax.get_yaxis_transform(),
                textcoords="offset points",
                va="center",
                color="0.35",
                fontsize=7.5,
            )


def _side(low: float | None, high: float | None) -> tuple[str, str]:
    """Return colour and marker: above, below, or not told apart from nothing."""
    if low is not None and low > 0:
        return MORE
    if high is not None and high < 0:
        return LESS
    return SAME
