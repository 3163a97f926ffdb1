"""Where VP come from, step by step: read from a game's contract, never from its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from burgundy_lab.sim.contract import Game
from burgundy_lab.sim.errors import UnknownName

FINAL = "end"  # name of the step of the final scoring
PLAY = "play"  # name of the only step before it, for a game without phases
# Sources that share their first word are one group; a group of these words reads better so.
GROUP_WORDS = {"knowledge": "knowledge tiles", "left": "left over"}


@dataclass(frozen=True)
class Step:
    """One step of a game's scoring: a phase, or the final scoring."""

    name: str
    columns: Mapping[str, tuple[str, ...]]  # group of sources -> its columns of the log


def scoring_steps(game: Game) -> tuple[Step, ...]:
    """Return the phases of a game and its final scoring, with the columns of VP of each.

    Groups come in the game's order of sources: each source of play is one; sources of the
    final scoring that share their first word ("knowledge_15", "knowledge_16") are one.
    """
    if game.phases:
        played = [
            Step(phase, {_words(s): (f"vp_{s}_{phase.lower()}",) for s in game.sources})
            for phase in game.phases
        ]
    else:
        played = [Step(PLAY, {_words(s): (f"vp_{s}",) for s in game.sources})]
    final: dict[str, tuple[str, ...]] = {}
    for source, group in _end_groups(game.end_sources).items():
        final[group] = (*final.get(group, ()), f"vp_{source}")
    return (*played, Step(FINAL, final))


def source_groups(steps: Iterable[Step]) -> tuple[str, ...]:
    """Return the groups of sources that any of the steps has, in order."""
    return tuple(dict.fromkeys(group for step in steps for group in step.columns))


def steps_until(steps: Sequence[Step], name: str) -> tuple[Step, ...]:
    """Return the steps up to the one of that name.

    Raises
    ------
    UnknownName
        If there is no such step.
    """
    names = [step.name for step in steps]
    if name not in names:
        raise UnknownName("step of the scoring", name, names)
    return tuple(steps[: names.index(name) + 1])


def group_vp(steps: Iterable[Step]) -> dict[str, pl.Expr]:
    """Return the VP that a row gains in these steps from each group of sources."""
    columns: dict[str, list[str]] = {}
    for step in steps:
        for group, names in step.columns.items():
            columns.setdefault(group, []).extend(names)
    return {
        group: pl.sum_horizontal(pl.col(name).cast(pl.Float64) for name in names)
        for group, names in columns.items()
    }


def _end_groups(sources: Iterable[str]) -> dict[str, str]:
    names = tuple(sources)
    stems = {name: name.partition("_")[0] for name in names}
    sharing = Counter(stems.values())
    return {
        name: GROUP_WORDS.get(stem, stem) if sharing[stem] > 1 else _words(name)
        for name, stem in stems.items()
    }


def _words(name: str) -> str:
    return name.replace("_", " ")
