"""Strategies for the board game; importing this folder registers them."""

from burgundy_lab.strategies.board import balanced, immediate, uniform

__all__ = ["balanced", "immediate", "uniform"]
