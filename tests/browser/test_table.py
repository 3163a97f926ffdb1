"""The table alone in a browser: what can be hit and read there, and which rows move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from burgundy_lab.explorer.session import Session
from burgundy_lab.explorer.table import Table
from burgundy_lab.sim.position import Position
from tests.browser.lab import find_chromium, running_browser

pytestmark = pytest.mark.browser
ROOM = 850  # pixels that JupyterLab leaves for an output in a window of 1280 beside its file list
LEAST_TARGET, LEAST_TEXT = 20, 7  # pixels
# What anywidget gives: a model, here one that answers nobody.
SHOW = """
async ([esm, state]) => {
  const handlers = new Map();
  window.model = {
    state,
    get: (name) => window.model.state[name],
    set: (name, value) => { window.model.state[name] = value; handlers.get(`change:${name}`)?.(); },
    on: (event, handler) => handlers.set(event, handler),
    off: () => {},
    send: () => {},
  };
  const made = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const widget = (await import(made)).default();
  document.body.replaceChildren(document.createElement("main"));
  await widget.render({ model: window.model, el: document.querySelector("main") });
}
"""
SMALLEST = """
() => {
  const sides = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return Math.min(width, height);
  };
  const svg = document.querySelector(".b-picture").shadowRoot.querySelector("svg");
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const drawn = [...svg.querySelectorAll("text")].map((n) => scale * n.getAttribute("font-size"));
  const nodes = [...document.querySelectorAll(".burgundy *")].filter((n) => n.innerText);
  const written = nodes.map((n) => parseFloat(getComputedStyle(n).fontSize));
  return {
    target: Math.min(...[...document.querySelectorAll(".b-place, .b-action")].map(sides)),
    text: Math.min(...drawn, ...written),
  };
}
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    if find_chromium() is None:
        pytest.fail("these tests need Chromium", pytrace=False)
    with running_browser(tmp_path_factory.mktemp("table")) as browser:
        browser.page.set_viewport_size({"width": 1280, "height": 800})
        yield browser.page
        assert browser.errors == []


def in_the_midst(game: str, seats: int) -> Position:
    """Return a position of a random game with many choices."""
    position, lot = Position.new(game, players=seats, seed=5), random.Random(5)
    found = position.copy()
    for _ in range(160 if game == "board" else 60):
        position.step(lot.choice(list(position.legal_actions)))
        if len(list(position.legal_actions)) >= len(list(found.legal_actions)):
            found = position.copy()
    return found


def shown(page: Page, position: Position) -> dict[str, Any]:
    """Show a position as the explorer does, without values; return what was sent."""
    table = Table()
    table.show(Session(position))
    state = {"shown": table.shown, "values": {}, "message": "", "doing": ""}
    page.set_content(f"<style>main {{ width: {ROOM}px }} {table._css}</style>")
    page.evaluate(SHOW, [table._esm, state])
    return dict(table.shown)


def show_values(page: Page, actions: list[int], **more: Any) -> None:
    """Show values in which the first of the actions is the best."""
    rows = [
        {
            "action": action, "rank": k, "choice": k == 2,
            "standing": "best" if k == 1 else "not told apart" if k == 2 else "behind",
            "win": 0.5, "win_low": 0.4, "win_high": 0.6, "vp": 90.0, "vp_low": None,
            "vp_high": None, "behind": 0.01 * (k - 1), "behind_low": 0.0, "behind_high": 0.02 * k,
            "vp_behind": None, "vp_behind_low": None, "vp_behind_high": None,
        }
        for k, action in enumerate(actions, 1)
    ]  # fmt: skip
    values = {
        "note": "40 of 100 games", "rows": rows, "judge": "chooser", "verdict": ["one is best"],
        "caution": "", "short": "", **more,
    }  # fmt: skip
    page.evaluate("(values) => window.model.set('values', values)", values)


def order(page: Page) -> list[int]:
    listed = page.locator(".b-action")
    return [int(n) for n in listed.evaluate_all("all => all.map((row) => row.dataset.action)")]


@pytest.mark.parametrize("game, seats", [("board", 4), ("solo", 1), ("cards", 4)])
def test_all_can_be_hit_and_read_in_a_window_of_1280(page, game, seats):
    sent = shown(page, in_the_midst(game, seats))
    show_values(page, [choice["action"] for choice in sent["choices"]])
    smallest = page.evaluate(SMALLEST)
    assert len(sent["choices"]) > 8
    assert smallest["target"] >= LEAST_TARGET
    assert smallest["text"] >= LEAST_TEXT


def test_a_row_says_how_it_stands_and_what_the_strategy_plays(page):
    sent = shown(page, in_the_midst("cards", 2))
    actions = [choice["action"] for choice in sent["choices"]]
    show_values(page, actions, caution="a look", advice=actions[1])
    rows = page.locator(".b-action").all_inner_texts()
    assert "★ best" in rows[0] and "behind" not in rows[0]
    assert "chooser plays it" in rows[1] and "advised" in rows[1]
    assert "not told apart: 1.0 ±2.0 % points of wins" in rows[1]
    assert "behind: 2.0 ±3.0 % points of wins" in rows[2]
    assert not any("null" in row or "NaN" in row for row in rows)
    assert page.locator(".b-verdict").inner_text() == "one is best"


def test_a_long_verdict_leaves_most_of_the_side_to_the_list(page):
    sent = shown(page, in_the_midst("board", 4))
    actions = [choice["action"] for choice in sent["choices"]]
    show_values(page, actions, verdict=["word " * 150], note="word " * 150)
    side, listed = (page.locator(name).bounding_box() for name in (".b-side", ".b-list"))
    assert listed["height"] > 0.55 * side["height"]
    note = page.locator(".b-note").bounding_box()
    assert note["width"] > 0.9 * ROOM
    assert note["y"] >= side["y"] + side["height"]


def test_a_figure_stands_beside_its_drawing_and_both_drawings_below_each_other(page):
    sent = shown(page, in_the_midst("board", 4))
    show_values(page, [choice["action"] for choice in sent["choices"]])
    row = page.locator(".b-action").first
    win, vp = (row.locator(f".b-bar-{name}") for name in ("win", "vp"))
    for drawn in (win, vp):
        figure = drawn.locator("+ .b-number").bounding_box()
        assert abs(figure["y"] - drawn.bounding_box()["y"]) < 6
    assert win.bounding_box()["x"] == pytest.approx(vp.bounding_box()["x"], abs=1)


def test_rows_stay_while_one_is_pointed_at(page):
    sent = shown(page, in_the_midst("cards", 2))
    actions = [choice["action"] for choice in sent["choices"]]
    page.locator(".b-heading").hover()
    show_values(page, actions)
    assert order(page) == actions
    row = page.locator(".b-action").nth(1)
    row.hover()
    before = row.bounding_box()
    show_values(page, actions[::-1])
    assert order(page) == actions
    assert abs(row.bounding_box()["y"] - before["y"]) <= 1
    page.locator(".b-heading").hover()
    page.wait_for_function("document.querySelector('.b-rank').innerText === '★ best'")
    assert order(page) == actions[::-1]


@pytest.mark.parametrize("game, named", [("cards", "rank"), ("cards-solo", "result")])
def test_the_end_names_results_as_the_picture_does(page, game, named):
    position = Position.new(game, seed=5)
    while not position.is_over:
        position.step(next(iter(position.legal_actions)))
    shown(page, position)
    heads = page.locator(".b-results th").all_inner_texts()
    assert heads == ["seat", named, "VP"]
    picture = page.locator(".b-picture svg").text_content()
    assert ("rank 1" if named == "rank" else "lost") in picture
