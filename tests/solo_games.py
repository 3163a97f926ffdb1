"""Random Solo games for tests: sides and settings drawn, played by the compiled loop.

Game n of a seed is always the same game, as in `tests.twins.random_games`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.rollout import Loop
from burgundy_lab.strategies import get_strategy

SETTINGS = {
    "edition": ("2011", "2019"),
    "purchase": ("between_actions", "during_actions"),
    "start_castle": ("castle_space", "any_space"),
    "start_target": tuple(str(target) for target in range(45, 56)),
    "rivers_join_regions": ("no", "yes"),
    "gains": ("together", "split"),
    "step_order": ("player", "fixed"),
    "colour_tile": ("must", "may"),
}
STYLES = ("uniform", "immediate", "filler")


@dataclass(frozen=True)
class Drawn:
    """The table of a random game."""

    seed: int
    number: int
    side: str
    settings: dict[str, str] = field(hash=False)
    style: str

    def blank(self) -> Any:
        """Return the configured state [1]."""
        return get_game("solo").configure(1, (self.side,), self.settings)


def draw_table(seed: int, number: int) -> Drawn:
    """Draw the table of a game: the sides in turn, settings and strategy at random."""
    lot = random.Random(f"solo {seed}/{number}")
    settings = {name: lot.choice(values) for name, values in SETTINGS.items()}
    return Drawn(seed, number, "AB"[number % 2], settings, lot.choice(STYLES))


@cache
def player(style: str) -> tuple[Any, list[float]]:
    """Return a compiled policy and its weights."""
    policy = get_strategy("solo", style)
    return policy.compiled, list(policy.weights)


def play(table: Drawn) -> tuple[list[int], list[dict[str, int]], Any]:
    """Play a game in the compiled loop: its actions, outcome columns, last state [1]."""
    game = get_game("solo")
    policy, weights = player(table.style)
    loop = Loop(game, table.blank(), [policy], [weights], table.seed)
    rows = np.zeros((1, 1 + len(game.columns)), "i4")
    actions = np.zeros((game.most_decisions, 2), "i2")
    played, logged = loop.play(table.number, 1, rows, actions)
    assert played == 1 and rows[0, 0] == logged
    names = [column.name for column in game.columns]
    columns = [dict(zip(names, row[1:], strict=True)) for row in rows.tolist()]
    return actions[:logged, 1].tolist(), columns, loop.states
