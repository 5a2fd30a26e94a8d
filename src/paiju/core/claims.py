"""Claims on another's tile: who may claim what, and which answer is carried out (G-2, G-14)."""

from typing import Final

from mypy_extensions import i64, u8

from paiju.core.actions import (
    ANY_CHOW,
    ANY_PUNG_OR_KONG,
    ANY_WIN,
    CHOW_DRAGONS,
    CHOW_HIGH,
    CHOW_LOW,
    CHOW_MIDDLE,
    DICE_KONG,
    KONG,
    PASS,
    PUNG,
    SECOND,
    WIN,
    WIN_BOTH,
    WIN_FIRST,
    WIN_SECOND,
)
from paiju.core.kongs import keeps_waits, ready_after
from paiju.core.rules import LOCK_ALL, LOCK_KIND, NO_LOCK, Rules
from paiju.core.table import ANSWER, BARRED, HELD, LEGAL, NO_ANSWER, ON_ADDITION, ON_DISCARD, WAITS, WINDOW, Table
from paiju.core.tiles import ALL_KINDS, BIT, DRAGONS, NONE, NUMBERED, RANK, WHITE
from paiju.core.wallend import may_replace
from paiju.core.win import MELDED_KONG
from paiju.core.winning import MELD_CHOW

RANK_CHOW: Final = 1
RANK_PUNG: Final = 2
RANK_WIN: Final = 3

# What best_claim says beside a seat.
UNDECIDED: Final = -1
ALL_PASSED: Final = 4


def waits_now(t: Table, seat: i64) -> i64:
    """The kinds the seat may win on from another now (CS-44 and a demanded declaration considered)."""
    waits = t.moment_waits(seat) if t.moment else t.big[WAITS + seat]
    if not waits or (t.rules.must_declare_to_win and not t.declared >> seat & 1):
        return 0
    return waits & ~t.big[BARRED + seat] if t.rules.passed_win_lock else waits


def _single_left(t: Table, seat: i64, *, chow: bool) -> bool:
    """CC-18: whether one more exposed meld would be a fourth with a chow among the four (asked of three melds at least)."""
    return t.exposed_for_last_single(seat) == 3 and (chow or t.meld_flags(seat) & MELD_CHOW != 0)


def _set_claims(t: Table, seat: i64, tile: i64) -> i64:
    """Chow, pung and kong bits for a discarded tile, as for the first of two."""
    big = t.big
    at = HELD + seat * 4
    bit = BIT[tile]
    pairs = big[at + 1] & bit
    next_seat = t.window == ON_DISCARD and seat == (t.turn + 1) & 3
    if t.locked >> seat & 1 or not (pairs or next_seat):
        return 0
    found: i64 = 0
    declared = t.declared >> seat & 1 != 0
    guarded = t.rules.no_last_single and t.melds(seat) >= 3
    if pairs and not (guarded and _single_left(t, seat, chow=False)):
        if not declared:
            found = BIT[PUNG]
        if big[at + 2] & bit and t.window == ON_DISCARD and may_replace(t):
            if not declared or keeps_waits(t, seat, tile, MELDED_KONG):
                found |= BIT[KONG]
            if t.rules.kong_dice and ready_after(t, seat, tile, MELDED_KONG):
                found |= BIT[DICE_KONG]
    if next_seat and t.rules.chow and not declared:
        chows = chow_bits(t.rules, big[at], tile)
        if chows and not (guarded and _single_left(t, seat, chow=True)):
            found |= chows
    return found


def chow_bits(rules: Rules, held: i64, tile: i64) -> i64:
    """The chows a tile makes with kinds held (G-3, BC-15)."""
    if tile >= NUMBERED:
        others = DRAGONS ^ BIT[tile]
        return BIT[CHOW_DRAGONS] if rules.dragon_chow and tile >= WHITE and held & others == others else 0
    found: i64 = 0
    near = (held << 2) >> tile  # bits 0-4: the kinds two below to two above
    rank = RANK[tile]
    if near & 24 == 24 and rank <= 6:
        found = BIT[CHOW_LOW]
    if near & 10 == 10 and 1 <= rank <= 7:
        found |= BIT[CHOW_MIDDLE]
    if near & 3 == 3 and rank >= 2:
        found |= BIT[CHOW_HIGH]
    return found


