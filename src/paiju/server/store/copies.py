"""Copies of a whole store: a file of SQLite while it is in use, and JSON lines that go into an empty database of either kind.

Both hold password hashes and the server's keys: whoever writes them to a file keeps it to himself.

An export is a line that names the format and the schema's revision, a line for each row, and one with the number of rows that proves it whole.
Bytes are written as base64. It is read back at its own revision and then migrated.
"""

from __future__ import annotations

import asyncio
import base64
import os
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import LargeBinary, MetaData, Table, insert, inspect, select
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.store import schema
from paiju.server.store.database import Database
from paiju.server.store.errors import StoreError
from paiju.server.store.migrating import migrate, revision_of

FORMAT: Final = "paiju-store/1"
_AT_ONCE: Final = 500  # rows


async def backup(database: Database, path: Path) -> None:
    """A copy of SQLite's file as it stands at this moment. ``path`` appears when it is whole; what is there already is not written over."""
    if not database.sqlite:
        raise StoreError("a backup of PostgreSQL is made by pg_dump; or export the store", "PostgreSQL 请用 pg_dump 备份，或者用导出")
    if path.exists():
        raise StoreError(f"{path} is there already; name another file", f"{path} 已经存在；请换一个文件名")
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    file = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        await asyncio.to_thread(_vacuum, str(database.url.database), str(part))
        os.fsync(file)  # SQLite leaves that to the caller
        part.rename(path)
    finally:
        os.close(file)
        part.unlink(missing_ok=True)


def _vacuum(source: str, into: str) -> None:
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("VACUUM INTO ?", (into,))


# -- JSON lines --------------------------------------------------------------------------------------------------


async def export(database: Database) -> AsyncIterator[bytes]:
    """Everything, as it stands when the first line is asked for."""
    async with database.reading.connect() as connection:
        if not database.sqlite:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        yield _line({"format": FORMAT, "revision": await connection.run_sync(revision_of)})
        count = 0
        for table in schema.metadata.sorted_tables:
            rows = await connection.stream(select(table))
            async for row in rows:
                count += 1
                yield _line({"table": str(table.name), "row": [_plain(value) for value in row]})
        yield _line({"rows": count})


async def restore(database: Database, lines: Iterable[bytes]) -> int:
    """Reads an export into an empty database, all of it or nothing; how many rows there were."""
    source = iter(lines)
    head = _read(next(source, b""))
    if head.get("format") != FORMAT:
        en = f"this is no export of a store: its first line does not name the format {FORMAT}"
        raise StoreError(en, f"这不是导出文件：第一行没有写格式 {FORMAT}")
    async with database.at_leisure() as connection:
        if await connection.run_sync(lambda sync: inspect(sync).get_table_names()):
            raise StoreError("an export is read into an empty database only; this one holds tables", "导出文件只能读进空的数据库，这个里面已经有表")
        await migrate(connection, str(head.get("revision")))
        tables = MetaData()
        await connection.run_sync(tables.reflect)
        count = await _fill(connection, tables, source)
        await migrate(connection)
    return count


async def _fill(connection: AsyncConnection, tables: MetaData, lines: Iterable[bytes]) -> int:
    count = 0
    into: Table | None = None
    rows: list[dict[str, Any]] = []
    for line in lines:
        found = _read(line)
        table = tables.tables.get(str(found.get("table"))) if "table" in found else None
        if rows and (table is not into or len(rows) == _AT_ONCE):
            assert into is not None
            await connection.execute(insert(into), rows)
            rows = []
        into = table
        if into is None:
            if found != {"rows": count}:
                raise _broken(count)
            return count
        rows.append(_row(into, found.get("row"), count))
        count += 1
    raise _broken(count)


def _row(table: Table, values: object, count: int) -> dict[str, Any]:
    if not isinstance(values, list) or len(values) != len(table.columns):
        raise _broken(count)
    return {
        column.name: base64.b64decode(value) if isinstance(column.type, LargeBinary) and isinstance(value, str) else value
        for column, value in zip(table.columns, values, strict=True)
    }


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _plain(value: object) -> object:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _read(line: bytes) -> dict[str, object]:
    try:
        return msgspec.json.decode(line, type=dict[str, object])
    except msgspec.MsgspecError:
        return {}


def _broken(count: int) -> StoreError:
    return StoreError(f"the export is broken behind its row {count}; nothing was kept", f"导出文件在第 {count} 行数据之后坏了；什么都没有写入")
