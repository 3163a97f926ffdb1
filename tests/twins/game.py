"""What decisions do in the naive game, and how it ends."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any

from tests.twins.naive import (
    BUILDINGS,
    LARGE_BONUS,
    PHASE_POINTS,
    POINTS_PER_GOODS_SOLD,
    REGION_POINTS,
    SMALL_BONUS,
    Space,
    animal_points,
    final_points,
    is_complete,
    kind_of,
    order_of,
    places_for,
    ranks,
    sail_on,
    worker_cost,
)
from tests.twins.table import Chance, Decision, Slot, Table


class NaiveGame(Table):
    """A game that can be played, decision by decision."""

    def apply(self, decision: Decision, chance: Chance) -> None:
        """Carry out a decision, then what follows without one."""
        verb, *about = decision
        if verb == "end":
            self._end_turn(chance)
            return
        if verb == "start":
            self._lay_start(self.seat, about[0])
            self.waiting.pop()
            self._start_castles(chance)
            return
        self._carry_out(verb, about)
        if not self.waiting and not self.dice and not self._purchases():
            self._end_turn(chance)

    def _carry_out(self, verb: str, about: list[Any]) -> None:
        getattr(self, f"_{verb}")(*about)
        if verb in ("buy", "pay", "discard"):
            self._drop_idle_city_hall()

    def outcome_of(self, decision: Decision) -> Any:
        """Return what lies on the table after a decision, before chance has a say: the same for
        decisions between which there is no difference.

        What has no order is sorted: stored tiles, the tiles of a depot, unused dice.
        """
        verb, *about = decision
        if verb in ("end", "start"):
            return decision
        after = self._copied()
        after._carry_out(verb, about)
        player = after.player()
        lying = sorted((slot[0], tile) for slot, tile in after.depots.items())
        goods = [sorted(after.depot_goods[depot].elements()) for depot in range(1, 7)]
        owned = (sorted(player.storage), sorted(player.goods.items()), sorted(player.sold.items()))
        waiting = [after._words_of(question) for question in after.waiting]
        counted = (player.silver, player.workers, sorted(player.ledger.items()), after.bought)
        places = sorted(player.tiles.items())
        return repr(
            (lying, goods, owned, waiting, counted, places, sorted(after.dice), after.track)
        )

    def _copied(self) -> NaiveGame:
        """Return a copy on which a decision can be tried out."""
        after = copy(self)
        after.players = list(self.players)
        player = after.players[self.seat] = copy(self.player())
        for name in ("storage", "tiles", "goods", "sold", "ledger", "did"):
            setattr(player, name, copy(getattr(player, name)))
        after.dice, after.waiting = list(self.dice), list(self.waiting)
        after.depots, after.bonus = dict(self.depots), deepcopy(self.bonus)
        after.depot_goods, after.track = deepcopy(self.depot_goods), deepcopy(self.track)
        return after

    def _words_of(self, question: Decision) -> Any:
        """Return a question that waits with what an answer to it can still bring."""
        word, *about = question
        if word in ("discard", "pay"):
            return word, about[0][0], self.depots[about[0]]
        if word == "goods":
            return word, sorted(self._loads(about[0]))
        return question

    def _loads(self, groups: list[tuple[int, ...]]) -> set[Any]:
        """Return all ways in which a ship can still be loaded from the depots of a question."""
        found = set()
        for number in self._new_goods(groups[0]):
            after = self._copied()
            after._goods(number)
            if after.waiting and after.waiting[-1][0] == "goods":
                found |= {(number, *rest) for rest in after._loads(after.waiting[-1][1])}
            else:
                goods = [sorted(after.depot_goods[depot].elements()) for depot in range(1, 7)]
                found.add((number, repr((sorted(after.player().goods.items()), goods))))
        return found

    def _use(self, die: int | None) -> None:
        """Use a die up, or answer the question that gave an action without one."""
        if die is None:
            self.waiting.pop()
        else:
            self.dice.remove(die)

    def _pay(self, workers: int) -> None:
        """Answer how many workers stand in for Silverlings in a purchase."""
        _, slot = self.waiting.pop()
        self._pay_for(slot, workers)

    def _spend(self, workers: int) -> None:
        player = self.player()
        player.workers -= workers
        player.did["workers_used"] += workers
        assert player.workers >= 0

    def _workers(self, die: int | None) -> None:
        self._use(die)
        player = self.player()
        player.did["worker_actions"] += 1
        player.workers += 4 if player.owns(14) else 2
        player.silver += 1 if player.owns(13) else 0

    def _take(self, die: int | None, slot: Slot) -> None:
        self._use(die)
        self._spend(worker_cost(self.player(), die, slot[0], 12))
        self.player().did["takes"] += 1
        self._store(slot)

    def _store(self, slot: Slot) -> None:
        if len(self.player().storage) == 3:
            self.waiting.append(("discard", slot))
        else:
            self.player().storage.append(self.depots.pop(slot))

    def _discard(self, tile: str) -> None:
        self.player().storage.remove(tile)
        self.player().did["discards"] += 1
        self.removed += 1
        self._store(self.waiting.pop()[1])

    def _sell(self, die: int | None, number: int) -> None:
        self._use(die)
        player = self.player()
        self._spend(worker_cost(player, die, number, None))
        n = player.goods.pop(number)
        player.sold[number] += n
        player.silver += 2 if player.owns(3) else 1
        player.workers += 1 if player.owns(4) else 0
        player.did["sales"] += 1
        self._gain("goods_sold", n * POINTS_PER_GOODS_SOLD[self.seats])

    def _gain(self, source: str, points: int) -> None:
        self.player().ledger[source, self.phase] += points

    def _buy(self, slot: Slot) -> None:
        self.bought = True
        self.player().did["purchases"] += 1
        mixed = self.player().owns(6) and self.settings["edition"] == "2019"
        if mixed and len(self._payments()) > 1:
            self.waiting.append(("pay", slot))
        else:
            self._pay_for(slot, self._payments()[0] if mixed else 0)

    def _pay_for(self, slot: Slot, workers: int) -> None:
        player = self.player()
        player.workers -= workers
        player.silver -= 2 - workers
        assert player.workers >= 0 and player.silver >= 0
        self._store(slot)

    def _decline(self) -> None:
        self.waiting.pop()

    def _place(self, die: int | None, tile: str, space: Space) -> None:
        self._use(die)
        player = self.player()
        self._spend(places_for(player, tile, die)[space])
        player.storage.remove(tile)
        player.tiles[space] = tile
        player.did["placings"] += 1
        self._score_region(space)
        self._score_colour(kind_of(tile))
        if tile in BUILDINGS:
            self._use_building(tile)
        elif tile == "ship":
            self._sail()
        elif tile == "castle":
            self.waiting.append(("castle",))
        elif kind_of(tile) == "animal":
            self._gain("animals", animal_points(player, space))

    def _score_region(self, space: Space) -> None:
        region = self.player().estate.region_of[space]
        if is_complete(self.player(), region):
            self.player().regions_done += 1
            self._gain("regions", REGION_POINTS[len(region)])
            self._gain("phase_bonus", PHASE_POINTS[self.phase])

    def _score_colour(self, colour: str) -> None:
        owners = self.bonus[colour]
        if not is_complete(self.player(), self.player().estate.of_colour(colour)):
            return
        assert self.seat not in owners
        if len(owners) < 2:
            prize = SMALL_BONUS if owners else LARGE_BONUS
            self._gain("colour_bonus", prize[self.seats])
            owners.append(self.seat)

    def _use_building(self, building: str) -> None:
        """Carry out a building's advantage, or ask; what cannot be used lapses."""
        player = self.player()
        if building == "bank":
            player.silver += 2
        elif building == "boarding_house":
            player.workers += 4
        elif building == "watchtower":
            self._gain("watchtower", 4)
        elif building == "warehouse":
            if player.goods_held():
                self.waiting.append(("warehouse",))
        elif building == "city_hall":
            self.waiting.append(("city_hall",))
            self._drop_idle_city_hall()
        elif self._granted(building):
            self.waiting.append((building,))

    def _drop_idle_city_hall(self) -> None:
        """Ask for no second placing if no tile can be placed, not even one that could be bought."""
        if not self.waiting or self.waiting[-1] != ("city_hall",) or self._placings(None):
            return
        buyable = [self.depots[slot] for _, slot in self._purchases()]
        if not any(places_for(self.player(), tile, None) for tile in buyable):
            self.waiting.pop()

    def _sail(self) -> None:
        sail_on(self.track, self.seat)
        held = self.player().goods_held()
        lying = {n for goods in self.depot_goods.values() for n in goods.elements()}
        if lying & held or (lying and len(held) < 3):
            self.waiting.append(("ship",))

    def _ship(self, depot: int, other: int | None) -> None:
        self.waiting.pop()
        if other is None:
            self._load([(depot,)])
        elif self.settings["second_depot"] == "together":
            self._load([(depot, other)])
        else:
            self._load([(depot,), (other,)])

    def _load(self, groups: list[tuple[int, ...]]) -> None:
        """Load all goods that fit, group by group; ask for types where spaces are short."""
        while groups:
            depots = groups[0]
            for number in self.player().goods_held():  # these will come, whatever is chosen
                for group in groups:
                    self._move_goods(group, number)
            new, free = self._new_goods(depots), 3 - len(self.player().goods_held())
            if len(new) > free > 0:
                self.waiting.append(("goods", groups))
                return
            if len(new) <= free:
                for number in new:
                    self._move_goods(depots, number)
            groups = groups[1:]

    def _move_goods(self, depots: tuple[int, ...], number: int) -> None:
        for depot in depots:
            n = self.depot_goods[depot].pop(number, 0)
            if n:
                self.player().goods[number] += n

    def _goods(self, number: int) -> None:
        _, groups = self.waiting.pop()
        self._move_goods(groups[0], number)
        self._load(groups)

    # --- the end ------------------------------------------------------------------------------

    def result(self) -> tuple[list[int], list[int], list[dict[str, int]]]:
        """Return VP, ranks and VP of the final scoring by source, seat by seat."""
        bonus_tiles = [
            sum(owners.count(seat) for owners in self.bonus.values()) for seat in range(self.seats)
        ]
        final = [
            final_points(player, n, self.settings["edition"])
            for player, n in zip(self.players, bonus_tiles, strict=True)
        ]
        points = [p.points() + sum(f.values()) for p, f in zip(self.players, final, strict=True)]
        empty = [37 - len(player.tiles) for player in self.players]
        order = self.order if self.settings["tie_order"] == "last_round" else order_of(self.track)
        return points, ranks(points, empty, order, self.settings["tie_break"]), final
