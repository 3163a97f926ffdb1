"""Threads that ask for one function at the same time all get it."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import Any

from burgundy_lab.sim import jit

THREADS = 8
TRIES = 12


def make(n: int) -> Any:
    """Return a seam that nobody has compiled yet."""

    def add(value):
        return value + n

    return jit.seam(add)


def test_threads_that_compile_one_seam_do_not_disturb_each_other():
    errors: list[Exception] = []
    for n in range(TRIES):
        seam, barrier = make(n), Barrier(THREADS)

        def ask(seam=seam, barrier=barrier, n=n) -> None:
            barrier.wait()
            try:
                assert jit.compile_for(seam, jit.INT, jit.INT)(1) == n + 1
            except Exception as error:
                errors.append(error)

        threads = [Thread(target=ask) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert errors == []
