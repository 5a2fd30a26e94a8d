"""How many tiles a group (a suit, or the honours) lacks to so many sets, with or without a pair: by its base-5 number.

An answer is ten numbers of four bits each: bits 4m.. for m sets, bits 20 + 4m.. for m sets and a pair; 15 when it cannot be.
Worked out when first asked for and kept. That there are only four of a kind is not minded, so an answer may be one too low.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.core.tiles import BIT, POWER

NEVER: Final = 15
PLACE: Final = vec[i64]([16**n for n in range(10)])


def lacks(answer: i64, sets: i64, pair: i64) -> i64:
    """One of the ten numbers."""
    return (answer >> (4 * sets + 20 * pair)) & 15


def together(a: i64, b: i64) -> i64:
    """The answer for two groups at once."""
    out: i64 = 0
    m: i64 = 0
    while m < 5:
        plain: i64 = NEVER
        paired: i64 = NEVER
        n: i64 = 0
        while n <= m:
            a0 = (a >> (4 * n)) & 15
            b0 = (b >> (4 * (m - n))) & 15
            a1 = (a >> (20 + 4 * n)) & 15
            b1 = (b >> (20 + 4 * (m - n))) & 15
            if a0 + b0 < plain:
                plain = a0 + b0
            if a0 + b1 < paired:
                paired = a0 + b1
            if a1 + b0 < paired:
                paired = a1 + b0
            n += 1
        out += plain * PLACE[m] + paired * PLACE[m + 5]
        m += 1
    return out


def last_together(a: i64, b: i64, sets: i64) -> i64:
    """How many tiles two groups lack to so many sets and a pair."""
    best: i64 = NEVER
    n: i64 = 0
    while n <= sets:
        a0 = (a >> (4 * n)) & 15
        b1 = (b >> (20 + 4 * (sets - n))) & 15
        if a0 + b1 < best:
            best = a0 + b1
        a1 = (a >> (20 + 4 * n)) & 15
        b0 = (b >> (4 * (sets - n))) & 15
        if a1 + b0 < best:
            best = a1 + b0
        n += 1
    return best


def lesser(a: i64, b: i64) -> i64:
    """The smaller of each two numbers."""
    out: i64 = 0
    n: i64 = 0
    while n < 10:
        x = (a >> (4 * n)) & 15
        y = (b >> (4 * n)) & 15
        out += (x if x < y else y) * PLACE[n]
        n += 1
    return out


@final
class Steps:
    """The answers for one kind of group. ``pairs``: ranks that may be the pair; ``waivers``: those whose pair stands for a pung."""

    def __init__(self, *, size: i64, chows: bool, dragons: bool, pairs: i64, waivers: i64) -> None:
        self.size: Final[i64] = size
        self.chows: Final[bool] = chows
        self.dragons: Final[bool] = dragons
        self.pairs: Final[i64] = pairs
        self.waivers: Final[i64] = waivers
        self._any: dict[i64, i64] = {}
        self._pung: dict[i64, i64] = {}

    def any(self, number: i64) -> i64:
        """The answer for a group's number."""
        found = self._any.get(number, -1)
        if found < 0:
            found = self._work_out(number, pung=False)
            self._any[number] = found
        return found

    def with_pung(self, number: i64) -> i64:
        """The same when a pung must be among the sets, or a pair that stands for one."""
        found = self._pung.get(number, -1)
        if found < 0:
            found = self._work_out(number, pung=True)
            self._pung[number] = found
        return found

    def _work_out(self, number: i64, *, pung: bool) -> i64:
        if number == 0:
            return self._from_nothing(pung=pung)
        at: i64 = 0
        while number % (POWER[at] * 5) == 0:
            at += 1
        have: i64 = (number // POWER[at]) % 5
        # Using a tile that lies there never costs more than leaving it, so each way uses as many as it can.
        drop = number - POWER[at]
        three = number - (have if have < 3 else 3) * POWER[at]
        two = number - (have if have < 2 else 2) * POWER[at]
        best = self._look(drop, pung=pung)
        best = lesser(best, _with_set(self.any(three), 3 - have if have < 3 else 0))
        if (self.pairs >> at) & 1:
            free = (self.waivers >> at) & 1 != 0
            best = lesser(best, _with_pair(self._look(two, pung=pung and not free), 2 - have if have < 2 else 0))
        if self.chows:
            low: i64 = at - 2 if at > 2 else 0
            while low <= at and low <= self.size - 3:
                best = lesser(best, self._with_row(number, low, at, pung=pung))
                low += 1
        elif self.dragons and at >= 4:
            best = lesser(best, self._with_row(number, 4, at, pung=pung))
        return best

    def _from_nothing(self, *, pung: bool) -> i64:
        out: i64 = 0
        m: i64 = 0
        while m < 5:
            plain: i64 = 3 * m
            paired: i64 = 3 * m + 2 if self.pairs else NEVER
            if pung and m == 0:
                plain = NEVER
                if not self.waivers & self.pairs:
                    paired = NEVER
            out += plain * PLACE[m] + paired * PLACE[m + 5]
            m += 1
        return out

    def _look(self, number: i64, *, pung: bool) -> i64:
        return self.with_pung(number) if pung else self.any(number)

    def _with_row(self, number: i64, low: i64, at: i64, *, pung: bool) -> i64:
        """With the row from ``low`` on as a set, its tiles taken from ``at``, the lowest held, upwards."""
        rest = number
        cost: i64 = 3
        place = at
        while place <= low + 2:
            if (rest // POWER[place]) % 5:
                rest -= POWER[place]
                cost -= 1
            place += 1
        return _with_set(self._look(rest, pung=pung), cost)


def _with_set(rest: i64, cost: i64) -> i64:
    """The answer of the rest when one more set is laid at that cost."""
    out: i64 = NEVER * PLACE[0] + NEVER * PLACE[5]
    m: i64 = 1
    while m < 5:
        plain = ((rest >> (4 * m - 4)) & 15) + cost
        paired = ((rest >> (16 + 4 * m)) & 15) + cost
        out += (plain if plain < NEVER else NEVER) * PLACE[m] + (paired if paired < NEVER else NEVER) * PLACE[m + 5]
        m += 1
    return out


def _with_pair(rest: i64, cost: i64) -> i64:
    """The answer of the rest when the pair is laid at that cost."""
    out: i64 = 0
    m: i64 = 0
    while m < 5:
        paired = ((rest >> (4 * m)) & 15) + cost
        out += NEVER * PLACE[m] + (paired if paired < NEVER else NEVER) * PLACE[m + 5]
        m += 1
    return out


_kept: Final[dict[i64, Steps]] = {}


def steps_for(*, size: i64, chows: bool, dragons: bool, pairs: i64, waivers: i64) -> Steps:
    """The one table of that kind, shared by all who ask for it."""
    key: i64 = size + 16 * (1 if chows else 0) + 32 * (1 if dragons else 0) + 64 * pairs + 32768 * waivers
    found = _kept.get(key)
    if found is None:
        found = Steps(size=size, chows=chows, dragons=dragons, pairs=pairs, waivers=waivers)
        _kept[key] = found
    return found


def ranks(kinds: i64, group: i64) -> i64:
    """The ranks of one group among some kinds."""
    return (kinds >> (9 * group)) & (BIT[9] - 1 if group < 3 else BIT[7] - 1)
