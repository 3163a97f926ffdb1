"""The command that tells of strategies: `burgundy strategies`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from burgundy_lab.cli.arguments import add_command, add_own
from burgundy_lab.printing import print_json


def add_commands(commands: Any) -> None:
    """Add the commands of this module."""
    parser = add_command(
        commands, "strategies", _strategies, "the strategies of a game, with idea and rank",
        "farmer --game board",
    )  # fmt: skip
    parser.add_argument("strategy", nargs="?", help="tell all of one (default: a list of all)")
    add_own(parser)


def _strategies(options: Any) -> int:
    from burgundy_lab.experiments.ranks import rank_tables
    from burgundy_lab.strategies import get_strategy, strategies

    tables = rank_tables(options.game)
    if options.strategy is None:
        chosen = list(strategies(options.game).values())
    else:
        chosen = [get_strategy(options.game, options.strategy)]
    if options.json:
        print_json([_told(policy, tables) for policy in chosen])
    elif options.strategy is None:
        print(*_list_lines(chosen, tables), sep="\n")
    else:
        print(*_story_lines(chosen[0], tables), sep="\n")
    return 0


def _told(policy: Any, tables: Any) -> dict[str, Any]:
    """Return all that is known of a strategy, for JSON."""
    from burgundy_lab.strategies.story import story

    ranks = [
        {"players": table.players, "of": len(table.places), **asdict(place)}
        for table in tables
        if (place := table.place(policy.name))
    ]
    keys = ("name", "summary", "weights")
    return {**{k: getattr(policy, k) for k in keys}, **asdict(story(policy)), "ranks": ranks}


def _list_lines(policies: Any, tables: Any) -> list[str]:
    """Return a line for each strategy, the best first, under headings."""
    seats = ["alone" if table.players == 1 else f"{table.players} players" for table in tables]
    heads = ["strategy", *(f"{text:>17}" for text in seats), "idea"]
    units = ["", *(f"{'rank':>4} {'wins':>6} {'VP':>5}" for _ in tables), ""]
    rows = [
        [policy.name, *(_cells(table.place(policy.name)) for table in tables), policy.summary]
        for policy in _best_first(policies, tables)
    ]
    width = max(len(row[0]) for row in (heads, *rows))
    lines = ["  ".join([row[0].ljust(width), *row[1:]]).rstrip() for row in (heads, units, *rows)]
    return [*lines, "", *_even(tables), *_measured(tables)]


def _best_first(policies: Any, tables: Any) -> list[Any]:
    """Return strategies in the order of the first table; what has no rank comes last."""
    places = {place.strategy: place.rank for table in tables[:1] for place in table.places}
    return sorted(policies, key=lambda policy: places.get(policy.name, len(places) + 1))


def _cells(place: Any) -> str:
    if place is None:
        return f"{'-':>4} {'-':>6} {'-':>5}"
    return f"{place.rank:>4} {100 * place.win:>5.1f}% {place.vp:>5.1f}"


def _even(tables: Any) -> list[str]:
    several = [table.players for table in tables if table.players > 1]
    shares = ", ".join(f"{100 / players:.0f} % of games with {players}" for players in several)
    return [f"an even share of wins is {shares}"] if several else []


def _measured(tables: Any) -> list[str]:
    return [
        f"measured {table.measured} with seed {table.seed}: {table.games:,} games"
        + (f" of everyone against everyone, {table.players} at a table" * (table.players > 1))
        for table in tables
    ]


def _story_lines(policy: Any, tables: Any) -> list[str]:
    """Return all that is known of one strategy."""
    from burgundy_lab.strategies.story import story

    told = story(policy)
    lines = [f"{policy.name} ({policy.game}): {policy.summary}"]
    parts = {
        "plays": told.play,
        "idea": told.idea,
        "source": told.source,
        "loses against": told.loses_against,
    }
    lines += [f"  {name:14} {text}" for name, text in parts.items() if text]
    for table in tables:
        if place := table.place(policy.name):
            where = "alone" if table.players == 1 else f"{table.players} at a table"
            lines.append(
                f"  {where}: rank {place.rank} of {len(table.places)}, "
                f"wins {100 * place.win:.1f} %, mean {place.vp:.1f} VP ({place.games:,} games); "
                f"beaten by {', '.join(place.beaten_by) or 'none'}"
            )
    return lines
