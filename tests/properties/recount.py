"""Counting a finished game anew from what lies on the table, seat by seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from burgundy_lab.sim.board.estates import ESTATE_IDS
from burgundy_lab.sim.board.state import PLAY_SOURCES, TALLIES
from burgundy_lab.sim.board.tables import KIND_NAMES, TILE_NAMES
from burgundy_lab.sim.games import get_game
from tests.properties.walks import goods_of, tiles_of
from tests.twins.naive import (
    BUILDINGS,
    LARGE_BONUS,
    POINTS_PER_GOODS_SOLD,
    REGION_POINTS,
    SMALL_BONUS,
    Player,
    estates,
    final_points,
    full_supply,
    herd,
    kind_of,
    order_of,
    ranks,
)

SUPPLY = sum(full_supply().values(), Counter())
EVENTS = 1 + 5 + 25  # set-up, phases, rounds
TIE_BREAKS = ("fewest_empty", "most_empty", "shared")


def errors_of_end(state: Any, columns: list[dict[str, int]]) -> Iterator[str]:
    """Yield everything wrong with a finished game.

    state: the last position. columns: the outcome of each seat. Checked: `check()`; 25 rounds
    and 31 chance events; 164 tiles, none more than its type has; 42 goods by type; and for
    each seat its estate, holdings, deeds and VP by source, counted anew by the naive twin.
    """
    yield from get_game("board").check(state)
    seats = int(state.seats)
    if (state.event_no, state.phase_no, state.round_no, state.over) != (EVENTS, 4, 4, 1):
        yield f"{state.event_no} chance events, phase {state.phase_no}, round {state.round_no}"
    tiles = tiles_of(state)
    if not tiles <= SUPPLY or tiles.total() + state.removed != 164:
        yield f"tiles: {tiles - SUPPLY} too many, {tiles.total()} + {state.removed} in all"
    if goods_of(state) != [7] * 6:
        yield f"goods: {goods_of(state)}"
    players = [player_of(state, seat) for seat in range(seats)]
    for seat, player in enumerate(players):
        for error in errors_of_seat(state, seat, player, columns[seat]):
            yield f"seat {seat}: {error}"
    yield from errors_of_ranks(state, players, columns)


def player_of(state: Any, seat: int) -> Player:
    """Return the holdings of a seat as the twin's player."""
    board = estates()[ESTATE_IDS[state.board[seat]]]
    tiles = zip(board.spaces, state.estate[seat].tolist(), strict=True)
    return Player(
        board,
        silver=int(state.silver[seat]),
        workers=int(state.workers[seat]),
        tiles={space: TILE_NAMES[tile] for space, tile in tiles if tile},
        storage=[TILE_NAMES[tile] for tile in state.storage[seat].tolist() if tile],
        goods=Counter(dict(enumerate(state.goods[seat].tolist(), start=1))),
        sold=Counter(dict(enumerate(state.sold[seat].tolist(), start=1))),
        start=board.spaces[state.start_space[seat]],
    )


def errors_of_seat(state: Any, seat: int, player: Player, columns: dict[str, int]) -> Iterator[str]:
    """Yield what is wrong with one seat at the end."""
    yield from errors_of_estate(player)
    if min(player.silver, player.workers) < 0 or len(player.goods_held()) > 3:
        yield f"{player.silver} silver, {player.workers} workers, goods {player.goods_held()}"
    placed = Counter(player.tiles.values())
    if state.track[seat] != placed["ship"]:
        yield f"{placed['ship']} ships, but space {state.track[seat]} of the track"
    yield from errors_of_deeds(player, placed, columns)
    bonus = [owners for owners in state.bonus_owner.tolist() if seat in owners]
    exact = {
        "regions": regions_points(player),
        "colour_bonus": sum(
            (LARGE_BONUS if owners[0] == seat else SMALL_BONUS)[int(state.seats)]
            for owners in bonus
        ),
        "watchtower": 4 * placed["watchtower"],
        "goods_sold": player.sold.total() * POINTS_PER_GOODS_SOLD[int(state.seats)],
    }
    gained = dict(zip(PLAY_SOURCES, state.gained[seat].sum(axis=1).tolist(), strict=True))
    for source, vp in exact.items():
        if gained[source] != vp:
            yield f"{gained[source]} VP of {source}, the estate gives {vp}"
    done = len(completed(player))
    if not 2 * done <= gained["phase_bonus"] <= 10 * done or columns["regions_done"] != done:
        yield f"{gained['phase_bonus']} VP of phases, {columns['regions_done']} regions, not {done}"
    low, high = animal_bounds(player)
    if not low <= gained["animals"] <= high:
        yield f"{gained['animals']} VP of animals, possible are {low} to {high}"
    edition = ("2011", "2019")[state.edition]
    final = final_points(player, len(bonus), edition)
    if any(columns[f"vp_{source}"] != vp for source, vp in final.items()):
        yield f"final scoring: {final}"
    total = sum(gained.values()) + sum(final.values())
    if not total == columns["vp"] == state.points[seat]:
        yield f"{state.points[seat]} VP in all, the sources give {total}"
    by_source = sum(vp for name, vp in columns.items() if name.startswith("vp_"))
    if by_source != total:
        yield f"the columns of VP add up to {by_source}, not {total}"


