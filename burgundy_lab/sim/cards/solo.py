"""The game alone against Aaron, under the name by which the list of games finds it."""

from __future__ import annotations

from burgundy_lab.sim.cards.game import SOLO_GAME as GAME

__all__ = ["GAME"]
