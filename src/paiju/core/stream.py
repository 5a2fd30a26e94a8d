"""The stream of chance: one seeded generator for the shuffle and the dice (G-8).

sfc32 on masked 32-bit words, so the compiled and the interpreted build draw the same numbers. Not for secrets.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

_MASK: Final = 0xFFFFFFFF


@final
class Stream:
    """A stream of numbers fixed by ``seed`` (0 .. 2**62-1) and ``lane`` (say, the number of the hand in a match)."""

    def __init__(self, seed: i64, lane: i64) -> None:
        self.a: i64 = seed & _MASK
        self.b: i64 = (seed >> 32) & _MASK
        self.c: i64 = lane & _MASK
        self.d: i64 = 1
        for _ in range(15):
            self.word()

    def word(self) -> i64:
        """The next 32-bit number."""
        t: i64 = (self.a + self.b + self.d) & _MASK
        self.d = (self.d + 1) & _MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + ((self.c << 3) & _MASK)) & _MASK
        c: i64 = ((self.c << 21) & _MASK) | (self.c >> 11)
        self.c = (c + t) & _MASK
        return t

    def below(self, n: i64) -> i64:
        """An even choice from 0 .. n-1, 1 <= n <= 2**16; numbers that would favour some result are drawn again."""
        limit: i64 = 4294967296 - 4294967296 % n
        w = self.word()
        while w >= limit:
            w = self.word()
        return w % n

    def die(self) -> i64:
        """One die, 1-6."""
        return self.below(6) + 1

    def shuffle(self, tiles: vec[u8]) -> None:
        """Fisher-Yates in place."""
        i: i64 = len(tiles) - 1
        while i > 0:
            j = self.below(i + 1)
            t = tiles[i]
            tiles[i] = tiles[j]
            tiles[j] = t
            i -= 1

    def copy(self) -> "Stream":
        """A stream that will give the same numbers."""
        s = Stream(0, 0)
        s.a = self.a
        s.b = self.b
        s.c = self.c
        s.d = self.d
        return s
