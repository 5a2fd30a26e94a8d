"""What each answer is worth to a seat, in points of the whole hand.

A hand is looked at in several ways: any win, draw by draw when it is near, and each sort of win that pays more (all pungs, one suit …) by how far
it is. What a discard is worth is what the best of them makes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paiju.analysis.offers import carried_out, kong_money
from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import ANY_WAY, HOPELESS
from paiju.analysis.routes import ways_of
from paiju.analysis.worth.outlook import DEEPEST, Outlook
from paiju.core.tiles import BIT, KINDS, NONE, count_bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from paiju.bots.bot import Seen
    from paiju.game.actions import Action
    from paiju.game.hand import Game

NOTHING: Final = -1e15  # worth of a way that is out of reach
_FAR: Final = 4  # a way farther than that is not gone
_ANYHOW: Final = 0.6  # how likely one who waits for a tile wins even if it is not discarded
# Up to which part of what another's win costs a hand is played without fear, and from which on with all of it.
_PLAYABLE: Final = 0.3
_HOPELESS: Final = 0.8
_FEWER: Final = 0.5  # near a win a discard that leaves fewer than that part of the tiles that help is not looked at


class Way:
    """One way to win, looked at."""

    def __init__(self, game: Game, way: int, greed: float, *, reads: bool) -> None:
        self.outlook: Final = Outlook(game.rules, game.scoring, game.variant.key, way, greed, reads)
        self._discards: Final = Discards()
        self._any: Final = way == ANY_WAY

    def discards(self, kinds: Iterable[int]) -> dict[int, float]:
        """What each discard leaves; nothing of one that is not worth looking at."""
        outlook, table = self.outlook, self._discards
        table.work_out(outlook.tiles)
        distance = {kind: int(table.after[kind]) for kind in kinds}
        least = min(distance.values())
        if self._out_of_reach(least):
            return {}
        live = {kind: int(table.live[kind]) for kind in distance}
        if self._any and least <= DEEPEST:
            most = max(live[kind] for kind in distance if distance[kind] == least)
            near = [kind for kind in distance if (distance[kind] == least and live[kind] >= most * _FEWER) or distance[kind] <= min(1, 2 * least + 1)]
            outlook.discards(sum(BIT[kind] for kind in near), table)
            found = {kind: float(outlook.worth[kind]) for kind in near}
            gain, worst = max(float(outlook.gain[kind]) for kind in near), min(found.values())
            for kind in distance.keys() - found.keys():
                found[kind] = min(worst, float(outlook.expected(min(distance[kind], HOPELESS), live[kind], gain)))
            return found
        best = max((kind for kind in distance if distance[kind] == least), key=live.__getitem__)
        outlook.tiles.discard(best)
        gain = outlook.heading(least)
        outlook.tiles.undiscard(best)
        return {kind: float(outlook.expected(distance[kind], live[kind], gain)) for kind in distance}

    def waiting(self, *, replaced: bool) -> float:
        """What tiles, none too many, are worth: when another's tile is let pass, or before a kong's replacement."""
        outlook = self.outlook
        distance = int(outlook.tiles.distance())
        if self._out_of_reach(distance):
            return self.lost() if self._any else NOTHING
        if self._any and distance <= DEEPEST:
            return float(outlook.replaced(distance) if replaced else outlook.now(distance))
        live = int(outlook.tiles.live(outlook.tiles.useful(outlook.rules.kinds, distance)))
        return float(outlook.expected(distance, live, outlook.heading(distance)))

    def lost(self) -> float:
        """What tiles are worth that cannot win any more: what another's win costs, as likely as it is."""
        return float(self.outlook.expected(HOPELESS, 0, 0.0))

    def _out_of_reach(self, distance: int) -> bool:
        return distance >= HOPELESS or (distance > _FAR and not self._any)


