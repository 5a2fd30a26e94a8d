"""What each discard leaves: how far the hand is then, which tiles help, and how many of them may still come."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.analysis.reach.answers import NEVER
from paiju.analysis.reach.distance import ANSWERS, HOPELESS, Distance
from paiju.core.tiles import BIT, GROUP, lowest

NOT_HELD: Final = 127


@final
class Discards:
    """The answers for the tiles of a ``Distance``, by kind: ``after`` (NOT_HELD where there is nothing to discard), ``helps`` (a mask), ``live``."""

    def __init__(self) -> None:
        self.after: Final[vec[i64]] = vec[i64]([NOT_HELD] * 34)
        self.helps: Final[vec[i64]] = vec[i64]([0] * 34)
        self.live: Final[vec[i64]] = vec[i64]([0] * 34)
        # Answers for sets and a pair: of each group; with one tile of a kind more; and of the half that group is in.
        self._own: Final[vec[i64]] = vec[i64]([0] * 4)
        self._more: Final[vec[i64]] = vec[i64]([0] * 34)
        self._half: Final[vec[i64]] = vec[i64]([0] * 2)
        self._half_more: Final[vec[i64]] = vec[i64]([0] * 34)
        self._coming: i64 = 0  # kinds that may still come

    def work_out(self, tiles: Distance) -> None:
        """Of a hand with a tile to discard."""
        kind: i64 = 0
        while kind < 34:
            self.after[kind] = NOT_HELD
            kind += 1
        self._look(tiles)
        least = tiles.distance()
        may_help = self._may_help(tiles, least + 1)
        left = tiles.held[0]
        while left:
            kind = lowest(left)
            left &= left - 1
            tiles.discard(kind)
            self._judge(tiles, kind, least, may_help)
            tiles.undiscard(kind)

    def _look(self, tiles: Distance) -> None:
        group: i64 = 0
        while group < 4:
            self._own[group] = tiles.group(group)
            group += 1
        self._half[0] = ANSWERS.both(self._own[0], self._own[1])
        self._half[1] = ANSWERS.both(self._own[2], self._own[3])
        self._coming = 0
        left = tiles.rules.kinds
        while left:
            kind = lowest(left)
            left &= left - 1
            if tiles.unseen(kind):
                self._coming |= BIT[kind]
                self._more[kind] = tiles.group_with(kind)
                self._half_more[kind] = ANSWERS.both(self._more[kind], self._own[i64(GROUP[kind]) ^ 1])

    def _may_help(self, tiles: Distance, lacking: i64) -> i64:
        """What brings the hand nearer with a tile more than is allowed: nothing else does after one of the best discards."""
        sets = 4 - tiles.melds
        wish = tiles.wish()
        otherwise = tiles.otherwise(lacking + 1) == lacking
        found: i64 = 0
        left = self._coming
        while left:
            kind = lowest(left)
            left &= left - 1
            if ANSWERS.lacking(self._half_more[kind], self._half[i64(GROUP[kind]) >> 1 ^ 1], sets, wish) < lacking:
                found |= BIT[kind]
            elif otherwise:
                tiles.draw(kind)
                if tiles.otherwise(lacking) < lacking:
                    found |= BIT[kind]
                tiles.undraw(kind)
        return found

    def _judge(self, tiles: Distance, kind: i64, least: i64, may_help: i64) -> None:
        """``after``, ``helps`` and ``live`` of a kind just discarded."""
        group = i64(GROUP[kind])
        half = group >> 1
        own = tiles.group(group)
        both = ANSWERS.both(own, self._own[group ^ 1])
        sets = 4 - tiles.melds
        wish = tiles.wish()
        by_sets = ANSWERS.lacking(both, self._half[half ^ 1], sets, wish)
        lacking = tiles.otherwise(by_sets)
        if lacking >= NEVER or tiles.never():
            self.after[kind] = HOPELESS
            self.helps[kind] = 0
            self.live[kind] = 0
            return
        # A tile brings each way to win one nearer at most: only those as near as the nearest matter.
        otherwise = tiles.otherwise(lacking + 1) == lacking
        coming = self._coming
        if lacking - 1 == least:
            coming &= may_help
        helps: i64 = 0
        other: i64 = 0
        while coming >> other:
            if (coming >> other) & 1:
                where = i64(GROUP[other])
                found: i64 = NEVER
                if by_sets == lacking:
                    if where >> 1 != half:
                        found = ANSWERS.lacking(both, self._half_more[other], sets, wish)
                    elif where != group:
                        found = ANSWERS.lacking(ANSWERS.both(own, self._more[other]), self._half[half ^ 1], sets, wish)
                    else:
                        found = ANSWERS.lacking(ANSWERS.both(tiles.group_with(other), self._own[group ^ 1]), self._half[half ^ 1], sets, wish)
                if found >= lacking and otherwise:
                    tiles.draw(other)
                    found = tiles.otherwise(lacking)
                    tiles.undraw(other)
                if found < lacking:
                    helps |= BIT[other]
            other += 1
        self.after[kind] = lacking - 1
        self.helps[kind] = helps
        self.live[kind] = tiles.live(helps)
