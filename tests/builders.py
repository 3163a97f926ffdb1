"""Arranged positions for rule tests: one line builds a turn of seat 0, parts name an action.

Everything that is not named is empty: no tiles in depots or storage, no goods, no Silverlings,
no workers. Numbers are those printed in the game: depots, places and goods from 1; spaces of
an estate count from 0, row by row. The estate of board 1 (A animal, G castle, K knowledge,
B building, S ship, M mine, then the die number); the start castle lies on 18::

              0A6   1G5   2G4   3K3
           4A2   5A1   6G6   7K5   8B4
        9A5  10A4  11B3  12K1  13B2  14B3
     15S6  16S1  17S2  18G6  19S5  20S4  21S1
       22B2  23B5  24M4  25B3  26B1  27A2
          28B6  29M1  30K2  31B5  32B6
             33M3  34K4  35K1  36B3
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from burgundy_lab.sim.board import state as codes
from burgundy_lab.sim.board.tables import KIND_NAMES, TILE_NAMES
from burgundy_lab.sim.board.text import QUESTIONS
from burgundy_lab.sim.position import Position

SEED = 20110901  # of every arranged position, unless a test names its own
FIRST, SECOND, FREE = 0, 1, codes.ANY_NUMBER  # the two dice, and an action without a die
DECLINE, END = codes.A_DECLINE, codes.A_END
NEXT, PREVIOUS = 1, 2  # the neighbour of a depot, for a ship with knowledge tile 5
PLACES = 4
# One tile in each depot, on places that two players use.
ONE_IN_EACH = {
    (1, 3): "ship",
    (2, 3): "castle",
    (3, 1): "cow2",
    (4, 2): "ship",
    (5, 2): "mine",
    (6, 2): "bank",
}
AT = {depot: (depot, at) for depot, at in ONE_IN_EACH}
BUILDINGS = (
    "warehouse",
    "watchtower",
    "carpenter",
    "church",
    "market",
    "boarding_house",
    "bank",
    "city_hall",
)
QUIET_TILES = tuple(f"knowledge{n}" for n in range(16, 22))  # no effect before the end
# What `check` may say of an arranged position: tiles and goods are missing, and tiles lie apart.
UNTIDY = ("tiles in all", "the game has", "undrawn", "do not touch", "without covering it")
# Where `knowledge=` puts tiles on board 1: far from the start castle first.
KNOWLEDGE_SPACES = (3, 35, 34, 7, 30, 12)


# --- actions by their parts -------------------------------------------------------------------


def take(depot: int, place: int, die: int = FIRST) -> int:
    """Take the tile on a place of a numbered depot."""
    return _id(5 * die, PLACES * (depot - 1) + place - 1)


def place(k: int, space: int, die: int = FIRST) -> int:
    """Add the tile of storage space k (0..2) to a space of the estate."""
    return _id(5 * die + 1 + k, space)


def sell(goods: int, die: int = FIRST) -> int:
    """Sell the goods of a type (its die number)."""
    return _id(5 * die + 4, goods - 1)


def workers(die: int = FIRST) -> int:
    """Take workers."""
    return _id(5 * die + 4, 6)


def buy(black: int) -> int:
    """Buy the tile on a place of the black depot."""
    return _id(15, black - 1)


def buy_from(depot: int, place: int) -> int:
    """Buy the tile on a place of a numbered depot (knowledge tile 6)."""
    return _id(15, 8 + PLACES * (depot - 1) + place - 1)


def ship(depot: int, side: int = 0) -> int:
    """Name the depot of a ship, with its NEXT or PREVIOUS neighbour if given."""
    return _id(16, 3 * (depot - 1) + side)


def discard(k: int) -> int:
    """Discard the tile of storage space k to make room."""
    return _id(16, 18 + k)


def load(goods: int) -> int:
    """Choose a goods type while goods spaces are short."""
    return _id(16, 21 + goods - 1)


def pay(workers: int) -> int:
    """Pay a purchase with so many workers, the rest in Silverlings (2019, tile 6)."""
    return _id(16, 27 + workers)


def start_castle(space: int) -> int:
    """Lay the start castle on a space."""
    return place(0, space, FREE)


def _id(word: int, bit: int) -> int:
    return 64 * word + bit


# --- reading a table --------------------------------------------------------------------------


class Seat:
    """What one seat has, in words and printed numbers."""

    def __init__(self, state: Any, seat: int) -> None:
        """Read seat `seat` of the state, as it is when asked."""
        self._state, self._seat = state, seat

    @property
    def silver(self) -> int:
        return int(self._state.silver[self._seat])

    @property
    def workers(self) -> int:
        return int(self._state.workers[self._seat])

    @property
    def vp(self) -> int:
        return int(self._state.points[self._seat])

    @property
    def storage(self) -> list[str]:
        """The stored tiles, empty spaces left out."""
        return [TILE_NAMES[t] for t in self._state.storage[self._seat] if t]

    @property
    def goods(self) -> dict[int, int]:
        """Goods in storage: tiles by type."""
        return _counts(self._state.goods[self._seat])

    @property
    def sold(self) -> dict[int, int]:
        """Goods sold: tiles by type."""
        return _counts(self._state.sold[self._seat])

    @property
    def estate(self) -> dict[int, str]:
        """The tiles of the estate by space."""
        tiles = self._state.estate[self._seat]
        return {space: TILE_NAMES[tile] for space, tile in enumerate(tiles) if tile}

    @property
    def track(self) -> tuple[int, int]:
        """Space on the turn order track (from 0) and height in the stack there."""
        return int(self._state.track[self._seat]), int(self._state.height[self._seat])

    @property
    def discards(self) -> int:
        return int(self._state.tally[self._seat, codes.T_DISCARD])


def _counts(goods: Iterable[int]) -> dict[int, int]:
    return {number: int(n) for number, n in enumerate(goods, 1) if n}


class Table:
    """A position that reads like a table; seat 0 is `me`."""

    def __init__(self, position: Position) -> None:
        """Wrap a position."""
        self.position, self.state = position, position.state
        self.me = Seat(self.state, 0)

    def seat(self, seat: int) -> Seat:
        """Read another seat."""
        return Seat(self.state, seat)

    def do(self, *actions: int) -> Table:
        """Carry out actions one after the other; an illegal one raises."""
        for action in actions:
            self.position.step(action)
        return self

    def may(self, action: int) -> bool:
        """Tell whether an action is legal."""
        return action in self.position.legal_actions

    @property
    def asked(self) -> str:
        """The question that waits: "ship", "city_hall" ...; "-" if there is none."""
        return QUESTIONS[self.state.question[self.state.asked - 1] if self.state.asked else 0]

    @property
    def choices(self) -> list[int]:
        """All legal actions."""
        return list(self.position.legal_actions)

    @property
    def order(self) -> list[int]:
        """The seats in the order of this round."""
        return [int(seat) for seat in self.state.order[: self.state.seats]]

    def spaces(self, k: int = 0, die: int = FIRST) -> set[int]:
        """Return where the tile of storage space k may be placed with a die."""
        return self._bits(5 * die + 1 + k)

    def takes(self, die: int = FIRST) -> set[tuple[int, int]]:
        """Return (depot, place) of the tiles that may be taken with a die."""
        return {(b // PLACES + 1, b % PLACES + 1) for b in self._bits(5 * die)}

    def sales(self, die: int = FIRST) -> set[int]:
        """Return the goods types that may be sold with a die."""
        return {b + 1 for b in self._bits(5 * die + 4) if b < 6}

    def depot(self, depot: int) -> list[str]:
        """Return the tiles on the four places of a depot, "-" where there is none."""
        return [TILE_NAMES[t] for t in self.state.depot[PLACES * (depot - 1) : PLACES * depot]]

    def goods_on(self, depot: int) -> dict[int, int]:
        """Return the goods on a depot: tiles by type."""
        return _counts(self.state.depot_goods[depot - 1])

    @property
    def black(self) -> list[str]:
        """The tiles in the black depot."""
        return [TILE_NAMES[t] for t in self.state.black if t]

    def _bits(self, word: int) -> set[int]:
        return {a - 64 * word for a in self.choices if a // 64 == word}


# --- building a table -------------------------------------------------------------------------


def table(
    *,
    players: int = 2,
    estates: Sequence[str] = ("1",),
    settings: Mapping[str, str] | None = None,
    seed: int = SEED,
    phase: str = "A",
    round_no: int = 1,
    depots: Mapping[tuple[int, int], str] | None = None,
    black: Sequence[str] = (),
    depot_goods: Mapping[int, Mapping[int, int]] | None = None,
    bonus: Mapping[str, tuple[int, ...]] | None = None,
    others: Mapping[int, Mapping[str, Any]] | None = None,
    **mine: Any,
) -> Table:
    """Arrange a turn of seat 0, both dice unused, the others after it in seating order.

    depots: tile by (depot, place); depot_goods: tiles by depot and goods type; bonus: owners
    of the large and the small tile by colour. `others` has what each other seat has, in the
    words that `_arrange_seat` knows, and so have the remaining arguments for seat 0.
    Boards without a fixed start castle need the setting start_castle.
    """
    position = Position.new("board", players=players, estates=estates, settings=settings, seed=seed)
    state = position.state
    state.phase_no, state.round_no = "ABCDE".index(phase), round_no - 1
    # Set-up, each phase and each round so far was one chance event.
    state.event_no = 1 + (state.phase_no + 1) + (5 * state.phase_no + round_no)
    state.phase_goods[:round_no] = -1
    state.seat = state.turn_no = 0
    state.depot[:] = state.black[:] = state.depot_goods[:] = 0
    for (depot, at), tile in (depots or {}).items():
        state.depot[PLACES * (depot - 1) + at - 1] = TILE_NAMES.index(tile)
    state.black[: len(black)] = [TILE_NAMES.index(tile) for tile in black]
    for depot, counts in (depot_goods or {}).items():
        _put_goods(state.depot_goods[depot - 1], counts)
    for colour, owners in (bonus or {}).items():
        state.bonus_owner[KIND_NAMES.index(colour), : len(owners)] = owners
    for seat in range(players):
        state.order[seat] = state.first_order[seat] = seat
        state.track[seat], state.height[seat] = 0, players - 1 - seat
        _arrange_seat(state, seat, **(mine if seat == 0 else (others or {}).get(seat, {})))
    position.game.derive(state)
    wrong = [line for line in position.check() if not any(part in line for part in UNTIDY)]
    assert not wrong, wrong
    return Table(position)


def _arrange_seat(
    state: Any,
    seat: int,
    *,
    dice: tuple[int, int] = (1, 2),
    silver: int = 0,
    workers: int = 0,
    vp: int = 0,
    storage: Sequence[str] = (),
    goods: Mapping[int, int] | None = None,
    sold: Mapping[int, int] | None = None,
    estate: Mapping[int, str] | None = None,
    knowledge: Sequence[int] = (),
    track: tuple[int, int] | None = None,
) -> None:
    """Give a seat what it has; `knowledge` puts tiles of these numbers on free spaces."""
    state.dice[seat], state.silver[seat], state.workers[seat] = dice, silver, workers
    state.gained[seat, 0, 0] = vp
    state.storage[seat, : len(storage)] = [TILE_NAMES.index(tile) for tile in storage]
    state.goods[seat] = 0
    _put_goods(state.goods[seat], goods or {})
    _put_goods(state.sold[seat], sold or {})
    for space, tile in (estate or {}).items():
        state.estate[seat, space] = TILE_NAMES.index(tile)
    for space, number in zip(KNOWLEDGE_SPACES, knowledge, strict=False):
        state.estate[seat, space] = TILE_NAMES.index(f"knowledge{number}")
    if track is not None:
        state.track[seat], state.height[seat] = track


def _put_goods(counts: Any, goods: Mapping[int, int]) -> None:
    for number, n in goods.items():
        counts[number - 1] = n


def tiles(*spaces: int, of: str | Sequence[str]) -> dict[int, str]:
    """Return tiles by space: all of one type, or of the given types in turn."""
    names = [of] if isinstance(of, str) else of
    return {space: names[i % len(names)] for i, space in enumerate(spaces)}


def asked(game: Table, question: str, subject: int = 0) -> Table:
    """Let a question wait in an arranged table, as if an effect had asked it."""
    game.state.question[0], game.state.subject[0] = QUESTIONS.index(question), subject
    game.state.asked = 1
    return game


# --- playing on -------------------------------------------------------------------------------


def pass_turn(game: Table) -> Table:
    """Take workers with the dice that are left, and end the turn if that is asked."""
    left = int(game.state.dice_left)
    game.do(*[workers(die) for die in (FIRST, SECOND) if left >> die & 1])
    return game.do(*[END for _ in range(game.may(END))])


def pass_round(game: Table) -> Table:
    """Pass the turns of all who have not played in this round."""
    for _ in range(int(game.state.seats - game.state.turn_no)):
        pass_turn(game)
    return game


def pass_phase(game: Table) -> Table:
    """Pass the rounds up to the end of the phase."""
    for _ in range(5 - int(game.state.round_no)):
        pass_round(game)
    return game
