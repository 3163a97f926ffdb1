"""What a user sees while a batch runs: a bar in a shell or a notebook, and nothing in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeVar

from burgundy_lab.experiments.match import Match
from burgundy_lab.experiments.run import seat_table
from burgundy_lab.experiments.totals import Totals
from burgundy_lab.sim.compile_cache import cache_trouble
from burgundy_lab.wording import compiling_line, not_kept_line

REFRESH_SECONDS = 0.1

Item = TypeVar("Item")
SO_FAR = "so far, no result: "  # who stops at a lead that was seen finds leads that are none


class Progress:
    """A bar with games/s, time left, and each seat's mean VP and wins with 95 % intervals."""

    def __init__(
        self,
        match: Match,
        games: int,
        *,
        show: bool,
        summary: Callable[[Any], str] | None = None,
    ) -> None:
        """Prepare the bar; it appears with `start`. summary: what totals say, in one line."""
        self._match, self._games, self._show = match, games, show
        self._summary = partial(summary_line, match) if summary is None else summary
        self._bar: Any = None
        self._told: str | None = None  # what is wrong with the compile cache, if that was said

    def announce(self) -> None:
        """Say that the compiler works before the first game, if it has to."""
        if self._show and self._match.is_cold:
            self._told = cache_trouble()
            self.note(compiling_line(self._match.game.name))

    def start(self) -> None:
        """Show the bar, unless nobody would see it move."""
        # A full disk shows only when code is to be kept.
        if (trouble := cache_trouble()) is not None and self._told is None:
            self.note(not_kept_line(trouble))
        if self._show:
            self._bar = new_bar(self._games, "games", unit_scale=True)

    def update(self, played: int, totals: Any) -> None:
        """Show how far the run is."""
        if self._bar is None:
            return
        if totals.games:
            self._bar.set_postfix_str(f"{SO_FAR}{self._summary(totals)}", refresh=False)
        self._bar.update(played - self._bar.n)

    def close(self) -> None:
        """Take leave of the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def note(self, line: str) -> None:
        """Say something in a line of its own."""
        if self._show:
            print(line, file=sys.stderr, flush=True)


def new_bar(total: int, unit: str, **options: Any) -> Any:
    """Return a bar for a notebook or a terminal, or nothing where nobody would see it move."""
    # Late: they look for a notebook.
    from tqdm.auto import tqdm
    from tqdm.notebook import tqdm_notebook

    if not issubclass(tqdm, tqdm_notebook) and not sys.stderr.isatty():
        return None
    return tqdm(total=total, unit=f" {unit}", dynamic_ncols=True, **options)


def counted(items: Iterable[Item], total: int, unit: str, *, show: bool) -> Iterator[Item]:
    """Pass items on as they come, with a bar that counts them if anybody would see it."""
    bar = new_bar(total, unit) if show else None
    try:
        for item in items:
            yield item
            if bar is not None:
                bar.update()
    finally:
        if bar is not None:
            bar.close()


def summary_line(match: Match, totals: Totals) -> str:
    """Return each seat's strategy with mean VP and share of wins, as short as can be; 95 %
    intervals in brackets, where the games give one.
    """
    parts = []
    for row in seat_table(match, totals).to_dicts():
        known = row["vp_low"] is not None
        vp_limits = f" [{row['vp_low']:.1f}, {row['vp_high']:.1f}]" if known else ""
        win_limits = f" [{100 * row['win_low']:.0f}, {100 * row['win_high']:.0f}]"
        parts.append(
            f"{row['strategy']} {row['vp']:.1f}{vp_limits} VP {100 * row['win']:.1f}{win_limits} %"
        )
    return " | ".join(parts)
