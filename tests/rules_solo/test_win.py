"""[The win]: all 37 spaces within 25 rounds."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.board.estates import FIRST_SIDE, SPACE_KIND
from burgundy_lab.sim.solo.game import GAME
from tests.builders import place, workers
from tests.solo_builders import solo

TILE = {0: "castle", 1: "mine", 2: "ship", 3: "knowledge1", 4: "cow2", 5: "bank"}


def full_but(*spaces, **arranged):
    """Return a table of side A with tiles on all spaces but some."""
    kinds = SPACE_KIND[FIRST_SIDE].tolist()
    estate = {h: TILE[kinds[h]] for h in range(37) if h not in (*spaces, 4)}
    return solo(estate=estate, **arranged)


def outcome(game):
    return dict(game.position.outcome()[0].columns)


def test_the_last_space_wins_at_once():
    game = full_but(3, storage=["knowledge1"], phase="C", round_no=2).do(place(0, 3))
    assert game.position.is_over
    columns = outcome(game)
    assert (columns["won"], columns["rank"], columns["shared"]) == (1, 1, 1)
    assert (columns["round_completed"], columns["empty_spaces"]) == (12, 0)
    assert game.state.asked == 0 and game.choices == []


def test_one_space_short_is_no_win():
    game = full_but(3, 0, storage=["knowledge1"], phase="E", round_no=5)
    game.do(place(0, 3))
    game.do(*[game.choices[0] for _ in range(game.asked == "steps")])
    while not game.position.is_over:
        game.do(game.choices[-1])
    columns = outcome(game)
    assert (columns["won"], columns["rank"], columns["empty_spaces"]) == (0, 2, 1)
    assert columns["round_completed"] == 0


def test_a_black_tile_may_be_the_last():
    game = full_but(6, storage=["black_tile"]).do(place(0, 6))
    assert game.position.is_over and outcome(game)["won"] == 1


def test_after_25_rounds_the_game_is_lost():
    game = solo(phase="E", round_no=5).do(workers(0), workers(1))
    assert game.position.is_over
    assert outcome(game)["empty_spaces"] == 36


def test_the_win_needs_no_vp():
    game = full_but(3, storage=["knowledge1"]).do(place(0, 3))
    assert outcome(game)["vp"] == 0


@pytest.mark.parametrize("name", ["won", "round_completed", "empty_spaces", "target", "resets"])
def test_the_log_has_what_issue_3_asks_for(name):
    assert name in [column.name for column in GAME.columns]
