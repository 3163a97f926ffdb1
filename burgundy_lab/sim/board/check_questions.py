"""What can be wrong with the questions that wait on a board, and with what they are about."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from burgundy_lab.sim.board.actions import NEXT_DEPOTS, goods_choices
from burgundy_lab.sim.board.advantages import CARPENTER_KINDS, CHURCH_KINDS, MARKET_KINDS
from burgundy_lab.sim.board.readers import free_goods_spaces
from burgundy_lab.sim.board.state import (
    BUY_DURING_ACTIONS,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_DISCARD,
    Q_GOODS,
    Q_GRANT,
    Q_PAYMENT,
)
from burgundy_lab.sim.board.tables import BLACK_SLOTS, DEPOTS, NO_TILE, SLOTS

GRANTED = (CARPENTER_KINDS, CHURCH_KINDS, MARKET_KINDS)


def check_questions(state: Any) -> Iterator[str]:
    """Look at the questions that wait: they must be askable, and about something."""
    wrong = list(check_pile(state))
    yield from wrong
    if wrong:
        return
    for question, subject in zip(state.question.tolist(), state.subject.tolist(), strict=True):
        if question in (Q_DISCARD, Q_PAYMENT):
            yield from check_source(state, question, subject)
        elif question == Q_GRANT:
            if subject not in GRANTED:
                yield f"no building grants the kinds of tiles {subject}"
        elif question == Q_GOODS:
            yield from _check_goods(state, subject)
        elif subject != 0:
            yield f"subject {subject} of question {question} must be 0"


def check_pile(state: Any, others: Collection[int] = ()) -> Iterator[str]:
    """Look at which questions wait at once: one, and below it `others`. A purchase during the
    extra action of a castle or city hall asks above that.
    """
    asked = int(state.asked)
    waiting = state.question.tolist()
    if 0 in waiting[:asked] or any(waiting[asked:]):
        yield f"{asked} questions are asked, but {sum(q > 0 for q in waiting)} wait"
        return
    if not asked:
        return
    if state.over:
        yield "a question waits after the end"
    *below, top = waiting[:asked]
    if below and below[-1] in (Q_CASTLE, Q_CITY_HALL) and top in (Q_DISCARD, Q_PAYMENT):
        if state.bought and state.purchase == BUY_DURING_ACTIONS:
            below.pop()
    for question in below:
        if question not in others:
            yield f"question {question} waits below others; it is answered before they are asked"


def check_source(state: Any, question: int, source: int) -> Iterator[str]:
    """Look at a question about a tile on its way to storage."""
    tiles = [*state.black, *state.depot]
    if not 0 <= source < BLACK_SLOTS + SLOTS or tiles[source] == NO_TILE:
        yield f"a question is about the tile of source {source}, where there is none"
    if question == Q_DISCARD and (state.storage[state.seat] == NO_TILE).any():
        yield "a discard is asked while storage has room"


def _check_goods(state: Any, subject: int) -> Iterator[str]:
    """Look at the choice of goods types: more new ones lie there than spaces are free."""
    if not 0 < subject < 1 << NEXT_DEPOTS + DEPOTS:
        yield f"subject {subject} of question {Q_GOODS} is no set of depots"
        return
    new = int(goods_choices(state, state.seat, subject)).bit_count()
    free = int(free_goods_spaces(state, state.seat))
    if not 0 < free < new:
        yield f"{new} new goods types are to choose from for {free} free spaces"
