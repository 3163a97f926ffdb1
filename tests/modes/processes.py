"""Running a piece of Python in a fresh process with other switches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def run(*arguments: str, folder: Path = ROOT, **switches: str) -> dict[str, Any]:
    """Run Python with these arguments and return the JSON it prints.

    folder: where packages are looked for first. switches: environment, such as BURGUNDY_JIT.
    """
    # ROOT gives the tests; `folder` goes before it, so an edited copy of the package wins.
    path = os.pathsep.join([str(folder), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning", *arguments],
        env={**os.environ, "PYTHONPATH": path, **switches},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report
