"""[Purchase]: three cards for three silver, once a turn, at any moment of it."""

from __future__ import annotations

from tests.builders_cards import table

LOOK = "look at three cards for 3 silver"


def test_three_silver_show_three_cards_and_one_is_used():
    game = table(silver=3).do(LOOK)
    assert game.state.silver[0] == 0 and (game.state.offer > 0).sum() == 3
    assert sum(choice.startswith("use the bought") for choice in game.choices) == 3


def test_less_than_three_silver_buy_nothing():
    assert not table(silver=2).can(LOOK)


def test_one_may_become_a_project_and_two_are_discarded():
    game = table(silver=3).do(LOOK, "use the bought")
    assert len(game.projects()) == 1
    assert game.state.discarded.sum() == 2 and (game.state.offer == 0).all()


def test_one_may_be_played_as_a_card_and_all_three_are_discarded():
    game = table(silver=3).do(LOOK, "take 1 silver (bought card")
    assert game.state.silver[0] == 1 and game.projects() == []
    assert game.state.discarded.sum() == 3
    assert game.state.played == 0, "the card of the turn is still to be played"


def test_a_bought_card_is_a_card_like_others_workers_included():
    game = table(silver=3, workers=3, projects=["mine 1"]).do(LOOK)
    assert game.can("place mine 1")
    before = int(game.state.workers[0])
    chosen = next(c for c in game.choices if c.startswith("place mine 1") and " worker" in c)
    steps = int(chosen.split(" for ")[1][0])
    game.do(chosen + ".")
    assert game.state.workers[0] == before - steps


def test_with_three_projects_one_of_them_makes_room():
    game = table(silver=3, projects=["mine 1", "mine 2", "castle 1"]).do(LOOK, "use the bought")
    assert game.choices == ["discard mine 1", "discard mine 2", "discard castle 1"]
    game.do("discard castle 1")
    assert len(game.projects()) == 3 and "castle1" not in game.projects()


def test_it_comes_once_a_turn():
    game = table(silver=9).do(LOOK, "use the bought")
    assert not game.can(LOOK)


def test_it_may_come_after_the_action():
    game = table(silver=3).do("take 1 silver")
    assert game.choices == [LOOK, "end the turn"]


def test_it_may_come_between_a_castle_and_its_action():
    game = table(silver=3, projects=["castle 3"]).do("place castle 3")
    assert game.can(LOOK)
    game.do(LOOK, "use the bought")
    assert game.can("place "), "the bought project may be placed with the castle"


def test_what_it_triggers_is_settled_before_what_waits():
    game = table(silver=3, projects=["castle 3", "ship 3"]).do("place castle 3", LOOK)
    game.do("use the bought")
    assert game.can("take 1 silver (castle)")


def test_the_halves_of_one_decision_are_not_parted():
    full = ["mine 1", "mine 2", "castle 1"]
    assert not table(silver=3, display={3: ["ship 5"]}, projects=full).do("take ship 5").can(LOOK)
    assert not table(silver=9, workers=3).do("convert workers and silver").can(LOOK)


def test_silver_of_the_same_turn_may_pay():
    game = table(silver=1, projects=["mine 3"]).do("place mine 3")
    assert game.can(LOOK)


def test_a_purchase_does_not_change_the_cards_of_later_turns():
    other = table(silver=3).do("take 1 silver", "end the turn")
    game = table(silver=3).do("take 1 silver", LOOK, "use the bought")
    assert game.state.seat == other.state.seat == 1
    same = (game.state.hand[1] == other.state.hand[1]).sum()
    assert same >= 1 and game.state.event_no == other.state.event_no
