"""The door for strategies: `@policy` checks a function, compiles it and gives it a name.

A policy answers one decision: ``policy(state, legal, rng, weights) -> action``. It reads
the state (a record of its game, without what is hidden from its seat), the words of legal
actions (``sim.legal``), its own stream of random words (``sim.rng``) and a row of floats, and
returns one legal action id.
"""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from typing import Any

import numpy as np
from numba import types

from burgundy_lab.sim import jit
from burgundy_lab.sim.errors import PolicyError, UnknownName
from burgundy_lab.sim.games import get_game, rules_folder
from burgundy_lab.sim.rng import STREAM
from burgundy_lab.strategies.trial import DRAW, READ_ONLY, Trial, try_out, wrong_result

ARGUMENTS = ("state", "legal", "rng", "weights")
# Parts of messages.
TAKEN = "strategy {name!r} is shipped with the lab; give yours another name"
NOT_COMPILED = (
    r"it uses \1, a \2, but compiled code knows only numbers, arrays and functions with @rule "
    "(burgundy_lab.sim.jit)"
)


@dataclass(frozen=True)
class Policy:
    """A strategy: a compiled function with its name, its idea and a row of weights."""

    name: str
    game: str
    summary: str
    weights: tuple[float, ...]
    function: Callable[..., int] = field(repr=False)
    library: bool = False  # shipped with the package, so kept in the disk cache
    allocates: bool = False  # makes arrays of its own, as a search does

    def __post_init__(self) -> None:
        """Refuse a name or summary that would break tables and the shell."""
        if not _is_line(self.name) or "," in self.name:
            raise PolicyError(f"strategy name {self.name!r} must be a line of text without commas")
        if not _is_line(self.summary):
            raise PolicyError(
                f"strategy {self.name!r} has the summary {self.summary!r}; "
                "it must be one line of text"
            )

    @cached_property
    def compiled(self) -> Any:
        """The function as the loop wants it; compiled, or loaded, at first use. Policies that
        differ in weights or name share it.
        """
        key = (self.game, self.function, self.library)
        if key not in _COMPILED:
            _COMPILED[key] = _compile(self)
        return _COMPILED[key]

    def with_weights(
        self, weights: Sequence[float] | Mapping[int, float], *, name: str | None = None
    ) -> Policy:
        """Return the same strategy with other weights: a whole row, or some by their numbers.

        Raises
        ------
        PolicyError
            If the number of weights differs, or there is no weight of a number.
        """
        if isinstance(weights, Mapping):
            weights = self._changed_row(weights)
        row = read_weights(self.name, weights)
        if len(row) != len(self.weights):
            raise PolicyError(
                f"strategy {self.name!r} has {len(self.weights)} weights, not {len(row)}"
            )
        return replace(self, weights=row, name=self.name if name is None else name)

    def _changed_row(self, changed: Mapping[int, float]) -> list[float]:
        row = list(self.weights)
        for number, weight in changed.items():
            if number not in range(len(row)):
                raise PolicyError(
                    f"strategy {self.name!r} has no weight {number!r}, only 0 to {len(row) - 1}"
                    if row
                    else f"strategy {self.name!r} has no weights"
                )
            row[number] = weight
        return row


_REGISTRY: dict[str, dict[str, Policy]] = {}
_SHIPPED: set[tuple[str, str]] = set()  # games and names that are taken
_COMPILED: dict[tuple[str, Callable[..., int], bool], Any] = {}


