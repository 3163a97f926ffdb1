"""Places that mean the same, since equal things lie there: for the spots of actions."""

from __future__ import annotations

from typing import Any


def equal_places(things: Any, place: int) -> list[int]:
    """Return a place among others, then the places that hold an equal thing."""
    return [place, *(p for p, t in enumerate(things) if t == things[place] and p != place)]
