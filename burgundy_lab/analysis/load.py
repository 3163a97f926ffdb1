"""Read a run folder: the manifest, the rows of games and seats, the decisions."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import polars as pl

from burgundy_lab.logs import (
    DECISIONS,
    FORMAT,
    GAMES,
    MANIFEST,
    PARTS,
    RUNNING,
    folder_path,
    part_path,
)
from burgundy_lab.sim.contract import Game
from burgundy_lab.sim.errors import BadState, BadValue, RunError, UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.trace import Trace

if TYPE_CHECKING:
    # Without the stubs of the dev extra pandas has no types.
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]

# What a manifest must say for a run to be read.
NEEDED = {
    "format": int, "game": str, "players": int, "estates": list, "settings": dict,
    "games_done": int, "block_size": int, "seed": int, "log": str, "status": str,
    "strategies": list, "unconfirmed": list,
}  # fmt: skip
TOLD_DECISIONS = {
    "game": pl.Int64, "number": pl.Int16, "seat": pl.Int8, "action": pl.Int16, "kind": pl.String,
    "words": pl.String, "knowledge_tile": pl.Int8, "vp": pl.Int16,
}  # fmt: skip
PLACED_TILE = re.compile(r"place knowledge tile (\d+)")
COUNTS = ("players", "block_size")


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
    manifest = _read_manifest(folder)
    if manifest["status"] == RUNNING and not partial:
        raise RunError(
            f"run {folder} is still being written, or was killed: "
            f"wait, or read the blocks that are there with partial=True"
        )
    paths = sorted((folder / GAMES).glob(PARTS))
    if not paths or not (manifest["games_done"] or partial):
        raise RunError(f"run {folder} has no finished games (status {manifest['status']})")
    loaded = LoadedRun(folder, manifest, paths)
    if manifest["status"] != RUNNING:
        loaded.check_parts()
    return loaded


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

    @property
    def rules(self) -> Game:
        """The game that was played."""
        return get_game(self.manifest["game"])

    @property
    def games(self) -> pl.LazyFrame:
        """Rows of games and seats [games * players], not read yet."""
        return _scan(self.paths)

    @property
    def parts(self) -> list[pl.LazyFrame]:
        """The same rows part by part, for work that should not hold all of them."""
        return [_scan(path) for path in self.paths]

    @property
    def decisions(self) -> pl.LazyFrame:
        """Rows of decisions (game, number, seat, action), not read yet.

        Raises
        ------
        RunError
            If the run kept no decisions.
        """
        return _scan(self._decision_paths)

    @property
    def decision_parts(self) -> list[pl.LazyFrame]:
        """The same rows part by part; no game is spread over two."""
        return [_scan(path) for path in self._decision_paths]

    @property
    def _decision_paths(self) -> list[Path]:
        paths = sorted((self.folder / DECISIONS).glob(PARTS))
        if not paths:
            raise RunError(
                f"run {self.folder} kept no decisions (its log is {self.manifest['log']!r}): "
                f"play it with log='decisions' on seed {self.manifest['seed']} to get them"
            )
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
        known = self.games.collect_schema().names()
        for name in columns:
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
        for game_no in games:
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
        rows = _scan(path).filter(pl.col("game") == game_no).sort(order).select(column)
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
        found = 0
        for path in self.paths:
            try:
                found += int(_scan(path).select(pl.len()).collect().item())
            except (pl.exceptions.PolarsError, OSError) as error:
                raise RunError(f"{path} cannot be read: {_first_line(error)}") from error
        games, expected = found // self.manifest["players"], self.manifest["games_done"]
        if found != expected * self.manifest["players"]:
            numbers = {int(path.stem.removeprefix("part-")) for path in self.paths}
            gaps = sorted(set(range(max(numbers))) - numbers)
            names = ", ".join(part_path(self.folder, GAMES, n).name for n in gaps[:3])
            where = f"{names} missing" if gaps else "parts at the end are missing"
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


def _scan(paths: Path | list[Path]) -> pl.LazyFrame:
    # Names of folders are names, whatever stars, brackets or = they have.
    return pl.scan_parquet(paths, glob=False, hive_partitioning=False)


def _read_manifest(folder: Path) -> dict[str, Any]:
    if not folder.is_dir():
        raise RunError(f"there is no run folder {folder}")
    path = folder / MANIFEST
    if not path.is_file():
        raise RunError(f"{folder} is no run folder: it has no {MANIFEST}")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise RunError(f"{path} cannot be read: {_first_line(error)}") from error
    if not isinstance(manifest, dict) or "format" not in manifest:
        raise RunError(f"{path} is no manifest of a run: it does not say its format")
    if manifest["format"] != FORMAT:
        raise RunError(
            f"run {folder} has format {manifest['format']!r}, this version reads {FORMAT}: "
            f"play it again, or read it with the version that wrote it"
        )
    lacking = [key for key in NEEDED if key not in manifest]
    if lacking:
        raise RunError(f"{path} lacks {', '.join(lacking)}")
    for key, kind in NEEDED.items():
        value = manifest[key]
        wrong = not isinstance(value, kind) or isinstance(value, bool)
        if wrong or (key in COUNTS and value < 1):
            raise RunError(f"{path} has {key} {value!r:.80}, which no run has")
    return manifest


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
