"""Playing a game on the engine and on the naive twin at once, and comparing the two.

The engine's compiled loop plays and logs decisions; they are replayed step by step through
the compiled seams, and the twin carries out the same decisions in its own words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from burgundy_lab.sim.board import state as codes
from burgundy_lab.sim.board.estates import ESTATE_IDS
from burgundy_lab.sim.board.tables import KIND_NAMES, TILE_NAMES
from burgundy_lab.sim.board.text import QUESTIONS
from burgundy_lab.sim.legal import action_ids
from burgundy_lab.sim.rng import CHANCE, STREAM, start_stream
from tests.twins.game import NaiveGame
from tests.twins.naive import GRANTS, estates, kind_of
from tests.twins.table import Chance, Decision, Slot

SOURCES = codes.PLAY_SOURCES
SEAT_FIELDS = (
    *("silver", "workers", "points", "track", "height", "order", "first_order", "start_space"),
    *("storage", "goods", "sold", "dice", "estate", "knowledge", "gained"),
)
TABLE_FIELDS = (
    *("depot", "black", "depot_goods", "phase_goods", "goods_supply", "bonus_owner", "removed"),
    *("phase_no", "round_no", "seat", "dice_left", "bought", "asked", "question", "over"),
)


def step_through(game: Any, blank: Any, seed: int, game_no: int, actions: list[int]) -> Any:
    """Return the states [n + 1] of a game, one before each decision and the last."""
    setup, _, step, _ = game.seams()
    states, streams = np.zeros(len(actions) + 1, game.state), np.zeros(1, STREAM)
    start_stream(streams[0], np.uint64(seed), np.uint64(game_no), CHANCE)
    work = blank.copy()
    state, chance = work[0], streams[0]
    setup(state, chance)
    for i, action in enumerate(actions):
        states[i] = state
        step(state, chance, action)
    states[-1] = state
    return states


class Seen:
    """The engine's side of a game: its states as lists, read in the twin's words."""

    def __init__(self, states: Any) -> None:
        """Keep every field of the states [n] as lists; seats not at the table are left out."""
        self.states, self.seats = states, int(states[0].seats)
        for name in SEAT_FIELDS + TABLE_FIELDS:
            column = states[name]
            setattr(
                self, name, (column[:, : self.seats] if name in SEAT_FIELDS else column).tolist()
            )
        self.boards = [estates()[ESTATE_IDS[row]] for row in states[0].board[: self.seats]]
        self.events = states["event_no"].tolist()

    def chance(self, i: int) -> Chance:
        """Return what chance has brought by decision i."""
        layout = {(s // 4 + 1, s % 4): TILE_NAMES[t] for s, t in enumerate(self.depot[i]) if t}
        layout |= {(0, place): TILE_NAMES[t] for place, t in enumerate(self.black[i]) if t}
        first = self.first_order[i]
        return Chance(
            order=sorted(range(self.seats), key=lambda seat: first[seat]),
            start_goods=[_goods(row) for row in self.goods[i]],
            layout=layout,
            phase_goods=[number + 1 for number in self.phase_goods[i] if number >= 0],
            dice=[(a, b) for a, b in self.dice[i]],
            depot_goods={d + 1: _goods(row) for d, row in enumerate(self.depot_goods[i])},
        )

    def decision(self, i: int, action: int) -> Decision:
        """Return an action of decision i in the twin's words."""
        word, bit = divmod(action, 64)
        if word == codes.W_CHOICE:
            return self._choice(i, bit)
        if word == codes.W_BUY:
            black = bit < codes.BUY_DEPOT
            return ("buy", (0, bit) if black else _slot(bit - codes.BUY_DEPOT))
        seat = self.seat[i]
        d, what = divmod(word, codes.WORDS_PER_DIE)
        die = self.dice[i][seat][d] if d != codes.ANY_NUMBER else None
        if what == codes.W_TAKE:
            return ("take", die, _slot(bit))
        if what == codes.W_SELL:
            return ("workers", die) if bit == codes.BIT_WORKERS else ("sell", die, bit + 1)
        space = self.boards[seat].spaces[bit]
        if self.question[i][0] == codes.Q_START_CASTLE:
            return ("start", space)
        return ("place", die, TILE_NAMES[self.storage[i][seat][what - 1]], space)

    def _choice(self, i: int, choice: int) -> Decision:
        if choice == codes.C_END:
            return ("end",)
        if choice == codes.C_DECLINE:
            return ("decline",)
        if choice >= codes.C_PAYMENT:
            return ("pay", choice - codes.C_PAYMENT)
        if choice >= codes.C_GOODS:
            return ("goods", choice - codes.C_GOODS + 1)
        if choice >= codes.C_DISCARD:
            return ("discard", TILE_NAMES[self.storage[i][self.seat[i]][choice - codes.C_DISCARD]])
        depot, side = divmod(choice - codes.C_SHIP, 3)
        other = (None, (depot + 1) % 6 + 1, (depot - 1) % 6 + 1)[side]
        return ("ship", depot + 1, other)

    def legal(self, i: int, game: Any) -> list[Decision]:
        """Return the engine's legal actions of decision i in the twin's words."""
        words = game.new_legal()
        words[-1] = game.seams()[1](self.states[i], words)
        ids = action_ids(words)
        assert len(ids) == words[-1]
        return [self.decision(i, action) for action in ids]


