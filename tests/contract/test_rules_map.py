"""docs/rules-map.md against the code: no row names what is gone, no rule is left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules-map.md").read_text(encoding="utf-8")
BOARD = ROOT / "burgundy_lab" / "sim" / "board"
RULE_TESTS = ROOT / "tests" / "rules"
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


def rows() -> list[Row]:
    """Read the tables whose rows have a number such as 4b.2, K.7, S.1 or R.3."""
    found = []
    for line in PAGE.splitlines():
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


def listed_sections() -> list[str]:
    """Read the first table of the map: section and what it covers."""
    part = PAGE.split("## Sections")[1].split("\n## ")[0]
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


ROWS = rows()
FUNCTIONS = dict(functions_in(BOARD))
SECTION_OF = {name: section_of(node) for name, node in FUNCTIONS.items()}
SECTIONS_IN_CODE = {section for section in SECTION_OF.values() if section}
TESTS = {
    f"{path.name}::{node.name}"
    for path in RULE_TESTS.glob("test_*.py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
}


def test_the_map_is_read_whole():
    numbered = [line for line in PAGE.splitlines() if re.match(r"\| \w+\.\d+ \|", line)]
    assert len(ROWS) == len(numbered) > 150
    assert {row.number.split(".")[0] for row in ROWS} >= {"1", "2", "3", "4", "5", "K", "S", "R"}


def test_rows_are_numbered_in_order_and_say_something():
    counts: dict[str, int] = {}
    for row in ROWS:
        key, _, number = row.number.partition(".")
        counts[key] = counts.get(key, 0) + 1
        assert int(number) == counts[key], row.number
        assert row.rule.endswith("."), row.number
    assert counts["K"] == 26


def test_every_function_of_the_map_exists():
    gone = {(row.number, name) for row in ROWS for name in row.functions if name not in FUNCTIONS}
    assert not gone


def test_every_test_of_the_map_exists():
    gone = {(row.number, name) for row in ROWS for name in row.tests if name not in TESTS}
    assert not gone


def test_every_rule_has_a_function_and_a_test_or_no_effect_on_play():
    for row in ROWS:
        rule = bool(row.functions and row.tests and row.sections)
        nothing = not (row.functions or row.tests or row.sections)
        assert rule or (row.reason.removeprefix(NO_EFFECT) and nothing), row.number


def test_only_sentences_of_the_document_have_no_effect():
    assert {row.number[0] for row in ROWS if row.reason} <= set("012345")


def test_the_sections_of_the_map_are_those_of_the_docstrings():
    listed = listed_sections()
    assert len(listed) == len(set(listed))
    assert set(listed) == SECTIONS_IN_CODE


def test_every_section_has_a_row_with_a_test():
    tested = {section for row in ROWS if row.tests for section in row.sections}
    assert tested == SECTIONS_IN_CODE


def test_every_section_has_a_row_with_a_function_of_that_section():
    named = {SECTION_OF[name] for row in ROWS for name in row.functions if SECTION_OF.get(name)}
    assert named == SECTIONS_IN_CODE


def test_every_rule_with_a_section_is_on_the_map():
    on_map = {name for row in ROWS for name in row.functions}
    rules = {n for n, section in SECTION_OF.items() if section and is_rule(FUNCTIONS[n])}
    assert rules - on_map == set()


def test_every_file_of_rule_tests_is_on_the_map():
    files = {name.split("::")[0] for row in ROWS for name in row.tests}
    assert files == {path.name for path in RULE_TESTS.glob("test_*.py")}
