"""Comparisons say what the logs of the same games say, worked out anew from their rows."""

from __future__ import annotations

import json
import signal

import numpy as np
import polars as pl
import pytest
from scipy import stats

from burgundy_lab import compare
from burgundy_lab.analysis import load
from burgundy_lab.experiments import simulate
from burgundy_lab.experiments.block import Report
from burgundy_lab.experiments.comparison import Comparison
from burgundy_lab.experiments.crew import Crew
from burgundy_lab.experiments.deals import MOST_GAMES
from burgundy_lab.experiments.leads import deals_for
from burgundy_lab.sim.errors import BadValue, PolicyError, UnknownName
from burgundy_lab.strategies import Policy, get_strategy

SEED = 11
QUIET = {"progress": False}


def logged(folder, names, **options) -> pl.DataFrame:
    """Return the rows of a batch: game, seat, strategy, win, vp and what else was asked for."""
    run = load(simulate(strategies=names, seed=SEED, out=folder, progress=False, **options))
    return run.frame().with_columns(
        pl.col("strategy", "estate").cast(pl.String), pl.col("win").cast(pl.Float64)
    )


def leads_at(rows: pl.DataFrame, first: str, second: str, value: str) -> np.ndarray:
    """Return the lead of each game: the mean over seats of one less that of the other."""
    means = rows.group_by("game", "strategy").agg(pl.col(value).mean()).sort("game")
    sides = [means.filter(strategy=name)[value].to_numpy() for name in (first, second)]
    return sides[0] - sides[1]


def check_lead(row: dict, value: str, deals: np.ndarray) -> None:
    """Compare a row with a list of the deals' leads."""
    low, high = stats.t.interval(0.95, len(deals) - 1, deals.mean(), stats.sem(deals))
    assert row[value] == pytest.approx(deals.mean(), abs=1e-7)
    assert row[f"{value}_sd"] == pytest.approx(deals.std(ddof=1), abs=1e-7)
    limits = [row[f"{value}_low"], row[f"{value}_high"]]
    assert limits == pytest.approx([max(low, -1), min(high, 1)] if value == "win" else [low, high])


def as_text(found: Comparison) -> str:
    answer = {**found.as_dict(), "seconds": 0}
    return json.dumps(answer)


# --- the numbers ---------------------------------------------------------------------------------


def test_two_players_are_compared_over_both_seatings(tmp_path):
    names = ("immediate", "uniform")
    there = logged(tmp_path / "there", names, games=60)
    back = logged(tmp_path / "back", names[::-1], games=60)
    found = compare(*names, games=120, seed=SEED, **QUIET)
    [row] = found.differences.to_dicts()
    assert (found.deals, found.games, row["games"]) == (60, 120, 120)
    for value in ("win", "vp"):
        leads = [leads_at(rows, *names, value) for rows in (there, back)]
        check_lead(row, value, (leads[0] + leads[1]) / 2)
        assert row[f"{value}_correlation"] == pytest.approx(np.corrcoef(*leads)[0, 1], abs=0.02)
        apart = sum(lead.var(ddof=1) for lead in leads) / 4
        actual = ((leads[0] + leads[1]) / 2).var(ddof=1)
        assert row[f"{value}_saved"] == pytest.approx(apart / actual)
    rows = pl.concat([there, back])
    for strategy in found.table.to_dicts():
        mine = rows.filter(strategy=strategy["strategy"])
        assert strategy["win"] == pytest.approx(mine["win"].mean())
        assert strategy["vp"] == pytest.approx(mine["vp"].mean())


