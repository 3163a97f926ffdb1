"""Whether a run folder is what a run left: its manifest, and its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from burgundy_lab.files import read_json
from burgundy_lab.logs import DECISIONS, FORMAT, GAMES, MANIFEST, part_path
from burgundy_lab.seals import BadSeal, Seal, read_seal
from burgundy_lab.sim.errors import RunError, UnknownName
from burgundy_lab.sim.games import get_game

# What a manifest must say for a run to be read.
NEEDED: dict[str, Any] = {
    "format": int, "game": str, "players": int, "estates": list, "settings": dict, "games": int,
    "games_done": int, "block_size": int, "seed": int, "log": str, "status": str,
    "strategies": list, "unconfirmed": list,
}  # fmt: skip
LEAST = {"players": 1, "block_size": 1, "games": 1, "games_done": 0, "seed": 0}
TOLD = ("path", "confidence", "text")  # of each value that is not confirmed
COLUMNS = {
    GAMES: ("game", "seat", "strategy", "estate", "win", "vp"),
    DECISIONS: ("game", "number", "seat", "action"),
}


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a run folder.

    Raises
    ------
    RunError
        If there is none, or it is not what a run writes; one line.
    """
    if not folder.is_dir():
        raise RunError(f"there is no run folder {folder}")
    path = folder / MANIFEST
    if not path.is_file():
        raise RunError(f"{folder} is no run folder: it has no {MANIFEST}")
    try:
        manifest = read_json(path)
    except ValueError as error:
        raise RunError(f"{path} cannot be read: {error}") from error
    if not isinstance(manifest, dict) or "format" not in manifest:
        raise RunError(f"{path} is no manifest of a run: it does not say its format")
    if manifest["format"] != FORMAT:
        raise RunError(
            f"run {folder} has format {manifest['format']!r:.80}, this version reads {FORMAT}: "
            f"play it again, or read it with the version that wrote it"
        )
    lacking = [key for key in NEEDED if key not in manifest]
    if lacking:
        raise RunError(f"{path} lacks {', '.join(lacking)}")
    for key in (*NEEDED, "values"):
        if not _fits(manifest, key):
            raise RunError(f"{path} has {key} {manifest[key]!r:.80}, which no run has")
    return manifest


def _fits(manifest: dict[str, Any], key: str) -> bool:
    """Tell whether a run could say this."""
    value: Any = manifest.get(key)
    if key == "values":
        return value is None or isinstance(value, dict)
    if not isinstance(value, NEEDED[key]) or isinstance(value, bool):
        return False
    if key in LEAST and value < LEAST[key]:
        return False
    return key not in CHECKS or CHECKS[key](manifest, value)


def _is_game(_manifest: dict[str, Any], value: Any) -> bool:
    try:
        get_game(value)
    except UnknownName:
        return False
    return True


def _are_seats(manifest: dict[str, Any], value: Any) -> bool:
    return _is_game(manifest, manifest["game"]) and value in get_game(manifest["game"]).seat_counts


def _are_strategies(manifest: dict[str, Any], value: Any) -> bool:
    return len(value) == manifest["players"] and all(_is_strategy(item) for item in value)


def _are_estates(manifest: dict[str, Any], value: Any) -> bool:
    return len(value) in (0, manifest["players"]) and all(isinstance(item, str) for item in value)


def _are_settings(_manifest: dict[str, Any], value: Any) -> bool:
    return all(isinstance(item, str) for item in value.values())


def _are_told(_manifest: dict[str, Any], value: Any) -> bool:
    return all(_is_told(item) for item in value)


def _is_strategy(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("name"), str)


def _is_told(item: Any) -> bool:
    return isinstance(item, dict) and all(isinstance(item.get(key), str) for key in TOLD)


CHECKS: dict[str, Callable[[dict[str, Any], Any], bool]] = {
    "game": _is_game,
    "players": _are_seats,
    "strategies": _are_strategies,
    "estates": _are_estates,
    "settings": _are_settings,
    "unconfirmed": _are_told,
}


def scan(paths: Path | list[Path]) -> pl.LazyFrame:
    """Return the rows of parts, not read yet."""
    # Names of folders are names, whatever stars, brackets or = they have.
    return pl.scan_parquet(paths, glob=False, hive_partitioning=False)


# --- parts ---------------------------------------------------------------------------------------


def part_numbers(paths: Sequence[Path]) -> list[int]:
    """Return the numbers of the blocks whose parts these are.

    Raises
    ------
    RunError
        If a name has none.
    """
    numbers = []
    for path in paths:
        digits = path.stem.removeprefix("part-")
        if not (digits.isascii() and digits.isdecimal()) or path != part_path(
            path.parent.parent, path.parent.name, int(digits)
        ):
            raise RunError(f"{path} is no part of a run: its name has no number of a block")
        numbers.append(int(digits))
    return numbers


def check_parts(manifest: dict[str, Any], table: str, paths: Sequence[Path]) -> int:
    """Check that each part is as it was written and has the games of its block; return how many
    games they have.

    Raises
    ------
    RunError
        If not; names the part.
    """
    found, size = 0, manifest["block_size"]
    names: list[str] = []
    for number, path in zip(part_numbers(paths), paths, strict=True):
        try:
            seal = read_seal(path)
            has = scan(path).collect_schema().names()
            lacking = [name for name in (*COLUMNS[table], *names) if name not in has]
            if lacking:
                raise BadSeal(f"it lacks the column {lacking[0]!r}")
            names = names or has
            if seal is None:
                seal = _count(manifest, table, path)
        except (BadSeal, pl.exceptions.PolarsError, OSError) as error:
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise RunError(f"{path} cannot be read: {why}") from error
        first = number * size
        if (seal.seed, seal.first) != (manifest["seed"], first) or not 0 < seal.games <= size:
            raise RunError(
                f"{path} has the wrong games: {seal.games} from {seal.first} on, of seed "
                f"{seal.seed}; games {first} to {first + size - 1} of seed "
                f"{manifest['seed']} belong there"
            )
        found += seal.games
    return found


def _count(manifest: dict[str, Any], table: str, path: Path) -> Seal:
    """Return what a part without a seal has, from its numbers of games."""
    column = scan(path).select("game").collect().to_series().to_numpy()
    numbers, rows = np.unique(column, return_counts=True)
    if len(numbers) == 0 or numbers[-1] - numbers[0] != len(numbers) - 1:
        raise BadSeal("the numbers of its games have gaps")
    if (np.diff(column) < 0).any() or (table == GAMES and (rows != manifest["players"]).any()):
        raise BadSeal("a game has not one row for each seat")
    return Seal(manifest["seed"], int(numbers[0]), len(numbers))


def say_parts(folder: Path, numbers: Sequence[int]) -> str:
    """Return the names of some parts, the first ones if they are many."""
    names = [part_path(folder, GAMES, number).name for number in numbers]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
