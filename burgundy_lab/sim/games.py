"""The games the lab knows. A game is imported, and compiled, only when it is asked for."""

from __future__ import annotations

from importlib import import_module

from burgundy_lab.sim.contract import Game
from burgundy_lab.sim.errors import UnknownName

MODULES = {
    "board": "burgundy_lab.sim.board.game",
    "solo": "burgundy_lab.sim.solo.game",
    "cards": "burgundy_lab.sim.cards.game",
    "cards-solo": "burgundy_lab.sim.cards.solo",
}
GAMES = tuple(MODULES)


def rules_folder(name: str) -> str:
    """Return the name of the folder that a game's rules are in; games may share one."""
    return MODULES[name].split(".")[-2]


def get_game(name: str) -> Game:
    """Return a game by name.

    Raises
    ------
    UnknownName
        If there is no such game; the message lists the known ones.
    """
    if not isinstance(name, str) or name not in MODULES:
        raise UnknownName("game", name, GAMES)
    game: Game = import_module(MODULES[name]).GAME
    return game
