"""The explorer in a real JupyterLab in a real Chromium: notebook 06 as a user meets it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from statistics import median

import psutil
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import (
    ROOT,
    Browser,
    find_chromium,
    open_and_run,
    running_browser,
    running_lab,
)

pytestmark = pytest.mark.browser
NOTEBOOK = "06-explore-a-position.ipynb"
MISSING = (
    "the browser tests need Chromium: install it (on Debian: apt-get install chromium), "
    "or leave them out with -m 'not browser'"
)
# Clicks, and waits until the browser has drawn the answer; milliseconds.
TIMED_CLICK = """
(node) => new Promise((resolve) => {
  const root = node.closest(".burgundy");
  const start = performance.now();
  const done = new MutationObserver(() => {
    done.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - start));
  });
  done.observe(root.querySelector(".b-list"), { childList: true });
  node.click();
})
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser in which the notebook has been run."""
    if find_chromium() is None:
        pytest.fail(MISSING, pytrace=False)
    home = tmp_path_factory.mktemp("lab")
    folder = home / "notebooks"
    folder.mkdir()
    shutil.copy(ROOT / "notebooks" / NOTEBOOK, folder)
    with running_lab(folder, home) as url, running_browser(home) as found:
        open_and_run(found, url.format(NOTEBOOK))
        yield found


@pytest.fixture
def page(browser: Browser) -> Page:
    return browser.page


def explorer(page: Page, number: int) -> Locator:
    """Return one of the explorers of the notebook, buttons and forms included."""
    found = page.locator(".widget-vbox", has=page.locator(".burgundy")).nth(number)
    found.scroll_into_view_if_needed()
    return found


def heading(found: Locator) -> str:
    # The state of a widget may arrive after the widget, and be drawn later still.
    node = found.locator(".b-heading")
    expect(node).to_contain_text(re.compile(r"\S"), use_inner_text=True)
    return node.inner_text()


def words(found: Locator) -> list[str]:
    return found.locator(".b-words").all_inner_texts()


def changed(found: Locator, before: str) -> None:
    """Wait until the heading is another one."""
    _await_heading(found, "(node, text) => node.innerText !== text", before)


def until(found: Locator, wanted: str) -> None:
    """Wait until the heading is what it was."""
    _await_heading(found, "(node, text) => node.innerText === text", wanted)


# Both as `heading` reads it: a filter by text of Playwright reads what is between lines otherwise.
def _await_heading(found: Locator, condition: str, text: str) -> None:
    node = found.locator(".b-heading").element_handle()
    found.page.wait_for_function(f"([node, text]) => ({condition})(node, text)", arg=[node, text])


def half_widths(found: Locator) -> list[float]:
    """Return the half-widths of the intervals of VP that are shown."""
    numbers = found.locator(".b-bar-vp + .b-number").all_inner_texts()
    return [float(match[1]) for n in numbers if (match := re.search(r"±([\d.]+)", n))]


def test_a_click_on_the_board_plays_and_undo_takes_it_back(page):
    found = explorer(page, 0)
    start, actions = heading(found), words(found)
    place = found.locator(".b-place:not(.b-second):not(:has(.b-count))").first
    label = place.get_attribute("aria-label")
    place.click()
    changed(found, start)
    assert f"before: {label.partition(': ')[2]}" in heading(found)
    assert words(found) != actions
    found.get_by_role("button", name="undo").click()
    until(found, start)
    assert words(found) == actions


def test_a_place_with_several_actions_offers_a_list(page):
    found = explorer(page, 0)
    start = heading(found)
    found.locator(".b-place:has(.b-count)").first.click()
    items = found.get_by_role("menuitem")
    assert items.count() > 1
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("document.activeElement.textContent")
    assert chosen == items.nth(1).inner_text()
    page.keyboard.press("Escape")
    assert items.count() == 0
    assert heading(found) == start


def test_the_keyboard_does_it_too_and_jupyterlab_keeps_out_of_it(page):
    found = explorer(page, 0)
    start, cells = heading(found), page.locator(".jp-Cell").count()
    found.locator(".b-place[tabindex='0']").focus()
    for arrow, side, sign in (("Right", 0, 1), ("Left", 0, -1), ("Up", 1, -1), ("Down", 1, 1)):
        before = focused_corner(page)
        page.keyboard.press(f"Arrow{arrow}")
        assert sign * (focused_corner(page)[side] - before[side]) > 0, arrow
    found.locator(".b-action").first.focus()
    page.keyboard.press("ArrowDown")
    second = words(found)[1]
    page.keyboard.press("Enter")
    changed(found, start)
    assert f"before: {second}" in heading(found)
    page.keyboard.press("b")
    until(found, start)
    page.keyboard.press("n")
    changed(found, start)
    page.keyboard.press("u")
    until(found, start)
    page.keyboard.press("m")
    changed(found, start)
    page.keyboard.press("u")
    until(found, start)
    assert page.locator(".jp-Cell").count() == cells


def focused_corner(page: Page) -> list[int]:
    """Return where on the board the place lies that has the focus: from the left, from the top."""
    return page.locator(".b-place:focus").evaluate("node => [node.offsetLeft, node.offsetTop]")


def test_keys_work_after_any_click_inside_and_never_reach_jupyterlab(page):
    found = explorer(page, 0)
    start, notebook = heading(found), kinds_of_cells(page)
    clicks = {
        "background": lambda: found.locator(".b-picture").click(position={"x": 3, "y": 3}),
        "heading": lambda: found.locator(".b-heading").click(),
        "number of actions": lambda: found.locator(".b-title").click(),
        "name of a list, which then has the focus": lambda: label_of(found, "strategy").click(),
        "name of the slider": lambda: label_of(found, "decision").click(),
        "title of a form": lambda: found.get_by_text("Load a logged game", exact=True).click(),
    }
    for click in clicks.values():
        click()
        page.keyboard.press("m")
        changed(found, start)
        found.get_by_role("button", name="undo").click()  # which is disabled by that
        until(found, start)
        page.keyboard.press("r")
        changed(found, start)
        page.keyboard.press("b")
        until(found, start)
        for key in ("y", "x", "a", "d", "d"):  # those of JupyterLab alone
            page.keyboard.press(key)
        found.get_by_title("next decision (n)").click()
        changed(found, start)
        page.keyboard.press("u")
        until(found, start)
    assert kinds_of_cells(page) == notebook


def label_of(found: Locator, name: str) -> Locator:
    return found.locator(".widget-label", has_text=re.compile(f"^{name}$"))


def test_fields_keep_their_letters(page):
    found = explorer(page, 0)
    start = heading(found)
    found.get_by_text("Set up a game", exact=True).click()
    seed = found.get_by_label("seed", exact=True)
    for reach in (seed.click, label_of(found, "seed").click):
        seed.fill("")
        reach()
        page.keyboard.type("mub1")
        assert seed.input_value() == "mub1"
    seed.fill("1")
    strategy = found.get_by_label("strategy", exact=True)
    chosen = strategy.input_value()
    label_of(found, "strategy").click()  # keys are the explorer's here, but not after Tab
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("u")  # uniform, not undo
    assert strategy.input_value() != chosen
    strategy.select_option(chosen)
    found.get_by_text("Set up a game", exact=True).click()
    assert heading(found) == start


def test_jupyterlab_keeps_its_shortcuts_but_those_that_change_cells(page):
    found = explorer(page, 0)
    start, notebook, run = heading(found), kinds_of_cells(page), number_of_run(page)
    for key in ("Control+a", "Control+Shift+m", "Control+Backspace", "Control+z", "Control+Enter"):
        found.locator(".b-heading").click()
        page.keyboard.press(key)
        assert page.locator(".jp-Cell.jp-mod-selected").count() <= 1, key
        assert (kinds_of_cells(page), number_of_run(page)) == (notebook, run), key
    saves = lambda sent: sent.method == "PUT" and NOTEBOOK in sent.url  # noqa: E731
    with page.expect_response(lambda answer: saves(answer.request), timeout=10_000):
        page.keyboard.press("Control+s")
    assert heading(found) == start


def number_of_run(page: Page) -> str | None:
    """Return the number that the cell of the first explorer got when it was run."""
    cell = page.locator(".jp-CodeCell", has=page.locator(".burgundy")).first
    return cell.locator(".jp-InputPrompt").text_content()


def kinds_of_cells(page: Page) -> list[str]:
    cells = page.locator(".jp-Notebook .jp-Cell")
    return cells.evaluate_all("all => all.map((cell) => cell.className.match(/jp-\\w+Cell/)[0])")


def test_an_action_that_is_pointed_at_shines_on_the_board(page):
    found = explorer(page, 0)
    found.locator(".b-action").first.hover()
    assert found.locator(".b-place.b-lit").count() >= 1
    found.locator(".b-heading").hover()
    assert found.locator(".b-place.b-lit").count() == 0


def test_values_come_with_intervals_that_narrow_until_stopped(page):
    found = explorer(page, 0)
    found.locator(".widget-dropdown select").nth(1).select_option("100,000")
    found.get_by_role("button", name="values").click()
    found.locator(".b-number", has_text="±").last.wait_for()
    first, note = half_widths(found), found.locator(".b-note").inner_text()
    page.wait_for_timeout(3000)
    found.get_by_role("button", name="stop").click()
    found.locator(".b-note", has_text="stopped").wait_for()
    last = half_widths(found)
    assert len(first) == len(last) == len(words(found))
    assert max(last) < min(first)
    assert "rests on" in note
    assert found.locator(".b-rank", has_text="★ best").count() == 1


def test_a_logged_game_is_loaded_and_scrubbed(page):
    found = explorer(page, 1)
    start = heading(found)
    handle = found.locator(".noUi-handle, .widget-slider [role=slider]").first
    handle.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    changed(found, start)
    assert found.locator(".widget-readout").inner_text() == "5"
    found.get_by_text("Load a logged game", exact=True).click()
    form = found.locator(".jp-Collapse-open, .lm-Accordion, .widget-accordion").last
    number = form.get_by_label("game number").locator("visible=true")
    number.fill("3")
    form.get_by_role("button", name="Load").click()
    found.locator(".widget-readout", has_text=re.compile("^0$")).wait_for()
    start = heading(found)
    handle.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    found.locator(".widget-readout", has_text=re.compile("^10$")).wait_for()
    changed(found, start)
    found.get_by_title("last position").click()
    found.locator(".b-title", has_text="The game is over").wait_for()


def test_the_best_can_stand_first_and_the_position_is_copied(page, browser):
    found = explorer(page, 0)
    found.locator(".widget-dropdown select").nth(1).select_option("100")
    found.get_by_role("button", name="values").click()
    found.locator(".b-note", has_text="complete").wait_for()
    assert found.get_by_label("best first").is_checked()
    found.get_by_label("best first").uncheck()
    natural = words(found)
    found.get_by_label("best first").check()
    assert found.locator(".b-rank").first.inner_text() == "★ best"
    assert sorted(words(found)) == sorted(natural)
    found.get_by_label("best first").uncheck()
    assert words(found) == natural
    found.locator(".b-action").first.focus()
    browser.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("c")
    found.locator(".b-copied", has_text="position copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("burgundy position 1: board, seed 1, game 0")


def test_a_broken_text_is_one_line_in_its_form(page):
    found = explorer(page, 0)
    start = heading(found)
    found.get_by_text("Position as text", exact=True).click()
    found.locator("textarea").fill("burgundy position 1: chess, seed 1, game 0")
    found.get_by_role("button", name="Go to this position").click()
    message = found.locator(".b-wrong", has_text="unknown game 'chess'")
    message.wait_for()
    button = found.get_by_role("button", name="Go to this position").bounding_box()
    assert 0 <= message.bounding_box()["y"] - button["y"] < 100
    assert "\n" not in message.inner_text()
    assert heading(found) == start
    assert page.get_by_text("Traceback").count() == 0


def test_clicks_are_answered_soon(page, capsys):
    """Report how long answers take; machines differ, so no time is asserted."""
    found = explorer(page, 0)
    times: dict[str, list[float]] = {"idle": [], "while values improve": []}
    for when, record in times.items():
        for _ in range(8):
            if when != "idle":
                found.get_by_role("button", name="values").click()
                found.locator(".b-best").wait_for()
            place = found.locator(".b-action").first
            record.append(place.evaluate(TIMED_CLICK))
    with capsys.disabled():
        for when, record in times.items():
            print(f"\nclick to answer, {when}: median {median(record):.0f} ms, "
                  f"most {max(record):.0f} ms of {len(record)}", end="")  # fmt: skip
    assert all(len(record) == 8 for record in times.values())


def test_a_kernel_that_does_not_answer_is_told_of(page):
    found = explorer(page, 0)
    start = heading(found)
    (kernel,) = kernels()
    kernel.suspend()
    try:
        found.locator(".b-action").first.click()
        page.locator(".b-notice", has_text="No answer yet").wait_for(timeout=5000)
    finally:
        kernel.resume()
    changed(found, start)  # it was only late
    page.locator(".b-notice").wait_for(state="detached")
    page.keyboard.press("u")
    until(found, start)


def kernels() -> list[psutil.Process]:
    """Return the processes that run the cells of notebooks here."""
    mine = psutil.Process().children(recursive=True)
    return [process for process in mine if "ipykernel_launcher" in process.cmdline()]


def shut_down(page: Page) -> None:
    """Shut the kernel down, unless that is done already."""
    if kernels():
        page.get_by_role("menuitem", name="Kernel", exact=True).click()
        page.get_by_text("Shut Down Kernel", exact=True).click()
    page.get_by_text("No Kernel").first.wait_for()


def test_without_a_kernel_a_click_says_so(page):
    found = explorer(page, 0)
    found.scroll_into_view_if_needed()
    shut_down(page)
    for control in (".b-action", "button:has-text('the rest')"):
        found.locator(control).first.click()
        page.locator(".b-notice", has_text="No kernel answers").wait_for()
        page.locator(".jp-NotebookPanel-toolbar").click(position={"x": 400, "y": 5})
        assert page.locator(".b-notice").count() == 0


def test_the_console_tells_of_no_error(browser):
    assert browser.errors == []


def test_a_notebook_opened_again_shows_the_position_and_no_error(page):
    shut_down(page)
    page.get_by_role("menuitem", name="File", exact=True).click()
    page.get_by_text("Save Notebook", exact=True).click()
    page.locator(".jp-mod-dirty").wait_for(state="detached")
    page.reload()
    kept = page.locator(".burgundy-saved").first
    kept.wait_for()
    missing = page.get_by_text("Error displaying widget: model not found")
    missing.first.wait_for(state="attached")
    kept.scroll_into_view_if_needed()
    assert kept.locator("img").is_visible()
    assert "legal actions" in kept.text_content()
    assert not any(line.is_visible() for line in missing.all())
