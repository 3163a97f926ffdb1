"""Every shipped strategy keeps the contract of a policy; a new one is tested unasked."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from burgundy_lab.experiments.match import read_match
from burgundy_lab.sim.games import GAMES, get_game
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rng import CHANCE, STREAM, start_stream
from burgundy_lab.sim.rollout import ROW_DECISIONS, ROW_FIXED
from burgundy_lab.strategies import Policy, strategies
from burgundy_lab.strategies.story import story

SEED = 1967
LONGEST_SUMMARY = 80
LIBRARY = [(game, name) for game in GAMES for name, p in strategies(game).items() if p.library]
GAMES_IN_LOOP = 20


@pytest.fixture(params=LIBRARY, ids=[name for _, name in LIBRARY])
def policy(request) -> Policy:
    game, name = request.param
    return strategies(game)[name]


# --- in play -------------------------------------------------------------------------------------


class Game:
    """One game of a policy with itself, played decision by decision."""

    def __init__(self, policy: Policy, seats: int, estates: tuple[str, ...], game_no: int) -> None:
        self.policy = policy
        self.position = Position.new(
            policy.game, players=seats, estates=estates, seed=SEED, game_no=game_no
        )
        self.rules = self.position.game
        self.weights = np.array(policy.weights, "f8")
        self.legal = self.rules.new_legal()
        self.rng = np.zeros(seats, STREAM)
        for seat in range(seats):
            stream = np.uint64(CHANCE + 1 + seat)
            start_stream(self.rng[seat], np.uint64(SEED), np.uint64(game_no), stream)

    def list_legal(self) -> None:
        """Fill the words of legal actions."""
        self.legal[-1] = self.rules.seams()[1](self.position.state, self.legal)

    def seen(self) -> Any:
        """Return what the seat to decide sees of the position."""
        table = np.array([self.position.state])
        return self.rules.view(table, self.position.seat)[0]

    def ask(self, rng: Any) -> int:
        """Return the answer to the decision that is to be made."""
        return int(self.policy.compiled(self.seen(), self.legal, rng, self.weights))

    def given(self) -> tuple[bytes, ...]:
        """Return all that a policy may only read, byte for byte."""
        return (self.position.state.tobytes(), self.legal.tobytes(), self.weights.tobytes())


def tables(policy: Policy) -> list[tuple[int, tuple[str, ...]]]:
    """Return seats and estates of some tables: few, some and many estates of the list."""
    rules = get_game(policy.game)
    few = [rules.estates[start::13] or rules.estates[:1] for start in (0, 4, 11)]
    return [(seats, (e * seats)[:seats]) for seats in rules.seat_counts for e in few]


def test_it_answers_legally_reads_only_and_says_the_same_again(policy):
    for game_no, (seats, estates) in enumerate(tables(policy)):
        game = Game(policy, seats, estates, game_no)
        while not game.position.is_over:
            game.list_legal()
            rng, before = game.rng[game.position.seat], game.given()
            again = rng.copy()
            action = game.ask(rng)
            assert game.given() == before
            assert game.ask(again) == action
            game.position.step(action)  # refuses what is not legal
        assert game.position.check() == []
        best = min(result.rank for result in game.position.outcome())
        assert best == 1 or seats == 1  # alone one can lose


def play(policy: Policy, seed: int) -> np.ndarray:
    """Return the rows of some games in the compiled loop."""
    rules = get_game(policy.game)
    match = read_match(policy.game, rules.seat_counts[-1], policy)
    rows = np.zeros((GAMES_IN_LOOP * match.players, ROW_FIXED + len(rules.columns)), "i4")
    done, _ = match.new_loop(seed).play(0, GAMES_IN_LOOP, rows, np.zeros((0, 2), "i2"))
    assert done == GAMES_IN_LOOP
    return rows


def test_the_same_seed_gives_the_same_games(policy):
    first = play(policy, SEED)
    assert (play(policy, SEED) == first).all()
    assert (play(policy, SEED + 1) != first).any()


def test_games_are_far_from_the_limit_of_decisions(policy):
    assert play(policy, SEED)[:, ROW_DECISIONS].max() < get_game(policy.game).most_decisions / 4


# --- what it says of itself ----------------------------------------------------------------------


def test_its_text_tells_how_it_plays_idea_source_and_weakness(policy):
    told = story(policy)
    assert told.play and told.idea and told.source and told.loses_against
    assert told.play.endswith(".")


def test_its_summary_is_a_short_line(policy):
    assert len(policy.summary) <= LONGEST_SUMMARY
    assert policy.summary.strip() == policy.summary and policy.summary.isprintable()


def test_its_name_is_that_of_its_function_and_file(policy):
    assert policy.name == policy.function.__name__
    assert policy.function.__module__.endswith(f".{policy.name}")
    assert re.fullmatch(r"[a-z][a-z0-9_]*", policy.name)


def test_other_weights_need_no_compiling(policy):
    doubled = policy.with_weights([2 * weight for weight in policy.weights], name="doubled")
    assert doubled.compiled is policy.compiled
    assert (doubled.name, doubled.library) == ("doubled", True)
