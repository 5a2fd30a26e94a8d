"""A table as one of its pages sees it now: the room, who the page is in it, the hand and the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from paiju.server.links import Connection
from paiju.server.protocol import VERSION, RoomState, Snapshot, You
from paiju.server.timing import milliseconds

if TYPE_CHECKING:
    from paiju.server.table import Table


def picture(table: Table) -> RoomState:
    """The room as everybody sees it: a match is over when its last settlement has been shown and it is kept."""
    room = table.room
    assert room is not None
    left = milliseconds(table.patience.vote - table.time.now()) if room.votes else None
    found = room.picture(table.company.here, len(table.company.watchers), left)
    playing = found.state == "over" and not table.match_kept
    return msgspec.structs.replace(found, state="playing" if playing else found.state, again=table.again)


def you(table: Table, link: Connection) -> You:
    """Who the page is here."""
    chair = table.company.chair_of(link)
    if chair is None:
        return You(link.player, link.name, None, None)
    room = table.room
    assert room is not None
    return You(link.player, link.name, chair, room.seat_of(chair))


def snapshot(table: Table, link: Connection) -> Snapshot:
    """All the page may know."""
    who = you(table, link)
    if who.chair is None:
        state, question = table.play.showing.watched(), None
    else:
        state, question = table.play.picture(who.chair, table.time.now())
    return Snapshot(version=VERSION, page=table.settings.page, room=picture(table), you=who, table=state, question=question)
