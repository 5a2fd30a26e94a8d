"""The course of a hand: starting it, and carrying out one answer with everything that follows by itself up to the next question.

``start`` and ``act`` are the only ways a table changes. What is allowed is asked of ``turn`` and ``claims``; what follows is told by
``windows``, ``drawing``, ``sea`` and ``finish``.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core import events
from paiju.core.actions import (
    FIRST_ADD,
    PASS,
    WIN,
    WORD_ADDED,
    WORD_ADDED_DICE,
    WORD_CONCEALED,
    WORD_CONCEALED_DICE,
    WORD_DISCARD,
    WORD_READY,
)
from paiju.core.drawing import answer_look, answer_share, begin_turn, may_win
from paiju.core.finish import finish, win
from paiju.core.kongs import lay_concealed
from paiju.core.opening import seat_patterns
from paiju.core.rules import FIXED_HIDDEN, OPENING_CONTINUES, Rules, special_kong_size
from paiju.core.sea import answer_sea_offer, turn_up_sea
from paiju.core.specials import add_parts, lay_set, set_parts
from paiju.core.stream import Stream
from paiju.core.table import (
    ANSWER,
    BARRED,
    BIG,
    CHANCE,
    DICE_TILES,
    HELD,
    LEGAL,
    LOOK,
    NO_ANSWER,
    ON_ADDED,
    ON_ADDITION,
    OPEN_DIE,
    OPENED,
    OPENING,
    SEA_OFFER,
    SEA_TAKEN,
    SHARE,
    TURN,
    VISIBLE,
    WAITS,
    WALL,
    WINDOW,
    WON_DRAWN,
    WON_OPENING,
    WON_TURNED,
    Table,
    dealt_to,
)
from paiju.core.tiles import BIT, NONE
from paiju.core.treasure import judge, set_aside_last
from paiju.core.turn import ask_turn, clear_legal
from paiju.core.win import CONCEALED_KONG
from paiju.core.windows import answer_dice_tiles, answer_window, commit, offer_discard, propose
from paiju.core.winning import WINS


def new_table(rules: Rules, wall: vec[u8], stream: Stream) -> Table:
    """A table with a wall and nothing dealt yet."""
    size: i64 = len(wall)
    small = vec[u8]([0] * (WALL + size))
    n: i64 = 0
    while n < size:
        small[WALL + n] = wall[n]
        n += 1
    t = Table(rules, small, vec[i64]([0] * (BIG if rules.passed_win_lock else BARRED)))
    n = 0
    while n < 4:
        t.big[CHANCE + n] = stream.state[n]
        n += 1
    t.left = size
    return t


def table_of(rules: Rules, wall: bytes, stream: Stream) -> Table:
    """``new_table`` for callers outside the compiled modules, whose vecs would never be freed (see ``win.claim``)."""
    return new_table(rules, vec[u8](wall), stream)


def start(t: Table, dealer: i64) -> None:
    """Opens the wall, deals (G-11), and asks the first question."""
    t.dealer = dealer
    t.turn = dealer
    if t.rules.opening_dice:
        a = t.die()
        b = t.die()
        c = t.die()
        t.note(events.OPEN_WALL, dealer, a, b, c, t.die())
    last = _deal(t, dealer)
    if t.rules.treasure == FIXED_HIDDEN:
        set_aside_last(t)
    if not _ask_opening(t):
        _dealer_turn(t, last)


def _deal(t: Table, dealer: i64) -> i64:
    """Deals all round; returns the last tile, the dealer's fourteenth."""
    n: i64 = 0
    while n < 52:
        t.add(dealt_to(dealer, n), t.take(n))
        n += 1
    seat: i64 = 0
    while seat < 4:
        t.refresh(seat)
        t.note(events.DEAL, seat, 0, 0, 0, 0)
        seat += 1
    last = t.take(52)
    t.add(dealer, last)
    t.head = 53
    return last


def _dealer_turn(t: Table, last: i64) -> None:
    """The dealer's first turn counts as one after a draw, of the last tile dealt (G-13)."""
    begin_turn(t, t.dealer)
    t.began_with_draw = True
    t.drew = True
    t.drawn = last
    t.source = events.DEALT
    t.win_open = not t.rules.dealt_win_in_opening and t.big[WAITS + t.dealer] & BIT[last] != 0 and may_win(t, t.dealer)
    t.win_passed = t.rules.dealt_win_in_opening
    ask_turn(t)


def _ask_opening(t: Table) -> bool:
    """Asks every holder of an opening pattern, and the dealer with a dealt win, at once (CS-3)."""
    if not t.rules.dealt_win_in_opening:
        return False
    v = t.verdict(t.dealer)
    t.heavenly = v != 0 if t.rules.pair_free_at_moment else v & WINS != 0
    t.pending = 0
    clear_legal(t)
    seat: i64 = 0
    while seat < 4:
        t.small[ANSWER + seat] = NO_ANSWER
        if seat_patterns(t, seat) or (seat == t.dealer and t.heavenly):
            t.big[LEGAL + seat] = BIT[PASS] | BIT[WIN]
            t.pending |= BIT[seat]
        seat += 1
    t.asks = OPENING
    return t.pending != 0


