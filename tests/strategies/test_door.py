"""The door `@policy`: what may not come in is told in one line, at once; what may is quick."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest
from numba.core.event import install_recorder

from burgundy_lab.experiments import simulate
from burgundy_lab.sim.errors import PolicyError, UnknownName
from burgundy_lab.sim.legal import kth_action, next_action, number_of_actions
from burgundy_lab.sim.rng import draw, next_word
from burgundy_lab.strategies import Policy, get_strategy, policy, strategies
from tests.strategies.faulty import FAULTS
from tests.strategies.registry import door

SEED = 31


@pytest.fixture(autouse=True)
def clean_registry(monkeypatch):
    """Forget the strategies of a test."""
    monkeypatch.setitem(door._REGISTRY, "board", dict(strategies("board")))


def make(function, **options) -> Policy:
    return policy(**{"game": "board", "summary": "of a test", "weights": (1.0,), **options})(
        function
    )


def first(state, legal, rng, weights):
    return next_action(legal, -1)


def vp(strategy) -> list[float]:
    run = simulate(strategies=strategy, games=30, seed=SEED, progress=False)
    return run.table["vp"].to_list()


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "words"), FAULTS, ids=[getattr(f, "__name__", str(f)) for f, _ in FAULTS]
)
def test_a_mistake_is_told_in_one_line(function, words):
    before = set(strategies("board"))
    with pytest.raises(PolicyError, match=words) as caught:
        make(function)
    line = str(caught.value)
    assert len(line.splitlines()) == 1 and len(line) < 500
    assert getattr(function, "__name__", "") in line
    assert set(strategies("board")) == before


def test_a_trial_says_the_same_each_time():
    late = next(function for function, _ in FAULTS if function.__name__ == "an_element_late")
    told = []
    for _ in range(2):
        with pytest.raises(PolicyError) as caught:
            make(late)
        told.append(str(caught.value))
    assert told[0] == told[1]


def test_a_strategy_that_does_not_come_to_an_answer_is_given_up(monkeypatch):
    def slow(state, legal, rng, weights):
        word = next_word(rng)
        for _ in range(4_000_000_000):
            word ^= next_word(rng)
        return -1 - np.int64(word & np.uint64(1))  # no action: the trial ends with it

    monkeypatch.setattr("burgundy_lab.strategies.trial.PATIENCE_SECONDS", 0.05)
    with pytest.raises(PolicyError, match="'slow' needs more than 0 s for an answer"):
        make(slow)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"game": "bord"}, UnknownName, "unknown game 'bord'; did you mean 'board'"),
        ({"summary": ""}, PolicyError, "summary ''; it must be one line of text"),
        ({"summary": "a\nb"}, PolicyError, r"summary 'a\\nb'; it must be one line"),
        ({"summary": None}, PolicyError, "summary None; it must be one line"),
        ({"name": ""}, PolicyError, "name '' must be a line of text without commas"),
        ({"name": "a,b"}, PolicyError, "name 'a,b' must be a line of text without commas"),
        ({"name": "a\n"}, PolicyError, r"name 'a\\n' must be a line of text"),
        ({"name": 3}, PolicyError, "name 3 must be a line of text"),
        ({"weights": "ab"}, PolicyError, "weights 'ab'; they must be numbers"),
        ({"weights": 1.0}, PolicyError, "weights 1.0; they must be numbers"),
        ({"weights": (None,)}, PolicyError, r"weights \(None,\); they must be numbers"),
        ({"weights": (float("nan"),)}, PolicyError, r"weights \(nan,\); they must be numbers"),
        ({"weights": np.ones((2, 2))}, PolicyError, "they must be numbers"),
    ],
)
def test_options_are_checked(options, error, words):
    with pytest.raises(error, match=words) as caught:
        make(first, **options)
    assert len(str(caught.value).splitlines()) == 1


# --- names ---------------------------------------------------------------------------------------


def test_the_name_of_a_shipped_strategy_is_taken():
    before = strategies("board")
    with pytest.raises(PolicyError, match=r"'uniform' is shipped with the lab; .*another name"):
        make(first, name="uniform")
    assert strategies("board") == before


def test_a_cell_can_be_run_again_with_other_code():
    def mine(state, legal, rng, weights):
        return kth_action(legal, 0)

    old = make(mine)

    def mine(state, legal, rng, weights):
        return kth_action(legal, number_of_actions(legal) - 1)

    new = make(mine)
    assert get_strategy("board", "mine") is new
    assert old != new
    assert vp("mine") == vp(new) != vp(old)


def test_a_strategy_can_be_asked_for_by_name_and_only_for_its_game():
    made = make(first)
    assert get_strategy("board", made) is get_strategy("board", "first") is made
    assert get_strategy("board", "first").library is False
    with pytest.raises(PolicyError, match="'first' plays 'board', not 'chess'"):
        get_strategy("chess", made)
    with pytest.raises(UnknownName, match="did you mean 'first'"):
        get_strategy("board", "frist")


# --- weights -------------------------------------------------------------------------------------


def weighted(state, legal, rng, weights):
    last = number_of_actions(legal) - 1
    return kth_action(legal, min(last, np.int64(weights[0])))


def test_policies_are_compared_by_value():
    made = make(weighted, weights=(0.0,))
    assert made == replace(made) == made.with_weights((0,))
    assert len({made, replace(made), made.with_weights((1.0,))}) == 2


def test_other_weights_and_names_need_no_compiling(monkeypatch):
    made = make(weighted, weights=(0.0,))
    monkeypatch.setattr(door, "_compile", lambda made: pytest.fail(f"compiled {made}"))
    last, named = made.with_weights((99.0,), name="last"), replace(made, name="named")
    assert made.compiled is last.compiled is named.compiled
    assert vp(last) != vp(made) == vp(named)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ((), "has 1 weights, not 0"),
        ((1, 2), "has 1 weights, not 2"),
        (5, "weights 5; they must be numbers"),
        (("a",), r"weights \('a',\); they must be numbers"),
    ],
)
def test_other_weights_must_be_as_many_numbers(weights, words):
    with pytest.raises(PolicyError, match=words):
        make(weighted, weights=(0.0,)).with_weights(weights)


def test_another_name_must_be_a_name():
    with pytest.raises(PolicyError, match="name '' must be a line"):
        make(weighted).with_weights((1.0,), name="")


# --- what may come in ----------------------------------------------------------------------------


def other_names(position, actions, chance, row):
    return kth_action(actions, draw(chance, number_of_actions(actions)))


def a_narrow_integer(state, legal, rng, weights):
    return np.int32(next_action(legal, -1))


def an_unsigned_integer(state, legal, rng, weights):
    return np.uint64(next_action(legal, -1))


def its_own_array(state, legal, rng, weights):
    mine = state.silver.copy()
    mine[:] = 5
    words = legal.copy()
    words[0] = mine[0]
    return next_action(legal, -1)


@pytest.mark.parametrize(
    "function", [first, other_names, a_narrow_integer, an_unsigned_integer, its_own_array]
)
def test_a_sound_function_plays(function):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = make(function)
    assert vp(made) == vp(function.__name__)


def test_a_simple_strategy_compiles_no_rules_again():
    make(first)  # the compiler is loaded by the first one

    def fresh(state, legal, rng, weights):
        return kth_action(legal, draw(rng, number_of_actions(legal)))

    with install_recorder("numba:compile") as seen:
        make(fresh)
    compiled = [event.data["dispatcher"].py_func for _, event in seen.buffer]
    assert fresh in compiled
    assert not [f for f in compiled if f.__module__.startswith("burgundy_lab.sim.board")]


# --- mistakes that only a batch meets: the trial has no table of three ---------------------------


def wrong_at_three(state, legal, rng, weights):
    return -5 if state.seats == 3 else next_action(legal, -1)


def far_at_three(state, legal, rng, weights):
    return next_action(legal, -1) if weights[100_000 * (state.seats == 3)] > 0 else 0


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (wrong_at_three, "answered -5, not one of the"),
        (far_at_three, "raised IndexError: index is out of bounds"),
    ],
)
def test_a_mistake_in_a_batch_is_told_in_one_line(function, words):
    options = {"jobs": 2, "block_size": 5, "progress": False}
    with pytest.raises(
        PolicyError, match=rf"strategy '{function.__name__}' of seat \d {words}"
    ) as caught:
        simulate(strategies=make(function), players=3, games=10, seed=SEED, **options)
    assert len(str(caught.value).splitlines()) == 1
    assert f"(game 0, seed {SEED})" in str(caught.value)
