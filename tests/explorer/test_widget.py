"""The explorer without a browser: what it sends to one, and how it takes what users do."""

from __future__ import annotations

import json
import re
import threading
import time
import tomllib
from base64 import b64decode
from functools import partial
from html import unescape
from xml.etree import ElementTree

import ipywidgets
import pytest

from burgundy_lab import Position, simulate
from burgundy_lab.explorer import explore, saved, session, widget
from burgundy_lab.explorer.session import Session
from burgundy_lab.explorer.table import SCRIPTS, STATIC, Table
from burgundy_lab.sim.errors import BadState, RunError

GAMES = ("board", "solo", "cards", "cards-solo")


def click(explorer, **content):
    """Do what the browser's part of the table does when something is clicked."""
    explorer.table._handle_custom_msg(content, [])


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "logged"
    return simulate(
        game="cards", strategies="uniform", games=2, seed=5, log="decisions", out=folder,
        progress=False,
    )  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_the_table_shows_the_position_and_its_actions(game):
    position = Position.new(game, seed=2)
    shown = explore(position).table.shown
    json.dumps(shown)  # what goes to the browser
    assert [choice["action"] for choice in shown["choices"]] == list(position.legal_actions)
    for choice in shown["choices"]:
        assert choice["words"] == position.describe(choice["action"])
    assert shown["heading"] == position.game.heading(position.state)
    ElementTree.fromstring(shown["svg"])


def test_a_click_plays_and_undo_takes_it_back():
    explorer = explore(Position.new("board", seed=2))
    before = explorer.table.shown
    action = before["choices"][2]["action"]
    click(explorer, do="play", action=action)
    assert explorer.session.position == Position.new("board", seed=2).step(action)
    assert explorer.table.shown["told"].startswith(f"before: {before['choices'][2]['words']}")
    assert explorer.slider.value == 1
    click(explorer, do="undo")
    assert explorer.table.shown == before
    click(explorer, do="redo")
    assert explorer.session.at == 1


def test_a_second_click_on_the_same_picture_plays_nothing_more():
    explorer = explore(Position.new("board", seed=2))
    before = explorer.table.shown
    twice = {"do": "play", "action": before["choices"][0]["action"], "of": before["text"]}
    click(explorer, **twice)
    click(explorer, **twice)
    assert explorer.session.length == 1
    assert explorer.table.message == ""


def test_keys_walk_and_let_the_strategy_play():
    explorer = explore(Position.new("solo", seed=2))
    for command in ("move", "move", "turn", "rest"):
        click(explorer, do=command)
    assert explorer.session.position.is_over
    assert explorer.buttons["move"].disabled
    length = explorer.session.length
    for command, at in (("first", 0), ("forth", 1), ("back", 0), ("last", length)):
        click(explorer, do=command)
        assert explorer.session.at == explorer.slider.value == at


def test_the_slider_scrubs_a_logged_game(run):
    explorer = explore(run, game_no=1)
    assert explorer.slider.max == explorer.session.length > 50
    explorer.slider.value = 30
    assert explorer.session.at == 30
    assert explorer.load.folder.value == str(run.folder)
    again = explore(str(run.folder))
    again.load.number.value = "1"
    again.attempt(lambda: again.load.submit(again.session))
    again.slider.value = 30
    assert again.table.shown == explorer.table.shown


def test_a_shorter_line_is_looked_at_where_it_was_left():
    explorer = explore(Position.new("board", seed=2))
    for command in ("move", "move", "move", "back", "rest", "last", "undo"):
        click(explorer, do=command)
        assert explorer.table.message == ""
    assert explorer.session.at == explorer.slider.value == 2
    click(explorer, do="rest")
    explorer.attempt(lambda: explorer.session.new("solo", seed=1))
    assert explorer.table.message == ""
    assert explorer.session.at == explorer.slider.value == 0


