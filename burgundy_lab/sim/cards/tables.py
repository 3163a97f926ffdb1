"""Rule data of the card game as constant arrays; counts checked at load.

Nothing here is a decision of the program: every number comes from ``sim/data``. Values that
no source gives are in `values.py`: a run may replace them, so they live in the state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgundy_lab.sim.facts import load

GAME = load("card_game")


def _value(*path: str) -> Any:
    node: Any = GAME
    for key in path:
        node = node[key]
    return node["value"]


# --- types of cards, which are also the colours of piles ----------------------------------
TYPE_NAMES = ("castle", "mine", "cloister", "knowledge", "ship", "pasture", "building")
CASTLE, MINE, CLOISTER, KNOWLEDGE, SHIP, PASTURE, BUILDING = range(7)
TYPES = 7

# --- faces: a type, or the kind of a building ----------------------------------------------
BUILDING_NAMES: tuple[str, ...] = tuple(_value("deck", "building_kinds"))
FACE_NAMES = (*TYPE_NAMES[:BUILDING], *BUILDING_NAMES)
FACES = len(FACE_NAMES)
(CARPENTER, CHURCH, MARKET, WATCHTOWER, BANK, BOARDING_HOUSE, WAREHOUSE, CITY_HALL) = range(6, 14)
COPIES_PER_KIND: int = _value("deck", "copies_per_kind")

# --- cards: a face and a die number; card 6 * face + number, 0 is no card --------------------
NO_CARD = 0
NUMBERS = 6
CARDS = FACES * NUMBERS + 1
CARD_NAMES = ("-", *(f"{face}{n}" for face in FACE_NAMES for n in range(1, NUMBERS + 1)))
CARD_FACE = np.array([-1, *(f for f in range(FACES) for _ in range(NUMBERS))], "i4")
CARD_TYPE = np.array([-1, *(min(f, BUILDING) for f in range(FACES) for _ in range(NUMBERS))], "i4")
CARD_NUMBER = np.array([0, *(list(range(1, NUMBERS + 1)) * FACES)], "i4")
TYPE_COUNT = tuple(_value("deck", name) for name in TYPE_NAMES[:BUILDING])
DECK_SIZE = sum(TYPE_COUNT) + COPIES_PER_KIND * len(BUILDING_NAMES)
if any(count % NUMBERS for count in TYPE_COUNT):
    raise ValueError("a type of card cannot have the same number of each die number")

# --- structure -------------------------------------------------------------------------------
SEATS = 4  # most seats at the table
SEAT_COUNTS = (2, 3, 4)
SOLO = 1
ROUND_NAMES = "ABCDE"
ROUNDS: int = _value("structure", "rounds")
TURNS: int = _value("structure", "turns")
HAND: int = _value("structure", "hand")
PROJECTS: int = _value("structure", "projects")
ROWS, PLACES = 6, 5  # rows of the display, and cards that can lie in one
SLOTS = ROWS * PLACES  # slot = 5 * row + place


def _by_seats(*path: str) -> np.ndarray:
    """Return a table indexed by the number of seats (0 where the game has no such number)."""
    return np.array([_value(*path).get(str(seats), 0) for seats in range(SEATS + 1)], "i4")


def _rows_by_seats(width: int, *path: str) -> np.ndarray:
    """Return [seats, place]: a list for each number of seats, 0 after its end."""
    table = np.zeros((SEATS + 1, width), "i4")
    for seats, row in _value(*path).items():
        table[int(seats), : len(row)] = row
    return table


DISPLAY_CARDS = _by_seats("display", "cards")
IN_ROW_ORDER = _by_seats("display", "in_row_order")
START_WORKERS = np.array(  # [setting, seats, place after the start player]
    [_rows_by_seats(SEATS, "setup", "workers_last_two"),
     _rows_by_seats(SEATS, "setup", "workers_by_seat")]
)  # fmt: skip
SOLO_WORKERS: int = _value("setup", "solo_workers")
START_SILVER: int = _value("setup", "silver")
START_GOODS: int = _value("setup", "goods")
START_ANIMALS: int = _value("setup", "animals")

# --- goods and animals: four piles; kinds 0-2 are goods, 3-6 animals -------------------------
GOODS_NAMES: tuple[str, ...] = tuple(_value("goods", "kinds"))
ANIMAL_NAMES: tuple[str, ...] = tuple(_value("animals", "kinds"))
GOODS, ANIMALS = len(GOODS_NAMES), len(ANIMAL_NAMES)
STOCK_NAMES = (*GOODS_NAMES, *ANIMAL_NAMES)
GOODS_EACH: int = _value("goods", "each")
ANIMALS_EACH: int = _value("animals", "each")
PILES = 4  # two of goods, then two of animals
GOODS_PILES, ANIMAL_PILES, ALL_PILES = 0b0011, 0b1100, 0b1111
NO_STOCK = -1
SALE_VP: int = _value("goods", "vp")
SALE_SILVER: int = _value("goods", "silver")
SET_VP = np.array(_value("animals", "set_vp"), "i4")  # by different animals in the set

# --- rewards and effects -----------------------------------------------------------------------
FIRST_VP: int = _value("bonuses", "first_triple")
SEVEN_VP = _rows_by_seats(SEATS, "bonuses", "all_seven")  # [seats, cards taken before]
START_CARD_VP: int = _value("scoring", "start_player_card")
RESTOCK_TO: int = _value("effects", "restock_to")
TAKE_SILVER: int = _value("effects", "take_silver")
CONVERSION: int = _value("effects", "conversion")
PURCHASE_SILVER: int = _value("effects", "purchase_silver")
PURCHASE_CARDS: int = _value("effects", "purchase_cards")
MINE_SILVER: int = _value("effects", "mine_silver")
KNOWLEDGE_WORKERS: int = _value("effects", "knowledge_workers")
WATCHTOWER_VP: int = _value("effects", "watchtower_vp")
BANK_SILVER: int = _value("effects", "bank_silver")
AARON_PILES = np.array(_value("solo", "piles"), "i4")  # cards he gets, by round
AARON_CLOISTER_VP: int = _value("solo", "cloister_vp")
ITEMS = ("vp", "goods", "animals", "silver", "workers")  # what a line of a round card gives
I_VP, I_GOODS, I_ANIMALS, I_SILVER, I_WORKERS = range(5)
LINES = 6  # most lines of a round card

# --- sets for die numbers 1..6, which lie on a ring --------------------------------------------
MOST_STEPS = NUMBERS // 2
_ring = [[min((v - w) % NUMBERS, (w - v) % NUMBERS) for w in range(NUMBERS + 1)] for v in range(7)]
DISTANCE = np.array(_ring, "i4")  # [v, w]: steps from number v to w
SLOTS_WITHIN = np.zeros((NUMBERS + 1, MOST_STEPS + 1), "i8")  # [v, steps]: slots of rows in reach
SALE_STEPS = np.zeros((NUMBERS + 1, GOODS), "i4")  # [v, kind]: steps to a number that sells it
GOODS_WITHIN = np.zeros((NUMBERS + 1, MOST_STEPS + 1), "i8")  # [v, steps]: kinds in reach
for _v in range(1, NUMBERS + 1):
    for _g, _numbers in enumerate(_value("goods", "numbers")):
        SALE_STEPS[_v, _g] = min(DISTANCE[_v, n] for n in _numbers)
    for _steps in range(MOST_STEPS + 1):
        for _slot in range(SLOTS):
            if DISTANCE[_v, _slot // PLACES + 1] <= _steps:
                SLOTS_WITHIN[_v, _steps] |= 1 << _slot
        for _g in range(GOODS):
            if SALE_STEPS[_v, _g] <= _steps:
                GOODS_WITHIN[_v, _steps] |= 1 << _g
# [v, w]: slots, and kinds of goods, that lie as far from v as from w
SLOTS_ALIKE = np.zeros((NUMBERS + 1, NUMBERS + 1), "i8")
SALES_ALIKE = np.zeros((NUMBERS + 1, NUMBERS + 1), "i8")
for _v in range(1, NUMBERS + 1):
    for _w in range(1, NUMBERS + 1):
        for _slot in range(SLOTS):
            if DISTANCE[_v, _slot // PLACES + 1] == DISTANCE[_w, _slot // PLACES + 1]:
                SLOTS_ALIKE[_v, _w] |= 1 << _slot
        for _g in range(GOODS):
            if SALE_STEPS[_v, _g] == SALE_STEPS[_w, _g]:
                SALES_ALIKE[_v, _w] |= 1 << _g

# --- what buildings may take from the display ---------------------------------------------------
GRANT_TYPES = np.zeros(FACES, "i8")  # by face: set of types
GRANT_TYPES[CARPENTER] = 1 << BUILDING | 1 << KNOWLEDGE
GRANT_TYPES[CHURCH] = 1 << CASTLE | 1 << MINE | 1 << CLOISTER
GRANT_TYPES[MARKET] = 1 << SHIP | 1 << PASTURE
