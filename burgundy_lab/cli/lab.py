"""The command lab: JupyterLab where the notebooks are."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
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
    parser.add_argument(
        "--copy", type=Path, metavar="FOLDER", help="start in a new folder with a copy of them"
    )
    parser.add_argument("rest", nargs="*", metavar="-- OPTION", help="more options of JupyterLab")


def checkout_folder() -> Path | None:
    """Return the notebooks of a checkout; none if the package is installed without one."""
    return _with_notebooks(Path(__file__).resolve().parents[2] / "notebooks")


def installed_folder() -> Path | None:
    """Return the notebooks that came with the installed package, which are there to be copied."""
    return _with_notebooks(
        Path(sysconfig.get_path("data")) / "share" / "burgundy-lab" / "notebooks"
    )


def _with_notebooks(folder: Path) -> Path | None:
    return folder if any(folder.glob("*.ipynb")) else None


def copy_notebooks(target: Path) -> Path:
    """Copy the notebooks into a new folder; return its path.

    Raises
    ------
    BadValue
        If the folder is there already, or no notebooks are.
    """
    source = checkout_folder() or installed_folder()
    if source is None:
        raise BadValue("there are no notebooks to copy: they are not in this installation")
    if target.exists():
        raise BadValue(f"--copy {target} is there already: name a new folder")
    skipped = shutil.ignore_patterns("results", ".*", "__pycache__")
    return Path(shutil.copytree(source, target, ignore=skipped)).resolve()


def _lab(options: Any) -> int:
    if options.port is not None and not 0 <= options.port <= HIGHEST_PORT:
        raise BadValue(f"--port {options.port} must be from 0 (any free one) to {HIGHEST_PORT}")
    if options.copy is not None:
        folder = options.copy if options.json else copy_notebooks(options.copy)
    else:
        folder = checkout_folder() or Path.cwd()
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    command += [] if options.port is None else [f"--port={options.port}"]
    command += ["--no-browser"] * options.no_browser + options.rest
    if options.json:  # what would be started
        print_json({"folder": folder, "command": command})
        return 0
    if options.copy is None and checkout_folder() is None:
        print(
            f"starting in {folder}; burgundy lab --copy FOLDER puts a copy of the notebooks into "
            "a new folder and starts there",
            file=sys.stderr,
            flush=True,
        )
    os.execv(command[0], command)  # so that Ctrl-C and the exit status are JupyterLab's own
