"""One random game on engine and twin, compared at every decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

from burgundy_lab.sim.games import get_game
from tests.twins.game import NaiveGame
from tests.twins.random_games import Drawn, draw_table, play
from tests.twins.replay import (
    Seen,
    differences,
    legal_differences,
    result_differences,
    start_twin,
    step_through,
    table_differences,
)

# After these the estates, the scores, the depots or the track have changed.
LOUD = {"place", "start", "ship", "goods", "sell", "end", "take", "buy"}


class TwinsDiffer(AssertionError):
    """Engine and twin disagree; the message says where and how."""


def compare_game(table: Drawn, *, every_legal: int) -> Counter[str]:
    """Play a game on both and return how often each kind of decision was compared.

    Holdings, points, questions, goods, dice and turns are compared after every decision;
    estates, scores by source and phase, depots, bonus tiles and the track after every
    decision that can change them; the whole outcome at the end; the set of legal decisions
    at every `every_legal`-th decision.
    """
    game = get_game("board")
    blank = table.blank()
    actions, columns, last = play(table)
    states = step_through(game, blank, table.seed, table.number, actions)
    assert fields_of(states[-1]) == fields_of(last[0]), "the replay ends in another state"
    seen = Seen(states)
    fixed = [int(space) for space in blank[0].start_space[: table.seats]]
    twin = start_twin(seen, table.settings, fixed)
    counted: Counter[str] = Counter()
    chance = seen.chance(0)
    wrong = [*differences(twin, seen, 0), *table_differences(twin, seen, 0)]
    for i, action in enumerate(actions):
        decision = seen.decision(i, action)
        if (i + table.number) % every_legal == 0:
            wrong += legal_differences(twin, seen, i, game)
            counted["legal"] += 1
        event = seen.events[i + 1] != seen.events[i]
        if event:
            chance = seen.chance(i + 1)
        twin.apply(decision, chance)
        wrong += differences(twin, seen, i + 1)
        if event or decision[0] in LOUD:
            wrong += table_differences(twin, seen, i + 1)
        counted[decision[0]] += 1
        if wrong:
            raise TwinsDiffer(f"{table}, decision {i} {decision}: {'; '.join(wrong)}")
    wrong += result_differences(twin, columns)
    if wrong or twin.rounds_played != 25 or not twin.over:
        raise TwinsDiffer(f"{table}, end: {'; '.join(wrong)}; {twin.rounds_played} rounds")
    counted["games"] += 1
    return counted


def fields_of(state: Any) -> dict[str, bytes]:
    """Return the values of all fields of a state."""
    return {name: state[name].tobytes() for name in state.dtype.names}


def replayed(table: Drawn) -> NaiveGame:
    """Return the twin at the end of a random game, with all that chance brought."""
    actions, _, _ = play(table)
    blank = table.blank()
    states = step_through(get_game("board"), blank, table.seed, table.number, actions)
    seen = Seen(states)
    twin = start_twin(seen, table.settings, blank[0].start_space[: table.seats].tolist())
    chance = seen.chance(0)
    for i, action in enumerate(actions):
        if seen.events[i + 1] != seen.events[i]:
            chance = seen.chance(i + 1)
        twin.apply(seen.decision(i, action), chance)
    return twin


def compare_games(seed: int, first: int, games: int, *, every_legal: int) -> Counter[str]:
    """Compare games first .. first + games - 1 of a seed; return the counts."""
    total: Counter[str] = Counter()
    for number in range(first, first + games):
        total += compare_game(draw_table(seed, number), every_legal=every_legal)
    return total
