"""Arranged Solo positions for rule tests, in the words of `tests.builders`.

Side A, territory by territory (colour letter and die number); rivers join 6-7, 6-19, 19-28,
16-28 and 16-32. The start castle lies on 4 unless a test says otherwise::

    NW  0A6  1B4        NE  7S6  8M5  9B6  10B2     SW     18B2 19S4    SE  24K5 25K3 26K5 27A1
      2G2  3K3  4G2           11B4 12A2 13G4 14K3       20B5 21B4    28S1 29B2 30G4 31A6 32S1
        5M5  6S1                15B6 16S3 17B1      22A1 23K3          33B6 34M5 35B1 36A2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgundy_lab.sim.board.tables import TILE_NAMES
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.solo.state import C_EXCHANGE, C_STEP, W_GIFT, W_VP
from burgundy_lab.sim.solo.text import QUESTIONS, SOLO_TILE_NAMES
from tests.builders import PLACES, Table

SEED = 20181225
REGION, PHASE, COLOUR, EFFECT = range(4)  # steps of a placing
START = 4
UNTIDY = ("tiles in all", "the game has", "undrawn", "do not touch")


def vp(n: int) -> int:
    """Buy so many VP."""
    return 64 * W_VP + n


def gift(black: int, space: int) -> int:
    """Place the tile on a space of the black depot (from 1) for a completed colour."""
    return 64 * (W_GIFT + black - 1) + space


def step(number: int) -> int:
    """Carry out this step of a placing next."""
    return 64 * 16 + C_STEP + number


def exchange(black: int) -> int:
    """Exchange five goods for the tile on a space of the black depot (from 1)."""
    return 64 * 16 + C_EXCHANGE + black - 1


class SoloTable(Table):
    """A Solo position that reads like a table."""

    @property
    def asked(self) -> str:
        """The question that waits; "-" if there is none."""
        return QUESTIONS[self.state.question[self.state.asked - 1] if self.state.asked else 0]

    @property
    def track(self) -> tuple[int, int]:
        """VP counter and target."""
        return int(self.state.counter), int(self.state.target)

    @property
    def storage(self) -> list[str]:
        """The stored tiles, empty spaces left out."""
        return [SOLO_TILE_NAMES[t] for t in self.state.storage[0] if t]

    @property
    def removed_goods(self) -> dict[int, int]:
        """Goods that left the game: tiles by type."""
        return {g: int(n) for g, n in enumerate(self.state.goods_removed, 1) if n}

    @property
    def steps(self) -> set[int]:
        """The steps among which the player may choose."""
        return {n for n in range(4) if self.may(step(n))}


def solo(
    *,
    side: str = "A",
    start: int = START,
    settings: Mapping[str, str] | None = None,
    phase: str = "A",
    round_no: int = 1,
    depots: Mapping[tuple[int, int], str] | None = None,
    black: Sequence[str] = (),
    depot_goods: Mapping[int, Mapping[int, int]] | None = None,
    dice: tuple[int, int] = (1, 2),
    silver: int = 0,
    workers: int = 9,
    counter: int = 0,
    target: int = 50,
    storage: Sequence[str] = (),
    goods: Mapping[int, int] | None = None,
    sold: Mapping[int, int] | None = None,
    estate: Mapping[int, str] | None = None,
) -> SoloTable:
    """Arrange a turn with both dice unused; what is not named is empty. Nine workers, so that
    any number can be made."""
    position = Position.new(
        "solo",
        estates=(side,),
        settings={"start_castle": str(start), **(settings or {})},
        seed=SEED,
    )
    state = position.state
    state.phase_no, state.round_no = "ABCDE".index(phase), round_no - 1
    state.event_no = state.phase_no + 2 + 5 * state.phase_no + round_no
    state.phase_goods[:] = 0
    state.phase_goods[:round_no] = -1
    state.depot[:] = state.black[:] = state.depot_goods[:] = 0
    state.goods[:] = 0
    for (depot, at), tile in (depots or {}).items():
        state.depot[PLACES * (depot - 1) + at - 1] = TILE_NAMES.index(tile)
    state.black[: len(black)] = [TILE_NAMES.index(tile) for tile in black]
    for depot, counts in (depot_goods or {}).items():
        _put(state.depot_goods[depot - 1], counts)
    _put(state.goods[0], goods or {})
    _put(state.sold[0], sold or {})
    state.dice[0], state.silver[0], state.workers[0] = dice, silver, workers
    state.counter, state.target = counter, target
    state.storage[0, : len(storage)] = [SOLO_TILE_NAMES.index(tile) for tile in storage]
    for space, tile in (estate or {}).items():
        state.estate[0, space] = SOLO_TILE_NAMES.index(tile)
    position.game.derive(state)
    wrong = [line for line in position.check() if not any(part in line for part in UNTIDY)]
    assert not wrong, wrong
    return SoloTable(position)


def _put(counts: Any, goods: Mapping[int, int]) -> None:
    for number, n in goods.items():
        counts[number - 1] = n
