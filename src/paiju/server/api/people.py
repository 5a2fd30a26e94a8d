"""Who somebody is: a guest by a cookie, an account with a password."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, get, patch, post
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta

from paiju.server.api import Asked, Given
from paiju.server.api.errors import Failure, fails
from paiju.server.identity import COOKIE, LIFETIME, Person, same_login
from paiju.server.protocol import Name
from paiju.server.security import address_of
from paiju.server.sockets import cookie_of

Login = Annotated[str, Meta(min_length=1, max_length=100)]
Password = Annotated[str, Meta(min_length=1, max_length=400)]


class NewSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``name``: what a new guest is called."""

    name: Name


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``name``: what the player is called from now on."""

    name: Name


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    login: Login
    password: Password


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


class Me(msgspec.Struct, frozen=True):
    """Who the cookie says you are. ``id`` is public; ``login`` is empty for a guest."""

    id: str
    name: str
    login: str


async def visitor_of(request: Asked, services: Given) -> Person | None:
    """Who asks, if he has a cookie that holds."""
    return await services.identity.whose(cookie_of(request.scope))


async def person_of(request: Asked, services: Given) -> Person:
    """Who asks; 401 for nobody."""
    person = await visitor_of(request, services)
    if person is None:
        raise Failure(401)
    return person


def me_of(person: Person) -> Me:
    return Me(person.id, person.name, person.login)


def with_cookie(request: Asked, person: Person, cookie: str) -> Response[Me]:
    """The person, and the cookie by which he is known again."""
    secure = request.scope["scheme"] == "https"
    kept = Cookie(key=COOKIE, value=cookie, max_age=LIFETIME, path="/", httponly=True, samesite="lax", secure=secure)
    return Response(me_of(person), cookies=[kept])


@post("/api/session", status_code=200, responses=fails(401))
async def begin_session(request: Asked, data: JSONBody[NewSession], services: Given) -> Response[Me]:
    """Be somebody: a new guest, or, with a cookie that holds, who you are already."""
    person = await visitor_of(request, services)
    if person is not None:
        return with_cookie(request, person, cookie_of(request.scope))
    if not services.guard.sessions.take(address_of(request.scope)):
        raise Failure(429)
    return with_cookie(request, *await services.identity.guest(data.name))


@get("/api/me", responses=fails(401))
async def get_me(request: Asked, services: Given) -> Me:
    """Who am I?"""
    return me_of(await person_of(request, services))


@patch("/api/me", responses=fails(401))
async def rename_me(request: Asked, data: JSONBody[NewName], services: Given) -> Me:
    """Take another name."""
    return me_of(await services.identity.rename(await person_of(request, services), data.name))


@post("/api/account", status_code=200, responses=fails(401, 409))
async def register(request: Asked, data: JSONBody[Credentials], services: Given) -> Me:
    """Make an account of a guest; what he has played stays his."""
    person = await person_of(request, services)
    _limit(request, services, data.login)
    return me_of(await services.identity.register(person, data.login, data.password))


@post("/api/login", status_code=200, responses=fails(401))
async def log_in(request: Asked, data: JSONBody[Credentials], services: Given) -> Response[Me]:
    """Be the player of an account."""
    _limit(request, services, data.login)
    return with_cookie(request, *await services.identity.login(data.login, data.password, cookie_of(request.scope)))


@post("/api/logout", status_code=204, responses={204: ResponseSpec(None, description="You are nobody."), **fails()})
async def log_out(request: Asked, services: Given) -> Response[None]:
    """Be nobody again."""
    cookie = cookie_of(request.scope)
    await services.identity.logout(cookie)
    services.sockets.forget_cookie(cookie)
    gone = Cookie(key=COOKIE, value="", max_age=0, path="/", httponly=True, samesite="lax", secure=request.scope["scheme"] == "https")
    return Response(None, status_code=204, cookies=[gone])


@post("/api/password", status_code=204, responses=fails(401, 409))
async def change_password(request: Asked, data: JSONBody[NewPassword], services: Given) -> None:
    """Change the password; all other sessions end."""
    person = await person_of(request, services)
    _limit(request, services, person.login)
    cookie = cookie_of(request.scope)
    await services.identity.change_password(person, data.old, data.new, cookie)
    services.sockets.forget(person.id, but=cookie)


def _limit(request: Asked, services: Given, login: str) -> None:
    if not services.guard.login(address_of(request.scope), same_login(login)):
        raise Failure(429)


HANDLERS: Final = [begin_session, get_me, rename_me, register, log_in, log_out, change_password]
