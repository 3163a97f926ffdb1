"""[Final scoring]: goods, Silverlings, workers; knowledge tiles in test_knowledge_scoring."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.board.scoring import final_scoring
from tests.builders import Table, pass_round, table


def final(**arranged) -> Table:
    """Return an arranged table after the final scoring."""
    game = table(phase="E", round_no=5, **arranged)
    final_scoring(game.state)
    return game


@pytest.mark.parametrize("goods, vp", [({}, 0), ({2: 1}, 1), ({1: 3, 4: 1, 6: 2}, 6)])
def test_each_unsold_goods_tile_is_one_vp(goods, vp):
    assert final(goods=goods).me.vp == vp


def test_goods_sold_do_not_count_again():
    assert final(sold={1: 3}).me.vp == 0


@pytest.mark.parametrize("silver", [0, 1, 7])
def test_each_silverling_is_one_vp(silver):
    assert final(silver=silver).me.vp == silver


@pytest.mark.parametrize("workers, vp", [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 4)])
def test_every_two_workers_are_one_vp(workers, vp):
    assert final(workers=workers).me.vp == vp


def test_stored_tiles_do_not_score():
    assert final(storage=["castle", "knowledge24", "cow4"]).me.vp == 0


def test_tiles_of_the_estate_do_not_score_again():
    assert final(estate={17: "ship", 11: "watchtower", 10: "cow4"}).me.vp == 0


def test_it_is_added_to_the_points_of_the_game():
    game = final(vp=120, silver=3, workers=5, goods={1: 2})
    assert game.me.vp == 120 + 3 + 2 + 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_scores(players):
    others = {seat: {"silver": seat, "vp": 10 * seat} for seat in range(1, players)}
    game = final(players=players, others=others)
    assert [game.seat(seat).vp for seat in range(players)] == [0, 11, 22, 33][:players]


def test_the_game_ends_after_the_last_round_of_phase_e():
    game = table(phase="E", round_no=5, goods={1: 2})
    assert not game.position.is_over
    pass_round(game)
    assert game.position.is_over
    assert game.me.vp == 2 + 4 // 2  # four workers taken with the last dice
    assert game.seat(1).vp == 4 // 2


def test_before_the_end_nothing_is_scored():
    game = pass_round(table(phase="E", round_no=4, goods={1: 2}, silver=1))
    assert not game.position.is_over
    assert game.me.vp == 0


def test_the_final_scoring_is_noted_by_source():
    game = final(vp=9, silver=3, workers=5, goods={1: 2}, sold={1: 3}, knowledge=(15, 25))
    (mine, _) = game.position.outcome()
    assert mine.columns["vp_left_goods"] == 2
    assert mine.columns["vp_left_silver"] == 3
    assert mine.columns["vp_left_workers"] == 2
    assert mine.columns["vp_knowledge_15"] == 3
    assert mine.columns["vp_knowledge_25"] == 3
    assert mine.vp == 9 + 2 + 3 + 2 + 3 + 3
