"""What the parts of one server have in common, opened and closed together."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
from argon2 import PasswordHasher

from paiju.server.gate import Gate
from paiju.server.hall import Hall, HallSettings
from paiju.server.identity import Identity
from paiju.server.metrics import Metrics
from paiju.server.pages import Pages
from paiju.server.reviewing import Reviews
from paiju.server.security import Guard, Limits
from paiju.server.sockets import Sockets
from paiju.server.store import Store
from paiju.server.table import TableSettings


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of a server. ``database``: a URL, or the path of an SQLite file; ``data``: the folder that is the server's own."""

    database: str
    data: Path
    origins: tuple[str, ...] = ()
    metrics_token: str = ""
    word: str = ""  # without it nobody comes in; empty: everybody may
    limits: Limits = Limits()
    tables: TableSettings = TableSettings()
    house: HallSettings = HallSettings()


class Services:
    """Made once, handed to every handler."""

    def __init__(
        self, *, store: Store, identity: Identity, hall: Hall, guard: Guard, pages: Pages, gate: Gate | None = None, admin_token: str = "",
        metrics_token: str = "",
    ) -> None:  # fmt: skip
        self.store: Final = store
        self.identity: Final = identity
        self.hall: Final = hall
        self.guard: Final = guard
        self.pages: Final = pages
        self.gate: Final = gate
        self.reviews: Final = Reviews()
        self.metrics: Final = Metrics()
        self.sockets: Final = Sockets(hall, identity, guard, self.metrics)
        self.admin_token: Final = admin_token
        self.metrics_token: Final = metrics_token
        self.stopping = False
        self.places: list[str] = []  # where others of the same network find it
        self._measure()

    def _measure(self) -> None:
        hall, journal = self.hall, self.store.journal
        self.metrics.gauges.update(
            tables=("Open rooms.", lambda: len(hall.tables)),
            tables_playing=("Rooms in a match.", lambda: sum(table.listing.state == "playing" for table in hall.tables.values())),
            tables_loaded=("Rooms in memory.", lambda: sum(table.room is not None for table in hall.tables.values())),
            connections=("Pages connected.", lambda: len(self.sockets.connections)),
            entries_waiting=("Entries not durable yet.", journal.waiting),
        )
        self.metrics.totals.update(
            commits=("Transactions of the journal.", lambda: journal.commits),
            entries=("Entries of the journal.", lambda: journal.entries),
            table_failures=("Times a table began again from its journal.", lambda: hall.counts["failures"]),
            tables_freed=("Tables that hung and were freed.", lambda: hall.counts["freed"]),
        )

    async def stop(self) -> None:
        """Tells every page that the server stops, once all that is said is stored; afterwards nothing changes any more."""
        self.stopping = True
        await self.reviews.stop()
        await self.hall.stop()
        await self.sockets.gone()


@asynccontextmanager
async def opened(
    settings: Settings, *, admin_token: str = "", pages: Pages | None = None, hasher: PasswordHasher | None = None,
    clock: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time,
) -> AsyncIterator[Services]:  # fmt: skip
    """All that a server needs, its tables as they were. ``clock`` is for limits, ``wall`` for what is dated."""
    pages = pages or Pages.load()
    async with await Store.open(settings.database, clock=wall) as store:
        identity = await Identity.open(store, hasher=hasher)
        hall = Hall(store, settings=settings.house, tables=msgspec.structs.replace(settings.tables, page=pages.hash))
        await hall.restore()
        guard = Guard(settings.limits, clock, origins=settings.origins)
        gate = Gate(settings.word, await store.players.key("gate"), guard) if settings.word else None
        services = Services(
            store=store, identity=identity, hall=hall, guard=guard, pages=pages, gate=gate,
            admin_token=admin_token, metrics_token=settings.metrics_token,
        )  # fmt: skip
        try:
            yield services
        finally:
            await services.stop()
