"""Commands that read a run: report, show."""

from __future__ import annotations

from itertools import chain
from typing import Any

from burgundy_lab.cli.arguments import add_command, folder, whole
from burgundy_lab.printing import draw_pictures, plain, print_json, rules_of, stopped_text
from burgundy_lab.wording import run_heading, seats_line


def add_commands(commands: Any) -> None:
    """Add the commands of this module."""
    report = add_command(
        commands, "report", _report, "tables and pictures of a run", "results/first", None
    )
    report.add_argument("run", metavar="DIR", type=folder, help="run folder")
    report.add_argument("--no-pictures", action="store_true", help="tables only")
    _add_partial(report)
    show = add_command(
        commands, "show", _show, "replay a logged game in words", "results/first 0", None
    )
    show.add_argument("run", metavar="DIR", type=folder, help="run folder with a log of decisions")
    show.add_argument("number", metavar="GAME", type=whole, help="number of the game, from 0")
    _add_partial(show)


def _add_partial(parser: Any) -> None:
    parser.add_argument(
        "--partial", action="store_true", help="read a run that goes on, or was killed"
    )


def _load(options: Any) -> Any:
    from burgundy_lab.analysis.load import UnfinishedRun, load

    try:
        return load(options.run, partial=options.partial)
    except UnfinishedRun as error:
        raise UnfinishedRun(error.folder, error.goes_on, "--partial") from None


def _report(options: Any) -> int:
    from burgundy_lab.analysis import (
        rests_on,
        share_table,
        text_shares,
        text_table,
        win_table,
    )

    run = _load(options)
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
        print_json({**rules_of(run.manifest), **rows, "pictures": pictures})
        return 0
    if stopped := stopped_text(run.manifest):
        print(stopped)
    elif run.manifest["status"] != "complete":
        wanted, done = run.manifest["games"], run.games_done
        print(f"{run.manifest['status']}: {done:,} of {wanted:,} games")
    print(run_heading(run.rules, run.manifest))
    for text in texts:
        print(text, end="\n\n")
    print(rests_on(run.unconfirmed))
    for path in pictures:
        print(f"picture: {path}")
    return 0


def _show(options: Any) -> int:
    run = _load(options)
    words = run.trace(options.number).words()
    heading = f"game {options.number} of {run_heading(run.rules, run.manifest)}"
    lines = chain((heading, seats_line(run.manifest)), words)
    if options.json:
        answer = {"run": rules_of(run.manifest), "game": options.number, "lines": list(lines)}
        print_json(answer)
    else:
        print(*lines, sep="\n")
    return 0
