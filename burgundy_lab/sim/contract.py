"""What a game gives to the loop, to people and to the logs.

Shapes in docstrings: G games, P seats, H hexagons, W words of legal actions, C columns.

Every game's STATE has the fields ``seat`` (seat to decide), ``seats``, ``points`` (VP of each seat
so far), ``event_no`` (chance events so far, 0 before set-up) and ``over`` (1 after the end). Its
outcome has the columns ``vp``, ``rank`` and ``shared``; games alone are won with rank 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim import jit
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.sim.rng import STREAM_TYPE

States = npt.NDArray[Any]  # an array of records
State = Any  # one record (np.record in Python)
MOST_SEATS = 4
MOST_SEED = 2**63 - 1
# A table of assumed values: the name of one of the game's, or one of the user's; None: default.
Values = str | Mapping[str, Any] | None


@dataclass(frozen=True)
class Column:
    """One number of a seat's outcome in the logs."""

    name: str
    text: str
    unit: str = "count"


@dataclass(frozen=True)
class Setting:
    """A rule on which sources differ; the user chooses."""

    name: str
    default: str
    choices: Mapping[str, str]  # value -> meaning; a value in capitals stands for a pattern
    confidence: str
    why: str

    @property
    def is_free(self) -> bool:
        """Whether a choice stands for a pattern, which the game reads itself."""
        return any(choice.isupper() for choice in self.choices)


