"""[Completed colours]: a tile of the black depot, placed at once with its effect."""

from __future__ import annotations

import pytest

from tests.builders import DECLINE, END, FREE, place, workers
from tests.solo_builders import COLOUR, REGION, gift, solo, step

# Mines lie on 5, 8 and 34; the last one is placed on 34, beside 30.
TWO_MINES = {5: "mine", 8: "mine"}
BLACK = ("bank", "cow3", "knowledge24", "bank")


def completed(black=BLACK, *, estate=None, settings=None, **arranged):
    """Return a table whose last mine is just placed and its region scored."""
    game = solo(
        start=30,
        storage=["mine"],
        estate=TWO_MINES | (estate or {}),
        black=black,
        settings=settings,
        phase="E",
        **arranged,
    )
    game.do(place(0, 34))
    return game.do(*[step(REGION) for _ in range(game.asked == "steps")])


def test_it_may_be_settled_before_the_region():
    game = solo(start=30, storage=["mine"], estate=TWO_MINES, black=BLACK).do(place(0, 34))
    assert game.steps == {REGION, COLOUR}
    assert game.do(step(COLOUR)).asked == "colour"


def test_no_vp_for_the_colour_but_a_tile_of_the_black_depot():
    game = completed()
    assert game.me.vp == 1 + 2
    assert game.asked == "colour"


def test_without_a_number_on_its_own_colour_beside_a_tile():
    game = completed()
    # Castle 30 and mine 34 touch 24..26, 29, 31, 33 and 35; mines 5 and 8 touch more.
    bank = {a - gift(1, 0) for a in game.choices if gift(1, 0) <= a < gift(2, 0)}
    assert {29, 33, 35} <= bank
    cow = {a - gift(2, 0) for a in game.choices if gift(2, 0) <= a < gift(3, 0)}
    assert 31 in cow and 29 not in cow


def test_equal_tiles_are_listed_once():
    game = completed()
    assert not any(a >= gift(4, 0) for a in game.choices)


def test_the_tile_is_placed_straight_away_with_its_effect():
    game = completed(silver=0).do(gift(1, 29))
    assert game.me.estate[29] == "bank"
    assert game.me.silver == 2
    assert game.black == ["cow3", "knowledge24", "bank"]


def test_its_vp_count():
    game = completed().do(gift(2, 31))
    assert game.me.vp == 1 + 2 + 3


def test_it_may_complete_another_colour_and_so_on():
    animals = {0: "cow2", 12: "pig3", 22: "pig2", 27: "pig2", 36: "pig2"}
    game = completed(("cow3", "bank"), estate=animals).do(gift(1, 31))
    assert game.steps == {REGION, COLOUR, 3}
    game.do(step(COLOUR))
    assert game.asked == "colour"
    game.do(gift(2, 35))
    assert game.me.estate[35] == "bank"


def test_nothing_happens_when_the_black_depot_is_empty():
    assert completed(()).asked == "-"


def test_a_tile_without_a_space_stays_where_it_is():
    game = completed(("castle",), estate={2: "castle", 4: "castle", 13: "castle"})
    assert game.asked == "-"
    assert game.black == ["castle"]


def test_it_must_be_placed_if_it_can_be():
    assert not completed().may(DECLINE)
    assert not completed().may(END)


def test_by_a_setting_it_may_be_left():
    game = completed(settings={"colour_tile": "may"})
    assert game.may(DECLINE)
    assert game.do(DECLINE).black == list(BLACK)


def test_the_city_rule_holds():
    game = completed(estate={29: "bank"})
    assert not game.may(gift(1, 33))
    assert game.may(gift(1, 35))


def test_a_castle_given_gives_its_action():
    game = completed(("castle",), estate={3: "knowledge1"}).do(gift(1, 2))
    assert game.asked == "steps"
    game.do(step(3))
    assert game.asked == "castle"
    game.do(workers(FREE))


@pytest.mark.parametrize("column, n", [("colour_tiles", 1), ("colours_done", 1)])
def test_the_log_counts_it(column, n):
    from burgundy_lab.sim.solo.game import GAME

    game = completed().do(gift(1, 29))
    row = [0] * len(GAME.columns)
    GAME.seams()[3].py_func(game.state, 0, row)
    assert row[[c.name for c in GAME.columns].index(column)] == n
