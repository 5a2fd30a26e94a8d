"""The bot ``quick``: goes the shortest way to a win, at some ten thousand decisions a second.

It wins whenever it may, declares ready as soon as it can, claims what brings it nearer, kongs when that costs nothing, and discards
what leaves it nearest with the most tiles that help. It knows nothing of what a hand is worth nor of what the others may wait for.
"""

from paiju.analysis.reach.discards import Discards
from paiju.analysis.reach.distance import HOPELESS, Distance
from paiju.bots.bot import Bot, Seen
from paiju.core.tiles import BIT, NONE
from paiju.core.win import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, SPECIAL_KONG
from paiju.game.actions import Action

_Worth = tuple[int, int]  # nearer is better, then more tiles that help


class QuickBot(Bot):
    name = "quick"
    wants_views = False

    def __init__(self, *, seed: int, lane: int, seat: int) -> None:
        super().__init__(seed=seed, lane=lane, seat=seat)
        self._tiles: Distance | None = None
        self._discards = Discards()

    def choose(self, seen: Seen) -> Action:
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        wins = [action for action in legal if action.verb == "win"]
        if wins:
            return max(wins, key=_tiles_won)
        if legal[0].verb != "pass":
            return self._turn(seen)
        if legal[-1].verb == "take":
            return legal[-1] if seen.waits else legal[0]
        return self._claim(seen)

    def _look(self, seen: Seen) -> Distance:
        if self._tiles is None:
            self._tiles = seen.new_distance()
        seen.look(self._tiles)
        return self._tiles

    # -- the own turn --------------------------------------------------------------------------------------------

    def _turn(self, seen: Seen) -> Action:
        discards: dict[int, Action] = {}
        ready: dict[int, Action] = {}
        kongs: list[Action] = []
        for action in seen.legal:
            if action.verb == "discard":
                discards[action.tiles[0]] = action
            elif action.verb == "ready":
                ready[action.tiles[0]] = action
            else:
                kongs.append(action)
        if kongs:
            kong = self._kong(seen, kongs, forced=not discards)
            if kong is not None:
                return kong
        choice = ready or discards
        if len(choice) == 1:
            return next(iter(choice.values()))
        return choice[int(self._discards.choose(self._look(seen), sum(BIT[kind] for kind in choice)))]

    def _kong(self, seen: Seen, kongs: list[Action], *, forced: bool) -> Action | None:
        """The kong that leaves the hand nearest to a win, if it is no farther than without."""
        nearest = HOPELESS + 1 if forced else max(0, int(self._look(seen).distance())) + 1
        best: Action | None = None
        for action in kongs:
            tiles = self._look(seen)
            if action.verb in ("akong", "adice") or action.verb.startswith("add"):
                tiles.discard(action.tiles[0])
            elif action.verb in ("ckong", "cdice"):
                tiles.meld(CONCEALED_KONG, [action.tiles[0]] * 4, NONE)
            else:
                tiles.meld(SPECIAL_KONG, list(action.tiles), NONE)
            distance = max(0, int(tiles.distance()))
            if distance < nearest or (best is not None and distance == nearest and action.verb.endswith("dice")):
                nearest = distance
                best = action
        return best

    # -- another's tile ------------------------------------------------------------------------------------------

    def _claim(self, seen: Seen) -> Action:
        now = int(self._look(seen).distance())
        best = seen.legal[0]  # pass
        most: _Worth | None = None
        for action in seen.legal[1:]:
            tiles = self._look(seen)
            worth: _Worth | None = None
            if action.verb in ("kong", "dicekong"):
                tiles.meld(MELDED_KONG, [action.tiles[0]] * 4, action.tiles[0])
                distance = int(tiles.distance())
                if distance <= now:
                    worth = (-distance, 136 + len(action.verb))  # before any pung, and with dice if it may be
            elif action.verb == "pung":
                tiles.meld(PUNG, [action.tiles[0]] * 3, action.tiles[0])
                worth = self._after(tiles, now)
            else:
                tiles.meld(CHOW, list(action.tiles), seen.offered(action))
                worth = self._after(tiles, now)
            if worth is not None and (most is None or worth > most):
                best, most = action, worth
        return best

    def _after(self, tiles: Distance, now: int) -> _Worth | None:
        """What the best discard after a claim is worth; None when the claim brings the hand no nearer."""
        if tiles.distance() >= now:
            return None
        kind = self._discards.choose(tiles, tiles.held[0])
        return -int(self._discards.after[kind]), int(self._discards.live[kind])


def _tiles_won(action: Action) -> int:
    return len(action.which)
