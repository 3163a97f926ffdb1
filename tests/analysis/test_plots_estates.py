"""Plots of estates draw what the tables say."""

import numpy as np
import polars as pl
import pytest
from matplotlib import pyplot
from matplotlib.patches import RegularPolygon

from burgundy_lab.analysis.estates import estate_table, pairing_table
from burgundy_lab.analysis.plots import figure_fills, plot_estates, plot_fills, plot_pairings
from burgundy_lab.sim.errors import BadValue
from tests.analysis.artists import cells, error_bars, outside, texts
from tests.analysis.frames import BOARD
from tests.analysis.test_estates import DEALS, rows

TABLE, PAIRINGS = estate_table(rows()), pairing_table(rows())
START = 18  # space of the start castle in the rows below


def fills(estate: str) -> pl.DataFrame:
    """Return rows of `space_fills` made up: space k is covered by k/36 of the seats."""
    spaces = BOARD.layout(estate)
    k = np.arange(len(spaces))
    filled = np.where(k == START, 1.0, k / 36)
    return pl.DataFrame(
        {
            "estate": [estate] * len(spaces),
            "space": k,
            "x": [space.x for space in spaces],
            "y": [space.y for space in spaces],
            "kind": [space.kind for space in spaces],
            "number": [space.number for space in spaces],
            "games": [400] * len(spaces),
            "confidence": [0.95] * len(spaces),
            "start": (k == START).astype("f8"),
            "filled": filled,
            "filled_low": np.maximum(0, filled - 0.02),
            "filled_high": np.minimum(1, filled + 0.03),
            "round": [None if s in (0, START) else 1 + s / 2 for s in k],
            "round_low": [None if s in (0, START) else s / 2 for s in k],
            "round_high": [None if s in (0, START) else 2 + s / 2 for s in k],
        }
    )


ONE = fills("2011-1")


def test_estates_have_interval_places_and_wins():
    ax = plot_estates(TABLE)
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["good", "fair", "poor"]
    limits = TABLE.select("vp_low", "vp_high").rows()
    assert error_bars(ax) == [pytest.approx(list(ends)) for ends in limits]
    first, second, _ = texts(ax)
    assert first == f"place 1 by VP; wins {100 * TABLE['win'][0]:.0f} %"
    assert second.startswith("place 2 to 3 by VP; ")
    assert f"n = {DEALS} deals" in ax.get_title()
    assert "3 pairs" in ax.get_title()


def test_pairings_have_share_half_interval_and_a_dot_where_sure():
    ax = plot_pairings(PAIRINGS, order=["good", "fair", "poor"])
    (image,) = ax.images
    shown = np.ma.filled(image.get_array(), np.nan)
    assert np.isnan(np.diag(shown)).all()
    row = PAIRINGS.filter(estate="good", opponent="poor").row(0, named=True)
    assert shown[0, 2] == pytest.approx(100 * row["win"])
    assert shown[2, 0] == pytest.approx(100 * (1 - row["win"]))
    half = 50 * (row["win_high"] - row["win_low"])
    # Rows of the map without its diagonal.
    assert cells(ax)[0, 2] == f"{100 * row['win']:.0f}•\n±{half:.0f}"
    assert "•" not in cells(ax)[1, 2]  # fair against poor
    assert "all 3" in ax.get_title()


def test_large_maps_of_pairings_have_no_numbers():
    names = [f"e{k}" for k in range(16)]
    one = PAIRINGS.head(1).drop("estate", "opponent")
    many = pl.concat(
        one.with_columns(estate=pl.lit(a), opponent=pl.lit(b))
        for a in names
        for b in names
        if a != b
    )
    ax = plot_pairings(many)
    assert set(texts(ax)) <= {"•"}
    assert len(ax.figure.axes) == 2  # a scale instead
    assert outside(ax.figure) == []


@pytest.mark.parametrize(("value", "of_space_36"), [("filled", "100 %"), ("round", "19.0")])
def test_hexagons_lie_where_the_contract_says_with_their_number(value, of_space_36):
    ax = plot_fills(ONE, value=value)
    hexagons = [patch for patch in ax.patches if isinstance(patch, RegularPolygon)]
    assert [patch.xy for patch in hexagons] == ONE.select("x", "y").rows()
    assert texts(ax)[2 * 36] == of_space_36
    last = ONE.row(36, named=True)
    assert texts(ax)[2 * 36 + 1] == f"{last['kind'][:3]} {last['number']}"
    assert "n = 400 games" in ax.get_title()


def test_what_has_no_round_is_white_and_start_castles_have_a_thick_edge():
    ax = plot_fills(ONE, value="round")
    hexagons = ax.patches
    assert texts(ax)[0] == texts(ax)[2 * START] == "-"
    assert hexagons[0].get_facecolor() == (1, 1, 1, 1)
    widths = [patch.get_linewidth() for patch in hexagons]
    assert widths.index(max(widths)) == START
    assert len(set(widths)) == 2


def test_the_widest_half_interval_is_told():
    assert plot_fills(ONE).get_title().endswith("95 % intervals up to ±2.5 percentage points")
    assert plot_fills(ONE, value="round").get_title().endswith("up to ±1.0")


def test_a_figure_has_two_maps_for_each_estate():
    figure = figure_fills(pl.concat([ONE, fills("2011-8")]))
    titles = [ax.get_title().split("\n")[0] for ax in figure.axes if ax.get_title()]
    assert titles == [
        "2011-1: how often is each space covered? (% of seats)",
        "2011-1: when is each space covered? (mean round)",
        "2011-8: how often is each space covered? (% of seats)",
        "2011-8: when is each space covered? (mean round)",
    ]
    assert outside(figure) == []


@pytest.mark.parametrize(
    ("plot", "data"), [(plot_estates, TABLE), (plot_pairings, PAIRINGS), (plot_fills, ONE)]
)
def test_nothing_sticks_out_and_axes_are_those_given(plot, data):
    assert outside(plot(data).figure) == []
    figure, ax = pyplot.subplots()
    assert plot(data, ax=ax) is ax
    assert figure.axes[0] is ax


def test_what_cannot_be_drawn_is_refused():
    for plot, data in ((plot_estates, TABLE), (plot_pairings, PAIRINGS), (figure_fills, ONE)):
        with pytest.raises(BadValue, match="no rows"):
            plot(data.clear())
    with pytest.raises(BadValue, match=r"not 2 \(2011-1, 2011-8\).*figure_fills"):
        plot_fills(pl.concat([ONE, fills("2011-8")]))
    with pytest.raises(BadValue, match="value 'often' must be one of filled, round"):
        plot_fills(ONE, value="often")
