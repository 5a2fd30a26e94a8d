"""Special kongs: which may be declared or added to now, and what laying them does to the hand (CC-38 to CC-44, BC-19 to BC-22)."""

from mypy_extensions import i64

from paiju.core.actions import add_start, set_start
from paiju.core.rules import ANY_TURN, DEALT_TILES, KONG_KINDS, WINDS_KONG, special_kong_size
from paiju.core.table import HELD, VISIBLE, Table, dealt_to
from paiju.core.tiles import BIT, NONE, count_bits
from paiju.core.wallend import may_replace
from paiju.core.win import SPECIAL_KONG


def has_special(t: Table, seat: i64, kong: i64) -> bool:
    return t.find_meld(seat, SPECIAL_KONG + kong, NONE) >= 0


def _usable(t: Table, seat: i64, kind: i64) -> i64:
    """Copies of a kind that may be laid in a special kong now (`special_kong_window` = dealt: of each kind as many as were dealt)."""
    n = t.held(seat, kind)
    if t.rules.special_kong_window == DEALT_TILES:
        dealt = dealt_copies(t, seat, kind) - _laid_copies(t, seat, kind)
        if dealt < n:
            n = dealt
    return n if n > 0 else 0


def _laid_copies(t: Table, seat: i64, kind: i64) -> i64:
    """Copies of a kind in the seat's special kongs."""
    found: i64 = 0
    kong: i64 = 0
    while kong < 4:
        place: i64 = 0
        while place < 5:
            if t.special_tile(kong, place) == kind:
                found += t.special_copies(seat, kong, place)
            place += 1
        kong += 1
    return found


def dealt_copies(t: Table, seat: i64, kind: i64) -> i64:
    """How many tiles of a kind the seat was dealt (G-11); the wall remembers."""
    found: i64 = 0
    n: i64 = 0
    while n < 53:
        if dealt_to(t.dealer, n) == seat and t.wall_tile(n) == kind:
            found += 1
        n += 1
    return found


def may_declare_now(t: Table, seat: i64) -> bool:
    """CC-40: in the first turn, also one reached by a claim; else on own turns after a draw, where the rules say any turn."""
    if t.first_turn >> seat & 1:
        return True
    return t.rules.special_kong_window == ANY_TURN and t.drew


def sets_to_declare(t: Table, seat: i64) -> i64:
    """Word 7 bits of the special kongs the seat may declare now."""
    found: i64 = 0
    held = t.big[HELD + seat * 4]
    wild = t.rules.special_kong_wild
    wilds: i64 = 0
    if wild >= 0 and held & BIT[wild]:
        wilds = _usable(t, seat, wild)
    kong: i64 = 0
    while kong < 4:
        if t.rules.special_kongs >> kong & 1:
            size = special_kong_size(t.rules, kong)
            own = count_bits(held & KONG_KINDS[kong])
            if own + wilds >= size and not has_special(t, seat, kong) and (size < 4 or may_replace(t)):
                found |= _subsets(t, seat, kong, size, wilds)
        kong += 1
    return found


def _subsets(t: Table, seat: i64, kong: i64, size: i64, wilds: i64) -> i64:
    places: i64 = 4 if kong == WINDS_KONG else 3
    own: i64 = 0
    place: i64 = 0
    while place < places:
        if _usable(t, seat, t.special_tile(kong, place)):
            own |= BIT[place]
        place += 1
    wild = t.rules.special_kong_wild
    found: i64 = 0
    subset: i64 = 0
    while subset < BIT[places]:
        lay_wild = size - count_bits(subset)
        if not subset & ~own and 0 <= lay_wild <= wilds:
            # The wild tile itself may be one of the kong's kinds: laid as itself it is no longer wild.
            itself: i64 = 0
            place = 0
            while place < places:
                if subset & BIT[place] and t.special_tile(kong, place) == wild:
                    itself = 1
                place += 1
            # Of equal contents only the one that lays the wild tile as itself is offered.
            doubled = itself == 0 and lay_wild > 0 and KONG_KINDS[kong] & BIT[wild] != 0
            if lay_wild + itself <= wilds and not doubled:
                found |= BIT[set_start(kong) + subset]
        subset += 1
    return found


def adds_possible(t: Table, seat: i64) -> i64:
    """Word 7 bits of the tiles the seat may add to its special kongs now (CC-42, CC-43, BC-21)."""
    if not t.drew or (seat == t.dealer and not t.dealer_drew):
        return 0
    found: i64 = 0
    held = t.big[HELD + seat * 4]
    if t.declared >> seat & 1:
        held = BIT[t.drawn] if t.drawn != NONE else 0
    melds = t.melds(seat)
    n: i64 = 0
    while n < melds:
        kind = t.meld_kind(seat, n)
        if kind >= SPECIAL_KONG:
            kong = kind - SPECIAL_KONG
            own = False
            place: i64 = 0
            while place < 5:
                tile = t.special_tile(kong, place)
                if tile >= 0 and held & BIT[tile] and not (place == 4 and own):
                    found |= BIT[add_start(kong) + (place if place < 4 else (4 if kong == WINDS_KONG else 3))]
                    if tile == t.rules.special_kong_wild:
                        own = True
                place += 1
        n += 1
    return found if found and may_replace(t) else 0


def set_parts(bit: i64) -> i64:
    """kong * 16 + subset of a declaring bit of word 7."""
    if bit < 16:
        return bit
    kong = (bit - 8) >> 3
    return kong * 16 + bit - set_start(kong)


def add_parts(bit: i64) -> i64:
    """kong * 8 + place (4 = wild) of an adding bit of word 7."""
    kong: i64 = 0
    while kong < 3 and bit >= add_start(kong + 1):
        kong += 1
    place = bit - add_start(kong)
    if place == (4 if kong == WINDS_KONG else 3):
        place = 4
    return kong * 8 + place


def lay_set(t: Table, seat: i64, kong: i64, subset: i64) -> None:
    """Moves the tiles of a declared special kong from the hand to a meld."""
    wild = special_kong_size(t.rules, kong)
    place: i64 = 0
    while place < 4:
        if subset >> place & 1:
            lay_one(t, seat, kong, place)
            wild -= 1
        place += 1
    while wild > 0:
        lay_one(t, seat, kong, 4)
        wild -= 1
    t.add_meld(seat, SPECIAL_KONG + kong, NONE)


def lay_one(t: Table, seat: i64, kong: i64, place: i64) -> None:
    """Moves one tile from the hand to a place of a special kong."""
    tile = t.special_tile(kong, place)
    t.remove(seat, tile)
    t.lay_special(seat, kong, place)
    t.small[VISIBLE + tile] += 1


def forced(t: Table, seat: i64) -> bool:
    """BC-19: a surplus tile of an undeclared special kong leaves only the win and the declaration."""
    kong = t.rules.forced_special_kong
    kinds = KONG_KINDS[kong]
    if t.big[HELD + seat * 4] & kinds != kinds:
        return False
    if not t.began_with_draw or not may_declare_now(t, seat) or has_special(t, seat, kong):
        return False
    held: i64 = 0
    n: i64 = 0
    while n < 4:
        held += count_bits(t.big[HELD + seat * 4 + n] & kinds)
        n += 1
    return held > 3
