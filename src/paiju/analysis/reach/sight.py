"""The tiles a player knows of: his own, his melds, and how many of each kind may still come. Knows no shape and no win."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.core.errors import PaijuError
from paiju.core.rules import Rules
from paiju.core.study import take_up
from paiju.core.table import VISIBLE, Table
from paiju.core.tiles import BIT, DRAGONS, GROUP, KINDS, LOW_GROUP, PACKED_POWER, PAIR_SHIFT, POWER
from paiju.core.win import CHOW, CONCEALED_KONG

# What each byte adds to the packed numbers of the first two groups and of the last two; a byte that is no kind shows in these.
_NO_KIND: Final = 1 << 48
_LOW: Final = vec[i64]([PACKED_POWER[kind] if kind < 18 else 0 for kind in range(256)])
_HIGH: Final = vec[i64]([0 if kind < 18 else PACKED_POWER[kind] if kind < KINDS else _NO_KIND for kind in range(256)])
_BITS: Final = vec[i64]([BIT[kind] if kind < KINDS else 0 for kind in range(256)])


class Sight:
    """``draw``, ``discard``, ``see`` and ``lay`` change it; ``clear``, ``take`` and ``look`` begin anew."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final[Rules] = rules
        self.number: Final[vec[i64]] = vec[i64]([0] * 4)  # by group
        self.held: Final[vec[i64]] = vec[i64]([0] * 4)  # kinds held more than n times
        self.melds: i64 = 0
        self.meld_kinds: i64 = 0
        self.chow_melded: bool = False
        self.row_melded: bool = False  # such a chow as all pungs may not have
        self.pung_melded: bool = False
        self.exposed: i64 = 0  # melds that count for the last single tile (CC-18)
        self._all: Final[vec[i64]] = vec[i64]([0] * 4)  # the caps when nothing has been seen
        kind: i64 = 0
        while kind < KINDS:
            if rules.kinds & BIT[kind]:
                self._all[i64(GROUP[kind])] += 4 * POWER[kind]
            kind += 1
        self.caps: Final[vec[i64]] = self._all[:]  # by group: of each kind the copies held and those that may still come
        self.below_four: i64 = 0  # kinds of which these are less than four
        self.below_two: i64 = 0

    def clear(self) -> None:
        """No tiles, no melds, nothing seen."""
        n: i64 = 0
        while n < 4:
            self.number[n] = 0
            self.held[n] = 0
            n += 1
        self._forget()

    def _forget(self) -> None:
        """No melds, nothing seen."""
        if self.below_four:
            n: i64 = 0
            while n < 4:
                self.caps[n] = self._all[n]
                n += 1
            self.below_four = 0
            self.below_two = 0
        self.melds = 0
        self.meld_kinds = 0
        self.chow_melded = False
        self.row_melded = False
        self.pung_melded = False
        self.exposed = 0

    def draw(self, kind: i64) -> None:
        """One unseen tile comes into the hand."""
        bit = BIT[kind]
        n: i64 = 0
        while self.held[n] & bit:
            n += 1
        self.held[n] |= bit
        self.number[i64(GROUP[kind])] += POWER[kind]

    def undraw(self, kind: i64) -> None:
        """Takes ``draw`` back."""
        bit = BIT[kind]
        n: i64 = 3
        while not self.held[n] & bit:
            n -= 1
        self.held[n] ^= bit
        self.number[i64(GROUP[kind])] -= POWER[kind]

    def discard(self, kind: i64) -> None:
        """One tile leaves the hand and does not come back."""
        self.undraw(kind)
        self.see(kind)

    def undiscard(self, kind: i64) -> None:
        """Takes ``discard`` back."""
        self.unsee(kind)
        self.draw(kind)

    def see(self, kind: i64) -> None:
        """One unseen tile comes to light elsewhere, or lies in an own meld."""
        self._lose(kind, 1)

    def unsee(self, kind: i64) -> None:
        """Takes ``see`` back."""
        self.caps[i64(GROUP[kind])] += POWER[kind]
        self._note(kind)

    def lay(self, kind: i64, kinds: i64) -> None:
        """One more meld lies there, of that kind (``core.win``) and of a mask of tiles, which have left the hand or been seen."""
        self.melds += 1
        self.meld_kinds |= kinds
        if kind == CHOW:
            self.chow_melded = True
            if kinds & ~(DRAGONS | self.rules.pung_row):  # BC-15, BC-16
                self.row_melded = True
        self.pung_melded = self.pung_melded or kind != CHOW
        if kind != CONCEALED_KONG or self.rules.last_single_counts_concealed:
            self.exposed += 1

    def take(self, tiles: bytes, start: i64, end: i64) -> None:
        """Begins anew with a stretch of kinds as the own tiles, nothing else seen. PaijuError for five of a kind, and for what is no kind."""
        self._forget()
        of_low = _LOW
        of_high = _HIGH
        bits = _BITS
        low: i64 = 0
        high: i64 = 0
        ones: i64 = 0  # kinds held an odd number of times; then, those with a 2 and with a 4 in it
        twos: i64 = 0
        fours: i64 = 0
        more: i64 = 0
        n = start
        while n < end:
            kind: i64 = tiles[n]
            low += of_low[kind]
            high += of_high[kind]
            bit = bits[kind]
            more |= fours & bit
            both = ones & bit
            ones ^= bit
            fours |= twos & both
            twos ^= both
            n += 1
        if high >= _NO_KIND:
            self._refuse(tiles, start, end)
        if more:
            raise PaijuError("more than four tiles of a kind in a hand", "一手牌里有多于四张的牌")
        self.number[0] = low & LOW_GROUP
        self.number[1] = low >> PAIR_SHIFT
        self.number[2] = high & LOW_GROUP
        self.number[3] = high >> PAIR_SHIFT
        self.held[0] = ones | twos | fours
        self.held[1] = twos | fours
        self.held[2] = (ones & twos) | fours
        self.held[3] = fours

    def _refuse(self, tiles: bytes, start: i64, end: i64) -> None:
        """Of some tiles, what is no kind."""
        n = start
        while n < end:
            kind: i64 = tiles[n]
            if kind >= KINDS:
                raise PaijuError(f"{kind} is no kind of tile; they are 0 to 33", f"{kind} 不是牌的种类；种类是 0 到 33")
            n += 1

    def look(self, t: Table, seat: i64) -> None:
        """Begins anew with the tiles and melds of a seat, and what it has seen of the others (G-7)."""
        self.clear()
        take_up(t, seat, self.number, self.held)
        kind: i64 = 0
        while kind < KINDS:
            self._lose(kind, i64(t.small[VISIBLE + kind]))
            kind += 1
        n: i64 = 0
        melds = t.melds(seat)
        while n < melds:
            what = t.meld_kind(seat, n)
            self.lay(what, 7 * BIT[t.meld_tile(seat, n)] if what == CHOW else 0)
            if what == CONCEALED_KONG and self.rules.concealed_kong_hidden:
                self._lose(t.meld_tile(seat, n), 4)
            n += 1
        self.meld_kinds = t.meld_kinds(seat)

    def copies(self, kind: i64) -> i64:
        """How many of a kind are held."""
        return (self.number[i64(GROUP[kind])] // POWER[kind]) % 5

    def unseen(self, kind: i64) -> i64:
        """How many of a kind may still come."""
        return self.cap(kind) - self.copies(kind)

    def cap(self, kind: i64) -> i64:
        """How many of a kind there are at most: held, and still to come."""
        return (self.caps[i64(GROUP[kind])] // POWER[kind]) % 5

    def _lose(self, kind: i64, copies: i64) -> None:
        if copies:
            self.caps[i64(GROUP[kind])] -= copies * POWER[kind]
            self._note(kind)

    def _note(self, kind: i64) -> None:
        bit = BIT[kind]
        cap = self.cap(kind)
        self.below_four = self.below_four | bit if cap < 4 else self.below_four & ~bit
        self.below_two = self.below_two | bit if cap < 2 else self.below_two & ~bit
