"""Chance is fair: fixed seeds, and 4 standard errors around what the rules say.

Seeds are 0 .. n - 1 for set-ups (game 0), and one seed with games 0 .. n - 1 for whole games,
so both ways to number games are sampled.
"""

from __future__ import annotations

import numpy as np
import pytest

from burgundy_lab.sim.board.tables import (
    BAG_FIRST,
    DEPOT_KIND,
    FIRST_BUILDING,
    INVENTORY,
    KIND_NAMES,
    TILES,
)
from burgundy_lab.sim.legal import action_ids
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rng import STREAM, start_stream
from burgundy_lab.strategies import get_strategy
from tests.statistics.samples import (
    SIGMAS,
    TAKE_WORKERS,
    assert_drawn_shares,
    assert_shares,
    idle_games,
    setups,
)

SETUPS = 20_000
GAMES = 2_000
SEED = 5
FACES = np.full(6, 1 / 6)


def counts(values, least, most):
    """Count how often each whole number from least to most occurs."""
    return np.bincount(np.ravel(values) - least, minlength=most - least + 1)


# --- set-up -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_starts_alike_often(seats):
    start = setups(seats, SETUPS)["order"][:, 0]
    assert_shares(counts(start, 0, seats - 1), np.full(seats, 1 / seats), SETUPS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_dice_are_fair(seats):
    dice = setups(seats, SETUPS)["dice"][:, :seats]
    for seat in range(seats):
        for d in range(2):
            assert_shares(counts(dice[:, seat, d], 1, 6), FACES, SETUPS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_white_die_is_fair(seats):
    goods = setups(seats, SETUPS)["depot_goods"].sum(axis=2)
    assert (goods.sum(axis=1) == 1).all()
    assert_shares(goods.sum(axis=0), FACES, SETUPS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_goods_of_the_start_are_drawn_from_42(seats):
    goods = setups(seats, SETUPS)["goods"][:, :seats]
    assert (goods.sum(axis=2) == 3).all()
    for seat in range(seats):
        assert_drawn_shares(goods[:, seat].sum(axis=0), np.full(6, 7), 3, SETUPS)
    assert_drawn_shares(goods.sum(axis=(0, 1)), np.full(6, 7), 3 * seats, SETUPS)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", ["building", "animal", "knowledge"])
def test_tiles_of_a_kind_are_drawn_from_their_bag(seats, kind):
    """All tiles of the kind that lie in the depots in phase A, and those of each one slot."""
    back = KIND_NAMES.index(kind)
    slots = [s for s in range(24) if DEPOT_KIND[seats, 0, s] == back]
    laid = setups(seats, SETUPS)["depot"][:, slots]
    faces = np.flatnonzero(INVENTORY[back])
    supply = INVENTORY[back, faces]
    drawn = np.bincount(laid.ravel(), minlength=TILES)
    assert drawn.sum() == drawn[faces].sum()
    assert_drawn_shares(drawn[faces], supply, len(slots), SETUPS)
    for k in range(len(slots)):
        at = np.bincount(laid[:, k], minlength=TILES)[faces]
        assert_drawn_shares(at, supply, 1, SETUPS)


@pytest.mark.parametrize(("seats", "places"), [(2, 4), (3, 6), (4, 8)])
def test_the_black_depot_is_drawn_from_the_black_bag(seats, places):
    black = setups(seats, SETUPS)["black"]
    assert (black[:, places:] == 0).all()
    supply = INVENTORY[6]
    faces = np.flatnonzero(supply)
    drawn = np.bincount(black[:, :places].ravel(), minlength=TILES)[faces]
    assert_drawn_shares(drawn, supply[faces], places, SETUPS)


def test_which_building_lies_beside_which_is_independent():
    """Two slots of one layout: each ordered pair of the eight kinds as often as drawing says."""
    slots = [s for s in range(24) if DEPOT_KIND[2, 0, s] == KIND_NAMES.index("building")]
    laid = setups(2, SETUPS)["depot"][:, slots] - FIRST_BUILDING
    pairs = np.bincount(laid[:, 0] * 8 + laid[:, 1], minlength=64)
    shares = np.full((8, 8), 5 / 40 * 5 / 39)
    np.fill_diagonal(shares, 5 / 40 * 4 / 39)
    assert_shares(pairs, shares.ravel(), SETUPS)


# --- whole games --------------------------------------------------------------------------------


def test_dice_of_all_rounds_are_fair():
    dice = idle_games(GAMES, SEED)["dice"][:, :, :2]
    assert_shares(counts(dice, 1, 6), FACES, dice.size)
    for r in range(25):
        assert_shares(counts(dice[:, r], 1, 6), FACES, GAMES * 4)


def test_white_dice_of_all_rounds_are_fair():
    goods = idle_games(GAMES, SEED)["depot_goods"].sum(axis=3)
    laid = np.diff(goods, axis=1, prepend=0)
    assert (laid.sum(axis=2) == 1).all() and laid.min() == 0
    assert_shares(laid.sum(axis=(0, 1)), FACES, GAMES * 25)


def test_the_two_dice_of_a_roll_are_independent():
    dice = idle_games(GAMES, SEED)["dice"][:, :, 0].reshape(-1, 2) - 1
    pairs = np.bincount(dice[:, 0] * 6 + dice[:, 1], minlength=36)
    assert_shares(pairs, np.full(36, 1 / 36), len(dice))


@pytest.mark.parametrize(("games", "rounds"), [(0, 1), (0, 2), (1, 0), (1, 1), (2, 0)])
def test_rolls_of_other_rounds_and_games_are_not_related(games, rounds):
    """The correlation of a die with the same die one round or game on is within 4 / sqrt(n)."""
    dice = idle_games(GAMES, SEED)["dice"][:, :, :2]
    now = dice[: GAMES - games, : 25 - rounds].ravel()
    later = dice[games:, rounds:].ravel()
    assert abs(np.corrcoef(now, later)[0, 1]) < SIGMAS / np.sqrt(now.size)


def test_seats_and_white_die_are_not_related():
    """No die of a round tells anything of another, the white one included."""
    states = idle_games(GAMES, SEED)
    goods = np.diff(states["depot_goods"].sum(axis=3), axis=1, prepend=0)
    white = goods.argmax(axis=2).ravel()
    dice = states["dice"][:, :, :2].reshape(-1, 4)
    related = np.corrcoef(np.column_stack([dice, white]).T) - np.eye(5)
    assert np.abs(related).max() < SIGMAS / np.sqrt(white.size)


@pytest.mark.parametrize("phase", range(5))
def test_tiles_of_every_phase_are_drawn_alike(phase):
    """No kind of building, face of animal or knowledge tile comes early or late."""
    laid = idle_games(GAMES, SEED)["depot"][:, 5 * phase]
    for kind in ("building", "animal", "knowledge"):
        back = KIND_NAMES.index(kind)
        slots = [s for s in range(24) if DEPOT_KIND[2, phase, s] == back]
        faces = np.flatnonzero(INVENTORY[back])
        drawn = np.bincount(laid[:, slots].ravel(), minlength=TILES)[faces]
        assert_drawn_shares(drawn, INVENTORY[back, faces], len(slots), GAMES)


@pytest.mark.parametrize("phase", range(5))
def test_goods_and_black_tiles_of_every_phase_are_drawn_alike(phase):
    states = idle_games(GAMES, SEED)
    before = states[:, 5 * phase - 1]["depot_goods"].sum(axis=1) if phase else 0
    last = states[:, 5 * phase + 4]["depot_goods"].sum(axis=1)
    assert_drawn_shares((last - before).sum(axis=0), np.full(6, 7), 5, GAMES)
    faces = np.flatnonzero(INVENTORY[6])
    drawn = np.bincount(states[:, 5 * phase]["black"][:, :4].ravel(), minlength=TILES)[faces]
    assert_drawn_shares(drawn, INVENTORY[6, faces], 4, GAMES)


# --- one position, many keys --------------------------------------------------------------------


def test_a_position_does_not_tell_the_dice_to_come():
    """From one position at the end of a round, 6,000 keys of chance roll fair dice."""
    position = Position.new(seed=21)
    for action in [*TAKE_WORKERS, TAKE_WORKERS[0]]:
        position.step(action)
    n = 6_000
    dice = np.zeros((n, 2, 2), int)
    for key in range(n):
        after = Position(position.game, position._states.copy(), key, 0).step(TAKE_WORKERS[1])
        dice[key] = after.state.dice[:2]
    assert_shares(counts(dice, 1, 6), FACES, dice.size)
    for seat in range(2):
        for d in range(2):
            assert_shares(counts(dice[:, seat, d], 1, 6), FACES, n)


def test_a_position_does_not_tell_the_tiles_to_come():
    """From one position at the end of phase A, each tile left in a bag is alike likely."""
    position = Position.new(seed=22)
    for action in (TAKE_WORKERS * 10)[:-1]:
        position.step(action)
    assert position.state.phase_no == 0
    n, slot, back = 6_000, 1, KIND_NAMES.index("building")
    first, left = int(BAG_FIRST[back]), int(position.state.bag_left[back])
    bag = position.state.bag[first : first + left].copy()
    supply = np.bincount(bag, minlength=TILES)
    drawn = np.zeros(TILES, int)
    for key in range(n):
        after = Position(position.game, position._states.copy(), key, 0).step(TAKE_WORKERS[1])
        drawn[after.state.depot[slot]] += 1
    faces = np.flatnonzero(supply)
    assert supply.sum() == left and drawn[faces].sum() == n
    assert_drawn_shares(drawn[faces], supply[faces], 1, n)


def test_the_random_player_chooses_every_action_alike():
    """20,000 answers of `uniform` in one position with many legal actions."""
    position = Position.new(players=4, seed=4)
    words = position.game.new_legal()
    words[-1] = position.game.seams()[1](position.state, words)
    ids = action_ids(words)
    assert len(ids) >= 15
    rng, weights, n = np.zeros(1, STREAM), np.zeros(1), 20_000
    start_stream(rng[0], np.uint64(9), np.uint64(0), 1)
    uniform = get_strategy("board", "uniform").compiled
    chosen = [uniform(position.state, words, rng[0], weights) for _ in range(n)]
    shares = np.full(len(ids), 1 / len(ids))
    assert_shares(np.array([chosen.count(action) for action in ids]), shares, n)
