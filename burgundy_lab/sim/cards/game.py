"""The card game as the contract wants it, for 2 to 4 players and alone: seams, columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from burgundy_lab.sim.cards.actions import list_legal
from burgundy_lab.sim.cards.between import between
from burgundy_lab.sim.cards.check import DERIVED_FIELDS, check, derive
from burgundy_lab.sim.cards.effects import apply_action
from burgundy_lab.sim.cards.hidden import hide_hands, hide_offer
from burgundy_lab.sim.cards.picture import picture
from burgundy_lab.sim.cards.readers import animal_sets, cards_left, end_vp, rank, seats_of_rank
from burgundy_lab.sim.cards.setup import deal
from burgundy_lab.sim.cards.spots import spots
from burgundy_lab.sim.cards.state import (
    AARON,
    ACTION_WORDS,
    END_SOURCES,
    PLAY_SOURCES,
    STATE,
    TALLIES,
    V_AARON,
)
from burgundy_lab.sim.cards.tables import ROUND_NAMES, ROUNDS, SEAT_COUNTS, SOLO
from burgundy_lab.sim.cards.text import FIELD_TEXTS, describe, heading, summary, words
from burgundy_lab.sim.cards.values import TABLE_NAMES, deck, menus, read_values, triple_vps
from burgundy_lab.sim.contract import (
    Column,
    Game,
    Setting,
    States,
    as_list,
    read_settings,
    whole_number,
)
from burgundy_lab.sim.errors import BadValue
from burgundy_lab.sim.facts import load
from burgundy_lab.sim.jit import seam


@seam
def setup(state, chance):
    """Deal a configured table up to the first decision."""
    deal(state, chance)


@seam
def legal_actions(state, legal):
    """Fill the words of legal actions; return their number."""
    return list_legal(state, legal)


@seam
def step(state, chance, action):
    """Carry out one legal action."""
    apply_action(state, chance, action)


@seam
def hide(state, seat):
    """Take out of a copy what the seat does not know: other hands, cards others look at."""
    hide_hands(state, seat)
    hide_offer(state, seat)


# --- what the logs keep of each seat ------------------------------------------------------------
RESULTS = (
    Column("start_place", "place after the start player of round A, who has 0"),
    Column("vp", "victory points at the end", "VP"),
    Column("rank", "rank after the tie-break, 1 is the winner", "rank"),
    Column("shared", "seats that share this rank, 1 if nobody else does", "seats"),
    Column("cards_left", "cards left in storage that break ties", "cards"),
    Column("unused_animals", "animals outside scoring sets", "cards"),
)
SOLO_RESULTS = (
    Column("vp", "victory points of the player when the game ended, animals included", "VP"),
    Column("rank", "1 if the player won, 2 if Aaron was ahead", "rank"),
    Column("shared", "always 1", "seats"),
    Column("cards_left", "cards left in storage", "cards"),
    Column("unused_animals", "animals outside scoring sets", "cards"),
    Column("lost_round", "round after which Aaron was ahead, 1 to 5; 0 if the player won", "round"),
    Column("aaron_points", "victory points of Aaron when the game ended", "VP"),
    Column("aaron_triples", "triples of Aaron when the game ended", "triples"),
    Column("aaron_seven", "1 if Aaron took an 'all seven' card"),
)
TALLY_TEXT = (
    "cards taken from the display",
    "projects placed",
    "kinds of goods sold",
    "times workers were filled up",
    "times one silver was taken",
    "conversions of workers and silver",
    "purchases of three cards",
    "projects discarded to make room",
    "workers paid to change a number",
    "triples completed",
)


def _columns(results: tuple[Column, ...], sources: Sequence[str], ends: Sequence[str]) -> Any:
    return (
        *results,
        *(Column(name, text) for name, text in zip(TALLIES, TALLY_TEXT, strict=True)),
        *(
            Column(f"vp_{source}_{r.lower()}", f"VP from {words(source)} in round {r}", "VP")
            for source in sources
            for r in ROUND_NAMES
        ),
        *(Column(f"vp_{source}", f"VP at the end from {words(source)}", "VP") for source in ends),
    )


TABLE_SOURCES = PLAY_SOURCES[:V_AARON]
SOLO_ENDS = END_SOURCES[:1]
COLUMNS = _columns(RESULTS, TABLE_SOURCES, END_SOURCES)
SOLO_COLUMNS = _columns(SOLO_RESULTS, PLAY_SOURCES, SOLO_ENDS)
O_TALLY, O_SOLO_TALLY = len(RESULTS), len(SOLO_RESULTS)


@seam
def outcome(state, seat, row):
    """Fill the log columns of a seat after the end (COLUMNS)."""
    row[0] = (seat - state.first_start + state.seats) % state.seats
    row[1] = state.points[seat]
    row[2] = rank(state, seat)
    row[3] = seats_of_rank(state, seat)
    row[4] = cards_left(state, seat)
    row[5] = animal_sets(state, seat, False)
    at = O_TALLY
    for k in range(len(TALLIES)):
        row[at + k] = state.tally[seat, k]
    at += len(TALLIES)
    for source in range(V_AARON):
        for r in range(ROUNDS):
            row[at + source * ROUNDS + r] = state.gained[seat, source, r]
    at += V_AARON * ROUNDS
    for source in range(len(END_SOURCES)):
        row[at + source] = end_vp(state, seat, source)


@seam
def solo_outcome(state, seat, row):
    """Fill the log columns of the player after the end against Aaron (SOLO_COLUMNS)."""
    row[0] = state.points[seat]
    row[1] = 2 if state.lost_round > 0 else 1
    row[2] = 1
    row[3] = cards_left(state, seat)
    row[4] = animal_sets(state, seat, False)
    row[5] = state.lost_round
    row[6] = state.points[AARON]
    row[7] = 0
    for triples in state.triples[AARON]:
        row[7] += triples
    row[8] = state.has_seven[AARON]
    at = O_SOLO_TALLY
    for k in range(len(TALLIES)):
        row[at + k] = state.tally[seat, k]
    at += len(TALLIES)
    for source in range(len(PLAY_SOURCES)):
        for r in range(ROUNDS):
            row[at + source * ROUNDS + r] = state.gained[seat, source, r]
    row[at + len(PLAY_SOURCES) * ROUNDS] = end_vp(state, seat, 0)


# --- settings and values ------------------------------------------------------------------------
SETTINGS = tuple(
    Setting(s["name"], s["default"], s["choices"], s["confidence"], s["why"])
    for s in load("card_settings")["settings"]
)
# Alone there is no start player, no tie, and Aaron's cloisters are never jokers.
SOLO_SETTINGS = tuple(
    s for s in SETTINGS if s.name in ("joining", "reward_order", "granted_card", "violet")
)


def _configure(
    game: str,
    known: Sequence[Setting],
    seats: int,
    settings: Mapping[str, str] | None,
    values: str | Mapping[str, Any] | None,
) -> States:
    chosen = read_settings(game, known, {} if settings is None else settings)
    table = read_values(values)
    blank: States = np.zeros(1, STATE)
    state = blank[0]
    state.seats = seats
    state.triple_vp = triple_vps(table)
    state.menu = menus(table)
    state.deck = deck(table)
    for setting in known:
        state[setting.name] = list(setting.choices).index(chosen[setting.name])
    return blank


def _no_estates(given: str | int | Sequence[str | int]) -> None:
    """Refuse estates: all play on the same estate card."""
    for name in as_list("estate", given):
        raise BadValue(f"estate {name!r}: in the card game all play on the same estate card")


def configure(
    seats: int,
    estates: str | int | Sequence[str | int] = (),
    settings: Mapping[str, str] | None = None,
    values: str | Mapping[str, Any] | None = None,
) -> States:
    """Return a blank table [1]: seats, settings and assumed values, nothing dealt.

    All play on the same, so there are no `estates` to choose.

    Raises
    ------
    BadValue, UnknownName
        If the number of seats, a setting or a value is not one of the game's.
    """
    _no_estates(estates)
    whole_number("players", seats, SEAT_COUNTS[0], SEAT_COUNTS[-1])
    return _configure("cards", SETTINGS, seats, settings, values)


def configure_solo(
    seats: int = SOLO,
    estates: str | int | Sequence[str | int] = (),
    settings: Mapping[str, str] | None = None,
    values: str | Mapping[str, Any] | None = None,
) -> States:
    """Return a blank table [1] for one player against Aaron; as `configure`."""
    _no_estates(estates)
    whole_number("players", seats, SOLO, SOLO)
    return _configure("cards-solo", SOLO_SETTINGS, seats, settings, values)


COMMON: dict[str, Any] = {
    "state": STATE,
    "action_words": ACTION_WORDS,
    # 30 turns of 4 seats; a turn places at most a few cards, each with a few questions.
    "most_decisions": 4000,
    "setup": setup,
    "legal_actions": legal_actions,
    "step": step,
    "phases": tuple(ROUND_NAMES),
    "estates": (),
    "data_files": ("card_game", "card_settings"),
    "field_texts": FIELD_TEXTS,
    "derived_fields": DERIVED_FIELDS,
    "derive": derive,
    "check": check,
    "describe": describe,
    "heading": heading,
    "summary": summary,
    "between": between,
    "picture": picture,
    "spots": spots,
    "value_tables": TABLE_NAMES,
    "read_values": read_values,
}
GAME = Game(
    name="cards",
    title="The Castles of Burgundy: The Card Game",
    seat_counts=SEAT_COUNTS,
    outcome=outcome,
    columns=COLUMNS,
    sources=TABLE_SOURCES,
    end_sources=END_SOURCES,
    settings=SETTINGS,
    configure=configure,
    hide=hide,
    **COMMON,
)
SOLO_GAME = Game(
    name="cards-solo",
    title="The Castles of Burgundy: The Card Game, alone against Aaron",
    seat_counts=(SOLO,),
    outcome=solo_outcome,
    columns=SOLO_COLUMNS,
    sources=PLAY_SOURCES,
    end_sources=SOLO_ENDS,
    settings=SOLO_SETTINGS,
    configure=configure_solo,
    told_by="lost_round",
    told_won=ROUNDS + 1,  # a loss in the last round is one round short
    told_short="rounds short",
    **COMMON,
)
