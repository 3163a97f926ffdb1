"""Entry of the command: the parser of all commands, and how mistakes are told."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from burgundy_lab.cli import INTERRUPTED, about, contest, lab, machine, play, players, runs
from burgundy_lab.cli.arguments import USAGE_ERROR, Parser, load_own, one_line
from burgundy_lab.sim.errors import BurgundyError
from burgundy_lab.version import VERSION

GROUPS = (play, contest, runs, players, about, lab, machine)  # in the order of --help


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status: 0, 2 for a mistake of the caller, 130 for Ctrl-C."""
    options = _parser().parse_args(arguments)
    if hasattr(sys.stdout, "reconfigure"):  # names and ± in a terminal that does not know them
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        load_own(options)
        status: int = options.command(options)
        print(end="", flush=True)  # so that a full disk shows here, not in a traceback at exit
        return status
    except BurgundyError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        print("burgundy: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        if error.filename is not None:
            return _refuse(f"{error.filename}: {error.strerror}")
        _drop_output()
        if isinstance(error, BrokenPipeError):  # such as `burgundy show ... | head`
            return 0
        return _refuse(f"the answer cannot be written: {error.strerror}")


def _refuse(why: str) -> int:
    print(f"burgundy: {one_line(why)}", file=sys.stderr)
    return USAGE_ERROR


def _drop_output() -> None:
    """Let Python's own flush at exit succeed where nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="burgundy",
        description="Simulation lab for The Castles of Burgundy.",
        epilog="burgundy COMMAND --help tells more and has an example.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for group in GROUPS:
        group.add_commands(commands)
    return parser
