"""The journals of all rooms: entries are written in one transaction for all that come within a few milliseconds, and read back.

Knows an entry's text and what opens and closes a room; what entries mean is the room's business.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from sqlalchemy import bindparam, insert, select, update

from paiju.server.entries import Entry, Opened, Shut
from paiju.server.store import schema
from paiju.server.store.database import Database, Work, clashes, lost
from paiju.server.store.errors import FAILURES, Behind, StoreError, log, said, telling, unusable

COLLECT: Final = 0.003  # seconds in which the entries of other rooms may join
PATIENCE: Final = 5.0  # seconds in which a lost database may come back
_PAUSE: Final = 0.1
_DECODER: Final = msgspec.json.Decoder(Entry)


class _Append:
    """Entries of one room on their way; ``kept`` is set by the writer alone."""

    def __init__(self, room: str, first: int, entries: Sequence[Entry], at: int) -> None:
        self.room: Final = room
        self.first: Final = first
        self.at: Final = at
        self.opened: Final = next((entry for entry in entries if isinstance(entry, Opened)), None)
        self.shut: Final = next((entry for entry in entries if isinstance(entry, Shut)), None)
        self.rows: Final = [(room, first + n, at, msgspec.json.encode(entry).decode()) for n, entry in enumerate(entries)]
        self.kept: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()
        self.doubtful = False  # a commit with it may have gone through unheard


class Journal:
    """Writes for one process. The primary key keeps two writers of one room apart: a number is taken once."""

    def __init__(self, database: Database, clock: Callable[[], float], *, collect: float = COLLECT, patience: float = PATIENCE) -> None:
        self._database = database
        self._clock = clock
        self._collect = collect
        self._patience = patience
        self._next: dict[str, int] = {}  # of the rooms this process has opened or read
        self._waiting: list[_Append] = []
        self._writing: list[_Append] = []
        self._wake = asyncio.Event()
        self._closing = False
        room, entry = schema.rooms, schema.journal
        self._statements = [
            database.text_of(statement)
            for statement in (
                insert(room).values(id=bindparam("id"), number=bindparam("number"), created=bindparam("created")),
                insert(entry).values(room=bindparam("room"), seq=bindparam("seq"), at=bindparam("at"), entry=bindparam("entry")),
                update(room).values(closed=bindparam("at"), why=bindparam("reason")).where(room.c.id == bindparam("room")),
            )
        ]
        self.commits = 0  # for the metrics
        self.entries = 0
        self._task = asyncio.create_task(self._run(), name="paiju journal")

    async def append(self, room: str, entries: Sequence[Entry]) -> None:
        """Returns when the entries are durable; StoreError when they are not, Behind when the room must be read again first.

        A caller that is cancelled meanwhile does not know: what it appended is kept all the same, or not.
        """
        if not entries:
            return
        if self._closing:
            raise StoreError("the store is closed; nothing more is written", "存储已经关闭，不再写入")
        if isinstance(entries[0], Opened):
            first = self._next.setdefault(room, 0)
        elif room in self._next:
            first = self._next[room]
        else:
            raise _behind(room)
        append = _Append(room, first, entries, int(self._clock()))
        self._next[room] = first + len(entries)
        self._waiting.append(append)
        self._wake.set()
        await asyncio.shield(append.kept)

    async def read(self, room: str) -> list[Entry]:
        """The room's entries in order, none for a room that is not there; from then on this process may append to it."""
        while under_way := [append.kept for append in (*self._writing, *self._waiting) if append.room == room and not append.kept.done()]:
            await asyncio.wait(under_way)
        journal = schema.journal.c
        with telling("reading a journal"):
            async with self._database.reading.connect() as connection:
                rows = (await connection.execute(select(journal.seq, journal.entry).where(journal.room == room).order_by(journal.seq))).all()
        try:
            found = [_DECODER.decode(text) for _, text in rows]
        except msgspec.MsgspecError as error:
            raise StoreError(f"the journal of room {room} cannot be read: {error}", f"房间 {room} 的日志读不了：{error}") from error
        if [seq for seq, _ in rows] != list(range(len(rows))):
            raise StoreError(f"the journal of room {room} has a gap", f"房间 {room} 的日志缺了一段")
        if rows:
            self._next[room] = len(rows)
        return found

    def waiting(self) -> int:
        """How many entries are not durable yet."""
        return sum(len(append.rows) for append in (*self._writing, *self._waiting) if not append.kept.done())

    async def close(self) -> None:
        """Writes what waits, and ends."""
        self._closing = True
        self._wake.set()
        await self._task

    # -- the writer ----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while not self._closing or self._waiting:
                await self._wake.wait()
                if not self._closing:
                    await asyncio.sleep(self._collect)
                while self._waiting:  # what came while a commit ran has waited enough
                    self._writing, self._waiting = self._waiting, []
                    await self._keep(self._writing)
                    self._writing = []
                self._wake.clear()
        finally:
            self._closing = True
            self._fail([*self._writing, *self._waiting], RuntimeError("the writer was stopped"))

    async def _keep(self, batch: list[_Append]) -> None:
        """One transaction for the batch; every waiter hears how it ended."""
        try:
            await self._commit(batch)
        except Exception as error:
            rooms: dict[str, list[_Append]] = {}
            for append in batch:
                rooms.setdefault(append.room, []).append(append)
            if len(rooms) > 1 and clashes(error):  # the fault of one room is not to stop the others
                for appends in rooms.values():
                    await self._keep(appends)
            else:
                self._fail(batch, error)
        else:
            for append in batch:
                if append.shut is not None:
                    self._next.pop(append.room, None)
                append.kept.set_result(None)

    async def _commit(self, batch: list[_Append]) -> None:
        """Tries again for a while when the connection is lost. Then the commit may have gone through unheard, so that is looked at first."""
        until = time.monotonic() + self._patience
        while True:
            try:
                if not (batch[0].doubtful and await self._is_kept(batch[0])):
                    await self._database.write(self._work(batch))
                break
            except FAILURES as error:
                if self._database.sqlite or not lost(error) or time.monotonic() > until:
                    raise
                log.warning("the database is lost, trying again: %s", said(error))
            for append in batch:
                append.doubtful = True
            await asyncio.sleep(_PAUSE)
        self.commits += 1
        self.entries += sum(len(append.rows) for append in batch)

    def _work(self, batch: list[_Append]) -> list[Work]:
        rows: tuple[list[tuple[object, ...]], ...] = (
            [(append.room, append.opened.number, append.at) for append in batch if append.opened is not None],
            [row for append in batch for row in append.rows],
            [(append.at, append.shut.why, append.room) for append in batch if append.shut is not None],
        )
        return [work for work in zip(self._statements, rows, strict=True) if work[1]]

    async def _is_kept(self, append: _Append) -> bool:
        """Whether the transaction with these entries went through."""
        journal = schema.journal.c
        async with self._database.reading.connect() as connection:
            kept = await connection.scalar(select(journal.entry).where(journal.room == append.room, journal.seq == append.first))
        return kept == append.rows[0][3]

    def _fail(self, batch: list[_Append], error: Exception) -> None:
        """Nothing of the batch is there, as far as is known; nor may what was appended behind it be.

        Should a lost database have kept it after all, the next number is taken: whoever appends then is told that he is behind.
        """
        rooms = {append.room for append in batch}
        behind = [append for append in self._waiting if append.room in rooms]
        self._waiting = [append for append in self._waiting if append.room not in rooms]
        for append in reversed([*batch, *behind]):
            if append.kept.done():
                continue
            self._next[append.room] = append.first
            where = {"table": append.room, "sequence": append.first, "count": len(append.rows)}
            log.error("entries were not kept: %s", said(error), extra=where)
            failure: StoreError = unusable()
            if clashes(error):
                failure = _behind(append.room) if append.opened is None else _taken(append.opened.number)
            failure.__cause__ = error
            append.kept.set_exception(failure)


def _behind(room: str) -> Behind:
    return Behind(
        f"nothing was appended to room {room}: its journal is not as it was read, or was not read; read it first",
        f"没有写入房间 {room}：它的日志和读到的不一样，或者还没有读过；请先读",
    )


def _taken(number: str) -> StoreError:
    return StoreError(f"there is an open room {number} already", f"已经有一个开着的房间 {number}")
