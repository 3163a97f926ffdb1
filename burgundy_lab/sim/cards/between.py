"""What happens at the table between two decisions, in words: rounds, Aaron, final scoring."""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.cards.readers import end_vp
from burgundy_lab.sim.cards.state import AARON, E_ANIMALS, END_SOURCES, V_AARON
from burgundy_lab.sim.cards.tables import CARDS, ROUND_NAMES, SOLO
from burgundy_lab.sim.cards.text import card_name, stock_name, words
from burgundy_lab.sim.nouns import listed, number_of


def between(before: Any, after: Any) -> list[str]:
    """Return what happened from a decision to the next besides the action itself, a line each;
    before: None at the start.
    """
    seats = range(int(after.seats))
    ended = before is not None and bool(after.over or before.round_no != after.round_no)
    lines = []
    if ended:
        after_it = _compared(before, after) if after.seats == SOLO else _start_player(before, after)
        lines.append(f"end of round {ROUND_NAMES[before.round_no]}{after_it}")
    if after.over:
        return [*lines, *(_final_scoring(after, seat) for seat in seats)]
    if before is None:
        lines += [f"seat {seat} starts with {_holdings(after, seat)}" for seat in seats]
    if after.seats == SOLO and (before is None or ended):
        lines.append(_aaron(before, after))
    return lines


def _start_player(before: Any, after: Any) -> str:
    if after.over:
        return ""
    return f"; seat {after.start} is the start player of round {ROUND_NAMES[after.round_no]}"


def _compared(before: Any, after: Any) -> str:
    """Return how seat 0 stood beside Aaron at the end of a round, before his next cards."""
    own = int(after.points[0])
    if not after.over:
        own += int(end_vp(after, 0, E_ANIMALS)) - _cloister_vp(before, after)
    aaron = int(before.points[AARON])
    what = "lost" if aaron > own else "the game goes on" if not after.over else "won"
    return f": seat 0 has {own} VP with its animals, Aaron {aaron}: {what}"


def _cloister_vp(before: Any, after: Any) -> int:
    """Return what Aaron's cloisters brought seat 0 since; before: None at the start."""
    had = 0 if before is None else int(before.gained[0, V_AARON].sum())
    return int(after.gained[0, V_AARON].sum()) - had


def _holdings(state: Any, seat: int) -> str:
    """Return what a seat has in storage."""
    kinds = [*state.goods[seat].tolist(), *state.animals[seat].tolist()]
    stock = [f"{n} {stock_name(kind)}" for kind, n in enumerate(kinds) if n]
    silver, workers = int(state.silver[seat]), int(state.workers[seat])
    coins = [f"{silver} silver"] if silver else []
    return listed([*stock, *coins, *([number_of(workers, "worker")] if workers else [])])


def _aaron(before: Any, after: Any) -> str:
    """Return the cards that Aaron turned up at the beginning of a round."""
    had = [0] * CARDS if before is None else before.estate[AARON].tolist()
    has = after.estate[AARON].tolist()
    new = [card_name(card) for card in range(CARDS) for _ in range(has[card] - had[card])]
    gained = int(after.points[AARON]) - (0 if before is None else int(before.points[AARON]))
    line = f"Aaron turns up {listed(new)}{f' [+{gained} VP]' if gained else ''}"
    yours = _cloister_vp(before, after)
    return line + (f"; his cloisters bring seat 0 {yours} VP" if yours else "")


def _final_scoring(state: Any, seat: int) -> str:
    found = [(words(name), int(end_vp(state, seat, k))) for k, name in enumerate(END_SOURCES)]
    told = [f"{name} {vp} VP" for name, vp in found if vp]
    return f"final scoring, seat {seat}: {', '.join(told) or 'nothing'}"
