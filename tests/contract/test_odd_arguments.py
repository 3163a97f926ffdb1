"""Public functions refuse what makes no sense in one line that names it."""

from __future__ import annotations

import math

import pytest

from burgundy_lab.analysis import estimate, load, share_table, win_table
from burgundy_lab.analysis.distributions import distribution, pair_counts
from burgundy_lab.analysis.odds import source_odds
from burgundy_lab.analysis.winners import column_gaps
from burgundy_lab.experiments import compare, simulate, tournament
from burgundy_lab.experiments.bench import measured
from burgundy_lab.experiments.estates import estate_games
from burgundy_lab.sim.errors import BadValue, BurgundyError
from burgundy_lab.sim.position import Position

FEW = {"games": 8, "seed": 1, "progress": False}
TWO = ("immediate", "uniform")
SETS = [{"vp"}, frozenset(["vp"])]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "run"
    return load(simulate(strategies=TWO, out=folder, log="decisions", **FEW))


@pytest.fixture(scope="module")
def compared():
    return compare(*TWO, **FEW)


# Public functions that take things in an order: a set has another one in each process.
ORDERED = {
    "simulate strategies": lambda run, compared, odd: simulate(strategies=odd, **FEW),
    "simulate estates": lambda run, compared, odd: simulate(estates=odd, **FEW),
    "compare": lambda run, compared, odd: compare(odd, **FEW),
    "compare estates": lambda run, compared, odd: compare(*TWO, estates=odd, **FEW),
    "tournament": lambda run, compared, odd: tournament(odd, **FEW),
    "estate_games": lambda run, compared, odd: estate_games(odd, deals=1, seed=1, progress=False),
    "estate_games columns": lambda run, compared, odd: estate_games(
        ["1", "2"], deals=1, seed=1, columns=odd, progress=False
    ),
    "bench": lambda run, compared, odd: measured("board", odd),
    "Position.new": lambda run, compared, odd: Position.new(estates=odd, seed=1),
    "frame": lambda run, compared, odd: run.frame(odd),
    "told_decisions": lambda run, compared, odd: run.told_decisions(odd),
    "estimate": lambda run, compared, odd: estimate(run, "vp", by=odd),
    "estimate shares": lambda run, compared, odd: estimate(run, "vp", shares=odd),
    "win_table": lambda run, compared, odd: win_table(run, by=odd),
    "share_table": lambda run, compared, odd: share_table(run, "seat", by=odd),
    "distribution": lambda run, compared, odd: distribution(run, "seat", by=odd),
    "pair_counts": lambda run, compared, odd: pair_counts(run, "seat", "rank", by=odd),
    "column_gaps": lambda run, compared, odd: column_gaps(run, odd),
    "needed": lambda run, compared, odd: compared.needed("vp", odd),
    "games_for": lambda run, compared, odd: compared.games_for(pair=odd),
    "games_to_tell": lambda run, compared, odd: compared.games_to_tell(odd),
}


@pytest.mark.parametrize("odd", SETS, ids=["set", "frozenset"])
@pytest.mark.parametrize("name", ORDERED)
def test_sets_are_refused(run, compared, name, odd):
    with pytest.raises(BadValue, match="is a set, which has no order: give a list"):
        ORDERED[name](run, compared, odd)


def test_one_thing_needs_no_list(run, compared):
    assert win_table(run, by="strategy").equals(win_table(run, by=["strategy"]))
    assert share_table(run, "rank", by="seat").equals(share_table(run, "rank", by=["seat"]))
    assert column_gaps(run, "vp").equals(column_gaps(run, ["vp"]))
    assert len(run.told_decisions(3)) == len(run.told_decisions([3]))


WRONG = {
    "a confidence": (lambda run, c: win_table(run, confidence="95"), "confidence '95' must lie"),
    "no confidence": (lambda run, c: win_table(run, confidence=None), "confidence None must lie"),
    "many": (lambda run, c: win_table(run, confidence={0.9}), r"confidence \{0.9\} must lie"),
    "its odds": (
        lambda run, c: source_odds(run, until="A", confidence=[0.9]),
        r"confidence \[0.9\] must lie",
    ),
    "vp": (lambda run, c: source_odds(run, until="A", vp=None), "vp None must be a number above"),
    "much": (lambda run, c: source_odds(run, until="A", vp=math.inf), "vp inf must be a number"),
    "text": (lambda run, c: source_odds(run, until="A", vp="10"), "vp '10' must be a number"),
    "a value": (lambda run, c: estimate(run, None), "value None is neither a column nor"),
    "values": (lambda run, c: estimate(run, ["vp"]), r"value \['vp'\] is neither a column nor"),
    "shares": (lambda run, c: estimate(run, "vp", shares=None), "shares None is neither"),
    "by": (lambda run, c: estimate(run, "vp", by=[1]), "by 1 is no name of a column"),
    "twice": (lambda run, c: win_table(run, by=["seat", "seat"]), "by has 'seat' 2 times"),
    "half a letter": (lambda run, c: column_gaps(run, ["\ud800"]), "is no name of a column"),
    "itself": (lambda run, c: share_table(run, "vp", by="vp"), "column 'vp' makes the groups"),
    "a kind": (lambda run, c: c.games_for(value=["vp"]), r"unknown value \['vp'\]"),
    "needed": (lambda run, c: c.needed({}), r"unknown value \{\}"),
    "width": (lambda run, c: c.needed("vp", "x"), "half_width 'x'"),
    "a pair": (lambda run, c: c.games_for(pair=3), "unknown pair '3'"),
    "estates": (lambda run, c: compare(*TWO, estates=[1, [2]], **FEW), r"estate \[2\] is neither"),
    "column": (
        lambda run, c: estate_games(["1", "2"], deals=1, seed=1, columns=[["vp"]]),
        r"unknown column \['vp'\]",
    ),
    "out": (lambda run, c: simulate(out="\ud800", **FEW), "must be the path of a folder"),
}


@pytest.mark.parametrize("what", WRONG)
def test_odd_arguments_are_refused_by_name(run, compared, what):
    ask, words = WRONG[what]
    with pytest.raises(BurgundyError, match=words) as caught:
        ask(run, compared)
    assert len(str(caught.value).splitlines()) == 1
