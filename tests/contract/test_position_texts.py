"""Texts that are no position, and positions that cannot occur: one clear line each."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.errors import BadState
from burgundy_lab.sim.position import Position

SEED = 31


def text_after(decisions: int) -> str:
    """Return the text of a game on estate 1 after the first legal action so many times."""
    position = Position.new(players=2, seed=SEED)
    for _ in range(decisions):
        position.step(position.legal_actions[0])
    return position.text


START = text_after(0)


def with_line(name: str, values: str) -> str:
    """Return the start's text with another line for a field."""
    lines = [line for line in START.splitlines() if not line.startswith(f"{name}:")]
    return "\n".join([*lines, f"{name}: {values}"])


@pytest.mark.parametrize("decisions", [0, 7, 40, 90])
def test_a_text_reads_back(decisions):
    text = text_after(decisions)
    assert Position.from_text(text).text == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the first line must be 'burgundy position 1"),
        ("hello", "the first line must be .*'hello'"),
        ("burgundy position 2: board, seed 1, game 0", "the first line must be"),
        ("burgundy position 1: chess, seed 1, game 0", "unknown game 'chess'"),
        ("burgundy position 1: board, seed x, game 0", "must be 'seed N'"),
        ("burgundy position 1: board, seed ², game 0", "must be 'seed N'"),
        (f"burgundy position 1: board, seed {2**63}, game 0", "must be 'seed N'"),
        ("burgundy position 1: board, seed 1, game 0", "must be 2 to 4"),
        (START + "silver: 1*4", "'silver' stands there twice"),
        (START + "no colon", "no line 'field: values'"),
        (with_line("silvr", "1"), "unknown field 'silvr'; did you mean 'silver'"),
        (with_line("covered", "0*4"), "unknown field 'covered'"),
        (with_line("silver", "1 2"), "silver has 2 values, must have 4"),
        (with_line("silver", "1 x 0 0"), "silver has 'x', must be a whole number"),
        (with_line("silver", "99999999999 0 0 0"), "silver has 99999999999, which does not fit"),
        (with_line("silver", "1*0 0*3"), "repeats are written"),
        (with_line("storage", "shipp -*2 / -*3 / -*3 / -*3"), "did you mean 'ship'"),
        (with_line("edition", "print2015"), "unknown value 'print2015'"),
    ],
)
def test_what_is_no_text_is_named(text, words):
    with pytest.raises(BadState, match=words) as caught:
        Position.from_text(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("silver", "-1 0 0 0", "silver of seat 0 has -1"),
        ("seats", "5", "seats is 5"),
        ("seat", "3", "seat has 3"),
        ("phase_no", "5", "phase_no has 5"),
        ("edition", "7", "edition has 7, must be 0 to 1"),
        ("edition", "2000000000", "edition has 2000000000"),
        ("tie_break", "9", "tie_break has 9"),
        ("event_no", "40", "event_no is 40, must be 3"),
        ("gained", "-1 0*4" + " / 0*5" * 23, "gained has -1"),
        ("asked", "4", "4 questions are asked, but 0 wait"),
        ("question", "ship -*3", "0 questions are asked, but 1 wait"),
        ("dice", "7 1 / 1 1 / 0 0 / 0 0", "dice of seat 0 has 7"),
        ("dice", "0 1 / 1 1 / 0 0 / 0 0", "dice are not rolled"),
        ("phase_goods", "5 -1 4 5 3", "the goods of the first 1 round spaces are laid"),
        ("depot_goods", "9 0*5" + " / 0*6" * 5, "goods of light blue; the game has 7"),
        ("goods", "1 1 1 1 0 0" + " / 0*6" * 3, "goods of light blue; the game has 7"),
        ("removed", "5", "164"),
        ("storage", "knowledge1*2 - / -*3 / -*3 / -*3", "tiles of knowledge1; the game has 1"),
        (
            "estate",
            "-*18 castle -*17 ship / -*18 castle -*18 / -*37 / -*37",
            "on the building space",
        ),
        ("estate", "-*37 / -*18 castle -*18 / -*37 / -*37", "no start castle on space 18"),
        ("order", "0 0 0 0", "order is .*must have each seat once"),
        ("track", "7 0 0 0", "track of seat 0 has 7"),
        ("bonus_owner", "0 -1" + " / -1*2" * 5, "bonus tile of castle without covering it"),
    ],
)
def test_what_cannot_occur_is_named(name, values, words):
    with pytest.raises(BadState, match=f"cannot occur: .*{words}") as caught:
        Position.from_text(with_line(name, values))
    assert "\n" not in str(caught.value)


