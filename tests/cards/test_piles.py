"""Each draw pile told apart: a card that is hidden is never one that its pile cannot hold."""

from __future__ import annotations

from collections import Counter, deque

import pytest

from burgundy_lab.experiments.asking import ask
from burgundy_lab.sim.cards.readers import draw_pile
from burgundy_lab.sim.cards.state import AARON
from burgundy_lab.sim.cards.tables import CARD_NAMES
from burgundy_lab.sim.cards.values import table_of
from burgundy_lab.sim.position import Position
from burgundy_lab.strategies import get_strategy
from tests.cards.games import KINDS

BUY = 64 * 18
NOTHING: Counter[int] = Counter()


def counts(field):
    return Counter({card: int(n) for card, n in enumerate(field.tolist()) if n})


class Piles:
    """What is unseen of each pile, the newest last, and of which pile each face-down card is."""

    def __init__(self, state):
        self.unseen = [counts(state.deck)]
        self.left = int(state.deck.sum())
        self.down = [deque() for _ in range(4)]
        self.discards = Counter()

    def draw(self):
        """Take the top card of the draw pile; return of which pile it is, None without a card."""
        if not self.left and self.discards:
            self.unseen.append(self.discards)
            self.left, self.discards = self.discards.total(), Counter()
        if not self.left:
            return None
        self.left -= 1
        return len(self.unseen) - 1

    def turn(self, pile, card):
        assert self.unseen[pile][card] > 0, f"{CARD_NAMES[card]} cannot be of pile {pile}"
        self.unseen[pile][card] -= 1

    def deal(self, seat, cards):
        drawn = [self.draw() for _ in range(cards)]
        self.down[seat].extend(pile for pile in drawn if pile is not None)

    def lay_out(self, state, turned=NOTHING):
        """Turn up a display. If the pile runs out amid it, which cards were the last of the old
        one is read off the position: as many as there were, and all of them in the display.
        turned: cards of Aaron that are still face down then, and turned up in the position."""
        display = Counter(c for c in state.display.tolist() if c)
        drawn = Counter(self.draw() for _ in range(display.total()))
        last = len(self.unseen) - 1
        if drawn[last] < display.total():
            waiting = sum(down.count(last - 1) for down in self.down)
            shown = list(self.down[AARON])[: turned.total()].count(last - 1)
            assert shown in (0, turned.total())
            kept = counts(state.unseen[1]) if waiting > shown else Counter()
            old = self.unseen[last - 1] - kept - (turned if shown else NOTHING)
            assert old.total() == drawn[last - 1] and old <= display
            for card in old.elements():
                self.turn(last - 1, card)
            display -= old
        for card in display.elements():
            self.turn(last, card)

    def turn_up(self, seat, cards):
        for card in cards:
            self.turn(self.down[seat].popleft(), card)

    def deal_sixes(self, state):
        for k in range(int(state.seats)):
            self.deal((int(state.start) + k) % int(state.seats), 6)

    def begin_game(self, state):
        self.lay_out(state)
        if state.seats == 1:
            self.deal(AARON, 25)
            self.turn_up(AARON, counts(state.estate[AARON]).elements())
        self.deal_sixes(state)
        self.turn_up(int(state.seat), [c for c in state.hand[state.seat].tolist() if c])

    def follow(self, before, action, after):
        """Follow an action, and the round that it may end."""
        seat = int(after.seat)
        hand = [c for c in after.hand[seat].tolist() if c]
        if action == BUY:
            self.discards = counts(before.discarded)
            for card in after.offer.tolist():
                if card:
                    self.turn(self.draw(), card)
        elif after.round_no != before.round_no:
            aaron = counts(after.estate[AARON]) - counts(before.estate[AARON])
            self.begin_round(after, before, aaron)
            if after.seats == 1:
                self.turn_up(AARON, aaron.elements())
            self.turn_up(seat, hand)
        else:
            new = int(before.face_down[seat] - after.face_down[seat])
            self.turn_up(seat, hand[len(hand) - new :])

    def begin_round(self, after, before, turned):
        """Lay out and deal: what lies in no estate, among no projects and is not unseen has been
        discarded."""
        estates = after.estate.copy()
        if after.seats == 1:
            estates[AARON] = before.estate[AARON]
        self.discards = counts(after.deck)
        self.discards -= counts(estates.sum(axis=0))
        self.discards -= Counter(c for c in after.projects.ravel().tolist() if c)
        for unseen in self.unseen:
            self.discards -= unseen
        self.lay_out(after, turned)
        self.deal_sixes(after)

    def kept(self):
        """Return the unseen cards of each pile that has any, the newest first."""
        return [+unseen for unseen in reversed(self.unseen) if unseen.total()]


def play(game, players, seed):
    """Yield the positions of a game of collectors, whose triples pay much silver to buy cards."""
    values, collector = table_of("default"), get_strategy(game, "collector")
    for name in "BCE":
        values["menus"][name] = [{"silver": 6}]
    here = Position.new(game, players=players, estates=(), values=values, seed=seed)
    while not here.is_over:
        action = ask(collector, here, seed=seed, game_no=0, decision=0)
        yield here, action
        here.step(action)


def follow_game(game, players, seed):
    """Follow a game; return how many older piles had unseen cards at once, at most."""
    most, piles, before, action = 0, None, None, None
    for here, following in play(game, players, seed):
        state = here.state
        if piles is None:
            piles = Piles(state)
            piles.begin_game(state)
        elif state.round_no > before.round_no + 1:
            break  # a round without a card to play went by
        else:
            piles.follow(before, action, state)
        assert [counts(part) for part in state.unseen if part.any()] == piles.kept()
        assert draw_pile(state) == piles.left
        most = max(most, int(state.unseen[1:].any(axis=1).sum()))
        before, action = state.copy(), following
    return most


@pytest.mark.parametrize(
    "game, players, seed, older", [("cards", 4, 1, 2), ("cards", 2, 0, 1), ("cards-solo", 1, 0, 1)]
)
def test_hidden_cards_are_of_their_own_pile(game, players, seed, older):
    assert follow_game(game, players, seed) >= older


@pytest.mark.slow
@pytest.mark.parametrize("game, players", KINDS)
def test_hidden_cards_of_40_games_are_of_their_own_pile(game, players):
    older = {follow_game(game, players, seed) for seed in range(40)}
    assert max(older) >= {1: 1, 2: 1, 3: 1, 4: 2}[players], "older piles with unseen cards"