class Weighing:
    """Weighs for any seat of one game. Keeps tables: make one for a thread and use it again.

    ``greed`` is the taste for big wins (see ``Wins``); ``reads`` whether what lies open tells what others throw next; ``minds`` whether in a match
    places count beside points (see ``Places``).
    """

    def __init__(self, game: Game, greed: float = 1.0, *, reads: bool = False, minds: bool = False) -> None:
        self.game: Final = game
        self._minds: Final = minds
        self._ways: Final = [Way(game, way, greed, reads=reads) for way in ways_of(game)]
        self.any: Final = self._ways[0].outlook

    def look(self, seen: Seen) -> None:
        standing = seen.standing if self._minds else None
        for way in self._ways:
            if standing is None:
                way.outlook.stand([], -1)
            else:
                way.outlook.stand(list(standing.totals), standing.left)
            seen.look(way.outlook)

    @property
    def full(self) -> bool:
        """Whether there was too much to look at."""
        return bool(self.any.full)

    # -- the own turn ----------------------------------------------------------------------------------------------

    def discards(self, seen: Seen, kinds: Iterable[int], chance: Callable[[int], float]) -> dict[int, float]:
        """What each discard is worth, which wins for another with that chance."""
        self.look(seen)
        return self._discards(list(kinds), chance)

    def undeclared(self, seen: Seen, kinds: Iterable[int], chance: Callable[[int], float]) -> dict[int, float]:
        """The same when a hand that is ready is not declared so."""
        self.look(seen)
        self.any.ahead.declares = False
        return self._discards(list(kinds), chance, [self._ways[0]])

    def _discards(self, kinds: list[int], chance: Callable[[int], float], ways: list[Way] | None = None) -> dict[int, float]:
        found: dict[int, float] = {}
        for way in ways or self._ways:
            for kind, worth in way.discards(kinds).items():
                found[kind] = max(worth, found.get(kind, worth))
        self._mind(found, chance)
        return found

    def _mind(self, found: dict[int, float], chance: Callable[[int], float]) -> None:
        """Takes off what the danger of each discard costs, as far as the hand is not worth playing: for what it cannot use must go some time."""
        loss = float(self.any.tempo.loss)
        best = max(found.values(), default=0.0)
        hopeless = min(1.0, max(0.0, (-best / loss - _PLAYABLE) / (_HOPELESS - _PLAYABLE)))
        if hopeless:
            cost = float(self.any.paid) - _ANYHOW * loss
            for kind, worth in found.items():
                found[kind] = worth - hopeless * chance(kind) * max(0.0, cost + _ANYHOW * worth)

    def kong(self, seen: Seen, action: Action, chance: Callable[[int], float]) -> float:
        """What a kong of the own turn is worth, its money included."""
        return self._carried_out(seen, action, NONE, chance)

    def won(self, seen: Seen, kind: int, *, drawn: bool) -> float:
        """What a win on a tile brings; 0 where only the moment makes it a win."""
        self.look(seen)
        return float(self.any.won(kind, drawn=drawn))

    # -- another's tile ----------------------------------------------------------------------------------------------

    def passed(self, seen: Seen) -> float:
        self.look(seen)
        return self._best(replaced=False)

    def claimed(self, seen: Seen, action: Action, chance: Callable[[int], float]) -> float:
        """What a chow, pung or kong of another's tile is worth."""
        return self._carried_out(seen, action, seen.offered(action), chance)

    def taken(self, seen: Seen, chance: Callable[[int], float]) -> float:
        """What the sea bottom is worth (CS-30): the win it may be, less what it costs where it is none and wins for another."""
        self.look(seen)
        outlook, waits, total = self.any, seen.waits, 0.0
        for kind in range(KINDS):
            share = float(outlook.tiles.unseen(kind)) / outlook.ahead.unseen
            if share and waits & BIT[kind]:
                total += share * float(outlook.wins.by_draw(outlook.tiles, kind, waits))
            elif share:
                total -= share * chance(kind) * float(outlook.paid)
        return total

    def _carried_out(self, seen: Seen, action: Action, offered: int, chance: Callable[[int], float]) -> float:
        self.look(seen)
        laid_before = self.any.wins.melds
        gone, laid, melds = carried_out(action, offered, laid_before)
        money = float(kong_money(self.game.scoring, laid_before, melds, seen.seat, int(self.any.wins.dealer)))
        if money and self.any.places.minded:
            money += float(self.any.places.won_from_all(money))
        for way in self._ways:
            for kind in gone:
                way.outlook.tiles.discard(kind)
            if laid is not None:
                way.outlook.lay(laid.kind, list(laid.tiles))
            way.outlook.clear()
        if action.verb.endswith(("dice", "dicekong")):
            return money + float(self.any.diced())
        if sum(int(count_bits(held)) for held in self.any.tiles.held) % 3 == 2:
            return money + self._best_discard(chance)
        return money + self._best(replaced=True)

    def _best_discard(self, chance: Callable[[int], float]) -> float:
        held = [kind for kind in range(KINDS) if self.any.tiles.held[0] & BIT[kind]]
        return max(self._discards(held, chance).values(), default=self._ways[0].lost())

    def _best(self, *, replaced: bool) -> float:
        return max(way.waiting(replaced=replaced) for way in self._ways)
