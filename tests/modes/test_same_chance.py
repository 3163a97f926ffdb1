"""Whatever is decided, one seed brings the same dice, goods and tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.twins.compare import replayed
from tests.twins.random_games import draw_table

SEED = 77
OTHER_SETTINGS = {
    "edition": "2019",
    "tie_break": "shared",
    "tie_order": "track",
    "purchase": "during_actions",
    "start_castle": "choose",
    "second_depot": "in_turn",
}


@pytest.mark.parametrize("number", range(12))
def test_two_strategies_meet_the_same_chance(number):
    """25 rolls of all dice, 25 white dice with their goods, 5 layouts of all depots."""
    table = replace(draw_table(SEED, number), style=0)
    uniform, eager = replayed(table), replayed(replace(table, style=1))
    assert uniform.history == eager.history
    assert uniform.first_order == eager.first_order
    assert len(uniform.history) == 5 + 25
    assert [p.tiles for p in uniform.players] != [p.tiles for p in eager.players]


@pytest.mark.parametrize("number", range(3))
def test_other_estates_and_settings_meet_the_same_chance(number):
    table = draw_table(SEED, number)
    other = replace(table, estates=("2011-9",) * table.seats, settings=OTHER_SETTINGS)
    assert replayed(table).history == replayed(other).history


@pytest.mark.parametrize("number", range(3))
def test_another_seed_or_game_number_brings_another_chance(number):
    table = draw_table(SEED, number)
    history = replayed(table).history
    assert replayed(replace(table, seed=SEED + 1)).history != history
    assert replayed(replace(table, number=number + 3)).history != history
