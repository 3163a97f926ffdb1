"""Functions that cannot be strategies: one mistake each, with what the door should say."""

from __future__ import annotations

import random

import numpy as np
from numba import njit

from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.legal import kth_action, next_action, number_of_actions
from burgundy_lab.sim.rng import draw

PRICES = {"mine": 2}
TABLE = np.zeros(3, "i8")


def helper(action):
    return action


@rule
def helper_that_writes(state):
    """Give seat 0 money."""
    state.silver[0] = 99


@rule
def helper_that_misspells(state):
    """Read a field that is not there."""
    return state.silvr[0]


# --- what it takes -------------------------------------------------------------------------------


def too_few(state, legal, rng):
    return next_action(legal, -1)


def none_at_all():
    return 0


def any_number(*given):
    return next_action(given[1], -1)


def the_last_by_name(state, legal, rng, *, weights):
    return next_action(legal, -1)


def in_another_order(legal, state, rng, weights):
    return next_action(legal, -1)


# --- what it returns -----------------------------------------------------------------------------


def a_float(state, legal, rng, weights):
    return next_action(legal, -1) + 0.0


def nothing(state, legal, rng, weights):
    next_action(legal, -1)


def sometimes_nothing(state, legal, rng, weights):
    if state.seat == 0:
        return next_action(legal, -1)


def a_truth(state, legal, rng, weights):
    return state.seat == 0


def a_text(state, legal, rng, weights):
    return "take"


def a_pair(state, legal, rng, weights):
    return next_action(legal, -1), 0


def two_types(state, legal, rng, weights):
    if state.seat == 0:
        return next_action(legal, -1)
    return "take"


def one_by_one(state, legal, rng, weights):
    yield next_action(legal, -1)


async def later(state, legal, rng, weights):
    return next_action(legal, -1)


def minus_one(state, legal, rng, weights):
    return -1


def a_word_of_the_set(state, legal, rng, weights):
    return legal[16]


def far_too_much(state, legal, rng, weights):
    return 2**62


# --- what it reads -------------------------------------------------------------------------------


def misspelt(state, legal, rng, weights):
    return next_action(legal, -1) + 0 * state.silvr[state.seat]


def misspelt_by_another_name(state, legal, rng, weights):
    position = state
    return next_action(legal, -1) + 0 * position.silvr[0]


def misspelt_in_a_helper(state, legal, rng, weights):
    return next_action(legal, -1) + 0 * helper_that_misspells(state)


def misspelt_as_text(state, legal, rng, weights):
    return next_action(legal, -1) + 0 * state["silvr"][0]


def nothing_alike(state, legal, rng, weights):
    return state.legal_actions[0]


def beyond_the_seats(state, legal, rng, weights):
    return next_action(legal, -1) if state.silver[state.seat + 4] >= 0 else 0


def beyond_the_weights(state, legal, rng, weights):
    return next_action(legal, -1) if weights[1] >= 0 else 0


# --- what it writes ------------------------------------------------------------------------------


def a_field(state, legal, rng, weights):
    state.bought = 0
    return next_action(legal, -1)


def a_field_added_to(state, legal, rng, weights):
    state.bought += 1
    return next_action(legal, -1)


def an_element(state, legal, rng, weights):
    state.silver[state.seat] = 99
    return next_action(legal, -1)


def an_element_late(state, legal, rng, weights):
    if state.phase_no == 4:
        state.workers[state.seat] += 1
        state.silver[state.seat] += 1
    return next_action(legal, -1)


def a_slice(state, legal, rng, weights):
    state.storage[state.seat, :] = 3
    return next_action(legal, -1)


def in_a_helper(state, legal, rng, weights):
    helper_that_writes(state)
    return next_action(legal, -1)


def the_legal_actions(state, legal, rng, weights):
    legal[3] |= 1
    return 64 * 3


def a_table_of_the_module(state, legal, rng, weights):
    TABLE[0] += 1
    return next_action(legal, -1)


def the_legal_actions_some_day(state, legal, rng, weights):
    if state.points[0] > 100_000:
        legal[0] = 1
    return next_action(legal, -1)


def the_weights_some_day(state, legal, rng, weights):
    if state.points[0] > 100_000:
        weights[0] = 1.0
    return next_action(legal, -1)


def the_weights(state, legal, rng, weights):
    weights[0] += 1.0
    return next_action(legal, -1)


# --- what it does --------------------------------------------------------------------------------


def unknown_name(state, legal, rng, weights):
    return best_of(legal)  # noqa: F821


def plain_helper(state, legal, rng, weights):
    return helper(next_action(legal, -1))


def a_dictionary(state, legal, rng, weights):
    return next_action(legal, -1) + 0 * PRICES["mine"]


