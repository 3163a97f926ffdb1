"""Winners beside losers of the same games, on rows whose answers are known."""

from dataclasses import replace

import polars as pl
import pytest
from scipy import stats

from burgundy_lab.analysis import load
from burgundy_lab.analysis.winners import ALL, column_gaps, leader_wins, source_gaps
from burgundy_lab.sim.errors import BadValue, UnknownName
from tests.analysis.frames import BOARD, games_frame, scored_frame, write_run

# Two phases, two sources of play, one at the end.
GAME = replace(
    BOARD, phases=("A", "B"), sources=("regions", "animals"), end_sources=("left_silver",)
)
COLUMNS = ("vp_regions_a", "vp_regions_b", "vp_animals_a", "vp_animals_b", "vp_left_silver")


def rows(*games: list[tuple[float, tuple[int, ...]]]) -> pl.DataFrame:
    """Return rows of games; a game lists win and VP by column of each seat."""
    plain = games_frame(*[[("steady", win, sum(vp)) for win, vp in game] for game in games])
    table = [vp for game in games for _, vp in game]
    return plain.with_columns(
        pl.Series(name, [vp[k] for vp in table], pl.Int16) for k, name in enumerate(COLUMNS)
    )


# Winners gain 2, 4 and 6 VP more from regions in phase A, and 1 less from animals in B.
THREE = rows(
    [(1, (2, 5, 0, 1, 0)), (0, (0, 5, 0, 2, 0))],
    [(0, (1, 3, 0, 2, 0)), (1, (5, 3, 0, 1, 0))],
    [(1, (6, 0, 3, 0, 2)), (0, (0, 0, 3, 1, 2))],
)


def only(table: pl.DataFrame, **where: str) -> dict:
    return table.filter(*(pl.col(name) == value for name, value in where.items())).row(
        0, named=True
    )


def test_gaps_are_winner_minus_loser_game_by_game():
    gaps = source_gaps(THREE, game=GAME)
    row = only(gaps, source="regions", step="A")
    assert (row["games"], row["winner"], row["loser"]) == (3, pytest.approx(13 / 3), 1 / 3)
    half = stats.t.ppf(0.975, 2) * 2 / 3**0.5
    assert row["gap"] == pytest.approx(4)
    assert (row["gap_low"], row["gap_high"]) == pytest.approx((4 - half, 4 + half))
    assert only(gaps, source="regions", step="B")["gap"] == 0
    assert only(gaps, source="regions", step=ALL)["gap"] == pytest.approx(4)
    assert only(gaps, source="animals", step="B")["gap"] == pytest.approx(-1)
    assert only(gaps, source="animals", step="B")["gap_low"] is None  # no spread


def test_sources_and_steps_stand_in_the_games_order():
    gaps = source_gaps(THREE, game=GAME)
    assert gaps.select("source", "step").rows() == [
        ("regions", "A"), ("regions", "B"), ("regions", ALL),
        ("animals", "A"), ("animals", "B"), ("animals", ALL),
        ("left silver", "end"), ("left silver", ALL),
    ]  # fmt: skip


def test_losers_of_a_game_are_averaged_and_shared_wins_left_out():
    three = rows(
        [(0, (0, 0, 0, 0, 0)), (1, (9, 0, 0, 0, 0)), (0, (4, 0, 0, 0, 0))],
        [(0.5, (8, 0, 0, 0, 0)), (0.5, (8, 0, 0, 0, 0)), (0, (1, 0, 0, 0, 0))],
    )
    row = only(source_gaps(three, game=GAME), source="regions", step=ALL)
    assert (row["games"], row["loser"], row["gap"]) == (1, 2, 7)


def test_gaps_of_all_sources_make_the_gap_of_vp():
    scored = scored_frame(60)
    gaps = source_gaps(scored, game="board")
    whole = gaps.filter(pl.col("step") == ALL)["gap"].sum()
    assert whole == pytest.approx(column_gaps(scored, ["vp"])["gap"][0])
    assert gaps.filter(pl.col("step") != ALL)["gap"].sum() == pytest.approx(whole)


def test_columns_are_compared_the_same_way():
    gaps = column_gaps(THREE.with_columns(taken=pl.col("win") * 3 + pl.col("game")), ["taken"])
    assert gaps.select("column", "games", "winner", "loser", "gap").rows() == [
        ("taken", 3, 4, 1, 3)
    ]


def test_a_run_is_read_part_by_part(tmp_path):
    scored = scored_frame(6)
    run = load(write_run(tmp_path / "run", scored))
    assert len(run.parts) == 3
    for of_run, of_frame in (
        (source_gaps(run), source_gaps(scored, game="board")),
        (leader_wins(run), leader_wins(scored, game="board")),
    ):
        numbers = pl.selectors.float()
        assert of_run.drop(numbers).equals(of_frame.drop(numbers))
        for a, b in zip(of_run.rows(), of_frame.rows(), strict=True):
            assert a == pytest.approx(b)


def test_the_leader_is_who_has_most_vp_so_far():
    leads = leader_wins(THREE, game=GAME)
    assert leads["step"].to_list() == ["A", "B"]
    # After A the later winners lead by 2, 4 and 6 VP; after B by 1, 3 and 5.
    assert leads.select("games", "level", "win", "lead").rows() == [(3, 0, 1, 4), (3, 0, 1, 3)]
    lost = rows(
        [(0, (3, 0, 0, 0, 0)), (1, (1, 9, 0, 0, 0))],
        [(1, (2, 0, 0, 0, 0)), (0, (0, 0, 2, 0, 0))],
    )
    after_a = leader_wins(lost, game=GAME).row(0, named=True)
    assert (after_a["games"], after_a["level"], after_a["win"]) == (1, 1, 0)
    assert after_a["win_low"] == 0 < after_a["win_high"] < 1


@pytest.mark.parametrize("ask", [source_gaps, leader_wins])
def test_games_alone_and_no_games_are_refused(ask):
    alone = THREE.filter(pl.col("seat") == 0)
    for data in (alone, THREE.clear()):
        with pytest.raises(BadValue, match="nothing to compare"):
            ask(data, game=GAME)
    with pytest.raises(BadValue, match="which game"):
        ask(THREE)
    with pytest.raises(UnknownName, match="vp_animals_a"):
        ask(THREE.drop("vp_animals_a"), game=GAME)


def test_an_unknown_column_is_named():
    with pytest.raises(UnknownName, match="unknown column 'purchase'"):
        column_gaps(THREE, ["purchase"])
