"""The door for strategies: `@policy` checks a function, compiles it and gives it a name.

A policy answers one decision: ``policy(state, legal, rng, weights) -> action``. It reads
the state (a record of its game, without what is hidden from its seat), the words of legal
actions (``sim.legal``), its own stream of random words (``sim.rng``) and a row of floats, and
returns one legal action id.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from typing import Any

from numba import types
from numba.core.errors import NumbaError

from burgundy_lab.sim import jit
from burgundy_lab.sim.errors import PolicyError, UnknownName
from burgundy_lab.sim.games import get_game

ARGUMENTS = ("state", "legal", "rng", "weights")
LIBRARY = {
    "board": "burgundy_lab.strategies.board",
    "cards": "burgundy_lab.strategies.cards",
    "cards-solo": "burgundy_lab.strategies.cards",
}


@dataclass(frozen=True)
class Policy:
    """A strategy: a compiled function with its name, its idea and a row of weights."""

    name: str
    game: str
    summary: str
    weights: tuple[float, ...]
    function: Callable[..., int] = field(repr=False)
    library: bool = False  # shipped with the package, so kept in the disk cache

    @cached_property
    def compiled(self) -> Any:
        """The function as the loop wants it; compiled, or loaded, at first use."""
        if self.library:
            seam = jit.seam(self.function)
            return jit.compile_for(seam, jit.INT, *get_game(self.game).policy_arguments)
        return _compile(self)

    def with_weights(self, weights: Sequence[float], *, name: str | None = None) -> Policy:
        """Return the same strategy with another row of weights.

        Raises
        ------
        PolicyError
            If the number of weights differs.
        """
        if len(weights) != len(self.weights):
            raise PolicyError(
                f"strategy {self.name!r} has {len(self.weights)} weights, not {len(weights)}"
            )
        row = tuple(float(weight) for weight in weights)
        return replace(self, weights=row, name=name or self.name)


_REGISTRY: dict[str, dict[str, Policy]] = {}


def policy(
    *, game: str, summary: str, weights: Sequence[float] = (), name: str | None = None
) -> Callable[[Callable[..., int] | Policy], Policy]:
    """Make a strategy of a function and register it under its name.

    Written twice above one function, it plays both games.

    Parameters
    ----------
    game
        Name of the game it plays.
    summary
        Its idea, in one line.
    weights
        Default row of weights, passed as the last argument; other weights need no compiling.
    name
        Name for tables and the shell; the function's own if not given.

    Raises
    ------
    PolicyError
        If the function cannot be a policy: wrong arguments, an unknown field of the state,
        a write to the state, no integer result, or an error of the compiler. One line each.
    """

    def decorate(given: Callable[..., int] | Policy) -> Policy:
        get_game(game)
        function = given.function if isinstance(given, Policy) else given
        made = Policy(
            name or function.__name__,
            game,
            summary,
            tuple(float(weight) for weight in weights),
            function,
            library=function.__module__.startswith(__name__.split(".policy")[0]),
        )
        _check_arguments(made)
        _check_fields(made)
        if not made.library:
            _ = made.compiled  # a mistake shows here, not in the middle of a batch
        _REGISTRY.setdefault(game, {})[made.name] = made
        return made

    return decorate


def strategies(game: str) -> dict[str, Policy]:
    """Return all strategies of a game by name: the library's and those made in this session."""
    get_game(game)
    import_module(LIBRARY[game])
    return dict(sorted(_REGISTRY[game].items()))


def get_strategy(game: str, strategy: str | Policy) -> Policy:
    """Return a strategy by name, or check that one given belongs to the game.

    Raises
    ------
    UnknownName
        If there is no such strategy; the message lists the known ones.
    PolicyError
        If it plays another game.
    """
    if isinstance(strategy, Policy):
        if strategy.game != game:
            raise PolicyError(f"strategy {strategy.name!r} plays {strategy.game!r}, not {game!r}")
        return strategy
    known = strategies(game)
    if strategy not in known:
        raise UnknownName(f"strategy of {game}", strategy, known)
    return known[strategy]


# --- the checks of the door ----------------------------------------------------------------------


def _check_arguments(made: Policy) -> None:
    names = tuple(inspect.signature(made.function).parameters)
    if len(names) != len(ARGUMENTS):
        raise PolicyError(
            f"strategy {made.name!r} takes ({', '.join(names)}); "
            f"it must take ({', '.join(ARGUMENTS)})"
        )


def _check_fields(made: Policy) -> None:
    """Find unknown fields of the state and plain writes to it, before the compiler does."""
    state = next(iter(inspect.signature(made.function).parameters))
    known = get_game(made.game).state.names or ()
    instructions = list(dis.get_instructions(made.function))
    for before, now in pairwise(instructions):
        if not (before.opname.startswith("LOAD_FAST") and before.argval == state):
            continue
        if now.opname == "STORE_ATTR":
            raise PolicyError(
                f"strategy {made.name!r} writes state.{now.argval}; a policy only reads the state"
            )
        if now.opname in ("LOAD_ATTR", "LOAD_METHOD") and now.argval not in known:
            close = get_close_matches(str(now.argval), known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise PolicyError(
                f"strategy {made.name!r} reads state.{now.argval}, "
                f"which the state of {made.game!r} does not have{hint}"
            )


def _compile(made: Policy) -> Any:
    """Compile a user's policy, turning what numba says into one line."""
    arguments = get_game(made.game).policy_arguments
    compiled = jit.policy_function(made.function)
    if not jit.JIT:
        return compiled
    try:
        compiled.compile(arguments)
    except NumbaError as error:
        raise PolicyError(f"strategy {made.name!r} does not compile: {_one_line(error)}") from error
    result = compiled.overloads[arguments].signature.return_type
    if result == jit.INT:
        return compiled
    if not isinstance(result, types.Integer | types.IntegerLiteral):
        raise PolicyError(
            f"strategy {made.name!r} returns {result}; it must return a legal action (an integer)"
        )
    # Another integer type, such as int32: compile once more with the one the loop wants.
    return jit.compile_for(jit.policy_function(made.function), jit.INT, *arguments)


def _one_line(error: NumbaError) -> str:
    """Return the part of numba's message that names the mistake."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    useful = [
        line
        for line in lines
        if not line.startswith(("Failed in", "During", "There are", "File", "<source", "^"))
    ]
    return " ".join((useful or lines)[:2])[:300]
