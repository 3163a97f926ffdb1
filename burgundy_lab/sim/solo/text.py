"""The Solo board in words: actions, positions, fields of the text form."""

from __future__ import annotations

from typing import Any

from burgundy_lab.sim.board import text as board
from burgundy_lab.sim.board.estates import FIRST_SIDE, SIDE_IDS
from burgundy_lab.sim.board.state import C_DECLINE, C_GOODS, Q_CASTLE, Q_START_CASTLE, W_CHOICE
from burgundy_lab.sim.board.tables import GOODS, GOODS_NAMES, PHASE_NAMES, TILE_NAMES
from burgundy_lab.sim.contract import FieldText
from burgundy_lab.sim.nouns import number_of
from burgundy_lab.sim.solo.exchange import OWED
from burgundy_lab.sim.solo.readers import is_won, spaces_left
from burgundy_lab.sim.solo.state import (
    BLACK_TILE_GOODS,
    BY_TARGET,
    C_EXCHANGE,
    C_STEP,
    Q_BUY_VP,
    Q_COLOUR,
    Q_EXCHANGE,
    Q_GIVE_GOODS,
    Q_STEPS,
    S_EFFECT,
    STEPS,
    VP_SILVER,
    W_GIFT,
    W_VP,
)

QUESTIONS = (*board.QUESTIONS, "steps", "colour", "buy_vp", "exchange", "give_goods")
SOLO_TILE_NAMES = (*TILE_NAMES, "black_tile")
FIELD_TEXTS = {
    "board": FieldText((*SIDE_IDS, *(f"{name}-joined" for name in SIDE_IDS)), FIRST_SIDE),
    "storage": FieldText(SOLO_TILE_NAMES),
    "estate": FieldText(SOLO_TILE_NAMES),
    "depot": FieldText(TILE_NAMES),
    "black": FieldText(TILE_NAMES),
    "bag": FieldText(TILE_NAMES),
    "question": FieldText(QUESTIONS),
}
SOLO_ASKED = {
    Q_STEPS: "which effect of the placing comes next?",
    Q_COLOUR: "completed colour: which tile of the black depot goes where?",
    Q_BUY_VP: "how many VP to buy with this gain?",
    Q_EXCHANGE: f"exchange {BLACK_TILE_GOODS} goods for a tile, black side up?",
    Q_GIVE_GOODS: "which goods pay for the black tile?",
}
STEP_TEXTS = ("score the region", "score the phase", "take a tile for the completed colour")


def words(name: str) -> str:
    """Return the name of a source of VP as words."""
    return {"knowledge": "knowledge tiles", "bought": "Silverlings"}.get(name, board.words(name))


def question_of(state: Any) -> tuple[int, int]:
    """Return the question that waits and its subject; zeros if there is none."""
    if not state.asked:
        return 0, 0
    return int(state.question[state.asked - 1]), int(state.subject[state.asked - 1])


def describe(state: Any, action: int) -> str:
    """Return a legal action of the position in rulebook words."""
    word, choice = action >> 6, action & 63
    question, subject = question_of(state)
    if word == W_VP:
        price = number_of(choice * VP_SILVER, "Silverling")
        return f"buy {choice} VP for {price}" if choice else "buy no VP"
    if word >= W_GIFT:
        tile = board.tile_name(state.black[word - W_GIFT])
        return f"place {tile} on {board.space_name(state, 0, choice)} (completed colour)"
    if word == W_CHOICE and choice == C_DECLINE:
        return _declined(question, subject)
    if word == W_CHOICE and choice >= C_EXCHANGE:
        tile = board.tile_name(state.black[choice - C_EXCHANGE])
        return f"exchange {BLACK_TILE_GOODS} goods for {tile}, black side up"
    if word == W_CHOICE and choice >= C_STEP:
        return _step(state, choice - C_STEP, subject)
    if question == Q_GIVE_GOODS and C_GOODS <= choice < C_GOODS + GOODS:
        return f"give a {GOODS_NAMES[choice - C_GOODS]} goods tile"
    text = board.describe(state, action)
    if question == Q_CASTLE and subject == BY_TARGET:
        return text.replace(" (castle)", " (target)")
    return text


def _declined(question: int, subject: int) -> str:
    if question == Q_CASTLE and subject == BY_TARGET:
        return "leave out the free action"
    if question == Q_EXCHANGE:
        return "exchange no goods"
    if question == Q_COLOUR:
        return "take no tile for the completed colour"
    return "decline the advantage"


def _step(state: Any, step: int, subject: int) -> str:
    if step == S_EFFECT:
        tile = board.tile_name(state.estate[0, subject >> STEPS])
        return f"next: the effect of {tile}"
    return f"next: {STEP_TEXTS[step]}"


def heading(state: Any) -> str:
    """Return when it is, with the dice."""
    if state.over:
        return "game won" if is_won(state) else "game lost"
    if question_of(state)[0] == Q_START_CASTLE:
        return "set-up"
    when = f"{PHASE_NAMES[state.phase_no]}{state.round_no + 1}"
    return f"{when}, dice {state.dice[0, 0]} and {state.dice[0, 1]}"


def question_text(state: Any) -> str:
    """Return in words what the player is asked, or may do."""
    question, subject = question_of(state)
    if question in SOLO_ASKED and not state.over:
        more = f" ({subject & ((1 << OWED) - 1)} more)" if question == Q_GIVE_GOODS else ""
        return SOLO_ASKED[question] + more
    if question == Q_CASTLE and subject == BY_TARGET:
        return "target reached: a free action with any number, or none"
    return board.question_text(state)


def summary(state: Any) -> str:
    """Return the position in a few lines for people."""
    question, subject = question_of(state)
    asked = f", asked for {QUESTIONS[question].replace('_', ' ')}" if question else ""
    if question == Q_GIVE_GOODS:
        asked += f" ({subject & ((1 << OWED) - 1)} more)"
    return "\n".join(
        [
            heading(state) + asked,
            f"  counter {state.counter}, target {state.target}, "
            f"reached {number_of(state.resets, 'time')}; "
            f"{number_of(spaces_left(state), 'space')} left",
            board.possessions(state, 0),
        ]
    )
