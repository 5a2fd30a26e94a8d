"""What can be said of a hand: how far it is, what helps, what each discard leaves, and what a wait is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from paiju.analysis.reach.discards import NOT_HELD, Discards
from paiju.analysis.reach.distance import Distance
from paiju.core.errors import TextError
from paiju.core.notation import parse_hand, parse_tiles, tile_name
from paiju.core.tiles import BIT, KINDS
from paiju.core.win import DISCARD, SELF_DRAW, Meld, claim
from paiju.game.audience import Tile

if TYPE_CHECKING:
    from paiju.game.hand import Game

_FULL: Final = 14


class Wait(msgspec.Struct, frozen=True):
    """A kind that wins: how many may still come, and what all three others together pay for it from a discard and by self-draw."""

    tile: Tile
    live: int
    discard: int
    self_draw: int


class Leaves(msgspec.Struct, frozen=True):
    """Where tiles leave a player: ``distance`` (0 ready, -1 complete, HOPELESS), the kinds that bring them nearer with how many of each may still
    come, and when ready the waits."""

    distance: int
    helps: dict[Tile, int]
    waits: tuple[Wait, ...]

    @property
    def live(self) -> int:
        """How many tiles that help may still come."""
        return sum(self.helps.values())


class Report(msgspec.Struct, frozen=True):
    """``now`` of the tiles as they are; with one tile too many ``discards``, the best first."""

    now: Leaves
    discards: tuple[tuple[Tile, Leaves], ...] = ()


class Analyst:
    """Reads hands of one game. Keeps tables: make one and use it again.

    >>> from paiju.game.hand import Game
    >>> analyst = Analyst(Game("changsha"))
    >>> analyst.distance("123m456m789p3455s")
    0
    >>> report = analyst.report("123m456m789p34559s")
    >>> [(kind, leaves.distance, leaves.live) for kind, leaves in report.discards[:2]]
    [(26, 0, 6), (22, 1, 31)]
    """

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self._tiles: Final = Distance(game.rules)
        self._discards: Final = Discards()

    def distance(self, hand: str, seen: str = "") -> int:
        """How many exchanges the tiles are from ready; -1 complete, HOPELESS when no win can be reached. Text as for ``parse_hand``."""
        self._look(*parse_hand(hand), parse_tiles(seen))
        return int(self._tiles.distance())

    def report(self, hand: str, seen: str = "") -> Report:
        """Everything about a hand of 13 or 14 tiles (a kong counts three), with these tiles seen elsewhere.

        TextError when there cannot be such a hand.
        """
        tiles, melds = parse_hand(hand)
        self._look(tiles, melds, parse_tiles(seen))
        counts = [tiles.count(kind) for kind in range(KINDS)]
        if len(tiles) % 3 == 1:
            distance = int(self._tiles.distance())
            return Report(self._leaves(counts, melds, distance, int(self._tiles.useful(self.game.rules.kinds, distance))))
        now = int(self._tiles.distance())
        self._discards.work_out(self._tiles)
        found = []
        for kind in range(KINDS):
            after = int(self._discards.after[kind])
            if after != NOT_HELD:
                counts[kind] -= 1
                self._tiles.discard(kind)
                found.append((kind, self._leaves(counts, melds, after, int(self._discards.helps[kind]))))
                self._tiles.undiscard(kind)
                counts[kind] += 1
        found.sort(key=lambda entry: (entry[1].distance, -entry[1].live, entry[0]))
        return Report(Leaves(now, {}, ()), tuple(found))

    def _leaves(self, counts: Sequence[int], melds: list[Meld], distance: int, helps: int) -> Leaves:
        live = {kind: int(self._tiles.unseen(kind)) for kind in range(KINDS) if helps & BIT[kind]}
        waits = tuple(self._wait(counts, melds, kind, live[kind]) for kind in live) if distance == 0 else ()
        return Leaves(distance, live, waits)

    def _wait(self, counts: Sequence[int], melds: list[Meld], tile: Tile, live: int) -> Wait:
        """Of a player who does not deal, from a discard of another who does not."""
        settle = self.game.scoring.settle
        discarded = settle(claim(1, 0, DISCARD, bytes(counts), melds, tile, 2)).deltas()[1]
        drawn = settle(claim(1, 0, SELF_DRAW, bytes(counts), melds, tile)).deltas()[1]
        return Wait(tile, live, discarded, drawn)

    def _look(self, tiles: list[int], melds: list[Meld], seen: list[int]) -> None:
        whole = len(tiles) + 3 * len(melds)
        if whole not in (_FULL - 1, _FULL):
            en = f"a hand has 13 tiles, or 14 with one to discard, each meld counting three; these count {whole}"
            raise TextError(en, f"一手牌 13 张，待打时 14 张，每副副露算三张；这里算下来是 {whole} 张", "", 0)
        known = self._tiles
        known.clear()
        for meld in melds:
            for tile in meld.tiles:
                self._one_more(tile)
                known.see(tile)
            known.lay(meld.kind, sum({1 << tile for tile in meld.tiles}))
        for tile in tiles:
            self._one_more(tile)
            known.draw(tile)
        for tile in seen:
            self._one_more(tile)
            known.see(tile)

    def _one_more(self, tile: Tile) -> None:
        game = self.game.variant
        if not self.game.rules.kinds & BIT[tile]:
            raise TextError(f"{game.en} has no {tile_name(tile, 'en')}", f"{game.zh}没有{tile_name(tile, 'zh')}", "", 0)
        if not self._tiles.unseen(tile):
            raise TextError(f"more than four {tile_name(tile, 'en')}", f"{tile_name(tile, 'zh')}多于四张", "", 0)
