"""Each notebook runs from top to bottom, and is committed without outputs.

The fast tests run and read the small form, the slow one the notebook as it is shipped.
"""

import os
import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
VIEW = "application/vnd.jupyter.widget-view+json"
SAVED = {"text/html", "text/plain"}  # the picture that stays when the widget is gone
SECONDS = 900  # most that one cell may take, the compiler included


@cache
def executed(path: Path, small: bool = True) -> nbformat.NotebookNode:
    """Return a notebook with the outputs of its small form, or of the one that is shipped."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(FOLDER)}},
    )
    return client.execute(env={**os.environ, "SMALL": str(int(small))})


def outputs(path: Path) -> list[nbformat.NotebookNode]:
    return [o for cell in executed(path).cells if cell.cell_type == "code" for o in cell.outputs]


def pictures(path: Path, kind: str) -> int:
    return sum(kind in output.get("data", {}) for output in outputs(path))


def text(path: Path) -> str:
    return "".join(
        o.text for o in outputs(path) if o.output_type == "stream" and o.name == "stdout"
    )


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_committed_without_outputs(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_begins_with_its_purpose_and_ends_with_versions(path):
    cells = nbformat.read(path, as_version=4).cells
    assert cells[0].cell_type == "markdown"
    assert "Purpose:" in cells[0].source
    assert "version" in cells[-1].source


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(path):
    cells = [cell for cell in executed(path).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert "Warning" not in "".join(o.get("text", "") for o in outputs(path))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_at_its_shipped_size(path):
    cells = [cell for cell in executed(path, small=False).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_says_how_long_it_takes(path):
    first = nbformat.read(path, as_version=4).cells[0].source
    assert re.search(r"It takes about .* (seconds|minutes?) on two cores", first)


def test_the_first_batch_shows_tables_plots_a_game_and_a_position():
    path = FOLDER / "01-first-batch.ipynb"
    assert pictures(path, "image/png") == 3
    assert pictures(path, "image/svg+xml") == 1
    told = text(path)
    for word in ("balanced", "95 % interval (VP)", "rests on ", "start place", "result: seat 0"):
        assert word in told


def test_the_win_rates_of_games_alone_show_both_games_and_what_hangs_on_assumed_values():
    path = FOLDER / "02-solo-win-rates.ipynb"
    assert pictures(path, "image/png") == 4
    told = text(path)
    solo = ("filler", "solo-A", "solo-B", "empty spaces", "target 45", "rests on ")
    person = ("interval 24% to 63%", "may be as good")
    aaron = (*person, "collector", "lost round", "triple_vp castle", "conclusions that change: ")
    for word in (*solo, *aaron):
        assert word in told


def test_comparing_strategies_shows_leads_needs_and_ratings():
    path = FOLDER / "03-compare-strategies.ipynb"
    assert pictures(path, "image/png") == 7
    told = text(path)
    pair = ("balanced - farmer", "first on", "estate 2011-8", "needed, ", "verdict: ", "rests on ")
    rest = ("exactly 0 by design", "a seat of ", "Bradley-Terry", "Plackett-Luce", "solo-B")
    for word in (*pair, *rest):
        assert word in told


def test_the_position_shows_values_intervals_and_two_explorers():
    path = FOLDER / "06-explore-a-position.ipynb"
    assert pictures(path, "image/png") == 1
    assert pictures(path, "image/svg+xml") == 1
    kinds = [set(output.get("data", {})) for output in outputs(path)]
    told = text(path)
    explorers = [k for k, kind in enumerate(kinds) if VIEW in kind and SAVED <= kinds[k + 1]]
    assert len(explorers) == 2
    for word in ("legal actions", "100 of 100 games each", "games each:", "burgundy position 1"):
        assert word in told


def test_scoring_paths_show_sources_winners_and_leaders():
    path = FOLDER / "04-scoring-paths.ipynb"
    assert pictures(path, "image/png") == 9
    told = text(path)
    for word in ("knowledge tiles", "95 % interval", "lead", "odds", "rests on "):
        assert word in told


def test_estate_balance_shows_strength_pairings_seats_people_and_spaces():
    path = FOLDER / "05-estate-balance.ipynb"
    assert pictures(path, "image/png") == 5
    told = text(path)
    for word in ("2011-8", "start place", "BGGSTAT", "pairings differ", "expected", "surely put elsewhere", "rests on "):
        assert word in told


def test_an_own_strategy_is_refused_improved_tuned_and_compared():
    path = FOLDER / "07-write-your-own-strategy.ipynb"
    assert pictures(path, "image/png") == 3
    told = text(path)
    better = ("homely wins more often than immediate", "balanced wins more often than homely")
    for word in ("placer", "did you mean 'silver'?", *better, "def ranked", "games/s", "hirer"):
        assert word in told
