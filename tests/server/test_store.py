"""Opening a store: URLs, the schema and its migrations, what is refused; and keeping house."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from paiju.server.entries import Shut
from paiju.server.store import Store, StoreError, schema
from paiju.server.store.database import Database, read_url
from tests.record_tools import in_both
from tests.server.test_journal import all_of, answers, opened

ROOT = Path(__file__).resolve().parents[2]


def shape(connection: Connection) -> dict[str, Any]:
    """All that can be seen of a schema."""
    seen = inspect(connection)
    found: dict[str, Any] = {}
    for name in sorted(set(seen.get_table_names()) - {"alembic_version"}):
        indexes = {
            index["name"]: (index["column_names"], index["unique"], str(index.get("dialect_options", {}).get(f"{connection.dialect.name}_where")))
            for index in seen.get_indexes(name)
        }
        found[name] = {
            "columns": [(c["name"], str(c["type"]), c["nullable"], c["default"]) for c in seen.get_columns(name)],
            "key": seen.get_pk_constraint(name),
            "foreign": sorted((f["name"], f["constrained_columns"], f["referred_table"]) for f in seen.get_foreign_keys(name)),
            "unique": sorted((u["name"], u["column_names"]) for u in seen.get_unique_constraints(name)),
            "indexes": indexes,
            "options": seen.get_table_options(name),
        }
    return found


def test_the_migrated_schema_is_that_of_the_metadata(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    second = f"sqlite:///{tmp_path}/second.db" if url.startswith("sqlite") else request.getfixturevalue("cluster").fresh()

    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, schema.metadata))

    async def main() -> None:
        async with await Store.open(url) as store, store._database.reading.connect() as connection:
            assert await connection.run_sync(differences) == []
            migrated = await connection.run_sync(shape)
        database = Database(second)
        async with database.writing() as connection:
            await connection.run_sync(schema.metadata.create_all)
            created = await connection.run_sync(shape)
        await database.close()
        assert migrated == created
        assert migrated["rooms"]["indexes"]["uq_rooms_number_open"][2] not in ("", "None")

    asyncio.run(main())


OPEN = """
import asyncio, sys
from paiju.server.store import Store

async def main():
    async with await Store.open(sys.argv[1]) as store:
        await store.players.create("Ann")

