"""The board game as the contract wants it: seams, columns, settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from burgundy_lab.sim.board.actions import list_legal
from burgundy_lab.sim.board.between import between
from burgundy_lab.sim.board.check import DERIVED_FIELDS, check, derive
from burgundy_lab.sim.board.effects import apply_action
from burgundy_lab.sim.board.estates import (
    BOARD_1,
    CENTRE,
    ESTATE_IDS,
    HEXES,
    SPACE_KIND,
    estate_row,
    layout,
)
from burgundy_lab.sim.board.picture import picture
from burgundy_lab.sim.board.readers import owns
from burgundy_lab.sim.board.scoring import (
    FINAL_SOURCES,
    bonus_tiles_owned,
    empty_spaces,
    final_vp,
    rank,
    regions_done,
    seats_of_rank,
    seats_with_vp,
)
from burgundy_lab.sim.board.setup import deal
from burgundy_lab.sim.board.spots import spots
from burgundy_lab.sim.board.state import (
    ACTION_WORDS,
    EFFECT_TILES,
    END_SOURCES,
    OWNER_CHOOSES,
    PLAY_SOURCES,
    STATE,
    TALLIES,
)
from burgundy_lab.sim.board.tables import CASTLE, PHASE_NAMES, PHASES, SEAT_COUNTS
from burgundy_lab.sim.board.text import FIELD_TEXTS, describe, heading, summary, words
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


# --- what the logs keep of each seat ------------------------------------------------------------
RESULTS = (
    Column("start_place", "place in the turn order of the first round, 0 is the start player"),
    Column("vp", "victory points at the end", "VP"),
    Column("rank", "rank after the tie-breaks, 1 is the winner", "rank"),
    Column("shared", "seats that share this rank, 1 if nobody else does", "seats"),
    Column("tied", "other seats with the same VP", "seats"),
    Column("empty_spaces", "spaces of the estate without a tile", "spaces"),
    Column("regions_done", "regions completed, the start castle's own region left out", "regions"),
    Column("bonus_tiles", "bonus tiles owned, large and small", "tiles"),
)
TALLY_TEXT = (
    "tiles taken with a die, by a castle or by a building",
    "tiles placed, the start castle left out",
    "goods types sold with a die, by a castle or by a warehouse",
    "times workers were taken with a die or by a castle",
    "tiles bought",
    "stored tiles discarded to make room",
    "workers paid to change a die",
)
O_ORDER, O_VP, O_RANK, O_SHARED, O_TIED, O_EMPTY, O_REGIONS, O_BONUS, O_TALLY = range(9)
O_GAINED = O_TALLY + len(TALLIES)
O_FINAL = O_GAINED + len(PLAY_SOURCES) * PHASES
O_TILES = O_FINAL + len(END_SOURCES)


def tile_columns(tiles: Sequence[int]) -> tuple[Column, ...]:
    """Return the columns that say which knowledge tiles a seat owns at the end."""
    return tuple(
        Column(f"tile_{tile}", f"1 if the seat owns knowledge tile {tile} at the end, else 0")
        for tile in tiles
    )


COLUMNS = (
    *RESULTS,
    *(Column(name, text) for name, text in zip(TALLIES, TALLY_TEXT, strict=True)),
    *(
        Column(f"vp_{source}_{phase.lower()}", f"VP from {words(source)} in phase {phase}", "VP")
        for source in PLAY_SOURCES
        for phase in PHASE_NAMES
    ),
    *(
        Column(f"vp_{source}", f"VP at the end from {words(source)}", "VP")
        for source in END_SOURCES
    ),
    *tile_columns(EFFECT_TILES),  # what the others bring is a source of VP
)


@seam
def outcome(state, seat, row):
    """Fill the log columns of a seat after the end (COLUMNS)."""
    row[O_ORDER] = state.first_order[seat]
    row[O_VP] = state.points[seat]
    row[O_RANK] = rank(state, seat)
    row[O_SHARED] = seats_of_rank(state, seat)
    row[O_TIED] = seats_with_vp(state, seat) - 1
    row[O_EMPTY] = empty_spaces(state, seat)
    row[O_REGIONS] = regions_done(state, seat)
    row[O_BONUS] = bonus_tiles_owned(state, seat)
    for k in range(len(TALLIES)):
        row[O_TALLY + k] = state.tally[seat, k]
    for source in range(len(PLAY_SOURCES)):
        for phase in range(PHASES):
            row[O_GAINED + source * PHASES + phase] = state.gained[seat, source, phase]
    for source in range(FINAL_SOURCES):
        row[O_FINAL + source] = final_vp(state, seat, source)
    for tile in EFFECT_TILES:
        row[O_TILES + tile - 1] = owns(state, seat, tile)


# --- settings -----------------------------------------------------------------------------------
SETTINGS = tuple(
    Setting(s["name"], s["default"], s["choices"], s["confidence"], s["why"])
    for s in load("board_settings")["settings"]
)


def configure(
    seats: int,
    estates: str | int | Sequence[str | int] = ("1",),
    settings: Mapping[str, str] | None = None,
) -> States:
    """Return a blank table [1]: seats, estates, start castles and settings, nothing dealt.

    One estate serves all seats; otherwise one for each seat.

    Raises
    ------
    BadValue, UnknownName
        If the number of seats, an estate or a setting is not one of the game's.
    """
    values = read_settings("board", SETTINGS, {} if settings is None else settings)
    whole_number("players", seats, SEAT_COUNTS[0], SEAT_COUNTS[-1])
    rows = [estate_row(name) for name in as_list("estate", estates)]
    if len(rows) == 1:
        rows *= seats
    if len(rows) != seats:
        raise BadValue(f"{len(rows)} estates for {seats} players: give one for all, or {seats}")
    blank: States = np.zeros(1, STATE)
    state = blank[0]
    state.seats = seats
    state.board[:seats] = rows
    state.start_space[:seats] = start_spaces(values.pop("start_castle"), rows)
    for setting in SETTINGS:
        if setting.name in values:
            state[setting.name] = list(setting.choices).index(values[setting.name])
    return blank


def start_spaces(value: str, rows: Sequence[int]) -> list[int]:
    """Return the start castle's space for each seat, OWNER_CHOOSES where the owner decides."""
    if value == "standard":
        return [CENTRE if BOARD_1[row] else OWNER_CHOOSES for row in rows]
    if value == "choose":
        return [OWNER_CHOOSES] * len(rows)
    try:
        spaces = [int(part) for part in value.split(",")]
    except ValueError:
        raise BadValue(
            f"setting start_castle: {value!r} is neither 'standard', 'choose' nor space numbers"
        ) from None
    spaces *= len(rows) if len(spaces) == 1 else 1
    if len(spaces) != len(rows):
        raise BadValue(f"setting start_castle: {len(spaces)} spaces for {len(rows)} players")
    for space, row in zip(spaces, rows, strict=True):
        castles = [h for h in range(HEXES) if SPACE_KIND[row, h] == CASTLE]
        if space not in castles:
            raise BadValue(
                f"setting start_castle: space {space} of estate {ESTATE_IDS[row]} is no castle "
                f"space (its castle spaces: {', '.join(map(str, castles))})"
            )
    return spaces


GAME = Game(
    name="board",
    title="The Castles of Burgundy",
    seat_counts=SEAT_COUNTS,
    state=STATE,
    action_words=ACTION_WORDS,
    # 25 rounds of at most 4 seats; a turn has 2 dice, a purchase, and each of the tiles in
    # storage can chain a few questions more. Games seen have at most about 450 decisions.
    most_decisions=4000,
    setup=setup,
    legal_actions=legal_actions,
    step=step,
    outcome=outcome,
    columns=COLUMNS,
    sources=PLAY_SOURCES,
    end_sources=END_SOURCES,
    phases=tuple(PHASE_NAMES),
    settings=SETTINGS,
    estates=ESTATE_IDS,
    layout=layout,
    data_files=("board_game", "board_settings", "estates"),
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
