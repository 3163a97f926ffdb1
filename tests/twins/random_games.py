"""Random games for tests: tables of all kinds, played by the compiled loop, decisions logged.

Game n of a seed is always the same game: its table is drawn by `random.Random`, its play by
the streams of the lab.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from burgundy_lab.sim.board.state import (
    ANY_NUMBER,
    STORAGE,
    W_BUY,
    W_PLACE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.legal import kth_action, number_of_actions
from burgundy_lab.sim.rng import draw
from burgundy_lab.sim.rollout import Loop
from burgundy_lab.sim.sets import count, pick
from burgundy_lab.strategies import Policy, get_strategy

SETTINGS = {
    "edition": ("2011", "2019"),
    "tie_break": ("fewest_empty", "most_empty", "shared"),
    "tie_order": ("last_round", "track"),
    "purchase": ("between_actions", "during_actions"),
    "start_castle": ("standard", "choose"),
    "second_depot": ("together", "in_turn"),
}
MOST_DECISIONS = 4000


def eager(state, legal, rng, weights):
    """Place or buy at random three times in four where that is possible, else do anything.

    Random play covers few spaces; this fills estates, so that regions, colours, chains of
    effects and knowledge tiles come up in every game.
    """
    if draw(rng, 4) > 0:
        n = 0
        for d in range(ANY_NUMBER + 1):
            for k in range(STORAGE):
                n += count(legal[WORDS_PER_DIE * d + W_PLACE + k])
        n += count(legal[W_BUY])
        if n > 0:
            k = draw(rng, n)
            for word in range(W_BUY + 1):
                what = word % WORDS_PER_DIE
                if word == W_BUY or (W_PLACE <= what < W_PLACE + STORAGE):
                    here = count(legal[word])
                    if k < here:
                        return 64 * word + pick(legal[word], k)
                    k -= here
    return kth_action(legal, draw(rng, number_of_actions(legal)))


@cache
def players_of_tests() -> tuple[Any, Any]:
    """Return the compiled policies of the tests: uniform, eager. Neither is registered."""
    return (
        get_strategy("board", "uniform").compiled,
        Policy("eager", "board", "for tests", (), eager).compiled,
    )


@dataclass(frozen=True)
class Drawn:
    """A table of a random game: who plays where under which settings."""

    seed: int
    number: int
    seats: int
    estates: tuple[str, ...]
    settings: dict[str, str] = field(hash=False)
    style: int  # 0: all uniform, 1: all eager, 2: in turns

    def blank(self) -> Any:
        """Return the configured state [1]."""
        return get_game("board").configure(self.seats, self.estates, self.settings)

    def policies(self) -> list[Any]:
        """Return a compiled policy for each seat."""
        known = players_of_tests()
        return [known[self.style] if self.style < 2 else known[p % 2] for p in range(self.seats)]


def draw_table(seed: int, number: int) -> Drawn:
    """Draw the table of a game: 2, 3, 4 players in turn; estates and settings at random."""
    lot = random.Random(f"{seed}/{number}")
    game = get_game("board")
    seats = 2 + number % 3
    # Every estate has its turn at seat 0; the others sit at random ones.
    first = game.estates[number // 3 % len(game.estates)]
    others = [lot.choice(game.estates) for _ in range(seats - 1)]
    settings = {name: lot.choice(values) for name, values in SETTINGS.items()}
    return Drawn(seed, number, seats, (first, *others), settings, lot.randrange(3))


def play(table: Drawn) -> tuple[list[int], list[dict[str, int]], Any]:
    """Play a game in the compiled loop: its actions, outcome columns by seat, last state [1]."""
    game = get_game("board")
    loop = Loop(game, table.blank(), table.policies(), [[0.0]] * table.seats, table.seed)
    rows = np.zeros((table.seats, 1 + len(game.columns)), "i4")
    actions = np.zeros((MOST_DECISIONS, 2), "i2")
    played, logged = loop.play(table.number, 1, rows, actions)
    assert played == 1 and set(rows[:, 0].tolist()) == {logged}
    names = [column.name for column in game.columns]
    columns = [dict(zip(names, row[1:], strict=True)) for row in rows.tolist()]
    return actions[:logged, 1].tolist(), columns, loop.states
