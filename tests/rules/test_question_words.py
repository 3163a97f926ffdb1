"""What a turn still allows is told only where it is so."""

from __future__ import annotations

import random

from burgundy_lab.sim.board.text import question_text
from burgundy_lab.sim.position import Position


def test_a_purchase_is_told_where_it_is_legal():
    position, lot, seen = Position.new("board", players=2, seed=4), random.Random(4), set()
    while not position.is_over:
        if not position.state.asked:
            words = [position.describe(action) for action in position.legal_actions]
            can = any(word.startswith("buy ") for word in words)
            assert ("purchase possible" in question_text(position.state)) == can
            seen.add(can)
        position.step(lot.choice(list(position.legal_actions)))
    assert seen == {True, False}
