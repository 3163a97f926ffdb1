"""The commands compare and tournament: what they print, and the one line of a mistake."""

from __future__ import annotations

import json
import signal

import pytest

from burgundy_lab import compare, tournament
from burgundy_lab.experiments.crew import Crew
from tests.cli.command import SEED

FEW = ("--seed", SEED, "--quiet")
SECONDS = ("seconds",)  # of a row that differs each time


def without_seconds(answer: dict) -> dict:
    return {key: value for key, value in answer.items() if key not in SECONDS}


def test_compare_prints_the_comparison(shell):
    answer = shell("compare", "immediate", "uniform", "--games", 40, *FEW)
    found = compare("immediate", "uniform", games=40, seed=int(SEED), progress=False)
    assert (answer.status, answer.error) == (0, "")
    assert answer.out.startswith(str(found) + "\n40 games in ")
    assert "verdict: immediate wins more often than uniform" in answer.out


def test_compare_takes_all_that_simulate_takes(shell):
    answer = shell(
        "compare", "collector", "uniform", "--game", "cards", "--players", 3, "--values", "low",
        "--games", 60, "--jobs", 2, "--block-size", 2, "--json", *FEW,
    )  # fmt: skip
    found = compare(
        "collector", "uniform", game="cards", players=3, values="low", games=60, seed=int(SEED),
        progress=False,
    )  # fmt: skip
    expected = json.loads(json.dumps(found.as_dict()))
    assert without_seconds(json.loads(answer.out)) == without_seconds(expected)


def test_tournament_prints_ratings_and_matrix(shell):
    names = "immediate,uniform,balanced"
    answer = shell("tournament", names, "--games", 120, *FEW)
    found = tournament(names.split(","), games=120, seed=int(SEED), progress=False)
    assert (answer.status, answer.error) == (0, "")
    assert answer.out.startswith(str(found) + "\n120 games in ")
    told = shell("tournament", names, "--games", 120, "--json", *FEW)
    expected = json.loads(json.dumps(found.as_dict()))
    assert without_seconds(json.loads(told.out)) == without_seconds(expected)


@pytest.mark.parametrize("command", ["compare", "tournament"])
def test_a_rule_that_is_not_the_default_stands_in_the_answer(shell, command):
    asked = (command, "immediate,uniform", "--games", 40, "--set", "edition=2019", *FEW)
    assert "edition=2019" in shell(*asked).out.splitlines()[0]
    answer = json.loads(shell(*asked, "--json").out)
    assert answer["settings"]["edition"] == "2019"
    assert {"values", "code_hash", "versions"} <= answer.keys()


@pytest.mark.parametrize("command", ["compare", "tournament"])
def test_help_has_an_example_that_works(shell, command):
    text = " ".join(shell(command, "--help").out.split())
    example = text.partition(f"example: burgundy {command} ")[2].split()
    games = example.index("--games") + 1
    example[games] = "200"
    answer = shell(command, *example, "--quiet")
    assert (answer.status, answer.error) == (0, "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compare", "balanced", "--games", "9"], "needs two strategies or more, not 1 (given: ba"),
        (["compare", "balanced", "filler", "--games", "9"], "unknown strategy of board 'filler'"),
        (["compare", "uniform", "immediate", "--games", "3", "--players", "4"],
         "games 3 make 1 deal of 8 games each, too few for an interval: give 16 or more"),
        (["compare", "uniform", "immediate", "--games", "9", "--players", "5"],
         "'board' is played by 2, 3, 4 players, not 5"),
        (["compare", "filler", "immediate", "--game", "solo", "--games", "9", "--players", "2"],
         "'solo' is played by 1 player, not 2"),
        (["compare", "uniform", "immediate", "--games", "9", "--estates", "1,2", "--players", "3"],
         "2 estates for 3 players: give one for all, or 3 or more"),
        (["compare", "uniform", "immediate", "--games", "many"], "'many' is no whole number"),
        (["compare", "uniform", "immediate", "--games", "9", "--set", "x=1"], "unknown setting"),
        (["tournament", "uniform", "--games", "100"], "needs two strategies or more, not 1"),
        (["tournament", "uniform,immediate", "--games", "9"],
         "games 9 make 5 deals of 2 games each, too few for ratings: give 20 or more"),
        (["tournament", "filler,immediate", "--game", "solo", "--games", "99"],
         "'solo' is played alone, which makes no tournament: use compare"),
        (["compare", "uniform,nobody", "--games", "99"], "unknown strategy of board 'nobody'"),
        (["tournament", "uniform,,immediate", "--games", "99"], "has an empty name"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line(shell, words, message):
    answer = shell(*words, *FEW)
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.error
    assert answer.error.count("\n") == 1


def test_ctrl_c_prints_what_there_is(shell, monkeypatch):
    take, seen = Crew._take, []

    def take_and_interrupt(crew, report):
        take(crew, report)
        seen.append(report)
        if len(seen) == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Crew, "_take", take_and_interrupt)
    answer = shell("compare", "immediate", "uniform", "--games", 10**8, "--block-size", 4, *FEW)
    assert answer.status == 130
    assert "(interrupted)" in answer.out.splitlines()[0]
    assert "verdict: " in answer.out
