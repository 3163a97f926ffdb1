"""Small sets as the bits of one integer, behind names that say what is asked.

Loops, not intrinsics: LLVM recognises them, they survive numba's cache, and they run as
plain Python.
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.jit import rule

ZERO = np.int64(0)
ONE = np.int64(1)


@rule
def bit(n):
    """Return the set that holds n alone (0..62)."""
    return ONE << np.int64(n)


@rule
def has(members, n):
    """Tell whether n is in the set."""
    return (members >> np.int64(n)) & ONE != ZERO


@rule
def count(members):
    """Return the number of members."""
    n = 0
    while members:
        members &= members - ONE
        n += 1
    return n


@rule
def lowest(members):
    """Return the smallest member of a set that is not empty."""
    return count((members & -members) - ONE)


@rule
def without_lowest(members):
    """Return the set less its smallest member; walks a set with `lowest`."""
    return members & (members - ONE)


@rule
def pick(members, k):
    """Return the k-th smallest member (k from 0)."""
    for _ in range(k):
        members &= members - ONE
    return lowest(members)
