"""The command `burgundy`: reads arguments, calls the library, prints.

One module for each group of commands; it has `add_commands`, and `entry` lists it. Imports come
late: what a command does not need is not loaded.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from collections.abc import Sequence

INTERRUPTED = 130  # exit status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status: 0, 2 for a mistake of the caller, 130 for Ctrl-C."""
    before = signal.getsignal(signal.SIGINT)
    in_main = threading.current_thread() is threading.main_thread()
    own = in_main and before is signal.default_int_handler
    if own:  # loading takes a second, and there is nothing to lose yet
        signal.signal(signal.SIGINT, _leave)
    from burgundy_lab.cli.entry import run

    if own:
        signal.signal(signal.SIGINT, before)
    status = run(arguments)
    if own and status == INTERRUPTED:  # impatient fingers, while Python takes its leave
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    return status


def _leave(_number: int, _frame: object) -> None:
    print("burgundy: interrupted", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)


__all__ = ["main"]
