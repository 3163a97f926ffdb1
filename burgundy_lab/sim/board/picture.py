"""The table as SVG: a pure function of the position."""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.board.pieces import (
    EFFECTS,
    LEGEND_BUILDINGS,
    STRONG,
    TILE_WORDS,
    goods_drawn,
    goods_hint,
    place_drawn,
)
from burgundy_lab.sim.board.seat_picture import HEIGHT, WIDTH, seat_panel
from burgundy_lab.sim.board.spots import black_spot, depot_goods_spot, depot_spot, slot_spot
from burgundy_lab.sim.board.tables import (
    BLACK_DEPOT,
    BONUS_LARGE,
    BONUS_SMALL,
    DEPOT_KIND,
    DEPOTS,
    GOODS,
    GOODS_NAMES,
    KIND_NAMES,
    KINDS,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    NO_KIND,
    PHASE_NAMES,
    PHASE_VP,
    PHASES,
    PLACES,
    ROUNDS,
    SALE_VP,
    TILE_KIND,
    TRACK_SPACES,
)
from burgundy_lab.sim.board.text import question_text, when_text
from burgundy_lab.sim.drawing import (
    ACCENT,
    FAINT,
    INK,
    MUTED,
    TIMES,
    WELL,
    box,
    die,
    drawing,
    hexagon,
    label,
    notes_box,
    rect,
    seat_disc,
    spot,
    symbol,
    text,
    text_width,
)

MARGIN, GAP = 12.0, 12.0
TABLE_WIDTH = 2 * WIDTH + GAP + 2 * MARGIN
BOX_WIDTH, BOX_HEIGHT = 190.0, 106.0  # of a depot
RING_HEIGHT = 3 * BOX_HEIGHT + 2 * GAP
RING_WIDTH = 3 * BOX_WIDTH + 2 * 8
# Depots 1 to 6, clockwise from the top: column, and upper edge.
_HIGH, _LOW = 0.58 * BOX_HEIGHT, RING_HEIGHT - 1.58 * BOX_HEIGHT
RING = (
    (1, 0.0), (2, _HIGH), (2, _LOW), (1, RING_HEIGHT - BOX_HEIGHT), (0, _LOW), (0, _HIGH),
)  # fmt: skip
TILE = 20.0  # size of tiles in the depots
COLUMN_WIDTH = RING_WIDTH + 2 * MARGIN  # of the narrow picture
SIDE_LEFT = MARGIN + RING_WIDTH + 14
SIDE_WIDTH = TABLE_WIDTH - SIDE_LEFT - MARGIN


