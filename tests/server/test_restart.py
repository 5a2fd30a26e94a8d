"""A restart at every entry of a match's journal: every seat gets the same picture and the same pending question, byte for byte (known fault 22)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from paiju.server import protocol as p
from paiju.server.entries import Answered, Committed, Entry, Promised
from paiju.server.hall import Hall
from paiju.server.protocol import Clock
from paiju.server.room import Room
from paiju.server.table import Table
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, hall, rules, started
from tests.server.test_matches import NAMES, SHORT
from tests.server.virtual import run

SILENT = {"nonces": False, "nexts": False}


def picture(page: Page, snapshot: p.Snapshot) -> bytes:
    """A snapshot without its number."""
    return msgspec.json.encode(msgspec.structs.replace(snapshot, n=0))


async def pictures(table: Table, pages: list[Page]) -> list[bytes]:
    """What each page is told when it asks for everything."""
    found = []
    for page in pages:
        at = len(page.got)
        page.do(p.Sync)
        found.append(picture(page, await page.wait(lambda message: isinstance(message, p.Snapshot), at)))
    return found


class Silent(Page):
    """A page that only looks."""

    def __init__(self, player: str) -> None:
        super().__init__(player, nonces=False, nexts=False)


def cut(store: MemoryStore, id: str, length: int) -> MemoryStore:
    """The store as a crash behind that entry leaves it."""
    left = MemoryStore(delay=0)
    left.journals[id] = store.journals[id][:length]
    return left


async def restored(store: MemoryStore, number: str) -> tuple[Hall, Table]:
    house = hall(store, nonce_wait=1e6, next_wait=1e6)
    await house.restore()
    table = house.find(number)
    assert table is not None
    return house, table


@pytest.mark.parametrize("variant", list(SHORT))
def test_a_restart_at_every_entry_gives_the_same_pictures_and_the_same_question(variant: str, scale: float) -> None:
    async def main() -> None:
        store = MemoryStore(delay=0)
        house = hall(store)
        pages = [Page(name, by_chance(name), delay=1.0) for name in NAMES]
        options = {**SHORT[variant], "match_length": 4}
        table = await started(house, rules(variant, options=options, clock=Clock(0, 0), watch=False), *pages)
        live: dict[int, list[bytes]] = {}
        while not table.room.match or table.room.match.number < (1 if scale < 1 else 4):
            await asyncio.sleep(0.47)  # all is quiet: the pages think for a second
            live[table.room.length] = await pictures(table, pages)
        await house.stop()
        step = 1 if scale >= 1 else 4
        for length, expected in list(live.items())[::step]:
            house, again = await restored(cut(store, table.id, length), table.number)
            silent: list[Page] = [Silent(name).join(again) for name in NAMES]
            first = await silent[0].wait(lambda message: isinstance(message, p.Snapshot))
            if first.question is not None:  # the first one back gets it with his first message already
                assert msgspec.json.encode(first.question) in expected[0]
            for page in silent:
                await page.wait(lambda message: isinstance(message, p.Snapshot))
            await asyncio.sleep(0.01)
            assert await pictures(again, silent) == expected, length
            assert (first.question is None) == (b'"question":null,"n"' in expected[0])
            await house.stop()

    run(main())


def test_the_room_is_the_fold_of_its_journal_and_of_nothing_else() -> None:
    """Folding it again entry by entry, through text, gives the same pictures, hand and totals at every length."""

    async def main() -> None:
        store = MemoryStore(delay=0)
        house = hall(store)
        pages = [Page(name, by_chance(name)) for name in NAMES]
        table = await started(house, rules("changsha", options=SHORT["changsha"]), *pages)
        await pages[0].until(lambda: table.room.match and table.room.match.number == 2)
        await house.stop()
        entries = store.read(table.id)
        going = Room(table.id)
        for length, entry in enumerate(entries[:400], 1):
            going.apply(entry)
            if length % 20:
                continue
            fresh = Room.fold(table.id, entries[:length])
            assert fresh.picture([True] * 4) == going.picture([True] * 4)
            if going.course is not None:
                assert fresh.course.hand.events() == going.course.hand.events()
                assert fresh.open == going.open and fresh.asked == going.asked and fresh.told == going.told
                assert fresh.match.totals == going.match.totals and fresh.seats == going.seats

    run(main())


def test_clocks_do_not_count_the_time_the_server_was_down() -> None:
    async def main() -> None:
        store = MemoryStore(delay=0)
        house = hall(store)
        pages = [Page(name) for name in NAMES]
        table = await started(house, rules("changchun", clock=Clock(10, 5)), *pages)
        await pages[0].until(lambda: any(page.question for page in pages))
        page = next(page for page in pages if page.question)
        await asyncio.sleep(8)
        question = page.question
        await house.stop()
        await asyncio.sleep(1000)
        house = hall(store)
        await house.restore()
        await asyncio.sleep(1000)  # and nobody is back yet
        other = next(other for other in pages if other is not page)
        other.table = house.find(table.number)
        other.again()
        await asyncio.sleep(2)
        page.table = house.find(table.number)
        snapshot = await page.again().wait(lambda message: isinstance(message, p.Snapshot))
        assert snapshot.question.id == question.id
        assert 12900 < snapshot.question.left < 13100  # the whole time, from when the first of them was back
        assert snapshot.question.choices == question.choices
        await house.stop()

    run(main())


@pytest.mark.parametrize("behind", [Committed, Promised])
def test_an_upgrade_in_the_middle_of_dealing_asks_for_nonces_again(behind: type[Entry]) -> None:
    """Behind the commitment for promises and nonces; behind the promises, which stand, for nonces."""

    async def main() -> None:
        store = MemoryStore(delay=0)
        house = hall(store)
        pages = [Page(name) for name in NAMES]
        table = await started(house, rules("changchun"), *pages)
        await pages[0].wait(lambda message: isinstance(message, p.Begin))
        await house.stop()
        journal: list[Entry] = store.read(table.id)
        at = next(n for n, entry in enumerate(journal) if isinstance(entry, behind))
        left = cut(store, table.id, at + 1)
        house = hall(left)
        await house.restore()
        again: list[Any] = [Page(name).join(house.find(table.number)) for name in NAMES]
        for page in again:
            await page.wait(lambda message: isinstance(message, p.Begin))
            assert [type(message) for message in page.got[:2]] == [p.Snapshot, p.Commit]
            assert page.of(p.Commit)[-1].promises == pages[0].of(p.Commit)[-1].promises
            assert page.of(p.Commit)[0].commitment == page.of(p.Begin)[0].hand.commitment == pages[0].of(p.Commit)[0].commitment
        assert [len(nonce) for nonce in left.read(table.id)[-1].nonces] == [32] * 4
        await house.stop()

    run(main())


def test_what_was_acknowledged_is_never_lost() -> None:
    """The process is killed at many moments: every answer that was acknowledged stands in the journal."""

    async def main() -> None:
        for n in range(30):
            store = MemoryStore(delay=0.02)
            house = hall(store)
            pages = [Page(name, by_chance(name), delay=0.05) for name in NAMES]
            table = await started(house, rules("changsha"), *pages)
            await asyncio.sleep(0.5 + n * 0.137)
            sent = {}
            for page in pages:
                acks = {message.id for message in page.of(p.Ack)}
                sent[page.player] = acks
            for task in asyncio.all_tasks():
                if task.get_name().startswith("table "):
                    task.cancel()
            await asyncio.sleep(0)
            commands = {entry.command for entry in store.read(table.id) if isinstance(entry, Answered)}
            asked = {message.id for page in pages for message in page.of(p.Ack)} & all_answers(pages)
            assert asked <= commands
            await house.stop()

    run(main())


def all_answers(pages: list[Page]) -> set[str]:
    """The ids of the commands that were answers: those followed by a closed question."""
    found = set()
    for page in pages:
        for message, before in zip(page.got[1:], page.got, strict=False):
            if isinstance(message, p.Ack) and isinstance(before, p.Closed):
                found.add(message.id)
    return found
