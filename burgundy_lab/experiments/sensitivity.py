"""Do conclusions hang on values that no source gives? One match-up over several tables of them.

The tables low, default and high are played on the same seed, so they meet the same cards as
far as possible. A conclusion is who gains more VP, or wins more, of two seats (or "neither",
while the interval of the difference holds zero), and in a game alone whether more than half
the games are won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.experiments.block import Plan, Signals, play_rows
from burgundy_lab.experiments.leads import lead_interval
from burgundy_lab.experiments.log import NO_LOG, win_shares
from burgundy_lab.experiments.match import Match, Strategies, read_match
from burgundy_lab.experiments.totals import columns_at
from burgundy_lab.intervals import mean_share_interval, t_interval
from burgundy_lab.sim.contract import Values, whole_number
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import check_seed

MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class Answer:
    """What one table says on one question: a mean and its 95 % interval, which is None where
    the games do not differ.
    """

    question: str
    table: str
    mean: float
    low: float | None
    high: float | None
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
        tables = ", ".join(self.tables)
        yield f"{self.games:,} games on each table: {tables}; means with 95 % intervals"
        for question in self.questions:
            yield question
            for a in (a for a in self.answers if a.question == question):
                known = a.low is not None and a.high is not None
                limits = f"{a.low:.3f} to {a.high:.3f}" if known else "none"
                yield f"  {a.table:8} {a.mean:8.3f}  {limits:18}  {a.conclusion}"
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


def _play(match: Match, games: int, seed: int) -> npt.NDArray[np.int32]:
    """Return the loop's rows of the games: [G, P, 1 + C]."""
    match.compile()
    # In chunks, between which Ctrl-C is heard.
    played = play_rows(match, Plan(seed, games, games, NO_LOG, None), Signals.new(), 0)
    assert played is not None  # nobody else can stop it
    return played[0].reshape(games, match.players, -1)


def _answers(name: str, match: Match, rows: npt.NDArray[np.int32]) -> list[Answer]:
    at = columns_at(match.game)
    won = win_shares(rows[:, :, at["rank"]], rows[:, :, at["shared"]]).astype("f8")
    vp = rows[:, :, at["vp"]].astype("f8")
    if match.players == 1:
        share, low, high = _estimate(won[:, 0], mean_share_interval)
        assert low is not None and high is not None  # a share has an interval, spread or none
        more = "more" if low > 0.5 else "fewer" if high < 0.5 else "about half"
        return [
            Answer("share of games won", name, share, low, high, f"{more} won than lost"),
            Answer("VP of the player", name, *_estimate(vp[:, 0], t_interval), "-"),
        ]
    found = []
    seats = [f"{policy} (seat {seat})" for seat, policy in enumerate(match.names)]
    for a, b in combinations(range(match.players), 2):
        for what, data, interval in (("VP", vp, t_interval), ("wins", won, lead_interval)):
            mean, low, high = _estimate(data[:, a] - data[:, b], interval)
            known = low is not None and high is not None and not low <= 0 <= high
            first = seats[a if mean > 0 else b] if known else "neither"
            question = f"more {what}: {seats[a]} or {seats[b]}"
            found.append(Answer(question, name, mean, low, high, first))
    return found


def _estimate(
    data: npt.NDArray[np.float64], interval: Callable[..., Any]
) -> tuple[float, float | None, float | None]:
    """Return the mean of independent games and its limits, None where there are none."""
    low, high = interval(data.mean(), data.std(ddof=1), len(data))
    limits = [None if np.isnan(limit) else float(limit) for limit in (low, high)]
    return float(data.mean()), limits[0], limits[1]
