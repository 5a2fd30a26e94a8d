"""The journal: what is acknowledged is there, in order, in few transactions; what fails is told to everybody it concerns, and leaves nothing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import select, text

from paiju.server.entries import Answered, Entry, Opened, Readied, Shut
from paiju.server.protocol import RoomRules
from paiju.server.store import Behind, Store, StoreError, schema
from paiju.server.store.database import Work

RULES = RoomRules(variant="changsha", options={"birds": 2})


def opened(number: str = "100000") -> Opened:
    return Opened(number=number, rules=RULES, player="ann", name="安")


def answers(count: int, first: int = 0) -> list[Entry]:
    return [Answered(seat=n % 4, action=f"discard {n % 9 + 1}m", by="player", bank=n, command=f"c{n}") for n in range(first, first + count)]


@contextlib.asynccontextmanager
async def opened_store(url: str, rooms: int = 1, collect: float = 0) -> AsyncIterator[Store]:
    async with await Store.open(url) as store:
        store.journal._collect, store.journal._patience = collect, 0
        await asyncio.gather(*(store.append(f"r{n}", [opened(str(100000 + n))]) for n in range(rooms)))
        yield store


def test_entries_come_back_as_they_went_in(url: str) -> None:
    given: list[Entry] = [opened(), *answers(5), Readied(chair=1, on=True), Shut(why="over")]

    async def main() -> None:
        async with await Store.open(url) as store:
            await store.append("r", given[:1])
            await store.append("r", given[1:4])
            await store.append("r", given[4:])
            await store.append("r", [])
            assert await store.entries("r") == given
        async with await Store.open(url) as store:
            assert await store.entries("r") == given
            assert await store.entries("no such room") == []

    asyncio.run(main())


def test_open_rooms_are_those_without_shut(url: str) -> None:
    async def main() -> None:
        async with opened_store(url, 4) as store:
            await store.append("r1", [Shut(why="over")])
            await store.append("r2", [*answers(2), Shut(why="admin")])
            assert sorted(await store.open_rooms()) == ["r0", "r3"]
            rows = await all_of(store, "SELECT id, number, why FROM rooms WHERE closed IS NOT NULL ORDER BY id")
            assert rows == [("r1", "100001", "over"), ("r2", "100002", "admin")]

    asyncio.run(main())


async def all_of(store: Store, statement: str) -> list[tuple[object, ...]]:
    async with store._database.reading.connect() as connection:
        return [tuple(row) for row in await connection.execute(text(statement))]


def test_a_number_is_unique_among_open_rooms_only(url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store:
            await store.append("a", [opened("123456")])
            with pytest.raises(StoreError, match="open room 123456") as caught:
                await store.append("b", [opened("123456")])
            assert not isinstance(caught.value, Behind)
            assert await store.entries("b") == []
            await store.append("a", [Shut(why="empty")])
            await store.append("b", [opened("123456")])
            assert await store.open_rooms() == ["b"]

    asyncio.run(main())


# -- the group commit --------------------------------------------------------------------------------------------


def test_entries_of_many_rooms_share_a_transaction(url: str) -> None:
    async def main() -> None:
        async with opened_store(url, 200, collect=0.003) as store:
            assert store.journal.commits == 1
            for round_ in range(3):
                await asyncio.gather(*(store.append(f"r{n}", answers(2, 2 * round_)) for n in range(200)))
            assert store.journal.commits == 4
            assert store.journal.entries == 200 + 3 * 400
            assert store.journal.waiting() == 0
            assert await store.entries("r77") == [opened("100077"), *answers(6)]

    asyncio.run(main())


def test_what_comes_while_a_commit_runs_goes_together_in_the_next(sqlite_url: str) -> None:
    async def main() -> None:
        async with opened_store(sqlite_url, 50) as store:
            before = store.journal.commits
            first = asyncio.create_task(store.append("r0", answers(1)))
            while not store.journal._writing:
                await asyncio.sleep(0)
            rest = [asyncio.create_task(store.append(f"r{n}", answers(1))) for n in range(1, 50)]
            await asyncio.sleep(0)
            assert store.journal.waiting() == 50
            await asyncio.gather(first, *rest)
            assert store.journal.commits == before + 2

    asyncio.run(main())


def test_appends_of_one_room_keep_their_order_without_waiting_for_each_other(url: str) -> None:
    async def main() -> None:
        async with opened_store(url) as store:
            await asyncio.gather(*(store.append("r0", answers(1, n)) for n in range(50)))
            assert await store.entries("r0") == [opened(), *answers(50)]

    asyncio.run(main())


def test_closing_writes_what_waits(url: str) -> None:
    async def main() -> None:
        store = await Store.open(url)
        appends = [asyncio.create_task(store.append(f"r{n}", [opened(str(n)), *answers(3)])) for n in range(20)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*appends)
        with pytest.raises(StoreError, match="closed"):
            await store.append("r0", answers(1))
        async with await Store.open(url) as store:
            assert [len(await store.entries(f"r{n}")) for n in range(20)] == [4] * 20

    asyncio.run(main())


def test_a_room_is_read_behind_what_a_cancelled_caller_has_appended(url: str) -> None:
    async def main() -> None:
        async with opened_store(url, collect=0.02) as store:
            table = asyncio.create_task(store.append("r0", answers(3)))
            await asyncio.sleep(0)
            table.cancel()
            with pytest.raises(asyncio.CancelledError):
                await table
            assert await store.entries("r0") == [opened(), *answers(3)]
            await store.append("r0", answers(1, 3))
            assert await store.entries("r0") == [opened(), *answers(4)]

    asyncio.run(main())


# -- what fails --------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def failing(store: Store, after: int) -> Iterator[None]:
    """Meanwhile a transaction fails behind so many of its statements."""
    write = store._database.write

    async def fail(work: list[Work]) -> None:
        await write([*work[:after], ("INSERT INTO nowhere VALUES (1)", [()])])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store._database, "write", fail)
        yield


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_failed_commit_reaches_every_waiter_and_nothing_half_is_kept(url: str, after: int) -> None:
    async def main() -> None:
        async with opened_store(url, 10) as store:
            with failing(store, after):
                asked = [store.append(f"r{n}", [*answers(2), Shut(why="over")]) for n in range(10)]
                told = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(error) for error in told] == [StoreError] * 10
            assert len({id(error) for error in told}) == 10
            for n in range(10):
                await store.append(f"r{n}", answers(1, 5))  # as if nothing had been asked
                assert await store.entries(f"r{n}") == [opened(str(100000 + n)), *answers(1, 5)]
            assert len(await store.open_rooms()) == 10

    asyncio.run(main())


def test_what_was_appended_behind_a_failed_entry_fails_with_it(url: str) -> None:
    async def main() -> None:
        async with opened_store(url, 2) as store:
            with failing(store, 1):
                first = asyncio.create_task(store.append("r0", answers(1)))
                while not store.journal._writing:
                    await asyncio.sleep(0)
                second = asyncio.create_task(store.append("r0", answers(1, 1)))
                other = asyncio.create_task(store.append("r1", answers(1)))
                done = await asyncio.gather(first, second, return_exceptions=True)
            assert [type(error) for error in done] == [StoreError] * 2
            await asyncio.gather(other, return_exceptions=True)
            await store.append("r0", answers(1, 2))
            assert await store.entries("r0") == [opened(), *answers(1, 2)]

    asyncio.run(main())


def test_a_failure_shows_no_entry_to_the_log(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with opened_store(url) as store:
            store.journal._next["r0"] = 0  # as if another process had gone on
            with pytest.raises(Behind):
                await store.append("r0", [Answered(seat=0, action="discard 7z", by="player", bank=0)])

    asyncio.run(main())
    assert caplog.records and "7z" not in caplog.text
    assert getattr(caplog.records[0], "table", None) == "r0"


def test_a_second_process_at_the_same_room_is_told_to_read_again(url: str) -> None:
    async def main() -> None:
        async with opened_store(url) as mine, await Store.open(url) as other:
            with pytest.raises(Behind, match="read it first"):
                await other.append("r0", answers(1))
            await other.entries("r0")
            await other.append("r0", answers(2))
            with pytest.raises(Behind):
                await mine.append("r0", answers(1))
            assert await mine.entries("r0") == [opened(), *answers(2)]
            await mine.append("r0", answers(1, 2))
            assert await other.entries("r0") == [opened(), *answers(3)]

    asyncio.run(main())


def test_the_fault_of_one_room_does_not_stop_the_others(url: str) -> None:
    async def main() -> None:
        async with opened_store(url, 20) as store:
            store.journal._next["r7"] = 0  # taken already
            asked = [store.append(f"r{n}", answers(1)) for n in range(20)] + [store.append("x", [opened("100003")])]
            told = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(error) for error in told] == [type(None)] * 7 + [Behind] + [type(None)] * 12 + [StoreError]
            assert await store.entries("r7") == [opened("100007")]
            assert await store.entries("r8") == [opened("100008"), *answers(1)]

    asyncio.run(main())


def test_a_journal_that_was_tampered_with_is_refused(url: str) -> None:
    async def main() -> None:
        async with opened_store(url, 2) as store:
            await store.append("r0", answers(3))
            await store.append("r1", answers(1))
            async with store._database.writing() as connection:
                journal = schema.journal.c
                await connection.execute(schema.journal.delete().where(journal.room == "r0", journal.seq == 2))
                await connection.execute(schema.journal.update().where(journal.room == "r1", journal.seq == 1).values(entry='{"entry":"x"}'))
                assert await connection.scalar(select(journal.entry).where(journal.room == "r1", journal.seq == 1))
            with pytest.raises(StoreError, match="room r0 has a gap"):
                await store.entries("r0")
            with pytest.raises(StoreError, match="room r1 cannot be read"):
                await store.entries("r1")

    asyncio.run(main())
