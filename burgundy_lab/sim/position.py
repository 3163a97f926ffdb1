"""One position with Python comforts: for notebooks, tests and bug reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim.contract import MOST_SEED, Game, States, Values, whole_number
from burgundy_lab.sim.errors import BadState, IllegalAction
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.legal import action_ids
from burgundy_lab.sim.rng import CHANCE, STREAM, start_stream
from burgundy_lab.sim.textform import read_text, write_text


@dataclass(frozen=True)
class Result:
    """What a finished game brought one seat: rank, VP, and every column of the logs."""

    seat: int
    rank: int
    vp: int
    columns: Mapping[str, int]


class LegalActions(Sequence[int]):
    """The legal actions of a position: `in`, `len`, iteration and indexing, ascending ids."""

    def __init__(self, words: npt.NDArray[np.int64]) -> None:
        """Keep a copy of the words of legal actions."""
        self._words = words.copy()

    def __len__(self) -> int:
        return int(self._words[-1])

    def __iter__(self) -> Iterator[int]:
        return iter(action_ids(self._words))

    def __getitem__(self, k: Any) -> Any:
        return action_ids(self._words)[k]

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            return False
        word, bit = divmod(int(action), 64)
        return 0 <= word < len(self._words) - 1 and bool(int(self._words[word]) >> bit & 1)

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions: {list(self)[:8]}{'...' * (len(self) > 8)}>"


class Position:
    """A position of one game, with the stream of chance that goes on from it.

    Made by `Position.new` (a game from the start) or `Position.from_text`. Steps change the
    position; `copy` first to look ahead.
    """

    def __init__(self, game: Game, states: States, seed: int, game_no: int) -> None:
        """Wrap a state [1] that is set up; most callers want `Position.new`."""
        self.game, self.seed, self.game_no = game, seed, game_no
        self._states = states
        self._streams = np.zeros(1, STREAM)
        start_stream(self._streams[0], np.uint64(seed), np.uint64(game_no), CHANCE)
        self._legal: LegalActions | None = None

    @classmethod
    def new(
        cls,
        game: str = "board",
        *,
        players: int | None = None,
        estates: str | int | Sequence[str | int] | None = None,
        settings: Mapping[str, str] | None = None,
        values: Values = None,
        seed: int,
        game_no: int = 0,
    ) -> Position:
        """Set up a game: the same table, dice and tiles as game `game_no` of a run on `seed`.

        Without `players` as few as can play; without `estates` those of a first game.

        Raises
        ------
        UnknownName, BadValue
            If game, players, estates, settings, values or seed are not what the game has.
        """
        rules = get_game(game)
        check_seed(seed)
        seats = rules.seat_counts[0] if players is None else players
        blank = rules.blank(seats, estates, settings, values)
        number = whole_number("game_no", game_no, 0, MOST_SEED)
        position = cls(rules, blank, int(seed), number)
        rules.seams()[0](position.state, position._streams[0])
        return position

    @property
    def state(self) -> Any:
        """The record of the position; strategies read it by field names."""
        return self._states[0]

    @property
    def seat(self) -> int:
        """The seat to decide."""
        return int(self.state.seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    @property
    def legal_actions(self) -> LegalActions:
        """The legal actions, computed at the first look."""
        if self._legal is None:
            words = self.game.new_legal()
            words[-1] = self.game.seams()[1](self.state, words)
            self._legal = LegalActions(words)
        return self._legal

    def step(self, action: int) -> Position:
        """Carry out a legal action; return this position.

        Raises
        ------
        IllegalAction
            If the action is not legal here; the position stays as it was.
        """
        if action not in self.legal_actions:
            raise IllegalAction(self._why_not(action))
        self.game.seams()[2](self.state, self._streams[0], int(action))
        self._legal = None
        return self

    def _why_not(self, action: object) -> str:
        if self.is_over:
            return f"{self.game.name} action {action!r} is illegal: the game is over"
        legal = self.legal_actions
        some = ", ".join(f"{a} ({self.describe(a)})" for a in legal[:3])
        return (
            f"{self.game.name} action {action!r} is illegal for seat {self.seat}; "
            f"one of {len(legal)} is asked for, such as {some}"
        )

    def copy(self, *, seed: int | None = None) -> Position:
        """Return an independent position: with the same chance to come, or with another seed.

        To look ahead without knowing the dice and tiles to come, copy with a seed of your own.

        Raises
        ------
        BadValue
            If the seed is none.
        """
        if seed is not None:
            check_seed(seed)
        same = self.seed if seed is None else int(seed)
        return Position(self.game, self._states.copy(), same, self.game_no)

    def describe(self, action: int) -> str:
        """Return a legal action in rulebook words.

        Raises
        ------
        IllegalAction
            If the action is not legal here.
        """
        if action not in self.legal_actions:
            raise IllegalAction(
                f"{self.game.name} action {action!r} is not legal here, so it has no description"
            )
        return self.game.describe(self.state, int(action))

    def spots(self, action: int) -> tuple[str, ...]:
        """Return where in the picture a legal action acts, the most telling place first.

        They are the `data-spot` names of groups in the SVG; none if it has no place there.

        Raises
        ------
        IllegalAction
            If the action is not legal here.
        """
        if action not in self.legal_actions:
            raise IllegalAction(
                f"{self.game.name} action {action!r} is not legal here, so it acts nowhere"
            )
        return self.game.spots(self.state, int(action))

    def outcome(self) -> list[Result]:
        """Return the results of a finished game, seat by seat.

        Raises
        ------
        BadState
            If the game is not over.
        """
        if not self.is_over:
            raise BadState("the game is not over: there is no outcome yet")
        names = [column.name for column in self.game.columns]
        results = []
        for seat in range(int(self.state.seats)):
            row = np.zeros(len(names), "i4")
            self.game.seams()[3](self.state, seat, row)
            columns = dict(zip(names, row.tolist(), strict=True))
            results.append(Result(seat, columns["rank"], columns["vp"], columns))
        return results

    def check(self) -> list[str]:
        """Return everything wrong with the position, one line each; empty if nothing is."""
        return self.game.check(self.state)

    # --- text ---------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The whole position as text that `from_text` reads back: for bug reports."""
        return write_text(self.game, self.state, self.seed, self.game_no)

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read a position from its text.

        Raises
        ------
        BadState
            If the text cannot be read or the position cannot occur; names what is wrong.
        """
        if not isinstance(text, str):
            raise BadState(f"a position text must be a text, not {text!r:.60}")
        game, states, seed, game_no = read_text(text)
        wrong = game.check(states[0])
        if wrong:
            more = f" (and {len(wrong) - 3} more)" if len(wrong) > 3 else ""
            raise BadState(f"the position cannot occur: {'; '.join(wrong[:3])}{more}")
        position = cls(game, states, seed, game_no)
        if not position.is_over and len(position.legal_actions) == 0:
            raise BadState("the position cannot occur: the game goes on, but no action is legal")
        return position

    def __repr__(self) -> str:
        return f"Position.from_text({self.text!r})"

    def __str__(self) -> str:
        return self.game.summary(self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine = (self.game.name, self.seed, self.game_no)
        if mine != (other.game.name, other.seed, other.game_no):
            return False
        # Field by field: the bytes between fields say nothing, and NumPy's copy drops them.
        names = self.game.state.names or ()
        return all(np.array_equal(self.state[name], other.state[name]) for name in names)

    __hash__ = None  # type: ignore[assignment]  # positions change

    def _repr_svg_(self) -> str:
        return self.game.picture(self.state)


def check_seed(seed: object) -> None:
    """Refuse a seed that is no whole number from 0 to 2**63 - 1.

    Raises
    ------
    BadValue
        If it is anything else.
    """
    whole_number("seed", seed, 0, MOST_SEED)
