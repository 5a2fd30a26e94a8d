"""Taking tiles from the wall: ordinary draws, replacements, the look before a draw, the last tiles shared out."""

from mypy_extensions import i64, u8

from paiju.core import events
from paiju.core.actions import (
    PASS,
    TAKE,
    WIN,
)
from paiju.core.finish import exhaust, win
from paiju.core.rules import OFFER_LAST, ROLLED
from paiju.core.table import (
    BARRED,
    BEFORE_CLAIMED_KONG,
    BEFORE_DRAW,
    BEFORE_NEXT,
    BEFORE_REPLACEMENT,
    BEFORE_SHARE,
    LEGAL,
    LOOK,
    SEA_OFFER,
    SHARE,
    WAITS,
    WON_DRAWN,
    WON_MATCHED,
    Table,
)
from paiju.core.tiles import BIT, NONE
from paiju.core.treasure import after_passed_match, draws_treasure, look, sees_treasure
from paiju.core.turn import ask_turn, clear_legal
from paiju.core.wallend import only_sea_bottom_left, sharing_due, tiles_to_draw


def begin_turn(t: Table, seat: i64) -> None:
    t.turn = seat
    t.drawn = NONE
    t.drew = False
    t.began_with_draw = False
    t.win_open = False
    t.win_passed = False
    t.can_treasure = False


def ask(t: Table, asks: i64, seat: i64, bits: i64) -> None:
    """Asks one seat a question whose answers are bits of word 0."""
    clear_legal(t)
    t.asks = u8(asks)
    t.pending = BIT[seat]
    t.big[LEGAL] = bits


def may_win(t: Table, seat: i64) -> bool:
    return not t.rules.must_declare_to_win or t.declared >> seat & 1 != 0


def draw_due(t: Table, seat: i64) -> None:
    """The seat is to take a tile from the front, if the wall's end allows."""
    t.due = seat
    if t.rules.wall_end == OFFER_LAST and t.left <= 1:
        if t.left == 0:
            exhaust(t)
        else:
            t.sea_first = seat
            ask(t, SEA_OFFER, seat, BIT[PASS] | BIT[TAKE])
        return
    if sharing_due(t):
        t.share_left = tiles_to_draw(t)
        if t.share_left > 4:
            t.share_left = 4
        _share(t)
        return
    if tiles_to_draw(t) <= 0:
        exhaust(t)
        return
    if not looks(t, seat, BEFORE_DRAW):
        _draw_front(t, seat)


def _draw_front(t: Table, seat: i64) -> None:
    if t.drawable() == 0:  # the treasure just rolled was the last tile
        exhaust(t)
        return
    begin_turn(t, seat)
    t.began_with_draw = True
    if seat == t.dealer:
        t.dealer_drew = True
    take(t, seat, t.front(), events.FRONT)
    ask_turn(t)


def take(t: Table, seat: i64, place: i64, source: i64) -> None:
    """A tile from the wall comes into the hand; the win on it is offered where it is one."""
    kind = t.take(place)
    t.can_treasure = t.rules.treasure != 0 and draws_treasure(t, seat, kind)
    waits = t.moment_waits(seat) if source == events.DICE_PLACE else t.big[WAITS + seat]
    t.add(seat, kind)
    unbar(t, seat)
    t.drawn = kind
    t.source = u8(source)
    t.drew = True
    t.win_passed = False
    t.win_open = (waits & BIT[kind] != 0 or t.can_treasure) and may_win(t, seat)
    t.note(events.DRAW, seat, kind, source, place, 0)


def unbar(t: Table, seat: i64) -> None:
    """Taking any wall tile lifts what passed wins have barred (CS-44)."""
    if t.rules.passed_win_lock:
        t.big[BARRED + seat] = 0


def looks(t: Table, seat: i64, before: i64) -> bool:
    """A declared seat looks before it takes a tile (CC-24); True when it is asked about a match."""
    if t.rules.treasure != ROLLED or not sees_treasure(t, seat) or t.looked >> seat & 1:
        return False
    if not look(t, seat):
        return False
    t.look_before = u8(before)
    t.due = seat
    ask(t, LOOK, seat, BIT[PASS] | BIT[WIN])
    return True


def answer_look(t: Table, seat: i64, bit: i64) -> None:
    if bit == WIN:
        t.turn = seat
        t.tile = t.wall_tile(t.aside)
        t.treasure_won = True
        win(t, BIT[seat], WON_MATCHED, -1)
        return
    if after_passed_match(t, seat):
        ask(t, LOOK, seat, BIT[PASS] | BIT[WIN])
        return
    if t.look_before == BEFORE_DRAW:
        _draw_front(t, seat)
    elif t.look_before == BEFORE_REPLACEMENT:
        draw_replacement(t, seat)
    elif t.look_before == BEFORE_SHARE:
        _share(t)
    elif t.look_before == BEFORE_NEXT:
        draw_due(t, (t.turn + 1) & 3)
    elif t.look_before == BEFORE_CLAIMED_KONG:
        look_and_replace(t, t.turn)
    else:
        ask_turn(t)


def look_and_replace(t: Table, seat: i64) -> None:
    """The replacement after a kong on a discard: a declared seat looks first (CC-24)."""
    if not looks(t, seat, BEFORE_REPLACEMENT):
        draw_replacement(t, seat)


def draw_replacement(t: Table, seat: i64) -> None:
    if t.drawable() == 0:  # the treasure just rolled was the last tile
        exhaust(t)
        return
    if only_sea_bottom_left(t):
        t.last_by_kong = seat
    take(t, seat, t.tail(), events.TAIL)
    ask_turn(t)


def _share(t: Table) -> None:
    """The last tiles are taken one each from the seat due on, to win or to keep (BC-25, CC-35 final_four)."""
    while t.share_left > 0:
        seat = t.due
        if looks(t, seat, BEFORE_SHARE):
            return
        if t.drawable() == 0:  # the treasure just rolled was the last tile
            break
        begin_turn(t, seat)
        take(t, seat, t.front(), events.LAST_TILES)
        t.share_left -= 1
        t.due = (seat + 1) & 3
        if t.win_open:
            ask(t, SHARE, seat, BIT[PASS] | BIT[WIN])
            return
    exhaust(t)


def answer_share(t: Table, seat: i64, bit: i64) -> None:
    if bit == WIN:
        t.treasure_won = t.can_treasure
        win(t, BIT[seat], WON_DRAWN, -1)
    else:
        _share(t)
