"""Forms of the explorer: set up a game, load a logged one, paste a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from typing import Any

import ipywidgets as widgets

from burgundy_lab.explorer.session import Session
from burgundy_lab.sim.contract import Setting
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.games import GAMES, get_game

WIDE = {"width": "340px"}
LABELS = {"description_width": "130px"}
WRAPPED = {"flex_flow": "row wrap"}  # no Layout, which would be closed with the first that has it


class Told(widgets.HTML):  # type: ignore[misc]
    """A line in a form: what went wrong with it, or what takes long."""

    def say(self, line: str, *, wrong: bool = True) -> None:
        """Show the line; an empty one shows nothing."""
        kind, role, mark = ("b-wrong", "alert", "⚠ ") if wrong else ("b-busy", "status", "⏳ ")
        self.value = f'<div class="{kind}" role="{role}">{mark}{escape(line)}</div>' * bool(line)


Attempt = Callable[[Callable[[], None], Told], None]  # does something, says what went wrong


def parts(widget: widgets.Widget) -> Iterator[widgets.Widget]:
    """Yield a widget and every widget it is made of, layouts and styles included."""
    yield widget
    for name in widget.keys:
        value = getattr(widget, name)
        for part in value if isinstance(value, list | tuple) else (value,):
            if isinstance(part, widgets.Widget):
                yield from parts(part)


def close_parts(*wholes: widgets.Widget) -> None:
    """Close widgets with all that they are made of, so that neither side keeps them."""
    for part in [part for whole in wholes for part in parts(whole)]:
        part.close()


def read_whole(name: str, text: str) -> int:
    """Return the whole number in a field of a form.

    Raises
    ------
    BadValue
        If there is none.
    """
    try:
        return int(text.strip())
    except ValueError:
        raise BadValue(f"{name} {text!r} must be a whole number") from None


def text_field(label: str, value: str = "", **options: Any) -> widgets.Text:
    """Return a field for one line of text."""
    return widgets.Text(value=value, description=label, style=LABELS, layout=WIDE, **options)


def choice_field(label: str, options: Any, value: Any = None) -> widgets.Dropdown:
    """Return a field that offers a few values."""
    first = value if value is not None else next(iter(options), None)
    return widgets.Dropdown(
        options=list(options), value=first, description=label, style=LABELS, layout=WIDE
    )


class SetUpForm(widgets.VBox):  # type: ignore[misc]
    """Game, players, estates, settings and seed of a new game."""

    def __init__(self, session: Session, attempt: Attempt) -> None:
        """Begin with the game that is looked at."""
        here = session.position
        self.game = choice_field("game", GAMES, here.game.name)
        self.players = choice_field("players", here.game.seat_counts, int(here.state.seats))
        self.seed = text_field("seed", "1")
        self.number = text_field("game number", "0")
        self.estates: list[widgets.Dropdown] = []
        self.settings: dict[str, Any] = {}
        self.tables: widgets.Dropdown | None = None
        self._estates, self._settings = widgets.VBox(), widgets.VBox()
        button = widgets.Button(description="Set up", icon="play", button_style="primary")
        self.told = Told()
        button.on_click(lambda _: attempt(partial(self.submit, session), self.told))
        self.game.observe(lambda _: self._choose_game(), "value")
        self.players.observe(lambda _: self._choose_players(), "value")
        super().__init__()
        self._choose_game()
        fixed = widgets.VBox([self.game, self.players, self.seed, self.number, button, self.told])
        self.children = [widgets.HBox([fixed, self._estates, self._settings], layout=WRAPPED)]

    def _choose_game(self) -> None:
        rules = get_game(self.game.value)
        if self.players.value not in rules.seat_counts or self.players.options != tuple(
            rules.seat_counts
        ):
            self.players.options = rules.seat_counts
        self._choose_players()
        former = self._settings.children
        self.settings = {setting.name: _setting_field(setting) for setting in rules.settings}
        self.tables = None
        if rules.value_tables:
            self.tables = choice_field("assumed values", rules.value_tables, "default")
        self._settings.children = [*self.settings.values(), *filter(None, [self.tables])]
        close_parts(*former)

    def _choose_players(self) -> None:
        rules, seats = get_game(self.game.value), self.players.value
        former = self._estates.children
        if rules.estates and seats is not None:
            of = [rules.estate_of(rules.blank(seats, None, None)[0], s) for s in range(seats)]
            self.estates = [
                choice_field(f"estate of seat {s}", rules.estates, name)
                for s, name in enumerate(of)
            ]
        else:
            self.estates = []
        self._estates.children = self.estates
        close_parts(*former)

    def submit(self, session: Session) -> None:
        """Set the game up.

        Raises
        ------
        BurgundyError
            If something in the form is not what the game has; one line.
        """
        rules = get_game(self.game.value)
        session.new(
            rules.name,
            players=self.players.value,
            estates=[field.value for field in self.estates] or None,
            settings={name: field.value for name, field in self.settings.items()},
            values=None if self.tables is None else self.tables.value,
            seed=read_whole("seed", self.seed.value),
            game_no=read_whole("game number", self.number.value),
        )


def _setting_field(setting: Setting) -> Any:
    """Return a field for a setting: a list, or free text where a choice stands for a pattern."""
    if setting.is_free:
        field: Any = text_field(setting.name.replace("_", " "), setting.default)
    else:
        field = choice_field(setting.name.replace("_", " "), setting.choices, setting.default)
    field.tooltip = "; ".join(f"{name}: {text}" for name, text in setting.choices.items())
    return field


class LoadForm(widgets.HBox):  # type: ignore[misc]
    """A logged game of a run folder."""

    def __init__(self, session: Session, attempt: Attempt, folder: str = "") -> None:
        """Begin with a folder, if one is given."""
        self.folder = text_field("run folder", folder, placeholder="results/first")
        self.number = text_field("game number", "0")
        button = widgets.Button(description="Load", icon="folder-open", button_style="primary")
        self.told = Told()
        button.on_click(lambda _: attempt(partial(self.submit, session), self.told))
        super().__init__([self.folder, self.number, button, self.told], layout=WRAPPED)

    def submit(self, session: Session) -> None:
        """Load the game.

        Raises
        ------
        BurgundyError
            If there is no such run or game; one line.
        """
        if not self.folder.value.strip():
            raise BadValue("name the folder of a run that logged decisions (log='decisions')")
        session.load(self.folder.value.strip(), read_whole("game number", self.number.value))


class PasteForm(widgets.VBox):  # type: ignore[misc]
    """The position as text: to copy, to change, and to paste."""

    def __init__(self, session: Session, attempt: Attempt) -> None:
        """Begin with the position that is looked at."""
        self.text = widgets.Textarea(
            value=session.text,
            rows=12,
            layout={"width": "98%"},
            placeholder="burgundy position 1: ...",
        )
        button = widgets.Button(
            description="Go to this position", icon="paste", button_style="primary",
            layout={"width": "auto"},
        )  # fmt: skip
        self.told = Told()
        button.on_click(lambda _: attempt(lambda: session.paste(self.text.value), self.told))
        super().__init__([self.text, button, self.told])

    def show(self, session: Session) -> None:
        """Show the text of the position that is looked at."""
        self.text.value = session.text
