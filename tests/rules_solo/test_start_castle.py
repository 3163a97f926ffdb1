"""[Start castle]: any castle space; by a setting any space."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.solo.game import configure
from tests.builders import start_castle


def new(side="A", **settings):
    return Position.new("solo", estates=(side,), settings=settings, seed=3)


@pytest.mark.parametrize("side, castles", [("A", [2, 4, 13, 30]), ("B", [1, 5, 14, 30])])
def test_the_player_chooses_among_the_four_castle_spaces(side, castles):
    assert list(new(side).legal_actions) == [start_castle(space) for space in castles]


def test_by_a_setting_any_space_will_do():
    game = new(start_castle="any_space")
    assert list(game.legal_actions) == [start_castle(space) for space in range(37)]
    game.step(start_castle(0))
    assert game.state.start_space[0] == 0 and game.check() == []


def test_a_castle_on_a_mine_space_pays_nothing():
    game = new(start_castle="any_space").step(start_castle(5))
    game.state.round_no, game.state.dice_left, silver = 4, 1, int(game.state.silver[0])
    game.state.phase_goods[:] = -1
    game._legal = None
    game.step(next(a for a in game.legal_actions if game.describe(a).startswith("take workers")))
    while game.state.phase_no == 0:
        game.step(list(game.legal_actions)[-1])
    assert game.state.silver[0] == silver


def test_a_fixed_space_asks_nothing():
    game = new(start_castle="13")
    assert game.state.start_space[0] == 13 and game.state.asked == 0


@pytest.mark.parametrize("space", range(37))
def test_any_space_may_be_fixed_as_the_list_of_settings_says(space):
    game = new(start_castle=str(space))
    assert game.state.start_space[0] == space and game.state.asked == 0
    assert game.check() == []
    assert Position.from_text(game.text) == game


@pytest.mark.parametrize("text", ["37", "-1", "centre", "2,4", ""])
def test_what_is_no_space_is_refused(text):
    with pytest.raises(BadValue, match="nor the number of a space, 0 to 36"):
        configure(1, ("A",), {"start_castle": text})


def test_it_scores_nothing_and_completes_no_region():
    game = new().step(start_castle(2))
    assert game.state.points[0] == 0 and game.state.asked == 0
    assert game.state.bag_left[0] == 14 - 1 - 1
