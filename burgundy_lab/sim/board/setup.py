"""Set-up, phases, rounds and turns: everything that happens between the decisions."""

from __future__ import annotations

from burgundy_lab.sim.board.estates import COLOUR, NEIGHBOURS
from burgundy_lab.sim.board.readers import (
    amount,
    black_once,
    mines,
    offered_once,
    owns,
    region_at,
)
from burgundy_lab.sim.board.scoring import NOBODY, final_scoring
from burgundy_lab.sim.board.state import (
    BUY_DEPOT,
    BUY_DURING_ACTIONS,
    DICE,
    OWNER_CHOOSES,
    Q_CASTLE,
    Q_CITY_HALL,
    Q_START_CASTLE,
)
from burgundy_lab.sim.board.tables import (
    BACKS,
    BAG_FIRST,
    BAG_SIZE,
    BLACK,
    BLACK_DEPOT,
    BLACK_SLOTS,
    BUILDING,
    CASTLE,
    DEPOT_KIND,
    EDITION_2019,
    FIRST_BUILDING,
    FULL_BAG,
    GOODS,
    GOODS_EACH,
    K_MINE_WORKERS,
    K_PURCHASE_ANYWHERE,
    KINDS,
    MINE_SILVER,
    NO_KIND,
    NO_TILE,
    PHASES,
    PURCHASE_SILVER,
    ROUNDS,
    SHIP,
    SLOTS,
    START_GOODS,
    START_SILVER,
    START_WORKERS,
    TILE_CASTLE,
    TILE_KIND,
)
from burgundy_lab.sim.jit import rule
from burgundy_lab.sim.questions import ask, asked_now
from burgundy_lab.sim.rng import begin_event, die, draw
from burgundy_lab.sim.sets import ZERO, bit, has

NO_GOODS = -1  # a round space whose goods tile is taken
BOTH_DICE = 3  # set of dice 0 and 1

# --- set-up -------------------------------------------------------------------------------------


@rule
def deal(state, chance):
    """Set up the table up to the first decision. Seats, estates, start castles and settings
    stand in the state already; all else is zero. [Set-up]
    """
    begin_event(state, chance)
    fill_supplies(state)
    clear_bonus_tiles(state)
    roll_for_start(state, chance)
    for seat in range(state.seats):
        state.silver[seat] = START_SILVER
        for _ in range(START_GOODS):
            state.goods[seat, draw_goods(state, chance)] += 1
        if state.start_space[seat] != OWNER_CHOOSES:
            lay_start_castle(state, seat, state.start_space[seat])
    begin_phase(state, chance)
    next_start_castle(state, chance)


@rule
def fill_supplies(state):
    """Put all tiles into their bags and all goods into the supply. [Set-up]"""
    for i in range(FULL_BAG.size):
        state.bag[i] = FULL_BAG[i]
    for back in range(BACKS):
        state.bag_left[back] = BAG_SIZE[back]
    for g in range(GOODS):
        state.goods_supply[g] = GOODS_EACH
    for r in range(ROUNDS):
        state.phase_goods[r] = NO_GOODS


@rule
def clear_bonus_tiles(state):
    """Lay out the bonus tiles of all colours: nobody has them. [Set-up]"""
    for kind in range(KINDS):
        state.bonus_owner[kind, 0] = NOBODY
        state.bonus_owner[kind, 1] = NOBODY


@rule
def roll_for_start(state, chance):
    """Roll for the start player, rolling ties again; the others follow clockwise. Workers and
    places in the stack on the turn order track go by that order. [Set-up]
    """
    rolling = bit(state.seats) - 1
    while rolling & (rolling - 1):
        best, highest = ZERO, 0
        for seat in range(state.seats):
            if has(rolling, seat):
                roll = die(chance)
                if roll > highest:
                    best, highest = ZERO, roll
                if roll == highest:
                    best |= bit(seat)
        rolling = best
    start = 0
    while not has(rolling, start):
        start += 1
    for k in range(state.seats):
        seat = (start + k) % state.seats
        state.order[k] = seat
        state.first_order[seat] = k
        state.workers[seat] = START_WORKERS[k]
        state.track[seat] = 0
        state.height[seat] = state.seats - 1 - k


