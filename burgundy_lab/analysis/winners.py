"""What winners did that losers did not, within the same games.

The seats of one game meet the same dice, goods and tiles, so winner and losers are compared
game by game; games are the units of all intervals. Where all seats play one strategy on one
estate, a gap shows what games turn on. It does not show what a player should do: who scores in
one way often scores in another, and who is ahead can afford more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from burgundy_lab.analysis.paths import played_game
from burgundy_lab.analysis.sources import FINAL, group_vp, scoring_steps
from burgundy_lab.analysis.stats import UNIT, Data, mixed, names_of_columns, parts_of, roots
from burgundy_lab.intervals import CONFIDENCE, t_interval, wilson_interval
from burgundy_lab.sim.contract import Game
from burgundy_lab.sim.errors import BadValue

ALL = "all"  # name of the step that stands for the whole game
WINNER = pl.col("win") == 1  # nobody shares the win


def source_gaps(
    data: Data, *, game: str | Game | None = None, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return how many more VP winners than losers gain from each source, step by step.

    Parameters
    ----------
    data
        A loaded run, or a frame of its rows. Games whose win is shared are left out.
    game
        The game that was played; a loaded run knows it.
    confidence
        Probability that an interval covers the true mean.

    Returns
    -------
    One row for each source and step, in the game's order, the whole game (`ALL`) last:
    ``source``, ``step``; ``games`` with one winner; ``confidence``; ``winner``, ``loser`` (mean
    VP; the losers of one game are averaged first); ``gap`` (winner minus loser), ``gap_low``,
    ``gap_high`` (Student's t; null without spread), all in VP; ``mixed`` (strategies and
    estates, if they are not the same for all seats: a gap may then be theirs; else null).

    Raises
    ------
    BadValue
        If the data do not say which game was played, or no game has a winner and a loser.
    UnknownName
        If the data lack a column.
    """
    steps = scoring_steps(played_game(data, game))
    groups = list(group_vp(steps))
    values = {(group, ALL): vp for group, vp in group_vp(steps).items()}
    values |= {(g, step.name): vp for step in steps for g, vp in group_vp([step]).items()}
    order = [step.name for step in steps] + [ALL]
    pairs = sorted(values, key=lambda pair: (groups.index(pair[0]), order.index(pair[1])))
    gaps = _gaps(data, {"\t".join(pair): values[pair] for pair in pairs}, confidence)
    return gaps.select(
        pl.Series("source", [source for source, _ in pairs], pl.Enum(groups)),
        pl.Series("step", [step for _, step in pairs], pl.Enum(order)),
        pl.exclude("name"),
    )


