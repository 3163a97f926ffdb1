"""Streams of random words, keyed by (run seed, game, stream) and counted.

Word n of a stream is a mix of the stream's key and n (splitmix64: Steele, Lea and Flood,
"Fast splittable pseudorandom number generators", OOPSLA 2014). There is no state to warm
up, so any chance event of any game can be drawn without drawing those before it.

What a strategy is given of its stream (key, count, words) does not lead back to the run's seed or
to any other stream: its key comes out of a one-way step. That keeps an honest strategy honest; it
is no lock. These things cannot be excluded: a guess of the seed, which people choose small, tried
against the key or against the dice on the table; a search through all 2**64 keys; and a strategy
in Python, which can reach every object of its process.
"""

from __future__ import annotations

import numpy as np

from burgundy_lab.sim.jit import record_type, rule

# A stream: its key, and the number of the next word. Never part of a game's state.
STREAM = np.dtype((np.record, np.dtype([("key", "u8"), ("count", "u8")], align=True)))
STREAM_TYPE = record_type(STREAM)

CHANCE = 0  # stream of the rules; policies of seat p use stream 1 + p
WORDS_PER_EVENT = np.uint64(256)
ONE_WAY_ROUNDS = 6

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
S30, S27, S31, S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
ONE = np.uint64(1)


@rule
def mix(word):
    """Return a scrambled 64-bit word (finaliser of splitmix64)."""
    word = (word ^ (word >> S30)) * MIX_A
    word = (word ^ (word >> S27)) * MIX_B
    return word ^ (word >> S31)


@rule
def one_way(secret, stream):
    """Return a word that follows from a secret word and a stream, but does not lead back to it.

    `mix` can be undone, so each round adds the secret anew (a feed-forward, as in the hash of
    Davies and Meyer): whoever wants to go back one round needs what he is looking for.
    """
    word = np.uint64(stream) * GOLDEN + MIX_B
    for _ in range(ONE_WAY_ROUNDS):
        word = mix(word ^ secret) + secret
    return word


@rule
def stream_key(seed, game, stream):
    """Return the key of one stream of one game of a run; keys of policies lead back to nothing."""
    secret = mix(np.uint64(seed) + GOLDEN)
    secret = mix(secret ^ (np.uint64(game) * GOLDEN + MIX_A))
    if stream == CHANCE:
        return mix(secret ^ MIX_B)
    return one_way(secret, stream)


@rule
def start_stream(rng, seed, game, stream):
    """Set a stream to its first word."""
    rng.key = stream_key(seed, game, stream)
    rng.count = np.uint64(0)


@rule
def next_word(rng):
    """Return the next 64-bit word of the stream."""
    rng.count += ONE
    return mix(rng.key + rng.count * GOLDEN)


@rule
def draw(rng, n):
    """Return a number 0..n-1, all alike likely (bias under 1e-8 for n below 40)."""
    return np.int64(((next_word(rng) >> S32) * np.uint64(n)) >> S32)


@rule
def die(rng):
    """Return the roll of a die, 1..6."""
    return draw(rng, 6) + 1


@rule
def begin_event(state, chance):
    """Move the stream to the words of the next chance event of this game.

    Event k has the same words whatever was decided before, so two match-ups on one seed
    meet the same dice, goods and tiles.
    """
    chance.count = np.uint64(state.event_no) * WORDS_PER_EVENT
    state.event_no += 1
