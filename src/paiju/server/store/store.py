"""The store: what the server keeps, in SQLite or PostgreSQL. Everything that fails is a StoreError, and then nothing of it was kept."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import delete, exists, or_, select, text, update

from paiju.server.entries import Entry
from paiju.server.store import copies, queries, results, schema
from paiju.server.store.database import Database, asked
from paiju.server.store.errors import FAILURES, StoreError, said, telling
from paiju.server.store.journal import Journal
from paiju.server.store.kept import KeptHand, KeptMatch
from paiju.server.store.migrating import migrate
from paiju.server.store.players import Players

DAY: Final = 86400


class Store:
    """Made by ``open``; used in the event loop that opened it, until ``close``."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self.clock: Final = clock
        self.journal: Final = Journal(database, clock)
        self.players: Final = Players(database, clock)

    @classmethod
    async def open(cls, url: str, *, clock: Callable[[], float] = time.time) -> Store:
        """Opens the database, made or migrated as needed. StoreError says why it cannot be used."""
        database = Database(url)
        try:
            async with database.at_leisure() as connection:
                await migrate(connection)
        except BaseException as error:
            await database.close()
            if isinstance(error, FAILURES):
                raise _not_opened(database, error) from error
            raise
        return cls(database, clock)

    async def close(self) -> None:
        """Writes what is under way, and lets go of the database."""
        await self.journal.close()
        await self._database.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ping(self) -> None:
        """StoreError when the database does not answer."""
        with telling("asking the database for a sign of life"):
            async with self._database.reading.connect() as connection:
                await connection.execute(text("SELECT 1"))

    # -- rooms ---------------------------------------------------------------------------------------------------

    async def append(self, room: str, entries: Sequence[Entry]) -> None:
        """Adds entries to the room's journal, together or not at all; they are durable when this returns. The first is ``Opened``.

        Behind: the room's ``entries`` must be read again, as they have gone on without this process.
        """
        await self.journal.append(room, entries)

    async def entries(self, room: str) -> list[Entry]:
        """The room's journal."""
        return await self.journal.read(room)

    async def open_rooms(self) -> list[str]:
        """The ids of the rooms whose journal has no ``Shut``, the oldest first."""
        c = schema.rooms.c
        with telling("reading the open rooms"):
            async with self._database.reading.connect() as connection:
                return list(await connection.scalars(select(c.id).where(c.closed.is_(None)).order_by(c.created, c.id)))

    async def open_numbers(self) -> dict[str, str]:
        """The ids of the open rooms by their numbers."""
        c = schema.rooms.c
        with telling("reading the open rooms"):
            async with self._database.reading.connect() as connection:
                rows = await connection.execute(select(c.number, c.id).where(c.closed.is_(None)).order_by(c.created, c.id))
                return {row.number: row.id for row in rows}

    async def close_room(self, id: str, why: str) -> None:
        """Closes a room whose journal cannot be read, and so not be added to."""
        with telling("closing a room"):
            async with self._database.writing() as connection:
                await connection.execute(update(schema.rooms).where(schema.rooms.c.id == id).values(closed=int(self.clock()), why=why))

    async def unkept(self) -> list[str]:
        """The ids of closed rooms with a finished hand but no match: the server stopped between the two."""
        room, hand, match, journal = schema.rooms.c, schema.hands.c, schema.matches.c, schema.journal.c
        left = [exists().where(hand.room == room.id), ~exists().where(match.room == room.id), exists().where(journal.room == room.id)]
        with telling("reading the closed rooms"):
            async with self._database.reading.connect() as connection:
                return list(await connection.scalars(select(room.id).where(room.closed.is_not(None), *left).order_by(room.created, room.id)))

    # -- what was played -----------------------------------------------------------------------------------------

    async def keep_hand(self, room: str, hand: KeptHand) -> None:
        """Keeps a finished hand; again, it changes nothing."""
        with telling("keeping a hand"):
            await results.keep_hand(self._database, room, hand, int(self.clock()))

    async def keep_match(self, room: str, match: KeptMatch) -> None:
        """Keeps a finished match with the ratings it moves; again, it changes nothing."""
        with telling("keeping a match"):
            await results.keep_match(self._database, room, match, int(self.clock()))

    async def record(self, hand: str) -> bytes | None:
        """The record of a hand as a line, by its id."""
        with telling("reading a record"):
            async with self._database.reading.connect() as connection:
                return await queries.record(connection, asked(hand))

    async def hands(self, room: str) -> list[queries.PlayedHand]:
        """The finished hands of a room."""
        with telling("reading the hands of a room"):
            async with self._database.reading.connect() as connection:
                return await queries.hands(connection, asked(room))

    async def match(self, room: str) -> queries.PlayedMatch | None:
        """A match that is over or was ended, by its room; its ``chair`` is -1."""
        with telling("reading a match"):
            async with self._database.reading.connect() as connection:
                return await queries.match(connection, asked(room))

    async def history(self, player: str, *, before: tuple[int, str] | None = None, limit: int = 50) -> list[queries.PlayedMatch]:
        """A player's matches, the latest first, those of the same second by room; ``before``: those after the one that finished then in that room."""
        with telling("reading a history"):
            async with self._database.reading.connect() as connection:
                return await queries.history(connection, asked(player), before=before, limit=limit)

    async def statistics(self, player: str, variant: str, *, latest: int = 200) -> queries.Statistics:
        """A player's figures in one game, with the ``latest`` hands and ratings for plots."""
        with telling("reading statistics"):
            async with self._database.reading.connect() as connection:
                return await queries.statistics(connection, asked(player), asked(variant), latest=latest)

    async def leaders(self, variant: str, *, limit: int = 100, matches: int = 1) -> list[queries.Leader]:
        """The best rated of a game, of those who have played so many rated matches and are not banned."""
        with telling("reading the leader board"):
            async with self._database.reading.connect() as connection:
                return await queries.leaders(connection, asked(variant), limit=limit, matches=matches)

    # -- keeping house -------------------------------------------------------------------------------------------

    async def prune(self, days: int) -> None:
        """Forgets the journals of rooms closed before so many days, whose records stay, and the sessions that are over as long."""
        until = int(self.clock()) - days * DAY
        room, session, journal = schema.rooms.c, schema.sessions.c, schema.journal.c
        with telling("pruning"):
            async with self._database.reading.connect() as connection:
                closed = select(room.id).where(room.closed < until, exists().where(journal.room == room.id))
                gone = list(await connection.scalars(closed))
            for id in gone:  # one at a time: the tables that are playing wait for it
                async with self._database.writing() as writing:
                    await writing.execute(delete(schema.journal).where(journal.room == id))
            async with self._database.writing() as writing:
                await writing.execute(delete(schema.sessions).where(or_(session.expires < until, session.revoked < until)))

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Copies SQLite's file while it is in use; the copy is a database like any other."""
        with telling("the backup"):
            await copies.backup(self._database, Path(path))

    async def export(self) -> AsyncIterator[bytes]:
        """Everything as JSON lines, as it stands at one moment."""
        with telling("the export"):
            async for line in copies.export(self._database):
                yield line

    @staticmethod
    async def restore(url: str, lines: Iterable[bytes]) -> int:
        """Reads an export into an empty database, all of it or nothing; gives the number of rows."""
        database = Database(url)
        try:
            return await copies.restore(database, lines)
        except FAILURES as error:
            raise _not_opened(database, error) from error
        finally:
            await database.close()


def _not_opened(database: Database, error: BaseException) -> StoreError:
    where, reason = database.url.render_as_string(hide_password=True), said(error)
    return StoreError(f"the database {where} cannot be used: {reason}", f"数据库 {where} 不能用：{reason}")
