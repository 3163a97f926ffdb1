"""The games of an evaluation: each number is played once for every action of a position."""

from __future__ import annotations

from collections.abc import Iterator
from queue import Empty, SimpleQueue

import numpy as np
import numpy.typing as npt

from burgundy_lab.experiments.action_totals import ActionTotals
from burgundy_lab.experiments.asking import usual_choice
from burgundy_lab.experiments.match import NO_ESTATE, Match, Strategies, read_policies
from burgundy_lab.experiments.ranks import strongest
from burgundy_lab.experiments.totals import columns_at, win_parts
from burgundy_lab.sim.errors import BadState, BadValue
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rollout import ROW_FIXED, Loop

# Numbers of the games, which no run reaches: the position's own seed does not give its future.
FIRST_GAME = 2**40
FIRST_ROUND = 8  # games of each action; every later round brings as many as all before it


def rounds(games: int) -> Iterator[int]:
    """Yield how many games each action has had after each round."""
    end = FIRST_ROUND
    while end < games:
        yield end
        end *= 2
    yield games


def read_position(position: Position | str) -> Position:
    """Return a copy of a position to evaluate, given as one or as its text."""
    if isinstance(position, str):
        position = Position.from_text(position)
    if not isinstance(position, Position):
        raise BadValue(f"position {position!r:.60} must be a Position or the text of one")
    if position.is_over:
        raise BadState("the game of this position is over: there is no action to evaluate")
    return position.copy()


class Rollouts:
    """The games of an evaluation: plays any of them, in any thread."""

    def __init__(self, position: Position, strategy: Strategies | None, seed: int) -> None:
        self.position, self.seed = position, seed
        self.actions = tuple(position.legal_actions)
        if strategy is None:
            strategy = strongest(position.game.name, int(position.state.seats))
        self.match = _match_of(position, strategy)
        self.measures = 3 if position.game.told_by else 2  # of `ActionTotals`
        self._loops: SimpleQueue[Loop] = SimpleQueue()  # those that no thread is using

    def play(self, start: int, games: int) -> ActionTotals:
        """Play games start .. start + games - 1 of each action."""
        try:
            loop = self._loops.get_nowait()
        except Empty:
            loop = self.match.new_loop(self.seed)
        width = ROW_FIXED + len(self.match.game.columns)
        played = games * len(self.actions)
        rows = np.empty((played * self.match.players, width), "i4")
        tried = np.array(self.actions, "i8")
        loop.play(FIRST_GAME + start, played, rows, np.empty((0, 2), "i2"), tried)
        self._loops.put(loop)
        results = self._results(rows).reshape(self.measures, games, -1)
        return ActionTotals.of(results.transpose(0, 2, 1))

    def _results(self, rows: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """Return the measures of `ActionTotals` of the seat to decide, [M, n * A]."""
        game = self.match.game
        at = columns_at(game)
        mine = rows[self.position.seat :: self.match.players].astype("i8")
        rank = mine[:, at["rank"]]
        results = [win_parts(rank, mine[:, at["shared"]]), mine[:, at["vp"]]]
        if game.told_by:
            short = np.abs(mine[:, at[game.told_by]] - game.told_won)
            results.append(np.where(rank == 1, 0, short))
        return np.stack(results)

    def usual_choice(self) -> tuple[int, float]:
        """Return what the strategy of the seat to decide itself plays, and how often."""
        judge = self.match.policies[self.position.seat]
        return usual_choice(judge, self.position, seed=self.seed, first=FIRST_GAME)


def _match_of(position: Position, strategy: Strategies) -> Match:
    """Return the match that goes on from a position."""
    game, state = position.game, position.state
    players = int(state.seats)
    settings = {setting.name: setting.default for setting in game.settings}
    for name in settings:
        if name in (game.state.names or ()) and name in game.field_texts:
            known = game.field_texts[name]
            settings[name] = known.names[int(state[name]) - known.first]
    policies = read_policies(game.name, players, strategy)
    estates = tuple(game.estate_of(state, seat) or NO_ESTATE for seat in range(players))
    return Match(game, policies, estates, settings, position._states)
