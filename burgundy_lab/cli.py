"""The command `burgundy`: reads arguments, calls the library, prints.

Imports come late: what a command does not need is not loaded.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, NoReturn

from burgundy_lab.printing import draw_pictures, plain, print_json, print_result
from burgundy_lab.sim.errors import BadValue, BurgundyError

USAGE_ERROR = 2
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status: 0, 2 for a mistake of the caller, 130 for Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.command(options)
        return status
    except BurgundyError as error:
        print(f"burgundy: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        print("burgundy: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # such as `burgundy show ... | head`
        sys.stderr.close()
        return 0


# --- arguments -------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="burgundy",
        description="Simulation lab for The Castles of Burgundy.",
        epilog="burgundy COMMAND --help tells more and has an example.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_simulate(commands)
    _add_sensitivity(commands)
    report = _command(
        commands, "report", _report, "tables and pictures of a run",
        "burgundy report results/first",
    )  # fmt: skip
    report.add_argument("run", metavar="DIR", help="run folder")
    report.add_argument("--no-pictures", action="store_true", help="tables only")
    show = _command(
        commands, "show", _show, "replay a logged game in words",
        "burgundy show results/first 0",
    )  # fmt: skip
    show.add_argument("run", metavar="DIR", help="run folder with a log of decisions")
    show.add_argument("number", metavar="GAME", type=int, help="number of the game")
    rules = _command(
        commands, "rules", _rules, "values that are not confirmed, and all settings",
        "burgundy rules --game board",
    )  # fmt: skip
    rules.add_argument("--all", action="store_true", help="confirmed values too")
    _command(commands, "strategies", _strategies, "the strategies of a game", "burgundy strategies")
    _command(commands, "warm", _warm, "compile everything of a game once", "burgundy warm")
    bench = _command(
        commands, "bench", _bench, "speed, start-up and memory on this machine",
        "burgundy bench --seconds 0.5",
    )  # fmt: skip
    bench.add_argument("--seconds", type=float, default=1.0, help="length of a measurement")
    bench.add_argument("--speed-only", action="store_true", help="no start-up, logs, memory")
    return parser


def _command(
    commands: Any, name: str, function: Callable[[Any], int], summary: str, example: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"example: {example}",
    )
    parser.set_defaults(command=function)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    if name not in ("report", "show"):
        parser.add_argument("--game", default="board", help="the game (default: board)")
    return parser


def _add_simulate(commands: Any) -> None:
    parser = _command(
        commands, "simulate", _simulate, "play a batch of games and print a table",
        "burgundy simulate --players 2 --strategies balanced,uniform --estates 1,8 "
        "--games 1000 --seed 7 --jobs 2 --out results/first",
    )  # fmt: skip
    parser.add_argument("--players", type=int, help="seats (default: the fewest of the game)")
    parser.add_argument(
        "--strategies", type=_names, required=True, metavar="A,B",
        help="one for all seats, or one for each",
    )  # fmt: skip
    parser.add_argument(
        "--estates", type=_names, default=["1"], metavar="1,8",
        help="one for all seats, or one for each (default: 1)",
    )  # fmt: skip
    parser.add_argument(
        "--set", type=_setting, action="append", default=[], metavar="NAME=VALUE",
        help="a setting of the rules; `burgundy rules` lists them",
    )  # fmt: skip
    _add_values(parser)
    parser.add_argument("--games", type=int, required=True, help="how many games")
    parser.add_argument("--seed", type=int, required=True, help="where chance comes from")
    parser.add_argument("--jobs", type=int, default=1, help="workers, -1 for all cores")
    parser.add_argument("--backend", default="threads", help="threads or processes")
    parser.add_argument("--block-size", type=int, default=10_000, help="games of a block")
    parser.add_argument("--log", default="games", help="games (default) or decisions")
    parser.add_argument("--out", metavar="DIR", help="new run folder for the logs")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _add_values(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--values", metavar="FILE",
        help="another table of assumed values: a JSON file, or low, default, high",
    )  # fmt: skip


def _add_sensitivity(commands: Any) -> None:
    parser = _command(
        commands, "sensitivity", _sensitivity, "which conclusions hang on assumed values",
        "burgundy sensitivity --game cards --strategies collector,immediate "
        "--games 5000 --seed 7",
    )  # fmt: skip
    parser.set_defaults(game="cards")
    parser.add_argument("--players", type=int, help="seats (default: the fewest of the game)")
    parser.add_argument(
        "--strategies", type=_names, required=True, metavar="A,B",
        help="one for all seats, or one for each",
    )  # fmt: skip
    parser.add_argument(
        "--set", type=_setting, action="append", default=[], metavar="NAME=VALUE",
        help="a setting of the rules; `burgundy rules` lists them",
    )  # fmt: skip
    _add_values(parser)
    parser.add_argument("--games", type=int, required=True, help="games on each table")
    parser.add_argument("--seed", type=int, required=True, help="where chance comes from")


def _names(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value.strip()


# --- commands ----------------------------------------------------------------------------------


def _simulate(options: Any) -> int:
    from burgundy_lab.experiments import simulate
    from burgundy_lab.experiments.match import load_values

    run = simulate(
        game=options.game,
        players=_players(options),
        strategies=options.strategies,
        estates=options.estates,
        settings=_settings(options.set),
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
        parts = [plain(row) for row in run.breakdown.to_dicts()]
        answer = {"status": run.status, "folder": run.folder, "table": table}
        print_json(answer | ({"breakdown": parts} if parts else {}))
    else:
        print_result(run)
    return 0 if run.is_complete else INTERRUPTED


def _players(options: Any) -> int:
    """Return the number of seats: as given, or the fewest that the game has."""
    from burgundy_lab.sim.games import get_game

    return int(options.players or get_game(options.game).seat_counts[0])


def _sensitivity(options: Any) -> int:
    from burgundy_lab.experiments.match import load_values
    from burgundy_lab.experiments.sensitivity import sensitivity

    found = sensitivity(
        game=options.game,
        players=_players(options),
        strategies=options.strategies,
        settings=_settings(options.set),
        games=options.games,
        seed=options.seed,
        values=load_values(options.game, options.values),
    )
    if options.json:
        print_json({**asdict(found), "changed": found.changed})
        return 0
    print("\n".join(found.lines()))
    return 0


def _settings(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for name, value in pairs:
        if name in settings:
            raise BadValue(f"setting {name} is given twice: {settings[name]!r} and {value!r}")
        settings[name] = value
    return settings


def _report(options: Any) -> int:
    from burgundy_lab.analysis import load, rests_on, text_table, win_table

    run = load(options.run)
    tables = [win_table(run), win_table(run, by=("strategy", "start_place"))]
    pictures = [] if options.no_pictures else draw_pictures(run, options.run)
    if options.json:
        rows = [[plain(row) for row in table.to_dicts()] for table in tables]
        print_json({"by_seat": rows[0], "by_start_place": rows[1], "pictures": pictures})
        return 0
    for table in tables:
        print(text_table(table), end="\n\n")
    column = run.rules.breakdown
    if column:  # for a game alone: wins and VP by the round of the loss, say
        print(text_table(win_table(run, by=("strategy", column))), end="\n\n")
    print(rests_on(run.unconfirmed))
    for path in pictures:
        print(f"picture: {path}")
    return 0


def _show(options: Any) -> int:
    from burgundy_lab.analysis import load

    lines = load(options.run).trace(options.number).words()
    if options.json:
        print_json({"game": options.number, "lines": list(lines)})
    else:
        for line in lines:
            print(line)
    return 0


def _rules(options: Any) -> int:
    from burgundy_lab.sim.facts import facts
    from burgundy_lab.sim.games import get_game

    game = get_game(options.game)
    known = [fact for name in game.data_files for fact in facts(name)]
    shown = [fact for fact in known if options.all or fact.confidence != "confirmed"]
    if options.json:
        print_json(
            {"values": list(map(asdict, shown)), "settings": list(map(asdict, game.settings))}
        )
        return 0
    print(f"{game.title}: {len(known)} values, {len(shown)} shown")
    for fact in shown:
        print(f"  {fact.confidence:9}  {fact.path}: {fact.value} [{', '.join(fact.sources)}]")
    print("settings")
    for setting in game.settings:
        print(f"  {setting.name} ({setting.confidence}): {setting.why}")
        for value, meaning in setting.choices.items():
            mark = "default" if value == setting.default else ""
            print(f"    {mark:7}  {value}: {meaning}")
    return 0


def _strategies(options: Any) -> int:
    from burgundy_lab.strategies import strategies

    known = strategies(options.game)
    if options.json:
        rows = [
            {"name": p.name, "summary": p.summary, "weights": p.weights} for p in known.values()
        ]
        print_json(rows)
        return 0
    for policy in known.values():
        print(f"{policy.name:12}  {policy.summary}")
    return 0


def _warm(options: Any) -> int:
    from time import perf_counter

    from burgundy_lab.sim.games import get_game
    from burgundy_lab.sim.jit import cache_folder
    from burgundy_lab.sim.rollout import compiled_loop
    from burgundy_lab.strategies import strategies

    start = perf_counter()
    get_game(options.game).seams()
    compiled_loop(options.game)
    for policy in strategies(options.game).values():
        _ = policy.compiled
    answer = {"seconds": round(perf_counter() - start, 2), "cache": cache_folder()}
    if options.json:
        print_json(answer)
    else:
        print(f"ready in {answer['seconds']} s; compiled code: {answer['cache']}")
    return 0


def _bench(options: Any) -> int:
    from burgundy_lab.experiments.bench import costs, speeds

    if not 0.01 <= options.seconds <= 60:
        raise BadValue(f"--seconds {options.seconds} must be from 0.01 to 60")
    rows = []
    heading = ("strategy", "seats", "games/s", "decisions/s", "mean VP", "all cores", "scaling")
    form = "{:12} {:>5} {:>10} {:>12} {:>8} {:>10} {:>8}"
    if not options.json:
        print(form.format(*heading), flush=True)
    for s in speeds(options.game, seconds=options.seconds):
        rows.append(asdict(s))
        cells = (
            s.strategy, s.players, f"{s.games_per_second:,.0f}", f"{s.decisions_per_second:,.0f}",
            f"{s.vp:.1f}", f"{s.games_per_second_all:,.0f}", f"{s.scaling:.2f}x",
        )  # fmt: skip
        if not options.json:
            print(form.format(*cells), flush=True)
    rest = None if options.speed_only else asdict(costs(options.game))
    if options.json:
        print_json({"speeds": rows, "costs": rest})
    elif rest is not None:
        print(f"logs of games and seats: {100 * rest['logs_extra']:+.1f} % time")
        print(f"1,000 games, command to table: {rest['warm_seconds']:.2f} s warm, "
              f"{rest['cold_seconds']:.1f} s with an empty cache")  # fmt: skip
        print(f"{rest['logged_games']:,} games logged on {rest['cores']} cores: "
              f"{rest['peak_megabytes']:.0f} MB at most")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