def policy(
    *,
    game: str,
    summary: str,
    weights: Sequence[float] = (),
    name: str | None = None,
    allocates: bool = False,
) -> Callable[[Callable[..., int] | Policy], Policy]:
    """Make a strategy of a function and register it under its name.

    A function of yours is tried out at once: it plays one game with the fewest and one with the
    most seats of the game, itself in all seats.
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
        Name for tables and the shell; the function's own if not given. The name of a shipped
        strategy is taken; one of your own is replaced, so that a cell can be run again.
    allocates
        For shipped strategies, which are compiled without the means to make arrays: this one
        needs them, for copies of the position. Yours may always make arrays.

    Raises
    ------
    PolicyError
        If the function cannot be a policy: wrong arguments, an unknown field of the state,
        no integer result, an error of the compiler, or in the trial a write to what it may only
        read, an error, an illegal action or no answer. One line each.

    Notes
    -----
    Whole numbers are compiled to 64 bits and wrap around without a word; in plain Python
    (``BURGUNDY_JIT=0``) they grow instead. So a policy whose numbers pass 2**63, such as one that
    hashes by multiplying, answers differently there.
    """

    def decorate(given: Callable[..., int] | Policy) -> Policy:
        get_game(game)
        function = given.function if isinstance(given, Policy) else given
        check_function(function)
        called = function.__name__ if name is None else name
        row = read_weights(called, weights)
        library = str(function.__module__).startswith(f"{__package__}.")
        made = Policy(called, game, summary, row, function, library, allocates)
        check_name(made)
        check_arguments("strategy", made, ARGUMENTS)
        _check_fields(made)
        if library:
            _SHIPPED.add((game, called))
        else:
            try_out(Trial(made))  # a mistake shows here, not in the middle of a batch
        return enter(made)

    return decorate


def register(made: Policy) -> Policy:
    """Make a strategy known by its name, such as a shipped one with other weights.

    One of your own that has the name is replaced, so that a cell can be run again.

    Raises
    ------
    PolicyError
        If a shipped strategy has the name.
    """
    known = strategies(made.game).get(made.name)
    if (made.game, made.name) in _SHIPPED and known != made:
        raise PolicyError(TAKEN.format(name=made.name))
    return enter(made)


def enter(made: Policy) -> Policy:
    """Put a strategy that was checked into the registry."""
    _REGISTRY.setdefault(made.game, {})[made.name] = made
    return made


def strategies(game: str) -> dict[str, Policy]:
    """Return all strategies of a game by name: the library's and those made in this session."""
    get_game(game)
    import_module(_library(game))
    return dict(sorted(_REGISTRY[game].items()))


def _library(game: str) -> str:
    """Return the module of a game's shipped strategies; its folder is called like the rules'."""
    return f"{__package__}.{rules_folder(game)}"


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
    if not isinstance(strategy, str) or strategy not in known:
        raise UnknownName(f"strategy of {game}", strategy, known)
    return known[strategy]


# --- the checks of the door: what a look tells ---------------------------------------------------


def _is_line(text: object) -> bool:
    return isinstance(text, str) and text.strip() != "" and text.isprintable()


def read_weights(name: str, weights: Any) -> tuple[float, ...]:
    """Return a row of weights, or refuse what is none."""
    if isinstance(weights, set | frozenset):
        raise PolicyError(
            f"strategy {name!r} has the weights {weights!r:.80}, a set, which has no order: "
            "give a list"
        )
    try:
        given = tuple(weights)
        row = tuple(np.nan if isinstance(weight, str | bool) else float(weight) for weight in given)
    except (TypeError, ValueError, OverflowError):
        row = (np.nan,)
    if isinstance(weights, str) or not np.isfinite(row).all():
        told = " ".join(repr(weights).split())
        raise PolicyError(f"strategy {name!r} has the weights {told}; they must be numbers")
    return row


def check_function(function: object) -> None:
    """Refuse what is no plain function."""
    if not inspect.isfunction(function):
        raise PolicyError(f"{function!r} is no plain function; a strategy is one, not decorated")
    if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
        raise PolicyError(f"strategy {function.__name__!r} must return its answer, not yield it")


def check_name(made: Policy) -> None:
    """Refuse the name of a shipped strategy, unless it is that one, loaded again."""
    if not made.library:
        import_module(_library(made.game))
    if (made.game, made.name) not in _SHIPPED:
        return
    old, new = _REGISTRY[made.game][made.name].function, made.function
    if (old.__module__, old.__qualname__) != (new.__module__, new.__qualname__):
        raise PolicyError(TAKEN.format(name=made.name))


