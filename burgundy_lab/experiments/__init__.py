"""Experiments: playing batches of games and writing their logs; values of a position's actions."""

from burgundy_lab.experiments.batch import simulate
from burgundy_lab.experiments.evaluation import Evaluation, evaluate
from burgundy_lab.experiments.run import Run

__all__ = ["Evaluation", "Run", "evaluate", "simulate"]
