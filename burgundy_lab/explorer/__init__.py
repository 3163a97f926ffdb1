"""Exploring a position: a model of the game that is looked at, and widgets for JupyterLab."""

from burgundy_lab.explorer.session import Session
from burgundy_lab.explorer.widget import Explorer, explore

__all__ = ["Explorer", "Session", "explore"]
