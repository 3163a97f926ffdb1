"""`evaluate`: values on common random numbers, without knowledge of what is to come."""

from __future__ import annotations

import json
import random
import threading
from time import process_time

import numpy as np
import pytest
from polars.testing import assert_frame_equal

from burgundy_lab import Position, evaluate
from burgundy_lab.experiments import batch
from burgundy_lab.experiments import evaluation as module
from burgundy_lab.experiments.action_games import FIRST_GAME, rounds
from burgundy_lab.experiments.action_totals import VP, WIN, ActionTotals, action_table
from burgundy_lab.experiments.action_words import action_lines, advised, together_line
from burgundy_lab.experiments.asking import ask
from burgundy_lab.experiments.ranks import rank_tables, strongest
from burgundy_lab.sim.errors import BadState, BadValue, BurgundyError, PolicyError, UnknownName
from burgundy_lab.sim.games import get_game
from burgundy_lab.sim.legal import kth_action
from burgundy_lab.sim.rng import STREAM, start_stream
from burgundy_lab.simultaneous import level_of_each
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


def replayed(position, action, number, *, told=False):
    """Play one game of an evaluation step by step: VP and part of the win of the seat asked, or
    the number by which games alone are told apart.
    """
    table, seat, uniform = position.copy(), position.seat, get_strategy(position.game.name, UNIFORM)
    table._states = table.game.view(table._states, seat).copy()
    streams = np.zeros(5, STREAM)
    with np.errstate(over="ignore"):
        for s in range(5):
            start_stream(streams[s], SEED, FIRST_GAME + number, s)
        table._streams = streams[:1]
        while not table.is_over:
            table.step(action)
            if not table.is_over:
                seen = table.game.view(table._states, table.seat)
                action = uniform.compiled(
                    seen[0], words(table), streams[1 + table.seat], np.zeros(1)
                )
    result = table.outcome()[seat]
    if told:
        return result.columns[table.game.told_by]
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
    assert FIRST_GAME > batch.MOST_GAMES


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
    action, level = max(truth), level_of_each(len(truth))
    missed, wrong = {"win": 0, "vp": 0}, {"win": 0, "vp": 0}
    for seed in range(100, 100 + tries):
        rows = evaluate(position, UNIFORM, games, seed=seed).table.to_dicts()
        for name in missed:
            right = {
                row["action"]: row[f"{name}_low"]
                <= truth[row["action"]][name]
                <= row[f"{name}_high"]
                for row in rows
            }
            missed[name] += not right[action]
            wrong[name] += not right[rows[0]["action"]]  # of the one picked
    for name in missed:
        assert missed[name] / tries <= 1 - level + 4 * np.sqrt(level * (1 - level) / tries)
        assert wrong[name] / tries <= 0.05


def test_common_random_numbers_tell_actions_apart_better_than_separate_games():
    ratios = []
    for seed in range(3, 7):
        totals = evaluate(near_the_end(seed), UNIFORM, 400, seed=SEED)._totals
        _, paired = totals.behind(VP, totals.order[0])
        sd = totals.sd(VP)
        separate = np.sqrt(sd[totals.order[0]] ** 2 + sd**2)
        others = np.array(totals.order[1:])
        ratios.append(np.mean(paired[others] / separate[others]))
    assert np.mean(ratios) < 0.95  # single positions: 0.49 to 0.96


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
    shown = [table["games"][0] for table in started]
    assert shown[-1] == 50
    assert shown == sorted(shown)
    assert list(rounds(50)) == [8, 16, 32, 50]


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


def test_printed_it_is_a_table_with_what_it_says_and_rests_on():
    evaluation = evaluate(walked("board", 20), UNIFORM, 12, seed=SEED)
    heading, units, *rest = str(evaluation).splitlines()
    assert heading.startswith("board, estates ")
    assert f", seed {SEED}: evaluation of " in heading
    assert "12 of 12 games each, complete (burgundy_lab " in heading
    assert units.split("  ")[0] == "action"
    rows, notes = rest[: len(evaluation.actions)], rest[len(evaluation.actions) :]
    assert [row.split("  ")[0] for row in rows] == evaluation.table["description"].to_list()
    assert notes[:-1] == evaluation.verdict.splitlines()
    assert notes[-1].startswith("rests on ")
    assert notes[-1] in evaluation._repr_html_()


def test_its_heading_and_json_say_by_which_rules_and_code():
    position = walked("board", 20, settings={"edition": "2019"})
    evaluation = evaluate(position, UNIFORM, 4, seed=SEED)
    assert "edition=2019" in str(evaluation).splitlines()[0]
    answer = json.loads(json.dumps(evaluation.as_dict(), allow_nan=False))
    assert answer["settings"]["edition"] == "2019"
    assert answer["code_hash"] in str(evaluation)
    assert Position.from_text(answer["position"]).text == position.text
    assert answer["actions"] == evaluation.table.to_dicts()
    assert (answer["seed"], answer["judge"], answer["choice"]) == (SEED, UNIFORM, evaluation.choice)
    assert "edition" not in str(evaluate(walked("board", 20), UNIFORM, 4, seed=SEED))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_strongest_answers_in_time(game):
    for players in get_game(game).seat_counts:
        position = Position.new(game, players=players, seed=3)
        evaluate(position, games=2, seed=SEED)  # loads what is compiled
        start = process_time()
        evaluate(position, games=20, seed=SEED)
        assert 10 * (process_time() - start) < 60  # seconds; 11 measured for four seats


# --- the best, and the judge's own choice -------------------------------------------------------


