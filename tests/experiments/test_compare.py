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
from burgundy_lab.experiments.deals import BLOCK_GAMES, BLOCKS, MOST_GAMES, read_plan
from burgundy_lab.experiments.design import read_design
from burgundy_lab.experiments.progress import Progress
from burgundy_lab.experiments.telling import pairing_line, verdict
from burgundy_lab.intervals import holm, mean_share_interval
from burgundy_lab.sim.compile_cache import source_hash
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


def check_lead(row: dict, value: str, deals: np.ndarray, games: int = 2, most: float = 1) -> None:
    """Compare a row with a list of the deals' leads, of so many games each."""
    low, high = stats.t.interval(0.95, len(deals) - 1, deals.mean(), stats.sem(deals))
    if value == "win":
        shares = (1 + deals / most) / 2
        mean, sd = shares.mean(), shares.std(ddof=1)
        low, high = (
            most * (2 * end - 1) for end in mean_share_interval(mean, sd, len(deals), games=games)
        )
    assert row[value] == pytest.approx(deals.mean(), abs=1e-7)
    assert row[f"{value}_sd"] == pytest.approx(deals.std(ddof=1), abs=1e-7)
    assert [row[f"{value}_low"], row[f"{value}_high"]] == pytest.approx([low, high], abs=1e-6)


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
        # Alone a strategy wins all, on P - 1 seats the mean of its seats is a part of that.
        most = (1 + 1 / (players - 1)) / 2
        check_lead(found.differences.to_dicts()[0], value, leads, 2 * players, most)
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


# --- shares, their ends, several pairs -----------------------------------------------------------


@pytest.mark.parametrize(("players", "ceiling"), [(3, "75.00"), (4, "66.67")])
def test_the_even_share_and_the_most_that_can_be_won_are_told(players, ceiling):
    games = 2 * players * 5
    found = compare("balanced", "uniform", players=players, games=games, seed=SEED, **QUIET)
    best = found.table.filter(strategy="balanced").to_dicts()[0]
    # It won every game, alone and on all seats but one; no interval goes on from there.
    assert best["win"] == best["win_most"] == best["win_high"]
    assert f"{100 * best['win']:.2f}" == ceiling
    assert best["win_even"] == pytest.approx(1 / players)
    text = str(found)
    assert f"even share of a seat: {100 / players:.2f} %" in text
    assert f"a strategy that won every game would have {ceiling} %" in text
    [row] = found.differences.to_dicts()
    assert row["win"] == row["win_high"] == row["win_most"]
    assert row["win_low"] < row["win"]


def test_at_tables_of_two_there_is_nothing_to_say_of_shares():
    found = compare("immediate", "uniform", games=8, seed=SEED, **QUIET)
    assert found.table["win_most"].to_list() == [1, 1]
    assert "even share" not in str(found)


def test_verdicts_of_several_pairs_are_held_to_one_error_rate():
    names = ["balanced", "immediate", "uniform"]
    found = compare(*names, games=6 * 8, seed=SEED, **QUIET)
    for value in ("win", "vp"):
        p = found.differences[f"{value}_p"].to_numpy()
        adjusted = found.differences[f"{value}_p_holm"].to_numpy()
        assert adjusted == pytest.approx(holm(p))
    rows = zip(found.differences.to_dicts(), found.verdict.splitlines(), strict=True)
    for row, line in rows:
        assert (" wins more often than " in line) == (row["win_p_holm"] < 0.05)
        assert (" is ahead by " in line) == (row["vp_p_holm"] < 0.05)
        # Alone an interval says the same as its probability.
        assert (row["win_low"] > 0 or row["win_high"] < 0) == (row["win_p"] < 0.05)


def test_a_lead_that_one_pair_of_many_may_have_by_chance_is_no_verdict():
    row = {
        "first": "a", "second": "b", "games": 60, "mirrored": False, "same": False,
        "confidence": 0.95, "win": 0.2, "win_low": 0.01, "win_high": 0.38, "win_p_holm": 0.3,
        "vp": 4.0, "vp_low": 1.0, "vp_high": 7.0, "vp_p_holm": 0.2,
    }  # fmt: skip
    said = verdict(row, seats=False, pairs=10, stopped=False)
    assert said.startswith("these 60 games do not tell which of a and b wins more often")
    assert said.count("(0 is outside, but of 10 pairs one may be so by chance)") == 2
    assert "in VP neither is surely ahead" in said
    sure = verdict(
        row | {"win_p_holm": 0.04, "vp_p_holm": 0.01}, seats=False, pairs=1, stopped=False
    )
    assert sure.startswith("a wins more often than b, by 20.00 % points (1.00 to 38.00)")


