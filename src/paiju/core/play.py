"""The course of a hand: starting it, carrying out one answer, and everything that then happens by itself up to the next question.

``start`` and ``act`` are the only ways a table changes. Knows the order of things; what is allowed is asked of ``turn`` and ``claims``.
One module, and longer than most, because its steps lead into one another in a ring.
"""

from librt.vecs import vec
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
    TAKE,
    WIN,
    WIN_BOTH,
    WIN_SECOND,
    WORD_ADDED,
    WORD_ADDED_DICE,
    WORD_CONCEALED,
    WORD_CONCEALED_DICE,
    WORD_DISCARD,
    WORD_READY,
)
from paiju.core.actions import PUNG as CLAIM_PUNG
from paiju.core.claims import answer, ask_window, best_claim, rank_of, two_tile_wins
from paiju.core.kongs import lay_added, lay_concealed, lay_melded
from paiju.core.opening import seat_patterns
from paiju.core.rules import FIXED_HIDDEN, OFFER_LAST, OPENING_CONTINUES, ROLLED, Rules
from paiju.core.specials import add_parts, kong_size, lay_addition, lay_set, set_parts
from paiju.core.stream import Stream
from paiju.core.table import (
    ANSWER,
    BARRED,
    BEFORE_CLAIMED_KONG,
    BEFORE_CLAIMED_TURN,
    BEFORE_DRAW,
    BEFORE_NEXT,
    BEFORE_REPLACEMENT,
    BEFORE_SHARE,
    BIG,
    BIRDS,
    CHANCE,
    DICE_TILES,
    HELD,
    LEGAL,
    LOOK,
    NO_ANSWER,
    ON_ADDED,
    ON_ADDITION,
    ON_DISCARD,
    ON_SEA,
    OPEN_DIE,
    OPENED,
    OPENING,
    OVER,
    SEA_OFFER,
    SEA_TAKEN,
    SHARE,
    TURN,
    VISIBLE,
    WAITS,
    WALL,
    WINDOW,
    WON_DISCARD,
    WON_DRAWN,
    WON_MATCHED,
    WON_OPENING,
    WON_ROBBED,
    WON_TURNED,
    Table,
)
from paiju.core.tiles import BIT, NONE, WHITE
from paiju.core.treasure import after_passed_match, draws_treasure, judge, look, sees_treasure, set_aside_last
from paiju.core.turn import ask_turn, clear_legal
from paiju.core.wallend import only_sea_bottom_left, sharing_due, tiles_to_draw
from paiju.core.win import ADDED_KONG, CHOW, CONCEALED_KONG, MELDED_KONG, PUNG
from paiju.core.winning import WINS

# -- start -------------------------------------------------------------------------------------------------------


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
    """Three rounds of four tiles, one tile each, one more for the dealer; returns that one."""
    n: i64 = 0
    while n < 52:
        seat = (dealer + ((n >> 2) if n < 48 else n)) & 3
        t.add(seat, t.take(n))
        n += 1
    seat = 0
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
    _begin_turn(t, t.dealer)
    t.began_with_draw = True
    t.drew = True
    t.drawn = last
    t.source = events.DEALT
    t.win_open = not t.rules.dealt_win_in_opening and t.big[WAITS + t.dealer] & BIT[last] != 0 and _may_win(t, t.dealer)
    t.win_passed = t.rules.dealt_win_in_opening
    ask_turn(t)


def _begin_turn(t: Table, seat: i64) -> None:
    t.turn = seat
    t.drawn = NONE
    t.drew = False
    t.began_with_draw = False
    t.win_open = False
    t.win_passed = False
    t.can_treasure = False


def _ask(t: Table, asks: i64, seat: i64, bits: i64) -> None:
    """Asks one seat a question whose answers are bits of word 0."""
    clear_legal(t)
    t.asks = u8(asks)
    t.pending = BIT[seat]
    t.big[LEGAL] = bits


def _may_win(t: Table, seat: i64) -> bool:
    return not t.rules.must_declare_to_win or t.declared >> seat & 1 != 0


# -- opening wins ------------------------------------------------------------------------------------------------


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
                if t.rules.opening == OPENING_CONTINUES and t.rules.birds:
                    t.small[OPEN_DIE + who] = u8(t.die())
                t.note(events.OPENING_WIN, who, i64(t.small[OPENED + who]), i64(t.small[OPEN_DIE + who]), 0, 0)
        n += 1
    t.heavenly = t.heavenly and accepted >> t.dealer & 1 != 0
    if accepted and (t.rules.opening != OPENING_CONTINUES or t.heavenly):
        t.winners = BIT[t.dealer] if t.rules.opening == OPENING_CONTINUES else accepted
        t.won_by = WON_OPENING
        t.tile = t.wall_tile(52)
        if t.heavenly:
            t.note(events.WIN, t.dealer, t.tile, WON_OPENING, 7, 1)
        _finish(t)
    else:
        _dealer_turn(t, t.wall_tile(52))


