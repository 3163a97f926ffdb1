"""The session: walking, changing and changing back, with every game."""

from __future__ import annotations

import pytest

from burgundy_lab import Position, simulate
from burgundy_lab.experiments.asking import ask
from burgundy_lab.explorer.session import Session
from burgundy_lab.sim.errors import (
    BadState,
    BadValue,
    BurgundyError,
    IllegalAction,
    PolicyError,
    RunError,
    UnknownName,
)
from burgundy_lab.strategies import Policy, get_strategy

GAMES = ("board", "solo", "cards", "cards-solo")
UNIFORM = "uniform"


def begun(game="board", moves=0, **options):
    session = Session(Position.new(game, seed=3, **options))
    for _ in range(moves):
        session.let(UNIFORM)
    return session


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "logged"
    return simulate(
        strategies=UNIFORM, games=3, seed=5, log="decisions", out=folder, progress=False
    )


# --- walking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_line_can_be_walked_and_is_what_was_played(game):
    session, position = begun(game), Position.new(game, seed=3)
    for _ in range(5):
        choice = session.choices[-1]
        assert choice.words == position.describe(choice.action)
        assert choice.spots == position.spots(choice.action)
        session.play(choice.action)
        position.step(choice.action)
    assert session.position == position
    assert (session.at, session.length) == (5, 5)
    session.first()
    assert session.position == Position.new(game, seed=3)
    session.back()
    assert session.at == 0
    session.forth()
    session.go(3)
    session.last()
    session.forth()
    assert session.at == 5
    assert session.position == position
    assert session.words[-1] == choice.words


def test_it_tells_how_a_position_came_about():
    session = begun()
    assert session.told == ()
    session.let(UNIFORM, "rest")
    told = session.told
    assert told[0] == session.words[-1]
    before = session._line.positions[-2].state
    assert list(told[1:]) == session.position.game.between(before, session.position.state) != []


def test_all_of_a_turn_that_was_played_in_one_go_is_told():
    session = begun(moves=6)
    at = session.at
    session.let(UNIFORM, "turn")
    played = session.words[at:]
    assert len(played) > 1
    assert [words for words in session.told if words in played] == list(played)
    session.back()
    session.forth()
    assert session.told[0] == played[-1]


def test_looking_is_no_change():
    session = begun(moves=4)
    session.back()
    session.first()
    session.undo()
    assert (session.at, session.length) == (3, 3)


def test_a_play_in_the_midst_starts_another_end_and_undo_gives_the_old_one_back():
    session = begun(moves=6)
    old = session.text
    session.go(2)
    session.play(session.choices[0].action)
    assert (session.at, session.length) == (3, 3)
    assert session.can_undo and not session.can_redo
    session.undo()
    assert (session.at, session.length) == (2, 6)
    session.last()
    assert session.text == old
    session.redo()
    assert (session.at, session.length) == (3, 3)
    session.play(session.choices[0].action)
    assert not session.can_redo


def test_undo_and_redo_with_nothing_to_do_do_nothing():
    session = begun()
    before = session.text
    session.undo()
    session.redo()
    assert session.text == before


def test_the_position_given_stays_as_it_was():
    position = Position.new("board", seed=3)
    before = position.text
    Session(position).let(UNIFORM, "rest")
    assert position.text == before


# --- strategies play ----------------------------------------------------------------------------


def turn_of(position):
    """Return the turn in the rules' own words: round and who has it."""
    state = position.state
    names = [name for name in ("phase_no", "round_no", "turn_no") if name in state.dtype.names]
    return [position.seat, *(int(state[name]) for name in names)]


@pytest.mark.parametrize("game", GAMES)
def test_a_strategy_plays_a_move_a_turn_or_the_rest(game):
    session = begun(game, moves=4)
    session.let(UNIFORM, "move")
    assert session.length == 5
    before = turn_of(session.position)
    session.let(UNIFORM, "turn")
    assert turn_of(session.position) != before or session.position.is_over
    session.back()
    assert turn_of(session.position) == before
    session.let(UNIFORM, "rest")
    assert session.position.is_over
    assert session.choices == []
    session.undo()
    assert not session.position.is_over


def test_a_strategy_answers_the_same_at_the_same_decision():
    one, two = begun("cards", moves=8), begun("cards", moves=8)
    assert one.text == two.text


def peeks(state, legal, rng, weights):
    """Answer nonsense if the hand of the other seat can be seen."""
    other = 1 - state.seat
    for word in range(legal.size - 1):
        for bit in range(63):
            if legal[word] >> bit & 1 and state.hand[other, 0] + state.hand[other, 1] == 0:
                return 64 * word + bit
    return -1


def test_a_strategy_sees_no_hidden_card():
    peeker = Policy("peeker", "cards", "for tests", (), peeks)
    session = begun("cards", moves=6)
    hand = session.position.state.hand
    assert hand[1 - session.position.seat].any()
    session.let(peeker)
    assert session.length == 7


