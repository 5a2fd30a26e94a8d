"""A judge for tests: it counts what its answers leave, and registers as a bot only while it is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from paiju import bots
from paiju.analysis.report import Analyst
from paiju.bots import Judged, Seen
from paiju.bots.quick import QuickBot
from paiju.game.actions import Action


class Counting(QuickBot):
    """Ten points for a win, one less for each tile from ready, a hundredth for each tile that helps."""

    name = "counting"
    level = 9
    zh, en = "数数", "counting"
    about_zh, about_en = "数有用的牌。", "Counts the tiles that help."

    def judge(self, seen: Seen) -> list[Judged]:
        report = Analyst(seen._hand.game).look(seen._hand, seen.seat)
        left = {("discard", kind): leaves for kind, leaves in report.discards} | {(o.action.verb, o.action.tiles): o.after for o in report.offers}

        def worth(action: Action) -> float:
            if action.verb == "win":
                return 10.0
            key = ("discard", action.tiles[0]) if action.verb in ("discard", "ready") else (action.verb, action.tiles)
            leaves = left.get(key, report.now)
            return 5.0 - leaves.distance + leaves.live / 100

        return sorted((Judged(action, worth(action)) for action in seen.legal), key=lambda one: -one.worth)


@contextmanager
def counting() -> Iterator[str]:
    """Known while this lasts; its name."""
    bots.register(Counting)
    try:
        yield Counting.name
    finally:
        del bots._known[Counting.name]
