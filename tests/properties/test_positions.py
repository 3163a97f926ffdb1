"""Copies, texts and refused actions, at any point of any game."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burgundy_lab.sim.board.state import ACTION_WORDS, STATE
from burgundy_lab.sim.errors import IllegalAction
from burgundy_lab.sim.position import Position
from tests.properties.walks import position_at, walk, walks


def frozen(position: Position) -> tuple[bytes, ...]:
    """Return the values of all fields."""
    return tuple(position.state[name].tobytes() for name in STATE.names)


@settings(max_examples=40)
@given(walks())
def test_text_form_comes_back_equal(table):
    position = position_at(*table, share=0.99)
    again = Position.from_text(position.text)
    assert again == position
    assert frozen(again) == frozen(position)
    assert again.text == position.text
    assert list(again.legal_actions) == list(position.legal_actions)


@settings(max_examples=6)
@given(walks())
def test_text_form_comes_back_equal_at_every_tenth_decision(table):
    for number, (here, _) in enumerate(walk(*table)):
        if number % 10 == 0:
            assert Position.from_text(here.text) == here


@settings(max_examples=10)
@given(walks())
def test_a_read_position_goes_on_as_the_first(table):
    """After the text form, the same decisions meet the same dice and tiles."""
    position, lot = table
    here = position_at(position, lot, share=0.98)
    again = Position.from_text(here.text)
    for at, action in walk(here, lot):
        assert again == at
        again.step(action)
    assert again.outcome() == here.outcome()


def test_a_copy_is_equal():
    """Also when the memory it is copied to was used before."""
    for seed in range(50):
        position = Position.new(seed=seed)
        used = [np.full(STATE.itemsize, 255, "u1") for _ in range(50)]
        del used
        assert position.copy() == position


def test_equality_does_not_look_at_gaps_between_fields():
    """Bytes of the record that belong to no field say nothing about the position."""
    position, other = Position.new(seed=1), Position.new(seed=1)
    gaps = np.ones(STATE.itemsize, "?")
    for name in STATE.names:
        dtype, first = STATE.fields[name][:2]
        gaps[first : first + dtype.itemsize] = False
    other._states.view("u1")[gaps] = 255
    assert frozen(other) == frozen(position)
    assert other == position


@settings(max_examples=15)
@given(walks())
def test_a_copy_is_independent(table):
    position, lot = table
    here = position_at(position, lot, share=0.98)
    copy, before = here.copy(), frozen(here)
    assert frozen(copy) == before
    for _ in walk(copy, lot):
        pass
    assert frozen(here) == before
    after = frozen(copy)
    for _ in walk(here, lot):
        pass
    assert frozen(copy) == after


@settings(max_examples=40)
@given(walks(), st.integers(-100, 64 * (ACTION_WORDS + 2)))
def test_an_illegal_action_is_refused_and_changes_nothing(table, action):
    position = position_at(*table, share=0.99)
    before = frozen(position)
    legal = set(position.legal_actions)
    while action in legal:
        action += 1
    with pytest.raises(IllegalAction, match=rf"board action {action} is illegal"):
        position.step(action)
    assert frozen(position) == before
    assert set(position.legal_actions) == legal


@pytest.mark.parametrize("action", [None, "0", 3.0, True, (1,), np.float64(2.0)])
def test_what_is_no_number_of_an_action_is_refused(action):
    position = Position.new(seed=3)
    before = frozen(position)
    with pytest.raises(IllegalAction, match="is illegal for seat"):
        position.step(action)
    assert frozen(position) == before


@settings(max_examples=5)
@given(walks())
def test_no_action_is_legal_after_the_end(table):
    position, lot = table
    for _ in walk(position, lot):
        pass
    with pytest.raises(IllegalAction, match="the game is over"):
        position.step(0)


def test_no_field_is_called_like_an_attribute_of_a_record():
    """Such a name would be read as the attribute in plain Python, and as the field compiled."""
    assert [name for name in STATE.names if hasattr(np.record, name)] == []


def test_a_state_fits_in_two_kilobytes():
    """Copies beyond that cost three times as much (docs: engine notes)."""
    assert STATE.itemsize <= 2048
