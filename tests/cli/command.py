"""Running a command of the shell in this process."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from burgundy_lab.cli import main

SEED = "7"


@dataclass(frozen=True)
class Answer:
    """What a command left behind."""

    status: int
    out: str
    error: str


class Shell:
    """The command `burgundy`."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: object) -> Answer:
        """Run a command; argparse leaves by SystemExit."""
        self.capsys.readouterr()
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:
            status = int(end.code or 0)
        out, error = self.capsys.readouterr()
        return Answer(status, out, error)

    def simulate(self, *words: object, **options: object) -> Answer:
        """Play a few games of uniform on the seed of these tests; None leaves an option out."""
        asked = {"strategies": "uniform", "games": 5, "seed": SEED, **options}
        given = [f"--{k.replace('_', '-')}={v}" for k, v in asked.items() if v is not None]
        return self("simulate", *given, "--quiet", *words)
