"""The conditional logit, on games whose odds are known."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from burgundy_lab.analysis import load, text_frame
from burgundy_lab.analysis.odds import LEAST_GAMES, SAME, conditional_logit, source_odds
from burgundy_lab.experiments import simulate
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
    with pytest.raises(BadValue, match=r"regions: tells the winner of each of 20 games in which"):
        source_odds(games(20, 0), until="A", game=GAME)


def more(*pairs: tuple[int, int, int]) -> pl.DataFrame:
    """Return 40 games of regions, and games in which a seat with animals wins."""
    extra = [[(1, (2, 0, animals, 0, 0)), (0, (regions, 0, 0, 0, 0))]
             for animals, regions, times in pairs for _ in range(times)]  # fmt: skip
    return rows(
        *[[(1, (3, 0, 0, 0, 0)), (0, (2, 0, 0, 0, 0))]] * 30,
        *[[(0, (3, 0, 0, 0, 0)), (1, (2, 0, 0, 0, 0))]] * 10,
        *extra,
    )


@pytest.mark.parametrize(
    ("times", "why"),
    [
        (1, "differs in only 1 of 41 games"),
        (19, "differs in only 19 of 59 games"),
        (30, "tells the winner of each of 30 games in which it differs"),
    ],
)
def test_a_source_that_tells_or_hardly_differs_is_left_out_and_the_rest_fitted(times, why):
    table = source_odds(more((4, 2, times)), until="A", vp=1, game=GAME)
    regions, animals = table.rows(named=True)
    assert regions["odds"] == pytest.approx(3)
    assert regions["left_out"] is None
    assert (animals["odds"], animals["odds_low"], animals["odds_high"]) == (None, None, None)
    assert (animals["left_out"], animals["differ"]) == (why, times)


def test_sources_that_tell_the_winner_together_lose_the_rarer_one():
    # Animals against the winner only where regions outweigh them, and the other way round.
    together = rows(
        *[[(1, (4, 0, 0, 0, 0)), (0, (0, 0, 2, 0, 0))]] * 30,
        *[[(1, (0, 0, 3, 0, 0)), (0, (1, 0, 0, 0, 0))]] * 30,
        *[[(1, (1, 0, 0, 0, 0)), (0, (0, 0, 0, 0, 0))]] * 5,
    )
    table = source_odds(together, until="A", vp=1, game=GAME)
    assert table["odds"].is_null().to_list() == [False, True]
    why = "with regions tells the winner of each of 60 games in which it differs"
    assert table["left_out"][1] == why


def test_a_source_that_follows_from_others_is_left_out():
    frame = games(30, 10).with_columns(vp_animals_a=2 * pl.col("vp_regions_a"))
    table = source_odds(frame, until="A", vp=1, game=GAME)
    assert table["odds"].to_list() == [pytest.approx(3), None]
    assert table["left_out"].to_list() == [None, "follows from the other sources"]


def test_seats_that_are_not_alike_are_told_beside_the_odds():
    assert source_odds(games(30, 10), until="A", game=GAME)["mixed"][0] == (
        "not all seats are alike: estates 2011-1, 2011-8"
    )
    alike = games(30, 10).with_columns(estate=pl.lit("2011-1"))
    assert source_odds(alike, until="A", game=GAME)["mixed"].to_list() == [None, None]


def test_odds_of_regions_below_one_are_explained():
    frame = games(10, 30).rename({"vp_animals_a": "vp_phase_bonus_a"})
    game = replace(GAME, sources=("regions", "phase_bonus"), phases=("A",))
    table = source_odds(frame, until="A", game=game)
    assert "more VP of regions mean fewer, larger regions" in table["reading"][0]
    assert "larger regions" in str(text_frame(table))
    assert source_odds(games(30, 10), until="A", game=GAME)["reading"].to_list() == [None, None]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 3, 8])
def test_many_games_in_which_a_source_hardly_differs(seed, tmp_path):
    run = simulate(strategies="balanced", players=2, estates="1", games=10_000, seed=seed,
                   out=tmp_path / "run", progress=False)  # fmt: skip
    table = source_odds(load(run), until="A")
    bonus = table.filter(source="colour bonus").row(0, named=True)
    assert bonus["differ"] < LEAST_GAMES
    assert "differs in only" in bonus["left_out"] or bonus["left_out"] == SAME
    assert table.filter(pl.col("source") != "colour bonus")["odds"].null_count() == 0


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
