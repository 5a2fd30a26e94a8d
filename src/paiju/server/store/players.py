"""Players, their accounts and sessions, bans, and the server's keys, as rows. What makes a name or a password good is ``identity``'s business."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import Select, Update, insert, or_, select, update

from paiju.server.ids import new_id
from paiju.server.store import schema
from paiju.server.store.database import Database, asked
from paiju.server.store.errors import telling

_KEY_BYTES: Final = 32


class Player(msgspec.Struct, frozen=True):
    """``banned`` is the reason, or None; ``login`` is empty for a guest."""

    id: str
    name: str
    created: int
    banned: str | None
    login: str


class Players:
    """One for each store."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    def _now(self) -> int:
        return int(self._clock())

    async def _write(self, statement: Update) -> bool:
        """Whether a row was changed."""
        with telling("writing about players"):
            async with self._database.writing() as connection:
                return (await connection.execute(statement)).rowcount > 0

    async def _first(self, statement: Select[Any]) -> Any:
        with telling("reading about players"):
            async with self._database.reading.connect() as connection:
                return (await connection.execute(statement)).first()

    # -- players -------------------------------------------------------------------------------------------------

    async def create(self, name: str) -> Player:
        player = Player(new_id(), name, self._now(), None, "")
        with telling("keeping a new player"):
            async with self._database.writing() as connection:
                await connection.execute(insert(schema.players).values(id=player.id, name=name, created=player.created))
        return player

    async def get(self, id: str) -> Player | None:
        row = await self._first(_PLAYERS.where(schema.players.c.id == asked(id)))
        return None if row is None else _player(row)

    async def find(self, text: str = "", *, limit: int = 100) -> list[Player]:
        """Those who have it in their name or login or as their id, the latest first; without a text all."""
        text = asked(text)
        c, login = schema.players.c, schema.accounts.c.login
        wanted = _PLAYERS.where(or_(c.id == text, login.icontains(text, autoescape=True), c.name.icontains(text, autoescape=True)))
        with telling("looking for a player"):
            async with self._database.reading.connect() as connection:
                return [_player(row) for row in await connection.execute(wanted.order_by(c.created.desc(), c.id).limit(limit))]

    async def rename(self, id: str, name: str) -> bool:
        return await self._write(update(schema.players).where(schema.players.c.id == id).values(name=name))

    async def ban(self, id: str, why: str) -> bool:
        return await self._write(update(schema.players).where(schema.players.c.id == id).values(banned=self._now(), banned_why=why))

    async def unban(self, id: str) -> bool:
        return await self._write(update(schema.players).where(schema.players.c.id == id).values(banned=None, banned_why=None))

    # -- accounts ------------------------------------------------------------------------------------------------

    async def add_account(self, player: str, login: str, password: str) -> bool:
        """False when the login is taken, or the player has an account. ``password`` is its hash."""
        row = {"login": login, "password": password, "player": player, "created": self._now()}
        with telling("keeping a new account"):
            async with self._database.writing() as connection:
                return (await connection.execute(self._database.insert_new(schema.accounts), row)).rowcount > 0

    async def account(self, login: str) -> tuple[Player, str] | None:
        """The player of a login, and the hash of the password."""
        row = await self._first(_PLAYERS.add_columns(schema.accounts.c.password).where(schema.accounts.c.login == login))
        return None if row is None else (_player(row), row.password)

    async def set_password(self, login: str, password: str) -> bool:
        return await self._write(update(schema.accounts).where(schema.accounts.c.login == login).values(password=password))

    # -- sessions ------------------------------------------------------------------------------------------------

    async def begin_session(self, player: str, token: str, expires: int) -> None:
        """``token`` is its digest."""
        row = {"token": token, "player": player, "created": self._now(), "expires": expires}
        with telling("keeping a new session"):
            async with self._database.writing() as connection:
                await connection.execute(insert(schema.sessions), row)

    async def session(self, token: str) -> tuple[Player, int] | None:
        """The player of a session that holds, and when it expires."""
        c = schema.sessions.c
        valid = _PLAYERS.add_columns(c.expires).join(schema.sessions, c.player == schema.players.c.id)
        row = await self._first(valid.where(c.token == token, c.revoked.is_(None), c.expires > self._now()))
        return None if row is None else (_player(row), row.expires)

    async def renew_session(self, token: str, expires: int) -> None:
        await self._write(update(schema.sessions).where(schema.sessions.c.token == token).values(expires=expires))

    async def end_session(self, token: str) -> None:
        await self._write(update(schema.sessions).where(schema.sessions.c.token == token).values(revoked=self._now()))

    async def end_sessions(self, player: str, but: str = "") -> None:
        """All of a player's, but one."""
        c = schema.sessions.c
        await self._write(update(schema.sessions).where(c.player == player, c.token != but, c.revoked.is_(None)).values(revoked=self._now()))

    # -- keys ----------------------------------------------------------------------------------------------------

    async def key(self, name: str) -> bytes:
        """A secret of the server, made when it is first asked for."""
        with telling("reading a key"):
            async with self._database.writing() as connection:
                await connection.execute(self._database.insert_new(schema.keys), {"name": name, "value": secrets.token_bytes(_KEY_BYTES)})
                value = await connection.scalar(select(schema.keys.c.value).where(schema.keys.c.name == name))
        assert isinstance(value, bytes)
        return value


_PLAYERS: Final = select(schema.players, schema.accounts.c.login).select_from(
    schema.players.outerjoin(schema.accounts, schema.accounts.c.player == schema.players.c.id)
)


def _player(row: Any) -> Player:
    return Player(row.id, row.name, row.created, None if row.banned is None else row.banned_why or "", row.login or "")