def two_tile_wins(t: Table, waits: i64) -> i64:
    """The win bits on two tiles turned up at once (CS-19)."""
    if not waits & BIT[t.tile]:
        return BIT[WIN_SECOND] if waits & BIT[t.tile2] else 0
    if not waits & BIT[t.tile2]:
        return BIT[WIN_FIRST]
    return BIT[WIN_FIRST] | BIT[WIN_SECOND] | BIT[WIN_BOTH]


def _rights(t: Table, seat: i64) -> i64:
    """All claim bits of a seat on the window's tile or tiles; 0 when it has none."""
    found: i64 = 0
    if t.moment or t.big[WAITS + seat]:
        waits = waits_now(t, seat)
        if t.tile2 != NONE:
            found = two_tile_wins(t, waits)
        elif waits & BIT[t.tile]:
            found = BIT[WIN]
    if t.window == ON_DISCARD or t.window == ON_ADDITION:
        found |= _set_claims(t, seat, t.tile)
        if t.tile2 != NONE:
            found |= _set_claims(t, seat, t.tile2) << SECOND
    return found | BIT[PASS] if found else 0


def ask_window(t: Table) -> bool:
    """Asks every seat with a right on the tile of ``turn``; False when nobody has any."""
    big = t.big
    turn = t.turn
    pending: i64 = 0
    n: i64 = 1
    while n < 4:
        seat = (turn + n) & 3
        rights = _rights(t, seat)
        big[LEGAL + seat] = rights
        if rights:
            pending |= BIT[seat]
        n += 1
    if not pending:
        return False
    big[LEGAL + turn] = 0
    n = 0
    while n < 4:
        t.small[ANSWER + n] = NO_ANSWER
        big[LEGAL + 4 + n] = 0
        n += 1
    t.asks = WINDOW
    t.pending = pending
    return True


def answer(t: Table, seat: i64, bit: i64) -> None:
    """Notes a seat's one answer; a win right not used is passed (G-14, CS-44)."""
    t.small[ANSWER + seat] = u8(bit)
    t.pending &= ~BIT[seat]
    rights = t.big[LEGAL + seat]
    if t.rules.passed_win_lock != NO_LOCK and rights & ANY_WIN and not BIT[bit] & ANY_WIN:
        if t.rules.passed_win_lock == LOCK_ALL:
            t.big[BARRED + seat] = ALL_KINDS
        elif t.rules.passed_win_lock == LOCK_KIND:
            if rights & (BIT[WIN] | BIT[WIN_FIRST]):
                t.big[BARRED + seat] |= BIT[t.tile]
            if rights & BIT[WIN_SECOND]:
                t.big[BARRED + seat] |= BIT[t.tile2]


def rank_of(bits: i64) -> i64:
    """The highest claim among some claim bits: 3 win, 2 pung or kong, 1 chow, 0 none."""
    if bits & ANY_WIN:
        return RANK_WIN
    if bits & ANY_PUNG_OR_KONG:
        return RANK_PUNG
    return RANK_CHOW if bits & ANY_CHOW else 0


def best_claim(t: Table) -> i64:
    """The seat whose answer is carried out, ALL_PASSED, or UNDECIDED while an outstanding answer may still matter."""
    best: i64 = ALL_PASSED
    best_rank: i64 = 0
    n: i64 = 1
    while n < 4:
        seat = (t.turn + n) & 3
        given = i64(t.small[ANSWER + seat])
        if given != NO_ANSWER and rank_of(BIT[given]) > best_rank:
            best_rank = rank_of(BIT[given])
            best = seat
        n += 1
    n = 1
    while n < 4:
        seat = (t.turn + n) & 3
        if t.pending >> seat & 1:
            possible = rank_of(t.big[LEGAL + seat])
            if possible > best_rank:
                return UNDECIDED
            if possible == best_rank:
                if best_rank == RANK_WIN and t.rules.several_winners:
                    return UNDECIDED
                if (seat - t.turn) & 3 < (best - t.turn) & 3:
                    return UNDECIDED
        n += 1
    return best
