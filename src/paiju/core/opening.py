"""Opening wins: patterns of the dealt tiles, asked before the dealer's first discard (CS-2 to CS-9)."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core.rules import FOUR_OF_A_KIND, LACKS_A_SUIT, NO_258, OPENING_OFF, TWO_TRIPLETS
from paiju.core.table import HELD, Table
from paiju.core.tiles import BAMBOO, BIT, CHARACTERS, DOTS, KINDS, TWO_FIVE_EIGHT, count_bits


def patterns(g0: i64, g2: i64, g3: i64, switches: i64) -> i64:
    """The opening patterns among the switched-on ones, of a hand given by its masks of kinds held at least 1, 3 and 4 times."""
    found: i64 = 0
    if g3:
        found |= FOUR_OF_A_KIND
    if not g0 & TWO_FIVE_EIGHT:
        found |= NO_258
    if not g0 & CHARACTERS or not g0 & DOTS or not g0 & BAMBOO:
        found |= LACKS_A_SUIT
    if count_bits(g2 & ~g3) >= 2:  # a quad is no triplet (CS-6)
        found |= TWO_TRIPLETS
    return found & switches


def patterns_in(counts: vec[u8], switches: i64) -> i64:
    """The same of a hand given by its 34 counts."""
    once: i64 = 0
    thrice: i64 = 0
    four: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if counts[kind] >= 1:
            once |= BIT[kind]
        if counts[kind] >= 3:
            thrice |= BIT[kind]
        if counts[kind] >= 4:
            four |= BIT[kind]
        kind += 1
    return patterns(once, thrice, four, switches)


def seat_patterns(t: Table, seat: i64) -> i64:
    """The patterns the seat may show now."""
    if t.rules.opening == OPENING_OFF:
        return 0
    at = HELD + seat * 4
    return patterns(t.big[at], t.big[at + 2], t.big[at + 3], t.rules.opening_patterns)
