"""[Rounds], [Turns], [Actions], [Phases and rounds]: dice, goods of the round, two actions."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.board.readers import round_index
from burgundy_lab.sim.board.setup import lay_goods
from burgundy_lab.sim.position import Position
from tests.builders import (
    END,
    FIRST,
    SECOND,
    Table,
    buy,
    pass_phase,
    pass_round,
    pass_turn,
    place,
    sell,
    table,
    take,
    workers,
)

SEED_ROUNDS = 1401
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def new(players=2, game_no=0):
    return Table(Position.new("board", players=players, seed=SEED_ROUNDS, game_no=game_no))


@PLAYERS
def test_a_game_has_five_phases_of_five_rounds_and_fifty_actions_each(players):
    game = new(players)
    seen = []
    for _ in range(25):
        seen.append((int(game.state.phase_no), int(game.state.round_no)))
        pass_round(game)
    assert seen == [(phase, round_no) for phase in range(5) for round_no in range(5)]
    assert game.position.is_over
    assert [row.columns["worker_actions"] for row in game.position.outcome()] == [50] * players


def test_rounds_are_counted_from_0_to_24():
    assert round_index(table().state) == 0
    assert round_index(table(phase="C", round_no=2).state) == 11
    assert round_index(table(phase="E", round_no=5).state) == 24


def test_nothing_can_be_done_after_the_end():
    game = pass_round(table(phase="E", round_no=5))
    assert game.position.is_over
    assert game.choices == []


def test_all_dice_are_rolled_at_the_start_of_each_round():
    game = new(3)
    rolls = []
    for _ in range(10):
        rolls.append(tuple(game.state.dice[:3].ravel().tolist()))
        pass_round(game)
    assert len(set(rolls)) == 10


def test_dice_keep_their_numbers_until_their_owner_plays():
    game = new(3)
    before = game.state.dice.copy()
    pass_turn(game)
    pass_turn(game)
    assert (game.state.dice == before).all()


@PLAYERS
def test_every_player_has_one_turn_in_each_round(players):
    game = table(players=players)
    turns = []
    for _ in range(players):
        turns.append(game.position.seat)
        pass_turn(game)
    assert turns == list(range(players))
    assert (game.state.round_no, game.state.turn_no) == (1, 0)


def test_each_round_lays_its_topmost_goods_tile_on_one_depot():
    game = new()
    for round_no in range(1, 5):
        coming = int(game.state.phase_goods[round_no])
        before = game.state.depot_goods.copy()
        pass_round(game)
        added = game.state.depot_goods - before
        assert added.sum() == added[:, coming].sum() == 1
        assert game.state.phase_goods[round_no] == -1
        assert (game.state.phase_goods[round_no + 1 :] >= 0).all()


@pytest.mark.parametrize("white_die", [1, 2, 3, 4, 5, 6])
def test_the_white_die_names_the_depot_of_the_goods_tile(white_die):
    game = table(round_no=1)
    game.state.phase_goods[0] = 2  # goods type 3
    lay_goods(game.state, white_die - 1)
    assert game.goods_on(white_die) == {3: 1}
    assert game.state.depot_goods.sum() == 1


def test_the_white_die_falls_on_every_depot():
    games = [new(game_no=game_no).state.depot_goods.sum(axis=1).argmax() for game_no in range(60)]
    assert set(games) == set(range(6))


def test_workers_and_tiles_do_not_move_the_white_die():
    poor, rich = table(), table(workers=9, knowledge=(8, 12))
    pass_round(poor)
    pass_round(rich)
    assert (poor.state.depot_goods == rich.state.depot_goods).all()


def test_the_goods_tile_lies_before_the_first_turn():
    state = new(4).state
    assert state.depot_goods.sum() == 1
    assert state.turn_no == 0


def test_a_turn_has_one_action_for_each_die():
    game = table(depots={(1, 3): "ship", (2, 3): "castle"})
    game.do(take(1, 3, FIRST))
    assert game.position.seat == 0
    game.do(take(2, 3, SECOND))
    assert game.position.seat == 1
    assert game.me.storage == ["ship", "castle"]


def test_a_used_die_is_used_up():
    game = table(depots={(1, 3): "ship", (1, 2): "bank", (2, 3): "castle"})
    game.do(take(1, 3, FIRST))
    assert game.takes(FIRST) == set()
    assert not game.may(workers(FIRST))
    assert game.takes(SECOND) == {(2, 3)}


def test_the_dice_may_be_used_in_any_order():
    game = table(depots={(1, 3): "ship", (2, 3): "castle"})
    game.do(take(2, 3, SECOND), take(1, 3, FIRST))
    assert game.me.storage == ["castle", "ship"]


def test_the_same_action_may_be_carried_out_twice():
    game = table().do(workers(FIRST), workers(SECOND))
    assert game.me.workers == 4


def test_a_die_has_four_kinds_of_action():
    game = table(dice=(2, 1), depots={(2, 3): "castle"}, storage=["ship"], goods={2: 1})
    assert game.takes() == {(2, 3)}
    assert game.spaces() == {17}
    assert game.sales() == {2}
    assert game.may(workers())


def test_a_tile_taken_with_one_die_may_be_placed_with_the_other():
    game = table(dice=(4, 2), depots={(4, 2): "ship"})
    game.do(take(4, 2, FIRST), place(0, 17, SECOND))
    assert game.me.estate[17] == "ship"


def test_goods_sold_and_workers_taken_count_as_actions():
    game = table(goods={1: 1}).do(sell(1, FIRST), workers(SECOND))
    assert game.position.seat == 1


def test_both_dice_must_be_used():
    game = table(silver=2, black=["ship"])
    assert not game.may(END)
    game.do(workers(FIRST))
    assert not game.may(END)
    game.do(workers(SECOND))
    assert game.may(END)


def test_a_turn_in_which_nothing_is_left_to_do_ends_by_itself():
    game = table(silver=1, black=["ship"]).do(workers(FIRST), workers(SECOND))
    assert game.position.seat == 1
    assert game.state.dice_left == 3


def test_a_turn_goes_on_while_the_purchase_is_possible():
    game = table(silver=2, black=["ship"]).do(workers(FIRST), workers(SECOND))
    assert set(game.choices) == {buy(1), END}
    game.do(END)
    assert game.position.seat == 1


def test_equal_dice_are_listed_once():
    game = table(dice=(3, 3), depots={(3, 1): "cow2", (3, 3): "bank"})
    assert game.takes(FIRST) == {(3, 1), (3, 3)}
    assert game.takes(SECOND) == set()
    game.do(take(3, 1, FIRST), take(3, 3, SECOND))
    assert game.me.storage == ["cow2", "bank"]


def test_a_new_phase_begins_after_five_rounds():
    game = pass_phase(table())
    assert (game.state.phase_no, game.state.round_no, game.state.turn_no) == (1, 0, 0)
