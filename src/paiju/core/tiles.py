"""The 34 kinds of tiles as small integers, and the constant tables every other module indexes by them.

Knows numbers only: 0-8 characters (m), 9-17 dots (p), 18-26 bamboo (s), 27-30 winds E S W N (1z-4z),
31-33 dragons white, green, red (5z-7z). Names and text forms live in ``notation``.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

KINDS: Final = 34
NONE: Final = 63  # "no tile" where a kind is expected; fits six bits
NUMBERED: Final = 27  # kinds below this belong to a suit

BAMBOO_ONE: Final = 18
WHITE: Final = 31
GREEN: Final = 32
RED: Final = 33

ALL_KINDS: Final = (1 << 34) - 1
SUITED_KINDS: Final = (1 << 27) - 1
CHARACTERS: Final = 0x1FF
DOTS: Final = 0x1FF << 9
BAMBOO: Final = 0x1FF << 18
HONOURS: Final = 0x7F << 27
WINDS: Final = 0xF << 27
DRAGONS: Final = 0x7 << 31
ONES: Final = 1 | 1 << 9 | 1 << 18
NINES: Final = 1 << 8 | 1 << 17 | 1 << 26
TERMINALS_AND_HONOURS: Final = ONES | NINES | HONOURS
TWO_FIVE_EIGHT: Final = 0x92 | 0x92 << 9 | 0x92 << 18

# 5**position of a kind inside its group (a suit, or the honours): a group of a hand is one base-5 number.
POWER: Final = vec[i64]([5**i for i in range(9)] + [5**i for i in range(9)] + [5**i for i in range(9)] + [5**i for i in range(7)])
# Two groups share a 64-bit word: the second of them 21 bits up (5**9 < 2**21).
PAIR_SHIFT: Final = 21
LOW_GROUP: Final = 0x1FFFFF
PACKED_POWER: Final = vec[i64](
    [5**i for i in range(9)] + [5**i * 2097152 for i in range(9)] + [5**i for i in range(9)] + [5**i * 2097152 for i in range(7)]
)
GROUP: Final = vec[u8]([0] * 9 + [1] * 9 + [2] * 9 + [3] * 7)
KINDS_OF: Final = vec[i64]([CHARACTERS, DOTS, BAMBOO, HONOURS])  # by group
RANK: Final = vec[u8](list(range(9)) + list(range(9)) + list(range(9)) + list(range(7)))
BIT: Final = vec[i64]([2**i for i in range(62)])
# The position of the lowest set bit is LOWEST[(m & -m) % 67], for masks below 2**62 (2 is a primitive root of 67).
LOWEST: Final = vec[u8]([0] * 67)


def _fill_lowest() -> None:
    for i in range(62):
        LOWEST[(2**i) % 67] = u8(i)


_fill_lowest()


def lowest(mask: i64) -> i64:
    """Position of the lowest set bit of a non-zero mask below 2**62."""
    return i64(LOWEST[(mask & -mask) % 67])


def count_bits(mask: i64) -> i64:
    """Number of set bits of a mask below 2**60."""
    mask -= (mask >> 1) & 0x555555555555555
    mask = (mask & 0x333333333333333) + ((mask >> 2) & 0x333333333333333)
    mask = (mask + (mask >> 4)) & 0xF0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    return (mask + (mask >> 32)) & 127


def pick_bit(mask: i64, n: i64) -> i64:
    """Position of the n-th (from 0) set bit, counted from the lowest."""
    while n:
        mask &= mask - 1
        n -= 1
    return lowest(mask)
