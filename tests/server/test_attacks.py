"""What somebody tried who wanted to know more, to gain time, or to hinder others; each was a fault once."""

from __future__ import annotations

import asyncio

from paiju.server import protocol as p
from paiju.server.protocol import Clock
from paiju.server.timing import CLAIM_WAITS
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, hall, rules, started
from tests.server.test_answers import answers, four, whose_turn
from tests.server.test_matches import NAMES, SHORT
from tests.server.virtual import run

# -- more time ---------------------------------------------------------------------------------------------------


def test_to_be_played_for_and_take_over_again_gives_no_new_time() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), pace=1)
        table, pages = await four(house, clock=Clock(10, 5))
        page = await whose_turn(pages)
        for _ in range(14):
            await asyncio.sleep(0.9)
            await page.ask(p.Auto, on=True)
            await asyncio.sleep(0.1)
            await page.ask(p.Auto, on=False)
        assert page.question.left <= 1100
        await asyncio.sleep(2)
        (entry,) = answers(table, page.you.seat)
        assert (entry.by, entry.bank) == ("clock", 0)
        await house.stop()

    run(main())


def test_an_answer_given_while_one_is_played_for_takes_from_the_bank_too() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), pace=1)
        table, pages = await four(house, clock=Clock(10, 5))
        page = await whose_turn(pages)
        await asyncio.sleep(13)
        await page.ask(p.Auto, on=True)
        await page.ask(p.Answer, question=page.question.id, action=page.question.choices[-1].action)
        (entry,) = answers(table, page.you.seat)
        assert (entry.by, entry.bank) == ("player", 2000)
        await house.stop()

    run(main())


# -- who may claim -----------------------------------------------------------------------------------------------


class Prober(Page):
    """Asks for a hint as soon as a discard is seen, and notes how long the answer takes while nobody has answered a claim."""

    def __init__(self, player: str) -> None:
        super().__init__(player, by_chance(player, wins=False), delay=3.0)
        self.asked: dict[str, tuple[float, bool]] = {}  # when, and whether somebody else may claim
        self.waited: dict[bool, set[float]] = {True: set(), False: set()}

    def take(self, message: p.FromServer) -> None:
        super().take(message)
        now = asyncio.get_running_loop().time()
        if isinstance(message, p.Happened) and message.events and type(message.events[-1]).__name__ == "Discard":
            asyncio.get_running_loop().call_soon(self.probe)
        elif isinstance(message, p.Told | p.Refused) and message.id in self.asked:
            at, claimable = self.asked[message.id]
            self.waited[claimable].add(round(now - at, 2))

    def probe(self) -> None:
        assert self.table is not None
        if self.question is None and not self.closed:
            self.asked[self.do(p.Waits)] = (asyncio.get_running_loop().time(), not self.table.play.showing.behind)


def test_how_soon_a_hint_comes_does_not_tell_that_somebody_may_claim() -> None:
    """With a window open nothing more was decided than shown, and a hint came at once; without one it came after the pause (G-7)."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages: list[Page] = [Prober("ann"), *[Page(name, by_chance(name, wins=False), delay=3.0) for name in NAMES[1:]]]
        watcher = Prober("eve")
        table = await started(house, rules("changchun", options=SHORT["changchun"], claim_wait=True, watch_delay=0), *pages)
        watcher.join(table)
        await pages[0].until(lambda: pages[0].room.state == "over")
        assert pages[0].waited[True] == pages[0].waited[False] <= set(CLAIM_WAITS)
        assert len(pages[0].asked) > 50 and pages[0].waited[True]
        assert watcher.waited[True] == watcher.waited[False] == {0.0}
        await house.stop()

    run(main())
