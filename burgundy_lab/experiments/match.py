"""Who plays what on which table: read from what a user gives, checked, sent to processes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cloudpickle  # type: ignore[import-untyped, unused-ignore]

from burgundy_lab.files import read_json
from burgundy_lab.sim import jit, lockstep, lockstep_kernel, rollout
from burgundy_lab.sim.batches import compile_helpers
from burgundy_lab.sim.contract import Game, States, Values, as_list, read_settings
from burgundy_lab.sim.errors import BadValue, PolicyError
from burgundy_lab.sim.games import get_game
from burgundy_lab.strategies.batch import BatchPolicy
from burgundy_lab.strategies.policy import Policy, get_strategy

NO_ESTATE = "-"  # in logs of games without estates

Strategies = str | Policy | Sequence[str | Policy]
Estates = str | int | Sequence[str | int]


@dataclass(frozen=True, eq=False)
class Match:
    """A table: the game, a strategy and an estate for each seat, and every setting."""

    game: Game
    policies: tuple[Policy, ...]  # by seat
    estates: tuple[str, ...]  # ids by seat, NO_ESTATE if the game has none
    settings: Mapping[str, str]  # every setting with its value
    blank: States  # [1] configured, nothing dealt
    values: Mapping[str, Any] | None = None  # table of assumed values, None for the default

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.policies)

    @property
    def names(self) -> tuple[str, ...]:
        """Name of the strategy of each seat."""
        return tuple(policy.name for policy in self.policies)

    @property
    def is_cold(self) -> bool:
        """Whether the first game has to wait for the compiler."""
        loop = lockstep_kernel.play_batch if self.in_lockstep else rollout.play_games
        return needs_compiler(self.game, self.policies) or not jit.is_cached(loop)

    @property
    def in_lockstep(self) -> bool:
        """Whether a seat answers for batches of games, in Python."""
        return any(isinstance(policy, BatchPolicy) for policy in self.policies)

    def compile(self) -> None:
        """Compile, or load, all that the loop needs; workers start after this."""
        self.game.seams()
        if self.in_lockstep:
            lockstep_kernel.compiled_batch(self.game.name)
            compile_helpers()
        else:
            rollout.compiled_loop(self.game.name)
        for policy in self.policies:
            _ = policy.compiled

    def new_loop(self, seed: int) -> rollout.Loop:
        """Return a loop over games of this match, for one thread."""
        weights = [policy.weights for policy in self.policies]
        if not self.in_lockstep:
            compiled = [policy.compiled for policy in self.policies]
            return rollout.Loop(self.game, self.blank, compiled, weights, seed, self.names)
        choosers = [policy if isinstance(policy, BatchPolicy) else None for policy in self.policies]
        compiled = [
            lockstep_kernel.never_asked if chooser is not None else policy.compiled
            for chooser, policy in zip(choosers, self.policies, strict=True)
        ]
        return lockstep.Lockstep(
            self.game, self.blank, compiled, choosers, weights, seed, self.names
        )


def needs_compiler(game: Game, policies: Iterable[Policy] = ()) -> bool:
    """Tell whether rules of a game, or one of these strategies, have to be compiled first."""
    seams = (game.setup, game.legal_actions, game.step, game.outcome)
    own = [jit.seam(policy.function) for policy in policies if policy.library]
    return not all(map(jit.is_cached, (*seams, *own)))


def pack(matches: Sequence[Match]) -> bytes:
    """Return matches of one game as bytes for another process.

    Raises
    ------
    PolicyError
        If a strategy cannot be sent.
    """
    # Together, so that a function that several tables use arrives as one.
    packed: dict[Policy, tuple[Any, ...]] = {}
    for policy in dict.fromkeys(policy for match in matches for policy in match.policies):
        try:
            packed[policy] = _pack_policy(policy)
            cloudpickle.dumps(packed[policy])
        except Exception as error:
            raise PolicyError(
                f"strategy {policy.name!r} cannot be sent to other processes "
                f"({type(error).__name__}: {error}); use backend='threads'"
            ) from error
    tables = [
        (
            match.game.name,
            [packed[policy] for policy in match.policies],
            match.estates if match.game.estates else (),
            dict(match.settings),
            match.values,
        )
        for match in matches
    ]
    data: bytes = cloudpickle.dumps(tables)
    return data


@lru_cache(maxsize=4)
def unpack(data: bytes) -> tuple[Match, ...]:
    """Return the matches that `pack` wrote, compiled; a worker does so once."""
    matches = []
    for name, packed, estates, settings, values in cloudpickle.loads(data):
        policies = [_unpack_policy(name, *parts) for parts in packed]
        matches.append(read_match(name, len(policies), policies, estates, settings, values))
        matches[-1].compile()
    return tuple(matches)


def _pack_policy(policy: Policy) -> tuple[Any, ...]:
    """Return what makes the policy anew: a shipped one by name, a user's with its function.

    The function goes by value, since its module has the `Policy` under the function's name.
    """
    if not policy.library:
        return (type(policy), policy.function, policy.name, policy.summary, policy.weights)
    # By the function's name, which a shipped strategy has: one with other weights may have its own.
    return (policy.function.__name__, None, policy.name, policy.summary, policy.weights)


def _unpack_policy(
    game: str,
    key: str | type[Policy],
    function: Any,
    name: str,
    summary: str,
    weights: tuple[float, ...],
) -> Policy:
    if not isinstance(key, str):
        return key(name, game, summary, weights, function)
    return get_strategy(game, key).with_weights(weights, name=name)


# --- reading what a user gives ---------------------------------------------------------------


def read_match(
    game: str,
    players: int,
    strategies: Strategies,
    estates: Estates | None = None,
    settings: Mapping[str, str] | None = None,
    values: Values = None,
) -> Match:
    """Return the match of a user's words; one strategy or estate serves all seats.

    Raises
    ------
    UnknownName, BadValue, PolicyError
        If anything is not what the game has; one line each.
    """
    rules = get_game(game)
    if isinstance(players, bool | float) or players not in rules.seat_counts:
        counts = ", ".join(map(str, rules.seat_counts))
        noun = "player" if rules.seat_counts == (1,) else "players"
        raise BadValue(f"{game!r} is played by {counts} {noun}, not {players!r}")
    chosen = read_settings(game, rules.settings, {} if settings is None else settings)
    policies = read_policies(game, players, strategies)
    blank = rules.blank(
        players, None if estates is None else as_list("estate", estates), chosen, values
    )
    table = rules.read_values(values) if rules.read_values and values is not None else None
    return Match(rules, policies, _estate_ids(rules, blank, players), chosen, blank, table)


def named_strategies(given: Strategies) -> list[str | Policy]:
    """Return the strategies of a user's words one by one, without looking them up."""
    items = [given] if isinstance(given, Policy) else as_list("strategy", given)
    for item in items:
        if not isinstance(item, str | Policy):
            raise BadValue(f"strategy {item!r} is neither a name nor made with @policy")
    return items


