"""Arguments that commands share, and how they are read."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from burgundy_lab.sim.errors import BadValue

USAGE_ERROR = 2  # exit status
LONGEST_LINE = 1000  # of an error, in characters


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments in one line."""
        self.exit(USAGE_ERROR, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def one_line(text: str) -> str:
    """Return text as one line of bearable length, whatever a user's values hold."""
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    half = LONGEST_LINE // 2
    return line if len(line) <= LONGEST_LINE else f"{line[:half]} ... {line[-half:]}"


def add_command(
    commands: Any,
    name: str,
    function: Callable[[Any], int],
    summary: str,
    example: str,
    game: str | None = "board",
) -> argparse.ArgumentParser:
    """Add a command with the options that all have; without a default game it takes none."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"example: burgundy {name} {example}",
    )
    parser.set_defaults(command=function)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    if game is not None:
        parser.add_argument("--game", default=game, help=f"the game (default: {game})")
    return parser


def add_players(parser: argparse.ArgumentParser) -> None:
    """Add the number of seats."""
    parser.add_argument("--players", type=whole, help="seats (default: as few as the game allows)")


def add_strategies(parser: argparse.ArgumentParser) -> None:
    """Add who plays."""
    parser.add_argument(
        "--strategies", type=names, required=True, metavar="A,B",
        help="one for all seats, or one for each",
    )  # fmt: skip
    add_own(parser)


def add_own(parser: argparse.ArgumentParser) -> None:
    """Add strategies of the user's own."""
    parser.add_argument(
        "--code", action="append", default=[], metavar="FILE",
        help="a file of Python with strategies of your own (@policy)",
    )  # fmt: skip
    parser.add_argument(
        "--weights", action="append", default=[], metavar="FILE",
        help="a JSON file with other weights for a strategy",
    )  # fmt: skip


def load_own(options: Any) -> None:
    """Make the user's own strategies known by name, before a command asks for them."""
    code, weights = getattr(options, "code", []), getattr(options, "weights", [])
    if code or weights:
        from burgundy_lab.strategies.plugin import load_code, load_weights

        made = [policy for path in code for policy in load_code(path, options.game)]
        made += [load_weights(path, options.game) for path in weights]
        names = [policy.name for policy in made]
        for name in names:
            if names.count(name) > 1:
                raise BadValue(f"the files make two strategies called {name!r}: rename one")


def add_estates(parser: argparse.ArgumentParser) -> None:
    """Add what the seats play on."""
    parser.add_argument(
        "--estates", type=names, metavar="1,8",
        help="one for all seats, or one for each (default: 1, for solo side A)",
    )  # fmt: skip


def add_games(parser: argparse.ArgumentParser, games: str = "how many games") -> None:
    """Add how many games, and the seed of their chance."""
    parser.add_argument("--games", type=whole, required=True, help=games)
    parser.add_argument("--seed", type=whole, required=True, help="where chance comes from")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add how the work is spread and shown."""
    parser.add_argument("--jobs", type=whole, default=1, help="workers, -1 for all cores")
    parser.add_argument("--backend", default="threads", help="threads or processes")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add settings and assumed values."""
    parser.add_argument(
        "--set", type=setting, action="append", default=[], metavar="NAME=VALUE",
        help="a setting of the rules; `burgundy rules` lists them (edition=2019 alone leaves "
        "tie_break and purchase as in 2011)",
    )  # fmt: skip
    parser.add_argument(
        "--values", metavar="FILE",
        help="another table of assumed values: a JSON file, or low, default, high",
    )  # fmt: skip


def names(text: str) -> list[str]:
    """Read A or A,B."""
    if all(parts := [part.strip() for part in text.split(",")]):
        return parts
    raise argparse.ArgumentTypeError(f"{text!r} has an empty name, must be A or A,B")


def whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def folder(text: str) -> str:
    """Read the path of a folder."""
    path = os.path.expanduser(text)
    odd = any(c < " " or "\ud800" <= c <= "\udfff" for c in path)
    if odd or not path.strip() or path.startswith("~"):
        raise argparse.ArgumentTypeError(f"{text!r} is no path of a folder")
    return path


def setting(text: str) -> tuple[str, str]:
    """Read NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value.strip()


def settings(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return settings given one by one as a whole; each may be given once."""
    given = [name for name, _ in pairs]
    for name in given:
        if given.count(name) > 1:
            raise BadValue(f"setting {name} is given {given.count(name)} times")
    return dict(pairs)
