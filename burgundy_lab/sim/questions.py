"""Questions that wait for an answer, on a small stack in the position of any game.

A code says what is asked, a subject what it is about. The field `asked` counts those that wait.
"""

from __future__ import annotations

from burgundy_lab.sim.jit import rule


@rule
def asked_now(state):
    """Return the question that waits for an answer, 0 if there is none."""
    return state.question[state.asked - 1] if state.asked > 0 else 0


@rule
def subject_now(state):
    """Return what the waiting question is about."""
    return state.subject[state.asked - 1]


@rule
def ask(state, question, subject):
    """Put a question to the seat; the last one asked is answered first."""
    state.question[state.asked] = question
    state.subject[state.asked] = subject
    state.asked += 1


@rule
def answered(state):
    """Take the last question off the pile."""
    state.asked -= 1
    state.question[state.asked] = 0
    state.subject[state.asked] = 0
