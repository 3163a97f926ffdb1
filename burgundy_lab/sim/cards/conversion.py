"""Action 6: workers and silver become VP, in any mixture, three for one."""

from __future__ import annotations

from burgundy_lab.sim.cards.scoring import gain
from burgundy_lab.sim.cards.state import (
    MOST_CONVERTED,
    Q_SILVER,
    Q_WORKERS,
    T_CONVERT,
    V_CONVERSION,
    W_WORKERS,
)
from burgundy_lab.sim.cards.tables import CONVERSION
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import answered, ask, subject_now
from burgundy_lab.sim.sets import ZERO, bit, lowest, without_lowest


@rule
def workers_converted(state, seat):
    """Return how many workers a conversion may give back: some silver makes it a multiple of
    three, above none. [Conversion]
    """
    found = ZERO
    for workers in range(min(state.workers[seat], MOST_CONVERTED) + 1):
        if silver_converted(state, seat, workers) != ZERO:
            found |= bit(workers)
    return found


@rule
def silver_converted(state, seat, workers):
    """Return how much silver may go with these workers. [Conversion]"""
    found = ZERO
    silver = (CONVERSION - workers % CONVERSION) % CONVERSION
    if workers == 0:
        silver = CONVERSION
    while silver <= min(state.silver[seat], MOST_CONVERTED):
        found |= bit(silver)
        silver += CONVERSION
    return found


@rule
def begin_conversion(state, seat):
    """Convert workers and silver: ask how many workers, if there is a choice. [Conversion]"""
    state.tally[seat, T_CONVERT] += 1
    workers = workers_converted(state, seat)
    if without_lowest(workers) == ZERO:
        choose_silver(state, seat, lowest(workers))
    else:
        ask(state, Q_WORKERS, 0)


@rule
def choose_silver(state, seat, workers):
    """Ask how much silver goes with the workers, if there is a choice. [Conversion]"""
    silver = silver_converted(state, seat, workers)
    if without_lowest(silver) == ZERO:
        convert(state, seat, workers, lowest(silver))
    else:
        ask(state, Q_SILVER, workers)


@rule
def convert(state, seat, workers, silver):
    """Give back workers and silver, a VP for each three. [Conversion]"""
    state.workers[seat] -= workers
    state.silver[seat] -= silver
    gain(state, seat, V_CONVERSION, (workers + silver) // CONVERSION)


@rule
def answer_conversion(state, seat, word, choice):
    """Carry out the answer on how many workers, or how much silver. [Conversion]"""
    workers = subject_now(state)
    answered(state)
    if word == W_WORKERS:
        choose_silver(state, seat, choice)
    else:
        convert(state, seat, workers, choice)
