"""[Aaron]: the game alone."""

from __future__ import annotations

import re

import pytest

from burgundy_lab import simulate
from burgundy_lab.analysis import load
from burgundy_lab.sim.cards.setup import aaron_leads
from burgundy_lab.sim.cards.state import AARON
from burgundy_lab.sim.position import Position
from tests.builders_cards import table


def alone(seed=5, **settings):
    return Position.new("cards-solo", players=1, estates=(), seed=seed, settings=settings)


def rounds_of(position):
    """Yield the state at the first decision of each round, playing for silver alone."""
    seen = -1
    while not position.is_over:
        if position.state.round_no != seen:
            seen = int(position.state.round_no)
            yield position.state
        position.state.gained[0, 12, 0] = 100  # so that the player is never behind
        position.state.points[0] = position.state.gained[0].sum()
        position.step(max(position.legal_actions, key=lambda a: a % 64 == 4))


def test_the_player_starts_with_a_worker_a_silver_a_good_and_an_animal():
    state = alone().state
    assert state.workers[0] == state.silver[0] == 1
    assert state.goods[0].sum() == state.animals[0].sum() == 1


def test_aaron_gets_3_4_5_6_and_7_cards_at_the_start_of_the_rounds():
    counts = [int(state.estate[AARON].sum()) for state in rounds_of(alone())]
    assert counts == [3, 7, 12, 18, 25]


def test_his_cards_lie_face_down_until_then():
    assert [int(s.face_down[AARON]) for s in rounds_of(alone())] == [22, 18, 13, 7, 0]


def test_his_cards_are_sorted_by_type_and_a_fourth_starts_a_new_pile():
    for seed in range(10):
        for state in rounds_of(alone(seed)):
            by_type = [int(state.estate[AARON, 6 * f + 1 : 6 * f + 7].sum()) for f in range(6)]
            by_type.append(int(state.estate[AARON, 37:].sum()))
            assert state.triples[AARON].tolist() == [n // 3 for n in by_type]
            assert state.ones[AARON].tolist() == [int(n % 3 == 1) for n in by_type]
            assert state.twos[AARON].tolist() == [int(n % 3 == 2) for n in by_type]


def test_his_cloisters_are_never_jokers_and_each_gives_the_player_a_vp():
    for seed in range(10):
        for state in rounds_of(alone(seed)):
            assert state.jokers[AARON].sum() == 0
            assert state.gained[0, 13].sum() == state.estate[AARON, 13:19].sum()


def test_he_gets_triples_first_triple_cards_and_all_seven():
    sevens = 0
    for seed in range(20):
        for state in rounds_of(alone(seed)):
            wanted = int((state.triples[AARON] * state.triple_vp).sum())
            wanted += int((state.first_owner == AARON).sum())
            wanted += 3 * int(state.has_seven[AARON])
            assert state.points[AARON] == wanted
            piles = state.ones[AARON] + state.twos[AARON] + state.triples[AARON]
            assert state.has_seven[AARON] == (piles > 0).all()
            sevens += int(state.has_seven[AARON])
    assert sevens > 0


def test_he_takes_the_first_triple_card_before_the_player():
    for state in rounds_of(alone(3)):
        done = state.triples[AARON] > 0
        assert (state.first_owner[done] == AARON).all()


def test_he_gets_no_workers_silver_goods_animals_or_round_bonus():
    for state in rounds_of(alone()):
        assert state.workers[AARON] == state.silver[AARON] == 0
        assert state.goods[AARON].sum() == state.animals[AARON].sum() == 0
        assert state.gained[AARON, 9].sum() == 0


def test_there_is_no_start_player_card():
    game = table(players=1, goods={"medium_brown": 1}).do("sell 1")
    assert game.state.holder == -1 and game.state.flipped == 0


def test_the_stack_of_all_seven_is_3_and_1():
    six = {n: [1] for n in ("castle", "cloister", "knowledge", "ship", "pasture", "building")}
    for taken, vp in ((0, 3), (1, 1)):
        game = table(players=1, projects=["mine 3"], piles=six)
        game.state.sevens_taken = taken
        assert game.do("place mine 3").vp("all_seven") == vp


def last_turn(player, aaron, round_no=1):
    game = table(players=1, turn=6, hand=["castle 3"])
    state = game.state
    state.round_no, state.face_down[0], state.animals[0] = round_no, 0, (1, 1, 0, 0)
    state.gained[:] = 0
    state.gained[0, 0, 0], state.gained[AARON, 0, 0] = player, aaron
    state.points[:2] = player, aaron
    return game


def test_if_aaron_has_more_after_a_round_the_game_is_lost_at_once():
    game = last_turn(player=5, aaron=7).do("take 1 silver")
    assert game.state.over == 1 and game.state.lost_round == 2
    result = game.position.outcome()[0]
    assert (result.rank, result.columns["lost_round"], result.columns["aaron_points"]) == (2, 2, 7)


@pytest.mark.parametrize("player", [6, 7])
def test_equal_or_more_goes_on_animals_counted(player):
    """Two different animals are one VP: 6 + 1 is equal to 7."""
    game = last_turn(player=player, aaron=7)
    assert not aaron_leads(game.state)
    game.do("take 1 silver")
    assert game.state.over == 0 and game.state.round_no == 2


def test_equal_after_the_fifth_round_wins():
    game = last_turn(player=6, aaron=7, round_no=4).do("take 1 silver")
    result = game.position.outcome()[0]
    assert (result.rank, result.vp, result.columns["lost_round"]) == (1, 7, 0)


def test_the_player_has_effects_and_round_bonuses_as_usual():
    game = table(players=1, projects=["mine 3"], piles={"mine": [2]}, round_name="A")
    game.do("place mine 3", "round bonus: 3 silver")
    assert game.state.silver[0] == 5


def test_the_comparison_at_the_end_of_a_round_is_told(tmp_path):
    games = 14
    run = simulate(
        game="cards-solo", strategies="collector", games=games, seed=2, log="decisions",
        out=tmp_path / "run", progress=False,
    )  # fmt: skip
    line = re.compile(
        r"- end of round ([A-E]): seat 0 has (\d+) VP with its animals, Aaron (\d+): (.*)"
    )
    lost_rounds = []
    for number in range(games):
        words = "\n".join(load(run).trace(number).words())
        told = [found.groups() for found in line.finditer(words)]
        assert [name for name, *_ in told] == list("ABCDE")[: len(told)]
        for name, own, aaron, what in told:
            over = name == told[-1][0]
            expected = "lost" if int(own) < int(aaron) else "won" if over else "the game goes on"
            assert what == expected
        lost_rounds.append(len(told) if told[-1][3] == "lost" else 0)
        assert f"  seat 0: {told[-1][1]} VP" in words
        assert f"  Aaron: {told[-1][2]} VP" in words
    assert lost_rounds == load(run).frame()["lost_round"].to_list()
    assert len(set(lost_rounds)) > 1
