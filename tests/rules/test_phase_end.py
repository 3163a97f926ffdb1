"""[Phase end], [Mines]: income of mines, knowledge tile 2, what follows."""

from __future__ import annotations

import pytest

from tests.builders import SECOND, pass_round, place, table, tiles, workers

TAKEN = 4  # workers that `pass_round` takes with two dice


@pytest.mark.parametrize("mines, silver", [((), 0), ((24,), 1), ((24, 29), 2), ((24, 29, 33), 3)])
def test_each_mine_brings_one_silverling(mines, silver):
    game = pass_round(table(round_no=5, estate=tiles(*mines, of="mine")))
    assert game.me.silver == silver


def test_every_player_is_paid():
    estates = {1: {"estate": {24: "mine", 29: "mine"}}, 2: {"estate": {24: "mine"}}}
    game = pass_round(table(players=3, round_no=5, others=estates))
    assert [game.seat(seat).silver for seat in range(3)] == [0, 2, 1]


@pytest.mark.parametrize("round_no", [1, 2, 3, 4])
def test_mines_pay_at_the_end_of_a_phase_only(round_no):
    game = pass_round(table(round_no=round_no, estate={24: "mine"}))
    assert game.me.silver == 0


@pytest.mark.parametrize("phase", ["A", "B", "C", "D"])
def test_then_the_next_phase_begins(phase):
    game = pass_round(table(phase=phase, round_no=5, estate={24: "mine"}))
    assert (game.state.phase_no, game.state.round_no) == ("ABCDE".index(phase) + 1, 0)
    assert game.me.silver == 1


def test_mines_pay_after_phase_e_too_before_the_final_scoring():
    game = pass_round(table(phase="E", round_no=5, estate={24: "mine", 29: "mine"}))
    assert game.position.is_over
    assert game.me.silver == 2
    assert game.me.vp == 2 + TAKEN // 2


def test_a_mine_brings_nothing_when_it_is_placed():
    game = table(dice=(4, 1), storage=["mine"]).do(place(0, 24))
    assert game.asked == "-"
    assert (game.me.silver, game.me.workers, game.me.vp) == (0, 0, 0)


def test_a_mine_placed_in_the_last_round_pays():
    game = table(round_no=5, dice=(4, 1), storage=["mine"]).do(place(0, 24), workers(SECOND))
    assert pass_round(game).me.silver == 1


def test_a_stored_mine_does_not_pay():
    assert pass_round(table(round_no=5, storage=["mine"])).me.silver == 0


# --- knowledge tile 2 -------------------------------------------------------------------------


def test_tile_2_brings_one_worker_for_each_mine_as_well():
    game = pass_round(table(round_no=5, estate={24: "mine", 29: "mine"}, knowledge=(2,)))
    assert (game.me.silver, game.me.workers) == (2, TAKEN + 2)


def test_without_tile_2_mines_bring_no_workers():
    game = pass_round(table(round_no=5, estate={24: "mine", 29: "mine"}))
    assert game.me.workers == TAKEN


def test_tile_2_without_mines_brings_nothing():
    game = pass_round(table(round_no=5, knowledge=(2,)))
    assert (game.me.silver, game.me.workers) == (0, TAKEN)


def test_tile_2_placed_in_the_last_round_counts():
    game = table(round_no=5, dice=(1, 2), storage=["knowledge2"], estate={24: "mine"})
    game.do(place(0, 12), workers(SECOND))
    assert pass_round(game).me.workers == 2 + 1


def test_tile_2_after_phase_e_counts_in_the_final_scoring():
    mines = tiles(24, 29, of="mine")
    game = pass_round(table(phase="E", round_no=5, estate=mines, knowledge=(2,)))
    assert game.me.vp == 2 + (TAKEN + 2) // 2
