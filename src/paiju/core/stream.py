"""The stream of chance: one seeded generator for the shuffle and the dice (G-8).

sfc32 on masked 32-bit words, so the compiled and the interpreted build draw the same numbers. Not for secrets.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

_MASK: Final = 0xFFFFFFFF


def next_word(state: vec[i64], at: i64) -> i64:
    """The next 32-bit number of the generator whose four words lie in ``state`` from ``at`` on."""
    b = state[at + 1]
    c = state[at + 2]
    d = state[at + 3]
    t: i64 = (state[at] + b + d) & _MASK
    state[at + 3] = (d + 1) & _MASK
    state[at] = b ^ (b >> 9)
    state[at + 1] = (c + ((c << 3) & _MASK)) & _MASK
    state[at + 2] = ((((c << 21) & _MASK) | (c >> 11)) + t) & _MASK
    return t


def next_below(state: vec[i64], at: i64, n: i64) -> i64:
    """An even choice from 0 .. n-1, 1 <= n <= 2**16.

    The upper part of word * n; words that would favour some result are drawn again (Lemire's method, 2019).
    """
    product = next_word(state, at) * n
    if product & _MASK < n:
        refuse: i64 = (4294967296 - n) % n
        while product & _MASK < refuse:
            product = next_word(state, at) * n
    return product >> 32


@final
class Stream:
    """A stream of numbers fixed by ``seed`` (0 .. 2**62-1) and ``lane`` (say, the number of the hand in a match)."""

    def __init__(self, seed: i64, lane: i64) -> None:
        self.state: vec[i64] = vec[i64]([seed & _MASK, (seed >> 32) & _MASK, lane & _MASK, 1])
        for _ in range(15):
            next_word(self.state, 0)

    def word(self) -> i64:
        """The next 32-bit number."""
        return next_word(self.state, 0)

    def below(self, n: i64) -> i64:
        """An even choice from 0 .. n-1, 1 <= n <= 2**16."""
        return next_below(self.state, 0, n)

    def die(self) -> i64:
        """One die, 1-6."""
        return next_below(self.state, 0, 6) + 1

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
        s.state = self.state[:]
        return s
