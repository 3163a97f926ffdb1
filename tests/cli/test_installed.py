"""The module as a user runs it: in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys

COMMAND = (sys.executable, "-m", "burgundy_lab.cli")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run((*COMMAND, *words), capture_output=True, text=True, check=False)


def test_it_plays_and_answers():
    done = run("simulate", "--strategies", "uniform", "--games", "3", "--seed", "7", "--json")
    assert (done.returncode, json.loads(done.stdout)["status"]) == (0, "complete")


def test_a_mistake_is_one_line_and_status_2():
    done = run("simulate", "--strategies", "unifrom", "--games", "3", "--seed", "7")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def test_a_reader_that_stops_reading_is_no_mistake(told):
    words = (*COMMAND, "rules", "--all", "--json")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