def test_values_improve_while_the_loop_runs_and_can_be_stopped():
    explorer = explore(Position.new("board", seed=2))
    explorer.games.value = 100_000
    seen = []
    explorer.table.observe(lambda change: seen.append(change["new"]), "values")

    def known():  # a single game has no interval
        shown = [values for values in seen if values.get("rows")]
        return [values for values in shown if values["rows"][0]["vp_high"] is not None]

    def look():
        click(explorer, do="values")
        assert not explorer.buttons["stop"].disabled
        while len({values["note"] for values in known()}) < 2:
            time.sleep(0.05)
        click(explorer, do="stop")
        explorer._watching.join()

    look()
    assert explorer.buttons["stop"].disabled
    first, last = known()[0], seen[-1]
    assert first["caution"].startswith("a look while it runs")
    assert first["caution"] in first["note"]
    assert "stopped" in last["note"]
    assert last["caution"].startswith("stopped before all games")
    assert last["judge"] == explorer.strategy.value == "planner"
    assert [row["choice"] for row in last["rows"]].count(True) == 1
    assert last["rows"][0]["standing"] == "best"
    assert any("planner itself plays" in line for line in last["verdict"])
    assert "rests on" in last["note"]

    def width(values):
        return sum(row["vp_high"] - row["vp_low"] for row in values["rows"])

    assert width(last) < width(first)
    assert [row["rank"] for row in last["rows"]] == list(range(1, len(last["rows"]) + 1))
    click(explorer, do="play", action=last["rows"][0]["action"])
    assert explorer.table.values == {}


def test_values_that_are_complete_at_once_are_drawn_too():
    explorer = explore(Position.new("board", seed=2))
    explorer.games.value = 100

    def look():
        click(explorer, do="values")
        explorer.session.evaluation.wait()  # before anyone had time to look
        explorer._watching.join()

    look()
    assert "100 of 100" in explorer.table.values["note"]
    assert explorer.buttons["stop"].disabled


@pytest.mark.parametrize("game", GAMES)
def test_the_form_sets_up_any_game(game):
    explorer = explore()
    form = explorer.set_up
    form.game.value = game
    form.players.value = form.players.options[-1]
    form.seed.value = "77"
    for field in (*form.estates, *form.settings.values(), *filter(None, [form.tables])):
        if getattr(field, "options", None):
            field.value = field.options[-1]
    explorer.attempt(lambda: form.submit(explorer.session))
    position = explorer.session.position
    assert explorer.table.message == ""
    assert position.game.name == game
    assert int(position.state.seats) == form.players.value
    assert position.seed == 77
    names = [position.game.estate_of(position.state, s) for s in range(form.players.value)]
    assert names == ([f.value for f in form.estates] or [None] * form.players.value)
    assert set(explorer.strategy.options) == set(explorer.session.strategies)


