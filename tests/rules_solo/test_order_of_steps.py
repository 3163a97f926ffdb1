"""[Order of steps]: what one placing sets off, in the player's order."""

from __future__ import annotations

from itertools import permutations

import pytest

from burgundy_lab.sim.board.tables import TILE_MINE
from tests.builders import FREE, buy, place, sell, workers
from tests.solo_builders import COLOUR, EFFECT, REGION, solo, step, vp


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


def test_by_a_setting_vp_of_a_knowledge_tile_come_first():
    """The French text: VP of a knowledge tile at once after it is placed."""
    game = solo(
        storage=["knowledge24"], phase="E", settings={"step_order": "fixed"},
        counter=48, estate={0: "cow2"},
    )  # fmt: skip
    game.do(place(0, 3))
    assert game.asked == "castle", "4 VP of the tile reach the target"
    assert game.track == (0, 45)
    assert game.do(workers(FREE)).track == (1 + 2, 45)


@pytest.mark.parametrize("order, paid", [((REGION, EFFECT), 4), ((EFFECT,), 1)])
def test_vp_of_an_effect_are_counted_when_its_turn_comes(order, paid):
    """Tile 25 pays for goods sold: those sold with the free action count if that came before."""
    game = solo(
        storage=["knowledge25"], phase="E", start=13, counter=47, goods={1: 3}, sold={2: 1},
    )  # fmt: skip
    game.do(place(0, 14))
    assert game.steps == {REGION, EFFECT}
    game.do(step(order[0]))
    if order[0] == REGION:
        game.do(sell(1, FREE), vp(0))
    knowledge = game.state.gained[0, 2].sum()
    assert knowledge == paid


def test_a_colour_for_which_no_tile_fits_is_not_asked_for():
    mines = {5: "mine", 8: "mine"}
    game = solo(start=30, storage=["mine"], estate=mines, black=["castle"], phase="E")
    game.state.estate[0, [2, 4, 13]] = game.state.estate[0, 30]
    game.position.game.derive(game.state)
    game.do(place(0, 34))
    assert game.asked == "-"
    assert game.me.vp == 1 + 2
    assert game.black == ["castle"]


def test_a_colour_for_which_no_tile_fits_yet_waits_for_the_other_steps():
    """It is not among the choices, but still there after the castle's own action."""
    game = solo(
        storage=["castle"], black=["castle"], phase="E",
        start=2, estate={4: "castle", 13: "castle", 3: "knowledge1", 31: "cow2"},
    ).do(place(0, 30))  # fmt: skip
    assert game.steps == {REGION, EFFECT}
    game.do(step(EFFECT))
    below = int(game.state.subject[game.state.asked - 2])
    assert below & 1 << COLOUR
    game.state.black[0] = TILE_MINE  # as if the castle's own action had opened a space
    assert game.do(workers(FREE)).steps == {REGION, COLOUR}


def test_a_building_that_can_do_nothing_is_not_asked_for():
    game = solo(storage=["warehouse"], phase="E").do(place(0, 1))
    assert (game.asked, game.me.vp) == ("-", 1 + 2)
    game = solo(storage=["warehouse"], phase="E", goods={1: 1}).do(place(0, 1))
    assert game.steps == {REGION, EFFECT}


def test_a_city_hall_that_a_purchase_leaves_with_nothing_to_place_ends_unasked():
    """The region, which waited below it, then scores."""
    game = solo(
        start=30, storage=["city_hall"], black=["mine", "castle"], silver=2, phase="E",
        settings={"purchase": "during_actions"},
    ).do(place(0, 35), step(EFFECT))  # fmt: skip
    assert game.asked == "city_hall"
    assert game.do(buy(2)).asked == "-"
    assert (game.me.storage, game.me.vp) == (["castle"], 1 + 2)
