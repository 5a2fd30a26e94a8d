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
        # answers for sets and a pair: of each group, and with a tile of each kind more that may still come
        self._own: Final[vec[i64]] = vec[i64]([0] * 4)
        self._more: Final[vec[i64]] = vec[i64]([0] * 34)
        self._coming: i64 = 0

    def work_out(self, tiles: Distance) -> None:
        """Of a hand with a tile to discard."""
        kind: i64 = 0
        while kind < 34:
            self.after[kind] = NOT_HELD
            kind += 1
        self._look(tiles)
        least = tiles.distance()
        may_help: i64 = -1  # nearer with one tile more than is allowed: what may help after one of the best discards
        left = tiles.held[0]
        while left:
            kind = lowest(left)
            left &= left - 1
            if may_help < 0:
                may_help = tiles.useful(self._coming, least)
            tiles.discard(kind)
            self._judge(tiles, kind, least, may_help)
            tiles.undiscard(kind)

    def choose(self, tiles: Distance, kinds: i64) -> i64:
        """Of a mask of kinds the discard that leaves the hand nearest, with the most tiles that help; then the one lying open most often, the lowest.

        Of the kinds not nearest only ``after`` is known afterwards.
        """
        nearest: i64 = NOT_HELD
        left = kinds
        while left:
            kind = lowest(left)
            left &= left - 1
            tiles.discard(kind)
            self.after[kind] = tiles.distance()
            tiles.undiscard(kind)
            if self.after[kind] < nearest:
                nearest = self.after[kind]
        may_help = tiles.useful(tiles.rules.kinds, nearest)
        best: i64 = -1
        most: i64 = -1
        left = kinds
        while left:
            kind = lowest(left)
            left &= left - 1
            if self.after[kind] == nearest:
                tiles.discard(kind)
                self.helps[kind] = tiles.useful(may_help, nearest)
                self.live[kind] = tiles.live(self.helps[kind])
                tiles.undiscard(kind)
                worth = 8 * self.live[kind] - tiles.unseen(kind)
                if best < 0 or worth > most:
                    best = kind
                    most = worth
        return best

    def _look(self, tiles: Distance) -> None:
        group: i64 = 0
        while group < 4:
            self._own[group] = tiles.group(group)
            group += 1
        self._coming = 0
        left = tiles.rules.kinds
        while left:
            kind = lowest(left)
            left &= left - 1
            if tiles.unseen(kind):
                self._coming |= BIT[kind]
                tiles.draw(kind)
                self._more[kind] = tiles.group(i64(GROUP[kind]))
                tiles.undraw(kind)

    def _judge(self, tiles: Distance, kind: i64, least: i64, may_help: i64) -> None:
        group = i64(GROUP[kind])
        own = tiles.group(group)
        partner = self._own[group ^ 1]
        half = ANSWERS.both(own, partner)
        one = self._own[(group ^ 2) & 2]
        two = self._own[(group ^ 2) | 1]
        sets = 4 - tiles.melds
        wish = tiles.wish()
        lacking = ANSWERS.lacking(half, ANSWERS.both(one, two), sets, wish)
        after = tiles.distance()
        self.after[kind] = after
        coming = self._coming
        if after == least:
            coming &= may_help
        if after == HOPELESS or tiles.otherwise(NEVER) <= lacking:
            helps = tiles.useful(coming, after)
        else:
            helps = 0
            while coming:
                other = lowest(coming)
                coming &= coming - 1
                found: i64 = 0
                where = i64(GROUP[other])
                if where == group:
                    tiles.draw(other)
                    found = ANSWERS.lacking(ANSWERS.both(tiles.group(group), partner), ANSWERS.both(one, two), sets, wish)
                    tiles.undraw(other)
                elif where == group ^ 1:
                    found = ANSWERS.lacking(ANSWERS.both(own, self._more[other]), ANSWERS.both(one, two), sets, wish)
                elif where & 1:
                    found = ANSWERS.lacking(half, ANSWERS.both(one, self._more[other]), sets, wish)
                else:
                    found = ANSWERS.lacking(half, ANSWERS.both(self._more[other], two), sets, wish)
                if found < lacking:
                    helps |= BIT[other]
        self.helps[kind] = helps
        self.live[kind] = tiles.live(helps)
