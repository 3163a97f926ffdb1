"""Questions about a position, each one sentence of the rulebook. Strategies read these too."""

from __future__ import annotations

from burgundy_lab.sim.board.estates import (
    COLOUR,
    MOST_STEPS,
    REGION_AT,
)
from burgundy_lab.sim.board.state import BUY_DEPOT
from burgundy_lab.sim.board.tables import (
    ALIKE_SLOTS,
    AMOUNT,
    ANIMAL,
    BLACK,
    BLACK_SLOTS,
    BUILDING,
    DEPOTS,
    FIRST_BUILDING,
    GOODS,
    GOODS_SPACES,
    K_DOUBLE_STEP,
    K_FOUR_WORKERS,
    K_FREE_STEP_TAKE,
    K_SAME_BUILDING_TWICE,
    K_WORKER_SILVER,
    MINE,
    NO_TILE,
    ROUNDS,
    SEATS_WITH_ALIKE,
    SHIP,
    STORAGE,
    TAKE_WORKERS,
    TILE_KIND,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import ZERO, bit, count, has


@rule
def owns(state, seat, tile_number):
    """Tell whether the seat has this knowledge tile in its estate. [Knowledge]"""
    return has(state.knowledge[seat], tile_number)


@rule
def amount(state, tile_number):
    """Return the number in a knowledge tile's effect in this edition. [Knowledge]"""
    return AMOUNT[state.edition, tile_number]


@rule
def offered_once(state):
    """Return the depot slots with a tile, of equal tiles in one depot the first. [Taking tiles]"""
    slots = state.offered
    if state.seats < SEATS_WITH_ALIKE:
        return slots
    for pair in range(ALIKE_SLOTS.shape[0]):
        first, second = ALIKE_SLOTS[pair, 0], ALIKE_SLOTS[pair, 1]
        if state.depot[first] == state.depot[second]:
            slots &= ~bit(second)
    return slots


@rule
def black_once(state):
    """Return the spaces of the black depot with a tile, of equal tiles the first. [Purchase]"""
    spaces, seen = ZERO, bit(NO_TILE)
    for place in range(BLACK_SLOTS):
        tile = state.black[place]
        if not has(seen, tile):
            spaces |= bit(place)
            seen |= bit(tile)
    return spaces


@rule
def tile_at(state, source):
    """Return the tile of a source: a space of the black depot, or BUY_DEPOT + depot slot."""
    if source < BUY_DEPOT:
        return state.black[source]
    return state.depot[source - BUY_DEPOT]


@rule
def free_storage(state, seat):
    """Return an empty storage space of the seat, or STORAGE if all are full. [Taking tiles]"""
    for k in range(STORAGE):
        if state.storage[seat, k] == NO_TILE:
            return k
    return STORAGE


@rule
def seen_before(state, seat, k):
    """Tell whether an earlier storage space holds a tile of the same type."""
    for earlier in range(k):
        if state.storage[seat, earlier] == state.storage[seat, k]:
            return True
    return False


@rule
def held_goods(state, seat):
    """Return the set of goods types in the seat's goods storage. [Goods]"""
    held = ZERO
    for g in range(GOODS):
        if state.goods[seat, g] > 0:
            held |= bit(g)
    return held


@rule
def goods_on(state, depots):
    """Return the set of goods types that lie on any of the depots. [Ships]"""
    types = ZERO
    for depot in range(DEPOTS):
        if has(depots, depot):
            for g in range(GOODS):
                if state.depot_goods[depot, g] > 0:
                    types |= bit(g)
    return types


@rule
def free_goods_spaces(state, seat):
    """Return how many more goods types fit into the seat's goods storage. [Ships]"""
    return GOODS_SPACES - count(held_goods(state, seat))


@rule
def open_spaces(state, seat, tile):
    """Return the spaces the tile may go on, whatever the die: next to a tile, of its colour,
    and in a city without the same building. [Placing tiles]
    """
    kind = TILE_KIND[tile]
    spaces = state.frontier[seat] & COLOUR[state.board[seat], kind]
    if kind == BUILDING and not owns(state, seat, K_SAME_BUILDING_TWICE):
        spaces &= ~state.city_has[seat, tile - FIRST_BUILDING]
    return spaces


@rule
def can_place_any(state, seat):
    """Tell whether a stored tile has an open space."""
    for k in range(STORAGE):
        tile = state.storage[seat, k]
        if tile != NO_TILE and open_spaces(state, seat, tile) != ZERO:
            return True
    return False


@rule
def free_step(state, seat, kind):
    """Return the steps (0 or 1) a die may move for nothing when it places this kind. [Knowledge]"""
    if kind == BUILDING:
        tile = 9
    elif kind == SHIP or kind == ANIMAL:
        tile = 10
    elif kind == BLACK:
        return 0
    else:
        tile = 11
    return amount(state, tile) if owns(state, seat, tile) else 0


@rule
def free_take_step(state, seat):
    """Return the steps a die may move for nothing when it takes a tile. [Knowledge]"""
    return amount(state, K_FREE_STEP_TAKE) if owns(state, seat, K_FREE_STEP_TAKE) else 0


@rule
def steps_per_worker(state, seat):
    """Return how far one worker moves a die. [Workers]"""
    return amount(state, K_DOUBLE_STEP) if owns(state, seat, K_DOUBLE_STEP) else 1


@rule
def reach(state, seat, free):
    """Return how many steps the seat can move a die, free steps included. [Workers]"""
    return min(MOST_STEPS, state.workers[seat] * steps_per_worker(state, seat) + free)


@rule
def workers_needed(state, seat, steps, free):
    """Return the least number of workers that moves a die this far. [Workers]"""
    paid = max(0, steps - free)
    if not owns(state, seat, K_DOUBLE_STEP):
        return paid
    each = amount(state, K_DOUBLE_STEP)
    return (paid + each - 1) // each


@rule
def workers_taken(state, seat):
    """Return the workers that the take-workers action brings: two, four with tile 14.
    [Taking workers]"""
    return amount(state, K_FOUR_WORKERS) if owns(state, seat, K_FOUR_WORKERS) else TAKE_WORKERS


@rule
def silver_with_workers(state, seat):
    """Return the Silverlings that taking workers brings, which only tile 13 does.
    [Taking workers]"""
    return amount(state, K_WORKER_SILVER) if owns(state, seat, K_WORKER_SILVER) else 0


@rule
def region_at(state, seat, space):
    """Return the set of spaces of the region that the space belongs to. [Regions]"""
    return REGION_AT[state.board[seat], space]


@rule
def is_covered(state, seat, spaces):
    """Tell whether every one of the spaces has a tile. [Regions]"""
    return state.covered[seat] & spaces == spaces


@rule
def mines(state, seat):
    """Return the number of mines in the estate. [Mines]"""
    return count(state.covered[seat] & COLOUR[state.board[seat], MINE])


@rule
def round_index(state):
    """Return the round of the game, 0..24. [Phases and rounds]"""
    return state.phase_no * ROUNDS + state.round_no
