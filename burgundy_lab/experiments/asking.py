"""Ask a strategy for one decision, outside the loop: what it would do in a position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from burgundy_lab.sim.errors import PolicyError, in_one_line
from burgundy_lab.sim.legal import action_ids
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rng import CHANCE, STREAM, WORDS_PER_EVENT, start_stream
from burgundy_lab.strategies.policy import Policy

ASKS = 15  # how often a strategy is asked for its choice, since it may leave it to chance


def ask(
    policy: Policy, position: Position, *, seed: int, game_no: int = 0, decision: int = 0
) -> int:
    """Return what a strategy answers in a position, shown what its seat knows.

    seed, game_no, decision: where its own chance comes from. At one decision of one game it
    always answers the same.

    Raises
    ------
    PolicyError
        If it raises or answers with no legal action.
    """
    game, seat = position.game, position.seat
    seen = game.view(position._states.copy(), seat)[0]
    legal = game.new_legal()
    legal[-1] = game.seams()[1](position.state, legal)
    rng = np.zeros(1, STREAM)[0]
    with np.errstate(over="ignore"):  # words of chance wrap around by design
        start_stream(rng, np.uint64(seed), np.uint64(game_no), np.uint64(CHANCE + 1 + seat))
        rng.count = np.uint64(decision) * WORDS_PER_EVENT
        answer = _answer(policy, seen, legal, rng)
    if answer not in position.legal_actions:
        raise PolicyError(
            f"strategy {policy.name!r} of seat {seat} answered {answer!r}, "
            f"not one of the {len(action_ids(legal))} legal actions"
        )
    return int(answer)


def _answer(policy: Policy, seen: Any, legal: Any, rng: Any) -> Any:
    try:
        return policy.compiled(seen, legal, rng, np.array(policy.weights, "f8"))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a strategy in Python may raise anything
        raise PolicyError(f"strategy {policy.name!r} raised {in_one_line(error)}") from error


def usual_choice(policy: Policy, position: Position, *, seed: int, first: int) -> tuple[int, float]:
    """Return what a strategy plays most often in a position, and in which share of `ASKS` tries.

    first: number of the first game whose chance the strategy has; the others follow.
    """
    answers = Counter(ask(policy, position, seed=seed, game_no=first + k) for k in range(ASKS))
    action = min(answers, key=lambda answer: (-answers[answer], answer))
    return action, answers[action] / ASKS
