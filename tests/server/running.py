"""A whole server in a test's own event loop, on a real socket, and pages that speak to it as browsers do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from argon2 import PasswordHasher
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from paiju.game.fair import promise
from paiju.server import protocol as p
from paiju.server.app import App
from paiju.server.identity import COOKIE
from paiju.server.pages import Pages
from paiju.server.security import Limits, Rate
from paiju.server.services import Services, Settings, opened
from paiju.server.serving import Server, listen
from paiju.server.table import TableSettings
from tests.server.chance import of_test, this_test

ADMIN: Final = "admin-token"
PAGES: Final = Pages({"index.html": b"<!doctype html>"})
QUICK: Final = TableSettings(pace=0.0, nonce_wait=0.3, next_wait=0.1)
_MESSAGES: Final[Any] = msgspec.json.Decoder(p.FromServer)
_HASHER: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
_NEVER: Final = Rate(1e9, 1e9)
FREE: Final = Limits(
    **dict.fromkeys(("requests", "sessions", "rooms", "logins", "messages", "address_messages", "junk", "changes"), _NEVER), connections=10_000
)


def settings(folder: Path, **given: Any) -> Settings:
    """Those of a server in a test: bots answer at once, nothing is limited unless it is given, chance is the test's own."""
    usual = {"database": str(folder / "paiju.db"), "data": folder, "tables": QUICK, "limits": FREE, "metrics_token": "m"}
    return of_test(this_test()).rule(Settings(**{**usual, **given}))


@asynccontextmanager
async def services(folder: Path, *, clock: Callable[[], float] | None = None, wall: Callable[[], float] | None = None, **given: Any) -> Any:
    """All of a server but its socket."""
    clocks = {name: value for name, value in (("clock", clock), ("wall", wall)) if value is not None}
    async with opened(settings(folder, **given), admin_token=ADMIN, pages=PAGES, hasher=_HASHER, **clocks) as found:
        yield found


@asynccontextmanager
async def asked(folder: Path, *, address: str = "127.0.0.1", scheme: str = "http", **given: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server without a network."""
    async with services(folder, **given) as found:
        transport = httpx.ASGITransport(App(found), client=(address, 50000))
        async with httpx.AsyncClient(transport=transport, base_url=f"{scheme}://here") as client:
            yield client


class Running:
    """A server on a real socket."""

    def __init__(self, services: Services, server: Server, port: int, task: asyncio.Task[None]) -> None:
        self.services: Final = services
        self.server: Final = server
        self.port: Final = port
        self.base: Final = f"http://127.0.0.1:{port}"
        self.task: Final = task

    def browser(self, **headers: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.base, headers=headers)

    async def guest(self, name: str = "Ann") -> Person:
        """A new guest with his browser."""
        browser = self.browser()
        answer = await browser.post("/api/session", json={"name": name})
        answer.raise_for_status()
        return Person(self, browser, answer.json()["id"])

    async def stop(self) -> None:
        self.server.should_exit = True
        await self.task


@asynccontextmanager
async def running(folder: Path, **given: Any) -> AsyncIterator[Running]:
    """Until the end of the block, or until it is stopped."""
    async with services(folder, **given) as found:
        server = Server(found)
        with listen("127.0.0.1", 0) as sock:
            task = asyncio.create_task(server.serve(sockets=[sock]))
            while not server.started and not task.done():
                await asyncio.sleep(0.005)
            place = Running(found, server, sock.getsockname()[1], task)
            try:
                yield place
            finally:
                await place.stop()


class Person:
    """Somebody with a browser."""

    def __init__(self, place: Running, browser: httpx.AsyncClient, id: str) -> None:
        self.place: Final = place
        self.browser: Final = browser
        self.id: Final = id

    @property
    def cookie(self) -> str:
        return f"{COOKIE}={self.browser.cookies[COOKIE]}"

    async def quick(self, variant: str = "changchun", **more: Any) -> str:
        """The number of a new game against bots."""
        answer = await self.browser.post("/api/quick", json={"variant": variant, **more})
        answer.raise_for_status()
        return str(answer.json()["number"])

    async def room(self, **rules: Any) -> str:
        """The number of a new room."""
        answer = await self.browser.post("/api/rooms", json={"rules": {"variant": "changsha", **rules}})
        answer.raise_for_status()
        return str(answer.json()["number"])

    @asynccontextmanager
    async def at(self, number: str, **given: Any) -> AsyncIterator[Page]:
        """A page of his at a table."""
        async with page(self.place, number, cookie=self.cookie, **given) as found:
            yield found

    async def __aenter__(self) -> Person:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.browser.aclose()


class Page:
    """One WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket: Final = socket
        self.ids = 0

    async def do(self, kind: type[Any], **fields: Any) -> str:
        """Sends a command; its id."""
        self.ids += 1
        await self.socket.send(msgspec.json.encode(kind(id=f"c{self.ids}", **fields)).decode())
        return f"c{self.ids}"

    async def next(self) -> Any:
        """The next message."""
        async with asyncio.timeout(20):
            return _MESSAGES.decode(await self.socket.recv())

    async def until(self, kind: type[Any]) -> Any:
        """The next message of that kind."""
        while not isinstance(message := await self.next(), kind):
            pass
        return message

    async def give(self, commit: p.Commit, chair: int = 0) -> None:
        """The part of a chair in the wall: the promise, then what was promised."""
        if commit.promises is None:
            await self.do(p.Promise, hand=commit.hand, promise=promise(bytes(16), commit.id, chair))
        else:
            await self.do(p.Nonce, hand=commit.hand, nonce=bytes(16).hex())

    async def end(self) -> tuple[int, str]:
        """Reads to the end of the connection: why it ended."""
        async with asyncio.timeout(20):
            with suppress(ConnectionClosed):
                while True:
                    await self.socket.recv()
        assert self.socket.close_code is not None
        return self.socket.close_code, self.socket.close_reason or ""


@asynccontextmanager
async def page(place: Running, number: str, *, cookie: str = "", version: str = "1", origin: str | None = None) -> AsyncIterator[Page]:
    """A connection to a table."""
    async with connect(
        f"ws://127.0.0.1:{place.port}/ws/{number}?v={version}",
        additional_headers={"Cookie": cookie} if cookie else {},
        origin=Origin(place.base if origin is None else origin),
        compression=None,
        proxy=None,
    ) as socket:
        yield Page(socket)
