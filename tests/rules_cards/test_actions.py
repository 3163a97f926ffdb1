"""[Actions], [Workers], [Taking a card], [Selling], [Restocking], [Conversion]."""

from __future__ import annotations

import pytest

from tests.builders_cards import card, table


def test_a_card_is_taken_from_the_row_of_the_number_played():
    game = table(hand=["castle 3"], display={3: ["ship 5"], 4: ["mine 3"]})
    assert not game.can("take mine 3")
    game.do("take ship 5 from row 3 (card 3).")
    assert game.projects() == ["ship5"] and game.display(3) == []


def test_with_three_projects_one_of_the_old_ones_is_discarded_first():
    game = table(display={3: ["ship 5"]}, projects=["mine 1", "mine 2", "castle 1"])
    game.do("take ship 5")
    assert game.choices == ["discard mine 1", "discard mine 2", "discard castle 1"]
    game.do("discard mine 2")
    assert sorted(game.projects()) == ["castle1", "mine1", "ship5"]
    assert game.state.discarded.sum() == 2  # with the card played


def test_a_project_is_placed_with_its_own_number():
    game = table(hand=["castle 3"], projects=["mine 3", "mine 4"])
    assert not game.can("place mine 4")
    game.do("place mine 3 as a new pile (card 3).")
    assert game.piles() == {"mine": [1]} and game.projects() == ["mine4"]


def test_of_two_hand_cards_one_is_played_and_one_kept():
    game = table(hand=["castle 3", "ship 4"]).do("take 1 silver (card 3)")
    assert [int(c) for c in game.state.hand[0] if c] == [28]
    assert game.state.seat == 1


def test_equal_cards_in_hand_are_listed_once():
    game = table(hand=["ship 3", "ship 3"], display={3: ["ship 5"]})
    assert game.choices == [
        "take ship 5 from row 3 (card 3)", "fill up to two workers (card 3)",
        "take 1 silver (card 3)",
    ]  # fmt: skip


def test_two_cards_of_one_number_allow_the_same_actions():
    game = table(hand=["castle 3", "city hall 2"], display={3: ["ship 5"]}, workers=1)
    other = table(hand=["ship 3", "bank 1"], display={3: ["ship 5"]}, workers=1)
    by_three = [choice for choice in game.choices if "(card 3" in choice]
    assert by_three == [choice for choice in other.choices if "(card 3" in choice]


@pytest.mark.parametrize("chosen, kept", [("castle", "ship 3"), ("ship", "castle 3")])
def test_of_two_cards_of_one_number_the_owner_chooses_which_is_discarded(chosen, kept):
    game = table(hand=["castle 3", "ship 3"], display={3: ["mine 5"]}, goods={"dark_brown": 1},
                 projects=["mine 2"], workers=2)  # fmt: skip
    assert len(game.choices) == len(set(game.choices)) == 10
    for what in ("take mine 5", "place mine 2", "sell 1 dark", "fill up", "take 1 silver"):
        assert sum(choice.startswith(what) for choice in game.choices) == 2
    game.do(f"take 1 silver (card {chosen} 3).")
    assert [c for c in game.state.hand[0].tolist() if c] == [card(kept)]
    assert game.state.discarded[card(f"{chosen} 3")] == 1


@pytest.mark.parametrize("number, kind", [
    (1, "light_brown"), (2, "light_brown"), (3, "medium_brown"), (4, "medium_brown"),
    (5, "dark_brown"), (6, "dark_brown"),
])  # fmt: skip
def test_the_number_decides_which_kind_of_goods_is_sold(number, kind):
    goods = {"light_brown": 1, "medium_brown": 1, "dark_brown": 1}
    game = table(hand=[f"castle {number}"], goods=goods)
    assert [c for c in game.choices if c.startswith("sell")] == [
        f"sell 1 {kind.replace('_', ' ')} goods card (card {number})"
    ]


def test_a_sale_sells_all_goods_of_the_kind_for_a_vp_and_a_silver_each():
    game = table(goods={"medium_brown": 3, "dark_brown": 2}).do("sell 3 medium brown")
    assert game.vp("goods_sold") == 3 and game.state.silver[0] == 3
    assert game.state.goods[0].tolist() == [0, 0, 2]
    assert game.state.sold[0].tolist() == [0, 3, 0]


def test_without_goods_there_is_no_sale():
    assert not table(goods={}).can("sell")


def test_a_seller_takes_the_start_player_card_question_mark_up():
    game = table(goods={"medium_brown": 1})
    game.state.holder = 1
    game.do("sell 1")
    assert game.state.holder == 0 and game.state.flipped == 1


