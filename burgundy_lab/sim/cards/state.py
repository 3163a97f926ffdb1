"""The position of the card game as one record, and how actions are numbered.

Cards that nobody has seen have no place in it: the draw pile, the face-down cards of the
players and Aaron's piles are numbers of cards, and the faces they may have are counts without
an order. A card gets its face when it is turned up. Hands and bought cards are in the record, and
`hide` (hidden.py) takes those of other seats out of the copy that a policy gets.
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.cards.tables import (
    ANIMALS,
    CARDS,
    FACES,
    GOODS,
    HAND,
    ITEMS,
    LINES,
    PILES,
    PROJECTS,
    PURCHASE_CARDS,
    ROUNDS,
    SEATS,
    SLOTS,
    TYPE_NAMES,
    TYPES,
)
from burgundy_lab.sim.jit import record_type

# --- sources of VP ------------------------------------------------------------------------------
PLAY_SOURCES = (
    *(f"triple_{name}" for name in TYPE_NAMES),
    "first_triple", "all_seven", "round_bonus", "watchtower", "conversion", "goods_sold",
    "aaron_cloister",
)  # fmt: skip
V_TRIPLE = 0  # + type
(V_FIRST, V_SEVEN, V_BONUS, V_WATCHTOWER, V_CONVERSION, V_GOODS, V_AARON) = range(TYPES, TYPES + 7)
END_SOURCES = ("animals", "start_card")
E_ANIMALS, E_START_CARD = range(2)

# --- what a seat did, counted for the logs ------------------------------------------------------
TALLIES = (
    "takes", "placings", "sales", "restocks", "silver_actions", "conversions",
    "purchases", "discards", "workers_used", "triples",
)  # fmt: skip
(T_TAKE, T_PLACE, T_SALE, T_RESTOCK, T_SILVER, T_CONVERT) = range(6)
(T_PURCHASE, T_DISCARD, T_WORKERS_USED, T_TRIPLES) = range(6, 10)

NOBODY = -1
AARON = 1  # his place in the fields of the seats, in the game alone
# Unseen cards by the pile they are from: part 0 is the draw pile of now (and what was dealt from
# it), the others are piles used up before, the newest first. Four are enough: cards of two piles
# lie face down (a shuffle amid a deal; alone, Aaron's are of the first pile), a third is the draw
# pile, and one more comes when that is used up amid a purchase.
PARTS = 4
FRESH, OLD = 0, 1
PILE_SPOTS = 3 * TYPES  # spot = 3 * type + (0 a new pile, 1 on a pile of one, 2 on one of two)
DEEPEST = 24  # questions that can wait for an answer at once (values.py keeps lines short)

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
                ("goods", "i1", (SEATS, GOODS)),  # counts in storage
                ("animals", "i1", (SEATS, ANIMALS)),  # counts in storage
                ("sold", "i1", (SEATS, GOODS)),  # counts of goods sold
                ("projects", "i1", (SEATS, PROJECTS)),  # cards, NO_CARD if empty
                ("hand", "i1", (SEATS, HAND)),  # cards; hidden from other seats
                ("hand_part", "i1", (SEATS, HAND)),  # the part they were unseen in
                ("face_down", I4, (SEATS,)),  # cards dealt and not seen by anyone
                (
                    "face_down_old",
                    "i1",
                    (SEATS, PARTS - 1),
                ),  # those of older parts; on top
                ("estate", "i1", (SEATS, CARDS)),  # counts of cards placed
                ("ones", "i1", (SEATS, TYPES)),  # piles of one card that are of this type
                ("twos", "i1", (SEATS, TYPES)),  # piles of two
                ("triples", "i1", (SEATS, TYPES)),  # piles of three
                ("jokers", "i1", (SEATS, TYPES)),  # cloisters that are of this type
                ("growing", I4, (SEATS,)),  # set of spots 1, 2 with such a pile (kept for speed)
                ("has_seven", I4, (SEATS,)),  # 1 after taking an "all seven" card
                ("gained", "i1", (SEATS, len(PLAY_SOURCES), ROUNDS)),  # VP by source and round
                ("tally", "i2", (SEATS, len(TALLIES))),  # what the seat did
                # --- the table ---
                ("display", "i1", (SLOTS,)),  # cards, NO_CARD if empty; slot = 5 * row + place
                (
                    "shown",
                    "i8",
                ),  # set of slots with a card, equal ones in a row once (for speed)
                ("discarded", "i1", (CARDS,)),  # counts of cards on the discard pile
                ("first_owner", "i1", (TYPES,)),  # seat with the "1." card, NOBODY if it lies open
                ("sevens_taken", I4),  # "all seven" cards taken
                ("top", I4, (PILES,)),  # goods or animal on top of each pile, NO_STOCK if none
                ("pile", I4, (PILES,)),  # cards in each pile: two of goods, two of animals
                # --- what nobody has seen yet ---
                ("unseen", "i1", (PARTS, CARDS)),  # counts of cards by part
                ("unseen_faces", "i1", (PARTS, FACES)),  # the same by face (kept for speed)
                ("unseen_left", I4, (PARTS,)),  # the same in all (kept for speed)
                ("stock_left", I4, (GOODS + ANIMALS,)),  # goods, animals under the tops, by kind
                ("stock_turned", I4),  # goods and animals turned up so far
                # --- whose turn, and what is asked ---
                ("seats", I4),  # seats at the table, 1 to 4
                ("round_no", I4),  # 0..4 for A..E
                ("turn_no", I4),  # 0..5
                ("start", I4),  # seat that begins each turn of this round
                ("holder", I4),  # seat with the start player card, NOBODY in the game alone
                ("flipped", I4),  # 1 while it lies question mark up
                ("first_start", I4),  # seat that began round A
                ("seat", I4),  # seat to decide
                ("played", I4),  # 1 after the card of this turn was played
                ("bought", I4),  # 1 after the purchase of this turn
                ("offer", "i1", (PURCHASE_CARDS,)),  # cards bought, of which one may be used;
                # hidden from other seats
                ("offer_part", "i1", (PURCHASE_CARDS,)),  # the part they were unseen in
                ("asked", I4),  # questions that wait for an answer
                ("question", "i1", (DEEPEST,)),  # Q_ codes; the last asked is answered first
                ("subject", "i2", (DEEPEST,)),  # what the question is about, by code
                ("lost_round", I4),  # alone: 1..5 if Aaron was ahead after that round, else 0
                ("event_no", I4),  # chance events so far
                ("over", I4),  # 1 after the final scoring
                # --- values no source gives: a run may set others (values.py) ---
                ("triple_vp", I4, (TYPES,)),  # VP of a triple
                ("menu", "i1", (ROUNDS, LINES, len(ITEMS))),  # what lines of round cards give
                ("deck", "i1", (CARDS,)),  # counts of cards in the whole deck
                # --- settings ---
                ("start_workers", I4),  # row of START_WORKERS
                ("start_player", I4),  # START_
                ("joining", I4),  # JOIN_
                ("reward_order", I4),  # ORDER_
                ("granted_card", I4),  # GRANT_
                ("tie_break", I4),  # TIE_
                ("violet", I4),  # VIOLET_
            ],
            align=True,
        ),
    )
)
STATE_TYPE = record_type(STATE)

# --- settings as stored; the names stand in data/card_settings.json in this order ---------------
START_RANDOM, START_SEAT_0 = 0, 1
JOIN_FREE, JOIN_MUST = 0, 1
ORDER_REWARDS_FIRST, ORDER_EFFECT_FIRST = 0, 1
GRANT_MAY, GRANT_MUST = 0, 1
TIE_UNUSED, TIE_ALL = 0, 1
VIOLET_PURE, VIOLET_JOKERS = 0, 1

# --- questions that effects ask -----------------------------------------------------------------
(
    Q_CASTLE,  # any action with any number, or decline
    Q_CITY_HALL,  # place one more project, or decline
    Q_WAREHOUSE,  # sell one kind of goods, or decline
    Q_GRANT,  # take a card of the types in subject (a set) from the display, or decline
    Q_PILE,  # which goods or animal pile; subject: set of piles
    Q_BONUS,  # which line of the round card; subject: WAREHOUSE if one found no goods (effects.py)
    Q_OFFER,  # which of the bought cards is used, and how
    Q_DISCARD,  # which project makes room; subject: the new card, or its slot (TO_SLOT)
    Q_WORKERS,  # how many workers are converted
    Q_SILVER,  # how much silver is converted; subject: the workers
    Q_EFFECT,  # asks nothing: an effect that waits for the round bonus; subject: the face
) = range(1, 12)
TO_SLOT = 90  # subjects of Q_DISCARD from here on are slots of the display

# --- actions: id = 64 * word + bit --------------------------------------------------------------
# Words 3 * d + ... for card d: hand 0 and 1, bought 2 to 4, and any number (castles and the like):
FIRST_OFFER = HAND
ANY_NUMBER = HAND + PURCHASE_CARDS
W_TAKE = 0  # bits: slots of the display
W_PLACE = 1  # bits: 21 * project + spot
W_OTHER = 2  # bits: kinds of goods to sell, then:
B_RESTOCK, B_SILVER, B_CONVERT = GOODS, GOODS + 1, GOODS + 2
WORDS_PER_CARD = 3
W_CHOICE = WORDS_PER_CARD * (ANY_NUMBER + 1)
C_BUY, C_END, C_DECLINE = 0, 1, 2
C_PROJECT = 3  # + bought card 0..2, used as a project
C_DISCARD = 6  # + project 0..2
C_PILE = 9  # + pile 0..3
C_LINE = 13  # + line 0..5
# Amounts converted: AMOUNTS to a word. At most 84 times a game a seat takes or places a card
# (30 cards played, 30 bought, 12 castles, 3 city halls, 9 grants), so it places 42 at most and
# completes 14 triples. Those bring 126 workers and 126 silver (values.py), the rest 38 and 124.
AMOUNTS = 63
W_WORKERS = W_CHOICE + 1  # bits: workers converted
WORKER_WORDS = 3
W_SILVER = W_WORKERS + WORKER_WORDS  # bits: silver converted
SILVER_WORDS = 4
MOST_WORKERS = AMOUNTS * WORKER_WORDS - 1
MOST_SILVER = AMOUNTS * SILVER_WORDS - 1
ACTION_WORDS = W_SILVER + SILVER_WORDS
A_BUY, A_END, A_DECLINE = (64 * W_CHOICE + c for c in (C_BUY, C_END, C_DECLINE))
