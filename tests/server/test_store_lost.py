"""The store when things go wrong outside it: killed processes, a lost or silent database, a full disk."""

import asyncio
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from paiju.server.store import Store, StoreError
from paiju.server.store.database import Database, Work
from tests.server.appender import ROOMS, answer
from tests.server.postgres import Cluster
from tests.server.test_journal import answers, opened

ROOT = Path(__file__).resolve().parents[2]


def killed(url: str, seconds: float) -> dict[str, int]:
    """Lets a child append for so long after its first acknowledged entry and kills it; how many entries of each room it had acknowledged."""
    child = subprocess.Popen([sys.executable, "-m", "tests.server.appender", url], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert child.stdout is not None
    with child, child.stdout as told:
        lines = [told.readline()]
        time.sleep(seconds)
        child.kill()
        lines += told.readlines()
    assert lines[0], "the child said nothing"
    whole = [line.split() for line in lines if line.endswith("\n")]
    return {room: int(kept) for room, kept in whole}


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(url: str, scaled: Callable[[int], int]) -> None:
    rng = random.Random(1)

    async def check(acknowledged: dict[str, int]) -> dict[str, int]:
        async with await Store.open(url) as store:
            found = {}
            for n in range(ROOMS):
                room = f"r{n}"
                entries = await store.entries(room)
                assert len(entries) >= acknowledged.get(room, 0)
                assert entries[1:] == [answer(room, n) for n in range(1, len(entries))]
                assert len(entries) - acknowledged.get(room, 0) <= 3  # one append under way
                found[room] = len(entries)
            assert sorted(await store.open_rooms()) == sorted(found)
            return found

    acknowledged: dict[str, int] = {}
    for _ in range(max(2, scaled(3))):
        acknowledged |= killed(url, rng.uniform(0, 0.4))
        acknowledged = asyncio.run(check(acknowledged))


# -- PostgreSQL comes and goes -----------------------------------------------------------------------------------


def test_entries_wait_for_a_database_that_restarts(cluster: Cluster) -> None:
    url = cluster.fresh()

    async def main() -> None:
        async with await Store.open(url) as store:
            store.journal._patience = 60
            await store.append("r", [opened()])

            async def play() -> None:
                for n in range(40):
                    await store.append("r", answers(1, n))
                    await asyncio.sleep(0.01)

            playing = asyncio.create_task(play())
            await asyncio.sleep(0.1)
            cluster.stop()
            await asyncio.sleep(0.4)
            assert not playing.done() and store.journal.waiting() == 1
            cluster.start()
            await playing
            assert await store.entries("r") == [opened(), *answers(40)]
            await store.ping()
            assert await store.players.key("cookies") == await store.players.key("cookies")

    asyncio.run(main())


def test_a_commit_whose_answer_was_lost_is_found_and_not_repeated(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    url = cluster.fresh()

    async def main() -> None:
        async with await Store.open(url) as store:
            await store.append("r", [opened()])
            write = store._database.write

            async def lose(work: list[Work]) -> None:
                monkeypatch.setattr(store._database, "write", write)
                await write(work)
                raise ConnectionResetError("the answer did not come")

            monkeypatch.setattr(store._database, "write", lose)
            await store.append("r", answers(2))
            await store.append("r", answers(1, 2))
            assert await store.entries("r") == [opened(), *answers(3)]

    asyncio.run(main())


@pytest.mark.parametrize("crash", [False, True])
def test_a_database_that_stays_away_is_an_error_and_comes_back(cluster: Cluster, crash: bool) -> None:
    url = cluster.fresh()

    async def main() -> None:
        async with await Store.open(url) as store:
            store.journal._patience = 0.3
            await store.append("r", [opened()])
            cluster.run("CHECKPOINT")
            cluster.stop(signal.SIGQUIT if crash else signal.SIGINT)
            try:
                told = await asyncio.gather(*(store.append("r", answers(1, n)) for n in range(3)), return_exceptions=True)
                assert [type(error) for error in told] == [StoreError] * 3
                with pytest.raises(StoreError):
                    await store.ping()
                with pytest.raises(StoreError):
                    await store.players.create("Ann")
            finally:
                cluster.start()
            await store.append("r", answers(2, 7))
            assert await store.entries("r") == [opened(), *answers(2, 7)]
            await store.ping()

    asyncio.run(main())


def test_a_database_that_does_not_answer_is_an_error(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    url = cluster.fresh()
    monkeypatch.setattr(Database, "answer", 0.5)

    async def main() -> None:
        async with await Store.open(url) as store:
            store.journal._patience = 0
            await store.append("r", [opened()])
            cluster.pause(True)
            try:
                with pytest.raises(StoreError):
                    await asyncio.wait_for(store.append("r", answers(1)), 20)
                with pytest.raises(StoreError):
                    await asyncio.wait_for(store.ping(), 20)
            finally:
                cluster.pause(False)
            kept = await store.entries("r")
            await store.append("r", answers(1, 5))
            assert await store.entries("r") == [*kept, *answers(1, 5)]

    asyncio.run(main())


# -- a disk that is full -----------------------------------------------------------------------------------------


def test_a_full_disk_is_an_error_and_nothing_half_is_kept(sqlite_url: str) -> None:
    async def main() -> None:
        async with await Store.open(sqlite_url) as store:
            rooms = [f"r{n}" for n in range(5)]
            for n, room in enumerate(rooms):
                await store.append(room, [opened(str(n))])
            most = 1 << 30

            def limit(connection: Any, *_: object) -> None:
                connection.execute(f"PRAGMA max_page_count = {most}")

            event.listen(store._database._writing.sync_engine, "connect", limit)
            async with store._database.writing() as connection:
                most = 4 + int(await connection.scalar(text("PRAGMA page_count")))
                await connection.execute(text(f"PRAGMA max_page_count = {most}"))
            kept = dict.fromkeys(rooms, 1)
            failed = 0
            while failed < 3:
                told = await asyncio.gather(*(store.append(room, answers(20)) for room in rooms), return_exceptions=True)
                assert len({type(error) for error in told}) == 1  # they share a transaction
                failed += isinstance(told[0], StoreError)
                for room in rooms:
                    kept[room] += 20 * (told[0] is None)
                    assert len(await store.entries(room)) == kept[room]
            with pytest.raises(StoreError):
                for n in range(1000):
                    await store.players.create(f"Ann{n}")
            most = 1 << 30
            await store.append("r0", answers(1))
            assert len(await store.entries("r0")) == kept["r0"] + 1
            await store.players.create("Ann")

    asyncio.run(main())
