"""[Workers]: moving a die, one step each, exactly as many as are needed."""

from __future__ import annotations

import pytest

from tests.builders import AT, FIRST, ONE_IN_EACH, SECOND, place, sell, table, take, workers


def depots_in_reach(game, die=FIRST):
    return {depot for depot, _ in game.takes(die)}


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_without_workers_only_the_number_of_the_die(die):
    game = table(dice=(die, 1), depots=ONE_IN_EACH)
    assert depots_in_reach(game) == {die}


@pytest.mark.parametrize(
    "die, reached",
    [(1, {6, 1, 2}), (2, {1, 2, 3}), (3, {2, 3, 4}), (5, {4, 5, 6}), (6, {5, 6, 1})],
)
def test_one_worker_moves_a_die_up_or_down_by_one_and_6_meets_1(die, reached):
    game = table(dice=(die, 2), workers=1, depots=ONE_IN_EACH)
    assert depots_in_reach(game) == reached


def test_two_workers_move_a_die_by_two():
    game = table(dice=(3, 2), workers=2, depots=ONE_IN_EACH)
    assert depots_in_reach(game) == {1, 2, 3, 4, 5}


def test_three_workers_reach_every_number():
    game = table(dice=(3, 2), workers=3, depots=ONE_IN_EACH)
    assert depots_in_reach(game) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    "die, depot, cost",
    [(3, 3, 0), (3, 4, 1), (3, 2, 1), (3, 5, 2), (3, 1, 2), (3, 6, 3), (6, 1, 1), (1, 6, 1)],
)
def test_each_step_costs_one_worker(die, depot, cost):
    game = table(dice=(die, 2), workers=5, depots=ONE_IN_EACH)
    assert game.do(take(*AT[depot])).me.workers == 5 - cost


def test_the_shorter_way_round_is_paid():
    game = table(dice=(2, 1), workers=9, depots=ONE_IN_EACH)
    assert game.do(take(*AT[6])).me.workers == 9 - 2


def test_nothing_but_the_least_number_can_be_paid():
    game = table(dice=(3, 2), workers=9, depots={(4, 2): "ship"})
    takes = [action for action in game.choices if action in (take(*AT[4]), take(*AT[4], SECOND))]
    assert len(takes) == 2  # one way with each die
    assert game.do(take(*AT[4])).me.workers == 8


def test_workers_help_to_place():
    game = table(dice=(1, 6), workers=1, storage=["ship"])
    assert game.spaces() == {17}
    assert game.do(place(0, 17)).me.workers == 0


def test_workers_help_to_sell():
    game = table(dice=(6, 3), workers=1, goods={1: 1, 2: 1})
    assert game.sales() == {1}
    assert game.do(sell(1)).me.workers == 0


def test_taking_workers_needs_no_number_and_costs_none():
    game = table(dice=(4, 3), workers=1)
    assert game.do(workers()).me.workers == 1 + 2


def test_each_die_is_moved_for_itself():
    game = table(dice=(1, 4), workers=2, depots=ONE_IN_EACH)
    game.do(take(*AT[2], FIRST), take(*AT[5], SECOND))
    assert game.me.workers == 0


def test_workers_taken_may_be_used_in_the_same_turn():
    game = table(dice=(1, 4), depots=ONE_IN_EACH)
    assert depots_in_reach(game, SECOND) == {4}
    game.do(workers(FIRST))
    assert depots_in_reach(game, SECOND) == {2, 3, 4, 5, 6}


def test_used_workers_are_gone():
    game = table(dice=(1, 4), workers=1, depots=ONE_IN_EACH)
    game.do(take(*AT[2], FIRST))
    assert depots_in_reach(game, SECOND) == {4}


def test_only_the_seat_in_turn_pays():
    game = table(dice=(1, 4), workers=1, depots=ONE_IN_EACH, others={1: {"workers": 4}})
    game.do(take(*AT[2]))
    assert (game.me.workers, game.seat(1).workers) == (0, 4)


def test_there_is_no_limit_to_the_workers_of_the_supply():
    game = table(workers=30, others={1: {"workers": 30}})
    assert game.do(workers()).me.workers == 32