def _answer_opening(t: Table, seat: i64, bit: i64) -> None:
    t.small[ANSWER + seat] = u8(bit)
    t.pending &= ~BIT[seat]
    if t.pending:
        return
    accepted: i64 = 0
    n: i64 = 0
    while n < 4:
        who = (t.dealer + n) & 3
        if t.small[ANSWER + who] == WIN:
            accepted |= BIT[who]
            if who != t.dealer or not t.heavenly:
                t.small[OPENED + who] = u8(seat_patterns(t, who))
                if t.rules.opening_dice_birds:
                    t.small[OPEN_DIE + who] = u8(t.die())
                t.note(events.OPENING_WIN, who, i64(t.small[OPENED + who]), i64(t.small[OPEN_DIE + who]), 0, 0)
        n += 1
    t.heavenly = t.heavenly and accepted >> t.dealer & 1 != 0
    if accepted and (t.rules.opening != OPENING_CONTINUES or t.heavenly):
        t.winners = BIT[t.dealer] if t.rules.opening == OPENING_CONTINUES else accepted
        t.won_by = WON_OPENING
        t.tile = t.wall_tile(52)
        if t.heavenly:
            t.note(events.WIN, t.dealer, t.tile, WON_OPENING, events.NO_PAYER, 1)
        finish(t)
    else:
        _dealer_turn(t, t.wall_tile(52))


def _act_turn(t: Table, action: i64) -> None:
    seat = t.turn
    word = action >> 6
    bit = action & 63
    if word == WORD_DISCARD or word == WORD_READY:
        _discard(t, seat, bit, ready=word == WORD_READY)
        return
    if action == WIN:
        t.treasure_won = t.can_treasure
        win(t, BIT[seat], WON_DRAWN, -1)
        return
    if t.win_open:
        t.win_open = False
        t.win_passed = True
    dice = word == WORD_CONCEALED_DICE or word == WORD_ADDED_DICE
    if word == WORD_CONCEALED or word == WORD_CONCEALED_DICE:
        lay_concealed(t, seat, bit)
        t.note(events.KONG, seat, bit, CONCEALED_KONG, seat, 1 if dice else 0)
        commit(t, seat, dice=dice)
    elif word == WORD_ADDED or word == WORD_ADDED_DICE:
        t.note(events.PROPOSE_ADDED, seat, bit, 0, 0, 1 if dice else 0)
        propose(t, action, ON_ADDED, bit)
    elif bit < FIRST_ADD:
        _declare_set(t, seat, set_parts(bit))
    else:
        parts = add_parts(bit)
        tile = t.special_tile(parts >> 3, parts & 7)
        t.note(events.PROPOSE_ADDITION, seat, parts >> 3, tile, 0, 0)
        propose(t, action, ON_ADDITION, tile)


def _discard(t: Table, seat: i64, kind: i64, *, ready: bool) -> None:
    t.remove(seat, kind)
    t.small[VISIBLE + kind] += 1
    t.note(events.DISCARD, seat, kind, 1 if ready else 0, NONE, 0)
    dice = t.source == events.DICE_PLACE and t.drew and t.locked >> seat & 1 != 0
    t.drew = False
    t.drawn = NONE
    t.win_open = False
    if ready:
        t.declared |= BIT[seat]
        t.announced = seat
        orphans = t.rules.orphan_kinds
        if orphans and not (t.big[HELD + seat * 4] | t.meld_kinds(seat)) & orphans:
            t.outside_treasure |= BIT[seat]
    t.refresh(seat)
    t.tile = kind
    t.tile2 = NONE
    offer_discard(t, dice=dice)


def _declare_set(t: Table, seat: i64, parts: i64) -> None:
    """A special kong: four winds draw a replacement, three tiles do not (CC-41)."""
    kong = parts >> 4
    lay_set(t, seat, kong, parts & 15)
    t.note(events.SPECIAL, seat, kong, parts & 15, 0, 0)
    if special_kong_size(t.rules, kong) == 4:
        commit(t, seat, dice=False)
        return
    if t.rules.reserve_counts_special:
        t.kongs += 1
    judge(t, seat)
    if t.drawn != NONE and not t.big[HELD + seat * 4] & BIT[t.drawn]:
        t.drawn = NONE
    # G-13: the win is offered again unless it was passed on that tile.
    t.win_open = t.drew and not t.win_passed and t.verdict(seat) & WINS != 0 and may_win(t, seat)
    t.can_treasure = False
    ask_turn(t)


def act(t: Table, seat: i64, action: i64) -> None:
    """Carries out a legal answer of a seat that is asked. Whether it is legal must be known: see ``legal``."""
    asks = t.asks
    if asks == TURN:
        _act_turn(t, action)
    elif asks == WINDOW:
        answer_window(t, seat, action)
    elif asks == OPENING:
        _answer_opening(t, seat, action)
    elif asks == LOOK:
        answer_look(t, seat, action)
    elif asks == SHARE:
        answer_share(t, seat, action)
    elif asks == SEA_OFFER:
        answer_sea_offer(t, seat, action)
    elif asks == SEA_TAKEN:
        if action == WIN:
            t.small[ANSWER + seat] = WIN
            win(t, BIT[seat], WON_TURNED, -1)
        else:
            turn_up_sea(t)
    elif asks == DICE_TILES:
        answer_dice_tiles(t, seat, action)