def column_gaps(
    data: Data, columns: Sequence[str], *, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return how much more winners than losers have in columns of the log, such as tiles bought.

    Parameters
    ----------
    data
        As for `source_gaps`.
    columns
        Columns of numbers.
    confidence
        Probability that an interval covers the true mean.

    Returns
    -------
    One row for each column: ``column``, then as `source_gaps`, in the column's unit.

    Raises
    ------
    BadValue
        If no game has a winner and a loser.
    UnknownName
        If the data lack a column.
    """
    values = {name: pl.col(name).cast(pl.Float64) for name in names_of_columns("columns", columns)}
    return _gaps(data, values, confidence).rename({"name": "column"})


def leader_wins(
    data: Data, *, game: str | Game | None = None, confidence: float = CONFIDENCE
) -> pl.DataFrame:
    """Return how often the seat that is ahead after each step goes on to win.

    Parameters
    ----------
    data, game, confidence
        As for `source_gaps`; games whose win is shared count in parts.

    Returns
    -------
    One row for each step but the final scoring: ``step``; ``games`` in which one seat is
    ahead; ``level`` (games in which several are); ``seats``; ``confidence``; ``win`` (share of
    the games that the leader wins), ``win_low``, ``win_high`` (Wilson); ``lead`` (mean VP
    ahead of the next seat); ``mixed`` as in `source_gaps`.

    Raises
    ------
    BadValue
        If the data do not say which game was played, or games have one seat.
    UnknownName
        If the data lack a column.
    """
    steps = [step for step in scoring_steps(played_game(data, game)) if step.name != FINAL]
    so_far: dict[str, pl.Expr] = {}
    for k, step in enumerate(steps):
        so_far[step.name] = pl.sum_horizontal(group_vp(steps[: k + 1]).values())
    parts = parts_of(data, UNIT, "win", *roots(so_far.values()))
    games = pl.concat(_leaders(part, so_far) for part in parts)
    rows = []
    for name in so_far:
        ahead = games.filter(pl.col(f"{name}.leaders") == 1)
        if ahead.is_empty() or games["seats"].min() == 1:
            raise BadValue("no game has a seat that is ahead of another: nothing to compare")
        share = ahead[f"{name}.win"].mean()
        low, high = wilson_interval(share, len(ahead), confidence=confidence)  # type: ignore[arg-type]
        level, lead = len(games) - len(ahead), ahead[f"{name}.lead"].mean()
        seats = games["seats"][0]
        rows.append((name, len(ahead), level, seats, confidence, share, low, high, lead))
    names = ("step", "games", "level", "seats", "confidence", "win", "win_low", "win_high", "lead")
    table = pl.DataFrame(rows, schema=names, orient="row")
    return table.with_columns(
        pl.col("win_low", "win_high", "win", "lead").cast(pl.Float64),
        pl.lit(mixed(data), pl.String).alias("mixed"),
    )


def _leaders(part: pl.LazyFrame, so_far: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """Return for each game and step: how many lead, what one of them wins, and the lead."""
    values = part.select(UNIT, "win", *(vp.alias(name) for name, vp in so_far.items()))
    ahead = {name: pl.col(name) == pl.col(name).max() for name in so_far}
    return (
        values.group_by(UNIT)
        .agg(
            pl.len().alias("seats"),
            *(first.sum().alias(f"{name}.leaders") for name, first in ahead.items()),
            *(pl.col("win").filter(f).first().alias(f"{n}.win") for n, f in ahead.items()),
            *(
                (pl.col(name).max() - pl.col(name).top_k(2).min()).alias(f"{name}.lead")
                for name in so_far
            ),
        )
        .collect()
    )


def _gaps(data: Data, values: Mapping[str, pl.Expr], confidence: float) -> pl.DataFrame:
    """Return winner, loser and gap of each value, from sums that add up over parts."""
    parts = parts_of(data, UNIT, "win", *roots(values.values()))
    sums = pl.concat(_sums_of_part(part, values) for part in parts).sum()
    games = int(sums["games"][0])
    if games == 0:
        raise BadValue("no game has one winner and a loser, so there is nothing to compare")
    rows = []
    for name in values:
        winner, loser, squares = (float(sums[f"{name}.{k}"][0]) for k in ("w", "l", "squares"))
        gap = (winner - loser) / games
        spread = np.sqrt(max(0.0, squares - games * gap**2) / max(1, games - 1))
        low, high = t_interval(gap, spread, games, confidence=confidence)
        rows.append((name, games, confidence, winner / games, loser / games, gap, low, high))
    names = ("name", "games", "confidence", "winner", "loser", "gap", "gap_low", "gap_high")
    return pl.DataFrame(rows, schema=names, orient="row").with_columns(
        pl.col("gap_low", "gap_high").cast(pl.Float64).fill_nan(None),
        pl.lit(mixed(data), pl.String).alias("mixed"),
    )


def _sums_of_part(part: pl.LazyFrame, values: Mapping[str, pl.Expr]) -> pl.DataFrame:
    rows = part.select(UNIT, "win", *(value.alias(name) for name, value in values.items()))
    games = rows.group_by(UNIT).agg(
        (WINNER.any() & (~WINNER).any()).alias("decided"),
        *(pl.col(name).filter(WINNER).mean().alias(f"{name}.w") for name in values),
        *(pl.col(name).filter(~WINNER).mean().alias(f"{name}.l") for name in values),
    )
    gaps = {name: pl.col(f"{name}.w") - pl.col(f"{name}.l") for name in values}
    return (
        games.filter("decided")
        .select(
            pl.len().cast(pl.Int64).alias("games"),
            *(pl.col(f"{name}.w").sum() for name in values),
            *(pl.col(f"{name}.l").sum() for name in values),
            *((gap * gap).sum().alias(f"{name}.squares") for name, gap in gaps.items()),
        )
        .collect()
    )