print("loaded", flush=True)
sys.stdin.readline()
asyncio.run(main())
"""


def test_processes_that_open_a_new_database_together_migrate_it_once(url: str) -> None:
    pipe: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    children = [subprocess.Popen([sys.executable, "-W", "error", "-c", OPEN, url], cwd=ROOT, **pipe) for _ in range(3)]
    assert [child.stdout.readline() for child in children if child.stdout] == ["loaded\n"] * 3
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    assert [child.communicate(timeout=120) for child in children] == [("", "")] * 3
    assert [child.returncode for child in children] == [0] * 3


def test_a_newer_database_is_refused(url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store, store._database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(StoreError) as caught:
            await Store.open(url)
        assert "revision 9999" in in_both(caught.value) and "newer paiju" in str(caught.value)

    asyncio.run(main())


def test_a_database_of_somebody_else_is_refused(url: str) -> None:
    async def main() -> None:
        database = Database(url)
        async with database.writing() as connection:
            await connection.execute(text("CREATE TABLE recipes (id INTEGER)"))
        await database.close()
        with pytest.raises(StoreError) as caught:
            await Store.open(url)
        assert "holds recipes" in in_both(caught.value)

    asyncio.run(main())


def test_a_migration_that_fails_leaves_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        from alembic import op

        with monkeypatch.context() as patch:
            patch.setattr(op, "create_index", lambda *_, **__: (_ for _ in ()).throw(OSError("interrupted")))
            with pytest.raises(StoreError, match="interrupted"):
                await Store.open(url)
        async with await Store.open(url) as store:
            assert await store.open_rooms() == []

    asyncio.run(main())


# -- URLs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("paiju.db", "sqlite+aiosqlite:///paiju.db"),
        ("/var/lib/paiju/paiju.db", "sqlite+aiosqlite:////var/lib/paiju/paiju.db"),
        ("sqlite:///a b.db", "sqlite+aiosqlite:///a b.db"),
        ("postgres://u:p@host/name", "postgresql+asyncpg://u:p@host/name"),
        ("postgresql://u@host:5433/name?sslmode=require", "postgresql+asyncpg://u@host:5433/name?ssl=require"),
        ("postgresql+asyncpg://host/name", "postgresql+asyncpg://host/name"),
    ],
)
def test_urls_name_their_drivers(url: str, read: str) -> None:
    assert read_url(url).render_as_string(hide_password=False) == read


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite:///a.db?mode=ro", "mysql://host/name", "postgresql+psycopg://h/n", "http//://"])
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        read_url(url)
    in_both(caught.value)


def test_what_cannot_be_opened_is_told_without_the_password(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database, and long enough to be looked at as one" * 100)
    (tmp_path / "folder").mkdir()
    for url in [f"sqlite:///{tmp_path}/text", str(tmp_path / "folder"), f"postgresql://me:secret@/name?host={tmp_path}"]:
        with pytest.raises(StoreError) as caught:
            asyncio.run(Store.open(url))
        assert "cannot be used" in str(caught.value)
        assert "secret" not in str(caught.value) + caught.value.zh


# -- SQLite ------------------------------------------------------------------------------------------------------


def test_sqlite_is_set_up_to_lose_nothing(sqlite_url: str) -> None:
    async def main() -> None:
        async with await Store.open(sqlite_url) as store, store._database.writing() as connection:
            asked = {name: await connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "foreign_keys")}
            assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}

    asyncio.run(main())


def test_the_file_is_its_owners_alone_and_its_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "paiju.db"

    async def main() -> None:
        async with await Store.open(str(path)) as store:
            await store.append("r", [opened()])
            for file in path.parent.iterdir():
                assert stat.S_IMODE(os.stat(file).st_mode) == 0o600, file

    asyncio.run(main())


def test_another_process_may_write_between(sqlite_url: str) -> None:
    async def main() -> None:
        async with await Store.open(sqlite_url) as store:
            ann = await store.players.create("Ann")
            await store.append("r", [opened()])
            other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None, check_same_thread=False)
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE players SET banned = 1, banned_why = 'cheating'")
            appending = asyncio.create_task(store.append("r", answers(1)))
            await asyncio.sleep(0.05)
            assert not appending.done()
            other.execute("COMMIT")
            other.close()
            await appending
            found = await store.players.get(ann.id)
            assert found is not None and found.banned == "cheating"

    asyncio.run(main())


# -- keeping house -----------------------------------------------------------------------------------------------


def test_pruning_forgets_old_journals_and_sessions(url: str) -> None:
    now = 1_000_000_000.0

    async def main() -> None:
        nonlocal now
        async with await Store.open(url, clock=lambda: now) as store:
            ann = await store.players.create("Ann")
            for n, room in enumerate(("old", "new", "open")):
                await store.append(room, [opened(str(n)), *answers(2)])
                await store.players.begin_session(ann.id, room, int(now) + 86400)
            await store.append("old", [Shut(why="over")])
            now += 10 * 86400
            await store.append("new", [Shut(why="over")])
            await store.players.begin_session(ann.id, "fresh", int(now) + 86400)
            await store.prune(5)
            assert [len(await store.entries(room)) for room in ("old", "new", "open")] == [0, 4, 3]
            assert await all_of(store, "SELECT token FROM sessions") == [("fresh",)]
            assert await all_of(store, "SELECT count(*) FROM rooms") == [(3,)]

    asyncio.run(main())


def test_text_that_names_nothing_is_not_found(url: str) -> None:
    async def main() -> None:
        async with await Store.open(url) as store:
            for odd in ("", "\0", "a\0b", "\ud800", "'; DROP TABLE players; --", "你" * 5000):
                assert await store.record(odd) is None
                assert not await store.hands(odd) and not await store.history(odd) and not await store.leaders(odd)
                assert (await store.statistics(odd, odd)).hands == 0
                assert await store.players.get(odd) is None
                assert await store.players.find(odd) == []

    asyncio.run(main())
