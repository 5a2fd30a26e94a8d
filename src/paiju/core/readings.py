"""All ways to read a hand, and whether a reading wins: the slow and obvious path (G-6, G-12).

Knows the conditions of a game from its ``Rules``; fans and money are others' business. The engine's fast path (``winning``)
says the same from tables and is tested against this.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from paiju.core.reasons import IT_WINS, MISSING_SUIT, NO_PUNG, NO_TERMINAL_OR_HONOUR, NOT_COMPLETE, PAIR_NOT_258
from paiju.core.rules import FREE_ALL_PUNGS, FREE_FOUR_MELDS, FREE_ONE_SUIT, Rules
from paiju.core.tiles import BAMBOO, BIT, CHARACTERS, DOTS, DRAGONS, HONOURS, KINDS, NINES, NONE, NUMBERED, ONES, RANK, SUITED_KINDS, WHITE, lowest
from paiju.core.win import AFTER_DICE_KONG, CHOW, CONCEALED_KONG, ROBBED_KONG, SPECIAL_KONG, Meld, Win

# What a reading is made of.
SETS: Final = 0  # sets and a pair
PAIRS: Final = 1  # seven pairs
LOOSE: Final = 2  # no shape (CS-13)

# A set is its lowest kind as a chow (the set of dragons: WHITE), or PUNG_CODE plus its kind.
PUNG_CODE: Final = 64
_SIZE: Final = 5  # a stored reading: four sets and a pair
_PAIRS_MARK: Final = 254
_LOOSE_MARK: Final = 255

# Where the winning tile sits.
NOWHERE: Final = 0
LOW: Final = 1  # of a chow, with two ends open
MIDDLE: Final = 2
HIGH: Final = 3
EDGE: Final = 4  # the 3 of 1-2-3 or the 7 of 7-8-9
IN_PUNG: Final = 5
IN_PAIR: Final = 6
THIRD_DRAGON: Final = 7


@final
class Reading:
    """One way to read a whole hand, and where the winning tile sits in it."""

    def __init__(self) -> None:
        self.form: i64 = SETS
        self.sets: vec[u8] = vec[u8]([0] * 4)  # the concealed ones, `size` of them
        self.size: i64 = 0
        self.pair: i64 = NONE
        self.tile: i64 = NONE  # what the winning tile is, or stands for
        self.place: i64 = NOWHERE
        self.chows: i64 = 0  # melded ones included, sets of dragons not
        self.pungs: i64 = 0  # kongs of every kind included
        self.quads: i64 = 0  # four equal tiles in seven pairs

    def copy(self) -> "Reading":
        r = Reading()
        r.form = self.form
        r.sets = self.sets[:]
        r.size = self.size
        r.pair = self.pair
        r.tile = self.tile
        r.place = self.place
        r.chows = self.chows
        r.pungs = self.pungs
        r.quads = self.quads
        return r


@final
class Readings:
    """One player's tiles under one game's rules, and every reading of them. Reused: ``load`` takes the next hand."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.hand: vec[u8] = vec[u8]([0] * KINDS)  # concealed
        self.held: vec[u8] = vec[u8]([0] * KINDS)  # concealed and melded
        self.own: i64 = 0  # kinds in hand and melds without the winning tile
        self.kinds: i64 = 0  # ... with it
        self.concealed: i64 = 0  # kinds in hand without it
        self.melds: i64 = 0
        self.chows: i64 = 0  # melded ones
        self.dragon_chows: i64 = 0  # those of them that are white-green-red
        self.exposed: i64 = 0  # melds other than concealed kongs
        self.special: i64 = 0  # special kongs
        self.at_moment: bool = False
        self.reading: Final = Reading()  # the one looked at
        self._found: vec[u8] = vec[u8]()
        self._sets: Final = vec[u8]([0] * 4)

    # -- the hand ------------------------------------------------------------------------------------------------

    def load(self, hand: vec[u8], melds: list[Meld]) -> None:
        """Takes the concealed tiles without a winning tile (or all of them) and the melds."""
        self.hand = hand[:]
        self.held = hand[:]
        held = self.held
        self.chows = 0
        self.dragon_chows = 0
        self.exposed = 0
        self.special = 0
        self.melds = len(melds)
        self.at_moment = False
        concealed: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            if hand[kind]:
                concealed |= BIT[kind]
            kind += 1
        kinds = concealed
        for meld in melds:
            if meld.kind == CHOW:
                self.chows += 1
                if meld.tiles[0] == WHITE:
                    self.dragon_chows += 1
            if meld.kind != CONCEALED_KONG:
                self.exposed += 1
            if meld.kind >= SPECIAL_KONG:
                self.special += 1
            for tile in meld.tiles:
                held[tile] += 1
                kinds |= BIT[tile]
        self.concealed = concealed
        self.own = kinds
        self.kinds = kinds

    def load_win(self, win: Win) -> None:
        self.load(win.hand, win.melds)
        self.at_moment = win.moment != 0 or win.after == AFTER_DICE_KONG or (win.by == ROBBED_KONG and self.rules.robbed_kong_is_moment)

    def last_single(self) -> bool:
        """CC-18: four exposed melds with a chow among them."""
        if not self.rules.no_last_single or not self.chows:
            return False
        return (self.melds if self.rules.last_single_counts_concealed else self.exposed) == 4

    def outside_treasure(self) -> bool:
        """CC-12: no 1, 9 or honour before the winning tile."""
        return self.rules.orphan_kinds != 0 and not self.own & self.rules.orphan_kinds

    # -- winning -------------------------------------------------------------------------------------------------

    def lay(self, tile: i64) -> None:
        """Adds a winning tile (NONE: none) until ``lift``."""
        if tile != NONE:
            self.hand[tile] += 1
            self.kinds = self.own | BIT[tile]

    def lift(self, tile: i64) -> None:
        if tile != NONE:
            self.hand[tile] -= 1
            self.kinds = self.own

    def verdict(self, tile: i64) -> i64:
        """IT_WINS, or the reason furthest down among all readings with that winning tile (NONE: the tiles as they are)."""
        self.lay(tile)
        worst: i64 = NOT_COMPLETE
        left = self.read()
        while left:
            left -= 1
            self.turn_to(left)
            reason = self.judge()
            if reason == IT_WINS:
                worst = IT_WINS
                break
            if reason > worst:
                worst = reason
        self.lift(tile)
        return worst

    def waits(self) -> i64:
        """The mask of the kinds that would win (G-12)."""
        found: i64 = 0
        left = self._candidates()
        while left:
            kind = lowest(left)
            left &= left - 1
            if self.held[kind] < 4 and self.verdict(kind) == IT_WINS:
                found |= BIT[kind]
        return found

    def _candidates(self) -> i64:
        """Kinds that touch a concealed tile: no other can complete a shape."""
        rules = self.rules
        have = self.concealed
        suited = have & SUITED_KINDS
        up = (suited & ~NINES) << 1
        down = (suited & ~ONES) >> 1
        near = have | up | (up & ~NINES) << 1 | down | (down & ~ONES) >> 1
        if rules.set_of_dragons and have & DRAGONS:
            near |= DRAGONS
        if rules.shapeless_kinds and not have & ~rules.shapeless_kinds:
            near |= rules.shapeless_kinds
        return near & rules.kinds

    # -- readings ------------------------------------------------------------------------------------------------

    def read(self) -> i64:
        """Finds every reading of the concealed tiles and melds; how many there are."""
        rules = self.rules
        self._found = vec[u8]()
        if self._groups_fit():
            self._read_from(0, 0, NONE)
        if rules.seven_pairs and self.melds == 0 and self._all_even():
            self._store(_PAIRS_MARK)
        if rules.shapeless_kinds and not self.kinds & ~rules.shapeless_kinds:
            self._store(_LOOSE_MARK)
        return len(self._found) // _SIZE

    def _groups_fit(self) -> bool:
        """Three groups hold a multiple of three tiles and one two more: needed for sets and a pair, and quickly told."""
        hand = self.hand
        spare: i64 = 0
        tiles: i64 = 0
        kind: i64 = 0
        while kind < KINDS:
            tiles += i64(hand[kind])
            kind += 1
            if kind == 9 or kind == 18 or kind == 27 or kind == KINDS:  # not `in`: it would build a tuple each time
                if tiles % 3 == 1:
                    return False
                spare += tiles % 3
                tiles = 0
        return spare == 2

    def _read_from(self, kind: i64, size: i64, pair: i64) -> None:
        """Reads on from a kind, the lower ones being used up. Of each kind first a pung, then a pair, the rest as chows."""
        hand = self.hand
        while kind < KINDS and not hand[kind]:
            kind += 1
        if kind == KINDS:
            if pair != NONE:
                self._store(pair)
            return
        count = i64(hand[kind])
        hand[kind] = 0
        chowable = (kind < NUMBERED and RANK[kind] <= 6) or (kind == WHITE and self.rules.set_of_dragons)
        for pungs in range(2):
            for pairs in range(2):
                rest: i64 = count - 3 * pungs - 2 * pairs
                if rest < 0 or (pairs and pair != NONE):
                    continue
                if rest and not (chowable and i64(hand[kind + 1]) >= rest and i64(hand[kind + 2]) >= rest):
                    continue
                at = size
                if pungs:
                    self._sets[at] = u8(PUNG_CODE + kind)
                    at += 1
                n: i64 = 0
                while n < rest:
                    self._sets[at] = u8(kind)
                    at += 1
                    n += 1
                if rest:
                    hand[kind + 1] -= u8(rest)
                    hand[kind + 2] -= u8(rest)
                self._read_from(kind + 1, at, kind if pairs else pair)
                if rest:
                    hand[kind + 1] += u8(rest)
                    hand[kind + 2] += u8(rest)
        hand[kind] = u8(count)

    def _store(self, last: i64) -> None:
        sets = self._sets
        found = self._found
        n: i64 = 0
        while n < 4:
            found = append(found, sets[n])
            n += 1
        self._found = append(found, u8(last))

    def _all_even(self) -> bool:
        hand = self.hand
        kind: i64 = 0
        while kind < KINDS:
            if hand[kind] & 1:
                return False
            kind += 1
        return True

    def turn_to(self, n: i64) -> None:
        """Makes ``reading`` the n-th one found; where the winning tile sits is not looked at."""
        r = self.reading
        found = self._found
        last = i64(found[n * _SIZE + 4])
        r.place = NOWHERE
        r.quads = 0
        r.pair = NONE
        r.chows = self.chows - self.dragon_chows
        r.pungs = self.melds - self.chows
        r.size = 0
        if last == _PAIRS_MARK:
            r.form = PAIRS
            kind: i64 = 0
            while kind < KINDS:
                if self.hand[kind] == 4:
                    r.quads += 1
                kind += 1
            return
        if last == _LOOSE_MARK:
            r.form = LOOSE
            return
        r.form = SETS
        r.pair = last
        r.size = 4 - self.melds
        i: i64 = 0
        while i < r.size:
            code = i64(found[n * _SIZE + i])
            r.sets[i] = u8(code)
            if code >= PUNG_CODE:
                r.pungs += 1
            elif code != WHITE:
                r.chows += 1
            i += 1

    def place_in(self, n: i64, tile: i64) -> i64:
        """Where that tile would sit in the n-th part (set, then pair) of ``reading``; NOWHERE if it cannot."""
        r = self.reading
        if n == r.size:
            return IN_PAIR if r.form == PAIRS or r.pair == tile else NOWHERE
        code = i64(r.sets[n])
        if code >= PUNG_CODE:
            return IN_PUNG if code == PUNG_CODE + tile else NOWHERE
        if not code <= tile <= code + 2:
            return NOWHERE
        if code == WHITE:
            return THIRD_DRAGON
        if tile == code + 1:
            return MIDDLE
        if tile == code:
            return EDGE if RANK[code] == 6 else LOW
        return EDGE if RANK[code] == 0 else HIGH

    # -- conditions ----------------------------------------------------------------------------------------------

    def judge(self) -> i64:
        """Whether ``reading`` wins by the game's conditions: IT_WINS, or the first it fails, in the order of the reasons."""
        rules = self.rules
        r = self.reading
        if r.form == LOOSE:
            return IT_WINS
        all_pungs = r.form == SETS and r.chows == 0
        if r.form == SETS and not rules.pair_kinds & BIT[r.pair] and not self._pair_is_free(all_pungs):
            return PAIR_NOT_258
        if not (rules.all_pungs_waives_suits and all_pungs):  # CC-16: an exemption from CC-7 and CC-10
            if rules.suits_required and self.suits() < 3:
                return MISSING_SUIT
            if rules.orphan_kinds and not self.kinds & rules.orphan_kinds:
                return NO_TERMINAL_OR_HONOUR
        if rules.pung_required and r.form == SETS and r.pungs == 0 and not rules.pung_waiver_pairs & BIT[r.pair]:
            return NO_PUNG
        return IT_WINS

    def suits(self) -> i64:
        """How many suits there are in hand and melds (CC-7)."""
        kinds = self.kinds
        return (1 if kinds & CHARACTERS else 0) + (1 if kinds & DOTS else 0) + (1 if kinds & BAMBOO else 0)

    def one_suit(self) -> bool:
        return self.suits() == 1 and not self.kinds & HONOURS

    def _pair_is_free(self, all_pungs: bool) -> bool:
        free = self.rules.pair_free
        return (
            (free & FREE_ALL_PUNGS != 0 and all_pungs)
            or (free & FREE_ONE_SUIT != 0 and self.one_suit())
            or (free & FREE_FOUR_MELDS != 0 and self.melds == 4)
            or (self.rules.pair_free_at_moment and self.at_moment)
        )
