"""The bot ``quick``: goes the shortest way to a win, at some ten thousand decisions a second.

It wins whenever it may, declares ready as soon as it can, claims what brings it nearer, kongs when that costs nothing, and discards
what leaves it nearest with the most tiles that help. It knows nothing of what a hand is worth nor of what the others may wait for.
"""

from paiju.bots.bot import Bot, Seen
from paiju.core.study import DEAD, Study
from paiju.core.tiles import BIT
from paiju.game.actions import Action

_STEP = 10_000  # of Study.score


class QuickBot(Bot):
    name = "quick"
    level = 2
    zh, en = "快手", "quick"
    about_zh = "朝最快的胡法走，挑能进的牌多的打；不管番大番小，也不管别人听什么。"
    about_en = "Goes the shortest way to a win with the most tiles that help; minds neither what a hand is worth nor what others wait for."
    wants_views = False

    def __init__(self, *, seed: int, lane: int, seat: int) -> None:
        super().__init__(seed=seed, lane=lane, seat=seat)
        self._study: Study | None = None

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

    def _look(self, seen: Seen) -> Study:
        if self._study is None:
            self._study = seen.new_study()
        seen.look(self._study)
        return self._study

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
        best = seen.rate(self._look(seen), sum(BIT[kind] for kind in choice))
        return choice[best]

    def _kong(self, seen: Seen, kongs: list[Action], *, forced: bool) -> Action | None:
        """The kong that leaves the hand nearest to a win, if it is no farther than without."""
        limit = max(1, int(self._look(seen).away()))
        best: Action | None = None
        nearest = DEAD + 1 if forced else limit + 1
        for action in kongs:
            study = self._look(seen)
            if action.verb in ("akong", "adice") or action.verb.startswith("add"):
                study.put(action.tiles[0])
            elif action.verb in ("ckong", "cdice"):
                study.lay([action.tiles[0]] * 4, -1, chow=False)
            else:
                study.lay(list(action.tiles), -1, chow=False)
            away = max(1, int(study.away()))
            if away < nearest or (away == nearest and action.verb.endswith("dice")):
                nearest = away
                best = action
        return best

    # -- another's tile ------------------------------------------------------------------------------------------

    def _claim(self, seen: Seen) -> Action:
        now = int(self._look(seen).away())
        best = seen.legal[0]  # pass
        points = 0
        for action in seen.legal[1:]:
            study = self._look(seen)
            if action.verb in ("kong", "dicekong"):
                study.lay([action.tiles[0]] * 4, action.tiles[0], chow=False)
                found = (DEAD - int(study.away())) * _STEP + _STEP - 1 + len(action.verb) if study.away() <= now else 0
            elif action.verb == "pung":
                study.lay([action.tiles[0]] * 3, action.tiles[0], chow=False)
                found = self._after(study, now)
            else:
                study.lay(list(action.tiles), seen.offered(action), chow=True)
                found = self._after(study, now)
            if found > points:
                best, points = action, found
        return best

    def _after(self, study: Study, now: int) -> int:
        """The points of the best discard after a claim, or 0 when the claim brings the hand no nearer."""
        if study.away() >= now:
            return 0
        return int(study.score[study.rate(None, self.seat, study.kinds())])


def _tiles_won(action: Action) -> int:
    return len(action.which)
