"""What a strategy has of its stream leads back to no other stream: not to the game's chance."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from burgundy_lab.experiments import simulate
from burgundy_lab.sim.contract import MOST_SEATS
from burgundy_lab.sim.games import GAMES, get_game
from burgundy_lab.sim.rng import CHANCE, GOLDEN, MIX_A, MIX_B, STREAM, mix, next_word, stream_key
from burgundy_lab.strategies import BatchPolicy

SEED = 90_210
NUMBERS = range(3)
Words = npt.NDArray[np.uint64]
INVERSE_A, INVERSE_B = (np.uint64(pow(int(m), -1, 2**64)) for m in (MIX_A, MIX_B))


@pytest.fixture(autouse=True)
def _words_wrap_around():
    with np.errstate(over="ignore"):
        yield


def undo_shift(word, bits):
    """Undo `word ^ (word >> bits)`."""
    back = word
    for _ in range(64 // bits + 1):
        back = word ^ (back >> np.uint64(bits))
    return back


def undo_mix(word):
    word = undo_shift(word, 31) * INVERSE_B
    word = undo_shift(word, 27) * INVERSE_A
    return undo_shift(word, 30)


def ways_back(known: Words, stream: int) -> Words:
    """Return what simple algebra makes of words that a strategy has: up to three steps, each of
    which undoes a mix, takes a constant of the streams away, or feeds a known word back."""
    own = np.uint64(stream) * GOLDEN
    constants = np.array([MIX_A, MIX_B, GOLDEN, own + MIX_B, own + MIX_A], "u8")
    found = [known]
    for _ in range(3):
        last = found[-1]
        steps = [undo_mix(last)]
        steps += [step for c in constants for step in (last ^ c, last - c)]
        steps += [step for w in known for step in (last ^ w, last - w, w - last)]
        found.append(np.unique(np.concatenate(steps)))
    every = np.unique(np.concatenate(found))
    return np.concatenate((every, mix(every ^ MIX_B)))  # and the chance, from the key of a game


def given_away(known: Words, stream: int, seed: int, number: int) -> list[str]:
    """Return which secrets of a game a strategy can work out from words that it has."""
    run = mix(np.uint64(seed) + GOLDEN)
    secrets = {
        "the seed": np.uint64(seed),
        "the key of the run": run,
        "the key of the game": mix(run ^ (np.uint64(number) * GOLDEN + MIX_A)),
    }
    streams = (s for s in range(MOST_SEATS + 1) if s != stream)
    secrets |= {f"stream {s}": stream_key(np.uint64(seed), np.uint64(number), s) for s in streams}
    found = ways_back(known, stream)
    return [name for name, secret in secrets.items() if np.isin(secret, found)]


def words_of(key) -> Words:
    """Return what a strategy has of a stream: the key, and keys undone from the words drawn."""
    rng = np.zeros(1, STREAM)[0]
    rng.key = key
    drawn = [next_word(rng) for _ in range(2)]
    assert undo_mix(drawn[1]) - np.uint64(2) * GOLDEN == key  # words do lead back to their own key
    return np.array([key, *drawn], "u8")


@pytest.mark.parametrize("number", range(8))
def test_mix_can_be_undone_so_a_mixed_key_alone_would_give_the_game_away(number):
    """The search finds what it looks for: with the key of a stream mixed from the game's."""
    secret = mix(mix(np.uint64(SEED) + GOLDEN) ^ (np.uint64(number) * GOLDEN + MIX_A))
    key = mix(secret ^ (np.uint64(1) * GOLDEN + MIX_B))
    assert undo_mix(mix(secret)) == secret
    found = given_away(words_of(key), 1, SEED, number)
    assert {"the key of the game", f"stream {CHANCE}"} <= set(found)


@pytest.mark.parametrize("stream", range(1, MOST_SEATS + 1))
def test_the_key_and_the_words_of_a_seat_lead_nowhere(stream):
    for number in NUMBERS:
        key = stream_key(np.uint64(SEED), np.uint64(number), stream)
        assert given_away(words_of(key), stream, SEED, number) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_strategy_in_a_game_cannot_work_out_the_chance_of_the_game(game, tmp_path):
    """A strategy notes all it is given of its streams; nothing of a game can be made of it."""
    noted: set[int] = set()

    def note(states, legal, rng):
        noted.update(rng.streams["key"].tolist())
        return legal.kth(rng.integers(legal.counts))

    seats = get_game(game).seat_counts[-1]
    spy = BatchPolicy("spy", game, "for tests", (), note)
    noted.clear()  # its trial had streams of its own
    simulate(
        game=game, strategies=spy, players=seats, games=len(NUMBERS), seed=SEED, jobs=1,
        out=tmp_path / "run", progress=False,
    )  # fmt: skip
    wanted = {
        int(stream_key(np.uint64(SEED), np.uint64(n), CHANCE + 1 + seat))
        for n in NUMBERS
        for seat in range(seats)
    }
    assert wanted <= noted  # these keys are what strategies are given
    for number in NUMBERS:
        for seat in range(seats):
            stream = CHANCE + 1 + seat
            key = stream_key(np.uint64(SEED), np.uint64(number), stream)
            assert given_away(np.array([key], "u8"), stream, SEED, number) == []
