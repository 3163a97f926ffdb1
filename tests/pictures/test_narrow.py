"""The narrow picture fits beside a list of actions and can be read there."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

from burgundy_lab.sim.position import Position
from tests.pictures.test_spots import TABLES, spots_of

ROOM = 550  # pixels for the picture: a window of 1280, the file list open, the list beside
LEAST_TEXT = 7  # pixels


def some_positions(game: str, seats: int):
    """Yield a position at the start, some in the midst, and the end of a random game."""
    position, lot, number = Position.new(game, players=seats, seed=5), random.Random(5), 0
    while not position.is_over:
        if number % 60 == 0:
            yield position
        position.step(lot.choice(list(position.legal_actions)))
        number += 1
    yield position


@pytest.mark.parametrize("game, seats", TABLES)
def test_every_text_can_be_read_where_room_is_short(game, seats):
    for position in some_positions(game, seats):
        drawn = position.game.picture(position.state, narrow=True)
        root = ElementTree.fromstring(drawn)
        scale = ROOM / float(root.get("width"))
        sizes = [float(node.get("font-size")) for node in root.iter() if node.tag.endswith("text")]
        assert scale * min(sizes) >= LEAST_TEXT
        assert spots_of(drawn) and sorted(spots_of(drawn)) == sorted(
            spots_of(position._repr_svg_())
        )


@pytest.mark.parametrize("game, seats", TABLES)
def test_the_seat_to_move_comes_first(game, seats):
    position = next(some_positions(game, seats))
    drawn = position.game.picture(position.state, narrow=True)
    seats_drawn = re.findall(r'data-spot="seat(\d)-workers"', drawn)
    assert int(seats_drawn[0]) == position.seat
    assert len(seats_drawn) == seats


@pytest.mark.parametrize("game, seats", TABLES)
def test_a_tile_or_card_tells_what_it_does(game, seats):
    position = Position.new(game, players=seats, seed=5)
    hints = re.findall(r"<title>([^<]*)</title>", position._repr_svg_())
    places = ("row ", "hand: ", "depot ", "black depot: ")
    lying = [
        hint for hint in hints if hint.startswith(places) and "no card" not in hint and ": " in hint
    ]
    assert lying and all(re.fullmatch(r"[^:]+: [^:]+: .+", hint) for hint in lying), lying
