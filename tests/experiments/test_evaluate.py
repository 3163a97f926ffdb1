"""`evaluate`: values on common random numbers, without knowledge of what is to come."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest
from polars.testing import assert_frame_equal

from burgundy_lab import Position, evaluate
from burgundy_lab.experiments import batch
from burgundy_lab.experiments import evaluation as module
from burgundy_lab.experiments.action_totals import VP, WIN, ActionTotals
from burgundy_lab.sim.errors import BadState, BadValue, BurgundyError, PolicyError, UnknownName
from burgundy_lab.sim.legal import kth_action
from burgundy_lab.sim.rng import STREAM, start_stream
from burgundy_lab.strategies import Policy, get_strategy

GAMES = ("board", "solo", "cards", "cards-solo")
SEED = 12


def walked(game, decisions, seed=3, **options):
    """Return a position some random decisions after the start, not yet over."""
    position, lot = Position.new(game, seed=seed, **options), random.Random(seed)
    for _ in range(decisions):
        following = position.copy().step(lot.choice(list(position.legal_actions)))
        if following.is_over:
            break
        position = following
    return position


def near_the_end(seed=3):
    """Return a board position in the last round."""
    position, lot = Position.new("board", seed=seed), random.Random(seed)
    while (position.state.phase_no, position.state.round_no) != (4, 4):
        position.step(lot.choice(list(position.legal_actions)))
    return position


# --- what is played -----------------------------------------------------------------------------


def replayed(position, action, number):
    """Play one game of an evaluation step by step: VP and part of the win of the seat asked."""
    table, seat, uniform = position.copy(), position.seat, get_strategy(position.game.name, UNIFORM)
    table._states = table.game.view(table._states, seat).copy()
    streams = np.zeros(5, STREAM)
    with np.errstate(over="ignore"):
        for s in range(5):
            start_stream(streams[s], SEED, module.FIRST_GAME + number, s)
        table._streams = streams[:1]
        while not table.is_over:
            table.step(action)
            if not table.is_over:
                seen = table.game.view(table._states, table.seat)
                action = uniform.compiled(
                    seen[0], words(table), streams[1 + table.seat], np.zeros(1)
                )
    result = table.outcome()[seat]
    return result.vp, (result.rank == 1) / result.columns["shared"]


UNIFORM = "uniform"


def words(position):
    legal = position.game.new_legal()
    legal[-1] = position.game.seams()[1](position.state, legal)
    return legal


@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_tried_in_the_same_games(game):
    position = walked(game, 40)
    before = position.text
    table = evaluate(position, UNIFORM, 3, seed=SEED).table
    assert position.text == before
    assert sorted(table["action"]) == list(position.legal_actions)
    for row in table.head(3).to_dicts():
        games = [replayed(position, row["action"], number) for number in range(3)]
        vp, win = np.mean(games, axis=0)
        assert (row["vp"], row["win"]) == (pytest.approx(vp), pytest.approx(win))
        assert row["description"] == position.describe(row["action"])


def test_no_run_has_the_games_that_are_played():
    assert module.FIRST_GAME > batch.MOST_GAMES


def test_cards_that_the_seat_has_not_seen_make_no_difference():
    position = walked("cards", 30, players=3)
    state, seat = position.state, position.seat
    hands = [state.hand[s, h] for s in range(3) for h in range(2) if s != seat]
    assert any(hands)
    view = position.copy()
    view._states = position.game.view(position._states, seat)
    assert view.text != position.text
    known, true = (evaluate(p, UNIFORM, 30, seed=SEED).table for p in (view, position))
    assert_frame_equal(known, true)


# --- what is said of it -------------------------------------------------------------------------


def test_sums_say_what_the_games_say():
    rng = np.random.default_rng(1)
    results = np.stack([rng.integers(0, 13, (4, 50)), rng.integers(50, 250, (4, 50))])
    first, rest = ActionTotals.of(results[:, :, :7]), ActionTotals.of(results[:, :, 7:])
    totals, best = first + rest, 2
    assert totals.games == 50
    for what, unit in ((WIN, 12), (VP, 1)):
        values = results[what] / unit
        mean, sd = totals.behind(what, best)
        differences = values[best] - values
        assert totals.mean(what) == pytest.approx(values.mean(axis=1))
        assert totals.sd(what) == pytest.approx(values.std(axis=1, ddof=1))
        assert mean == pytest.approx(differences.mean(axis=1))
        assert sd == pytest.approx(differences.std(axis=1, ddof=1), abs=1e-9)


def test_the_best_stands_first_and_is_behind_itself_by_nothing():
    evaluation = evaluate(near_the_end(), UNIFORM, 60, seed=SEED)
    table = evaluation.table
    assert evaluation.best == table["action"][0]
    assert table["win"].is_sorted(descending=True)
    first = table.row(0, named=True)
    assert (first["behind"], first["behind_low"], first["vp_behind"]) == (0, None, 0)
    others = table[1:]
    assert (others["behind"] >= 0).all()
    gap = (table["win"][0] - others["win"] - others["behind"]).abs()
    assert gap.max() < 1e-12
    for low, middle, high in (("win_low", "win", "win_high"), ("vp_low", "vp", "vp_high")):
        assert (table[low] <= table[middle]).all() and (table[middle] <= table[high]).all()


def test_intervals_cover_the_truth_as_often_as_they_say():
    position, tries, games = near_the_end(), 150, 40
    known = evaluate(position, UNIFORM, 10_000, seed=1)
    truth = {row["action"]: row for row in known.table.to_dicts()}
    action = max(truth)  # one action, so that the tries are independent
    covered = {"win": 0, "vp": 0}
    for seed in range(100, 100 + tries):
        rows = {
            r["action"]: r for r in evaluate(position, UNIFORM, games, seed=seed).table.to_dicts()
        }
        for name in covered:
            row = rows[action]
            covered[name] += row[f"{name}_low"] <= truth[action][name] <= row[f"{name}_high"]
    error = 4 * np.sqrt(0.95 * 0.05 / tries)
    for share in covered.values():
        assert abs(share / tries - 0.95) < error


def test_common_random_numbers_tell_actions_apart_better_than_separate_games():
    position = near_the_end()
    totals = evaluate(position, UNIFORM, 400, seed=SEED)._totals
    _, paired = totals.behind(VP, totals.order[0])
    sd = totals.sd(VP)
    separate = np.sqrt(sd[totals.order[0]] ** 2 + sd**2)
    others = np.array(totals.order[1:])
    assert np.mean(paired[others] / separate[others]) < 0.95  # 0.58 to 0.92 in six positions


# --- the same however it is played --------------------------------------------------------------


@pytest.mark.parametrize("game", ["board", "cards"])
def test_neither_workers_nor_chunks_nor_rounds_change_a_value(game, monkeypatch):
    position = walked(game, 25)
    base = evaluate(position, UNIFORM, 50, seed=SEED)
    assert (base.status, base.played) == ("complete", 50)
    assert_frame_equal(evaluate(position, UNIFORM, 50, seed=SEED, jobs=3).table, base.table)
    assert_frame_equal(evaluate(position.text, UNIFORM, 50, seed=SEED).table, base.table)
    monkeypatch.setattr(module, "CHUNK_SECONDS", 1e-9)
    assert_frame_equal(evaluate(position, UNIFORM, 50, seed=SEED, jobs=2).table, base.table)
    longer = evaluate(position, UNIFORM, 100, seed=SEED, background=True)
    for table in longer:
        if table["games"][0] < 100:
            known = evaluate(position, UNIFORM, table["games"][0], seed=SEED).table
            assert_frame_equal(table, known)


def test_another_seed_gives_other_games():
    position = walked("board", 25)
    one, two = (evaluate(position, UNIFORM, 20, seed=seed).table["vp"] for seed in (1, 2))
    assert one.to_list() != two.to_list()


# --- while it runs ------------------------------------------------------------------------------


def test_rounds_double_the_games():
    seen = [t["games"][0] for t in evaluate(walked("solo", 20), UNIFORM, 50, seed=SEED)]
    assert seen == [50]  # it is complete: the last table is all there is to say
    started = evaluate(walked("solo", 20), UNIFORM, 50, seed=SEED, background=True)
    rounds = [table["games"][0] for table in started]
    assert rounds[-1] == 50
    assert rounds == sorted(rounds)
    assert list(module._rounds(50)) == [8, 16, 32, 50]


def test_it_can_be_stopped_and_keeps_what_it_has():
    evaluation = evaluate(walked("board", 20), UNIFORM, 10**8, seed=SEED, background=True)
    first = next(iter(evaluation))
    assert first["games"][0] >= 8
    assert evaluation.is_running
    assert evaluation.stop().status == "stopped"
    assert 8 <= evaluation.played < 10**8
    last = [table["games"][0] for table in evaluation]
    assert last == [evaluation.played]
    assert evaluation.wait() is evaluation
    assert "stopped" in repr(evaluation)
    assert not [t for t in threading.enumerate() if t.name.startswith("burgundy-evaluate")]


def test_ctrl_c_keeps_what_was_found(monkeypatch):
    def interrupted(self, seconds=None):
        next(iter(self))
        raise KeyboardInterrupt

    monkeypatch.setattr(module.Evaluation, "wait", interrupted)
    evaluation = evaluate(walked("board", 20), UNIFORM, 10**8, seed=SEED)
    assert evaluation.status == "stopped"
    assert evaluation.played >= 8


def test_printed_it_is_a_table_with_what_it_rests_on():
    evaluation = evaluate(walked("board", 20), UNIFORM, 12, seed=SEED)
    heading, units, *rows, note = str(evaluation).splitlines()
    assert heading.endswith("12 of 12 games each, complete")
    assert units.split("  ")[0] == "action"
    assert [row.split("  ")[0] for row in rows] == evaluation.table["description"].to_list()
    assert note.startswith("rests on ")
    assert note in evaluation._repr_html_()


def test_a_difference_of_wins_is_never_more_than_all_games():
    table = evaluate(Position.new(players=2, seed=7), UNIFORM, 2, seed=SEED).table
    known = table.drop_nulls("behind_low")
    assert len(known)
    assert (known["behind_low"] >= -1).all() and (known["behind_high"] <= 1).all()


def test_it_says_what_its_values_rest_on():
    evaluation = evaluate(walked("cards", 5), UNIFORM, 2, seed=SEED)
    assert {"triple_vp"} <= {fact["path"].split(".")[-2] for fact in evaluation.unconfirmed}


# --- mistakes -----------------------------------------------------------------------------------


def finished():
    position, lot = Position.new("cards-solo", seed=1), random.Random(1)
    while not position.is_over:
        position.step(lot.choice(list(position.legal_actions)))
    return position


@pytest.mark.parametrize(
    "arguments, error, told",
    [
        ({"position": finished}, BadState, "over: there is no action to evaluate"),
        ({"position": lambda: "nonsense"}, BadState, "first line must be 'burgundy position 1"),
        ({"position": lambda: 7}, BadValue, "position 7 must be a Position"),
        ({"strategy": "filler"}, UnknownName, "unknown strategy of board 'filler'"),
        ({"strategy": get_strategy("solo", "filler")}, PolicyError, "plays 'solo', not 'board'"),
        ({"strategy": ("uniform",) * 3}, BadValue, "3 strategies for 2 players"),
        ({"games": 1}, BadValue, "games 1 must be a whole number from 2"),
        ({"games": 2.5}, BadValue, "games 2.5 must be a whole number"),
        ({"seed": -1}, BadValue, "seed -1 must be"),
        ({"jobs": 0}, BadValue, "jobs 0 must be"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_mistake_is_told_in_one_line(arguments, error, told):
    start = arguments.get("position", lambda: Position.new("board", seed=1))
    options = {"strategy": UNIFORM, "games": 5, "seed": 1, **arguments, "position": start()}
    with pytest.raises(error, match=told.replace("(", r"\(")) as caught:
        evaluate(**options)
    assert isinstance(caught.value, BurgundyError)
    assert "\n" not in str(caught.value)


def first_or_nothing(state, legal, rng, weights):
    return kth_action(legal, 0) if state.phase_no == 0 else -1


def test_a_strategy_that_fails_in_play_ends_it_with_one_line():
    failing = Policy("failing", "board", "for tests", (), first_or_nothing)
    _ = failing.compiled
    position = Position.new("board", seed=1)
    told = "strategy 'failing' of seat . answered -1"
    with pytest.raises(PolicyError, match=told):
        evaluate(position, failing, 100, seed=1, jobs=2)
    running = evaluate(position, failing, 100, seed=1, background=True)
    with pytest.raises(PolicyError, match=told):
        list(running)
    assert (running.status, running.played) == ("failed", 0)
    assert isinstance(running.error, PolicyError)
