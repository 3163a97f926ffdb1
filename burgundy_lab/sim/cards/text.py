"""The card game in rulebook words: actions, positions, fields of the text form.

Describing is for people who look at a whole table: hands are shown. A strategy never reads
this; what it may know is in the record that it is given.
"""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.cards.conversion import amount_in
from burgundy_lab.sim.cards.state import (
    AARON,
    ANY_NUMBER,
    B_CONVERT,
    B_RESTOCK,
    B_SILVER,
    C_BUY,
    C_DECLINE,
    C_DISCARD,
    C_END,
    C_LINE,
    C_PILE,
    C_PROJECT,
    FIRST_OFFER,
    PILE_SPOTS,
    Q_GRANT,
    Q_SILVER,
    W_CHOICE,
    W_PLACE,
    W_SILVER,
    W_TAKE,
    W_WORKERS,
    WORDS_PER_CARD,
)
from burgundy_lab.sim.cards.tables import (
    ANIMAL_NAMES,
    BUILDING,
    BUILDING_NAMES,
    CARD_NAMES,
    CARD_NUMBER,
    CARD_TYPE,
    DISTANCE,
    FACES,
    GOODS_NAMES,
    GRANT_TYPES,
    ITEMS,
    NO_CARD,
    PILES,
    PLACES,
    PURCHASE_SILVER,
    ROUND_NAMES,
    SALE_STEPS,
    SOLO,
    STOCK_NAMES,
    TYPE_NAMES,
    TYPES,
)
from burgundy_lab.sim.contract import FieldText
from burgundy_lab.sim.nouns import listed, number_of

QUESTIONS = (
    "-", "castle", "city_hall", "warehouse", "granted_card", "pile", "round_bonus",
    "bought_cards", "discard", "workers", "silver", "effect",
)  # fmt: skip
ASKED = (
    "",
    "castle: one more action with any number",
    "city hall: place one more project, or decline",
    "warehouse: sell one kind of goods, or decline",
    "{}: take a card from the display",
    "take from a pile: which?",
    "triple completed: which line of the round card?",
    "bought cards: use one, as a project or as a card played",
    "three projects lie there: which makes room?",
    "conversion: how many workers?",
    "conversion: how much silver?",
)
ANIMAL_WORDS = tuple((name, name if name == "sheep" else f"{name}s") for name in ANIMAL_NAMES)
ITEM_WORDS = {
    "vp": ("VP", "VP"),
    "goods": ("goods card", "goods cards"),
    "animals": ("animal", "animals"),
    "silver": ("silver", "silver"),
    "workers": ("worker", "workers"),
}
FIELD_TEXTS = {
    **{name: FieldText(CARD_NAMES) for name in ("hand", "projects", "display", "offer")},
    "question": FieldText(QUESTIONS),
    "top": FieldText(("-", *STOCK_NAMES), first=-1),
}


def words(name: str) -> str:
    """Return the name of a source of VP as words."""
    return {
        "first_triple": "first triples of a type",
        "all_seven": "all seven types",
        "start_card": "the start player card",
        "aaron_cloister": "cloisters of Aaron",
    }.get(name, name.replace("triple_", "triples of ").replace("_", " "))


def card_name(card: int) -> str:
    """Return a card in words: "ship 3", "city hall 6"."""
    name = CARD_NAMES[card].replace("_", " ")
    return f"{name[:-1]} {name[-1]}" if card else "no card"


def stock_name(kind: int) -> str:
    """Return goods or an animal in words: "light brown goods", "cow"."""
    name = STOCK_NAMES[kind].replace("_", " ")
    return f"{name} goods" if kind < len(GOODS_NAMES) else name