def test_a_question_about_a_tile_that_is_not_there_is_refused():
    text = with_line("question", "discard -*3") + "\nasked: 1\nsubject: 50000000 0*3"
    with pytest.raises(BadState, match="the tile of source 50000000, where there is none"):
        Position.from_text(text)


def test_a_wrong_bag_is_named():
    bag = next(line for line in START.splitlines() if line.startswith("bag:"))
    text = START.replace(bag, bag.replace("knowledge1 ", "knowledge7 ", 1))
    with pytest.raises(BadState, match="knowledge7 among the undrawn tiles with knowledge backs"):
        Position.from_text(text)


@pytest.mark.parametrize("text", [None, 5, b"burgundy"])
def test_what_is_not_even_a_text_is_refused(text):
    with pytest.raises(BadState, match="must be a text"):
        Position.from_text(text)


@pytest.mark.parametrize(
    ("game", "name", "values", "words"),
    [
        ("solo", "edition", "2", "edition has 2, must be 0 to 1"),
        ("solo", "start_castle", "2", "start_castle has 2, must be 0 to 1"),
        ("solo", "colour_tile", "-1", "colour_tile has -1"),
        ("solo", "event_no", "-1", "not set up"),
        ("solo", "resets", "-1", "resets has -1"),
        ("solo", "tally", "-1 0*9", "tally has -1"),
        ("cards", "violet", "2", "violet has 2, must be 0 to 1"),
        ("cards", "start_workers", "9", "start_workers has 9"),
        ("cards", "event_no", "-2", "not set up"),
        ("cards", "event_no", "2147483647", "event_no has 2147483647"),
        ("cards", "triple_vp", "21 5 6 4 4 4 3", "triple_vp has 21, must be 0 to 20"),
        ("cards", "menu", "/".join(["10 0*4"] + ["0*5"] * 29), "menu has 10, must be 0 to 9"),
        ("cards", "tally", "-1 0*9" + " / 0*10" * 3, "tally has -1"),
        ("cards-solo", "granted_card", "2", "granted_card has 2"),
        ("cards-solo", "face_down", "4 21 0 0", "21 cards of Aaron lie face down, must be 22"),
    ],
)
def test_what_cannot_occur_in_the_other_games_is_named(game, name, values, words):
    lines = [ln for ln in Position.new(game, seed=SEED).text.splitlines() if f"{name}:" not in ln]
    with pytest.raises(BadState, match=f"cannot occur: .*{words}") as caught:
        Position.from_text("\n".join([*lines, f"{name}: {values}"]))
    assert "\n" not in str(caught.value)


def test_a_seat_of_the_card_game_that_has_to_play_has_a_card():
    position = Position.new("cards", seed=SEED)
    while position.state.turn_no < 5 or not position.state.played:
        silver = [a for a in position.legal_actions if "1 silver" in position.describe(a)]
        position.step((silver or position.legal_actions)[0])
    assert position.check() == []  # silver enough for a purchase, so the turn goes on
    position.state.played = 0
    assert position.check() == [f"seat {position.seat} has no card to play"]


def test_a_game_that_goes_on_has_a_legal_action():
    position = Position.new("cards", seed=SEED)
    position.state.asked, position.state.question[0] = 1, 9  # workers to spend, of a mine
    assert position.check() == []
    with pytest.raises(BadState, match="the game goes on, but no action is legal"):
        Position.from_text(position.text)


def test_goods_taken_from_a_later_round_space_are_noticed_on_the_solo_board():
    position = Position.new("solo", settings={"start_castle": "2"}, seed=SEED)
    goods = position.state.phase_goods
    goods[:2] = goods[1], goods[0]
    with pytest.raises(BadState, match="the goods of the first 1 round spaces are laid"):
        Position.from_text(position.text)