def read_policies(game: str, players: int, given: Strategies) -> tuple[Policy, ...]:
    """Return the strategy of each seat; one given serves all.

    Raises
    ------
    UnknownName, BadValue, PolicyError
        If a strategy is none of the game's, or there are too few or too many.
    """
    items = named_strategies(given)
    if len(items) not in (1, players):
        raise BadValue(
            f"{len(items)} strategies for {players} players: give one for all, or {players}"
        )
    found = [get_strategy(game, item) for item in items]
    check_names(found)
    return tuple(found * players if len(found) == 1 else found)


def check_names(policies: Sequence[Policy]) -> None:
    """Refuse different strategies of one name.

    Raises
    ------
    BadValue
        If there are any.
    """
    by_name: dict[str, Policy] = {}
    for policy in policies:
        if by_name.setdefault(policy.name, policy) != policy:
            raise BadValue(
                f"two different strategies are called {policy.name!r}, so no table could tell "
                "them apart: give one another name (with_weights(..., name=...))"
            )


def _estate_ids(rules: Game, blank: States, players: int) -> tuple[str, ...]:
    """Return the ids of the estates by seat, NO_ESTATE in games that have none."""
    return tuple(rules.estate_of(blank[0], seat) or NO_ESTATE for seat in range(players))


def load_values(game: str, given: str | None) -> Values:
    """Return the name of a table of assumed values, or the table in a JSON file.

    Raises
    ------
    BadValue
        If the file cannot be read.
    """
    if given is None or given in get_game(game).value_tables:
        return given
    if not get_game(game).value_tables:
        raise BadValue(f"{game!r} rests on no assumed values that a run could replace")
    try:
        table = read_json(given)
    except ValueError as error:
        known = ", ".join(get_game(game).value_tables)
        raise BadValue(
            f"values {given} are not {known}, and as a file cannot be read: {error}"
        ) from None
    if not isinstance(table, dict):
        raise BadValue(f"values file {given} must hold a table of names")
    return table
