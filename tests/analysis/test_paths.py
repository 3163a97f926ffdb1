"""Scoring paths: the steps and sources of a game, and VP adding up."""

from dataclasses import replace

import polars as pl
import pytest

from burgundy_lab.analysis import load, scoring_paths, source_table, win_table
from burgundy_lab.analysis.paths import MOST_SOURCES, OTHER
from burgundy_lab.analysis.sources import scoring_steps, source_groups
from burgundy_lab.sim.errors import BadValue, UnknownName
from tests.analysis.frames import BOARD, games_frame, scored_frame, write_run


def test_steps_hold_every_column_of_vp_once():
    columns = [c for step in scoring_steps(BOARD) for cs in step.columns.values() for c in cs]
    assert sorted(columns) == sorted(c.name for c in BOARD.columns if c.name.startswith("vp_"))


def test_steps_are_the_phases_and_the_final_scoring():
    steps = scoring_steps(BOARD)
    assert [step.name for step in steps] == [*BOARD.phases, "end"]
    assert steps[0].columns["goods sold"] == ("vp_goods_sold_a",)
    assert len(steps[-1].columns["knowledge tiles"]) > 1
    assert len(source_groups(steps)) <= MOST_SOURCES


def test_a_game_without_phases_has_one_step_of_play():
    cards = replace(BOARD, phases=(), sources=("sets",), end_sources=("left_silver", "castles"))
    play, end = scoring_steps(cards)
    assert (play.name, play.columns) == ("play", {"sets": ("vp_sets",)})
    # A word that no other source shares makes no group.
    assert end.columns == {"left silver": ("vp_left_silver",), "castles": ("vp_castles",)}
    rows = games_frame([("bold", 1, 9), ("steady", 0, 2)]).with_columns(
        vp_sets=pl.lit(4), vp_left_silver=pl.lit(2), vp_castles=pl.lit(1)
    )
    path = scoring_paths(rows, game=cards, by=())
    assert path["total"].unique(maintain_order=True).to_list() == [4, 7]
    assert path["path"].unique().to_list() == ["all seats"]


def test_vp_add_up_step_by_step():
    rows = scored_frame(3).with_columns(pl.lit(0).alias(c.name) for c in BOARD.columns[8:])
    rows = rows.with_columns(
        vp_regions_a=pl.lit(6), vp_regions_c=pl.lit(4), vp_animals_b=pl.col("game") * 3,
        vp_knowledge_15=pl.lit(2), vp_knowledge_26=pl.lit(5), vp_left_goods=pl.lit(1),
    )  # fmt: skip
    path = scoring_paths(rows, game="board").filter(path="bold")
    so_far = {
        source: path.filter(pl.col("source") == source)["vp"].to_list()
        for source in ("regions", "animals", "knowledge tiles", "left over", "watchtower")
    }
    assert so_far == {
        "regions": [6, 6, 10, 10, 10, 10],
        "animals": [0, 3, 3, 3, 3, 3],
        "knowledge tiles": [0, 0, 0, 0, 0, 7],
        "left over": [0, 0, 0, 0, 0, 1],
        "watchtower": [0, 0, 0, 0, 0, 0],
    }
    totals = path.unique("step", maintain_order=True)
    assert totals["total"].to_list() == [6, 9, 13, 13, 13, 21]
    assert totals["total_low"][0] is None  # every game has the same 6 VP: no spread


def test_the_last_step_is_the_vp_of_the_table_of_wins():
    rows = scored_frame(40)
    end = scoring_paths(rows, game="board").filter(pl.col("step") == "end")
    table = win_table(rows, by=("strategy",))
    totals = end.unique("path", maintain_order=True)
    for shown, counted in (("total", "vp"), ("total_low", "vp_low"), ("total_high", "vp_high")):
        assert totals[shown].to_list() == pytest.approx(table[counted].to_list())
    sums = end.group_by("path", maintain_order=True).agg(pl.col("vp").sum())
    assert sums["vp"].to_list() == pytest.approx(table["vp"].to_list())
    assert totals["games"].to_list() == [40, 40]


def test_the_smallest_of_many_sources_are_merged():
    many = replace(BOARD, phases=(), sources=tuple(f"s{k}" for k in range(12)), end_sources=())
    rows = games_frame([("bold", 1, 78)]).with_columns(
        pl.lit(k + 1).alias(f"vp_s{k}") for k in range(12)
    )
    path = scoring_paths(rows, game=many).filter(pl.col("step") == "end")
    assert path["source"].to_list() == [*(f"s{k}" for k in range(4, 12)), OTHER]
    assert path["vp"].to_list() == [5, 6, 7, 8, 9, 10, 11, 12, 1 + 2 + 3 + 4]


def test_a_loaded_run_knows_its_game_and_a_frame_does_not(tmp_path):
    rows = scored_frame(4)
    run = load(write_run(tmp_path / "run", rows))
    assert scoring_paths(run).equals(scoring_paths(rows, game="board"))
    with pytest.raises(BadValue, match='game="board"'):
        scoring_paths(rows)
    with pytest.raises(UnknownName, match="unknown game 'bord'; did you mean 'board'"):
        scoring_paths(rows, game="bord")


def test_a_path_is_labelled_with_what_makes_it():
    paths = scoring_paths(scored_frame(4), game="board", by=("strategy", "estate"))
    assert paths["path"].unique(maintain_order=True).to_list() == [
        "steady, estate 2011-1", "bold, estate 2011-8",
    ]  # fmt: skip


def test_sources_of_whole_games_have_intervals_and_shares():
    rows = scored_frame(30)
    table = source_table(rows, game="board").filter(path="bold")
    end = scoring_paths(rows, game="board").filter(path="bold", step="end")
    assert table["source"].to_list() == end["source"].to_list()
    assert table["vp"].to_list() == pytest.approx(end["vp"].to_list())
    assert table["share"].sum() == pytest.approx(1)
    assert table["share"][0] == pytest.approx(end["vp"][0] / end["total"][0])
    assert table.select((pl.col("vp_low") < pl.col("vp")).all()).item()
    assert set(table["games"]) == {30}
