"""The Solo board as the contract wants it: seams, columns, settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from burgundy_lab.sim.board.estates import (
    ESTATE_IDS,
    FIRST_JOINED,
    FIRST_SIDE,
    HEXES,
    SIDE_IDS,
    SPACE_KIND,
    layout,
)
from burgundy_lab.sim.board.game import TALLY_TEXT, tile_columns
from burgundy_lab.sim.board.readers import owns, round_index
from burgundy_lab.sim.board.scoring import regions_done
from burgundy_lab.sim.board.state import EFFECT_TILES, END_TILES, OWNER_CHOOSES
from burgundy_lab.sim.board.tables import CASTLE, PHASE_NAMES, PHASES
from burgundy_lab.sim.contract import (
    Column,
    Game,
    Setting,
    States,
    as_list,
    read_settings,
    whole_number,
)
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.sim.facts import load
from burgundy_lab.sim.jit import seam
from burgundy_lab.sim.solo.actions import list_legal
from burgundy_lab.sim.solo.between import between
from burgundy_lab.sim.solo.check import DERIVED_FIELDS, check, derive
from burgundy_lab.sim.solo.effects import apply_action
from burgundy_lab.sim.solo.picture import picture
from burgundy_lab.sim.solo.readers import colours_done, is_won, spaces_left
from burgundy_lab.sim.solo.setup import deal
from burgundy_lab.sim.solo.spots import spots
from burgundy_lab.sim.solo.state import (
    ACTION_WORDS,
    PLAY_SOURCES,
    START_ANYWHERE,
    START_ON_CASTLE,
    STATE,
    TALLIES,
    TARGET_EASIEST,
    TARGET_HARDEST,
)
from burgundy_lab.sim.solo.text import FIELD_TEXTS, describe, heading, summary, words


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


# --- what the logs keep ---------------------------------------------------------------------------
RESULTS = (
    Column("won", "1 if all 37 spaces were covered within the 25 rounds", "share"),
    Column("vp", "victory points gained in all", "VP"),
    Column("rank", "1 if the game was won, 2 if not", "rank"),
    Column("shared", "seats that share this rank, always 1", "seats"),
    Column("round_completed", "round in which the last space was covered, 0 if not", "round"),
    Column("empty_spaces", "spaces of the estate without a tile", "spaces"),
    Column("target", "where the target marker stands at the end", "VP"),
    Column("resets", "times the target was reached", "count"),
    Column("regions_done", "regions completed, the start castle's own region left out", "regions"),
    Column("colours_done", "colours completed", "colours"),
)
TALLY_TEXTS = (
    *TALLY_TEXT,
    "tiles placed for completed colours",
    "tiles got for five goods",
    "VP bought",
)
(O_WON, O_VP, O_RANK, O_SHARED, O_ROUND, O_EMPTY, O_TARGET, O_RESETS, O_REGIONS, O_COLOURS) = range(
    10
)
O_TALLY = len(RESULTS)
O_GAINED = O_TALLY + len(TALLIES)
O_TILES = O_GAINED + len(PLAY_SOURCES) * PHASES
KNOWLEDGE_TILES = (*EFFECT_TILES, *END_TILES)  # 1..26; alone, VP of all are one source
COLUMNS = (
    *RESULTS,
    *(Column(name, text) for name, text in zip(TALLIES, TALLY_TEXTS, strict=True)),
    *(
        Column(f"vp_{source}_{phase.lower()}", f"VP from {words(source)} in phase {phase}", "VP")
        for source in PLAY_SOURCES
        for phase in PHASE_NAMES
    ),
    *tile_columns(KNOWLEDGE_TILES),
)


@seam
def outcome(state, seat, row):
    """Fill the log columns of a finished game (COLUMNS)."""
    won = is_won(state)
    row[O_WON] = won
    row[O_VP] = state.points[seat]
    row[O_RANK] = 1 if won else 2
    row[O_SHARED] = 1
    row[O_ROUND] = round_index(state) + 1 if won else 0
    row[O_EMPTY] = spaces_left(state)
    row[O_TARGET] = state.target
    row[O_RESETS] = state.resets
    row[O_REGIONS] = regions_done(state, seat)
    row[O_COLOURS] = colours_done(state)
    for k in range(len(TALLIES)):
        row[O_TALLY + k] = state.tally[seat, k]
    for source in range(len(PLAY_SOURCES)):
        for phase in range(PHASES):
            row[O_GAINED + source * PHASES + phase] = state.gained[seat, source, phase]
    for tile in KNOWLEDGE_TILES:
        row[O_TILES + tile - 1] = owns(state, seat, tile)


# --- settings -------------------------------------------------------------------------------------
SHARED_SETTINGS = ("edition", "purchase")  # those of the board game that matter alone too
SETTINGS = tuple(
    Setting(s["name"], s["default"], s["choices"], s["confidence"], s["why"])
    for s in (
        *(s for s in load("board_settings")["settings"] if s["name"] in SHARED_SETTINGS),
        *load("solo_settings")["settings"],
    )
)


def configure(
    seats: int,
    estates: str | int | Sequence[str | int] = ("A",),
    settings: Mapping[str, str] | None = None,
) -> States:
    """Return a blank table [1]: side, target, start castle and settings, nothing dealt.

    Raises
    ------
    BadValue, UnknownName
        If the number of seats, the side or a setting is not one of the game's.
    """
    values = read_settings("solo", SETTINGS, {} if settings is None else settings)
    whole_number("players", seats, 1, 1)
    sides = as_list("estate", estates)
    if len(sides) != 1:
        raise BadValue(f"{len(sides)} estates for 1 player: give one, A or B")
    blank: States = np.zeros(1, STATE)
    state = blank[0]
    state.seats = seats
    joined = values.pop("rivers_join_regions") == "yes"
    state.board[0] = (FIRST_JOINED if joined else FIRST_SIDE) + side_number(sides[0])
    state.target = read_target(values.pop("start_target"))
    _read_start_castle(state, values.pop("start_castle"))
    for setting in SETTINGS:
        if setting.name in values:
            state[setting.name] = list(setting.choices).index(values[setting.name])
    return blank


def side_number(name: str | int) -> int:
    """Return the number of a side: A, B or its id.

    Raises
    ------
    UnknownName
        If there is no such side.
    """
    text = str(name).strip()
    wanted = f"solo-{text.upper()}" if len(text) == 1 else text
    if wanted not in SIDE_IDS:
        raise UnknownName("estate", text, ("A", "B", *SIDE_IDS))
    return SIDE_IDS.index(wanted)


def read_target(text: str) -> int:
    """Return where the target marker starts.

    Raises
    ------
    BadValue
        If that is no number of the range.
    """
    target = int(text) if text.strip().isdecimal() else -1
    if not TARGET_EASIEST <= target <= TARGET_HARDEST:
        raise BadValue(
            f"setting start_target: {text!r} must be a whole number from {TARGET_EASIEST} to "
            f"{TARGET_HARDEST}"
        )
    return target


def _read_start_castle(state: np.record, text: str) -> None:
    """Note a fixed start castle, or that the player chooses and where."""
    state.start_space[0], state.start_castle = OWNER_CHOOSES, START_ANYWHERE
    if text == "castle_space":
        state.start_castle = START_ON_CASTLE
    if text in ("castle_space", "any_space"):
        return
    if not text.strip().isdecimal() or int(text) >= HEXES:
        raise BadValue(
            f"setting start_castle: {text!r} is neither 'castle_space', 'any_space' nor the number "
            f"of a space, 0 to {HEXES - 1}"
        )
    space = int(text)
    state.start_space[0] = space
    if SPACE_KIND[state.board[0], space] == CASTLE:
        state.start_castle = START_ON_CASTLE


GAME = Game(
    name="solo",
    title="The Castles of Burgundy: Solo",
    seat_counts=(1,),
    state=STATE,
    action_words=ACTION_WORDS,
    # 25 rounds of 2 dice and a purchase; each placing can ask for a few steps, goods and VP.
    # Games seen have at most about 300 decisions.
    most_decisions=2000,
    setup=setup,
    legal_actions=legal_actions,
    step=step,
    outcome=outcome,
    columns=COLUMNS,
    sources=PLAY_SOURCES,
    end_sources=(),
    phases=tuple(PHASE_NAMES),
    settings=SETTINGS,
    estates=SIDE_IDS,
    estate_rows=(*ESTATE_IDS, *SIDE_IDS, *SIDE_IDS),
    told_by="empty_spaces",
    told_short="spaces left",
    layout=layout,
    data_files=("board_game", "solo", "solo_settings"),
    field_texts=FIELD_TEXTS,
    derived_fields=DERIVED_FIELDS,
    configure=configure,
    derive=derive,
    check=check,
    describe=describe,
    heading=heading,
    summary=summary,
    between=between,
    picture=picture,
    spots=spots,
)
