"""What is to come is not in the position: no dice, no tiles, no goods."""

from __future__ import annotations

from hypothesis import given, settings

from burgundy_lab.sim.position import Position
from tests.properties.walks import SEEDS, walk, walks

# Fields that a chance event draws anew or draws from; all others are the same on any chance.
DRAWN = {"dice", "white", "depot_goods", "phase_goods", "goods_supply", "depot", "black", "bag"}


def with_seed(position: Position, seed: int) -> Position:
    """Return a copy whose chance to come is that of another seed."""
    return Position(position.game, position._states.copy(), seed, position.game_no)


def another_seed(position: Position, number: int) -> int:
    """Return a seed that is not the position's own."""
    return (position.seed + 1 + number % 2**62) % 2**63


def drawn(state) -> tuple[bytes, ...]:
    return tuple(state[name].tobytes() for name in sorted(DRAWN))


def rest(state) -> dict[str, bytes]:
    """Return what dice and bags cannot change: all that the seats own, whose turn it is."""
    return {name: state[name].tobytes() for name in state.dtype.names if name not in DRAWN}


@settings(max_examples=12)
@given(walks(), SEEDS)
def test_another_chance_changes_nothing_before_the_next_chance_event(table, seed):
    """Each decision, on a copy with another key of chance: the state is the same to the byte
    unless a round begins; then only dice, goods and tiles laid out differ."""
    position, lot = table
    seed = another_seed(position, seed)
    events = other_dice = 0
    for here, action in walk(position, lot):
        event = int(here.state.event_no)
        ours, other = here.copy().step(action), with_seed(here, seed).step(action)
        assert rest(ours.state) == rest(other.state)
        if ours.state.event_no == event:
            assert drawn(ours.state) == drawn(other.state)
        else:
            events += 1
            other_dice += ours.state.dice.tolist() != other.state.dice.tolist()
    assert events >= 24
    # Two rolls of 4 to 8 dice are alike by accident once in 1296 or more.
    assert other_dice >= events - 3


@settings(max_examples=8)
@given(walks(), SEEDS)
def test_the_same_key_gives_the_same_game_whatever_was_played_before(table, seed):
    """Two copies on one key go the same way; a third on another key meets other tiles."""
    position, lot = table
    copy, other = position.copy(), with_seed(position, another_seed(position, seed))
    laid, laid_elsewhere = [], []
    for here, action in walk(position, lot):
        assert (drawn(copy.state), rest(copy.state)) == (drawn(here.state), rest(here.state))
        copy.step(action)
        laid.append(here.state.depot.tobytes())
        if not other.is_over and action in other.legal_actions:
            other.step(action)
            laid_elsewhere.append(other.state.depot.tobytes())
    assert copy.outcome() == position.outcome()
    assert set(laid_elsewhere) - set(laid) or len(laid_elsewhere) < 20


@settings(max_examples=20)
@given(walks(), SEEDS)
def test_another_seed_lays_other_tiles_from_the_same_bags(table, seed):
    """From one position before phase B: 20 keys give more than one layout, one key only one."""
    position, lot = table
    for here, action in walk(position, lot):
        if here.state.phase_no == 0 and here.copy().step(action).state.phase_no == 1:
            break
    keys = [another_seed(here, seed + k) for k in range(20)]
    layouts = [with_seed(here, key).step(action).state.depot.tobytes() for key in keys]
    again = [with_seed(here, key).step(action).state.depot.tobytes() for key in keys]
    assert layouts == again
    assert len(set(layouts)) > 15