def test_estates_are_shifted_and_effects_are_leads_of_the_first_on_one(tmp_path):
    names, estates = ("immediate", "uniform"), ("1", "8")
    batches = [
        logged(tmp_path / f"{k}{j}", names[::k], estates=estates[::j], games=30)
        for k in (1, -1)
        for j in (1, -1)
    ]
    found = compare(*names, estates=estates, games=120, seed=SEED, **QUIET)
    assert (found.deals, found.games) == (30, 120)
    check_lead(
        found.differences.to_dicts()[0],
        "vp",
        sum(leads_at(rows, *names, "vp") for rows in batches) / 4,
    )
    for row in found.effects.to_dicts():
        column = row["by"].replace(" ", "_")
        deals = np.zeros(30)
        for rows in batches:
            rows = rows.with_columns(pl.col("seat", "start_place").cast(pl.String))
            here = rows.filter((pl.col("strategy") == names[0]) & (pl.col(column) == row["at"]))
            games = here["game"].to_numpy()
            deals[games] += leads_at(rows, *names, "vp")[games] / 2
        low, high = stats.t.interval(0.95, 29, deals.mean(), stats.sem(deals))
        assert [row["vp"], row["vp_low"], row["vp_high"]] == pytest.approx(
            [deals.mean(), low, high]
        )
    assert found.effects.group_by("by").len().sort("by").rows() == [
        ("estate", 2), ("seat", 2), ("start place", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("players", [3, 4])
def test_one_among_many_both_ways(tmp_path, players):
    names, deals = ("immediate", "uniform"), 12
    line_ups = []
    for extra in names:
        row = [names[0], *[extra] * (players - 2), names[1]]
        line_ups += [row[k:] + row[:k] for k in range(players)]
    batches = [
        logged(tmp_path / str(k), row, players=players, games=deals)
        for k, row in enumerate(line_ups)
    ]
    asked = 2 * players * deals
    found = compare(*names, players=players, games=asked, seed=SEED, **QUIET)
    assert (found.deals, found.games) == (deals, asked)
    for value in ("win", "vp"):
        leads = sum(leads_at(rows, *names, value) for rows in batches) / len(batches)
        check_lead(found.differences.to_dicts()[0], value, leads)
    assert found.verdict.startswith("a seat of immediate wins more often than a seat of uniform")


def test_three_strategies_at_one_table(tmp_path):
    names = ["collector", "immediate", "uniform"]
    batches = [
        logged(tmp_path / str(k), names[k:] + names[:k], game="cards", players=3, games=20)
        for k in range(3)
    ]
    found = compare(names, game="cards", players=3, games=60, seed=SEED, **QUIET)
    assert len(found.differences) == 3
    assert found.estates == ()
    for row in found.differences.to_dicts():
        leads = sum(leads_at(rows, row["first"], row["second"], "vp") for rows in batches) / 3
        check_lead(row, "vp", leads)
    # Rows of one pair over the seats average to its lead.
    mean = found.by_seat.group_by("first", "second", maintain_order=True).agg(pl.col("vp").mean())
    assert mean["vp"].to_list() == pytest.approx(found.differences["vp"].to_list())


def test_more_strategies_than_seats_meet_in_pairs(tmp_path):
    names = ["collector", "immediate", "uniform"]
    found = compare(names, game="cards", games=60, seed=SEED, **QUIET)
    assert (found.deals, found.games) == (10, 60)
    there = logged(tmp_path / "a", names[:2], game="cards", games=10)
    back = logged(tmp_path / "b", names[:2][::-1], game="cards", games=10)
    leads = (leads_at(there, *names[:2], "vp") + leads_at(back, *names[:2], "vp")) / 2
    check_lead(found.differences.to_dicts()[0], "vp", leads)


@pytest.mark.parametrize(
    ("game", "names"), [("solo", ("filler", "immediate")), ("cards-solo", ("collector", "uniform"))]
)
def test_alone_both_play_the_same_deals(tmp_path, game, names):
    one, other = (logged(tmp_path / name, name, game=game, games=40) for name in names)
    found = compare(*names, game=game, games=80, seed=SEED, **QUIET)
    [row] = found.differences.to_dicts()
    assert (found.players, found.deals) == (1, 40)
    vp = [rows.sort("game")["vp"].to_numpy().astype(float) for rows in (one, other)]
    check_lead(row, "vp", vp[0] - vp[1])
    assert row["vp_correlation"] == pytest.approx(np.corrcoef(*vp)[0, 1])
    saved = (vp[0].var(ddof=1) + vp[1].var(ddof=1)) / (vp[0] - vp[1]).var(ddof=1)
    assert row["vp_saved"] == pytest.approx(saved)
    assert found.effects.is_empty()


def test_alone_several_estates_are_told_apart():
    found = compare(
        "filler", "immediate", game="solo", estates=("A", "B"), games=80, seed=SEED, **QUIET
    )
    assert (found.deals, found.effects["at"].to_list()) == (20, ["solo-A", "solo-B"])
    assert found.effects["vp"].mean() == pytest.approx(found.differences["vp"][0])


def test_what_it_rests_on_is_told_of_every_estate():
    found = compare("uniform", "immediate", estates=("1", "8", "30"), games=20, seed=SEED, **QUIET)
    assert found.unconfirmed
    assert "rests on " in str(found)
    assert {fact["confidence"] for fact in found.unconfirmed} <= {"assumed", "inferred", "single"}


# --- the same strategy ---------------------------------------------------------------------------


def test_a_strategy_and_itself_differ_by_exactly_nothing():
    found = compare("uniform", "uniform", games=20, seed=SEED, estates=("1", "8"), **QUIET)
    [row] = found.differences.to_dicts()
    assert (row["win"], row["vp"], row["win_low"], row["vp_high"]) == (0, 0, None, None)
    assert row["same"]
    assert row["mirrored"]
    assert "one strategy" in found.verdict
    assert "exactly 0 by design" in found.verdict
    assert found.needed().is_empty()
    assert found.games_to_tell() is None
    with pytest.raises(BadValue, match="the deals do not differ"):
        found.games_for()


def test_beside_a_third_strategy_the_same_one_twice_is_told_without_a_claim():
    given = ("balanced", "balanced", "uniform")
    found = compare(*given, players=3, games=60, seed=SEED, **QUIET)
    row = found.differences.to_dicts()[0]
    assert row["same"]
    assert not row["mirrored"]
    assert row["vp_low"] < row["vp_high"]
    assert "exactly 0" not in found.verdict
    assert "who follows whom" in found.verdict.splitlines()[0]
    # So there is something to tell: this deal does not give both the same.
    assert row["vp_sd"] > 0


def test_where_all_are_the_same_nothing_differs_at_any_table():
    found = compare(*["uniform"] * 3, players=3, games=30, seed=SEED, **QUIET)
    assert found.differences["mirrored"].all()
    assert (found.differences["vp_sd"] == 0).all()
    assert found.verdict.count("exactly 0 by design") == 3


def test_a_width_that_no_games_could_reach_is_refused():
    found = compare("balanced", "uniform", games=20, seed=SEED, **QUIET)
    with pytest.raises(BadValue, match="half_width 1e-200 would need more deals than can be"):
        found.games_for(1e-200, "vp")


def test_a_strategy_under_another_name_is_seen_to_be_itself():
    plain = get_strategy("board", "balanced")
    other = plain.with_weights(plain.weights, name="other")
    assert compare(plain, other, games=4, seed=SEED, **QUIET).differences["same"].to_list() == [
        True
    ]


# --- the same for everyone -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "way",
    [
        {"block_size": 7},
        {"jobs": 2, "block_size": 10},
        {"jobs": 2, "backend": "processes", "block_size": 16},
    ],
)
def test_any_split_of_the_work_says_the_same(way):
    asked = {"players": 3, "games": 240, "seed": SEED, **QUIET}
    names = ("immediate", "uniform")
    assert as_text(compare(*names, **asked, **way)) == as_text(compare(*names, **asked))


def test_users_functions_go_to_other_processes_once():
    def first(state, legal, rng, weights):
        k = 0
        while not (legal[k // 64] >> (k % 64)) & 1:
            k += 1
        return k

    mine = Policy("first", "board", "the first legal action", (), first)
    asked = {"games": 24, "seed": SEED, "block_size": 4, **QUIET}
    found = compare(mine, "uniform", jobs=2, backend="processes", **asked)
    assert as_text(found) == as_text(compare(mine, "uniform", **asked))


# --- games that are needed -----------------------------------------------------------------------


def test_games_that_are_needed_make_such_an_interval():
    for sd, half in ((1.0, 0.5), (0.7, 0.01), (3.0, 2.0)):
        n = deals_for(sd, half)
        assert stats.t.ppf(0.975, n - 1) * sd / np.sqrt(n) <= half * (1 + 1e-9)
        assert n == 2 or stats.t.ppf(0.975, n - 2) * sd / np.sqrt(n - 1) > half


def test_games_for_a_half_width_are_whole_deals():
    found = compare("collector", "immediate", game="cards-solo", games=200, seed=SEED, **QUIET)
    games = found.games_for(half_width=0.01)
    assert games % 2 == 0
    assert found.games_for(0.005) == pytest.approx(4 * games, rel=0.01)
    assert found.games_for(1.0, "vp") < games
    assert found.games_to_tell() >= 2
    needed = found.needed("vp", [1.0])
    assert needed["games"].to_list() == [found.games_for(1.0, "vp")]
    assert needed["independent"][0] == pytest.approx(
        needed["games"][0] * found.differences["vp_saved"][0], abs=1
    )


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"half_width": 0}, BadValue, "half_width 0 must be a number above 0"),
        ({"half_width": float("nan")}, BadValue, "half_width nan"),
        ({"value": "points"}, UnknownName, "unknown value 'points'"),
        ({"pair": ("uniform", "nobody")}, UnknownName, "unknown pair 'uniform, nobody'"),
    ],
)
def test_a_question_about_nothing_is_refused(given, error, message):
    found = compare("immediate", "uniform", games=8, seed=SEED, **QUIET)
    with pytest.raises(error, match=message):
        found.games_for(**given)


