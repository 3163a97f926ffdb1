"""The command `burgundy`: reads arguments, calls the library, prints.

Imports come late: what a command does not need is not loaded.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, NoReturn

from burgundy_lab.printing import draw_pictures, plain, print_json, print_result
from burgundy_lab.sim.errors import BadValue, BurgundyError
from burgundy_lab.version import VERSION

USAGE_ERROR, INTERRUPTED = 2, 130  # exit status
LONGEST_LINE = 1000  # of an error, in characters


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {_line(message)} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status: 0, 2 for a mistake of the caller, 130 for Ctrl-C."""
    options = _parser().parse_args(arguments)
    if hasattr(sys.stdout, "reconfigure"):  # names and ± in a terminal that does not know them
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
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
    print(f"burgundy: {_line(why)}", file=sys.stderr)
    return USAGE_ERROR


def _line(text: str) -> str:
    """Return text as one line of bearable length, whatever a user's values hold."""
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    half = LONGEST_LINE // 2
    return line if len(line) <= LONGEST_LINE else f"{line[:half]} ... {line[-half:]}"


def _drop_output() -> None:
    """Let Python's own flush at exit succeed where nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- arguments -------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="burgundy",
        description="Simulation lab for The Castles of Burgundy.",
        epilog="burgundy COMMAND --help tells more and has an example.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_simulate(commands)
    _add_sensitivity(commands)
    report = _command(commands, "report", _report, "tables and pictures of a run", "results/first")
    report.add_argument("run", metavar="DIR", type=_folder, help="run folder")
    report.add_argument("--no-pictures", action="store_true", help="tables only")
    show = _command(commands, "show", _show, "replay a logged game in words", "results/first 0")
    show.add_argument("run", metavar="DIR", type=_folder, help="run folder with a log of decisions")
    show.add_argument("number", metavar="GAME", type=_whole, help="number of the game, from 0")
    rules = _command(
        commands, "rules", _rules, "values that are not confirmed, and all settings", "--game board"
    )
    rules.add_argument("--all", action="store_true", help="confirmed values too")
    _command(commands, "strategies", _strategies, "the strategies of a game", "--game board")
    _command(commands, "warm", _warm, "compile everything of a game once", "--game board")
    bench = _command(
        commands, "bench", _bench, "speed, start-up and memory on this machine", "--seconds 0.5"
    )
    bench.add_argument("--seconds", type=float, default=1.0, help="length of a measurement")
    bench.add_argument("--speed-only", action="store_true", help="no start-up, logs, memory")
    return parser


def _command(
    commands: Any,
    name: str,
    function: Callable[[Any], int],
    summary: str,
    example: str,
    game: str = "board",
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"example: burgundy {name} {example}",
    )
    parser.set_defaults(command=function)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    if name not in ("report", "show"):
        parser.add_argument("--game", default=game, help=f"the game (default: {game})")
    return parser


def _add_simulate(commands: Any) -> None:
    parser = _command(
        commands, "simulate", _simulate, "play a batch of games and print a table",
        "--players 2 --strategies balanced,uniform --estates 1,8 --games 1000 --seed 7 --jobs 2 "
        "--out results/first",
    )  # fmt: skip
    _add_players(parser)
    _add_strategies(parser)
    parser.add_argument(
        "--estates", type=_names, metavar="1,8",
        help="one for all seats, or one for each (default: 1, for solo side A)",
    )  # fmt: skip
    _add_rules(parser)
    parser.add_argument("--games", type=_whole, required=True, help="how many games")
    parser.add_argument("--seed", type=_whole, required=True, help="where chance comes from")
    parser.add_argument("--jobs", type=_whole, default=1, help="workers, -1 for all cores")
    parser.add_argument("--backend", default="threads", help="threads or processes")
    parser.add_argument("--block-size", type=_whole, default=10_000, help="games of a block")
    parser.add_argument("--log", default="games", help="games (default) or decisions")
    parser.add_argument("--out", metavar="DIR", type=_folder, help="new run folder for the logs")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _add_players(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=_whole, help="seats (default: as few as the game allows)")


def _add_strategies(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strategies", type=_names, required=True, metavar="A,B",
        help="one for all seats, or one for each",
    )  # fmt: skip


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", type=_setting, action="append", default=[], metavar="NAME=VALUE",
        help="a setting of the rules; `burgundy rules` lists them",
    )  # fmt: skip
    parser.add_argument(
        "--values", metavar="FILE",
        help="another table of assumed values: a JSON file, or low, default, high",
    )  # fmt: skip


def _add_sensitivity(commands: Any) -> None:
    parser = _command(
        commands, "sensitivity", _sensitivity, "which conclusions hang on assumed values",
        "--game cards --strategies collector,immediate --games 5000 --seed 7",
        game="cards",
    )  # fmt: skip
    _add_players(parser)
    _add_strategies(parser)
    _add_rules(parser)
    parser.add_argument("--games", type=_whole, required=True, help="games on each table")
    parser.add_argument("--seed", type=_whole, required=True, help="where chance comes from")


def _names(text: str) -> list[str]:
    if all(names := [part.strip() for part in text.split(",")]):
        return names
    raise argparse.ArgumentTypeError(f"{text!r} has an empty name, must be A or A,B")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _folder(text: str) -> str:
    path = os.path.expanduser(text)
    odd = any(c < " " or "\ud800" <= c <= "\udfff" for c in path)
    if odd or not path.strip() or path.startswith("~"):
        raise argparse.ArgumentTypeError(f"{text!r} is no path of a folder")
    return path


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
        players=options.players,
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
        answer = {"status": run.status, "folder": run.folder, "table": table}
        print_json(answer | {"unconfirmed": run.manifest["unconfirmed"]})
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
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise BadValue(f"setting {name} is given {names.count(name)} times")
    return dict(pairs)


def _report(options: Any) -> int:
    from burgundy_lab.analysis import (
        load,
        rests_on,
        share_table,
        text_shares,
        text_table,
        win_table,
    )

    run = load(options.run)
    tables = {"by_seat": win_table(run)}
    if "start_place" in (column.name for column in run.rules.columns):
        tables["by_start_place"] = win_table(run, by=("strategy", "start_place"))
    texts = [text_table(table) for table in tables.values()]
    if run.rules.told_by:
        tables[f"by_{run.rules.told_by}"] = share_table(run, run.rules.told_by)
        texts.append(text_shares(tables[f"by_{run.rules.told_by}"]))
    pictures = [] if options.no_pictures else draw_pictures(run, options.run)
    if options.json:
        rows = {name: [plain(row) for row in table.to_dicts()] for name, table in tables.items()}
        keys = ("status", "games", "games_done", "unconfirmed")
        print_json({**{k: run.manifest[k] for k in keys}, **rows, "pictures": pictures})
        return 0
    if run.manifest["status"] != "complete":
        wanted, done = run.manifest["games"], run.games_done
        print(f"{run.manifest['status']}: {done:,} of {wanted:,} games")
    for text in texts:
        print(text, end="\n\n")
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
        print(*lines, sep="\n")
    return 0


def _rules(options: Any) -> int:
    from burgundy_lab.sim.facts import facts
    from burgundy_lab.sim.games import get_game

    game = get_game(options.game)
    known = [fact for name in game.data_files for fact in facts(name)]
    shown = [fact for fact in known if options.all or fact.confidence != "confirmed"]
    if options.json:
        values, settings = (list(map(asdict, part)) for part in (shown, game.settings))
        print_json({"values": values, "settings": settings})
        return 0
    print(f"{game.title}: {len(known)} values, {len(shown)} shown")
    for fact in shown:
        print(f"  {fact.confidence:9}  {fact.path}: {fact.value} [{', '.join(fact.sources)}]")
    print("settings")
    for setting in game.settings:
        print(f"  {setting.name} ({setting.confidence}): {setting.why}")
        for value, meaning in setting.choices.items():
            print(f"    {'default' * (value == setting.default):7}  {value}: {meaning}")
    return 0


def _strategies(options: Any) -> int:
    from burgundy_lab.strategies import strategies

    known = strategies(options.game)
    if options.json:
        keys = ("name", "summary", "weights")
        print_json([{key: getattr(policy, key) for key in keys} for policy in known.values()])
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
    from burgundy_lab.sim.games import get_game

    get_game(options.game)  # before the heading
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
        print(
            f"logs of games and seats: {100 * rest['logs_extra']:+.1f} % time\n"
            f"1,000 games, command to table: {rest['warm_seconds']:.2f} s warm, "
            f"{rest['cold_seconds']:.1f} s with an empty cache\n"
            f"{rest['logged_games']:,} games logged on {rest['cores']} cores: "
            f"{rest['peak_megabytes']:.0f} MB at most"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
