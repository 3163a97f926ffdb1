"""Set-up, phases and rounds of the Solo board: what happens between the decisions."""

from __future__ import annotations

from burgundy_lab.sim.board.estates import ALL_SPACES
from burgundy_lab.sim.board.setup import (
    BOTH_DICE,
    begin_phase,
    buyable,
    draw_goods,
    fill_supplies,
    lay_goods,
    lay_start_castle,
    pay_mines,
    start_castle_spaces,
)
from burgundy_lab.sim.board.state import DICE, OWNER_CHOOSES, Q_START_CASTLE
from burgundy_lab.sim.board.tables import DEPOTS, NO_TILE, PHASES, PLACES, ROUNDS
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import ask
from burgundy_lab.sim.rng import begin_event, die
from burgundy_lab.sim.sets import ZERO, bit, lowest
from burgundy_lab.sim.solo.readers import working_mines
from burgundy_lab.sim.solo.state import (
    START_ANYWHERE,
    START_GOODS,
    START_SILVER,
    START_WORKERS,
)

SLOTS_OF_A_DEPOT = (1 << PLACES) - 1


@rule
def deal(state, chance):
    """Set up the table up to the first decision. Side, target, start castle and settings
    stand in the state already; all else is zero. [Set-up]
    """
    begin_event(state, chance)
    fill_supplies(state)
    state.silver[0] = START_SILVER
    state.workers[0] = START_WORKERS
    for _ in range(START_GOODS):
        state.goods[0, draw_goods(state, chance)] += 1
    begin_phase(state, chance)
    if state.start_space[0] == OWNER_CHOOSES:
        ask(state, Q_START_CASTLE, 0)
        return
    lay_start_castle(state, 0, state.start_space[0])
    begin_round(state, chance)


@rule
def start_spaces(state):
    """Return the spaces the start castle may go on: those of the castles, by a setting all.
    [Start castle]
    """
    if state.start_castle == START_ANYWHERE:
        return ALL_SPACES
    return start_castle_spaces(state, 0)


@rule
def begin_round(state, chance):
    """Roll the dice; the white one lays goods and removes a tile. [Rounds]"""
    begin_event(state, chance)
    for d in range(DICE):
        state.dice[0, d] = die(chance)
    white = die(chance) - 1
    lay_goods(state, white)
    remove_tile(state, white)
    state.dice_left = BOTH_DICE
    state.bought = 0


@rule
def remove_tile(state, depot):
    """Remove the first tile of a depot in printed order, or of the next depot clockwise that
    has one; nothing if all are empty. [Tile removal]
    """
    for k in range(DEPOTS):
        first = (depot + k) % DEPOTS * PLACES
        tiles = (state.offered >> first) & SLOTS_OF_A_DEPOT
        if tiles != ZERO:
            slot = first + lowest(tiles)
            state.depot[slot] = NO_TILE
            state.offered &= ~bit(slot)
            state.removed += 1
            return


@rule
def advance(state, chance):
    """Go on to the next decision: the same turn, or the next round when nothing is left to do
    in it. [Rounds]
    """
    if state.over or state.asked > 0 or state.dice_left != 0 or buyable(state, 0) != ZERO:
        return
    end_turn(state, chance)


@rule
def end_turn(state, chance):
    """End the turn: the next round, or the end of the phase. [Rounds]"""
    if state.round_no < ROUNDS - 1:
        state.round_no += 1
        begin_round(state, chance)
    else:
        end_phase(state, chance)


@rule
def end_phase(state, chance):
    """Pay the mines; then the next phase, or after the 25th round the end. [Rounds]"""
    pay_mines(state, 0, working_mines(state))
    if state.phase_no == PHASES - 1:
        state.over = 1
        return
    state.phase_no += 1
    state.round_no = 0
    begin_phase(state, chance)
    begin_round(state, chance)
