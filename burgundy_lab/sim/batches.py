"""What a strategy that answers for a whole batch of games is given: positions, legal actions,
chance.

G games wait for an answer, whichever numbers they have in the run. All arrays have a row for
each of them, in ascending order of game, and can only be read. Chance belongs to the games, not
to the batch: what a game draws does not depend on the games beside it, as long as each row of the
answer follows from the same row of what is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from burgundy_lab.sim import jit
from burgundy_lab.sim.contract import State, States
from burgundy_lab.sim.errors import PolicyError
from burgundy_lab.sim.jit import kernel
from burgundy_lab.sim.legal import kth_action, next_action, number_of_actions
from burgundy_lab.sim.rng import GOLDEN, mix

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
WORD_BITS = 64
UNIT = 2.0**-53  # from the upper 53 bits of a word to [0, 1)


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a view of an array that cannot be written."""
    view = array.view()
    view.flags.writeable = False
    return view


class BatchStates:
    """The positions of a batch, each as its seat to decide may know it.

    ``states.silver`` is the field of all games, [G, ...]; ``states.own("silver")`` of each game
    what its seat to decide has; ``states[g]`` one position, as compiled strategies get it.
    ``states.array`` is the array of records.
    """

    def __init__(self, array: States) -> None:
        self.array: States = read_only(array)

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, g: int) -> State:
        return self.array[g]

    def __iter__(self) -> Iterator[State]:
        return iter(self.array)

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        known = self.array.dtype.names or ()
        if name.startswith("_") or name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise AttributeError(f"positions have no field {name!r}{hint}")
        field: npt.NDArray[Any] = self.array[name]
        return field

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(self.array.dtype.names or ())]

    @cached_property
    def games(self) -> Ints:
        """[G] rows of the batch, 0 .. G - 1, to pick with."""
        return np.arange(len(self))

    def own(self, name: str) -> npt.NDArray[Any]:
        """Return of a field with a value for each seat that of the seat to decide: [G, ...]."""
        field: npt.NDArray[Any] = getattr(self, name)
        mine: npt.NDArray[Any] = field[self.games, self.seat]
        return mine


class BatchLegal:
    """The legal actions of a batch. An action is a number from 0 to `actions` - 1."""

    def __init__(self, words: Ints) -> None:
        """Take words [G, W + 1] as `sim.legal` reads them."""
        self._words = words

    def __len__(self) -> int:
        return len(self._words)

    @property
    def words(self) -> Ints:
        """[G, W + 1] words of 64 bits, then the number of actions."""
        return read_only(self._words)

    @property
    def actions(self) -> int:
        """A: actions have numbers below this."""
        return WORD_BITS * int(self._words.shape[1] - 1)

    @property
    def counts(self) -> Ints:
        """[G] how many actions are legal in each game."""
        return read_only(self._words[:, -1])

    @cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        """[G, A] whether an action is legal; slow and large beside `pairs`."""
        words = np.ascontiguousarray(self._words[:, :-1]).astype("<i8", copy=False)
        bits = np.unpackbits(words.view("u1"), axis=1, bitorder="little")
        return read_only(bits.view(np.bool_))

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """[N] and [N]: row of the game and action of each legal action, game after game."""
        total = int(self._words[:, -1].sum())
        games, actions = np.empty(total, "i8"), np.empty(total, "i8")
        _kernel(list_pairs)(self._words, games, actions)
        return read_only(games), read_only(actions)

    @cached_property
    def lists(self) -> list[list[int]]:
        """The legal actions of each game as an ascending list."""
        actions: list[int] = self.pairs[1].tolist()
        ends = np.cumsum(self._words[:, -1]).tolist()
        return [actions[a:b] for a, b in zip([0, *ends[:-1]], ends, strict=True)]

    def kth(self, k: npt.ArrayLike) -> Ints:
        """Return the k-th legal action of each game; k: [G], from 0 to counts - 1."""
        row = self._row("k", k, "i8", (len(self),))
        found = np.empty(len(self), "i8")
        if _kernel(pick_kth)(self._words, row, found) < len(self):
            raise ValueError("k must be from 0 to counts - 1 in every game")
        return found

    def best(self, scores: npt.ArrayLike) -> Ints:
        """Return the legal action of the highest score in each game, the lowest among equals.

        scores: [A] for all games alike, or [G, A].
        """
        given = np.asarray(scores)
        shape = (self.actions,) if given.ndim == 1 else (len(self), self.actions)
        table = self._row("scores", given, "f8", shape).reshape(-1, self.actions)
        found = np.empty(len(self), "i8")
        _kernel(pick_best)(self._words, table, found)
        return found

    def best_pair(self, scores: npt.ArrayLike) -> Ints:
        """Return the legal action of the highest score in each game, the lowest among equals.

        scores: [N], in the order of `pairs`.
        """
        _, actions = self.pairs
        found = np.empty(len(self), "i8")
        row = self._row("scores", scores, "f8", actions.shape)
        _kernel(pick_best_pair)(self._words, actions.copy(), row, found)
        return found

    @staticmethod
    def _row(name: str, given: npt.ArrayLike, dtype: str, shape: tuple[int, ...]) -> Any:
        array = np.asarray(given)
        if array.shape != shape:
            raise ValueError(f"{name} has the shape {array.shape}, must be {shape}")
        if not np.can_cast(array.dtype, dtype, "same_kind"):
            raise ValueError(f"{name} holds {array.dtype}, must be {np.dtype(dtype).name}")
        return np.ascontiguousarray(array, dtype).copy()  # the kernels take no read-only arrays


