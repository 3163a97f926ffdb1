"""Immediate counts the VP of this action, and nothing else. Spaces: see tests/builders.py."""

from __future__ import annotations

from tests.builders import place, sell, table, take, tiles, workers
from tests.strategies.ask import answer

SEEDS = range(20)


def answers(game) -> set[int]:
    return {answer("immediate", game, seed=seed) for seed in SEEDS}


def test_completes_a_region_rather_than_begin_one():
    # With a 3 the bank fits on 11, a region of one (1 + 10 VP), and on 25, one of five (0 VP).
    assert answers(table(dice=(3, 3), storage=["bank"])) == {place(0, 11)}


def test_completes_the_larger_of_two_regions():
    # 33 would be the third mine of its region (6 + 10 VP), 11 is a region of one (1 + 10 VP).
    game = table(dice=(3, 3), storage=["bank", "mine"], estate=tiles(24, 29, of="mine"))
    assert answers(game) == {place(1, 33)}


def test_sells_goods_when_nothing_brings_more():
    # Three goods are worth 6 VP, the cow 2, on an animal region that stays open.
    game = table(dice=(1, 1), storage=["cow2"], goods={1: 3}, estate=tiles(10, of="cow2"))
    assert answers(game) == {sell(1)}


def test_a_region_is_worth_more_than_a_sale():
    game = table(dice=(3, 1), storage=["bank"], goods={1: 3})
    assert answers(game) == {place(0, 11)}


def test_an_animal_scores_its_like_again():
    # Beside another cow 2 + 2 VP, as the first of its pasture 2 VP and no region complete.
    game = table(dice=(4, 5), storage=["cow2"], estate={10: "cow2", **tiles(19, of="ship")})
    assert answers(game) <= {place(0, 4), place(0, 9, die=1), place(0, 5)}


def test_chance_decides_among_equals():
    game = table(dice=(1, 2), depots={(1, 3): "ship", (2, 3): "castle"})
    assert answers(game) == {take(1, 3), take(2, 3, die=1), workers(), workers(die=1)}
