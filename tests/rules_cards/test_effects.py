"""[Effects], [Buildings], [Goods and animals]: what a card does when it is placed."""

from __future__ import annotations

import numpy as np
import pytest

from burgundy_lab.sim.cards.cards import take_stock
from burgundy_lab.sim.rng import STREAM
from tests.builders_cards import table


def placed(name, number=3, **arranged):
    """Return a table on which seat 0 has just placed the card with a 3."""
    arranged.setdefault("projects", [f"{name} {number}"])
    return table(hand=["castle 3", "mine 4"], **arranged).do(f"place {name} {number}")


def test_a_mine_gives_two_silver():
    assert placed("mine").state.silver[0] == 2


@pytest.mark.parametrize("workers", [0, 2, 4])
def test_knowledge_gives_two_workers_also_beyond_two(workers):
    assert placed("knowledge", workers=workers).state.workers[0] == workers + 2


def test_a_ship_takes_the_top_good_of_one_of_two_piles():
    game = placed("ship")
    assert len(game.choices) == 2 and all(c.startswith("take the good") for c in game.choices)
    top = int(game.state.top[1])
    before = int(game.state.goods[0, top])
    game.position.step(game.position.legal_actions[1])
    assert game.state.goods[0, top] == before + 1


def test_a_pasture_takes_the_top_animal_of_one_of_two_piles():
    game = placed("pasture")
    assert len(game.choices) == 2 and all(c.startswith("take the animal") for c in game.choices)
    game.do("take the animal")
    assert game.state.animals[0].sum() == 1


def test_a_castle_gives_any_of_the_six_actions_with_any_number():
    game = placed("castle", projects=["castle 3", "mine 6"], display={1: ["ship 5"]},
                  goods={"dark_brown": 2}, silver=3)  # fmt: skip
    for words in ("take ship 5 from row 1 (castle)", "place mine 6 as a new pile (castle)",
                  "sell 2 dark brown goods cards (castle)", "fill up to two workers (castle)",
                  "take 1 silver (castle)", "convert workers and silver (castle)"):  # fmt: skip
        assert game.can(words + "."), words


def test_the_action_of_a_castle_may_be_declined():
    game = placed("castle", projects=["castle 3", "mine 6"])
    game.do("decline the effect")
    assert game.state.seat == 1 and game.projects() == ["mine6"]
    assert game.state.silver[0] == game.state.workers[0] == 0


def test_castles_may_follow_one_another():
    game = placed("castle", projects=["castle 3", "castle 5"]).do("place castle 5")
    assert game.can("take 1 silver (castle)")


def test_a_cloister_has_no_effect():
    game = placed("cloister")
    assert game.state.seat == 1 and game.state.silver[0] == game.state.workers[0] == 0


@pytest.mark.parametrize("name, number, wanted", [
    ("carpenter", 3, {"bank1", "knowledge4"}),
    ("church", 2, {"castle2", "mine5", "cloister6"}),
    ("market", 3, {"ship1", "pasture2"}),
])  # fmt: skip
def test_carpenter_church_and_market_take_a_card_of_their_types_from_any_row(name, number, wanted):
    display = {1: ["bank 1", "knowledge 4"], 2: ["castle 2", "mine 5"], 3: ["cloister 6"],
               4: ["ship 1", "pasture 2"]}  # fmt: skip
    game = table(hand=[f"castle {number}"], projects=[f"{name} {number}"], display=display)
    game.do(f"place {name}")
    takes = [c for c in game.choices if c.startswith("take")]
    assert {"".join(c.split()[1:3]) for c in takes} == wanted
    game.do(takes[0])
    assert len(game.projects()) == 1


def test_they_may_be_declined():
    game = placed("carpenter", display={1: ["bank 1"]}).do("decline the effect")
    assert game.display(1) == ["bank1"] and game.projects() == []


def test_by_a_setting_they_may_not_be_declined():
    game = placed("carpenter", display={1: ["bank 1"]}, settings={"granted_card": "must_take"})
    assert not game.can("decline")


def test_without_such_a_card_nothing_happens():
    assert placed("carpenter", display={1: ["ship 1"]}).state.seat == 1


