"""The table as a widget: picture, places to click, legal actions and their values.

What is drawn stands in `shown` and `values`; what a user does arrives as a message. The browser's
part is static/table.js.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from burgundy_lab.experiments.evaluation import Evaluation
from burgundy_lab.explorer.session import Session

STATIC = Path(__file__).parent / "static"


class Table(anywidget.AnyWidget):
    """The position of a session, drawn."""

    _esm = STATIC / "table.js"
    _css = STATIC / "table.css"
    shown = traitlets.Dict().tag(sync=True)
    values = traitlets.Dict().tag(sync=True)
    message = traitlets.Unicode("").tag(sync=True)

    def on_command(self, obey: Callable[[str, int | None], None]) -> None:
        """Have a function called with what the user does: its name, and an action to play."""

        def receive(_widget: Any, content: dict[str, Any], _buffers: Any) -> None:
            now = self.shown.get("text")
            if content.get("of", now) == now:  # else chosen from a position that is left already
                obey(str(content.get("do")), content.get("action"))

        self.on_msg(receive)

    def show(self, session: Session) -> None:
        """Draw the position looked at."""
        self.shown = {
            "svg": session.position._repr_svg_(),
            "heading": session.heading,
            "text": session.text,
            "told": f"before: {'; '.join(session.told)}" if session.told else "",
            "choices": [
                {"action": choice.action, "words": choice.words, "spots": list(choice.spots)}
                for choice in session.choices
            ],
        }

    def show_values(self, evaluation: Evaluation | None, rests_on: str = "") -> None:
        """Draw the values that are known by now; none without an evaluation."""
        self.values = {} if evaluation is None else values_of(evaluation, rests_on)


def values_of(evaluation: Evaluation, rests_on: str = "") -> dict[str, Any]:
    """Return what the browser draws: rows best first, and a line on how many games they rest."""
    names = ", ".join(dict.fromkeys(evaluation.names))
    if evaluation.error is not None:
        return {"rows": [], "note": f"no values: {evaluation.error}"}
    note = (
        f"{evaluation.played:,} of {evaluation.games:,} games of each action with {names}, "
        f"{evaluation.status}; 95 % intervals{f'; {rests_on}' if rests_on else ''}"
    )
    if not evaluation.played:
        return {"rows": [], "note": note}
    rows = evaluation.table.drop("description", "games", "confidence").to_dicts()
    return {"rows": [{**row, "rank": k} for k, row in enumerate(rows, 1)], "note": note}
