"""Rule data as constant arrays: tiles, depots, estates, scores; counts checked at load.

Nothing here is a decision of the program: every number comes from ``sim/data``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgundy_lab.sim.facts import load

GAME = load("board_game")
SOLO = load("solo")  # one player: which columns of the tables by players serve

# --- kinds of tiles, which are also the colours of spaces --------------------------------
KIND_NAMES = ("castle", "mine", "ship", "knowledge", "animal", "building")
CASTLE, MINE, SHIP, KNOWLEDGE, ANIMAL, BUILDING = range(6)
KINDS = 6
BLACK = 6  # the seventh kind of back
BACKS = 7

# --- tile types: 49 faces, 0 is no tile ---------------------------------------------------
NO_TILE = 0
TILE_CASTLE, TILE_MINE, TILE_SHIP = 1, 2, 3
BUILDING_NAMES: tuple[str, ...] = tuple(GAME["buildings"]["kinds"])
BUILDINGS = len(BUILDING_NAMES)
FIRST_BUILDING = 4
(WAREHOUSE, WATCHTOWER, CARPENTER, CHURCH, MARKET, BOARDING_HOUSE, BANK, CITY_HALL) = range(8)
SPECIES_NAMES: tuple[str, ...] = tuple(GAME["animals"]["species"])
ANIMAL_SIZES: tuple[int, ...] = tuple(GAME["animals"]["sizes"])
SPECIES = len(SPECIES_NAMES)
FIRST_ANIMAL = FIRST_BUILDING + BUILDINGS  # species by species, sizes 2, 3, 4
LAST_ANIMAL = FIRST_ANIMAL + SPECIES * len(ANIMAL_SIZES) - 1
KNOWLEDGE_TILES = len(GAME["knowledge"])
KNOWLEDGE_BASE = LAST_ANIMAL  # knowledge tile n is tile type KNOWLEDGE_BASE + n, n from 1
TILES = KNOWLEDGE_BASE + KNOWLEDGE_TILES + 1
BLACK_TILE = TILES  # a tile that lies black side up (Solo); its kind is BLACK

# Knowledge tiles that change a rule, by the key of their effect: each is a tile number, from 1.
_NUMBER = {tile["key"]: int(tile["number"]) for tile in GAME["knowledge"]}
K_SAME_BUILDING_TWICE = _NUMBER["same_building_twice"]
K_MINE_WORKERS = _NUMBER["mine_workers"]
K_SALE_SILVER = _NUMBER["sale_silver"]
K_SALE_WORKER = _NUMBER["sale_worker"]
K_SECOND_DEPOT = _NUMBER["second_depot"]
K_PURCHASE_ANYWHERE = _NUMBER["purchase_anywhere"]
K_ANIMAL_BONUS = _NUMBER["animal_bonus"]
K_DOUBLE_STEP = _NUMBER["double_step"]
K_FREE_STEP_TAKE = _NUMBER["free_step_take"]
K_WORKER_SILVER = _NUMBER["worker_silver"]
K_FOUR_WORKERS = _NUMBER["four_workers"]

GOODS_NAMES: tuple[str, ...] = tuple(GAME["goods"]["kinds"])
GOODS = len(GOODS_NAMES)
PHASE_NAMES = "ABCDE"


def _value(*path: str) -> Any:
    node: Any = GAME
    for key in path:
        node = node[key]
    return node["value"]


def _by_seats(*path: str, alone_as: str) -> np.ndarray:
    """Return a table indexed by the number of seats (0 where the game has no such number).

    A single player has the value of so many players as the Solo set-up says under `alone_as`.
    """
    values = _value(*path)
    alone = values[str(SOLO["setup"][alone_as]["value"])]
    return np.array([0, alone, *(values.get(str(seats), 0) for seats in (2, 3, 4))], "i4")


def _tile_names() -> tuple[str, ...]:
    names = ["-", "castle", "mine", "ship", *BUILDING_NAMES]
    names += [f"{species}{size}" for species in SPECIES_NAMES for size in ANIMAL_SIZES]
    return (*names, *(f"knowledge{n}" for n in range(1, KNOWLEDGE_TILES + 1)))


TILE_NAMES = _tile_names()
TILE_KIND = np.array(
    [-1, CASTLE, MINE, SHIP]
    + [BUILDING] * BUILDINGS
    + [ANIMAL] * (SPECIES * len(ANIMAL_SIZES))
    + [KNOWLEDGE] * KNOWLEDGE_TILES
    + [BLACK],
    "i4",
)


def _inventory() -> np.ndarray:
    """Return [back, tile]: how many tiles of each type have each back."""
    table = np.zeros((BACKS, TILES), "i4")
    for kind in (CASTLE, MINE, SHIP):
        counts = _value("tiles", KIND_NAMES[kind])
        table[kind, kind + 1], table[BLACK, kind + 1] = counts["colour"], counts["black"]
    buildings = slice(FIRST_BUILDING, FIRST_BUILDING + BUILDINGS)
    table[BUILDING, buildings] = _value("buildings", "colour_each")
    table[BLACK, buildings] = _value("buildings", "black_each")
    animals = slice(FIRST_ANIMAL, LAST_ANIMAL + 1)
    table[ANIMAL, animals] = np.tile(_value("animals", "colour_each"), SPECIES)
    table[BLACK, animals] = np.tile(_value("animals", "black_each"), SPECIES)
    for tile in GAME["knowledge"]:
        back = BLACK if tile["back"] == "black" else KNOWLEDGE
        table[back, KNOWLEDGE_BASE + tile["number"]] = 1
    for kind, name in enumerate(KIND_NAMES):
        counts = _value("tiles", name)
        of_kind = kind == TILE_KIND[:TILES]
        if table[kind].sum() != counts["colour"] or table[BLACK, of_kind].sum() != counts["black"]:
            raise ValueError(f"tile counts of {name} do not agree in the rule data")
    return table


INVENTORY = _inventory()
TILE_COUNT = int(INVENTORY.sum())

# --- the bag: tiles that are drawn by chance. Castles, mines and ships are all alike and
# only counted. Back b owns bag[BAG_FIRST[b] : BAG_FIRST[b] + BAG_SIZE[b]].
BAG_SIZE = INVENTORY.sum(axis=1).astype("i4")
DRAWN_BACKS = (KNOWLEDGE, ANIMAL, BUILDING, BLACK)
BAG_FIRST = np.full(BACKS, -1, "i4")
_bag: list[int] = []
for _back in DRAWN_BACKS:
    BAG_FIRST[_back] = len(_bag)
    _bag += [t for t in range(TILES) for _ in range(INVENTORY[_back, t])]
FULL_BAG = np.array(_bag, "i1")

# --- structure ----------------------------------------------------------------------------
SEATS = 4  # most seats at the table
SEAT_COUNTS = (2, 3, 4)
PHASES: int = _value("structure", "phases")
ROUNDS: int = _value("structure", "rounds")
STORAGE: int = _value("structure", "storage")
TRACK_SPACES: int = _value("structure", "track_spaces")
GOODS_SPACES: int = _value("goods", "spaces")
GOODS_EACH: int = _value("goods", "each")
START_GOODS: int = _value("goods", "start")
START_SILVER: int = _value("setup", "silver")
START_WORKERS = np.array(_value("setup", "workers"), "i4")  # by place in the turn order

# --- depots: slot = 4 * depot + place in printed order ------------------------------------
DEPOTS, PLACES = 6, 4
SLOTS = DEPOTS * PLACES
BLACK_SLOTS = 8
BLACK_DEPOT = _by_seats("black_depot", alone_as="fill_of_players")
NO_KIND = -1


def _depot_kinds() -> np.ndarray:
    """Return [seats, phase, slot]: kind of tile laid there, NO_KIND if the space is not used."""
    table = np.full((SEATS + 1, PHASES, SLOTS), NO_KIND, "i4")
    for depot in GAME["depots"]["spaces"]:
        for place, space in enumerate(depot["spaces"]):
            slot = PLACES * (depot["number"] - 1) + place
            for seats in range(space["from_players"], SEATS + 1):
                table[seats, :, slot] = KIND_NAMES.index(space["kind"])
            if "three_players_phases_b_d" in space:
                swapped = KIND_NAMES.index(space["three_players_phases_b_d"])
                table[3, [1, 3], slot] = swapped
    table[1] = table[SOLO["setup"]["fill_of_players"]["value"]]
    return table


DEPOT_KIND = _depot_kinds()


def _are_alike(seats: int, first: int, second: int) -> bool:
    """Tell whether tiles of one kind are laid on both slots in some phase."""
    one, other = DEPOT_KIND[seats, :, first], DEPOT_KIND[seats, :, second]
    return bool(((one == other) & (one != NO_KIND)).any())


# [N, 2]: slots of one depot that can hold equal tiles, and with how many seats at least.
ALIKE_SLOTS = np.array(
    [
        (first, second)
        for second in range(SLOTS)
        for first in range(second // PLACES * PLACES, second)
        if any(_are_alike(seats, first, second) for seats in range(1, SEATS + 1))
    ],
    "i4",
)
SEATS_WITH_ALIKE = min(
    seats for seats in range(1, SEATS + 1) for pair in ALIKE_SLOTS if _are_alike(seats, *pair)
)
# [seats, phase, kind]: set of depot slots where tiles of this kind are laid.
KIND_SLOTS = np.array(
    [
        [
            [sum(1 << slot for slot in range(SLOTS) if row[slot] == kind) for kind in range(KINDS)]
            for row in by_phase
        ]
        for by_phase in DEPOT_KIND
    ],
    "i8",
)

# --- scores and effects -------------------------------------------------------------------
REGION_VP = np.array([0, *_value("scoring", "region_size")], "i4")  # by number of spaces
PHASE_VP = np.array(_value("scoring", "phase_bonus"), "i4")
BONUS_LARGE = _by_seats("scoring", "bonus_large", alone_as="sale_of_players")
BONUS_SMALL = _by_seats("scoring", "bonus_small", alone_as="sale_of_players")
SALE_VP = _by_seats("scoring", "sale_per_tile", alone_as="sale_of_players")
LEFTOVER_GOODS_VP: int = _value("scoring", "leftover_goods")
LEFTOVER_SILVER_VP: int = _value("scoring", "leftover_silver")
WORKERS_PER_VP: int = _value("scoring", "leftover_workers_per_vp")
WATCHTOWER_VP: int = _value("scoring", "watchtower")
SALE_SILVER: int = _value("effects", "sale_silver")
TAKE_WORKERS: int = _value("effects", "take_workers")
BOARDING_HOUSE_WORKERS: int = _value("effects", "boarding_house_workers")
BANK_SILVER: int = _value("effects", "bank_silver")
PURCHASE_SILVER: int = _value("effects", "purchase_silver")
MINE_SILVER: int = _value("effects", "mine_silver")

EDITIONS = ("2011", "2019")
EDITION_2011, EDITION_2019 = 0, 1


def _amounts() -> np.ndarray:
    """Return [edition, knowledge tile]: the number in the tile's effect (0 if it has none)."""
    table = np.zeros((len(EDITIONS), KNOWLEDGE_TILES + 1), "i4")
    for tile in GAME["knowledge"]:
        for row, edition in enumerate(EDITIONS):
            table[row, tile["number"]] = (tile["amount"] or {}).get(edition, 0)
    return table


AMOUNT = _amounts()
# Knowledge tile that pays VP for a building kind at the end, by building kind.
PAYS_FOR = np.zeros(BUILDINGS, "i4")
for _tile in GAME["knowledge"]:
    if "building" in _tile:
        PAYS_FOR[BUILDING_NAMES.index(_tile["building"])] = _tile["number"]
