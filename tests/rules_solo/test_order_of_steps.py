"""[Order of steps]: what one placing sets off, in the player's order."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.builders import FREE, place, workers
from tests.solo_builders import COLOUR, EFFECT, REGION, solo, step


def three_steps(**settings):
    """Return a table with the fourth castle just placed: region, colour and effect wait."""
    game = solo(
        storage=["castle"], black=["mine"], phase="E", settings=settings,
        start=2, estate={4: "castle", 13: "castle", 3: "knowledge1", 31: "cow2"},
    )  # fmt: skip
    return game.do(place(0, 30))


DOES = {
    REGION: lambda game: game,
    COLOUR: lambda game: game.do(next(a for a in game.choices)),
    EFFECT: lambda game: game.do(workers(FREE)),
}


@pytest.mark.parametrize("order", list(permutations((REGION, COLOUR, EFFECT))))
def test_any_order_will_do(order):
    game = three_steps()
    assert game.steps == {REGION, COLOUR, EFFECT}
    for number in order[:2]:
        game.do(step(number))
        DOES[number](game)
    DOES[order[2]](game)
    assert game.me.vp >= 1 + 2
    assert len(game.me.estate) == 7
    assert game.me.workers >= 2


def test_the_last_step_is_not_asked_for():
    game = solo(storage=["watchtower"], phase="E").do(place(0, 1))
    assert game.steps == {REGION, EFFECT}
    game.do(step(EFFECT))
    assert game.asked == "-"
    assert game.me.vp == 4 + 1 + 2


def test_a_single_step_is_not_asked_for():
    game = solo(start=30, storage=["watchtower"]).do(place(0, 35))
    assert game.steps == {REGION, EFFECT}
    game = solo(start=30, storage=["watchtower"]).do(place(0, 29))
    assert game.asked == "-"


def test_what_a_step_asks_comes_before_the_other_steps():
    game = three_steps().do(step(EFFECT))
    assert game.asked == "castle"
    game.do(workers(FREE))
    assert game.steps == {REGION, COLOUR}


def test_by_a_setting_the_order_is_region_colour_effect():
    game = three_steps(step_order="fixed")
    assert game.me.vp == 1 + 2
    assert game.asked == "colour"
    game.do(game.choices[0])
    assert game.asked == "castle"
