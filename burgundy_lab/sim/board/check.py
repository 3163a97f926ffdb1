"""Everything that can be wrong with a position, and the sets that follow from its facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from burgundy_lab.sim.board.check_questions import check_questions
from burgundy_lab.sim.board.estates import (
    CENTRE,
    COLOUR,
    ESTATES,
    HEXES,
    NEIGHBOURS,
    REGION_AT,
    REGION_OF,
    SPACE_KIND,
)
from burgundy_lab.sim.board.scoring import FINAL_SOURCES, NOBODY, final_vp
from burgundy_lab.sim.board.state import (
    DEEPEST,
    OWNER_CHOOSES,
    Q_PAYMENT,
    Q_START_CASTLE,
    STATE,
)
from burgundy_lab.sim.board.tables import (
    BAG_FIRST,
    BAG_SIZE,
    BLACK,
    BLACK_DEPOT,
    BLACK_SLOTS,
    BLACK_TILE,
    BUILDING,
    CASTLE,
    DEPOT_KIND,
    DEPOTS,
    DRAWN_BACKS,
    FIRST_BUILDING,
    GOODS,
    GOODS_EACH,
    GOODS_NAMES,
    GOODS_SPACES,
    INVENTORY,
    KIND_NAMES,
    KINDS,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    NO_TILE,
    PHASES,
    PLACES,
    ROUNDS,
    SLOTS,
    TILE_COUNT,
    TILE_KIND,
    TILE_NAMES,
    TILES,
    TRACK_SPACES,
)
from burgundy_lab.sim.facts import load

MOST_POINTS = 999  # far above what a game can bring
DERIVED_FIELDS = ("covered", "frontier", "city_has", "offered", "knowledge", "points")


def derive(state: Any) -> None:
    """Make the derived fields anew from the facts of the position, if those are in range."""
    if any(_ranges(state)):
        return  # `check` says what is out of range
    state.offered = sum(1 << slot for slot in range(SLOTS) if state.depot[slot] != NO_TILE)
    for seat in range(state.seats):
        derive_estate(state, seat)
        points = int(state.gained[seat].sum())
        if state.over:
            points += sum(int(final_vp(state, seat, s)) for s in range(FINAL_SOURCES))
        state.points[seat] = points


def derive_estate(state: Any, seat: int) -> None:
    """Make the sets of a seat's estate anew."""
    row = int(state.board[seat])
    tiles = [int(tile) for tile in state.estate[seat]]
    covered = sum(1 << h for h in range(HEXES) if tiles[h] != NO_TILE)
    near = 0
    for h in range(HEXES):
        near |= int(NEIGHBOURS[row, h]) if tiles[h] != NO_TILE else 0
    state.covered[seat] = covered
    state.frontier[seat] = near & ~covered
    state.city_has[seat] = 0
    state.knowledge[seat] = 0
    for h, tile in enumerate(tiles):
        if TILE_KIND[tile] == BUILDING:
            state.city_has[seat, tile - FIRST_BUILDING] |= int(REGION_AT[row, h])
        elif TILE_KIND[tile] == KNOWLEDGE:
            state.knowledge[seat] |= 1 << (tile - KNOWLEDGE_BASE)


def check(state: Any) -> list[str]:
    """Return everything wrong with a position, one line each; empty if nothing is."""
    wrong = list(_ranges(state))
    if wrong:  # the other checks index tables with these values
        return wrong
    parts = (check_questions, tiles, _goods, _estates, _table, _turn)
    wrong = [line for part in parts for line in part(state)]
    return [*wrong, *kept(state, derive, DERIVED_FIELDS)]


