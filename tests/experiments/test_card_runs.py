"""Runs of the card game: tables by the round of the loss, replay, bad input."""

from __future__ import annotations

import json

import polars as pl
import pytest

from burgundy_lab import policy
from burgundy_lab.analysis import load, share_table
from burgundy_lab.cli import main
from burgundy_lab.experiments import simulate
from burgundy_lab.sim.legal import kth_action
from burgundy_lab.strategies import strategies
from tests.strategies.registry import door

AARON = ("--game", "cards-solo", "--strategies", "collector", "--seed", "1", "--quiet")
CARDS = ("--game", "cards", "--strategies", "collector,uniform", "--seed", "1", "--quiet")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("aaron") / "run"
    simulate(
        game="cards-solo", strategies="collector", games=60, seed=1, log="decisions",
        out=path, block_size=25, progress=False,
    )  # fmt: skip
    return path


def test_simulate_prints_wins_and_games_by_the_round_of_the_loss(capsys, tmp_path):
    out = str(tmp_path / "run")
    assert main(["simulate", *AARON, "--games", "200", "--out", out]) == 0
    text = capsys.readouterr().out
    assert "collector" in text and "95 % interval" in text and "lost round" in text


def test_report_and_show(capsys, folder):
    assert main(["report", str(folder), "--no-pictures"]) == 0
    text = capsys.readouterr().out
    assert "lost round" in text and "start place" not in text
    assert main(["show", str(folder), "7"]) == 0
    assert "Aaron" in capsys.readouterr().out


def test_report_as_json(capsys, folder):
    assert main(["report", str(folder), "--no-pictures", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sum(row["games"] for row in answer["by_lost_round"]) == 60
    assert "by_start_place" not in answer


def test_a_table_of_several_is_told_by_the_place_in_turn_order(capsys, tmp_path):
    out = str(tmp_path / "run")
    assert main(["simulate", *CARDS, "--games", "20", "--out", out]) == 0
    assert main(["report", out, "--no-pictures", "--json"]) == 0
    text = capsys.readouterr().out
    assert len(json.loads(text[text.index("{") :])["by_start_place"]) == 4
    assert "lost round" not in text


def test_round_0_stands_for_the_games_won(folder):
    run = load(folder)
    shares = share_table(run, run.rules.told_by, by=("strategy",))
    won = shares.filter(pl.col("lost_round") == 0)["share"].sum()
    assert won == pytest.approx(run.frame()["win"].mean())


@pytest.mark.parametrize(
    "words, message",
    [
        (("--players", "2"), "is played by 1 player"),
        (("--estates", "1"), "all play on the same estate card"),
        (("--set", "joining=maybe"), "unknown value"),
        (("--set", "tie_break=all"), "unknown setting of cards-solo"),
        (("--values", "no such file"), "cannot be read"),
    ],
)
def test_mistakes_are_one_line(capsys, words, message):
    assert main(["simulate", *AARON, "--games", "5", *words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


@pytest.mark.parametrize(
    "words, message",
    [
        (("--game", "board", "--strategies", "uniform"), "rests on no assumed values"),
        (("--strategies", "collecter"), "did you mean 'collector'"),
        (("--strategies", "uniform", "--games", "1"), "games 1 must be a whole number from 2"),
        (("--strategies", "uniform", "--seed", "-1"), "seed -1"),
    ],
)
def test_mistakes_in_sensitivity_are_one_line(capsys, words, message):
    assert main(["sensitivity", "--games", "5", "--seed", "1", *words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_the_trial_of_a_strategy_hides_other_hands(monkeypatch):
    monkeypatch.setitem(door._REGISTRY, "cards", strategies("cards"))

    @policy(game="cards", summary="answers nothing once another hand is seen")
    def honest(state, legal, rng, weights):
        for other in range(state.seats):
            if other != state.seat and (state.hand[other, 0] != 0 or state.hand[other, 1] != 0):
                return -1
        return kth_action(legal, 0)

    assert honest.name == "honest"
