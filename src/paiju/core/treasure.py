"""The treasure: rolled and looked at (CC-24 to CC-32), or fixed and hidden (BC-6, BC-7, BC-12)."""

from mypy_extensions import i64

from paiju.core.events import LOOK as LOOKED
from paiju.core.events import ROLL_TREASURE, TREASURE_BACK, TREASURE_OUT, TREASURE_SET
from paiju.core.rules import FIXED_HIDDEN, ROLLED
from paiju.core.table import GONE, VISIBLE, WAITS, WALL, Table
from paiju.core.tiles import BIT, count_bits, pick_bit


def dead(t: Table) -> bool:
    """Three copies of the treasure's kind are visible to all (CC-27)."""
    return t.small[VISIBLE + t.wall_tile(t.aside)] >= 3


def sees_treasure(t: Table, seat: i64) -> bool:
    """Whether the seat takes part in the treasure: declared, and not without 1, 9, honour (CC-12)."""
    return (t.declared & ~t.outside_treasure) >> seat & 1 != 0


def draws_treasure(t: Table, seat: i64, kind: i64) -> bool:
    """Whether a tile just drawn wins as the treasure (CC-32, BC-12)."""
    if t.aside < 0 or t.wall_tile(t.aside) != kind:
        return False
    if t.rules.treasure == ROLLED:
        return t.looked >> seat & 1 != 0
    return t.big[WAITS + seat] != 0


def set_aside_last(t: Table) -> None:
    """BC-6: the wall's last tile is the treasure."""
    t.aside = t.wall_size - 1
    t.note(TREASURE_SET, t.dealer, 0, t.aside, 0, 0)


# -- rolled ------------------------------------------------------------------------------------------------------


def _full_stack(t: Table, stack: i64) -> bool:
    """Neither tile drawn; the treasure aside counts as lying there (CC-24)."""
    return t.small[WALL + 2 * stack] < GONE and t.small[WALL + 2 * stack + 1] < GONE


def _places(t: Table) -> i64:
    """The stacks a die may name, as a mask of distances from the tail."""
    if t.lower:
        return t.dead_places
    found: i64 = 0
    n: i64 = 0
    stack = (t.wall_size >> 1) - 1
    far: i64 = 0
    while stack >= 0 and n < 6:
        if _full_stack(t, stack):
            found |= BIT[far]
            n += 1
        stack -= 1
        far += 1
    return found


def _named(t: Table, die: i64) -> i64:
    """How far from the tail the stack lies that a die names; -1 where it names none."""
    places = _places(t)
    return pick_bit(places, die - 1) if die <= count_bits(places) else -1


def roll(t: Table, seat: i64) -> None:
    """Rolls until a treasure lies aside, or none is left to roll for (CC-24, CC-29)."""
    if not t.lower and (count_bits(t.dead_places) >= 6 or not _places(t) & ~t.dead_places):
        t.lower = True
    while t.aside < 0 and (not t.lower or t.dead_places & ~t.dead_lower):
        die = t.die()
        far = _named(t, die)
        if far < 0:
            t.note(ROLL_TREASURE, seat, die, 0, 0, 1)
            continue
        lower: i64 = 1 if t.lower else 0
        place = t.wall_size - 2 - 2 * far + lower
        gone = t.small[WALL + place] >= GONE
        if gone:
            t.dead_lower |= BIT[far]
        refused = ((t.dead_lower if t.lower else t.dead_places) >> far) & 1
        t.note(ROLL_TREASURE, seat, die, far, lower, refused)
        if not refused:
            t.aside = place
            t.looked = 0


def _put_back(t: Table, seat: i64) -> None:
    """The dead treasure returns to its place, which is not used again (CC-26, CC-27)."""
    far = (t.wall_size - 1 - t.aside) >> 1
    if t.lower:
        t.dead_lower |= BIT[far]
    else:
        t.dead_places |= BIT[far]
    if t.aside < t.head:
        t.head = t.aside
    t.aside = -1
    t.looked = 0
    t.note(TREASURE_BACK, seat, 0, 0, 0, 0)


def look(t: Table, seat: i64) -> bool:
    """The seat looks, rolling if there is no treasure; True when it may win by a matched treasure (CC-31).

    A tile already dead is rolled past at once, unless it matches.
    """
    while True:
        if t.aside < 0:
            roll(t, seat)
            if t.aside < 0:
                return False
        kind = t.wall_tile(t.aside)
        t.looked |= BIT[seat]
        t.ever_looked |= BIT[seat]
        t.note(LOOKED, seat, kind, 0, 0, 0)
        if t.big[WAITS + seat] & BIT[kind]:
            return True
        if not dead(t):
            return False
        _put_back(t, seat)


def after_passed_match(t: Table, seat: i64) -> bool:
    """What follows a passed match: a dead tile is rolled past and the seat looks again (CC-24)."""
    if not dead(t):
        return False
    _put_back(t, seat)
    return look(t, seat)


def judge(t: Table, acted: i64) -> None:
    """After a window has closed or a kong is committed: a dead treasure is changed (CC-27, BC-7)."""
    if t.aside < 0:
        return
    if t.rules.treasure == ROLLED:
        if t.looked and dead(t):
            _put_back(t, acted)
            seat = (acted + 1) & 3
            while not sees_treasure(t, seat):
                seat = (seat + 1) & 3
            roll(t, seat)
    elif t.rules.treasure == FIXED_HIDDEN and t.rules.treasure_changes:
        while t.aside >= 0 and dead(t):
            place = t.aside
            t.aside = -1
            t.note(TREASURE_OUT, acted, t.take(place), 0, 0, 0)
            place = t.wall_size - 1
            while place >= 0 and t.small[WALL + place] >= GONE:
                place -= 1
            if place >= 0:
                t.aside = place
                t.note(TREASURE_SET, acted, 0, place, 0, 0)