# -- drawing -----------------------------------------------------------------------------------------------------


def _draw_due(t: Table, seat: i64) -> None:
    """The seat is to take a tile from the front, if the wall's end allows."""
    t.due = seat
    if t.rules.wall_end == OFFER_LAST and t.left <= 1:
        if t.left == 0:
            _exhaust(t)
        else:
            t.sea_first = seat
            _ask(t, SEA_OFFER, seat, BIT[PASS] | BIT[TAKE])
        return
    if sharing_due(t):
        t.share_left = tiles_to_draw(t)
        if t.share_left > 4:
            t.share_left = 4
        _share(t)
        return
    if tiles_to_draw(t) <= 0:
        _exhaust(t)
        return
    if not _looks(t, seat, BEFORE_DRAW):
        _draw_front(t, seat)


def _looks(t: Table, seat: i64, before: i64) -> bool:
    """A declared seat looks before it takes a tile (CC-24); True when it is asked about a match."""
    if t.rules.treasure != ROLLED or not sees_treasure(t, seat) or t.looked >> seat & 1:
        return False
    if not look(t, seat):
        return False
    t.look_before = u8(before)
    t.due = seat
    _ask(t, LOOK, seat, BIT[PASS] | BIT[WIN])
    return True


def _answer_look(t: Table, seat: i64, bit: i64) -> None:
    if bit == WIN:
        t.turn = seat
        t.tile = t.wall_tile(t.aside)
        t.treasure_won = True
        _win(t, BIT[seat], WON_MATCHED, -1)
        return
    if after_passed_match(t, seat):
        _ask(t, LOOK, seat, BIT[PASS] | BIT[WIN])
        return
    if t.look_before == BEFORE_DRAW:
        _draw_front(t, seat)
    elif t.look_before == BEFORE_REPLACEMENT:
        _draw_replacement(t, seat)
    elif t.look_before == BEFORE_SHARE:
        _share(t)
    elif t.look_before == BEFORE_NEXT:
        _draw_due(t, (t.turn + 1) & 3)
    elif t.look_before == BEFORE_CLAIMED_KONG:
        _look_and_replace(t, t.turn)
    else:
        ask_turn(t)


def _draw_front(t: Table, seat: i64) -> None:
    _begin_turn(t, seat)
    t.began_with_draw = True
    if seat == t.dealer:
        t.dealer_drew = True
    _take(t, seat, t.front(), events.FRONT)
    ask_turn(t)


def _take(t: Table, seat: i64, place: i64, source: i64) -> None:
    """A tile from the wall comes into the hand; the win on it is offered where it is one."""
    kind = t.take(place)
    t.can_treasure = t.rules.treasure != 0 and draws_treasure(t, seat, kind)
    waits = t.moment_waits(seat) if source == events.DICE_PLACE else t.big[WAITS + seat]
    t.add(seat, kind)
    _unbar(t, seat)
    t.drawn = kind
    t.source = u8(source)
    t.drew = True
    t.win_passed = False
    t.win_open = (waits & BIT[kind] != 0 or t.can_treasure) and _may_win(t, seat)
    t.note(events.DRAW, seat, kind, source, place, 0)


def _unbar(t: Table, seat: i64) -> None:
    """Taking any wall tile lifts what passed wins have barred (CS-44)."""
    if t.rules.passed_win_lock:
        t.big[BARRED + seat] = 0


def _replace(t: Table, seat: i64, *, dice: bool) -> None:
    """The replacement of a committed kong."""
    if dice:
        t.locked |= BIT[seat]
        _replace_with_dice(t, seat)
    else:
        _draw_replacement(t, seat)


def _look_and_replace(t: Table, seat: i64) -> None:
    """The replacement after a kong on a discard: a declared seat looks first (CC-24)."""
    if not _looks(t, seat, BEFORE_REPLACEMENT):
        _draw_replacement(t, seat)