def check_arguments(kind: str, made: Policy, wanted: Sequence[str]) -> None:
    """Refuse a function that does not take what it will be given. kind: how errors call it."""
    signature = inspect.signature(made.function)
    names = signature.parameters
    plain = all(p.kind <= p.POSITIONAL_OR_KEYWORD for p in names.values())
    swapped = any(n in wanted and n != a for n, a in zip(names, wanted, strict=False))
    if len(names) != len(wanted) or not plain or swapped:
        raise PolicyError(
            f"{kind} {made.name!r} takes {signature}; it must take ({', '.join(wanted)})"
        )


def _check_fields(made: Policy) -> None:
    """Find unknown fields of the records and plain writes to them, before the compiler does."""
    state, _, rng, _ = inspect.signature(made.function).parameters
    known = {state: get_game(made.game).state.names or (), rng: STREAM.names or ()}
    for before, now in pairwise(dis.get_instructions(made.function)):
        # Some versions of Python load two variables at once.
        record = before.argval[-1] if isinstance(before.argval, tuple) else before.argval
        if not before.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) or record not in known:
            continue
        name = now.argval
        if now.opname == "STORE_ATTR":
            raise PolicyError(f"strategy {made.name!r} writes {record}.{name}; {READ_ONLY}")
        if now.opname in ("LOAD_ATTR", "LOAD_METHOD") and name not in known[record]:
            why = f"which {made.game!r} does not have" if record == state else f"but {DRAW}"
            raise PolicyError(
                f"strategy {made.name!r} reads {record}.{name}, {why}{_hint(name, known[record])}"
            )


def _hint(name: str, known: Sequence[str]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


# --- compiling -----------------------------------------------------------------------------------


def _compile(made: Policy) -> Any:
    """Compile a policy, turning what numba says of a user's into one line."""
    arguments = get_game(made.game).policy_arguments
    if made.library:
        seam = jit.seam_with_arrays if made.allocates else jit.seam
        return jit.compile_for(seam(made.function), jit.INT, *arguments)
    compiled = jit.policy_function(made.function)
    if not jit.JIT:
        return compiled
    try:
        with jit.interrupts_held():
            compiled.compile(arguments)
    except Exception as error:  # most are numba's, but not all
        why = _one_line(error, made)
        raise PolicyError(f"strategy {made.name!r} does not compile: {why}") from None
    # Called from Python with arrays that could be written to, it is not to be compiled for these.
    compiled.disable_compile()
    result = compiled.overloads[arguments].signature.return_type
    if result == jit.INT:
        return compiled
    if isinstance(result, types.Optional):
        raise wrong_result(made, "nothing on some of its ways")
    if not isinstance(types.unliteral(result), types.Integer):
        raise wrong_result(made, str(types.unliteral(result)).replace("none", "nothing"))
    # Another integer type, such as int32: compile once more with the one the loop wants.
    return jit.compile_for(jit.policy_function(made.function), jit.INT, *arguments)


def _one_line(error: Exception, made: Policy) -> str:
    """Return the part of numba's message that names the mistake, with its line."""
    text = re.sub(r"Record\(\[.*?\], \d+, \w+\)", "record", str(error))
    field_name = re.search(r"Field '(\w+)' was not found", text)
    if field_name or isinstance(error, KeyError):  # so numba says that a record lacks a field
        name = field_name[1] if field_name else str(error.args[0])
        return f"there is no field {name!r}{_hint(name, get_game(made.game).state.names or ())}"
    place = re.search(r'File "[^"]*", line (\d+)|\((\d+)\)$', text, re.MULTILINE)
    lines = [line.lstrip(" >") for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("Failed in")] or [repr(error)]
    what = " ".join(lines[: 2 if lines[0].endswith(":") else 1]).partition(". Raised from")[0]
    what = re.sub(r".*setitem.*readonly.*", "it writes into an array that it may only read", what)
    what = re.sub(r"Untyped global name '(\w+)'.*<class '(\w+)'>", NOT_COMPILED, what)
    return f"{what[:300]}{f' (line {place[1] or place[2]})' if place else ''}"
