"""Connections to SQLite or PostgreSQL by URL, set up so that what is committed stays. Knows no table.

One connection writes, so writers never meet; a few others read beside it.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL, Insert, Table, Update, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from paiju.server.store.errors import StoreError

_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_READERS: Final = 4
_BEGIN: Final = "BEGIN IMMEDIATE"
_IDLE: Final = 1.0  # seconds after which the connection that writes is looked at before it is used

Work = tuple[str, list[tuple[object, ...]]]


class Database:
    """One database: ``reading`` beside each other, ``writing`` one at a time."""

    answer = 10.0  # seconds for a connection, a lock or an answer: a silent database is a lost one

    def __init__(self, url: str) -> None:
        self.url: Final = read_url(url)
        self.sqlite: Final = self.url.get_backend_name() == "sqlite"
        if self.sqlite:
            _make_file(self.url)
        self.reading: Final = self._engine(_READERS, self.answer)
        self._writing: Final = self._engine(1, self.answer, writes=True)
        self._writer: AsyncConnection | None = None  # kept: a commit is dear enough without taking it from the pool
        self._driver: Any = None  # its connection without SQLAlchemy
        self._used = 0.0
        self._turn: Final = asyncio.Lock()

    def _engine(self, connections: int, answer: float, *, writes: bool = False) -> AsyncEngine:
        # Parameters are hidden: messages of errors go to the log, and the journal holds secrets.
        shared: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "hide_parameters": True}
        if self.sqlite:
            engine = create_async_engine(self.url, connect_args={"timeout": answer, "isolation_level": None}, **shared)
            _set_up(engine, _BEGIN if writes else "BEGIN")
            return engine
        settings = {"application_name": "paiju", "synchronous_commit": "on", "idle_in_transaction_session_timeout": "60000", "jit": "off"}
        given = {"timeout": answer, "command_timeout": answer, "server_settings": settings}
        return create_async_engine(self.url, connect_args=given, pool_pre_ping=True, **shared)

    # -- writing -------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is committed at the end."""
        async with self._held() as connection, connection.begin():
            yield connection

    async def write(self, work: Sequence[Work]) -> None:
        """Statements with their rows, in one transaction on the driver itself: by way of SQLAlchemy it takes three times the processor."""
        async with self._held():
            driver = self._driver
            if not self.sqlite:
                async with driver.transaction():
                    for statement, rows in work:
                        await driver.executemany(statement, rows)
                return
            await driver._execute(_transact, driver._conn, work)  # its thread is woken once, not for each statement

    @asynccontextmanager
    async def _held(self) -> AsyncIterator[AsyncConnection]:
        """The connection that writes; after a failure it is closed, and what it had not committed is gone."""
        async with self._turn:
            if self._writer is not None and not self.sqlite and time.monotonic() - self._used > _IDLE:
                writer, self._writer = self._writer, None
                await writer.close()
            if self._writer is None:
                self._writer = await self._writing.connect()
                self._driver = (await self._writer.get_raw_connection()).driver_connection
            try:
                yield self._writer
            except BaseException:
                writer, self._writer = self._writer, None
                await writer.invalidate()
                await writer.close()
                raise
            self._used = time.monotonic()

    @asynccontextmanager
    async def at_leisure(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may take an hour, to migrate or restore."""
        engine = self._engine(1, 3600, writes=True)
        try:
            async with engine.begin() as connection:
                yield connection
        finally:
            await engine.dispose()

    def insert_new(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """An INSERT that leaves alone what is there already."""
        return (sqlite.insert(table) if self.sqlite else postgresql.insert(table)).on_conflict_do_nothing()

    def text_of(self, statement: Insert | Update) -> str:
        """The statement as ``write`` takes it; its rows hold the parameters in the order in which they stand in it."""
        return str(statement.compile(dialect=self._writing.dialect))

    async def close(self) -> None:
        async with self._turn:
            if self._writer is not None:
                await self._writer.close()
        await self._writing.dispose()
        await self.reading.dispose()


def read_url(url: str) -> URL:
    """The URL with its driver; a plain path is a file of SQLite. StoreError where it names no database that can be used."""
    try:
        read = make_url(url) if "://" in url else URL.create("sqlite", database=url)
    except ArgumentError:
        raise StoreError(
            "the URL of the database cannot be read; it is like sqlite:///paiju.db or postgresql://user:password@host/name",
            "看不懂数据库的 URL；应该像 sqlite:///paiju.db 或 postgresql://user:password@host/name",
        ) from None
    driver = _DRIVERS.get(read.get_backend_name())
    if driver is None or read.drivername not in (*_DRIVERS, driver):
        name = read.drivername
        raise StoreError(f"there is no store in {name}; there is sqlite and postgresql", f"不能存在 {name} 里；可以用 sqlite 或 postgresql")
    read = read.set(drivername=driver)
    if driver == _DRIVERS["sqlite"]:
        if read.query or read.database in (None, "", ":memory:"):
            raise StoreError(
                "SQLite needs the path of a file and nothing else, like sqlite:///paiju.db: what is only in memory would be lost",
                "SQLite 要一个文件路径，不带别的，例如 sqlite:///paiju.db：只在内存里的会丢失",
            )
        return read
    if "sslmode" in read.query:  # as libpq and most guides call it
        read = read.difference_update_query(["sslmode"]).update_query_pairs([("ssl", str(read.query["sslmode"]))])
    return read


def asked(text: str) -> str:
    """Text from outside as a database can be asked for it: what holds a NUL or half a surrogate pair names nothing."""
    return text if text.isprintable() else ""


def lost(error: BaseException) -> bool:
    """Whether the connection is gone, so that nobody knows what became of the last transaction."""
    if isinstance(error, DBAPIError):
        error = error.driver_exception or error
    state = getattr(error, "sqlstate", None) or ""
    closed = isinstance(error, (asyncpg.InterfaceError, asyncpg.InternalClientError)) and not isinstance(error, asyncpg.DataError)
    return closed or state.startswith(("08", "57P")) or isinstance(error, (OSError, TimeoutError))


def clashes(error: BaseException) -> bool:
    """Whether something is there already that may be there once, or is not there that must be."""
    return isinstance(error, (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError))


# -- SQLite ------------------------------------------------------------------------------------------------------


def _transact(connection: sqlite3.Connection, work: Sequence[Work]) -> None:
    connection.execute(_BEGIN)
    for statement, rows in work:
        connection.executemany(statement, rows)
    connection.commit()


def _make_file(url: URL) -> None:
    """The file holds password hashes and the secrets of walls: nobody else may read it."""
    path = Path(url.database or "")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(f"{path} cannot be used as a database: {error.strerror}", f"{path} 不能用作数据库：{error.strerror}") from error


def _set_up(engine: AsyncEngine, begin: str) -> None:
    """Transactions begin as told here: the driver's own habit leaves out DDL, and begins to write too late to wait for others."""

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-16384"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql(begin)
