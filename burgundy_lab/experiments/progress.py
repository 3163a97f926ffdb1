"""What a user sees while a batch runs: a bar in a shell or a notebook, lines in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any, TypeVar

from burgundy_lab.experiments.block import Signals
from burgundy_lab.experiments.match import Match
from burgundy_lab.experiments.run import seat_table
from burgundy_lab.experiments.totals import Totals
from burgundy_lab.sim.compile_cache import cache_trouble
from burgundy_lab.wording import compiling_line, not_kept_line

REFRESH_SECONDS = 0.1
LINE_SECONDS = 30.0  # between two lines where there is no bar
MOST_LINES = 20  # of a long run, about, after the first ones

Item = TypeVar("Item")
SO_FAR = "so far, no result: "  # who stops at a lead that was seen finds leads that are none


class Progress:
    """A bar with games/s, time left, and each seat's mean VP and wins with 95 % intervals.

    Where no bar can move, such as in a file, the same comes as a line now and then.
    """

    def __init__(
        self,
        match: Match,
        games: int,
        *,
        show: bool,
        summary: Callable[[Any], str] | None = None,
    ) -> None:
        """Prepare the bar; it appears with `start`.

        summary: what the totals of the blocks that are done say, in one line; without it, what
        all games say that were played.
        """
        self._match, self._games, self._show = match, games, show
        self._summary = summary
        self._bar: Any = None
        self._told: str | None = None  # what is wrong with the compile cache, if that was said
        self._start = self._next_line = perf_counter()

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
        self._start = perf_counter()
        self._next_line = self._start + LINE_SECONDS

    def update(self, signals: Signals, totals: Any) -> None:
        """Show how far the run is."""
        if not self._show:
            return
        try:
            if self._bar is not None:
                if told := self._sum_up(signals, totals):
                    self._bar.set_postfix_str(told, refresh=False)
                self._bar.update(signals.played - self._bar.n)
            elif (now := perf_counter()) >= self._next_line:
                seconds = now - self._start
                self._next_line = now + max(LINE_SECONDS, seconds / MOST_LINES)
                told = self._sum_up(signals, totals)
                self.note(f"{self._pace(signals.played, seconds)}{'; ' * bool(told)}{told}")
        except OSError:  # a terminal that was closed; the run goes on
            self._show = False

    def _sum_up(self, signals: Signals, totals: Any) -> str:
        if self._summary is not None:
            told = self._summary(totals) if totals.games else ""
            return f"{SO_FAR}{told}" if told else ""
        now = signals.totals(self._match.players)
        return f"{SO_FAR}{summary_line(self._match, now)}" if now.games else ""

    def _pace(self, played: int, seconds: float) -> str:
        """Return how many games of how many, how fast, and how long the rest will take."""
        speed = played / seconds
        left = f", {duration((self._games - played) / speed)} left" if played else ""
        return (
            f"{played:,} of {self._games:,} games ({100 * played / self._games:.0f} %), "
            f"{speed:,.{0 if speed >= 10 else 1}f} games/s{left}"
        )

    def close(self) -> None:
        """Take leave of the bar."""
        if self._bar is not None:
            with suppress(OSError):
                self._bar.close()
            self._bar = None

    def note(self, line: str) -> None:
        """Say something in a line of its own."""
        if self._show:
            with suppress(OSError):
                print(line, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Return a time as people say it: 40 s, 12 min, 3 h 20 min."""
    minutes = round(seconds / 60)
    if minutes < 2:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def new_bar(total: int, unit: str, **options: Any) -> Any:
    """Return a bar for a notebook or a terminal, or nothing where nobody would see it move."""
    # Late: they look for a notebook.
    from tqdm.auto import tqdm
    from tqdm.notebook import tqdm_notebook

    options = {"total": total, "unit": f" {unit}", "dynamic_ncols": True, **options}
    if issubclass(tqdm, tqdm_notebook):
        from burgundy_lab.experiments.notebook_bar import NotebookBar

        return NotebookBar(**options)
    return tqdm(**options) if sys.stderr.isatty() else None


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
