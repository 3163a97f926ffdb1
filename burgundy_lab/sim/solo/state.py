"""The position of the Solo board as one record, its numbers, and how actions are numbered.

Fields, questions and actions that the board game has too keep their names and numbers, so its
rules serve here. What is below is what the Solo board adds.
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.board import state as board
from burgundy_lab.sim.board.estates import HEXES
from burgundy_lab.sim.board.tables import (
    BACKS,
    BLACK_DEPOT,
    BLACK_SLOTS,
    BUILDINGS,
    FULL_BAG,
    GOODS,
    PHASES,
    ROUNDS,
    SLOTS,
    SOLO,
    STORAGE,
)
from burgundy_lab.sim.jit import record_type

# --- numbers --------------------------------------------------------------------------------------
SEATS = 1
START_SILVER: int = SOLO["setup"]["silver"]["value"]
START_WORKERS: int = SOLO["setup"]["workers"]["value"]
START_GOODS: int = SOLO["setup"]["goods"]["value"]
TARGET_START: int = SOLO["target"]["start"]["value"]
TARGET_EASIEST: int = SOLO["target"]["easiest"]["value"]
TARGET_HARDEST: int = SOLO["target"]["hardest"]["value"]
TARGET_STEP: int = SOLO["target"]["step"]["value"]
TARGET_FLOOR: int = SOLO["target"]["floor"]["value"]
VP_SILVER: int = SOLO["prices"]["vp_silver"]["value"]
BLACK_TILE_GOODS: int = SOLO["prices"]["black_tile_goods"]["value"]
GIFT_PLACES = int(BLACK_DEPOT[SEATS])  # spaces of the black depot in use

# --- sources of VP: the places of those that the board game's rules give are the same -------------
PLAY_SOURCES = (
    "regions",
    "phase_bonus",
    "knowledge",
    "animals",
    "watchtower",
    "goods_sold",
    "bought",
)
V_KNOWLEDGE = board.V_COLOUR_BONUS  # a completed colour brings no VP here
V_BOUGHT = 6

TALLIES = (*board.TALLIES, "colour_tiles", "black_tiles", "vp_bought")
T_COLOUR_TILE, T_BLACK_TILE, T_VP_BOUGHT = range(len(board.TALLIES), len(TALLIES))

# Each placing leaves at most one question below the next, and no estate has more spaces.
DEEPEST = HEXES + 3

I4 = "i4"
STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # --- the player, as in the board game ---
                ("silver", I4, (SEATS,)),
                ("workers", I4, (SEATS,)),
                ("points", I4, (SEATS,)),  # VP gained in all = sum of gained
                ("board", I4, (SEATS,)),  # row of the side in the tables of estates
                ("start_space", I4, (SEATS,)),  # start castle: a space, or OWNER_CHOOSES
                ("storage", I4, (SEATS, STORAGE)),  # tile types, BLACK_TILE, NO_TILE if empty
                ("goods", I4, (SEATS, GOODS)),  # counts; no limit of types
                ("sold", I4, (SEATS, GOODS)),  # counts of goods turned face down
                ("dice", I4, (SEATS, board.DICE)),  # 1..6; 0 before the first roll
                ("estate", "i1", (SEATS, HEXES)),  # tile type on each space, NO_TILE if empty
                ("knowledge", "i8", (SEATS,)),  # set of knowledge tiles owned, 1..26
                ("gained", "i2", (SEATS, len(PLAY_SOURCES), PHASES)),  # VP by source and phase
                ("tally", "i2", (SEATS, len(TALLIES))),  # what the player did
                # --- sets kept for speed (derive() makes them anew) ---
                ("covered", "i8", (SEATS,)),  # spaces with a tile
                ("frontier", "i8", (SEATS,)),  # empty spaces beside a covered one
                ("city_has", "i8", (SEATS, BUILDINGS)),  # spaces of cities with this building
                # --- the player, Solo alone ---
                ("counter", I4),  # VP counter on the track, below the target
                ("target", I4),  # target marker
                ("resets", I4),  # times the target was reached
                # --- the board ---
                ("depot", I4, (SLOTS,)),  # tile type on slot 4 * depot + place
                ("offered", "i8"),  # set of depot slots with a tile (kept for speed)
                ("black", I4, (BLACK_SLOTS,)),  # tile types in the black depot
                ("depot_goods", I4, (6, GOODS)),  # counts of goods on each depot
                ("phase_goods", I4, (ROUNDS,)),  # goods type on each round space, -1 if taken
                ("white", I4),  # white die of the round, 1..6; 0 before the first roll
                # --- what is not drawn yet, what is out of the game ---
                ("goods_supply", I4, (GOODS,)),  # counts of undrawn goods
                ("goods_removed", I4, (GOODS,)),  # counts of goods that left the game
                ("bag", "i1", FULL_BAG.shape),  # tile types by back; no order
                ("bag_left", "i2", (BACKS,)),  # tiles left of each back
                ("removed", I4),  # tiles that left the game
                # --- when it is, and what is asked ---
                ("seats", I4),  # always 1
                ("phase_no", I4),  # 0..4 for A..E
                ("round_no", I4),  # 0..4
                ("seat", I4),  # always 0
                ("dice_left", I4),  # set of dice not used yet, bits 0 and 1
                ("bought", I4),  # 1 after the purchase of this turn
                ("asked", I4),  # questions that wait for an answer
                ("question", I4, (DEEPEST,)),  # Q_ codes; the last asked is answered first
                ("subject", I4, (DEEPEST,)),  # what the question is about, by code
                ("event_no", I4),  # chance events so far
                ("over", I4),  # 1 after the end
                # --- settings ---
                ("edition", I4),  # EDITION_
                ("purchase", I4),  # BUY_
                ("start_castle", I4),  # START_
                ("gains", I4),  # GAINS_
                ("step_order", I4),  # ORDER_
                ("colour_tile", I4),  # COLOUR_
            ],
            align=True,
        ),
    )
)
STATE_TYPE = record_type(STATE)

# --- settings as stored; the names stand in data/solo_settings.json in this order -----------------
START_ON_CASTLE, START_ANYWHERE = 0, 1
GAINS_TOGETHER, GAINS_SPLIT = 0, 1
ORDER_PLAYER, ORDER_FIXED = 0, 1
COLOUR_MUST, COLOUR_MAY = 0, 1

# --- questions, after those of the board game -----------------------------------------------------
(
    Q_STEPS,  # which step of a placing comes next; subject: set of steps, then the space
    Q_COLOUR,  # which tile of the black depot goes where, for a completed colour
    Q_BUY_VP,  # how many VP to buy with a gain
    Q_EXCHANGE,  # which tile of the black depot five goods buy, or none
    Q_GIVE_GOODS,  # which goods pay; subject: goods still owed, then the black depot space
) = range(board.Q_PAYMENT + 1, board.Q_PAYMENT + 6)
# Q_CASTLE asks for the free action at the target too, which may be left out; by its subject:
BY_CASTLE, BY_TARGET = 0, 1

# Steps that a placing sets off, in the order of the setting step_order=fixed.
(
    S_REGION,  # VP of the region: size and phase, or its size alone (setting gains=split)
    S_PHASE,  # VP of the phase, by that setting
    S_COLOUR,  # a tile of the black depot for a completed colour
    S_EFFECT,  # the effect of the tile
) = range(4)
STEPS = 4

# Source of a tile that goes into storage black side up: FACE_DOWN + space of the black depot.
FACE_DOWN = 64

# --- actions: id = 64 * word + bit; the first words are those of the board game -------------------
C_STEP = board.C_END + 1  # step 0..3
C_EXCHANGE = C_STEP + STEPS  # space of the black depot
W_GIFT = board.ACTION_WORDS  # one word for each space of the black depot; bits: 37 spaces
W_VP = W_GIFT + GIFT_PLACES  # bits: VP bought, 0 up to the target
ACTION_WORDS = W_VP + 1
