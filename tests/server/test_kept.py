"""What was played is kept, however a room ends: in the pause before a settlement, killed between two steps, by hand, with a broken journal."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from paiju.server import protocol as p
from paiju.server.controlling import open_rooms, shut_room
from paiju.server.entries import Shut
from paiju.server.hall import Hall
from paiju.server.protocol import Clock
from paiju.server.room import Room
from paiju.server.settings import TableSettings
from paiju.server.store import Store
from paiju.server.table import Table
from tests.server.chance import of_test, this_test
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, calmly, hall, rules, started
from tests.server.test_matches import NAMES
from tests.server.virtual import run


async def until_decided(table: Table) -> None:
    """Until a hand is over that nobody has been shown yet."""
    while not (table.room and table.room.hand and table.room.hand.over and table.play.showing.result is None):
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("by", ["admin", "vote", "leaving"])
def test_a_hand_decided_but_not_shown_is_kept_when_the_room_is_closed(by: str) -> None:
    async def main() -> None:
        store = MemoryStore(delay=0)
        house = hall(store)
        pages = [Page(name, calmly) for name in (NAMES if by != "leaving" else NAMES[:2])]
        table = await started(house, rules("changsha", claim_wait=True), *pages)
        await until_decided(table)
        if by == "admin":
            house.close(table.number)
        else:
            for page in pages:
                page.do(p.Dissolve if by == "vote" else p.Leave)
        await pages[0].until(lambda: table.ended) if by == "admin" else await asyncio.sleep(1)
        assert table.ended and not house.tables
        (match,) = store.matches.values()
        assert sorted(hand.number for hand in store.hands.values()) == list(range(match.hands))
        await house.stop()

    run(main())


def test_a_match_whose_room_was_closed_and_then_the_server_killed_is_kept_at_the_next_start() -> None:
    async def main() -> None:
        store = MemoryStore(delay=0)
        house = hall(store)
        pages = [Page(name, calmly) for name in NAMES]
        table = await started(house, rules("changsha"), *pages)
        await pages[0].until(lambda: table.room and table.room.match and table.room.match.number == 2 and len(store.hands) == 2)
        await house.stop()
        await store.append(table.id, [Shut("dissolved")])
        assert not store.matches
        again = hall(store)
        assert await again.restore() == 0
        assert [(match.hands, match.whole) for match in store.matches.values()] == [(2, False)]
        await again.stop()

    run(main())


async def played(url: str, *, hands: int = 2) -> str:
    """A room in a real database that was left in the middle of a match; its number."""
    async with await Store.open(url) as store:
        people = [await store.players.create(name) for name in NAMES]
        house = Hall(store, tables=TableSettings(pace=0.0, next_wait=0.0, secret=of_test(this_test()).secret))
        pages = [Page(person.id, by_chance(person.name)) for person in people]
        table = await started(house, rules("changsha", clock=Clock(15, 0)), *pages)
        await pages[0].until(lambda: table.room and table.room.match and table.room.match.number == hands and table.room.committed)
        await house.stop()
        return table.number


def test_closing_a_room_without_a_server_keeps_its_match(sqlite_url: str) -> None:
    async def main() -> None:
        number = await played(sqlite_url)
        async with await Store.open(sqlite_url) as store:
            (id,) = await store.open_rooms()
            await shut_room(store, number)
            match = await store.match(id)
            assert match is not None and match.hands == 2 and not match.whole
            assert len(await store.hands(id)) == 2

    asyncio.run(main())


def test_a_match_is_kept_at_the_next_start_in_a_real_database_too(sqlite_url: str) -> None:
    async def main() -> None:
        await played(sqlite_url)
        async with await Store.open(sqlite_url) as store:
            (id,) = await store.open_rooms()
            entries = await store.entries(id)
            await store.append(id, [Shut("dissolved")])
        async with await Store.open(sqlite_url) as store:
            assert await store.unkept() == [id]
            house = Hall(store)
            await house.restore()
            match = await store.match(id)
            room = Room.fold(id, entries)
            assert match is not None and room.match is not None and [place.points for place in match.places] == room.match.totals
            assert await store.unkept() == []
            await house.stop()

    asyncio.run(main())


def test_a_room_with_a_broken_journal_can_be_closed_and_hinders_no_other(sqlite_url: str) -> None:
    async def main() -> None:
        first = await played(sqlite_url, hands=1)
        second = await played(sqlite_url, hands=1)
        file = sqlite_url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            broken = '{"entry":"beg'
            database.execute("UPDATE journal SET entry = ? WHERE room = (SELECT id FROM rooms WHERE number = ?) AND seq = 9", (broken, first))
        async with await Store.open(sqlite_url) as store:
            assert {number: room is not None for number, room in (await open_rooms(store)).items()} == {first: False, second: True}
            await shut_room(store, second)
            assert list(await open_rooms(store)) == [first]
            await shut_room(store, first)
            assert await open_rooms(store) == {}

    asyncio.run(main())
