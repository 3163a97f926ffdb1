"""Commands that set strategies against each other: compare, tournament."""

from __future__ import annotations

import argparse
from typing import Any

from burgundy_lab.cli import INTERRUPTED
from burgundy_lab.cli.arguments import (
    add_command,
    add_games,
    add_own,
    add_players,
    add_rules,
    add_workers,
    names,
    settings,
    whole,
)
from burgundy_lab.printing import plain, print_json


def add_commands(commands: Any) -> None:
    """Add the commands of this module."""
    compared = add_command(
        commands, "compare", _compare, "strategies on the same deals, and who wins more often",
        "balanced immediate --games 2000 --seed 7 --jobs 2",
    )  # fmt: skip
    _add_strategies(compared)
    _add_options(compared)
    played = add_command(
        commands, "tournament", _tournament, "everyone against everyone: win matrix and ratings",
        "balanced immediate uniform --players 2 --games 3000 --seed 7 --jobs 2",
    )  # fmt: skip
    _add_strategies(played)
    _add_options(played)


def _add_strategies(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "given", nargs="+", type=names, metavar="STRATEGY",
        help="two or more names, with blanks or commas between",
    )  # fmt: skip


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_own(parser)
    add_players(parser)
    parser.add_argument(
        "--estates", type=names, metavar="1,8",
        help="one for all seats, or as many as seats or more, which are shifted round the table",
    )  # fmt: skip
    add_rules(parser)
    add_games(parser, "games in all, made up to whole deals")
    add_workers(parser)
    parser.add_argument("--block-size", type=whole, help="deals of a block")


def _compare(options: Any) -> int:
    from burgundy_lab.experiments import compare

    return _tell(options, compare(_strategies(options), **_keywords(options)))


def _tournament(options: Any) -> int:
    from burgundy_lab.experiments import tournament

    return _tell(options, tournament(_strategies(options), **_keywords(options)))


def _strategies(options: Any) -> list[str]:
    return [name for part in options.given for name in part]


def _keywords(options: Any) -> dict[str, Any]:
    from burgundy_lab.experiments.match import load_values

    return {
        "game": options.game,
        "players": options.players,
        "estates": options.estates,
        "settings": settings(options.set),
        "values": load_values(options.game, options.values),
        "games": options.games,
        "seed": options.seed,
        "jobs": options.jobs,
        "backend": options.backend,
        "block_size": options.block_size,
        "progress": not options.quiet,
    }


def _tell(options: Any, found: Any) -> int:
    """Print what was found; return the exit status."""
    if options.json:
        print_json(_plain(found.as_dict()))
    else:
        print(*found.lines(), sep="\n")
        seconds = max(found.seconds, 1e-9)
        print(f"{found.games:,} games in {seconds:.2f} s ({found.games / seconds:,.0f} games/s)")
    return 0 if found.is_complete else INTERRUPTED


def _plain(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with rows as JSON can have them."""
    rows = {
        key: [plain(row) if isinstance(row, dict) else row for row in value]
        for key, value in answer.items()
        if isinstance(value, list)
    }
    return {**answer, **rows}
