"""Ships: the turn order track, and loading the goods of depots. [Ships]"""

from __future__ import annotations

from burgundy_lab.sim.board.actions import (
    ALL_DEPOTS,
    NEXT_DEPOTS,
    depots_in_turn,
    depots_to_ask,
    goods_choices,
    useful_depots,
)
from burgundy_lab.sim.board.readers import free_goods_spaces, held_goods
from burgundy_lab.sim.board.state import Q_GOODS, Q_SHIP
from burgundy_lab.sim.board.tables import DEPOTS, GOODS
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import ask
from burgundy_lab.sim.sets import ZERO, has, without_lowest


@rule
def sail(state, seat):
    """A ship: one space along the turn order track, then the goods of a depot. [Ships]"""
    move_on_track(state, seat)
    if useful_depots(state, seat) != ZERO:
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
    load(state, seat, depots_in_turn(state, choice))


@rule
def load(state, seat, subject):
    """Load the goods of the depots in subject: all that fit; the owner chooses types if spaces
    are short. Depots six bits on come after the first ones; types that are held come from all at
    once. [Ships]
    """
    while subject != ZERO:
        held = held_goods(state, seat)
        load_types(state, seat, subject & ALL_DEPOTS | subject >> NEXT_DEPOTS, held)
        new = goods_choices(state, seat, subject)
        free = free_goods_spaces(state, seat)
        if new != ZERO and free > 0:
            if not fits(new, free):
                ask(state, Q_GOODS, depots_to_ask(state, subject, held))
                return
            load_types(state, seat, subject & ALL_DEPOTS, new)
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
