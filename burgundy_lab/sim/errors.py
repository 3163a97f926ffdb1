"""Errors that users meet. Each message is one line: the thing, the value, what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def in_one_line(error: BaseException) -> str:
    """Return type and text of an error, whatever the text of a user's own error does."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = "(it cannot say why)"
    return f"{type(error).__name__}: {text}"


class BurgundyError(ValueError):
    """Base of all errors that name a mistake of the caller."""


class UnknownName(BurgundyError):
    """A name that the lab does not have; the message lists the known ones."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        names = list(known)
        close = get_close_matches(str(name), names, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        super().__init__(f"unknown {kind} {name!r}{hint} (known: {', '.join(names)})")


class BadValue(BurgundyError):
    """A value out of its range."""


class IllegalAction(BurgundyError):
    """An action that the position does not allow."""


class BadState(BurgundyError):
    """A position that cannot occur, or a position text that cannot be read."""


class PolicyError(BurgundyError):
    """A strategy that cannot be compiled, raises, or answers with no legal action."""


class RunError(BurgundyError):
    """A run folder that cannot be written or read."""
