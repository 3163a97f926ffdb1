"""What holds in every Solo game: after each decision, and at the end."""

from __future__ import annotations

import multiprocessing
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from burgundy_lab.sim.position import Position
from burgundy_lab.sim.solo.state import PLAY_SOURCES, STATE
from tests.solo_games import SETTINGS, draw_table, play

SEED = 20181226
ROUNDS, SPACES, TILES, GOODS, FLOOR, BLACK_TILE = 25, 37, 164, 7, 5, 50
BLOCK = 2_000


def goods_of(state: Any) -> list[int]:
    """Count the goods of each type wherever they are, those out of the game too."""
    found = state.goods_supply + state.goods[0] + state.sold[0] + state.goods_removed
    found = found + state.depot_goods.sum(axis=0)
    for kind in state.phase_goods:
        if kind >= 0:
            found[kind] += 1
    return found.tolist()


def tiles_of(state: Any) -> int:
    """Count the tiles wherever they are, those out of the game too."""
    parts = (state.depot, state.black, state.storage, state.estate)
    return int(sum((part > 0).sum() for part in parts) + state.bag_left.sum() + state.removed)


def errors_of_end(state: Any, columns: dict[str, int], settings: dict[str, str]) -> Iterator[str]:
    """Yield what is wrong with a finished game, counted anew."""
    tiles = state.estate[0].tolist()
    left = tiles.count(0)
    if tiles_of(state) != TILES or goods_of(state) != [GOODS] * 6:
        yield f"{tiles_of(state)} tiles, goods {goods_of(state)}"
    won = left == 0
    if (columns["won"], columns["rank"], columns["shared"]) != (won, 2 - won, 1):
        yield f"{left} spaces left, but {columns}"
    rounds = state.phase_no * 5 + state.round_no + 1
    if columns["round_completed"] != (rounds if won else 0) or (not won and rounds != ROUNDS):
        yield f"round {rounds}, completed in {columns['round_completed']}"
    if state.event_no != 1 + (rounds - 1) // 5 + 1 + rounds or not state.over:
        yield f"{state.event_no} chance events in {rounds} rounds"
    start = int(settings["start_target"])
    if (
        state.target != max(FLOOR, start - 5 * state.resets)
        or not 0 <= state.counter < state.target
    ):
        yield f"counter {state.counter}, target {state.target} after {state.resets} from {start}"
    by_source = state.gained[0].sum(axis=1).tolist()
    logged = sum(vp for name, vp in columns.items() if name.startswith("vp_") and name[-2] == "_")
    if not sum(by_source) == state.points[0] == columns["vp"] == logged:
        yield f"{columns['vp']} VP, sources {dict(zip(PLAY_SOURCES, by_source, strict=True))}"
    if by_source[PLAY_SOURCES.index("bought")] != columns["vp_bought"]:
        yield f"{columns['vp_bought']} VP bought, {by_source} by source"
    stored = columns["takes"] + columns["purchases"] + columns["black_tiles"]
    stored -= columns["discards"] + columns["placings"] - columns["colour_tiles"]
    if stored != (state.storage > 0).sum() or columns["placings"] != SPACES - 1 - left:
        yield f"{stored} tiles should be stored, {left} spaces left, {columns}"
    if tiles.count(BLACK_TILE) > columns["black_tiles"]:
        yield f"{tiles.count(BLACK_TILE)} black tiles from {columns['black_tiles']} exchanges"
    if min(state.silver[0], state.workers[0]) < 0:
        yield "silver or workers below nothing"


def check_ends(first: int, games: int, every: int) -> Counter[str]:
    """Check the ends of games; `check()` too, for every so many games."""
    seen: Counter[str] = Counter()
    for number in range(first, first + games):
        table = draw_table(SEED, number)
        actions, (columns,), last = play(table)
        wrong = list(errors_of_end(last[0], columns, table.settings))
        if number % every == 0:
            position = Position.new("solo", estates=(table.side,), settings=table.settings, seed=0)
            wrong += position.game.check(last[0])
        assert wrong == [], f"{table}: {wrong}"
        seen["games"] += 1
        seen[f"side {table.side}"] += 1
        seen["won"] += columns["won"]
        seen["resets"] += columns["resets"]
        seen["colour tiles"] += columns["colour_tiles"]
        seen["black tiles"] += columns["black_tiles"]
        seen["decisions"] += len(actions)
    return seen


