"""[Turns]: choices that come to the same are listed once, others are not left out."""

from __future__ import annotations

from burgundy_lab.sim.cards.setup import lay_in_row
from burgundy_lab.sim.cards.values import table_of
from tests.builders_cards import card, table
from tests.rules_cards.test_idle import bought


def test_equal_cards_of_a_row_are_listed_once():
    row = ["ship 5", "mine 1", "ship 5"]
    game = table(display={3: row, 4: ["ship 5"]}, projects=["castle 3"])
    assert sum(c.startswith("take ship 5 from row 3") for c in game.choices) == 1
    assert game.can("take mine 1 from row 3")
    game.do("place castle 3")
    assert sum(c.startswith("take ship 5") for c in game.choices) == 2, "one from each row"
    game.do("take ship 5 from row 3")
    assert game.display(3) == ["mine1", "ship5"] and game.position.check() == []


def test_the_other_equal_card_is_listed_after_one_was_taken():
    game = table(display={3: ["ship 5", "mine 1", "ship 5"]}).do("take ship 5")
    game.state.seat, game.state.played = 0, 0
    game.state.hand[0, 0] = 3
    assert game.can("take ship 5 from row 3 (card 3).")


def test_of_equal_cards_laid_out_in_a_row_the_first_is_listed():
    state = table(display={}).state
    state.display[:], state.shown = 0, 0
    for name in ("ship 5", "mine 1", "ship 5"):
        lay_in_row(state, 2, card(name))
    assert state.shown == 0b011 << 10 and (state.display[10:13] > 0).all()


def test_equal_bought_cards_are_listed_once_as_a_project():
    game = bought(table(silver=3), "ship 5", "mine 1", "ship 5")
    kept = [c for c in game.choices if c.startswith("use the bought")]
    assert kept == ["use the bought ship 5 as a project", "use the bought mine 1 as a project"]


def test_bought_cards_are_alike_where_they_cost_as_many_workers():
    """Numbers 2 and 4 reach row 3 for a worker each, row 2 for none and two."""
    display = {2: ["castle 1"], 3: ["mine 6"]}
    game = table(silver=3, workers=3, display=display, projects=["pasture 3"],
                 goods={"light_brown": 1, "dark_brown": 1})  # fmt: skip
    bought(game, "ship 2", "ship 4", "cloister 2")
    listed = {}
    for words in ("take mine 6", "take castle 1", "place pasture 3", "sell 1 light", "sell 1 dark",
                  "take 1 silver", "fill up", "convert"):  # fmt: skip
        found = [c for c in game.choices if c.startswith(words) and "bought" in c]
        listed[words] = [c.split("(bought card ")[1][:-1] for c in found]
    assert listed == {
        "take mine 6": ["2 as 3 for 1 worker"],
        "take castle 1": ["2", "4 as 2 for 2 workers"],
        "place pasture 3": ["2 as 3 for 1 worker"],
        "sell 1 light": ["2", "4 for 2 workers"],
        "sell 1 dark": ["2 for 2 workers", "4 for 1 worker"],
        "take 1 silver": ["2"],
        "fill up": ["2"],
        "convert": ["2"],
    }


def test_of_two_equal_piles_the_first_is_listed():
    for left, listed in ((5, 1), (4, 2)):
        game = table(projects=["ship 3"])
        game.state.top[:2], game.state.pile[:2] = 1, (5, left)
        game.do("place ship 3")
        assert game.choices == [f"take the goods card medium brown from pile {n + 1}"
                                for n in range(listed)]  # fmt: skip


def test_lines_that_bring_the_same_are_listed_once():
    values = table_of("default")
    values["menus"]["C"] = [{"silver": 1}, {"workers": 1}, {"silver": 1}, {"goods": 2},
                            {"goods": 3}]  # fmt: skip
    for left, listed in ((3, 4), (2, 3)):
        game = table(projects=["mine 3"], piles={"mine": [2]}, round_name="C", values=values)
        game.state.pile[:2] = left, 0
        game.do("place mine 3 on")
        assert len(game.choices) == listed


def test_filling_up_with_a_castle_is_listed_if_it_brings_workers():
    assert table(projects=["castle 3"], workers=1).do("place castle 3").can("fill up")
    game = table(projects=["castle 3"], workers=2).do("place castle 3")
    assert not game.can("fill up") and game.can("decline the effect")


# --- the places of equal things are named with the action that is listed --------------------------


def places_of(game, words):
    """Return the places of each listed action that begins with these words."""
    return [set(game.position.spots(action)) for action in game.matching(words)]


def test_equal_cards_of_a_row_hand_and_projects_are_all_named():
    row = ["ship 5", "mine 1", "ship 5"]
    game = table(hand=["castle 3", "castle 3"], display={3: row, 4: ["ship 5"]},
                 projects=["mine 3", "ship 1", "mine 3"])  # fmt: skip
    hand, mines = {"seat0-hand0", "seat0-hand1"}, {"seat0-project0", "seat0-project2"}
    assert places_of(game, "take ship 5 from row 3") == [{"display-3-0", "display-3-2"} | hand]
    assert places_of(game, "place mine 3") == [{"seat0-mine0"} | mines | hand]
    game.do("take mine 1 from row 3")
    assert places_of(game, "discard mine 3") == [mines]


def test_equal_bought_cards_are_all_named_and_those_that_cost_as_many_workers():
    display = {2: ["castle 1"], 3: ["mine 6"]}
    game = table(silver=3, workers=3, display=display, projects=["pasture 3"],
                 goods={"light_brown": 1})  # fmt: skip
    bought(game, "ship 2", "ship 4", "ship 2")
    assert places_of(game, "use the bought ship 2") == [{"offer-0", "offer-2"}]
    assert places_of(game, "use the bought ship 4") == [{"offer-1"}]
    every = {"offer-0", "offer-1", "offer-2"}
    assert places_of(game, "take mine 6") == [{"display-3-0"} | every]
    assert places_of(game, "take castle 1") == [
        {"display-2-0", "offer-0", "offer-2"}, {"display-2-0", "offer-1"},
    ]  # fmt: skip
    assert places_of(game, "place pasture 3") == [{"seat0-pasture0", "seat0-project0"} | every]
    assert places_of(game, "sell") == [
        {"seat0-goods0", "offer-0", "offer-2"}, {"seat0-goods0", "offer-1"},
    ]  # fmt: skip
    assert places_of(game, "take 1 silver") == [{"seat0-silver"} | every]


def test_equal_piles_are_both_named():
    game = table(projects=["ship 3"])
    game.state.top[:2], game.state.pile[:2] = 1, 5
    assert places_of(game.do("place ship 3"), "take the goods") == [{"pile-0", "pile-1"}]


def test_lines_that_bring_the_same_are_all_named():
    values = table_of("default")
    values["menus"]["C"] = [{"silver": 1}, {"workers": 1}, {"silver": 1}]
    game = table(projects=["mine 3"], piles={"mine": [2]}, round_name="C", values=values)
    game.do("place mine 3 on")
    assert places_of(game, "round bonus") == [{"line-0", "line-2"}, {"line-1"}]
