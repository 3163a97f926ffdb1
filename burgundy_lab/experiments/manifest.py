"""The run folder: its manifest, its parts, and what is left of a run that did not end well."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import platform
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from burgundy_lab.experiments import log
from burgundy_lab.experiments.block import Plan
from burgundy_lab.experiments.match import Match
from burgundy_lab.logs import FORMAT, MANIFEST, RUNNING, held, part_path
from burgundy_lab.sim import facts
from burgundy_lab.sim.compile_cache import source_hash
from burgundy_lab.sim.errors import RunError
from burgundy_lab.strategies.policy import Policy
from burgundy_lab.version import VERSION

PACKAGES = ("numpy", "numba", "polars")
CONFIRMED = "confirmed"


def describe_run(match: Match, plan: Plan, jobs: int, backend: str) -> dict[str, Any]:
    """Return the manifest of a run that is about to start."""
    return {
        "format": FORMAT,
        "status": RUNNING,
        "game": match.game.name,
        "players": match.players,
        "strategies": [_describe_policy(policy) for policy in match.policies],
        "estates": list(match.estates) if match.game.estates else [],
        "settings": dict(match.settings),
        **({} if match.values is None else {"values": match.values}),
        "games": plan.games,
        "games_done": 0,
        "seed": plan.seed,
        "block_size": plan.block_size,
        "log": plan.level,
        "jobs": jobs,
        "backend": backend,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": 0.0,
        "code_hash": source_hash(),
        "versions": versions(),
        "unconfirmed": unconfirmed(match),
        "columns": {
            table: [
                {"name": c.name, "text": c.text, "unit": c.unit}
                for c in log.log_columns(match.game, table)
            ]
            for table in log.LEVELS[plan.level]
        },
    }


def describe_rules(match: Match) -> dict[str, Any]:
    """Return by which rules and code a match is played, for results without a run folder."""
    return {
        "settings": dict(match.settings),
        "values": match.values,
        "code_hash": source_hash(),
        "versions": versions(),
    }


def versions() -> dict[str, str]:
    """Return the versions of Python and of what results may depend on."""
    found = {"python": platform.python_version(), "burgundy_lab": VERSION}
    return found | {name: metadata.version(name) for name in PACKAGES}


def unconfirmed(match: Match) -> list[dict[str, str]]:
    """Return path, confidence and text of the values that the match rests on and that are not
    confirmed, the most doubtful first. A setting counts while it is left at its default.
    """
    by_name = {setting.name: setting for setting in match.game.settings}
    others = set(match.game.estates) - set(match.estates)
    found = []
    for fact in (fact for file in match.game.data_files for fact in facts.facts(file)):
        path = fact.path.split(".")
        group, name = path[-2:]
        text = str(fact.value)
        if group == "settings" and name in by_name:
            setting, value = by_name[name], match.settings[name]
            if value != setting.default:
                continue
            text = f"{value}: {setting.choices.get(value, value)}. {setting.why}"
        elif match.values is not None:  # as the run has it
            text = str(match.values.get(group, {}).get(name, fact.value))
        if fact.confidence != CONFIRMED and others.isdisjoint(path):
            found.append({"path": fact.path, "confidence": fact.confidence, "text": text})
    return _doubtful_first(found)


def unconfirmed_of_all(matches: Iterable[Match]) -> list[dict[str, str]]:
    """Return what any of several matches rests on, as `unconfirmed`."""
    rows = {row["path"]: row for match in matches for row in unconfirmed(match)}
    return _doubtful_first(rows.values())


def _doubtful_first(rows: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    return sorted(rows, key=lambda row: -facts.CONFIDENCE.index(row["confidence"]))


# --- strategies ------------------------------------------------------------------------------


def _describe_policy(policy: Policy) -> dict[str, Any]:
    return {
        "name": policy.name,
        "summary": policy.summary,
        "weights": list(policy.weights),
        "library": policy.library,
        # A shipped strategy is covered by the hash of the package's code.
        "source_hash": None if policy.library else function_hash(policy.function),
    }


def function_hash(function: Callable[..., Any]) -> str:
    """Return a hash (16 hex digits) of a user's function and of what it uses of its module."""
    digest = hashlib.sha256()
    for part in _parts(function, set()):
        digest.update(part.encode())
    return digest.hexdigest()[:16]


