"""Every game keeps the contract that the loop, the logs and the notebooks rely on."""

from __future__ import annotations

import re

import numpy as np
import pytest

from burgundy_lab.sim.contract import MOST_SEATS, Game, read_settings
from burgundy_lab.sim.errors import BadValue, UnknownName
from burgundy_lab.sim.facts import CONFIDENCE, facts
from burgundy_lab.sim.games import GAMES, get_game
from burgundy_lab.sim.legal import action_ids
from burgundy_lab.sim.position import Position
from burgundy_lab.strategies import strategies

SEED = 20110901
NEEDED_FIELDS = {"seat", "seats", "points", "event_no", "over"}
NEEDED_COLUMNS = {"vp", "rank", "shared"}
WORD = re.compile(r"[a-z][a-z0-9_]*")
NAME = re.compile(r"[a-z][a-z0-9-]*")

WITH_ESTATES = [name for name in GAMES if get_game(name).estates]
SEATS = [(name, seats) for name in GAMES for seats in get_game(name).seat_counts]
# Values in capitals stand for a pattern, which is no value itself.
CHOICES = [
    (name, setting.name, value)
    for name in GAMES
    for setting in get_game(name).settings
    for value in setting.choices
    if not value.isupper()
]


@pytest.fixture(params=GAMES)
def game(request) -> Game:
    return get_game(request.param)


def fields(game: Game) -> tuple[str, ...]:
    return game.state.names or ()


# --- the record --------------------------------------------------------------------------------


def test_the_state_has_the_fields_of_the_loop(game):
    assert set(fields(game)) >= NEEDED_FIELDS


def test_no_field_hides_an_attribute_of_numpys_records(game):
    assert set(fields(game)) & set(dir(np.record)) == set()


def test_a_state_is_small_enough_to_copy_fast(game):
    assert game.state.itemsize < 2048


def test_every_named_field_exists(game):
    assert set(game.field_texts) <= set(fields(game))
    assert set(game.derived_fields) <= set(fields(game))


def test_the_buffer_has_a_word_more_than_the_actions(game):
    assert game.new_legal().shape == (game.action_words + 1,)


# --- what the logs keep ------------------------------------------------------------------------


def test_columns_are_unique_words_with_text_and_unit(game):
    names = [column.name for column in game.columns]
    assert len(names) == len(set(names))
    assert all(WORD.fullmatch(name) for name in names)
    assert all(column.text.strip() and column.unit.strip() for column in game.columns)


def test_columns_have_what_tables_need(game):
    assert {column.name for column in game.columns} >= NEEDED_COLUMNS


def test_every_source_of_vp_has_its_columns(game):
    names = {column.name for column in game.columns}
    in_play = {f"vp_{source}_{p.lower()}" for source in game.sources for p in game.phases}
    assert names >= in_play | {f"vp_{source}" for source in game.end_sources}


def test_rule_data_can_be_listed(game):
    known = [fact for name in game.data_files for fact in facts(name)]
    assert known
    assert {fact.confidence for fact in known} <= set(CONFIDENCE)


# --- settings ----------------------------------------------------------------------------------


def test_settings_have_a_default_among_their_choices_and_a_reason(game):
    for setting in game.settings:
        pattern = any(map(str.isupper, setting.choices))  # TARGET stands for a number, say
        assert setting.default in setting.choices or pattern
        assert setting.confidence in CONFIDENCE
        assert setting.why.strip() and all(text.strip() for text in setting.choices.values())


def test_setting_names_are_unique(game):
    names = [setting.name for setting in game.settings]
    assert len(names) == len(set(names))


def test_without_settings_every_one_has_its_default(game):
    expected = {setting.name: setting.default for setting in game.settings}
    assert read_settings(game.name, game.settings, {}) == expected


@pytest.mark.parametrize(("name", "setting", "value"), CHOICES)
def test_every_choice_of_a_setting_can_be_played(name, setting, value):
    position = Position.new(name, settings={setting: value}, seed=SEED)
    assert (position.check(), position.is_over) == ([], False)


