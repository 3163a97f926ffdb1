"""Experiments: playing batches of games and writing their logs."""

from burgundy_lab.experiments.batch import simulate
from burgundy_lab.experiments.run import Run

__all__ = ["Run", "simulate"]
