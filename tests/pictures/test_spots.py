"""The picture shows every place where a legal action acts, in random games of every game."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from burgundy_lab.sim.errors import IllegalAction
from burgundy_lab.sim.games import GAMES, get_game
from burgundy_lab.sim.position import Position

TABLES = [(name, seats) for name in GAMES for seats in get_game(name).seat_counts]
SEEDS = (20110901, 62)
NAME = re.compile(r"[a-z][a-z0-9_]*(-[a-z0-9_]+)*")


def new(game: str, seats: int, seed: int) -> Position:
    """Return a game at its start, with estates and settings by lot."""
    rules, lot = get_game(game), random.Random(seed)
    named = {
        s.name: lot.choice([c for c in s.choices if not c.isupper()])
        for s in rules.settings
        if not all(c.isupper() for c in s.choices)
    }
    estates = [lot.choice(rules.estates) for _ in range(seats)] if rules.estates else None
    return Position.new(game, players=seats, estates=estates, settings=named, seed=seed)


def walk(game: str, seats: int, seed: int):
    """Yield the positions of a random game; the last one is over."""
    position, lot = new(game, seats, seed), random.Random(seed)
    while not position.is_over:
        yield position
        position.step(lot.choice(list(position.legal_actions)))
    yield position


def spots_of(picture: str) -> list[str]:
    return re.findall(r'data-spot="([^"]*)"', picture)


@pytest.mark.parametrize("seed", [7, *(pytest.param(s, marks=pytest.mark.slow) for s in SEEDS)])
@pytest.mark.parametrize("game, seats", TABLES)
def test_every_place_of_a_legal_action_is_in_the_picture(game, seats, seed):
    named = 0
    for position in walk(game, seats, seed):
        drawn = spots_of(position._repr_svg_())
        assert len(drawn) == len(set(drawn)), "two places of one name"
        for action in position.legal_actions:
            spots = position.spots(action)
            assert set(spots) <= set(drawn), position.describe(action)
            assert len(set(spots)) == len(spots)
            named += len(spots)
    assert named > 0


@pytest.mark.parametrize("game, seats", TABLES)
def test_actions_on_the_same_places_have_different_words(game, seats):
    for position in walk(game, seats, SEEDS[0]):
        told = [
            (frozenset(position.spots(a)), position.describe(a)) for a in position.legal_actions
        ]
        assert len(set(told)) == len(told), sorted(words for _, words in told)


@pytest.mark.parametrize("game, seats", TABLES)
def test_a_picture_is_well_formed_and_has_its_own_sheet(game, seats):
    for number, position in enumerate(walk(game, seats, SEEDS[1])):
        if number % 20 == 0 or position.is_over:
            root = ElementTree.fromstring(position._repr_svg_())
            sheet = root[0]
            assert (sheet.get("width"), sheet.get("height")) == (
                root.get("width"),
                root.get("height"),
            )
            assert all(NAME.fullmatch(name) for name in spots_of(position._repr_svg_()))


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_acts_nowhere(game):
    position = new(game, get_game(game).seat_counts[0], SEEDS[0])
    illegal = next(a for a in range(10_000) if a not in position.legal_actions)
    with pytest.raises(IllegalAction, match="acts nowhere"):
        position.spots(illegal)
