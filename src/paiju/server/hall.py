"""All tables of the process: opening rooms, finding them by number, the lobby, who sits where, and what keeps house among them.

A table is always found at once; its room is folded from the journal when somebody comes. A watchdog names and frees a table that hangs.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from paiju import bots as bot_names
from paiju.core.errors import PaijuError
from paiju.server import entries as told
from paiju.server.deciding import check_rules
from paiju.server.keeping import keep_match
from paiju.server.protocol import Clock, RoomRules, RoomState
from paiju.server.refusals import Refusal
from paiju.server.room import Room
from paiju.server.settings import HallSettings as HallSettings
from paiju.server.settings import TableSettings
from paiju.server.table import Table
from paiju.server.timing import LoopTime, Time

if TYPE_CHECKING:
    from paiju.server.store import Store

_log: Final = logging.getLogger("paiju.hall")


class Hall:
    """The tables. ``restore`` once at the start, ``stop`` at the end."""

    def __init__(
        self, store: Store, *, time: Time | None = None, settings: HallSettings | None = None, tables: TableSettings | None = None
    ) -> None:
        self.store: Final = store
        self.time: Final[Time] = time or LoopTime()
        self.settings: Final = settings or HallSettings()
        self.table_settings: Final = tables or TableSettings()
        self.tables: Final[dict[str, Table]] = {}  # by number
        self.counts: Final[Counter[str]] = Counter()  # for the metrics: commands, refused, entries, unstored, failures, freed
        self._seats: Final[dict[str, Table]] = {}  # players, and the table with others where each has a chair
        self._sweeper: asyncio.Task[None] | None = None
        self._stopping = False

    # -- from the start to the end -------------------------------------------------------------------------------

    async def restore(self) -> int:
        """Finds the open rooms again; how many. A room whose journal cannot be folded is left alone, and named in the log.

        A match that a closed room has played and the server did not come to keep is kept.
        """
        for id in await self.store.open_rooms():
            try:
                room = Room.fold(id, await self.store.entries(id))
            except Exception:
                _log.exception("the journal of room %s cannot be folded", id)
                continue
            table = Table(self, self.store, self.time, self.table_settings, id, room.picture([False] * 4))
            self.tables[room.number] = table
            self.hold_seats(table, room)
            if room.state == "over":  # perhaps not kept yet
                table.wake()
        for id in await self.store.unkept():
            try:
                await keep_match(self.store, Room.fold(id, await self.store.entries(id)))
            except Exception:
                _log.exception("the match of room %s cannot be kept", id)
        self.start()
        return len(self.tables)

    def start(self) -> None:
        """Begins to keep house."""
        if self._sweeper is None:
            self._sweeper = asyncio.create_task(self._keep_house(), name="paiju hall")

    async def stop(self) -> None:
        """Lets every table finish what it is storing and tell its pages that the server stops."""
        self._stopping = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.wait([self._sweeper])
        await asyncio.gather(*[table.stop() for table in list(self.tables.values())])

    # -- rooms ---------------------------------------------------------------------------------------------------

    def find(self, number: str) -> Table | None:
        """The open room of that number."""
        return self.tables.get(number)

    async def create(self, rules: RoomRules, player: str, name: str) -> Table:
        """Opens a room, its host on chair 0. Refusal where the rules cannot be, or the player has a chair elsewhere."""
        check_rules(rules)
        other = self._seats.get(player)
        if other is not None:
            raise Refusal("elsewhere", number=other.number)
        return await self._open(rules, player, name)

    async def again(self, table: Table, player: str, name: str) -> Table:
        """Where those of a table whose match is over play again: a room by the same rules, with the same bots, opened by who asks first.

        He is its host on chair 0, bots sit as they sat from there; the others hear of it at the old table and sit down when they come.
        """
        chair = next((n for n, one in enumerate(table.listing.chairs) if one.player == player and not one.left), None)
        if chair is None:
            raise Refusal("not_seated")
        async with table.opening:
            opened = self.find(table.again)
            if opened is None or opened.listing.state != "waiting":
                self.release_seat(player, table)
                other = self._seats.get(player)
                if other is not None:
                    raise Refusal("elsewhere", number=other.number)
                bots = [told.Filled((n - chair) % 4, one.bot) for n, one in enumerate(table.listing.chairs) if one.bot and not one.player]
                opened = await self._open(table.listing.rules, player, name, bots)
                table.invite(opened.number)
            return opened

    async def quick(self, rules: RoomRules, player: str, name: str, bots: Sequence[str] = (bot_names.DEFAULT,) * 3) -> Table:
        """A game against three bots that begins when the player comes. It has no clock, is not listed, and takes no chair elsewhere from him."""
        rules = msgspec.structs.replace(rules, clock=Clock(0, 0), open=False)
        check_rules(rules)
        try:
            filled = [told.Filled(n + 1, bot_names.find(bot).name) for n, bot in enumerate(bots)]
        except PaijuError as error:
            raise Refusal("no_bot", zh=error.zh, en=error.en) from None
        if len(filled) != 3:
            raise Refusal("empty_chair", chair=len(filled) + 2)
        secret = self.table_settings.secret().hex()
        return await self._open(rules, player, name, [*filled, told.Committed(0, secret)], quick=True)

    async def _open(self, rules: RoomRules, player: str, name: str, more: Sequence[told.Entry] = (), *, quick: bool = False) -> Table:
        if self._stopping or len(self.tables) >= self.settings.most_rooms:
            raise Refusal("no_room")
        id, number = self.settings.new_id(), self._new_number()
        entries = [told.Opened(number, rules, player, name, quick), *more]
        room = Room.fold(id, entries)
        table = Table(self, self.store, self.time, self.table_settings, id, room.picture([False] * 4))
        self.tables[number] = table  # the number, and the player's chair, are taken before anything is stored
        self.hold_seats(table, room)
        try:
            await self.store.append(id, entries)
        except BaseException:
            self.forget(table)
            raise
        table.open(room)
        return table

    def _new_number(self) -> str:
        while (number := str(secrets.randbelow(900_000) + 100_000)) in self.tables:
            pass
        return number

    def lobby(self) -> list[RoomState]:
        """The rooms that are listed and where somebody is, those that wait for players first."""
        open = [table.listing for table in self.tables.values() if table.listing.rules.open]
        listed = [room for room in open if any(chair.here for chair in room.chairs)]
        waiting = [room for room in listed if room.state == "waiting"]
        return waiting + [room for room in listed if room.state == "playing" and room.rules.watch]

    def rooms_of(self, player: str) -> list[RoomState]:
        """The open rooms where a player has a chair: to go on there."""
        pictures = [table.listing for table in self.tables.values()]
        return [room for room in pictures if any(chair.player == player and not chair.left for chair in room.chairs)]

    def close(self, number: str, why: str = "admin") -> bool:
        """Closes a room; False where there is none."""
        table = self.find(number)
        if table is not None:
            table.close(why)
        return table is not None

    def forget(self, table: Table) -> None:
        """The table's room is closed."""
        if self.tables.get(table.number) is table:
            del self.tables[table.number]
        for player in [player for player, other in self._seats.items() if other is table]:
            del self._seats[player]

    # -- chairs --------------------------------------------------------------------------------------------------

    def claim_seat(self, player: str, table: Table) -> Table | None:
        """Takes a chair for a player: one at a time among people. Gives the other table where he has one."""
        other = self._seats.setdefault(player, table)
        return None if other is table else other

    def release_seat(self, player: str, table: Table) -> None:
        if self._seats.get(player) is table:
            del self._seats[player]

    def hold_seats(self, table: Table, room: Room) -> None:
        """The chairs of a room as its journal has them."""
        for player in [player for player, other in self._seats.items() if other is table]:
            del self._seats[player]
        if not room.quick and room.state in ("waiting", "playing"):
            for chair in room.persons:
                self._seats.setdefault(room.chairs[chair].player, table)

    # -- keeping house -------------------------------------------------------------------------------------------

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                await self.sweep()
            except Exception:
                _log.exception("keeping house failed")

    async def sweep(self) -> None:
        """One round: tables that hang are freed, rooms nobody visits give back their memory, and in the end are closed."""
        now, limits = self.time.now(), self.settings
        for table in list(self.tables.values()):
            if table.hangs(now, limits.overdue):
                self.counts["freed"] += 1
                await table.free()
            elif table.quiet_since is not None:
                quiet = now - table.quiet_since
                state = table.listing.state
                if quiet > (limits.abandoned if state == "playing" else limits.over if state == "over" else limits.empty):
                    table.close("over" if state == "over" else "empty")
                elif quiet > limits.rest and table.room is not None:
                    table.rest()
