"""[Selling goods]: the type of the die, all of it, one Silverling and VP by player number."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.board.tables import GOODS_NAMES
from tests.builders import SECOND, sell, table

ONE_OF_EACH = {1: 1, 3: 1, 6: 1}


@pytest.mark.parametrize("die, sales", [(1, {1}), (2, set()), (3, {3}), (5, set()), (6, {6})])
def test_the_die_names_the_type(die, sales):
    assert table(dice=(die, 4), goods=ONE_OF_EACH).sales() == sales


def test_the_types_by_die_number():
    assert GOODS_NAMES == ("light blue", "purple", "pink", "red", "brown", "orange")


@pytest.mark.parametrize("players, each", [(2, 2), (3, 3), (4, 4)])
@pytest.mark.parametrize("number", [1, 2, 5])
def test_vp_for_each_tile_by_number_of_players(players, each, number):
    game = table(players=players, dice=(3, 1), goods={3: number}).do(sell(3))
    assert game.me.vp == each * number


@pytest.mark.parametrize("number", [1, 2, 5])
def test_one_silverling_whatever_the_number_of_tiles(number):
    assert table(dice=(3, 1), goods={3: number}).do(sell(3)).me.silver == 1


def test_all_goods_of_the_type_are_sold_and_no_others():
    game = table(dice=(3, 1), goods={1: 2, 3: 4}).do(sell(3))
    assert (game.me.goods, game.me.sold) == ({1: 2}, {3: 4})


def test_goods_sold_are_piled():
    game = table(dice=(3, 1), goods={3: 2}, sold={3: 1, 6: 4}).do(sell(3))
    assert game.me.sold == {3: 3, 6: 4}


def test_a_sale_frees_the_goods_space():
    game = table(dice=(3, 1), goods={1: 1, 2: 1, 3: 1}).do(sell(3), sell(1, SECOND))
    assert game.me.goods == {2: 1}


def test_without_goods_nothing_can_be_sold():
    assert table(dice=(3, 1), sold={3: 2}).sales() == set()


def test_goods_on_a_depot_cannot_be_sold():
    assert table(dice=(3, 1), depot_goods={3: {3: 2}}).sales() == set()


def test_a_sale_asks_nothing_and_brings_no_workers():
    game = table(dice=(3, 1), goods={3: 2}).do(sell(3))
    assert game.asked == "-"
    assert game.me.workers == 0


# --- knowledge tiles 3 and 4 ------------------------------------------------------------------


def test_tile_3_brings_two_silverlings_in_place_of_one():
    game = table(dice=(3, 1), goods={3: 4}, knowledge=(3,)).do(sell(3))
    assert (game.me.silver, game.me.workers, game.me.vp) == (2, 0, 8)


def test_tile_4_brings_one_worker_for_a_sale():
    game = table(dice=(3, 1), goods={3: 4}, knowledge=(4,)).do(sell(3))
    assert (game.me.silver, game.me.workers, game.me.vp) == (1, 1, 8)


def test_tiles_3_and_4_work_in_every_sale():
    game = table(dice=(3, 1), goods={1: 1, 3: 1}, knowledge=(3, 4)).do(sell(3), sell(1, SECOND))
    assert (game.me.silver, game.me.workers) == (4, 2)
