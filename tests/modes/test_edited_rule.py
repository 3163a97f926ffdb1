"""An edited rule takes effect: no compiled code of the old one is used again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import burgundy_lab
from tests.modes.processes import run


@pytest.fixture
def package(tmp_path):
    """A copy of the package that tests may edit; it lies before the real one on the path."""
    folder = tmp_path / "edited"
    ignore = shutil.ignore_patterns("__pycache__")
    source = Path(burgundy_lab.__file__).parent
    shutil.copytree(source, folder / "burgundy_lab", ignore=ignore)
    return folder


def change_data(package: Path, *path: str, value: int) -> None:
    """Change one value of the board game's rule data."""
    file = package / "burgundy_lab" / "sim" / "data" / "board_game.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    node = content
    for key in path:
        node = node[key]
    assert node["value"] != value
    node["value"] = value
    file.write_text(json.dumps(content), encoding="utf-8")


def change_constant(package: Path, name: str, value: int) -> None:
    """Give a constant of tables.py another value, in the last line."""
    file = package / "burgundy_lab" / "sim" / "board" / "tables.py"
    text = file.read_text(encoding="utf-8")
    assert f"\n{name}" in text
    file.write_text(f"{text}\n{name} = {value}\n", encoding="utf-8")


def test_an_edit_of_data_or_source_changes_a_compiled_result(package, tmp_path):
    """The compiled scoring of one state, three times on one cache folder."""

    def score():
        report = run(
            "-m",
            "tests.modes.score_a_state",
            folder=package,
            BURGUNDY_CACHE=str(tmp_path / "cache"),
            BURGUNDY_JIT="1",
        )
        assert report.pop("package") == str(package / "burgundy_lab")
        return report.pop("cache"), report

    caches, scores = zip(*edits_between(package, score), strict=True)
    assert scores[0] == {"vp_left_goods": 3, "vp_left_silver": 5, "vp_left_workers": 4}
    assert scores[1] == {"vp_left_goods": 3, "vp_left_silver": 10, "vp_left_workers": 4}
    assert scores[2] == {"vp_left_goods": 3, "vp_left_silver": 10, "vp_left_workers": 2}
    assert len(set(caches)) == 3


def edits_between(package, score):
    """Yield the score before any edit, after one of the data, after one of the source."""
    yield score()
    change_data(package, "scoring", "leftover_silver", value=2)
    yield score()
    change_constant(package, "WORKERS_PER_VP", 4)
    yield score()


@pytest.mark.slow
def test_an_edit_of_data_or_source_changes_compiled_games(package, tmp_path):
    """Whole games through the compiled loop, four times on one cache folder."""

    def play():
        report = run(
            *("-m", "tests.modes.play_some", "8", "30"),
            folder=package,
            BURGUNDY_CACHE=str(tmp_path / "cache"),
            BURGUNDY_JIT="1",
        )
        assert report["package"] == str(package / "burgundy_lab")
        return report["cache"], report["games"]

    first_cache, first = play()
    again_cache, again = play()
    assert (again_cache, again) == (first_cache, first)
    change_data(package, "scoring", "watchtower", value=6)
    data_cache, after_data = play()
    assert first_watchtowers(after_data) * 2 == first_watchtowers(first) * 3 > 0
    change_constant(package, "TAKE_WORKERS", 3)
    source_cache, after_source = play()
    assert after_source != after_data
    assert len({first_cache, data_cache, source_cache}) == 3


def first_watchtowers(games):
    """Return the VP of watchtowers in all games: random play does not look at points."""
    return sum(
        vp
        for game in games
        for columns in game["columns"]
        for name, vp in columns.items()
        if name.startswith("vp_watchtower")
    )