def _ranges(state: Any) -> Iterator[str]:
    if not 2 <= state.seats <= 4:
        yield f"seats is {state.seats}, must be 2 to 4"
        return
    if state.event_no == 0:
        yield "the game is not set up"
        return
    seats = range(state.seats)
    yield from range_of("phase_no", [state.phase_no], 0, PHASES - 1)
    yield from range_of("round_no", [state.round_no], 0, ROUNDS - 1)
    yield from range_of("turn_no", [state.turn_no], 0, state.seats)
    yield from range_of("seat", [state.seat], 0, state.seats - 1)
    yield from range_of("asked", [state.asked], 0, DEEPEST)
    yield from range_of("question", state.question, 0, Q_PAYMENT)
    yield from range_of("dice_left", [state.dice_left], 0, 3)
    yield from range_of("over", [state.over], 0, 1)
    yield from range_of("bought", [state.bought], 0, 1)
    yield from range_of("depot", state.depot, 0, TILES - 1)
    yield from range_of("black", state.black, 0, TILES - 1)
    yield from range_of("bag", state.bag, 0, TILES - 1)
    yield from range_of("white", [state.white], 0, DEPOTS)
    yield from range_of("phase_goods", state.phase_goods, -1, GOODS - 1)
    yield from range_of("bonus_owner", state.bonus_owner, NOBODY, state.seats - 1)
    yield from range_of("gained", state.gained, 0, MOST_POINTS)
    yield from range_of("tally", state.tally, 0, MOST_POINTS)
    yield from range_of("removed", [state.removed], 0, TILE_COUNT)
    for setting in load("board_settings")["settings"]:
        if setting["name"] in (STATE.names or ()):
            most = len(setting["choices"]) - 1
            yield from range_of(setting["name"], [state[setting["name"]]], 0, most)
    for name, low, high in (
        ("silver", 0, MOST_POINTS),
        ("workers", 0, MOST_POINTS),
        ("board", 0, ESTATES - 1),
        ("track", 0, TRACK_SPACES - 1),
        ("height", 0, state.seats - 1),
        ("order", 0, state.seats - 1),
        ("first_order", 0, state.seats - 1),
        ("start_space", OWNER_CHOOSES, HEXES - 1),
        ("storage", 0, TILES - 1),
        ("goods", 0, GOODS_EACH),
        ("sold", 0, GOODS_EACH),
        ("dice", 0, 6),
        ("estate", 0, TILES - 1),
    ):
        for seat in seats:
            yield from range_of(f"{name} of seat {seat}", state[name][seat], low, high)


def range_of(name: str, values: Any, low: int, high: int) -> Iterator[str]:
    """Yield the values of a field that are out of range."""
    for value in np.asarray(values).ravel().tolist():
        if not low <= value <= high:
            yield f"{name} has {value}, must be {low} to {high}"


def _tiles_in_play(state: Any) -> Counter[int]:
    seats = slice(0, int(state.seats))
    found = Counter(int(t) for t in state.depot) + Counter(int(t) for t in state.black)
    found += Counter(int(t) for t in state.storage[seats].flat)
    found += Counter(int(t) for t in state.estate[seats].flat)
    for back in DRAWN_BACKS:
        found += _bag(state, back)
    for back in range(3):
        found[back + 1] += int(state.bag_left[back])
    del found[NO_TILE]
    return found


def _bag(state: Any, back: int) -> Counter[int]:
    first, left = int(BAG_FIRST[back]), int(state.bag_left[back])
    return Counter(int(tile) for tile in state.bag[first : first + left])


