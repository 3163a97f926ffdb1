"""What a batch returns: where its logs are, and what each seat made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from burgundy_lab.experiments.match import Match
from burgundy_lab.experiments.totals import Totals
from burgundy_lab.intervals import CONFIDENCE, t_interval, wilson_interval
from burgundy_lab.logs import COMPLETE


@dataclass(frozen=True, eq=False)
class Run:
    """A batch of games that was played.

    Attributes
    ----------
    folder
        The run folder; None if nothing was logged or nothing is left.
    status
        "complete", or "interrupted" after Ctrl-C.
    games
        Games played whole blocks long; all of them are in the logs.
    manifest
        The content of ``manifest.json``, also if nothing was logged.
    """

    folder: Path | None
    status: str
    games: int
    manifest: Mapping[str, Any] = field(repr=False)
    match: Match = field(repr=False)
    totals: Totals = field(repr=False)

    @property
    def is_complete(self) -> bool:
        """Whether all games asked for were played."""
        return self.status == COMPLETE

    @property
    def table(self) -> pl.DataFrame:
        """One row for each seat, as `analysis.win_table` gives it, from sums instead of logs."""
        return seat_table(self.match, self.totals)

    @property
    def unconfirmed(self) -> list[dict[str, str]]:
        """Path, confidence and text of each value that no source confirms, for `rests_on`."""
        return list(self.manifest["unconfirmed"])


def seat_table(match: Match, totals: Totals) -> pl.DataFrame:
    """Return share of wins and mean VP of each seat with their intervals.

    A win shared by n seats counts 1/n for each. Where the games give no interval it is null.
    """
    n, seats = totals.games, range(match.players)
    win = np.array([totals.win_share(seat) for seat in seats])
    vp = np.array([totals.vp(seat).mean for seat in seats])
    sd = np.array([totals.vp(seat).sd for seat in seats])
    win_low, win_high = wilson_interval(win, n)
    vp_low, vp_high = t_interval(vp, sd, n)
    numbers = {
        "win": win, "win_low": win_low, "win_high": win_high,
        "vp": vp, "vp_low": vp_low, "vp_high": vp_high, "vp_sd": sd,
    }  # fmt: skip
    return pl.DataFrame(
        {
            "strategy": match.names,
            "seat": list(seats),
            "estate": match.estates,
            "games": [n] * match.players,
            "confidence": [CONFIDENCE] * match.players,
        }
    ).with_columns(pl.Series(name, values, nan_to_null=True) for name, values in numbers.items())
