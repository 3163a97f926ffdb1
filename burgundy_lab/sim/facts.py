"""The rule data: reading the JSON files, and listing every value with its confidence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent / "data"
# Where a node with a confidence keeps what it says; the first that is there.
VALUE_KEYS = ("value", "text", "effect", "default", "name", "spaces")
CONFIDENCE = ("confirmed", "single", "inferred", "assumed")


@dataclass(frozen=True)
class Fact:
    """One value of a game: where it stands, the value, and how sure it is."""

    path: str
    value: Any
    confidence: str
    sources: tuple[str, ...]


@cache
def load(name: str) -> dict[str, Any]:
    """Return the content of a data file of the package ("board_game", "estates", ...)."""
    content: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return content


def facts(name: str) -> list[Fact]:
    """Return every value of a data file that carries a confidence, in file order."""
    return list(_walk(load(name), name))


def _walk(node: Any, path: str) -> Iterator[Fact]:
    if isinstance(node, list):
        for position, child in enumerate(node):
            label = child.get("id") or child.get("key") or child.get("name") or child.get("number")
            yield from _walk(child, f"{path}.{label or position}")
        return
    if not isinstance(node, dict):
        return
    if "confidence" in node:
        for key in (key for key in node if key.endswith("confidence")):
            if node[key] not in CONFIDENCE:
                raise ValueError(f"{path}: unknown {key} {node[key]!r}")
        value = next(
            (node[key] for key in VALUE_KEYS if key in node),
            None,
        )
        sources = tuple(node.get("sources", ()))
        yield Fact(path, value, node["confidence"], sources)
        for key in (key for key in node if key.endswith("_confidence")):
            # Part of the value is known less, or better, than the rest.
            part = key.removesuffix("_confidence")
            yield Fact(f"{path}.{part}", f"{value}: {part}", node[key], sources)
        return
    for key, child in node.items():
        if isinstance(child, dict | list) and not _is_plain(child):
            yield from _walk(child, f"{path}.{key}")


def _is_plain(node: Any) -> bool:
    """Tell whether a list holds only words and numbers, so nothing in it has a confidence."""
    return isinstance(node, list) and not any(isinstance(child, dict | list) for child in node)
