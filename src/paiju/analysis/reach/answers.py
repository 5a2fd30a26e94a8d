"""What groups of tiles lack to so many sets, with or without a pair: the numbers, and what two groups lack together.

An answer is four words, one for each of four wishes (none, WISH_KIND, WISH_PUNG, both). A word has ten places of six bits: place m is the number of
tiles lacking to m sets, place 5 + m that to m sets and the pair; NEVER where there is no way. Behind them lie the four words with their places in
reverse, so that what goes with a place of another answer lies over it. Like answers are kept once, under one number. Knows no tiles.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

NEVER: Final = 15  # no way: more than a hand can lack
WISH_KIND: Final = 1  # a tile of the kinds wished for is among them
WISH_PUNG: Final = 2  # ... a pung, or a pair that stands for one
WORDS: Final = 8  # of an answer
PAIRED: Final = 30  # where the places with the pair begin

EACH: Final = 0x041041041041041  # 1 in each of the ten places
NOTHING: Final = 0x3CF3CF3CF3CF3CF  # NEVER
UNPAIRED: Final = 0xF3CF3CF  # NEVER in the first five
HIGH: Final = 0x820820820820820  # 32: no number is so high, nor two of them together
# By a number of sets: the places that are none too many with these besides, NEVER where there are fewer sets, and NEVER where there are more.
KEPT: Final = vec[i64]([sum(31 * 64**place for place in range(10) if place % 5 + sets < 5) for sets in range(5)])
FEWER: Final = vec[i64]([sum(15 * 64**place for place in range(10) if place % 5 < sets) for sets in range(5)])
_MORE: Final = vec[i64]([sum(15 * 64**place for place in range(10) if place % 5 > sets) for sets in range(5)])
_LOW: Final = 0x1F7DF7DF  # the five places without the pair
_SLOTS: Final = 65536
_WIDE: Final = 0x800000  # more words than there ever are


def lesser(x: i64, y: i64) -> i64:
    """The smaller of each two numbers."""
    less = (x | HIGH) - y
    high = less & HIGH
    return x - (less & (high - (high >> 5)))


def _least(word: i64) -> i64:
    """The smallest of the ten, at most NEVER."""
    word = (lesser(word, word >> PAIRED) & _LOW) | (NOTHING - UNPAIRED)
    word = lesser(word, word >> 12)
    word = lesser(word, word >> 6)
    best = word & 31
    other = (word >> 6) & 31
    if other < best:
        best = other
    if best > NEVER:
        return NEVER
    return best


def _together(x: i64, y: i64) -> i64:
    """What two groups lack by the sets they make together, with the pair in either."""
    out: i64 = NOTHING
    if x == NOTHING or y == NOTHING:
        return out
    unpaired = ((y & _LOW) << PAIRED) | UNPAIRED
    sets: i64 = 0
    while sets < 5:
        own = (x >> (6 * sets)) & 31
        if own < NEVER:
            out = lesser(out, (((y & KEPT[sets]) << (6 * sets)) | FEWER[sets]) + own * EACH)
        own = (x >> (6 * sets + PAIRED)) & 31
        if own < NEVER:
            out = lesser(out, (((unpaired & KEPT[sets]) << (6 * sets)) | FEWER[sets]) + own * EACH)
        sets += 1
    return out


def _reverse(word: i64) -> i64:
    out: i64 = 0
    n: i64 = 0
    while n < 10:
        out = (out << 6) | (word & 63)
        word >>= 6
        n += 1
    return out


@final
class Answers:
    """Answers by number: the place of their first word."""

    def __init__(self) -> None:
        self.words: vec[i64] = vec[i64]()
        self._barred: vec[i64] = vec[i64]()
        self._at: vec[i64] = vec[i64]([-1] * 1024)  # the number of an answer, in the first free slot from its hash on; never half full
        self._last: Final[vec[i64]] = vec[i64]([-1] * (2 * _SLOTS))  # in each slot, twice: which two were put together last, and their answer

    def keep(self, plain: i64, kind: i64, pung: i64, both: i64) -> i64:
        """The number of an answer."""
        words = self.words
        slots = len(self._at) - 1
        slot = _mixed(plain, kind, pung, both) & slots
        at = self._at[slot]
        while at >= 0:
            if words[at] == plain and words[at + 1] == kind and words[at + 2] == pung and words[at + 3] == both:
                return at
            slot = (slot + 1) & slots
            at = self._at[slot]
        at = len(words)
        words = append(words, plain)
        words = append(words, kind)
        words = append(words, pung)
        words = append(words, both)
        words = append(words, _reverse(plain))
        words = append(words, _reverse(kind))
        words = append(words, _reverse(pung))
        words = append(words, _reverse(both))
        self.words = words
        self._barred = append(self._barred, -1)
        self._at[slot] = at
        if at * 2 > slots * WORDS:
            self._widen()
        return at

    def _widen(self) -> None:
        words = self.words
        slots: i64 = len(self._at) * 4 - 1
        found = vec[i64]([-1] * (len(self._at) * 4))
        at: i64 = 0
        while at < len(words):
            slot = _mixed(words[at], words[at + 1], words[at + 2], words[at + 3]) & slots
            while found[slot] >= 0:
                slot = (slot + 1) & slots
            found[slot] = at
            at += WORDS
        self._at = found

    def barred(self, at: i64) -> i64:
        """The answer of a group that may not stay empty."""
        found = self._barred[at // WORDS]
        if found < 0:
            words = self.words
            found = self.keep(words[at] | NEVER, words[at + 1] | NEVER, words[at + 2] | NEVER, words[at + 3] | NEVER)
            self._barred[at // WORDS] = found
        return found

    def both(self, x: i64, y: i64) -> i64:
        """The answer of two groups together."""
        if x > y:
            x, y = y, x
        key = (x << 17) + (y >> 3)
        slot = 2 * (((x * 0x9E3779B1 + y * 0x85EBCA77) >> 20) & (_SLOTS - 1))
        last = self._last
        kept = last[slot]
        if kept >> 20 == key:
            return (kept & 0xFFFFF) << 3
        other = last[slot + 1]
        if other >> 20 == key:
            return (other & 0xFFFFF) << 3
        found = self._put_together(x, y)
        if len(self.words) < _WIDE:
            last[slot + 1] = kept
            last[slot] = (key << 20) + (found >> 3)
        return found

    def _put_together(self, x: i64, y: i64) -> i64:
        """Each wish is fulfilled by the one, by the other, or in parts by both."""
        return self.keep(self._wishing(x, y, 0), self._wishing(x, y, 1), self._wishing(x, y, 2), self._wishing(x, y, 3))

    def _wishing(self, x: i64, y: i64, wish: i64) -> i64:
        words = self.words
        out = _together(words[x], words[y + wish])
        own: i64 = 1
        while own <= wish:
            if own & ~wish == 0:
                out = lesser(out, _together(words[x + own], words[y + (wish ^ own)]))
            own += 1
        return out

    def lacking(self, x: i64, y: i64, sets: i64, wish: i64) -> i64:
        """How many tiles two groups lack to so many sets and a pair with a wish fulfilled."""
        words = self.words
        shift = 24 - 6 * sets
        more = _MORE[sets]
        best = words[x] + ((words[y + 4 + wish] >> shift) | more)
        own: i64 = 1
        while own <= wish:
            if own & ~wish == 0:
                best = lesser(best, words[x + own] + ((words[y + 4 + (wish ^ own)] >> shift) | more))
            own += 1
        return _least(best)

    def lack_less(self, x: i64, y: i64, sets: i64, wish: i64, limit: i64) -> bool:
        """Whether these are fewer than a limit of at most NEVER."""
        words = self.words
        shift = 24 - 6 * sets
        more = _MORE[sets]
        limits = limit * EACH - HIGH
        high = words[x] + ((words[y + 4 + wish] >> shift) | more) - limits
        own: i64 = 1
        while own <= wish:
            if own & ~wish == 0:
                high &= words[x + own] + ((words[y + 4 + (wish ^ own)] >> shift) | more) - limits
            own += 1
        return high & HIGH != HIGH


def _mixed(a: i64, b: i64, c: i64, d: i64) -> i64:
    """A hash of four words."""
    n = (a ^ (a >> 31)) & 0x7FFFFFFF
    n = (n * 0x2545F491 + (b ^ (b >> 29))) & 0x7FFFFFFF
    n = (n * 0x2545F491 + (c ^ (c >> 30))) & 0x7FFFFFFF
    n = (n * 0x2545F491 + (d ^ (d >> 28))) & 0x7FFFFFFF
    n = (n * 0x2545F491) & 0xFFFFFFFFFFFFFFF
    return n >> 24
