"""Where compiled code is kept, and how it is kept from doing harm.

The folder is named by a hash of all sources and data files: numba itself looks at one file at a
time and would go on with the old rule after an edit elsewhere. Each file in it begins with a hash
of what follows. A file that is empty, cut or altered counts as missing, so the code is compiled
again and the file replaced. Nothing that is wrong with the folder stops anyone: what cannot be kept
is compiled for this process alone, and `cache_trouble` says why.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from numba import config
from numba.core.caching import FunctionCache, IndexDataCacheFile

PACKAGE = Path(__file__).resolve().parent.parent
OUR_FOLDER = re.compile("[0-9a-f]{16}(-checked)?")
MARK = "burgundy-lab-compiled"  # file that tells our folders from anything else
COMPILED = ("sim", "strategies")
KEEP_CACHES = 6  # cache folders of older sources that are kept
HASH_BYTES = 32  # of SHA-256, before the contents of each file

_troubles: list[str] = []  # why compiled code is not kept, first things first


@cache
def source_hash() -> str:
    """Return a hash of the sources and data that results depend on (16 hex digits).

    Those are the folders with compiled code; an edit of a plot must not compile rules anew.
    """
    digest = hashlib.sha256()
    paths = [path for folder in COMPILED for path in (PACKAGE / folder).rglob("*")]
    for path in sorted(paths):
        if path.suffix in (".py", ".json") and path.is_file():
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_trouble() -> str | None:
    """Return why compiled code is not kept for the next start, or nothing if it is."""
    return _troubles[0] if _troubles else None


@cache
def cache_folder(checked: bool) -> Path:
    """Return the folder of compiled code for these sources, made if need be.

    checked: for code that checks every array index, which is kept apart.
    """
    try:
        root = _cache_root()
        folder = root / f"{source_hash()}{'-checked' * checked}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / MARK).touch()
        os.utime(folder)
        if not os.access(folder, os.W_OK):
            raise PermissionError(0, "it cannot be written", str(folder))
    except (OSError, RuntimeError) as error:
        _troubles.append(_in_words(error))
        return _passing_folder()
    _drop_old_caches(root)
    return folder


def _cache_root() -> Path:
    """Return where all folders of compiled code lie; an empty variable counts as none."""
    own = os.environ.get("BURGUNDY_CACHE")
    if own:
        return Path(own).expanduser()  # RuntimeError if there is no such home
    home = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification has relative paths ignored.
    base = Path(home) if Path(home).is_absolute() else Path("~/.cache").expanduser()
    return base / "burgundy-lab"


def _in_words(error: OSError | RuntimeError) -> str:
    if not isinstance(error, OSError):
        own = os.environ.get("BURGUNDY_CACHE")
        named = f"BURGUNDY_CACHE={own} names no home folder" if own else "there is no home folder"
        return f"{named}; set BURGUNDY_CACHE to a folder"
    return f"{error.filename}: {error.strerror}"


def _passing_folder() -> Path:
    """Return a folder for this process alone."""
    passing = Path(tempfile.mkdtemp(prefix="burgundy-lab-"))
    atexit.register(shutil.rmtree, passing, ignore_errors=True)
    return passing


def _drop_old_caches(root: Path) -> None:
    """Keep the newest cache folders of the root; only folders this file made are touched."""
    ours = []
    for path in root.iterdir():
        if OUR_FOLDER.fullmatch(path.name) and (path / MARK).exists():
            try:
                ours.append((path.stat().st_mtime, path))
            except OSError:  # another process drops it at this moment
                continue
    for _, old in sorted(ours, reverse=True)[KEEP_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


class CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """The files of one function: an index, and one with code for each signature."""

    def _load_index(self) -> dict[Any, str]:
        try:
            version, stamp, overloads = self._read(self._index_path)
        except (OSError, ValueError):
            return {}
        fresh = (version, stamp) == (self._version, self._source_stamp)
        return dict(overloads) if fresh else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        try:
            return self._read(self._data_path(name))
        except ValueError as error:
            raise FileNotFoundError(name) from error  # `load` then knows no such entry

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _read(self, path: str) -> Any:
        """Return what a file holds; ValueError if its hash is not that of its contents."""
        content = Path(path).read_bytes()
        digest, data = content[:HASH_BYTES], content[HASH_BYTES:]
        if hashlib.sha256(data).digest() != digest:
            raise ValueError(path)
        return pickle.loads(data)

    def _write(self, path: str, held: Any) -> None:
        data = self._dump(held)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(data).digest())
            file.write(data)


class CheckedCache(FunctionCache):  # type: ignore[misc]
    """numba's cache of one function in a folder of ours, whose files are checked."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        # numba's setting is left alone for others.
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            super().__init__(function)
        finally:
            config.CACHE_DIR = before
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file: Any = CheckedFiles(self._cache_path, self._impl.filename_base, stamp)

    def holds_code(self) -> bool:
        """Tell whether there is code of some signature, so that loading takes no time."""
        names = self._cache_file._load_index().values()
        return any(Path(self._cache_path, name).exists() for name in names)

    @contextmanager
    def _guard_against_spurious_io_errors(self) -> Iterator[None]:
        """Go on without the cache where it cannot be read or written, such as on a full disk."""
        try:
            yield
        except OSError as error:
            why = f"{self._cache_path}: {error.strerror}"
            if why not in _troubles:
                _troubles.append(why)


def keep_compiled(dispatcher: Any, function: Callable[..., Any], checked: bool) -> Any:
    """Have numba keep the code of a function on disk, if it can be; return the dispatcher."""
    try:
        dispatcher._cache = CheckedCache(function, cache_folder(checked))
    except (OSError, RuntimeError) as error:  # no folder at all, not even a passing one
        _troubles.append(str(error))
    return dispatcher
