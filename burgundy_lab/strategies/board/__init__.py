"""Strategies for the board game; importing this folder registers them."""

from burgundy_lab.strategies.board import uniform

__all__ = ["uniform"]
