"""Ships on the Solo board: taking goods, clearing the other depots, goods for a black tile."""

from __future__ import annotations

from burgundy_lab.sim.board.actions import ALL_GOODS, depots_of_ship
from burgundy_lab.sim.board.readers import free_storage, held_goods
from burgundy_lab.sim.board.ships import load_types
from burgundy_lab.sim.board.state import Q_DISCARD
from burgundy_lab.sim.board.tables import BLACK_TILE, DEPOTS, GOODS, NO_TILE, STORAGE
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import ask
from burgundy_lab.sim.sets import ZERO, lowest, without_lowest
from burgundy_lab.sim.solo.readers import can_exchange, goods_held
from burgundy_lab.sim.solo.state import (
    FACE_DOWN,
    Q_EXCHANGE,
    Q_GIVE_GOODS,
    T_BLACK_TILE,
)

OWED = 3  # bits of a Q_GIVE_GOODS subject that hold the goods still owed


@rule
def land(state, choice):
    """A ship takes all goods of the depot it names, with tile 5 of its neighbour too; the goods
    of all other depots leave the game; then goods may be exchanged. [Ships]
    """
    load_types(state, 0, depots_of_ship(choice), ALL_GOODS)
    clear_goods(state)
    offer_exchange(state)


@rule
def clear_goods(state):
    """Remove all goods on the depots from the game. [Ships]"""
    for depot in range(DEPOTS):
        for g in range(GOODS):
            state.goods_removed[g] += state.depot_goods[depot, g]
            state.depot_goods[depot, g] = 0


@rule
def offer_exchange(state):
    """After a ship and only then: five goods may buy a tile of the black depot. [Exchange]"""
    if can_exchange(state):
        ask(state, Q_EXCHANGE, 0)


@rule
def ask_for_goods(state, owed, black):
    """Ask which goods pay, one by one, while the player has a choice. [Exchange]"""
    while owed > 0:
        held = held_goods(state, 0)
        if without_lowest(held) != ZERO and goods_held(state) > owed:
            ask(state, Q_GIVE_GOODS, owed | black << OWED)
            return
        give_goods(state, lowest(held))
        owed -= 1
    store_face_down(state, black)


@rule
def give_goods(state, goods_type):
    """Remove one of the player's goods from the game. [Exchange]"""
    state.goods[0, goods_type] -= 1
    state.goods_removed[goods_type] += 1


@rule
def store_face_down(state, black):
    """Move a tile of the black depot into storage, black side up; if that is full, first ask
    what to discard. [Exchange]
    """
    k = free_storage(state, 0)
    if k == STORAGE:
        ask(state, Q_DISCARD, FACE_DOWN + black)
        return
    state.black[black] = NO_TILE
    state.storage[0, k] = BLACK_TILE
    state.tally[0, T_BLACK_TILE] += 1
