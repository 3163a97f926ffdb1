"""[Winner]: most VP; in a tie empty spaces, then turn order; the settings for it."""

from __future__ import annotations

from burgundy_lab.sim.board.scoring import final_scoring
from tests.builders import Table, table, tiles

ONE_MORE = {11: "bank"}  # one tile more than the start castle
TWO_MORE = {11: "bank", 17: "ship"}


def ended(*seats: dict, settings=None, order=None) -> Table:
    """Return a table after the final scoring; each seat has what is given for it."""
    others = dict(enumerate(seats[1:], 1))
    game = table(
        players=len(seats), phase="E", round_no=5, settings=settings, others=others, **seats[0]
    )
    game.state.order[: len(seats)] = order or list(range(len(seats)))
    final_scoring(game.state)
    return game


def ranks(game: Table) -> list[int]:
    return [result.rank for result in game.position.outcome()]


def test_most_vp_win():
    assert ranks(ended({"vp": 50}, {"vp": 51})) == [2, 1]
    assert ranks(ended({"vp": 30}, {"vp": 60}, {"vp": 40}, {"vp": 50})) == [4, 1, 3, 2]


def test_points_of_the_final_scoring_count():
    assert ranks(ended({"vp": 50}, {"vp": 48, "silver": 3})) == [2, 1]


def test_more_vp_beat_any_tie_break():
    assert ranks(ended({"vp": 51}, {"vp": 50, "estate": TWO_MORE})) == [1, 2]


def test_in_a_tie_the_fewest_empty_spaces_win():
    assert ranks(ended({"vp": 50, "estate": ONE_MORE}, {"vp": 50})) == [1, 2]
    game = ended({"vp": 50}, {"vp": 50, "estate": TWO_MORE}, {"vp": 50, "estate": ONE_MORE})
    assert ranks(game) == [3, 1, 2]


def test_empty_spaces_are_those_without_a_tile():
    results = ended({}, {"estate": TWO_MORE}).position.outcome()
    assert [row.columns["empty_spaces"] for row in results] == [36, 34]


def test_still_tied_the_later_in_turn_order_wins():
    assert ranks(ended({"vp": 50}, {"vp": 50})) == [2, 1]
    assert ranks(ended({"vp": 50}, {"vp": 50}, order=[1, 0])) == [1, 2]
    four = ended(*[{"vp": 50}] * 4, order=[2, 0, 3, 1])
    assert ranks(four) == [3, 1, 4, 2]


def test_tie_break_is_for_tied_players_only():
    game = ended({"vp": 50}, {"vp": 60, "estate": TWO_MORE}, {"vp": 50, "estate": ONE_MORE})
    assert ranks(game) == [3, 1, 2]


# --- settings ---------------------------------------------------------------------------------


def test_setting_most_empty_turns_the_first_tie_break_round():
    game = ended({"vp": 50, "estate": ONE_MORE}, {"vp": 50}, settings={"tie_break": "most_empty"})
    assert ranks(game) == [2, 1]


def test_setting_most_empty_keeps_the_turn_order_behind_it():
    game = ended({"vp": 50}, {"vp": 50}, settings={"tie_break": "most_empty"})
    assert ranks(game) == [2, 1]


def test_setting_fewest_empty_is_the_default():
    seats = ({"vp": 50, "estate": ONE_MORE}, {"vp": 50})
    assert ranks(ended(*seats, settings={"tie_break": "fewest_empty"})) == ranks(ended(*seats))


def test_setting_shared_gives_tied_players_one_rank():
    seats = ({"vp": 50, "estate": ONE_MORE}, {"vp": 50}, {"vp": 40}, {"vp": 60})
    game = ended(*seats, settings={"tie_break": "shared"})
    assert ranks(game) == [2, 2, 4, 1]
    assert [row.columns["shared"] for row in game.position.outcome()] == [2, 2, 1, 1]


def test_without_the_setting_no_rank_is_shared():
    game = ended({"vp": 50}, {"vp": 50}, {"vp": 50})
    assert sorted(ranks(game)) == [1, 2, 3]
    assert [row.columns["shared"] for row in game.position.outcome()] == [1, 1, 1]
    assert [row.columns["tied"] for row in game.position.outcome()] == [2, 2, 2]


def test_the_order_of_the_last_round_decides_by_default():
    ahead_now = ({"vp": 50, "track": (0, 0)}, {"vp": 50, "track": (1, 0)})
    assert ranks(ended(*ahead_now)) == [2, 1]  # seat 1 played last, though ahead on the track
    assert ranks(ended(*ahead_now, settings={"tie_order": "last_round"})) == [2, 1]


def test_setting_track_looks_at_the_track_at_the_end():
    settings = {"tie_order": "track"}
    ahead_now = ({"vp": 50, "track": (0, 0)}, {"vp": 50, "track": (1, 0)})
    assert ranks(ended(*ahead_now, settings=settings)) == [1, 2]


def test_setting_track_in_a_stack_the_lower_is_later():
    settings = {"tie_order": "track"}
    stacked = ({"vp": 50, "track": (2, 0)}, {"vp": 50, "track": (2, 1)})
    assert ranks(ended(*stacked, settings=settings)) == [1, 2]


def test_setting_track_comes_after_the_empty_spaces():
    settings = {"tie_order": "track"}
    seats = (
        {"vp": 50, "track": (0, 0)},
        {"vp": 50, "track": (1, 0), "estate": tiles(11, of="bank")},
    )
    assert ranks(ended(*seats, settings=settings)) == [2, 1]


def test_bonus_tiles_do_not_break_ties():
    game = ended({"vp": 50}, {"vp": 50})
    game.state.bonus_owner[1, 0] = 0
    assert ranks(game) == [2, 1]
