"""[Buildings]: city hall and warehouse that find nothing when they are built, and a purchase."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.cards.cards import put_unseen
from burgundy_lab.sim.cards.state import FRESH
from tests.builders_cards import card, table

LOOK = "look at three cards for 3 silver"
SPARE = ["castle 1", "mine 4"]  # what is played, and what is kept


def bought(game, *names):
    """Buy, and let these be the three cards."""
    game.do(LOOK)
    for c, name in enumerate(names):
        put_unseen(game.state, FRESH, int(game.state.offer[c]), 1)
        put_unseen(game.state, FRESH, card(name), -1)
        game.state.offer[c] = card(name)
    assert game.position.check() == []
    return game


def built(number, *projects, **arranged):
    """Return a table on which seat 0, with three silver, has just placed the first project."""
    arranged.setdefault("silver", 3)
    game = table(hand=[f"castle {number}", "mine 4"], projects=projects, **arranged)
    return game.do(f"place {projects[0]}")


@pytest.mark.parametrize("name, number", [("city hall", 2), ("warehouse", 3)])
def test_what_finds_nothing_when_built_is_over_and_does_not_wait(name, number):
    assert built(number, f"{name} {number}").choices == [LOOK, "end the turn"]


def test_a_project_bought_later_is_not_placed_by_a_city_hall_that_found_none():
    game = bought(built(2, "city hall 2"), "ship 1", "mine 6", "castle 5")
    game.do("use the bought ship 1")
    assert game.projects() == ["ship1"] and game.state.seat == 1


def test_a_good_bought_later_is_not_sold_by_a_warehouse_that_found_none():
    game = built(3, "warehouse 3", "ship 1")
    game.state.holder = 1
    bought(game, "cloister 1", "mine 6", "castle 5").do("place ship 1", "take the good")
    assert game.state.goods[0].sum() == 1 and game.vp("goods_sold") == 0
    assert game.state.seat == 1 and game.state.holder == 1


def test_a_purchase_widens_the_choice_of_a_city_hall_that_found_a_project():
    game = built(2, "city hall 2", "mine 5")
    assert game.choices == ["place mine 5 as a new pile (city hall)", LOOK, "decline the effect"]
    bought(game, "ship 1", "mine 6", "castle 5").do("use the bought ship 1", "place ship 1")
    assert game.projects() == ["mine5"]


def test_a_purchase_may_leave_nothing_to_a_city_hall_that_found_a_project():
    game = built(2, "city hall 2", "mine 5")
    bought(game, "ship 5", "cloister 6", "castle 2").do("place mine 5 as a new pile (bought")
    assert game.projects() == [] and game.state.silver[0] == 2 and game.state.seat == 1


def test_a_purchase_may_leave_nothing_to_a_warehouse_that_found_goods():
    game = built(3, "warehouse 3", goods={"light_brown": 1})
    bought(game, "ship 1", "cloister 6", "castle 5").do(
        "sell 1 light brown goods card (bought card 1)."
    )
    assert game.vp("goods_sold") == 1 and game.state.seat == 1


def test_a_castle_waits_for_a_purchase_and_builds_a_city_hall_that_finds_none():
    game = built(4, "castle 4")
    bought(game, "city hall 2", "mine 6", "castle 5").do("use the bought city hall 2")
    game.do("place city hall 2 as a new pile (castle).")
    assert game.projects() == [] and game.state.seat == 1


def test_a_city_hall_built_by_a_castle_looks_for_projects_then():
    game = built(4, "castle 4", "mine 1")
    bought(game, "city hall 2", "mine 6", "castle 5").do("use the bought city hall 2")
    game.do("place city hall 2 as a new pile (castle).", "place mine 1")
    assert game.state.silver[0] == 2


def test_of_city_halls_in_a_row_the_last_finds_nothing():
    game = built(2, "city hall 2", "city hall 4", silver=0, workers=0)
    assert game.do("place city hall 4").state.seat == 1


def test_a_purchase_at_the_round_bonus_helps_no_city_hall_that_found_none():
    game = built(2, "city hall 2", piles={"building": [2]})
    bought(game, "ship 1", "mine 6", "castle 5").do("use the bought ship 1")
    assert game.do("round bonus: 2 workers").projects() == ["ship1"]
    assert game.state.seat == 1


@pytest.mark.parametrize("line, sold", [("3 silver", False), ("2 goods cards", True)])
def test_of_what_comes_before_the_effect_only_the_bonus_helps_a_warehouse(line, sold):
    """A good of a ship, placed in a purchase at the round bonus, is sold only if the warehouse is
    put to work by goods of that bonus."""
    game = built(3, "warehouse 3", "ship 1", piles={"building": [2]}, round_name="A")
    bought(game, "cloister 1", "mine 6", "castle 5").do("place ship 1 as a new pile (bought")
    game.do("take the good", f"round bonus: {line}")
    while game.can("take the good"):
        game.do("take the good")
    assert any("(warehouse)" in choice for choice in game.choices) == sold
    assert (game.state.seat == 0) == sold


def test_if_the_effect_comes_first_goods_of_the_bonus_are_not_sold():
    game = built(3, "warehouse 3", piles={"building": [2]}, round_name="A", silver=0,
                 settings={"reward_order": "effect_first"})  # fmt: skip
    game.do("round bonus: 2 goods", "take the good", "take the good")
    assert game.state.goods[0].sum() == 2 and game.state.seat == 1
