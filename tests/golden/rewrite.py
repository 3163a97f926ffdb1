"""Write all golden traces anew: ``python -m tests.golden.rewrite``.

Read the diff afterwards: each changed line is a changed rule, and must be one you meant.
"""

from __future__ import annotations

from tests.golden.chooser import GOLDEN, play, text_of


def main() -> None:
    """Write every file and say so."""
    for golden in GOLDEN:
        golden.path.write_text(text_of(golden, play(golden)), encoding="utf-8")
        print(f"wrote {golden.path.name} ({golden.path.stat().st_size} bytes)")


if __name__ == "__main__":
    main()
