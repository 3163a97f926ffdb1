"""Strategies out of files: code with `@policy`, and other weights for a strategy that is known."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from os import PathLike
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

import cloudpickle  # type: ignore[import-untyped, unused-ignore]

from burgundy_lab.files import read_json
from burgundy_lab.sim.errors import PolicyError, UnknownName, in_one_line
from burgundy_lab.strategies.policy import Policy, get_strategy, register, strategies

WEIGHTS_KEYS = ("of", "name", "weights")
FORM = '{"of": "balanced", "name": "mine", "weights": {"0": 0.8}}'


def load_code(path: str | PathLike[str], game: str) -> list[Policy]:
    """Run a file of Python and return the strategies of the game that it registered.

    The file may import what lies beside it. Its strategies are known by name from then on, and
    go to other processes with their code.

    Raises
    ------
    PolicyError
        If there is no such file, it does not run, or it has no strategy for the game; names
        the file, and the line where there is one.
    """
    file = _file("code", path)
    if file.suffix != ".py":
        raise PolicyError(
            f"code file {path} must be a file of Python, with a name that ends in .py"
        )
    before = strategies(game)
    module = _run(file)
    # Otherwise another process would look for a module that only this one has.
    cloudpickle.register_pickle_by_value(module)
    found = [made for name, made in strategies(game).items() if before.get(name) is not made]
    if not found:
        raise PolicyError(
            f"code file {path} makes no strategy for {game!r}: it needs a function with "
            f'@policy(game="{game}", summary="...")'
        )
    return found


def _file(kind: str, path: str | PathLike[str]) -> Path:
    file = Path(os.path.expanduser(path))
    if "\0" in str(path) or not file.is_file():
        raise PolicyError(f"{kind} file {path} is not there")
    return file


def _run(file: Path) -> ModuleType:
    """Run a file as a module of its own, found by no import."""
    key = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:8]
    spec = spec_from_file_location(f"burgundy_code_{file.stem}_{key}", file)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    try:
        spec.loader.exec_module(module)
    except PolicyError as error:
        raise PolicyError(f"code file {file}: {error}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit, or one of the file's own
        raise PolicyError(f"code file {file} does not run: {_why(file, error)}") from None
    return module


def _why(file: Path, error: BaseException) -> str:
    """Return an error in one line, with the line of the file it comes from."""
    told, line = in_one_line(error), None
    if isinstance(error, SyntaxError) and error.filename == str(file):
        told, line = f"{type(error).__name__}: {error.msg}", error.lineno
    else:
        lines = [f.lineno for f in extract_tb(error.__traceback__) if f.filename == str(file)]
        line = lines[-1] if lines else None
    return f"{told}{f' (line {line})' if line else ''}"


def load_weights(path: str | PathLike[str], game: str) -> Policy:
    """Return a strategy that is known with the weights of a JSON file, under a name of its own.

    The file holds `of` (the strategy), `name`, and `weights`: all of them as a list, or the ones
    that differ by their number, from 0.

    Raises
    ------
    PolicyError
        If the file cannot be read or does not fit the strategy; names the file.
    """
    file = _file("weights", path)
    given = _read(file)
    weights = given["weights"]
    if isinstance(weights, Mapping):
        weights = {_number(file, key): value for key, value in weights.items()}
    try:
        if not isinstance(given["name"], str):
            raise PolicyError(f"the name {given['name']!r} must be text")
        made = get_strategy(game, given["of"]).with_weights(weights, name=given["name"])
        return register(made)
    except (PolicyError, UnknownName) as error:
        raise PolicyError(f"weights file {path}: {error}") from None


def _read(file: Path) -> dict[str, Any]:
    try:
        given = read_json(file, _each_once)
    except ValueError as error:
        raise PolicyError(f"weights file {file} cannot be read: {error}") from None
    if not isinstance(given, dict) or set(given) != set(WEIGHTS_KEYS):
        has = ", ".join(given) if isinstance(given, dict) else type(given).__name__
        raise PolicyError(f"weights file {file} has {has or 'nothing'}; it must be like {FORM}")
    return given


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse what JSON allows: one name twice, of which the last would count."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"it has {twice!r} twice")
    return found


def _number(file: Path, key: str) -> int:
    # As it is written in a list of numbers, so that "0" and "00" are not one weight twice.
    if not (key.isascii() and key.isdecimal()) or len(key) > 9 or key != str(int(key)):
        raise PolicyError(f"weights file {file} has a weight {key!r}; weights have numbers, from 0")
    return int(key)