def describe(state: Any, action: int) -> str:
    """Return a legal action of the position in rulebook words."""
    word, choice = action >> 6, action & 63
    if word == W_CHOICE:
        return _choice(state, choice)
    if word >= W_SILVER:
        amount = amount_in(word, choice, W_SILVER)
        workers = (
            state.subject[state.asked - 1] if state.question[state.asked - 1] == Q_SILVER else 0
        )
        return f"convert {amount} silver with {number_of(workers, 'worker')}"
    if word >= W_WORKERS:
        return f"convert {number_of(amount_in(word, choice, W_WORKERS), 'worker')}"
    return _with_card(state, word // WORDS_PER_CARD, word % WORDS_PER_CARD, choice)


def _with_card(state: Any, d: int, what: int, choice: int) -> str:
    if what == W_TAKE:
        row = choice // PLACES + 1
        return f"take {card_name(state.display[choice])} from row {row}{_by(state, d, row)}"
    if what == W_PLACE:
        k, spot = divmod(choice, PILE_SPOTS)
        card = int(state.projects[state.seat, k])
        where = _spot(int(CARD_TYPE[card]), spot)
        return f"place {card_name(card)} {where}{_by(state, d, int(CARD_NUMBER[card]))}"
    if choice == B_RESTOCK:
        return f"fill up to two workers{_by(state, d, 0)}"
    if choice == B_SILVER:
        return f"take 1 silver{_by(state, d, 0)}"
    if choice == B_CONVERT:
        return f"convert workers and silver{_by(state, d, 0)}"
    sold = number_of(int(state.goods[state.seat, choice]), f"{stock_name(choice)} card")
    return f"sell {sold}{_by_sale(state, d, choice)}"


def asked_name(question: int) -> str:
    """Return a question by the name of what asks it: "city hall"."""
    return QUESTIONS[question].replace("_", " ")


def granting(state: Any) -> str:
    """Return the building that asks: which one follows from the types of cards it grants."""
    types = int(state.subject[state.asked - 1])
    face = next(face for face in range(BUILDING, FACES) if GRANT_TYPES[face] == types)
    return BUILDING_NAMES[face - BUILDING].replace("_", " ")


def _spot(kind: int, spot: int) -> str:
    under, size = divmod(spot, 3)
    if size == 0:
        return "as a new pile"
    pile = f"{TYPE_NAMES[under]} pile of {size}"
    if under == kind:
        return f"on the {pile}"
    return f"over the {pile}" if TYPE_NAMES[kind] != "cloister" else f"as a joker on the {pile}"


def _number(state: Any, d: int) -> int:
    card = state.offer[d - FIRST_OFFER] if d >= FIRST_OFFER else state.hand[state.seat, d]
    return int(CARD_NUMBER[card])


def _by(state: Any, d: int, number: int) -> str:
    """Return with what an action is done: a card, moved if need be, or the effect that asks."""
    if d == ANY_NUMBER:
        question = int(state.question[state.asked - 1])
        return f" ({granting(state) if question == Q_GRANT else asked_name(question)})"
    played, card = _number(state, d), _played(state, d)
    if number in (0, played):
        return f" ({card})"
    return f" ({card} as {number}{_price(int(DISTANCE[played, number]))})"


def _price(steps: int) -> str:
    """Return what so many steps of a card's number cost."""
    return f" for {number_of(steps, 'worker')}"


def _played(state: Any, d: int) -> str:
    """Return a card by its number; of two hand cards with the same number by its whole name."""
    if d >= FIRST_OFFER:
        return f"bought card {_number(state, d)}"
    first, second = state.hand[state.seat].tolist()
    if first != second and CARD_NUMBER[first] == CARD_NUMBER[second]:
        return f"card {card_name(state.hand[state.seat, d])}"
    return f"card {_number(state, d)}"


def _by_sale(state: Any, d: int, kind: int) -> str:
    if d == ANY_NUMBER:
        return _by(state, d, 0)
    steps = int(SALE_STEPS[_number(state, d), kind])
    return _by(state, d, 0) if not steps else f"{_by(state, d, 0)[:-1]}{_price(steps)})"


def _choice(state: Any, choice: int) -> str:
    if choice == C_BUY:
        return f"look at three cards for {PURCHASE_SILVER} silver"
    if choice == C_END:
        return "end the turn"
    if choice == C_DECLINE:
        return "decline the effect"
    if choice >= C_LINE:
        return f"round bonus: {menu_line(state, choice - C_LINE)}"
    if choice >= C_PILE:
        pile = choice - C_PILE
        kind = "goods card" if pile < PILES // 2 else "animal"
        name = STOCK_NAMES[state.top[pile]].replace("_", " ")
        return f"take the {kind} {name} from pile {pile % 2 + 1}"
    if choice >= C_DISCARD:
        return f"discard {card_name(state.projects[state.seat, choice - C_DISCARD])}"
    return f"use the bought {card_name(state.offer[choice - C_PROJECT])} as a project"


def menu_line(state: Any, line: int) -> str:
    """Return what a line of the round card gives, in words."""
    items = zip(ITEMS, state.menu[state.round_no, line].tolist(), strict=True)
    return listed([number_of(n, *ITEM_WORDS[name]) for name, n in items if n])


def heading(state: Any) -> str:
    """Return whose turn it is: round, turn, seat and its hand."""
    if state.over:
        return "the game is over"
    seat = int(state.seat)
    hand = [card_name(card)[-1] for card in state.hand[seat] if card != NO_CARD]
    numbers = " and ".join(hand) or "none"
    return (
        f"{ROUND_NAMES[state.round_no]}{state.turn_no + 1}, seat {seat}, cards in hand: {numbers}"
    )


def when_text(state: Any) -> str:
    """Return round, turn and the seat to move in words."""
    if state.over:
        return "The game is over"
    when = f"Round {ROUND_NAMES[state.round_no]}, turn {state.turn_no + 1}"
    return f"{when} · seat {state.seat} to move" if state.seats != SOLO else when


def question_text(state: Any) -> str:
    """Return in words what the seat is asked, or what it may do."""
    if state.over:
        return ""
    if state.asked:
        question = int(state.question[state.asked - 1])
        return ASKED[question].format(granting(state) if question == Q_GRANT else "")
    return "the card is played" if state.played else "play a card of the hand"


def result_text(state: Any) -> str:
    """Return how a game alone against Aaron ended."""
    lost = ROUND_NAMES[state.lost_round - 1] if state.lost_round else ""
    return f"lost to Aaron after round {lost}" if lost else "won against Aaron"


def piles_text(state: Any, seat: int) -> str:
    """Return the piles of an estate: "2 castle triples, ship pile of 2"."""
    parts = []
    for t in range(TYPES):
        name = TYPE_NAMES[t]
        if state.triples[seat, t]:
            n = state.triples[seat, t]
            parts.append(f"{n} {name} triple{'s' if n > 1 else ''}")
        for size, field in ((2, "twos"), (1, "ones")):
            parts += [f"{name} pile of {size}"] * int(state[field][seat, t])
    return ", ".join(parts) or "no cards"


def summary(state: Any) -> str:
    """Return the position in a few lines for people: who is to move, and what each seat has."""
    asked = state.question[state.asked - 1] if state.asked else 0
    lines = [heading(state) + (f", asked for {asked_name(asked)}" if asked else "")]
    rows = [
        " ".join(card_name(c) for c in state.display[PLACES * r : PLACES * (r + 1)] if c) or "-"
        for r in range(6)
    ]
    lines.append("  display: " + " / ".join(rows))
    for seat in range(state.seats):
        projects = [card_name(c) for c in state.projects[seat] if c]
        stored = [f"{n} {stock_name(g)}" for g, n in enumerate(state.goods[seat]) if n]
        stored += [number_of(n, *ANIMAL_WORDS[a]) for a, n in enumerate(state.animals[seat]) if n]
        workers = number_of(state.workers[seat], "worker")
        lines.append(
            f"  seat {seat}: {state.points[seat]} VP, {state.silver[seat]} silver, "
            f"{workers}; projects: {', '.join(projects) or 'none'}; "
            f"storage: {', '.join(stored) or 'empty'}; estate: {piles_text(state, seat)}"
        )
    if state.seats == SOLO:
        lines.append(f"  Aaron: {state.points[AARON]} VP; estate: {piles_text(state, AARON)}")
        if state.over:
            lines.append(f"  {result_text(state)}")
    return "\n".join(lines)
