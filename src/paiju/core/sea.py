"""The sea bottom: offered round, taken, turned up (CS-30 to CS-32)."""

from mypy_extensions import i64

from paiju.core import events
from paiju.core.actions import (
    PASS,
    TAKE,
    WIN,
)
from paiju.core.claims import ask_window
from paiju.core.drawing import ask, unbar
from paiju.core.finish import exhaust
from paiju.core.table import (
    ON_SEA,
    SEA_OFFER,
    SEA_TAKEN,
    VISIBLE,
    Table,
)
from paiju.core.tiles import BIT, NONE


def answer_sea_offer(t: Table, seat: i64, bit: i64) -> None:
    t.note(events.SEA_OFFER, seat, 1 if bit == TAKE else 0, 0, 0, 0)
    if bit == PASS:
        t.due = (seat + 1) & 3
        if t.due == t.sea_first:
            exhaust(t)
        else:
            ask(t, SEA_OFFER, t.due, BIT[PASS] | BIT[TAKE])
        return
    t.sea_taker = seat
    t.turn = seat
    place = t.front()
    t.tile = t.take(place)
    t.tile2 = NONE
    unbar(t, seat)
    t.window = ON_SEA
    t.moment = True
    t.discard_is_dice = False  # what the last discard was is past (CS-25: only that tile)
    t.first_discard = False
    t.note(events.DRAW, seat, t.tile, events.SEA, place, 0)
    if t.moment_waits(seat) & BIT[t.tile]:
        ask(t, SEA_TAKEN, seat, BIT[PASS] | BIT[WIN])
    else:
        turn_up_sea(t)


def turn_up_sea(t: Table) -> None:
    t.small[VISIBLE + t.tile] += 1
    t.note(events.SEA_TURNED, t.turn, t.tile, 0, 0, 0)
    if not ask_window(t):
        exhaust(t)
