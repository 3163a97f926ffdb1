"""The Solo table as SVG: territories, rivers, tiles; a pure function of the position."""

from __future__ import annotations

from math import sqrt
from typing import Any

from burgundy_lab.sim.board.estates import FIRST_SIDE, SIDES, side_places
from burgundy_lab.sim.board.picture import SIZE, drawing, space_at, title
from burgundy_lab.sim.solo.text import summary

STEP = sqrt(3) * SIZE  # from a hexagon to the next in its row
MARGIN = 1.2 * STEP
WIDTH, HEIGHT = 16 * STEP, 13.5 * SIZE


def picture(state: Any) -> str:
    """Return an SVG of the side in play with its tiles, and the position in words."""
    side = SIDES[(int(state.board[0]) - FIRST_SIDE) % len(SIDES)]
    middles = middles_of(side)
    rivers = "".join(
        f'<line class="river" x1="{middles[a][0]:.1f}" y1="{middles[a][1]:.1f}" '
        f'x2="{middles[b][0]:.1f}" y2="{middles[b][1]:.1f}" stroke="#4f8fd0" stroke-width="6"/>'
        for a, b in side["rivers"]
    )
    spaces = "".join(space_at(state, 0, h, *middle) for h, middle in enumerate(middles))
    return drawing(WIDTH, title(state, 0, 0) + rivers + spaces, summary(state).splitlines(), HEIGHT)


def middles_of(side: dict[str, Any]) -> list[tuple[float, float]]:
    """Return the middles of the spaces in pixels: each territory where the data draw it."""
    found = []
    for territory, q, r in side_places(side):
        across, down = side["territories"][territory]["at"]
        x = MARGIN + STEP * (across + q + r / 2)
        found.append((x, 2 * SIZE + STEP * down + 1.5 * SIZE * r))
    return found
