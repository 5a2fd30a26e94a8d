"""A finished hand to be looked at again: what its record alone does not say."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import get

from paiju.server.api import Given
from paiju.server.api.errors import Failure, fails
from paiju.server.api.results import Id
from paiju.server.protocol import RoomRules
from paiju.server.replaying import Replayed, replayed
from paiju.server.services import Services


@get("/api/records/{record:str}/replay", responses=fails(404))
async def replay(record: Id, services: Given) -> Replayed:
    """The settlement of a finished hand as the table showed it, and each answer with what else could be chosen."""
    line = await services.store.record(record)
    if line is None:
        raise Failure(404)
    room, _, number = record.rpartition("-")
    match = await services.store.match(room)
    rules = _rules(services, room) if match is None else msgspec.json.decode(match.rules, type=RoomRules)
    over = match is not None and match.whole and match.hands == int(number) + 1
    return replayed(line, record, rules.base_points if rules else 1, match_over=over)


def _rules(services: Services, room: str) -> RoomRules | None:
    """The rules of a match that is still played."""
    return next((table.listing.rules for table in services.hall.tables.values() if table.id == room), None)


HANDLERS: Final = [replay]
