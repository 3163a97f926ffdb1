"""The board game a second time, plain and slow, from the rule documents alone.

Spaces are axial coordinates (q, r), tiles are names, goods are the die numbers that sell
them, sets are Python sets. The numbers are typed in again here, from the documents and not
from the program's data; of the data only the estates' printed rows are read. This file
holds the facts and the rules that need no turn order; `table.py` plays whole games with them.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import burgundy_lab

ESTATES_FILE = Path(burgundy_lab.__file__).parent / "sim" / "data" / "estates.json"

Space = tuple[int, int]

# --- facts of the game, from the user's document and board-game.md ----------------------------
COLOURS = {
    "G": "castle",
    "M": "mine",
    "S": "ship",
    "K": "knowledge",
    "A": "animal",
    "B": "building",
}
BUILDINGS = (
    "warehouse",
    "watchtower",
    "carpenter",
    "church",
    "market",
    "boarding_house",
    "bank",
    "city_hall",
)
SPECIES = ("cow", "sheep", "pig", "chicken")
BLACK_KNOWLEDGE = (7, 12, 14, 15, 24, 25)
REGION_POINTS = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}
PHASE_POINTS = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}
LARGE_BONUS = {2: 5, 3: 6, 4: 7}
SMALL_BONUS = {2: 2, 3: 3, 4: 4}
POINTS_PER_GOODS_SOLD = {2: 2, 3: 3, 4: 4}
BLACK_DEPOT = {2: 4, 3: 6, 4: 8}
GOODS_NUMBERS = range(1, 7)
# Depot number -> its four spaces in printed order: kind, least number of players.
DEPOTS = {
    1: (("knowledge", 3), ("building", 2), ("ship", 2), ("animal", 4)),
    2: (("knowledge", 2), ("building", 3), ("castle", 2), ("building", 4)),
    3: (("animal", 2), ("ship", 3), ("building", 2), ("knowledge", 4)),
    4: (("mine", 4), ("ship", 2), ("building", 2), ("animal", 3)),
    5: (("building", 3), ("mine", 2), ("building", 4), ("knowledge", 2)),
    6: (("castle", 3), ("building", 2), ("ship", 4), ("animal", 2)),
}
# Knowledge tiles that pay at the end for each building of a kind: 16 to 23 in this order.
PAID_BUILDINGS = {
    16: "warehouse",
    17: "watchtower",
    18: "carpenter",
    19: "church",
    20: "market",
    21: "boarding_house",
    22: "bank",
    23: "city_hall",
}
GRANTS = {
    "carpenter": ("building",),
    "church": ("mine", "knowledge", "castle"),
    "market": ("ship", "animal"),
}


def kind_of(tile: str) -> str:
    """Return the kind of a tile, which is the colour of the spaces it may go on."""
    if tile in ("castle", "mine", "ship"):
        return tile
    if tile.startswith("knowledge"):
        return "knowledge"
    return "building" if tile in BUILDINGS else "animal"


def herd(tile: str) -> tuple[str, int]:
    """Return species and number of animals of an animal tile."""
    return tile[:-1], int(tile[-1])


def full_supply() -> dict[str, Counter[str]]:
    """Return the 164 tiles by the colour of their backs."""
    animals = {f"{species}{n}": many for species in SPECIES for n, many in ((2, 2), (3, 2), (4, 1))}
    return {
        "castle": Counter(castle=14),
        "mine": Counter(mine=10),
        "ship": Counter(ship=20),
        "building": Counter(dict.fromkeys(BUILDINGS, 5)),
        "animal": Counter(animals),
        "knowledge": Counter(f"knowledge{n}" for n in range(1, 27) if n not in BLACK_KNOWLEDGE),
        "black": Counter(castle=2, mine=2, ship=6)
        + Counter(dict.fromkeys(BUILDINGS, 2))
        + Counter({f"{species}{n}": 1 for species in SPECIES for n in (3, 4)})
        + Counter(f"knowledge{n}" for n in BLACK_KNOWLEDGE),
    }


def depot_kind(players: int, phase: str, depot: int, place: int) -> str | None:
    """Return what lies on a space of a depot at the start of a phase, None if it is not used."""
    kind, least = DEPOTS[depot][place]
    if players < least:
        return None
    if players == 3 and (depot, place) == (6, 0) and phase in "BD":
        return "mine"
    return kind


# --- estates ------------------------------------------------------------------------------------


class Estate:
    """A player board: colour and die number of each space, regions by flood fill."""

    def __init__(self, rows: list[str]) -> None:
        """Read the printed rows: 4, 5, 6, 7, 6, 5, 4 spaces, as 'A6 G5 G4 K3'."""
        self.spaces: list[Space] = []
        self.colour: dict[Space, str] = {}
        self.number: dict[Space, int] = {}
        for r, row in zip((-3, -2, -1, 0, 1, 2, 3), rows, strict=True):
            printed = row.split()
            assert len(printed) == 7 - abs(r)
            # A row is centred, so its first space stands half a hexagon left for each row up.
            first_q = -3 if r >= 0 else -3 - r
            for q, text in enumerate(printed, start=first_q):
                self.spaces.append((q, r))
                self.colour[q, r] = COLOURS[text[0]]
                self.number[q, r] = int(text[1:])
        self.neighbours = {space: self._around(space) for space in self.spaces}
        self.region_of = {space: self._flood(space) for space in self.spaces}
        self.regions = set(self.region_of.values())

    def _around(self, space: Space) -> list[Space]:
        q, r = space
        six = [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]
        return [other for other in six if other in self.colour]

    def _flood(self, start: Space) -> frozenset[Space]:
        region, todo = {start}, [start]
        while todo:
            for other in self.neighbours[todo.pop()]:
                if other not in region and self.colour[other] == self.colour[start]:
                    region.add(other)
                    todo.append(other)
        return frozenset(region)

    def of_colour(self, colour: str) -> list[Space]:
        """Return all spaces of a colour."""
        return [space for space in self.spaces if self.colour[space] == colour]


@cache
def estates() -> dict[str, Estate]:
    """Return every estate by id, from the printed rows."""
    content = json.loads(ESTATES_FILE.read_text(encoding="utf-8"))
    return {estate["id"]: Estate(estate["rows"]) for estate in content["estates"]}


# --- one player ---------------------------------------------------------------------------------


@dataclass
class Player:
    """What one player owns."""

    estate: Estate
    silver: int = 1
    workers: int = 0
    tiles: dict[Space, str] = field(default_factory=dict)
    storage: list[str] = field(default_factory=list)
    goods: Counter[int] = field(default_factory=Counter)
    sold: Counter[int] = field(default_factory=Counter)
    dice: tuple[int, ...] = ()
    ledger: Counter[tuple[str, str]] = field(default_factory=Counter)  # (source, phase) -> VP
    did: Counter[str] = field(default_factory=Counter)
    start: Space | None = None
    regions_done: int = 0

    def owns(self, number: int) -> bool:
        """Tell whether this knowledge tile lies in the estate."""
        return f"knowledge{number}" in self.tiles.values()

    def points(self) -> int:
        """Return the VP gained in play."""
        return sum(self.ledger.values())

    def goods_held(self) -> set[int]:
        """Return the goods types in storage."""
        return {number for number in GOODS_NUMBERS if self.goods[number] > 0}


def ring_distance(a: int, b: int) -> int:
    """Return the steps from one die number to another; 6 and 1 are neighbours."""
    up = 0
    while a != b:
        a = a % 6 + 1
        up += 1
    return min(up, 6 - up)


def worker_cost(player: Player, die: int | None, number: int, free_tile: int | None) -> int:
    """Return the workers that turn the die into the number; any number (None) costs nothing."""
    if die is None:
        return 0
    steps = ring_distance(die, number)
    if steps > 0 and free_tile is not None and player.owns(free_tile):
        steps -= 1
    if player.owns(8):
        return steps // 2 + steps % 2
    return steps


FREE_TILE = {
    "building": 9,
    "ship": 10,
    "animal": 10,
    "castle": 11,
    "mine": 11,
    "knowledge": 11,
}


def places_for(player: Player, tile: str, die: int | None) -> dict[Space, int]:
    """Return where a tile may be placed with a die (None: any number), and the workers it costs."""
    kind, estate, found = kind_of(tile), player.estate, {}
    for space in estate.spaces:
        if space in player.tiles or estate.colour[space] != kind:
            continue
        if not any(other in player.tiles for other in estate.neighbours[space]):
            continue
        if kind == "building" and not player.owns(1):
            city = estate.region_of[space]
            if any(player.tiles.get(other) == tile for other in city):
                continue
        cost = worker_cost(player, die, estate.number[space], FREE_TILE[kind])
        if cost <= player.workers:
            found[space] = cost
    return found


def is_complete(player: Player, spaces: frozenset[Space] | list[Space]) -> bool:
    """Tell whether all these spaces have a tile."""
    return all(space in player.tiles for space in spaces)


def animal_points(player: Player, space: Space) -> int:
    """Return what the animal tile just placed on a space scores: its species in its pasture."""
    species = herd(player.tiles[space])[0]
    points = 0
    for other in player.estate.region_of[space]:
        tile = player.tiles.get(other)
        if tile is not None and herd(tile)[0] == species:
            points += herd(tile)[1] + (1 if player.owns(7) else 0)
    return points


# --- turn order, winner -------------------------------------------------------------------------


def sail_on(track: list[list[int]], seat: int) -> None:
    """Move a seat one space along the track, on top of the stack there (last is the top)."""
    at = next(space for space, stack in enumerate(track) if seat in stack)
    track[at].remove(seat)
    track[at + 1].append(seat)


def order_of(track: list[list[int]]) -> list[int]:
    """Return the turn order: from the farthest space back, in a stack from the top down."""
    return [seat for stack in reversed(track) for seat in reversed(stack)]


def ranks(points: list[int], empty: list[int], order: list[int], tie_break: str) -> list[int]:
    """Return the rank of each seat, from 1. order: the turn order that breaks the last ties."""

    def worth(seat: int) -> tuple[int, ...]:
        if tie_break == "shared":
            return (points[seat],)
        spaces = -empty[seat] if tie_break == "fewest_empty" else empty[seat]
        return (points[seat], spaces, order.index(seat))

    seats = range(len(points))
    return [1 + sum(worth(other) > worth(seat) for other in seats) for seat in seats]


# --- final scoring ------------------------------------------------------------------------------


def final_points(player: Player, bonus_tiles: int, edition: str) -> dict[str, int]:
    """Return the VP of the final scoring by source."""
    tiles = list(player.tiles.values())
    per_type, per_bonus = (3, 2) if edition == "2011" else (2, 3)
    species = {herd(tile)[0] for tile in tiles if kind_of(tile) == "animal"}
    worth = {
        15: per_type * len([n for n in GOODS_NUMBERS if player.sold[n] > 0]),
        24: 4 * len(species),
        25: player.sold.total(),
        26: per_bonus * bonus_tiles,
    }
    for number, building in PAID_BUILDINGS.items():
        worth[number] = 4 * tiles.count(building)
    found = {f"knowledge_{n}": vp if player.owns(n) else 0 for n, vp in sorted(worth.items())}
    found["left_goods"] = player.goods.total()
    found["left_silver"] = player.silver
    found["left_workers"] = player.workers // 2
    return found