def test_an_unknown_setting_is_refused(game):
    known = ", ".join(setting.name for setting in game.settings)
    with pytest.raises(UnknownName, match=f"'no_such'.*known: {known}"):
        game.configure(game.seat_counts[0], settings={"no_such": "1"})


def test_an_unknown_value_is_refused(game):
    closed = [s for s in game.settings if not any(map(str.isupper, s.choices))]
    for setting in closed:
        with pytest.raises(UnknownName, match=f"setting {setting.name} 'no such'"):
            game.configure(game.seat_counts[0], settings={setting.name: "no such"})


# --- set-up ------------------------------------------------------------------------------------


def test_seat_counts_are_ascending_and_fit_the_loop(game):
    assert list(game.seat_counts) == sorted(set(game.seat_counts))
    assert 1 <= game.seat_counts[0] <= game.seat_counts[-1] <= MOST_SEATS


@pytest.mark.parametrize("seats", [-1, 0, MOST_SEATS + 1, 10**30, None, "two"])
def test_a_number_of_seats_that_is_none_is_refused(game, seats):
    with pytest.raises(BadValue, match=f"players {seats!r} must be"):
        game.configure(seats)


@pytest.mark.parametrize("name", WITH_ESTATES)
def test_an_unknown_estate_is_refused(name):
    game = get_game(name)
    with pytest.raises(UnknownName, match=f"estate 'no such'.*{game.estates[0]}"):
        game.configure(game.seat_counts[0], ["no such"])


@pytest.mark.parametrize("name", WITH_ESTATES)
def test_a_wrong_number_of_estates_is_refused(name):
    game = get_game(name)
    most = game.seat_counts[-1]
    for number in (0, most + 1):
        with pytest.raises(BadValue, match=f"{number} estates for {most}"):
            game.configure(most, game.estates[:number])


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_a_configured_table_is_blank_and_its_set_up_is_whole(name, seats):
    blank = get_game(name).configure(seats)[0]
    assert (int(blank.seats), int(blank.event_no), int(blank.over)) == (seats, 0, 0)
    position = Position.new(name, players=seats, seed=SEED)
    assert position.check() == []
    assert position.state.event_no > 0
    assert 0 <= position.seat < seats
    assert len(position.legal_actions) > 0


def test_derived_fields_follow_from_the_others(game):
    position = Position.new(game.name, seed=SEED)
    again = position.copy()
    for name in game.derived_fields:
        again.state[name] = 0
    game.derive(again.state)
    assert again == position


def test_every_legal_action_has_a_description_of_its_own(game):
    position = Position.new(game.name, seed=SEED)
    texts = [position.describe(action) for action in position.legal_actions]
    assert all(text.strip() and "\n" not in text for text in texts)
    assert len(set(texts)) == len(texts)


def test_actions_are_counted_right(game):
    position = Position.new(game.name, seed=SEED)
    legal = game.new_legal()
    legal[-1] = game.seams()[1](position.state, legal)
    assert len(action_ids(legal)) == legal[-1] == len(position.legal_actions)


# --- the list of games -------------------------------------------------------------------------


def test_every_game_has_strategies(game):
    assert any(policy.library for policy in strategies(game.name).values())


def test_names_are_those_of_the_list(game):
    assert get_game(game.name) is game
    assert NAME.fullmatch(game.name) and game.title.strip()


def test_an_unknown_game_is_refused():
    with pytest.raises(UnknownName, match=f"unknown game 'bord'.*known: {', '.join(GAMES)}"):
        get_game("bord")


# --- hexagons ------------------------------------------------------------------------------------


def test_a_layout_places_every_space_of_every_estate(game):
    assert (game.layout is None) == ("covered" not in fields(game))
    for estate in game.estates:
        spaces = game.layout(estate)
        assert {1, 2, 3, 4, 5, 6} == {space.number for space in spaces}
        at = np.array([(space.x, space.y) for space in spaces])
        apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
        np.fill_diagonal(apart, np.inf)
        assert apart.min() == pytest.approx(1)
