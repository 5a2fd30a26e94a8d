"""How many tiles a group (a suit, or the honours) lacks to so many sets, with or without a pair: exactly, by its base-5 number.

Worked out kind by kind. What the first kinds leave is a state, and what comes of a state with the next kind is kept: groups that begin alike
share it. The answers are those of ``answers``. Knows no game and no melds.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from paiju.analysis.reach.answers import EACH, FEWER, HIGH, KEPT, NEVER, NOTHING, PAIRED, UNPAIRED, WISH_KIND, WISH_PUNG, Answers, lesser
from paiju.core.tiles import BIT, POWER, lowest

_ROWS: Final = 9  # how many rows begun two kinds before, and one kind before: 0 to 2 each
_WORDS: Final = 36  # of a state: for each of these, four, by the wishes fulfilled
_NEXT: Final = 16  # after each state, by cap * (cap + 1) / 2 and what is held: fifteen ways to hold 0 .. cap of a kind, cap 0 .. 4
_FIRST: Final = 625  # numbers of the first four kinds
_MOST: Final = 131072  # states, of some 200 bytes each
_SLOTS: Final = 2 * _MOST
_UNKNOWN: Final = -1
# By a number of five kinds or less, in four bits each: its digits, and what caps of those digits add to the way.
_HAVE: Final = vec[i32]([sum(n // 5**place % 5 * 16**place for place in range(5)) for n in range(3125)])
_CAPS: Final = vec[i32]([sum((0, 1, 3, 6, 10)[n // 5**place % 5] * 16**place for place in range(5)) for n in range(3125)])


def _worse(x: i64, y: i64) -> i64:
    """NEVER where the other number is no greater."""
    high = ((x | HIGH) - y) & HIGH
    return x | ((high - (high >> 5)) & NOTHING)


@final
class Lacking:
    """The answers for one sort of group.

    Kinds are ranks in the group, in masks: ``kinds`` exist, ``rows`` may be made of some, ``pairs`` may be the pair, the pair of ``waivers`` stands
    for a pung, ``wished`` is what WISH_KIND wishes for. ``pungs``: WISH_PUNG may be asked for. ``most`` states are kept, then they begin anew.
    """

    def __init__(
        self,
        answers: Answers,
        *,
        size: i64,
        kinds: i64,
        rows: i64,
        dragons: bool,
        pairs: i64,
        waivers: i64,
        wished: i64,
        pungs: bool,
        most: i64 = _MOST,
    ) -> None:
        self.size: Final[i64] = size
        self._answers: Final[Answers] = answers
        self._most: Final[i64] = most
        self._rows: Final[vec[i64]] = vec[i64]([0] * 9)  # 2 where rows may begin
        self._pairs: Final[i64] = pairs
        self._waivers: Final[i64] = waivers if pungs else 0
        self._wished: Final[i64] = wished
        self._pung: Final[i64] = WISH_PUNG if pungs else 0
        self._all: i64 = 0  # four of each
        place: i64 = 0
        while place < size:
            if ((rows >> place) & 7) == 7 or (dragons and place == 4):
                self._rows[place] = 2
            if (kinds >> place) & 1:
                self._all += 4 * POWER[place]
            place += 1
        entries: i64 = 1953125 if size == 9 else 78125
        self._found: Final[vec[i32]] = vec[i32]([_UNKNOWN] * entries)  # by number, the answer where there are four of each
        # Of each state, which of its words say anything, and above these bits how many kinds it has seen; then those words.
        self._states: vec[i64] = vec[i64]()
        self._starts: vec[i64] = vec[i64]()
        self._first: Final[vec[i32]] = vec[i32]([_UNKNOWN] * 65536)  # the state behind the first four kinds
        self._next: vec[i32] = vec[i32]()  # the state that follows, behind the last kind the answer
        self._slots: Final[vec[i32]] = vec[i32]([_UNKNOWN] * _SLOTS)  # states by hash, each in the first free slot from there on
        self._now: Final[vec[i64]] = vec[i64]([NOTHING] * _WORDS)
        self._begin()

    def find(self, number: i64) -> i64:
        """The number of the answer for a group of that number."""
        found = i64(self._found[number])
        if found < 0:
            found = self.find_capped(number, self._all)
            self._found[number] = i32(found)
        return found

    def find_capped(self, number: i64, caps: i64) -> i64:
        """The same where there are no more of each kind than the digits of ``caps`` say, the own ones included."""
        if len(self._starts) > self._most - 9:
            self._begin()
        ways = i64(_HAVE[number % _FIRST]) + i64(_CAPS[caps % _FIRST])
        state = i64(self._first[ways])
        if state < 0:
            state = self._follow(0, 0, 4, ways)
            self._first[ways] = i32(state)
        return self._follow(state, 4, self.size, i64(_HAVE[number // _FIRST]) + i64(_CAPS[caps // _FIRST]))

    def _follow(self, state: i64, place: i64, end: i64, ways: i64) -> i64:
        """What comes of a state with the kinds at those places."""
        while place < end:
            at = state * _NEXT + (ways & 15)
            state = i64(self._next[at])
            if state < 0:
                state = self._work_out(at, place)
            ways >>= 4
            place += 1
        return state

    def _begin(self) -> None:
        """With nothing but the state before the first kind."""
        n: i64 = 0
        while n < _SLOTS:
            self._slots[n] = _UNKNOWN
            n += 1
        n = 0
        while n < 65536:
            self._first[n] = _UNKNOWN
            n += 1
        self._states = vec[i64]()
        self._starts = vec[i64]()
        self._next = vec[i32]()
        n = 0
        while n < _WORDS:
            self._now[n] = NOTHING
            n += 1
        self._now[0] = NOTHING - NEVER
        self._keep(0)

    def _work_out(self, at: i64, place: i64) -> i64:
        """What comes of a state, at that place in ``_next``."""
        have = at % _NEXT
        cap: i64 = 0
        while have > cap:
            cap += 1
            have -= cap
        self._step(self._starts[at // _NEXT], place, have, cap)
        if place + 1 == self.size:
            found = self._answer()
        else:
            self._thin_out(place + 1)
            found = self._keep(place + 1)
        self._next[at] = i32(found)
        return found

    def _step(self, start: i64, place: i64, have: i64, cap: i64) -> None:
        """All ways to use one kind: as the rest of rows begun before, in rows begun here, as a pung, as the pair."""
        states = self._states
        now = self._now
        rows_here = self._rows[place]
        may_pair = (self._pairs >> place) & 1
        wish_kind = WISH_KIND * ((self._wished >> place) & 1)
        wish_pair = WISH_PUNG * ((self._waivers >> place) & 1)
        n: i64 = 0
        while n < _WORDS:
            now[n] = NOTHING
            n += 1
        said = states[start] & (BIT[_WORDS] - 1)
        while said:
            n = lowest(said)
            said &= said - 1
            start += 1
            word = states[start]
            last = (n >> 2) % 3
            begun = n // 12 + last
            way: i64 = 0  # nothing else, a pung, the pair; for both there are never enough
            while way < 3:
                done = n & 3
                used = begun
                moved = word
                if way == 1:
                    done |= self._pung
                    used += 3
                    moved = ((word & KEPT[1]) << 6) | FEWER[1]
                elif way == 2:
                    done |= wish_pair
                    used += 2
                    moved = ((word & UNPAIRED) << PAIRED) | UNPAIRED
                    if not may_pair or moved == NOTHING:
                        break
                row: i64 = 0
                while row <= rows_here and used <= cap:
                    cost = used - have
                    if cost < 0:
                        cost = 0
                    to = (3 * last + row) * 4 + (done | wish_kind if used else done)
                    now[to] = lesser(now[to], (((moved & KEPT[row]) << (6 * row)) | FEWER[row]) + cost * EACH)
                    row += 1
                    used += 1
                way += 1

    def _thin_out(self, place: i64) -> None:
        """Strikes what is in no respect better than something else, so that more states are alike.

        Begun rows only bind: they may bring a tile of the kinds wished for, nothing more.
        """
        now = self._now
        free_both = now[3]
        free_kind = lesser(now[1], free_both)
        free_pung = lesser(now[2], free_both)
        free = lesser(lesser(now[0], free_kind), free_pung)
        if (self._wished >> place) & 3:
            free = free_kind
            free_pung = free_both
        n: i64 = 0
        while n < _WORDS:
            plain = now[n]
            kind = now[n + 1]
            pung = now[n + 2]
            both = now[n + 3]
            if n:
                plain = _worse(plain, free)
                kind = _worse(kind, free_kind)
                pung = _worse(pung, free_pung)
                both = _worse(both, free_both)
            kind_or_both = lesser(kind, both)
            pung_or_both = lesser(pung, both)
            now[n] = _worse(plain, lesser(kind_or_both, pung_or_both))
            now[n + 1] = _worse(kind, both)
            now[n + 2] = _worse(pung, both)
            now[n + 3] = both
            n += 4

    def _keep(self, place: i64) -> i64:
        """The number of the state just found."""
        now = self._now
        states = self._states
        said = place << _WORDS
        mixed: i64 = 0
        n: i64 = 0
        while n < _WORDS:
            word = now[n]
            if word != NOTHING:
                said |= BIT[n]
                mixed = (mixed * 0x2545F491 + (word ^ (word >> 29))) & 0x7FFFFFFF
            n += 1
        mixed ^= (said ^ (said >> 20)) & 0x7FFFFFFF
        slot = ((mixed * 0x2545F491) >> 24) & (_SLOTS - 1)
        while self._slots[slot] >= 0:
            state = i64(self._slots[slot])
            if self._is_now(self._starts[state], said):
                return state
            slot = (slot + 1) & (_SLOTS - 1)
        state = len(self._starts)
        self._slots[slot] = i32(state)
        self._starts = append(self._starts, len(states))
        states = append(states, said)
        n = 0
        while n < _WORDS:
            if now[n] != NOTHING:
                states = append(states, now[n])
            n += 1
        self._states = states
        following = self._next
        n = 0
        while n < _NEXT:
            following = append(following, i32(_UNKNOWN))
            n += 1
        self._next = following
        return state

    def _is_now(self, start: i64, said: i64) -> bool:
        """Whether the state kept there is the one just found, which says that much."""
        now = self._now
        states = self._states
        if states[start] != said:
            return False
        n: i64 = 0
        while n < _WORDS:
            if (said >> n) & 1:
                start += 1
                if states[start] != now[n]:
                    return False
            n += 1
        return True

    def _answer(self) -> i64:
        """The number of the answer just found; a word says what each is lacking that fulfils just those wishes."""
        now = self._now
        both = now[3]
        kind = lesser(now[1], both)
        pung = lesser(now[2], both)
        return self._answers.keep(lesser(lesser(now[0], now[1]), pung), kind, pung, both)
