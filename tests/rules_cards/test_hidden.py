"""[Hidden cards]: a policy sees its own hand, and nobody's unseen cards have an order."""

from __future__ import annotations

import random

import numpy as np
import pytest

from burgundy_lab.sim.cards.cards import put_unseen
from burgundy_lab.sim.cards.check import check
from burgundy_lab.sim.cards.readers import draw_pile
from burgundy_lab.sim.cards.state import FRESH, OLD
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rollout import Loop
from burgundy_lab.strategies import Policy
from tests.builders_cards import table


def watcher(state, legal, rng, weights):
    """Answer -1, which is no action, if a hand of another seat is to be seen; else the first."""
    for other in range(state.seats):
        if other != state.seat and (state.hand[other, 0] != 0 or state.hand[other, 1] != 0):
            return -1
    if state.hand[state.seat, 0] == 0 and state.played == 0:
        return -2
    for word in range(legal.size - 1):
        for bit in range(63):
            if legal[word] >> bit & 1:
                return 64 * word + bit
    return -3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_loop_shows_a_policy_no_other_hand(players):
    game = get_game("cards")
    policy = Policy("watcher", "cards", "for tests", (), watcher).compiled
    loop = Loop(game, game.configure(players), [policy] * players, [[0.0]] * players, 11)
    rows = np.zeros((50 * players, 1 + len(game.columns)), "i4")
    assert loop.play(0, 50, rows, np.zeros((0, 2), "i2"))[0] == 50


def walk(players, seed):
    position = Position.new("cards", players=players, estates=(), seed=seed)
    lot = random.Random(seed)
    while not position.is_over:
        yield position
        position.step(lot.choice(list(position.legal_actions)))


def view_of(position):
    """Return the copy that the policy of the seat to move is given."""
    view = position.copy()
    position.game.hide(view.state, view.seat)
    return view


def known(view):
    return {name: view.state[name].tobytes() for name in view.state.dtype.names}


@pytest.mark.parametrize("players, seed", [(2, 1), (3, 2), (4, 3), (4, 4)])
def test_what_a_policy_sees_is_a_whole_position_without_other_hands(players, seed):
    for here in walk(players, seed):
        view = view_of(here)
        others = [p for p in range(players) if p != here.seat]
        assert (view.state.hand[others] == 0).all()
        assert (view.state.hand[here.seat] == here.state.hand[here.seat]).all()
        assert check(view.state) == []
        assert list(view.legal_actions) == list(here.legal_actions)


@pytest.mark.parametrize("players, seed", [(2, 1), (3, 2), (4, 3)])
def test_other_cards_in_other_hands_look_the_same_to_the_byte(players, seed):
    """Exchange a hidden hand card for any unseen one: the view does not change."""
    lot = random.Random(seed)
    for here in walk(players, seed):
        for other in range(players):
            old = int(here.state.hand[other, 0])
            if other == here.seat or not old or here.state.hand_part[other, 0]:
                continue
            another = here.copy()
            state = another.state
            new = lot.choice([c for c in range(1, 85) if state.unseen[0, c] > 0])
            state.hand[other, 0] = new
            state.unseen[0, new] -= 1
            state.unseen[0, old] += 1
            here.game.derive(state)
            assert known(view_of(another)) == known(view_of(here))


def check_other_seats_do_not_see_the_offer(here, lot):
    """Exchange each bought card for any other it could be: no other seat's view changes."""
    state = here.state
    assert (view_of(here).state.offer == state.offer).all()
    for c in range(3):
        another = here.copy()
        old, part = int(state.offer[c]), int(state.offer_part[c])
        new = lot.choice([card for card in range(1, 85) if state.unseen[part, card] > 0])
        another.state.offer[c] = new
        another.state.unseen[part, new] -= 1
        another.state.unseen[part, old] += 1
        here.game.derive(another.state)
        for other in range(int(state.seats)):
            if other != here.seat:
                view, same = here.copy(), another.copy()
                here.game.hide(view.state, other)
                here.game.hide(same.state, other)
                assert (view.state.offer == 0).all() and check(view.state) == []
                assert known(view) == known(same)


@pytest.mark.parametrize("players, seed", [(2, 1), (3, 2), (4, 3)])
def test_bought_cards_are_seen_by_their_buyer_alone(players, seed):
    lot, seen = random.Random(seed), 0
    for here in walk(players, seed):
        if (here.state.offer > 0).all():
            check_other_seats_do_not_see_the_offer(here, lot)
            seen += 1
    assert seen > 3


def test_bought_cards_from_before_a_shuffle_are_hidden_as_such():
    """One card is left in the draw pile: the other two come from the shuffled discards."""
    game = table(players=3, silver=3)
    state = game.state
    while draw_pile(state) > 1:
        card = int(np.flatnonzero(state.unseen[FRESH])[0])
        put_unseen(state, FRESH, card, -1)
        state.discarded[card] += 1
    game.do("look at three")
    assert state.offer_part.tolist() == [OLD, FRESH, FRESH] and game.position.check() == []
    check_other_seats_do_not_see_the_offer(game.position, random.Random(1))
    assert game.do("use the bought").state.offer_part.tolist() == [0, 0, 0]


def test_a_search_may_go_on_from_what_it_sees():
    for here in walk(3, 9):
        view = view_of(here)
        lot = random.Random(1)
        for _ in range(12):
            if view.is_over:
                break
            view.step(lot.choice(list(view.legal_actions)))
            assert check(view.state) == []


def test_the_next_cards_are_not_in_the_position():
    """One position, twenty keys of chance: the card turned up next is not the same."""
    position = Position.new("cards", players=2, estates=(), seed=1)
    found = set()
    for seed in range(20):
        other = Position(position.game, position._states.copy(), seed, 0)
        other.step(next(iter(other.legal_actions)))
        found.add(tuple(other.state.hand[other.seat].tolist()))
    assert len(found) > 15


def test_the_same_key_turns_up_the_same_hands_whatever_was_decided():
    """Until cards are bought, two players who decide otherwise meet the same hands."""
    hands = []
    for pick in (0, -1):
        position = Position.new("cards", players=2, estates=(), seed=4)
        seen = []
        while position.state.round_no == 0 and not position.is_over:
            state = position.state
            now = (int(state.turn_no), int(state.seat))
            if not seen or seen[-1][0] != now:
                seen.append((now, sorted(state.hand[position.seat].tolist())))
            actions = [a for a in position.legal_actions if a < 6 * 64 and a // 64 % 3 != 1]
            position.step((actions or list(position.legal_actions))[0 if pick == 0 else -1])
        hands.append([h for _, h in seen[:2]])
    assert hands[0] == hands[1]
