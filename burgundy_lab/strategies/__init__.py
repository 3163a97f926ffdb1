"""Strategies: the doors `@policy` and `@batch_policy`, and a folder of shipped ones by game."""

from burgundy_lab.strategies.batch import BatchPolicy, batch_policy
from burgundy_lab.strategies.policy import Policy, get_strategy, policy, strategies

__all__ = ["BatchPolicy", "Policy", "batch_policy", "get_strategy", "policy", "strategies"]
