"""The seal of a part: which games it holds, and a hash of its contents.

A part of a log is a Parquet file. The format allows anything between the last column and the
footer (indexes lie there), and readers go by the footer's offsets; so the seal lies there, and a
part says by itself whether it is whole, unaltered and of this run.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"PAR1"  # ends a Parquet file, after the length of its footer
TAIL = struct.Struct("<I4s")
MARK = b"burgundy-part-1\0"
HEAD = struct.Struct(f"<{len(MARK)}s3q")  # mark, seed, number of the first game, games
DIGEST_BYTES = 32  # of SHA-256
ALTERED = "its contents are not those that were written"


class BadSeal(ValueError):
    """A part whose contents are not those that were written; one line says why."""


@dataclass(frozen=True)
class Seal:
    """What a part says it holds: games first .. first + games - 1 of a seed."""

    seed: int
    first: int
    games: int


def sealed(content: bytes, seal: Seal) -> bytes:
    """Return a Parquet file with a seal in it."""
    at = _footer(content)
    head = HEAD.pack(MARK, seal.seed, seal.first, seal.games)
    digest = _digest(head, content[:at], content[at:])
    return b"".join((content[:at], head, digest, content[at:]))


def read_seal(path: Path) -> Seal | None:
    """Return the seal of a part; None if it has none, as files that others wrote.

    Raises
    ------
    BadSeal
        If the contents are not those that were sealed, or no Parquet file.
    OSError
        If the file cannot be read.
    """
    content = path.read_bytes()
    if not content:
        raise BadSeal("it is empty")
    end = _footer(content)
    body = end - DIGEST_BYTES - HEAD.size
    if body < 0 or content[body : body + len(MARK)] != MARK:
        if MARK in content:  # the length of the footer is not what it was
            raise BadSeal(ALTERED)
        return None
    head, digest = content[body : body + HEAD.size], content[end - DIGEST_BYTES : end]
    if _digest(head, content[:body], content[end:]) != digest:
        raise BadSeal(ALTERED)
    return Seal(*HEAD.unpack(head)[1:])


def _digest(*pieces: bytes) -> bytes:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.digest()


def _footer(content: bytes) -> int:
    """Return where the footer of a Parquet file begins."""
    length, magic = TAIL.unpack(content[-TAIL.size :]) if len(content) >= TAIL.size else (0, b"")
    at: int = len(content) - TAIL.size - length
    if magic != MAGIC or at < len(MAGIC):
        raise BadSeal("it is cut off, or no Parquet file")
    return at
