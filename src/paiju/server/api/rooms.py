"""Rooms: the lobby, opening one, looking at one, a quick game against bots. What happens inside goes over the socket."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from paiju.bots import DEFAULT
from paiju.server.api import Asked, Given
from paiju.server.api.errors import Failure, fails
from paiju.server.api.people import person_of
from paiju.server.protocol import RoomRules, RoomState
from paiju.server.security import address_of, local
from paiju.server.table import Table

Number = Annotated[str, PathParameter(pattern="^[0-9]{6}$", description="Six digits.")]
Bot = Annotated[str, Meta(max_length=40)]

MOST_ROOMS: Final = 20  # of one player at a time


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room to be opened; who opens it is its host."""

    rules: RoomRules


class QuickGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game against three bots."""

    variant: Annotated[str, Meta(max_length=40)]
    preset: Annotated[str, Meta(max_length=40)] | None = None
    options: dict[str, bool | int | str | list[int | str]] = msgspec.field(default_factory=dict)
    bots: tuple[Bot, Bot, Bot] = (DEFAULT, DEFAULT, DEFAULT)


@get("/api/rooms", responses=fails())
async def lobby(services: Given) -> list[RoomState]:
    """The rooms that are listed, those that wait for players first."""
    return services.hall.lobby()


@get("/api/me/rooms", responses=fails(401))
async def my_rooms(request: Asked, services: Given) -> list[RoomState]:
    """The open rooms where I have a chair."""
    return services.hall.rooms_of((await person_of(request, services)).id)


@post("/api/rooms", responses=fails(401, 409))
async def open_room(request: Asked, data: JSONBody[NewRoom], services: Given) -> RoomState:
    """Open a room."""
    person = await person_of(request, services)
    _limit(request, services, person.id)
    return (await services.hall.create(data.rules, person.id, person.name)).listing


@get("/api/rooms/{number:str}", responses=fails(404))
async def room(number: Number, services: Given) -> RoomState:
    """A room, as everybody sees it."""
    return _found(services, number).listing


@post("/api/rooms/{number:str}/again", responses=fails(401, 404, 409))
async def again(request: Asked, number: Number, services: Given) -> RoomState:
    """Another match with those of a table whose match is over: a room by the same rules, the one that was opened first. Only for those who played."""
    person = await person_of(request, services)
    table = _found(services, number)
    if table.listing.state != "over":
        raise Failure(409, "still_playing", "这一局还没有打完", "the match is not over")
    _limit(request, services, person.id)
    return (await services.hall.again(table, person.id, person.name)).listing


@post("/api/quick", responses=fails(401, 409))
async def quick(request: Asked, data: JSONBody[QuickGame], services: Given) -> RoomState:
    """Begin a game against bots; it starts when the page comes."""
    person = await person_of(request, services)
    _limit(request, services, person.id)
    rules = RoomRules(variant=data.variant, preset=data.preset, options=data.options)
    return (await services.hall.quick(rules, person.id, person.name, data.bots)).listing


@get("/api/places", responses=fails(), sync_to_thread=False)
def places(request: Asked, services: Given) -> list[str]:
    """Where others of the same network find this server, for who asks from its own machine."""
    return services.places if local(request.scope) else []


def _found(services: Given, number: str) -> Table:
    table = services.hall.find(number)
    if table is None:
        raise Failure(404, "no_room", f"没有房间 {number}", f"there is no room {number}")
    return table


def _limit(request: Asked, services: Given, player: str) -> None:
    if not services.guard.rooms.take(address_of(request.scope)):
        raise Failure(429)
    if len(services.hall.rooms_of(player)) >= MOST_ROOMS:
        en = f"you have {MOST_ROOMS} open rooms; leave one first"
        raise Failure(409, "too_many_rooms", f"你已经有 {MOST_ROOMS} 个开着的房间；先离开一个", en)


HANDLERS: Final = [lobby, my_rooms, open_room, room, again, quick, places]
