"""Hints at a table: for a question the discards and claims that may be chosen, counted as the page itself counts what it sees."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.analysis.report import Analyst
from paiju.game.hand import Game
from paiju.game.waits import unseen
from paiju.server import protocol as p
from paiju.server.advising import advised
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, hall, rules, started
from tests.server.test_matches import NAMES, SHORT
from tests.server.virtual import run


class Asker(Page):
    """Wants a hint for every question before it answers."""

    def __init__(self, player: str) -> None:
        super().__init__(player, by_chance(player, wins=False), delay=1.0)
        self.open: dict[str, p.Question] = {}
        self.told = 0
        self.claims = 0

    def take(self, message: Any) -> None:
        super().take(message)
        if isinstance(message, p.Ask):
            asyncio.get_running_loop().call_soon(lambda: self.open.update({self.do(p.Hint): message.question}))
        elif isinstance(message, p.Advised) and self.question is not None and self.open[message.id].id == self.question.id:
            self.check(message, self.question)

    def check(self, message: p.Advised, question: p.Question) -> None:
        assert message.said.zh and message.said.en and self.view is not None
        chosen = {(choice.verb, choice.tiles) for choice in question.choices}
        offered = [(one.verb, one.tiles) for one in message.advice if one.verb not in ("", "discard")]
        assert {verb.split()[0] for verb, _ in chosen} - {verb.split()[0] for verb, _ in offered} <= {"discard", "ready", "pass", "win", "take"}
        assert set(offered) <= chosen
        discards = {tiles for verb, tiles in chosen if verb in ("discard", "ready")}
        assert {one.tiles for one in message.advice if one.verb == "discard"} == discards
        assert [one.verb for one in message.advice].count("") == (not discards)
        for one in message.advice:
            assert all(0 < left <= unseen(self.view, kind) for kind, left in one.helps)
            assert (one.danger is not None) == (one.verb == "discard" or one.discard is not None)
            assert len(one.brings) == (len(one.helps) if one.distance == 0 else 0)
        self.told += 1
        self.claims += bool(offered)


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_a_hint_tells_of_what_may_be_chosen(variant: str) -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages: list[Page] = [Asker("ann"), *[Page(name, by_chance(name, wins=False)) for name in NAMES[1:]]]
        await started(house, rules(variant, options=SHORT[variant], watch_delay=0), *pages)
        await pages[0].until(lambda: pages[0].room.state == "over")
        assert pages[0].told > 20 and pages[0].claims
        await house.stop()

    run(main())


def test_what_waits_bring_is_in_the_points_of_the_room() -> None:
    report = Analyst(Game("changsha")).report("123m456m789p34559s")
    (_, first, *_) = (told := advised("7", report, 5, birds=True)).advice
    assert told.id == "7" and told.advice[0].said.zh == "听 2 种 6 张"
    assert told.advice[0].helps == ((19, 4), (22, 2)) and told.advice[0].brings == ((50, 200), (50, 200))
    assert first.verb == "discard" and first.distance == 1 and first.brings == ()


def test_bigger_wins_in_reach_and_the_danger_of_discards_are_told() -> None:
    report = Analyst(Game("changsha")).report("1111233557m22p45s")
    danger = dict.fromkeys(dict(report.discards), 0.06)
    told = advised("7", replace(report, danger={**danger, report.discards[-1][0]: 0.2}), 5, birds=True)
    assert [route.en for route in told.routes] == ["seven pairs: 1 tile from ready, 600 from a discard, 1000 by self-draw"]
    assert told.advice[0].said.zh == "离听牌差 1 张，有用 25 张，有点险（6%）" and "打哪张" not in told.said.zh
    once = advised("7", replace(report, danger=danger), 5, birds=True)
    assert once.advice[0].said.zh == "离听牌差 1 张，有用 25 张" and once.said.zh.endswith("；打哪张都有点险（6%）")
    assert advised("7", report, 5, birds=True).advice[0].danger is None
