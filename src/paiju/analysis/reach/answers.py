"""What groups of tiles lack to so many sets, with or without a pair: the numbers, and what two groups lack together.

An answer is eight words, for each of four wishes (none, WISH_KIND, WISH_PUNG, both) one without and one with the pair. Byte m of a word is the number
of tiles lacking to m sets, NEVER where there is no way. Like answers are kept once, under one number. Knows no tiles.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

NEVER: Final = 63  # no way; in a byte
WISH_KIND: Final = 1  # a tile of the kinds wished for is among them
WISH_PUNG: Final = 2  # ... a pung, or a pair that stands for one
WORDS: Final = 8  # of an answer; the place of one is 2 * wish + (1 with the pair)

NOTHING: Final = 0x3F3F3F3F3F  # NEVER in each of the five bytes
BYTES: Final = 0xFFFFFFFFFF
EACH: Final = 0x0101010101
BELOW: Final = vec[i64]([0, 0x3F, 0x3F3F, 0x3F3F3F, 0x3F3F3F3F])  # NEVER for fewer sets than that
_HIGH: Final = 0x8080808080
_LOW: Final = 0x7F7F7F7F7F
_SLOTS: Final = 65536
_WIDE: Final = 0x4000000  # more words than there ever are


def lesser(x: i64, y: i64) -> i64:
    """The smaller of each two bytes."""
    less = ((x | _HIGH) - y) & _HIGH
    less -= less >> 7  # 127 where y is
    return (y & less) | (x & (less ^ _LOW))


def _add(x: i64, y: i64) -> i64:
    """What two groups lack together, by the sets they make together."""
    out: i64 = NOTHING
    n: i64 = 0
    while n < 5:
        own = (x >> (8 * n)) & 255
        if own < NEVER:
            out = lesser(out, (((y << (8 * n)) & BYTES) | BELOW[n]) + own * EACH)
        n += 1
    return out


def _least(x: i64, y: i64, sets: i64) -> i64:
    """One byte of ``_add``: for just so many sets."""
    best = (x & 255) + ((y >> (8 * sets)) & 255)
    while sets:
        sets -= 1
        x >>= 8
        both = (x & 255) + ((y >> (8 * sets)) & 255)
        if both < best:
            best = both
    return best


@final
class Answers:
    """Answers by number: the place of their first word."""

    def __init__(self) -> None:
        self.words: vec[i64] = vec[i64]()
        self._same: dict[str, i64] = {}
        self._barred: vec[i64] = vec[i64]()
        self._asked: Final[vec[i64]] = vec[i64]([-1] * _SLOTS)  # which two were put together last in each slot
        self._found: Final[vec[i64]] = vec[i64]([0] * _SLOTS)
        self._asked_last: Final[vec[i64]] = vec[i64]([-1] * _SLOTS)
        self._found_last: Final[vec[i64]] = vec[i64]([0] * _SLOTS)

    def keep(self, answer: vec[i64]) -> i64:
        """The number of an answer."""
        key = ""
        for word in answer:
            key += str(word) + " "
        at = self._same.get(key, -1)
        if at < 0:
            at = len(self.words)
            words = self.words
            for word in answer:
                words = append(words, word)
            self.words = words
            self._barred = append(self._barred, -1)
            self._same[key] = at
        return at

    def barred(self, at: i64) -> i64:
        """The answer of a group that may not stay empty."""
        found = self._barred[at // WORDS]
        if found < 0:
            answer = vec[i64]([NOTHING] * WORDS)
            n: i64 = 0
            while n < WORDS:
                word = self.words[at + n]
                answer[n] = word if n & 1 else word | NEVER
                n += 1
            found = self.keep(answer)
            self._barred[at // WORDS] = found
        return found

    def both(self, x: i64, y: i64) -> i64:
        """The answer of two groups together."""
        key = x * _WIDE + y if x < y else y * _WIDE + x
        slot = (x * 5 + y * 5 + (x * y >> 7)) & (_SLOTS - 1)
        if self._asked[slot] == key:
            return self._found[slot]
        found = self._put_together(x, y)
        self._asked[slot] = key
        self._found[slot] = found
        return found

    def _put_together(self, x: i64, y: i64) -> i64:
        """Each wish is fulfilled by the one, by the other, or in parts by both."""
        answer = vec[i64]([NOTHING] * WORDS)
        words = self.words
        wish: i64 = 0
        while wish < 4:
            own: i64 = 0
            while own <= wish:
                if own & ~wish == 0:
                    other = wish ^ own
                    answer[2 * wish] = lesser(answer[2 * wish], _add(words[x + 2 * own], words[y + 2 * other]))
                    paired = lesser(_add(words[x + 2 * own], words[y + 2 * other + 1]), _add(words[x + 2 * own + 1], words[y + 2 * other]))
                    answer[2 * wish + 1] = lesser(answer[2 * wish + 1], paired)
                own += 1
            wish += 1
        return self.keep(answer)

    def lacking(self, x: i64, y: i64, sets: i64, wish: i64) -> i64:
        """How many tiles two groups lack to so many sets and a pair with a wish fulfilled."""
        key = ((x * _WIDE + y) * 4 + wish) * 8 + sets
        slot = (x * 5 + y * 3 + (x * y >> 7) + wish + sets) & (_SLOTS - 1)
        if self._asked_last[slot] == key:
            return self._found_last[slot]
        found = self._fewest(x, y, sets, wish)
        self._asked_last[slot] = key
        self._found_last[slot] = found
        return found

    def _fewest(self, x: i64, y: i64, sets: i64, wish: i64) -> i64:
        words = self.words
        best: i64 = NEVER
        own: i64 = 0
        while own <= wish:
            if own & ~wish == 0:
                a = x + 2 * own
                b = y + 2 * (wish ^ own)
                found = _least(words[a], words[b + 1], sets)
                if found < best:
                    best = found
                found = _least(words[a + 1], words[b], sets)
                if found < best:
                    best = found
            own += 1
        return best