MISTAKES = {
    "seed": (lambda e: setattr(e.set_up.seed, "value", "x"), "set_up", "seed 'x' must be a whole"),
    "no folder": (lambda e: None, "load", "name the folder of a run"),
    "folder": (lambda e: setattr(e.load.folder, "value", "away"), "load", "no run folder away"),
    "text": (lambda e: setattr(e.paste.text, "value", "board\n\nx"), "paste", "first line must be"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_line_in_its_form_and_goes_with_the_next_click(mistake):
    spoil, form, told = MISTAKES[mistake]
    explorer = explore()
    before = explorer.table.shown
    spoil(explorer)
    form = getattr(explorer, form)
    button = next(w for w in walk(form) if w._view_name == "ButtonView")
    button.click()
    assert told in unescape(form.told.value)
    assert "\n" not in form.told.value
    assert [line.value for line in explorer._told if line is not form.told] == ["", ""]
    assert explorer.table.message == ""
    assert explorer.table.shown == before
    click(explorer, do="play", action=before["choices"][0]["action"])
    assert form.told.value == ""


def walk(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from walk(child)


def test_commands_of_two_threads_wait_for_each_other(monkeypatch):
    explorer = explore(Position.new("board", seed=2))
    explorer.games.value = 100_000
    begun, plain = [], session.evaluate

    def slow(*given, **named):
        begun.append(plain(*given, **named))
        time.sleep(0.1)  # here the other thread comes in
        return begun[-1]

    monkeypatch.setattr(session, "evaluate", slow)
    threads = [threading.Thread(target=partial(click, explorer, do="values")) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    click(explorer, do="stop")
    assert [evaluation.wait(10).status for evaluation in begun] == ["stopped", "stopped"]


def kept():
    """Return how many widgets the kernel keeps."""
    return len(ipywidgets.widgets.widget._instances)


def test_closing_ends_the_evaluation_and_leaves_no_widget_behind():
    before = kept()
    explorer = explore(Position.new("board", seed=2))
    other = explore(Position.new("board", seed=3))
    explorer.set_up.game.value = "cards"  # makes fields anew
    explorer.set_up.players.value = 3
    explorer.games.value = 100_000
    click(explorer, do="values")
    evaluation = explorer.session.evaluation
    explorer.close()
    assert evaluation.wait(10).status == "stopped"
    other.set_up.game.value = "solo"
    click(other, do="move")
    assert other.session.length == 1
    other.close()
    assert kept() == before
    assert "closed" in repr(explorer)
    click(explorer, do="move")
    assert explorer.session.length == 0


def test_nobody_looking_ends_the_evaluation():
    explorer = explore(Position.new("board", seed=2))
    explorer.games.value = 100_000
    click(explorer, do="values")
    evaluation = explorer.session.evaluation
    click(explorer, do="gone")
    assert evaluation.wait(10).status == "stopped"


def test_a_cell_that_runs_again_closes_what_it_made_before(monkeypatch):
    now = ["cell", "run"]
    monkeypatch.setattr(widget, "_cell_and_run", lambda: tuple(now))
    monkeypatch.setattr(widget, "_OF_CELL", {})
    position = Position.new("board", seed=2)
    one, two = explore(position), explore(position)  # side by side on purpose
    now[:] = ["another", "later"]
    elsewhere = explore(position)
    now[:] = ["", ""]  # nobody says which cell
    nowhere = explore(position)
    assert not any(e._closed for e in (one, two, elsewhere, nowhere))
    now[:] = ["cell", "again"]
    three = explore(position)
    assert one._closed and two._closed
    assert not any(e._closed for e in (three, elsewhere, nowhere))


COLD = {
    "a move": lambda e: click(e, do="move"),
    "set up": lambda e: button_of(e.set_up).click(),
    "text": lambda e: button_of(e.paste).click(),
    "load": lambda e: button_of(e.load).click(),
    "values": lambda e: click(e, do="values"),
}


def button_of(form):
    return next(w for w in walk(form) if w._view_name == "ButtonView")


@pytest.mark.parametrize("command", COLD)
def test_the_compiler_is_announced_before_it_works(monkeypatch, run, command):
    explorer = explore(Position.new("board", seed=2))
    explorer.load.folder.value = str(run.folder)
    explorer.games.value = 100
    seen = []
    explorer.table.observe(lambda change: seen.append(change["new"]), "doing")
    in_forms = []
    for line in explorer._told:
        line.observe(lambda change: in_forms.append(change["new"]), "value")
    monkeypatch.setattr(session, "needs_compiler", lambda *_: True)
    monkeypatch.setattr(session.Evaluation, "is_cold", True)
    monkeypatch.setattr(session.Evaluation, "played", 0)
    COLD[command](explorer)
    explorer.session.stop()
    game = "cards" if command == "load" else "board"
    assert f"compiling for '{game}' once" in seen[0]
    assert any("compiling" in line for line in in_forms) == (command in ("set up", "text", "load"))
    if explorer._watching:
        explorer._watching.join()
    assert explorer.table.doing == ""
    assert not any(line.value for line in explorer._told)


def test_stopping_is_told_while_the_compiler_is_waited_for(monkeypatch):
    explorer = explore(Position.new("board", seed=2))
    compiled = threading.Event()
    monkeypatch.setattr(session.Evaluation, "_play", lambda *_: compiled.wait())
    monkeypatch.setattr(session.Evaluation, "is_cold", True)
    click(explorer, do="values")
    assert "compiling" in explorer.table.doing
    click(explorer, do="stop")
    assert explorer.table.doing.startswith("stopping")
    assert "stopping" in explorer.table.values["note"]
    assert explorer.buttons["stop"].disabled
    compiled.set()
    explorer._watching.join()
    assert explorer.table.doing == ""
    assert "stopped" in explorer.table.values["note"]


def test_a_saved_notebook_shows_the_position_as_a_picture_and_in_words(monkeypatch):
    bundles = []
    monkeypatch.setattr(saved, "display", lambda bundle, raw: bundles.append(bundle))
    explorer = explore(Position.new("cards", seed=2))
    explorer._ipython_display_()
    live, kept_for_later = bundles
    assert "application/vnd.jupyter.widget-view+json" in live
    assert explorer.session.heading in live["text/plain"]
    assert "HBox" not in live["text/plain"]
    html, words = kept_for_later["text/html"], kept_for_later["text/plain"]
    picture = re.search('src="data:image/svg[+]xml;base64,([^"]+)"', html)[1]
    assert b64decode(picture).decode() == explorer.session.position._repr_svg_()
    for choice in explorer.session.choices:
        assert choice.words in words
        assert choice.words in unescape(html)


def test_a_ping_is_heard_at_once(monkeypatch):
    explorer = explore(Position.new("board", seed=2))
    sent = []
    monkeypatch.setattr(explorer.table, "send", sent.append)
    with explorer._one_at_a_time:
        click(explorer, do="ping", number=7)
    assert sent == [{"heard": 7}]


def test_what_is_no_command_does_nothing():
    explorer = explore()
    before = explorer.table.shown
    for content in ({}, {"do": "evaluate"}, {"do": "play"}, {"do": "__init__"}):
        click(explorer, **content)
    click(explorer, do="play", action=123_456)
    assert "123456 is illegal" in explorer.table.message
    assert explorer.table.shown == before


def test_explore_takes_a_text_and_refuses_what_it_cannot_read():
    position = Position.new("cards", seed=4)
    assert explore(position.text).session.position == position
    with pytest.raises(BadState, match="position text"):
        explore("burgundy position 1: nonsense")
    with pytest.raises(RunError, match="no run folder"):
        explore("nowhere")


def test_its_files_go_into_the_package():
    root = STATIC.parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["burgundy_lab"]
    packed = {path for pattern in patterns for path in (root / "burgundy_lab").glob(pattern)}
    shipped = {f"{name}.js" for name in SCRIPTS} | {"frame.css", "table.css"}
    assert {path.name for path in STATIC.iterdir()} == shipped
    assert set(STATIC.iterdir()) <= packed


def test_the_browser_needs_nothing_from_the_network():
    for path in STATIC.iterdir():
        source = path.read_text(encoding="utf-8")
        assert "http" not in source
        assert "import " not in source


def test_the_end_is_told_as_a_table_of_seats():
    session = Session(Position.new("board", players=3, seed=5))
    session.let("uniform", "rest")
    table = Table()
    table.show(session)
    rows = table.shown["results"]
    assert sorted(row[0] for row in rows) == [0, 1, 2]
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)
    assert {row[0]: row[2] for row in rows} == {r.seat: r.vp for r in session.position.outcome()}


@pytest.mark.parametrize("game", ["solo", "cards-solo"])
def test_a_game_alone_ends_won_or_lost_without_a_rank(game):
    session = Session(Position.new(game, seed=5))
    session.let("uniform", "rest")
    table = Table()
    table.show(session)
    (result,) = session.position.outcome()
    told = "won" if result.rank == 1 else "lost"
    assert table.shown["results"] == [[0, told, result.vp]]
