"""Ctrl-C while a command is still loading: one line, no traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

PRESSED = """
import signal
import sys


class Finger:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            signal.raise_signal(signal.SIGINT)


signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Finger())
from burgundy_lab.cli import main

sys.exit(main(["strategies"]))
"""


@pytest.mark.parametrize("name", ["burgundy_lab.cli.entry", "numpy", "burgundy_lab.cli.play"])
def test_ctrl_c_while_the_command_loads(name):
    code = PRESSED.format(name=name)
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "burgundy: interrupted\n")
