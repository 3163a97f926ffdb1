"""Print the lowest versions that pyproject.toml promises to work, as requirements for pip."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def lowest() -> list[str]:
    """Return `name==version` of each dependency at its lower bound."""
    dependencies = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    found = [re.match(r"([\w-]+)>=([\d.]+)", text) for text in dependencies]
    assert all(found), "each dependency has a lower bound"
    return [f"{match[1]}=={match[2]}" for match in found if match]


if __name__ == "__main__":
    print("\n".join(lowest()))
