"""[Taking tiles]: the depot of the die, storage, discards."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.board.advantages import CARPENTER_KINDS
from tests.builders import (
    AT,
    FREE,
    ONE_IN_EACH,
    SECOND,
    asked,
    buy_from,
    discard,
    place,
    table,
    take,
)


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_die_names_the_depot(die):
    game = table(dice=(die, 1), depots=ONE_IN_EACH)
    assert game.takes() == {AT[die]}


def test_any_tile_of_the_depot_may_be_taken():
    game = table(
        players=4,
        dice=(3, 1),
        depots={(3, 1): "cow2", (3, 2): "ship", (3, 3): "bank", (3, 4): "knowledge5"},
    )
    assert game.takes() == {(3, 1), (3, 2), (3, 3), (3, 4)}


def test_the_tile_moves_from_the_depot_to_storage():
    game = table(dice=(3, 1), depots={(3, 1): "cow2", (3, 3): "bank"})
    game.do(take(3, 1))
    assert game.me.storage == ["cow2"]
    assert game.depot(3) == ["-", "-", "bank", "-"]


def test_the_tile_never_goes_straight_into_the_estate():
    game = table(dice=(2, 2), depots={(2, 1): "knowledge5"})
    game.do(take(2, 1))
    assert game.me.estate == {18: "castle"}
    assert game.me.storage == ["knowledge5"]


def test_a_tile_that_is_taken_cannot_be_taken_again():
    game = table(dice=(3, 3), depots={(3, 1): "cow2"}).do(take(3, 1))
    assert game.takes(SECOND) == set()


def test_an_empty_depot_gives_nothing():
    game = table(dice=(3, 1), depots={(4, 2): "ship"})
    assert game.takes() == set()


def test_the_black_depot_is_not_for_dice():
    game = table(dice=(3, 1), black=["ship"] * 4)
    assert game.takes() == set()


def test_a_free_storage_space_is_filled_without_a_question():
    game = table(dice=(3, 1), depots={(3, 1): "cow2"}, storage=["bank", "ship"])
    game.do(take(3, 1))
    assert game.asked == "-"
    assert game.me.storage == ["bank", "ship", "cow2"]


def test_with_full_storage_the_owner_first_chooses_what_to_discard():
    game = table(dice=(3, 1), depots={(3, 1): "cow2"}, storage=["bank", "ship", "mine"])
    game.do(take(3, 1))
    assert game.asked == "discard"
    assert set(game.choices) == {discard(0), discard(1), discard(2)}
    assert game.me.storage == ["bank", "ship", "mine"]
    assert game.depot(3)[0] == "cow2"


@pytest.mark.parametrize(
    "k, left",
    [
        (0, ["cow2", "ship", "mine"]),
        (1, ["bank", "cow2", "mine"]),
        (2, ["bank", "ship", "cow2"]),
    ],
)
def test_the_discarded_tile_makes_room_for_the_new_one(k, left):
    game = table(dice=(3, 1), depots={(3, 1): "cow2"}, storage=["bank", "ship", "mine"])
    game.do(take(3, 1), discard(k))
    assert game.me.storage == left
    assert game.depot(3)[0] == "-"


def test_a_discarded_tile_leaves_the_game():
    game = table(dice=(3, 1), depots={(3, 1): "cow2"}, storage=["bank", "ship", "mine"])
    removed, undrawn = int(game.state.removed), game.state.bag_left.copy()
    game.do(take(3, 1), discard(0))
    assert game.state.removed == removed + 1
    assert (game.state.bag_left == undrawn).all()
    assert "bank" not in game.me.storage + game.depot(3) + game.black


def test_equal_tiles_are_one_choice():
    game = table(dice=(3, 1), depots={(3, 1): "cow2"}, storage=["ship", "bank", "ship"])
    game.do(take(3, 1))
    assert set(game.choices) == {discard(0), discard(1)}


def test_the_die_goes_on_after_the_discard():
    game = table(dice=(3, 2), depots={(3, 1): "cow2"}, storage=["bank", "ship", "mine"])
    game.do(take(3, 1), discard(0), place(1, 17, SECOND))
    assert game.me.estate[17] == "ship"
    assert game.position.seat == 1


def test_stored_tiles_are_discarded_only_to_make_room():
    game = table(dice=(3, 1), depots={(3, 1): "cow2"}, storage=["bank", "ship", "mine"])
    assert not any(game.may(discard(k)) for k in range(3))
    game = table(dice=(3, 1), depots={(3, 1): "cow2"}, storage=["bank"]).do(take(3, 1))
    assert game.me.discards == 0


def test_workers_paid_for_a_take_with_full_storage_are_paid_once():
    game = table(dice=(2, 1), workers=3, depots={(3, 1): "cow2"}, storage=["bank", "ship", "mine"])
    assert game.do(take(3, 1), discard(2)).me.workers == 2


def test_equal_tiles_of_one_depot_are_one_choice():
    game = table(
        players=4, dice=(2, 5), workers=0,
        depots={(2, 2): "bank", (2, 4): "bank", (5, 1): "bank", (5, 3): "church"},
    )  # fmt: skip
    assert game.takes(0) == {(2, 2)}
    assert game.takes(SECOND) == {(5, 1), (5, 3)}
    assert game.do(take(2, 2)).takes(SECOND) == {(5, 1), (5, 3)}
    assert game.state.depot[4 * 1 + 3] == game.state.depot[4 * 4], "the other bank is left"


def test_equal_tiles_are_one_choice_also_without_a_number():
    """Granted by a carpenter, for a castle's action, and bought with tile 6."""
    arranged = {"players": 4, "depots": {(2, 2): "bank", (2, 4): "bank", (5, 1): "bank"}}
    granted = asked(table(**arranged), "grant", CARPENTER_KINDS)
    assert granted.takes(FREE) == {(2, 2), (5, 1)}
    assert asked(table(**arranged), "castle").takes(FREE) == {(2, 2), (5, 1)}
    buyer = table(**arranged, silver=2, knowledge=(6,))
    assert [buyer.may(buy_from(*at)) for at in arranged["depots"]] == [True, False, True]
