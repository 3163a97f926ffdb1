"""Strategies for the board game; importing this folder registers them."""

from burgundy_lab.strategies.board import (
    balanced,
    builder,
    castle_tempo,
    farmer,
    immediate,
    merchant,
    miner,
    planner,
    scholar,
    small_regions,
    uniform,
)

__all__ = [
    "balanced",
    "builder",
    "castle_tempo",
    "farmer",
    "immediate",
    "merchant",
    "miner",
    "planner",
    "scholar",
    "small_regions",
    "uniform",
]
