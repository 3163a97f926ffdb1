"""The command that tells what the rules rest on: `burgundy rules`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from burgundy_lab.cli.arguments import add_command
from burgundy_lab.printing import print_json


def add_commands(commands: Any) -> None:
    """Add the commands of this module."""
    rules = add_command(
        commands, "rules", _rules, "values that are not confirmed, and all settings", "--game board"
    )
    rules.add_argument("--all", action="store_true", help="confirmed values too")


def _rules(options: Any) -> int:
    from burgundy_lab.sim.facts import DATA, facts
    from burgundy_lab.sim.games import get_game

    game = get_game(options.game)
    known = [fact for name in game.data_files for fact in facts(name)]
    shown = [fact for fact in known if options.all or fact.confidence != "confirmed"]
    if options.json:
        values, settings = (list(map(asdict, part)) for part in (shown, game.settings))
        print_json({"values": values, "settings": settings})
        return 0
    print(f"{game.title}: {len(known)} values, {len(shown)} shown")
    print(f"sources in brackets: their names stand in {DATA / 'README.md'}")
    for fact in shown:
        where = f" [{', '.join(fact.sources)}]" if fact.sources else ""
        print(f"  {fact.confidence:9}  {fact.path}: {fact.value}{where}")
    print("settings")
    for setting in game.settings:
        print(f"  {setting.name} ({setting.confidence}): {setting.why}")
        for value, meaning in setting.choices.items():
            print(f"    {'default' * (value == setting.default):7}  {value}: {meaning}")
    return 0
