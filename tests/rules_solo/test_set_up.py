"""[Set-up]: what the player starts with, and the fill of two players."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.solo.game import GAME, configure, read_target, side_number

SEEDS = range(40)
SIDES = pytest.mark.parametrize("side", ["A", "B"])


def new(side="A", seed=1, **settings):
    return Position.new("solo", estates=(side,), settings=settings, seed=seed)


@SIDES
def test_one_silverling_two_workers_three_goods(side):
    for seed in SEEDS:
        state = new(side, seed).state
        assert (state.silver[0], state.workers[0], state.goods[0].sum()) == (1, 2, 3)
        assert not state.storage.any() and not state.sold.any()


def test_goods_of_any_number_of_types():
    kinds = {int((new(seed=seed).state.goods[0] > 0).sum()) for seed in range(200)}
    assert kinds == {1, 2, 3}


@SIDES
def test_counter_on_0_and_target_on_50(side):
    state = new(side).state
    assert (state.counter, state.target, state.resets, state.points[0]) == (0, 50, 0, 0)


def test_twelve_tiles_in_depots_and_four_black_ones():
    state = new(start_castle="4").state
    assert int((state.depot > 0).sum()) == 11, "one is removed by the first white die"
    assert int((state.black > 0).sum()) == 4
    state = new().state
    assert int((state.depot > 0).sum()) == 12, "before the start castle lies nothing is rolled"


def test_five_goods_wait_on_the_round_spaces():
    state = new().state
    assert int((state.phase_goods >= 0).sum()) == 5
    assert state.goods_supply.sum() == 42 - 3 - 5


def test_all_tiles_and_goods_are_there():
    for seed in SEEDS:
        assert new(seed=seed).check() == []


@pytest.mark.parametrize("target", [45, 50, 55])
def test_the_start_target_is_a_setting(target):
    assert new(start_target=str(target)).state.target == target


@pytest.mark.parametrize("text", ["44", "56", "-50", "fifty", "", "50.0"])
def test_a_target_out_of_range_names_the_range(text):
    with pytest.raises(BadValue, match=r"start_target: .* must be a whole number from 45 to 55"):
        read_target(text)


@pytest.mark.parametrize("name, number", [("A", 0), ("b", 1), ("solo-A", 0), ("solo-B", 1)])
def test_a_side_goes_by_its_letter_or_id(name, number):
    assert side_number(name) == number


@pytest.mark.parametrize("name", ["C", "1", "2011-1", ""])
def test_another_side_is_unknown(name):
    with pytest.raises(UnknownName, match="unknown estate"):
        configure(1, (name,))


@pytest.mark.parametrize("seats", [0, 2, 4])
def test_solo_is_played_alone(seats):
    with pytest.raises(BadValue, match="must be 1"):
        configure(seats)


def test_two_sides_are_one_too_many():
    with pytest.raises(BadValue, match="2 estates for 1 player"):
        configure(1, ("A", "B"))


def test_an_estate_of_the_log_is_the_side():
    for settings in ({}, {"rivers_join_regions": "yes"}):
        assert GAME.estate_of(configure(1, ("B",), settings)[0], 0) == "solo-B"