def assert_all_kinds_seen(seen: Counter[str]) -> None:
    assert seen["side A"] == seen["side B"] == seen["games"] // 2
    assert min(seen["won"], seen["resets"], seen["colour tiles"], seen["black tiles"]) > 0


def test_the_ends_of_500_games():
    seen = check_ends(0, 500, every=1)
    assert seen["games"] == 500
    assert_all_kinds_seen(seen)


@pytest.mark.slow
def test_the_ends_of_100_000_games(capsys):
    """100,000 games on both sides with all settings and strategies, each end counted anew."""
    context = multiprocessing.get_context("spawn")
    firsts = range(1_000, 101_000, BLOCK)
    with ProcessPoolExecutor(2, mp_context=context) as workers:
        parts = workers.map(check_ends, firsts, [BLOCK] * len(firsts), [20] * len(firsts))
        seen = sum(parts, Counter())
    assert seen["games"] == 100_000
    assert_all_kinds_seen(seen)
    with capsys.disabled():
        print("\n100,000 Solo ends:", dict(seen))


@pytest.mark.parametrize("number", range(16))
def test_every_decision_of_a_few_games(number):
    """`check()` finds nothing; something is legal; tiles, goods and VP add up; the target never
    goes below its floor; the text form gives the same position. In the whole: 25 rounds."""
    lot = random.Random(number)
    table = draw_table(SEED + 1, number)
    position = Position.new(
        "solo", estates=(table.side,), settings=table.settings, seed=SEED + number
    )
    rounds = set()
    while not position.is_over:
        state = position.state
        assert position.check() == []
        assert tiles_of(state) == TILES and goods_of(state) == [GOODS] * 6
        assert state.target >= FLOOR and 0 <= state.counter < state.target
        assert state.points[0] == state.gained.sum()
        if state.dice.any():
            rounds.add((int(state.phase_no), int(state.round_no)))
        if lot.random() < 0.1:
            assert Position.from_text(position.text) == position
        actions = list(position.legal_actions)
        placings = [a for a in actions if a // 64 < 15 and a // 64 % 5 in (1, 2, 3)]
        action = lot.choice(placings if placings and lot.random() < 0.75 else actions)
        assert position.describe(action)
        position.step(action)
    assert position.check() == []
    assert len(rounds) == ROUNDS
    assert list(position.legal_actions) == []
    assert position._repr_svg_().count('data-spot="seat0-space') == SPACES


@pytest.mark.parametrize("number", range(4))
def test_what_is_to_come_is_not_in_the_position(number):
    """A copy with another key of chance is the same to the byte until a round begins."""
    lot, table = random.Random(number), draw_table(SEED + 2, number)
    here = Position.new("solo", estates=(table.side,), settings=table.settings, seed=number)
    while not here.is_over:
        action, event = lot.choice(list(here.legal_actions)), int(here.state.event_no)
        other = Position(here.game, here._states.copy(), number + 1000, here.game_no).step(action)
        here.step(action)
        if here.state.event_no == event:
            assert all(
                here.state[name].tobytes() == other.state[name].tobytes()
                for name in here.game.state.names
            )


def test_no_field_is_called_like_an_attribute_of_records():
    import numpy as np

    assert not set(STATE.names) & set(dir(np.record))


def test_the_record_is_small_enough_to_copy_fast():
    assert STATE.itemsize < 2048


def test_the_settings_drawn_are_those_of_the_game():
    from burgundy_lab.sim.solo.game import GAME

    assert set(SETTINGS) == {setting.name for setting in GAME.settings}
