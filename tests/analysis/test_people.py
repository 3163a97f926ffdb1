"""People's figures: each has a source, and stands beside the right number of the lab."""

import polars as pl
import pytest

from burgundy_lab.analysis.people import (
    MEASURES,
    beside_people,
    people_figures,
    people_on_estates,
)
from burgundy_lab.analysis.people import _data as people_data
from tests.analysis.frames import BOARD

# Two deals at a table of two: a win by tie-break, and one by 10 VP.
ROWS = pl.DataFrame(
    {
        "table": [0] * 4,
        "game": [0, 0, 1, 1],
        "seat": [0, 1, 0, 1],
        "start_place": [0, 1, 1, 0],
        "win": [1.0, 0.0, 1.0, 0.0],
        "vp": [100, 100, 120, 110],
        "tied": [1, 1, 0, 0],
        "purchases": [2, 4, 6, 8],
        "empty_spaces": [9, 9, 10, 12],
    }
)


def test_every_figure_has_a_known_source_and_a_number():
    figures, sources = people_figures(), people_data()["sources"]
    assert set(figures["figure"]) == set(MEASURES)
    for table in (figures, people_on_estates()):
        for told in table["source"]:
            confidence, _, names = told.partition(": ")
            assert confidence in ("confirmed", "single")
            assert set(names.split(", ")) <= set(sources)
    known = figures.select(pl.col("people").is_not_null() ^ pl.col("people_low").is_not_null())
    assert known.to_series().all()
    assert set(people_on_estates()["estate"]) <= set(BOARD.estates)


def test_the_lab_stands_beside_people_of_the_same_number_of_players():
    table = beside_people({2: ROWS})
    lab = dict(table.select("figure", "lab").iter_rows())
    assert lab == pytest.approx(
        {
            "mean VP": 107.5,
            "start player wins (%)": 50,
            "decided by tie-break (%)": 50,
            "purchases of a player": 5,
            "empty spaces at the end": 10,
        }
    )
    assert set(table["players"]) == {2}
    assert set(table["deals"]) == {2}
    row = table.filter(figure="mean VP").row(0, named=True)
    assert (row["people"], row["source"]) == ("184.6", "single: BGGSTAT")
    assert table.filter(figure="purchases of a player")["people"].to_list() == ["5 to 10"]
    assert row["lab_low"] < 107.5 < row["lab_high"]
