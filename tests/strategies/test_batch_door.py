"""The door for strategies in Python: what it refuses, and what its helpers give."""

from __future__ import annotations

from importlib import import_module
from time import perf_counter, sleep

import numpy as np
import pytest

from burgundy_lab.experiments.match import read_match
from burgundy_lab.sim.batches import BatchLegal, BatchRandom, BatchStates
from burgundy_lab.sim.errors import PolicyError
from burgundy_lab.sim.legal import action_ids, kth_action
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rng import STREAM, draw, next_word
from burgundy_lab.strategies import batch_policy, get_strategy
from burgundy_lab.strategies.policy import strategies
from tests.strategies.faulty_batches import FAULTY
from tests.strategies.registry import door

trial = import_module("burgundy_lab.strategies.trial")
GAMES = 8


@pytest.fixture(autouse=True)
def registry(monkeypatch):
    for game in ("board", "cards"):
        monkeypatch.setitem(door._REGISTRY, game, strategies(game))


def first(states, legal, rng):
    return legal.kth(0 * legal.counts)


@pytest.mark.parametrize("function", FAULTY, ids=lambda function: function.__name__)
def test_a_mistake_is_told_in_one_line(function):
    with pytest.raises(PolicyError) as caught:
        batch_policy(game="board", summary="wrong")(function)
    message = str(caught.value)
    assert FAULTY[function] in message
    assert function.__name__ in message and "\n" not in message
    assert function.__name__ not in strategies("board")


def test_a_loop_that_never_ends_is_given_up_and_stopped(monkeypatch):
    monkeypatch.setattr(trial, "PATIENCE_SECONDS", 0.5)
    ended = []

    def endless(states, legal, rng):
        try:
            while True:
                pass
        finally:
            ended.append(True)

    start = perf_counter()
    with pytest.raises(PolicyError, match=r"endless.* needs more than .* for an answer"):
        batch_policy(game="board", summary="never answers")(endless)
    while not ended and perf_counter() < start + 30:
        pass
    assert ended


def test_a_slow_trial_says_so_and_ends_in_time(monkeypatch, capsys):
    monkeypatch.setattr(trial, "WORD_SECONDS", 0.1)
    monkeypatch.setattr(trial, "TRIAL_SECONDS", 0.3)

    def thinks(states, legal, rng):
        sleep(0.02)
        return legal.kth(np.zeros(len(legal), int))

    start = perf_counter()
    made = batch_policy(game="board", summary="thinks for long")(thinks)
    assert perf_counter() - start < 5  # more than 400 answers would take 8 s, asked twice
    assert get_strategy("board", "thinks") is made
    told = capsys.readouterr().err
    assert "trying out 'thinks': " in told and "the trial takes 0 s at most" in told
    assert "'thinks' was tried in " in told and "its games will take long" in told


def test_it_is_known_by_its_name_and_keeps_its_game():
    made = batch_policy(game="board", summary="the first action")(first)
    assert get_strategy("board", "first") is made
    with pytest.raises(PolicyError, match="plays 'board'"):
        read_match("cards", 2, made)


def test_the_name_of_a_shipped_strategy_is_taken():
    with pytest.raises(PolicyError, match="'balanced' is shipped"):
        batch_policy(game="board", summary="mine", name="balanced")(first)


def test_weights_are_a_fourth_argument_and_change_without_a_trial():
    def weighed(states, legal, rng, weights):
        return legal.kth((weights[0] * (legal.counts - 1)).astype("i8"))

    made = batch_policy(game="board", summary="by a weight", weights=(0.0,))(weighed)
    assert made.with_weights([1.0], name="other")._rest[0].tolist() == [1.0]
    with pytest.raises(PolicyError, match="must take"):
        batch_policy(game="board", summary="by no weight")(weighed)


# --- the helpers -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def batch() -> tuple[BatchStates, BatchLegal]:
    """Positions after some decisions each, with their legal actions."""
    positions = [Position.new(players=2, seed=3, game_no=g) for g in range(GAMES)]
    for g, position in enumerate(positions):
        for _ in range(5 * g):
            position.step(position.legal_actions[g % len(position.legal_actions)])
    rules = positions[0].game
    words = np.zeros((GAMES, len(rules.new_legal())), "i8")
    for row, position in zip(words, positions, strict=True):
        row[-1] = rules.seams()[1](position.state, row)
    return BatchStates(np.array([p.state for p in positions], rules.state)), BatchLegal(words)


def test_fields_are_columns_and_own_is_that_of_the_seat_to_decide(batch):
    states, _ = batch
    assert states.silver.shape == (GAMES, 4)
    assert states.own("silver").tolist() == [s.silver[s.seat] for s in states]
    assert len(states) == GAMES and states[3].seat == states.seat[3]


def test_mask_pairs_and_lists_are_the_legal_actions(batch):
    _, legal = batch
    wanted = [action_ids(row) for row in legal.words]
    assert legal.lists == wanted
    assert [np.flatnonzero(row).tolist() for row in legal.mask] == wanted
    assert list(zip(*(part.tolist() for part in legal.pairs), strict=True)) == [
        (g, action) for g, actions in enumerate(wanted) for action in actions
    ]
    assert legal.counts.tolist() == list(map(len, wanted))


def test_kth_and_best_pick_what_a_loop_would(batch):
    _, legal = batch
    k = legal.counts // 2
    assert legal.kth(k).tolist() == [
        kth_action(row, n) for row, n in zip(legal.words, k, strict=True)
    ]
    scores = np.random.default_rng(5).integers(0, 4, (GAMES, legal.actions)).astype("f8")
    wanted = [max(a, key=lambda x: s[x]) for a, s in zip(legal.lists, scores, strict=True)]
    assert legal.best(scores).tolist() == wanted
    assert legal.best_pair(scores[legal.pairs]).tolist() == wanted
    alike = [max(actions, key=lambda x: scores[0][x]) for actions in legal.lists]
    assert legal.best(scores[0]).tolist() == alike


def test_chance_is_that_of_a_compiled_strategy():
    streams = np.zeros(GAMES, STREAM)
    streams["key"] = np.arange(GAMES) * 977 + 5
    one_by_one = streams.copy()
    rng, n = BatchRandom(streams), np.arange(GAMES) + 2
    assert rng.words().tolist() == [int(next_word(s)) for s in one_by_one]
    assert rng.integers(n).tolist() == [draw(s, m) for s, m in zip(one_by_one, n, strict=True)]
    assert ((rng.random() >= 0) & (rng.random() < 1)).all()
    assert streams["count"].tolist() == [4] * GAMES


def test_whole_numbers_are_drawn_up_to_two_to_the_32():
    streams = np.zeros(64, STREAM)
    streams["key"] = np.arange(64)
    rng = BatchRandom(streams)
    found = rng.integers(2**32)
    assert found.max() > 2**31 and len(set(found.tolist())) == 64
    with pytest.raises(ValueError, match=r"whole numbers n from 1 to 2\*\*32"):
        rng.integers(2**32 + 1)
