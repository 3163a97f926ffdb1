"""Each command answers in words, in JSON, and says how it is used."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import threading

import pytest

from burgundy_lab import experiments
from burgundy_lab.experiments import bench
from burgundy_lab.sim.errors import UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.strategies import strategies
from burgundy_lab.version import VERSION
from tests.cli.command import SEED

COMMANDS = ("simulate", "report", "show", "rules", "strategies", "warm", "bench", "lab")
SPEED = bench.Speed("uniform", 2, 50_000.0, 7_000_000.0, 44.5, 90_000.0, 1.8)
COSTS = bench.Costs(2, 0.05, 0.21, 0.9, 14.0, 1_000_000, 300.0)


def answer_of(answer):
    """Return the JSON of an answer; nan and infinity are none."""
    assert (answer.status, answer.error) == (0, "")

    def refuse(constant):
        pytest.fail(f"{constant} is no JSON")

    return json.loads(answer.out, parse_constant=refuse)


# --- help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_of_the_command(shell, command):
    answer = shell(command, "--help")
    assert (answer.status, answer.error) == (0, "")
    assert f"example: burgundy {command} " in " ".join(answer.out.split())
    assert "--json" in answer.out


def test_help_lists_the_commands(shell):
    answer = shell("--help")
    assert answer.status == 0
    assert all(command in answer.out for command in COMMANDS)


@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in ("warm", "bench", "lab")])
def test_the_example_of_the_help_can_be_read(shell, tmp_path, told, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    example = " ".join(shell(command, "--help").out.split()).partition("example: burgundy ")[2]
    if command in ("report", "show"):
        shutil.copytree(told, "results/first")
    answer = shell(*example.split())
    assert (answer.status, answer.error.startswith("burgundy")) == (0, False)


def test_version(shell):
    assert (shell("--version").status, shell("--version").out) == (0, f"burgundy {VERSION}\n")


# --- simulate ------------------------------------------------------------------------------------


def test_simulate_prints_a_table_of_the_seats(shell):
    answer = shell.simulate(strategies="uniform,immediate", estates="1,8", players=2)
    assert (answer.status, answer.error) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == f"board, 2 players, seed {SEED}"
    assert [line.split()[:3] for line in lines[2:4]] == [
        ["uniform", "0", "2011-1"],
        ["immediate", "1", "2011-8"],
    ]
    assert lines[4].startswith("rests on ")
    assert lines[5].startswith("5 games in ")


def test_rules_that_are_not_the_default_stand_above_tables_and_in_json(shell, tmp_path):
    run = tmp_path / "run"
    asked = {"set": "edition=2019", "log": "decisions", "out": run}
    heading = f"board, 2 players, edition=2019, seed {SEED}"
    assert shell.simulate(**asked).out.splitlines()[0] == heading
    assert heading in shell("report", run, "--no-pictures").out.splitlines()
    lines = shell("show", run, 3).out.splitlines()
    assert lines[0] == f"game 3 of {heading}"
    assert lines[1] == "seat 0 uniform on 2011-1; seat 1 uniform on 2011-1"
    answers = [
        answer_of(shell("report", run, "--no-pictures", "--json")),
        answer_of(shell("show", run, 0, "--json"))["run"],
        answer_of(shell.simulate("--json", set="edition=2019")),
    ]
    for answer in answers:
        assert answer["settings"]["edition"] == "2019"
        assert answer["settings"]["tie_break"] == "fewest_empty"
        assert answer["code_hash"] and answer["versions"]["burgundy_lab"] == VERSION


def test_the_table_is_the_same_with_and_without_logs(shell, tmp_path):
    without, logged = shell.simulate(), shell.simulate(out=tmp_path / "run")
    assert without.out.splitlines()[:5] == logged.out.splitlines()[:5]
    assert logged.out.splitlines()[-1] == f"logs: {tmp_path / 'run'}"


def test_one_game_has_no_interval_and_no_nan(shell):
    answer = shell.simulate(games=1)
    assert (answer.status, "nan" in answer.out) == (0, False)
    assert answer.out.splitlines()[2].split()[-2:] == ["none", "-"]
    rows = answer_of(shell.simulate("--json", games=1))["table"]
    assert [row["vp_low"] for row in rows] == [None, None]


def test_simulate_answers_in_json(shell, tmp_path):
    answer = answer_of(shell.simulate("--json", out=tmp_path / "run"))
    assert (answer["status"], answer["folder"]) == ("complete", str(tmp_path / "run"))
    assert [(row["seat"], row["strategy"], row["games"]) for row in answer["table"]] == [
        (0, "uniform", 5),
        (1, "uniform", 5),
    ]


def test_settings_reach_the_game(shell, tmp_path):
    answer = shell.simulate("--set", "tie_break=shared", out=tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert (answer.status, manifest["settings"]["tie_break"]) == (0, "shared")


def test_spaces_beside_commas_are_no_part_of_names(shell):
    assert shell.simulate(strategies=" uniform , immediate ", estates=" 1 , 8").status == 0


def test_the_largest_seed_is_one(shell):
    assert shell.simulate(seed=2**63 - 1, games=2).status == 0


# --- Ctrl-C --------------------------------------------------------------------------------------


def test_ctrl_c_before_the_first_game(shell, monkeypatch):
    def interrupted(**options):
        raise KeyboardInterrupt

    monkeypatch.setattr(experiments, "simulate", interrupted)
    answer = shell.simulate()
    assert (answer.status, answer.out, answer.error) == (130, "", "burgundy: interrupted\n")


def test_ctrl_c_keeps_what_is_done(shell, tmp_path, told):
    """Everything is compiled by now (`told`), so a second is enough for some blocks."""
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    answer = shell.simulate("--json", games=10**9, block_size=100, out=tmp_path / "run")
    timer.join()
    assert answer.status == 130
    assert answer.error.startswith("burgundy: interrupted: ") and answer.error.count("\n") == 1
    told = json.loads(answer.out)
    assert told["status"] == "interrupted"
    report = shell("report", tmp_path / "run", "--no-pictures")
    assert report.status == 0
    said = f"interrupted: {told['games_done']:,} of 1,000,000,000 games; intervals hold only if"
    assert report.out.startswith(said)


# --- report and show -----------------------------------------------------------------------------


def test_report_prints_tables_and_draws_pictures(shell, told, tmp_path):
    run = shutil.copytree(told, tmp_path / "run")
    answer = shell("report", run)
    assert (answer.status, answer.error) == (0, "")
    names = ("margin", "placings-vp", "scoring-paths", "vp", "win-share")
    pictures = [f"{name}.png" for name in names]
    assert [f"picture: {run / name}" in answer.out for name in pictures] == [True] * 5
    assert sorted(path.name for path in run.glob("*.png")) == pictures
    assert [path.name for path in run.glob(".*")] == []


def test_report_without_pictures_writes_nothing(shell, counted):
    before = sorted(counted.rglob("*"))
    answer = shell("report", counted, "--no-pictures")
    assert (answer.status, answer.error) == (0, "")
    assert sorted(counted.rglob("*")) == before


def test_report_answers_in_json(shell, counted):
    answer = answer_of(shell("report", counted, "--no-pictures", "--json"))
    assert [row["seat"] for row in answer["by_seat"]] == [0, 1]
    assert [row["start_place"] for row in answer["by_start_place"]] == [0, 1]
    assert answer["pictures"] == []


def test_show_tells_a_game(shell, told):
    answer = shell("show", told, 4)
    assert (answer.status, answer.error) == (0, "")
    lines = answer.out.splitlines()
    assert lines[2].startswith("- seat 0 starts with ")
    del lines[:2]
    assert next(line for line in lines if not line.startswith("- ")).startswith("A1, seat ")
    assert lines[-1].startswith("result: seat 0 ")
    in_play = [line for line in lines if line.startswith("VP of seat ")]
    assert len(in_play) == 2
    said = lines[-1].split(" VP (rank")[0].rpartition(" ")[2]
    final = [line for line in lines if line.startswith("- final scoring, seat 0: ")]
    found = sum(int(n) for line in in_play[:1] for n in re.findall(r" (\d+)(?:,|$)", line))
    assert found + sum(int(n) for line in final for n in re.findall(r" (\d+) VP", line)) == int(
        said
    )


def test_show_answers_in_json(shell, told):
    answer = answer_of(shell("show", told, 0, "--json"))
    assert (answer["game"], answer["lines"]) == (0, shell("show", told, 0).out.splitlines())


# --- lists ---------------------------------------------------------------------------------------


def test_rules_lists_what_is_not_confirmed_and_all_settings(shell):
    answer = shell("rules")
    assert answer.status == 0
    assert all(f"  {setting.name} (" in answer.out for setting in get_game("board").settings)
    assert "confirmed  " not in answer.out
    assert len(shell("rules", "--all").out) > len(answer.out)


def test_rules_answers_in_json(shell):
    some, every = answer_of(shell("rules", "--json")), answer_of(shell("rules", "--all", "--json"))
    assert {setting["name"] for setting in some["settings"]} == {
        setting.name for setting in get_game("board").settings
    }
    assert "confirmed" not in {value["confidence"] for value in some["values"]}
    assert len(every["values"]) > len(some["values"]) > 0


def test_strategies_lists_names_and_ideas(shell):
    answer = shell("strategies")
    assert answer.status == 0
    assert all(p.name in answer.out and p.summary in answer.out for p in known())
    told = answer_of(shell("strategies", "--json"))
    assert [row["name"] for row in told] == [p.name for p in known()]
    parts = {"play", "idea", "source", "loses_against"}
    assert set(told[0]) == {"name", "summary", "weights", "ranks", *parts}
    assert [rank["players"] for rank in told[0]["ranks"]] == [2, 4]


def test_strategies_tells_all_of_one(shell):
    out = shell("strategies", "uniform").out
    assert "any legal action" in out and "loses against  everything" in out
    (told,) = answer_of(shell("strategies", "uniform", "--json"))
    assert told["ranks"][0]["rank"] == told["ranks"][0]["of"] == len(known())
    assert f"2 at a table: rank {len(known())} of {len(known())}" in out
    assert "alone: rank 1 of" in shell("strategies", "filler", "--game", "solo").out


def known():
    return strategies("board").values()


def test_warm_says_where_compiled_code_is(shell):
    answer = answer_of(shell("warm", "--json"))
    assert os.path.isdir(answer["cache"])
    assert shell("warm").out.startswith("ready in ")


# --- bench: the measurements have tests of their own ------------------------------------------


@pytest.fixture
def measured(monkeypatch):
    monkeypatch.setattr(bench, "speeds", lambda game, *, seconds: iter([SPEED] * 2))
    monkeypatch.setattr(bench, "costs", lambda game: COSTS)


def test_bench_prints_a_row_for_each_speed(shell, measured):
    lines = shell("bench").out.splitlines()
    assert lines[1] == lines[2]
    assert lines[1].split() == [
        "uniform", "2", "50,000", "7,000,000", "44.5", "90,000", "1.80x",
    ]  # fmt: skip
    assert lines[3:] == [
        "logs of games and seats: +5.0 % time",
        "logs of every decision too: +21.0 % time",
        "1,000 games, command to table: 0.90 s warm, 14.0 s with an empty cache",
        "1,000,000 games logged on 2 cores: 300 MB at most",
    ]
    assert len(shell("bench", "--speed-only").out.splitlines()) == 3


def test_bench_answers_in_json(shell, measured):
    answer = answer_of(shell("bench", "--json"))
    assert answer["speeds"][0]["games_per_second"] == 50_000.0
    assert answer["costs"]["peak_megabytes"] == 300.0
    assert answer_of(shell("bench", "--json", "--speed-only"))["costs"] is None


def test_a_speed_is_measured():
    speed = next(bench.speeds(bench.measured("board"), seconds=0.01))
    assert (speed.strategy, speed.players) == ("balanced", 2)
    assert speed.decisions_per_second > 20 * speed.games_per_second > 0
    assert speed.games_per_second_all > 0 and speed.scaling > 0


def test_what_is_measured_can_be_chosen():
    everything = bench.measured("board")
    assert len(everything) == len(known()) * len(get_game("board").seat_counts)
    chosen = bench.measured("board", ["uniform", "immediate"], 3)
    assert [(match.names[0], match.players) for match in chosen] == [
        ("uniform", 3), ("immediate", 3),
    ]  # fmt: skip
    with pytest.raises(UnknownName, match="unknown strategy of board 'nobody'"):
        bench.measured("board", ["nobody"])


@pytest.mark.slow
def test_bench_measures_all(shell):
    answer = answer_of(shell("bench", "--json", "--seconds", "0.05"))
    assert len(answer["speeds"]) == len(known()) * len(get_game("board").seat_counts)
    assert answer["costs"]["cold_seconds"] > answer["costs"]["warm_seconds"] > 0
    assert answer["costs"]["logged_games"] == 1_000_000
    assert {"logs_extra", "decisions_extra"} <= set(answer["costs"])


def test_the_seed_of_these_tests_is_used(shell):
    assert shell.simulate(seed=SEED).out != shell.simulate(seed=int(SEED) + 1).out