# --- other games --------------------------------------------------------------------------------


def test_a_logged_game_is_loaded_and_its_result_is_the_logged_one(run):
    session = begun("solo", moves=2)
    session.load(run, 2)
    assert session.at == 0
    assert session.position == Position.new("board", seed=5, game_no=2)
    session.last()
    assert session.position.is_over
    loaded = Session.of_run(run.folder, 2)
    assert loaded.length == session.length
    assert not loaded.can_undo
    session.undo()
    assert session.position.game.name == "solo"


def test_a_new_game_with_everything_said():
    session = begun()
    session.new("board", players=3, estates=("1", "8", "2"), settings={"edition": "2019"}, seed=9)
    made = Position.new(
        "board", players=3, estates=("1", "8", "2"), settings={"edition": "2019"}, seed=9
    )
    assert session.position == made
    assert (session.at, session.length) == (0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_text_can_be_copied_and_pasted(game):
    session, other = begun(game, moves=5), begun()
    other.paste(session.text)
    assert other.position == session.position


# --- values -------------------------------------------------------------------------------------


def test_values_belong_to_the_position_looked_at():
    session = begun(moves=3)
    evaluation = session.evaluate(UNIFORM, 10)
    assert evaluation.wait().played == 10
    assert evaluation.position == session.position
    assert session.evaluation is evaluation
    session.back()
    assert session.evaluation is None


def test_looking_elsewhere_stops_an_evaluation():
    session = begun(moves=3)
    evaluation = session.evaluate(UNIFORM, 10**8)
    session.undo()
    assert evaluation.wait().status == "stopped"


def test_stopping_keeps_what_was_found():
    session = begun(moves=3)
    evaluation = session.evaluate(UNIFORM, 10**8)
    next(iter(evaluation))
    session.stop()
    assert evaluation.wait().status == "stopped"
    assert session.evaluation is evaluation
    assert evaluation.played >= 8


# --- mistakes -----------------------------------------------------------------------------------


def over():
    session = begun("cards-solo")
    session.let(UNIFORM, "rest")
    return session


MISTAKES = {
    "illegal action": (begun, lambda s: s.play(99_999), IllegalAction, "99999 is illegal"),
    "strategy": (begun, lambda s: s.let("nobody"), UnknownName, "unknown strategy of board"),
    "other game": (
        begun, lambda s: s.let(get_strategy("solo", UNIFORM)), PolicyError, "plays 'solo'"),
    "how far": (begun, lambda s: s.let(UNIFORM, "year"), UnknownName, "unknown length of play"),
    "over": (over, lambda s: s.let(UNIFORM), BadState, "the game is over"),
    "values when over": (over, lambda s: s.evaluate(UNIFORM), BadState, "no action to evaluate"),
    "text": (begun, lambda s: s.paste("nonsense"), BadState, "first line must be"),
    "half a text": (begun, lambda s: s.paste(s.text[:60]), BadState, "text"),
    "decision": (begun, lambda s: s.go(1), BadValue, "decision 1 must be 0"),
    "estate": (begun, lambda s: s.new(estates="moon", seed=1), UnknownName, "moon"),
    "seed": (begun, lambda s: s.new(seed=-1), BadValue, "seed -1"),
    "no run": (begun, lambda s: s.load("nowhere", 0), RunError, "no run folder nowhere"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_in_one_line_and_changes_nothing(mistake):
    start, act, error, told = MISTAKES[mistake]
    session = start()
    before, could = session.text, session.can_undo
    with pytest.raises(error, match=told) as caught:
        act(session)
    assert isinstance(caught.value, BurgundyError)
    assert "\n" not in str(caught.value)
    assert (session.text, session.can_undo) == (before, could)


@pytest.mark.parametrize("number", [3, -1, 1.5])
def test_a_game_that_a_run_does_not_have(run, number):
    with pytest.raises(BadValue, match=f"game {number} must be a whole number from 0 to 2"):
        begun().load(run, number)


def test_a_run_without_decisions(tmp_path):
    played = simulate(strategies=UNIFORM, games=2, seed=5, out=tmp_path / "r", progress=False)
    with pytest.raises(RunError, match="kept no decisions"):
        begun().load(played.folder, 0)


def refuses(state, legal, rng, weights):
    return -5


def test_a_strategy_that_leaves_does_not_take_the_session_along():
    class Leaves(Policy):
        @property
        def compiled(self):
            def leave(*_):
                raise SystemExit(3)

            return leave

    leaves = Leaves("leaves", "board", "for tests", (), refuses)
    with pytest.raises(PolicyError, match="strategy 'leaves' raised SystemExit: 3"):
        ask(leaves, Position.new("board", seed=1), seed=1)


def test_a_strategy_that_fails():
    failing = Policy("failing", "board", "for tests", (), refuses)
    with pytest.raises(PolicyError, match="'failing' of seat 0 answered -5, not one of"):
        ask(failing, Position.new("board", seed=1), seed=1)
