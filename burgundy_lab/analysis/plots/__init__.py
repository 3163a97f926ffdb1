"""Plots of estimates: ``plot_x(data, *, ax=None) -> Axes``, and figures of several panels.

They draw the frames that the other files of `analysis` make; none reads, saves, or changes the
style. Every estimate is drawn with its interval and how many games it rests on.
"""

from burgundy_lab.analysis.plots.runs import (
    figure_scoring_paths,
    plot_scoring_paths,
    plot_shares,
    plot_win_share,
)

__all__ = ["figure_scoring_paths", "plot_scoring_paths", "plot_shares", "plot_win_share"]
