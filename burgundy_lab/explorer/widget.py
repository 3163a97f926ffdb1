"""The explorer: a table to click on, with buttons, forms and values of actions around it.

Everything that happens goes through the session; widgets only show it. What goes wrong is told in
one line: in the form it was asked in, otherwise above the table. Commands come in on several
threads (JupyterLab sends those of widgets past a running cell), so each waits for the one before.
"""

from __future__ import annotations

import contextvars
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from os import PathLike
from typing import Any

import ipywidgets as widgets
from IPython import get_ipython
from joblib import cpu_count

from burgundy_lab.analysis import rests_on
from burgundy_lab.analysis.load import HasFolder
from burgundy_lab.experiments.evaluation import Evaluation
from burgundy_lab.experiments.ranks import strongest
from burgundy_lab.explorer.forms import (
    WRAPPED,
    LoadForm,
    PasteForm,
    SetUpForm,
    Told,
    parts,
)
from burgundy_lab.explorer.saved import display_saved
from burgundy_lab.explorer.session import HOW_FAR, Session
from burgundy_lab.explorer.table import Table
from burgundy_lab.sim.errors import BurgundyError
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.textform import HEAD
from burgundy_lab.wording import compiling_line

REFRESH_SECONDS = 0.25  # how often values that are still improving are drawn
STOPPING = "stopping: what is being compiled is finished first ..."
GAMES = (100, 400, 1000, 4000, 20_000, 100_000)


def explore(
    start: Position | str | PathLike[str] | HasFolder | None = None, *, game_no: int = 0
) -> Explorer:
    """Return a widget that explores a position, or a logged game.

    Parameters
    ----------
    start
        A position or its text; a run, or its folder, that logged decisions; or nothing, for a
        new board game.
    game_no
        Which game of a run.

    Raises
    ------
    BadState, BadValue, RunError
        If the text, the run or the game cannot be read.
    """
    explorer = _made(start, game_no)
    _replace_former(explorer)
    return explorer


def _made(start: Position | str | PathLike[str] | HasFolder | None, game_no: int) -> Explorer:
    if isinstance(start, Position):
        return Explorer(Session(start))
    say = partial(print, file=sys.stderr, flush=True)  # there is no table yet
    if isinstance(start, str) and start.lstrip().startswith(HEAD):
        return Explorer(Session.of_text(start, say))
    if start is None:
        return Explorer(Session.of_new_game(say))
    loaded = Session.of_run(start, game_no, say)
    return Explorer(loaded, folder=str(getattr(start, "folder", start)))


# By cell of a notebook: which run of it made explorers, and these.
_OF_CELL: dict[str, tuple[str, list[Explorer]]] = {}


def _replace_former(explorer: Explorer) -> None:
    """Close what a former run of the same cell made; several of one run stay, side by side."""
    cell, run = _cell_and_run()
    if not cell:
        return
    known, former = _OF_CELL.get(cell, (run, []))
    if known != run:
        for one in former:
            one.close()
        former = []
    _OF_CELL[cell] = run, [*former, explorer]


def _cell_and_run() -> tuple[str, str]:
    """Return the cell that is running and which run of it that is; empty where nobody says."""
    message: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()
    cell = message.get("metadata", {}).get("cellId", "")
    return str(cell), str(message.get("header", {}).get("msg_id", ""))