# --- mistakes and Ctrl-C -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"games": 2}, "games 2 make 1 deal of 2 games each, too few for an interval: give 4"),
        ({"games": 0}, "games 0 must be a whole number from 1"),
        ({"games": MOST_GAMES + 1}, "games 1000000001 must be a whole number"),
        ({"seed": -1}, "seed -1"),
        ({"jobs": 0}, "jobs 0"),
        ({"backend": "gpu"}, "unknown backend 'gpu'"),
        ({"block_size": 0}, "block_size 0"),
        ({"values": "low"}, "'board' rests on no assumed values"),
    ],
)
def test_a_mistake_is_told_before_anything_is_played(given, message, monkeypatch):
    monkeypatch.setattr(Crew, "play", None)
    with pytest.raises((BadValue, UnknownName), match=message):
        compare("immediate", "uniform", **{"games": 10, "seed": SEED, **QUIET, **given})


def wrong(state, legal, rng, weights):
    return -5


def test_a_strategy_that_fails_is_named():
    bad = Policy("wrong", "board", "no action", (), wrong)
    with pytest.raises(PolicyError, match=r"strategy 'wrong' of seat 0 answered -5.*seed 11"):
        compare(bad, "uniform", games=10, seed=SEED, **QUIET)


def after_blocks(monkeypatch, number: int) -> None:
    """Have Ctrl-C come after so many blocks."""
    take, seen = Crew._take, []

    def take_and_interrupt(crew, report):
        take(crew, report)
        seen.append(report)
        if len(seen) == number:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Crew, "_take", take_and_interrupt)