def test_the_pairing_line_is_left_out_where_it_is_noise():
    few = compare("immediate", "uniform", games=4, seed=SEED, **QUIET)
    assert few.differences["vp_correlation"][0] is not None
    assert "playing the same deals" not in str(few)
    row = {"first": "a", "second": "b", "win_saved": 1.5, "vp_saved": 1.1, "deals": 60}
    line = pairing_line(row | {"win_correlation": -0.4, "vp_correlation": 0.1}, alone=False)
    assert "1.50 times the games for wins (correlation of leads within a deal -0.40)" in line
    assert "VP" not in line
    many = {"deals": 2000, "win_correlation": 0.0, "vp_correlation": None}
    assert "for wins (correlation of leads within a deal +0.00)" in pairing_line(
        row | many, alone=False
    )


def test_settings_stand_in_the_heading_and_all_of_them_in_json():
    found = compare(
        "immediate", "uniform", games=4, seed=SEED, settings={"edition": "2019"}, **QUIET
    )
    assert ", edition=2019, seed" in found.heading
    answer = found.as_dict()
    assert answer["settings"]["edition"] == "2019"
    assert answer["settings"]["tie_break"] == "fewest_empty"
    assert answer["code_hash"] == source_hash()
    assert answer["versions"]["burgundy_lab"]
    plain = compare("immediate", "uniform", games=4, seed=SEED, **QUIET)
    assert "edition" not in plain.heading
    cards = compare("immediate", "uniform", game="cards", games=4, seed=1, values="low", **QUIET)
    assert ", values=low, seed" in cards.heading
    assert cards.as_dict()["values"]["triple_vp"]


def test_what_a_seat_brings_is_said_of_those_who_played():
    found = compare("immediate", "uniform", games=8, seed=SEED, **QUIET)
    assert "brings is so between immediate and uniform; others may" in str(found)


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
    assert "(interrupted)" in found.heading
    assert "of 50,000,000 deals" in capsys.readouterr().err
    whole = compare("immediate", "uniform", games=2 * found.deals, seed=SEED, **QUIET)
    assert found.differences.equals(whole.differences)


def test_a_comparison_stopped_by_hand_says_what_its_intervals_mean(monkeypatch):
    after_blocks(monkeypatch, 3)
    found = compare("immediate", "uniform", games=10**6, seed=SEED, block_size=20, **QUIET)
    line = f"stopped by hand after {found.deals} of 500,000 deals: intervals and verdicts hold only"
    assert line in str(found)
    assert line in found.as_dict()["stopped"]
    assert found.verdict.startswith("if what was seen had no part in stopping now: immediate wins")
    whole = compare("immediate", "uniform", games=2 * found.deals, seed=SEED, **QUIET)
    assert whole.as_dict()["stopped"] is None
    assert "stopped by hand" not in str(whole)
    assert whole.verdict.startswith("immediate wins")


@pytest.mark.parametrize("options", [{}, {"jobs": 2}, {"jobs": 2, "backend": "processes"}])
def test_ctrl_c_keeps_the_deals_of_a_block_that_is_not_done(monkeypatch, options):
    update = Progress.update

    def update_and_press(progress, signals, totals):
        update(progress, signals, totals)
        if signals.played > 40 and not signals.is_stopped(0):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "update", update_and_press)
    asked = {"games": 10**6, "seed": SEED, "block_size": 10**6, **QUIET, **options}
    found = compare("immediate", "uniform", **asked)
    assert found.status == "interrupted"
    assert 2 <= found.deals < 10**5
    assert found.games == 2 * found.deals
    if not options:
        monkeypatch.setattr(Progress, "update", update)
        again = compare("immediate", "uniform", games=found.games, seed=SEED, **QUIET)
        assert again.table.equals(found.table)
        assert again.differences.equals(found.differences)


def test_the_blocks_of_a_short_plan_are_small_so_that_results_show_early():
    design = read_design("board", 2, ["immediate", "uniform"])
    short, long = (
        read_plan(design, games, SEED, None, 2, "-").block_size for games in (4000, 10**8)
    )
    assert (short, long) == (2000 // BLOCKS, BLOCK_GAMES // 2)


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
