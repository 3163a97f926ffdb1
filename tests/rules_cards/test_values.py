"""Tables of assumed values: what is asked of them, and that a run plays by them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from burgundy_lab import cli, simulate
from burgundy_lab.analysis import load
from burgundy_lab.experiments.sensitivity import sensitivity
from burgundy_lab.sim.cards.values import TABLE_NAMES, read_values, table_of
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.sim.facts import facts
from burgundy_lab.sim.games import get_game
from tests.builders_cards import table


def changed(group, entry, value):
    values = table_of("default")
    values[group][entry] = value
    return values


@pytest.mark.parametrize("name", TABLE_NAMES)
def test_the_tables_low_default_and_high_are_whole_and_possible(name):
    assert read_values(table_of(name)) == table_of(name)
    assert get_game("cards").configure(2, (), None, name)[0].deck.sum() == 114


def test_default_low_and_high_of_the_documents():
    triples = [table_of(name)["triple_vp"] for name in ("low", "default", "high")]
    assert [t["castle"] for t in triples] == [3, 5, 5]
    assert [t["ship"] for t in triples] == [3, 4, 5]
    assert table_of("low")["menus"]["E"] == []
    assert table_of("high")["menus"]["B"][0] == {"vp": 3}


def test_every_assumed_value_is_marked_and_no_other():
    marked = {f.path for f in facts("card_game") if f.confidence == "assumed"}
    wanted = {f"card_game.assumed.{g}.{e}" for g, entries in table_of("low").items()
              for e in entries}  # fmt: skip
    assert marked == wanted and len(marked) == 4 + 3 + 8


@pytest.mark.parametrize("group, entry, value, words", [
    ("triple_vp", "castle", 21, "triple_vp.castle is 21, must be a whole number from 0 to 20"),
    ("triple_vp", "ship", "4", "triple_vp.ship is '4', must be a whole number from 0 to 20"),
    ("menus", "B", [{"vp": 10}], "menus.B is .* at most 6 lines, each with 1 to 9 vp, 1 to 4 go"),
    ("menus", "C", [{"gold": 1}], "menus.C is .* must be at most 6 lines"),
    ("menus", "E", [{}], "menus.E is .* must be at most 6 lines"),
    ("menus", "E", [{"vp": 1}] * 7, "menus.E is .* must be at most 6 lines"),
    ("building_numbers", "bank", [1, 2], "building_numbers.bank is .* must be 3 numbers from 1"),
    ("building_numbers", "bank", [1, 2, 7], "building_numbers.bank is .* 3 numbers from 1 to 6"),
])  # fmt: skip
def test_an_impossible_entry_is_named_with_its_range(group, entry, value, words):
    with pytest.raises(BadValue, match=words):
        read_values(changed(group, entry, value))


def test_a_missing_entry_is_named_with_its_range():
    values = table_of("default")
    del values["triple_vp"]["mine"]
    with pytest.raises(BadValue, match=r"triple_vp.mine is missing; .* from 0 to 20"):
        read_values(values)
    with pytest.raises(BadValue, match="triple_vp is missing"):
        read_values({})


def test_an_unknown_entry_is_named_and_the_known_ones_listed():
    with pytest.raises(UnknownName, match=r"'triple_vp.casle'; did you mean 'triple_vp.castle'"):
        read_values(changed("triple_vp", "casle", 3))
    with pytest.raises(UnknownName, match="unknown table of values 'middle'"):
        read_values("middle")


def test_a_game_plays_by_its_table():
    values = changed("triple_vp", "mine", 9)
    game = table(projects=["mine 3"], piles={"mine": [2]}, values=values).do("place mine 3")
    assert game.vp("triple_mine") == 9
    game = table(projects=["mine 3"], piles={"mine": [2]}, values=changed("menus", "E", []))
    assert table(values=changed("building_numbers", "bank", [6, 6, 6])).state.deck[66] == 3


def test_a_file_of_values_goes_through_command_manifest_and_replay(tmp_path, capsys):
    path = tmp_path / "values.json"
    path.write_text(json.dumps(changed("triple_vp", "castle", 7)))
    words = ["simulate", "--game", "cards", "--strategies", "collector", "--games", "30",
             "--seed", "3", "--quiet", "--log", "decisions", "--out", str(tmp_path / "run"),
             "--values", str(path)]  # fmt: skip
    assert cli.main(words) == 0
    assert "triple_vp castle" in capsys.readouterr().out
    run = load(tmp_path / "run")
    assert run.manifest["values"]["triple_vp"]["castle"] == 7
    texts = {fact["path"].rpartition(".")[2]: fact["text"] for fact in run.unconfirmed}
    assert texts["castle"] == "7" and texts["mine"] == "5"
    assert run.trace(7).end().is_over


@pytest.mark.parametrize("text, words", [
    ("{", "cannot be read"), ("[" * 200_000, "cannot be read"),
    ("[1]", "must hold a table of names"), ("{}", "is missing"),
])  # fmt: skip
def test_a_bad_file_is_one_line(tmp_path, capsys, text, words):
    path = tmp_path / "values.json"
    path.write_text(text)
    arguments = ["simulate", "--game", "cards", "--strategies", "uniform", "--games", "3",
                 "--seed", "3", "--values", str(path)]  # fmt: skip
    assert cli.main(arguments) == 2
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1


def test_the_board_game_has_no_values_to_replace():
    with pytest.raises(BadValue, match="rests on no assumed values"):
        simulate(strategies="uniform", games=1, seed=1, values="low")


def test_sensitivity_tells_which_conclusions_change(capsys):
    found = sensitivity(game="cards-solo", players=1, strategies="collector", games=3000, seed=1)
    assert found.tables == ("low", "default", "high")
    shares = [a.mean for a in found.answers if a.question == "share of games won"]
    assert shares == sorted(shares)
    assert found.changed == ("share of games won",)
    words = ["sensitivity", "--strategies", "collector,immediate", "--games", "200", "--seed", "2"]
    assert cli.main(words) == 0
    assert "conclusions that change: none" in capsys.readouterr().out


@pytest.mark.parametrize("seed", [0, 15])
def test_a_lead_that_one_table_just_tells_is_no_change(seed):
    found = sensitivity(game="cards", strategies=("collector", "collector"), games=300, seed=seed)
    alone = {(a.question, a.low <= 0 <= a.high) for a in found.answers}
    assert len(alone) > len(found.questions)  # of each interval alone one would say so
    assert found.changed == ()
    assert not any(difference.is_sure for difference in found.differences)


def test_differences_of_tables_are_of_the_same_games():
    found = sensitivity(game="cards-solo", strategies="collector", games=400, seed=3)
    tables = [
        simulate(game="cards-solo", strategies="collector", games=400, seed=3, values=name).table
        for name in ("low", "high")
    ]
    [d] = [
        d for d in found.differences
        if (d.question, d.first, d.second) == ("VP of the player", "low", "high")
    ]  # fmt: skip
    assert d.mean == pytest.approx(tables[1]["vp"][0] - tables[0]["vp"][0])
    [low, high] = [
        a for a in found.answers if a.question == "VP of the player" and a.table != "default"
    ]
    # Games of their own would leave the difference as open as both means together.
    apart = np.hypot(low.high - low.low, high.high - high.low)
    assert d.high - d.low < apart


def test_sensitivity_tells_by_which_rules_and_code_it_was_played():
    found = sensitivity(
        game="cards", strategies="uniform", games=2, seed=1, settings={"joining": "must_join"}
    )
    said = "cards, uniform against uniform, joining=must_join, seed 1: 2 games"
    assert found.heading.startswith(said)
    answer = found.as_dict()
    assert answer["settings"]["joining"] == "must_join"
    assert set(answer["values"]) == {"low", "default", "high"}
    assert answer["code_hash"] and answer["versions"]


def test_sensitivity_is_not_sure_where_a_few_games_do_not_differ():
    found = sensitivity(game="cards-solo", strategies="uniform", games=3, seed=1)
    shares = [a for a in found.answers if a.question == "share of games won"]
    assert {(a.mean, a.low, a.conclusion) for a in shares} == {(0, 0, "about half won than lost")}
    assert all(0.5 < a.high < 1 for a in shares)


def test_sensitivity_plays_the_same_cards_on_the_same_seed():
    options = {"game": "cards", "players": 2, "strategies": "uniform", "games": 50, "seed": 9}
    assert sensitivity(**options) == sensitivity(**options)