def test_ctrl_c_keeps_the_deals_that_are_done(monkeypatch, capsys):
    after_blocks(monkeypatch, 3)
    found = compare("immediate", "uniform", games=10**8, seed=SEED, block_size=5)
    assert (found.status, found.is_complete) == ("interrupted", False)
    assert found.deals >= 15
    assert found.deals % 5 == 0
    assert "(interrupted)" in found.heading
    assert "of 50,000,000 deals" in capsys.readouterr().err
    whole = compare("immediate", "uniform", games=2 * found.deals, seed=SEED, **QUIET)
    assert found.differences.equals(whole.differences)


def test_ctrl_c_before_there_is_anything_to_tell_is_ctrl_c(monkeypatch):
    def interrupted(*arguments):
        signal.raise_signal(signal.SIGINT)
        return Report(arguments[-1])

    monkeypatch.setattr("burgundy_lab.experiments.deals.play_block", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compare("immediate", "uniform", games=10**8, seed=SEED, block_size=1, **QUIET)


# --- words ---------------------------------------------------------------------------------------


def test_a_verdict_says_no_more_than_the_games_do():
    clear = compare("immediate", "uniform", games=100, seed=SEED, **QUIET)
    assert clear.verdict.startswith("immediate wins more often than uniform, by ")
    back = compare("uniform", "immediate", games=100, seed=SEED, **QUIET)
    assert back.verdict.startswith("immediate wins more often than uniform, by ")
    assert back.differences["win"][0] == -clear.differences["win"][0]
    open_ = compare("immediate", "uniform", games=4, seed=SEED, **QUIET)
    assert open_.verdict.startswith("these 4 games do not tell which of immediate and uniform")


def test_a_notebook_shows_tables_and_the_verdict():
    found = compare("immediate", "uniform", "balanced", games=60, seed=SEED, **QUIET)
    html = found._repr_html_()
    assert html.count("<table>") == 3
    assert "3 pairs, each with an interval of its own" in html
    assert found.verdict.splitlines()[0] in html
    assert str(found).splitlines()[0] == found.heading
