"""Plots of comparisons and tournaments draw what their tables say."""

from itertools import permutations

import polars as pl
import pytest
from matplotlib import pyplot
from matplotlib.colors import to_hex

from burgundy_lab.analysis.plots import (
    plot_differences,
    plot_games_needed,
    plot_ratings,
    plot_win_matrix,
)
from burgundy_lab.sim.errors import BadValue, UnknownName
from tests.analysis.artists import cells, error_bars, outside, texts

NAMES = ("bold", "steady", "a strategy with a long name")
LEADS = pl.DataFrame(
    {
        "first": ["bold", "bold", "steady"],
        "second": ["steady", NAMES[2], NAMES[2]],
        "deals": [1200] * 3,
        "confidence": [0.95] * 3,
        "win": [0.1, -0.02, 0.0],
        "win_low": [0.05, -0.06, None],
        "win_high": [0.15, 0.02, None],
        "vp": [4.0, -1.0, 0.5],
        "vp_low": [3.0, -2.0, 0.1],
        "vp_high": [5.0, 0.0, 0.9],
    }
)
EFFECTS = pl.concat(
    LEADS.head(1).with_columns(by=pl.lit("seat"), at=pl.lit(str(seat))) for seat in range(2)
)
SHARES = {pair: 0.5 + 0.15 * (pair[1] - pair[0]) for pair in permutations(range(3), 2)}
MATRIX = pl.DataFrame(
    [
        (NAMES[a], NAMES[b], 500, 0.95, share, share - 0.04, share + 0.04)
        for (a, b), share in SHARES.items()
    ],
    schema=["strategy", "opponent", "deals", "confidence", "ahead", "ahead_low", "ahead_high"],
    orient="row",
)
RATINGS = pl.DataFrame(
    {
        "rank": [1, 2, 3],
        "rank_low": [1, 1, 3],
        "rank_high": [2, 2, 3],
        "strategy": NAMES,
        "deals": [500] * 3,
        "confidence": [0.95] * 3,
        "rating": [120.0, 80.0, -200.0],
        "rating_low": [90.0, 50.0, -240.0],
        "rating_high": [150.0, 110.0, -160.0],
    }
)
ENDLESS = RATINGS.with_columns(rating_high=pl.Series([None, 110.0, -160.0]))
NEEDED = pl.DataFrame(
    {
        "first": ["bold"] * 3,
        "second": ["steady"] * 3,
        "value": ["win"] * 3,
        "half_width": [0.02, 0.01, 0.005],
        "games": [5000, 20_000, 80_000],
        "independent": [6000, 24_000, 96_000],
    }
)
PLOTS = [
    (plot_differences, LEADS),
    (plot_differences, EFFECTS),
    (plot_win_matrix, MATRIX),
    (plot_ratings, RATINGS),
    (plot_ratings, ENDLESS),
    (plot_games_needed, NEEDED),
]


def test_leads_have_interval_n_and_a_line_at_none():
    ax = plot_differences(LEADS)
    assert [c.lines[0].get_xdata()[0] for c in ax.containers] == pytest.approx([10, -2, 0])
    assert error_bars(ax) == [pytest.approx([5, 15]), pytest.approx([-6, 2])]
    assert [t.get_text() for t in ax.get_yticklabels()][:2] == [
        "bold - steady", f"bold - {NAMES[2]}",
    ]  # fmt: skip
    assert texts(ax) == ["n = 1,200 deals"] * 3
    assert "95 % interval" in ax.get_xlabel()
    assert any(list(line.get_xdata()) == [0, 0] for line in ax.lines)


def test_effects_name_their_seat_and_pairs_their_colour():
    ax = plot_differences(EFFECTS, value="vp")
    assert [t.get_text() for t in ax.get_yticklabels()] == [
        "bold - steady, seat 0", "bold - steady, seat 1",
    ]  # fmt: skip
    assert len({to_hex(c.lines[0].get_color()) for c in ax.containers}) == 1
    other = plot_differences(LEADS)
    assert len({to_hex(c.lines[0].get_color()) for c in other.containers}) == 3
    assert len({c.lines[0].get_marker() for c in other.containers}) == 3


def test_the_matrix_has_the_best_on_top_and_numbers_in_its_cells():
    ax = plot_win_matrix(MATRIX)
    assert [t.get_text() for t in ax.get_yticklabels()] == list(NAMES)
    written = cells(ax)
    for (a, b), share in SHARES.items():
        assert written[a, b] == f"{100 * share:.1f}\n±4.0"
    assert {written.get((k, k), "") for k in range(3)} == {""}
    assert "n = 500 deals" in ax.get_title()
    turned = plot_win_matrix(MATRIX, order=list(NAMES[::-1]))
    assert [t.get_text() for t in turned.get_yticklabels()] == list(NAMES[::-1])


