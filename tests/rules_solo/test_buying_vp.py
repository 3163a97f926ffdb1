"""[Buying VP], [Victory points]: one Silverling for a VP, only with a gain."""

from __future__ import annotations

import pytest

from tests.builders import place, sell, workers
from tests.solo_builders import solo, vp


def gained(**arranged):
    """Return a table with a gain of 4 VP from two goods sold, one Silverling more."""
    return solo(dice=(1, 2), goods={1: 2}, **arranged).do(sell(1))


def test_a_gain_moves_the_counter():
    game = gained(counter=7)
    assert game.track == (11, 50)
    assert game.me.vp == 4


def test_a_gain_asks_how_many_vp_to_buy():
    game = gained(silver=2)
    assert game.asked == "buy_vp"
    assert game.choices == [vp(n) for n in range(4)]


@pytest.mark.parametrize("n", [0, 1, 3])
def test_each_vp_costs_a_silverling(n):
    game = gained(silver=2).do(vp(n))
    assert (game.me.silver, game.me.vp, game.track) == (3 - n, 4 + n, (4 + n, 50))


def test_at_most_up_to_the_target():
    game = gained(silver=30, counter=40)
    assert game.choices == [vp(n) for n in range(7)]


def test_without_silverlings_nothing_is_asked():
    game = solo(storage=["knowledge1"], silver=0).do(place(0, 3))
    assert game.asked == "-"


def test_not_without_a_gain():
    game = solo(silver=9).do(workers())
    assert game.asked == "-"
    assert not any(game.may(vp(n)) for n in range(10))


def test_a_gain_of_nothing_is_none():
    game = solo(storage=["knowledge24"], silver=5, estate={25: "knowledge1"}, start=30)
    game.do(place(0, 24))
    assert game.asked == "-"
    assert game.me.vp == 0


def test_size_and_phase_of_a_region_are_one_gain():
    game = solo(storage=["knowledge1"], silver=5).do(place(0, 3))
    assert game.track == (11, 50)
    assert game.do(vp(0)).asked == "-"


def test_by_a_setting_they_are_two_gains():
    game = solo(storage=["knowledge1"], silver=5, settings={"gains": "split"}).do(place(0, 3))
    assert game.asked == "steps" and game.steps == {0, 1}
    game.do(64 * 16 + 32)
    assert game.track == (1, 50) and game.asked == "buy_vp"
    game.do(vp(0))
    assert game.track == (11, 50) and game.asked == "buy_vp"


def test_other_effects_are_gains_of_their_own():
    game = solo(storage=["watchtower"], silver=5).do(place(0, 1))
    assert game.steps == {0, 3}
    game.do(64 * 16 + 35)
    assert game.track == (4, 50) and game.asked == "buy_vp"
    game.do(vp(1))
    assert game.track == (5 + 11, 50) and game.asked == "buy_vp"


def test_goods_sell_for_two_vp_each_as_with_two_players():
    assert gained().me.vp == 2 * 2
    assert gained().me.silver == 1
