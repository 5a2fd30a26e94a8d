"""What a player can work out from his own tiles and what lies open: how far he is from a win, and what each discard leaves.

Reads of a table only what its seat may know (G-7). A distance counts the tiles still lacking: 1 is ready, 0 a win. Shapes and suits are
counted exactly, other conditions roughly; when ready the engine's own waits decide. Never tells what a hand is worth.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.core.rules import FREE_ALL_PUNGS, FREE_FOUR_MELDS, FREE_ONE_SUIT, Rules
from paiju.core.steps import NEVER, Steps, lacks, last_together, lesser, ranks, steps_for, together
from paiju.core.table import HELD, NUMBER, VISIBLE, Table
from paiju.core.tiles import ALL_KINDS, BAMBOO, BIT, CHARACTERS, DOTS, GROUP, LOW_GROUP, PAIR_SHIFT, POWER, count_bits, lowest
from paiju.core.win import CHOW, CONCEALED_KONG
from paiju.core.winning import WINS

DEAD: Final = 15  # no win can be reached
_SUITS: Final = vec[i64]([CHARACTERS, DOTS, BAMBOO])


def take_up(t: Table, seat: i64, number: vec[i64], held: vec[i64]) -> None:
    """A seat's concealed tiles: the numbers of its four groups, and the kinds held more than 0 .. 3 times."""
    n: i64 = 0
    while n < 4:
        held[n] = t.big[HELD + seat * 4 + n]
        n += 1
    n = 0
    while n < 2:
        two_groups = t.big[NUMBER + seat * 2 + n]
        number[2 * n] = two_groups & LOW_GROUP
        number[2 * n + 1] = two_groups >> PAIR_SHIFT
        n += 1


