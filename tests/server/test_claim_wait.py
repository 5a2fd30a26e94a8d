"""After a discard nothing more is seen for a while, whether or not somebody may claim it: a pause tells nothing about hands (G-7)."""

from __future__ import annotations

import asyncio
import copy
import random
from typing import Any

import pytest

from paiju.server import protocol as p
from paiju.server.protocol import Question
from paiju.server.table import Table
from paiju.server.timing import BEAT, CLAIM_WAITS
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, hall, rules, started
from tests.server.test_matches import NAMES, SHORT
from tests.server.virtual import run


class Moments:
    """Discards as a page saw them, whether anybody could claim them, and how long nothing more was seen."""

    def __init__(self, table: Table, page: Page) -> None:
        self.table = table
        self.seen: list[tuple[float, bool, float]] = []  # when, claimable, until the next visible event
        self.at: float | None = None
        self.claimable = False
        page.checks.append(self)

    def __call__(self, page: Page, message: Any) -> None:
        now = asyncio.get_running_loop().time()
        if isinstance(message, p.Begin):
            self.at = None
        if not isinstance(message, p.Happened):
            return
        if self.at is not None:
            self.seen.append((self.at, self.claimable, now - self.at))
            self.at = None
        if message.events and type(message.events[-1]).__name__ == "Discard":
            assert message.turn is None or not self.table.settings.pace  # with no pause at all the next turn comes along
            self.at = now
            self.claimable = not self.table.play.showing.behind


class Thinker(Page):
    """Answers claims within a quarter of a second, own turns in up to six."""

    def later(self, function: Any, *rest: Any) -> None:
        chance = random.Random(f"{self.player}{len(self.got)}")
        own = bool(rest) and isinstance(rest[0], Question) and rest[0].kind == "turn"
        asyncio.get_running_loop().call_later(chance.uniform(0.2, 6) if own else chance.uniform(0.05, 0.25), function, *rest)


@pytest.mark.parametrize("variant", list(SHORT))
def test_the_pause_after_a_discard_is_the_same_whether_or_not_somebody_could_claim_it(variant: str) -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages: list[Page] = [Thinker(name, by_chance(name, wins=False)) for name in NAMES]
        table = await started(house, rules(variant, options=SHORT[variant], claim_wait=True), *pages)
        moments = Moments(table, pages[0])
        await pages[0].until(lambda: pages[0].room.state == "over")
        pauses: dict[bool, set[float]] = {True: set(), False: set()}
        for _, claimable, pause in moments.seen:
            pauses[claimable].add(round(pause, 3))
        assert len(moments.seen) > 100
        assert pauses[True] == pauses[False] == set(CLAIM_WAITS)
        await house.stop()

    run(main())


def test_nobody_is_told_whom_a_window_waits_for() -> None:
    """While somebody thinks about a claim the others are told nothing at all: no turn, no clock, no message."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages = [Page(name, by_chance(name, wins=False), delay=0.2) for name in NAMES]
        table = await started(house, rules("changchun", claim_wait=True), *pages)
        asked: list[Page] = []
        while len(asked) != 1 or table.play.showing.behind:
            await asyncio.sleep(0.05)
            asked = [page for page in pages if page.question and page.question.kind == "claim"]
        asked[0].choose = None
        others = [page for page in pages if page is not asked[0]]
        counts = [len(page.got) for page in others]
        await asyncio.sleep(10)
        assert [len(page.got) for page in others] == counts
        assert all(page.turn is None for page in pages)
        for page in others:
            page.do(p.Sync)
            snapshot = await page.wait(lambda message: isinstance(message, p.Snapshot), len(page.got))
            assert snapshot.table.turn is None and snapshot.question is None
        await house.stop()

    run(main())


@pytest.mark.parametrize(("people", "pace", "pause"), [(1, 1.0, BEAT), (1, 0.0, 0.0)])
def test_there_is_no_claim_wait_among_bots(people: int, pace: float, pause: float) -> None:
    """Bots answer claims at once, so that there is nothing to cover; what follows a discard is only shown a beat later."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0), pace=pace)
        pages = [Page(name, by_chance(name)) for name in NAMES[:people]]
        table = await started(house, rules("changsha", claim_wait=True), *pages)
        moments = Moments(table, pages[0])
        await pages[0].until(lambda: table.room.match and table.room.match.number == 1)
        assert len(moments.seen) > 20
        assert {round(pause, 3) for _, claimable, pause in moments.seen if not claimable} == {pause}
        await house.stop()

    run(main())


def test_a_snapshot_in_the_pause_shows_no_more_than_the_events_did() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages = [Page(name, by_chance(name, wins=False), delay=0.3) for name in NAMES]
        table = await started(house, rules("changchun", claim_wait=True), *pages)
        held = 0
        while held < 30:
            await asyncio.sleep(0.21)
            if table.play.showing.behind:
                held += 1
                for page in pages:
                    view, question = copy.deepcopy(page.view), page.question
                    at = len(page.got)
                    page.do(p.Sync)
                    snapshot = await page.wait(lambda message: isinstance(message, p.Snapshot), at)
                    if table.play.showing.behind:
                        assert snapshot.table.view == view and snapshot.question == question and snapshot.table.turn is None
        await house.stop()

    run(main())
