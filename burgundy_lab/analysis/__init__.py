"""Reading logs: load a run, estimate with intervals, tables, plots.

Functions take a loaded run or a frame of its rows; none knows the rules of a game. The plots
are in `burgundy_lab.analysis.plots`, which imports matplotlib.
"""

from burgundy_lab.analysis.distributions import distribution, pair_counts
from burgundy_lab.analysis.load import LoadedRun, load
from burgundy_lab.analysis.paths import scoring_paths, source_table
from burgundy_lab.analysis.stats import estimate, share_table, win_table
from burgundy_lab.analysis.tables import text_frame, text_shares, text_table
from burgundy_lab.wording import TextTable, rests_on

__all__ = [
    "LoadedRun",
    "TextTable",
    "distribution",
    "estimate",
    "load",
    "pair_counts",
    "rests_on",
    "scoring_paths",
    "share_table",
    "source_table",
    "text_frame",
    "text_shares",
    "text_table",
    "win_table",
]
