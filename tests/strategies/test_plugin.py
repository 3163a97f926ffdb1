"""Strategies out of files: what a file gives, and what is said of one that gives nothing."""

from __future__ import annotations

import json
import sys

import pytest

from burgundy_lab.cli import main
from burgundy_lab.experiments import compare, simulate
from burgundy_lab.sim.errors import PolicyError
from burgundy_lab.strategies.plugin import load_code, load_weights
from burgundy_lab.strategies.policy import get_strategy, strategies
from tests.strategies.registry import door

LAST = """
from burgundy_lab import policy
from helper_beside import last_action

@policy(game="board", summary="the last of the legal actions")
def last(state, legal, rng, weights):
    return last_action(legal)
"""
HELPER = """
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.legal import kth_action, number_of_actions

@rule
def last_action(legal):
    return kth_action(legal, number_of_actions(legal) - 1)
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.setitem(door._REGISTRY, "board", strategies("board"))
    monkeypatch.setattr(sys, "path", [*sys.path])

    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    yield write
    sys.modules.pop("helper_beside", None)


def test_a_file_gives_its_strategies(write):
    write("helper_beside.py", HELPER)
    (made,) = load_code(write("mine.py", LAST), "board")
    assert made is get_strategy("board", "last")
    assert simulate(strategies="last", games=2, seed=1, progress=False).games == 2


def test_a_strategy_of_a_file_plays_in_other_processes(write):
    write("helper_beside.py", HELPER)
    load_code(write("mine.py", LAST), "board")
    options = {"strategies": ("last", "uniform"), "games": 8, "seed": 1, "progress": False}
    here = simulate(**options)
    there = simulate(**options, jobs=2, backend="processes", block_size=4)
    assert there.table.equals(here.table)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1 +\n", "does not run: SyntaxError: invalid syntax (line 1)"),
        ("import os\n\nos.nothing\n", "has no attribute 'nothing' (line 3)"),
        ("import nowhere_at_all\n", "No module named 'nowhere_at_all' (line 1)"),
        ("raise SystemExit(3)\n", "does not run: SystemExit: 3 (line 1)"),
        ("class Own(BaseException): pass\nraise Own(7)\n", "does not run: Own: 7 (line 2)"),
        (
            "class Own(Exception):\n    def __str__(self): 1 / 0\nraise Own\n",
            "does not run: Own: (it cannot say why) (line 3)",
        ),
        ("x = 1\n", "makes no strategy for 'board'"),
        (LAST.replace("legal, rng", "rng, legal"), "it must take (state, legal, rng, weights)"),
    ],
)
def test_a_file_that_gives_none_is_refused_in_one_line(write, text, told):
    write("helper_beside.py", HELPER)
    path = write("mine.py", text)
    with pytest.raises(PolicyError) as error:
        load_code(path, "board")
    assert told in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_of_another_kind_or_none_is_refused(write, tmp_path):
    with pytest.raises(PolicyError, match=r"a name that ends in \.py"):
        load_code(write("mine.txt", LAST), "board")
    with pytest.raises(PolicyError, match="is not there"):
        load_code(tmp_path / "gone.py", "board")


def test_weights_of_a_file_make_a_strategy(write):
    given = {"of": "balanced", "name": "bold", "weights": {"1": 0.5}}
    made = load_weights(write("bold.json", json.dumps(given)), "board")
    plain = get_strategy("board", "balanced")
    assert made is get_strategy("board", "bold")
    assert made.weights == (plain.weights[0], 0.5, *plain.weights[2:])
    found = compare(
        "bold", "balanced", games=8, seed=1, jobs=2, backend="processes", progress=False
    )
    assert found.strategies == ("bold", "balanced")
    assert not found.differences["same"][0]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], "it must be like"),
        ({"of": "balanced", "name": "bold"}, "it must be like"),
        ({"of": "balanced", "name": "bold", "weights": [1.0]}, "weights, not 1"),
        ({"of": "balanced", "name": "bold", "weights": {"500": 1.0}}, "has no weight 500"),
        ({"of": "balanced", "name": "bold", "weights": {"-1": 1.0}}, "has a weight '-1'"),
        ({"of": "balanced", "name": "bold", "weights": {"1": "x"}}, "they must be numbers"),
        ({"of": "uniform", "name": "bold", "weights": {"0": 1.0}}, "has no weights"),
        ({"of": "balanced", "name": "immediate", "weights": {"0": 1.0}}, "is shipped with the lab"),
        ({"of": [], "name": "bold", "weights": {"0": 1.0}}, "unknown strategy"),
        ({"of": "balanced", "name": "bold", "weights": {"0": 10**400}}, "they must be numbers"),
        ({"of": "balanced", "name": "bold", "weights": {"0": True}}, "they must be numbers"),
        ({"of": "balanced", "name": "bold", "weights": {"0": 1e999}}, "they must be numbers"),
        ({"of": "balanced", "name": "bold", "weights": {"0": "1"}}, "they must be numbers"),
        ({"of": "immediate", "name": "bold", "weights": ""}, "they must be numbers"),
        ({"of": "balanced", "name": "bold", "weights": {"0": 1.0, "00": 2.0}}, "weight '00'"),
        ({"of": "balanced", "name": "bold", "weights": {"1" * 5000: 1.0}}, "weights have numbers"),
        ({"of": "balanced", "name": None, "weights": {}}, "the name None must be text"),
        ({"of": "balanced", "name": "a,b", "weights": {"0": 1.0}}, "without commas"),
    ],
)
def test_weights_that_do_not_fit_are_refused(write, given, told):
    path = write("bold.json", json.dumps(given))
    with pytest.raises(PolicyError, match=r"^weights file ") as error:
        load_weights(path, "board")
    assert told in str(error.value)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"of": "balanced", "name": "b", "weights": {"0": 1, "0": 2}}']
)
def test_weights_that_cannot_be_read_are_refused_in_one_line(write, text):
    with pytest.raises(PolicyError, match=r"^weights file .* cannot be read: .*$"):
        load_weights(write("bold.json", text), "board")


def test_a_byte_order_mark_counts_for_nothing(write):
    given = {"of": "balanced", "name": "bold", "weights": {"1": 0.5}}
    path = write("bold.json", "\ufeff" + json.dumps(given))
    assert load_weights(path, "board").weights[1] == 0.5


def test_a_name_of_ones_own_can_be_given_to_other_weights(write):
    for weight in (0.5, 0.6):
        given = {"of": "balanced", "name": "bold", "weights": {"1": weight}}
        load_weights(write("bold.json", json.dumps(given)), "board")
        assert get_strategy("board", "bold").weights[1] == weight


def test_files_that_make_one_name_twice_are_refused(write, capsys):
    given = json.dumps({"of": "balanced", "name": "bold", "weights": {}})
    files = [write(name, given) for name in ("a.json", "b.json")]
    argv = ["strategies", *(part for path in files for part in ("--weights", str(path)))]
    assert main(argv) == 2
    assert "two strategies called 'bold'" in capsys.readouterr().err
