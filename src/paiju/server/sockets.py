"""The WebSocket of a page: who it is, its messages in order, how fast and how much; nothing it says can disturb a table.

Knows connections; what a command does is the table's.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import parse_qs

import msgspec

from paiju.core.errors import printable
from paiju.server.identity import COOKIE, Identity, IdentityError, Person
from paiju.server.links import ELSEWHERE, NO_WATCHING, RESTART, ROOM_CLOSED, SENT_AWAY, WENT
from paiju.server.metrics import Metrics
from paiju.server.protocol import (
    LONGEST_COMMAND,
    VERSION,
    Answer,
    Command,
    FromServer,
    Hint,
    Next,
    Nonce,
    Ping,
    Pong,
    Promise,
    Refused,
    Reload,
    Said,
    Sync,
    Waits,
    Why,
)
from paiju.server.security import Bucket, Guard, Scope, address_of
from paiju.server.store import StoreError

if TYPE_CHECKING:
    from paiju.server.hall import Hall

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

PATH: Final = "/ws/"
MOST_WAITING: Final = 256  # messages not yet taken by a slow reader
MOST_WAITING_BYTES: Final = 512 * 1024

# Why a connection ended; a table's own reasons stand in ``links``.
POLICY: Final = 1008  # junk or a flood
LATER: Final = 1013  # the database does not answer
NO_ROOM: Final = 4004
NO_SESSION: Final = 4010
OLD_PAGE: Final = 4011

_CODES: Final = frozenset((
    1000, 1001, 1005, 1006, 1009, 1011, RESTART, ELSEWHERE, SENT_AWAY, ROOM_CLOSED, NO_WATCHING, WENT, POLICY, LATER, NO_ROOM, NO_SESSION, OLD_PAGE,
))  # fmt: skip

_log: Final = logging.getLogger("paiju.server.sockets")
_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Command)
_PLAY: Final = (Answer, Next, Promise, Nonce, Sync, Waits, Hint, Why)  # what play itself limits, or what is not stored


class _OnlyId(msgspec.Struct):
    id: str = ""


_id_decoder: Final = msgspec.json.Decoder(_OnlyId)


class Wire(Protocol):
    """What carries messages to a page. It takes them at once, or says that it is full and calls ``drained`` when it is not any more."""

    drained: Callable[[], None]

    @property
    def full(self) -> bool: ...

    def send_all(self, texts: Sequence[bytes]) -> None: ...

    def end(self, code: int, reason: str) -> None:
        """Closes the connection in order."""

    def abort(self) -> None: ...


class Connection:
    """One page at one table. A table may use ``player``, ``name``, ``send`` and ``close``; none of them waits or fails.

    What is said in one go is sent in one go: a page hears of an action in a message or three, and sending is what costs.
    """

    __slots__ = ("_bytes", "_called", "_ending", "_loop", "_metrics", "_waiting", "_wire", "address", "cookie", "id", "n", "name", "player")

    def __init__(self, number: int, player: Person, cookie: str, address: str, metrics: Metrics, wire: Wire) -> None:
        self.id: Final = number
        self.player: Final = player.id
        self.name: Final = player.name
        self.cookie: Final = cookie
        self.address: Final = address
        self.n = 0  # of the message sent last
        self._metrics: Final = metrics
        self._wire: Final = wire
        self._loop: Final = asyncio.get_running_loop()
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._called = False
        self._ending: tuple[int, str] | None = None
        wire.drained = self._flush

    def send(self, message: FromServer) -> None:
        """Numbers the message and sends it as soon as the reader takes it. A reader that takes none for long is cut off."""
        if self._ending is not None:
            return
        self.n += 1
        message.n = self.n
        data = _encoder.encode(message)
        self._metrics.messages += 1
        self._metrics.message_bytes += len(data)
        self._waiting.append(data)
        self._bytes += len(data)
        self._flush_soon()
        if len(self._waiting) > MOST_WAITING or self._bytes > MOST_WAITING_BYTES:
            _log.info("a page too slow to read is cut off", extra={"connection": self.id, "count": len(self._waiting)})
            self._metrics.refused["slow"] += 1
            self._waiting.clear()
            self._ending = (RESTART, "")
            self._wire.abort()

    @property
    def ended(self) -> bool:
        """Whether nothing more is sent or taken."""
        return self._ending is not None

    def close(self, code: int, reason: str = "") -> None:
        """Ends the connection after what has been sent."""
        if self._ending is None:
            self._ending = (code, reason)
            self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._called:
            self._called = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._called = False
        if self._wire.full:
            return
        if self._waiting:
            self._wire.send_all(self._waiting)
            self._waiting.clear()
            self._bytes = 0
        if self._ending is not None:
            self._wire.end(*self._ending)


class Sockets:
    """All connections of a server, as an application for ``/ws/<room>``."""

    def __init__(self, hall: Hall, identity: Identity, guard: Guard, metrics: Metrics) -> None:
        self.connections: Final[set[Connection]] = set()
        self._hall: Final = hall
        self._identity: Final = identity
        self._guard: Final = guard
        self._metrics: Final = metrics
        self._numbers: Final = itertools.count(1)
        self._from: Final[Counter[str]] = Counter()  # connections of an address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection from its handshake to its end."""
        await receive()
        if not scope["path"].startswith(PATH):
            await self._reject(send, "path", 404)
            return
        address = address_of(scope)
        headers = dict(scope["headers"])
        if not self._guard.friendly(headers):
            _log.warning("a page of another site is refused", extra={"address": address})
            await self._reject(send, "origin", 403)
            return
        if self._from[address] >= self._guard.limits.connections or not self._guard.requests.take(address):
            await self._reject(send, "connections", 429)
            return
        self._from[address] += 1
        try:
            await self._accepted(scope, receive, send, address)
        finally:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    async def _reject(self, send: Send, code: str, status: int) -> None:
        self._metrics.refused[code] += 1
        await send({"type": "websocket.http.response.start", "status": status, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})

    async def _accepted(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        number = scope["path"].removeprefix(PATH)
        await send({"type": "websocket.accept"})
        version = parse_qs(scope["query_string"].decode("latin-1")).get("v", [str(VERSION)])[0]
        if version != str(VERSION):
            return await self._end(send, OLD_PAGE, "another version of the protocol", Reload(n=1))
        cookie = cookie_of(scope)
        try:
            player = await self._identity.whose(cookie)
        except IdentityError as error:
            said = Refused(n=1, id="", code=error.code, why=Said(error.zh, error.en))
            return await self._end(send, SENT_AWAY, error.code, said)
        except StoreError:
            return await self._end(send, LATER, "try again")
        if player is None:
            return await self._end(send, NO_SESSION, "no session")
        table = self._hall.find(number)
        if table is None:
            return await self._end(send, NO_ROOM, "no such room")
        wire = scope["extensions"].pop("paiju.wire")
        connection = Connection(next(self._numbers), player, cookie, address, self._metrics, wire)
        self.connections.add(connection)
        try:
            table.join(connection)
            self._count(await self._read(receive, connection, table.command))
        finally:
            self.connections.discard(connection)
            table.leave(connection)
            del wire.drained

    def _count(self, code: int) -> None:
        """A page may give any code; only those that mean something are told apart."""
        self._metrics.closed[code if code in _CODES else 0] += 1

    async def _end(self, send: Send, code: int, reason: str, message: FromServer | None = None) -> None:
        self._count(code)
        if message is not None:
            await send({"type": "websocket.send", "text": _encoder.encode(message).decode()})
        await send({"type": "websocket.close", "code": code, "reason": reason})

    async def _read(self, receive: Receive, connection: Connection, carry_out: Callable[[Connection, Command], None]) -> int:
        """Hands on the commands until the page has gone; the code it went with."""
        guard = self._guard
        own = Bucket(guard.limits.messages, guard.clock())
        junk = Bucket(guard.limits.junk, guard.clock())
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return int(event.get("code") or 1005)
            if connection.ended:
                continue
            text = event.get("text")
            if text is None:
                text = event.get("bytes") or b""
            if not (own.take(guard.clock()) and guard.messages.take(connection.address)):
                refused = _too_fast(id_in(text))
            else:
                try:
                    command = read_command(text)
                except msgspec.DecodeError as error:
                    refused = Refused(id=id_in(text), code="bad_message", why=_unreadable(error))
                else:
                    self._metrics.commands[type(command).__name__.lower()] += 1
                    if isinstance(command, Ping):
                        connection.send(Pong(id=command.id))
                        continue
                    if isinstance(command, _PLAY) or guard.changes.take(connection.player):
                        carry_out(connection, command)
                        continue
                    refused = _too_fast(command.id)
            self._metrics.refused[refused.code] += 1
            connection.send(refused)
            if not junk.take(guard.clock()):
                _log.info("a page that sends junk is cut off", extra={"connection": connection.id, "code": refused.code})
                connection.close(POLICY, refused.code)

    # -- all of them ---------------------------------------------------------------------------------------------

    def send_away(self, player: str) -> int:
        """Ends all connections of a player; how many there were."""
        return self._end_all(SENT_AWAY, "sent away", [connection for connection in self.connections if connection.player == player])

    def forget(self, player: str, *, but: str = "") -> int:
        """Ends the connections of a player's sessions that have ended, all but those by one cookie; how many there were."""
        found = [connection for connection in self.connections if connection.player == player and connection.cookie != but]
        return self._end_all(NO_SESSION, "no session", found)

    def forget_cookie(self, cookie: str) -> int:
        """Ends the connections of one session."""
        return self._end_all(NO_SESSION, "no session", [connection for connection in self.connections if connection.cookie == cookie])

    def _end_all(self, code: int, reason: str, connections: Sequence[Connection]) -> int:
        for connection in connections:
            connection.close(code, reason)
        return len(connections)

    async def gone(self, seconds: float = 2.0) -> None:
        """Waits so long until the pages have taken what was said to them last and are gone."""
        for _ in range(round(seconds / 0.02)):
            if not self.connections:
                return
            await asyncio.sleep(0.02)


def read_command(text: str | bytes) -> Command:
    """A command as a page sent it, or msgspec.DecodeError."""
    if len(text if isinstance(text, bytes) else text.encode()) > LONGEST_COMMAND:
        raise msgspec.DecodeError(f"longer than {LONGEST_COMMAND} bytes")
    try:
        return _decoder.decode(text)
    except (RecursionError, UnicodeDecodeError) as error:
        raise msgspec.DecodeError(str(error)) from None


def id_in(text: str | bytes) -> str:
    """The id of a message that is no command, if it has one that can be repeated."""
    try:
        found = _id_decoder.decode(text).id
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return ""
    return found if len(found) <= 40 else ""


def _too_fast(id: str) -> Refused:
    return Refused(id=id, code="too_fast", why=Said("太快了，慢一点", "too fast; slow down"))


def _unreadable(error: Exception) -> Said:
    reason = printable(str(error), 200)
    return Said(f"看不懂这条消息：{reason}", f"this message cannot be read: {reason}")


def cookie_of(scope: Scope) -> str:
    """The session's token in a request, or nothing. Other cookies may be of any form: whatever else runs on the host sends them along."""
    for part in b";".join([value for name, value in scope["headers"] if name == b"cookie"]).split(b";"):
        key, _, value = part.strip().partition(b"=")
        if key == COOKIE.encode():
            return str(value.decode("latin-1"))
    return ""
