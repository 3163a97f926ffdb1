"""Who plays whom: each strategy sits on each seat and estate equally often."""

import numpy as np
import pytest

from burgundy_lab.experiments.design import line_ups, read_design, turns
from burgundy_lab.sim.errors import BadValue, PolicyError, UnknownName
from burgundy_lab.strategies import get_strategy

SHAPES = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (4, 4)]
NAMES = ("uniform", "immediate", "balanced", "farmer")


@pytest.mark.parametrize(
    ("strategies", "players", "expected"),
    [
        (2, 2, [(0, 1)]),
        (3, 2, [(0, 1), (0, 2), (1, 2)]),
        (2, 3, [(0, 0, 1), (0, 1, 1)]),
        (2, 4, [(0, 0, 0, 1), (0, 1, 1, 1)]),
        (3, 4, [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]),
        (3, 1, [(0,), (1,), (2,)]),
    ],
)
def test_line_ups(strategies, players, expected):
    assert line_ups(strategies, players) == expected


def test_turns_are_distinct():
    assert turns("aab", 3) == [("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a")]
    assert turns("abab", 4) == [tuple("abab"), tuple("baba")]
    assert turns("a", 1) == [("a",)]
    assert turns("abc", 2) == [("a", "b"), ("b", "c"), ("c", "a")]


@pytest.mark.parametrize(("strategies", "players"), SHAPES)
def test_each_strategy_is_on_each_seat_and_estate_equally_often(strategies, players):
    estates = ["1", "8", "2", "3"][:players]
    layout = read_design("board", players, NAMES[:strategies], estates).layout
    seats = np.zeros((strategies, players, players), int)
    for row, on in zip(layout.seats, layout.estates, strict=True):
        for seat in range(players):
            seats[row[seat], seat, on[seat]] += 1
    assert len(np.unique(seats)) == 1
    assert seats.min() > 0


def test_matches_are_the_tables_of_the_layout():
    design = read_design("board", 3, NAMES[:2], ["1", "8", "8"])
    for match, row, on in zip(
        design.matches, design.layout.seats, design.layout.estates, strict=True
    ):
        assert match.names == tuple(design.names[k] for k in row)
        assert match.estates == tuple(design.estates[k] for k in on)
        assert match.estates == tuple(match.game.estate_of(match.blank[0], p) for p in range(3))


def test_alone_every_strategy_plays_every_estate():
    design = read_design("solo", None, ["filler", "immediate"], ["A", "B"])
    played = [(match.names, match.estates) for match in design.matches]
    assert len(set(played)) == len(played) == 4


def test_more_tables_than_can_be_played_are_refused_before_they_are_made():
    with pytest.raises(BadValue, match="200 strategies at 4 seats make 258,739,800 games"):
        read_design("board", 4, ["uniform"] * 200)


def test_an_estate_under_two_names_is_one():
    design = read_design("board", 2, ["uniform", "immediate"], ["1", "2011-1"])
    assert design.estates == ("2011-1",)
    assert design.layout.tables == 2


def test_the_same_strategy_twice_gets_a_name_of_its_own():
    design = read_design("board", 2, ["uniform", "uniform", "uniform"])
    assert design.names == ("uniform", "uniform (2)", "uniform (3)")
    assert design.are_same(0, 2)
    plain = get_strategy("board", "balanced")
    other = plain.with_weights([w + 1 for w in plain.weights], name="other")
    named = plain.with_weights(plain.weights, name="named")
    design = read_design("board", 2, [plain, other, named])
    assert not design.are_same(0, 1)
    assert design.are_same(0, 2)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"strategies": "balanced"}, BadValue, r"two strategies or more, not 1 \(given: balanced"),
        ({"strategies": []}, BadValue, "two strategies or more, not 0"),
        ({"strategies": ["balanced", "nobody"]}, UnknownName, "'nobody'"),
        ({"strategies": ["balanced", "filler"]}, UnknownName, "'filler'"),
        ({"strategies": ["balanced", 3]}, BadValue, "strategy 3 is neither a name nor"),
        ({"players": 5}, BadValue, "'board' is played by 2, 3, 4 players, not 5"),
        ({"estates": ["1", "8"], "players": 3}, BadValue, "2 estates for 3 players: give one"),
        ({"estates": ["1", "99"]}, UnknownName, "'99'"),
        ({"game": "chess"}, UnknownName, "'chess'"),
        ({"game": "cards", "estates": ["1"]}, BadValue, "estate"),
        ({"settings": {"nothing": "1"}}, UnknownName, "'nothing'"),
    ],
)
def test_a_mistake_is_told_in_one_line(given, error, message):
    asked = {"game": "board", "players": None, "strategies": ["uniform", "immediate"], **given}
    if asked["game"] == "cards":
        asked["strategies"] = ["collector", "uniform"]
    with pytest.raises(error, match=message) as caught:
        read_design(
            asked["game"], asked["players"], asked["strategies"], asked.get("estates"),
            asked.get("settings"),
        )  # fmt: skip
    assert "\n" not in str(caught.value)


def test_a_strategy_of_another_game_is_named():
    filler = get_strategy("solo", "filler")
    with pytest.raises(PolicyError, match="strategy 'filler' plays 'solo', not 'board'"):
        read_design("board", 2, ["balanced", filler])


def test_different_strategies_of_one_name_are_refused():
    plain = get_strategy("board", "balanced")
    other = plain.with_weights([w + 1 for w in plain.weights])
    with pytest.raises(BadValue, match="two different strategies are called 'balanced'"):
        read_design("board", 2, [plain, other])


def test_more_games_of_a_deal_than_can_be_are_refused():
    plain = get_strategy("board", "balanced")
    many = [plain.with_weights([float(k)] * len(plain.weights), name=f"b{k}") for k in range(25)]
    with pytest.raises(BadValue, match=r"25 strategies at 4 seats make 50,600 games of each deal"):
        read_design("board", 4, many)
