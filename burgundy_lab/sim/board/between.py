"""What happens at the table between two decisions, in words: phases, rounds, income, scoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgundy_lab.sim.board.readers import amount, mines, owns
from burgundy_lab.sim.board.scoring import final_vp
from burgundy_lab.sim.board.state import END_SOURCES, Q_START_CASTLE
from burgundy_lab.sim.board.tables import (
    GOODS,
    GOODS_NAMES,
    K_MINE_WORKERS,
    MINE_SILVER,
    PHASE_NAMES,
)
from burgundy_lab.sim.board.text import words
from burgundy_lab.sim.nouns import listed, number_of


def between(before: Any, after: Any) -> list[str]:
    """Return what happened from a decision to the next besides the action itself, a line each;
    before: None at the start.
    """
    seats = range(int(after.seats))
    lines = []
    if phase_ended(before, after):
        incomes = [f"{income(after, seat, mines(after, seat))} to seat {seat}" for seat in seats
                   if mines(after, seat)]  # fmt: skip
        lines.append(end_of_phase(before, incomes))
    if after.over:
        return [*lines, *(_final_scoring(after, seat) for seat in seats)]
    if is_set_up(before) and not is_set_up(after):
        lines += [f"seat {seat} starts with {holdings(after, seat)}" for seat in seats]
    return lines + new_round(before, after)


def is_set_up(state: Any) -> bool:
    """Tell whether a position is before the first round; None is the start."""
    return state is None or bool(state.asked and state.question[0] == Q_START_CASTLE)


def phase_ended(before: Any, after: Any) -> bool:
    """Tell whether a phase ended between two decisions."""
    return before is not None and bool(after.over or after.phase_no != before.phase_no)


def end_of_phase(before: Any, incomes: Sequence[str]) -> str:
    """Return the end of a phase with the income of the mines."""
    paid = f"; mines bring {', '.join(incomes)}" if incomes else ""
    return f"end of phase {PHASE_NAMES[before.phase_no]}{paid}"


def income(state: Any, seat: int, n: int) -> str:
    """Return what n mines bring at a phase end."""
    parts = [number_of(n * MINE_SILVER, "Silverling")]
    if owns(state, seat, K_MINE_WORKERS):
        parts.append(number_of(n * int(amount(state, K_MINE_WORKERS)), "worker"))
    return listed(parts)


def holdings(state: Any, seat: int) -> str:
    """Return the goods, Silverlings and workers of a seat."""
    goods = [f"{n} {GOODS_NAMES[g]}" for g, n in enumerate(state.goods[seat].tolist()) if n]
    coins = number_of(int(state.silver[seat]), "Silverling")
    workers = number_of(int(state.workers[seat]), "worker")
    return listed([f"{listed(goods, 'no')} goods", coins, workers])


def new_round(before: Any, after: Any) -> list[str]:
    """Return the white die of a round that began between two decisions, and where goods went."""
    if is_set_up(after):
        return []
    if not is_set_up(before) and round_of(before) == round_of(after):
        return []
    kind = GOODS_NAMES[_laid(before, after)]
    return [f"white die {after.white}: {kind} goods to depot {after.white}"]


def round_of(state: Any) -> tuple[int, int]:
    """Return phase and round of a position."""
    return int(state.phase_no), int(state.round_no)


def _laid(before: Any, after: Any) -> int:
    """Return the goods type that was laid for the new round."""
    if before is not None and before.phase_no == after.phase_no:
        return int(before.phase_goods[after.round_no])
    if before is None:  # the first of all: nothing else lies on a depot
        return int(after.depot_goods.sum(axis=0).argmax())
    drawn = (before.goods_supply - after.goods_supply).tolist()
    for g in after.phase_goods.tolist():
        if g >= 0:
            drawn[g] -= 1
    return next(g for g in range(GOODS) if drawn[g])


def _final_scoring(state: Any, seat: int) -> str:
    found = [(words(name), int(final_vp(state, seat, k))) for k, name in enumerate(END_SOURCES)]
    told = [f"{name} {vp} VP" for name, vp in found if vp]
    return f"final scoring, seat {seat}: {', '.join(told) or 'nothing'}"
