"""The bot ``master`` and its styles: what ``expert`` sees, and what the others may be waiting for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from paiju.analysis.danger import Danger
from paiju.bots.bot import Seen
from paiju.bots.expert import Expert, no_danger

_SURE: Final = 1.15  # what a win in hand counts against what may come


class Master(Expert):
    """``caution``: how dangerous a discard is taken to be, 1 for as dangerous as it is; ``timid``: also where the others pay a win on it as well."""

    name = "master"
    level = 4
    zh, en = "高手", "master"
    about_zh = "会算番数和快慢，也看比分、别人打过什么和副露多少；点炮的一家付的玩法，牌不好就不打危险牌。"
    about_en = "Weighs value, speed, score, what others throw and lay; throws nothing dangerous from a poor hand where it would pay alone."
    wants_views = True
    reads = True
    minds = True
    caution = 1.0
    timid = False

    def weighs(self, seen: Seen) -> bool:
        """In a match also whether to win on a discard at all: a win may be too small for the place it should bring."""
        if super().weighs(seen):
            return True
        return self.minds and seen.standing is not None and any(action.verb == "win" for action in seen.legal) and bool(seen.view().window)

    def beside(self, win: float, worth: float, *, asked: bool) -> float:
        if not asked:
            return super().beside(win, worth, asked=asked)
        return worth / _SURE if worth > 0 else worth

    def chance(self, seen: Seen) -> Callable[[int], float]:
        if not (self.timid or seen.game.scoring.discarder_alone()):
            return no_danger
        danger = Danger(seen.view(), seen.game)
        return lambda kind: min(1.0, self.caution * danger.of(kind))


class Fast(Master):
    name = "master-fast"
    zh, en = "高手·快攻", "master, fast"
    about_zh = "高手的算法，偏爱快胡小胡。"
    about_en = "Weighs as the master does, with a taste for quick small wins."
    greed = 0.6


class Big(Master):
    name = "master-big"
    zh, en = "高手·大牌", "master, big"
    about_zh = "高手的算法，偏爱做大牌。"
    about_en = "Weighs as the master does, with a taste for big wins."
    greed = 1.3


class Careful(Master):
    name = "master-careful"
    zh, en = "高手·稳健", "master, careful"
    about_zh = "高手的算法，更怕点炮。"
    about_en = "Weighs as the master does, and fears dangerous tiles twice as much."
    caution = 2.0
    timid = True
