"""Reading a JSON file that a user names, whatever it turns out to hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from os import PathLike
from typing import Any

MOST_BYTES = 10_000_000  # more than any file of ours; a device may go on for ever


def read_json(
    path: str | PathLike[str], pairs: Callable[[list[tuple[str, Any]]], Any] | None = None
) -> Any:
    """Return what a file of JSON holds; a byte-order mark before it counts for nothing.

    pairs: makes an object of its names and values, as in `json.loads`.

    Raises
    ------
    ValueError
        If it cannot be read; one line that says why, without the path.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ValueError(error.strerror or type(error).__name__) from None
    if len(content) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES:,} bytes")
    try:
        return json.loads(content.decode("utf-8-sig"), object_pairs_hook=pairs)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is no text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(
            f"it is no JSON: {error.msg} in line {error.lineno}, column {error.colno}"
        ) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
