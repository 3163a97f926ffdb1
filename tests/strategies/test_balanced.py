"""Balanced weighs every action. Spaces: see tests/builders.py."""

from __future__ import annotations

import numpy as np
import pytest

from burgundy_lab.experiments import simulate
from burgundy_lab.experiments.match import read_match
from burgundy_lab.sim.rollout import ROW_FIXED
from burgundy_lab.strategies import get_strategy
from tests.builders import AT, END, SECOND, asked, buy, place, ship, table, take, tiles
from tests.strategies.ask import answer, end_of_turn

SEED, GAMES = 1967, 100


def played(*names: str) -> np.ndarray:
    """Return some columns of the log from games of balanced with itself [rows, columns]."""
    match = read_match("board", 2, "balanced")
    rows = np.zeros((2 * GAMES, ROW_FIXED + len(match.game.columns)), "i4")
    match.new_loop(SEED).play(0, GAMES, rows, np.zeros((0, 2), "i2"))
    columns = [column.name for column in match.game.columns]
    return rows[:, [ROW_FIXED + columns.index(name) for name in names]]


# --- placings ----------------------------------------------------------------------------------


def test_completes_a_region_rather_than_begin_one():
    # With a 3 the bank fits on 11, a region of one, and on 25, one of five.
    assert answer("balanced", table(dice=(3, 3), storage=["bank"])) == place(0, 11)


def test_uses_the_die_that_costs_no_worker():
    game = table(dice=(2, 3), workers=5, storage=["bank"])
    assert answer("balanced", game) == place(0, 11, die=SECOND)


def test_pays_a_worker_to_complete_a_region():
    game = table(dice=(2, 2), workers=5, storage=["bank"])
    assert answer("balanced", game) == place(0, 11)


def test_completes_a_region_with_another_kind_of_tile_too():
    # 16 is the last space of its ship region (3 + 10 VP).
    game = table(dice=(1, 1), storage=["ship", "bank"], estate=tiles(15, 17, of="ship"))
    assert answer("balanced", game) == place(0, 16)


# --- new tiles ---------------------------------------------------------------------------------


@pytest.mark.parametrize("silver", [2, 6, 12])
def test_buys_a_tile_it_can_place_before_it_ends_the_turn(silver):
    # A mine fits on 24, beside the start castle.
    assert answer("balanced", end_of_turn(table(silver=silver, black=["mine"]))) == buy(1)


def test_buys_the_tile_of_more_use():
    # There is no castle space beside a tile, but one for a mine.
    game = end_of_turn(table(silver=4, black=["castle", "mine"]))
    assert answer("balanced", game) == buy(2)


def test_keeps_its_silverlings_when_nothing_fits():
    # Neither a castle nor an animal has a space beside a tile.
    game = end_of_turn(table(silver=12, black=["castle", "cow4"]))
    assert answer("balanced", game) == END


def test_buys_nothing_late_for_which_there_is_no_die_left():
    last = end_of_turn(table(phase="E", round_no=5, silver=12, black=["mine"]))
    assert answer("balanced", last) == END


def test_takes_the_tile_of_its_die_that_fits():
    # Depot 5 has a mine, which fits on 24; depot 3 an animal, which fits nowhere.
    game = table(dice=(3, 5), depots={AT[3]: "cow2", AT[5]: "mine"})
    assert answer("balanced", game) == take(*AT[5], die=SECOND)


def test_throws_no_stored_tile_away_for_a_new_one():
    # Its storage is full, no tile of it fits, and two Silverlings would buy a good one.
    game = table(
        dice=(5, 5), silver=9, black=["mine"], depots={AT[5]: "mine"}, storage=["castle"] * 3
    )
    assert answer("balanced", game) not in (take(*AT[5]), take(*AT[5], die=SECOND), buy(1))


# --- answers to questions ------------------------------------------------------------------------


def test_a_ship_loads_the_depot_with_most_goods():
    game = table(depot_goods={2: {1: 1}, 5: {1: 2, 4: 1}, 6: {2: 1}})
    assert answer("balanced", asked(game, "ship")) == ship(5)


def test_a_ship_loads_what_there_is_room_for():
    # Three types are stored; of depot 5 nothing could be loaded.
    goods = {1: 1, 2: 1, 3: 1}
    game = table(goods=goods, depot_goods={2: {1: 1}, 5: {4: 3}})
    assert answer("balanced", asked(game, "ship")) == ship(2)


# --- whole games -------------------------------------------------------------------------------


def test_it_discards_no_tile():
    assert played("discards").max() == 0


def test_it_fills_its_estate_and_buys_often():
    """On 200 seats the means are 9.5, 6.5 and 26.6; a weaker player is far from all three."""
    empty, bought, placed = played("empty_spaces", "purchases", "placings").mean(axis=0)
    assert empty < 12
    assert bought > 4
    assert placed > 24


@pytest.mark.parametrize("name", ["balanced", "planner"])
def test_it_answers_whatever_its_weights_think_of_all_actions(name):
    """Even if they find everything very bad."""
    plain = get_strategy("board", name)
    poor = plain.with_weights([-1000.0 * weight for weight in plain.weights], name="poor")
    assert simulate(strategies=poor, games=2, seed=3, progress=False).games == 2
