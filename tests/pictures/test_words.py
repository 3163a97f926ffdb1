"""What tiles and cards do in words names the amounts that the engine uses."""

from __future__ import annotations

import re

import pytest

from burgundy_lab.sim.board import tables as board
from burgundy_lab.sim.board.pieces import TILE_WORDS
from burgundy_lab.sim.cards import tables as cards
from burgundy_lab.sim.cards.pieces import CARD_WORDS

IN_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
# "One more action" and "goods of one type": no amounts of a table, but what these effects are.
ONE = [1]
TILES = {
    "castle": ONE,
    "mine": [board.MINE_SILVER],
    "ship": ONE,
    "warehouse": ONE,
    "watchtower": [board.WATCHTOWER_VP],
    "boarding_house": [board.BOARDING_HOUSE_WORKERS],
    "bank": [board.BANK_SILVER],
    "city_hall": ONE,
}
CARDS = {
    "castle": ONE,
    "mine": [cards.MINE_SILVER],
    "knowledge": [cards.KNOWLEDGE_WORKERS],
    "watchtower": [cards.WATCHTOWER_VP],
    "bank": [cards.BANK_SILVER],
    "warehouse": ONE,
    "city_hall": ONE,
}


def amounts(words: str) -> list[int]:
    """Return the numbers of a text, in words or digits, in their order."""
    found = re.findall(rf"\b(?:{'|'.join(IN_WORDS)}|\d+)\b", words)
    return [IN_WORDS.get(word) or int(word) for word in found]


@pytest.mark.parametrize("told, engine", [(TILE_WORDS, TILES), (CARD_WORDS, CARDS)])
def test_amounts_in_words_are_those_of_the_engine(told, engine):
    assert {key: n for key, words in told.items() if (n := amounts(words))} == engine


def test_every_kind_of_tile_and_card_has_its_words():
    assert {*board.BUILDING_NAMES, *board.KIND_NAMES} - {"building", "knowledge"} == set(TILE_WORDS)
    assert {*cards.BUILDING_NAMES, *cards.TYPE_NAMES} - {"building"} == set(CARD_WORDS)


def test_a_wrong_amount_is_seen():
    assert amounts("4 VP and two Silverlings") == [4, 2]
