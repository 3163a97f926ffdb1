"""Strategies that answer for a batch play the games a compiled twin plays, wherever one can."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from time import perf_counter, sleep

import numpy as np
import polars as pl
import pytest

from burgundy_lab.experiments import compare, evaluate, simulate
from burgundy_lab.sim.cards.tables import NO_CARD
from burgundy_lab.sim.errors import PolicyError
from burgundy_lab.sim.games import GAMES, get_game
from burgundy_lab.sim.legal import kth_action, number_of_actions
from burgundy_lab.sim.position import Position
from burgundy_lab.strategies import BatchPolicy, Policy
from tests.modes.processes import run

SEED = 815
OTHER_WAYS = {
    "two threads": {"jobs": 2},
    "two processes": {"jobs": 2, "backend": "processes"},
}


def any_action(states, legal, rng):
    return legal.kth(rng.integers(legal.counts))


def third(state, legal, rng, weights):
    n = number_of_actions(legal)
    return kth_action(legal, min(n - 1, int(weights[0]) + state.round_no % 2))


def third_of_batch(states, legal, rng, weights):
    return legal.kth(np.minimum(legal.counts - 1, int(weights[0]) + states.round_no % 2))


def third_by_lists(states, legal, rng, weights):
    first, rounds = int(weights[0]), states.round_no.tolist()
    return [a[min(len(a) - 1, first + r % 2)] for a, r in zip(legal.lists, rounds, strict=True)]


def batch(game: str, function, name: str, weights=()) -> BatchPolicy:
    return BatchPolicy(name, game, "for tests", weights, function)


def play(out: Path, strategies, game="board", **options):
    settings = {"games": 23, "block_size": 5, "log": "decisions", "seed": SEED, **options}
    return simulate(game=game, strategies=strategies, out=out, progress=False, **settings).folder


def parts(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.parquet")}


@pytest.mark.parametrize("game", GAMES)
def test_random_play_is_that_of_uniform(tmp_path, game):
    twin = batch(game, any_action, "uniform")
    players = get_game(game).seat_counts[-1]
    wanted = play(tmp_path / "compiled", "uniform", game, players=players)
    assert parts(play(tmp_path / "batch", twin, game, players=players)) == parts(wanted)


@pytest.mark.parametrize("function", [third_of_batch, third_by_lists])
def test_a_rule_is_that_of_its_compiled_twin(tmp_path, function):
    compiled = Policy("third", "board", "for tests", (2.0,), third)
    wanted = parts(play(tmp_path / "compiled", (compiled, "immediate")))
    twin = batch("board", function, "third", (2.0,))
    assert parts(play(tmp_path / "batch", (twin, "immediate"))) == wanted


def test_two_batch_strategies_and_a_compiled_one_share_a_table(tmp_path):
    compiled = Policy("third", "board", "for tests", (2.0,), third)
    wanted = parts(play(tmp_path / "compiled", ("uniform", compiled, "balanced"), players=3))
    mixed = (
        batch("board", any_action, "uniform"),
        batch("board", third_of_batch, "third", (2.0,)),
        "balanced",
    )
    assert parts(play(tmp_path / "batch", mixed, players=3)) == wanted


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_the_same_bytes_whoever_plays(tmp_path, way):
    match = (batch("board", third_of_batch, "third", (2.0,)), batch("board", any_action, "any"))
    base = play(tmp_path / "base", match)
    assert parts(play(tmp_path / "other", match, **OTHER_WAYS[way])) == parts(base)


def test_the_same_games_in_any_blocks(tmp_path, monkeypatch):
    match = (batch("board", any_action, "any"), "immediate")
    base = play(tmp_path / "base", match)
    monkeypatch.setattr("burgundy_lab.sim.lockstep.WIDTH", 4)
    other = play(tmp_path / "other", match, block_size=11)
    for table in ("games", "decisions"):
        frames = [pl.read_parquet(f / table / "*.parquet").sort(pl.all()) for f in (base, other)]
        assert frames[0].equals(frames[1])


def test_what_a_seat_does_not_know_is_hidden():
    mine, others = [], []

    def peeks(states, legal, rng):
        own = (states.own("hand") != NO_CARD).sum(axis=1)
        mine.extend(own.tolist())
        others.extend(((states.hand != NO_CARD).sum(axis=(1, 2)) - own).tolist())
        return legal.kth(0 * legal.counts)

    strategy = batch("cards", peeks, "peeks")
    simulate(game="cards", strategies=strategy, games=4, seed=1, progress=False)
    assert max(mine) > 0 and max(others) == 0


def test_values_of_actions_are_those_of_the_twin():
    position = Position.new(players=2, seed=9)
    ours = evaluate(position, batch("board", any_action, "uniform"), 30, seed=1)
    assert ours.table.equals(evaluate(position, "uniform", 30, seed=1).table)


def test_it_can_be_compared():
    ours = batch("board", any_action, "any")
    found = compare(ours, "immediate", games=40, seed=3, progress=False)
    assert "any" in str(found)


# --- failures --------------------------------------------------------------------------------


class Speechless(BaseException):
    def __str__(self):
        return str(1 // 0)


def fails_late(what):
    def late(states, legal, rng):
        if (states.points.sum(axis=1) > 130).any():
            if what == "raises":
                raise ValueError("too many points")
            if what == "leaves":
                raise SystemExit(3)
            if what == "raises what has no text":
                raise Speechless
            if what == "returns nothing":
                return None
        actions = legal.kth(legal.counts - 1)
        rich = states.points.sum(axis=1) > 130
        return np.where(rich, -7, actions)

    return batch("board", late, "late")


FAILURES = {
    "raises": "raised ValueError: too many points",
    "leaves": "raised SystemExit: 3",
    "raises what has no text": "raised Speechless: (it cannot say why)",
    "returns nothing": "returns nothing",
    "answers wrongly": "answered -7, not one of the ",
}


@pytest.mark.parametrize("what", FAILURES)
def test_a_failure_in_play_names_the_first_game_in_any_batch(monkeypatch, what):
    messages = []
    for width in (1, 7, 64):
        monkeypatch.setattr("burgundy_lab.sim.lockstep.WIDTH", width)
        with pytest.raises(PolicyError) as caught:
            simulate(strategies=(fails_late(what), "balanced"), games=60, seed=1, progress=False)
        messages.append(str(caught.value))
    assert FAILURES[what] in messages[0] and "seat 0" in messages[0]
    assert "\n" not in messages[0]
    assert messages == messages[:1] * 3


def test_a_failure_of_any_kind_ends_an_evaluation_with_one_line():
    def leaves(states, legal, rng):
        if (states.round_no == 3).any():
            raise SystemExit(3)
        return legal.kth(legal.counts - 1)

    position = Position.new(players=2, seed=9)
    running = evaluate(position, batch("board", leaves, "leaves"), 400, seed=1, background=True)
    with pytest.raises(PolicyError, match=r"SystemExit"):
        running.wait()
    assert running.status == "failed"


@pytest.mark.parametrize("way", [{}, {"jobs": 2, "backend": "processes"}])
def test_ctrl_c_stops_a_strategy_that_never_answers(way):
    def endless(states, legal, rng):
        while True:
            pass

    strategy, start = batch("board", endless, "endless"), perf_counter()

    def press():
        sleep(5 if way else 2)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    result = simulate(strategies=strategy, games=40, seed=1, block_size=10, progress=False, **way)
    assert result.status == "interrupted" and result.games == 0
    assert perf_counter() - start < 60


# --- out of a file ---------------------------------------------------------------------------

CODE = """
from burgundy_lab import batch_policy

@batch_policy(game="board", summary="the last action")
def last(states, legal, rng):
    return legal.kth(legal.counts - 1)
"""


def test_a_file_with_one_plays_in_the_shell(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(CODE)
    report = run(
        "-m", "burgundy_lab.cli", "simulate", "--code", str(file), "--strategies", "last,uniform",
        "--games", "20", "--seed", "1", "--json", "--quiet",
    )  # fmt: skip
    assert [row["strategy"] for row in report["table"]] == ["last", "uniform"]
