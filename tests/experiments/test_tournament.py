"""Tournaments: matrix and ratings of games whose results are known from batches."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from burgundy_lab import tournament
from burgundy_lab.analysis import load
from burgundy_lab.analysis.plots import plot_win_matrix
from burgundy_lab.experiments import simulate
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.strategies import get_strategy

SEED = 5
QUIET = {"progress": False}
THREE = ("collector", "immediate", "uniform")


def as_text(found) -> str:
    return json.dumps({**found.as_dict(), "seconds": 0})


def rows_of(folder, names, **options) -> pl.DataFrame:
    run = load(simulate(strategies=names, seed=SEED, out=folder, progress=False, **options))
    return run.frame().with_columns(pl.col("strategy").cast(pl.String))


def test_two_players_meet_in_all_pairs_on_both_seats(tmp_path):
    names = ("immediate", "uniform")
    there = rows_of(tmp_path / "there", names, games=40)
    back = rows_of(tmp_path / "back", names[::-1], games=40)
    found = tournament(names, games=80, seed=SEED, **QUIET)
    wins = pl.concat([there, back]).group_by("strategy").agg(pl.col("win").mean())
    share = dict(wins.rows())["immediate"]
    assert (found.model, found.deals, found.games) == ("Bradley-Terry", 40, 80)
    first, second = found.matrix.to_dicts()
    assert (first["strategy"], second["strategy"]) == names
    assert first["ahead"] == pytest.approx(share)
    assert second["ahead"] == pytest.approx(1 - share)
    assert first["ahead_low"] == pytest.approx(1 - second["ahead_high"])
    assert found.ratings["strategy"].to_list() == list(names)
    assert found.ratings["rank"].to_list() == [1, 2]
    gap = found.ratings["rating"][0] - found.ratings["rating"][1]
    assert gap == pytest.approx(400 * np.log10(share / (1 - share)), rel=0.05)


@pytest.mark.parametrize("players", [3, 4])
def test_ahead_is_counted_between_seats_of_one_table(tmp_path, players):
    plain = get_strategy("cards", "uniform")
    again = plain.with_weights(plain.weights, name="again")
    rated = [*THREE, again][:players]
    names = [*THREE, "again"][:players]
    batches = [
        rows_of(tmp_path / str(k), rated[k:] + rated[:k], game="cards", players=players, games=15)
        for k in range(players)
    ]
    found = tournament(rated, game="cards", players=players, games=15 * players, seed=SEED, **QUIET)
    assert (found.model, found.deals) == ("Plackett-Luce", 15)
    ranks = [
        {name: rows.filter(strategy=name).sort("game")["rank"].to_numpy().astype(int)
         for name in names}
        for rows in batches
    ]  # fmt: skip
    for row in found.matrix.to_dicts():
        gaps = [np.sign(r[row["opponent"]] - r[row["strategy"]]) for r in ranks]
        assert row["ahead"] == pytest.approx((1 + np.mean(gaps)) / 2)
        assert row["games"] == 15 * players


def test_who_is_ahead_is_corrected_for_all_pairs():
    found = tournament(["balanced", "farmer", "immediate"], games=6 * 30, seed=SEED, **QUIET)
    rows = found.matrix.to_dicts()
    once = [row for row in rows if row["strategy"] < row["opponent"]]
    assert len(once) == 3
    # Alone a probability is below 1 in 20 where the interval leaves one half out; together less.
    for row in once:
        if row["p_holm"] < 0.05:
            assert row["ahead_low"] > 0.5 or row["ahead_high"] < 0.5
    [back] = [r for r in rows if (r["strategy"], r["opponent"]) == ("farmer", "balanced")]
    [there] = [r for r in rows if (r["strategy"], r["opponent"]) == ("balanced", "farmer")]
    assert back["p_holm"] == there["p_holm"]
    assert max(row["p_holm"] for row in once) > 0.01  # these two are hard to tell apart
    beside = tournament(["uniform", "uniform", "immediate"], games=120, seed=SEED, **QUIET)
    even = beside.matrix.filter(strategy="uniform", opponent="uniform (2)")
    assert even["p_holm"].to_list() == [1.0]


def test_estates_are_shifted_so_that_they_favour_nobody():
    found = tournament(["immediate", "uniform"], estates=("1", "8"), games=80, seed=SEED, **QUIET)
    assert (found.deals, found.estates) == (20, ("2011-1", "2011-8"))
    played = [
        simulate(strategies=who, estates=on, games=20, seed=SEED, progress=False).table
        for who in (("immediate", "uniform"), ("uniform", "immediate"))
        for on in (("1", "8"), ("8", "1"))
    ]
    vp = pl.concat(played).group_by("strategy").agg(pl.col("vp").mean())
    for row in vp.to_dicts():
        mean = found.ratings.filter(strategy=row["strategy"])["vp"][0]
        assert mean == pytest.approx(row["vp"])


def test_a_strategy_beside_itself_comes_out_even_by_design():
    found = tournament(["uniform", "uniform", "immediate"], games=120, seed=SEED, **QUIET)
    assert found.mirrored == [("uniform", "uniform (2)")]
    known = found.matrix.filter(strategy="uniform", opponent="uniform (2)").to_dicts()[0]
    assert (known["ahead"], known["ahead_low"], known["vp"]) == (0.5, None, 0)
    assert "uniform and uniform (2) are one strategy" in str(found)
    cells = [text.get_text() for text in plot_win_matrix(found.matrix).texts]
    assert cells.count("exact") == 2


@pytest.mark.parametrize(
    "way",
    [
        {"block_size": 3},
        {"jobs": 2, "block_size": 8},
        {"jobs": 2, "backend": "processes", "block_size": 8},
    ],
)
def test_any_split_of_the_work_says_the_same(way):
    asked = {"game": "cards", "players": 3, "games": 90, "seed": SEED, **QUIET}
    assert as_text(tournament(THREE, **asked, **way)) == as_text(tournament(THREE, **asked))


def test_ratings_without_an_end_are_told():
    found = tournament(["balanced", "immediate", "uniform"], games=120, seed=SEED, **QUIET)
    assert not found.bounded
    assert found.ratings["rating_high"].to_list()[0] is None
    text = str(found)
    assert "to +inf" in text
    assert "never finished behind others" in text
    json.dumps(found.as_dict(), allow_nan=False)


def test_a_bounded_tournament_has_intervals_around_its_ratings():
    found = tournament(["immediate", "uniform"], games=200, seed=SEED, **QUIET)
    assert found.bounded
    for row in found.ratings.to_dicts():
        assert row["rating_low"] < row["rating"] < row["rating_high"]
    assert found.ratings["rating"].sum() == pytest.approx(0, abs=1e-9)
    assert found._repr_html_().count("<table>") == 2


@pytest.mark.parametrize(
    ("names", "given", "error", "message"),
    [
        (THREE, {"games": 6}, BadValue, "1 deal of 6 games each, too few for ratings: give 60"),
        (THREE, {"game": "cards-solo"}, BadValue, "'cards-solo' is played alone, which makes no"),
        (THREE, {"players": 5}, BadValue, "'cards' is played by 2, 3, 4 players, not 5"),
        (("collector",), {}, BadValue, "two strategies or more, not 1"),
        (("collector", "nobody"), {}, UnknownName, "'nobody'"),
    ],
)
def test_a_mistake_is_told_in_one_line(names, given, error, message):
    with pytest.raises(error, match=message) as caught:
        tournament(names, **{"game": "cards", "games": 100, "seed": SEED, **QUIET, **given})
    assert "\n" not in str(caught.value)
