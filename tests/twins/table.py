"""The table of the naive game: set-up, phases, rounds, turns, and what may be decided.

A decision is a tuple in rulebook words, such as ("place", 3, "bank", (0, 1)) or
("ship", 2, None). Chance comes from outside: whoever drives the table shows it, after each
decision, what dice and tiles came (`Chance`), and the table checks that they can come.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.twins.naive import (
    BLACK_DEPOT,
    COLOURS,
    GOODS_NUMBERS,
    GRANTS,
    Estate,
    Player,
    Space,
    depot_kind,
    full_supply,
    kind_of,
    order_of,
    places_for,
    ring_distance,
    worker_cost,
)

Decision = tuple[Any, ...]
Slot = tuple[int, int]  # depot 1..6 and place 0..3; depot 0 is the black depot


@dataclass
class Chance:
    """What chance brought last, as seen on the table."""

    order: list[int]  # of the first round
    start_goods: list[Counter[int]]  # by seat
    layout: dict[Slot, str]  # all depots and the black depot
    phase_goods: list[int]
    dice: list[tuple[int, int]]  # by seat
    depot_goods: dict[int, Counter[int]]  # after the white die


class Table:
    """A game in progress; what decisions do is said in `game.py`."""

    def __init__(
        self,
        boards: list[Estate],
        starts: list[Space | None],
        settings: dict[str, str],
        chance: Chance,
    ) -> None:
        """Set up; starts: the start castle's space, None where the owner chooses."""
        self.settings = settings
        self.seats = len(boards)
        self.players = [Player(estate) for estate in boards]
        self.supply = full_supply()
        self.goods_supply = Counter(dict.fromkeys(GOODS_NUMBERS, 7))
        self.removed = 0
        self.depots: dict[Slot, str] = {}
        self.depot_goods = {depot: Counter[int]() for depot in range(1, 7)}
        self.phase_goods: list[int] = []
        self.bonus: dict[str, list[int]] = {colour: [] for colour in COLOURS.values()}
        self.track: list[list[int]] = [[] for _ in range(7)]
        self.track[0] = list(reversed(chance.order))  # the start player on top
        self.order = list(chance.order)
        self.first_order = list(chance.order)
        self.phase, self.round, self.rounds_played = "A", 1, 0
        self.waiting: list[Decision] = []
        self.dice: list[int] = []  # unused dice of the player to move
        self.bought = False
        self.over = False
        self.history: list[Any] = []  # all that chance brought
        self.seat = self.order[0]
        for workers, seat in enumerate(self.order, start=1):
            player = self.players[seat]
            player.workers = workers
            player.goods = Counter(chance.start_goods[seat])
            assert player.goods.total() == 3
            self.goods_supply.subtract(player.goods)
            if starts[seat] is not None:
                self._lay_start(seat, starts[seat])
        self._begin_phase(chance)
        self._start_castles(chance)

    def player(self) -> Player:
        """Return the player to decide."""
        return self.players[self.seat]

    # --- set-up, phases, rounds, turns ------------------------------------------------------

    def _lay_start(self, seat: int, space: Space) -> None:
        assert self.players[seat].estate.colour[space] == "castle"
        self.supply["castle"]["castle"] -= 1
        self.players[seat].tiles[space] = "castle"
        self.players[seat].start = space

    def _start_castles(self, chance: Chance) -> None:
        """Ask the next seat without a start castle; when all lie, the first round begins."""
        for seat in self.order:
            if not self.players[seat].tiles:
                self.seat, self.waiting = seat, [("start",)]
                return
        self._begin_round(chance)

    def _begin_phase(self, chance: Chance) -> None:
        """Clear the depots, then lay the tiles shown, which must be left in the supply."""
        self.removed += len(self.depots)
        self.depots = {}
        for depot in range(1, 7):
            for place in range(4):
                kind = depot_kind(self.seats, self.phase, depot, place)
                if kind is None:
                    assert (depot, place) not in chance.layout
                    continue
                self._draw(chance, (depot, place), kind)
        for place in range(BLACK_DEPOT[self.seats]):
            self._draw(chance, (0, place), "black")
        assert len(chance.layout) == len(self.depots)
        self.phase_goods = list(chance.phase_goods)
        # The first of the five may lie on a depot already: the white die came since.
        if len(self.phase_goods) == 4:
            laid = self._goods_laid(chance)
            self.phase_goods.insert(0, laid[0][1])
        self.history.append((self.phase, dict(chance.layout), tuple(self.phase_goods)))
        self.goods_supply.subtract(self.phase_goods)
        assert min(self.goods_supply.values()) >= 0

    def _draw(self, chance: Chance, slot: Slot, back: str) -> None:
        tile = chance.layout[slot]
        assert self.supply[back][tile] > 0, f"no {tile} with a {back} back is left"
        self.supply[back][tile] -= 1
        self.depots[slot] = tile

    def _goods_laid(self, chance: Chance) -> list[Slot]:
        """Return (depot, goods) of each goods tile that came onto a depot."""
        return [
            (depot, number)
            for depot in range(1, 7)
            for number in (chance.depot_goods[depot] - self.depot_goods[depot]).elements()
        ]

    def _begin_round(self, chance: Chance) -> None:
        """All dice are rolled; the white die brings the topmost goods tile onto a depot."""
        self.order = order_of(self.track)
        self.rounds_played += 1
        for seat, player in enumerate(self.players):
            player.dice = chance.dice[seat]
            assert all(die in range(1, 7) for die in player.dice)
        laid = self._goods_laid(chance)
        assert len(laid) == 1, "one goods tile comes in a round"
        depot, number = laid[0]
        assert number == self.phase_goods.pop(0)
        self.depot_goods[depot][number] += 1
        self.history.append((tuple(chance.dice), depot, number))
        self._begin_turn(self.order[0])

    def _begin_turn(self, seat: int) -> None:
        self.seat, self.bought = seat, False
        self.dice = list(self.players[seat].dice)

    def _end_turn(self, chance: Chance) -> None:
        later = self.order[self.order.index(self.seat) + 1 :]
        if later:
            self._begin_turn(later[0])
            return
        if self.round < 5:
            self.round += 1
            self._begin_round(chance)
            return
        for player in self.players:
            mines = list(player.tiles.values()).count("mine")
            player.silver += mines
            if player.owns(2):
                player.workers += mines
        if self.phase == "E":
            self.over = True
            return
        self.phase, self.round = chr(ord(self.phase) + 1), 1
        self._begin_phase(chance)
        self._begin_round(chance)

    # --- what may be decided ----------------------------------------------------------------

    def legal(self) -> set[Decision]:
        """Return every decision that the rules allow now."""
        if self.over:
            return set()
        found = set(self._purchases())
        if self.waiting:
            return found | self._answers(*self.waiting[-1])
        for die in self.dice:
            found |= self._die_actions(die)
        return found if self.dice else found | {("end",)}

    def _purchases(self) -> list[Decision]:
        player = self.player()
        moment = not self.waiting or (
            self.settings["purchase"] == "during_actions"
            and self.waiting[-1][0] in ("castle", "city_hall")
        )
        if self.bought or not moment:
            return []
        funds = player.silver
        if player.owns(6) and self.settings["edition"] == "2019":
            funds += player.workers
        if funds < 2:
            return []
        return [("buy", slot) for slot in self.depots if slot[0] == 0 or player.owns(6)]

    def _die_actions(self, die: int | None) -> set[Decision]:
        """Return the four actions with a die, or with any number (None)."""
        player = self.player()
        found: set[Decision] = {("workers", die)} | self._placings(die)
        for slot in self.depots:
            if slot[0] and worker_cost(player, die, slot[0], 12) <= player.workers:
                found.add(("take", die, slot))
        for number in player.goods_held():
            if die is None or worker_cost(player, die, number, None) <= player.workers:
                found.add(("sell", die, number))
        return found

    def _placings(self, die: int | None) -> set[Decision]:
        player = self.player()
        return {
            ("place", die, tile, space)
            for tile in player.storage
            for space in places_for(player, tile, die)
        }

    def _answers(self, question: str, *about: Any) -> set[Decision]:
        player = self.player()
        decline = ("decline",)
        if question == "start":
            return {("start", space) for space in player.estate.of_colour("castle")}
        if question == "castle":
            return self._die_actions(None)
        if question == "city_hall":
            return self._placings(None) | {decline}
        if question == "warehouse":
            return {("sell", None, number) for number in player.goods_held()} | {decline}
        if question in GRANTS:
            return {("take", None, slot) for slot in self._granted(question)} | {decline}
        if question == "ship":
            return self._voyages()
        if question == "goods":
            return {("goods", number) for number in self._new_goods(about[0][0])}
        if question == "discard":
            return {("discard", tile) for tile in player.storage}
        assert question == "pay"
        return {("pay", workers) for workers in self._payments()}

    def _granted(self, building: str) -> list[Slot]:
        kinds = GRANTS[building]
        return [slot for slot, tile in self.depots.items() if slot[0] and kind_of(tile) in kinds]

    def _voyages(self) -> set[Decision]:
        found: set[Decision] = {("ship", depot, None) for depot in range(1, 7)}
        if self.player().owns(5):
            for depot in range(1, 7):
                for other in range(1, 7):
                    if ring_distance(depot, other) == 1 and self.depot_goods[other].total():
                        found.add(("ship", depot, other))
        return found

    def _new_goods(self, depots: tuple[int, ...]) -> set[int]:
        """Return the goods types on these depots that the player does not hold yet."""
        lying = {n for depot in depots for n in self.depot_goods[depot].elements()}
        return lying - self.player().goods_held()

    def _payments(self) -> list[int]:
        player = self.player()
        return [w for w in (0, 1, 2) if w <= player.workers and 2 - w <= player.silver]
