"""[Turns], [Rounds], [Round end], [Cards]: whose turn it is, and what happens between rounds."""

from __future__ import annotations

import random

import numpy as np
import pytest

from burgundy_lab.sim.cards.cards import deal_face_down, draw_from_pile, shuffle_discards, turn_up
from burgundy_lab.sim.cards.readers import draw_pile
from burgundy_lab.sim.cards.state import FRESH, OLD
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.rng import STREAM
from tests.builders_cards import Table, table


def walk(position, seed=1):
    lot = random.Random(seed)
    while not position.is_over:
        yield position
        position.step(lot.choice(list(position.legal_actions)))


def game_of(players, seed=3, **settings):
    return Position.new("cards", players=players, estates=(), seed=seed, settings=settings)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_rounds_of_six_turns_clockwise_from_the_start_player(players):
    position, seen = game_of(players), []
    for here in walk(position):
        now = (int(here.state.round_no), int(here.state.turn_no), int(here.state.seat))
        if not seen or seen[-1] != now:
            seen.append(now)
    assert len(seen) == 5 * 6 * players
    for n in range(0, len(seen), players):
        seats = [seat for _, _, seat in seen[n : n + players]]
        assert seats == [(seats[0] + k) % players for k in range(players)]
        assert len({turn[:2] for turn in seen[n : n + players]}) == 1


def test_two_cards_in_hand_but_only_one_in_turn_six():
    for here in walk(game_of(3)):
        state = here.state
        if not state.played and not state.asked and not state.bought:
            wanted = 1 if state.turn_no == 5 else 2
            assert (state.hand[state.seat] > 0).sum() == wanted
            assert state.face_down[state.seat] == max(0, 4 - state.turn_no)


def test_a_card_must_be_played_before_the_turn_ends():
    assert not table(silver=5).can("end the turn")


def test_the_display_is_not_refilled_during_a_round():
    game = table(display={3: ["ship 5"]}).do("take ship 5")
    assert game.display(3) == []


def last_turn(players=2, **arranged):
    """Return a table whose last seat has one card to play in round A, turn 6."""
    game = table(players=players, turn=6, round_name="A", **arranged)
    state = game.state
    state.face_down[:], state.start = 0, 1
    for seat in range(1, players):
        state.hand[seat] = 0
    return game


def test_at_the_end_of_a_round_the_display_is_cleared_and_laid_out_anew():
    game = last_turn(display={3: ["ship 5"], 4: ["mine 2"]}).do("take 1 silver")
    assert game.state.round_no == 1 and (game.state.display > 0).sum() == 7
    assert game.state.discarded[29] == 1 and game.state.discarded[8] == 1


def test_each_player_gets_six_new_cards():
    game = last_turn().do("take 1 silver")
    assert sorted(game.state.face_down[:2].tolist()) == [4, 6]


def test_projects_storage_and_estate_stay():
    game = last_turn(projects=["mine 2"], piles={"ship": [2]}, workers=4).do("take 1 silver")
    assert game.projects() == ["mine2"] and game.piles() == {"ship": [2]}
    assert game.state.workers[0] == 4


def test_without_a_sale_the_start_player_card_goes_clockwise():
    game = last_turn(players=3)
    game.state.holder = game.state.start = 1
    game.do("take 1 silver")
    assert game.state.holder == game.state.start == game.state.seat == 2


def test_the_last_seller_begins_the_next_round():
    game = last_turn(players=3)
    game.state.holder, game.state.flipped = 0, 1
    game.do("take 1 silver")
    assert game.state.seat == game.state.start == 0 and game.state.flipped == 0


def test_after_round_e_the_start_player_card_stays():
    game = last_turn()
    game.state.round_no, game.state.holder = 4, 1
    game.do("take 1 silver")
    assert game.state.over == 1 and game.state.holder == 1


# --- the draw pile --------------------------------------------------------------------------------


def drained(left):
    """Return a table with `left` cards in the draw pile and the rest discarded, and chance."""
    game, chance = table(), np.zeros(1, STREAM)[0]
    while game.state.unseen_left[FRESH] - game.state.face_down.sum() > left:
        game.state.discarded[draw_from_pile(game.state, chance)] += 1
    return game, chance


def test_a_short_draw_pile_is_used_up_before_the_discards_are_shuffled():
    game, chance = drained(2)
    discarded = int(game.state.discarded.sum())
    for _ in range(2):
        draw_from_pile(game.state, chance)
        assert game.state.discarded.sum() == discarded
    draw_from_pile(game.state, chance)
    assert game.state.discarded.sum() == 0 and game.state.unseen_left[FRESH] == discarded - 1


def test_cards_face_down_are_not_shuffled():
    game, _ = drained(0)
    face_down = int(game.state.face_down.sum())
    shuffle_discards(game.state)
    assert game.state.unseen_left[OLD] == face_down
    assert game.state.face_down_old[:, 0].tolist() == game.state.face_down.tolist()


def test_cards_of_two_earlier_shuffles_are_not_mixed():
    game, chance = drained(0)
    state = game.state
    first = state.unseen[FRESH].copy()
    shuffle_discards(state)
    second = state.unseen[FRESH].copy()
    deal_face_down(state, 0, 2)
    while draw_pile(state) > 0:
        drawn = draw_from_pile(state, chance)
        second[drawn] -= 1
        state.discarded[drawn] += 1
    shuffle_discards(state)
    assert (state.unseen[2] == first).all() and (state.unseen[1] == second).all()
    assert state.face_down_old[0].tolist() == [2, int(state.face_down[0]) - 2, 0]
    assert draw_pile(state) == state.unseen_left[FRESH] > 0, "all that lies in front of nobody"
    while state.face_down[0] > 0:
        left = first if state.face_down[0] > 2 else second
        drawn = turn_up(state, chance, 0)
        assert left[drawn] > 0, "a card that cannot be his"
        left[drawn] -= 1


def test_if_both_piles_run_out_fewer_cards_come():
    game, chance = drained(1)
    game.state.discarded[:] = 0
    before = int(game.state.face_down[1])
    deal_face_down(game.state, 1, 6)
    assert game.state.face_down[1] == before + 1
    assert draw_from_pile(game.state, chance) == 0


def test_a_seat_without_cards_is_passed_over():
    game = table(turn=3)
    game.state.face_down[1], game.state.hand[1] = 0, 0
    game.do("take 1 silver")
    assert game.state.seat == 0 and game.state.turn_no == 3


def test_a_table_shows_its_words():
    assert isinstance(table(), Table) and "display" in str(table().position)