@rule
def lay_start_castle(state, seat, space):
    """Lay a start castle, which comes from the castles and scores nothing. [Start castle]"""
    state.bag_left[CASTLE] -= 1
    state.start_space[seat] = space
    cover_space(state, seat, TILE_CASTLE, space)


@rule
def next_start_castle(state, chance):
    """Ask the next seat in turn order for its start castle; when all lie, begin. [Start castle]"""
    for k in range(state.seats):
        seat = state.order[k]
        if state.covered[seat] == ZERO:
            state.turn_no = k
            state.seat = seat
            ask(state, Q_START_CASTLE, 0)
            return
    begin_round(state, chance)


@rule
def start_castle_spaces(state, seat):
    """Return the spaces a start castle may go on: any of the castles. [Start castle]"""
    return COLOUR[state.board[seat], CASTLE]


@rule
def cover_space(state, seat, tile, space):
    """Put a tile on a space. The only function that changes an estate."""
    state.estate[seat, space] = tile
    covered = state.covered[seat] | bit(space)
    near = NEIGHBOURS[state.board[seat], space]
    state.covered[seat] = covered
    state.frontier[seat] = (state.frontier[seat] | near) & ~covered
    if TILE_KIND[tile] == BUILDING:
        state.city_has[seat, tile - FIRST_BUILDING] |= region_at(state, seat, space)


# --- drawing ------------------------------------------------------------------------------------


@rule
def draw_tile(state, chance, back):
    """Draw a tile with this back. Castles, mines and ships are all alike: no chance."""
    left = state.bag_left[back]
    state.bag_left[back] = left - 1
    if back <= SHIP:
        return back + 1
    chosen = BAG_FIRST[back] + draw(chance, left)
    last = BAG_FIRST[back] + left - 1
    tile = state.bag[chosen]
    state.bag[chosen] = state.bag[last]
    state.bag[last] = NO_TILE
    return tile


@rule
def draw_goods(state, chance):
    """Draw a goods tile from the supply and return its type."""
    left = 0
    for g in range(GOODS):
        left += state.goods_supply[g]
    k = draw(chance, left)
    g = 0
    while k >= state.goods_supply[g]:
        k -= state.goods_supply[g]
        g += 1
    state.goods_supply[g] -= 1
    return g


# --- phases -------------------------------------------------------------------------------------


@rule
def begin_phase(state, chance):
    """Clear the depots and lay out the tiles and goods of the phase. [Phase set-up]"""
    begin_event(state, chance)
    clear_depots(state)
    for slot in range(SLOTS):
        kind = DEPOT_KIND[state.seats, state.phase_no, slot]
        if kind != NO_KIND:
            state.depot[slot] = draw_tile(state, chance, kind)
            state.offered |= bit(slot)
    for place in range(BLACK_DEPOT[state.seats]):
        state.black[place] = draw_tile(state, chance, BLACK)
    for r in range(ROUNDS):
        state.phase_goods[r] = draw_goods(state, chance)


@rule
def clear_depots(state):
    """Return the tiles left on the board to the box; goods stay. [Phase set-up]"""
    for slot in range(SLOTS):
        if state.depot[slot] != NO_TILE:
            state.depot[slot] = NO_TILE
            state.removed += 1
    state.offered = ZERO
    for place in range(BLACK_SLOTS):
        if state.black[place] != NO_TILE:
            state.black[place] = NO_TILE
            state.removed += 1


@rule
def end_phase(state, chance):
    """Pay the mines; then the next phase, or after the fifth the final scoring. [Phase end]"""
    for seat in range(state.seats):
        pay_mines(state, seat, mines(state, seat))
    if state.phase_no == PHASES - 1:
        final_scoring(state)
        return
    state.phase_no += 1
    state.round_no = 0
    begin_phase(state, chance)
    begin_round(state, chance)


