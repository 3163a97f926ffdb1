"""The only file that configures numba.

Four decorators say what a function is:

``rule``    a rule of a game, called by other compiled functions only
``inlined`` the same, put into its callers: for the innermost loops of a strategy
``seam``    a function that the rollout loop receives as a first-class value
``kernel``  a loop over games, called from Python with an explicit signature

Seams and kernels are kept in a disk cache (`compile_cache`).

Environment
-----------
``BURGUNDY_JIT=0``         everything runs as plain Python (same results, slow)
``BURGUNDY_BOUNDSCHECK=1`` every array index is checked
``BURGUNDY_CACHE=DIR``     where compiled code is kept
"""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np
from numba import config, njit, typeof, types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher

from burgundy_lab.sim.compile_cache import CheckedCache, keep_compiled

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

COMPILING = threading.RLock()


def _flag(name: str, default: str) -> bool:
    return os.environ.get(name, default) not in ("", "0")


JIT = _flag("BURGUNDY_JIT", "1") and not config.DISABLE_JIT
BOUNDSCHECK = _flag("BURGUNDY_BOUNDSCHECK", "0")

if not JIT:
    # Words of chance wrap around by design; compiled code does so without a word.
    np.seterr(over="ignore")


def _cached(function: Callable[..., Any], allocates: bool = False) -> Any:
    """Compile with a disk cache in our own folder."""
    compiled = njit(nogil=True, boundscheck=BOUNDSCHECK, _nrt=allocates)(function)
    return keep_compiled(compiled, function, BOUNDSCHECK)


# --- numba types of what the seams take ---------------------------------------------------

WORDS_TYPE = types.int64[::1]
WORD_ROWS_TYPE = types.int64[:, ::1]
# What a policy may only read; a write to it does not compile.
SEEN_WORDS_TYPE = types.Array(types.int64, 1, "C", readonly=True)
WEIGHTS_TYPE = types.Array(types.float64, 1, "C", readonly=True)
TABLE_TYPE = types.float64[:, ::1]
ROW_TYPE = types.int32[::1]
ROWS_TYPE = types.int32[:, ::1]
ACTIONS_TYPE = types.int16[:, ::1]
IDS_TYPE = types.int16[::1]
ROUNDS_TYPE = types.int8[:, :, ::1]
INT = types.int64
SEED = types.uint64
SEEDS_TYPE = types.uint64[::1]
SEED_ROWS_TYPE = types.uint64[:, ::1]
VOID = types.none


class _Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled rule that runs as plain Python when it is called from Python."""

    def __call__(self, *arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # words of chance wrap around by design
            return self.py_func(*arguments)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile once for all widths of whole numbers: constants and i1, i2, i4 fields would
        each bring a version of their own, and half again the compile time."""
        return super().get_call_template(tuple(map(_as_word, args)), kws)


def _as_word(numba_type: Any) -> Any:
    plain = types.unliteral(numba_type)
    return INT if isinstance(plain, types.Integer) and plain.signed else plain


def rule(function: Callable[..., Any]) -> Any:
    """Compile a rule. Seams and other rules call it compiled; called from Python it runs as
    plain Python, so it needs no wrapper and a cold compile takes about a third less time.
    """
    return _compile_rule(function)


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a rule that is put whole into each of its callers. Where a strategy weighs hundreds
    of spaces in a game, the calls cost as much as the weighing. Worth it only if measured: code
    grows with each caller.
    """
    return _compile_rule(function, forceinline=True)


def _compile_rule(function: Callable[..., Any], **options: bool) -> Any:
    if not JIT:
        return function
    # Rules allocate nothing. Without the runtime for that (NRT), arrays that are passed down
    # are not counted up and down at each call, which had cost strategies half their speed.
    compiled = njit(
        nogil=True,
        boundscheck=BOUNDSCHECK,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        _nrt=False,
        **options,
    )(function)
    compiled.__class__ = _Rule
    return compiled


def seam(function: Callable[..., Any]) -> Any:
    """Compile a function that the loop calls as a first-class value; kept on disk."""
    return _cached(function) if JIT else function


def seam_with_arrays(function: Callable[..., Any]) -> Any:
    """Compile a seam that makes arrays of its own (`np.empty`), as work space for its rules."""
    return _cached(function, allocates=True) if JIT else function


kernel = seam


def policy_function(function: Callable[..., Any]) -> Any:
    """Compile a user's policy: in memory only, since its file may change at any time, and with
    every index checked, which costs nothing to speak of and saves a crash."""
    return njit(nogil=True, boundscheck=True)(function) if JIT else function


def record_type(dtype: np.dtype[Any]) -> Any:
    """Return numba's type of one record of the dtype."""
    return typeof(np.zeros(1, dtype)).dtype


def array_type(dtype: np.dtype[Any], dimensions: int = 1) -> Any:
    """Return numba's type of a contiguous array of records."""
    return typeof(np.zeros((1,) * dimensions, dtype))


def function_type(result: Any, *arguments: Any) -> Any:
    """Return the first-class type of functions with this signature."""
    return types.FunctionType(result(*arguments))


def compile_for(function: Any, result: Any, *arguments: Any) -> Any:
    """Compile a seam or kernel for one signature (or load it from disk) and return it.

    One thread at a time: another must not close a function while this one compiles it.
    """
    if JIT:
        with COMPILING, interrupts_held():
            if arguments not in function.overloads:
                function.disable_compile(False)
                function.compile(result(*arguments))
                # Otherwise a call with dispatchers, as first-class values arrive from Python,
                # would compile a special version for just these functions.
                function.disable_compile(True)
    return function


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C until the compiler is done: in its callbacks the exception would be lost. A
    second one is raised at once.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        if len(pressed) > 1:
            before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            before(signal.SIGINT, None)


class Callback(types.WrapperAddressProtocol):  # type: ignore[misc]
    """A Python function n -> m of whole numbers that a kernel calls as a first-class value.

    It must not raise. While it runs its thread holds the lock of Python, as any Python code does.
    """

    TYPE = function_type(INT, INT)

    def __init__(self, function: Callable[[int], int]) -> None:
        self._function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(function)

    def __wrapper_address__(self) -> int:
        return ctypes.cast(self._function, ctypes.c_void_p).value or 0

    def signature(self) -> Any:
        """Return the signature in numba's types."""
        return INT(INT)


def is_cached(function: Any) -> bool:
    """Tell whether a call has compiled code on disk, so that loading takes no time."""
    if not JIT:
        return True
    kept = function._cache
    return isinstance(kept, CheckedCache) and kept.holds_code()