def _parts(function: Callable[..., Any], seen: set[Any]) -> Iterator[str]:
    """Yield the source, or else the bytecode, of a function and of the helpers it calls."""
    function = getattr(function, "py_func", function)
    code = getattr(function, "__code__", None)
    if code is None or code in seen or str(function.__module__).startswith("burgundy_lab."):
        return
    seen.add(code)
    try:
        yield inspect.getsource(function)
    except (OSError, TypeError):  # typed at a prompt, or made by exec
        yield f"{code.co_code.hex()} {code.co_names} {code.co_consts}"
    used = inspect.getclosurevars(function)
    for name, value in sorted({**used.globals, **used.nonlocals}.items()):
        if callable(value):
            yield from _parts(value, seen)
        elif isinstance(value, np.ndarray):  # its repr leaves out the middle
            yield f"{name} = {value.dtype} {value.tolist()}"
        elif not inspect.ismodule(value):
            yield f"{name} = {value!r}"


# --- the folder ------------------------------------------------------------------------------


_NOT_EMPTY = "is not empty and a run is never overwritten: name another one, or delete it"
CLAIM_TRIES = 5


def _check_new(folder: Path) -> None:
    """Refuse a folder that holds something or cannot be made; make nothing."""
    try:
        why = _why_not(folder)
    except OSError as error:  # such as a name that is too long
        why = f"cannot be made: {error.strerror}"
    if why:
        raise RunError(f"run folder {folder} {why}")


def _why_not(folder: Path) -> str:
    """Return why a folder cannot become a run folder; nothing if it can."""
    if folder.is_dir() and any(folder.iterdir()):
        return _NOT_EMPTY
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        return f"cannot be made: {there} is a file"
    if not os.access(there, os.W_OK | os.X_OK):
        return f"cannot be made: no permission to write in {there}"
    return ""


class RunFolder:
    """A run folder that is being written."""

    def __init__(self, path: Path, tables: tuple[str, ...]) -> None:
        """Make the folder, with a subfolder for each table.

        Raises
        ------
        RunError
            If it holds something or cannot be made; nothing is left of it then.
        """
        _check_new(path)
        self.path, self.tables = path, tables
        self._made = [p for p in (path, *path.absolute().parents) if not p.exists()]
        self._hold = ExitStack()
        try:
            self._claim()
            for table in tables[1:]:
                (path / table).mkdir()
        except FileExistsError:
            # Another run made it at this moment. Nothing of it is ours to remove.
            raise RunError(f"run folder {path} {_NOT_EMPTY}") from None
        except OSError as error:
            self.remove()
            raise RunError(f"run folder {path} cannot be made: {error}") from error

    def _claim(self) -> None:
        """Make the folder of the first table, which only one run can do, and hold it."""
        first = self.path / self.tables[0]
        for _ in range(CLAIM_TRIES - 1):
            # Another run that is refused may remove the empty folder above at this moment.
            with suppress(FileNotFoundError):
                first.mkdir(parents=True)
                break
        else:
            first.mkdir(parents=True)
        self._hold.enter_context(held(first))

    def close(self) -> None:
        """Let go of the folder: nothing more will be written there."""
        self._hold.close()

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """Write the manifest: whole, or not at all.

        Raises
        ------
        RunError
            If it cannot be written.
        """
        path = self.path / MANIFEST
        draft = path.with_name(f".{MANIFEST}.tmp")
        try:
            draft.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
            os.replace(draft, path)
        except OSError as error:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise RunError(f"cannot write {path}: {error.strerror}") from error

    def keep(self, blocks: Collection[int]) -> None:
        """Remove what is no part of one of these blocks."""
        for table in self.tables:
            wanted = {part_path(self.path, table, block).name for block in blocks}
            for path in (self.path / table).glob("*"):
                if path.name not in wanted:
                    path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove all that this run made, folders above it too."""
        for table in self.tables:
            shutil.rmtree(self.path / table, ignore_errors=True)
        with suppress(OSError):
            (self.path / MANIFEST).unlink(missing_ok=True)
        for path in self._made:
            try:
                path.rmdir()
            except OSError:  # never made, or someone else put something in
                return
