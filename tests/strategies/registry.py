"""The module of the door: `burgundy_lab.strategies.policy` is the decorator when imported."""

from __future__ import annotations

from importlib import import_module

door = import_module("burgundy_lab.strategies.policy")
