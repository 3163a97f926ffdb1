"""Ships: the turn order track, and loading the goods of depots. [Ships]"""

from __future__ import annotations

from burgundy_lab.sim.board.actions import ALL_DEPOTS, beside, depots_of_ship, goods_choices
from burgundy_lab.sim.board.readers import free_goods_spaces, goods_on, held_goods
from burgundy_lab.sim.board.state import Q_GOODS, Q_SHIP, SECOND_IN_TURN
from burgundy_lab.sim.board.tables import DEPOTS, GOODS
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import ask
from burgundy_lab.sim.sets import ZERO, bit, has, without_lowest

NEXT_DEPOTS = 6  # shift of the depots that come after the first in a Q_GOODS subject


@rule
def sail(state, seat):
    """A ship: one space along the turn order track, then the goods of a depot. [Ships]"""
    move_on_track(state, seat)
    goods = goods_on(state, ALL_DEPOTS)
    if free_goods_spaces(state, seat) == 0:
        goods &= held_goods(state, seat)
    if goods != ZERO:
        ask(state, Q_SHIP, 0)


@rule
def move_on_track(state, seat):
    """Move the seat one space along, on top of who is there. [Turn order]"""
    state.track[seat] += 1
    top = -1
    for other in range(state.seats):
        if other != seat and state.track[other] == state.track[seat]:
            top = max(top, state.height[other])
    state.height[seat] = top + 1


@rule
def choose_depot(state, seat, choice):
    """Take the goods of the depot a ship names, with tile 5 of its neighbour too. [Ships]"""
    depot, side = choice // 3, choice % 3
    depots = bit(depot)
    if side == 0:
        load(state, seat, depots)
    elif state.second_depot == SECOND_IN_TURN:
        load(state, seat, depots | bit(beside(depot, side)) << NEXT_DEPOTS)
    else:
        load(state, seat, depots_of_ship(choice))


@rule
def load(state, seat, subject):
    """Load the goods of the depots in subject: all that fit; the owner chooses types if spaces
    are short. Depots six bits on come after the first ones. [Ships]
    """
    while subject != ZERO:
        depots = subject & ALL_DEPOTS
        load_types(state, seat, depots, held_goods(state, seat))
        new = goods_choices(state, seat, depots)
        free = free_goods_spaces(state, seat)
        if new != ZERO and free > 0 and not fits(new, free):
            ask(state, Q_GOODS, subject)
            return
        if free > 0:
            load_types(state, seat, depots, new)
        subject >>= NEXT_DEPOTS


@rule
def fits(types, free):
    """Tell whether there are no more types than free spaces."""
    for _ in range(free):
        types = without_lowest(types)
    return types == ZERO


@rule
def load_types(state, seat, depots, types):
    """Move all goods of these types from the depots to the seat. [Ships]"""
    for depot in range(DEPOTS):
        if has(depots, depot):
            for g in range(GOODS):
                if has(types, g):
                    state.goods[seat, g] += state.depot_goods[depot, g]
                    state.depot_goods[depot, g] = 0
