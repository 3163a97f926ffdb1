"""Compiled code on disk: nothing that is wrong with a file or the folder stops anyone."""

from __future__ import annotations

import errno
import os
import pwd
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from numba import njit

from burgundy_lab.sim import compile_cache
from burgundy_lab.sim.compile_cache import MARK, CheckedCache, CheckedFiles, cache_folder
from burgundy_lab.wording import compiling_line


def doubled(number: int) -> int:
    return 2 * number


def compiled_in(folder: Path) -> Any:
    """Return `doubled` as a new start of Python would find it: compiled, or out of the folder."""
    dispatcher = njit(doubled)
    dispatcher._cache = CheckedCache(doubled, folder)
    assert dispatcher(21) == 42
    return dispatcher


def was_compiled(dispatcher: Any) -> bool:
    return sum(dispatcher._cache_misses.values()) > 0


def files_of(folder: Path, ending: str) -> list[Path]:
    return sorted(folder.rglob(f"*.{ending}"))


def test_code_is_found_again_at_the_next_start(tmp_path: Path) -> None:
    assert was_compiled(compiled_in(tmp_path))
    again = compiled_in(tmp_path)
    assert not was_compiled(again)
    assert again._cache.holds_code()


def flip_a_bit(content: bytes, place: float) -> bytes:
    at = int(place * (len(content) - 1))
    return content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: content + b"x",
        *(lambda content, place=k / 12: flip_a_bit(content, place) for k in range(13)),
    ],
)
def test_a_spoilt_file_is_compiled_again_and_replaced(
    tmp_path: Path, ending: str, spoil: Callable[[bytes], bytes]
) -> None:
    compiled_in(tmp_path)
    (file,) = files_of(tmp_path, ending)
    file.write_bytes(spoil(file.read_bytes()))
    assert was_compiled(compiled_in(tmp_path))
    assert not was_compiled(compiled_in(tmp_path))


def test_a_file_that_is_gone_is_compiled_again(tmp_path: Path) -> None:
    dispatcher = compiled_in(tmp_path)
    files_of(tmp_path, "nbc")[0].unlink()
    assert not dispatcher._cache.holds_code()
    assert was_compiled(compiled_in(tmp_path))


@pytest.fixture
def troubles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The list of troubles, empty for this test."""
    found: list[str] = []
    monkeypatch.setattr(compile_cache, "_troubles", found)
    return found


def test_a_full_disk_is_told_and_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, troubles: list[str]
) -> None:
    @contextmanager
    def full(files: CheckedFiles, path: str) -> Iterator[None]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
        yield

    monkeypatch.setattr(CheckedFiles, "_open_for_write", full)
    assert was_compiled(compiled_in(tmp_path))
    assert len(troubles) == 1
    assert troubles[0].endswith(": No space left on device")
    assert "at every start" in compiling_line("board")


def test_with_a_cache_that_works_the_first_start_compiles_once(troubles: list[str]) -> None:
    assert compiling_line("board") == "compiling for 'board' once, up to about a minute ..."


def made_folder() -> Path:
    """Return the folder that a new start would take."""
    return cache_folder.__wrapped__(False)


def test_an_empty_variable_counts_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, troubles: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURGUNDY_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert made_folder().parent == tmp_path / "home" / ".cache" / "burgundy-lab"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert made_folder().parent == tmp_path / "home" / ".cache" / "burgundy-lab"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert made_folder().parent == tmp_path / "xdg" / "burgundy-lab"
    monkeypatch.setenv("BURGUNDY_CACHE", str(tmp_path / "own"))
    assert made_folder().parent == tmp_path / "own"
    assert (made_folder() / MARK).exists()
    assert troubles == []


def test_without_a_home_code_is_kept_for_the_process_alone(
    monkeypatch: pytest.MonkeyPatch, troubles: list[str]
) -> None:
    def unknown(user: int) -> Any:
        raise KeyError(user)

    for name in ("BURGUNDY_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert made_folder().is_dir()
    assert troubles == ["there is no home folder; set BURGUNDY_CACHE to a folder"]


def test_a_home_of_nobody_is_told(monkeypatch: pytest.MonkeyPatch, troubles: list[str]) -> None:
    monkeypatch.setenv("BURGUNDY_CACHE", "~nosuch/x")
    assert made_folder().is_dir()
    assert troubles == [
        "BURGUNDY_CACHE=~nosuch/x names no home folder; set BURGUNDY_CACHE to a folder"
    ]


def test_a_file_in_the_place_of_the_folder_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, troubles: list[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("BURGUNDY_CACHE", str(tmp_path / "file"))
    assert made_folder().is_dir()
    assert len(troubles) == 1
    assert "Not a directory" in troubles[0]
