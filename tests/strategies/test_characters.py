"""Each character plays what its name says, and well. Spaces: see tests/builders.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from burgundy_lab.experiments.match import read_match
from burgundy_lab.sim.board.estates import COLOUR
from burgundy_lab.sim.board.tables import KIND_NAMES, KINDS
from burgundy_lab.sim.rollout import ROW_FIXED
from burgundy_lab.sim.sets import count
from tests.builders import AT, SECOND, buy, place, table, take
from tests.strategies.ask import answer, end_of_turn

SEED, GAMES = 1967, 300
SIGMAS = 5  # how far a character's mean is beyond that of balanced, in standard errors
CHARACTERS = (
    "small_regions",
    "farmer",
    "merchant",
    "miner",
    "builder",
    "scholar",
    "castle_tempo",
)


# --- in a position: what balanced does not -----------------------------------------------------


def differs(name: str, game: Callable[[], object], action: int, balanced: int) -> bool:
    """Tell whether a character does the one thing, and balanced the other."""
    return (answer(name, game()), answer("balanced", game())) == (action, balanced)  # type: ignore[arg-type]


def test_the_merchant_sails_past_who_is_on_top():
    # The bank would complete a region of one (1 + 10 VP).
    def game(mine, other):
        return table(
            dice=(2, 3), storage=["ship", "bank"], track=mine, others={1: {"track": other}}
        )

    bank = place(1, 11, die=SECOND)
    assert differs("merchant", lambda: game((0, 0), (0, 1)), place(0, 17), bank)
    assert differs("merchant", lambda: game((0, 0), (1, 0)), place(0, 17), bank)
    assert differs("merchant", lambda: game((0, 1), (0, 0)), bank, bank)
    assert differs("merchant", lambda: game((0, 0), (2, 0)), bank, bank)


def test_castle_tempo_places_its_castle_first():
    assert differs(
        "castle_tempo",
        lambda: table(dice=(6, 3), storage=["castle", "bank"], estate={12: "knowledge2"}),
        place(0, 6),
        place(1, 11, die=SECOND),
    )


def test_the_builder_chooses_the_building_that_brings_an_action():
    # The market finds a ship, the warehouse sells goods; both go where the bank would go.
    assert differs(
        "builder",
        lambda: table(dice=(3, 3), storage=["bank", "market"], depots={AT[1]: "ship"}),
        place(1, 11),
        place(0, 11),
    )
    assert answer("builder", table(dice=(3, 3), storage=["bank", "warehouse"], goods={1: 1})) == (
        place(1, 11)
    )
    assert answer("builder", table(dice=(3, 3), storage=["bank", "market"])) == place(0, 11)


def test_the_scholar_takes_the_knowledge_tile():
    depots = {(5, 2): "mine", (5, 4): "knowledge9"}
    assert differs("scholar", lambda: table(dice=(5, 5), depots=depots), take(5, 4), take(5, 2))


def test_the_miner_buys_the_mine():
    black = ["mine", "knowledge24"]
    assert differs("miner", lambda: end_of_turn(table(silver=2, black=black)), buy(1), buy(2))


def test_the_farmer_keeps_a_pasture_to_one_species():
    # A pig would take a space from the cow of the pasture, another cow would not.
    def game(animal):
        estate = {10: "cow4", 11: "bank"}
        return table(dice=(5, 3), storage=[animal, "watchtower"], estate=estate)

    assert differs("farmer", lambda: game("pig4"), place(1, 25, die=SECOND), place(0, 9))
    assert differs("farmer", lambda: game("cow2"), place(0, 9), place(0, 9))


def test_small_regions_begins_no_large_one():
    # 25 is in a city of five, 19 in a region of three ships.
    game = {"dice": (5, 3), "storage": ["ship", "bank"], "estate": {11: "warehouse"}}
    assert differs("small_regions", lambda: table(**game), place(0, 19), place(1, 25, die=SECOND))


# --- in whole games: what the logs say ----------------------------------------------------------


@dataclass(frozen=True)
class Games:
    """Games of one strategy with itself: a row for each game, means of its seats."""

    columns: dict[str, np.ndarray]
    tiles: np.ndarray  # [games, kinds] tiles in the estate

    def of(self, *starts: str) -> np.ndarray:
        """Return the sum of the columns whose names start so."""
        chosen = [c for name, c in self.columns.items() if name.startswith(starts)]
        return np.sum(chosen, axis=0)

    def share(self, *starts: str) -> np.ndarray:
        """Return the part of all VP that comes from these columns."""
        return self.of(*starts) / self.columns["vp"]

    def kind(self, name: str) -> np.ndarray:
        """Return the tiles of a kind."""
        return self.tiles[:, KIND_NAMES.index(name)]


@cache
def played(strategy: str) -> Games:
    match = read_match("board", 2, strategy)
    loop, rules, seats = match.new_loop(SEED), match.game, range(match.players)
    rows = np.zeros((GAMES * match.players, ROW_FIXED + len(rules.columns)), "i4")
    tiles = np.zeros((GAMES, KINDS))
    for game in range(GAMES):
        loop.play(game, 1, rows[game * match.players :], np.zeros((0, 2), "i2"))
        end = loop.states[0]
        covered = [[int(end.covered[p] & c) for c in COLOUR[end.board[p], :KINDS]] for p in seats]
        tiles[game] = np.mean([[count(spaces) for spaces in seat] for seat in covered], axis=0)
    means = rows[:, ROW_FIXED:].reshape(GAMES, match.players, -1).mean(axis=1)
    return Games({c.name: means[:, k] for k, c in enumerate(rules.columns)}, tiles)


def early_regions(games: Games) -> np.ndarray:
    """Return the regions completed in phases A and B, by the phase's VP for each."""
    return games.columns["vp_phase_bonus_a"] / 10 + games.columns["vp_phase_bonus_b"] / 8


MORE = {
    "small_regions: regions in A and B": ("small_regions", early_regions),
    "farmer: animals": ("farmer", lambda g: g.share("vp_animals")),
    "merchant: goods": ("merchant", lambda g: g.share("vp_goods_sold")),
    "merchant: ships": ("merchant", lambda g: g.kind("ship")),
    "miner: mines": ("miner", lambda g: g.kind("mine")),
    "miner: purchases": ("miner", lambda g: g.of("purchases")),
    "builder: buildings": ("builder", lambda g: g.kind("building")),
    "scholar: knowledge": ("scholar", lambda g: g.share("vp_knowledge")),
    "scholar: tiles": ("scholar", lambda g: g.kind("knowledge")),
    "castle_tempo: castles": ("castle_tempo", lambda g: g.kind("castle")),
}


@pytest.mark.parametrize("what", MORE)
def test_a_character_has_more_of_its_own_than_balanced(what):
    name, measure = MORE[what]
    own, usual = measure(played(name)), measure(played("balanced"))
    error = np.sqrt((own.var(ddof=1) + usual.var(ddof=1)) / GAMES)
    assert own.mean() - usual.mean() > SIGMAS * error


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_scores_far_more_than_immediate(name):
    own, least = (played(strategy).columns["vp"] for strategy in (name, "immediate"))
    error = np.sqrt((own.var(ddof=1) + least.var(ddof=1)) / GAMES)
    assert own.mean() - least.mean() > 60 > SIGMAS * error
