"""Tables of the card game for tests: a position arranged by hand, actions by their words.

Cards that a test asks for come from the unseen ones, so all 114 stay accounted for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgundy_lab.sim.cards.cards import put_unseen
from burgundy_lab.sim.cards.check import derive
from burgundy_lab.sim.cards.state import FRESH
from burgundy_lab.sim.cards.tables import (
    ANIMAL_NAMES,
    CARD_NAMES,
    CARD_TYPE,
    GOODS,
    GOODS_NAMES,
    PLACES,
    ROUND_NAMES,
    TYPE_NAMES,
)
from burgundy_lab.sim.position import Position

SIZES = {1: "ones", 2: "twos", 3: "triples"}


def card(name: str) -> int:
    """Return the card "ship 3" or "city hall 6"."""
    return CARD_NAMES.index(name.replace(" ", "_")[::-1].replace("_", "", 1)[::-1])


class Table:
    """A position whose actions are named in words."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def choices(self) -> list[str]:
        return [self.position.describe(action) for action in self.position.legal_actions]

    def matching(self, words: str) -> list[int]:
        """Return the legal actions that begin with these words; all words, if they end in '.'."""
        if words.endswith("."):
            return [
                a for a in self.position.legal_actions if self.position.describe(a) == words[:-1]
            ]
        return [
            a for a in self.position.legal_actions if self.position.describe(a).startswith(words)
        ]

    def can(self, words: str) -> bool:
        return bool(self.matching(words))

    def do(self, *steps: str) -> Table:
        """Carry out actions, each named by how its words begin; the first that fits."""
        for words in steps:
            found = self.matching(words)
            assert found, f"no action {words!r} among {self.choices}"
            self.position.step(found[0])
        return self

    def vp(self, source: str, seat: int = 0) -> int:
        from burgundy_lab.sim.cards.state import PLAY_SOURCES

        return int(self.state.gained[seat, PLAY_SOURCES.index(source)].sum())

    def piles(self, seat: int = 0) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for t, name in enumerate(TYPE_NAMES):
            sizes = [s for s, field in SIZES.items() for _ in range(self.state[field][seat, t])]
            if sizes:
                found[name] = sizes
        return found

    def projects(self, seat: int = 0) -> list[str]:
        return [CARD_NAMES[c].replace("_", " ") for c in self.state.projects[seat] if c]

    def display(self, row: int) -> list[str]:
        cards = self.state.display[PLACES * (row - 1) : PLACES * row]
        return [CARD_NAMES[c] for c in cards if c]


def _take(state: Any, name: str) -> int:
    found = card(name)
    assert state.unseen[FRESH, found] > 0, f"no {name} left"
    put_unseen(state, FRESH, found, -1)
    return found


def table(
    *,
    players: int = 2,
    hand: Sequence[str] = ("castle 3",),
    projects: Sequence[str] = (),
    display: Mapping[int, Sequence[str]] | None = None,
    piles: Mapping[str, Sequence[int]] | None = None,
    workers: int = 0,
    silver: int = 0,
    goods: Mapping[str, int] | None = None,
    animals: Mapping[str, int] | None = None,
    round_name: str = "D",
    turn: int = 1,
    settings: Mapping[str, str] | None = None,
    values: Any = None,
    seed: int = 1,
) -> Table:
    """Return a table on which seat 0 is to move with this hand."""
    game = "cards-solo" if players == 1 else "cards"
    chosen = {} if players == 1 else {"start_player": "seat_0"}
    position = Position.new(
        game,
        players=players,
        estates=(),
        settings={**chosen, **(settings or {})},
        values=values,
        seed=seed,
    )
    state = position.state
    for field in ("hand", "display", "projects"):
        for at, old in enumerate(state[field].ravel().tolist()):
            if old and (field != "hand" or at < 2):
                put_unseen(state, FRESH, old, 1)
                state[field].ravel()[at] = 0
    state.round_no, state.turn_no = ROUND_NAMES.index(round_name), turn - 1
    for k, name in enumerate(hand):
        state.hand[0, k] = _take(state, name)
    for k, name in enumerate(projects):
        state.projects[0, k] = _take(state, name)
    for row, names in (display or {}).items():
        for k, name in enumerate(names):
            state.display[PLACES * (row - 1) + k] = _take(state, name)
    for name, sizes in (piles or {}).items():
        for size in sizes:
            _add_pile(state, name, size)
    state.workers[0], state.silver[0] = workers, silver
    _store(state, goods or {}, animals or {})
    derive(state)
    return Table(position)


def _add_pile(state: Any, name: str, size: int) -> None:
    kind = TYPE_NAMES.index(name)
    for _ in range(size):
        left = [c for c in range(1, len(CARD_NAMES)) if CARD_TYPE[c] == kind]
        chosen = next(c for c in reversed(left) if state.unseen[FRESH, c] > 0)
        put_unseen(state, FRESH, chosen, -1)
        state.estate[0, chosen] += 1
    state[SIZES[size]][0, kind] += 1
    if size == 3:
        state.first_owner[kind] = 0


def _store(state: Any, goods: Mapping[str, int], animals: Mapping[str, int]) -> None:
    """Give seat 0 these goods and animals; the supply under the piles gets or gives them."""
    for names, field, first in ((GOODS_NAMES, "goods", 0), (ANIMAL_NAMES, "animals", GOODS)):
        wanted = goods if field == "goods" else animals
        for k, name in enumerate(names):
            change = wanted.get(name, 0) - int(state[field][0, k])
            state[field][0, k] += change
            state.stock_left[first + k] -= change
            state.pile[2 * (first > 0)] -= change
