"""Claim windows and what follows when they close: a claim carried out, a kong committed, the next draw due.

The dice of a kong stand here too, since the tiles they turn up may open a window of their own (CS-19).
"""

from mypy_extensions import i64, u8

from paiju.core import events
from paiju.core.actions import (
    CHOW_DRAGONS,
    CHOW_HIGH,
    CHOW_MIDDLE,
    DICE_KONG,
    KONG,
    PASS,
    SECOND,
    WORD_ADDED_DICE,
)
from paiju.core.actions import PUNG as CLAIM_PUNG
from paiju.core.claims import ALL_PASSED, RANK_WIN, UNDECIDED, answer, ask_window, best_claim, rank_of, two_tile_wins
from paiju.core.drawing import ask, begin_turn, draw_due, draw_replacement, look_and_replace, looks, take, unbar
from paiju.core.finish import exhaust, win
from paiju.core.kongs import lay_added, lay_melded
from paiju.core.specials import add_parts, lay_one
from paiju.core.table import (
    ANSWER,
    BEFORE_CLAIMED_KONG,
    BEFORE_CLAIMED_TURN,
    BEFORE_NEXT,
    DICE_TILES,
    NO_ANSWER,
    ON_ADDED,
    ON_ADDITION,
    ON_DISCARD,
    VISIBLE,
    WON_DISCARD,
    WON_ROBBED,
    WON_TURNED,
    Table,
)
from paiju.core.tiles import BIT, NONE, WHITE
from paiju.core.treasure import judge
from paiju.core.turn import ask_turn
from paiju.core.wallend import only_sea_bottom_left, tiles_to_draw
from paiju.core.win import ADDED_KONG, CHOW, MELDED_KONG, PUNG


def offer_discard(t: Table, *, dice: bool) -> None:
    """Opens the window on the discard or discards of ``turn``."""
    seat = t.turn
    t.first_turn &= ~BIT[seat]
    t.first_discard = seat == t.dealer and not t.dealer_discarded
    if seat == t.dealer:
        t.dealer_discarded = True
    t.discard_is_dice = dice
    t.moment = dice or t.first_discard
    t.window = ON_DISCARD
    if not ask_window(t):
        _unclaimed(t)


def propose(t: Table, action: i64, window: i64, tile: i64) -> None:
    """Opens the window in which an added tile may be robbed (G-4)."""
    t.proposal = action
    t.window = u8(window)
    t.tile = tile
    t.tile2 = NONE
    t.moment = window == ON_ADDED and (t.rules.robbed_kong_is_moment or action >> 6 == WORD_ADDED_DICE)
    if not ask_window(t):
        _unclaimed(t)


def _unclaimed(t: Table) -> None:
    """The window has closed and nobody claims."""
    seat = t.turn
    if t.window == ON_DISCARD:
        judge(t, seat)
        if t.announced >= 0 and _look_at_once(t, BEFORE_NEXT):
            return
        draw_due(t, (seat + 1) & 3)
    elif t.window == ON_ADDED:
        dice = t.proposal >> 6 == WORD_ADDED_DICE
        lay_added(t, seat, t.tile)
        t.note(events.KONG, seat, t.tile, ADDED_KONG, seat, 1 if dice else 0)
        commit(t, seat, dice=dice)
    elif t.window == ON_ADDITION:
        parts = add_parts(t.proposal & 63)
        lay_one(t, seat, parts >> 3, parts & 7)
        t.note(events.ADDITION, seat, parts >> 3, t.tile, 0, 0)
        commit(t, seat, dice=False)
    else:
        exhaust(t)


def _look_at_once(t: Table, before: i64) -> bool:
    """`treasure_reveal` = at_once: the look follows the window of the declaring discard (CC-26)."""
    seat = t.announced
    t.announced = -1
    if not t.rules.look_at_once or tiles_to_draw(t) <= 0:
        return False
    return looks(t, seat, before)


def answer_window(t: Table, seat: i64, bit: i64) -> None:
    answer(t, seat, bit)
    best = best_claim(t)
    if best == UNDECIDED:
        return
    t.pending = 0
    if best == ALL_PASSED:
        _unclaimed(t)
    elif rank_of(BIT[i64(t.small[ANSWER + best])]) == RANK_WIN:
        winners: i64 = 0
        who: i64 = 0
        while who < 4:
            given = i64(t.small[ANSWER + who])
            if given != NO_ANSWER and rank_of(BIT[given]) == RANK_WIN and (t.rules.several_winners or who == best):
                winners |= BIT[who]
            who += 1
        if t.window == ON_ADDED or t.window == ON_ADDITION:
            t.note(events.ROBBED, t.turn, t.tile, 0, 0, 0)
            t.remove(t.turn, t.tile)
            win(t, winners, WON_ROBBED, t.turn)
        else:
            win(t, winners, WON_DISCARD, t.turn)
    else:
        _claim(t, best, i64(t.small[ANSWER + best]))


