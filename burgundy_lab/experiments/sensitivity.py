"""Do conclusions hang on values that no source gives? One match-up over several tables of them.

The tables low, default and high are played on the same seed, so they meet the same cards as
far as possible. A conclusion is who gains more VP, or wins more, of two seats (or "neither",
while the games do not tell), and in a game alone whether more than half the games are won.

Tables are compared game by game, since game i has the same chance on each. A conclusion changes
only where a table says another thing and the difference between the two tables is told from none:
two tables of which one just tells a lead and one just does not are no change. All conclusions at
once are held to one error rate (Holm's method), and all differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.experiments.block import Signals, play_rows
from burgundy_lab.experiments.log import win_shares
from burgundy_lab.experiments.manifest import describe_rules
from burgundy_lab.experiments.match import NO_ESTATE, Match, Strategies, read_match
from burgundy_lab.experiments.shares import as_shares
from burgundy_lab.experiments.telling import on_what
from burgundy_lab.experiments.totals import columns_at
from burgundy_lab.intervals import CONFIDENCE, Numbers, holm, t_interval, t_probability
from burgundy_lab.sim.contract import Values, whole_number
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import check_seed

MOST_GAMES = 1_000_000
SURE = 1 - CONFIDENCE  # adjusted probabilities below it tell a difference from none


@dataclass(frozen=True)
class Answer:
    """What one table says on one question: a mean and its 95 % interval (each alone), which is
    None where the games do not differ; and ``p_holm``, the probability of such a mean if nothing
    is the truth, adjusted for all answers (None where nothing is concluded).
    """

    question: str
    table: str
    mean: float
    low: float | None
    high: float | None
    p_holm: float | None
    conclusion: str


@dataclass(frozen=True)
class Difference:
    """How far two tables are apart on one question, game by game: the second's mean less the
    first's, with its 95 % interval and ``p_holm``, adjusted for all differences.
    """

    question: str
    first: str
    second: str
    mean: float
    low: float | None
    high: float | None
    p_holm: float

    @property
    def is_sure(self) -> bool:
        """Whether the tables are told apart, all differences considered at once."""
        return self.p_holm < SURE


@dataclass(frozen=True)
class Sensitivity:
    """The answers of all tables, how the tables differ, and by which rules was played.

    Attributes
    ----------
    rules
        Settings, hash of the code and versions; ``values`` are the tables by name.
    """

    game: str
    players: int
    strategies: tuple[str, ...]
    estates: tuple[str, ...]
    seed: int
    games: int
    tables: tuple[str, ...]
    answers: tuple[Answer, ...]
    differences: tuple[Difference, ...]
    rules: Mapping[str, Any]

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions, in order."""
        return tuple(dict.fromkeys(answer.question for answer in self.answers))

    @property
    def changed(self) -> tuple[str, ...]:
        """The questions on which two tables surely differ and say different things."""
        said = {(a.question, a.table): a.conclusion for a in self.answers}
        return tuple(
            dict.fromkeys(
                d.question
                for d in self.differences
                if d.is_sure and said[d.question, d.first] != said[d.question, d.second]
            )
        )

    @property
    def open(self) -> tuple[str, ...]:
        """The questions on which tables say different things, but do not surely differ."""
        return tuple(
            q for q in self.questions if len(set(self.conclusions(q))) > 1 and q not in self.changed
        )

    @property
    def heading(self) -> str:
        """What was played, in one line."""
        on = on_what(self.game, self.estates, {**self.rules, "values": None})
        return (
            f"{self.game}, {' against '.join(self.strategies)}{on}, seed {self.seed}: "
            f"{self.games:,} games on each table: {', '.join(self.tables)}"
        )

    def lines(self) -> Iterator[str]:
        """Yield the answers in words, the conclusions that change, and those left open."""
        yield f"{self.heading}; means with 95 % intervals, each alone"
        for question in self.questions:
            yield question
            for a in (a for a in self.answers if a.question == question):
                yield f"  {a.table:17} {a.mean:8.3f}  {_limits(a):18}  {a.conclusion}"
            for d in (d for d in self.differences if d.question == question):
                told = "differ" if d.is_sure else "not told apart"
                yield f"  {f'{d.second} - {d.first}':17} {d.mean:8.3f}  {_limits(d):18}  {told}"
        yield f"conclusions that change: {'; '.join(self.changed) or 'none'}"
        if self.open:
            yield (
                "told on one table and not on another, though the tables are not told apart "
                f"(more games may tell): {'; '.join(self.open)}"
            )
        yield (
            "conclusions, and differences of tables game by game, are held to 5 wrong in 100 for "
            f"all at once (Holm): {sum(a.p_holm is not None for a in self.answers)} conclusions, "
            f"{len(self.differences)} differences"
        )

    def conclusions(self, question: str) -> list[str]:
        """Return the conclusion of each table."""
        return [a.conclusion for a in self.answers if a.question == question]

    def as_dict(self) -> dict[str, Any]:
        """Return all of it for JSON."""
        rules = asdict(self)
        return {**rules, **rules.pop("rules"), "changed": self.changed, "open": self.open}


def _limits(estimate: Answer | Difference) -> str:
    if estimate.low is None or estimate.high is None:
        return "none"
    return f"{estimate.low:.3f} to {estimate.high:.3f}"


