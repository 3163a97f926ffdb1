"""The rules maps in docs/ against the code: no row names what is gone, no rule is left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
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


@dataclass(frozen=True)
class RulesMap:
    """A map: its page, the folders of rules and tests it speaks of, and its kinds of rows."""

    page: str
    rules: str
    tests: str
    keys: frozenset[str]  # what stands before the point in the numbers of rows
    least: int  # rows it has at least

    @cached_property
    def text(self) -> str:
        return (ROOT / "docs" / self.page).read_text(encoding="utf-8")

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of tables that have a number such as 4b.2, K.7, S.1 or R.3."""
        found = []
        for line in self.text.splitlines():
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

    @cached_property
    def listed_sections(self) -> list[str]:
        """The first table of the map: section and what it covers."""
        part = self.text.split("## Sections")[1].split("\n## ")[0]
        return [cells_of(line)[0] for line in part.splitlines() if line.startswith("| ")][1:]

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        return dict(functions_in(ROOT / "burgundy_lab" / "sim" / self.rules))

    @cached_property
    def section_of(self) -> dict[str, str | None]:
        return {name: section_of(node) for name, node in self.functions.items()}

    @cached_property
    def sections_in_code(self) -> set[str]:
        return {section for section in self.section_of.values() if section}

    @cached_property
    def test_files(self) -> list[Path]:
        return sorted((ROOT / "tests" / self.tests).glob("test_*.py"))

    @cached_property
    def known_tests(self) -> set[str]:
        return {
            f"{path.name}::{node.name}"
            for path in self.test_files
            for node in ast.parse(path.read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        }


MAPS = (
    RulesMap("rules-map.md", "board", "rules", frozenset("12345KSR"), 150),
    RulesMap("rules-map-solo.md", "solo", "rules_solo", frozenset("1234R"), 40),
    RulesMap("rules-map-cards.md", "cards", "rules_cards", frozenset("012345SR"), 150),
)
each_map = pytest.mark.parametrize("known", MAPS, ids=[known.page for known in MAPS])


@each_map
def test_the_map_is_read_whole(known):
    numbered = [line for line in known.text.splitlines() if re.match(r"\| \w+\.\d+ \|", line)]
    assert len(known.rows) == len(numbered) > known.least
    assert {row.number.split(".")[0] for row in known.rows} >= known.keys


@each_map
def test_rows_are_numbered_in_order_and_say_something(known):
    counts: dict[str, int] = {}
    for row in known.rows:
        key, _, number = row.number.partition(".")
        counts[key] = counts.get(key, 0) + 1
        assert int(number) == counts[key], row.number
        assert row.rule.endswith("."), row.number
    assert counts.get("K", 26) == 26


@each_map
def test_every_function_of_the_map_exists(known):
    assert not {
        (row.number, name)
        for row in known.rows
        for name in row.functions
        if name not in known.functions
    }


@each_map
def test_every_test_of_the_map_exists(known):
    assert not {
        (row.number, name)
        for row in known.rows
        for name in row.tests
        if name not in known.known_tests
    }


@each_map
def test_every_rule_has_a_function_and_a_test_or_no_effect_on_play(known):
    for row in known.rows:
        rule = bool(row.functions and row.tests and row.sections)
        nothing = not (row.functions or row.tests or row.sections)
        assert rule or (row.reason.removeprefix(NO_EFFECT) and nothing), row.number


@each_map
def test_only_sentences_of_the_document_have_no_effect(known):
    assert {row.number[0] for row in known.rows if row.reason} <= set("012345")


@each_map
def test_the_sections_of_the_map_are_those_of_the_docstrings(known):
    listed = known.listed_sections
    assert len(listed) == len(set(listed))
    assert set(listed) == known.sections_in_code


@each_map
def test_every_section_has_a_row_with_a_test(known):
    tested = {section for row in known.rows if row.tests for section in row.sections}
    assert tested == known.sections_in_code


@each_map
def test_every_section_has_a_row_with_a_function_of_that_section(known):
    section = known.section_of
    named = {section[name] for row in known.rows for name in row.functions if section.get(name)}
    assert named == known.sections_in_code


@each_map
def test_every_rule_with_a_section_is_on_the_map(known):
    on_map = {name for row in known.rows for name in row.functions}
    rules = {
        name for name, section in known.section_of.items()
        if section and is_rule(known.functions[name])
    }  # fmt: skip
    assert rules - on_map == set()


@each_map
def test_every_file_of_rule_tests_is_on_the_map(known):
    files = {name.split("::")[0] for row in known.rows for name in row.tests}
    assert files == {path.name for path in known.test_files}
