"""Watchers see what lies open, and only some time later; they are asked nothing and may do nothing."""

from __future__ import annotations

import asyncio
from typing import Any

from paiju.game.audience import WATCHER
from paiju.game.views import View
from paiju.server import protocol as p
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, hall, rules, seated, started
from tests.server.test_matches import NAMES, SHORT
from tests.server.virtual import run


async def four(**given: Any) -> tuple[Any, Any, list[Page]]:
    house = hall(MemoryStore(delay=0), next_wait=1)
    pages = [Page(name, by_chance(name), delay=0.7) for name in NAMES]
    table = await started(house, rules("changchun", options=SHORT["changchun"], **given), *pages)
    return house, table, pages


async def snapshot(page: Page) -> Any:
    return await page.wait(lambda message: isinstance(message, p.Snapshot))


def test_watchers_see_the_same_some_time_later_and_no_hands() -> None:
    async def main() -> None:
        house, table, pages = await four(watch_delay=30)
        zoe = Page("zoe").join(table)
        assert (await snapshot(zoe)).table is None
        while not table.room.match or table.room.match.number < 2:
            await asyncio.sleep(0.1)
        await asyncio.sleep(40)
        for page in pages:
            page.choose = None
        begins = [(at, message) for at, message in zip(pages[0].times, pages[0].got, strict=True) if isinstance(message, p.Begin)]
        watched = [(at, message) for at, message in zip(zoe.times, zoe.got, strict=True) if isinstance(message, p.Begin)]
        for (at, begin), (later, seen) in zip(begins, watched, strict=False):
            assert abs(later - at - 30) < 0.1 and seen.hand == begin.hand and seen.seat is None
        happened = [(at, message) for at, message in zip(zoe.times, zoe.got, strict=True) if isinstance(message, p.Happened)]
        own = [(at, message) for at, message in zip(pages[0].times, pages[0].got, strict=True) if isinstance(message, p.Happened)]
        assert len(happened) > 100
        for (at, message), (later, seen) in zip(own, happened, strict=False):
            assert abs(later - at - 30) < 0.1
            assert [type(event) for event in message.events] == [type(event) for event in seen.events]
        first = [event for _, message in happened[: len(own)] for event in message.events]
        view = View(WATCHER, 136)
        for event in first:
            if type(event).__name__ == "End":
                break
            view.see(event)
            assert all(seat.hand is None for seat in view.seats) and view.drawn is None
        overs = [(at, message) for at, message in zip(zoe.times, zoe.got, strict=True) if isinstance(message, p.Over)]
        assert overs and overs[0][1].result == pages[0].of(p.Over)[0].result
        assert abs(overs[0][0] - pages[0].times[pages[0].got.index(pages[0].of(p.Over)[0])] - 30) < 0.1
        assert not zoe.of(p.Ask) and not zoe.of(p.Commit) and zoe.question is None
        await house.stop()

    run(main())


def test_a_snapshot_for_a_watcher_is_as_old_as_what_he_is_told() -> None:
    """Whenever he comes, his snapshot is what one who was there all the time has folded."""

    async def main() -> None:
        house, table, pages = await four(watch_delay=20)
        zoe = Page("zoe").join(table)
        for n in range(25):
            await asyncio.sleep(7.3)
            late = Page(f"late{n}").join(table)
            found = await snapshot(late)
            assert found.table is None or (found.table.view, found.table.hand.number) == (zoe.view, zoe.hand.number)
            if found.table is not None:
                assert all(seat.hand is None for seat in found.table.view.seats) or found.table.view.over
                await asyncio.sleep(2)
                assert late.view == zoe.view and late.result == zoe.result
            late.drop()
        assert pages[0].view != zoe.view
        await house.stop()

    run(main())


def test_without_a_delay_watchers_see_everything_at_once() -> None:
    async def main() -> None:
        house, table, pages = await four(watch_delay=0, claim_wait=True)
        zoe = Page("zoe").join(table)
        await pages[0].until(lambda: table.room.match and table.room.match.number == 1)
        own, seen = pages[0].of(p.Happened), zoe.of(p.Happened)
        assert seen[0].events or seen[0].turn
        assert 0 <= len(own) - len(seen) <= 1 and [message.turn for message in own[-50:]] == [message.turn for message in seen[-50:]]
        await house.stop()

    run(main())


def test_a_table_that_may_not_be_watched_turns_watchers_away() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        ann, early, late = Page("ann"), Page("early"), Page("late")
        table = await seated(house, rules(watch=False), ann)
        await snapshot(early.join(table))
        await ann.ask(p.Start)
        await asyncio.sleep(0.1)
        late.join(table)
        await asyncio.sleep(0.1)
        for page in (early, late):
            assert page.closed == (4006, "no_watching") and page.got[-1].code == "no_watching"
        assert not late.of(p.Snapshot)
        await house.stop()

    run(main())


def test_a_player_cannot_watch_his_own_table() -> None:
    async def main() -> None:
        house, table, pages = await four()
        second = pages[1].again()
        assert (await snapshot(second)).you.chair == 1 and pages[1].closed
        assert not table.company.watchers
        await house.stop()

    run(main())


def test_no_more_watch_than_there_is_room_for() -> None:
    async def main() -> None:
        house, table, _ = await four(watch_delay=0)
        crowd = [Page(f"w{n}").join(table) for n in range(103)]
        await asyncio.sleep(1)
        assert [page.closed for page in crowd[100:]] == [(4006, "too_many")] * 3
        assert not any(page.closed for page in crowd[:100])
        await house.stop()

    run(main())
