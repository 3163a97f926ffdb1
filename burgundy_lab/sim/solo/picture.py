"""The Solo table as SVG: territories, rivers, tiles; a pure function of the position."""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.board.estates import FIRST_SIDE, SIDES, middles
from burgundy_lab.sim.board.picture import SIZE, STEP, drawing, space_at, title
from burgundy_lab.sim.solo.text import summary

MARGIN = 1.2 * STEP
WIDTH, HEIGHT = 16 * STEP, 13.5 * SIZE


def picture(state: Any) -> str:
    """Return an SVG of the side in play with its tiles, and the position in words."""
    row = int(state.board[0])
    side = SIDES[(row - FIRST_SIDE) % len(SIDES)]
    at = [(MARGIN + STEP * x, 2 * SIZE + STEP * y) for x, y in middles(row)]
    rivers = "".join(
        f'<line class="river" x1="{at[a][0]:.1f}" y1="{at[a][1]:.1f}" '
        f'x2="{at[b][0]:.1f}" y2="{at[b][1]:.1f}" stroke="#4f8fd0" stroke-width="6"/>'
        for a, b in side["rivers"]
    )
    spaces = "".join(space_at(state, 0, h, *middle) for h, middle in enumerate(at))
    return drawing(WIDTH, title(state, 0, 0) + rivers + spaces, summary(state).splitlines(), HEIGHT)
