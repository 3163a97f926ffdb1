"""Strategies for the Solo board; importing this folder registers them."""

from burgundy_lab.strategies.solo import filler, immediate, uniform

__all__ = ["filler", "immediate", "uniform"]