def test_with_full_projects_a_granted_card_needs_room_too():
    projects = ["carpenter 3", "mine 1", "mine 2"]
    game = placed("carpenter", projects=projects, display={1: ["bank 1"], 2: ["bank 3"]})
    game.do("take bank 1")
    assert len(game.projects()) == 3 and game.state.seat == 1


def test_the_watchtower_gives_one_vp():
    game = table(hand=["castle 2"], projects=["watchtower 2"]).do("place watchtower")
    assert game.vp("watchtower") == 1


def test_the_bank_gives_three_silver():
    game = placed("bank")
    assert game.state.silver[0] == 3 and game.can("look at three")


def test_the_boarding_house_takes_from_any_of_the_four_piles():
    game = table(hand=["castle 2"], projects=["boarding house 2"]).do("place boarding house")
    kinds = [choice.split()[2] for choice in game.choices]
    assert kinds == ["goods", "goods", "animal", "animal"]


def test_the_warehouse_sells_one_kind_of_choice_like_action_three():
    goods = {"light_brown": 2, "dark_brown": 1}
    game = placed("warehouse", goods=goods)
    game.state.holder = 1
    assert set(game.choices) == {
        "sell 2 light brown goods cards (warehouse)",
        "sell 1 dark brown goods card (warehouse)",
        "decline the effect",
    }
    game.do("sell 2")
    assert game.vp("goods_sold") == 2 and game.state.silver[0] == 2
    assert game.state.holder == 0 and game.state.flipped == 1


def test_the_warehouse_without_goods_does_nothing():
    game = placed("warehouse")
    assert game.state.seat == 1 and game.state.flipped == 0


def test_the_city_hall_places_a_project_of_any_number_with_its_effect():
    game = table(hand=["castle 2"], projects=["city hall 2", "mine 5"]).do("place city hall")
    game.do("place mine 5 as a new pile (city hall).")
    assert game.state.silver[0] == 2


def test_the_city_hall_may_be_declined_and_without_projects_does_nothing():
    game = table(hand=["castle 2"], projects=["city hall 2", "mine 5"]).do("place city hall")
    assert game.do("decline").projects() == ["mine5"]
    alone = table(hand=["castle 2"], projects=["city hall 2"]).do("place city hall")
    assert alone.state.seat == 1


@pytest.mark.parametrize("name, number, piles", [
    ("ship", 3, {}), ("pasture", 3, {}), ("boarding house", 2, {}),
    ("cloister", 3, {"cloister": [2]}),
])  # fmt: skip
def test_ship_pasture_boarding_house_and_round_bonus_may_not_be_declined(name, number, piles):
    game = table(hand=[f"mine {number}"], projects=[f"{name} {number}"], piles=piles)
    game.do(f"place {name} {number}")
    assert game.state.seat == 0 and len(game.choices) > 1
    assert not game.can("decline") and not game.can("end the turn")


# --- piles of goods and animals -------------------------------------------------------------------


def with_piles(*sizes):
    game = table()
    for p, size in enumerate(sizes):
        game.state.pile[p] = size
    return game


def chance():
    return np.zeros(1, STREAM)[0]


@pytest.mark.parametrize("other, halves", [(7, (3, 4)), (6, (3, 3)), (2, (1, 1)), (1, (0, 1))])
def test_an_empty_pile_is_refilled_with_the_lower_half_of_the_other(other, halves):
    game = with_piles(1, other, 5, 5)
    top = int(game.state.top[1])
    take_stock(game.state, chance(), 0, 0)
    assert tuple(game.state.pile[:2].tolist()) == halves
    assert game.state.top[1] == top, "the upper half stays where it is"
    assert (game.state.top[0] >= 0) == (halves[0] > 0)


def test_when_all_goods_are_gone_nothing_is_gained():
    game = table(hand=["castle 3"], projects=["ship 3"])
    game.state.pile[:2], game.state.top[:2] = 0, -1
    game.do("place ship 3")
    assert game.state.seat == 1 and game.state.goods[0].sum() == 0


def test_the_good_under_the_top_shows_only_when_the_top_is_taken():
    game = table(hand=["castle 3"], projects=["ship 3"]).do("place ship 3")
    left = int(game.state.stock_left[:3].sum())
    game.do("take the good")
    assert game.state.stock_left[:3].sum() == left - 1
