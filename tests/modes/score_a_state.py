"""Score one made-up end by the compiled `outcome` alone, which compiles in a moment.

``python -m tests.modes.score_a_state`` prints, as JSON, points that depend on the rule data.
"""

from __future__ import annotations

import json

import numpy as np

from burgundy_lab.sim import compile_cache, jit
from burgundy_lab.sim.games import get_game


def main() -> None:
    """Score 5 Silverlings, 8 workers and 3 unsold goods of seat 0."""
    game = get_game("board")
    state = game.configure(2, ("1",), {})[0]
    state.silver[0], state.workers[0], state.goods[0, 0] = 5, 8, 3
    outcome = jit.compile_for(game.outcome, jit.VOID, game.state_type, jit.INT, jit.ROW_TYPE)
    row = np.zeros(len(game.columns), "i4")
    outcome(state, 0, row)
    columns = dict(zip([column.name for column in game.columns], row.tolist(), strict=True))
    report = {name: vp for name, vp in columns.items() if name.startswith("vp_left")}
    print(
        json.dumps(
            {
                "package": str(compile_cache.PACKAGE),
                "cache": compile_cache.cache_folder(jit.BOUNDSCHECK).name,
                **report,
            }
        )
    )


if __name__ == "__main__":
    main()
