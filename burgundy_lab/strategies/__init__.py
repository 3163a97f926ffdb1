"""Strategies: the door `@policy`, and one folder of shipped ones for each game."""

from burgundy_lab.strategies.policy import Policy, get_strategy, policy, strategies

__all__ = ["Policy", "get_strategy", "policy", "strategies"]
