"""For those who look after a server: is it well, its numbers, closing rooms and banning players (``paiju admin``)."""

from __future__ import annotations

import hmac
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody
from msgspec import Meta

from paiju._build import describe
from paiju.server.api import Asked, Given
from paiju.server.api.errors import Failure, fails
from paiju.server.controlling import shut_room
from paiju.server.metrics import CONTENT_TYPE
from paiju.server.security import local


class Health(msgspec.Struct, frozen=True):
    """``status`` is ok, or the answer is a 503."""

    status: str
    build: str
    page: str  # hash of the page's files


class RoomToClose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str


class PlayerToBan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    why: Annotated[str, Meta(max_length=200)] = ""


class PasswordToSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    login: str
    password: str


class Done(msgspec.Struct, frozen=True):
    """How many connections were cut."""

    cut: int = 0


def bearer(request: Asked, token: str) -> bool:
    """Whether the request shows that token; an empty one is shown by nobody."""
    given = request.headers.get("authorization", "").encode("utf-8", "replace")
    return bool(token) and hmac.compare_digest(given, f"Bearer {token}".encode())


@get("/health", responses=fails(503))
async def health(services: Given) -> Health:
    """Is the server well? It answers at all, and its database does."""
    if services.stopping:
        raise Failure(503)
    await services.store.ping()
    return Health("ok", describe(), services.pages.hash)


@get("/metrics", include_in_schema=False)
async def metrics(request: Asked, services: Given) -> Response[bytes]:
    """Numbers for Prometheus: for this machine, or who shows the token."""
    if not (local(request.scope) or bearer(request, services.metrics_token)):
        raise Failure(403)
    return Response(services.metrics.text(), headers={"content-type": CONTENT_TYPE})


@post("/admin/close", include_in_schema=False, status_code=200)
async def close_room(request: Asked, data: JSONBody[RoomToClose], services: Given) -> Done:
    """Closes a room."""
    _only_admin(request, services)
    table = services.hall.find(data.number)
    if table is None:
        await shut_room(services.store, data.number)  # one that could not be opened
    else:
        table.close("admin")
    return Done()


@post("/admin/ban", include_in_schema=False, status_code=200)
async def ban(request: Asked, data: JSONBody[PlayerToBan], services: Given) -> Done:
    """Bans a player and cuts his connections."""
    _only_admin(request, services)
    if not await services.store.players.ban(data.player, data.why):
        raise Failure(404, "no_player", f"没有玩家 {data.player}", f"there is no player {data.player}")
    return Done(services.sockets.send_away(data.player))


@post("/admin/password", include_in_schema=False, status_code=200)
async def set_password(request: Asked, data: JSONBody[PasswordToSet], services: Given) -> Done:
    """Sets the password of an account; its sessions end, and its connections with them."""
    _only_admin(request, services)
    person = await services.identity.set_password(data.login, data.password)
    if person is None:
        raise Failure(404, "no_account", f"没有账号 {data.login}", f"there is no account {data.login}")
    return Done(services.sockets.forget(person.id))


def _only_admin(request: Asked, services: Given) -> None:
    if not (local(request.scope) and bearer(request, services.admin_token)):
        raise Failure(403)


HANDLERS: Final = [health, metrics, close_room, ban, set_password]
