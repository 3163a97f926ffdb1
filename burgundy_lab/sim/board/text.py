"""The board game in rulebook words: actions, positions, fields of the text form."""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.board.actions import depots_of_ship, useful_depots
from burgundy_lab.sim.board.advantages import CARPENTER_KINDS, CHURCH_KINDS, MARKET_KINDS
from burgundy_lab.sim.board.estates import DISTANCE, ESTATE_IDS, SPACE_KIND, SPACE_NUMBER
from burgundy_lab.sim.board.readers import free_step, free_take_step, owns, workers_needed
from burgundy_lab.sim.board.setup import buyable
from burgundy_lab.sim.board.state import (
    ANY_NUMBER,
    BIT_WORKERS,
    BUY_DEPOT,
    C_DECLINE,
    C_DISCARD,
    C_END,
    C_GOODS,
    C_PAYMENT,
    C_SHIP,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_GRANT,
    Q_START_CASTLE,
    Q_WAREHOUSE,
    STATE,
    W_BUY,
    W_CHOICE,
    W_SELL,
    W_TAKE,
    WORDS_PER_DIE,
)
from burgundy_lab.sim.board.tables import (
    BLACK_TILE,
    DEPOTS,
    EDITION_2019,
    GOODS_NAMES,
    K_PURCHASE_ANYWHERE,
    KIND_NAMES,
    NO_TILE,
    PHASE_NAMES,
    PLACES,
    PURCHASE_SILVER,
    TILE_KIND,
    TILE_NAMES,
)
from burgundy_lab.sim.contract import FieldText
from burgundy_lab.sim.facts import load
from burgundy_lab.sim.nouns import listed, number_of

QUESTIONS = (
    "-",
    "start_castle",
    "castle",
    "city_hall",
    "warehouse",
    "grant",
    "ship",
    "goods",
    "discard",
    "payment",
)
ASKED = (
    "",
    "set-up: where does the start castle go?",
    "castle: one more action with any number",
    "city hall: place one more tile of any kind, or decline",
    "warehouse: sell one type of goods, or decline",
    "{}: take a tile from a depot, or decline",
    "ship: the goods of which depot?",
    "ship: which goods, since space is short?",
    "storage is full: which tile leaves the game?",
    "purchase: how many workers pay?",
)
GRANTING = {CARPENTER_KINDS: "carpenter", CHURCH_KINDS: "church", MARKET_KINDS: "market"}
FIELD_TEXTS = {
    "board": FieldText(ESTATE_IDS),
    "storage": FieldText(TILE_NAMES),
    "estate": FieldText(TILE_NAMES),
    "depot": FieldText(TILE_NAMES),
    "black": FieldText(TILE_NAMES),
    "bag": FieldText(TILE_NAMES),
    "question": FieldText(QUESTIONS),
    **{
        setting["name"]: FieldText(tuple(setting["choices"]))
        for setting in load("board_settings")["settings"]
        if setting["name"] in (STATE.names or ())  # the start castle's is kept by seat
    },
}


def words(name: str) -> str:
    """Return the name of a source of VP as words: "knowledge_15" is "knowledge tile 15"."""
    if name.startswith("knowledge_"):
        return f"knowledge tile {name.removeprefix('knowledge_')}"
    return {
        "left_goods": "unsold goods",
        "left_silver": "Silverlings left",
        "left_workers": "workers left",
    }.get(name, name.replace("_", " "))


def tile_name(tile: int) -> str:
    """Return a tile in words: "cow3" is "3 cows"; "knowledge5" is "knowledge tile 5"."""
    if tile == BLACK_TILE:
        return "black tile"
    name = TILE_NAMES[tile].replace("_", " ")
    stem, digits = name.rstrip("0123456789"), name[len(name.rstrip("0123456789")) :]
    if not digits:
        return name
    if stem == "knowledge":
        return f"knowledge tile {digits}"
    return number_of(int(digits), stem, "sheep" if stem == "sheep" else "")


def space_name(state: Any, seat: int, space: int) -> str:
    """Return a space in words: its number, colour and die number."""
    row = state.board[seat]
    kind = KIND_NAMES[SPACE_KIND[row, space]]
    return f"space {space} ({kind} {SPACE_NUMBER[row, space]})"