def picture(state: Any, *, narrow: bool = False) -> str:
    """Return an SVG of the whole table: depots, tracks, and every seat's estate.

    narrow: in one column, the seat to move right below the depots.
    """
    if narrow:
        return _column(state)
    seats = int(state.seats)
    parts = [ring(state, MARGIN, MARGIN), *_side(state, SIDE_LEFT, MARGIN)]
    y = MARGIN + RING_HEIGHT + GAP
    for seat in range(seats):
        x = MARGIN + seat % 2 * (WIDTH + GAP)
        parts.append(seat_panel(state, seat, x, y + seat // 2 * (HEIGHT + GAP)))
    y += (seats + 1) // 2 * (HEIGHT + GAP)
    notes, height = notes_drawn(state, MARGIN, y, TABLE_WIDTH - 2 * MARGIN)
    return drawing(TABLE_WIDTH, y + height + MARGIN, (*parts, notes))


def _column(state: Any) -> str:
    x, y = MARGIN, MARGIN
    parts = [ring(state, x, y)]
    y += RING_HEIGHT + GAP
    seats = range(int(state.seats))
    for seat in sorted(seats, key=lambda seat: (seat != state.seat, seat)):
        parts.append(seat_panel(state, seat, x, y))
        y += HEIGHT + GAP
    parts += _side(state, x, y)
    y += RING_HEIGHT + GAP
    notes, height = notes_drawn(state, x, y, RING_WIDTH)
    return drawing(COLUMN_WIDTH, y + height + MARGIN, (*parts, notes))


# --- depots --------------------------------------------------------------------------------------


def ring(state: Any, x: float, y: float) -> str:
    """Return the six depots in their ring around the black one."""
    parts = [_ring_line(x, y)]
    for depot, (column, top) in enumerate(RING):
        parts.append(_depot(state, depot, x + column * (BOX_WIDTH + 8), y + top))
    parts.append(_black_depot(state, x + BOX_WIDTH + 8, y + BOX_HEIGHT + GAP))
    return "".join(parts)


def _ring_line(x: float, y: float) -> str:
    """Return the line on which the depots lie: neighbours are next to each other on it."""
    points = [
        (x + column * (BOX_WIDTH + 8) + BOX_WIDTH / 2, y + top + BOX_HEIGHT / 2)
        for column, top in RING
    ]
    line = " ".join(f"{px:.0f},{py:.0f}" for px, py in points)
    return f'<polygon points="{line}" fill="none" stroke="{FAINT}" stroke-width="6"/>'


def _depot(state: Any, depot: int, x: float, y: float) -> str:
    parts = [box(x, y, BOX_WIDTH, BOX_HEIGHT), die(x + 19, y + 20, depot + 1, 26)]
    parts.append(text(x + 19, y + 44, str(depot + 1), 14, bold=True))
    used = DEPOT_KIND[state.seats, state.phase_no].tolist()
    for place in range(PLACES):
        slot = PLACES * depot + place
        if used[slot] != NO_KIND:
            at = (x + 54 + 37 * place, y + 27)
            tile, kind = int(state.depot[slot]), used[slot]
            hint = f"depot {depot + 1}, for {KIND_NAMES[kind]}"
            parts.append(place_drawn(slot_spot(slot), tile, *at, TILE, hint, kind))
    goods = state.depot_goods[depot].tolist()
    shown = [g for g in range(GOODS) if goods[g]]
    for k, g in enumerate(shown):
        left, middle = x + 18 + 30 * k, y + 78
        parts.append(
            spot(
                depot_goods_spot(depot, g),
                goods_drawn(g, left, middle - 4, 20),
                text(left, middle + 15, f"{TIMES}{goods[g]}", 11, bold=True),
                hint=goods_hint(g, f"{goods[g]} on depot {depot + 1}"),
            )
        )
    if not shown:
        parts.append(label(x + 10, y + 78, "no goods"))
    return spot(depot_spot(depot), *parts, hint=f"depot {depot + 1}")


def _black_depot(state: Any, x: float, y: float) -> str:
    places = int(BLACK_DEPOT[state.seats])
    columns = (places + 1) // 2
    parts = [rect(x, y, BOX_WIDTH, BOX_HEIGHT, "#4a443d", INK, 1.5, 7)]
    for place in range(places):
        px = x + BOX_WIDTH / 2 + 42 * (place % columns - (columns - 1) / 2)
        py = y + 32 + 43 * (place // columns)
        tile = int(state.black[place])
        parts.append(place_drawn(black_spot(place), tile, px, py, TILE, "black depot"))
    return "".join(parts)


# --- beside the depots ---------------------------------------------------------------------------


def _side(state: Any, x: float, y: float) -> list[str]:
    return [
        headline(x, y, when_text(state), question_text(state)),
        phases(state, x, y + 62),
        round_spaces(state, x + 224, y + 62),
        _track(state, x, y + 136),
        _bonus_tiles(state, x + 316, y + 136),
        legend(state, x, y + 226),
    ]


def headline(x: float, y: float, when: str, asked: str) -> str:
    """Return when it is and whose turn, and below what is asked."""
    first = text(x, y + 16, when, 22, "start", bold=True, width=SIDE_WIDTH)
    return first + text(x, y + 42, asked, 14, "start", fill=ACCENT, width=SIDE_WIDTH)


def phases(state: Any, x: float, y: float) -> str:
    """Return the phases with the VP for a region completed in each."""
    parts = [box(x, y, 212, 62, "phase · VP for a region completed in it")]
    for phase in range(PHASES):
        left, now = x + 8 + 40 * phase, phase == state.phase_no
        parts.append(rect(left, y + 20, 36, 36, ACCENT if now else WELL, corner=6))
        ink = "#ffffff" if now else INK if phase > state.phase_no else MUTED
        parts.append(text(left + 18, y + 32, PHASE_NAMES[phase], 15, bold=True, fill=ink))
        parts.append(text(left + 18, y + 48, f"+{PHASE_VP[phase]}", 11, fill=ink))
    return "".join(parts)


def round_spaces(state: Any, x: float, y: float) -> str:
    """Return the round spaces with the goods to come, and the white die."""
    parts = [box(x, y, SIDE_WIDTH - 224, 62, "rounds of the phase · goods to come")]
    for r in range(ROUNDS):
        left, now = x + 8 + 44 * r, r == state.round_no
        g = int(state.phase_goods[r])
        face = rect(left, y + 20, 40, 36, "#ffffff", ACCENT if now else FAINT, 2 if now else 1)
        number = text(left + 9, y + 30, str(r + 1), 11, bold=True, fill=ACCENT if now else MUTED)
        goods = goods_drawn(g, left + 25, y + 39, 21) if g >= 0 else ""
        hint = f"round {r + 1}: {GOODS_NAMES[g]} goods" if g >= 0 else f"round {r + 1}"
        parts.append(spot(f"round-{r}", face, number, goods, hint=hint))
    white = int(state.white)
    hint = f"white die: goods of this round went to depot {white}" if white else "white die"
    parts.append(text(x + 256, y + 11, "white die", 10.5, fill=MUTED))
    parts.append(spot("white-die", die(x + 256, y + 38, white, 32), hint=hint))
    return "".join(parts)


def _track(state: Any, x: float, y: float) -> str:
    """Return the turn order track with the seats on it, and the order of this round."""
    parts = [box(x, y, 304, 80, "turn order track · first: farthest right, then on top")]
    for place in range(TRACK_SPACES):
        left = x + 8 + 41.5 * place
        parts.append(rect(left, y + 19, 38, 38, WELL, corner=6))
        here = [s for s in range(state.seats) if state.track[s] == place]
        for seat in sorted(here, key=lambda s: int(state.height[s])):
            above = sum(state.height[s] > state.height[seat] for s in here)
            offset = min(22 / max(1, len(here) - 1), 9)
            below = len(here) - 1 - int(above)
            parts.append(seat_disc(left + 14 + offset * below, y + 43 - offset * below, seat, 9))
    order = [int(seat) for seat in state.order[: state.seats]]
    parts.append(label(x + 8, y + 68, "order of this round"))
    parts += [seat_disc(x + 128 + 24 * k, y + 68, seat, 9) for k, seat in enumerate(order)]
    return "".join(parts)


def _bonus_tiles(state: Any, x: float, y: float) -> str:
    """Return the bonus tiles by colour: VP while they lie open, else the seat that has them."""
    width = SIDE_WIDTH - 316
    parts = [box(x, y, width, 80, "bonus for a completed colour")]
    step = (width - 12) / KINDS
    for kind in range(KINDS):
        middle = x + 6 + step * (kind + 0.5)
        parts.append(hexagon(middle, y + 29, 10, STRONG[kind], INK, 1))
        parts.append(symbol(KIND_NAMES[kind], middle, y + 29, 10))
        for k, values in enumerate((BONUS_LARGE, BONUS_SMALL)):
            owner, low = int(state.bonus_owner[kind, k]), y + 49 + 19 * k
            vp = text(middle, low, str(values[state.seats]), 14 - k, bold=True)
            parts.append(vp if owner < 0 else seat_disc(middle, low, owner, 8.5))
    return "".join(parts)


def legend(state: Any, x: float, y: float) -> str:
    """Return the legend of symbols, short names and goods."""
    height = RING_HEIGHT - 226
    parts = [box(x, y, SIDE_WIDTH, height, "legend")]
    parts += legend_kinds(x + 10, y + 30, SIDE_WIDTH - 20)
    parts += legend_buildings(x + 10, y + 51, SIDE_WIDTH - 20)
    parts += legend_goods(x + 10, y + 86, SIDE_WIDTH - 20)
    sale = f"a sale brings {SALE_VP[state.seats]} VP for each goods tile"
    parts.append(text(x + 10, y + 106, sale, 11, "start", fill=MUTED, width=SIDE_WIDTH - 20))
    return "".join(parts)


def legend_kinds(x: float, y: float, width: float) -> list[str]:
    """Return the symbols of the six kinds of tiles in a row."""
    parts, step = [], width / KINDS
    for kind, name in enumerate(KIND_NAMES):
        left = x + step * kind
        parts.append(hexagon(left + 9, y, 10, STRONG[kind], INK, 1))
        parts.append(symbol(name, left + 9, y, 10))
        parts.append(text(left + 23, y, name, 11, "start", width=step - 26))
    return parts


def legend_buildings(x: float, y: float, width: float) -> list[str]:
    """Return the short names of buildings with the long ones, in two rows."""
    parts, step = [], width / 4
    for k, (short, name) in enumerate(LEGEND_BUILDINGS):
        left, line = x + step * (k % 4), y + 16 * (k // 4)
        parts.append(text(left, line, short, 11, "start", bold=True))
        after = text_width(short, 11, bold=True) + 5
        room = step - after - 5
        parts.append(text(left + after, line, name, 11, "start", fill=MUTED, width=room))
    return parts


def legend_goods(x: float, y: float, width: float) -> list[str]:
    """Return the goods types with their die numbers in a row."""
    parts, step = [], width / GOODS
    for g, name in enumerate(GOODS_NAMES):
        left = x + step * g
        parts.append(goods_drawn(g, left + 9, y, 17))
        parts.append(text(left + 22, y, name, 11, "start", width=step - 26))
    return parts


# --- what tiles do, in words ---------------------------------------------------------------------


def knowledge_on_table(state: Any) -> list[int]:
    """Return the numbers of the knowledge tiles that lie anywhere in sight."""
    seats = slice(0, int(state.seats))
    places = (state.depot, state.black, state.storage[seats].ravel(), state.estate[seats].ravel())
    tiles = {tile for place in places for tile in place.tolist() if tile < len(TILE_KIND) - 1}
    return sorted(tile - KNOWLEDGE_BASE for tile in tiles if TILE_KIND[tile] == KNOWLEDGE)


def notes_drawn(state: Any, x: float, y: float, width: float) -> tuple[str, float]:
    """Return what tiles do, those of knowledge that are in sight among them, and the height of
    it.
    """
    seen = [(f"K{number}", EFFECTS[number]) for number in knowledge_on_table(state)]
    tiles = [(key.replace("_", " "), words) for key, words in TILE_WORDS.items()]
    first, height = notes_box(x, y, width, "what tiles do when they are placed", tiles, 84)
    title = "knowledge tiles on the table"
    second, more = notes_box(x, y + height + GAP, width, title, seen, 36)
    return first + second, height + (GAP + more if seen else 0)


assert len(RING) == DEPOTS