def _slot(slot: int) -> Slot:
    return slot // 4 + 1, slot % 4


def _goods(row: list[int]) -> Counter[int]:
    return Counter({number: n for number, n in enumerate(row, start=1) if n})


def start_twin(seen: Seen, settings: dict[str, str], fixed: list[int]) -> NaiveGame:
    """Return the twin of a game at its start; fixed: start spaces, -1 for the owner's choice."""
    starts = [
        board.spaces[space] if space >= 0 else None
        for board, space in zip(seen.boards, fixed, strict=True)
    ]
    return NaiveGame(seen.boards, starts, settings, seen.chance(0))


# --- comparing ----------------------------------------------------------------------------------


def differences(twin: NaiveGame, seen: Seen, i: int) -> Iterator[str]:
    """Yield what twin and engine see differently at decision i."""
    for name, ours, theirs in _pairs(twin, seen, i):
        if ours != theirs:
            yield f"{name}: twin {ours}, engine {theirs}"


def _pairs(twin: NaiveGame, seen: Seen, i: int) -> Iterator[tuple[str, Any, Any]]:
    players = twin.players
    yield "silver", [p.silver for p in players], seen.silver[i]
    yield "workers", [p.workers for p in players], seen.workers[i]
    yield "over", twin.over, bool(seen.over[i])
    if not twin.over:
        yield "points", [p.points() for p in players], seen.points[i]
        yield "seat", twin.seat, seen.seat[i]
        yield "dice left", sorted(twin.dice), _dice_left(seen, i)
        yield "purchase made", twin.bought, bool(seen.bought[i])
    yield "waiting", [_question(w[0]) for w in twin.waiting], _asked(seen, i)
    yield "round", ("ABCDE".index(twin.phase), twin.round - 1), (seen.phase_no[i], seen.round_no[i])
    stored = [sorted(TILE_NAMES[t] for t in row if t) for row in seen.storage[i]]
    yield "storage", [sorted(p.storage) for p in players], stored
    for name, counts in (("goods", seen.goods[i]), ("sold", seen.sold[i])):
        yield name, [_counts(getattr(p, name)) for p in players], counts
    goods = [_counts(twin.depot_goods[depot]) for depot in range(1, 7)]
    yield "goods on depots", goods, seen.depot_goods[i]


def table_differences(twin: NaiveGame, seen: Seen, i: int) -> Iterator[str]:
    """Yield what twin and engine see differently of estates, scores, depots and turn order."""
    for name, ours, theirs in _table_pairs(twin, seen, i):
        if ours != theirs:
            yield f"{name}: twin {ours}, engine {theirs}"


