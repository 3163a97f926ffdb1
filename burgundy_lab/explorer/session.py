"""A game that is being explored: its positions, the one looked at, and every way to go on.

No widgets here and no rules: it asks `Position`, strategies and `evaluate`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike

from burgundy_lab.analysis.load import HasFolder, load
from burgundy_lab.experiments.asking import ask
from burgundy_lab.experiments.evaluation import Evaluation, evaluate
from burgundy_lab.experiments.match import needs_compiler
from burgundy_lab.sim.contract import Game, Values, whole_number
from burgundy_lab.sim.errors import BadState, UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.textform import read_text
from burgundy_lab.strategies.policy import Policy, get_strategy, strategies
from burgundy_lab.wording import compiling_line

HOW_FAR = ("move", "turn", "rest")  # that a strategy plays on


@dataclass(frozen=True)
class Choice:
    """A legal action as people see it."""

    action: int
    words: str
    spots: tuple[str, ...]  # its places in the picture, the most telling first


@dataclass(frozen=True)
class Line:
    """Positions one after the other, what led from each to the next, and which is looked at."""

    positions: tuple[Position, ...]  # never changed; copies are stepped
    words: tuple[str, ...]  # of the action after each position but the last
    at: int = 0
    # Where the turn began that a strategy has just played: all since then is told.
    since: int | None = None

    def looked_at(self, at: int) -> Line:
        """Return the same line with another position looked at."""
        return Line(self.positions, self.words, at)

    def followed(self, action: int) -> Line:
        """Return the line in which the position looked at is followed by this action."""
        here = self.positions[self.at]
        following = here.copy().step(action)
        words = here.describe(action)
        return Line(
            (*self.positions[: self.at + 1], following),
            (*self.words[: self.at], words),
            self.at + 1,
        )


def _say_nothing(_line: str) -> None:
    """Leave a line unsaid: nobody listens."""


class Session:
    """A game as a line of positions that can be walked, changed, and changed back.

    What looks changes nothing: `back`, `forth`, `first`, `last`, `go`. What changes the line can be
    undone: `play`, `let`, `new`, `load`, `paste`. A play in the midst of a game starts another
    end for it; `undo` gives the old one back.

    Attributes
    ----------
    on_compiling
        Called with one line before something waits for the compiler.
    """

    def __init__(self, position: Position) -> None:
        """Begin at a position."""
        self._line = Line((position.copy(),), ())
        self._undone: list[Line] = []
        self._done: list[Line] = []
        self.evaluation: Evaluation | None = None
        self.on_compiling: Callable[[str], None] = _say_nothing

    @classmethod
    def of_run(
        cls,
        run: str | PathLike[str] | HasFolder,
        game_no: int = 0,
        say: Callable[[str], None] = _say_nothing,
    ) -> Session:
        """Begin at the start of a logged game; see `load` for errors."""
        _warn(say, get_game(load(run).manifest["game"]))
        line = _logged(run, game_no)
        session = cls(line.positions[0])
        session._line = line
        return session

    @classmethod
    def of_text(cls, text: str, say: Callable[[str], None] = _say_nothing) -> Session:
        """Begin at a position text; see `paste` for errors."""
        _warn(say, read_text(text)[0])
        return cls(Position.from_text(text))

    @classmethod
    def of_new_game(cls, say: Callable[[str], None] = _say_nothing) -> Session:
        """Begin with a board game."""
        _warn(say, get_game("board"))
        return cls(Position.new("board", seed=1))

    # --- what there is to see -----------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position looked at; change it through this object only."""
        return self._line.positions[self._line.at]

    @property
    def at(self) -> int:
        """How many decisions came before the position looked at."""
        return self._line.at

    @property
    def length(self) -> int:
        """How many decisions the line has."""
        return len(self._line.words)

    @property
    def words(self) -> tuple[str, ...]:
        """What was done at each position of the line but the last, in rulebook words."""
        return self._line.words

    @property
    def told(self) -> tuple[str, ...]:
        """How the position looked at came about: the action before, or all of a turn that was
        played in one go, and what happened since.
        """
        if not self.at:
            return ()
        line, told = self._line, []
        for n in range(self.at - 1 if line.since is None else line.since, self.at):
            before, after = line.positions[n], line.positions[n + 1]
            told += [self.words[n], *after.game.between(before.state, after.state)]
        return tuple(told)

    @property
    def heading(self) -> str:
        """When it is and whose turn, in one line."""
        return self.position.game.heading(self.position.state)

    @property
    def choices(self) -> list[Choice]:
        """The legal actions of the position looked at."""
        here = self.position
        return [Choice(a, here.describe(a), here.spots(a)) for a in here.legal_actions]

    @property
    def text(self) -> str:
        """The position looked at as text, which `paste` reads."""
        return self.position.text

    @property
    def strategies(self) -> list[str]:
        """Names of the strategies that play this game."""
        return list(strategies(self.position.game.name))

    # --- looking --------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Look at the position after so many decisions.

        Raises
        ------
        BadValue
            If the line is not that long.
        """
        self._look(self._line.looked_at(whole_number("decision", at, 0, self.length)))

    def back(self) -> None:
        """Look at the position before, if there is one."""
        self.go(max(0, self.at - 1))

    def forth(self) -> None:
        """Look at the position after, if there is one."""
        self.go(min(self.length, self.at + 1))

    def first(self) -> None:
        """Look at the first position."""
        self.go(0)

    def last(self) -> None:
        """Look at the last position."""
        self.go(self.length)

    def _look(self, line: Line) -> None:
        if line.positions[line.at] is not self.position:
            self.stop()
            self.evaluation = None
        self._line = line

    # --- changing -------------------------------------------------------------------------------

    def play(self, action: int) -> None:
        """Carry out a legal action.

        Raises
        ------
        IllegalAction
            If it is not legal.
        """
        self._change(self._line.followed(action))

    def let(self, strategy: str | Policy, how_far: str = "move") -> None:
        """Let a strategy decide: one move, the rest of the turn, or the rest of the game.

        At one decision of one game it always answers the same.

        Raises
        ------
        UnknownName, PolicyError
            If it is no strategy of the game, fails in play, or `how_far` is unknown.
        BadState
            If the game is over.
        """
        if how_far not in HOW_FAR:
            raise UnknownName("length of play", how_far, HOW_FAR)
        policy = get_strategy(self.position.game.name, strategy)
        if self.position.is_over:
            raise BadState("the game is over: there is nothing to play")
        self._warn(self.position.game, policy)
        line, turn = self._line, _turn(self.position)
        while True:
            here = line.positions[line.at]
            answer = ask(policy, here, seed=here.seed, game_no=here.game_no, decision=line.at)
            line = line.followed(answer)
            here = line.positions[line.at]
            if how_far == "move" or here.is_over or (how_far == "turn" and _turn(here) != turn):
                break
        if how_far == "turn":
            line = replace(line, since=self.at)
        self._change(line)

    def new(
        self,
        game: str = "board",
        *,
        players: int | None = None,
        estates: str | int | Sequence[str | int] | None = None,
        settings: Mapping[str, str] | None = None,
        values: Values = None,
        seed: int,
        game_no: int = 0,
    ) -> None:
        """Set up another game; see `Position.new` for arguments and errors."""
        self._warn(get_game(game))
        position = Position.new(
            game,
            players=players,
            estates=estates,
            settings=settings,
            values=values,
            seed=seed,
            game_no=game_no,
        )
        self._change(Line((position,), ()))

    def paste(self, text: str) -> None:
        """Go on from a position text.

        Raises
        ------
        BadState
            If it cannot be read or the position cannot occur; one line.
        """
        self._warn(read_text(text)[0])
        self._change(Line((Position.from_text(text),), ()))

    def load(self, run: str | PathLike[str] | HasFolder, game_no: int) -> None:
        """Look at the start of a logged game of a run.

        Raises
        ------
        RunError, BadValue
            If the run cannot be read, kept no decisions, or has no such game; one line.
        """
        self._warn(get_game(load(run).manifest["game"]))
        self._change(_logged(run, game_no))

    def _warn(self, game: Game, *policies: Policy) -> None:
        _warn(self.on_compiling, game, *policies)

    def _change(self, line: Line) -> None:
        self._done.append(self._line)
        self._undone.clear()
        self._look(line)

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change that was taken back."""
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last change back, if there is one."""
        self._swap(self._done, self._undone)

    def redo(self) -> None:
        """Make the change again that was taken back last, if there is one."""
        self._swap(self._undone, self._done)

    def _swap(self, source: list[Line], target: list[Line]) -> None:
        if source:
            target.append(self._line)
            self._look(source.pop())

    # --- values of actions ----------------------------------------------------------------------

    def evaluate(
        self, strategy: str | Policy, games: int = 1000, *, seed: int = 1, jobs: int = 1
    ) -> Evaluation:
        """Begin to evaluate the actions of the position looked at, in the background.

        It stops by itself when another position is looked at. See `evaluate` for errors.
        """
        self.stop()
        self.evaluation = evaluate(
            self.position, strategy, games, seed=seed, jobs=jobs, background=True
        )
        return self.evaluation

    def stop(self) -> None:
        """Stop evaluating; what has been found stays while the position is looked at."""
        if self.evaluation is not None:
            self.evaluation.stop(wait=False)


def _warn(say: Callable[[str], None], game: Game, *policies: Policy) -> None:
    if needs_compiler(game, policies):
        say(compiling_line(game.name))


def _logged(run: str | PathLike[str] | HasFolder, game_no: int) -> Line:
    loaded = load(run)
    number = whole_number("game", game_no, 0, loaded.games_done - 1)
    positions, words = [], []
    trace = loaded.trace(number)
    for position, action in trace.positions():
        positions.append(position)
        words.append(position.describe(action))
    return Line((*positions, trace.end()), tuple(words))


def _turn(position: Position) -> tuple[int, int]:
    """Return what stays the same during a turn: who decides, and how often chance had a say."""
    return position.seat, int(position.state.event_no)