def read_settings(game: str, known: Sequence[Setting], given: Mapping[str, str]) -> dict[str, str]:
    """Return a value for every setting of a game: the default where none is given.

    Raises
    ------
    UnknownName, BadValue
        If a name or a value is not one of the game's, or what is given is no mapping.
    """
    if not isinstance(given, Mapping):
        raise BadValue(f"settings must be a mapping of names to values, not {given!r:.80}")
    names = [setting.name for setting in known]
    for name in given:
        if name not in names:
            raise UnknownName(f"setting of {game}", name, names)
    values = {}
    for setting in known:
        value = str(given.get(setting.name, setting.default))
        if value not in setting.choices and not setting.is_free:
            raise UnknownName(f"value of setting {setting.name}", value, setting.choices)
        values[setting.name] = value
    return values


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number of the range.

    Raises
    ------
    BadValue
        If it is none; True and 2.0 are none either.
    """
    try:
        number = None if isinstance(value, bool | float) else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        allowed = f"a whole number from {least} to {most}" if least < most else str(least)
        raise BadValue(f"{name} {value!r} must be {allowed}")
    return number


def as_list(kind: str, given: Any) -> list[Any]:
    """Return one thing (a text or a number is one), or several, as a list.

    Raises
    ------
    BadValue
        If it is neither, or a set, whose order is another one in each process.
    """
    if isinstance(given, str | int):
        return [given]
    if isinstance(given, set | frozenset):
        raise BadValue(f"{kind} {given!r} is a set, which has no order: give a list")
    try:
        return list(given)
    except TypeError:
        raise BadValue(f"{kind} {given!r} is neither a name nor a list of names") from None


@dataclass(frozen=True)
class FieldText:
    """How a field of the state is written in the text form: as names instead of numbers."""

    names: Sequence[str]
    first: int = 0  # value of the first name


@dataclass(frozen=True)
class Space:
    """A space of an estate as it is printed: where its middle lies, its kind and die number.

    x goes right and y down; middles of neighbours are 1 apart.
    """

    x: float
    y: float
    kind: str
    number: int


@dataclass(frozen=True)
class Game:
    """A game: its record, its compiled functions, and how people read it.

    Compiled functions (`seam`), called by position only:

    - ``setup(state, chance)``: from a configured blank to the first decision
    - ``legal_actions(state, legal) -> n``: fills W words; the caller puts n after them
    - ``step(state, chance, action)``: applies one legal action
    - ``outcome(state, seat, row)``: fills the C columns of a finished game
    - ``hide(state, seat)``, in games with hidden cards: takes out of a copy of the position
      what the seat does not know; a policy gets that copy. What is left is a position that
      `step` can go on from. `Position` and its texts show people the whole table.
    """

    name: str
    title: str
    seat_counts: tuple[int, ...]
    state: np.dtype[Any]
    action_words: int
    most_decisions: int  # no game is longer; the loop ends one that is
    setup: Any
    legal_actions: Any
    step: Any
    outcome: Any
    columns: tuple[Column, ...]
    sources: tuple[str, ...]  # sources of VP gained in play, logged as vp_<source>_<phase>
    end_sources: tuple[str, ...]  # sources of the final scoring, logged as vp_<source>
    phases: tuple[str, ...]
    settings: tuple[Setting, ...]
    estates: tuple[str, ...]  # names of what a seat may play on; empty if there is no choice
    data_files: tuple[str, ...]  # rule data, for listing values and their confidence
    field_texts: Mapping[str, FieldText]
    derived_fields: tuple[str, ...]
    # (seats, estates, settings[, values]) -> [1] blank; without estates those of a first game
    configure: Callable[..., States]
    derive: Callable[[State], None]  # makes the derived fields anew
    check: Callable[[State], list[str]]  # everything wrong with a position
    describe: Callable[[State, int], str]
    heading: Callable[[State], str]  # whose turn it is, in one line
    summary: Callable[[State], str]
    # What happened from one decision to the next besides the action (income, scoring, a new
    # round), a line each; the position before is None at the start.
    between: Callable[[State | None, State], list[str]]
    # The table as SVG; places have groups named `data-spot`. With `narrow=True` all lies in one
    # column, first what the seat to move looks at, so that a list of actions fits beside it.
    picture: Callable[..., str]
    # Names of the places in the picture where a legal action acts, the most telling one first;
    # none for what has no place, such as the end of a turn.
    spots: Callable[[State, int], tuple[str, ...]]
    # Name of what a seat plays on by the number in its field `board`, if that is no place in
    # `estates`, such as a row of tables that several games share.
    estate_rows: tuple[str, ...] = ()
    # Column by which games of one player are told apart in tables: how near a loss was, or when.
    told_by: str = ""
    # What a win counts as in that column, and what it is called to fall short of that.
    told_won: int = 0
    told_short: str = ""
    # Spaces of an estate by its id, in the order of the state's sets; None without hexagons.
    layout: Callable[[str], tuple[Space, ...]] | None = None
    hide: Any = None  # None if everyone knows all that is in the state
    value_tables: tuple[str, ...] = ()  # named tables of assumed values that a run may take
    read_values: Callable[[Values], Mapping[str, Any]] | None = None  # whole table, checked

    @cached_property
    def state_type(self) -> Any:
        """Numba's type of one state."""
        return jit.record_type(self.state)

    @cached_property
    def policy_arguments(self) -> tuple[Any, ...]:
        """Numba types of a policy's arguments: state, legal, rng, weights."""
        return (self.state_type, jit.SEEN_WORDS_TYPE, STREAM_TYPE, jit.WEIGHTS_TYPE)

    def blank(
        self,
        seats: int,
        estates: str | int | Sequence[str | int] | None,
        settings: Mapping[str, str] | None,
        values: Values = None,
    ) -> States:
        """Return a configured blank table [1]; values: another table of assumed values.

        Raises
        ------
        BadValue, UnknownName
            If anything is not what the game has.
        """
        chosen: dict[str, Any] = {} if estates is None else {"estates": estates}
        if values is None:
            return self.configure(seats, settings=settings, **chosen)
        if not self.value_tables:
            raise BadValue(f"{self.name!r} rests on no assumed values that a run could replace")
        return self.configure(seats, settings=settings, values=values, **chosen)

    def new_legal(self) -> npt.NDArray[np.int64]:
        """Return an empty buffer for legal actions: [W + 1] words, the last is their number."""
        return np.zeros(self.action_words + 1, "i8")

    def estate_of(self, state: State, seat: int) -> str | None:
        """Return the name of what a seat plays on; None if the game has nothing to choose."""
        if not self.estates:
            return None
        return (self.estate_rows or self.estates)[int(state.board[seat])]

    def view(self, states: States, seat: int) -> States:
        """Return what a policy of the seat is given: the table [1], or if cards are hidden a
        copy without what the seat does not know.
        """
        if self.hide is None:
            return states
        seen = states.copy()
        jit.compile_for(self.hide, jit.VOID, self.state_type, jit.INT)(seen[0], seat)
        return seen

    def seams(self) -> tuple[Any, Any, Any, Any]:
        """Return setup, legal_actions, step and outcome, compiled for this game's record."""
        state = self.state_type
        return (
            jit.compile_for(self.setup, jit.VOID, state, STREAM_TYPE),
            jit.compile_for(self.legal_actions, jit.INT, state, jit.WORDS_TYPE),
            jit.compile_for(self.step, jit.VOID, state, STREAM_TYPE, jit.INT),
            jit.compile_for(self.outcome, jit.VOID, state, jit.INT, jit.ROW_TYPE),
        )
