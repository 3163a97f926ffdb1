"""Play random games and print what came out, as JSON: run in processes of other modes.

``python -m tests.modes.play_some SEED GAMES [GAME]``
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from burgundy_lab.sim import compile_cache, jit
from tests import solo_games
from tests.twins import random_games

TABLES = {"board": random_games, "solo": solo_games}


def hash_of(state: Any) -> str:
    """Return a hash of all fields of a state."""
    digest = hashlib.sha256()
    for name in state.dtype.names:
        digest.update(name.encode() + state[name].tobytes())
    return digest.hexdigest()


def games(seed: int, first: int, number: int, game: str = "board") -> list[dict[str, Any]]:
    """Return actions, outcome columns and a hash of the last state of some games."""
    found, tables = [], TABLES[game]
    for game_no in range(first, first + number):
        actions, columns, last = tables.play(tables.draw_table(seed, game_no))
        found.append({"actions": actions, "columns": columns, "end": hash_of(last[0])})
    return found


def main() -> None:
    """Print the mode, where compiled code is kept, and the games."""
    seed, number = int(sys.argv[1]), int(sys.argv[2])
    game = sys.argv[3] if len(sys.argv) > 3 else "board"
    report = {
        "package": str(compile_cache.PACKAGE),
        "jit": jit.JIT,
        "boundscheck": jit.BOUNDSCHECK,
        "cache": compile_cache.cache_folder(jit.BOUNDSCHECK).name,
        "games": games(seed, 0, number, game),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