def test_the_start_player_card_does_not_change_the_order_of_the_round():
    game = table(players=3, goods={"medium_brown": 1}).do("sell 1")
    assert game.state.seat == 1 and game.state.start == 0


@pytest.mark.parametrize("before, after", [(0, 2), (1, 2), (2, 2), (5, 5)])
def test_workers_are_filled_up_to_two(before, after):
    assert table(workers=before).do("fill up to two").state.workers[0] == after


def test_one_silver_is_taken_with_any_number():
    assert table(silver=1).do("take 1 silver").state.silver[0] == 2


def test_three_workers_or_silver_become_one_vp():
    game = table(workers=1, silver=2, hand=["castle 3", "ship 4"]).do("convert workers and silver")
    assert game.vp("conversion") == 1
    assert game.state.workers[0] == game.state.silver[0] == 0


def test_the_owner_chooses_the_mixture_in_multiples_of_three():
    game = table(workers=5, silver=1, hand=["castle 3", "ship 4"]).do("convert workers and silver")
    assert game.choices == ["convert 2 workers", "convert 3 workers", "convert 5 workers"]
    game.do("convert 5 workers")
    assert game.vp("conversion") == 2
    assert game.state.workers[0] == game.state.silver[0] == 0


def test_silver_is_chosen_after_the_workers():
    game = table(workers=0, silver=7, hand=["castle 3", "ship 4"])
    game.do("convert workers and silver")
    assert game.choices == ["convert 3 silver with 0 workers", "convert 6 silver with 0 workers"]
    game.do("convert 6")
    assert game.vp("conversion") == 2 and game.state.silver[0] == 1


def test_any_number_of_workers_and_silver_is_converted():
    game = table(workers=70, silver=1, hand=["castle 3", "ship 4"]).do("convert workers and silver")
    assert game.choices == [f"convert {n} workers" for n in range(2, 71) if n % 3 != 1]
    assert game.do("convert 69 workers").vp("conversion") == 23
    game = table(workers=3, silver=251, hand=["castle 3", "ship 4"])
    game.do("convert workers and silver", "convert 2 workers")
    assert game.choices[-1] == "convert 250 silver with 2 workers"
    assert game.do(game.choices[-1]).vp("conversion") == 84
    assert game.state.silver[0] == game.state.workers[0] == 1


@pytest.mark.parametrize("field, n, wanted", [
    ("workers", 189, "workers has 189, must be 0 to 188"),
    ("silver", 252, "silver has 252, must be 0 to 251"),
])  # fmt: skip
def test_more_than_a_game_can_bring_is_refused(field, n, wanted):
    game = table()
    game.state[field][1] = n
    assert game.position.check() == [wanted]
    game = table(workers=188, silver=200)
    assert "seat 0 could convert 129 VP in a round, at most 127 can be kept" in (
        game.position.check()
    )


def test_less_than_three_cannot_be_converted():
    assert not table(workers=1, silver=1).can("convert")


def test_a_worker_moves_the_number_by_one():
    display = {2: ["ship 5"], 3: ["mine 3"], 4: ["mine 1"], 5: ["castle 1"]}
    game = table(workers=1, display=display)
    taken = [choice for choice in game.choices if choice.startswith("take") and "row" in choice]
    assert taken == [
        "take ship 5 from row 2 (card 3 as 2 for 1 worker)",
        "take mine 3 from row 3 (card 3)",
        "take mine 1 from row 4 (card 3 as 4 for 1 worker)",
    ]


def test_six_and_one_are_neighbours():
    game = table(hand=["castle 6"], workers=1, display={1: ["ship 5"]})
    game.do("take ship 5 from row 1 (card 6 as 1 for 1 worker).")
    assert game.state.workers[0] == 0
    game = table(hand=["castle 1"], workers=1, projects=["mine 6"])
    assert game.do("place mine 6").state.workers[0] == 0


def test_several_workers_move_it_further():
    game = table(hand=["castle 2"], workers=3, display={6: ["ship 5"]}).do("take ship 5")
    assert game.state.workers[0] == 1


def test_no_worker_is_paid_where_no_number_is_needed():
    assert table(workers=2).do("take 1 silver").state.workers[0] == 2


def test_workers_move_a_sale_by_the_least_steps():
    game = table(hand=["castle 2"], workers=2, goods={"medium_brown": 1, "dark_brown": 1})
    game.do("sell 1 dark brown goods card (card 2 for 2 workers).")
    assert game.state.workers[0] == 0


def test_a_card_played_goes_to_the_discard_pile():
    game = table(hand=["castle 3"]).do("take 1 silver")
    assert game.state.discarded[3] == 1
