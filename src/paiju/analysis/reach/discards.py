"""What each discard leaves: how far the hand is then, which tiles help, and how many of them may still come."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.analysis.reach.answers import NEVER
from paiju.analysis.reach.distance import ANSWERS, HOPELESS, Distance
from paiju.core.tiles import BIT, GROUP, KINDS, KINDS_OF, lowest

NOT_HELD: Final = 127


@final
class Discards:
    """The answers for the tiles of a ``Distance``, by kind: ``after`` (NOT_HELD where there is nothing to discard), ``helps`` (a mask), ``live``."""

    def __init__(self) -> None:
        self.after: Final[vec[i64]] = vec[i64]([NOT_HELD] * 34)
        self.helps: Final[vec[i64]] = vec[i64]([0] * 34)
        self.live: Final[vec[i64]] = vec[i64]([0] * 34)
        # Answers for sets and a pair: of each group; with one tile of a kind more; of the two groups besides two others; and of all besides one.
        self._own: Final[vec[i64]] = vec[i64]([0] * 4)
        self._more: Final[vec[i64]] = vec[i64]([0] * 34)
        self._two: Final[vec[i64]] = vec[i64]([0] * 16)
        self._rest: Final[vec[i64]] = vec[i64]([0] * 4)
        self._unseen: Final[vec[i64]] = vec[i64]([0] * 34)
        self._coming: i64 = 0  # kinds that may still come

    def work_out(self, tiles: Distance) -> None:
        """Of a hand with a tile to discard."""
        kind: i64 = 0
        while kind < KINDS:
            self.after[kind] = NOT_HELD
            kind += 1
        self._look(tiles)
        least = tiles.otherwise(ANSWERS.lacking(self._own[0], self._rest[0], 4 - tiles.melds, tiles.wish()))
        may_help = self._may_help(tiles, least)
        left = tiles.held[0]
        while left:
            kind = lowest(left)
            left &= left - 1
            tiles.discard(kind)
            self._judge(tiles, kind, least, may_help)
            tiles.undiscard(kind)

    def _look(self, tiles: Distance) -> None:
        own = self._own
        two = self._two
        rest = self._rest
        self._coming = 0
        group: i64 = 0
        while group < 4:
            own[group] = tiles.group(group)
            first = 9 * group
            unseen = tiles.caps[group] - tiles.number[group]
            while unseen:
                self._unseen[first] = unseen % 5
                if unseen % 5:
                    self._coming |= BIT[first]
                    self._more[first] = tiles.group_with(first)
                unseen //= 5
                first += 1
            group += 1
        two[0 * 4 + 1] = two[1 * 4 + 0] = ANSWERS.both(own[2], own[3])
        two[0 * 4 + 2] = two[2 * 4 + 0] = ANSWERS.both(own[1], own[3])
        two[0 * 4 + 3] = two[3 * 4 + 0] = ANSWERS.both(own[1], own[2])
        two[1 * 4 + 2] = two[2 * 4 + 1] = ANSWERS.both(own[0], own[3])
        two[1 * 4 + 3] = two[3 * 4 + 1] = ANSWERS.both(own[0], own[2])
        two[2 * 4 + 3] = two[3 * 4 + 2] = ANSWERS.both(own[0], own[1])
        rest[0] = ANSWERS.both(own[1], two[1])
        rest[1] = ANSWERS.both(own[0], two[1])
        rest[2] = ANSWERS.both(own[3], two[11])
        rest[3] = ANSWERS.both(own[2], two[11])

    def _may_help(self, tiles: Distance, lacking: i64) -> i64:
        """What brings the hand nearer with a tile more than is allowed: nothing else does after one of the best discards."""
        sets = 4 - tiles.melds
        wish = tiles.wish()
        found: i64 = 0
        left = self._coming
        while left:
            kind = lowest(left)
            left &= left - 1
            if ANSWERS.lack_less(self._more[kind], self._rest[i64(GROUP[kind])], sets, wish, lacking):
                found |= BIT[kind]
        return found | tiles.helps_otherwise(self._coming & ~found, lacking)

    def _judge(self, tiles: Distance, kind: i64, least: i64, may_help: i64) -> None:
        """``after``, ``helps`` and ``live`` of a kind just discarded."""
        group = i64(GROUP[kind])
        sets = 4 - tiles.melds
        wish = tiles.wish()
        own = tiles.group(group)
        by_sets = ANSWERS.lacking(own, self._rest[group], sets, wish)
        lacking = tiles.otherwise(by_sets)
        self.helps[kind] = 0
        self.live[kind] = 0
        if lacking >= NEVER or tiles.never():
            self.after[kind] = HOPELESS
            return
        coming = self._coming
        if lacking == least:
            coming &= may_help
        helps: i64 = 0
        if by_sets == lacking:  # a tile brings each way to win one nearer at most
            helps = self._helps_here(tiles, own, group, coming, lacking)
            other: i64 = 0
            while other < 4:
                left = coming & KINDS_OF[other]
                if other != group and left:
                    rest = ANSWERS.both(own, self._two[4 * group + other])
                    while left:
                        tile = lowest(left)
                        left &= left - 1
                        at = self._more[tile]
                        if at != self._own[other] and ANSWERS.lack_less(at, rest, sets, wish, lacking):
                            helps |= BIT[tile]
                other += 1
        helps |= tiles.helps_otherwise(coming & ~helps, lacking)
        self.after[kind] = lacking - 1
        self.helps[kind] = helps
        live: i64 = 0
        while helps:
            live += self._unseen[lowest(helps)]
            helps &= helps - 1
        self.live[kind] = live

    def _helps_here(self, tiles: Distance, own: i64, group: i64, coming: i64, lacking: i64) -> i64:
        """Which tiles of the group discarded from help to sets and a pair."""
        sets = 4 - tiles.melds
        wish = tiles.wish()
        helps: i64 = 0
        left = coming & KINDS_OF[group]
        while left:
            tile = lowest(left)
            left &= left - 1
            at = tiles.group_with(tile)
            if at != own and ANSWERS.lack_less(at, self._rest[group], sets, wish, lacking):
                helps |= BIT[tile]
        return helps