def errors_of_estate(player: Player) -> Iterator[str]:
    """Yield tiles that stand where the rules of placing do not allow them."""
    board = player.estate
    if any(kind_of(tile) != board.colour[space] for space, tile in player.tiles.items()):
        yield "a tile on a space of another colour"
    reached, todo = {player.start}, [player.start]
    while todo:
        for other in board.neighbours[todo.pop()]:
            if other in player.tiles and other not in reached:
                reached.add(other)
                todo.append(other)
    if reached != set(player.tiles):
        yield "tiles that touch no other"
    cities = Counter(
        (board.region_of[space], tile) for space, tile in player.tiles.items() if tile in BUILDINGS
    )
    if not player.owns(1) and cities and max(cities.values()) > 1:
        yield "the same building twice in a city"


def errors_of_deeds(player: Player, placed: Counter[str], columns: dict[str, int]) -> Iterator[str]:
    """Yield counts of actions that do not fit the 50 dice and what was placed."""
    did = {name: columns[name] for name in TALLIES}
    stored = did["takes"] + did["purchases"] - did["discards"] - did["placings"]
    if stored != len(player.storage) or did["placings"] != len(player.tiles) - 1:
        yield f"{len(player.tiles)} tiles placed, {len(player.storage)} stored, but {did}"
    if columns["empty_spaces"] != 37 - len(player.tiles):
        yield f"{columns['empty_spaces']} empty spaces, not {37 - len(player.tiles)}"
    actions = did["takes"] + did["placings"] + did["sales"] + did["worker_actions"]
    least = 50 + placed["castle"] - 1  # a castle gives an action that cannot be declined
    granting = ("warehouse", "carpenter", "church", "market", "city_hall")
    most = least + sum(placed[building] for building in granting)
    if not least <= actions <= most or not 0 <= did["purchases"] <= 25:
        yield f"{actions} actions, must be {least} to {most}; {did['purchases']} purchases"


def completed(player: Player) -> list[frozenset[Any]]:
    """Return the regions completed by placing: that of a lone start castle is not."""
    alone = frozenset([player.start])
    return [r for r in player.estate.regions if r <= player.tiles.keys() and r != alone]


def regions_points(player: Player) -> int:
    """Return the VP for the sizes of all completed regions."""
    return sum(REGION_POINTS[len(region)] for region in completed(player))


def animal_bounds(player: Player) -> tuple[int, int]:
    """Return the fewest and most VP that the animals can have scored, in any order of placing.

    The k-th of n tiles of a species in a pasture scores n - k + 1 times.
    """
    low = high = 0
    for pasture in player.estate.regions:
        herds: dict[str, list[int]] = {}
        for space in pasture:
            tile = player.tiles.get(space)
            if tile is not None and kind_of(tile) == "animal":
                herds.setdefault(herd(tile)[0], []).append(herd(tile)[1])
        for sizes in herds.values():
            extra = 1 if player.owns(7) else 0
            low += sum(k * size for k, size in enumerate(sorted(sizes, reverse=True), start=1))
            high += sum(k * (size + extra) for k, size in enumerate(sorted(sizes), start=1))
    return low, high


def errors_of_ranks(
    state: Any, players: list[Player], columns: list[dict[str, int]]
) -> Iterator[str]:
    """Yield ranks that the tie-breaks of the settings do not give."""
    seats = range(len(players))
    order = state.order[: len(players)].tolist()
    if state.tie_order == 1:
        track: list[list[int]] = [[] for _ in range(7)]
        for seat in sorted(seats, key=lambda seat: state.height[seat]):
            track[state.track[seat]].append(seat)
        order = order_of(track)
    points = [columns[seat]["vp"] for seat in seats]
    empty = [37 - len(player.tiles) for player in players]
    expected = ranks(points, empty, order, TIE_BREAKS[state.tie_break])
    given = [columns[seat]["rank"] for seat in seats]
    if given != expected:
        yield f"ranks {given}, the tie-breaks give {expected}"
    for kind, owners in zip(KIND_NAMES, state.bonus_owner.tolist(), strict=True):
        for seat in seats:
            done = all(s in players[seat].tiles for s in players[seat].estate.of_colour(kind))
            if seat in owners and not done:
                yield f"seat {seat} has a bonus tile of {kind} without covering it"
            if done and seat not in owners and -1 in owners:
                yield f"seat {seat} covered {kind}, but a bonus tile was left lying"
