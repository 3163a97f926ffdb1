"""The table as a widget: picture, places to click, legal actions and their values.

What is drawn stands in `shown` and `values`; what a user does arrives as a message. The browser's
part stands in static/.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from burgundy_lab.experiments.action_words import advised, together_line
from burgundy_lab.experiments.evaluation import Evaluation
from burgundy_lab.explorer.session import Session
from burgundy_lab.sim.position import Position

STATIC = Path(__file__).parent / "static"
SCRIPTS = ("frame", "picture", "values", "rows", "table")


class Table(anywidget.AnyWidget):
    """The position of a session, drawn."""

    # One file each, as the browser gets no more.
    _esm = "\n".join((STATIC / f"{name}.js").read_text("utf-8") for name in SCRIPTS)
    _css = "\n".join((STATIC / f"{name}.css").read_text("utf-8") for name in ("frame", "table"))
    shown = traitlets.Dict().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    message = traitlets.Unicode("").tag(sync=True)  # what went wrong
    doing = traitlets.Unicode("").tag(sync=True)  # what takes long

    def on_command(self, obey: Callable[[str, int | None], None]) -> None:
        """Have a function called with what the user does: its name, and an action to play."""

        def receive(_widget: Any, content: dict[str, Any], _buffers: Any) -> None:
            if content.get("do") == "ping":  # whether anyone is there
                self.send({"heard": content.get("number")})
                return
            now = self.shown.get("text")
            if content.get("of", now) == now:  # else chosen from a position that is left already
                obey(str(content.get("do")), content.get("action"))

        self.on_msg(receive)

    def show(self, session: Session) -> None:
        """Draw the position looked at."""
        self.shown = {
            "svg": session.position.game.picture(session.position.state, narrow=True),
            "heading": session.heading,
            "text": session.text,
            "results": _results(session.position),
            "told": f"before: {'; '.join(session.told)}" if session.told else "",
            "choices": [
                {"action": choice.action, "words": choice.words, "spots": list(choice.spots)}
                for choice in session.choices
            ],
        }

    def show_values(self, evaluation: Evaluation | None, rests_on: str = "") -> None:
        """Draw the values that are known by now; none without an evaluation."""
        self.values = {} if evaluation is None else values_of(evaluation, rests_on)


def _results(position: Position) -> list[list[int | str]]:
    """Return seat, rank and VP of each seat, the first rank first; nothing before the end.

    A game played alone is won or lost: it says so instead of the rank.
    """
    if not position.is_over:
        return []
    results = sorted(position.outcome(), key=lambda result: result.rank)
    if len(results) == 1:
        (alone,) = results
        return [[alone.seat, "won" if alone.rank == 1 else "lost", int(alone.vp)]]
    return [[result.seat, int(result.rank), int(result.vp)] for result in results]


def values_of(evaluation: Evaluation, rests_on: str = "") -> dict[str, Any]:
    """Return what the browser draws of the values that are known by now.

    Returns
    -------
    ``note``
        How many games they rest on, and what to keep in mind, in one line.
    ``rows``
        One for each action, the best first: ``rank`` and what `Evaluation.table` has of it, such
        as ``standing`` to the best ("best", "not told apart", "behind") and ``choice`` (whether
        the judge itself would play it). None before the first game.
    ``judge``
        The strategy of the seat to decide.
    ``advice``
        The action advised: the judge's own choice unless the best is clearly better; or None.
    ``verdict``
        What can be said of the best and of the judge's own choice, a line each.
    ``caution``
        That this is a look while more games are played, or was stopped; empty at the end.
    ``short``
        What ``short`` of a row is called, in games of one player alone; else empty.
    """
    told: dict[str, Any] = {
        "rows": [],
        "judge": evaluation.judge,
        "advice": None,
        "verdict": [],
        "caution": evaluation.caution,
        "short": evaluation.position.game.told_short,
    }
    if evaluation.error is not None:
        return {**told, "caution": "", "note": f"no values: {evaluation.error}"}
    table = evaluation.table  # once: the values of one moment
    played = table["games"][0]
    status = "stopping" if evaluation.is_stopping else evaluation.status
    told["note"] = "; ".join(
        filter(
            None,
            (
                f"{played:,} of {evaluation.games:,} games of each action with "
                f"{evaluation.plays_on}, {status}",
                evaluation.caution,
                together_line(table["confidence"][0], played),
                rests_on,
            ),
        )
    )
    if played:
        rows = table.drop("description", "games", "confidence", "plays_on").to_dicts()
        told["rows"] = [{**row, "rank": k} for k, row in enumerate(rows, 1)]
        told["advice"] = advised(table)
        told["verdict"] = evaluation.lines_of(table)
    return told
