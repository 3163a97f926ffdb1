"""What the commands print and draw: tables of a run, JSON, pictures."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from burgundy_lab.logs import INTERRUPTED
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.wording import run_heading


def print_result(run: Any) -> None:
    """Print what a run played, its tables, on which values it rests, and how long it took."""
    from burgundy_lab.analysis import (
        load,
        rests_on,
        share_table,
        text_shares,
        text_table,
        win_table,
    )

    print(run_heading(run.match.game, run.manifest))
    if stopped := stopped_text(run.manifest):
        print(stopped)
    if run.folder is None:
        print(text_table(run.table))
    else:
        logged = load(run)
        print(text_table(win_table(logged)))
        if told_by := run.match.game.told_by:
            print(f"\n{text_shares(share_table(logged, told_by))}\n")
    print(rests_on(run.unconfirmed))
    games, seconds = run.games, run.manifest["seconds"]
    print(f"{games:,} games in {seconds:.2f} s ({games / max(seconds, 1e-9):,.0f} games/s)")
    if run.folder is not None:
        print(f"logs: {run.folder}")


def stopped_text(manifest: Mapping[str, Any]) -> str:
    """Return what intervals of an interrupted run mean; nothing of a run that is not."""
    if manifest["status"] != INTERRUPTED:
        return ""
    return (
        f"interrupted: {manifest['games_done']:,} of {manifest['games']:,} games; intervals hold "
        "only if what was seen had no part in stopping"
    )


# Of a manifest: what an answer as JSON says of the run that it tells of.
RULES = (
    "status", "game", "players", "strategies", "estates", "settings", "values", "games",
    "games_done", "seed", "code_hash", "versions", "unconfirmed",
)  # fmt: skip


def rules_of(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return by which rules, seed and code a run was played, for JSON."""
    return {name: manifest.get(name) for name in RULES}


def draw_pictures(run: Any, folder: str) -> list[str]:
    """Write the pictures of a run into its folder; return their paths."""
    import matplotlib as mpl

    mpl.use("Agg")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", UserWarning)
        paths = _draw_pictures(run, folder)
    for line in dict.fromkeys(str(warning.message) for warning in said):
        print(line, file=sys.stderr)
    return paths


def _draw_pictures(run: Any, folder: str) -> list[str]:
    from burgundy_lab.analysis import distribution, pair_counts, scoring_paths, win_table
    from burgundy_lab.analysis.plots import (
        figure_scoring_paths,
        plot_distribution,
        plot_scatter,
        plot_win_share,
    )

    drawn = {
        "win-share.png": plot_win_share(win_table(run)),
        "vp.png": plot_distribution(distribution(run, "vp")),
        "placings-vp.png": plot_scatter(pair_counts(run, "placings", "vp")),
    }
    if run.manifest["players"] > 1:
        drawn["margin.png"] = plot_distribution(distribution(run, "margin"))
    figures = {
        "scoring-paths.png": figure_scoring_paths(scoring_paths(run)),
        **{name: ax.get_figure(root=True) for name, ax in drawn.items()},
    }
    paths = []
    for name, figure in figures.items():
        assert figure is not None
        path, draft = os.path.join(folder, name), Path(folder, f".{name}.tmp")
        try:
            figure.savefig(draft, format="png", dpi=150, bbox_inches="tight")
            os.replace(draft, path)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise BadValue(f"{path}: {error.strerror}; try --no-pictures") from None
        paths.append(path)
    return paths


def plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with what JSON does not have, nan and inf, as null."""
    odd = {key for key, value in row.items() if isinstance(value, float) and not isfinite(value)}
    return {key: None if key in odd else value for key, value in row.items()}


def print_json(answer: Any) -> None:
    """Print an answer as JSON."""
    print(json.dumps(answer, indent=2, default=str, allow_nan=False))
