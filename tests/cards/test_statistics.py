"""Chance of the card game: Aaron's triples against the exact distribution, cards drawn alike."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from burgundy_lab.sim.cards.state import AARON
from burgundy_lab.sim.cards.tables import CARD_TYPE
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import Position
from tests.rules_cards.test_aaron import rounds_of

GAMES = 1500
SEED = 31
# Exact shares of games by triples, after 3, 7, 12, 18 and 25 of his cards, from the counts of
# types alone; then the share of games in which he has all seven types, and mean cloisters.
TRIPLES = {
    3: {0: 0.9787, 1: 0.0213},
    7: {0: 0.5529, 1: 0.4261, 2: 0.0210},
    12: {0: 0.0247, 1: 0.3459, 2: 0.5197, 3: 0.1087, 4: 0.0011},
    18: {2: 0.0412, 3: 0.3811, 4: 0.4818, 5: 0.0949, 6: 0.0010},
    25: {4: 0.0102, 5: 0.2272, 6: 0.5385, 7: 0.2150, 8: 0.0091},
}
ALL_SEVEN = {3: 0.0, 7: 0.006, 12: 0.221, 18: 0.600, 25: 0.852}
CLOISTERS = {3: 0.32, 7: 0.74, 12: 1.26, 18: 1.89, 25: 2.63}


@cache
def aarons() -> dict[int, list[tuple[int, int, int]]]:
    """Return triples, all seven and cloisters of Aaron by his number of cards."""
    found: dict[int, list[tuple[int, int, int]]] = {cards: [] for cards in TRIPLES}
    for game_no in range(GAMES):
        position = Position.new("cards-solo", players=1, estates=(), seed=SEED, game_no=game_no)
        for state in rounds_of(position):
            cards = state.estate[AARON]
            row = (
                int(state.triples[AARON].sum()),
                int(state.has_seven[AARON]),
                int(cards[CARD_TYPE == 2].sum()),
            )
            found[int(cards.sum())].append(row)
    return found


def within(share: float, wanted: float, games: int) -> bool:
    error = math.sqrt(max(wanted * (1 - wanted), 1e-4) / games)
    return abs(share - wanted) < 4 * error + 0.0005  # the exact shares are rounded


@pytest.mark.parametrize("cards", TRIPLES)
def test_aarons_triples_after_each_round(cards):
    triples = [row[0] for row in aarons()[cards]]
    assert len(triples) == GAMES
    for number, wanted in TRIPLES[cards].items():
        assert within(triples.count(number) / GAMES, wanted, GAMES), number


@pytest.mark.parametrize("cards", TRIPLES)
def test_aaron_has_all_seven_types_as_often_as_he_should(cards):
    sevens = [row[1] for row in aarons()[cards]]
    assert within(sum(sevens) / GAMES, ALL_SEVEN[cards], GAMES)


@pytest.mark.parametrize("cards", TRIPLES)
def test_aarons_cloisters(cards):
    cloisters = np.array([row[2] for row in aarons()[cards]])
    error = cloisters.std() / math.sqrt(GAMES)
    assert abs(cloisters.mean() - CLOISTERS[cards]) < 4 * error + 0.005


def test_each_card_lies_in_the_display_as_often_as_its_number_in_the_deck():
    deck = get_game("cards").configure(4)[0].deck
    found = np.zeros(len(deck))
    for game_no in range(GAMES):
        position = Position.new("cards", players=4, estates=(), seed=SEED, game_no=game_no)
        found += np.bincount(position.state.display, minlength=len(deck))
    for card in range(1, len(deck)):
        wanted = 13 * deck[card] / 114 * GAMES
        assert abs(found[card] - wanted) <= 4.5 * math.sqrt(wanted)