FIVE = pl.concat([RATINGS.head(2)] * 2 + [RATINGS.tail(1)]).with_columns(
    strategy=pl.Series(["a", "b", "c", "d", "far"]),
    rating=pl.Series([60.0, 20.0, 0.0, -40.0, -1404.0]),
    rating_low=pl.Series([40.0, 0.0, -20.0, -60.0, None]),
    rating_high=pl.Series([80.0, 40.0, 20.0, -20.0, -1300.0]),
)


def test_one_far_off_does_not_squeeze_the_others():
    ax = plot_ratings(FIVE)
    left, right = ax.get_xlim()
    assert right - left < 2 * (80 - -60)
    assert left > -1300
    assert any("-1,404" in text and "beyond the scale" in text for text in texts(ax))
    assert len(error_bars(ax)) == 4
    assert outside(ax.figure) == []
    leads = pl.concat([LEADS.head(1)] * 4 + [LEADS.head(1).with_columns(win=0.99, win_low=0.98,
                                             win_high=1.0)])  # fmt: skip
    left, right = plot_differences(leads).get_xlim()
    assert left < 0 < 15 < right < 30


@pytest.mark.parametrize("n", [14, 15, 20])
def test_a_matrix_of_many_has_numbers_or_a_scale(n):
    names = [f"strategy {k}" for k in range(n)]
    rows = [(a, b, 50, 0.95, 0.5, 0.4, 0.6) for a in names for b in names if a != b]
    ax = plot_win_matrix(pl.DataFrame(rows, schema=MATRIX.schema, orient="row"))
    assert bool(ax.texts) == (n <= 14)
    assert (len(ax.figure.axes) == 2) == (n > 14)
    if n > 14:
        assert "up to ±10.0 percentage points" in " ".join(ax.get_title().split())
    assert outside(ax.figure) == []


def test_ratings_have_interval_ranks_and_n():
    ax = plot_ratings(RATINGS)
    assert [c.lines[0].get_xdata()[0] for c in ax.containers] == RATINGS["rating"].to_list()
    expected = RATINGS.select("rating_low", "rating_high").rows()
    assert error_bars(ax) == [pytest.approx(list(ends)) for ends in expected]
    assert texts(ax) == [f"rank {r}, n = 500 deals" for r in ("1 to 2", "1 to 2", "3")]
    assert ax.get_title() == "How strong is each strategy?"


@pytest.mark.parametrize("factor", [1.0, 0.05])
def test_intervals_of_ratings_stay_inside_the_axes(factor):
    columns = ("rating", "rating_low", "rating_high")
    near = RATINGS.with_columns(pl.col("rating") * factor)
    frame = near.with_columns(
        rating_low=pl.col("rating") - 100,
        rating_high=pl.when(pl.col("rank") > 1).then(pl.col("rating") + 100),
    )
    left, right = plot_ratings(frame).get_xlim()
    drawn = [value for row in frame.select(columns).rows() for value in row if value is not None]
    assert left < min(drawn)
    assert max(drawn) < right


def test_a_rating_without_an_end_has_an_arrow():
    ax = plot_ratings(ENDLESS)
    assert sum(getattr(t, "arrow_patch", None) is not None for t in ax.texts) == 1
    assert "arrow to the right: bold was never behind" in ax.get_title()


def test_games_needed_are_drawn_with_and_without_pairing():
    ax = plot_games_needed(NEEDED)
    assert [line.get_ydata().tolist() for line in ax.lines] == [
        NEEDED["games"].to_list(), NEEDED["independent"].to_list(),
    ]  # fmt: skip
    assert ax.lines[0].get_xdata() == pytest.approx([2, 1, 0.5])
    assert [t.get_text() for t in ax.get_legend().get_texts()] == [
        "bold - steady, same deals", "bold - steady, own deals",
    ]  # fmt: skip
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")


@pytest.mark.parametrize(("plot", "frame"), PLOTS)
def test_nothing_is_cut_off(plot, frame):
    figure = plot(frame).get_figure(root=True)
    assert outside(figure) == []
    pyplot.close(figure)


@pytest.mark.parametrize(("plot", "frame"), PLOTS)
def test_it_draws_where_it_is_told_to(plot, frame):
    figure, ax = pyplot.subplots()
    assert plot(frame, ax=ax) is ax
    pyplot.close(figure)


@pytest.mark.parametrize(("plot", "frame"), PLOTS)
def test_nothing_to_draw_is_told(plot, frame):
    with pytest.raises(BadValue, match="the table has no rows"):
        plot(frame.clear())


def test_a_value_that_is_none_is_told():
    with pytest.raises(UnknownName, match=r"unknown value 'points' \(known: win, vp\)"):
        plot_differences(LEADS, value="points")
    both = pl.concat([NEEDED, NEEDED.with_columns(value=pl.lit("vp"))])
    with pytest.raises(BadValue, match="one plot shows one value, not vp, win"):
        plot_games_needed(both)
