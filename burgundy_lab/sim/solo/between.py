"""What happens on the Solo board between two decisions, in words."""

from __future__ import annotations

from collections import Counter
from typing import Any

from burgundy_lab.sim.board import between as board
from burgundy_lab.sim.board.text import tile_name
from burgundy_lab.sim.solo.readers import is_won, working_mines


def between(before: Any, after: Any) -> list[str]:
    """Return what happened from a decision to the next besides the action itself, a line each;
    before: None at the start.
    """
    lines = []
    if board.phase_ended(before, after) and not is_won(after):
        n = int(working_mines(after))
        lines.append(board.end_of_phase(before, [board.income(after, 0, n)] if n else []))
    if after.over:
        return lines
    if board.is_set_up(before) and not board.is_set_up(after):
        lines.append(f"you start with {board.holdings(after, 0)}")
    if before is not None and not board.is_set_up(before) and after.target != before.target:
        lines.append(f"target reached: it moves from {before.target} to {after.target}")
    return lines + board.new_round(before, after) + _removed(before, after)


def _removed(before: Any, after: Any) -> list[str]:
    """Return the tile that the white die removed in a new round of the same phase."""
    if before is None or before.phase_no != after.phase_no or before.round_no == after.round_no:
        return []
    pairs = zip(before.depot.tolist(), after.depot.tolist(), strict=True)
    gone = Counter(tile for tile, left in pairs if tile and not left)
    gone -= Counter(after.storage[0].tolist()) - Counter(before.storage[0].tolist())
    return [f"the white die removes {tile_name(tile)}" for tile in gone]