class Explorer(widgets.VBox):  # type: ignore[misc]
    """A session as a widget for JupyterLab; `explore` makes one."""

    def __init__(self, session: Session, *, folder: str = "") -> None:
        """Show a session; `folder` is offered to load games from."""
        self._one_at_a_time = threading.RLock()
        self.session, self.table = session, Table()
        session.on_compiling = self._say_compiling
        self.table.on_command(self.obey)
        self._shown: Position | None = None
        self._watching: threading.Thread | None = None
        self.slider = widgets.IntSlider(
            description="decision", min=0, max=1, layout={"flex": "1 1 240px", "min_width": "220px"}
        )
        self.slider.observe(self._scrub, "value")
        self.strategy = widgets.Dropdown(description="strategy", layout={"width": "250px"})
        self.games = widgets.Dropdown(
            options=[(f"{n:,}", n) for n in GAMES], value=1000, description="games",
            layout={"width": "170px"}, tooltip="games each action is tried in",
        )  # fmt: skip
        self.buttons = {name: self._button(name, *look) for name, look in LOOKS.items()}
        self.set_up = SetUpForm(session, self.attempt)
        self.load = LoadForm(session, self.attempt, folder)
        self.paste = PasteForm(session, self.attempt)
        forms = widgets.Accordion([self.set_up, self.load, self.paste])
        forms.titles = ("Set up a game", "Load a logged game", "Position as text")
        self._told = [form.told for form in (self.set_up, self.load, self.paste)]
        super().__init__([*self._bars(), self.table, forms])
        self.add_class("burgundy-explorer")  # where keys and clicks are the explorer's
        self.show()

    def _button(self, name: str, label: str, icon: str, tooltip: str) -> widgets.Button:
        button = widgets.Button(
            description=label, icon=icon, tooltip=tooltip,
            layout={"width": "auto", "min_width": "38px"},
        )  # fmt: skip
        button.on_click(lambda _: self.obey(name))
        return button

    def _bars(self) -> list[widgets.HBox]:
        walk = [self.buttons[name] for name in ("first", "back", "forth", "last")]
        change = [self.buttons[name] for name in ("undo", "redo")]
        play = [self.buttons[name] for name in HOW_FAR]
        values = [self.games, self.buttons["values"], self.buttons["stop"]]
        return [
            widgets.HBox([*walk, self.slider, *change], layout=WRAPPED),
            widgets.HBox([self.strategy, *play, *values], layout=WRAPPED),
        ]

    # --- what users do --------------------------------------------------------------------------

    def obey(self, command: str, action: int | None = None) -> None:
        """Do what a button, a key or a click asks for."""
        session = self.session
        if command == "play" and action is not None:
            self.attempt(partial(session.play, action))
        elif command in HOW_FAR:
            self.attempt(lambda: session.let(self.strategy.value, command))
        elif command == "values":
            self.attempt(self.evaluate)
        elif command in ("first", "back", "forth", "last", "undo", "redo", "stop"):
            self.attempt(getattr(session, command))
        elif command == "gone":  # nobody looks at it any more
            self.attempt(session.stop)

    def attempt(self, act: Callable[[], Any], told: Told | None = None) -> None:
        """Do something and show what came of it; what went wrong is told in one line, in `told` or
        above the table.
        """
        with self._one_at_a_time:
            if self._closed:
                return
            self._asked_in, wrong = told, ""
            try:
                act()
            except BurgundyError as error:
                wrong = " ".join(str(error).split())
            finally:
                self._asked_in, self.table.doing = None, ""
            for line in self._told:
                line.say(wrong if line is told else "")
            self.table.message = "" if told else wrong
            self.show()

    _asked_in: Told | None = None

    def _say_compiling(self, line: str) -> None:
        self.table.doing = line
        if self._asked_in is not None:
            self._asked_in.say(line, wrong=False)

    def evaluate(self) -> None:
        """Begin to evaluate the actions of the position looked at."""
        cores = max(1, cpu_count() - 1)  # one is left for clicks
        evaluation = self.session.evaluate(self.strategy.value, self.games.value, jobs=cores)
        self._rests_on = rests_on(evaluation.unconfirmed)
        cold = evaluation.is_cold
        self._waits_for = compiling_line(evaluation.position.game.name) if cold else ""
        # A thread of its own: the loop of a widget's thread ends when the page is loaded again.
        context = contextvars.copy_context()
        self._watching = threading.Thread(
            target=context.run, args=(self._watch, evaluation), daemon=True
        )
        self._watching.start()

    _rests_on = _waits_for = ""

    def _watch(self, evaluation: Evaluation) -> None:
        """Draw values again and again while they improve, and once when they do no more."""
        running = True
        while running:
            time.sleep(REFRESH_SECONDS)
            with self._one_at_a_time:
                if self._closed or self.session.evaluation is not evaluation:
                    return
                running = evaluation.is_running
                self.show_values()

    def _scrub(self, change: Any) -> None:
        with self._one_at_a_time:
            at = min(change["new"], self.session.length)
            if not self._showing and at != self.session.at:
                self.attempt(partial(self.session.go, at))

    _closed = _showing = False

    def close(self) -> None:
        """End the evaluation, and take all widgets out of the kernel and the page."""
        with self._one_at_a_time:
            if self._closed:
                return
            self._closed = True
            self.session.stop()
            for part in list(parts(self))[1:]:
                part.close()
            super().close()

    def __repr__(self) -> str:
        closed = "closed, since its cell was run again: " if self._closed else ""
        return f"<explorer, {closed}{self.session.heading}>"

    def _ipython_display_(self) -> None:
        """Show the explorer, and for a saved notebook what it shows."""
        display_saved(self.session, self._repr_mimebundle_())

    # --- what they see --------------------------------------------------------------------------

    def show(self) -> None:
        """Show the session as it is."""
        session = self.session
        if session.position is not self._shown:
            self._shown = session.position
            self.table.show(session)
            self.paste.show(session)
        self._showing = True  # a shorter line clamps the value, which nobody scrubbed to
        self.slider.max = max(1, session.length)
        self.slider.value = session.at
        self._showing = False
        if self.strategy.options != tuple(session.strategies):
            names = session.strategies
            self.strategy.options = names
            here = session.position
            self.strategy.value = strongest(here.game.name, int(here.state.seats))
        self._enable()
        self.show_values()

    def show_values(self) -> None:
        """Show the values that are known by now."""
        evaluation = self.session.evaluation
        self.table.show_values(evaluation, self._rests_on)
        running = evaluation is not None and evaluation.is_running
        stopping = evaluation is not None and evaluation.is_stopping
        waits = evaluation is not None and running and not evaluation.played
        waits_for = STOPPING if stopping and self._waits_for else self._waits_for
        self.table.doing = waits_for if waits else ""
        self.buttons["stop"].disabled = not running or stopping

    def _enable(self) -> None:
        session, over = self.session, self.session.position.is_over
        possible = {
            "first": session.at > 0, "back": session.at > 0,
            "forth": session.at < session.length, "last": session.at < session.length,
            "undo": session.can_undo, "redo": session.can_redo,
            **dict.fromkeys((*HOW_FAR, "values"), not over),
        }  # fmt: skip
        for name, can in possible.items():
            self.buttons[name].disabled = not can


LOOKS = {
    "first": ("", "fast-backward", "first position ([)"),
    "back": ("", "step-backward", "back one decision (b)"),
    "forth": ("", "step-forward", "next decision (n)"),
    "last": ("", "fast-forward", "last position (])"),
    "undo": ("undo", "undo", "take the last change back (u)"),
    "redo": ("redo", "repeat", "make it again (r)"),
    "move": ("play a move", "", "the strategy decides once (m)"),
    "turn": ("a turn", "", "the strategy plays the rest of the turn (t)"),
    "rest": ("the rest", "", "the strategy plays to the end of the game"),
    "values": ("values", "bar-chart", "what each action is worth if the strategy plays on (v)"),
    "stop": ("stop", "stop", "stop evaluating (s)"),
}  # label, icon, tooltip
