"""Every shipped strategy has a measured rank, and its text says what beats it."""

from __future__ import annotations

import re

import pytest

from burgundy_lab.experiments.ranks import (
    Place,
    Table,
    main,
    measure,
    rank_tables,
    seats_ranked,
)
from burgundy_lab.sim.errors import UnknownName
from burgundy_lab.sim.games import GAMES
from burgundy_lab.strategies import Policy, strategies
from burgundy_lab.strategies.story import Story, story

SEED = 1967  # not that of the stored ranks
LIBRARY = [(game, name) for game in GAMES for name, p in strategies(game).items() if p.library]
TABLES = [table for game in GAMES for table in rank_tables(game)]
ADVICE = "measure the ranks anew: make ranks"
# Games of a replay, and how many standard errors of a difference of two win shares make a clear
# one: 4, half as much again since games of a deal are alike and the stored shares err too.
REPLAYED = {1: 1_000, 2: 11_000, 4: 13_200}
SIGMAS = 6


def shipped(game: str) -> set[str]:
    return {name for known, name in LIBRARY if known == game}


def title(table: Table) -> str:
    return f"{table.game}-{table.players}"


# --- the stored tables ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_table_for_the_fewest_and_the_most_seats(game):
    assert [table.players for table in rank_tables(game)] == seats_ranked(game)


@pytest.mark.parametrize("table", TABLES, ids=title)
def test_every_shipped_strategy_has_a_rank_and_nothing_else_has(table):
    assert {place.strategy for place in table.places} == shipped(table.game), ADVICE
    assert [place.rank for place in table.places] == list(range(1, len(table.places) + 1))


@pytest.mark.parametrize("table", TABLES, ids=title)
def test_the_numbers_of_a_table_agree(table):
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", table.measured)
    # With fewer strategies than seats, some have several seats of a game.
    seated = min(table.players, len(table.places))
    assert sum(place.games for place in table.places) == seated * table.games
    if table.players == seated > 1:  # one win a game
        won = sum(place.games * place.win for place in table.places)
        assert won == pytest.approx(table.games, rel=0.001)


# --- what strategies say of themselves ----------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), LIBRARY)
def test_its_story_names_what_beats_it(game, name):
    words = set(re.findall(r"\w+", story(strategies(game)[name]).loses_against or ""))
    others = shipped(game) - {name}
    named = others if "everything" in words else others & words
    place = rank_tables(game)[0].place(name)
    assert place is not None, ADVICE
    assert named <= set(place.beaten_by)
    assert bool(named) == bool(place.beaten_by)


def test_a_story_may_lack_parts():
    def told(text: str | None) -> Story:
        def function(state, legal, rng, weights):
            return 0

        function.__doc__ = text
        return story(Policy("own", "board", "my own", (), function))

    assert told(None) == Story()
    assert told("Play on.\n\nIdea: none.") == Story("Play on.")
    whole = told("Play\n on.\n\n    Idea: a b.\n    Source: c. Loses\n    against d.")
    assert whole == Story("Play on.", "a b.", "c.", "d.")


def test_a_game_that_is_not_known_is_not_measured(monkeypatch):
    monkeypatch.setattr("sys.argv", ["ranks", "boad"])
    with pytest.raises(UnknownName, match="unknown game 'boad'; did you mean 'board'"):
        main()


# --- measured again ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=title)
def test_clear_differences_are_found_again(table):
    again = measure(table.game, table.players, REPLAYED[table.players], SEED)
    clear = SIGMAS * (0.5 / min(place.games for place in again.places)) ** 0.5
    pairs = [(a, b) for a in table.places for b in table.places if a.win > b.win + clear]
    assert pairs

    def win(place: Place) -> float:
        found = again.place(place.strategy)
        assert found is not None
        return found.win

    assert [(a.strategy, b.strategy) for a, b in pairs if win(a) <= win(b)] == []
