"""[The target]: counter to 0, surplus lost, target down by 5, a free action."""

from __future__ import annotations

import pytest

from tests.builders import AT, DECLINE, FREE, ONE_IN_EACH, place, sell, take, workers
from tests.solo_builders import solo, vp


def reached(counter=48, target=50, **arranged):
    """Return a table on which a gain of 4 VP has reached the target."""
    return solo(dice=(1, 2), goods={1: 2}, counter=counter, target=target, **arranged).do(sell(1))


def test_the_counter_goes_to_0_and_the_surplus_is_lost():
    game = reached()
    assert game.track == (0, 45)
    assert game.state.resets == 1


def test_exactly_the_target_is_enough():
    assert reached(counter=46).track == (0, 45)
    assert reached(counter=45).track == (49, 50)


@pytest.mark.parametrize("target, after", [(50, 45), (45, 40), (10, 5), (55, 50), (52, 47)])
def test_the_target_moves_down_by_5(target, after):
    assert reached(counter=target - 1, target=target).track == (0, after)


@pytest.mark.parametrize("target, after", [(5, 5), (7, 5)])
def test_the_target_never_goes_below_5_and_the_action_is_still_given(target, after):
    game = reached(counter=target - 4, target=target)
    assert game.track == (0, after)
    assert game.asked == "castle"


def test_bought_vp_can_reach_it():
    game = reached(counter=40, silver=9).do(vp(6))
    assert game.track == (0, 45)
    assert game.me.silver == 9 + 1 - 6
    assert game.asked == "castle"


def test_no_vp_can_be_bought_beyond():
    assert reached(silver=9).asked == "castle"


def test_the_free_action_takes_a_tile_of_any_depot():
    game = reached(depots=ONE_IN_EACH)
    assert game.takes(FREE) == set(ONE_IN_EACH)
    assert game.do(take(*AT[6], FREE)).storage == ["bank"]


def test_the_free_action_places_on_any_number():
    game = reached(storage=["bank"], workers=0)
    assert game.spaces(0, FREE) == {1}
    assert game.do(place(0, 1, FREE)).me.estate[1] == "bank"


def test_the_free_action_sells_or_takes_workers():
    game = reached(workers=0)
    assert game.may(workers(FREE))
    assert game.do(workers(FREE)).me.workers == 2
    game = solo(dice=(1, 2), goods={1: 2, 5: 1}, counter=48).do(sell(1))
    assert game.sales(FREE) == {5}


def test_the_free_action_may_be_left_out():
    game = reached()
    assert game.may(DECLINE)
    assert game.do(DECLINE).asked == "-"


def test_a_castle_may_not():
    game = solo(start=2, dice=(2, 3), estate={3: "knowledge1"}, storage=["castle"], phase="E")
    game.do(place(0, 4), 64 * 16 + 35)
    assert game.asked == "castle"
    assert not game.may(DECLINE)


def test_the_gain_of_a_free_action_can_reach_the_next_target():
    game = solo(dice=(1, 2), goods={1: 2, 5: 3}, counter=9, target=10).do(sell(1))
    assert game.track == (0, 5)
    game.do(sell(5, FREE))
    assert game.track == (0, 5) and game.state.resets == 2
    assert game.asked == "castle"


def test_vp_gained_in_all_are_never_lost():
    assert reached().me.vp == 4
