"""Burgundy Lab: analytics and simulation for The Castles of Burgundy.

The public names load at first use, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from burgundy_lab.version import VERSION

if TYPE_CHECKING:
    from burgundy_lab.analysis import load
    from burgundy_lab.experiments import compare, evaluate, simulate, tournament
    from burgundy_lab.sim.position import Position
    from burgundy_lab.strategies import batch_policy, policy

__version__ = VERSION
__all__ = [
    "Position",
    "batch_policy",
    "compare",
    "evaluate",
    "load",
    "policy",
    "simulate",
    "tournament",
]

_HOMES = {
    "Position": "burgundy_lab.sim.position",
    "batch_policy": "burgundy_lab.strategies.batch",
    "compare": "burgundy_lab.experiments",
    "evaluate": "burgundy_lab.experiments",
    "load": "burgundy_lab.analysis",
    "policy": "burgundy_lab.strategies.policy",
    "simulate": "burgundy_lab.experiments",
    "tournament": "burgundy_lab.experiments",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'burgundy_lab' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
