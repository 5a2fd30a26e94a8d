"""How many tiles a group (a suit, or the honours) lacks to so many sets, with or without a pair: exactly, by its base-5 number.

The answers are those of ``answers``. Knows no game and no melds.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from paiju.analysis.reach.answers import BELOW, BYTES, EACH, NEVER, NOTHING, WISH_KIND, WISH_PUNG, WORDS, Answers, lesser
from paiju.core.tiles import POWER

_FIRM: Final = 1  # with the number of an answer: that there may be only three of a kind not held four times makes no difference
_SLOTS: Final = 65521  # a prime: numbers and caps have their digits in places
_STATES: Final = 9  # how many rows begun two places before, and one place before: 0 to 2 each


@final
class Lacking:
    """The answers for one sort of group, worked out when first asked for and kept.

    Kinds are ranks in the group, in masks: ``kinds`` exist, ``pairs`` may be the pair, the pair of ``waivers`` stands for a pung, ``wished`` is what
    WISH_KIND wishes for.
    """

    def __init__(
        self, answers: Answers, *, size: i64, kinds: i64, rows: bool, dragons: bool, pairs: i64, waivers: i64, wished: i64
    ) -> None:
        self.size: Final[i64] = size
        self._answers: Final[Answers] = answers
        self._rows: Final[vec[i64]] = vec[i64]([0] * 9)  # 1 where a row may begin
        self._kinds: Final[i64] = kinds
        self._pairs: Final[i64] = pairs
        self._waivers: Final[i64] = waivers
        self._wished: Final[i64] = wished
        place: i64 = 0
        while place < size:
            if (rows and place < size - 2) or (dragons and place == 4):
                self._rows[place] = 1
            place += 1
        entries: i64 = 1953125 if size == 9 else 78125
        self._which: Final[vec[i16]] = vec[i16]([-1] * entries)  # by number, which of the answers found; a suit has about a thousand
        self._found: vec[i64] = vec[i64]()
        self._places: Final[dict[i64, i64]] = {}
        self._asked: Final[vec[i64]] = vec[i64]([-1] * _SLOTS)  # the number and caps asked for last in each slot, and the answer
        self._capped: Final[vec[i64]] = vec[i64]([0] * _SLOTS)
        self._now: vec[i64] = vec[i64]([NOTHING] * (_STATES * WORDS))
        self._then: vec[i64] = vec[i64]([NOTHING] * (_STATES * WORDS))

    def find(self, number: i64) -> i64:
        """The number of the answer for a group of that number."""
        return self._look_up(number) & ~_FIRM

    def find_capped(self, number: i64, caps: i64, *, scarce: bool) -> i64:
        """The same where there are no more of each kind than the digits of ``caps`` say, the own ones included.

        ``scarce``: one of them is less than 3.
        """
        if not scarce:
            at = self._look_up(number)
            if at & _FIRM:
                return at - _FIRM
        key = number * 2097152 + caps
        slot = (number * 7919 + caps * 104729) % _SLOTS
        if self._asked[slot] != key:
            self._capped[slot] = self._work_out(number, caps)
            self._asked[slot] = key
        return self._capped[slot]

    def _look_up(self, number: i64) -> i64:
        which = i64(self._which[number])
        if which < 0:
            found = self._work_out(number, -1)
            if self._work_out(number, self._three_at_least(number)) == found:
                found += _FIRM
            which = self._places.get(found, -1)
            if which < 0:
                which = len(self._found)
                self._found = append(self._found, found)
                self._places[found] = which
            self._which[number] = i16(which)
        return self._found[which]

    def _three_at_least(self, number: i64) -> i64:
        """The caps with no more than three of any kind, but for four that are held."""
        caps: i64 = 0
        place: i64 = 0
        while place < self.size:
            if (self._kinds >> place) & 1:
                caps += 3 * POWER[place]
                if (number // POWER[place]) % 5 == 4:
                    caps += POWER[place]
            place += 1
        return caps

    def _work_out(self, number: i64, caps: i64) -> i64:
        now = self._now
        then = self._then
        n: i64 = 0
        while n < _STATES * WORDS:
            now[n] = NOTHING
            n += 1
        now[0] = NOTHING - NEVER
        place: i64 = 0
        while place < self.size:
            n = 0
            while n < _STATES * WORDS:
                then[n] = NOTHING
                n += 1
            cap = 4 * ((self._kinds >> place) & 1)
            if caps >= 0:
                cap = (caps // POWER[place]) % 5
            self._step(now, then, place, (number // POWER[place]) % 5, cap)
            now, then = then, now
            place += 1
        return self._keep(now)

    def _step(self, now: vec[i64], then: vec[i64], place: i64, have: i64, cap: i64) -> None:
        """All ways to use one kind: as the rest of rows begun before, in rows begun here, as a pung, as the pair."""
        may_pair = (self._pairs >> place) & 1
        waived = (self._waivers >> place) & 1
        wished = (self._wished >> place) & 1
        rows_here = 2 * self._rows[place]
        state: i64 = 0
        while state < _STATES:
            before = state // 3
            last = state % 3
            at: i64 = 0
            while at < WORDS:
                word = now[state * WORDS + at]
                if word != NOTHING:
                    rows: i64 = 0
                    while rows <= rows_here:
                        pung: i64 = 0
                        while pung < 2:
                            pair: i64 = 0
                            while pair <= may_pair & ~at:  # no second one
                                used = before + last + rows + 3 * pung + 2 * pair
                                if used <= cap:
                                    cost = used - have
                                    if cost < 0:
                                        cost = 0
                                    sets = rows + pung
                                    to = at | pair
                                    if used and wished:
                                        to |= 2 * WISH_KIND
                                    if pung or (pair and waived):
                                        to |= 2 * WISH_PUNG
                                    to += (last * 3 + rows) * WORDS
                                    moved = (((word << (8 * sets)) & BYTES) | BELOW[sets]) + cost * EACH
                                    then[to] = lesser(then[to], moved)
                                pair += 1
                            pung += 1
                        rows += 1
                at += 1
            state += 1

    def _keep(self, found: vec[i64]) -> i64:
        """The number of the answer; ``found`` says what each is lacking that fulfils just those wishes."""
        answer = vec[i64]([NOTHING] * WORDS)
        wish: i64 = 0
        while wish < 4:
            done: i64 = 0
            while done < 4:
                if done & wish == wish:
                    answer[2 * wish] = lesser(answer[2 * wish], found[2 * done])
                    answer[2 * wish + 1] = lesser(answer[2 * wish + 1], found[2 * done + 1])
                done += 1
            wish += 1
        return self._answers.keep(answer)
