"""Read a run folder: the manifest, the rows of games and seats, the decisions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import polars as pl

from burgundy_lab.analysis.checks import check_parts, part_numbers, read_manifest, say_parts, scan
from burgundy_lab.logs import (
    DECISIONS,
    GAMES,
    PARTS,
    RUNNING,
    folder_path,
    is_held,
    part_path,
)
from burgundy_lab.sim.contract import Game, as_list, whole_number
from burgundy_lab.sim.errors import BadState, BadValue, RunError, UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.trace import Trace

if TYPE_CHECKING:
    # Without the stubs of the dev extra pandas has no types.
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]

TOLD_DECISIONS = {
    "game": pl.Int64, "number": pl.Int16, "seat": pl.Int8, "action": pl.Int16, "kind": pl.String,
    "words": pl.String, "knowledge_tile": pl.Int8, "vp": pl.Int16,
}  # fmt: skip
NUMBERS = (-(10**30), 10**30)  # any that a user may name; the run says which it has
PARTS_MISSING = "parts at the end are missing"
PLACED_TILE = re.compile(r"place knowledge tile (\d+)")


class HasFolder(Protocol):
    """Anything that knows its run folder, such as what a batch returns."""

    @property
    def folder(self) -> Path | None:
        """The run folder; none if nothing was written."""


def load(
    run: str | os.PathLike[str] | HasFolder | Sequence[str | os.PathLike[str] | HasFolder],
    *,
    partial: bool = False,
) -> LoadedRun:
    """Open a run folder; rows are read only when they are asked for.

    Parameters
    ----------
    run
        The folder, or an object with ``.folder`` such as what ``simulate`` returns; or a list
        of these, runs of one game, whose rows get a column ``run`` (`joined.JoinedRuns`).
    partial
        Also open a run that is still being written: whatever blocks are there. An interrupted
        run is opened without this; it keeps the blocks that were done.

    Raises
    ------
    BadValue
        If that is no path of a folder.
    RunError
        If the folder is missing, is no run, was written by another version, is still being
        written, has no finished game, or lacks parts; one line each.
    """
    if isinstance(run, list | tuple):
        from burgundy_lab.analysis.joined import JoinedRuns

        return JoinedRuns([load(one, partial=partial) for one in run])
    if not isinstance(run, str | os.PathLike) and not hasattr(run, "folder"):
        raise BadValue(f"run {run!r} is neither a folder nor what a batch returned")
    place = run if isinstance(run, str | os.PathLike) else run.folder
    if place is None:
        raise RunError("this run was not written to disk: play it with out=FOLDER to read it")
    folder = folder_path("run", place)
    manifest = read_manifest(folder)
    if manifest["status"] == RUNNING and not partial:
        raise UnfinishedRun(folder, is_held(folder / GAMES))
    paths = sorted((folder / GAMES).glob(PARTS))
    if not paths or not (manifest["games_done"] or partial):
        raise RunError(f"run {folder} has no finished games (status {manifest['status']})")
    loaded = LoadedRun(folder, manifest, paths)
    loaded.check_parts()
    return loaded


class UnfinishedRun(RunError):
    """A run that is still being written, or whose process was killed."""

    def __init__(self, folder: Path, goes_on: bool | None, way: str = "partial=True") -> None:
        """Take whether it goes on, if that is known; way: how to read what is there."""
        self.folder, self.goes_on = folder, goes_on
        state = {
            True: "is still being written: wait, or",
            False: "was killed:",
            None: "is still being written, or was killed: wait, or",
        }[goes_on]
        super().__init__(f"run {folder} {state} read the blocks that are there with {way}")


class LoadedRun:
    """A run that can be read; made by `load`.

    Attributes
    ----------
    folder
        Where it is.
    manifest
        What the run says of itself: match-up, seed, versions, values it rests on.
    paths
        The parts of the table of games; no game is spread over two.
    """

    def __init__(self, folder: Path, manifest: dict[str, Any], paths: Sequence[Path]) -> None:
        """Keep what `load` found; nothing is read yet."""
        self.folder, self.manifest, self.paths = folder, manifest, list(paths)
        self._decisions_checked = False

    @property
    def rules(self) -> Game:
        """The game that was played."""
        return get_game(self.manifest["game"])

    @property
    def games(self) -> pl.LazyFrame:
        """Rows of games and seats [games * players], not read yet."""
        return scan(self.paths)

    @property
    def parts(self) -> list[pl.LazyFrame]:
        """The same rows part by part, for work that should not hold all of them."""
        return [scan(path) for path in self.paths]

    @property
    def decisions(self) -> pl.LazyFrame:
        """Rows of decisions (game, number, seat, action), not read yet.

        Raises
        ------
        RunError
            If the run kept no decisions.
        """
        return scan(self._decision_paths)

    @property
    def decision_parts(self) -> list[pl.LazyFrame]:
        """The same rows part by part; no game is spread over two."""
        return [scan(path) for path in self._decision_paths]

    @property
    def _decision_paths(self) -> list[Path]:
        if self.manifest["log"] != DECISIONS:
            raise RunError(
                f"run {self.folder} kept no decisions (its log is {self.manifest['log']!r}): "
                f"play it with log='decisions' on seed {self.manifest['seed']} to get them"
            )
        paths = [self.folder / DECISIONS / path.name for path in self.paths]
        if not self._decisions_checked:
            check_parts(self.manifest, DECISIONS, paths)
            self._decisions_checked = True
        return paths

    @property
    def games_done(self) -> int:
        """Number of games that can be read, from the parts' footers."""
        rows = int(self.games.select(pl.len()).collect().item())
        return rows // int(self.manifest["players"])

    @property
    def unconfirmed(self) -> list[dict[str, str]]:
        """Path and text of each value of the game that no source confirms."""
        return list(self.manifest["unconfirmed"])

    def lazy(self) -> pl.LazyFrame:
        """Return the rows of games and seats, not read yet: for runs of any size.

        Say what is wanted of them, then ``collect(engine="streaming")``: no more than that
        is held in memory. `frame` takes 0.3 GB for a million games of the board game.
        Processes that are forked after polars has run in this one may hang; start them with
        ``multiprocessing.get_context("spawn")``.
        """
        return self.games

    def frame(self, columns: Sequence[str] | None = None) -> pl.DataFrame:
        """Return the rows of games and seats in memory, all columns or those named.

        Raises
        ------
        UnknownName
            If there is no such column; the message lists the known ones.
        """
        if columns is None:
            return self.games.collect()
        columns = as_list("columns", columns)
        known = self.games.collect_schema().names()
        for name in columns:
            if columns.count(name) > 1:
                raise BadValue(f"column {name!r} is asked for {columns.count(name)} times")
            if name not in known:
                raise UnknownName("column", name, known)
        return self.games.select(columns).collect()

    def to_pandas(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Return the rows of games and seats as a pandas frame, as `frame` does."""
        return self.frame(columns).to_pandas()

    def trace(self, game_no: int) -> Trace:
        """Return one game as it was played, decision by decision.

        It is replayed once, to be sure that the rules of today still give its logged VP.

        Raises
        ------
        RunError
            If the run kept no decisions, or the game does not replay to its logged VP.
        BadValue
            If the run has no such game.
        """
        game_no = whole_number("game_no", game_no, *NUMBERS)
        _ = self.decisions  # says it if there are none
        logged = self._of_game(GAMES, "vp", game_no, order="seat")
        if not logged:
            raise BadValue(
                f"run {self.folder} has no game {game_no!r}: "
                f"it has {self.games_done}, counted from 0"
            )
        actions = self._of_game(DECISIONS, "action", game_no, order="number")
        trace = Trace(
            game=self.manifest["game"],
            players=self.manifest["players"],
            estates=tuple(self.manifest["estates"]),
            settings=dict(self.manifest["settings"]),
            seed=self.manifest["seed"],
            game_no=int(game_no),
            actions=tuple(actions),
            values=self.manifest.get("values"),
        )
        self._check_replay(trace, logged)
        return trace

    def told_decisions(self, games: Iterable[int]) -> pl.DataFrame:
        """Return the decisions of some games in words; each game is replayed, about three a second.

        Parameters
        ----------
        games
            Numbers of games, such as ``range(20)``.

        Returns
        -------
        The rows of `decisions` and: ``kind`` (the verb: "take", "place", "sell" and so on),
        ``words`` (the action in rulebook words), ``knowledge_tile`` (number of the knowledge
        tile that is placed, else null), ``vp`` (VP of the seat before the decision).

        Raises
        ------
        RunError, BadValue
            As `trace`.
        """
        rows = []
        for game_no in as_list("games", games):
            for number, (position, action) in enumerate(self.trace(game_no).positions()):
                seat, words = position.seat, position.describe(action)
                placed = PLACED_TILE.match(words)
                tile = int(placed[1]) if placed else None
                vp = int(position.state.points[seat])
                kind = words.partition(" ")[0]
                rows.append((int(game_no), number, seat, int(action), kind, words, tile, vp))
        return pl.DataFrame(rows, schema=TOLD_DECISIONS, orient="row")

    def _of_game(self, table: str, column: str, game_no: int, *, order: str) -> list[int]:
        """Return a column of one game's rows, from the one part that has them."""
        block = int(game_no) // self.manifest["block_size"]
        path = part_path(self.folder, table, block)
        if table == GAMES and path not in self.paths:
            return []
        rows = scan(path).filter(pl.col("game") == game_no).sort(order).select(column)
        try:
            return rows.collect().to_series().to_list()
        except (pl.exceptions.PolarsError, OSError) as error:
            raise RunError(f"{path} cannot be read: {_first_line(error)}") from error

    def _check_replay(self, trace: Trace, logged: list[int]) -> None:
        try:
            end = trace.end()
            replayed = [result.vp for result in end.outcome()]
        except BadState as error:
            replayed, why = [], str(error)
        else:
            why = f"it comes to {replayed} VP, not {logged}"
        if replayed != logged:
            raise RunError(
                f"game {trace.game_no} of run {self.folder} was played by other rules "
                f"(code {self.manifest.get('code_hash', 'unknown')}): {why}"
            )

    def check_parts(self) -> None:
        """Check that the parts can be read and hold as many games as the manifest counts.

        Raises
        ------
        RunError
            If they do not; names parts that are missing or cannot be read.
        """
        games, expected = check_parts(self.manifest, GAMES, self.paths), self.manifest["games_done"]
        numbers = set(part_numbers(self.paths))
        if self.manifest["log"] == DECISIONS:
            told = set(part_numbers(list((self.folder / DECISIONS).glob(PARTS))))
            if gone := sorted(numbers - told):
                names = say_parts(self.folder, gone)
                raise RunError(f"run {self.folder} is not whole: {names} missing in {DECISIONS}/")
        if self.manifest["status"] == RUNNING or games == expected:
            return
        blocks = range(-(-self.manifest["games"] // self.manifest["block_size"]))
        beyond, gaps = sorted(numbers - set(blocks)), sorted(set(range(max(numbers))) - numbers)
        if beyond or games > expected:
            where = f"{say_parts(self.folder, beyond)} too many" if beyond else "parts too many"
        else:
            where = f"{say_parts(self.folder, gaps)} missing" if gaps else PARTS_MISSING
        raise RunError(
            f"run {self.folder} holds {games} of the {expected} games its manifest counts: "
            f"{where} in {GAMES}/"
        )

    def __repr__(self) -> str:
        names = [strategy["name"] for strategy in self.manifest["strategies"]]
        return (
            f"<run {self.folder.name}: {self.manifest['game']}, {' vs '.join(names)}, "
            f"{self.games_done} games, {self.manifest['status']}>"
        )


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
