"""[Purchase]: one tile of the black depot a turn for two Silverlings; tile 6; the setting."""

from __future__ import annotations

import pytest

from tests.builders import (
    DECLINE,
    END,
    FREE,
    SECOND,
    Table,
    asked,
    buy,
    buy_from,
    discard,
    pass_round,
    pass_turn,
    pay,
    place,
    sell,
    table,
    take,
    workers,
)

BLACK = ["ship", "mine", "bank", "cow3"]


def purchases(game: Table) -> set[int]:
    every = [buy(n) for n in range(1, 9)]
    every += [buy_from(depot, at) for depot in range(1, 7) for at in range(1, 5)]
    return {action for action in every if game.may(action)}


def test_the_tile_goes_to_storage_for_two_silverlings():
    game = table(silver=5, black=BLACK).do(buy(3))
    assert (game.me.silver, game.me.storage) == (3, ["bank"])
    assert game.black == ["ship", "mine", "cow3"]
    assert game.asked == "-"


def test_any_tile_of_the_black_depot_may_be_bought():
    assert purchases(table(silver=2, black=BLACK)) == {buy(1), buy(2), buy(3), buy(4)}


@pytest.mark.parametrize("silver, number", [(0, 0), (1, 0), (2, 4), (3, 4)])
def test_two_silverlings_are_needed(silver, number):
    assert len(purchases(table(silver=silver, workers=9, black=BLACK))) == number


def test_no_tile_of_a_numbered_depot():
    game = table(silver=9, black=["ship"], depots={(1, 3): "ship"})
    assert purchases(game) == {buy(1)}


def test_an_empty_black_depot_sells_nothing():
    assert purchases(table(silver=9)) == set()


def test_it_costs_no_die():
    game = table(silver=2, black=BLACK).do(buy(1))
    assert game.state.dice_left == 3
    game.do(workers(), workers(SECOND))
    assert game.position.seat == 1


def test_once_a_turn():
    game = table(silver=9, black=BLACK).do(buy(1))
    assert purchases(game) == set()
    game.do(workers())
    assert purchases(game) == set()


def test_before_between_or_after_the_actions():
    before = table(silver=2, black=BLACK).do(buy(1), workers(), workers(SECOND))
    between = table(silver=2, black=BLACK).do(workers(), buy(1), workers(SECOND))
    after = table(silver=2, black=BLACK).do(workers(), workers(SECOND), buy(1))
    for game in (before, between, after):
        assert game.me.storage == ["ship"]
        assert game.position.seat == 1


def test_it_may_be_left_out():
    game = table(silver=2, black=BLACK).do(workers(), workers(SECOND), END)
    assert (game.me.silver, game.position.seat) == (2, 1)


def test_again_in_the_next_turn():
    game = table(silver=4, black=BLACK).do(buy(1), workers(), workers(SECOND))
    assert pass_round(game).position.seat == 0
    assert game.do(buy(2)).me.storage == ["ship", "mine"]


def test_every_player_in_the_own_turn():
    game = table(silver=2, black=BLACK, others={1: {"silver": 2}}).do(buy(1))
    pass_turn(game).do(buy(2))
    assert (game.me.storage, game.seat(1).storage) == (["ship"], ["mine"])


def test_a_bought_tile_may_be_placed_in_the_same_turn():
    game = table(silver=2, dice=(2, 1), black=BLACK).do(buy(1), place(0, 17))
    assert game.me.estate[17] == "ship"


def test_with_full_storage_a_stored_tile_is_discarded_first():
    game = table(silver=2, black=BLACK, storage=["church", "market", "castle"]).do(buy(1))
    assert game.asked == "discard"
    assert set(game.choices) == {discard(0), discard(1), discard(2)}
    game.do(discard(2))
    assert game.me.storage == ["church", "market", "ship"]
    assert game.me.silver == 0
    assert game.black == ["mine", "bank", "cow3"]


def test_silverlings_of_the_first_action_may_pay():
    game = table(silver=1, dice=(3, 1), goods={3: 1}, black=BLACK)
    assert purchases(game) == set()
    assert purchases(game.do(sell(3))) == {buy(1), buy(2), buy(3), buy(4)}


# --- setting: purchase ------------------------------------------------------------------------

DURING = {"purchase": "during_actions"}


def castle(settings=None, storage=()):
    """Return a table on which seat 0, who has two Silverlings, has just placed a castle."""
    game = table(
        settings=settings,
        dice=(6, 1),
        silver=2,
        black=BLACK,
        storage=["castle", *storage],
        estate={12: "knowledge16"},
    )
    return game.do(place(0, 6))


def hall(settings=None, storage=(), **arranged):
    """Return a table on which seat 0 has just placed a city hall on space 25."""
    game = table(
        settings=settings, dice=(3, 1), black=BLACK, storage=["city_hall", *storage], **arranged
    )
    return game.do(place(0, 25))


def test_by_default_no_purchase_within_an_action():
    assert purchases(castle()) == set()
    assert purchases(hall(silver=2, storage=["ship"])) == set()


def test_by_default_a_city_hall_with_empty_storage_lapses_though_a_tile_could_be_bought():
    assert hall(silver=2).asked == "-"


def test_during_actions_a_tile_may_be_bought_before_the_action_of_a_castle():
    game = castle(DURING)
    assert purchases(game) == {buy(1), buy(2), buy(3), buy(4)}
    game.do(buy(1))
    assert game.asked == "castle"
    assert game.do(place(0, 17, FREE)).me.estate[17] == "ship"


