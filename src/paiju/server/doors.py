"""Pages that come to a table and go from it: who gets a chair back, who watches, who is turned away, and who is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paiju.server import entries as told
from paiju.server.links import ROOM_CLOSED, Connection, turn_away
from paiju.server.refusals import Refusal
from paiju.server.room import Room

if TYPE_CHECKING:
    from paiju.server.table import Table

_MOST_WATCHERS: Final = 100


class Doors:
    """The doors of one table."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table

    async def join(self, room: Room, link: Connection) -> None:
        """A page comes; unless it is turned away it is greeted with a snapshot."""
        table = self._table
        chair = room.chair_of(link.player)
        if room.shut:
            link.close(ROOM_CLOSED, room.shut)
        elif chair is not None:
            await self._take_chair(room, chair, link)
        elif room.begun and not room.rules.watch:
            turn_away(link, Refusal("no_watching"))
        elif len({other.player for other in table.company.watchers} - {link.player}) >= _MOST_WATCHERS:
            turn_away(link, Refusal("too_many"))
        else:
            table.show_watchers(table.time.now())
            table.company.watch(link)
            table.changed = True
            table.greet(link)

    async def _take_chair(self, room: Room, chair: int, link: Connection) -> None:
        """A player's page takes his chair: of an older page of his, or of whoever played for him. Before a match it brings his new name."""
        table, seated = self._table, room.chairs[chair]
        was_away = not table.here(chair)
        table.company.greeting = link
        try:
            table.company.seat(chair, link)
            table.patience.came(chair)
            if was_away and (seated.auto or seated.missed) and room.state == "playing":
                await table.enter(told.Autoed(chair, False, 0 if seated.auto else seated.late))
            if not room.begun and seated.name != link.name:
                await table.enter(told.Sat(chair, link.player, link.name))
            table.update_pause()
            table.play.refresh(chair, table.time.now())
        finally:
            table.company.greeting = None
        table.changed = True
        table.greet(link)

    def leave(self, room: Room, link: Connection) -> None:
        """A page has gone: by a broken network, or because somebody closed it."""
        table = self._table
        if link not in table.company:
            return
        chair = table.company.chair_of(link)
        table.company.remove(link)
        table.changed = True
        if chair is None:
            return
        if not room.begun:
            table.patience.dropped[chair] = table.time.now() + table.settings.seat_wait
        table.update_pause()
        table.play.refresh(chair, table.time.now())
