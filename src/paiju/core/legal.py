"""The legal actions of a seat, by index: one number for every action with its tiles, the same in and out of a window.

An index below 512 is the action's number. A claim's number does not say which tile it claims; its index does:
512 + bit * 34 + kind. So an index kept too long is seen to be stale.
"""

from typing import Final

from mypy_extensions import i64

from paiju.core.actions import (
    CHOW_HIGH_SECOND,
    PUNG,
    PUNG_SECOND,
    TAKE,
)
from paiju.core.table import LEGAL, OPENING, WINDOW, Table
from paiju.core.tiles import count_bits, lowest

CLAIMS: Final = 512
INDEXES: Final = 512 + 18 * 34


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


def claimed_tile(t: Table, bit: i64) -> i64:
    """The tile a claim bit of the present window is about."""
    return t.tile2 if bit >= PUNG_SECOND else t.tile


def legal_count(t: Table, seat: i64) -> i64:
    """How many actions the seat may choose from; 0 when it is not asked."""
    if not 0 <= seat < 4 or not t.pending >> seat & 1:
        return 0
    if t.asks == WINDOW or t.asks == OPENING:
        return count_bits(t.big[LEGAL + seat])
    total: i64 = 0
    word: i64 = 0
    while word < 8:
        total += count_bits(t.big[LEGAL + word])
        word += 1
    return total


def legal_actions(t: Table, seat: i64, book: list[object]) -> list[object]:
    """What ``book`` holds for each legal action of the seat, by index, in ascending order of number."""
    found: list[object] = []
    if not 0 <= seat < 4 or not t.pending >> seat & 1:
        return found
    if t.asks == WINDOW or t.asks == OPENING:
        mask = t.big[LEGAL + seat]
        while mask:
            bit = lowest(mask)
            mask &= mask - 1
            if bit < PUNG or bit == TAKE:
                found.append(book[bit])
            else:
                found.append(book[CLAIMS + bit * 34 + claimed_tile(t, bit)])
        return found
    word: i64 = 0
    while word < 8:
        mask = t.big[LEGAL + word]
        while mask:
            found.append(book[word * 64 + lowest(mask)])
            mask &= mask - 1
        word += 1
    return found


def number_at(t: Table, seat: i64, index: i64) -> i64:
    """The number of the action at an index if the seat may do it now, else -1."""
    number = index
    if index >= CLAIMS:
        number = (index - CLAIMS) // 34
        if index >= INDEXES or number < PUNG or number > CHOW_HIGH_SECOND or t.asks != WINDOW or claimed_tile(t, number) != (index - CLAIMS) % 34:
            return -1
    elif number >= PUNG and number < TAKE:
        return -1
    return number if is_legal(t, seat, number) else -1
