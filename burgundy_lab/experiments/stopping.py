"""Words from outside that end a run: Ctrl-C, and the signals that end a process.

The first one stops the run, which then keeps what is whole; a second one gives up at once.
Workers in other processes leave these signals to the process that started them, and end with it.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from time import sleep
from typing import Any

from joblib.externals.loky.backend import resource_tracker

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
SIGNALS = (signal.SIGINT, *ENDING)
LOOK_SECONDS = 0.5
STATUS = 128  # exit status of a process that a signal ended, less the signal's number

_parent: int | None = None  # process id, in a worker process


class Listener:
    """What came from outside while it listened.

    Attributes
    ----------
    ended_by
        The first signal; 0 for none.
    is_closing
        Set while the end of a run is written, which takes no time and must not be cut.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        """Take what to do at the first signal; it must not raise."""
        self.stop = stop
        self.ended_by, self.is_closing = 0, False

    def hear(self, number: int, _frame: object) -> None:
        """Handle a signal, in the main thread between two instructions of Python."""
        if not self.ended_by:
            self.ended_by = number
            self.stop()
        elif not self.is_closing:
            raise KeyboardInterrupt


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Have a listener hear the signals that would end this process; then leave, if one of them
    is to end it, with the status that it would have given.

    Raises
    ------
    SystemExit
        At the end, if a signal that ends processes came.
    """
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        # Python hears Ctrl-C already; whoever ignores a signal, or handles it, has a reason.
        before = {
            number: handler
            for number in SIGNALS
            if (handler := signal.getsignal(number)) not in (None, signal.SIG_IGN)
            and (number not in ENDING or handler == signal.SIG_DFL)
        }
    try:
        for number in before:
            signal.signal(number, listener.hear)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if listener.ended_by in ENDING:
            raise SystemExit(STATUS + listener.ended_by)


# --- worker processes ----------------------------------------------------------------------------


def hold_back() -> None:
    """Have processes that this thread starts begin with the signals held back, so that none hits
    them before they ignore it.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)


def worker_start() -> Callable[[], None]:
    """Return what a worker process of this one does first: the same each time, so that workers
    are used again.
    """
    return _worker_start(os.getpid())


@lru_cache(maxsize=1)
def _worker_start(parent: int) -> Callable[[], None]:
    return partial(start_worker, parent)


def start_worker(parent: int) -> None:
    """Leave signals to the parent, which a terminal tells too, and end when it is gone."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    global _parent
    _parent = parent
    threading.Thread(target=_end_with_parent, daemon=True).start()


def is_orphan() -> bool:
    """Tell whether this is a worker process whose parent is gone."""
    return _parent is not None and os.getppid() != _parent


@contextmanager
def removed_if_killed(folder: str) -> Iterator[None]:
    """Have a folder removed if this process is killed, even before it has workers: by joblib's
    process that outlives it for such things.
    """
    resource_tracker.register(folder, "folder")
    try:
        yield
    finally:
        resource_tracker.unregister(folder, "folder")


def _end_with_parent() -> None:
    while not is_orphan():
        sleep(LOOK_SECONDS)
    os._exit(1)
