"""Several runs of one game read together: a column `run` says which one a row is of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from burgundy_lab.analysis.load import LoadedRun
from burgundy_lab.logs import RUN
from burgundy_lab.sim.errors import BadValue, RunError
from burgundy_lab.sim.trace import Trace

# What runs are told apart by, if it differs; keys of the manifest.
TOLD = ("settings", "values", "players", "seed", "games_done", "code_hash")


class JoinedRuns(LoadedRun):
    """Runs of one game, joined; made by `load` from a list.

    Rows have a column ``run`` before those of the log: the name of the folder, with a number if
    several have one name. Games are numbered within each run. Runs on one seed meet the same
    deals, so compare them with `compare`, which knows that; the intervals here do not.

    Attributes
    ----------
    runs
        The runs by name.
    """

    def __init__(self, runs: Sequence[LoadedRun]) -> None:
        """Join runs; see `load` for the errors."""
        games = list(dict.fromkeys(run.manifest["game"] for run in runs))
        if len(games) != 1:
            named = ", ".join(games) or "none"
            raise BadValue(f"runs of one game can be joined, not of {named}")
        names = [run.folder.resolve().name for run in runs]
        self.runs = {
            name if names.count(name) == 1 else f"{name} ({number + 1})": run
            for number, (name, run) in enumerate(zip(names, runs, strict=True))
        }
        first = runs[0]
        super().__init__(first.folder, first.manifest, [path for r in runs for path in r.paths])

    @property
    def differences(self) -> dict[str, list[Any]]:
        """What the runs were not played alike in: its name, and the value in each run."""
        said = {key: [run.manifest.get(key) for run in self.runs.values()] for key in TOLD}
        return {key: values for key, values in said.items() if any(v != values[0] for v in values)}

    @property
    def games(self) -> pl.LazyFrame:
        """Rows of games and seats of all runs, not read yet."""
        return pl.concat(self.parts)

    @property
    def parts(self) -> list[pl.LazyFrame]:
        """The same rows part by part."""
        kinds = {"strategy": self._names("strategy"), "estate": self._names("estate")}
        run = pl.Enum(list(self.runs))
        return [
            part.select(
                pl.lit(name).cast(run).alias(RUN),
                pl.all().exclude(*kinds),
                *(pl.col(column).cast(pl.String).cast(kind) for column, kind in kinds.items()),
            ).select(RUN, *part.collect_schema().names())
            for name, loaded in self.runs.items()
            for part in loaded.parts
        ]

    def _names(self, column: str) -> pl.Enum:
        """Return the type of a column of names that holds those of all runs."""
        kinds = (run.games.collect_schema()[column] for run in self.runs.values())
        return pl.Enum(
            list(dict.fromkeys(n for kind in kinds for n in kind.categories.to_list()))  # type: ignore[attr-defined]
        )

    @property
    def games_done(self) -> int:
        """Number of games that can be read, of all runs."""
        return sum(run.games_done for run in self.runs.values())

    @property
    def unconfirmed(self) -> list[dict[str, str]]:
        """Path and text of each value of any of the runs that no source confirms."""
        facts = {fact["path"]: fact for run in self.runs.values() for fact in run.unconfirmed}
        return list(facts.values())

    @property
    def decision_parts(self) -> list[pl.LazyFrame]:
        """Not of joined runs: actions have the numbers of their own run."""
        raise RunError(f"decisions are read run by run: runs[name], one of {', '.join(self.runs)}")

    @property
    def decisions(self) -> pl.LazyFrame:
        """Not of joined runs: see `decision_parts`."""
        return pl.concat(self.decision_parts)

    def trace(self, game_no: int) -> Trace:
        """Not of joined runs: games are numbered within each."""
        raise RunError(
            f"game {game_no} is traced run by run: runs[name].trace, one of {', '.join(self.runs)}"
        )

    def __repr__(self) -> str:
        told = "; ".join(f"{key} {values}" for key, values in self.differences.items())
        return (
            f"<{len(self.runs)} runs of {self.manifest['game']}: {', '.join(self.runs)}; "
            f"{self.games_done} games{f'; they differ in {told}' if told else ''}>"
        )
