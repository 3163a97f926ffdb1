"""A shell, and two runs to ask about: one with decisions, one without."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgundy_lab.experiments import simulate
from tests.cli.command import SEED, Shell


@pytest.fixture
def shell(capsys) -> Shell:
    return Shell(capsys)


@pytest.fixture(scope="session")
def told(tmp_path_factory) -> Path:
    """A run of five games with their decisions."""
    out = tmp_path_factory.mktemp("runs") / "told"
    simulate(games=5, seed=int(SEED), log="decisions", out=out, progress=False)
    return out


@pytest.fixture(scope="session")
def counted(tmp_path_factory) -> Path:
    """A run of five games without decisions."""
    out = tmp_path_factory.mktemp("runs") / "counted"
    simulate(games=5, seed=int(SEED), out=out, progress=False)
    return out
