"""A game as seed, set-up and actions: playing it again, and telling it in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from burgundy_lab.sim.contract import Values
from burgundy_lab.sim.errors import BadState
from burgundy_lab.sim.position import Position


@dataclass(frozen=True)
class Trace:
    """All that is needed to play a game again, decision by decision."""

    game: str
    players: int
    estates: tuple[str, ...]
    settings: Mapping[str, str]
    seed: int
    game_no: int
    actions: tuple[int, ...] = field(repr=False)
    values: Values = None  # table of assumed values, None for the default

    def start(self) -> Position:
        """Return the position before the first decision."""
        return Position.new(
            self.game,
            players=self.players,
            estates=self.estates,
            settings=self.settings,
            values=self.values,
            seed=self.seed,
            game_no=self.game_no,
        )

    def positions(self) -> Iterator[tuple[Position, int]]:
        """Yield each position, a copy to keep, with the action taken there.

        Raises
        ------
        BadState
            If an action is not legal, so the trace is not of these rules; names the decision.
        """
        position = self.start()
        for number, action in enumerate(self.actions):
            if action not in position.legal_actions:
                raise BadState(
                    f"decision {number} of game {self.game_no} cannot be replayed: "
                    f"{action} is no legal action there"
                )
            yield position.copy(), action
            position.step(action)

    def end(self) -> Position:
        """Return the position after the last decision."""
        position = self.start()
        for last, action in self.positions():
            position = last.step(action)
        return position

    def words(self) -> Iterator[str]:
        """Yield the game in rulebook words: a heading for each turn, a line for each decision
        and (after a dash) for what happens between decisions, and the result.
        """
        turn = None
        position = self.start()
        game = position.game
        yield from (f"- {line}" for line in game.between(None, position.state))
        for position, action in self.positions():
            heading = game.heading(position.state)
            if heading != turn:
                turn = heading
                yield heading
            told, before, seat = position.describe(action), position.copy(), position.seat
            gained = int(position.step(action).state.points[seat] - before.state.points[seat])
            yield f"  {told}{f' [+{gained} VP]' if gained > 0 and not position.is_over else ''}"
            yield from (f"- {line}" for line in game.between(before.state, position.state))
        yield from str(position).splitlines()
        if position.is_over:
            results = position.outcome()
            for seat in range(len(results)):
                by_source = position.state.gained[seat].sum(axis=-1).tolist()
                pairs = zip(game.sources, by_source, strict=False)
                parts = [f"{source.replace('_', ' ')} {vp}" for source, vp in pairs if vp]
                yield f"VP of seat {seat} in play: {', '.join(parts) or 'none'}"
            ranks = [f"seat {r.seat} {r.vp} VP (rank {r.rank})" for r in results]
            yield f"result: {', '.join(ranks)}"
