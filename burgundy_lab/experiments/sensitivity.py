"""Do conclusions hang on values that no source gives? One match-up over several tables of them.

The tables low, default and high are played on the same seed, so they meet the same cards as
far as possible. A conclusion is who gains more VP, or wins more, of two seats (or "neither",
while the interval of the difference holds zero), and in a game alone whether more than half
the games are won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from burgundy_lab.experiments.match import Match, Strategies, read_match
from burgundy_lab.intervals import t_interval
from burgundy_lab.sim.contract import Values, whole_number
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import check_seed
from burgundy_lab.sim.rollout import ROW_FIXED

MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class Answer:
    """What one table says on one question, with a 95 % interval of the mean."""

    question: str
    table: str
    mean: float
    half_width: float
    conclusion: str


@dataclass(frozen=True)
class Sensitivity:
    """The answers of all tables, and the questions on which they do not agree."""

    games: int
    tables: tuple[str, ...]
    answers: tuple[Answer, ...]

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions, in order."""
        return tuple(dict.fromkeys(answer.question for answer in self.answers))

    @property
    def changed(self) -> tuple[str, ...]:
        """The questions whose conclusion is not the same on all tables."""
        return tuple(q for q in self.questions if len(set(self.conclusions(q))) > 1)

    def lines(self) -> Iterator[str]:
        """Yield the answers in words, and the conclusions that change."""
        yield f"{self.games:,} games on each table: {', '.join(self.tables)}"
        for question in self.questions:
            yield question
            for a in (a for a in self.answers if a.question == question):
                yield f"  {a.table:8} {a.mean:8.3f} ± {a.half_width:.3f}  {a.conclusion}"
        yield f"conclusions that change: {'; '.join(self.changed) or 'none'}"

    def conclusions(self, question: str) -> list[str]:
        """Return the conclusion of each table."""
        return [a.conclusion for a in self.answers if a.question == question]


def sensitivity(
    *,
    game: str,
    players: int | None = None,
    strategies: Strategies,
    settings: Mapping[str, str] | None = None,
    games: int,
    seed: int,
    values: Values = None,
) -> Sensitivity:
    """Play a match-up over the tables low, default and high (and one of the user's).

    Raises
    ------
    BadValue, UnknownName
        If an argument is not what the game has, or the game has no assumed values.
    """
    check_seed(seed)
    games = whole_number("games", games, 2, MOST_GAMES)
    rules = get_game(game)
    seats = rules.seat_counts[0] if players is None else players
    tables: dict[str, Any] = {name: name for name in rules.value_tables}
    if not tables:
        raise BadValue(f"{game!r} rests on no assumed values, so nothing can change")
    if values is not None:
        tables["yours"] = values
    answers: list[Answer] = []
    for name, table in tables.items():
        match = read_match(game, seats, strategies, None, settings, table)
        answers += _answers(name, match, _play(match, games, seed))
    return Sensitivity(games, tuple(tables), tuple(answers))


def _play(match: Match, games: int, seed: int) -> np.ndarray:
    """Return the loop's rows of the games: [G, P, 1 + C]."""
    match.compile()
    rows = np.zeros((games * match.players, ROW_FIXED + len(match.game.columns)), "i4")
    match.new_loop(seed).play(0, games, rows, np.zeros((0, 2), "i2"))
    return rows.reshape(games, match.players, -1)


def _answers(name: str, match: Match, rows: np.ndarray) -> list[Answer]:
    at = {c.name: ROW_FIXED + k for k, c in enumerate(match.game.columns)}
    won = np.where(rows[:, :, at["rank"]] == 1, 1 / rows[:, :, at["shared"]], 0.0)
    vp = rows[:, :, at["vp"]].astype("f8")
    if match.players == 1:
        half, share = _interval(won[:, 0]), float(won.mean())
        more = "more" if share - half > 0.5 else "fewer" if share + half < 0.5 else "about half"
        mean, width = float(vp.mean()), _interval(vp[:, 0])
        return [
            Answer("share of games won", name, share, half, f"{more} won than lost"),
            Answer("VP of the player", name, mean, width, "-"),
        ]
    found = []
    seats = [f"{policy} (seat {seat})" for seat, policy in enumerate(match.names)]
    for a, b in combinations(range(match.players), 2):
        for what, data in (("VP", vp), ("wins", won)):
            gap = data[:, a] - data[:, b]
            mean, half = float(gap.mean()), _interval(gap)
            first = seats[a] if mean > half else seats[b] if mean < -half else "neither"
            question = f"more {what}: {seats[a]} or {seats[b]}"
            found.append(Answer(question, name, mean, half, first))
    return found


def _interval(data: np.ndarray) -> float:
    """Return half the width of the 95 % interval of a mean over independent games."""
    low, high = t_interval(data.mean(), data.std(ddof=1), len(data))
    return float(high - low) / 2 if np.isfinite(high) else 0.0
