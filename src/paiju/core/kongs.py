"""Kongs of four equal tiles: which may be laid, and laying them (G-4, G-13, CC-22, CS-19 to CS-24)."""

from mypy_extensions import i64, u8

from paiju.core.table import HELD, MELD, VISIBLE, WAITS, Table
from paiju.core.tiles import BIT, NONE, lowest
from paiju.core.wallend import may_replace
from paiju.core.win import ADDED_KONG, CONCEALED_KONG, MELDED_KONG, PUNG
from paiju.core.winning import WINS


def lay_concealed(t: Table, seat: i64, tile: i64) -> None:
    n: i64 = 4
    while n:
        t.remove(seat, tile)
        n -= 1
    t.add_meld(seat, CONCEALED_KONG, tile)
    if not t.rules.concealed_kong_hidden:
        t.small[VISIBLE + tile] += 4


def lay_added(t: Table, seat: i64, tile: i64) -> None:
    t.remove(seat, tile)
    t.small[MELD + seat * 8 + t.find_meld(seat, PUNG, tile) * 2] = u8(ADDED_KONG)
    t.small[VISIBLE + tile] += 1


def lay_melded(t: Table, seat: i64, tile: i64) -> None:
    """A kong of a discard: the discard itself is already visible."""
    n: i64 = 3
    while n:
        t.remove(seat, tile)
        n -= 1
    t.add_meld(seat, MELDED_KONG, tile)
    t.small[VISIBLE + tile] += 3


def _waits_after(t: Table, seat: i64, tile: i64, kind: i64) -> i64:
    """The waits of the tiles left once the kong is laid; the table is left as it was.

    With a kong of a discard the three held tiles go; `tile` is in hand for the other two kinds.
    """
    big = t.big
    small = t.small
    t.big = big[:]
    t.small = small[:]
    if kind == CONCEALED_KONG:
        lay_concealed(t, seat, tile)
    elif kind == ADDED_KONG:
        lay_added(t, seat, tile)
    else:
        lay_melded(t, seat, tile)
    found = t.find_waits(seat, WINS)
    t.big = big
    t.small = small
    return found


def keeps_waits(t: Table, seat: i64, tile: i64, kind: i64) -> bool:
    """CC-22: a declared hand may lay a kong only if its waits stay what they were."""
    return _waits_after(t, seat, tile, kind) == t.big[WAITS + seat]


def ready_after(t: Table, seat: i64, tile: i64, kind: i64) -> bool:
    """CS-20, CS-24: dice may be rolled only for a hand that is ready once the kong is laid."""
    return _waits_after(t, seat, tile, kind) != 0


def own_quads(t: Table, seat: i64) -> i64:
    """Kinds of which a concealed kong may be laid on the own turn."""
    return _allowed_now(t, seat, t.big[HELD + seat * 4 + 3], CONCEALED_KONG)


def own_fourths(t: Table, seat: i64) -> i64:
    """Kinds of which a fourth tile may be added to an own pung."""
    found: i64 = 0
    held = t.big[HELD + seat * 4]
    melds = t.melds(seat)
    n: i64 = 0
    while n < melds:
        if t.meld_kind(seat, n) == PUNG and held & BIT[t.meld_tile(seat, n)]:
            found |= BIT[t.meld_tile(seat, n)]
        n += 1
    return _allowed_now(t, seat, found, ADDED_KONG)


def _allowed_now(t: Table, seat: i64, kinds: i64, kind: i64) -> i64:
    """Those of the kinds whose kong the seat may lay on this turn (G-4, G-13); a declared hand only that of the drawn tile (CC-22)."""
    if not kinds or not (t.drew or t.rules.kong_after_claim) or t.locked >> seat & 1 or not may_replace(t):
        return 0
    if t.declared >> seat & 1:
        if t.drawn == NONE or not kinds & BIT[t.drawn] or not keeps_waits(t, seat, t.drawn, kind):
            return 0
        return BIT[t.drawn]
    return kinds


def with_dice(t: Table, seat: i64, kinds: i64, kind: i64) -> i64:
    """Those of the kinds whose kong may be laid with dice."""
    if not t.rules.kong_dice:
        return 0
    found: i64 = 0
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        if ready_after(t, seat, tile, kind):
            found |= BIT[tile]
    return found
