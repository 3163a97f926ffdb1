"""Strategies for the Solo board; importing this folder registers them."""

from burgundy_lab.strategies.solo import immediate, uniform

__all__ = ["immediate", "uniform"]
