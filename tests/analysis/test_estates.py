"""Estates on the same deals: strength, pairings and seats, on rows whose answers are known."""

from itertools import permutations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from burgundy_lab.analysis.estates import (
    estate_table,
    estimate_deals,
    pairing_table,
    start_table,
    with_places,
)
from burgundy_lab.analysis.tables import notes_of
from burgundy_lab.intervals import holm, t_probability
from burgundy_lab.sim.errors import BadValue

STRENGTH = {"good": 30.0, "fair": 20.0, "poor": 19.5}
START = 4  # VP that the start player gains
DEALS = 50


def rows(noise: float = 6, deals: int = DEALS) -> pl.DataFrame:
    """Return rows of every ordered pair; deals differ by far more than estates."""
    chance = np.random.default_rng(5)
    luck = 100 + 40 * chance.normal(size=deals)
    found = []
    for table, pair in enumerate(permutations(STRENGTH, 2)):
        for game in range(deals):
            own = noise * chance.normal(size=2)
            own -= own.mean() if noise < 1 else 0
            starts = game % 2
            vp = own + luck[game] + [STRENGTH[estate] for estate in pair]
            vp[starts] += START
            for seat, estate in enumerate(pair):
                win = float(vp[seat] == vp.max())
                found.append((table, game, seat, estate, int(seat != starts), win, vp[seat]))
    names = ("table", "game", "seat", "estate", "start_place", "win", "vp")
    return pl.DataFrame(found, schema=names, orient="row")


def test_estates_are_ordered_by_mean_vp():
    data = rows()
    table = estate_table(data)
    assert table["estate"].to_list() == ["good", "fair", "poor"]
    assert table["place"].to_list() == [1, 2, 3]
    for row in table.iter_rows(named=True):
        assert row["vp"] == pytest.approx(data.filter(estate=row["estate"])["vp"].mean())
        assert row["deals"] == DEALS
        assert row["vp_low"] < row["vp"] < row["vp_high"]


def test_places_come_from_comparisons_deal_by_deal():
    table = estate_table(rows())
    # Intervals of VP overlap, since deals differ: the deals are shared, so places are known.
    assert table["vp_low"][0] < table["vp_high"][2]
    assert table.select("place_low", "place_high").rows() == [(1, 1), (2, 3), (2, 3)]
    assert table["pairs"].to_list() == [3] * 3


def test_places_are_shown_as_the_range_that_the_deals_allow():
    table = with_places(estate_table(rows()))
    assert table["places"].to_list() == ["1", "2 to 3", "2 to 3"]
    assert table.columns[:3] == ["places", "estate", "deals"]
    assert not {"place", "place_low", "place_high", "pairs"} & set(table.columns)


def test_pairings_have_margin_and_probability_of_each_deal():
    data = rows()
    pairings = pairing_table(data)
    assert len(pairings) == 6
    row = pairings.filter(estate="good", opponent="poor").row(0, named=True)
    margins = np.zeros((2, DEALS))
    for k, pair in enumerate((("good", "poor"), ("poor", "good"))):
        table = list(permutations(STRENGTH, 2)).index(pair)
        vp = {e: data.filter(table=table, estate=e).sort("game")["vp"].to_numpy() for e in pair}
        margins[k] = vp["good"] - vp["poor"]
    expected = stats.ttest_1samp(margins.mean(axis=0), 0)
    assert row["margin"] == pytest.approx(margins.mean())
    assert row["p"] == pytest.approx(expected.pvalue)
    assert (row["margin_low"], row["margin_high"]) == pytest.approx(expected.confidence_interval())
    back = pairings.filter(estate="poor", opponent="good").row(0, named=True)
    assert back["margin"] == pytest.approx(-row["margin"])
    assert back["win"] == pytest.approx(1 - row["win"])
    assert back["p_holm"] == row["p_holm"] >= row["p"]
    assert set(pairings["pairs"]) == {3}


def test_seats_do_not_count_for_estates_nor_estates_for_seats():
    still = rows(noise=1e-3)
    margins = pairing_table(still).filter(estate="good", opponent="fair")["margin"]
    assert margins.to_list() == pytest.approx([10], abs=0.01)
    starts = start_table(still)
    assert starts["edge"].to_list() == pytest.approx([START / 2, -START / 2], abs=0.01)
    assert starts["deals"].to_list() == [DEALS] * 2


def test_wins_of_a_start_place_lie_in_their_interval():
    data = rows()
    starts = start_table(data)
    for row in starts.iter_rows(named=True):
        assert row["win"] == pytest.approx(
            data.filter(start_place=row["start_place"])["win"].mean()
        )
        assert row["win_low"] < row["win"] < row["win_high"]
        assert row["win_high"] - row["win_low"] < 0.2
    with pytest.raises(BadValue, match=r"more is won than there are games: .* column 'table'"):
        estimate_deals(data.drop("table"), "win", by="start_place", shares=("win",))


def test_what_cannot_be_compared_is_refused():
    alone = rows().filter(pl.col("seat") == 0)
    with pytest.raises(BadValue, match="of two seats, not of 1"):
        pairing_table(alone)
    with pytest.raises(BadValue, match="two deals"):
        estate_table(rows(deals=1))


def test_holm_adjusts_step_by_step():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.9]).tolist() == [1, 1]
    assert holm([]).tolist() == []


def test_probability_of_a_mean_is_that_of_the_t_test():
    values = np.random.default_rng(2).normal(0.4, 1, 12)
    expected = stats.ttest_1samp(values, 0).pvalue
    assert t_probability(values.mean(), values.std(ddof=1), 12) == pytest.approx(expected)
    assert t_probability([0, 1, 1], [0, 0, 1], [5, 5, 1]).tolist() == [1, 1, 1]


def test_tables_say_for_whom_they_hold():
    data = rows().with_columns(strategy=pl.lit("balanced"))
    said = ["this is so when balanced plays against itself; others may make more or less of it"]
    for table in (estate_table(data), pairing_table(data), start_table(data)):
        assert notes_of(table) == said
        assert notes_of(table.drop("played")) == []
