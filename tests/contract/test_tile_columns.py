"""Log columns of knowledge tiles, beside the estates at the end of logged games."""

from __future__ import annotations

import polars as pl
import pytest

from burgundy_lab.analysis import load, win_table
from burgundy_lab.experiments import simulate
from burgundy_lab.sim.board.state import EFFECT_TILES, END_TILES

SEED, GAMES = 5, 6


@pytest.mark.parametrize(
    ("game", "strategy", "tiles"),
    [("board", "balanced", EFFECT_TILES), ("solo", "filler", (*EFFECT_TILES, *END_TILES))],
)
def test_each_tile_has_a_column_that_says_who_owns_it(tmp_path, game, strategy, tiles):
    run = load(
        simulate(
            game=game,
            strategies=strategy,
            games=GAMES,
            seed=SEED,
            log="decisions",
            out=tmp_path / game,
            progress=False,
        )
    )
    names = [f"tile_{tile}" for tile in tiles]
    logged = [column for column in run.frame().columns if column.startswith("tile_")]
    assert logged == names
    found = 0
    for row in run.frame().iter_rows(named=True):
        owned = int(run.trace(row["game"]).end().state.knowledge[row["seat"]])
        assert [row[name] for name in names] == [owned >> tile & 1 for tile in tiles]
        found += owned.bit_count()
    assert found > GAMES
    shares = win_table(run, by="tile_7")
    assert set(shares["tile_7"]) <= {0, 1}
    assert shares["games"].sum() >= GAMES == run.frame()["game"].n_unique()
    assert run.lazy().select(pl.col("tile_7").max()).collect().item() in (0, 1)