@dataclass(frozen=True, eq=False)
class _Question:
    """A question, and what the games of each table say on it [G]."""

    text: str
    games: dict[str, Numbers]
    least: float | None  # of shares and leads in wins; None for VP
    more: str  # what is concluded of a mean above nothing, below, and neither
    fewer: str
    neither: str
    nothing: float = 0.0  # the mean that lets conclude nothing


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
    matches = {
        name: read_match(game, seats, strategies, None, settings, table)
        for name, table in tables.items()
    }
    questions = _questions({name: (m, _play(m, games, seed)) for name, m in matches.items()})
    match = matches["default"] if "default" in matches else next(iter(matches.values()))
    return Sensitivity(
        game=game,
        players=match.players,
        strategies=match.names,
        estates=tuple(name for name in match.estates if name != NO_ESTATE),
        seed=int(seed),
        games=games,
        tables=tuple(tables),
        answers=tuple(_answers(questions)),
        differences=tuple(_differences(questions)),
        rules={**describe_rules(match), "values": {n: m.values for n, m in matches.items()}},
    )


def _play(match: Match, games: int, seed: int) -> npt.NDArray[np.int32]:
    """Return the loop's rows of the games: [G, P, 1 + C]."""
    match.compile()
    # In chunks, between which Ctrl-C is heard.
    played = play_rows(match, seed, 0, games, Signals.new())
    assert played is not None  # nobody else can stop it
    return played.reshape(games, match.players, -1)


def _questions(played: Mapping[str, tuple[Match, npt.NDArray[np.int32]]]) -> list[_Question]:
    """Return the questions to what was played on each table."""
    match = next(iter(played.values()))[0]
    at = columns_at(match.game)
    won, vp = {}, {}
    for name, (_, rows) in played.items():
        won[name] = win_shares(rows[:, :, at["rank"]], rows[:, :, at["shared"]]).astype("f8")
        vp[name] = rows[:, :, at["vp"]].astype("f8")
    if match.players == 1:
        wins, points = ({n: part[:, 0] for n, part in data.items()} for data in (won, vp))
        more, fewer, half = (f"{how} won than lost" for how in ("more", "fewer", "about half"))
        return [
            _Question("share of games won", wins, 0.0, more, fewer, half, nothing=0.5),
            _Question("VP of the player", points, None, "-", "-", "-"),
        ]
    seats = [f"{policy} (seat {seat})" for seat, policy in enumerate(match.names)]
    return [
        _Question(
            f"more {what}: {seats[a]} or {seats[b]}",
            {name: part[:, a] - part[:, b] for name, part in data.items()},
            least,
            seats[a],
            seats[b],
            "neither",
        )
        for a, b in combinations(range(match.players), 2)
        for what, data, least in (("VP", vp, None), ("wins", won, -1.0))
    ]


def _answers(questions: Iterable[_Question]) -> list[Answer]:
    """Return what each table says, the probabilities adjusted for all that conclude."""
    found = [
        (question, table, _estimate(games, question.nothing, question.least))
        for question in questions
        for table, games in question.games.items()
    ]
    concluding = [q.more != q.fewer for q, _, _ in found]
    adjusted = iter(holm([e.p for (_, _, e), c in zip(found, concluding, strict=True) if c]))
    answers = []
    for (question, table, e), concludes in zip(found, concluding, strict=True):
        p = float(next(adjusted)) if concludes else None
        said = question.neither
        if p is not None and p < SURE:
            said = question.more if e.mean > question.nothing else question.fewer
        answers.append(Answer(question.text, table, e.mean, e.low, e.high, p, said))
    return answers


def _differences(questions: Iterable[_Question]) -> list[Difference]:
    """Return how each two tables differ game by game, the probabilities adjusted for all."""
    found = []
    for question in questions:
        # Two shares from 0 to 1, or leads from -1 to 1, differ by so much at most.
        least = None if question.least is None else question.least - 1
        for (first, a), (second, b) in combinations(question.games.items(), 2):
            found.append((question.text, first, second, _estimate(b - a, 0.0, least)))
    adjusted = holm([estimate.p for *_, estimate in found]).tolist()
    return [
        Difference(question, first, second, e.mean, e.low, e.high, p)
        for (question, first, second, e), p in zip(found, adjusted, strict=True)
    ]


@dataclass(frozen=True)
class _Estimate:
    mean: float
    low: float | None
    high: float | None
    p: float


def _estimate(games: Numbers, nothing: float, least: float | None) -> _Estimate:
    """Return the mean of independent games, its limits, and the probability of a mean as far
    from nothing. least: of shares and leads; None for VP.
    """
    mean, sd, n = games.mean() - nothing, games.std(ddof=1), len(games)
    if least is None:
        (low, high), p = t_interval(mean, sd, n), t_probability(mean, sd, n)
    else:
        most = 1.0 if least == 0 else -least
        shares = as_shares(mean, sd, n, least=least - nothing, most=most - nothing)
        (low, high), p = shares.limits, shares.p
    limits = [None if np.isnan(limit) else float(limit) + nothing for limit in (low, high)]
    return _Estimate(float(mean) + nothing, limits[0], limits[1], float(p))
