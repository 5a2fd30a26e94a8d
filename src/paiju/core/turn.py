"""The own turn: what the player may do with his tiles (G-13)."""

from mypy_extensions import i64

from paiju.core.actions import (
    WIN,
    WORD_ADDED,
    WORD_ADDED_DICE,
    WORD_CONCEALED,
    WORD_CONCEALED_DICE,
    WORD_DISCARD,
    WORD_MISC,
    WORD_READY,
    WORD_SPECIAL,
)
from paiju.core.kongs import own_fourths, own_quads, with_dice
from paiju.core.specials import adds_possible, forced, may_declare_now, sets_to_declare
from paiju.core.table import HELD, LEGAL, NUMBER, TURN, Table
from paiju.core.tiles import BIT, NONE, lowest
from paiju.core.win import ADDED_KONG, CONCEALED_KONG
from paiju.core.winning import WINS, one_exchange_away


def clear_legal(t: Table) -> None:
    big = t.big
    n: i64 = 0
    while n < 8:
        big[LEGAL + n] = 0
        n += 1


def ask_turn(t: Table) -> None:
    """Works out the legal actions of the seat whose turn it is and waits for its answer."""
    seat = t.turn
    rules = t.rules
    big = t.big
    clear_legal(t)
    t.asks = TURN
    t.pending = BIT[seat]
    if t.win_open:
        big[LEGAL + WORD_MISC] = BIT[WIN]
    bound = (t.declared | t.locked) >> seat & 1 != 0
    if not bound and rules.forced_special_kong >= 0 and forced(t, seat):
        big[LEGAL + WORD_SPECIAL] = sets_to_declare(t, seat)
        return
    held = big[HELD + seat * 4]
    big[LEGAL + WORD_DISCARD] = BIT[t.drawn] if bound and t.drawn != NONE else held
    quads = own_quads(t, seat)
    if quads:
        big[LEGAL + WORD_CONCEALED] = quads
        big[LEGAL + WORD_CONCEALED_DICE] = with_dice(t, seat, quads, CONCEALED_KONG)
    if t.melds(seat):
        fourths = own_fourths(t, seat)
        if fourths:
            big[LEGAL + WORD_ADDED] = fourths
            big[LEGAL + WORD_ADDED_DICE] = with_dice(t, seat, fourths, ADDED_KONG)
    if rules.special_kongs:
        special: i64 = 0
        if not bound and may_declare_now(t, seat):
            special = sets_to_declare(t, seat)
        if t.melds(seat):
            special |= adds_possible(t, seat)
        big[LEGAL + WORD_SPECIAL] = special
    if rules.declare_ready and not bound:
        big[LEGAL + WORD_READY] = ready_discards(t, seat)


def ready_discards(t: Table, seat: i64) -> i64:
    """Kinds whose discard leaves the seat ready (CC-22)."""
    big = t.big
    k = NUMBER + seat * 2
    g = HELD + seat * 4
    if not one_exchange_away(t.rules, big[k], big[k + 1], big[g + 1], big[g + 3], t.melds(seat)):
        return 0
    found: i64 = 0
    kinds = big[g]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        t.remove(seat, kind)
        if t.find_waits(seat, WINS):
            found |= BIT[kind]
        t.add(seat, kind)
    return found