def _claim(t: Table, seat: i64, bit: i64) -> None:
    """Carries out a chow, pung or kong of another's tile."""
    source = t.turn
    tile = t.tile
    if bit >= CLAIM_PUNG + SECOND:
        bit -= SECOND
        tile = t.tile2
    robbed: i64 = 0
    if t.window == ON_ADDITION:  # CC-48: as if the adder had discarded it
        t.note(events.ROBBED, source, tile, 0, 0, 0)
        t.remove(source, tile)
        t.small[VISIBLE + tile] += 1
        t.refresh(source)
        robbed = 1
    begin_turn(t, seat)
    if bit == KONG or bit == DICE_KONG:
        lay_melded(t, seat, tile)
        t.note(events.KONG, seat, tile, MELDED_KONG, source, 1 if bit == DICE_KONG else 0)
        t.kongs += 1
        t.began_with_draw = True
        t.refresh(seat)
        judge(t, seat)
        if bit == DICE_KONG:
            _replace(t, seat, dice=True)
        elif t.announced < 0 or not _look_at_once(t, BEFORE_CLAIMED_KONG):
            look_and_replace(t, seat)
        return
    if bit == CLAIM_PUNG:
        t.remove(seat, tile)
        t.remove(seat, tile)
        t.add_meld(seat, PUNG, tile)
        t.small[VISIBLE + tile] += 2
        t.note(events.PUNG, seat, tile, 0, source, robbed)
    else:
        low = tile
        if bit == CHOW_MIDDLE:
            low = tile - 1
        elif bit == CHOW_HIGH:
            low = tile - 2
        elif bit == CHOW_DRAGONS:
            low = WHITE
        n: i64 = 0
        while n < 3:
            if low + n != tile:
                t.remove(seat, low + n)
                t.small[VISIBLE + low + n] += 1
            n += 1
        t.add_meld(seat, CHOW, low)
        t.note(events.CHOW, seat, tile, low, source, 0)
    judge(t, seat)
    if t.announced >= 0 and _look_at_once(t, BEFORE_CLAIMED_TURN):
        return
    ask_turn(t)


def commit(t: Table, seat: i64, *, dice: bool) -> None:
    """A kong of the own turn stands: it counts, the treasure is judged, the replacement is drawn."""
    t.kongs += 1
    judge(t, seat)
    t.refresh(seat)
    _replace(t, seat, dice=dice)


def _replace(t: Table, seat: i64, *, dice: bool) -> None:
    """The replacement of a committed kong."""
    if dice:
        t.locked |= BIT[seat]
        _replace_with_dice(t, seat)
    else:
        draw_replacement(t, seat)


def _dice_place(t: Table, n: i64) -> i64:
    """CS-19: the n-th stack from the tail that still has a tile, its upper tile, else the lower."""
    stack = t.wall_size >> 1
    while n:
        stack -= 1
        if stack < 0:
            return t.tail()
        if t.here(2 * stack) or t.here(2 * stack + 1):
            n -= 1
    return 2 * stack if t.here(2 * stack) else 2 * stack + 1


def _replace_with_dice(t: Table, seat: i64) -> None:
    if t.rules.kong_dice == 1:
        n = t.die()
        t.note(events.DICE, seat, n, 0, 0, 0)
        if only_sea_bottom_left(t):
            t.last_by_kong = seat
        take(t, seat, _dice_place(t, n), events.DICE_PLACE)
        ask_turn(t)
        return
    n = t.die()
    m = t.die()
    t.note(events.DICE, seat, n, m, 0, 0)
    if t.left == 1:  # too few tiles for two dice: as with one
        t.last_by_kong = seat
        take(t, seat, _dice_place(t, n), events.DICE_PLACE)
        ask_turn(t)
        return
    t.tile = t.take(_dice_place(t, n))
    t.tile2 = t.take(_dice_place(t, m))
    if t.left == 0:
        t.last_by_kong = seat
    unbar(t, seat)
    t.source = events.DICE_PLACE
    t.note(events.TURN_UP, seat, t.tile, t.tile2, 0, 0)
    waits = t.moment_waits(seat)
    bits = two_tile_wins(t, waits)
    if bits:
        ask(t, DICE_TILES, seat, bits | BIT[PASS])
    else:
        _discard_dice_tiles(t)


def answer_dice_tiles(t: Table, seat: i64, bit: i64) -> None:
    if bit == PASS:
        _discard_dice_tiles(t)
    else:
        t.small[ANSWER + seat] = u8(bit)
        win(t, BIT[seat], WON_TURNED, -1)


def _discard_dice_tiles(t: Table) -> None:
    """Both tiles the dice turned up go in one window."""
    t.small[VISIBLE + t.tile] += 1
    t.small[VISIBLE + t.tile2] += 1
    t.note(events.DISCARD, t.turn, t.tile, 0, t.tile2, 0)
    offer_discard(t, dice=True)