def _draw_replacement(t: Table, seat: i64) -> None:
    if only_sea_bottom_left(t):
        t.last_by_kong = seat
    _take(t, seat, t.tail(), events.TAIL)
    ask_turn(t)


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
        _take(t, seat, _dice_place(t, n), events.DICE_PLACE)
        ask_turn(t)
        return
    n = t.die()
    m = t.die()
    t.note(events.DICE, seat, n, m, 0, 0)
    if t.left == 1:  # too few tiles for two dice: as with one
        t.last_by_kong = seat
        _take(t, seat, _dice_place(t, n), events.DICE_PLACE)
        ask_turn(t)
        return
    t.tile = t.take(_dice_place(t, n))
    t.tile2 = t.take(_dice_place(t, m))
    if t.left == 0:
        t.last_by_kong = seat
    _unbar(t, seat)
    t.source = events.DICE_PLACE
    t.note(events.TURN_UP, seat, t.tile, t.tile2, 0, 0)
    waits = t.moment_waits(seat)
    bits = two_tile_wins(t, waits)
    if bits:
        _ask(t, DICE_TILES, seat, bits | BIT[PASS])
    else:
        _discard_dice_tiles(t)


def _answer_dice_tiles(t: Table, seat: i64, bit: i64) -> None:
    if bit == PASS:
        _discard_dice_tiles(t)
    else:
        t.small[ANSWER + seat] = u8(bit)
        _win(t, BIT[seat], WON_TURNED, -1)


def _discard_dice_tiles(t: Table) -> None:
    """Both tiles the dice turned up go in one window."""
    t.small[VISIBLE + t.tile] += 1
    t.small[VISIBLE + t.tile2] += 1
    t.note(events.DISCARD, t.turn, t.tile, 0, t.tile2, 0)
    _offer_discard(t, dice=True)


# -- the own turn ------------------------------------------------------------------------------------------------


def _act_turn(t: Table, action: i64) -> None:
    seat = t.turn
    word = action >> 6
    bit = action & 63
    if word == WORD_DISCARD or word == WORD_READY:
        _discard(t, seat, bit, ready=word == WORD_READY)
        return
    if action == WIN:
        t.treasure_won = t.can_treasure
        _win(t, BIT[seat], WON_DRAWN, -1)
        return
    if t.win_open:
        t.win_open = False
        t.win_passed = True
    dice = word == WORD_CONCEALED_DICE or word == WORD_ADDED_DICE
    if word == WORD_CONCEALED or word == WORD_CONCEALED_DICE:
        lay_concealed(t, seat, bit)
        t.note(events.KONG, seat, bit, CONCEALED_KONG, seat, 1 if dice else 0)
        _commit(t, seat, dice=dice)
    elif word == WORD_ADDED or word == WORD_ADDED_DICE:
        t.note(events.PROPOSE_ADDED, seat, bit, 0, 0, 1 if dice else 0)
        _propose(t, action, ON_ADDED, bit)
    elif bit < 40:
        _declare_set(t, seat, set_parts(bit))
    else:
        parts = add_parts(bit)
        tile = t.special_tile(parts >> 3, parts & 7)
        t.note(events.PROPOSE_ADDITION, seat, parts >> 3, tile, 0, 0)
        _propose(t, action, ON_ADDITION, tile)


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
    _offer_discard(t, dice=dice)


def _offer_discard(t: Table, *, dice: bool) -> None:
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


def _propose(t: Table, action: i64, window: i64, tile: i64) -> None:
    """Opens the window in which an added tile may be robbed (G-4)."""
    t.proposal = action
    t.window = u8(window)
    t.tile = tile
    t.tile2 = NONE
    t.moment = window == ON_ADDED and (t.rules.robbed_kong_is_moment or action >> 6 == WORD_ADDED_DICE)
    if not ask_window(t):
        _unclaimed(t)


def _declare_set(t: Table, seat: i64, parts: i64) -> None:
    """A special kong: four winds draw a replacement, three tiles do not (CC-41)."""
    kong = parts >> 4
    lay_set(t, seat, kong, parts & 15)
    t.note(events.SPECIAL, seat, kong, parts & 15, 0, 0)
    if kong_size(t, kong) == 4:
        _commit(t, seat, dice=False)
        return
    if t.rules.reserve_counts_special:
        t.kongs += 1
    judge(t, seat)
    if t.drawn != NONE and not t.big[HELD + seat * 4] & BIT[t.drawn]:
        t.drawn = NONE
    # G-13: the win is offered again unless it was passed on that tile.
    t.win_open = t.drew and not t.win_passed and t.verdict(seat) & WINS != 0 and _may_win(t, seat)
    t.can_treasure = False
    ask_turn(t)


