"""How far a hand is from the nearest win that is legal in its game: exactly, over all shapes and conditions.

The distance is the number of tiles to exchange until ready: 0 ready, -1 complete, HOPELESS when no win can be reached any more. A hand with a
tile to discard is as far as after its best discard. No more of a kind is counted on than may still come.
As long as it is because its one class keeps what all its questions share.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.analysis.reach.answers import NEVER, NOTHING, PAIRED, WISH_KIND, WISH_PUNG, Answers
from paiju.analysis.reach.lacking import Lacking
from paiju.analysis.reach.sight import Sight
from paiju.core.errors import PaijuError
from paiju.core.rules import FREE_ALL_PUNGS, FREE_FOUR_MELDS, FREE_ONE_SUIT, Rules
from paiju.core.steps import ranks
from paiju.core.tiles import ALL_KINDS, BIT, GROUP, KINDS_OF, POWER, count_bits, lowest

HOPELESS: Final = 99

# Which wins are meant: any, or only those of one sort.
ANY_WAY: Final = 0
ALL_PUNGS: Final = 1
ONE_SUIT: Final = 2
SEVEN_PAIRS: Final = 3
SHAPELESS: Final = 4


ANSWERS: Final = Answers()
NO_WAY: Final = ANSWERS.keep(NOTHING, NOTHING, NOTHING, NOTHING)
_kept: Final[dict[str, Lacking]] = {}


def _lacking(rules: Rules, group: i64, *, rows: i64, pairs: i64) -> Lacking:
    """The one table of its sort, shared by all who ask for it. ``rows``: kinds that rows may be of."""
    size: i64 = 9 if group < 3 else 7
    rows = ranks(rows, group) if group < 3 else 0
    dragons = rules.set_of_dragons and group == 3
    kinds = ranks(rules.kinds, group)
    pairs = ranks(pairs, group) & kinds
    waivers = ranks(rules.pung_waiver_pairs, group)
    wished = ranks(rules.orphan_kinds, group)
    pungs = rules.pung_required
    key = f"{size} {kinds} {rows} {dragons} {pairs} {waivers} {wished} {pungs}"
    if key not in _kept:
        _kept[key] = Lacking(ANSWERS, size=size, kinds=kinds, rows=rows, dragons=dragons, pairs=pairs, waivers=waivers, wished=wished, pungs=pungs)
    return _kept[key]


@final
class Distance(Sight):
    """The tiles of a ``Sight``, and how far they are from a win, of any sort or of one way only."""

    def __init__(self, rules: Rules, way: i64 = 0) -> None:
        super().__init__(rules)
        self.way: Final[i64] = way
        pungs_only = way == ALL_PUNGS
        waived = pungs_only and rules.all_pungs_waives_suits
        self._suits: Final[bool] = rules.suits_required and not waived
        self._wished: Final[i64] = 0 if waived else rules.orphan_kinds
        self._pairs: Final[bool] = rules.seven_pairs and (way in (ANY_WAY, SEVEN_PAIRS) or (way == ONE_SUIT and not rules.suits_required))
        self._shapeless: Final[i64] = rules.shapeless_kinds if way in (ANY_WAY, SHAPELESS) else 0
        self.usual: Final[list[Lacking]] = []
        self._free: Final[list[Lacking]] = []  # any pair
        self._pungs: Final[list[Lacking]] = []
        self._own: Final[vec[i64]] = vec[i64]([0] * 4)
        restricted = rules.kinds & ~rules.pair_kinds != 0
        conditions = rules.suits_required or rules.orphan_kinds != 0
        self._by_pungs: Final[bool] = way == ANY_WAY and (
            (restricted and rules.pair_free & FREE_ALL_PUNGS != 0) or (conditions and rules.all_pungs_waives_suits)
        )
        self._by_one_suit: Final[bool] = way == ONE_SUIT or (
            way == ANY_WAY and restricted and rules.pair_free & FREE_ONE_SUIT != 0 and not rules.suits_required
        )
        self._by_four_melds: Final[bool] = way == ANY_WAY and restricted and rules.pair_free & FREE_FOUR_MELDS != 0
        pairs = ALL_KINDS if pungs_only and rules.pair_free & FREE_ALL_PUNGS else rules.pair_kinds
        self._by_usual: Final[bool] = way == ANY_WAY or pungs_only
        group: i64 = 0
        while group < 4:
            self.usual.append(_lacking(rules, group, rows=rules.pung_row if pungs_only else ALL_KINDS, pairs=pairs))
            if self._by_one_suit or self._by_four_melds:
                self._free.append(_lacking(rules, group, rows=ALL_KINDS, pairs=ALL_KINDS))
            if self._by_pungs:
                any_pair = rules.pair_free & FREE_ALL_PUNGS != 0
                self._pungs.append(_lacking(rules, group, rows=0, pairs=ALL_KINDS if any_pair else rules.pair_kinds))
            group += 1

    def of(self, tiles: bytes) -> i64:
        """The distance of these kinds alone, nothing else seen. PaijuError for five of a kind, and for what is no kind."""
        self.take(tiles, 0, len(tiles))
        return self.distance()

    def of_many(self, hands: bytes, size: i64) -> bytes:
        """The same for many hands of so many kinds each, one behind another: a byte for each, its distance plus one."""
        if size < 1 or len(hands) % size:
            raise PaijuError(f"{len(hands)} kinds are no hands of {size} each", f"{len(hands)} 张分不成每手 {size} 张")
        found = vec[u8]([0] * (len(hands) // size))
        n: i64 = 0
        while n < len(found):
            self.take(hands, n * size, n * size + size)
            found[n] = u8(self.distance() + 1)
            n += 1
        return bytes(found)

    def distance(self) -> i64:
        """Exchanges until ready; -1 complete, HOPELESS."""
        if self.never():
            return HOPELESS
        best: i64 = NEVER
        if self._by_usual:
            best = self._by_sets(self.usual, self.wish(), self._suits)
        best = self.otherwise(best)
        if best >= NEVER:
            return HOPELESS
        return best - 1

    def never(self) -> bool:
        """Whether no tiles win with these melds (CC-18), or not in this way."""
        if self.way == ALL_PUNGS and self.row_melded:
            return True
        return self.rules.no_last_single and self.exposed == 4 and self.chow_melded

    def wish(self) -> i64:
        """What the melds leave to be wished for in sets and a pair."""
        rules = self.rules
        found: i64 = 0
        if self._wished and not self.meld_kinds & self._wished:
            found |= WISH_KIND
        if rules.pung_required and not self.pung_melded:
            found |= WISH_PUNG
        return found

    def otherwise(self, best: i64) -> i64:
        """Tiles lacking to a win that is not just sets with the pair and all that the game asks for, or ``best`` if that is fewer."""
        rules = self.rules
        need = 4 - self.melds
        suits = rules.suits_required
        if self._by_four_melds and need == 0:
            best = _smaller(best, self._by_sets(self._free, self.wish(), suits))
        if self._by_pungs and not self.chow_melded and self._lacks_to_pungs(need) < best:
            if rules.all_pungs_waives_suits:
                best = _smaller(best, self._by_sets(self._pungs, self.wish() & WISH_PUNG, False))
            else:
                best = _smaller(best, self._by_sets(self._pungs, self.wish(), suits))
        if self._by_one_suit:
            best = _smaller(best, self._in_one_suit(need, self.wish(), best))
        if self._pairs and self.melds == 0 and 7 - count_bits(self.held[1]) - count_bits(self.held[3]) < best:
            best = _smaller(best, self._by_pairs(self.wish() & WISH_KIND != 0))
        if self._shapeless and 2 + 3 * need - self._tiles(self._shapeless) < best:
            best = _smaller(best, self._loose(need))
        return best

    def useful(self, kinds: i64, distance: i64) -> i64:
        """Which of some kinds may still come and bring the hand nearer than that."""
        if self.never():
            return 0
        coming: i64 = 0
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            if self.unseen(kind):
                coming |= BIT[kind]
        limit = _smaller(distance + 1, NEVER)
        found: i64 = 0
        if self._by_usual:
            found = self._helps(self.usual, coming, self.wish(), self._suits, limit)
        return found | self.helps_otherwise(coming & ~found, limit)

    def helps_otherwise(self, kinds: i64, limit: i64) -> i64:
        """With which of some kinds that may still come there lacks less than a limit to a win of which ``otherwise`` speaks."""
        rules = self.rules
        need = 4 - self.melds
        suits = rules.suits_required
        found: i64 = 0
        if self._by_four_melds and need == 0:
            found |= self._helps(self._free, kinds, self.wish(), suits, limit)
        if self._by_pungs and not self.chow_melded and self._lacks_to_pungs(need) <= limit:
            if rules.all_pungs_waives_suits:
                found |= self._helps(self._pungs, kinds, self.wish() & WISH_PUNG, False, limit)
            else:
                found |= self._helps(self._pungs, kinds, self.wish(), suits, limit)
        if self._by_one_suit:
            found |= self._helps_in_one_suit(kinds, need, self.wish(), limit)
        if self._pairs and self.melds == 0 and 7 - count_bits(self.held[1]) - count_bits(self.held[3]) <= limit:
            found |= self._helps_by_pairs(kinds, limit)
        if self._shapeless and 2 + 3 * need - self._tiles(self._shapeless) <= limit:
            lacking = self._loose(need)
            if lacking < limit:
                found |= kinds
            elif lacking == limit and limit < NEVER:
                found |= kinds & rules.shapeless_kinds
        return found

    def live(self, kinds: i64) -> i64:
        """How many tiles of some kinds may still come."""
        total: i64 = 0
        while kinds:
            total += self.unseen(lowest(kinds))
            kinds &= kinds - 1
        return total

    def _lacks_to_pungs(self, need: i64) -> i64:
        """At least so many tiles to pungs and a pair: the kinds held most often are used. A set of dragons may be had for less."""
        threes = count_bits(self.held[2])
        if self.rules.set_of_dragons or threes >= need:
            return 0
        twos = count_bits(self.held[1]) - threes
        if twos >= need - threes:
            return need - threes
        return twos + 2 * (need - threes - twos)

    def group(self, group: i64) -> i64:
        """The answer for the sets and the pair of one group's tiles."""
        return self._find(self.usual, group, self._suits) if self._by_usual else NO_WAY

    def group_with(self, kind: i64) -> i64:
        """The same with one tile more of a kind."""
        return self._find_with(self.usual, kind, self._suits) if self._by_usual else NO_WAY

    def _find_with(self, tables: list[Lacking], kind: i64, suits: bool) -> i64:
        group = i64(GROUP[kind])
        self.number[group] += POWER[kind]
        found = self._find(tables, group, suits)
        self.number[group] -= POWER[kind]
        return found

    def _find(self, tables: list[Lacking], group: i64, suits: bool) -> i64:
        """The answer for one group's tiles; a suit wanted and in no meld may not stay empty."""
        kinds = KINDS_OF[group]
        if self.below_four & kinds:
            at = tables[group].find_capped(self.number[group], self.caps[group])
        else:
            at = tables[group].find(self.number[group])
        if suits and group < 3 and not self.meld_kinds & kinds:
            at = ANSWERS.barred(at)
        return at

    def _by_sets(self, tables: list[Lacking], wish: i64, suits: bool) -> i64:
        """Tiles lacking to so many sets and a pair, with the wishes fulfilled."""
        first = self._find(tables, 0, suits)  # all four at once, for memory can fetch several things while one waits
        second = self._find(tables, 1, suits)
        third = self._find(tables, 2, suits)
        fourth = self._find(tables, 3, suits)
        return ANSWERS.lacking(ANSWERS.both(first, second), ANSWERS.both(third, fourth), 4 - self.melds, wish)

    def _helps(self, tables: list[Lacking], kinds: i64, wish: i64, suits: bool, limit: i64) -> i64:
        """With which of some kinds so many sets and a pair lack less than a limit."""
        own = self._own
        group: i64 = 0
        while group < 4:
            own[group] = self._find(tables, group, suits)
            group += 1
        low = ANSWERS.both(own[0], own[1])
        high = ANSWERS.both(own[2], own[3])
        sets = 4 - self.melds
        if limit < NEVER and not ANSWERS.lack_less(low, high, sets, wish, limit + 1):
            return 0  # one tile is not enough
        found: i64 = 0
        group = 0
        while group < 4:
            left = kinds & KINDS_OF[group]
            if left:
                rest = ANSWERS.both(own[group ^ 1], high if group < 2 else low)
                while left:
                    kind = lowest(left)
                    left &= left - 1
                    if ANSWERS.lack_less(self._find_with(tables, kind, suits), rest, sets, wish, limit):
                        found |= BIT[kind]
            group += 1
        return found

    def _in_one_suit(self, need: i64, wish: i64, enough: i64) -> i64:
        """Tiles lacking to sets and any pair of one suit, if fewer than enough."""
        best = enough
        group: i64 = 0
        while group < 3:
            if not self.meld_kinds & ~KINDS_OF[group] and 3 * need + 2 - _digits(self.number[group]) < best:
                at = self._find(self._free, group, False)
                best = _smaller(best, (ANSWERS.words[at + wish] >> (6 * need + PAIRED)) & 31)
            group += 1
        return best

    def _helps_in_one_suit(self, kinds: i64, need: i64, wish: i64, limit: i64) -> i64:
        """With which of some kinds sets and any pair of one suit lack less than a limit."""
        found: i64 = 0
        group: i64 = 0
        while group < 3:
            suit = KINDS_OF[group]
            if not self.meld_kinds & ~suit and 3 * need + 2 - _digits(self.number[group]) <= limit:
                at = self._find(self._free, group, False)
                lacking = (ANSWERS.words[at + wish] >> (6 * need + PAIRED)) & 31
                if lacking < limit:
                    return kinds
                left = kinds & suit if lacking == limit else 0
                while left:
                    kind = lowest(left)
                    left &= left - 1
                    at = self._find_with(self._free, kind, False)
                    if (ANSWERS.words[at + wish] >> (6 * need + PAIRED)) & 31 < limit:
                        found |= BIT[kind]
            group += 1
        return found

    def _helps_by_pairs(self, kinds: i64, limit: i64) -> i64:
        """With which of some kinds seven pairs lack less than a limit."""
        orphan = self.wish() & WISH_KIND != 0
        lacking = self._by_pairs(orphan)
        if lacking < limit:
            return kinds
        found: i64 = 0
        while kinds and lacking == limit:
            kind = lowest(kinds)
            kinds &= kinds - 1
            self.draw(kind)
            if self._by_pairs(orphan) < limit:
                found |= BIT[kind]
            self.undraw(kind)
        return found

    def _tiles(self, kinds: i64) -> i64:
        """How many tiles of some kinds are held."""
        held = self.held
        return count_bits(held[0] & kinds) + count_bits(held[1] & kinds) + count_bits(held[2] & kinds) + count_bits(held[3] & kinds)

    def _by_pairs(self, orphan: bool) -> i64:
        """Tiles lacking to seven pairs, on that way in one suit; four equal tiles are two of them."""
        kinds = self.rules.kinds
        if self.way != ONE_SUIT:
            return self._pairs_of(kinds, orphan)
        best: i64 = NEVER
        suit: i64 = 0
        while suit < 3:
            best = _smaller(best, self._pairs_of(kinds & KINDS_OF[suit], orphan))
            suit += 1
        return best

    def _pairs_of(self, kinds: i64, orphan: bool) -> i64:
        """The same with pairs of some kinds."""
        if not orphan:
            return self._pairs_with(0, kinds)
        # one pair must be of the kinds wished for: each group's cheapest is tried
        best: i64 = NEVER
        group: i64 = 0
        while group < 4:
            bit = self._cheapest(self.rules.orphan_kinds & kinds & KINDS_OF[group])
            if bit:
                best = _smaller(best, self._pairs_with(bit, kinds))
            group += 1
        return best

    def _cheapest(self, kinds: i64) -> i64:
        """Of some kinds the one whose first pair lacks least, in a mask; 0 when none can be had."""
        kinds &= self.rules.kinds & ~self.below_two
        if kinds & self.held[1]:
            kinds &= self.held[1]
        elif kinds & self.held[0]:
            kinds &= self.held[0]
        return kinds & -kinds

    def _pairs_with(self, forced: i64, kinds: i64) -> i64:
        """Tiles lacking to seven pairs of some kinds, with those forced among them and, where the game wants them, all suits."""
        if self.rules.suits_required:
            group: i64 = 0
            while group < 3:
                if not forced & KINDS_OF[group]:
                    bit = self._cheapest(KINDS_OF[group])
                    if not bit:
                        return NEVER
                    forced |= bit
                group += 1
        held = self.held
        first = kinds & ~self.below_two & ~forced
        second = kinds & ~self.below_four
        lacking = count_bits(forced & ~held[0]) + count_bits(forced & ~held[1])
        left = 7 - count_bits(forced | (held[1] & kinds)) - count_bits(held[3] & kinds)
        if left <= 0:
            return lacking
        ones = count_bits(first & held[0] & ~held[1]) + count_bits(second & held[2] & ~held[3])
        if ones >= left:
            return lacking + left
        twos = count_bits(first & ~held[0]) + count_bits(second & ~held[2])
        if ones + twos >= left:
            return lacking + 2 * left - ones
        return NEVER

    def _loose(self, need: i64) -> i64:
        """Tiles lacking to a hand of only the shapeless kinds."""
        loose = self.rules.shapeless_kinds
        if self.meld_kinds & ~loose:
            return NEVER
        lacking = 2 + 3 * need - self._tiles(loose)
        if lacking <= 0:
            return 0
        unseen: i64 = 0
        while loose:
            kind = lowest(loose)
            loose &= loose - 1
            unseen += self.unseen(kind)
        if lacking > unseen:
            return NEVER
        return lacking


_DIGITS: Final = vec[i64]([sum(n // 5**place % 5 for place in range(5)) for n in range(3125)])


def _digits(number: i64) -> i64:
    """How many tiles a group of that number has."""
    return _DIGITS[number % 3125] + _DIGITS[number // 3125]


def _smaller(a: i64, b: i64) -> i64:
    return a if a < b else b
