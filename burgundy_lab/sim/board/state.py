"""The position of the board game as one record, and how actions are numbered.

The record holds what everyone at the table may know. Undrawn tiles are bags without an
order and undrawn goods are counts, so nothing in it tells what comes.
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.board.estates import HEXES
from burgundy_lab.sim.board.tables import (
    BACKS,
    BLACK_SLOTS,
    BUILDINGS,
    FULL_BAG,
    GOODS,
    KINDS,
    PHASES,
    ROUNDS,
    SEATS,
    SLOTS,
    STORAGE,
)
from burgundy_lab.sim.jit import record_type

# --- sources of VP ------------------------------------------------------------------------------
# Gained during play and kept by phase; the sources of the final scoring follow from the
# final position (scoring.final_vp) and have no field.
PLAY_SOURCES = ("regions", "phase_bonus", "colour_bonus", "animals", "watchtower", "goods_sold")
(V_REGIONS, V_PHASE_BONUS, V_COLOUR_BONUS, V_ANIMALS, V_WATCHTOWER, V_GOODS_SOLD) = range(6)
EFFECT_TILES = tuple(range(1, 15))  # knowledge tiles that work during the game
END_TILES = tuple(range(15, 27))  # knowledge tiles that score at the end
END_SOURCES = (
    *(f"knowledge_{n}" for n in END_TILES),
    "left_goods",
    "left_silver",
    "left_workers",
)

# --- what a seat did, counted for the logs ------------------------------------------------------
TALLIES = ("takes", "placings", "sales", "worker_actions", "purchases", "discards", "workers_used")
(T_TAKE, T_PLACE, T_SALE, T_WORKERS, T_PURCHASE, T_DISCARD, T_WORKERS_USED) = range(7)

DICE = 2
ANY_NUMBER = 2  # in place of a die: an action whose number the owner may choose
DEEPEST = 4  # questions that can wait for an answer at once

I4 = "i4"
STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # --- each seat: what it owns ---
                ("silver", I4, (SEATS,)),
                ("workers", I4, (SEATS,)),
                ("points", I4, (SEATS,)),  # VP so far = sum of gained; at the end all VP
                ("board", I4, (SEATS,)),  # row of the estate in the tables
                ("track", I4, (SEATS,)),  # space on the turn order track, from 0
                ("height", I4, (SEATS,)),  # place in the stack there, higher is on top
                ("order", I4, (SEATS,)),  # order[k]: seat that plays k-th in this round
                ("first_order", I4, (SEATS,)),  # place in the order of the first round
                ("start_space", I4, (SEATS,)),  # start castle: a space, or OWNER_CHOOSES
                ("storage", I4, (SEATS, STORAGE)),  # tile types, NO_TILE if empty
                ("goods", I4, (SEATS, GOODS)),  # counts in goods storage
                ("sold", I4, (SEATS, GOODS)),  # counts of goods turned face down
                ("dice", I4, (SEATS, DICE)),  # 1..6; 0 before the first roll
                ("estate", "i1", (SEATS, HEXES)),  # tile type on each space, NO_TILE if empty
                ("knowledge", "i8", (SEATS,)),  # set of knowledge tiles owned, 1..26
                ("gained", "i2", (SEATS, len(PLAY_SOURCES), PHASES)),  # VP by source and phase
                ("tally", "i2", (SEATS, len(TALLIES))),  # what the seat did
                # --- each seat: sets kept for speed (derive() makes them anew) ---
                ("covered", "i8", (SEATS,)),  # spaces with a tile
                ("frontier", "i8", (SEATS,)),  # empty spaces beside a covered one
                ("city_has", "i8", (SEATS, BUILDINGS)),  # spaces of cities with this building
                # --- the board ---
                ("depot", I4, (SLOTS,)),  # tile type on slot 4 * depot + place
                ("offered", "i8"),  # set of depot slots with a tile (kept for speed)
                ("black", I4, (BLACK_SLOTS,)),  # tile types in the black depot
                ("depot_goods", I4, (6, GOODS)),  # counts of goods on each depot
                ("phase_goods", I4, (ROUNDS,)),  # goods type on each round space, -1 if taken
                ("bonus_owner", "i1", (KINDS, 2)),  # seat that has the large, small; -1 none
                ("white", I4),  # white die of the round, 1..6; 0 before the first roll
                # --- what is not drawn yet ---
                ("goods_supply", I4, (GOODS,)),  # counts of undrawn goods
                ("bag", "i1", FULL_BAG.shape),  # tile types by back; no order
                ("bag_left", "i2", (BACKS,)),  # tiles left of each back
                ("removed", I4),  # tiles that left the game
                # --- whose turn, and what is asked ---
                ("seats", I4),  # seats at the table, 2..4
                ("phase_no", I4),  # 0..4 for A..E
                ("round_no", I4),  # 0..4
                ("turn_no", I4),  # 0..seats-1: place in the order of the round
                ("seat", I4),  # seat to decide
                ("dice_left", I4),  # set of dice not used yet, bits 0 and 1
                ("bought", I4),  # 1 after the purchase of this turn
                ("asked", I4),  # questions that wait for an answer
                ("question", I4, (DEEPEST,)),  # Q_ codes; the last asked is answered first
                ("subject", I4, (DEEPEST,)),  # what the question is about, by code
                ("event_no", I4),  # chance events so far
                ("over", I4),  # 1 after the final scoring
                # --- settings ---
                ("edition", I4),  # EDITION_
                ("tie_break", I4),  # TIE_
                ("tie_order", I4),  # ORDER_
                ("purchase", I4),  # BUY_
                ("second_depot", I4),  # SECOND_
            ],
            align=True,
        ),
    )
)
STATE_TYPE = record_type(STATE)
OWNER_CHOOSES = -1

# --- settings as stored; the names stand in data/board_settings.json in this order --------------
TIE_FEWEST_EMPTY, TIE_MOST_EMPTY, TIE_SHARED = 0, 1, 2
ORDER_LAST_ROUND, ORDER_TRACK = 0, 1
BUY_BETWEEN_ACTIONS, BUY_DURING_ACTIONS = 0, 1
SECOND_TOGETHER, SECOND_IN_TURN = 0, 1

# --- questions that effects ask -----------------------------------------------------------------
(
    Q_START_CASTLE,  # where the start castle goes
    Q_CASTLE,  # any die action with any number
    Q_CITY_HALL,  # place one more tile, or decline
    Q_WAREHOUSE,  # sell one goods type, or decline
    Q_GRANT,  # take a tile of the kinds in subject (a set), or decline
    Q_SHIP,  # whose goods to take
    Q_GOODS,  # which goods type; subject: set of depots, then those after it (6 bits on)
    Q_DISCARD,  # which stored tile makes room; subject: source of the new tile
    Q_PAYMENT,  # how many workers pay (2019, tile 6); subject: source of the tile
) = range(1, 10)

# --- actions: id = 64 * word + bit --------------------------------------------------------------
# Words 5 * d + ... for die d = 0, 1 and for d = ANY_NUMBER:
W_TAKE = 0  # bits: 24 depot slots
W_PLACE = 1  # 1, 2, 3: from storage space 0, 1, 2; bits: 37 spaces
W_SELL = 4  # bits: 6 goods types, then take workers
WORDS_PER_DIE = 5
BIT_WORKERS = GOODS
# Words after the dice:
W_BUY = 3 * WORDS_PER_DIE  # bits: 8 spaces of the black depot, then 24 depot slots (tile 6)
W_CHOICE = W_BUY + 1
BUY_DEPOT = BLACK_SLOTS  # first bit of the depot slots; also: source of a tile
C_SHIP = 0  # 3 * depot + (alone, with next, with previous)
C_DISCARD = 18  # storage space 0..2
C_GOODS = 21  # goods type 0..5
C_PAYMENT = 27  # workers paid 0..2
C_DECLINE = 30
C_END = 31
ACTION_WORDS = W_CHOICE + 1
A_DECLINE = 64 * W_CHOICE + C_DECLINE
A_END = 64 * W_CHOICE + C_END