def _commit(t: Table, seat: i64, *, dice: bool) -> None:
    """A kong of the own turn stands: it counts, the treasure is judged, the replacement is drawn."""
    t.kongs += 1
    judge(t, seat)
    t.refresh(seat)
    _replace(t, seat, dice=dice)


# -- windows -----------------------------------------------------------------------------------------------------


def _unclaimed(t: Table) -> None:
    """The window has closed and nobody claims."""
    seat = t.turn
    if t.window == ON_DISCARD:
        judge(t, seat)
        if t.announced >= 0 and _look_at_once(t, BEFORE_NEXT):
            return
        _draw_due(t, (seat + 1) & 3)
    elif t.window == ON_ADDED:
        dice = t.proposal >> 6 == WORD_ADDED_DICE
        lay_added(t, seat, t.tile)
        t.note(events.KONG, seat, t.tile, ADDED_KONG, seat, 1 if dice else 0)
        _commit(t, seat, dice=dice)
    elif t.window == ON_ADDITION:
        parts = add_parts(t.proposal & 63)
        lay_addition(t, seat, parts >> 3, parts & 7)
        t.note(events.ADDITION, seat, parts >> 3, t.tile, 0, 0)
        _commit(t, seat, dice=False)
    else:
        _exhaust(t)


def _look_at_once(t: Table, before: i64) -> bool:
    """`treasure_reveal` = at_once: the look follows the window of the declaring discard (CC-26)."""
    seat = t.announced
    t.announced = -1
    if not t.rules.look_at_once or tiles_to_draw(t) <= 0:
        return False
    return _looks(t, seat, before)


def _answer_window(t: Table, seat: i64, bit: i64) -> None:
    answer(t, seat, bit)
    best = best_claim(t)
    if best < 0:
        return
    t.pending = 0
    if best == 4:
        _unclaimed(t)
    elif rank_of(BIT[i64(t.small[ANSWER + best])]) == 3:
        winners: i64 = 0
        who: i64 = 0
        while who < 4:
            given = i64(t.small[ANSWER + who])
            if given != NO_ANSWER and rank_of(BIT[given]) == 3 and (t.rules.several_winners or who == best):
                winners |= BIT[who]
            who += 1
        if t.window == ON_ADDED or t.window == ON_ADDITION:
            t.note(events.ROBBED, t.turn, t.tile, 0, 0, 0)
            t.remove(t.turn, t.tile)
            _win(t, winners, WON_ROBBED, t.turn)
        else:
            _win(t, winners, WON_DISCARD, t.turn)
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
    _begin_turn(t, seat)
    if bit == KONG or bit == DICE_KONG:
        lay_melded(t, seat, tile, source)
        t.note(events.KONG, seat, tile, MELDED_KONG, source, 1 if bit == DICE_KONG else 0)
        t.kongs += 1
        t.began_with_draw = True
        t.refresh(seat)
        judge(t, seat)
        if bit == DICE_KONG:
            _replace(t, seat, dice=True)
        elif t.announced < 0 or not _look_at_once(t, BEFORE_CLAIMED_KONG):
            _look_and_replace(t, seat)
        return
    if bit == CLAIM_PUNG:
        t.remove(seat, tile)
        t.remove(seat, tile)
        t.add_meld(seat, PUNG, tile, source)
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
        t.add_meld(seat, CHOW, low, source)
        t.note(events.CHOW, seat, tile, low, source, 0)
    judge(t, seat)
    if t.announced >= 0 and _look_at_once(t, BEFORE_CLAIMED_TURN):
        return
    ask_turn(t)


# -- the last tiles ----------------------------------------------------------------------------------------------


def _share(t: Table) -> None:
    """The last tiles are taken one each from the seat due on, to win or to keep (BC-25, CC-35 final_four)."""
    while t.share_left > 0:
        seat = t.due
        if _looks(t, seat, BEFORE_SHARE):
            return
        _begin_turn(t, seat)
        _take(t, seat, t.front(), events.LAST_TILES)
        t.share_left -= 1
        t.due = (seat + 1) & 3
        if t.win_open:
            _ask(t, SHARE, seat, BIT[PASS] | BIT[WIN])
            return
    _exhaust(t)


def _answer_share(t: Table, seat: i64, bit: i64) -> None:
    if bit == WIN:
        t.treasure_won = t.can_treasure
        _win(t, BIT[seat], WON_DRAWN, -1)
    else:
        _share(t)


