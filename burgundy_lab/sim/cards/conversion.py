"""Action 6: workers and silver become VP, in any mixture, three for one."""

from __future__ import annotations

from burgundy_lab.sim.cards.scoring import gain
from burgundy_lab.sim.cards.state import (
    AMOUNTS,
    Q_SILVER,
    Q_WORKERS,
    T_CONVERT,
    V_CONVERSION,
    W_SILVER,
    W_WORKERS,
)
from burgundy_lab.sim.cards.tables import CONVERSION
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import answered, ask, subject_now
from burgundy_lab.sim.sets import bit


@rule
def amount_in(word, choice, first):
    """Return the amount that an action of the words from `first` on names."""
    return AMOUNTS * (word - first) + choice


@rule
def least_silver(workers):
    """Return the least silver with these workers: a multiple of three, above none. [Conversion]"""
    if workers == 0:
        return CONVERSION
    return (CONVERSION - workers % CONVERSION) % CONVERSION


@rule
def list_workers(state, legal, seat):
    """List how many workers a conversion may give back, if there is silver enough to go with
    them; return how many amounts there are. [Conversion]
    """
    n = 0
    for workers in range(state.workers[seat] + 1):
        if least_silver(workers) <= state.silver[seat]:
            legal[W_WORKERS + workers // AMOUNTS] |= bit(workers % AMOUNTS)
            n += 1
    return n


@rule
def list_silver(state, legal, seat, workers):
    """List how much silver may go with these workers; return how many amounts there are.
    [Conversion]
    """
    n = 0
    for silver in range(least_silver(workers), state.silver[seat] + 1, CONVERSION):
        legal[W_SILVER + silver // AMOUNTS] |= bit(silver % AMOUNTS)
        n += 1
    return n


@rule
def begin_conversion(state, seat):
    """Convert workers and silver: ask how many workers, if there is a choice. [Conversion]"""
    state.tally[seat, T_CONVERT] += 1
    found, possible = 0, 0
    for workers in range(state.workers[seat] + 1):
        if least_silver(workers) <= state.silver[seat]:
            found, possible = workers, possible + 1
    if possible == 1:
        choose_silver(state, seat, found)
    else:
        ask(state, Q_WORKERS, 0)


@rule
def choose_silver(state, seat, workers):
    """Ask how much silver goes with the workers, if there is a choice. [Conversion]"""
    silver = least_silver(workers)
    if silver + CONVERSION > state.silver[seat]:
        convert(state, seat, workers, silver)
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
    if word < W_SILVER:
        choose_silver(state, seat, amount_in(word, choice, W_WORKERS))
    else:
        convert(state, seat, workers, amount_in(word, choice, W_SILVER))
