"""The shipped Solo strategies: what they do in a plain position, and that they win as said."""

from __future__ import annotations

import numpy as np
import pytest

from burgundy_lab.experiments import simulate
from burgundy_lab.strategies import strategies
from tests.builders import FREE, place, sell, ship, take, workers
from tests.solo_builders import exchange, gift, solo, vp

NAMES = ("filler", "immediate", "uniform")


def answer(game, name):
    """Return what a strategy answers in an arranged position."""
    policy = strategies("solo")[name]
    position = game.position
    words = position.game.new_legal()
    words[-1] = position.game.seams()[1](position.state, words)
    rng = np.zeros(1, [("key", "u8"), ("count", "u8")]).view(np.recarray)[0]
    return int(policy.function(position.state, words, rng, np.array(policy.weights)))


def test_there_are_three():
    assert tuple(strategies("solo")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_says_idea_source_and_what_it_loses_against(name):
    text = strategies("solo")[name].function.__doc__
    assert all(word in text for word in ("Idea:", "Source:", "Loses"))


def test_filler_places_before_it_takes():
    game = solo(dice=(5, 6), storage=["mine"], start=2, depots={(6, 2): "bank"})
    assert answer(game, "filler") == place(0, 5)


def test_filler_takes_what_it_can_place():
    game = solo(dice=(4, 2), workers=0, depots={(4, 2): "ship", (2, 3): "castle"}, start=4)
    assert answer(game, "filler") == take(4, 2, 0), "no castle space is near"


def test_filler_buys_exactly_the_vp_it_misses():
    game = solo(dice=(1, 2), goods={1: 2}, silver=3, counter=44).do(sell(1))
    assert answer(game, "filler") in (vp(2), vp(0))
    game = solo(dice=(1, 2), goods={1: 2}, silver=3, counter=30).do(sell(1))
    assert answer(game, "filler") == vp(0)


def test_filler_sends_its_ship_to_the_most_goods():
    game = solo(storage=["ship"], start=4, depot_goods={2: {1: 1}, 5: {3: 2}}, phase="E")
    game.do(place(0, 6))
    while game.asked == "steps":
        game.do(game.choices[-1])
    assert answer(game, "filler") == ship(5)


def test_filler_exchanges_goods_for_a_black_tile():
    game = solo(storage=["ship"], goods={1: 5}, black=["mine", "bank"], phase="E")
    game.do(place(0, 6))
    while game.asked == "steps":
        game.do(game.choices[-1])
    assert answer(game, "filler") in (exchange(1), exchange(2))


def test_immediate_takes_the_most_vp():
    game = solo(dice=(1, 6), goods={1: 2}, storage=["knowledge1"])
    assert answer(game, "immediate") in (place(0, 3, 0), place(0, 3, 1))
    game = solo(dice=(1, 2), goods={1: 3})
    assert answer(game, "immediate") in (sell(1, 0), sell(1, 1))


def test_gifts_and_free_actions_are_answered():
    game = solo(
        start=30, storage=["mine"], estate={5: "mine", 8: "mine"}, black=["bank"], phase="E"
    )
    game.do(place(0, 34))
    while game.asked == "steps":
        game.do(game.choices[-1])
    assert answer(game, "filler") // 64 == gift(1, 0) // 64
    game = solo(dice=(1, 2), goods={1: 2}, counter=48).do(sell(1))
    assert answer(game, "filler") == workers(FREE)


@pytest.mark.parametrize("side, least", [("A", 0.20), ("B", 0.12)])
def test_filler_wins_games(side, least):
    """2,000 games at the target of 50; the limit is far below what longer runs give."""
    run = simulate(
        game="solo", strategies="filler", estates=side, games=2_000, seed=1, progress=False
    )
    row = run.table.row(0, named=True)
    assert row["win"] > least
    assert row["estate"] == f"solo-{side}"


def test_a_harder_target_wins_less():
    shares = [
        simulate(
            game="solo",
            strategies="filler",
            estates="A",
            settings={"start_target": target},
            games=4_000,
            seed=2,
            progress=False,
        ).table["win"][0]
        for target in ("45", "55")
    ]
    assert shares[0] > shares[1]
