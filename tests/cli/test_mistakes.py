"""A mistake in what is asked: status 2, one line on stderr, nothing on stdout, nothing made."""

from __future__ import annotations

import errno
import io
import os
import sys

import pytest

from burgundy_lab.cli import main
from burgundy_lab.sim.games import get_game
from burgundy_lab.strategies import strategies

HUGE = "9" * 5000  # more digits than int() reads
KNOWN = ", ".join(strategies("board"))
SETTINGS = ", ".join(setting.name for setting in get_game("board").settings)
# Options of simulate, and what the line says.
OPTIONS = [
    ({"strategies": "nobody"}, f"unknown strategy of board 'nobody' (known: {KNOWN})"),
    ({"strategies": "unifrom"}, "'unifrom'; did you mean 'uniform'?"),
    ({"strategies": "Uniform"}, "'Uniform'; did you mean 'uniform'?"),
    ({"strategies": "ünïform"}, "'ünïform'"),
    ({"strategies": "uni\nform"}, r"'uni\nform'"),
    ({"strategies": "\U0001f3f0"}, "'\U0001f3f0'"),
    ({"strategies": ""}, "--strategies: '' has an empty name, must be A or A,B"),
    ({"strategies": ","}, "--strategies: ',' has an empty name"),
    ({"strategies": "uniform,"}, "--strategies: 'uniform,' has an empty name"),
    ({"strategies": "uniform,uniform,uniform"}, "3 strategies for 2 players: give one for all"),
    ({"strategies": "x" * 5000}, f"(known: {KNOWN})"),
    ({"strategies": None}, "required: --strategies"),
    ({"estates": "99"}, "unknown estate '99' (known: 1-9, 10-30, 2011-1"),
    ({"estates": "0"}, "unknown estate '0'"),
    ({"estates": "-1"}, "unknown estate '-1'; did you mean 'se-1'?"),
    ({"estates": "1.0"}, "unknown estate '1.0'"),
    ({"estates": "²"}, "unknown estate '²'"),
    ({"estates": HUGE}, "unknown estate '999"),
    ({"estates": "1,"}, "--estates: '1,' has an empty name"),
    ({"estates": ""}, "--estates: '' has an empty name"),
    ({"estates": "1,2,3"}, "3 estates for 2 players: give one for all, or 2"),
    ({"players": 1}, "'board' is played by 2, 3, 4 players, not 1"),
    ({"players": 5}, "players, not 5"),
    ({"players": -2}, "players, not -2"),
    ({"players": "2.0"}, "--players: '2.0' is no whole number"),
    ({"players": "two"}, "--players: 'two' is no whole number"),
    ({"games": 0}, "games 0 must be a whole number from 1"),
    ({"games": -1}, "games -1 must be a whole number from 1"),
    ({"games": 10**30}, "must be a whole number from 1 to 1000000000000"),
    ({"games": "1.5"}, "--games: '1.5' is no whole number"),
    ({"games": "1e3"}, "--games: '1e3' is no whole number"),
    ({"games": "many"}, "--games: 'many' is no whole number"),
    ({"games": ""}, "--games: '' is no whole number"),
    ({"games": HUGE}, "is no whole number"),
    ({"games": None}, "required: --games"),
    ({"seed": -1}, "seed -1 must be a whole number from 0"),
    ({"seed": 2**63}, "seed 9223372036854775808 must be a whole number from 0"),
    ({"seed": "x"}, "--seed: 'x' is no whole number"),
    ({"seed": None}, "required: --seed"),
    ({"jobs": 0}, "jobs 0 must be a whole number from 1 to 1024, or -1 for one on each core"),
    ({"jobs": -2}, "jobs -2"),
    ({"jobs": 10**6}, "jobs 1000000"),
    ({"jobs": "all"}, "--jobs: 'all' is no whole number"),
    ({"backend": "fork"}, "unknown backend 'fork' (known: threads, processes)"),
    ({"backend": ""}, "unknown backend ''"),
    ({"block_size": 0}, "block_size 0 must be a whole number from 1"),
    ({"block_size": 10**9}, "block_size 1000000000"),
    ({"log": "all"}, "unknown log level 'all' (known: none, games, decisions)"),
    ({"log": "decisions"}, "needs a folder"),
    ({"set": "tie_break"}, "--set: 'tie_break' is not NAME=VALUE"),
    ({"set": "tie_break="}, "--set: 'tie_break=' is not NAME=VALUE"),
    ({"set": "=shared"}, "--set: '=shared' is not NAME=VALUE"),
    ({"set": "tie=shared"}, f"unknown setting of board 'tie' (known: {SETTINGS})"),
    ({"set": "tie_brake=shared"}, "'tie_brake'; did you mean 'tie_break'?"),
    ({"set": "tie_break=best"}, "tie_break 'best' (known: fewest_empty, most_empty, shared)"),
    ({"set": "start_castle=3"}, "space 3 of estate 2011-1 is no castle space"),
    ({"set": "start_castle=1,2,6"}, "start_castle: 3 spaces for 2 players"),
    ({"set": "start_castle=²"}, "'²' is neither 'standard', 'choose' nor space numbers"),
    ({"set": f"start_castle={HUGE}"}, "setting start_castle"),
    (
        {"game": "bord"},
        "unknown game 'bord'; did you mean 'board'? (known: board, solo, cards, cards-solo)",
    ),
    ({"game": ""}, "unknown game '' (known: board, solo, cards, cards-solo)"),
    ({"out": ""}, "--out: '' is no path of a folder"),
    ({"out": " "}, "--out: ' ' is no path of a folder"),
    ({"out": "a\0"}, r"--out: 'a\x00' is no path of a folder"),
    ({"out": "a\nb"}, r"--out: 'a\nb' is no path of a folder"),
    ({"out": "\udcff"}, "is no path of a folder"),
    ({"out": "~nobody-has-this-name/run"}, "'~nobody-has-this-name/run' is no path of a folder"),
    ({"out": "x" * 300}, "cannot be made: File name too long"),
    ({"out": "file/run"}, "file is a file"),
    ({"out": "full"}, "run folder full is not empty and a run is never overwritten"),
    ({"out": "/proc/run"}, "run folder /proc/run cannot be made"),
    ({"log": "none", "out": "run"}, "makes no sense"),
]
# Other commands: words, and what the line says.
WORDS = [
    ((), "required: COMMAND"),
    (("simulat",), "invalid choice: 'simulat' (choose from"),
    (("simulate",), "required: --strategies, --games, --seed"),
    (("report",), "required: DIR"),
    (("report", ""), "DIR: '' is no path of a folder"),
    (("report", "nowhere"), "there is no run folder nowhere"),
    (("report", "file"), "there is no run folder file"),
    (("report", "full"), "full is no run folder: it has no manifest.json"),
    (("report", "a\nb"), r"'a\nb' is no path of a folder"),
    (("report", "x" * 300), "File name too long"),
    (("report", "full", "more"), "unrecognized arguments: more"),
    (("show", "nowhere"), "required: GAME"),
    (("show", "nowhere", 0), "there is no run folder nowhere"),
    (("show", "nowhere", "first"), "GAME: 'first' is no whole number"),
    (("rules", "--game", "bord"), "unknown game 'bord'; did you mean 'board'?"),
    (("rules", "more"), "unrecognized arguments: more"),
    (("strategies", "--game", "bord"), "unknown game 'bord'"),
    (("strategies", "farmr"), "unknown strategy of board 'farmr'"),
    (("warm", "--game", "bord"), "unknown game 'bord'"),
    (("bench", "--game", "bord"), "unknown game 'bord'"),
    (("bench", "--seconds", 0), "--seconds 0.0 must be from 0.01 to 60"),
    (("bench", "--seconds", "nan"), "--seconds nan must be from 0.01 to 60"),
    (("bench", "--seconds", 1e9), "--seconds 1000000000.0 must be from 0.01 to 60"),
    (("bench", "--seconds", "soon"), "--seconds: invalid float value: 'soon'"),
]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder to work in, with a file and a folder that is not empty."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    return tmp_path


