"""The golden games: their tables, and the simple rule that plays them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from burgundy_lab.sim.board import state as codes
from burgundy_lab.sim.cards import state as cards
from burgundy_lab.sim.position import Position
from burgundy_lab.sim.trace import Trace

FOLDER = Path(__file__).parent
HEAD = (
    "# Golden trace, written by `python -m tests.golden.rewrite`; a change is a change of rules.",
)


@dataclass(frozen=True)
class Golden:
    """A golden game: its table and seed; the file is named after the game and the seats, or
    after the estate of a game for one."""

    game: str
    players: int
    estates: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    seed: int

    @property
    def path(self) -> Path:
        return FOLDER / f"{name_of(self.game, self.players, *self.estates[:1])}.txt"


def name_of(game: str, players: int, estate: str = "") -> str:
    """Return the name of a golden trace: "board-3", "solo-A"."""
    return estate if players == 1 and estate else f"{game}-{players}"


GOLDEN = (
    Golden("board", 2, ("2011-1", "2011-8"), (), 100),
    Golden(
        "board",
        3,
        ("se-12", "2011-3", "se-29"),
        (("edition", "2019"), ("purchase", "during_actions"), ("start_castle", "choose")),
        2,
    ),
    Golden("board", 4, ("2011-5", "2011-7", "se-2", "se-21"), (("second_depot", "in_turn"),), 60),
    Golden("solo", 1, ("solo-A",), (), 53),
    Golden(
        "solo",
        1,
        ("solo-B",),
        (("start_target", "45"), ("gains", "split"), ("colour_tile", "may")),
        205,
    ),
    Golden("cards", 2, (), (), 15),
    Golden("cards", 3, (), (("start_workers", "by_seat"), ("reward_order", "effect_first")), 23),
    Golden("cards", 4, (), (("joining", "must_join"), ("start_player", "seat_0")), 2),
    Golden("cards-solo", 1, (), (), 40),
)


def rank_of(game: str, action: int) -> int:
    """Return how much the rule likes an action: placings first, the end of the turn last."""
    return rank_of_cards(action) if game.startswith("cards") else rank_of_board(action)


def rank_of_cards(action: int) -> int:
    word, choice = divmod(action, 64)
    if word == cards.W_CHOICE:
        return 5 if choice in (cards.C_DECLINE, cards.C_END) else 2 if choice == cards.C_BUY else 1
    if word > cards.W_CHOICE:
        return 1
    what = word % cards.WORDS_PER_CARD
    if what == cards.W_OTHER:
        return 2 if choice < cards.B_RESTOCK else 4
    return 0 if what == cards.W_PLACE else 3


def rank_of_board(action: int) -> int:
    word, choice = divmod(action, 64)
    if word > codes.W_CHOICE:
        return 1 if choice else 6  # Solo: a tile for a completed colour, VP bought
    if word == codes.W_CHOICE:
        return 5 if choice in (codes.C_DECLINE, codes.C_END) else 1
    if word == codes.W_BUY:
        return 2
    what = word % codes.WORDS_PER_DIE
    if what == codes.W_TAKE:
        return 3
    if what == codes.W_SELL:
        return 4 if choice == codes.BIT_WORKERS else 2
    return 0


def choose(position: Position, lot: random.Random) -> int:
    """Choose an action of the best rank by lot; once in six, any action."""
    actions = list(position.legal_actions)
    if lot.randrange(6) == 0:
        return lot.choice(actions)
    ranks = [rank_of(position.game.name, action) for action in actions]
    best = min(ranks)
    return lot.choice([a for a, rank in zip(actions, ranks, strict=True) if rank == best])


def play(golden: Golden) -> Trace:
    """Play a golden game by the rule above."""
    settings = dict(golden.settings)
    position = Position.new(
        golden.game,
        players=golden.players,
        estates=golden.estates,
        settings=settings,
        seed=golden.seed,
    )
    lot, actions = random.Random(golden.seed), []
    while not position.is_over:
        actions.append(choose(position, lot))
        position.step(actions[-1])
    return trace_of(golden, actions)


def trace_of(golden: Golden, actions: Iterable[int]) -> Trace:
    """Return the trace of a golden game with these actions."""
    return Trace(
        game=golden.game,
        players=golden.players,
        estates=golden.estates,
        settings=dict(golden.settings),
        seed=golden.seed,
        game_no=0,
        actions=tuple(actions),
    )


def text_of(golden: Golden, trace: Trace) -> str:
    """Return what a golden file holds: the table, the game in words, the actions as numbers."""
    settings = ", ".join(f"{name} {value}" for name, value in golden.settings) or "defaults"
    estates = f", estates {', '.join(golden.estates)}" if golden.estates else ""
    numbers = " ".join(map(str, trace.actions))
    lines = [
        *HEAD,
        f"# {golden.game}{estates}; {settings}; seed {golden.seed}",
        "",
        *trace.words(),
        "",
        f"actions: {numbers}",
    ]
    return "\n".join(lines) + "\n"


def actions_in(text: str) -> list[int]:
    """Return the actions that a golden file ends with."""
    last = text.strip().splitlines()[-1]
    return [int(number) for number in last.removeprefix("actions:").split()]
