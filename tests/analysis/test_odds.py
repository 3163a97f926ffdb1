"""The conditional logit, on games whose odds are known."""

import numpy as np
import polars as pl
import pytest

from burgundy_lab.analysis.odds import conditional_logit, source_odds
from burgundy_lab.sim.errors import BadValue, UnknownName
from tests.analysis.frames import scored_frame
from tests.analysis.test_winners import GAME, rows


def games(won: int, lost: int) -> pl.DataFrame:
    """Return games in which the seat that is 1 VP ahead in regions after A wins or loses."""
    return rows(
        *[[(1, (3, 0, 0, 0, 0)), (0, (2, 0, 0, 0, 0))]] * won,
        *[[(0, (3, 0, 0, 0, 0)), (1, (2, 0, 0, 0, 0))]] * lost,
    )


def test_odds_of_one_source_are_games_won_by_games_lost():
    table = source_odds(games(30, 10), until="A", vp=1, game=GAME)
    row = table.row(0, named=True)
    assert (row["source"], row["until"], row["games"]) == ("regions", "A", 40)
    error = (1 / 30 + 1 / 10) ** 0.5  # of a log odds of 30 to 10
    limits = [3 * np.exp(sign * 1.959964 * error) for sign in (-1, 1)]
    assert [row["odds"], row["odds_low"], row["odds_high"]] == pytest.approx([3, *limits])
    assert row["spread"] == pytest.approx(0.5**0.5)


def test_odds_of_more_vp_are_a_power():
    table = source_odds(games(30, 10), until="B", vp=2, game=GAME)
    assert table["odds"][0] == pytest.approx(9)


def test_a_source_that_all_seats_have_alike_has_no_odds():
    table = source_odds(games(30, 10), until="A", game=GAME)
    assert table.row(1, named=True)["odds"] is None
    assert table["source"].to_list() == ["regions", "animals"]


def test_coefficients_of_made_up_choices_are_found_again():
    chance = np.random.default_rng(8)
    truth = np.array([0.8, -0.3])
    x = chance.normal(size=(4000, 3, 2)) * [1, 5]
    utility = x @ truth + chance.gumbel(size=(4000, 3))
    fit = conditional_logit(x, utility.argmax(axis=1))
    error = np.sqrt(np.diag(fit.covariance))
    assert (np.abs(fit.coefficients - truth) < 3 * error).all()
    # About what the information of so many choices gives.
    assert error == pytest.approx([0.026, 0.0085], rel=0.25)


def test_vp_that_tell_every_winner_have_no_odds():
    with pytest.raises(BadValue, match="tell the winner of each of these 20 games"):
        source_odds(games(20, 0), until="A", game=GAME)


def test_values_that_follow_from_each_other_have_no_odds():
    x = np.random.default_rng(1).normal(size=(50, 2, 1))
    with pytest.raises(BadValue, match="follow from each other"):
        conditional_logit(np.concatenate([x, 2 * x], axis=2), np.zeros(50, "i8"))


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(UnknownName, match="unknown step of the scoring 'Z'"):
        source_odds(scored_frame(9), until="Z", game="board")
    with pytest.raises(UnknownName, match="'end'"):  # then VP decide who wins
        source_odds(scored_frame(9), until="end", game="board")
    with pytest.raises(BadValue, match="nothing to compare"):
        source_odds(games(3, 1).filter(pl.col("seat") == 0), until="A", game=GAME)