def tiles(state: Any) -> Iterator[str]:
    """Yield what is wrong with the tiles: how many there are, and where they lie."""
    for back, left in enumerate(state.bag_left):
        if not 0 <= left <= BAG_SIZE[back]:
            name = (*KIND_NAMES, "black-backed")[back]
            yield f"{left} undrawn {name} tiles, must be 0 to {BAG_SIZE[back]}"
            return
    for back in DRAWN_BACKS:
        for tile, n in _bag(state, back).items():
            if n > INVENTORY[back, tile]:
                name = (*KIND_NAMES, "black")[back]
                yield f"{n} {TILE_NAMES[tile]} among the undrawn tiles with {name} backs"
    found = _tiles_in_play(state)
    total = found.total() + int(state.removed)
    if total != TILE_COUNT:
        yield f"{total} tiles in all, removed ones included; the game has {TILE_COUNT}"
    del found[BLACK_TILE]  # what lies black side up may be any tile
    for tile, n in sorted(found.items()):
        if n > INVENTORY[:, tile].sum():
            yield f"{n} tiles of {TILE_NAMES[tile]}; the game has {INVENTORY[:, tile].sum()}"
    for slot in range(SLOTS):
        tile, kind = int(state.depot[slot]), int(DEPOT_KIND[state.seats, state.phase_no, slot])
        if tile != NO_TILE and TILE_KIND[tile] != kind:
            name = KIND_NAMES[kind] if kind >= 0 else "no"
            yield f"{TILE_NAMES[tile]} on a {name} space of depot {slot // PLACES + 1}"
    for place in range(int(BLACK_DEPOT[state.seats]), BLACK_SLOTS):
        if state.black[place] != NO_TILE:
            yield f"space {place} of the black depot is not used by {state.seats} players"
    drawn_by_now = BAG_SIZE[BLACK] - BLACK_DEPOT[state.seats] * (state.phase_no + 1)
    if state.bag_left[BLACK] != drawn_by_now:
        yield f"{state.bag_left[BLACK]} undrawn black-backed tiles, must be {drawn_by_now} by now"


def _goods(state: Any) -> Iterator[str]:
    laid = state.phase_goods[state.phase_goods >= 0]
    for g in range(GOODS):
        n = int(state.goods_supply[g] + state.depot_goods[:, g].sum() + (laid == g).sum())
        n += int(state.goods[:, g].sum() + state.sold[:, g].sum())
        if n != GOODS_EACH or state.goods_supply[g] < 0 or state.depot_goods[:, g].min() < 0:
            yield f"{n} goods of {GOODS_NAMES[g]}; the game has {GOODS_EACH}"
    for seat in range(state.seats):
        types = int((state.goods[seat] > 0).sum())
        if types > GOODS_SPACES:
            yield f"seat {seat} stores {types} goods types; there are {GOODS_SPACES} spaces"


def _estates(state: Any) -> Iterator[str]:
    for seat in range(state.seats):
        row, tiles = int(state.board[seat]), state.estate[seat]
        placed = [h for h in range(HEXES) if tiles[h] != NO_TILE]
        for h in placed:
            if TILE_KIND[tiles[h]] != SPACE_KIND[row, h]:
                space = KIND_NAMES[SPACE_KIND[row, h]]
                yield f"seat {seat}: {TILE_NAMES[tiles[h]]} on the {space} space {h}"
        yield from _start_castle(state, seat, placed)
        yield from connection(seat, row, placed, int(state.start_space[seat]))
        if not int(state.knowledge[seat]) >> 1 & 1:
            yield from cities(seat, row, tiles)


def _choosing_castles(state: Any) -> bool:
    return bool(state.asked and state.question[0] == Q_START_CASTLE)


def _start_castle(state: Any, seat: int, placed: list[int]) -> Iterator[str]:
    start, row = int(state.start_space[seat]), int(state.board[seat])
    if start == OWNER_CHOOSES and _choosing_castles(state) and not placed:
        return
    if start not in placed or SPACE_KIND[row, start] != CASTLE:
        spaces = [h for h in range(HEXES) if int(COLOUR[row, CASTLE]) >> h & 1]
        yield f"seat {seat}: no start castle on space {start} (castle spaces: {spaces})"


def connection(seat: int, row: int, placed: list[int], start: int) -> Iterator[str]:
    """Yield the spaces whose tiles no chain of neighbours joins to the start castle."""
    joined, edge = set(), {start if start in placed else CENTRE}
    while edge:
        joined |= edge
        edge = {
            h
            for h in placed
            if h not in joined and any(int(NEIGHBOURS[row, h]) >> j & 1 for j in joined)
        }
    apart = sorted(set(placed) - joined)
    if apart:
        yield f"seat {seat}: the tiles on spaces {apart} do not touch the others"


def cities(seat: int, row: int, tiles: Any) -> Iterator[str]:
    """Yield buildings that stand more than once in a city."""
    found = Counter(
        (int(REGION_OF[row, h]), int(tiles[h]))
        for h in range(HEXES)
        if TILE_KIND[tiles[h]] == BUILDING
    )
    for (_, tile), n in found.items():
        if n > 1:
            yield f"seat {seat}: {n} times {TILE_NAMES[tile]} in one city without knowledge tile 1"


