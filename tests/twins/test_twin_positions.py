"""Positions built at random, denser than those of play: placings, turn order, ranks."""

from __future__ import annotations

import random

import pytest

from burgundy_lab.sim.board import scoring, setup, ships
from burgundy_lab.sim.board.tables import FIRST_BUILDING, KNOWLEDGE_BASE, TILE_KIND, TILE_NAMES
from burgundy_lab.sim.position import Position
from tests.twins.naive import (
    Player,
    animal_points,
    estates,
    kind_of,
    order_of,
    places_for,
    ranks,
    sail_on,
    worker_cost,
)
from tests.twins.replay import Seen, legal_differences, start_twin

FREE_STEP_TILES = (1, 8, 9, 10, 11, 12)


def random_estate(lot: random.Random, player: Player) -> None:
    """Cover a random connected part of an estate by the rules of placing."""
    estate = player.estate
    player.tiles[lot.choice(estate.of_colour("castle"))] = "castle"
    for _ in range(lot.randrange(30)):
        near = [s for t in player.tiles for s in estate.neighbours[t] if s not in player.tiles]
        space = lot.choice(near)
        kind = estate.colour[space]
        tiles = [t for t in TILE_NAMES[1:] if kind_of(t) == kind]
        tile = lot.choice(tiles)
        if kind == "knowledge":
            tile = f"knowledge{lot.choice(FREE_STEP_TILES)}"
        if kind == "building" and tile in [
            player.tiles.get(other) for other in estate.region_of[space]
        ]:
            continue
        player.tiles[space] = tile


def built_position(name: str, seed: int) -> tuple[Position, Player]:
    """Return an engine position and a twin player with the same random holdings."""
    lot = random.Random(f"{name}/{seed}")
    player = Player(estates()[name])
    random_estate(lot, player)
    player.workers = lot.randrange(5)
    player.storage = lot.sample(TILE_NAMES[1:], lot.randrange(4))
    player.dice = (lot.randint(1, 6), lot.randint(1, 6))
    # With a fixed start castle the first round has begun.
    castle = next(
        h
        for h, s in enumerate(player.estate.spaces)
        if s in player.tiles and player.estate.colour[s] == "castle"
    )
    position = Position.new(
        players=2, estates=(name,), settings={"start_castle": str(castle)}, seed=seed
    )
    state = position.state
    seat = position.seat
    for h, space in enumerate(player.estate.spaces):
        state.estate[seat, h] = TILE_NAMES.index(player.tiles.get(space, "-"))
    state.workers[seat] = player.workers
    state.dice[seat] = player.dice
    for k, tile in enumerate(player.storage):
        state.storage[seat, k] = TILE_NAMES.index(tile)
    position.game.derive(state)
    return position, player


@pytest.mark.parametrize("name", tuple(estates()))
def test_legal_decisions_of_built_positions(name):
    """Four dense positions of each estate: dice, workers and knowledge tiles at random."""
    for seed in range(4):
        position, player = built_position(name, seed)
        seen = Seen(position._states)
        twin = start_twin(
            seen,
            {"edition": "2011", "purchase": "between_actions"},
            position.state.start_space[:2].tolist(),
        )
        mover = twin.player()
        mover.tiles, mover.storage, mover.workers = player.tiles, player.storage, player.workers
        assert list(legal_differences(twin, seen, 0, position.game)) == []


def test_workers_for_a_die():
    """Tile 8 doubles the steps of a worker; a free step stays one step."""
    player = Player(estates()["2011-1"])
    assert [worker_cost(player, 1, n, 9) for n in range(1, 7)] == [0, 1, 2, 3, 2, 1]
    player.tiles[0, 0] = "knowledge9"
    assert [worker_cost(player, 1, n, 9) for n in range(1, 7)] == [0, 0, 1, 2, 1, 0]
    player.tiles[0, 1] = "knowledge8"
    assert [worker_cost(player, 1, n, 9) for n in range(1, 7)] == [0, 0, 1, 1, 1, 0]
    assert [worker_cost(player, 1, n, 10) for n in range(1, 7)] == [0, 1, 1, 2, 1, 1]
    assert worker_cost(player, None, 4, 9) == 0


def test_a_building_may_stand_once_in_a_city_unless_tile_1_lies():
    player = Player(estates()["2011-2"])
    city = max(player.estate.regions, key=len)
    assert len(city) == 8
    for space in sorted(city)[:4]:
        player.tiles[space] = "bank"
    assert not set(places_for(player, "bank", None)) & city
    assert set(places_for(player, "church", None)) & city
    player.tiles[next(s for s in player.estate.of_colour("knowledge"))] = "knowledge1"
    assert set(places_for(player, "bank", None)) & city


