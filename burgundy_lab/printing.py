"""What the commands print and draw: tables of a run, JSON, pictures."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from burgundy_lab.sim.errors import BadValue


def print_result(run: Any) -> None:
    """Print the table of a run, on which values it rests, and how long it took."""
    from burgundy_lab.analysis import load, rests_on, text_table, win_table

    if run.games == 0:
        return
    if run.folder is not None:
        print(text_table(win_table(load(run))))
    else:
        for row in run.table.to_dicts():
            print(
                f"seat {row['seat']}  {row['strategy']}  {row['estate']}  "
                f"{row['games']:,} games  {row['vp_mean']:.1f} ± {1.96 * row['vp_se']:.1f} VP  "
                f"wins {100 * row['win_share']:.1f} ± {196 * row['win_share_se']:.1f} %"
            )
    column = run.match.game.breakdown
    for row in run.breakdown.to_dicts():
        print(
            f"seat {row['seat']}  {row['strategy']}  {column.replace('_', ' ')} {row[column]}: "
            f"{row['games']:,} games, {100 * row['share']:.1f} ± {196 * row['share_se']:.1f} %"
        )
    print(rests_on(run.manifest["unconfirmed"]))
    seconds = run.manifest["seconds"]
    print(f"{run.games:,} games in {seconds:.2f} s ({run.games / max(seconds, 1e-9):,.0f} games/s)")
    if run.folder is not None:
        print(f"logs: {run.folder}")


def draw_pictures(run: Any, folder: str) -> list[str]:
    """Write the pictures of a run into its folder; return their paths."""
    import matplotlib as mpl

    mpl.use("Agg")
    from burgundy_lab.analysis import scoring_paths, win_table
    from burgundy_lab.analysis.plots import figure_scoring_paths, plot_win_share

    figures = {
        "scoring-paths.png": figure_scoring_paths(scoring_paths(run)),
        "win-share.png": plot_win_share(win_table(run)).get_figure(root=True),
    }
    paths = []
    for name, figure in figures.items():
        assert figure is not None
        path = f"{folder.rstrip('/')}/{name}"
        try:
            figure.savefig(path, dpi=150, bbox_inches="tight")
        except OSError as error:
            raise BadValue(f"picture {path} cannot be written: {error.strerror}") from None
        paths.append(path)
    return paths


def plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with what JSON does not have, such as nan, as null."""
    return {key: None if value != value else value for key, value in row.items()}


def print_json(answer: Any) -> None:
    """Print an answer as JSON."""
    print(json.dumps(answer, indent=2, default=str))
