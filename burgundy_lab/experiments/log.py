"""The logs of a run: what each column means, and writing one block as Parquet.

Table ``games`` has one row for each game and seat, table ``decisions`` one for each
decision. Both are written in parts, one for each block of games.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from burgundy_lab.experiments.match import NO_ESTATE, Match
from burgundy_lab.experiments.totals import WIN_PARTS, win_parts
from burgundy_lab.logs import DECISIONS, GAMES
from burgundy_lab.seals import Seal, sealed
from burgundy_lab.sim.contract import Game
from burgundy_lab.sim.errors import RunError

NO_LOG = "none"
LEVELS = {NO_LOG: (), GAMES: (GAMES,), DECISIONS: (GAMES, DECISIONS)}  # tables of a log level

Rows = npt.NDArray[np.int32]  # [games * P, 1 + C] from the loop
Actions = npt.NDArray[np.int16]  # [N, 2] seat and action from the loop


@dataclass(frozen=True)
class LogColumn:
    """One column of a table: its name, type, meaning and unit."""

    name: str
    dtype: Any
    text: str
    unit: str


# Enum columns have the names of the run, so their type is made for each run.
GAMES_FIXED = (
    LogColumn("game", pl.Int64, "number of the game in the run, from 0", "index"),
    LogColumn("seat", pl.Int8, "place at the table, from 0", "index"),
    LogColumn("strategy", pl.Enum, "strategy of the seat", "name"),
    LogColumn("estate", pl.Enum, "estate of the seat, - if the game has none", "name"),
    LogColumn("decisions", pl.Int16, "decisions of all seats in the game", "count"),
    LogColumn("win", pl.Float32, "1 for the winner, 1/n if n seats share the win, else 0", "share"),
)
DECISIONS_FIXED = (
    LogColumn("game", pl.Int64, "number of the game in the run, from 0", "index"),
    LogColumn("number", pl.Int16, "number of the decision in the game, from 0", "index"),
    LogColumn("seat", pl.Int8, "seat that decided, from 0", "index"),
    LogColumn("action", pl.Int16, "action taken, an id of the game's actions", "id"),
)


def log_columns(game: Game, table: str) -> tuple[LogColumn, ...]:
    """Return the columns of a table in order: the fixed ones, then the game's own."""
    if table == DECISIONS:
        return DECISIONS_FIXED
    own = (LogColumn(c.name, pl.Int16, c.text, c.unit) for c in game.columns)
    return (*GAMES_FIXED, *own)


def schema(match: Match, table: str) -> pl.Schema:
    """Return names and types of a table's columns in the run of a match.

    All estates of the game are values of `estate`, so runs on different estates combine.
    """
    enums = {
        "strategy": pl.Enum(list(dict.fromkeys(match.names))),
        "estate": pl.Enum(match.game.estates or (NO_ESTATE,)),
    }
    columns = log_columns(match.game, table)
    return pl.Schema({c.name: enums.get(c.name, c.dtype) for c in columns})


def games_frame(match: Match, first: int, rows: Rows) -> pl.DataFrame:
    """Return the loop's rows of games `first` and on as the table ``games``.

    Raises
    ------
    RunError
        If a number does not fit its column.
    """
    types = schema(match, GAMES)
    games = len(rows) // match.players
    _check_fit(match.game, first, rows, match.players)
    # One pass narrows and transposes, so that each column lies in one piece.
    columns = np.ascontiguousarray(rows.T, dtype=np.int16)
    own = dict(zip(("decisions", *(c.name for c in match.game.columns)), columns, strict=True))
    seats = np.tile(np.arange(match.players, dtype="i1"), games)
    known = {
        "game": np.repeat(np.arange(first, first + games, dtype="i8"), match.players),
        "seat": seats,
        "strategy": pl.Series(match.names, dtype=types["strategy"]).gather(seats),
        "estate": pl.Series(match.estates, dtype=types["estate"]).gather(seats),
        "win": win_shares(own["rank"], own["shared"]),
    }
    return pl.DataFrame({name: known.get(name, own.get(name)) for name in types}, schema=types)


def win_shares(rank: npt.NDArray[Any], shared: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Return the share of the win of each row from its rank and how many seats share that."""
    return (win_parts(rank, shared) / WIN_PARTS).astype(np.float32)


def _check_fit(game: Game, first: int, rows: Rows, players: int) -> None:
    """Refuse numbers that int16 cannot hold, before they are narrowed."""
    limits = np.iinfo(np.int16)
    if limits.min <= rows.min() and rows.max() <= limits.max:
        return
    row, column = np.argwhere((rows < limits.min) | (rows > limits.max))[0]
    name = ("decisions", *(c.name for c in game.columns))[column]
    raise RunError(
        f"column {name!r} of game {first + row // players}, seat {row % players} is "
        f"{rows[row, column]}, which 16 bits cannot hold; this is an error of the rules"
    )


def decisions_frame(
    match: Match, first: int, rows: Rows, actions: Sequence[Actions]
) -> pl.DataFrame:
    """Return the loop's actions of games `first` and on as the table ``decisions``."""
    counts = rows[:: match.players, 0].astype("i8")  # decisions of each game
    starts = np.cumsum(counts) - counts
    taken = np.concatenate(actions)
    return pl.DataFrame(
        {
            "game": np.repeat(np.arange(first, first + len(counts), dtype="i8"), counts),
            "number": (np.arange(len(taken)) - np.repeat(starts, counts)).astype("i2"),
            "seat": taken[:, 0].astype("i1"),
            "action": np.ascontiguousarray(taken[:, 1]),
        },
        schema=schema(match, DECISIONS),
    )


def write_part(
    path: Path, frame: pl.DataFrame, seal: Seal, is_wanted: Callable[[], bool] = lambda: True
) -> None:
    """Write one part with its seal: whole, or not at all, if it is still wanted by then.

    Raises
    ------
    RunError
        If the file cannot be written.
    """
    draft, content = path.with_name(f".{path.name}.tmp"), io.BytesIO()
    try:
        # zstd at its fastest costs little more than no compression and takes 40 % less room.
        # Statistics would cost a third more: the number of a game says which part has it.
        frame.write_parquet(content, compression="zstd", compression_level=1, statistics=False)
        draft.write_bytes(sealed(content.getvalue(), seal))
        if is_wanted():
            os.replace(draft, path)
        else:
            draft.unlink()
    except (OSError, pl.exceptions.PolarsError) as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RunError(f"cannot write {path}: {why}") from error