@rule
def pay_mines(state, seat, n):
    """Pay the income of n mines: Silverlings, with tile 2 also workers. [Phase end]"""
    state.silver[seat] += n * MINE_SILVER
    if owns(state, seat, K_MINE_WORKERS):
        state.workers[seat] += n * amount(state, K_MINE_WORKERS)


# --- rounds and turns ---------------------------------------------------------------------------


@rule
def plays_before(state, a, b):
    """Tell whether a is ahead of b on the turn order track, or on top of it. [Turn order]"""
    if state.track[a] != state.track[b]:
        return state.track[a] > state.track[b]
    return state.height[a] > state.height[b]


@rule
def set_order(state):
    """Fix the order of the round from the turn order track. [Turn order]"""
    for seat in range(state.seats):
        place = 0
        for other in range(state.seats):
            if other != seat and plays_before(state, other, seat):
                place += 1
        state.order[place] = seat


@rule
def begin_round(state, chance):
    """Roll all dice and lay the goods tile on the depot of the white die. [Rounds]"""
    begin_event(state, chance)
    set_order(state)
    for seat in range(state.seats):
        for d in range(DICE):
            state.dice[seat, d] = die(chance)
    lay_goods(state, die(chance) - 1)
    state.turn_no = 0
    begin_turn(state)


@rule
def lay_goods(state, depot):
    """Move the topmost goods tile of the round spaces to the depot of the white die. [Rounds]"""
    state.white = depot + 1
    state.depot_goods[depot, state.phase_goods[state.round_no]] += 1
    state.phase_goods[state.round_no] = NO_GOODS


@rule
def begin_turn(state):
    """Give the turn to the next seat in the order of the round. [Turns]"""
    state.seat = state.order[state.turn_no]
    state.dice_left = BOTH_DICE
    state.bought = 0


@rule
def advance(state, chance):
    """Go on to the next decision: the same turn, or what follows when nothing is left to do
    in it. [Turns]
    """
    if is_turn_over(state):
        end_turn(state, chance)


@rule
def is_turn_over(state):
    """Tell whether nothing is left to decide in the turn. [Turns]"""
    return state.asked == 0 and state.dice_left == 0 and buyable(state, state.seat) == ZERO


@rule
def end_turn(state, chance):
    """End the turn of the seat: the next seat, round or phase. [Turns]"""
    state.turn_no += 1
    if state.turn_no < state.seats:
        begin_turn(state)
    elif state.round_no < ROUNDS - 1:
        state.round_no += 1
        begin_round(state, chance)
    else:
        end_phase(state, chance)


@rule
def buyable(state, seat):
    """Return what a purchase may take now: spaces of the black depot, then slots of the other
    depots for the owner of tile 6; equal tiles of a depot once. [Purchase]
    """
    return affordable(state, seat) if purchase_allowed_now(state) else ZERO


@rule
def affordable(state, seat):
    """Return what the purchase of the turn may take at a moment for it. [Purchase]"""
    if state.bought:
        return ZERO
    anywhere = owns(state, seat, K_PURCHASE_ANYWHERE)
    funds = state.silver[seat]
    if anywhere and state.edition == EDITION_2019:
        funds += state.workers[seat]
    if funds < PURCHASE_SILVER:
        return ZERO
    sources = black_once(state)
    if anywhere:
        sources |= offered_once(state) << BUY_DEPOT
    return sources


@rule
def purchase_allowed_now(state):
    """Tell whether the turn is at a moment for a purchase: between actions, or by a setting
    also before the extra action of a castle or city hall. [Purchase]
    """
    asked = asked_now(state)
    if asked == 0:
        return True
    return state.purchase == BUY_DURING_ACTIONS and (asked == Q_CASTLE or asked == Q_CITY_HALL)
