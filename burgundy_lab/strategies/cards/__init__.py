"""Strategies for the card game, at a table and alone; importing this folder registers them."""

from burgundy_lab.strategies.cards import collector, immediate, uniform

__all__ = ["collector", "immediate", "uniform"]
