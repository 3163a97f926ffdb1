"""The rules maps against the code: no row names what is gone, no rule is left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SIM = ROOT / "burgundy_lab" / "sim"
NO_EFFECT = "no effect on play: "
# A section ends the docstring; shapes such as [G] are single letters.
SECTION = re.compile(r"\[([A-Z][a-z][^\]]*)\]$")


@dataclass(frozen=True)
class Row:
    """One row of a rule table of the map."""

    number: str
    rule: str
    sections: tuple[str, ...]
    functions: tuple[str, ...]
    tests: tuple[str, ...]
    reason: str  # why it has no effect on play; empty if it has


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows(page: str) -> list[Row]:
    """Read the tables whose rows have a number such as 4b.2, K.7, S.1 or R.3."""
    found = []
    for line in page.splitlines():
        if re.match(r"\| (\d\w?|[KSR])\.\d+ \|", line):
            number, rule, sections, functions, tests = cells_of(line)
            found.append(
                Row(
                    number,
                    rule,
                    tuple(part.strip() for part in sections.split(";") if part.strip()),
                    tuple(re.findall(r"`(\w+\.\w+)`", functions)),
                    tuple(re.findall(r"`(\w+\.py::\w+)`", tests)),
                    functions if functions.startswith(NO_EFFECT) else "",
                )
            )
    return found


def listed_sections(page: str) -> list[str]:
    """Read the first table of the map: section and what it covers."""
    part = page.split("## Sections")[1].split("\n## ")[0]
    return [cells_of(line)[0] for line in part.splitlines() if line.startswith("| ")][1:]


def functions_in(folder: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield module.function and the definition of every function of a folder's modules."""
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.stem}.{node.name}", node


def section_of(function: ast.FunctionDef) -> str | None:
    """Return the section in brackets that ends the docstring of a function."""
    found = SECTION.search((ast.get_docstring(function) or "").strip())
    return found[1] if found else None


def is_rule(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(decorator) == "rule" for decorator in function.decorator_list)


class RulesMap:
    """A page with the rules of a game, the folder of its code and that of its rule tests."""

    def __init__(self, page: str, code: str, tests: str, groups: str, least_rows: int) -> None:
        self.page = (ROOT / "docs" / page).read_text(encoding="utf-8")
        self.groups, self.least_rows = set(groups), least_rows
        self.rows = rows(self.page)
        self.functions = dict(functions_in(SIM / code))
        self.section_of = {name: section_of(node) for name, node in self.functions.items()}
        self.sections = {section for section in self.section_of.values() if section}
        self.test_files = {path.name for path in (ROOT / "tests" / tests).glob("test_*.py")}
        self.tests = {
            f"{path.name}::{node.name}"
            for path in (ROOT / "tests" / tests).glob("test_*.py")
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        }


BOARD = RulesMap("rules-map.md", "board", "rules", "12345KSR", 150)
CARDS = RulesMap("rules-map-cards.md", "cards", "rules_cards", "012345SR", 150)
both = pytest.mark.parametrize("m", [BOARD, CARDS], ids=["board", "cards"])


@both
def test_the_map_is_read_whole(m):
    numbered = [line for line in m.page.splitlines() if re.match(r"\| \w+\.\d+ \|", line)]
    assert len(m.rows) == len(numbered) > m.least_rows
    assert {row.number[0] for row in m.rows} >= m.groups


@both
def test_rows_are_numbered_in_order_and_say_something(m):
    counts: dict[str, int] = {}
    for row in m.rows:
        key, _, number = row.number.partition(".")
        counts[key] = counts.get(key, 0) + 1
        assert int(number) == counts[key], row.number
        assert row.rule.endswith("."), row.number


def test_every_knowledge_tile_has_a_row():
    assert sum(row.number.startswith("K.") for row in BOARD.rows) == 26


@both
def test_every_function_of_the_map_exists(m):
    gone = {
        (row.number, name) for row in m.rows for name in row.functions if name not in m.functions
    }
    assert not gone


@both
def test_every_test_of_the_map_exists(m):
    gone = {(row.number, name) for row in m.rows for name in row.tests if name not in m.tests}
    assert not gone


@both
def test_every_rule_has_a_function_and_a_test_or_no_effect_on_play(m):
    for row in m.rows:
        rule = bool(row.functions and row.tests and row.sections)
        nothing = not (row.functions or row.tests or row.sections)
        assert rule or (row.reason.removeprefix(NO_EFFECT) and nothing), row.number


@both
def test_only_sentences_of_the_document_have_no_effect(m):
    assert {row.number[0] for row in m.rows if row.reason} <= set("012345")


@both
def test_the_sections_of_the_map_are_those_of_the_docstrings(m):
    listed = listed_sections(m.page)
    assert len(listed) == len(set(listed))
    assert set(listed) == m.sections


@both
def test_every_section_has_a_row_with_a_test(m):
    tested = {section for row in m.rows if row.tests for section in row.sections}
    assert tested == m.sections


@both
def test_every_section_has_a_row_with_a_function_of_that_section(m):
    named = {
        m.section_of[name] for row in m.rows for name in row.functions if m.section_of.get(name)
    }
    assert named == m.sections


@both
def test_every_rule_with_a_section_is_on_the_map(m):
    on_map = {name for row in m.rows for name in row.functions}
    with_rows = {section for row in m.rows for section in row.sections}
    for name, section in m.section_of.items():
        if section and is_rule(m.functions[name]):
            assert name in on_map or section in with_rows, name


@both
def test_every_file_of_rule_tests_is_on_the_map(m):
    files = {name.split("::")[0] for row in m.rows for name in row.tests}
    assert files == m.test_files
