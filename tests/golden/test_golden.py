"""Golden traces: whole games in words, compared line by line.

Rewrite them with ``python -m tests.golden.rewrite`` and review the diff as a change of rules.
"""

from __future__ import annotations

import re

import pytest

from burgundy_lab.sim.games import GAMES, get_game
from tests.golden.chooser import FOLDER, GOLDEN, actions_in, name_of, play, text_of, trace_of

NAMES = [golden.path.stem for golden in GOLDEN]
MOST_BYTES = 30_000
# What the golden games must show between them, as the words of their lines.
SHOWN = (
    "lay the start castle on",
    "for 1 worker)",
    "for 2 workers)",
    "(castle)",
    "(city hall)",
    "(warehouse)",
    "(carpenter)",
    "(church)",
    "(market)",
    "from the black depot",
    "for 2 Silverlings",
    "decline the advantage",
    "discard ",
    "load the goods of depot",
    "load the light blue goods",
    "take workers (die",
    "take workers (castle)",
    "goods tile (castle)",
    "goods tile (die",
    "end the turn",
    "pay 2 workers",
    *("place warehouse on", "place watchtower on", "place carpenter on", "place church on"),
    *("place market on", "place boarding house on", "place bank on", "place city hall on"),
    *("(completed colour)", "exchange 5 goods for", "give a light blue goods tile"),
    *("place black tile on", "(target)", "buy 1 VP for 1 Silverling", "buy no VP"),
    *("next: score the region", "next: the effect of", "next: take a tile for"),
    *("place mine on", "place ship on", "place castle on", "place knowledge tile"),
    *("place 2 ", "place 3 ", "place 4 "),
)
SHOWN_CARDS = (
    *("place castle", "place mine", "place cloister", "place knowledge", "place ship"),
    *("place pasture", "place carpenter", "place church", "place market", "place watchtower"),
    *("place bank", "place boarding house", "place warehouse", "place city hall"),
    *(
        "(castle)",
        "(card castle ",
        "(city hall)",
        "(warehouse)",
        "(carpenter)",
        "(church)",
        "(market)",
        " as 1 for 1 worker)",
        " for 2 workers)",
    ),
    *("as a new pile", "as a joker on the", "over the cloister pile of", "decline the effect"),
    *("look at three cards", "(bought card", "use the bought", "discard ", "end the turn"),
    *("take the goods card", "take the animal", "round bonus: 2 VP", "round bonus: 1 worker"),
    *("sell ", "fill up to two workers", "take 1 silver", "convert workers and silver"),
    *(" goods card (card 6 for 1 worker)", "Aaron: "),
)


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
def test_the_actions_of_the_file_give_its_words(golden):
    text = golden.path.read_text(encoding="utf-8")
    assert text_of(golden, trace_of(golden, actions_in(text))) == text


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
def test_the_rule_plays_the_game_of_the_file(golden):
    """A new or lost legal action would turn the rule's lot, and the game, another way."""
    assert text_of(golden, play(golden)) == golden.path.read_text(encoding="utf-8")


def test_no_trace_is_missing_and_none_is_left_over():
    wanted = {
        f"{name_of(game, seats, estate)}.txt"
        for game in GAMES
        for seats in get_game(game).seat_counts
        for estate in get_game(game).estates or ("",)
    }
    assert {golden.path.name for golden in GOLDEN} == wanted
    assert {path.name for path in FOLDER.glob("*.txt")} == wanted


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
def test_traces_are_short(golden):
    assert golden.path.stat().st_size < MOST_BYTES


def text_of_game(name: str) -> str:
    files = [golden.path for golden in GOLDEN if golden.game.startswith(name)]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_the_traces_show_the_effects_of_the_card_game():
    text = text_of_game("cards")
    assert [words for words in SHOWN_CARDS if words not in text] == []
    assert re.search(r"lost to Aaron|won against Aaron", text)


def test_the_traces_show_the_effects_of_the_board_game_and_solo():
    text = text_of_game("board") + text_of_game("solo")
    assert [words for words in SHOWN if words not in text] == []
    assert re.search(r"load the goods of depot \d and \d", text), "knowledge tile 5"
