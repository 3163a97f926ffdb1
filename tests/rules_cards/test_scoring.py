"""[Final scoring], [Winner], [Victory points]: animals, the start player card, ties."""

from __future__ import annotations

import itertools

import pytest

from burgundy_lab.sim.cards.readers import animal_sets, cards_left, rank, seats_of_rank
from tests.builders_cards import table


def animals_of(game, counts, seat=0):
    game.state.animals[seat] = counts
    return game.state


@pytest.mark.parametrize("counts, vp", [
    ((1, 1, 1, 1), 4), ((1, 1, 1, 0), 2), ((1, 1, 0, 0), 1), ((1, 0, 0, 0), 0), ((0, 0, 0, 0), 0),
    ((5, 0, 0, 0), 0), ((2, 2, 2, 2), 8), ((1, 2, 3, 0), 3), ((5, 5, 5, 5), 20),
])  # fmt: skip
def test_sets_of_different_animals(counts, vp):
    assert animal_sets(animals_of(table(), counts), 0, True) == vp


def test_three_sheep_two_cows_and_a_chicken_are_three_vp():
    assert animal_sets(animals_of(table(), (1, 2, 3, 0)), 0, True) == 2 + 1 + 0


def best_by_search(counts):
    """Return the best VP of any way to lay out sets: each set takes some kinds, one each."""
    values = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4}
    kinds = [k for k in range(4) if counts[k]]
    best = 0
    for size in range(2, len(kinds) + 1):
        for chosen in itertools.combinations(kinds, size):
            rest = tuple(c - (k in chosen) for k, c in enumerate(counts))
            best = max(best, values[size] + best_by_search(rest))
    return best


@pytest.mark.parametrize("counts", [c for c in itertools.product(range(4), repeat=4) if sum(c) < 9])
def test_the_layout_of_sets_is_the_best_there_is(counts):
    assert animal_sets(animals_of(table(), counts), 0, True) == best_by_search(counts)


@pytest.mark.parametrize(
    "counts, unused", [((3, 0, 0, 0), 3), ((3, 1, 0, 0), 2), ((1, 1, 1, 1), 0)]
)
def test_unused_animals_are_outside_scoring_sets(counts, unused):
    assert animal_sets(animals_of(table(), counts), 0, False) == unused


def ended(points=(0, 0), **storage):
    """Return the state at the end with these VP before animals and start player card."""
    game = table(players=len(points), turn=6, round_name="E", **storage)
    game.state.face_down[:], game.state.start, game.state.hand[1:] = 0, 1 % len(points), 0
    game.state.gained[: len(points), 0, 0] = points
    game.state.points[: len(points)] = points
    return game


def test_the_start_player_card_is_one_vp_either_side_up():
    for flipped in (0, 1):
        game = ended((5, 5))
        game.state.holder, game.state.flipped, game.state.animals[:] = 1, flipped, 0
        game.do("take 1 silver")
        assert game.state.points[:2].tolist() == [5, 6]


def test_unsold_goods_silver_workers_and_projects_score_nothing():
    game = ended((5, 5), silver=2, workers=5, goods={"light_brown": 3}, projects=["mine 1"])
    game.state.holder, game.state.animals[:] = 1, 0
    game.do("fill up to two")
    assert game.state.points[0] == 5


def test_most_vp_win():
    game = ended((9, 4))
    game.do("take 1 silver")
    assert [rank(game.state, seat) for seat in (0, 1)] == [1, 2]


def tied(**settings):
    game = ended((7, 7), settings=settings)
    state = game.state
    state.animals[:], state.goods[:], state.workers[:], state.silver[:] = 0, 0, 0, 0
    return game


def test_a_tie_goes_to_the_most_cards_left_in_storage():
    state = tied().state
    state.workers[0], state.silver[0], state.goods[0] = 1, 2, (1, 0, 1)
    state.workers[1], state.silver[1] = 2, 2
    assert cards_left(state, 0) == 5 and cards_left(state, 1) == 4
    assert [rank(state, seat) for seat in (0, 1)] == [1, 2]


@pytest.mark.parametrize("value, left", [("unused_animals", 1), ("all_animals", 3)])
def test_animals_in_sets_count_only_by_a_setting(value, left):
    state = tied(tie_break=value).state
    state.animals[0] = (2, 1, 0, 0)
    assert cards_left(state, 0) == left


def test_equal_in_that_too_share_the_win():
    state = tied().state
    assert [rank(state, seat) for seat in (0, 1)] == [1, 1]
    assert [seats_of_rank(state, seat) for seat in (0, 1)] == [2, 2]


def test_points_are_the_sum_of_what_was_gained():
    game = table(projects=["ship 3"], piles={"ship": [2]}).do("place ship 3")
    assert game.state.points[0] == game.state.gained[0].sum() == 5
