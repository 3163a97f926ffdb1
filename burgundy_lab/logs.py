"""How a run folder is laid out: the names that writers and readers of logs share.

::

    <run>/manifest.json              all that is needed to play the run again
    <run>/games/part-00000.parquet   one part for each block of games
    <run>/decisions/...              the same, if the run logs decisions
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path

from burgundy_lab.sim.errors import BadValue

if sys.platform != "win32":
    import fcntl

FORMAT = 1  # version of the run folder; raised when a reader of the old one would misread it
MANIFEST = "manifest.json"
GAMES, DECISIONS = "games", "decisions"  # subfolders of a run, one for each table
RUN = "run"  # column that names the run of a row, where several are joined
PARTS = "part-*.parquet"  # names of the parts of a table
# Status of a run; one that is being written, or was killed, is at the first.
RUNNING, COMPLETE, INTERRUPTED, FAILED = "running", "complete", "interrupted", "failed"


def part_path(folder: Path, table: str, block: int) -> Path:
    """Return the file of one block's rows of a table."""
    return folder / table / f"part-{block:05d}.parquet"


def _is_name(text: str) -> bool:
    """Tell whether a file system could have a file of this name."""
    try:
        return bool(text.strip()) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a folder while a run is written there, so that others see that it goes on.

    The hold ends with the process at the latest. Where a file system has no locks nothing is
    held.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        if sys.platform != "win32":
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool | None:
    """Tell whether a run is being written in a folder; None if that cannot be known."""
    if sys.platform == "win32":
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return None
    else:
        return False
    finally:
        os.close(descriptor)


def folder_path(name: str, given: str | PathLike[str]) -> Path:
    """Return the folder that a user named; ~ stands for a home.

    Raises
    ------
    BadValue
        If it is no path, or the home of a user whom this machine does not know.
    """
    if not isinstance(given, str | PathLike) or not _is_name(str(given)):
        raise BadValue(f"{name} {given!r} must be the path of a folder")
    path = os.path.expanduser(given)
    user = Path(path).parts[0]
    if user.startswith("~"):
        raise BadValue(
            f"{name} {str(given)!r}: {user} is the home of no user here; "
            f"a folder of that name goes as './{path}'"
        )
    return Path(path)
