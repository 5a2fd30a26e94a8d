"""The bot ``expert``: does what brings most points on the average, as far as it can see.

It works out what each answer is worth (``weighing``); what cannot be worked out it does as ``quick`` does.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import msgspec

from paiju.bots.bot import Judged, Seen
from paiju.bots.quick import QuickBot
from paiju.bots.weighing import Weighing
from paiju.game.actions import Action
from paiju.game.hand import Game

_KEPT: Final = 6  # games
_own: Final = threading.local()


def weighing_of(game: Game, greed: float, *, reads: bool, minds: bool) -> Weighing:
    """The one of this thread."""
    kept: dict[tuple[str, str, float, bool, bool], Weighing] = _own.__dict__.setdefault("kept", {})
    key = (game.variant.key, repr(game.settings.changed()), greed, reads, minds)
    if key not in kept:
        if len(kept) >= _KEPT:
            del kept[next(iter(kept))]
        kept[key] = Weighing(game, greed, reads=reads, minds=minds)
    return kept[key]


class Expert(QuickBot):
    """``greed``, ``reads`` and ``minds``: see ``Weighing``."""

    name = "expert"
    level = 3
    zh, en = "行家", "expert"
    about_zh = "算每一手平均能赢多少：快慢、番数、进张都算进去；不防点炮。"
    about_en = "Works out what each answer brings on the average: how fast, how much, how likely. Minds no danger."
    wants_views = False
    greed = 1.0
    reads = False
    minds = False

    def choose(self, seen: Seen) -> Action:
        easy = super().choose(seen)
        judged = self.judge(seen) if self.weighs(seen) else []
        return judged[0].action if judged else easy

    def weighs(self, seen: Seen) -> bool:
        """Whether it is a question of what to discard, declare, claim, kong or take. A win is taken unasked."""
        return len(seen.legal) > 1 and any(action.verb not in ("pass", "win") for action in seen.legal)

    def judge(self, seen: Seen) -> list[Judged]:
        weighing = weighing_of(seen.game, self.greed, reads=self.reads, minds=self.minds)
        found = self._weigh_claims(seen, weighing) if seen.legal[0].verb == "pass" else self._weigh_turn(seen, weighing)
        if weighing.full or len(found) < 2:
            return []
        wins = [one.worth for one in found if one.action.verb == "win"]
        if wins:
            win, asked = max(wins), self.weighs(seen)
            found = [one if one.action.verb == "win" else one._replace(worth=self.beside(win, one.worth, asked=asked)) for one in found]
        return sorted(found, key=lambda one: (-one.worth, one.action.verb != "win", -len(one.action.which)))

    def beside(self, win: float, worth: float, *, asked: bool) -> float:
        """What going on counts beside a win in hand, which this bot always takes; ``asked``: whether it is a question at all."""
        return min(win, worth)

    def chance(self, seen: Seen) -> Callable[[int], float]:
        """How likely each discard is thought to win for another."""
        return no_danger

    def _weigh_turn(self, seen: Seen, weighing: Weighing) -> list[Judged]:
        chance = self.chance(seen)
        discards = {action.tiles[0]: action for action in seen.legal if action.verb == "discard"}
        ready = {action.tiles[0]: action for action in seen.legal if action.verb == "ready"}
        found = []
        if discards:
            worth = weighing.discards(seen, discards, chance)
            found += [Judged(ready.get(kind, discards[kind]), points) for kind, points in worth.items()]
            if ready:
                plain = weighing.undeclared(seen, ready, chance)
                found += [Judged(discards[kind], points) for kind, points in plain.items()]
        for action in seen.legal:
            if action.verb not in ("discard", "ready", "win"):
                found.append(Judged(action, weighing.kong(seen, action, chance)))
        return self._with_wins(seen, weighing, found)

    def _weigh_claims(self, seen: Seen, weighing: Weighing) -> list[Judged]:
        chance = self.chance(seen)
        found = [Judged(seen.legal[0], weighing.passed(seen))]
        for action in seen.legal[1:]:
            if action.verb in ("pung", "chow", "kong", "dicekong"):
                found.append(Judged(action, weighing.claimed(seen, action, chance)))
            elif action.verb == "take":
                found.append(Judged(action, weighing.taken(seen, chance)))
        return self._with_wins(seen, weighing, found)

    def _with_wins(self, seen: Seen, weighing: Weighing, found: list[Judged]) -> list[Judged]:
        """A win brings what each of its tiles does; one that only the moment makes a win is taken for better than going on."""
        claims = seen.legal[0].verb == "pass"
        moment = max((one.worth for one in found), default=0.0) + 1.0

        def brings(tile: int | None) -> float:
            return moment if tile is None else weighing.won(seen, tile, drawn=not claims) or moment

        for action in seen.legal:
            if action.verb == "win":
                each = [seen.offered(msgspec.structs.replace(action, which=n)) for n in action.which or "1"] if claims else [seen.drawn]
                found.append(Judged(action, sum(map(brings, each))))
        return found


def no_danger(kind: int) -> float:
    return 0.0
