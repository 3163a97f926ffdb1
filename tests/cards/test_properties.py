"""What holds after every decision, and at the end of very many games."""

from __future__ import annotations

import pytest

from burgundy_lab.sim.cards.state import AARON, DEEPEST, PLAY_SOURCES
from burgundy_lab.sim.cards.values import table_of
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.position import Position
from tests.cards.games import KINDS, new, play_many, walk


def cards_in(state) -> int:
    n = int(state.unseen.sum() + state.discarded.sum() + state.estate.sum())
    n += sum(int((state[f] > 0).sum()) for f in ("hand", "projects", "display", "offer"))
    waiting = [
        state.subject[k]
        for k in range(state.asked)
        if state.question[k] == 8 and state.subject[k] < 90
    ]
    return n + len(waiting)


def goods_in(state) -> int:
    return int(state.stock_left[:3].sum() + state.goods.sum() + state.sold.sum()
               + (state.top[:2] >= 0).sum())  # fmt: skip


def animals_in(state) -> int:
    return int(state.stock_left[3:].sum() + state.animals.sum() + (state.top[2:] >= 0).sum())


def check_every_decision(game, players, seed):
    position = new(game, players, seed)
    for here, action in walk(position, seed):
        assert here.check() == []
        assert cards_in(here.state) == 114
        assert goods_in(here.state) == 18 and animals_in(here.state) == 20
        assert here.describe(action)
        assert here.state.silver.min() >= 0 and here.state.workers.min() >= 0
        assert here.state.points.tolist() == here.state.gained.sum(axis=(1, 2)).tolist()
    assert position.check() == [] and list(position.legal_actions) == []
    rounds = int(position.state.round_no) + 1
    assert rounds == 5 or position.state.lost_round == rounds


@pytest.mark.parametrize("game, players", KINDS)
def test_every_decision_of_a_few_games(game, players):
    for seed in range(8):
        check_every_decision(game, players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game, players", KINDS)
def test_every_decision_of_500_games(game, players):
    for seed in range(500):
        check_every_decision(game, players, 1000 + seed)


@pytest.mark.parametrize("game, players", KINDS)
def test_every_listed_action_is_accepted(game, players):
    for number, (here, _) in enumerate(walk(new(game, players, 77), 5)):
        if number % 9 == 0:
            for action in here.legal_actions:
                after = here.copy().step(action)
                assert after.check() == []
                assert after.is_over or len(after.legal_actions) > 0


@pytest.mark.parametrize("game, players", KINDS)
def test_text_and_picture_of_any_position(game, players):
    for number, (here, _) in enumerate(walk(new(game, players, 3), 4)):
        if number % 7 == 0:
            assert Position.from_text(here.text) == here
            assert here._repr_svg_().startswith("<svg") and str(here)
    assert "</svg>" in here._repr_svg_()


def check_ends(game, players, games, seed):
    names = [c.name for c in get_game(game).columns]
    sources = [k for k, name in enumerate(names) if name.startswith("vp_")]
    triples = [k for k, name in enumerate(names) if name.startswith("vp_triple")]
    at = {name: k for k, name in enumerate(names)}
    ties = lost = 0
    for number, (rows, state, _) in enumerate(play_many(game, players, games, seed)):
        if number % 20 == 0:  # the sums below are looked at in every game
            assert get_game(game).check(state) == []
        assert cards_in(state) == 114 and goods_in(state) == 18 and animals_in(state) == 20
        assert rows[:, sources].sum(axis=1).tolist() == rows[:, at["vp"]].tolist()
        assert (state.triples[:players] * state.triple_vp).sum() == rows[:, triples].sum()
        assert (rows[:, at["rank"]] >= 1).all()
        ties += rows[:, at["shared"]].max() > 1
        lost += state.lost_round > 0
        if game == "cards":
            assert rows[:, at["rank"]].min() == 1 and state.round_no == 4
            assert rows[:, at["vp_start_card"]].sum() == 1
        else:
            behind = state.points[AARON] > state.points[0]
            assert behind == (state.lost_round > 0) == (rows[0, at["rank"]] == 2)
    assert ties > 0 or players == 1
    assert lost > 0 or players > 1


@pytest.mark.parametrize("game, players", KINDS)
def test_the_ends_of_500_games(game, players):
    check_ends(game, players, 500, 17)


@pytest.mark.slow
@pytest.mark.parametrize("game, players", KINDS)
def test_the_ends_of_100_000_games(game, players):
    check_ends(game, players, 100_000, 18)


def test_the_sources_have_columns():
    names = {c.name for c in get_game("cards-solo").columns}
    assert {f"vp_{source}_e" for source in PLAY_SOURCES} <= names


def test_the_longest_lines_of_round_cards_leave_room_for_all_questions():
    """Menus of a user with the most goods and animals, and all that may come between."""
    values = table_of("high")
    for name in values["menus"]:
        values["menus"][name] = [{"goods": 4, "animals": 4, "silver": 9}]
    deepest = 0
    for seed in range(40):
        position = Position.new(
            "cards",
            players=2,
            estates=(),
            settings={"reward_order": "effect_first"},
            values=values,
            seed=seed,
        )
        for here, _ in walk(position, seed):
            deepest = max(deepest, int(here.state.asked))
    assert 8 < deepest < DEEPEST
