"""Plots of estimates: ``plot_x(data, *, ax=None) -> Axes``, and figures of several panels.

They draw the frames that the other files of `analysis` make; none reads, saves, or changes the
style. Every estimate is drawn with its interval and how many games it rests on.
"""

from burgundy_lab.analysis.plots.actions import plot_action_values
from burgundy_lab.analysis.plots.contests import (
    plot_differences,
    plot_games_needed,
    plot_ratings,
    plot_win_matrix,
)
from burgundy_lab.analysis.plots.distributions import (
    plot_distribution,
    plot_scatter,
    plot_shares,
)
from burgundy_lab.analysis.plots.estates import (
    figure_fills,
    plot_estates,
    plot_fills,
    plot_pairings,
)
from burgundy_lab.analysis.plots.runs import (
    figure_scoring_paths,
    plot_scoring_paths,
    plot_win_share,
)
from burgundy_lab.analysis.plots.winners import (
    plot_gap_steps,
    plot_gaps,
    plot_leader_wins,
    plot_source_odds,
)

__all__ = [
    "figure_fills",
    "figure_scoring_paths",
    "plot_action_values",
    "plot_differences",
    "plot_distribution",
    "plot_estates",
    "plot_fills",
    "plot_games_needed",
    "plot_gap_steps",
    "plot_gaps",
    "plot_leader_wins",
    "plot_pairings",
    "plot_ratings",
    "plot_scatter",
    "plot_scoring_paths",
    "plot_shares",
    "plot_source_odds",
    "plot_win_matrix",
    "plot_win_share",
]
