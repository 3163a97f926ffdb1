"""[Rounds], [Tile removal]: 25 rounds; the white die lays goods and removes a tile."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.position import Position
from burgundy_lab.sim.solo.setup import remove_tile
from tests.builders import END, FIRST, SECOND, start_castle, workers
from tests.solo_builders import solo


def removed_from(depots, white):
    """Return which (depot, place) the white die empties."""
    game = solo(depots=depots)
    remove_tile(game.state, white - 1)
    left = {key for key in depots if game.depot(key[0])[key[1] - 1] != "-"}
    assert game.state.removed == len(depots) - len(left) + 1, "one by the first roll"
    return set(depots) - left


# Places of two players, in printed order.
FILLED = {
    (1, 2): "bank",
    (1, 3): "ship",
    (2, 1): "knowledge1",
    (2, 3): "castle",
    (3, 1): "cow2",
    (3, 3): "church",
    (4, 2): "ship",
    (4, 3): "market",
    (5, 2): "mine",
    (5, 4): "knowledge2",
    (6, 2): "watchtower",
    (6, 4): "pig3",
}


@pytest.mark.parametrize(
    "white, place", [(1, (1, 2)), (2, (2, 1)), (3, (3, 1)), (4, (4, 2)), (5, (5, 2)), (6, (6, 2))]
)
def test_the_first_tile_in_printed_order_leaves_the_game(white, place):
    assert removed_from(FILLED, white) == {place}


def test_the_second_place_goes_when_the_first_is_empty():
    depots = {key: tile for key, tile in FILLED.items() if key != (2, 1)}
    assert removed_from(depots, 2) == {(2, 3)}


@pytest.mark.parametrize("white, depot", [(1, 2), (3, 4), (5, 6), (6, 1)])
def test_an_empty_depot_passes_on_to_the_next_clockwise(white, depot):
    depots = {key: tile for key, tile in FILLED.items() if key[0] != white}
    ((gone, _),) = removed_from(depots, white)
    assert gone == depot


def test_it_goes_on_around_the_board():
    assert removed_from({(3, 3): "church"}, 4) == {(3, 3)}


def test_nothing_is_removed_when_all_depots_are_empty():
    assert removed_from({}, 4) == set()


def test_goods_and_removal_follow_the_same_white_die():
    for seed in range(60):
        game = Position.new("solo", settings={"start_castle": "4"}, seed=seed)
        depot = int(game.state.depot_goods.sum(axis=1).argmax())
        tiles = game.state.depot.reshape(6, 4)
        assert game.state.depot_goods.sum() == 1
        assert [int((row > 0).sum()) for row in tiles] == [1 if d == depot else 2 for d in range(6)]


def idle(game):
    """Take workers with every die up to the end; return the rounds seen."""
    rounds = []
    while not game.is_over:
        now = (int(game.state.phase_no), int(game.state.round_no))
        if now not in rounds:
            rounds.append(now)
        left = int(game.state.dice_left)
        choice = END if left == 0 else workers(FIRST if left & 1 else SECOND)
        game.step(choice)
    return rounds


def test_a_game_has_25_rounds_of_two_dice():
    game = Position.new("solo", seed=5).step(start_castle(4))
    rounds = idle(game)
    assert rounds == [(phase, r) for phase in range(5) for r in range(5)]
    assert game.outcome()[0].columns["worker_actions"] == 50
    assert game.state.workers[0] == 2 + 2 * 50


def test_every_phase_fills_the_depots_anew():
    game = Position.new("solo", seed=5).step(start_castle(4))
    idle(game)
    # 60 tiles laid by colour and 20 black ones; 25 removed by the white die.
    assert game.state.bag_left.sum() == 164 - 1 - 60 - 20
    assert game.state.bag_left[6] == 40 - 20


def test_mines_pay_at_the_end_of_a_phase_as_in_the_board_game():
    game = solo(round_no=5, estate={5: "mine", 8: "mine"})
    game.do(workers(FIRST), workers(SECOND))
    assert game.me.silver == 2
    assert game.state.phase_no == 1