def _table(state: Any) -> Iterator[str]:
    seats = int(state.seats)
    for name in ("order", "first_order"):
        if sorted(int(s) for s in state[name][:seats]) != list(range(seats)):
            yield f"{name} is {[int(s) for s in state[name][:seats]]}, must have each seat once"
    for p in range(seats):  # a stack only gets as high as seats have come that far
        most = sum(int(space >= state.track[p]) for space in state.track[:seats]) - 1
        if state.height[p] > most:
            yield f"height of seat {p} is {state.height[p]}, can be {most} at most there"
    places = [(int(state.track[p]), int(state.height[p])) for p in range(seats)]
    if len(set(places)) != seats:
        yield f"two seats on one place of the turn order track: {places}"
    for kind in range(KINDS):
        large, small = (int(owner) for owner in state.bonus_owner[kind])
        if not (NOBODY <= large < seats and NOBODY <= small < seats):
            yield f"bonus tiles of {KIND_NAMES[kind]} are owned by {large} and {small}"
        for owner in (large, small):
            if 0 <= owner < seats:
                colour = int(COLOUR[state.board[owner], kind])
                tiles = sum(1 << h for h in range(HEXES) if state.estate[owner, h] != NO_TILE)
                if tiles & colour != colour:
                    yield f"seat {owner} has a bonus tile of {KIND_NAMES[kind]} without covering it"
        if (large == NOBODY and small != NOBODY) or large == small != NOBODY:
            yield f"bonus tiles of {KIND_NAMES[kind]} are owned by {large} and {small}"


def _turn(state: Any) -> Iterator[str]:
    """Compare turn, dice, round spaces and chance events with phase and round."""
    seats, choosing = int(state.seats), _choosing_castles(state)
    yield from clock(state, choosing)
    if state.over:
        return
    if choosing:
        yield from _set_up(state)
    elif state.dice[:seats].min() < 1:
        yield "dice are not rolled"
    if state.turn_no >= seats:
        yield f"turn_no is {state.turn_no}, must be 0 to {seats - 1}"
    elif state.order[state.turn_no] != state.seat:
        turn = state.order[state.turn_no]
        yield f"seat {state.seat} is to move, but it is the turn of seat {turn}"


def clock(state: Any, choosing: bool) -> Iterator[str]:
    """Compare round spaces and chance events with phase and round. choosing: whether a start
    castle is yet to be laid.
    """
    phase, rounds = int(state.phase_no), int(state.round_no)
    events = 2 if choosing else phase + 2 + phase * ROUNDS + rounds + 1
    if state.event_no != events:
        yield f"event_no is {state.event_no}, must be {events} by now"
    laid = 0 if choosing else rounds + 1
    if [int(g) < 0 for g in state.phase_goods] != [r < laid for r in range(ROUNDS)]:
        yield f"the goods of the first {laid} round spaces are laid, the others are not"


def _set_up(state: Any) -> Iterator[str]:
    """Look at a position before the first round, in which start castles are laid."""
    if state.phase_no or state.round_no:
        yield f"a start castle is asked for in phase {state.phase_no}, round {state.round_no}"
    seats = int(state.seats)
    tiles = [int((state.estate[seat] != NO_TILE).sum()) for seat in range(seats)]
    if max(tiles) > 1:
        yield f"the seats have {tiles} tiles on their estates before the first round"
    if [int(seat) for seat in state.order[:seats] if not tiles[seat]][:1] != [state.seat]:
        yield f"seat {state.seat} is not the next one to lay a start castle"


def kept(state: Any, derive: Callable[[Any], None], derived_fields: Sequence[str]) -> Iterator[str]:
    """Compare the fields kept for speed with the facts they follow from."""
    again = state.copy()
    derive(again)
    for name in derived_fields:
        old, new = state[name], again[name]
        if not (old == new).all():
            yield f"{name} is kept as {old.tolist()}, the position gives {new.tolist()}"