def describe(state: Any, action: int) -> str:
    """Return a legal action of the position in rulebook words."""
    word, choice = action >> 6, action & 63
    if word == W_CHOICE:
        return _choice(state, choice)
    if word == W_BUY:
        return f"buy {_source(state, choice)} {_price(state)}"
    return _with_number(state, word // WORDS_PER_DIE, word % WORDS_PER_DIE, choice)


def _source(state: Any, source: int) -> str:
    if source < BUY_DEPOT:
        return f"{tile_name(state.black[source])} from the black depot"
    slot = source - BUY_DEPOT
    return f"{tile_name(state.depot[slot])} from depot {slot // PLACES + 1}"


def _price(state: Any) -> str:
    if state.edition == EDITION_2019 and owns(state, state.seat, K_PURCHASE_ANYWHERE):
        return f"for {PURCHASE_SILVER} Silverlings or workers"
    return f"for {PURCHASE_SILVER} Silverlings"


def _with_number(state: Any, d: int, what: int, choice: int) -> str:
    seat = state.seat
    if what == W_TAKE:
        slot = BUY_DEPOT + choice
        by = _by(state, d, choice // PLACES + 1, free_take_step(state, seat))
        return f"take {_source(state, slot)}{by}"
    if what == W_SELL:
        if choice == BIT_WORKERS:
            return f"take workers{_by(state, d, 0, 0)}"
        sold = number_of(int(state.goods[seat, choice]), f"{GOODS_NAMES[choice]} goods tile")
        return f"sell {sold}{_by(state, d, choice + 1, 0)}"
    space = space_name(state, seat, choice)
    if state.asked and state.question[state.asked - 1] == Q_START_CASTLE:
        return f"lay the start castle on {space}"
    tile = state.storage[seat, what - 1]
    number = int(SPACE_NUMBER[state.board[seat], choice])
    free = free_step(state, seat, TILE_KIND[tile])
    return f"place {tile_name(tile)} on {space}{_by(state, d, number, free)}"


def _by(state: Any, d: int, number: int, free: int) -> str:
    """Return with what an action is done: a die and the workers that move it, or the effect that
    allows it.
    """
    if d == ANY_NUMBER:
        question = state.question[state.asked - 1] if state.asked else 0
        effects = {Q_CASTLE: "castle", Q_CITY_HALL: "city hall", Q_WAREHOUSE: "warehouse"}
        return f" ({effects.get(int(question)) or granting(state)})"
    die = int(state.dice[state.seat, d])
    if number in (0, die):
        return f" (die {die})"
    steps = int(DISTANCE[die, number])
    workers = int(workers_needed(state, state.seat, steps, free))
    price = f" for {number_of(workers, 'worker')}" if workers else ", free"
    return f" (die {die} as {number}{price})"


def granting(state: Any) -> str:
    """Return the building that asks: which one follows from the kinds of tiles it grants."""
    return GRANTING[int(state.subject[state.asked - 1])]


def _choice(state: Any, choice: int) -> str:
    if choice == C_END:
        return "end the turn"
    if choice == C_DECLINE:
        return "decline the advantage"
    if choice >= C_PAYMENT:
        workers = choice - C_PAYMENT
        silver = PURCHASE_SILVER - workers
        paid = ((silver, "Silverling"), (workers, "worker"))
        return f"pay {listed([number_of(n, coin) for n, coin in paid if n])}"
    if choice >= C_GOODS:
        return f"load the {GOODS_NAMES[choice - C_GOODS]} goods"
    if choice >= C_DISCARD:
        return f"discard {tile_name(state.storage[state.seat, choice - C_DISCARD])}"
    if not int(depots_of_ship(choice - C_SHIP)) & int(useful_depots(state, state.seat)):
        return "load no goods"
    depot, side = (choice - C_SHIP) // 3, (choice - C_SHIP) % 3
    text = f"load the goods of depot {depot + 1}"
    return text + ("", f" and {(depot + 1) % DEPOTS + 1}", f" and {(depot - 1) % DEPOTS + 1}")[side]


def heading(state: Any) -> str:
    """Return when it is and whose turn, with the dice of the seat."""
    if state.over:
        return "game over"
    seat = state.seat
    when = f"{PHASE_NAMES[state.phase_no]}{state.round_no + 1}"
    if state.asked and state.question[0] == Q_START_CASTLE:
        return f"set-up, seat {seat}"
    return f"{when}, seat {seat}, dice {state.dice[seat, 0]} and {state.dice[seat, 1]}"


def summary(state: Any) -> str:
    """Return the position in a few lines for people: who is to move, and what each seat has."""
    asked = state.question[state.asked - 1] if state.asked else 0
    name = QUESTIONS[asked].replace("_", " ")
    first = heading(state) + (f", asked for {name}" if asked else "")
    return "\n".join([first, *(possessions(state, seat) for seat in range(state.seats))])


def when_text(state: Any) -> str:
    """Return phase, round and the seat to move in words."""
    if state.over:
        return "The game is over"
    when = f"Phase {PHASE_NAMES[state.phase_no]}, round {state.round_no + 1}"
    return f"{when} · seat {state.seat} to move" if state.seats > 1 else when


def question_text(state: Any) -> str:
    """Return in words what the seat is asked, or what it may do."""
    if state.over:
        return ""
    if state.asked:
        question = int(state.question[state.asked - 1])
        return ASKED[question].format(granting(state) if question == Q_GRANT else "")
    dice = int(state.dice_left).bit_count()
    use = f"{number_of(dice, 'die', 'dice')} to use" if dice else "no die left"
    return use + (", one purchase possible" if buyable(state, state.seat) else "")


def possessions(state: Any, seat: int) -> str:
    """Return what a seat has, in one line."""
    stored = [tile_name(t) for t in state.storage[seat] if t != NO_TILE]
    goods = [f"{n} {GOODS_NAMES[g]}" for g, n in enumerate(state.goods[seat]) if n]
    return (
        f"  seat {seat}: {state.points[seat]} VP, {number_of(state.silver[seat], 'Silverling')}, "
        f"{number_of(state.workers[seat], 'worker')}; stored: {', '.join(stored) or 'nothing'}; "
        f"goods: {', '.join(goods) or 'none'}"
    )