def an_import(state, legal, rng, weights):
    import math

    return math.floor(next_action(legal, -1))


def a_file(state, legal, rng, weights):
    with open("notes.txt") as notes:
        return len(notes.read())


def pythons_chance(state, legal, rng, weights):
    return random.choice(legal)


def numpys_chance(state, legal, rng, weights):
    return kth_action(legal, np.random.randint(number_of_actions(legal)))  # noqa: NPY002


def chance_by_method(state, legal, rng, weights):
    return rng.choice(legal)


def too_little_for_draw(state, legal, rng, weights):
    return kth_action(legal, draw(rng))


def divides_by_nothing(state, legal, rng, weights):
    return next_action(legal, -1) // (state.seat - state.seat)


def asserts(state, legal, rng, weights):
    assert state.seat == 9, "seat\n9"
    return next_action(legal, -1)


compiled_already = njit(minus_one)

FAULTS = [
    (too_few, r"takes \(state, legal, rng\); it must take \(state, legal, rng, weights\)"),
    (none_at_all, r"takes \(\)"),
    (any_number, r"takes \(\*given\)"),
    (the_last_by_name, r"takes \(state, legal, rng, \*, weights\)"),
    (in_another_order, r"takes \(legal, state, rng, weights\)"),
    (a_float, r"returns float64; it must return a legal action \(an integer\)"),
    (nothing, r"returns nothing; it must"),
    (sometimes_nothing, r"returns nothing on some of its ways; it must"),
    (a_truth, r"returns bool; it must"),
    (a_text, r"returns unicode_type; it must"),
    (a_pair, r"returns UniTuple\(int64 x 2\); it must"),
    (two_types, r"does not compile: Can't unify return type.*\(line \d+\)"),
    (one_by_one, r"must return its answer, not yield it"),
    (later, r"must return its answer, not yield it"),
    (minus_one, r"answers -1, not one of the \d+ legal actions: \d+ \(.*decision 0 of its trial"),
    (a_word_of_the_set, r"answers \d+, not one of the"),
    (far_too_much, r"answers 4611686018427387904, not one of the"),
    (misspelt, r"reads state.silvr, which 'board' does not have; did you mean 'silver'\?"),
    (misspelt_by_another_name, r"no field 'silvr'; did you mean 'silver'\?"),
    (misspelt_in_a_helper, r"no field 'silvr'; did you mean 'silver'\?"),
    (misspelt_as_text, r"no field 'silvr'; did you mean 'silver'\?"),
    (nothing_alike, r"reads state.legal_actions, which 'board' does not have"),
    (beyond_the_seats, r"raises IndexError: index is out of bounds"),
    (beyond_the_weights, r"raises IndexError: index is out of bounds"),
    (a_field, r"writes state.bought; a policy only reads what it is given"),
    (a_field_added_to, r"writes state.bought; a policy only reads"),
    (an_element, r"writes state.silver; a policy only reads"),
    (an_element_late, r"writes state.silver, state.workers; .*at decision [1-9]\d+"),
    (a_slice, r"writes state.storage; a policy only reads"),
    (in_a_helper, r"writes state.silver; a policy only reads"),
    (the_legal_actions, r"it writes into an array that it may only read \(line \d+\)"),
    (the_legal_actions_some_day, r"it writes into an array that it may only read \(line \d+\)"),
    (the_weights_some_day, r"it writes into an array that it may only read \(line \d+\)"),
    (a_table_of_the_module, r"it writes into an array that it may only read \(line \d+\)"),
    (the_weights, r"it writes into an array that it may only read \(line \d+\)"),
    (unknown_name, r"does not compile: NameError: name 'best_of' is not defined"),
    (plain_helper, r"it uses helper, a function, but compiled code knows only .*@rule"),
    (a_dictionary, r"it uses PRICES, a dict, but compiled code knows only numbers, arrays"),
    (an_import, r"unsupported opcode \(IMPORT_NAME\).*\(line \d+\)"),
    (a_file, r"does not compile: The 'with \(context manager\) as"),
    (pythons_chance, r"Unknown attribute 'choice'.*\(line \d+\)"),
    (numpys_chance, r"answers the same question in two ways; random numbers come from draw"),
    (chance_by_method, r"reads rng.choice, but random numbers come from draw\(rng, n\)"),
    (too_little_for_draw, r"missing a required argument: 'n'"),
    (divides_by_nothing, r"raises ZeroDivisionError"),
    (asserts, r"raises AssertionError: seat 9 \(at decision 0"),
    (compiled_already, r"minus_one.* is no plain function"),
    (len, r"<built-in function len> is no plain function"),
    (3, r"3 is no plain function"),
]
