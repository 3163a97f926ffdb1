"""What holds after every decision of any game."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from tests.properties.walks import goods_of, tiles_of, walk, walks
from tests.twins.naive import full_supply

ROUNDS = 25


def all_tiles() -> Counter[str]:
    return sum(full_supply().values(), Counter())


def play_and_check(position, lot) -> None:
    """Play a game to its end and check, at every decision:

    `check()` finds nothing; there is a legal action; tiles are conserved by type, what leaves
    is counted as removed; goods are conserved by type; at most 3 goods types are stored; no
    silver or workers below nothing; VP are the sum of the gains. And in the whole: 25 rounds.
    """
    tiles, removed, rounds = tiles_of(position.state), 0, set()
    assert tiles == all_tiles() and tiles.total() == 164
    for here, _ in walk(position, lot):
        state = here.state
        assert here.check() == []
        assert len(here.legal_actions) > 0
        now = tiles_of(state)
        assert now <= tiles, "no type of tile becomes more"
        removed += (tiles - now).total()
        assert removed == state.removed
        tiles = now
        check_holdings(state)
        if state.event_no > 2 or state.dice[0].any():  # not while start castles are laid
            rounds.add((int(state.phase_no), int(state.round_no)))
    assert position.check() == []
    assert rounds == {(phase, r) for phase in range(5) for r in range(5)}
    assert len(rounds) == ROUNDS
    check_holdings(position.state)
    assert list(position.legal_actions) == []


def check_holdings(state) -> None:
    """Check goods, silver, workers and VP of every seat."""
    seats = slice(0, int(state.seats))
    assert goods_of(state) == [7] * 6
    assert (state.goods[seats] > 0).sum(axis=1).max() <= 3
    assert min(state.silver[seats].min(), state.workers[seats].min()) >= 0
    if not state.over:
        assert state.points[seats].tolist() == state.gained[seats].sum(axis=(1, 2)).tolist()


@settings(max_examples=16)
@given(walks())
def test_every_decision_of_a_few_games(table):
    play_and_check(*table)


@pytest.mark.slow
@settings(max_examples=500)
@given(walks())
def test_every_decision_of_500_games(table):
    """Every invariant above, `check()` included, at every decision of 500 games."""
    play_and_check(*table)


@settings(max_examples=8)
@given(walks())
def test_every_listed_action_is_accepted(table):
    """Each legal action of every seventh decision, carried out on a copy, gives a position
    without errors that the text form can hold."""
    position, lot = table
    for number, (here, _) in enumerate(walk(position, lot)):
        if number % 7 == 0:
            for action in here.legal_actions:
                assert here.describe(action)
                after = here.copy().step(action)
                assert after.check() == []
                assert after.is_over or len(after.legal_actions) > 0


@settings(max_examples=20)
@given(walks())
def test_the_loop_of_legal_actions_agrees_with_itself(table):
    """`in`, `len` and iteration of the legal actions tell the same."""
    position, lot = table
    for number, (here, _) in enumerate(walk(position, lot)):
        if number % 20 == 0:
            legal = here.legal_actions
            ids = list(legal)
            assert len(legal) == len(ids) and ids == sorted(set(ids))
            assert [action for action in range(-64, 64 * 20) if action in legal] == ids
