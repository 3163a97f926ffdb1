"""[Taking workers]: two workers for any die."""

from __future__ import annotations

import pytest

from tests.builders import SECOND, place, table, workers


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_any_die_brings_two_workers(die):
    game = table(dice=(die, 1)).do(workers())
    assert game.me.workers == 2
    assert game.state.dice_left == 2


def test_workers_are_added_to_those_in_hand():
    assert table(workers=3).do(workers(), workers(SECOND)).me.workers == 3 + 2 + 2


def test_it_brings_nothing_else():
    game = table().do(workers())
    assert (game.me.silver, game.me.vp, game.asked) == (0, 0, "-")


def test_tile_13_brings_one_silverling_as_well():
    game = table(knowledge=(13,)).do(workers())
    assert (game.me.workers, game.me.silver) == (2, 1)


def test_tile_14_brings_four_in_place_of_two():
    game = table(knowledge=(14,)).do(workers())
    assert (game.me.workers, game.me.silver) == (4, 0)


def test_tiles_13_and_14_add_up():
    game = table(knowledge=(13, 14)).do(workers())
    assert (game.me.workers, game.me.silver) == (4, 1)


def test_tiles_13_and_14_are_not_for_the_boarding_house():
    game = table(dice=(3, 1), storage=["boarding_house"], knowledge=(13, 14)).do(place(0, 25))
    assert (game.me.workers, game.me.silver) == (4, 0)
