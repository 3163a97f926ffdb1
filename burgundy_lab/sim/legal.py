"""Reading a buffer of legal actions: W words of 64 bits, then their number.

Action id = 64 * word + bit. Compiled code reads the words; people get ascending ids.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.sets import ONE, count, has, pick


@rule
def number_of_actions(legal):
    """Return how many actions are legal."""
    return legal[legal.size - 1]


@rule
def kth_action(legal, k):
    """Return the k-th legal action in ascending order (k from 0)."""
    word = 0
    here = count(legal[0])
    while k >= here:
        k -= here
        word += 1
        here = count(legal[word])
    return 64 * word + pick(legal[word], k)


@rule
def is_legal(legal, action):
    """Tell whether the action is one of the legal ones."""
    word = action >> 6
    return 0 <= word < legal.size - 1 and has(legal[word], action & 63)


@rule
def next_action(legal, action):
    """Return the smallest legal action above `action` (start with -1), or -1 after the last."""
    action += 1
    word = action >> 6
    while word < legal.size - 1:
        rest = legal[word] >> np.int64(action & 63)
        if rest != 0:
            return action + count((rest & -rest) - ONE)
        word += 1
        action = 64 * word
    return -1


def action_ids(legal: npt.NDArray[np.int64]) -> list[int]:
    """Return the legal actions as ascending ids."""
    return [
        64 * word + bit
        for word, members in enumerate(legal[:-1].tolist())
        for bit in range(63)
        if members >> bit & 1
    ]
