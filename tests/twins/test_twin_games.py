"""Whole random games: engine and naive twin agree at every decision."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from burgundy_lab.sim.games import get_game
from tests.twins.compare import compare_games
from tests.twins.random_games import draw_table, play
from tests.twins.replay import Seen, differences, start_twin, step_through, table_differences

SEED = 20110401
BLOCK = 250

# Kinds of decisions; each must have come up, or the comparison says little.
KINDS = (
    *("start", "take", "place", "discard", "workers", "buy", "sell", "ship", "goods"),
    *("decline", "end", "pay", "legal", "games"),
)


def test_200_random_games_agree():
    """Every 17th decision's legal set, all holdings after every decision, all outcomes."""
    counted = compare_games(SEED, 0, 200, every_legal=17)
    assert counted["games"] == 200
    assert [kind for kind in KINDS if counted[kind] < 5] == []


@pytest.mark.slow
def test_10_000_random_games_agree():
    """The same for 10,000 games on all estates, the legal set at every tenth decision.

    Game numbers go on where the small version stops, so no game is compared twice.
    """
    firsts = range(200, 10_200, BLOCK)
    context = multiprocessing.get_context("spawn")
    counted: Counter[str] = Counter()
    with ProcessPoolExecutor(2, mp_context=context) as workers:
        for part in workers.map(_compare_block, firsts):
            counted += part
    assert counted["games"] == 10_000
    assert [kind for kind in KINDS if counted[kind] < 1_000] == []


def _compare_block(first: int) -> Counter[str]:
    return compare_games(SEED, first, BLOCK, every_legal=10)


def test_tables_of_random_games_cover_estates_seats_and_settings():
    tables = [draw_table(SEED, number) for number in range(200)]
    assert {table.seats for table in tables} == {2, 3, 4}
    assert {table.estates[0] for table in tables} == set(get_game("board").estates)
    for setting in tables[0].settings:
        values = {table.settings[setting] for table in tables}
        assert len(values) > 1, setting


# --- the comparison itself would notice ---------------------------------------------------------

TABLE = draw_table(SEED, 2)  # 4 players
FIELDS = (
    *("silver", "workers", "points", "track", "height", "order", "storage", "goods", "sold"),
    *("estate", "knowledge", "gained", "depot", "black", "depot_goods", "bonus_owner"),
    *("phase_no", "round_no", "seat", "dice_left", "bought", "over", "removed", "goods_supply"),
)


@pytest.mark.parametrize("field", FIELDS)
def test_a_wrong_value_in_a_field_is_noticed(field):
    """A twin brought to the middle of a game sees any one changed value of the engine's state."""
    actions, _, _ = play(TABLE)
    half = len(actions) // 2
    blank = TABLE.blank()
    states = step_through(get_game("board"), blank, TABLE.seed, TABLE.number, actions[:half])
    seen = Seen(states)
    twin = start_twin(seen, TABLE.settings, blank[0].start_space[: TABLE.seats].tolist())
    for i, action in enumerate(actions[:half]):
        twin.apply(seen.decision(i, action), seen.chance(i + 1))
    assert not [*differences(twin, seen, half), *table_differences(twin, seen, half)]
    _spoil(states[half], field)
    spoiled = Seen(states)
    assert [*differences(twin, spoiled, half), *table_differences(twin, spoiled, half)]


def _spoil(state, field):
    """Change one value of a field to another that fits there."""
    if field == "order":
        state.order[0], state.order[1] = state.order[1], state.order[0]
    elif field == "dice_left":
        state.dice_left = 3 if state.dice_left != 3 else 1  # another number of dice
    elif field == "height":
        state.track[0], state.track[1] = 5, 5
        state.height[0], state.height[1] = 1, 0
    elif state[field].ndim:
        state[field].flat[0] = 1 if state[field].flat[0] != 1 else 2
    else:
        state[field] = 1 if state[field] != 1 else 0
