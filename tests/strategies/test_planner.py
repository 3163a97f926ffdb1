"""Planner looks over its whole turn. Spaces: see tests/builders.py."""

from __future__ import annotations

import numpy as np
import pytest

from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rng import STREAM
from burgundy_lab.strategies import get_strategy
from burgundy_lab.strategies.board.candidates import MOST_WIDTH
from tests.builders import AT, END, SECOND, Table, buy, place, sell, table, tiles
from tests.strategies.ask import answer, end_of_turn

SEED = 1967
PLAIN_DECISIONS = 12  # answers compared with plain Python, which takes about 0.3 s for each


def play_turn(name: str, game: Table) -> Table:
    """Let a strategy play the turn of seat 0."""
    while game.state.seat == 0 and game.state.turn_no == 0:
        game.do(answer(name, game))
    return game


# --- the whole turn -----------------------------------------------------------------------------


def two_uses_of_a_four() -> Table:
    """A bank goes on 11 with the 3, or by knowledge tile 9 just as well with the 4; depot 4 has
    a ship, which only the 4 can take."""
    return table(dice=(4, 3), knowledge=[9], storage=["bank"], depots={AT[4]: "ship"})


def test_leaves_the_die_that_another_action_needs():
    game = play_turn("planner", two_uses_of_a_four())
    assert game.me.storage == ["ship"]
    assert "bank" in game.me.estate.values()


def test_which_a_player_who_weighs_single_actions_does_not_see():
    assert answer("balanced", two_uses_of_a_four()) == place(0, 11)
    assert play_turn("balanced", two_uses_of_a_four()).me.storage == []


def test_sails_before_it_sells_by_a_warehouse():
    # Depot 5 has two goods of the type in storage; the warehouse on 13 sells all there are.
    game = table(
        phase="E",
        round_no=5,
        dice=(2, 6),
        storage=["warehouse", "ship"],
        estate=tiles(8, 14, of=["bank", "market"]) | tiles(16, of="ship"),
        goods={1: 1},
        depot_goods={5: {1: 2}},
    )
    assert play_turn("planner", game).me.sold == {1: 3}


def test_places_a_tile_before_it_takes_another_into_a_full_storage():
    # One of the castles, for which there is no space, would be thrown away.
    game = table(dice=(3, 5), storage=["bank", "castle", "castle"], depots={AT[5]: "mine"})
    assert play_turn("planner", game).me.discards == 0
    assert game.me.storage.count("mine") == 1


# --- the end of the turn, and of the game -------------------------------------------------------


@pytest.mark.parametrize("silver", [4, 12])
def test_buys_a_tile_it_can_place_before_it_ends_the_turn(silver):
    # A mine fits on 24, beside the start castle.
    assert answer("planner", end_of_turn(table(silver=silver, black=["mine"]))) == buy(1)


def test_buys_nothing_in_its_last_turn_that_it_cannot_place():
    last = end_of_turn(table(phase="E", round_no=5, silver=12, black=["mine"]))
    assert answer("planner", last) == END


def test_sells_in_its_last_turn_what_would_be_left():
    # A type of three goods with the 4, then of two with the 1: 10 VP and 2 Silverlings.
    game = table(phase="E", round_no=5, dice=(1, 4), goods={1: 2, 4: 3}, depots={AT[5]: "mine"})
    play_turn("planner", game)
    assert game.me.vp == 10
    assert game.me.sold == {1: 2, 4: 3}


def test_buys_in_its_last_turn_what_it_places():
    # The bank ends a region on 11: 3 VP and 2 Silverlings for 2.
    game = table(phase="E", round_no=5, dice=(3, 3), silver=2, black=["bank"])
    assert answer("planner", game) == buy(1)


# --- its chance, and other ways to run ----------------------------------------------------------


def test_it_uses_no_chance():
    game = two_uses_of_a_four()
    assert len({answer("planner", game, seed=seed) for seed in range(20)}) == 1


def test_what_is_to_come_makes_no_difference():
    # Another order in the bags, other goods undrawn, other words of chance.
    game = two_uses_of_a_four()
    before = answer("planner", game)
    game.state.bag[:] = np.roll(game.state.bag, 7)
    game.state.goods_supply[:] = game.state.goods_supply[::-1].copy()
    game.state.event_no += 3
    assert answer("planner", game) == before


def test_plain_python_gives_the_same_answers():
    planner = get_strategy("board", "planner")
    position = Position.new("board", players=2, estates=("1", "8"), seed=SEED)
    rng, weights = np.zeros(1, STREAM), np.array(planner.weights, "f8")
    legal = position.game.new_legal()
    for _ in range(PLAIN_DECISIONS):
        legal[-1] = position.game.seams()[1](position.state, legal)
        action = planner.compiled(position.state, legal, rng[0], weights)
        assert planner.function(position.state, legal, rng[0], weights) == action
        position.step(int(action))


def test_a_wider_look_needs_no_compiling():
    planner = get_strategy("board", "planner")
    wide = planner.with_weights((12.0, 10.0, 8.0, 6.0, 100.0, *planner.weights[5:]), name="wide")
    assert wide.compiled is planner.compiled
    game = two_uses_of_a_four()
    legal = game.position.game.new_legal()
    legal[-1] = game.position.game.seams()[1](game.state, legal)
    found = wide.compiled(game.state, legal, np.zeros(1, STREAM)[0], np.array(wide.weights, "f8"))
    assert found in game.choices
    assert found == place(0, found & 63, die=SECOND)


@pytest.mark.parametrize(("width", "as_if"), [(60.0, MOST_WIDTH), (-5.0, 1), (0.0, 1)])
def test_a_width_beyond_its_room_is_the_nearest_that_fits(width, as_if):
    planner = get_strategy("board", "planner")
    game = two_uses_of_a_four()
    legal = game.position.game.new_legal()
    legal[-1] = game.position.game.seams()[1](game.state, legal)
    found = [
        planner.compiled(
            game.state, legal, np.zeros(1, STREAM)[0],
            np.array([*[some] * 4, 1e6, *planner.weights[5:]], "f8"),
        )
        for some in (width, as_if)
    ]  # fmt: skip
    assert found[0] == found[1]
    assert found[0] in game.choices


def test_it_sells_with_either_die():
    game = table(phase="E", round_no=5, dice=(1, 1), goods={1: 4})
    assert answer("planner", game) == sell(1)
