"""Solo runs: commands, tables by spaces left, replay, bad input."""

from __future__ import annotations

import json

import polars as pl
import pytest

from burgundy_lab.analysis import load, share_table, text_shares
from burgundy_lab.cli import main
from burgundy_lab.experiments import simulate
from burgundy_lab.sim.errors import BadValue, UnknownName

SOLO = ("--game", "solo", "--strategies", "filler", "--seed", "1", "--quiet")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("solo") / "run"
    simulate(
        game="solo", strategies="filler", estates="B", games=60, seed=1, log="decisions",
        out=path, block_size=25, progress=False,
    )  # fmt: skip
    return path


def test_simulate_prints_wins_and_games_by_spaces_left(capsys, tmp_path):
    out = str(tmp_path / "run")
    assert main(["simulate", *SOLO, "--estates", "A", "--games", "200", "--out", out]) == 0
    text = capsys.readouterr().out
    assert "solo-A" in text and "95 % interval" in text and "empty spaces" in text


def test_side_a_is_the_first_game(capsys):
    assert main(["simulate", *SOLO, "--games", "10", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["table"]
    assert (row["estate"], row["games"]) == ("solo-A", 10)


def test_report_and_show(capsys, folder):
    assert main(["report", str(folder), "--no-pictures"]) == 0
    assert "empty spaces" in capsys.readouterr().out
    assert main(["show", str(folder), "7"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("game 7 of solo, 1 player") and "result: seat 0" in text


def test_report_as_json(capsys, folder):
    assert main(["report", str(folder), "--no-pictures", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sum(row["games"] for row in answer["by_empty_spaces"]) == 60
    assert "by_start_place" not in answer


def test_rules_and_strategies(capsys):
    assert main(["rules", "--game", "solo"]) == 0
    assert "start_target" in capsys.readouterr().out
    assert main(["strategies", "--game", "solo"]) == 0
    assert "filler" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words, message",
    [
        (("--players", "2"), "is played by 1 player"),
        (("--estates", "C"), "unknown estate 'C'"),
        (("--estates", "1"), "unknown estate '1'"),
        (("--set", "start_target=60"), "from 45 to 55"),
        (("--set", "start_castle=37"), "of a space, 0 to 36"),
        (("--set", "rivers_join_regions=maybe"), "unknown value"),
        (("--set", "tie_break=shared"), "unknown setting of solo"),
    ],
)
def test_mistakes_are_one_line(capsys, words, message):
    assert main(["simulate", *SOLO, "--games", "5", *words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_the_shares_of_spaces_left_add_up(folder):
    shares = share_table(load(folder), "empty_spaces")
    assert shares["share"].sum() == pytest.approx(1)
    assert shares["games"].sum() == 60
    assert (shares["share_low"] < shares["share"]).all()
    assert shares["empty_spaces"].is_sorted()


def test_long_tables_end_with_the_rest():
    rows = pl.DataFrame(
        {"strategy": ["s"] * 9, "estate": ["e"] * 9, "left": [0, 0, 1, 2, 3, 4, 5, 6, 7]}
    )
    table = text_shares(share_table(rows, "left"), most=3)
    assert table.rows[0][2:5] == ("0", "2", "22.22")
    assert table.rows[-1][2:5] == ("3 or more", "5", "55.56")


def test_an_unknown_column_is_named(folder):
    with pytest.raises(UnknownName, match="spaces_left"):
        share_table(load(folder), "spaces_left")


def test_a_board_estate_is_no_side():
    with pytest.raises(UnknownName, match="unknown estate"):
        simulate(game="solo", estates="2011-1", games=1, seed=1, progress=False)


def test_a_side_is_no_board_estate():
    with pytest.raises(UnknownName, match="estate"):
        simulate(game="board", estates="solo-A", games=1, seed=1, progress=False)
    with pytest.raises(BadValue, match="2 estates"):
        simulate(game="solo", estates=("A", "B"), games=1, seed=1, progress=False)
