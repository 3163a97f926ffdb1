"""Functions that cannot be batch strategies: one mistake each, with what the door should say."""

from __future__ import annotations

import numpy as np


def too_few(states, legal):
    return legal.kth(0 * legal.counts)


def in_another_order(legal, states, rng):
    return legal.kth(0 * legal.counts)


def any_number(*given):
    return given[1].kth(0 * given[1].counts)


def nothing(states, legal, rng):
    return None


def floats(states, legal, rng):
    return 1.0 * legal.counts


def truths(states, legal, rng):
    return legal.counts > 0


def too_many(states, legal, rng):
    return [0] * (len(legal) + 1)


def a_column(states, legal, rng):
    return legal.kth(0 * legal.counts)[:, None]


def lists_of_lists(states, legal, rng):
    return legal.lists


def a_word(states, legal, rng):
    return "first"


def an_illegal_one(states, legal, rng):
    return legal.kth(0 * legal.counts) + 5000


def a_negative_one(states, legal, rng):
    return np.full(len(legal), -1)


def an_error(states, legal, rng):
    return 1 // 0


def a_misspelt_field(states, legal, rng):
    return states.silvr


def a_write_to_a_field(states, legal, rng):
    states.silver[:, 0] = 99


def a_write_to_a_position(states, legal, rng):
    states[0].silver[0] = 99


def a_write_to_the_words(states, legal, rng):
    legal.words[:] = 0


def too_high_a_k(states, legal, rng):
    return legal.kth(legal.counts)


def too_few_scores(states, legal, rng):
    return legal.best(np.zeros(3))


def chance_of_its_own(states, legal, rng):
    return legal.kth(np.random.default_rng().integers(0, legal.counts))


def the_batch_as_a_whole(states, legal, rng):
    return legal.kth(states.event_no.sum() * np.arange(len(legal)) % legal.counts)


def chance_as_others_have_it(states, legal, rng):
    k = rng.integers(legal.counts)
    if (states.silver[:, 0] > 2).any():
        k = rng.integers(legal.counts)
    return legal.kth(k)


FAULTY = {
    too_few: "takes (states, legal); it must take (states, legal, rng)",
    in_another_order: "takes (legal, states, rng); it must take (states, legal, rng)",
    any_number: "takes (*given); it must take (states, legal, rng)",
    nothing: "returns nothing; it must return an action",
    floats: "returns numbers of the type float64; it must",
    truths: "returns numbers of the type bool; it must",
    too_many: "returns an array (2,) for a batch of 1; it must",
    a_column: "returns an array (1, 1) for a batch of 1; it must",
    lists_of_lists: "returns an array (1, 4) for a batch of 1; it must",
    a_word: "returns 'first'; it must",
    an_illegal_one: "legal actions: ",
    a_negative_one: "answered -1, not one of the ",
    an_error: "raised ZeroDivisionError",
    a_misspelt_field: "positions have no field 'silvr'; did you mean 'silver'?",
    a_write_to_a_field: "writes into what it may only read",
    a_write_to_a_position: "writes into what it may only read",
    a_write_to_the_words: "writes into what it may only read",
    too_high_a_k: "k must be from 0 to counts - 1",
    too_few_scores: "scores has the shape (3,), must be (1088,)",
    chance_of_its_own: "answers the same question in two ways",
    the_batch_as_a_whole: "answers the same question in two ways",
    chance_as_others_have_it: "draws chance as other games of the batch do",
}
