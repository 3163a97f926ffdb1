"""Random games of the card game for tests, played by the compiled loop or step by step."""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from burgundy_lab.sim import jit
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rollout import Loop
from burgundy_lab.strategies import get_strategy

KINDS = (("cards", 2), ("cards", 3), ("cards", 4), ("cards-solo", 1))


def random_settings(game: str, lot: random.Random) -> dict[str, str]:
    return {s.name: lot.choice(list(s.choices)) for s in get_game(game).settings}


def new(game: str, players: int, seed: int) -> Position:
    """Return a game at its start, with settings and a table of values by lot."""
    lot = random.Random(seed)
    return Position.new(
        game,
        players=players,
        estates=(),
        settings=random_settings(game, lot),
        values=lot.choice(("low", "default", "high")),
        seed=seed,
    )


def choose(position: Position, lot: random.Random) -> int:
    """Choose any action; placings three times in four, or few triples would come up."""
    actions = list(position.legal_actions)
    placings = [a for a in actions if a < 64 * 18 and a // 64 % 3 == 1]
    buys = [a for a in actions if a == 64 * 18]
    wanted = placings + buys
    return lot.choice(wanted if wanted and lot.random() < 0.75 else actions)


def walk(position: Position, seed: int) -> Iterator[tuple[Position, int]]:
    lot = random.Random(seed)
    while not position.is_over:
        action = choose(position, lot)
        yield position, action
        position.step(action)


BLOCK = 20  # games in a row with one drawing of settings


def play_many(game: str, players: int, games: int, seed: int, strategy: str = "uniform") -> Any:
    """Play games in the loop one by one; yield rows of columns by seat, the last state, actions."""
    rules = get_game(game)
    made = get_strategy(game, strategy)
    rows = np.zeros((players, 1 + len(rules.columns)), "i4")
    actions = np.zeros((4000, 2), "i2")
    for number in range(games):
        if number % BLOCK == 0:
            lot = random.Random(f"{seed}/{number}")
            blank = rules.configure(players, (), random_settings(game, lot))
            loop = Loop(rules, blank, [made.compiled] * players, [made.weights] * players, seed)
        _, logged = loop.play(number, 1, rows, actions)
        yield rows[:, 1:].copy(), loop.states[0], actions[:logged, 1].tolist()


def hash_of(state: Any) -> str:
    digest = hashlib.sha256()
    for name in state.dtype.names:
        digest.update(name.encode() + state[name].tobytes())
    return digest.hexdigest()


def report(seed: int, number: int) -> list[Any]:
    return [
        [rows.tolist(), hash_of(state), actions]
        for game, players in KINDS
        for rows, state, actions in play_many(game, players, number, seed)
    ]


if __name__ == "__main__":
    found = {"jit": jit.JIT, "games": report(int(sys.argv[1]), int(sys.argv[2]))}
    print(json.dumps(found))
