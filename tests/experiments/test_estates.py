"""Estates on the same deals: the design of tables, and the games that are played."""

from collections import Counter
from itertools import combinations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from burgundy_lab.experiments import simulate
from burgundy_lab.experiments.estates import different_estates, estate_games, tables
from burgundy_lab.sim.errors import BadValue, UnknownName
from tests.analysis.frames import BOARD

SEED, DEALS = 9, 7


@pytest.mark.parametrize(("estates", "players"), [(2, 2), (9, 2), (9, 3), (9, 4), (8, 3), (5, 4)])
def test_each_estate_sits_on_each_seat_equally_often(estates, players):
    names = [f"e{k}" for k in range(estates)]
    design = tables(names, players)
    assert all(len(set(table)) == players for table in design)
    assert len(set(design)) == len(design)
    seats = Counter((seat, name) for table in design for seat, name in enumerate(table))
    assert len(seats) == estates * players
    assert len(set(seats.values())) == 1
    met = Counter(frozenset(pair) for table in design for pair in combinations(table, 2))
    assert len(met) == estates * (estates - 1) // 2
    assert len(set(met.values())) == 1


def test_ctrl_c_stops_the_tables_that_others_play(monkeypatch):
    given = []

    def interrupted(match, deals, seed, wanted, signals):
        given.append(signals)
        raise KeyboardInterrupt

    monkeypatch.setattr("burgundy_lab.experiments.estates._play", interrupted)
    with pytest.raises(KeyboardInterrupt):
        estate_games(["1", "8"], strategy="uniform", deals=2, seed=SEED)
    assert given[0].is_stopped(0)


def test_more_tables_than_can_be_played_are_refused():
    with pytest.raises(BadValue, match=r"39 estates for 4 players need 329,004 tables"):
        tables([str(k) for k in range(39)], 4)


def test_tables_of_two_are_all_ordered_pairs():
    assert sorted(tables(["a", "b", "c"], 2)) == [(a, b) for a in "abc" for b in "abc" if a != b]


def test_every_table_plays_the_games_of_the_seed():
    rows = estate_games(["1", "8", "3"], strategy="uniform", deals=DEALS, seed=SEED).rows
    assert len(rows) == 6 * DEALS * 2
    run = simulate(strategies="uniform", estates=("8", "1"), games=DEALS, seed=SEED, progress=False)
    pair = tables(["2011-1", "2011-8", "2011-3"], 2).index(("2011-8", "2011-1"))
    means = rows.filter(table=pair).group_by("seat", maintain_order=True).agg(pl.col("vp").mean())
    assert means["vp"].to_list() == pytest.approx(run.table["vp"].to_list())


def test_the_rows_do_not_depend_on_the_workers():
    def play(jobs: int) -> pl.DataFrame:
        return estate_games(
            ["1", "2", "3"], players=3, strategy="uniform", deals=DEALS, seed=SEED, jobs=jobs
        ).rows

    rows = play(1)
    assert_frame_equal(play(2), rows)
    assert rows.columns[:6] == ["table", "game", "seat", "strategy", "estate", "win"]
    assert rows.group_by("table", "game").agg(pl.col("win").sum())["win"].to_list() == (
        pytest.approx([1] * (len(rows) // 3))
    )


def test_the_values_that_results_rest_on_are_those_of_all_tables():
    pair = ["2011-1", "2011-8"]
    games = estate_games(pair, strategy="uniform", deals=1, seed=SEED)
    run = simulate(strategies="uniform", estates=pair, games=1, seed=SEED, progress=False)
    assert list(games.unconfirmed) == run.manifest["unconfirmed"]
    more = estate_games([*pair, "se-10"], strategy="uniform", deals=1, seed=SEED).unconfirmed
    paths = [fact["path"] for fact in more]
    assert len(set(paths)) == len(paths) >= len(games.unconfirmed)


def test_figures_of_estates_say_who_played_them_by_which_rules():
    games = estate_games(
        ["1", "8"], strategy="uniform", deals=2, seed=SEED, settings={"edition": "2019"},
        progress=False,
    )  # fmt: skip
    assert games.heading == (
        "board, 2 players, 2 estates, all played by uniform, edition=2019, seed 9: "
        "4 games = 2 deals, each played at 2 tables"
    )
    assert games.notes()[0] == (
        "the order of estates, and what the start brings, is so when uniform plays against itself; "
        "others may make more or less of it"
    )
    assert games.rows["strategy"].unique().to_list() == ["uniform"]
    assert games.as_dict()["settings"]["edition"] == "2019"
    assert str(games).splitlines() == [games.heading, *games.notes()]
    run = simulate(
        strategies="uniform", estates=("1", "8"), games=2, seed=SEED, progress=False,
        settings={"edition": "2019"},
    )  # fmt: skip
    table = games.rows.filter(table=0).group_by("seat", maintain_order=True).agg(pl.mean("vp"))
    assert table["vp"].to_list() == pytest.approx(run.table["vp"].to_list())


def test_reprints_are_compared_once():
    names = different_estates(BOARD)
    layouts = [BOARD.layout(name) for name in names]
    assert len(set(layouts)) == len(layouts)
    assert {BOARD.layout(name) for name in BOARD.estates} == set(layouts)
    assert names[:9] == [f"2011-{number}" for number in range(1, 10)]
    assert "se-1" not in names  # a reprint of 2011-1


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"estates": ["1", "2011-1"]}, BadValue, "name 2011-1 once"),
        ({"estates": ["1"]}, BadValue, "1 estates are too few for tables of 2"),
        ({"estates": ["1", "2", "3", "4"], "players": 1}, BadValue, "players 1 must be"),
        ({"estates": ["1", "2"], "players": 3}, BadValue, "2 estates are too few for tables of 3"),
        ({"estates": ["1", "99"]}, UnknownName, "unknown estate '99'"),
        ({"deals": 0}, BadValue, "deals 0 must be"),
        ({"jobs": 0}, BadValue, "jobs 0 must be"),
        ({"strategy": "balancd"}, UnknownName, "did you mean 'balanced'"),
        ({"columns": ("purchase",)}, UnknownName, "unknown column 'purchase'"),
        ({"game": "cards", "estates": None}, BadValue, "no estates to compare"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(wrong, error, words):
    asked = {"estates": ["1", "2"], "deals": 3, "seed": SEED, **wrong}
    with pytest.raises(error, match=words) as found:
        estate_games(**asked)
    assert "\n" not in str(found.value)


class Bar:
    """A bar that notes what it counts."""

    def __init__(self, total, unit):
        self.total, self.unit, self.counted, self.closed = total, unit, 0, False

    def update(self):
        self.counted += 1

    def close(self):
        self.closed = True


def test_a_bar_counts_the_tables(monkeypatch):
    bars = []
    monkeypatch.setattr(
        "burgundy_lab.experiments.progress.new_bar",
        lambda total, unit: bars.append(Bar(total, unit)) or bars[-1],
    )
    estate_games(["1", "8"], strategy="uniform", deals=1, seed=SEED, progress=False)
    assert bars == []
    estate_games(["1", "8"], strategy="uniform", deals=1, seed=SEED)
    (bar,) = bars
    assert (bar.total, bar.unit, bar.counted, bar.closed) == (2, "tables", 2, True)