def _table_pairs(twin: NaiveGame, seen: Seen, i: int) -> Iterator[tuple[str, Any, Any]]:
    for seat, player in enumerate(twin.players):
        theirs = {
            space: TILE_NAMES[t]
            for space, t in zip(seen.boards[seat].spaces, seen.estate[i][seat], strict=True)
            if t
        }
        yield f"estate {seat}", player.tiles, theirs
        ledger = [[player.ledger[source, phase] for phase in "ABCDE"] for source in SOURCES]
        yield f"gains of {seat}", ledger, seen.gained[i][seat]
        numbers = [int(t[9:]) for t in player.tiles.values() if kind_of(t) == "knowledge"]
        yield f"knowledge {seat}", sum(1 << n for n in set(numbers)), seen.knowledge[i][seat]
    yield "depots", twin.depots, seen.chance(i).layout
    owners = [(twin.bonus[kind] + [-1, -1])[:2] for kind in KIND_NAMES]
    yield "bonus tiles", owners, seen.bonus_owner[i]
    yield "order", twin.order, seen.order[i]
    yield "track", [stack for stack in twin.track if stack], _stacks(seen, i)
    yield "removed tiles", twin.removed, seen.removed[i]
    yield "undrawn goods", _counts(twin.goods_supply), seen.goods_supply[i]


def _dice_left(seen: Seen, i: int) -> list[int]:
    dice = seen.dice[i][seen.seat[i]]
    return sorted(die for d, die in enumerate(dice) if seen.dice_left[i] >> d & 1)


def _asked(seen: Seen, i: int) -> list[str]:
    return [QUESTIONS[q] for q in seen.question[i][: seen.asked[i]]]


def _question(waiting: str) -> str:
    if waiting in GRANTS:
        return "grant"
    return {"start": "start_castle", "pay": "payment"}.get(waiting, waiting)


def _counts(goods: Counter[int]) -> list[int]:
    return [goods.get(number, 0) for number in range(1, 7)]


def _stacks(seen: Seen, i: int) -> list[list[int]]:
    """Return the stacks of the track, from the first space on, each from the bottom up."""
    places = sorted(zip(seen.track[i], seen.height[i], range(seen.seats), strict=True))
    spaces = sorted(set(seen.track[i]))
    return [[seat for at, _, seat in places if at == space] for space in spaces]


def legal_differences(twin: NaiveGame, seen: Seen, i: int, game: Any) -> Iterator[str]:
    """Yield decisions that only one of twin and engine allows, or that the engine lists twice.

    The twin lists all there is, equal tiles and depots each for itself; of decisions that lead to
    the same table the engine must list exactly one.
    """
    theirs = seen.legal(i, game)
    ours = twin.legal()
    for decision in set(theirs) - ours:
        yield f"only the engine allows {decision}"
        return
    listed = Counter(twin.outcome_of(decision) for decision in theirs)
    for decision in ours:
        n = listed[twin.outcome_of(decision)]
        if n != 1:
            yield f"the engine lists {n} times what {decision} does"


def result_differences(twin: NaiveGame, columns: list[dict[str, int]]) -> Iterator[str]:
    """Yield what differs between the twin's result and the engine's outcome columns."""
    points, ranks, final = twin.result()
    for seat, player in enumerate(twin.players):
        ours = {
            "start_place": _first_place(twin, seat),
            "vp": points[seat],
            "rank": ranks[seat],
            "shared": ranks.count(ranks[seat]),
            "tied": points.count(points[seat]) - 1,
            "empty_spaces": 37 - len(player.tiles),
            "regions_done": player.regions_done,
            "bonus_tiles": sum(seat in owners for owners in twin.bonus.values()),
            **{name: player.did[name] for name in codes.TALLIES},
            **{
                f"vp_{source}_{phase.lower()}": player.ledger[source, phase]
                for source in SOURCES
                for phase in "ABCDE"
            },
            **{f"vp_{source}": vp for source, vp in final[seat].items()},
            **{f"tile_{tile}": int(player.owns(tile)) for tile in range(1, 15)},
        }
        theirs = columns[seat]
        for name in sorted(ours.keys() | theirs.keys()):
            if ours.get(name) != theirs.get(name):
                yield f"seat {seat}, {name}: twin {ours.get(name)}, engine {theirs.get(name)}"


def _first_place(twin: NaiveGame, seat: int) -> int:
    return twin.first_order.index(seat)