def test_during_actions_a_tile_may_be_bought_for_a_city_hall():
    game = hall(DURING, silver=2)
    assert game.asked == "city_hall"
    game.do(buy(2), place(0, 24, FREE))
    assert game.me.estate[24] == "mine"
    assert game.asked == "-"


def test_during_actions_the_city_hall_may_still_be_declined():
    game = hall(DURING, silver=2).do(DECLINE)
    assert (game.me.silver, game.asked) == (2, "-")


def test_during_actions_a_city_hall_without_tile_and_silver_lapses():
    assert hall(DURING, silver=1).asked == "-"


def test_during_actions_is_still_once_a_turn():
    game = castle(DURING).do(buy(1), workers(FREE))
    assert purchases(game) == set()


def test_during_actions_grants_leave_no_moment_for_a_purchase():
    game = table(
        settings=DURING,
        dice=(3, 1),
        silver=2,
        black=BLACK,
        storage=["market"],
        depots={(1, 3): "ship"},
    )
    assert set(game.do(place(0, 25)).choices) == {take(1, 3, FREE), DECLINE}


def test_during_actions_a_discard_comes_first_and_then_the_castle_again():
    full = ["market", "church", "bank"]
    game = asked(table(settings=DURING, silver=2, black=BLACK, storage=full), "castle")
    game.do(buy(1), discard(2))
    assert game.me.storage == ["market", "church", "ship"]
    assert game.asked == "castle"


# --- knowledge tile 6 -------------------------------------------------------------------------

DEPOTS = {(1, 3): "ship", (5, 2): "mine"}
REVISED = {"edition": "2019"}


def test_tile_6_buys_from_any_of_the_seven_depots():
    game = table(silver=2, black=["bank"], depots=DEPOTS, knowledge=(6,))
    assert purchases(game) == {buy(1), buy_from(1, 3), buy_from(5, 2)}
    game.do(buy_from(5, 2))
    assert (game.me.silver, game.me.storage) == (0, ["mine"])
    assert game.depot(5) == ["-", "-", "-", "-"]


def test_tile_6_is_no_second_purchase():
    game = table(silver=9, black=["bank"], depots=DEPOTS, knowledge=(6,)).do(buy_from(1, 3))
    assert purchases(game) == set()


def test_tile_6_keeps_the_turn_open_for_a_numbered_depot():
    game = table(silver=2, depots=DEPOTS, knowledge=(6,)).do(workers(), workers(SECOND))
    assert set(game.choices) == {buy_from(1, 3), buy_from(5, 2), END}


def test_tile_6_of_2011_takes_silverlings_only():
    game = table(silver=1, workers=9, black=["bank"], depots=DEPOTS, knowledge=(6,))
    assert purchases(game) == set()
    game = table(silver=2, workers=9, black=["bank"], knowledge=(6,)).do(buy(1))
    assert (game.me.silver, game.me.workers, game.asked) == (0, 9, "-")


@pytest.mark.parametrize("workers_paid", [0, 1, 2])
def test_tile_6_of_2019_lets_workers_pay_in_any_mix(workers_paid):
    game = table(settings=REVISED, silver=5, workers=5, depots=DEPOTS, knowledge=(6,))
    game.do(buy_from(1, 3))
    assert game.asked == "payment"
    assert set(game.choices) == {pay(0), pay(1), pay(2)}
    game.do(pay(workers_paid))
    assert (game.me.silver, game.me.workers) == (5 - (2 - workers_paid), 5 - workers_paid)
    assert game.me.storage == ["ship"]


@pytest.mark.parametrize("silver, workers, paid", [(0, 2, (0, 0)), (1, 1, (0, 0)), (5, 0, (3, 0))])
def test_tile_6_of_2019_asks_nothing_if_there_is_one_way_to_pay(silver, workers, paid):
    game = table(settings=REVISED, silver=silver, workers=workers, depots=DEPOTS, knowledge=(6,))
    game.do(buy_from(1, 3))
    assert game.asked == "-"
    assert (game.me.silver, game.me.workers) == paid


@pytest.mark.parametrize("silver, workers", [(0, 0), (1, 0), (0, 1)])
def test_tile_6_of_2019_needs_two_of_both_together(silver, workers):
    game = table(settings=REVISED, silver=silver, workers=workers, depots=DEPOTS, knowledge=(6,))
    assert purchases(game) == set()


def test_tile_6_of_2019_is_for_the_black_depot_too():
    game = table(settings=REVISED, workers=2, black=["bank"], depots=DEPOTS, knowledge=(6,))
    assert purchases(game) == {buy(1), buy_from(1, 3), buy_from(5, 2)}
    assert game.do(buy(1)).me.workers == 0


def test_in_2019_workers_pay_for_the_owner_of_tile_6_only():
    game = table(settings=REVISED, silver=1, workers=9, black=["bank"], depots=DEPOTS)
    assert purchases(game) == set()


def test_tile_6_of_2019_with_full_storage_asks_for_payment_then_discard():
    full = ["church", "market", "castle"]
    game = table(settings=REVISED, silver=2, workers=2, depots=DEPOTS, knowledge=(6,), storage=full)
    game.do(buy_from(1, 3), pay(2))
    assert game.asked == "discard"
    game.do(discard(0))
    assert game.me.storage == ["ship", "market", "castle"]
    assert (game.me.silver, game.me.workers) == (2, 0)


def test_equal_tiles_of_the_black_depot_are_one_choice():
    game = table(silver=2, black=["bank", "ship", "bank", "ship"])
    assert [game.may(buy(n)) for n in (1, 2, 3, 4)] == [True, True, False, False]
