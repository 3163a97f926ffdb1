"""Everything that can be wrong with a Solo position, and the fields that follow from others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from burgundy_lab.sim.board.check import (
    MOST_POINTS,
    cities,
    connection,
    derive_estate,
    kept,
    range_of,
    tiles,
)
from burgundy_lab.sim.board.estates import FIRST_SIDE, HEXES, ROWS, SPACE_KIND
from burgundy_lab.sim.board.state import OWNER_CHOOSES, Q_START_CASTLE
from burgundy_lab.sim.board.tables import (
    BLACK_TILE,
    CASTLE,
    DEPOTS,
    GOODS,
    GOODS_EACH,
    GOODS_NAMES,
    KIND_NAMES,
    NO_TILE,
    PHASES,
    SLOTS,
    TILE_CASTLE,
    TILE_KIND,
    TILE_NAMES,
    TILES,
)
from burgundy_lab.sim.board.tables import ROUNDS as ROUNDS_OF_A_PHASE
from burgundy_lab.sim.solo.state import (
    DEEPEST,
    Q_GIVE_GOODS,
    START_ON_CASTLE,
    TARGET_FLOOR,
    TARGET_HARDEST,
)

# Settings as they stand in the state: each has two choices.
TWO_CHOICES = ("edition", "purchase", "start_castle", "gains", "step_order", "colour_tile")
DERIVED_FIELDS = ("covered", "frontier", "city_has", "offered", "knowledge", "points")


def derive(state: Any) -> None:
    """Make the derived fields anew from the facts of the position, if those are in range."""
    if any(_ranges(state)):
        return  # `check` says what is out of range
    state.offered = sum(1 << slot for slot in range(SLOTS) if state.depot[slot] != NO_TILE)
    derive_estate(state, 0)
    state.points[0] = int(state.gained[0].sum())


def check(state: Any) -> list[str]:
    """Return everything wrong with a position, one line each; empty if nothing is."""
    wrong = list(_ranges(state))
    if wrong:  # the other checks index tables with these values
        return wrong
    return [
        *tiles(state),
        *_goods(state),
        *_estate(state),
        *_table(state),
        *kept(state, derive, DERIVED_FIELDS),
    ]


def _ranges(state: Any) -> Iterator[str]:
    if state.seats != 1:
        yield f"seats is {state.seats}, must be 1"
        return
    if state.event_no <= 0:
        yield "the game is not set up"
        return
    for name, low, high in (
        ("phase_no", 0, PHASES - 1),
        ("round_no", 0, ROUNDS_OF_A_PHASE - 1),
        ("seat", 0, 0),
        ("asked", 0, DEEPEST),
        ("question", 0, Q_GIVE_GOODS),
        ("dice_left", 0, 3),
        ("over", 0, 1),
        ("bought", 0, 1),
        ("depot", 0, TILES - 1),
        ("black", 0, TILES - 1),
        ("bag", 0, TILES - 1),
        ("white", 0, DEPOTS),
        ("phase_goods", -1, GOODS - 1),
        ("silver", 0, 999),
        ("workers", 0, 999),
        ("board", FIRST_SIDE, ROWS - 1),
        ("start_space", OWNER_CHOOSES, HEXES - 1),
        ("storage", 0, BLACK_TILE),
        ("estate", 0, BLACK_TILE),
        ("goods", 0, GOODS_EACH),
        ("sold", 0, GOODS_EACH),
        ("goods_removed", 0, GOODS_EACH),
        ("dice", 0, 6),
        ("target", TARGET_FLOOR, TARGET_HARDEST),
        ("counter", 0, TARGET_HARDEST),
        ("resets", 0, MOST_POINTS),
        ("gained", 0, MOST_POINTS),
        ("tally", 0, MOST_POINTS),
        *((setting, 0, 1) for setting in TWO_CHOICES),
    ):
        yield from range_of(name, state[name], low, high)


def _goods(state: Any) -> Iterator[str]:
    laid = state.phase_goods[state.phase_goods >= 0]
    for g in range(GOODS):
        n = int(state.goods_supply[g] + state.depot_goods[:, g].sum() + (laid == g).sum())
        n += int(state.goods[0, g] + state.sold[0, g] + state.goods_removed[g])
        if n != GOODS_EACH or state.goods_supply[g] < 0 or state.depot_goods[:, g].min() < 0:
            yield f"{n} goods of {GOODS_NAMES[g]}; the game has {GOODS_EACH}"


def _estate(state: Any) -> Iterator[str]:
    row, placed_tiles = int(state.board[0]), state.estate[0]
    start = int(state.start_space[0])
    placed = [h for h in range(HEXES) if placed_tiles[h] != NO_TILE]
    for h in placed:
        tile = int(placed_tiles[h])
        if h != start and tile != BLACK_TILE and TILE_KIND[tile] != SPACE_KIND[row, h]:
            yield f"{TILE_NAMES[tile]} on the {KIND_NAMES[SPACE_KIND[row, h]]} space {h}"
    if not (start == OWNER_CHOOSES and _is_choosing(state) and not placed):
        on_castle = start >= 0 and SPACE_KIND[row, start] == CASTLE
        if placed_tiles[start] != TILE_CASTLE or start < 0:
            yield f"no start castle on space {start}"
        elif not on_castle and state.start_castle == START_ON_CASTLE:
            yield f"the start castle lies on space {start}, which is no castle space"
    yield from connection(0, row, placed, start)
    if not int(state.knowledge[0]) >> 1 & 1:
        yield from cities(0, row, placed_tiles)


def _is_choosing(state: Any) -> bool:
    return bool(state.asked == 1 and state.question[0] == Q_START_CASTLE)


def _table(state: Any) -> Iterator[str]:
    if state.counter >= state.target:
        yield f"the VP counter is on {state.counter}, not below the target {state.target}"
    left = int((state.phase_goods >= 0).sum())
    expected = ROUNDS_OF_A_PHASE - 1 - int(state.round_no) + _is_choosing(state)
    if left != expected:
        yield f"{left} goods on the round spaces, must be {expected}"
    if not _is_choosing(state) and state.dice.min() < 1:
        yield "dice are not rolled"
    full = all(tile != NO_TILE for tile in state.estate[0])
    if full and not state.over:
        yield "all spaces have a tile, but the game goes on"
