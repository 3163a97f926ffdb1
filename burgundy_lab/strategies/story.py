"""What a strategy's docstring tells: its idea, where it comes from, what beats it."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

from burgundy_lab.strategies.policy import Policy

PARTS = re.compile(r"\bIdea: (?P<idea>.+?) Source: (?P<source>.+?) Loses against (?P<loses>.+)")


@dataclass(frozen=True)
class Story:
    """The parts of a docstring, each in one line; None for what it does not tell."""

    play: str | None = None  # what it does
    idea: str | None = None
    source: str | None = None
    loses_against: str | None = None


def story(policy: Policy) -> Story:
    """Return what a strategy's docstring tells; shipped ones tell all."""
    text = inspect.getdoc(policy.function)
    if not text:
        return Story()
    play, _, rest = text.partition("\n\n")
    found = PARTS.search(" ".join(rest.split()))
    if not found:
        return Story(_line(play))
    return Story(_line(play), found["idea"], found["source"], found["loses"])


def _line(text: str) -> str:
    return " ".join(text.split())
