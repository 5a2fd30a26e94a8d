"""Backups, exports and what is read back of them."""

import asyncio
import os
import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from paiju.server.identity import Identity
from paiju.server.store import Store, StoreError, schema
from tests.record_tools import in_both
from tests.server.test_identity import HASHER
from tests.server.test_journal import answers, opened
from tests.server.test_store_results import hand, match


async def filled(store: Store) -> str:
    """Something in every table; the cookie of a player."""
    identity = await Identity.open(store, hasher=HASHER)
    ann, cookie = await identity.guest("安")
    bob, _ = await identity.guest("Bob")
    await identity.register(ann, "ann", "correct horse")
    await store.players.ban(bob.id, "“作弊”\n\\")
    for n in range(3):
        await store.append(f"r{n}", [opened(str(n)), *answers(300)])
    await store.keep_hand("r0", hand(0, [ann.id, "", "", bob.id], [1, 2, 3, -6]))
    await store.keep_match("r0", match([ann.id, "", "", bob.id]))
    return cookie


async def content(store: Store) -> dict[str, list[tuple[object, ...]]]:
    async with store._database.reading.connect() as connection:
        return {table.name: sorted(map(tuple, await connection.execute(select(table))), key=repr) for table in schema.metadata.sorted_tables}


@pytest.fixture(params=["sqlite", "postgresql"])
def other_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/other.db"
    fresh: Callable[[], str] = request.getfixturevalue("cluster").fresh
    return fresh()


def test_an_export_goes_into_a_database_of_either_kind(url: str, other_url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store:
            cookie = await filled(store)
            before = await content(store)
            assert all(before.values()), "every table holds something"
            lines = [line async for line in store.export()]
        assert await Store.restore(other_url, lines) == sum(map(len, before.values())) == len(lines) - 2
        async with await Store.open(other_url) as store:
            assert await content(store) == before
            assert [line async for line in store.export()] == lines
            identity = await Identity.open(store, hasher=HASHER)
            ann = await identity.whose(cookie)
            assert ann is not None and ann.name == "安"
            assert len(await store.entries("r2")) == 301
            await store.append("r2", answers(1))

    asyncio.run(main())


def test_an_export_is_of_one_moment(url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store:
            await filled(store)
            before = await content(store)
            export = store.export()
            lines = [await anext(export), await anext(export)]
            await store.append("late", [opened("late"), *answers(5)])
            await store.players.create("Late")
            lines += [line async for line in export]
            assert len(lines) == sum(map(len, before.values())) + 2

    asyncio.run(main())


def test_a_broken_export_is_refused_and_nothing_is_kept(url: str, other_url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store:
            await filled(store)
            lines = [line async for line in store.export()]
        broken = {
            "nothing": [],
            "no export": [b'{"format":"paiju-record/1"}\n'],
            "no JSON": [b"\xff\xfe", *lines],
            "another revision": [msgspec.json.encode({"format": "paiju-store/1", "revision": "77"}), *lines[1:]],
            "cut off": lines[:-1],
            "cut in a line": [*lines[:-5], lines[-5][:9]],
            "a line lost": [*lines[:8], *lines[9:]],
            "a line twice": [*lines[:8], lines[7], *lines[8:]],
            "an unknown table": [*lines[:8], b'{"table":"recipes","row":[1]}\n', *lines[8:]],
            "a short row": [*lines[:8], b'{"table":"players","row":[1]}\n', *lines[8:]],
            "a wrong value": [*lines[:1], b'{"table":"players","row":["x",null,1,null,null]}\n', *lines[1:]],
        }
        for what, some in broken.items():
            with pytest.raises(StoreError) as caught:
                await Store.restore(other_url, some)
            assert caught.value.zh, what
        assert await Store.restore(other_url, lines) == len(lines) - 2
        with pytest.raises(StoreError) as caught:
            await Store.restore(other_url, lines)
        assert "empty database only" in in_both(caught.value)

    asyncio.run(main())


# -- backups of SQLite -------------------------------------------------------------------------------------------


def test_a_backup_made_while_tables_play_is_a_whole_database(sqlite_url: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with await Store.open(sqlite_url) as store:
            await filled(store)
            before = await content(store)

            async def play() -> None:
                await store.append("busy", [opened("busy")])
                for n in range(200):
                    await store.append("busy", answers(1, n))

            playing = asyncio.create_task(play())
            await asyncio.sleep(0.01)
            await store.backup(tmp_path / "copy.db")
            assert not playing.done()
            await playing
        assert stat.S_IMODE(os.stat(tmp_path / "copy.db").st_mode) == 0o600
        assert not (tmp_path / "copy.db.part").exists()
        async with await Store.open(str(tmp_path / "copy.db")) as copy:
            found = await content(copy)
            assert {name: rows for name, rows in found.items() if name not in ("rooms", "journal")} == {
                name: rows for name, rows in before.items() if name not in ("rooms", "journal")
            }
            entries = await copy.entries("busy")
            assert entries[1:] == answers(len(entries) - 1)

    asyncio.run(main())


def test_a_backup_overwrites_nothing_and_is_of_sqlite_only(url: str, tmp_path: Path) -> None:
    async def main() -> None:
        (tmp_path / "there").write_text("mine")
        async with await Store.open(url) as store:
            with pytest.raises(StoreError) as caught:
                await store.backup(tmp_path / "there")
            assert ("is there already" if url.startswith("sqlite") else "pg_dump") in in_both(caught.value)
            with pytest.raises(StoreError):
                await store.backup(tmp_path / "no" / "folder")
        assert (tmp_path / "there").read_text() == "mine"

    asyncio.run(main())
