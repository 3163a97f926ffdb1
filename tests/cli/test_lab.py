"""`burgundy lab` starts JupyterLab where the notebooks are."""

from __future__ import annotations

import json
import os
import sys

import pytest

from burgundy_lab.cli import lab


@pytest.fixture
def started(monkeypatch):
    """Return the commands that took the place of this process, were it not for the test."""
    found = []
    monkeypatch.setattr(os, "execv", lambda path, command: found.append((path, command)) or 0)
    return found


def test_it_starts_in_the_notebooks_of_the_checkout(shell, started):
    assert shell("lab", "--port", 8899, "--no-browser").error == ""
    ((path, command),) = started
    assert path == sys.executable
    assert command[1:3] == ["-m", "jupyterlab"]
    folder = command[3].removeprefix("--ServerApp.root_dir=")
    assert os.path.exists(os.path.join(folder, "06-explore-a-position.ipynb"))
    assert command[4:] == ["--port=8899", "--no-browser"]


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Have no checkout, but notebooks that came with the package; return where."""
    folder = tmp_path / "share" / "burgundy-lab" / "notebooks"
    folder.mkdir(parents=True)
    (folder / "01-first.ipynb").write_text("{}")
    monkeypatch.setattr(lab, "checkout_folder", lambda: None)
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path) * (name == "data"))
    monkeypatch.chdir(tmp_path)
    return folder


def test_installed_it_starts_here_and_offers_a_copy_of_the_notebooks(
    shell, started, installed, tmp_path
):
    answer = shell("lab")
    assert answer.error.count("\n") == 1
    assert f"starting in {tmp_path}; burgundy lab --copy FOLDER " in answer.error
    assert started[0][1][3:] == [f"--ServerApp.root_dir={tmp_path}"]


def test_a_copy_of_the_notebooks_is_made_and_opened(shell, started, installed, tmp_path):
    assert shell("lab", "--copy", "mine").error == ""
    assert started[0][1][3:] == [f"--ServerApp.root_dir={tmp_path / 'mine'}"]
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["01-first.ipynb"]


def test_in_a_checkout_its_notebooks_are_copied_without_results(shell, started, tmp_path):
    assert shell("lab", "--copy", tmp_path / "mine").error == ""
    copied = {path.name for path in (tmp_path / "mine").iterdir()}
    assert {"06-explore-a-position.ipynb", "mine.py"} <= copied
    assert "results" not in copied


def test_nothing_is_copied_over_a_folder(shell, started, installed, tmp_path):
    answer = shell("lab", "--copy", tmp_path)
    assert (answer.status, started) == (2, [])
    assert answer.error == f"burgundy: --copy {tmp_path} is there already: name a new folder\n"


def test_without_any_notebooks_there_is_nothing_to_copy(shell, started, installed):
    (installed / "01-first.ipynb").unlink()
    answer = shell("lab", "--copy", "mine")
    assert (answer.status, started) == (2, [])
    assert "there are no notebooks to copy" in answer.error


def test_what_follows_two_dashes_goes_to_jupyterlab(shell, started):
    assert shell("lab", "--", "--allow-root", "--ip=0.0.0.0").error == ""
    assert started[0][1][4:] == ["--allow-root", "--ip=0.0.0.0"]


def test_as_json_it_says_what_it_would_start(shell, started):
    answer = json.loads(shell("lab", "--json").out)
    assert answer["command"][3] == f"--ServerApp.root_dir={answer['folder']}"
    assert started == []


def test_an_impossible_port_is_refused(shell, started):
    answer = shell("lab", "--port", 70_000)
    assert (answer.status, started) == (2, [])
    assert answer.error == "burgundy: --port 70000 must be from 0 (any free one) to 65535\n"
