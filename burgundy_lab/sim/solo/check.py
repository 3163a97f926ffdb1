"""Everything that can be wrong with a Solo position, and the fields that follow from others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from burgundy_lab.sim.board.check import (
    MOST_POINTS,
    cities,
    clock,
    connection,
    derive_estate,
    kept,
    range_of,
    tiles,
)
from burgundy_lab.sim.board.check_questions import GRANTED, check_pile, check_source
from burgundy_lab.sim.board.estates import FIRST_SIDE, HEXES, ROWS, SPACE_KIND
from burgundy_lab.sim.board.state import (
    OWNER_CHOOSES,
    Q_CASTLE,
    Q_DISCARD,
    Q_GOODS,
    Q_GRANT,
    Q_PAYMENT,
    Q_START_CASTLE,
)
from burgundy_lab.sim.board.tables import (
    BLACK_TILE,
    CASTLE,
    DEPOTS,
    GOODS,
    GOODS_EACH,
    GOODS_NAMES,
    KIND_NAMES,
    NO_TILE,
    PHASES,
    SLOTS,
    TILE_CASTLE,
    TILE_KIND,
    TILE_NAMES,
    TILES,
)
from burgundy_lab.sim.board.tables import ROUNDS as ROUNDS_OF_A_PHASE
from burgundy_lab.sim.questions import asked_now
from burgundy_lab.sim.solo.exchange import OWED
from burgundy_lab.sim.solo.placing import steps_after
from burgundy_lab.sim.solo.readers import (
    can_exchange,
    has_gift,
    is_for_player,
    space_of,
    steps_of,
    vp_for_sale,
)
from burgundy_lab.sim.solo.state import (
    BLACK_TILE_GOODS,
    BY_TARGET,
    DEEPEST,
    FACE_DOWN,
    GIFT_PLACES,
    Q_BUY_VP,
    Q_COLOUR,
    Q_EXCHANGE,
    Q_GIVE_GOODS,
    Q_STEPS,
    START_ON_CASTLE,
    STEPS,
    TARGET_FLOOR,
    TARGET_HARDEST,
)

# Settings as they stand in the state: each has two choices.
TWO_CHOICES = ("edition", "purchase", "start_castle", "gains", "step_order", "colour_tile")
DERIVED_FIELDS = ("covered", "frontier", "city_has", "offered", "knowledge", "points")


def derive(state: Any) -> None:
    """Make the derived fields anew from the facts of the position, if those are in range."""
    if any(_ranges(state)):
        return  # `check` says what is out of range
    state.offered = sum(1 << slot for slot in range(SLOTS) if state.depot[slot] != NO_TILE)
    derive_estate(state, 0)
    state.points[0] = int(state.gained[0].sum())


def check(state: Any) -> list[str]:
    """Return everything wrong with a position, one line each; empty if nothing is."""
    wrong = list(_ranges(state))
    if wrong:  # the other checks index tables with these values
        return wrong
    return [
        *_questions(state),
        *tiles(state),
        *_goods(state),
        *_estate(state),
        *_table(state),
        *kept(state, derive, DERIVED_FIELDS),
    ]


def _ranges(state: Any) -> Iterator[str]:
    if state.seats != 1:
        yield f"seats is {state.seats}, must be 1"
        return
    if state.event_no <= 0:
        yield "the game is not set up"
        return
    for name, low, high in (
        ("phase_no", 0, PHASES - 1),
        ("round_no", 0, ROUNDS_OF_A_PHASE - 1),
        ("seat", 0, 0),
        ("asked", 0, DEEPEST),
        ("question", 0, Q_GIVE_GOODS),
        ("dice_left", 0, 3),
        ("over", 0, 1),
        ("bought", 0, 1),
        ("depot", 0, TILES - 1),
        ("black", 0, TILES - 1),
        ("bag", 0, TILES - 1),
        ("white", 0, DEPOTS),
        ("phase_goods", -1, GOODS - 1),
        ("silver", 0, 999),
        ("workers", 0, 999),
        ("board", FIRST_SIDE, ROWS - 1),
        ("start_space", OWNER_CHOOSES, HEXES - 1),
        ("storage", 0, BLACK_TILE),
        ("estate", 0, BLACK_TILE),
        ("goods", 0, GOODS_EACH),
        ("sold", 0, GOODS_EACH),
        ("goods_removed", 0, GOODS_EACH),
        ("dice", 0, 6),
        ("target", TARGET_FLOOR, TARGET_HARDEST),
        ("counter", 0, TARGET_HARDEST),
        ("resets", 0, MOST_POINTS),
        ("gained", 0, MOST_POINTS),
        ("tally", 0, MOST_POINTS),
        *((setting, 0, 1) for setting in TWO_CHOICES),
    ):
        yield from range_of(name, state[name], low, high)


def _questions(state: Any) -> Iterator[str]:
    """Look at the questions that wait: they must be askable, and about something."""
    wrong = list(check_pile(state, others=(Q_STEPS,)))
    yield from wrong
    if wrong:
        return
    spaces = []
    for question, subject in zip(state.question.tolist(), state.subject.tolist(), strict=True):
        if question == Q_STEPS:
            spaces.append(subject >> STEPS)
            yield from _steps(state, subject)
        elif question == Q_GIVE_GOODS:
            yield from _payment_in_goods(state, subject)
        elif question in (Q_DISCARD, Q_PAYMENT):
            gift = question == Q_DISCARD and 0 <= subject - FACE_DOWN < GIFT_PLACES
            yield from check_source(state, question, subject - FACE_DOWN if gift else subject)
        elif question == Q_GRANT:
            if subject not in GRANTED:
                yield f"no building grants the kinds of tiles {subject}"
        elif question == Q_GOODS or not 0 <= subject <= (BY_TARGET if question == Q_CASTLE else 0):
            yield f"question {question} cannot be asked here about {subject}"
        elif question == Q_EXCHANGE and not can_exchange(state):
            yield "an exchange is asked without the goods for it, or without a tile"
        elif question == Q_COLOUR and not has_gift(state):
            yield "a completed colour is asked for, but no tile of the black depot fits"
        elif question == Q_BUY_VP and vp_for_sale(state) < 1:
            yield "VP are for sale without a Silverling"
    if len(set(spaces)) < len(spaces):
        yield f"steps wait more than once for one of the spaces {spaces}"


def _steps(state: Any, subject: int) -> Iterator[str]:
    """Look at the steps of a placing that wait: at most those that its space brings now."""
    space, steps = int(space_of(subject)), int(steps_of(subject))
    if not 0 <= space < HEXES or state.estate[0, space] == NO_TILE:
        yield f"steps wait for space {space}, where no tile lies"
    elif space == state.start_space[0]:
        yield "steps wait for the start castle, which brings none"
    elif not steps or steps & ~int(steps_after(state, int(state.estate[0, space]), space)):
        yield f"steps {steps} wait for space {space}, whose tile does not bring them"
    elif asked_now(state) == Q_STEPS and not is_for_player(state):
        yield "an order of steps is asked for, but there is none to choose"


def _payment_in_goods(state: Any, subject: int) -> Iterator[str]:
    """Look at the choice of goods that pay: some are owed, and there is a choice."""
    owed, place = subject & ((1 << OWED) - 1), subject >> OWED
    held = [int(n) for n in state.goods[0] if n]
    if not 0 < owed <= min(BLACK_TILE_GOODS, sum(held) - 1) or len(held) < 2:
        yield f"{owed} of the goods {held} are owed, which leaves no choice"
    if not 0 <= place < GIFT_PLACES or state.black[place] == NO_TILE:
        yield f"goods pay for space {place} of the black depot, where no tile lies"


def _goods(state: Any) -> Iterator[str]:
    laid = state.phase_goods[state.phase_goods >= 0]
    for g in range(GOODS):
        n = int(state.goods_supply[g] + state.depot_goods[:, g].sum() + (laid == g).sum())
        n += int(state.goods[0, g] + state.sold[0, g] + state.goods_removed[g])
        if n != GOODS_EACH or state.goods_supply[g] < 0 or state.depot_goods[:, g].min() < 0:
            yield f"{n} goods of {GOODS_NAMES[g]}; the game has {GOODS_EACH}"


def _estate(state: Any) -> Iterator[str]:
    row, placed_tiles = int(state.board[0]), state.estate[0]
    start = int(state.start_space[0])
    placed = [h for h in range(HEXES) if placed_tiles[h] != NO_TILE]
    for h in placed:
        tile = int(placed_tiles[h])
        if h != start and tile != BLACK_TILE and TILE_KIND[tile] != SPACE_KIND[row, h]:
            yield f"{TILE_NAMES[tile]} on the {KIND_NAMES[SPACE_KIND[row, h]]} space {h}"
    if Q_START_CASTLE in state.question:
        if placed or start != OWNER_CHOOSES or not _is_choosing(state):
            yield "the start castle is asked for, but the game has begun"
    else:
        on_castle = start >= 0 and SPACE_KIND[row, start] == CASTLE
        if placed_tiles[start] != TILE_CASTLE or start < 0:
            yield f"no start castle on space {start}"
        elif not on_castle and state.start_castle == START_ON_CASTLE:
            yield f"the start castle lies on space {start}, which is no castle space"
    yield from connection(0, row, placed, start)
    if not int(state.knowledge[0]) >> 1 & 1:
        yield from cities(0, row, placed_tiles)


def _is_choosing(state: Any) -> bool:
    first = state.phase_no == 0 and state.round_no == 0
    return bool(first and state.asked == 1 and state.question[0] == Q_START_CASTLE)


def _table(state: Any) -> Iterator[str]:
    if state.counter >= state.target:
        yield f"the VP counter is on {state.counter}, not below the target {state.target}"
    yield from clock(state, _is_choosing(state))
    if not _is_choosing(state) and state.dice.min() < 1:
        yield "dice are not rolled"
    full = all(tile != NO_TILE for tile in state.estate[0])
    if full and not state.over:
        yield "all spaces have a tile, but the game goes on"
