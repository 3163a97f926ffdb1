"""Experiments: batches of games and their logs, strategies compared, values of actions."""

from burgundy_lab.experiments.batch import simulate
from burgundy_lab.experiments.comparison import Comparison, compare
from burgundy_lab.experiments.evaluation import Evaluation, evaluate
from burgundy_lab.experiments.round_robin import Tournament, tournament
from burgundy_lab.experiments.run import Run

__all__ = [
    "Comparison",
    "Evaluation",
    "Run",
    "Tournament",
    "compare",
    "evaluate",
    "simulate",
    "tournament",
]
