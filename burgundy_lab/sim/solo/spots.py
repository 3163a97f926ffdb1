"""Where on the Solo table an action acts: as in the board game, and what it does not have."""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.board import spots as board
from burgundy_lab.sim.board.state import C_DECLINE, C_GOODS, W_CHOICE
from burgundy_lab.sim.board.tables import GOODS
from burgundy_lab.sim.places import equal_places
from burgundy_lab.sim.solo.readers import space_of
from burgundy_lab.sim.solo.state import C_EXCHANGE, C_STEP, Q_GIVE_GOODS, W_GIFT, W_VP
from burgundy_lab.sim.solo.text import question_of

COUNTER = "counter"  # the VP counter and its target


def spots(state: Any, action: int) -> board.Spots:
    """Return where a legal action acts, the most telling place first; () if nowhere."""
    word, choice = action >> 6, action & 63
    if word == W_VP:
        return (COUNTER, board.seat_spot(0, "silver")) if choice else ()
    if word >= W_GIFT:
        equal = equal_places(state.black, word - W_GIFT)
        return (board.seat_spot(0, "space", choice), *map(board.black_spot, equal))
    if word == W_CHOICE and choice >= C_DECLINE:
        return _answer(state, choice)
    if question_of(state)[0] == Q_GIVE_GOODS and C_GOODS <= choice < C_GOODS + GOODS:
        return (board.seat_spot(0, "goods", choice - C_GOODS),)
    return board.spots(state, action)


def _answer(state: Any, choice: int) -> board.Spots:
    if choice >= C_EXCHANGE:
        equal = equal_places(state.black, choice - C_EXCHANGE)
        return tuple(board.black_spot(place) for place in equal)
    if choice >= C_STEP:
        return (board.seat_spot(0, "space", int(space_of(question_of(state)[1]))),)
    return ()