def test_nobody_named_the_strongest_plays_on():
    evaluation = evaluate(walked("solo", 20), games=2, seed=SEED)
    assert evaluation.names == (strongest("solo", 1),) == ("filler",)
    for game in GAMES:
        for table in rank_tables(game):
            assert strongest(game, table.players) == table.places[0].strategy
    assert strongest("board", 3) == strongest("board", 2)


@pytest.mark.parametrize("game, judge", [("board", "balanced"), ("cards", "collector")])
def test_what_the_judge_itself_would_play_is_marked(game, judge):
    position = walked(game, 30)
    evaluation = evaluate(position, judge, 4, seed=SEED)
    own = ask(get_strategy(game, judge), position, seed=1)
    assert evaluation.choice == own
    assert evaluation.table.filter("choice")["action"].to_list() == [own]
    assert f"{judge} itself plays " in evaluation.verdict
    answer = evaluation.as_dict()
    assert answer["advice"] == evaluation.advice == advised(evaluation.table)
    assert any(line.startswith("advice: ") for line in answer["verdict"])
    assert any(row[2] == "plays it" for row in evaluation.text_table.rows)


def test_a_judge_that_plays_by_chance_is_asked_often():
    evaluation = evaluate(walked("board", 20), UNIFORM, 4, seed=SEED)
    again = evaluate(walked("board", 20), UNIFORM, 4, seed=SEED, jobs=2)
    assert evaluation.choice == again.choice
    assert "% of tries)" in evaluation.verdict


def table_of(wins, choice):
    """Return the table of actions that won games so often: [A, n] of 0 and 1."""
    results = np.stack([12 * np.array(wins), np.zeros_like(wins)]).astype("i8")
    names = [f"action {k}" for k in range(len(wins))]
    return action_table(range(len(wins)), names, ActionTotals.of(results), "judge", choice)


def test_it_is_said_whether_the_best_is_clearly_better_than_what_the_judge_plays():
    alike, far = [1, 0] * 20, [0] * 40
    clear = list(action_lines(table_of([alike, far, alike], 1), "judge", 1.0))
    assert "judge itself plays action 1: the best is clearly better, by " in clear[1]
    assert clear[0] == (
        "best by wins: action 0; one other cannot be told apart from it, 1 is behind"
    )
    told = list(action_lines(table_of([alike, far, alike], 2), "judge", 0.6))[1]
    assert "action 2: by wins not told apart from the best, which is ahead of it by 0.0" in told
    assert told.endswith("(in 60 % of tries)")
    same = list(action_lines(table_of([alike, far], 0), "judge", 1.0))
    assert same[0].endswith("the other is behind it")
    assert same[1] == "judge itself plays the best one, too"


def test_advice_departs_from_the_judge_only_for_what_is_clearly_better():
    alike, luckier, far = [1, 0] * 20, [1, 0] * 19 + [1, 1], [0] * 40
    assert advised(table_of([luckier, alike, far], 1)) == 1
    assert advised(table_of([luckier, alike, far], 2)) == 0
    assert advised(table_of([luckier, alike, far], 0)) == 0
    assert advised(table_of([luckier, alike, far], None)) is None


def test_all_games_against_none_has_an_interval():
    table = table_of([[1] * 8, [0] * 8, [1] * 8], 0)
    rows = {row["action"]: row for row in table.to_dicts()}
    assert 0.1 < rows[1]["behind_low"] < rows[1]["behind_high"] == pytest.approx(1)
    assert -0.5 < rows[2]["behind_low"] < 0 < rows[2]["behind_high"] < 0.5
    assert [row["standing"] for row in table.to_dicts()] == ["best", "not told apart", "behind"]


def test_alone_equal_wins_are_told_apart_by_how_near_they_were():
    wins, vp = np.zeros((3, 4)), np.array([[9] * 4, [50] * 4, [20] * 4])
    short = np.array([[2] * 4, [7, 8, 9, 9], [2] * 4])
    totals = ActionTotals.of(np.stack([wins, vp, short]).astype("i8"))
    assert totals.order == [2, 0, 1]  # VP decide between those that are as near
    table = action_table(range(3), ["a", "b", "c"], totals)
    assert table["short"].to_list() == [2, 2, 8.25]
    assert table["short_behind"].to_list() == [0, 0, 6.25]
    assert table["vp_behind"].to_list() == [0, 11, -30]
    assert table["short_behind_low"][2] > 0


@pytest.mark.parametrize("game, won", [("solo", 0), ("cards-solo", 6)])
def test_alone_a_table_says_what_games_fall_short_of_a_win_by(game, won):
    position = walked(game, 60)
    evaluation = evaluate(position, UNIFORM, 3, seed=SEED)
    assert evaluation.table["short"].is_sorted()
    for row in evaluation.table.head(3).to_dicts():
        games = [replayed(position, row["action"], number, told=True) for number in range(3)]
        assert row["short"] == np.mean([abs(number - won) for number in games])
    assert position.game.told_short in evaluation.text_table.names


def test_a_look_while_it_runs_says_so():
    started = evaluate(walked("board", 20), UNIFORM, 10**8, seed=SEED, background=True)
    next(iter(started))
    assert started.caution.startswith("a look while it runs")
    assert started.caution in str(started)
    assert started.stop().caution.startswith("stopped before all games were played")
    assert evaluate(walked("board", 20), UNIFORM, 4, seed=SEED).caution == ""


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


def test_few_games_are_called_few():
    few, many = together_line(0.95, 40), together_line(0.95, 200)
    assert many == "the 95 % intervals of a column hold for all actions at once"
    assert few == f"{many} (those of VP less often: 40 games are few)"
