"""Stopping Python code of a user's that runs in another thread and may never end.

Python can raise an exception in a thread between two of its instructions; compiled code is not
reached before it returns.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LOOK_SECONDS = 0.1
GRACE_SECONDS = 0.5  # code that looks for itself whether it is to stop has so long to do so


def interrupt(thread: threading.Thread) -> None:
    """Raise KeyboardInterrupt in a thread."""
    _set(thread.ident, ctypes.py_object(KeyboardInterrupt))


def _set(ident: int | None, error: ctypes.py_object[type[BaseException]] | None) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident or 0), error)


@contextmanager
def stoppable(is_stopped: Callable[[], bool]) -> Iterator[None]:
    """Have KeyboardInterrupt raised in this thread if it is still in here some time after it was
    to stop.
    """
    thread, done, lock = threading.current_thread(), threading.Event(), threading.Lock()
    fired = False

    def watch() -> None:
        nonlocal fired
        while not done.wait(LOOK_SECONDS):
            if is_stopped() and not done.wait(GRACE_SECONDS):
                with lock:
                    if not done.is_set():
                        fired = True
                        interrupt(thread)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        with lock:
            done.set()
            if fired:  # it may not have come yet, and must not hit what follows
                _set(thread.ident, None)
