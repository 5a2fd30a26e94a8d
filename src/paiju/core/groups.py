"""What a group of tiles (a suit, or the honours) is worth as sets, by its base-5 number.

A group's number is the sum of ``POWER[kind]`` over its tiles. Entries are worked out when first asked for and kept, so
nothing is built at import and both builds share the code. Knows nothing of melds, conditions or games.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.core.tiles import POWER

SETS: Final = 1  # all tiles make sets
PUNG: Final = 2  # ... in some way with a pung
ALL_PUNGS: Final = 4  # ... in some way with pungs only (the set of dragons is allowed among them, BC-16)
PAIR: Final = 8  # all tiles make sets and one pair
_UNKNOWN: Final = 128

_ONE_STEP: Final = 64  # `near`: the distances up to one tile are known
_TWO_STEPS: Final = 128  # ... up to two


@final
class Groups:
    """The table for one kind of group: ``size`` kinds, with or without chows, with or without the set of dragons."""

    def __init__(self, *, size: i64, chows: bool, dragons: bool) -> None:
        self.size: Final[i64] = size
        self.chows: Final[bool] = chows
        self.dragons: Final[bool] = dragons
        entries: i64 = 1953125 if size == 9 else 78125
        self.table: Final[vec[u8]] = vec[u8]([_UNKNOWN] * entries)
        self.near_table: vec[u8] = vec[u8]()

    def flags(self, number: i64) -> i64:
        """SETS, PUNG, ALL_PUNGS, PAIR of a group."""
        found: i64 = i64(self.table[number])
        if found == _UNKNOWN:
            found = self._work_out(number)
            self.table[number] = u8(found)
        return found

    def _work_out(self, number: i64) -> i64:
        if number == 0:
            return SETS | ALL_PUNGS
        found = self._sets(number)
        for i in range(self.size):
            if (number // POWER[i]) % 5 >= 2 and self.flags(number - 2 * POWER[i]) & SETS:
                found |= PAIR
        return found

    def _sets(self, number: i64) -> i64:
        at: i64 = 0
        while number % (POWER[at] * 5) == 0:
            at += 1
        found: i64 = 0
        if (number // POWER[at]) % 5 >= 3:
            rest = self.flags(number - 3 * POWER[at])
            if rest & SETS:
                found |= SETS | PUNG | rest & ALL_PUNGS
        if self.chows and at <= 6 and self._has(number, at + 1) and self._has(number, at + 2):
            rest = self.flags(number - POWER[at] - POWER[at + 1] - POWER[at + 2])
            if rest & SETS:
                found |= SETS | rest & PUNG
        if self.dragons and at == 4 and self._has(number, 5) and self._has(number, 6):
            rest = self.flags(number - POWER[4] - POWER[5] - POWER[6])
            if rest & SETS:
                found |= SETS | rest & (PUNG | ALL_PUNGS)
        return found

    def _has(self, number: i64, at: i64) -> bool:
        return (number // POWER[at]) % 5 > 0

    def near(self, number: i64) -> i64:
        """Fewest tiles to add or take away until the group is all sets (bits 0-1) or sets and a pair (bits 2-3), at most 3.

        A bound for quick refusals: a hand whose groups sum to more than two cannot be one exchange from complete.
        """
        if len(self.near_table) == 0:
            self.near_table = vec[u8]([0] * len(self.table))
        found = i64(self.near_table[number])
        if not found & _TWO_STEPS:
            found = self._look_around(number, _TWO_STEPS)
            self.near_table[number] = u8(found)
        return found & 15

    def _one_step(self, number: i64) -> i64:
        found = i64(self.near_table[number])
        if not found & (_ONE_STEP | _TWO_STEPS):
            found = self._look_around(number, _ONE_STEP)
            self.near_table[number] = u8(found)
        return found & 15

    def _look_around(self, number: i64, depth: i64) -> i64:
        flags = self.flags(number)
        sets: i64 = 0 if flags & SETS else 3
        pair: i64 = 0 if flags & PAIR else 3
        for i in range(self.size):
            digit: i64 = (number // POWER[i]) % 5
            for step in range(2):
                if step == 0:
                    if digit == 4:
                        continue
                    other: i64 = number + POWER[i]
                else:
                    if digit == 0:
                        continue
                    other = number - POWER[i]
                if depth == _ONE_STEP:
                    flags = self.flags(other)
                    if flags & SETS and sets > 1:
                        sets = 1
                    if flags & PAIR and pair > 1:
                        pair = 1
                else:
                    close = self._one_step(other)
                    if (close & 3) + 1 < sets:
                        sets = (close & 3) + 1
                    if (close >> 2) + 1 < pair:
                        pair = (close >> 2) + 1
        return sets | pair << 2 | depth


SUIT: Final = Groups(size=9, chows=True, dragons=False)
HONOUR: Final = Groups(size=7, chows=False, dragons=False)
DRAGON_SET: Final = Groups(size=7, chows=False, dragons=True)
