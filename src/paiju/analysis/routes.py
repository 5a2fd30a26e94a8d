"""The ways to win that a game has, and how far tiles are on each: distance, tiles that help, and what the win there would pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from paiju.analysis.reach.discards import NOT_HELD, Discards
from paiju.analysis.reach.distance import ALL_PUNGS, ANY_WAY, HOPELESS, ONE_SUIT, SEVEN_PAIRS, SHAPELESS, Distance
from paiju.analysis.waits import Own, Wait
from paiju.core.tiles import BIT, KINDS
from paiju.game.audience import Tile

if TYPE_CHECKING:
    from collections.abc import Callable

    from paiju.game.hand import Game

_NAMES: Final = {ANY_WAY: "any", ALL_PUNGS: "all_pungs", ONE_SUIT: "one_suit", SEVEN_PAIRS: "seven_pairs", SHAPELESS: "all_258"}
_WORDS: Final = {"any": ("最近的胡", "nearest win"), "seven_pairs": ("七小对", "seven pairs"), "all_258": ("将将胡", "all 2-5-8")}


class Route(msgspec.Struct, frozen=True):
    """One way to win: ``any`` (the nearest win), ``all_pungs``, ``one_suit``, ``seven_pairs``, ``all_258``.

    ``distance``: to a win of this way (0 ready, -1 complete, HOPELESS). With a tile too many ``discard`` is the best to go this way: to the
    nearest win the first of the report's, else what leaves the hand nearest and then the most tiles that help. ``helps``: the kinds that bring it
    nearer, after that discard, each with how many may still come.
    ``win``: the win reached when always the likeliest of these tiles is drawn and nothing claimed, as the game scores it; None when none can be.
    ``zh``, ``en``: what the game calls it.
    """

    way: str
    distance: int
    helps: dict[Tile, int] = {}
    discard: Tile | None = None
    win: Wait | None = None
    zh: str = ""
    en: str = ""

    @property
    def paid(self) -> int:
        """What the win pays by self-draw; 0 where there is none."""
        return 0 if self.win is None else self.win.self_draw


def ways_of(game: Game) -> list[int]:
    """The ways to win of a game that are looked at apart, any win first."""
    fans = {fan.id for fan in game.scoring.fans}
    ways = [int(ANY_WAY)]
    if "all_pungs" in fans:
        ways.append(int(ALL_PUNGS))
    if "one_suit" in fans:
        ways.append(int(ONE_SUIT))
    if game.rules.seven_pairs:
        ways.append(int(SEVEN_PAIRS))
    if game.rules.shapeless_kinds:
        ways.append(int(SHAPELESS))
    return ways


class Routes:
    """Looks at each way to win of one game. Keeps tables: make one and use it again."""

    def __init__(self, game: Game) -> None:
        self._scoring: Final = game.scoring
        self._kinds: Final = game.rules.kinds
        self._ways: Final = [(_NAMES[way], Distance(game.rules, way)) for way in ways_of(game)]
        self._words: Final = _WORDS | {fan.id: (fan.zh, fan.en) for fan in game.scoring.fans}
        self._table: Final = Discards()

    def read(self, own: Own, take_up: Callable[[Distance], None], best: Tile | None = None) -> tuple[Route, ...]:
        """``take_up`` begins anew with the tiles, which are those of ``own``. ``best``: the discard to go with to the nearest win, if it is known."""
        found = []
        for way, tiles in self._ways:
            take_up(tiles)
            route = self._route(way, tiles, own._replace(counts=list(own.counts)), best if way == "any" else None)
            zh, en = self._words[way]
            found.append(msgspec.structs.replace(route, zh=zh, en=en))
        return tuple(found)

    def _route(self, way: str, tiles: Distance, own: Own, best: Tile | None) -> Route:
        distance = int(tiles.distance())
        if distance == HOPELESS:
            return Route(way, distance)
        if sum(own.counts) % 3 == 1:
            helps, discard = int(tiles.useful(self._kinds, distance)), None
        else:
            discard, helps = self._best(tiles, best)
            tiles.discard(discard)
            own.counts[discard] -= 1
        live = {kind: int(tiles.unseen(kind)) for kind in range(KINDS) if helps & BIT[kind]}
        if distance < 0 and discard is not None:
            return Route(way, distance, live, discard, own.wait(self._scoring, discard, int(tiles.unseen(discard))))
        return Route(way, distance, live, discard, self._reached(tiles, own, distance, live))

    def _best(self, tiles: Distance, best: Tile | None = None) -> tuple[Tile, int]:
        """The discard that leaves the tiles nearest and then with the most that help, if none is given; with the mask of these."""
        table = self._table
        table.work_out(tiles)
        held = [best] if best is not None else [kind for kind in range(KINDS) if table.after[kind] != NOT_HELD]
        kind = min(held, key=lambda kind: (int(table.after[kind]), -int(table.live[kind])))
        return kind, int(table.helps[kind])

    def _reached(self, tiles: Distance, own: Own, distance: int, live: dict[Tile, int]) -> Wait | None:
        """Goes on, changing ``tiles`` and ``own``."""
        while live:
            kind = max(live, key=live.__getitem__)
            if distance == 0:
                return own.wait(self._scoring, kind, live[kind])
            tiles.draw(kind)
            own.counts[kind] += 1
            discard, helps = self._best(tiles)
            tiles.discard(discard)
            own.counts[discard] -= 1
            distance -= 1
            live = {kind: int(tiles.unseen(kind)) for kind in range(KINDS) if helps & BIT[kind]}
        return None
