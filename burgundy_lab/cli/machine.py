"""Commands about this machine: warm, bench."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from burgundy_lab.cli.arguments import add_command, add_own, names, whole
from burgundy_lab.printing import print_json
from burgundy_lab.sim.errors import BadValue


def add_commands(commands: Any) -> None:
    """Add the commands of this module."""
    add_command(commands, "warm", _warm, "compile everything of a game once", "--game board")
    bench = add_command(
        commands, "bench", _bench, "speed, start-up and memory on this machine", "--seconds 0.5"
    )
    bench.add_argument(
        "--strategies", type=names, metavar="A,B", help="which ones (default: all of the game)"
    )
    add_own(bench)
    bench.add_argument("--players", type=whole, help="seats (default: each number in turn)")
    bench.add_argument("--seconds", type=float, default=1.0, help="length of a measurement")
    bench.add_argument("--speed-only", action="store_true", help="no start-up, logs, memory")


def _warm(options: Any) -> int:
    from time import perf_counter

    from burgundy_lab.sim.batches import compile_helpers
    from burgundy_lab.sim.compile_cache import cache_folder, cache_trouble
    from burgundy_lab.sim.games import get_game
    from burgundy_lab.sim.jit import BOUNDSCHECK
    from burgundy_lab.sim.lockstep_kernel import compiled_batch
    from burgundy_lab.sim.rollout import compiled_loop
    from burgundy_lab.strategies import strategies
    from burgundy_lab.wording import not_kept_line

    start = perf_counter()
    get_game(options.game).seams()
    compiled_loop(options.game)
    compiled_batch(options.game)
    compile_helpers()
    for policy in strategies(options.game).values():
        _ = policy.compiled
    seconds, trouble = round(perf_counter() - start, 2), cache_trouble()
    folder = cache_folder(BOUNDSCHECK) if trouble is None else None
    if options.json:
        print_json({"seconds": seconds, "cache": folder, "trouble": trouble})
    else:
        kept = f"compiled code: {folder}" if trouble is None else not_kept_line(trouble)
        print(f"ready in {seconds} s; {kept}")
    return 0


def _bench(options: Any) -> int:
    from burgundy_lab.experiments.bench import costs, measured, speeds

    matches = measured(options.game, options.strategies, options.players)  # before the heading
    if not 0.01 <= options.seconds <= 60:
        raise BadValue(f"--seconds {options.seconds} must be from 0.01 to 60")
    rows = []
    heading = ("strategy", "seats", "games/s", "decisions/s", "mean VP", "all cores", "scaling")
    form = "{:12} {:>5} {:>10} {:>12} {:>8} {:>10} {:>8}"
    if not options.json:
        print(form.format(*heading), flush=True)
    for s in speeds(matches, seconds=options.seconds):
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
            f"logs of every decision too: {100 * rest['decisions_extra']:+.1f} % time\n"
            f"1,000 games, command to table: {rest['warm_seconds']:.2f} s warm, "
            f"{rest['cold_seconds']:.1f} s with an empty cache\n"
            f"{rest['logged_games']:,} games logged on {rest['cores']} cores: "
            f"{rest['peak_megabytes']:.0f} MB at most"
        )
    return 0
