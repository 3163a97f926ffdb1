"""Names stand in every plot as they are, whatever letters they have."""

import warnings

import polars as pl
import pytest
from matplotlib import font_manager, pyplot
from matplotlib.text import Text

from burgundy_lab.analysis import (
    distribution,
    pair_counts,
    scoring_paths,
    share_table,
    win_table,
)
from burgundy_lab.analysis import plots as public
from burgundy_lab.analysis.plots import lettering
from tests.analysis.artists import outside
from tests.analysis.frames import scored_frame
from tests.analysis.test_plots_contests import EFFECTS, LEADS, MATRIX, NEEDED, RATINGS

CASTLE = "\u57ce"  # a letter that the font of matplotlib lacks
FOUR_LETTERS = "\u57ce\u5821\u6218\u7565"
ODD = ("$\\frac{$", "a $b$ c", "_hidden", "x" * 90, r"\\$1_2^3", FOUR_LETTERS)


def named(name: str) -> pl.DataFrame:
    """Return rows of games in which one strategy has this name."""
    strategy = pl.when(pl.col("seat") == 0).then(pl.lit(name)).otherwise(pl.lit("plain"))
    return scored_frame(12).with_columns(strategy=strategy)


def renamed(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    return frame.with_columns(pl.col(pl.String).replace("bold", name))


DRAWN = {
    "figure_scoring_paths": lambda name: scoring_paths(named(name), game="board"),
    "plot_scoring_paths": lambda name: scoring_paths(named(name).filter(seat=0), game="board"),
    "plot_win_share": lambda name: win_table(named(name)),
    "plot_shares": lambda name: share_table(named(name), "vp_regions_a"),
    "plot_distribution": lambda name: distribution(named(name)),
    "plot_scatter": lambda name: pair_counts(named(name), "vp_regions_a", "vp"),
    "plot_win_matrix": lambda name: renamed(MATRIX, name),
    "plot_ratings": lambda name: renamed(RATINGS, name),
    "plot_differences": lambda name: renamed(LEADS, name),
    "plot_games_needed": lambda name: renamed(NEEDED, name),
}


@pytest.mark.parametrize("plot", DRAWN)
@pytest.mark.parametrize("name", ODD[:5])
def test_names_are_drawn_as_they_are(plot, name):
    drawn = getattr(public, plot)(DRAWN[plot](name))
    figure = drawn.get_figure(root=True) if plot.startswith("plot") else drawn
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.canvas.draw()
    said = ["".join(text.get_text().split()) for text in figure.findobj(Text)]
    assert any("".join(name.split()) in text for text in said)
    texts = [text for text in figure.findobj(Text) if text.get_visible()]
    shown = [text for text in texts if name[:3] in text.get_text()]
    assert shown
    assert not any(text.get_parse_math() for text in shown)


def test_every_public_plot_lets_names_be():
    assert all(hasattr(getattr(public, name), "__wrapped__") for name in public.__all__
               if name != "plot_action_values")  # fmt: skip


def has_letter(path: str) -> bool:
    return ord(CASTLE) in lettering._codes(path)


def test_letters_without_a_font_are_told_once(monkeypatch):
    manager = font_manager.fontManager
    plain = [font for font in manager.ttflist if not has_letter(font.fname)]
    monkeypatch.setattr(manager, "ttflist", plain)
    lettering._fonts_for.cache_clear()
    with pytest.warns(UserWarning, match="no installed font has the letters") as said:
        public.plot_win_share(win_table(named(FOUR_LETTERS)))
        public.plot_win_share(win_table(named(FOUR_LETTERS)))
    assert len([w for w in said if "no installed font" in str(w.message)]) == 1
    lettering._fonts_for.cache_clear()


def test_a_font_that_has_the_letters_is_taken(monkeypatch):
    lettering._fonts_for.cache_clear()
    known = lettering._codes
    first = min(font_manager.fontManager.ttflist, key=lambda font: font.name)
    monkeypatch.setattr(
        lettering,
        "_codes",
        lambda path: known(path) | ({*map(ord, FOUR_LETTERS)} if path == first.fname else set()),
    )
    lettering._lacking.cache_clear()
    ax = public.plot_win_share(win_table(named(FOUR_LETTERS)))
    label = next(t for t in ax.get_yticklabels() if FOUR_LETTERS in t.get_text())
    assert len(label.get_fontfamily()) > 1 or first.name in label.get_fontfamily()
    lettering._fonts_for.cache_clear()
    lettering._lacking.cache_clear()


def test_long_labels_are_whole_and_inside():
    long = "a strategy that differs from others only in its very last word: " + "one"
    ax = public.plot_differences(EFFECTS.with_columns(first=pl.lit(long)))
    assert "one" in ax.get_yticklabels()[0].get_text()
    assert outside(ax.figure) == []
    pyplot.close(ax.figure)
