"""Tables as text, and the line on what results rest on."""

import polars as pl
import pytest

from burgundy_lab.analysis import rests_on, text_frame, text_table, win_table
from tests.analysis.frames import games_frame

GAMES = games_frame(
    [("steady", 1, 100), ("bold", 0, 90)],
    [("steady", 0, 80), ("bold", 1, 120)],
)


def test_a_table_of_wins_as_text():
    table = text_table(win_table(GAMES))
    assert table.headings == (
        "strategy", "seat", "estate", "games", "wins (%)", "95 % interval (%)",
        "mean (VP)", "95 % interval (VP)", "sd (VP)",
    )  # fmt: skip
    assert table.rows[0] == (
        "steady", "0", "2011-1", "2", "50.0", "9.5 to 90.5", "90.0", "-37.1 to 217.1", "14.1",
    )  # fmt: skip


def test_text_is_aligned_numbers_to_the_right():
    lines = str(text_table(win_table(GAMES, by=("strategy",)))).splitlines()
    assert len(lines) == 3
    assert len(set(map(len, lines))) == 1
    assert lines[1].startswith("steady  ")
    assert lines[1].endswith(" 14.1")


def test_the_level_of_the_intervals_is_told():
    table = text_table(win_table(GAMES, confidence=0.999))
    assert "99.9 % interval" in table.names


def test_an_interval_that_does_not_exist_is_called_none():
    one = text_table(win_table(GAMES.head(1), by=("strategy",)))
    assert one.rows[0][-2:] == ("none", "-")


@pytest.mark.parametrize(
    ("names", "line"),
    [
        ([], "rests on no value that is not confirmed"),
        (["one"], "rests on 1 value that is not confirmed (1 assumed): one"),
        (["one", "two"],
         "rests on 2 values that are not confirmed (1 assumed, 1 single): one, two"),
        (["one", "two", "x", "y"],
         "rests on 4 values that are not confirmed (1 assumed, 3 single): one, two, ..."),
    ],
)  # fmt: skip
def test_one_line_says_what_results_rest_on(names, line):
    facts = [
        {"path": f"board_game.rulings.{name}", "confidence": sure, "text": "some"}
        for name, sure in zip(names, ["assumed", *["single"] * 3], strict=False)
    ]
    assert rests_on(facts, most=2) == line


def test_a_table_says_below_what_it_rests_on():
    facts = [{"path": "card_game.menus.B", "confidence": "assumed", "text": "some"}]
    table = text_table(win_table(GAMES), facts)
    line = "rests on 1 value that is not confirmed (1 assumed): B"
    assert str(table).splitlines()[-1] == line
    assert f"<p>{line}</p>" in table._repr_html_()
    assert "rests on" not in str(text_table(win_table(GAMES)))


def test_many_games_tell_a_share_from_all():
    many = win_table(GAMES).with_columns(games=10_000, win=1.0, win_low=0.9996, win_high=1.0)
    assert text_table(many).rows[0][4:6] == ("100.00", "99.96 to 100.00")


def test_any_frame_has_its_intervals_beside_its_estimates():
    frame = pl.DataFrame(
        {
            "estate": ["2011-1", "2011-8"],
            "games": [1200, 3],
            "confidence": [0.9, 0.9],
            "win": [0.25, 0.5],
            "win_low": [0.2, None],
            "win_high": [0.3, None],
            "place_low": [1, 2],  # of no estimate
            "vp": [170.04, None],
        }
    )
    table = text_frame(frame, percent=("win",))
    assert table.headings == (
        "estate", "games", "win (%)", "90 % interval (%)", "place low", "vp",
    )  # fmt: skip
    assert table.rows == (
        ("2011-1", "1,200", "25.0", "20.0 to 30.0", "1", "170.0"),
        ("2011-8", "3", "50.0", "none", "2", "-"),
    )
    assert table.numeric == (False, True, True, True, True, True)
    few = text_frame(frame, digits=2, leave_out=("win", "place_low"))
    assert few.headings == ("estate", "games", "vp")
    assert few.rows[0] == ("2011-1", "1,200", "170.04")


def test_a_frame_without_rows_has_headings():
    frame = pl.DataFrame(schema={"a": pl.Int64, "confidence": pl.Float64})
    assert text_frame(frame).headings == ("a",)
    assert text_frame(frame).rows == ()
