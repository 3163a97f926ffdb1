"""Everything that can be wrong with a position, and the fields that follow from its facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from burgundy_lab.sim.cards.readers import end_vp, menu_lines, seats_kept
from burgundy_lab.sim.cards.state import (
    AARON,
    DEEPEST,
    END_SOURCES,
    FRESH,
    MOST_SILVER,
    MOST_WORKERS,
    NOBODY,
    PARTS,
    Q_BONUS,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_DISCARD,
    Q_EFFECT,
    Q_GRANT,
    Q_OFFER,
    Q_PILE,
    Q_SILVER,
    Q_WORKERS,
    TO_SLOT,
    V_CONVERSION,
)
from burgundy_lab.sim.cards.tables import (
    AARON_PILES,
    ALL_PILES,
    ANIMAL_PILES,
    ANIMALS_EACH,
    CARD_FACE,
    CARD_NAMES,
    CARD_TYPE,
    CARDS,
    CLOISTER,
    CONVERSION,
    DECK_SIZE,
    FACES,
    GOODS,
    GOODS_EACH,
    GOODS_PILES,
    GRANT_TYPES,
    I_ANIMALS,
    I_GOODS,
    ITEMS,
    PLACES,
    PROJECTS,
    ROUNDS,
    SEATS,
    SLOTS,
    SOLO,
    STOCK_NAMES,
    TURNS,
    TYPE_NAMES,
    TYPES,
    WAREHOUSE,
)
from burgundy_lab.sim.cards.values import MOST_OF_ITEM, MOST_TRIPLE_VP

MOST_GAINED = 127  # of a source in a round; a game brings fewer (state.py, AMOUNTS)
MOST_COUNTED = 999  # far above what a game can bring
# Settings as they stand in the state: each has two choices.
TWO_CHOICES = (
    "start_workers", "start_player", "joining", "reward_order", "granted_card", "tie_break",
    "violet",
)  # fmt: skip
# Questions that are answered before anything else is asked.
TOP_ONLY = (Q_OFFER, Q_DISCARD, Q_WORKERS, Q_SILVER)
DERIVED_FIELDS = ("points", "growing", "shown", "unseen_faces", "unseen_left")


def derive(state: Any) -> None:
    """Make the derived fields anew from the facts of the position, if those are in range."""
    if any(_ranges(state)):
        return  # `check` says what is out of range
    state.shown = _shown(state.display.tolist())
    state.unseen_left = state.unseen.sum(axis=1)
    for face in range(FACES):
        state.unseen_faces[:, face] = state.unseen[:, face == CARD_FACE].sum(axis=1)
    for seat in range(seats_kept(state)):
        growing = 0
        for t in range(TYPES):
            growing |= (state.ones[seat, t] > 0) << 3 * t + 1 | (
                state.twos[seat, t] > 0
            ) << 3 * t + 2
        state.growing[seat] = growing
        points = int(state.gained[seat].sum())
        if state.over and seat < state.seats:
            points += sum(int(end_vp(state, seat, s)) for s in range(len(END_SOURCES)))
        state.points[seat] = points


def _shown(display: list[int]) -> int:
    """Return the slots with a card, of equal ones in a row the first."""
    row_of = [display[slot - slot % PLACES : slot] for slot in range(SLOTS)]
    return sum(1 << k for k, card in enumerate(display) if card and card not in row_of[k])


def check(state: Any) -> list[str]:
    """Return everything wrong with a position, one line each; empty if nothing is."""
    wrong = list(_ranges(state))
    wrong = wrong or list(_questions(state))
    if wrong:  # the other checks index tables with these values
        return wrong
    return [*_cards(state), *_stock(state), *_estates(state), *_table(state), *_kept(state)]


def _ranges(state: Any) -> Iterator[str]:
    if not SOLO <= state.seats <= SEATS:
        yield f"seats is {state.seats}, must be 1 to 4"
        return
    if state.event_no <= 0:
        yield "the game is not set up"
        return
    for name, low, high in (
        ("event_no", 1, MOST_COUNTED),
        ("round_no", 0, ROUNDS - 1),
        ("turn_no", 0, TURNS),
        ("seat", 0, state.seats - 1),
        ("start", 0, state.seats - 1),
        ("first_start", 0, state.seats - 1),
        ("holder", NOBODY, state.seats - 1),
        ("flipped", 0, 1),
        ("played", 0, 1),
        ("bought", 0, 1),
        ("over", 0, 1),
        ("asked", 0, DEEPEST),
        ("question", 0, Q_EFFECT),
        ("subject", 0, max(TO_SLOT + SLOTS - 1, MOST_WORKERS)),
        ("lost_round", 0, ROUNDS),
        ("sevens_taken", 0, SEATS),
        ("first_owner", NOBODY, seats_kept(state) - 1),
        ("display", 0, CARDS - 1),
        ("offer", 0, CARDS - 1),
        ("hand", 0, CARDS - 1),
        ("projects", 0, CARDS - 1),
        ("hand_part", 0, PARTS - 1),
        ("offer_part", 0, PARTS - 1),
        ("top", -1, len(STOCK_NAMES) - 1),
        ("pile", 0, 99),
        ("stock_left", 0, GOODS_EACH),
        ("silver", 0, MOST_SILVER),
        ("workers", 0, MOST_WORKERS),
        ("goods", 0, GOODS_EACH),
        ("sold", 0, GOODS_EACH),
        ("animals", 0, ANIMALS_EACH),
        ("face_down", 0, DECK_SIZE),
        ("face_down_old", 0, DECK_SIZE),
        ("unseen", 0, DECK_SIZE),
        ("discarded", 0, DECK_SIZE),
        ("estate", 0, DECK_SIZE),
        ("ones", 0, DECK_SIZE),
        ("twos", 0, DECK_SIZE),
        ("triples", 0, DECK_SIZE),
        ("jokers", 0, DECK_SIZE),
        ("has_seven", 0, 1),
        ("gained", 0, MOST_COUNTED),
        ("tally", 0, MOST_COUNTED),
        ("triple_vp", 0, MOST_TRIPLE_VP),
        *((setting, 0, 1) for setting in TWO_CHOICES),
    ):
        yield from _range_of(name, state[name], low, high)
    for k, item in enumerate(ITEMS):
        yield from _range_of("menu", state.menu[:, :, k], 0, MOST_OF_ITEM[item])


def _range_of(name: str, values: Any, low: int, high: int) -> Iterator[str]:
    for value in np.asarray(values).ravel().tolist():
        if not low <= value <= high:
            yield f"{name} has {value}, must be {low} to {high}"


def _questions(state: Any) -> Iterator[str]:
    """Look at the questions that wait: they must be askable, and about something."""
    asked, waiting = int(state.asked), state.question.tolist()
    if 0 in waiting[:asked] or any(waiting[asked:]):
        yield f"questions are {waiting}, {asked} are asked"
        return
    if asked and state.over:
        yield "a question waits after the end"
    for k, question in enumerate(waiting):
        if question == Q_EFFECT if k + 1 == asked else question in TOP_ONLY:
            yield f"question {question} waits in place {k + 1} of {asked}, where it cannot"
        subject = int(state.subject[k])
        if not _is_about(state, question, subject):
            yield f"question {question} cannot be about {subject} here"
        if question and k + _room_for(state, question) > DEEPEST:
            yield f"{asked} questions wait, which leaves no room for what may be asked above"
    if state.offer.any() and Q_OFFER not in waiting:
        yield "bought cards lie there, but are not asked about"


def _is_about(state: Any, question: int, subject: int) -> bool:
    """Tell whether a question may have this subject here."""
    if question == Q_GRANT:
        return subject > 0 and subject in GRANT_TYPES
    if question == Q_PILE:
        return subject in (GOODS_PILES, ANIMAL_PILES, ALL_PILES)
    if question == Q_DISCARD:
        slot = subject - TO_SLOT
        known = 0 < subject < CARDS or (0 <= slot < SLOTS and state.display[slot])
        return bool(known and state.projects[state.seat].all())
    if question == Q_SILVER:
        return 0 <= subject <= int(state.workers[state.seat])
    if question == Q_EFFECT:
        return 0 <= subject < FACES
    if question == Q_BONUS:
        return subject in (0, WAREHOUSE) and bool(menu_lines(state))
    return subject == 0


def _room_for(state: Any, question: int) -> int:
    """Return how many questions may wait, at most, in place of this one and above it."""
    line = int(state.menu[state.round_no][:, [I_GOODS, I_ANIMALS]].sum(axis=1).max())
    # Each project placed may leave a line of the round card to choose; the last brings its cards.
    placing = PROJECTS - 1 + max(line, 2)
    brings = {Q_BONUS: line + 1, Q_CASTLE: placing, Q_CITY_HALL: placing, Q_OFFER: placing,
              Q_EFFECT: placing}.get(question, 1)  # fmt: skip
    return brings if state.bought else brings + placing


def _cards(state: Any) -> Iterator[str]:
    found = state.unseen.sum(axis=0) + state.discarded + state.estate.sum(axis=0)
    found = found.astype("i8")
    for name in ("hand", "projects", "display", "offer"):
        found += np.bincount(np.asarray(state[name]).ravel(), minlength=CARDS) * (
            np.arange(CARDS) > 0
        )
    for k in range(int(state.asked)):  # a bought card that waits for room
        if state.question[k] == Q_DISCARD and state.subject[k] < TO_SLOT:
            found[state.subject[k]] += 1
    if state.deck.sum() != DECK_SIZE or found.sum() != DECK_SIZE:
        yield f"{found.sum()} cards in all; the game has {DECK_SIZE}"
    for card in range(1, CARDS):
        if found[card] != state.deck[card]:
            yield f"{found[card]} cards {CARD_NAMES[card]}; the deck has {state.deck[card]}"
    down, old = int(state.face_down.sum()), int(state.face_down_old.sum())
    if (state.face_down_old.sum(axis=1) > state.face_down).any():
        yield "a seat has more face-down cards of an older pile than face-down cards"
    for part in range(1, PARTS):
        n, left = int(state.face_down_old[:, part - 1].sum()), int(state.unseen[part].sum())
        if n != left:
            yield f"{left} unseen cards of older pile {part}, {n} lie face down"
    if state.seats == SOLO and not state.over:
        n = sum(AARON_PILES[state.round_no + 1 :])
        if state.face_down[AARON] != n:
            yield f"{state.face_down[AARON]} cards of Aaron lie face down, must be {n}"
    if down - old > state.unseen[FRESH].sum():
        yield f"{down - old} cards lie face down, {state.unseen[FRESH].sum()} are unseen"
    for slot in range(SLOTS):
        if state.display[slot] and state.over:
            yield f"a card lies in row {slot // PLACES + 1} after the end"


def _stock(state: Any) -> Iterator[str]:
    for kind, name in enumerate(STOCK_NAMES):
        n = int(state.stock_left[kind] + (state.top == kind).sum())
        if kind < GOODS:
            n, each = n + int(state.goods[:, kind].sum() + state.sold[:, kind].sum()), GOODS_EACH
        else:
            n, each = n + int(state.animals[:, kind - GOODS].sum()), ANIMALS_EACH
        if n != each:
            yield f"{n} cards of {name}; the game has {each}"
    for first, kinds in ((0, slice(0, GOODS)), (2, slice(GOODS, None))):
        piles, tops = state.pile[first : first + 2], state.top[first : first + 2]
        left = int(state.stock_left[kinds].sum() + (tops >= 0).sum())
        if piles.sum() != left:
            yield f"{piles.sum()} cards in piles {first} and {first + 1}, {left} are left"
        if ((piles > 0) != (tops >= 0)).any():
            yield f"a pile of {first} and {first + 1} has no top, or a top and no cards"


def _estates(state: Any) -> Iterator[str]:
    for seat in range(seats_kept(state)):
        jokers = int(state.jokers[seat].sum())
        for t in range(TYPES):
            cards = int(state.estate[seat, t == CARD_TYPE].sum()) + int(state.jokers[seat, t])
            cards -= jokers if t == CLOISTER else 0
            ones, twos, triples = (int(state[n][seat, t]) for n in ("ones", "twos", "triples"))
            if cards != ones + 2 * twos + 3 * triples:
                yield f"seat {seat}: {cards} {TYPE_NAMES[t]} cards are not {ones} piles of one, "\
                    f"{twos} of two, {triples} of three"  # fmt: skip
            owner = state.first_owner[t] == seat
            if owner > (triples > 0) or (triples > 0 and state.first_owner[t] == NOBODY):
                yield f"the '1.' card of {TYPE_NAMES[t]} is with {state.first_owner[t]}"
    if state.sevens_taken != state.has_seven.sum():
        yield f"{state.sevens_taken} 'all seven' cards taken, seats have {state.has_seven.sum()}"


def _table(state: Any) -> Iterator[str]:
    if (state.holder == NOBODY) != (state.seats == SOLO):
        yield f"the start player card is with {state.holder}"
    for seat in range(seats_kept(state)):
        vp = (state.workers[seat] + state.silver[seat]) // CONVERSION
        vp += state.gained[seat, V_CONVERSION, state.round_no]
        if vp > MOST_GAINED:
            yield f"seat {seat} could convert {vp} VP in a round, at most {MOST_GAINED} can be kept"
    if not state.over:
        cards = int(state.hand[state.seat].sum() + state.face_down[state.seat])
        if not cards and not state.played:
            yield f"seat {state.seat} has no card to play"
        if state.turn_no >= TURNS:
            yield f"turn_no is {state.turn_no} before the end"


def _kept(state: Any) -> Iterator[str]:
    """Compare the fields kept for speed with the facts they follow from."""
    again = state.copy()
    derive(again)
    for name in DERIVED_FIELDS:
        kept, new = np.asarray(state[name]), np.asarray(again[name])
        if not (kept == new).all():
            yield f"{name} is kept as {kept.tolist()}, the position gives {new.tolist()}"
