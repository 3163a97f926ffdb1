"""Random games for properties: tables drawn by hypothesis, walked through `Position`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from burgundy_lab.sim.board.tables import TILE_NAMES
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import Position
from tests.twins.random_games import SETTINGS

SEEDS = st.integers(0, 2**63 - 1)


@st.composite
def new_games(draw: Any) -> Position:
    """A game at its start: 2 to 4 players, any estates, any settings, any seed."""
    players = draw(st.integers(2, 4))
    estates = st.sampled_from(get_game("board").estates)
    return Position.new(
        players=players,
        estates=draw(st.lists(estates, min_size=players, max_size=players)),
        settings={name: draw(st.sampled_from(values)) for name, values in SETTINGS.items()},
        seed=draw(SEEDS),
    )


@st.composite
def walks(draw: Any) -> tuple[Position, random.Random]:
    """A game at its start, and the lot that decides in it."""
    return draw(new_games()), random.Random(draw(SEEDS))


def choose(position: Position, lot: random.Random) -> int:
    """Choose a legal action; placings three times in four, or games would cover little."""
    actions = list(position.legal_actions)
    placings = [a for a in actions if a // 64 < 15 and a // 64 % 5 in (1, 2, 3)]
    return lot.choice(placings if placings and lot.random() < 0.75 else actions)


def walk(position: Position, lot: random.Random) -> Iterator[tuple[Position, int]]:
    """Yield the position before each decision, and the action that is taken next."""
    while not position.is_over:
        action = choose(position, lot)
        yield position, action
        position.step(action)


def position_at(position: Position, lot: random.Random, share: float) -> Position:
    """Walk to a random point of the game (share: chance to go on at each decision)."""
    for here, _ in walk(position, lot):
        if lot.random() > share:
            return here
    return position


def tiles_of(state: Any) -> Counter[str]:
    """Count every tile that is on the table, with the players, or not drawn yet, by name."""
    seats = slice(0, int(state.seats))
    parts = [state.depot, state.black, state.bag, state.storage[seats], state.estate[seats]]
    found = Counter(np.concatenate([np.ravel(part) for part in parts]).tolist())
    names = Counter({TILE_NAMES[tile]: n for tile, n in found.items() if tile})
    # Castles, mines and ships with a colour back are only counted.
    names += Counter(
        dict(zip(("castle", "mine", "ship"), state.bag_left[:3].tolist(), strict=True))
    )
    return names


def goods_of(state: Any) -> list[int]:
    """Count the goods tiles of each type, wherever they are."""
    on_rounds = np.bincount(state.phase_goods[state.phase_goods >= 0], minlength=6)
    parts = (state.goods, state.sold, state.depot_goods)
    held = sum(np.asarray(part).sum(axis=0) for part in parts)
    return (held + on_rounds + state.goods_supply).tolist()