@final
class Study:
    """One seat's tiles, looked at; ``take``, ``put`` and ``lay`` change the copy only. Reusable: ``look`` begins anew."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final[Rules] = rules
        self.number: vec[i64] = vec[i64]([0] * 4)
        self.held: vec[i64] = vec[i64]([0] * 4)  # kinds held more than n times
        self.melds: i64 = 0
        self.meld_kinds: i64 = 0
        self.pung_melded: bool = False
        self.chow_melded: bool = False
        self.unseen: vec[i64] = vec[i64]([0] * 34)  # copies of a kind that may still come
        self.score: vec[i64] = vec[i64]([-1] * 34)
        self.steps: list[Steps] = []
        self.free: list[Steps] = []  # any pair
        group: i64 = 0
        while group < 4:
            chows = group < 3  # runs in hand, whether or not they may be claimed
            size: i64 = 9 if group < 3 else 7
            waivers = ranks(rules.pung_waiver_pairs, group)
            dragons = rules.set_of_dragons and group == 3
            pairs = ranks(rules.pair_kinds & rules.kinds, group)
            self.steps.append(steps_for(size=size, chows=chows, dragons=dragons, pairs=pairs, waivers=waivers))
            every = ranks(rules.kinds, group)
            self.free.append(steps_for(size=size, chows=chows, dragons=dragons, pairs=every, waivers=waivers))
            group += 1
        # of the present tiles, for each group what the other three lack together
        self._others: vec[i64] = vec[i64]([0] * 4)
        self._others_pung: vec[i64] = vec[i64]([0] * 4)

    # -- the tiles -----------------------------------------------------------------------------------------------

    def look(self, t: Table, seat: i64) -> None:
        """Takes in the seat's tiles and melds, and what lies open."""
        take_up(t, seat, self.number, self.held)
        self.melds = t.melds(seat)
        self.meld_kinds = t.meld_kinds(seat)
        self.pung_melded = False
        self.chow_melded = False
        kind: i64 = 0
        while kind < 34:
            self.unseen[kind] = 4 - i64(t.small[VISIBLE + kind]) - t.held(seat, kind) if self.rules.kinds & BIT[kind] else 0
            kind += 1
        n: i64 = 0
        while n < self.melds:
            what = t.meld_kind(seat, n)
            if what == CHOW:
                self.chow_melded = True
            else:
                self.pung_melded = True
            if what == CONCEALED_KONG and self.rules.concealed_kong_hidden:
                self.unseen[t.meld_tile(seat, n)] = 0
            n += 1

    def kinds(self) -> i64:
        """Mask of the kinds held."""
        return self.held[0]

    def take(self, kind: i64) -> None:
        """Puts one more tile into the hand."""
        bit = BIT[kind]
        n: i64 = 0
        while self.held[n] & bit:
            n += 1
        self.held[n] |= bit
        self.number[i64(GROUP[kind])] += POWER[kind]

    def put(self, kind: i64) -> None:
        """Takes one tile out of the hand."""
        bit = BIT[kind]
        n: i64 = 3
        while not self.held[n] & bit:
            n -= 1
        self.held[n] ^= bit
        self.number[i64(GROUP[kind])] -= POWER[kind]

    def lay(self, tiles: list[int], claimed: i64, *, chow: bool) -> None:
        """Lays tiles as a meld; ``claimed`` (or -1) is the one that is not in the hand."""
        for tile in tiles:
            self.meld_kinds |= BIT[tile]
            if tile == claimed:
                claimed = -1
            else:
                self.put(tile)
        self.melds += 1
        if chow:
            self.chow_melded = True
        else:
            self.pung_melded = True

    # -- how far -------------------------------------------------------------------------------------------------

    def away(self) -> i64:
        """How many tiles the hand lacks; of one with a tile too many, after its best discard."""
        self._combine()
        return self._away(-1)

    def _needs_pung(self) -> bool:
        return self.rules.pung_required and not self.pung_melded

    def _answer(self, group: i64) -> i64:
        """What a group lacks; where the game wants every suit, a suit in no meld may not stay empty."""
        found = self.steps[group].any(self.number[group])
        if self.rules.suits_required and group < 3 and not self.meld_kinds & _SUITS[group]:
            found |= NEVER
        return found

    def _combine(self) -> None:
        a0 = self._answer(0)
        a1 = self._answer(1)
        a2 = self._answer(2)
        a3 = self._answer(3)
        a01 = together(a0, a1)
        a23 = together(a2, a3)
        others = self._others
        others[0] = together(a1, a23)
        others[1] = together(a0, a23)
        others[2] = together(a01, a3)
        others[3] = together(a01, a2)
        if not self._needs_pung():
            return
        p0 = self.steps[0].with_pung(self.number[0])
        p1 = self.steps[1].with_pung(self.number[1])
        p2 = self.steps[2].with_pung(self.number[2])
        p3 = self.steps[3].with_pung(self.number[3])
        p01 = lesser(together(p0, a1), together(a0, p1))
        p23 = lesser(together(p2, a3), together(a2, p3))
        others = self._others_pung
        others[0] = lesser(together(p1, a23), together(a1, p23))
        others[1] = lesser(together(p0, a23), together(a0, p23))
        others[2] = lesser(together(p01, a3), together(a01, p3))
        others[3] = lesser(together(p01, a2), together(a01, p2))

    def _away(self, kind: i64) -> i64:
        """The distance after ``_combine``, with a tile of the group of ``kind`` taken or put since (-1: none)."""
        group: i64 = 0 if kind < 0 else i64(GROUP[kind])
        need = 4 - self.melds
        own = self._answer(group)
        if self._needs_pung():
            best = last_together(own, self._others_pung[group], need)
            other = last_together(self.steps[group].with_pung(self.number[group]), self._others[group], need)
            if other < best:
                best = other
        else:
            best = last_together(own, self._others[group], need)
        orphans = self.rules.orphan_kinds
        if best < NEVER and orphans and not (self.held[0] | self.meld_kinds) & orphans:
            best += 1
        other = self._away_otherwise(need)
        return other if other < best else best

    def _away_otherwise(self, need: i64) -> i64:
        """The distance to the other shapes a game may have."""
        rules = self.rules
        best: i64 = DEAD
        if rules.seven_pairs and self.melds == 0:
            best = 7 - count_bits(self.held[1]) - count_bits(self.held[3])
        loose = rules.shapeless_kinds
        if loose and not self.meld_kinds & ~loose:
            n = 2 + 3 * need
            n -= count_bits(self.held[0] & loose) + count_bits(self.held[1] & loose)
            n -= count_bits(self.held[2] & loose) + count_bits(self.held[3] & loose)
            if n < best:
                best = n
        if rules.pair_kinds == ALL_KINDS and not rules.all_pungs_waives_suits:
            return best if best > 0 else 0
        if (rules.pair_free & FREE_ALL_PUNGS or rules.all_pungs_waives_suits) and not self.chow_melded:
            n = self._away_from_pungs(need)
            if n < best:
                best = n
        if rules.pair_free & FREE_ONE_SUIT:
            group: i64 = 0
            while group < 3:
                if not self.meld_kinds & ~_SUITS[group]:
                    n = lacks(self.free[group].any(self.number[group]), need, 1)
                    if n < best:
                        best = n
                group += 1
        if need == 0 and rules.pair_free & FREE_FOUR_MELDS:
            n = 0 if self.held[1] else 1
            if n < best:
                best = n
        return best if best > 0 else 0

    def _away_from_pungs(self, need: i64) -> i64:
        """To pungs only and any pair: the kinds held most often are used."""
        threes = count_bits(self.held[2])
        twos = count_bits(self.held[1]) - threes
        ones = count_bits(self.held[0]) - threes - twos
        left = need
        n = threes if threes < left else left
        left -= n
        threes -= n
        n = twos if twos < left else left
        left -= n
        twos -= n
        cost = n
        n = ones if ones < left else left
        left -= n
        ones -= n
        cost += 2 * n + 3 * left
        return cost + (0 if threes + twos else 1 if ones else 2)

    # -- what each discard leaves --------------------------------------------------------------------------------

    def rate(self, t: Table | None, seat: i64, kinds: i64) -> i64:
        """Rates the discards in a mask (``score[kind]``, higher is better) and returns the best one.

        A score is 10000 for each step nearer, 100 for each unseen tile that helps, and how often the discard lies open already.
        ``t`` is None when the tiles are not those on the table, as after a claim thought of; else its waits are asked when ready.
        """
        kind: i64 = 0
        while kind < 34:
            self.score[kind] = -1
            kind += 1
        nearest: i64 = DEAD
        self._combine()
        left = kinds
        while left:
            kind = lowest(left)
            left &= left - 1
            self.put(kind)
            away = self._away(kind)
            self.take(kind)
            self.score[kind] = away
            if away < nearest:
                nearest = away
        best: i64 = -1
        left = kinds
        while left:
            kind = lowest(left)
            left &= left - 1
            away = self.score[kind]
            points = (DEAD - away) * 10000 + 4 - self.unseen[kind]
            if away == nearest:
                self.put(kind)
                points = self._points(t, seat, kind, away) + 4 - self.unseen[kind]
                self.take(kind)
            self.score[kind] = points
            if best < 0 or points > self.score[best]:
                best = kind
        return best

    def _points(self, t: Table | None, seat: i64, kind: i64, away: i64) -> i64:
        if away <= 2 and t is not None:  # at 2 the condition that seems to lack may come with the last tile (CC-12)
            t.remove(seat, kind)
            waits = t.find_waits(seat, WINS)
            t.add(seat, kind)
            if waits:
                return (DEAD - 1) * 10000 + 100 * self.copies(waits)
            away = 2
        return (DEAD - away) * 10000 + 100 * self.copies(self.helpful())

    def copies(self, kinds: i64) -> i64:
        """How many unseen tiles there are of some kinds."""
        total: i64 = 0
        while kinds:
            total += self.unseen[lowest(kinds)]
            kinds &= kinds - 1
        return total

    def helpful(self) -> i64:
        """Kinds that bring the hand nearer."""
        self._combine()
        away = self._away(-1)
        found: i64 = 0
        left = self._worth_trying()
        while left:
            kind = lowest(left)
            left &= left - 1
            if self.unseen[kind] > 0 and not self.held[3] & BIT[kind]:
                self.take(kind)
                if self._away(kind) < away:
                    found |= BIT[kind]
                self.put(kind)
        return found

    def _worth_trying(self) -> i64:
        """Kinds held or next to one held, and what a condition of the game may still want."""
        rules = self.rules
        held = self.held[0]
        suited = held & (CHARACTERS | DOTS | BAMBOO)
        near = held
        group: i64 = 0
        while group < 3:
            part = suited & _SUITS[group]
            wide = part | part << 1 | part << 2 | part >> 1 | part >> 2
            near |= wide & _SUITS[group]
            if rules.suits_required and not part:
                near |= _SUITS[group]
            group += 1
        if rules.orphan_kinds and not (held | self.meld_kinds) & rules.orphan_kinds:
            near |= rules.orphan_kinds
        if held >> 31 & 7:
            near |= BIT[31] | BIT[32] | BIT[33]
        return near & rules.kinds
