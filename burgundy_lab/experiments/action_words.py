"""What an evaluation allows to say of the actions, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from burgundy_lab.experiments.telling import LEAD_UNIT
from burgundy_lab.simultaneous import BEST, CLEAR, OPEN

MANY_GAMES = 200  # of each action, from which on the intervals of VP hold nearly as often as said
RUNNING, COMPLETE, STOPPED, FAILED = "running", "complete", "stopped", "failed"
LOOK = (
    "a look while it runs: the intervals hold for a number of games chosen beforehand, so do "
    "not stop because of what they show"
)
STOPPED_EARLY = (
    "stopped before all games were played: the intervals hold if it was not because of what "
    "they showed"
)


def caution_of(status: str) -> str:
    """Return what to keep in mind of values that were watched; nothing of complete ones."""
    return {RUNNING: LOOK, STOPPED: STOPPED_EARLY}.get(status, "")


def action_lines(table: pl.DataFrame, judge: str, share: float | None) -> Iterator[str]:
    """Yield what can be said of the best action and of the judge's own.

    table: of `action_totals.action_table`; judge: strategy of the seat to decide; share: of the
    tries in which it played its usual choice.
    """
    rows = table.to_dicts()
    best = rows[0]
    if not best["games"]:
        return
    if len(rows) == 1:
        yield f"there is one action only: {best['description']}"
        return
    alike = [row["description"] for row in rows if row["standing"] == OPEN]
    clear = sum(row["standing"] == CLEAR for row in rows)
    yield f"best by wins: {best['description']}; {_counts(len(alike), clear)}"
    own = next((row for row in rows if row["choice"]), None)
    if own is not None:
        tries = "" if share == 1 or share is None else f" (in {100 * share:.0f} % of tries)"
        yield f"{judge} itself plays {_own(own)}{tries}"
        advice = next(row for row in rows if row["action"] == advised(table))
        by = _clear_by(own)
        why = f"clearly better than its choice by {by}" if by else "nothing clearly better"
        yield f"advice: {advice['description']} ({why})"
    yield together_line(best["confidence"], best["games"])


def together_line(confidence: float, games: int) -> str:
    """Say that the intervals of a column hold for all actions, and where they hold less often.

    Student's t wants means that are about normal. In an endgame of 31 actions with skewed VP, all
    intervals of VP held in 88 % of tables of 40 games, in 93 % of those of 200.
    """
    line = f"the {100 * confidence:g} % intervals of a column hold for all actions at once"
    few = f" (those of VP less often: {games} games are few)"
    return line if games >= MANY_GAMES else line + few


def advised(table: pl.DataFrame) -> int | None:
    """Return the action to play: the judge's own choice unless the best is clearly better, by
    wins or by what breaks ties; None if the judge has not been asked.
    """
    rows = table.to_dicts()
    own = next((row for row in rows if row["choice"]), None)
    if own is None:
        return None
    return int((rows[0] if _clear_by(own) else own)["action"])


def _clear_by(own: Mapping[str, Any]) -> str:
    """Return by what the best action is clearly better than this one; nothing if by nothing.
    Alone, equal wins are told by how much was short of one.
    """
    alone = "short_behind_low" in own
    told_by = ("short_behind_low", "what was short of a win") if alone else ("vp_behind_low", "VP")
    for low, words in (("behind_low", "wins"), told_by):
        if (own[low] or 0) > 0:
            return words
    return ""


def _counts(alike: int, clear: int) -> str:
    if not alike:
        return f"all {clear} others are behind it" if clear > 1 else "the other is behind it"
    told = f"{alike} of the others cannot be told apart from it" if alike > 1 else (
        "one other cannot be told apart from it"
    )  # fmt: skip
    return told + (f", {clear} {'are' if clear > 1 else 'is'} behind" if clear else "")


def _own(row: Mapping[str, Any]) -> str:
    """Say how the judge's own choice stands to the best."""
    if row["standing"] == BEST:
        return "the best one, too"
    low, high = 100 * row["behind_low"], 100 * row["behind_high"]
    if row["standing"] == CLEAR:
        return (
            f"{row['description']}: the best is clearly better, by {low:.1f} to {high:.1f} "
            f"{LEAD_UNIT} of wins"
        )
    return (
        f"{row['description']}: by wins not told apart from the best, which is ahead of it by "
        f"{100 * row['behind']:.1f} {LEAD_UNIT} ({low:+z.1f} to {high:+z.1f}){_by_vp(row)}"
    )


def _by_vp(row: Mapping[str, Any]) -> str:
    low, high = row["vp_behind_low"], row["vp_behind_high"]
    if low is None or low <= 0 <= high:
        return ""
    which = "fewer" if low > 0 else "more"
    least, most = sorted((abs(low), abs(high)))
    return f"; it brings {least:.1f} to {most:.1f} VP {which}"
