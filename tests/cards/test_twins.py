"""Slow and obvious versions of piles with cloisters and of animal sets, on real games."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.cards.readers import animal_sets
from burgundy_lab.sim.cards.tables import CARD_TYPE, TYPE_NAMES
from tests.cards.games import KINDS, new, walk

VALUES = {"cloister": 6, "pasture": 4, "building": 3}


class Estate:
    """Piles as lists of card types; a pile is of the type of its first card that is no
    cloister, or of cloisters."""

    def __init__(self):
        self.piles = []

    @staticmethod
    def type_of(pile):
        return next((name for name in pile if name != "cloister"), "cloister")

    def place(self, name, under, size):
        """Put a card on an incomplete pile of a type and size, or start a new one (size 0)."""
        if size == 0:
            self.piles.append([name])
            return self.piles[-1]
        fitting = [p for p in self.piles if len(p) == size and self.type_of(p) == under]
        pile = fitting[0]
        assert name in ("cloister", under) or under == "cloister", "types are not mixed"
        pile.append(name)
        return pile

    def spots(self, name, must_join):
        """Return where a card may go, as type and size of the pile."""
        open_piles = {(self.type_of(p), len(p)) for p in self.piles if len(p) < 3}
        own = {spot for spot in open_piles if spot[0] == name}
        spots = own or {(name, 0)}
        if name == "cloister":
            return spots | open_piles
        if own and must_join:
            return spots
        return spots | {spot for spot in open_piles if spot[0] == "cloister"}

    def sizes(self):
        return sorted((self.type_of(pile), len(pile)) for pile in self.piles)


def sizes_in(state, seat):
    found = []
    for t, name in enumerate(TYPE_NAMES):
        for size, field in ((1, "ones"), (2, "twos"), (3, "triples")):
            found += [(name, size)] * int(state[field][seat, t])
    return sorted(found)


def spots_listed(here, k):
    """Return the spots that the legal actions give project k, with whatever card."""
    found = set()
    for action in here.legal_actions:
        word, choice = divmod(action, 64)
        if word < 18 and word % 3 == 1 and choice // 21 == k:
            under, size = divmod(choice % 21, 3)
            found.add((TYPE_NAMES[under], size))
    return found


@pytest.mark.parametrize("game, players", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_piles_triples_and_cloisters(game, players, seed):
    """Every placing: the twin lists the same spots, has the same piles, and counts the same
    triples by type."""
    position = new(game, players, 200 + seed)
    estates = [Estate() for _ in range(players)]
    for here, action in walk(position, seed):
        word, choice = divmod(action, 64)
        if word >= 18 or word % 3 != 1:
            continue
        seat, k = here.seat, choice // 21
        name = TYPE_NAMES[CARD_TYPE[here.state.projects[seat, k]]]
        under, size = divmod(choice % 21, 3)
        must_join = bool(here.state.joining)
        assert spots_listed(here, k) == estates[seat].spots(name, must_join)
        estates[seat].place(name, TYPE_NAMES[under], size)
        after = here.copy().step(action).state
        assert sizes_in(after, seat) == estates[seat].sizes()
        jokers = sum(
            pile.count("cloister")
            for pile in estates[seat].piles
            if Estate.type_of(pile) != "cloister"
        )
        assert after.jokers[seat].sum() == jokers


def naive_sets(counts):
    """Lay out sets one by one: an animal of each kind that is left."""
    left, vp, unused = list(counts), 0, 0
    while any(left):
        kinds = [k for k in range(4) if left[k]]
        for k in kinds:
            left[k] -= 1
        vp += {1: 0, 2: 1, 3: 2, 4: 4}[len(kinds)]
        unused += len(kinds) == 1
    return vp, unused


@pytest.mark.parametrize("game, players", KINDS)
def test_animal_sets(game, players):
    for seed in range(10):
        for here, _ in walk(new(game, players, 300 + seed), seed):
            for seat in range(players):
                vp, unused = naive_sets(here.state.animals[seat].tolist())
                assert animal_sets(here.state, seat, True) == vp
                assert animal_sets(here.state, seat, False) == unused
