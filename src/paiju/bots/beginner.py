"""The bot ``beginner``: goes the shortest way to a win and looks no further."""

from paiju.analysis.reach.distance import Distance
from paiju.bots.bot import Bot, Seen
from paiju.core.win import CHOW, PUNG
from paiju.game.actions import Action


class Beginner(Bot):
    """Wins whenever it may, claims what brings it nearer, never kongs and never declares ready."""

    name = "beginner"
    level = 1
    zh, en = "新手", "beginner"
    about_zh = "朝最快的胡法走，进一步就吃碰，不数哪张进得多，也不报听。"
    about_en = "Goes the shortest way to a win and claims whatever brings it nearer; does not count tiles, never declares ready."
    wants_views = False

    def choose(self, seen: Seen) -> Action:
        legal = seen.legal
        if len(legal) == 1:
            return legal[0]
        for action in legal:
            if action.verb == "win":
                return action
        if legal[0].verb == "pass":
            return self._claim(seen)
        discards = {action.tiles[0]: action for action in legal if action.verb == "discard"}
        if not discards:
            return legal[0]
        tiles = self._tiles(seen)
        return discards[min(discards, key=lambda kind: _after(tiles, kind))]

    def _tiles(self, seen: Seen) -> Distance:
        tiles = Distance(seen.game.rules)
        seen.look(tiles)
        return tiles

    def _claim(self, seen: Seen) -> Action:
        best, nearest = seen.legal[0], None
        for action in seen.legal[1:]:
            if action.verb in ("chow", "pung"):
                tiles = self._tiles(seen)
                nearest = int(tiles.distance()) if nearest is None else nearest
                claimed = list(action.tiles) if action.verb == "chow" else list(action.tiles) * 3
                claimed.remove(seen.offered(action))
                for kind in claimed:
                    tiles.discard(kind)
                tiles.lay(PUNG if action.verb == "pung" else CHOW, sum({1 << kind for kind in action.tiles}))
                if int(tiles.distance()) < nearest:
                    best, nearest = action, int(tiles.distance())
        return best


def _after(tiles: Distance, kind: int) -> int:
    tiles.discard(kind)
    distance = int(tiles.distance())
    tiles.undiscard(kind)
    return distance
