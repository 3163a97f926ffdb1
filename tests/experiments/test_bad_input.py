"""Whatever is asked wrongly is answered with one line, before anything is made or compiled."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from burgundy_lab.experiments import simulate
from burgundy_lab.experiments.batch import MOST_BLOCK
from burgundy_lab.experiments.crew import MOST_JOBS
from burgundy_lab.experiments.match import Match
from burgundy_lab.sim.errors import BadValue, PolicyError, RunError, UnknownName
from burgundy_lab.sim.games import GAMES
from burgundy_lab.sim.legal import kth_action
from burgundy_lab.sim.position import Position
from burgundy_lab.strategies import Policy

SEED = 5


def first(state, legal, rng, weights):
    return kth_action(legal, 0)


ONE = Policy("one", "board", "the first action", (1.0,), first)
OTHER_GAME = Policy("other", "chess", "the first action", (), first)
BAD = [
    ({"game": "bord"}, UnknownName, "did you mean 'board'.*known: board"),
    ({"players": 7}, BadValue, "'board' is played by 2, 3, 4 players, not 7"),
    ({"players": 2.0}, BadValue, "not 2.0"),
    ({"strategies": "unifrom"}, UnknownName, "did you mean 'uniform'"),
    ({"strategies": ("uniform",) * 3}, BadValue, "3 strategies for 2 players"),
    ({"strategies": ()}, BadValue, "0 strategies for 2 players"),
    ({"strategies": None}, BadValue, "strategy None"),
    ({"strategies": first}, BadValue, "strategy <function first"),
    ({"strategies": ["uniform", first]}, BadValue, "nor made with @policy"),
    ({"strategies": {"balanced", "uniform"}}, BadValue, "is a set, which has no order: give a"),
    ({"strategies": frozenset(["uniform"])}, BadValue, "is a set, which has no order"),
    ({"estates": {"1", "8"}}, BadValue, "estate {.*} is a set, which has no order"),
    ({"strategies": OTHER_GAME}, PolicyError, "plays 'chess', not 'board'"),
    ({"strategies": (ONE, ONE.with_weights((2.0,)))}, BadValue, "two .* are called 'one'"),
    ({"estates": "99"}, UnknownName, "unknown estate '99'"),
    ({"estates": ("1", "2", "3")}, BadValue, "3 estates for 2 players"),
    ({"estates": 3.5}, BadValue, "estate 3.5"),
    ({"settings": {"tiebreak": "shared"}}, UnknownName, "did you mean 'tie_break'"),
    ({"settings": {"tie_break": "best"}}, UnknownName, "known: fewest_empty"),
    ({"settings": {"start_castle": "3"}}, BadValue, "is no castle space"),
    ({"settings": "tie_break=shared"}, BadValue, "settings must be a mapping"),
    ({"settings": 1}, BadValue, "settings must be a mapping of names to values, not 1"),
    ({"settings": []}, BadValue, "settings must be a mapping"),
    ({"games": 0}, BadValue, "games 0 must be a whole number from 1"),
    ({"games": -3}, BadValue, "games -3"),
    ({"games": 10.0}, BadValue, "games 10.0"),
    ({"games": True}, BadValue, "games True"),
    ({"games": "10"}, BadValue, "games '10'"),
    ({"games": 10**30}, BadValue, "whole number from 1"),
    ({"seed": -1}, BadValue, "seed -1"),
    ({"seed": 1.5}, BadValue, "seed 1.5"),
    ({"seed": None}, BadValue, "seed None"),
    ({"jobs": 0}, BadValue, "jobs 0 .* or -1 for one on each core"),
    ({"jobs": -2}, BadValue, "jobs -2"),
    ({"jobs": 1.5}, BadValue, "jobs 1.5"),
    ({"jobs": MOST_JOBS + 1}, BadValue, "jobs"),
    ({"backend": "fork"}, UnknownName, "known: threads, processes"),
    ({"log": "everything"}, UnknownName, "known: none, games, decisions"),
    ({"log": "none"}, BadValue, "log='none' writes nothing"),
    ({"log": "decisions", "out": None}, BadValue, "needs a folder"),
    ({"out": ""}, BadValue, "must be the path of a folder"),
    ({"out": 3}, BadValue, "out 3 must be the path"),
    ({"out": "runs/\0"}, BadValue, "must be the path of a folder"),
    ({"out": "~no-such-user/run"}, BadValue, "~no-such-user is the home of no user here"),
    ({"block_size": 0}, BadValue, "block_size 0"),
    ({"block_size": MOST_BLOCK + 1}, BadValue, "block_size"),
    ({"block_size": True}, BadValue, "block_size True"),
]


@pytest.fixture
def nothing_compiles(monkeypatch):
    def compiles(match):
        pytest.fail("compiled before everything was checked")

    monkeypatch.setattr(Match, "compile", compiles)


@pytest.mark.parametrize(("wrong", "error", "words"), BAD, ids=[next(iter(bad[0])) for bad in BAD])
def test_one_clear_line_and_nothing_made(tmp_path, nothing_compiles, wrong, error, words):
    asked = {"games": 10, "seed": SEED, "out": tmp_path / "new" / "run", **wrong}
    with pytest.raises(error, match=words) as caught:
        simulate(**asked)
    assert len(str(caught.value).splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("settings", [1, "tie_break=shared", []])
def test_settings_of_a_position_are_a_mapping(game, settings):
    with pytest.raises(BadValue, match="settings must be a mapping of names to values"):
        Position.new(game, settings=settings, seed=SEED)


def test_numbers_of_numpy_are_numbers():
    run = simulate(games=np.int64(2), seed=np.uint32(SEED), jobs=np.int8(-1), progress=False)
    assert (run.games, run.manifest["seed"]) == (2, SEED)


def refused(out: Path | str, words: str) -> None:
    with pytest.raises(RunError, match=words) as caught:
        simulate(games=10, seed=SEED, out=out)
    assert len(str(caught.value).splitlines()) == 1


def test_a_folder_with_something_in_it_is_never_overwritten(tmp_path, nothing_compiles):
    (tmp_path / "notes.txt").write_text("mine")
    refused(tmp_path, "is not empty and a run is never overwritten")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_finished_run_is_never_overwritten(tmp_path):
    simulate(games=3, seed=SEED, out=tmp_path / "run", progress=False)
    before = (tmp_path / "run" / "manifest.json").read_bytes()
    refused(tmp_path / "run", "is not empty")
    assert (tmp_path / "run" / "manifest.json").read_bytes() == before


@pytest.mark.parametrize("below", ["", "run", "deep/run"])
def test_a_file_is_no_folder(tmp_path, nothing_compiles, below):
    (tmp_path / "file").write_text("mine")
    refused(tmp_path / "file" / below, "file is a file")


def test_a_folder_without_permission(tmp_path, nothing_compiles, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    refused(tmp_path / "deep" / "run", "no permission to write in")
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_no_disk_can_hold(tmp_path, nothing_compiles):
    refused(tmp_path / ("x" * 300), "cannot be made: File name too long")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_as_good_as_a_new_one(tmp_path):
    run = simulate(games=3, seed=SEED, out=tmp_path, progress=False)
    assert run.folder == tmp_path
    assert (tmp_path / "manifest.json").exists()