def _answer_sea_offer(t: Table, seat: i64, bit: i64) -> None:
    t.note(events.SEA_OFFER, seat, 1 if bit == TAKE else 0, 0, 0, 0)
    if bit == PASS:
        t.due = (seat + 1) & 3
        if t.due == t.sea_first:
            _exhaust(t)
        else:
            _ask(t, SEA_OFFER, t.due, BIT[PASS] | BIT[TAKE])
        return
    t.sea_taker = seat
    t.turn = seat
    place = t.front()
    t.tile = t.take(place)
    t.tile2 = NONE
    _unbar(t, seat)
    t.window = ON_SEA
    t.moment = True
    t.note(events.DRAW, seat, t.tile, events.SEA, place, 0)
    if t.moment_waits(seat) & BIT[t.tile]:
        _ask(t, SEA_TAKEN, seat, BIT[PASS] | BIT[WIN])
    else:
        _turn_up_sea(t)


def _turn_up_sea(t: Table) -> None:
    t.small[VISIBLE + t.tile] += 1
    t.note(events.SEA_TURNED, t.turn, t.tile, 0, 0, 0)
    if not ask_window(t):
        _exhaust(t)


# -- the end -----------------------------------------------------------------------------------------------------


def _win(t: Table, winners: i64, how: i64, payer: i64) -> None:
    t.winners = winners
    t.won_by = u8(how)
    t.payer = payer
    if how == WON_DRAWN:
        t.tile = t.drawn
    n: i64 = 1
    while n < 5:
        seat = (t.turn + n) & 3
        if winners >> seat & 1:
            t.note(events.WIN, seat, t.tile, how, 7 if payer < 0 else payer, won_tiles(t, seat))
        n += 1
    _finish(t)


def won_tiles(t: Table, seat: i64) -> i64:
    """Which of two tiles a winner took: 1 the first (or only), 2 the second, 3 both."""
    if t.won_by != WON_TURNED and t.won_by != WON_DISCARD:
        return 1
    given = i64(t.small[ANSWER + seat])
    return 2 if given == WIN_SECOND else 3 if given == WIN_BOTH else 1


def _finish(t: Table) -> None:
    _draw_birds(t)
    t.asks = OVER
    t.pending = 0
    clear_legal(t)
    t.note(events.END, t.dealer, 0, 0, 0, 0)


def _draw_birds(t: Table) -> None:
    """CS-38, CS-41, CS-33: the next wall tiles; on a sea-bottom win that tile; with nothing left the winning tile."""
    last = t.tile2 if t.won_by == WON_TURNED and won_tiles(t, t.turn) == 2 else t.tile
    sea = t.sea_taker >= 0
    n: i64 = 0
    while n < t.rules.birds:
        if not sea and t.left:
            last = t.take(t.front())
        t.small[BIRDS + n] = u8(last)
        t.note(events.BIRD, t.dealer, last, 0, 0, 0)
        n += 1


def _exhaust(t: Table) -> None:
    t.exhausted = True
    t.asks = OVER
    t.pending = 0
    clear_legal(t)
    t.note(events.EXHAUSTED, t.dealer, 0, 0, 0, 0)
    t.note(events.END, t.dealer, 0, 0, 0, 0)


# -- answering ---------------------------------------------------------------------------------------------------


def act(t: Table, seat: i64, action: i64) -> None:
    """Carries out a legal answer of a seat that is asked. Whether it is legal must be known: see ``is_legal``."""
    asks = t.asks
    if asks == TURN:
        _act_turn(t, action)
    elif asks == WINDOW:
        _answer_window(t, seat, action)
    elif asks == OPENING:
        _answer_opening(t, seat, action)
    elif asks == LOOK:
        _answer_look(t, seat, action)
    elif asks == SHARE:
        _answer_share(t, seat, action)
    elif asks == SEA_OFFER:
        _answer_sea_offer(t, seat, action)
    elif asks == SEA_TAKEN:
        if action == WIN:
            t.small[ANSWER + seat] = WIN
            _win(t, BIT[seat], WON_TURNED, -1)
        else:
            _turn_up_sea(t)
    elif asks == DICE_TILES:
        _answer_dice_tiles(t, seat, action)


def is_legal(t: Table, seat: i64, action: i64) -> bool:
    """Whether the seat is asked and may answer so."""
    if not 0 <= seat < 4 or not 0 <= action < 512 or not t.pending >> seat & 1:
        return False
    bit = action & 63
    if bit > 61:
        return False
    if t.asks == WINDOW or t.asks == OPENING:
        return action < 64 and (t.big[LEGAL + seat] >> bit) & 1 != 0
    return (t.big[LEGAL + (action >> 6)] >> bit) & 1 != 0
