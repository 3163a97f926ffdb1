"""[Estate], [Triples], [Round bonus], [All seven]: piles, cloisters and their rewards."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.cards.tables import FACE_NAMES, ROUND_NAMES, TYPE_NAMES
from tests.builders_cards import table

ALL_SIX = {name: [1] for name in ("castle", "cloister", "knowledge", "ship", "pasture", "building")}


def place(name, piles, settings=None, number=3, **arranged):
    """Return a table on which seat 0 may place the card with a 3 on these piles."""
    return table(projects=[f"{name} {number}"], piles=piles, settings=settings, **arranged)


def spots(game):
    return [c.split(" 3 ", 1)[1].rsplit(" (", 1)[0] for c in game.choices if c.startswith("place")]


@pytest.mark.parametrize("before, after", [([], [1]), ([1], [2]), ([2], [3]), ([3], [1, 3])])
def test_cards_of_one_type_are_piled_and_a_fourth_starts_a_new_pile(before, after):
    assert place("mine", {"mine": before}).do("place mine 3").piles() == {"mine": after}


def test_a_second_triple_of_a_type_scores_again():
    game = place("pasture", {"pasture": [3, 2]}).do("place pasture 3")
    assert game.vp("triple_pasture") == 4 and game.vp("first_triple") == 0


def test_cards_of_other_types_are_not_mixed():
    assert spots(place("mine", {"ship": [2], "castle": [1]})) == ["as a new pile"]


@pytest.mark.parametrize("name, vp", [
    ("castle", 5), ("mine", 5), ("cloister", 6), ("knowledge", 4), ("ship", 4), ("pasture", 4),
    ("bank", 3),
])  # fmt: skip
def test_a_triple_scores_its_value(name, vp):
    kind = "building" if name == "bank" else name
    game = place(name, {kind: [2]}).do(f"place {name} 3 on the")
    assert game.vp(f"triple_{kind}") == vp and game.state.triples[0].sum() == 1


def test_buildings_of_different_kinds_make_a_triple():
    game = place("bank", {}, hand=["castle 3"]).do("place bank 3")
    assert game.piles() == {"building": [1]}


def test_piles_of_one_or_two_score_nothing():
    game = place("ship", {"ship": [1]}).do("place ship 3")
    assert game.state.points[0] == 0


def test_the_first_triple_of_a_type_brings_one_vp():
    game = place("ship", {"ship": [2]}).do("place ship 3")
    assert game.vp("first_triple") == 1 and game.state.first_owner[4] == 0


def test_later_triples_of_that_type_do_not():
    game = place("ship", {"ship": [2]})
    game.state.first_owner[4] = 1
    assert game.do("place ship 3").vp("first_triple") == 0


# --- cloisters ------------------------------------------------------------------------------------


def test_a_cloister_starts_or_joins_a_pile_of_its_own():
    assert spots(place("cloister", {})) == ["as a new pile"]
    assert spots(place("cloister", {"cloister": [2]})) == ["on the cloister pile of 2"]


def test_a_cloister_may_join_any_incomplete_pile_as_a_joker():
    game = place("cloister", {"ship": [2], "mine": [1], "castle": [3]})
    assert spots(game) == [
        "as a joker on the mine pile of 1", "as a new pile", "as a joker on the ship pile of 2",
    ]  # fmt: skip
    game.do("place cloister 3 as a joker on the ship")
    assert game.piles() == {"castle": [3], "mine": [1], "ship": [3]}
    assert game.vp("triple_ship") == 4 and game.vp("triple_cloister") == 0
    assert game.vp("first_triple") == 1


@pytest.mark.parametrize("size, after", [(1, {"ship": [2]}), (2, {"ship": [3]})])
def test_a_card_over_one_or_two_cloisters_turns_them_into_its_type(size, after):
    game = place("ship", {"cloister": [size]}).do("place ship 3 over the cloister")
    assert game.piles() == after and game.state.jokers[0, 4] == size


def test_a_turned_pile_takes_further_cards_of_its_type():
    game = place("ship", {"cloister": [1]}).do("place ship 3 over the cloister")
    assert game.state.growing[0] == 1 << 3 * 4 + 2


def test_a_triple_of_cloisters_is_complete_and_not_covered():
    assert spots(place("ship", {"cloister": [3]})) == ["as a new pile"]


def test_by_default_a_second_incomplete_pile_may_arise_over_a_cloister():
    game = place("ship", {"ship": [1], "cloister": [1]})
    assert spots(game) == ["over the cloister pile of 1", "on the ship pile of 1"]
    assert game.do("place ship 3 over").piles() == {"ship": [1, 2]}


def test_by_a_setting_a_card_must_join_the_pile_of_its_type():
    game = place("ship", {"ship": [1], "cloister": [1]}, settings={"joining": "must_join"})
    assert spots(game) == ["on the ship pile of 1"]


# --- the round card -------------------------------------------------------------------------------

MENUS = {
    "A": ["3 VP", "2 goods cards", "2 animals", "3 silver", "3 workers"],
    "D": ["2 silver", "2 workers", "1 silver and 1 worker"],
    "B": ["2 VP", "1 goods card and 1 animal", "3 silver", "2 silver and 1 worker",
          "1 silver and 2 workers", "3 workers"],
    "C": ["1 VP", "1 goods card", "1 animal", "2 silver", "2 workers"],
    "E": ["1 silver", "1 worker"],
}  # fmt: skip


@pytest.mark.parametrize("round_name", ROUND_NAMES)
def test_every_triple_brings_a_line_of_the_round_card(round_name):
    game = place("mine", {"mine": [2]}, round_name=round_name).do("place mine 3")
    lines = [c.removeprefix("round bonus: ") for c in game.choices if c.startswith("round")]
    assert lines == MENUS[round_name]


def test_a_line_gives_what_it_says():
    game = place("cloister", {"cloister": [2]}, round_name="A").do("place cloister 3 on")
    game.do("round bonus: 3 VP")
    assert game.vp("round_bonus") == 3
    game = place("cloister", {"cloister": [2]}, round_name="D").do("place cloister 3 on")
    game.do("round bonus: 1 silver and 1 worker")
    assert game.state.silver[0] == game.state.workers[0] == 1


def test_two_goods_are_taken_one_after_the_other_from_either_pile():
    game = place("cloister", {"cloister": [2]}, round_name="A").do("place cloister 3 on")
    game.do("round bonus: 2 goods")
    assert len(game.choices) == 2
    game.do("take the good", "take the good")
    assert game.state.goods[0].sum() == 2


def test_a_line_may_be_chosen_though_the_supply_is_short():
    game = place("cloister", {"cloister": [2]}, round_name="A").do("place cloister 3 on")
    game.state.pile[:2], game.state.top[:2] = 0, -1
    game.do("round bonus: 2 goods")
    assert game.state.seat == 1 and game.state.goods[0].sum() == 0


GIVES = {  # silver, workers, VP of a watchtower
    "mine": (2, 0, 0), "knowledge": (0, 2, 0), "bank": (3, 0, 0), "watchtower": (0, 0, 1),
}  # fmt: skip
ASKS = {
    "castle": "take 1 silver (castle)", "ship": "take the good", "pasture": "take the animal",
    "carpenter": "take knowledge 4", "church": "take castle 2", "market": "take ship 1",
    "boarding house": "take the good", "warehouse": "sell ", "city hall": "place mine 5",
}  # fmt: skip
ON_EVEN_NUMBERS = ("church", "watchtower", "boarding house", "city hall")


def third(name, **settings):
    """Return a table on which seat 0 has just completed a triple with the card."""
    number = 2 if name in ON_EVEN_NUMBERS else 3
    kind = name if name in TYPE_NAMES else "building"
    display = {1: ["knowledge 4", "castle 2", "ship 1"]}
    game = table(hand=[f"castle {number}"], projects=[f"{name} {number}", "mine 5"],
                 piles={kind: [2]}, goods={"light_brown": 1}, display=display,
                 settings=settings)  # fmt: skip
    return game.do(f"place {name} {number} on the {kind} pile of 2")


def had(game):
    return int(game.state.silver[0]), int(game.state.workers[0]), game.vp("watchtower")


def test_every_effect_is_in_the_tests_of_the_order():
    assert {*GIVES, *ASKS, "cloister"} == {name.replace("_", " ") for name in FACE_NAMES}


@pytest.mark.parametrize("name", GIVES)
def test_the_bonus_comes_before_what_a_card_gives_unless_a_setting_turns_it(name):
    game = third(name)
    assert game.can("round bonus") and had(game) == (0, 0, 0)
    game.do("round bonus: 1 silver and 1 worker")
    silver, workers, vp = GIVES[name]
    assert had(game) == (1 + silver, 1 + workers, vp)
    turned = third(name, reward_order="effect_first")
    assert turned.can("round bonus") and had(turned) == GIVES[name]


@pytest.mark.parametrize("name", ASKS)
def test_the_bonus_comes_before_what_a_card_asks_unless_a_setting_turns_it(name):
    game = third(name)
    assert game.can("round bonus") and not game.can(ASKS[name])
    assert game.do("round bonus: 2 silver").can(ASKS[name])
    turned = third(name, reward_order="effect_first")
    assert turned.can(ASKS[name]) and not turned.can("round bonus")
    assert turned.do(ASKS[name]).can("round bonus")


def test_all_goods_and_animals_of_the_bonus_come_before_the_effect():
    game = place("mine", {"mine": [2]}, round_name="A").do("place mine 3")
    game.do("round bonus: 2 goods", "take the good")
    assert game.state.silver[0] == 0
    assert game.do("take the good").state.silver[0] == 2


def test_all_seven_comes_before_the_round_bonus_and_the_effect():
    game = place("mine", ALL_SIX | {"mine": [2]}).do("place mine 3")
    assert game.vp("all_seven") == 3 and game.can("round bonus") and game.state.silver[0] == 0


def test_each_placing_in_a_row_has_its_bonus_and_then_its_effect():
    piles = {"building": [2], "mine": [2]}
    game = table(hand=["castle 2"], projects=["city hall 2", "mine 5"], piles=piles)
    game.do("place city hall 2", "round bonus: 2 workers", "place mine 5 on")
    assert game.can("round bonus") and had(game) == (0, 2, 0)
    assert had(game.do("round bonus: 2 workers")) == (2, 4, 0)


def test_goods_of_the_bonus_may_be_sold_by_the_warehouse_that_brought_it():
    game = place("warehouse", {"building": [2]}, round_name="A").do("place warehouse 3")
    game.do("round bonus: 2 goods", "take the good", "take the good")
    assert game.can("sell ")


def test_an_empty_round_card_gives_nothing():
    game = place("mine", {"mine": [2]}, round_name="E", values="low").do("place mine 3")
    assert not game.can("round bonus")


# --- all seven types ------------------------------------------------------------------------------


def test_all_seven_types_bring_the_top_card():
    game = place("mine", ALL_SIX).do("place mine 3")
    assert game.vp("all_seven") == 3 and game.state.has_seven[0] == 1


@pytest.mark.parametrize("players, cards", [(2, [3, 1]), (3, [4, 2, 1]), (4, [4, 3, 2, 1])])
def test_the_stack_of_all_seven_goes_by_players(players, cards):
    for taken, vp in enumerate(cards):
        game = place("mine", ALL_SIX, players=players)
        game.state.sevens_taken = taken
        assert game.do("place mine 3").vp("all_seven") == vp


def test_a_player_takes_it_once():
    game = place("mine", ALL_SIX | {"mine": [1]})
    game.state.has_seven[0] = 1
    assert game.do("place mine 3").vp("all_seven") == 0


def test_castle_and_pasture_are_two_types():
    six = {name: sizes for name, sizes in ALL_SIX.items() if name != "pasture"}
    assert place("mine", six).do("place mine 3").vp("all_seven") == 0


@pytest.mark.parametrize("value, vp", [("pure_only", 0), ("jokers_too", 3)])
def test_a_cloister_that_became_another_type_is_not_violet(value, vp):
    six = {name: sizes for name, sizes in ALL_SIX.items() if name != "ship"}
    game = place("ship", six | {"mine": [1]}, settings={"violet": value})
    assert game.do("place ship 3 over the cloister").vp("all_seven") == vp