class BatchRandom:
    """Streams of random numbers, one for each game of a batch.

    They are those that a compiled strategy in the same seat would draw from, one word a call.
    """

    def __init__(self, streams: npt.NDArray[Any]) -> None:
        """Take streams [G]; they are moved on as words are drawn."""
        self.streams = streams
        self._words = streams.view("u8").reshape(-1, 2)  # key and count of each

    def words(self) -> npt.NDArray[np.uint64]:
        """Return [G] whole numbers from 0 to 2**64 - 1."""
        found = np.empty(len(self.streams), "u8")
        _kernel(draw_words)(self._words, found)
        return found

    def random(self) -> Floats:
        """Return [G] numbers from 0 up to, not including, 1."""
        found: Floats = np.multiply(self.words() >> np.uint64(11), UNIT, dtype="f8")
        return found

    def integers(self, n: npt.ArrayLike) -> Ints:
        """Return [G] whole numbers from 0 to n - 1; n: one for all games, or [G]; at most 2**32."""
        most = np.asarray(n)
        whole = most.dtype.kind in "iu"
        if not whole or most.min(initial=1) < 1 or most.max(initial=1) > 2**32:
            raise ValueError("integers(n) needs whole numbers n from 1 to 2**32")
        words = (self.words() >> np.uint64(32)) * most.astype("u8")
        found: Ints = (words >> np.uint64(32)).astype("i8")
        return found


def checked_answers(given: object, n: int) -> Ints:
    """Return the answers to n games as whole numbers [n].

    Raises
    ------
    PolicyError
        If they are anything else; says what came.
    """
    wanted = "it must return an action, a whole number, for each of the games it is given"
    if given is None:
        raise PolicyError(f"returns nothing; {wanted}")
    try:
        array = np.asarray(given)
    except ValueError:  # such as lists of several lengths
        raise PolicyError(f"returns a {type(given).__name__} that is no array; {wanted}") from None
    if array.shape != (n,):
        what = f"an array {array.shape} for a batch of {n}" if array.shape else f"{given!r:.60}"
        raise PolicyError(f"returns {what}; {wanted}")
    if not np.issubdtype(array.dtype, np.integer):
        raise PolicyError(f"returns numbers of the type {array.dtype}; {wanted}")
    return array.astype("i8")


# --- walking the words of many games ----------------------------------------------------------


@kernel
def list_pairs(words, games, actions):
    """Write row of the game and action of every legal action. words: [G, W + 1]."""
    n = 0
    for g in range(words.shape[0]):
        action = next_action(words[g], -1)
        while action >= 0:
            games[n], actions[n] = g, action
            n += 1
            action = next_action(words[g], action)


@kernel
def pick_kth(words, k, found):
    """Write the k-th legal action of each game. words: [G, W + 1]; k, found: [G]. Returns the
    first game that has none, or G.
    """
    for g in range(words.shape[0]):
        if not 0 <= k[g] < number_of_actions(words[g]):
            return g
        found[g] = kth_action(words[g], k[g])
    return words.shape[0]


@kernel
def pick_best(words, scores, found):
    """Write the first legal action of the highest score of each game. scores: [G or 1, A]."""
    for g in range(words.shape[0]):
        row = scores[g if scores.shape[0] > 1 else 0]
        action = next_action(words[g], -1)
        best = action
        while action >= 0:
            if row[action] > row[best]:
                best = action
            action = next_action(words[g], action)
        found[g] = best


@kernel
def pick_best_pair(words, actions, scores, found):
    """Write the first legal action of the highest score of each game. actions, scores: [N]."""
    n = 0
    for g in range(words.shape[0]):
        best = n
        for k in range(n, n + number_of_actions(words[g])):
            if scores[k] > scores[best]:
                best = k
        found[g] = actions[best]
        n += number_of_actions(words[g])


@kernel
def draw_words(streams, found):
    """Draw the next word of each stream. streams: [G, 2] key and count."""
    for g in range(found.size):
        streams[g, 1] += np.uint64(1)
        found[g] = mix(streams[g, 0] + streams[g, 1] * GOLDEN)


WORD_ROWS, INTS = jit.WORD_ROWS_TYPE, jit.WORDS_TYPE
SIGNATURES: dict[Any, tuple[Any, ...]] = {  # result and arguments
    list_pairs: (jit.VOID, WORD_ROWS, INTS, INTS),
    pick_kth: (jit.INT, WORD_ROWS, INTS, INTS),
    pick_best: (jit.VOID, WORD_ROWS, jit.TABLE_TYPE, INTS),
    pick_best_pair: (jit.VOID, WORD_ROWS, INTS, jit.WEIGHTS_TYPE, INTS),
    draw_words: (jit.VOID, jit.SEED_ROWS_TYPE, jit.SEEDS_TYPE),
}


def compile_helpers() -> None:
    """Compile, or load, what the classes of this module use."""
    for function in SIGNATURES:
        _kernel(function)


@cache
def _kernel(function: Any) -> Any:
    return jit.compile_for(function, *SIGNATURES[function])
