"""Counting what can happen: how many sequences of legal answers of a given length lead on from a table.

The number proves move generation and bookkeeping together, as perft does for chess: two programs that agree on it agree on every
question on the way. In a window each seat's answer is a step, asked in the order of the seats. Knows no notation.
"""

from mypy_extensions import i64

from paiju.core.legal import legal_count
from paiju.core.play import act
from paiju.core.table import LEGAL, OPENING, OVER, WINDOW, Table
from paiju.core.tiles import BIT, lowest


def count(t: Table, depth: i64) -> i64:
    """Sequences of exactly ``depth`` answers; a hand that ends earlier adds none. The table is not changed."""
    root = t.clone()
    root.logging = False
    return _count(root, depth)


def _count(t: Table, depth: i64) -> i64:
    if depth <= 0:
        return 1
    if t.asks == OVER:
        return 0
    seat = lowest(t.pending)
    if depth == 1:
        return legal_count(t, seat)
    window = t.asks == WINDOW or t.asks == OPENING
    first: i64 = seat if window else 0
    last: i64 = first + 1 if window else 8
    total: i64 = 0
    word = first
    while word < last:
        mask = t.big[LEGAL + word]
        while mask:
            bit = lowest(mask)
            mask ^= BIT[bit]
            after = t.clone()
            act(after, seat, bit if window else word * 64 + bit)
            total += _count(after, depth - 1)
        word += 1
    return total
