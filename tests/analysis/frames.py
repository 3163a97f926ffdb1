"""Rows of the log made up for tests, and run folders that hold them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl

from burgundy_lab.sim.games import get_game

BOARD = get_game("board")
STRATEGIES = pl.Enum(["steady", "bold"])
ESTATES = pl.Enum(BOARD.estates)
SEAT_ESTATES = ("2011-1", "2011-8", "2011-3")
MANIFEST = {
    "format": 1,
    "status": "complete",
    "game": "board",
    "players": 2,
    "strategies": [{"name": "steady", "weights": []}, {"name": "bold", "weights": []}],
    "estates": ["2011-1", "2011-8"],
    "settings": {},
    "games": 6,
    "games_done": 6,
    "seed": 1,
    "block_size": 2,
    "log": "games",
    "unconfirmed": [{"path": "board_game.rulings.order", "confidence": "assumed", "text": "first"}],
}


def games_frame(*games: list[tuple[str, float, int]]) -> pl.DataFrame:
    """Return rows of games; a game lists strategy, win and VP of each seat."""
    rows = [
        (number, seat, strategy, SEAT_ESTATES[seat], win, vp)
        for number, game in enumerate(games)
        for seat, (strategy, win, vp) in enumerate(game)
    ]
    schema = {
        "game": pl.Int64,
        "seat": pl.Int8,
        "strategy": STRATEGIES,
        "estate": ESTATES,
        "win": pl.Float32,
        "vp": pl.Int16,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def scored_frame(games: int, seed: int = 3) -> pl.DataFrame:
    """Return rows with every column of VP of the board game, which add up to the VP."""
    chance = np.random.default_rng(seed)
    plain = games_frame(*[[("steady", 0, 0), ("bold", 0, 0)]] * games)
    names = [column.name for column in BOARD.columns if column.name.startswith("vp_")]
    points = chance.integers(0, 9, (2 * games, len(names))).astype("i2")
    vp = points.sum(axis=1).reshape(games, 2)
    wins = np.where(vp == vp.max(axis=1, keepdims=True), 1.0, 0.0)
    wins /= wins.sum(axis=1, keepdims=True)
    return plain.with_columns(
        pl.Series("vp", vp.ravel().astype("i2")),
        pl.Series("win", wins.ravel().astype("f4")),
        *(pl.Series(name, points[:, k]) for k, name in enumerate(names)),
    )


def write_run(folder: Path, rows: pl.DataFrame, **changed: object) -> Path:
    """Write a run folder of these rows, two games a part; `changed` goes into the manifest."""
    (folder / "games").mkdir(parents=True)
    for block, part in enumerate(rows.iter_slices(4)):
        part.write_parquet(folder / "games" / f"part-{block:05d}.parquet")
    games = len(rows) // 2
    manifest = {**MANIFEST, "games": games, "games_done": games, **changed}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder
