"""The command lab: JupyterLab where the notebooks are."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from burgundy_lab.cli.arguments import add_command, whole
from burgundy_lab.printing import print_json
from burgundy_lab.sim.errors import BadValue

HIGHEST_PORT = 65535


def add_commands(commands: Any) -> None:
    """Add the commands of this module."""
    parser = add_command(
        commands, "lab", _lab, "start JupyterLab in the folder of notebooks", "--port 8899",
        game=None,
    )  # fmt: skip
    parser.add_argument("--port", type=whole, help="port of the server (default: JupyterLab's)")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument("rest", nargs="*", metavar="-- OPTION", help="more options of JupyterLab")


def notebook_folder() -> Path | None:
    """Return the notebooks of a checkout; none if the package is installed without them."""
    folder = Path(__file__).resolve().parents[2] / "notebooks"
    return folder if any(folder.glob("*.ipynb")) else None


def _lab(options: Any) -> int:
    if options.port is not None and not 0 <= options.port <= HIGHEST_PORT:
        raise BadValue(f"--port {options.port} must be from 0 (any free one) to {HIGHEST_PORT}")
    folder = notebook_folder()
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder or Path.cwd()}"]
    command += [] if options.port is None else [f"--port={options.port}"]
    command += ["--no-browser"] * options.no_browser + options.rest
    if options.json:  # what would be started
        print_json({"folder": folder or Path.cwd(), "command": command})
        return 0
    if folder is None:
        print(
            "the notebooks come with the sources, not with the installed package: "
            f"starting in {Path.cwd()}",
            file=sys.stderr,
            flush=True,
        )
    os.execv(command[0], command)  # so that Ctrl-C and the exit status are JupyterLab's own
