"""What the advantages of buildings need, so that they are of use. [Buildings]"""

from __future__ import annotations

from burgundy_lab.sim.board.readers import (
    can_place_any,
    held_goods,
    offered_once,
    open_spaces,
    tile_at,
)
from burgundy_lab.sim.board.setup import affordable
from burgundy_lab.sim.board.state import BUY_DURING_ACTIONS
from burgundy_lab.sim.board.tables import (
    ANIMAL,
    BUILDING,
    CARPENTER,
    CASTLE,
    CHURCH,
    CITY_HALL,
    KIND_SLOTS,
    KINDS,
    KNOWLEDGE,
    MARKET,
    MINE,
    SHIP,
    WAREHOUSE,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import ZERO, has, lowest, without_lowest

CARPENTER_KINDS = 1 << BUILDING
CHURCH_KINDS = 1 << MINE | 1 << KNOWLEDGE | 1 << CASTLE
MARKET_KINDS = 1 << SHIP | 1 << ANIMAL


@rule
def is_building_of_use(state, seat, building):
    """Tell whether the advantage of a building can be used now. [Buildings]"""
    if building == WAREHOUSE:
        return held_goods(state, seat) != ZERO
    if building == CITY_HALL:
        return is_city_hall_of_use(state, seat)
    if building == CARPENTER or building == CHURCH or building == MARKET:
        return granted_slots(state, granted_kinds(building)) != ZERO
    return True


@rule
def is_city_hall_of_use(state, seat):
    """Tell whether a stored tile has a space or, by a setting, a purchase can bring one that has.
    [Buildings]
    """
    if can_place_any(state, seat):
        return True
    if state.purchase != BUY_DURING_ACTIONS:
        return False
    sources = affordable(state, seat)
    while sources != ZERO:
        if open_spaces(state, seat, tile_at(state, lowest(sources))) != ZERO:
            return True
        sources = without_lowest(sources)
    return False


@rule
def granted_kinds(building):
    """Return the kinds of tiles that carpenter, church or market grants. [Buildings]"""
    if building == CARPENTER:
        return CARPENTER_KINDS
    return CHURCH_KINDS if building == CHURCH else MARKET_KINDS


@rule
def granted_slots(state, kinds):
    """Return the depot slots whose tile is of one of the kinds, equal tiles of a depot once.
    [Buildings]"""
    slots = ZERO
    for kind in range(KINDS):
        if has(kinds, kind):
            slots |= KIND_SLOTS[state.seats, state.phase_no, kind]
    return slots & offered_once(state)
