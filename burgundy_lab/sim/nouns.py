"""Numbers with their nouns, for texts that people read."""

from __future__ import annotations

from collections.abc import Sequence


def number_of(n: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 worker", "2 workers"; many: a plural other than with s."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def listed(parts: Sequence[str], nothing: str = "nothing") -> str:
    """Return parts as a list in words: "2 Silverlings and 1 worker"."""
    if not parts:
        return nothing
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else parts[0]
