"""The manifest: all that is needed to play a run again, and what its results rest on."""

from __future__ import annotations

import json

import numpy as np
import pytest

from burgundy_lab.experiments import simulate
from burgundy_lab.experiments.manifest import RunFolder, function_hash, unconfirmed
from burgundy_lab.experiments.match import read_match
from burgundy_lab.sim.compile_cache import source_hash
from burgundy_lab.sim.errors import RunError
from burgundy_lab.sim.facts import facts
from burgundy_lab.sim.legal import kth_action
from burgundy_lab.strategies import Policy, get_strategy

SEED = 99
FIRST_WEIGHTS = (0.1, -2.0)
K = 0


def count(legal):
    return K


def first(state, legal, rng, weights):
    return kth_action(legal, 0)


FIRST = Policy("first", "board", "the first legal action", FIRST_WEIGHTS, first)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return simulate(
        strategies=("uniform", FIRST),
        estates=("3", "se-2"),
        settings={"second_depot": "in_turn", "start_castle": "choose"},
        games=7,
        seed=SEED,
        jobs=2,
        block_size=4,
        out=tmp_path_factory.mktemp("runs") / "run",
        progress=False,
    )


def test_the_file_is_what_the_run_says(run):
    manifest = json.loads((run.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest == run.manifest
    assert sorted(path.name for path in run.folder.iterdir()) == ["games", "manifest.json"]


def test_it_says_how_to_play_the_run_again(run):
    wanted = {
        "format": 1,
        "status": "complete",
        "game": "board",
        "players": 2,
        "estates": ["2011-3", "se-2"],
        "games": 7,
        "games_done": 7,
        "seed": SEED,
        "block_size": 4,
        "log": "games",
        "jobs": 2,
        "backend": "threads",
        "code_hash": source_hash(),
    }
    assert {key: run.manifest[key] for key in wanted} == wanted
    assert run.manifest["settings"]["second_depot"] == "in_turn"
    assert list(run.manifest["settings"]) == [s.name for s in run.match.game.settings]
    assert run.manifest["versions"]["numpy"] == np.__version__
    assert set(run.manifest["versions"]) == {"python", "numpy", "numba", "polars", "burgundy_lab"}
    assert run.manifest["seconds"] > 0


def test_it_describes_each_seat_s_strategy(run):
    shipped, own = run.manifest["strategies"]
    assert (shipped["name"], shipped["library"], shipped["source_hash"]) == ("uniform", True, None)
    assert (own["name"], own["weights"], own["library"]) == ("first", list(FIRST_WEIGHTS), False)
    assert own["source_hash"] == function_hash(first)


def test_it_describes_each_column(run):
    described = run.manifest["columns"]
    assert list(described) == ["games"]
    assert {"name": "vp", "text": "victory points at the end", "unit": "VP"} in described["games"]


def test_what_is_not_confirmed_is_listed_with_its_text():
    match = read_match("board", 2, "uniform")
    found = {entry["path"]: entry["text"] for entry in unconfirmed(match)}
    rulings = {
        fact.path
        for file in ("board_game", "board_settings")
        for fact in facts(file)
        if fact.confidence != "confirmed"
    }
    assert rulings == set(found)  # both seats have the confirmed estate 1
    assert unconfirmed(match)[0]["confidence"] == "assumed"
    assert found["board_settings.settings.tie_order"].startswith("last_round: ")
    assert all(found.values())


def test_an_estate_of_one_source_is_listed_where_it_is_used():
    found = [entry["path"] for entry in unconfirmed(read_match("board", 2, "uniform", ["1", "30"]))]
    assert [path for path in found if path.startswith("estates.")] == [
        "estates.estates.se-30",
        "estates.estates.se-30.numbers",
    ]


def test_a_setting_that_the_user_chose_is_no_assumption():
    match = read_match("board", 2, "uniform", "1", {"tie_order": "track"})
    assert "board_settings.settings.tie_order" not in {e["path"] for e in unconfirmed(match)}


def test_the_hash_of_a_function_sees_its_helpers_and_values(monkeypatch):
    def policy(state, legal, rng, weights):
        return kth_action(legal, count(legal))

    before = function_hash(policy)
    assert before == function_hash(policy) != function_hash(first)
    monkeypatch.setitem(globals(), "K", 1)
    assert function_hash(policy) != before


def test_a_function_without_source_is_hashed_by_its_code():
    def made(k):
        space = {"kth_action": kth_action, "__name__": "prompt"}
        exec(f"def policy(state, legal, rng, weights): return kth_action(legal, {k})", space)
        return space["policy"]

    assert function_hash(made(1)) == function_hash(made(1)) != function_hash(made(2))


def test_the_same_strategy_with_other_weights_is_told_apart_by_name():
    other = FIRST.with_weights((5.0, 6.0), name="second")
    run = simulate(games=2, seed=SEED, strategies=(FIRST, other), progress=False)
    assert [s["weights"] for s in run.manifest["strategies"]] == [list(FIRST_WEIGHTS), [5.0, 6.0]]
    assert get_strategy("board", "uniform").library  # and no test strategy is registered


def test_of_two_runs_that_make_one_folder_the_loser_leaves_the_other_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("burgundy_lab.experiments.manifest._check_new", lambda folder: None)
    first = RunFolder(tmp_path / "run", ("games",))
    first.write_manifest({"mine": True})
    with pytest.raises(RunError, match="is not empty and a run is never overwritten"):
        RunFolder(tmp_path / "run", ("games",))
    assert json.loads((tmp_path / "run" / "manifest.json").read_text()) == {"mine": True}
    assert (tmp_path / "run" / "games").is_dir()
    first.close()
