"""The end of a hand: by a win, with its birds, or exhausted."""

from mypy_extensions import i64, u8

from paiju.core import events
from paiju.core.actions import (
    WIN_BOTH,
    WIN_SECOND,
)
from paiju.core.table import (
    ANSWER,
    BIRDS,
    OVER,
    WON_DISCARD,
    WON_DRAWN,
    WON_TURNED,
    Table,
)
from paiju.core.turn import clear_legal


def win(t: Table, winners: i64, how: i64, payer: i64) -> None:
    t.winners = winners
    t.won_by = u8(how)
    t.payer = payer
    if how == WON_DRAWN:
        t.tile = t.drawn
    n: i64 = 1
    while n < 5:
        seat = (t.turn + n) & 3
        if winners >> seat & 1:
            t.note(events.WIN, seat, t.tile, how, events.NO_PAYER if payer < 0 else payer, won_tiles(t, seat))
        n += 1
    finish(t)


def won_tiles(t: Table, seat: i64) -> i64:
    """Which of two tiles a winner took: 1 the first (or only), 2 the second, 3 both."""
    if t.won_by != WON_TURNED and t.won_by != WON_DISCARD:
        return 1
    given = i64(t.small[ANSWER + seat])
    return 2 if given == WIN_SECOND else 3 if given == WIN_BOTH else 1


def finish(t: Table) -> None:
    _draw_birds(t)
    _close(t)


def _draw_birds(t: Table) -> None:
    """CS-38, CS-41, CS-33: the next wall tiles; on a sea-bottom win that tile; with nothing left the winning tile."""
    nearest = t.turn  # the winner, or of several the nearest after the payer
    if t.won_by == WON_DISCARD:
        nearest = (t.turn + 1) & 3
        while not t.winners >> nearest & 1:
            nearest = (nearest + 1) & 3
    last = t.tile2 if won_tiles(t, nearest) == 2 else t.tile
    sea = t.sea_taker >= 0
    n: i64 = 0
    while n < t.rules.birds:
        if not sea and t.left:
            last = t.take(t.front())
        t.small[BIRDS + n] = u8(last)
        t.note(events.BIRD, t.dealer, last, 0, 0, 0)
        n += 1


def exhaust(t: Table) -> None:
    t.exhausted = True
    t.note(events.EXHAUSTED, t.dealer, 0, 0, 0, 0)
    _close(t)


def _close(t: Table) -> None:
    t.asks = OVER
    t.pending = 0
    clear_legal(t)
    t.note(events.END, t.dealer, 0, 0, 0, 0)