def listing(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def is_refused(answer, words):
    assert (answer.status, answer.out) == (2, "")
    assert words in answer.error
    assert answer.error.startswith("burgundy") and answer.error.endswith("\n")
    assert len(answer.error.splitlines()) == 1 and len(answer.error) < 1200


@pytest.mark.parametrize(
    ("options", "words"), OPTIONS, ids=[f"{'-'.join(o)}-{n}" for n, (o, _) in enumerate(OPTIONS)]
)
def test_a_mistake_in_simulate(shell, here, options, words):
    before = listing(here)
    is_refused(shell.simulate(**options), words)
    assert listing(here) == before


@pytest.mark.parametrize(
    ("words", "line"), WORDS, ids=[" ".join(map(str, w))[:40] for w, _ in WORDS]
)
def test_a_mistake_in_another_command(shell, here, words, line):
    before = listing(here)
    is_refused(shell(*words), line)
    assert listing(here) == before


def test_a_setting_given_twice(shell):
    twice = ("--set", "tie_break=shared", "--set", "tie_break=most_empty")
    is_refused(shell.simulate(*twice), "setting tie_break is given 2 times")


@pytest.mark.parametrize("number", ["5", "-1", 10**30])
def test_a_game_that_the_run_does_not_have(shell, told, number):
    is_refused(shell("show", told, number), f"has no game {number}: it has 5, counted from 0")


def test_a_run_without_decisions(shell, counted):
    is_refused(shell("show", counted, 0), "kept no decisions")


def test_a_run_is_never_overwritten(shell, told):
    before = listing(told)
    is_refused(shell.simulate(out=told), "is not empty and a run is never overwritten")
    assert listing(told) == before


def test_a_folder_in_which_nobody_may_write(shell, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    is_refused(shell.simulate(out=tmp_path / "run"), "no permission to write in")
    assert listing(tmp_path) == []


def test_pictures_that_cannot_be_written(shell, counted, monkeypatch):
    def refuse(draft, path):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "replace", refuse)
    before = listing(counted)
    is_refused(shell("report", counted), "Permission denied; try --no-pictures")
    assert listing(counted) == before


class FullDisk(io.TextIOWrapper):
    """A file on a disk without space."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("command", ["rules", "strategies"])
def test_a_full_disk(command, monkeypatch, capsys):
    """Output that cannot be written is a line too, not a traceback at exit."""
    with open(os.devnull, "wb") as nothing:
        monkeypatch.setattr(sys, "stdout", FullDisk(nothing))
        status = main([command])
    assert status == 2
    assert capsys.readouterr().err == (
        "burgundy: the answer cannot be written: No space left on device\n"
    )
