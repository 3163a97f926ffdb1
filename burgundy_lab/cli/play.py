"""Commands that play games: simulate, sensitivity."""

from __future__ import annotations

import sys
from typing import Any

from burgundy_lab.cli import INTERRUPTED
from burgundy_lab.cli.arguments import (
    add_command,
    add_estates,
    add_games,
    add_players,
    add_rules,
    add_strategies,
    add_workers,
    folder,
    settings,
    whole,
)
from burgundy_lab.printing import plain, print_json, print_result, rules_of


def add_commands(commands: Any) -> None:
    """Add the commands of this module."""
    _add_simulate(commands)
    _add_sensitivity(commands)


def _add_simulate(commands: Any) -> None:
    parser = add_command(
        commands, "simulate", _simulate, "play a batch of games and print a table",
        "--players 2 --strategies balanced,uniform --estates 1,8 --games 1000 --seed 7 --jobs 2 "
        "--out results/first",
    )  # fmt: skip
    add_players(parser)
    add_strategies(parser)
    add_estates(parser)
    add_rules(parser)
    add_games(parser)
    add_workers(parser)
    parser.add_argument("--block-size", type=whole, default=10_000, help="games of a block")
    parser.add_argument("--log", default="games", help="games (default) or decisions")
    parser.add_argument("--out", metavar="DIR", type=folder, help="new run folder for the logs")


def _add_sensitivity(commands: Any) -> None:
    parser = add_command(
        commands, "sensitivity", _sensitivity, "which conclusions hang on assumed values",
        "--game cards --strategies collector,immediate --games 5000 --seed 7",
        game="cards",
    )  # fmt: skip
    add_players(parser)
    add_strategies(parser)
    add_rules(parser)
    add_games(parser, "games on each table")


def _simulate(options: Any) -> int:
    from burgundy_lab.experiments import simulate
    from burgundy_lab.experiments.match import load_values

    run = simulate(
        game=options.game,
        players=options.players,
        strategies=options.strategies,
        estates=options.estates,
        settings=settings(options.set),
        values=load_values(options.game, options.values),
        games=options.games,
        seed=options.seed,
        jobs=options.jobs,
        backend=options.backend,
        log=options.log,
        out=options.out,
        block_size=options.block_size,
        progress=not options.quiet,
    )
    if options.json:
        table = [plain(row) for row in run.table.to_dicts()]
        answer = {"status": run.status, "folder": run.folder, "table": table}
        print_json(rules_of(run.manifest) | answer)
    elif run.games > 0:
        print_result(run)
    if not run.is_complete and options.quiet:  # otherwise it is said already
        print(f"burgundy: interrupted: {run.games:,} of {options.games:,} games", file=sys.stderr)
    return 0 if run.is_complete else INTERRUPTED


def _sensitivity(options: Any) -> int:
    from burgundy_lab.experiments.match import load_values
    from burgundy_lab.experiments.sensitivity import sensitivity

    found = sensitivity(
        game=options.game,
        players=options.players,
        strategies=options.strategies,
        settings=settings(options.set),
        games=options.games,
        seed=options.seed,
        values=load_values(options.game, options.values),
    )
    if options.json:
        print_json(found.as_dict())
        return 0
    print("\n".join(found.lines()))
    return 0
