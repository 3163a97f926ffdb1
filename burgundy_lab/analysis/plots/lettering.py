"""Texts of plots as they are: no letter of a name is typeset, missing, or left out.

`lettered` stands on every public plot. matplotlib sets what stands between two dollar signs as a
formula, shows letters that its font lacks as boxes, and leaves labels that begin with "_" out of
legends.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import cache, wraps
from textwrap import wrap
from typing import ParamSpec, TypeVar

from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator

P = ParamSpec("P")
Drawn = TypeVar("Drawn", Axes, Figure)
WIDEST_LABEL = 36  # letters in a line of a label
LETTERS_AN_INCH = 12.5  # of a title


def lettered(plot: Callable[P, Drawn]) -> Callable[P, Drawn]:
    """Return the plot with all texts that it draws as they are."""

    @wraps(plot)
    def letter(*args: P.args, **kwargs: P.kwargs) -> Drawn:
        drawn = plot(*args, **kwargs)
        _letter(drawn)
        return drawn

    return letter


def _letter(drawn: Axes | Figure) -> None:
    for text in list(_texts(drawn)):
        text.set_parse_math(False)
        families = list(text.get_fontfamily())
        lacking = _lacking(text.get_text(), tuple(families))
        if lacking:
            text.set_fontfamily([*families, *_fonts_for(lacking)])


def legend_name(name: str) -> str:
    """Return a name that a legend shows, whatever it begins with."""
    return f" {name}" if name.startswith("_") else name


def label_lines(words: str, width: int = WIDEST_LABEL) -> str:
    """Return a label in lines; nothing of it is cut off."""
    return "\n".join(wrap(words, width, break_on_hyphens=False)) or words


def write_title(ax: Axes, question: str, *lines: str) -> None:
    """Write the question that a plot answers above it, and below the question what it rests on."""
    figure = ax.get_figure(root=True)
    inches = 6.0 if figure is None else float(figure.get_figwidth())
    columns = ax.get_subplotspec().get_gridspec().ncols if ax.get_subplotspec() else 1  # type: ignore[union-attr]
    width = max(24, int(inches / columns * LETTERS_AN_INCH) - 14)
    title = [part for line in (question, *lines) for part in wrap(line, width)]
    ax.set_title("\n".join(title), fontsize=10)


def _texts(drawn: Axes | Figure) -> Iterator[Text]:
    """Yield the texts of a plot; of ticks only those with labels of their own."""
    axes: list[Axes] = drawn.axes if isinstance(drawn, Figure) else [drawn]
    ticks: set[Text] = set()
    for ax in axes:
        for axis in (ax.xaxis, ax.yaxis):
            ticks |= set(_tick_labels(axis))
            if isinstance(axis.get_major_locator(), FixedLocator):
                yield from axis.get_ticklabels()
    found: list[Text] = [text for text in drawn.findobj(Text) if isinstance(text, Text)]
    yield from (text for text in found if text not in ticks)


def _tick_labels(axis: Axis) -> Iterator[Text]:
    for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
        yield from (tick.label1, tick.label2)


@cache
def _lacking(letters: str, families: tuple[str, ...]) -> frozenset[str]:
    """Return the letters that none of these fonts has."""
    if letters.isascii():
        return frozenset()
    paths = font_manager.fontManager._find_fonts_by_props(
        font_manager.FontProperties(family=list(families))
    )
    known = {code for path in paths for code in _codes(path)}
    return frozenset(
        letter for letter in letters if ord(letter) not in known and letter.isprintable()
    )


@cache
def _codes(path: str) -> frozenset[int]:
    """Return the letters of an installed font; none if it cannot be read."""
    try:
        return frozenset(FT2Font(path).get_charmap())
    except (RuntimeError, OSError):
        return frozenset()


@cache
def _fonts_for(letters: frozenset[str]) -> tuple[str, ...]:
    """Return installed fonts that have the letters; say it once if there are none."""
    found: list[str] = []
    missing = {ord(letter) for letter in letters}
    fonts = sorted({(font.name, font.fname) for font in font_manager.fontManager.ttflist})
    while missing:
        covers = {name: missing & _codes(path) for name, path in fonts}
        best = max(covers, key=lambda name: len(covers[name]), default="")
        if not best or not covers[best]:
            shown = "".join(sorted(map(chr, missing))[:10])
            warnings.warn(
                f"no installed font has the letters {shown!r}: pictures show boxes in their place; "
                f"install a font that has them (such as Noto Sans CJK)",
                stacklevel=4,
            )
            break
        found.append(best)
        missing -= covers[best]
    return tuple(found)