def test_animals_of_the_rulebook_example():
    """4 cows to 3 cows score 7, another 4 cows 11; 3 sheep beside 4 sheep with tile 7 score 9."""
    player = Player(estates()["2011-1"])
    pasture = sorted(
        max((r for r in player.estate.regions if player.estate.colour[min(r)] == "animal"), key=len)
    )
    scored = []
    for space, tile in zip(pasture, ("cow3", "cow4", "sheep4", "cow4"), strict=False):
        player.tiles[space] = tile
        scored.append(animal_points(player, space))
    assert scored == [3, 7, 4, 11]
    player.tiles[player.estate.of_colour("knowledge")[0]] = "knowledge7"
    player.tiles[pasture[4]] = "sheep3"
    assert animal_points(player, pasture[4]) == 9


@pytest.mark.parametrize("seed", range(20))
def test_animals_of_built_pastures(seed):
    """Each animal tile of a dense estate scores alike on engine and twin, tile 7 or not."""
    lot = random.Random(seed)
    position, player = built_position(lot.choice(tuple(estates())), seed)
    for space in player.estate.of_colour("animal"):
        player.tiles[space] = lot.choice([t for t in TILE_NAMES[1:] if kind_of(t) == "animal"])
    if seed % 2:
        player.tiles[player.estate.of_colour("knowledge")[0]] = "knowledge7"
    state, seat = position.state, position.seat
    for h, space in enumerate(player.estate.spaces):
        state.estate[seat, h] = TILE_NAMES.index(player.tiles.get(space, "-"))
    position.game.derive(state)
    for h, space in enumerate(player.estate.spaces):
        if player.estate.colour[space] == "animal":
            before = int(state.points[seat])
            scoring.score_animals(state, seat, int(state.estate[seat, h]), h)
            assert state.points[seat] - before == animal_points(player, space)


# --- turn order ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turn_order_after_any_ships(seats):
    """60 random sequences of ships: stacks as lists give the engine's order after each."""
    for seed in range(60):
        lot = random.Random(f"{seats}/{seed}")
        state = Position.new(players=seats, seed=seed).state
        track: list[list[int]] = [[] for _ in range(7)]
        track[0] = [int(seat) for seat in state.order[:seats]][::-1]
        fleet = [seat for seat in range(seats) for _ in range(lot.randrange(7))]
        lot.shuffle(fleet)
        for seat in fleet:
            sail_on(track, seat)
            ships.move_on_track(state, seat)
            setup.set_order(state)
            assert state.order[:seats].tolist() == order_of(track)


def test_a_ship_lands_on_top():
    track = [[2, 1, 0], [], [], [], [], [], []]
    sail_on(track, 1)
    assert order_of(track) == [1, 0, 2]
    sail_on(track, 2)
    assert order_of(track) == [2, 1, 0]
    sail_on(track, 2)
    assert order_of(track) == [2, 1, 0] and track[2] == [2]


# --- ranks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tie_order", ["last_round", "track"])
@pytest.mark.parametrize("tie_break", ["fewest_empty", "most_empty", "shared"])
def test_ranks_with_many_ties(tie_break, tie_order):
    """300 ends where points and empty spaces tie often."""
    settings = {"tie_break": tie_break, "tie_order": tie_order}
    for seed in range(300):
        lot = random.Random(f"{tie_break}/{tie_order}/{seed}")
        seats = 2 + seed % 3
        state = Position.new(players=seats, settings=settings, seed=seed).state
        points = [lot.randint(100, 101) for _ in range(seats)]
        empty = [lot.randint(8, 9) for _ in range(seats)]
        last_round = lot.sample(range(seats), seats)
        track: list[list[int]] = [[] for _ in range(7)]
        for seat in lot.sample(range(seats), seats):
            track[lot.randrange(2)].append(seat)
        for seat in range(seats):
            state.points[seat] = points[seat]
            state.covered[seat] = 2 ** (37 - empty[seat]) - 1
            state.order[seat] = last_round[seat]
            place = next(space for space, stack in enumerate(track) if seat in stack)
            state.track[seat], state.height[seat] = place, track[place].index(seat)
        order = last_round if tie_order == "last_round" else order_of(track)
        expected = ranks(points, empty, order, tie_break)
        assert [scoring.rank(state, seat) for seat in range(seats)] == expected
        shares = [expected.count(rank) for rank in expected]
        assert [scoring.seats_of_rank(state, seat) for seat in range(seats)] == shares


def test_ranks_of_the_document():
    """Most VP, then fewest empty spaces, then later in turn order."""
    assert ranks([90, 100, 95], [3, 9, 1], [0, 1, 2], "fewest_empty") == [3, 1, 2]
    assert ranks([100, 100], [6, 8], [0, 1], "fewest_empty") == [1, 2]
    assert ranks([100, 100], [6, 8], [0, 1], "most_empty") == [2, 1]
    assert ranks([100, 100], [6, 6], [0, 1], "fewest_empty") == [2, 1]
    assert ranks([100, 100, 99], [6, 5, 4], [0, 1, 2], "shared") == [1, 1, 3]


def test_constants_used_here_are_those_of_the_tables():
    assert TILE_NAMES[FIRST_BUILDING] == "warehouse"
    assert TILE_NAMES[KNOWLEDGE_BASE + 1] == "knowledge1"
    assert len(TILE_KIND) == len(TILE_NAMES) + 1, "the last is the black tile of Solo"
