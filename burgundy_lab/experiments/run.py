"""What a batch returns: where its logs are, and what each seat made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from burgundy_lab.experiments.manifest import COMPLETE
from burgundy_lab.experiments.match import Match
from burgundy_lab.experiments.totals import Totals


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
    def breakdown(self) -> pl.DataFrame:
        """One row for each seat and value of the game's breakdown column that came up: games,
        and their share with its standard error. Empty for a game without such a column.
        """
        found = [
            (seat, value, int(n), self.totals.part(seat, value))
            for seat in range(self.match.players)
            for value, n in enumerate(self.totals.parts[seat])
            if n
        ]
        return pl.DataFrame(
            {
                "seat": [seat for seat, *_ in found],
                "strategy": [self.match.names[seat] for seat, *_ in found],
                self.match.game.breakdown or "value": [value for _, value, *_ in found],
                "games": [n for _, _, n, _ in found],
                "share": [estimate.mean for *_, estimate in found],
                "share_se": [estimate.error for *_, estimate in found],
            }
        )

    @property
    def table(self) -> pl.DataFrame:
        """One row for each seat: mean VP and share of wins, each with its standard error.

        A win shared by n seats counts 1/n for each. Errors are nan for a single game.
        """
        seats = range(self.match.players)
        vp = [self.totals.vp(seat) for seat in seats]
        wins = [self.totals.win_share(seat) for seat in seats]
        return pl.DataFrame(
            {
                "seat": list(seats),
                "strategy": self.match.names,
                "estate": self.match.estates,
                "games": [self.games] * self.match.players,
                "vp_mean": [estimate.mean for estimate in vp],
                "vp_se": [estimate.error for estimate in vp],
                "win_share": [estimate.mean for estimate in wins],
                "win_share_se": [estimate.error for estimate in wins],
            }
        )
