"""Pages that cost next to nothing: raw sockets, frames cut by hand, and of each message only what is needed to play on.

Knows the protocol as docs/protocol.md has it and nothing of the server's inside, so that what a run measures is the server.
"""

from __future__ import annotations

import asyncio
import base64
import http.client
import itertools
import json
import os
import random
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from paiju.game.fair import promise

_PONG: Final = b"\x8a\x84\0\0\0\0"


class Socket(asyncio.Protocol):
    """One WebSocket to 127.0.0.1. What a page sends is masked with zeros, which is as good as any mask here."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.opened: Final[asyncio.Future[None]] = loop.create_future()
        self.received = 0
        self.sent = 0
        self.bytes = 0
        self._left = b""
        self._transport: asyncio.Transport

    async def connect(self, port: int, path: str, cookie: str = "") -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {key}", *([f"Cookie: {cookie}"] if cookie else []), "", ""]
        self._transport.write("\r\n".join(lines).encode())
        await self.opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the connection was closed"))

    def close(self) -> None:
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        data = self._left + data if self._left else data
        at = 0
        if not self.opened.done():
            head = data.find(b"\r\n\r\n")
            if head < 0:
                self._left = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(data[:head].decode()))
                return
            self.opened.set_result(None)
            at = head + 4
        size = len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length > 125:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start], "big")
            end = start + length
            if size < start or size < end:
                break
            kind = data[at] & 15
            if kind == 1:
                self.received += 1
                self.bytes += length
                self.take(data[start:end])
            elif kind == 9:
                self._transport.write(_PONG + data[start:end])
            at = end
        self._left = data[at:]

    def send(self, data: bytes) -> None:
        self.sent += 1
        size = len(data)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + data)

    def take(self, data: bytes) -> None:
        """A text message has come."""
        raise NotImplementedError


class Echo(Socket):
    """Sends a text and notes how long it took to come back."""

    def __init__(self, text: bytes, times: list[float]) -> None:
        super().__init__()
        self._text = text
        self._times = times
        self._at = 0.0

    def go(self) -> None:
        self._at = time.perf_counter()
        self.send(self._text)

    def take(self, data: bytes) -> None:
        self._times.append(time.perf_counter() - self._at)


# -- tables ------------------------------------------------------------------------------------------------------


class _Choice(msgspec.Struct):
    action: str
    verb: str
    waits: tuple[int, ...] = ()


class _Question(msgspec.Struct):
    id: str
    kind: str
    choices: tuple[_Choice, ...]


class _Ask(msgspec.Struct):
    question: _Question


class _Closed(msgspec.Struct):
    question: str


class _Commit(msgspec.Struct):
    hand: int
    id: str
    promises: tuple[str, ...] | None


class _You(msgspec.Struct):
    chair: int | None


class _Changed(msgspec.Struct):
    you: _You


class _Named(msgspec.Struct):
    id: str


_ASK: Final = msgspec.json.Decoder(_Ask)
_CLOSED: Final = msgspec.json.Decoder(_Closed)
_CHANGED: Final = msgspec.json.Decoder(_Changed)
_COMMIT: Final = msgspec.json.Decoder(_Commit)
_NAMED: Final = msgspec.json.Decoder(_Named)
_NONCE: Final = bytes(16)
_KIND: Final = len('{"type":"')


class Page(Socket):
    """The page of one seated player."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table: Final = table
        self.question: _Question | None = None
        self._chair: int | None = None
        self._ids: Final = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[None]] = {}

    def say(self, do: str, **fields: object) -> str:
        id = str(next(self._ids))
        self.send(msgspec.json.encode({"do": do, "id": id, **fields}))
        return id

    async def carried_out(self, do: str, **fields: object) -> None:
        """Says something and waits for the word that it is done."""
        done = asyncio.get_running_loop().create_future()
        self._waiting[self.say(do, **fields)] = done
        await done

    def take(self, data: bytes) -> None:
        match data[_KIND : data.index(b'"', _KIND)]:
            case b"happened":
                if len(data) > 200 or b'"events":[]' not in data:
                    self.table.saw(self)
            case b"ask":
                self.question = _ASK.decode(data).question
                self.table.asked(self, self.question)
            case b"closed":
                if self.question is not None and self.question.id == _CLOSED.decode(data).question:
                    self.question = None
            case b"ack":
                if self._waiting:
                    self._waiting.pop(_NAMED.decode(data).id).set_result(None)
            case b"commit":
                told = _COMMIT.decode(data)
                assert self._chair is not None
                if told.promises is None:
                    self.say("promise", hand=told.hand, promise=promise(_NONCE, told.id, self._chair))
                else:
                    self.say("nonce", hand=told.hand, nonce=_NONCE.hex())
            case b"snapshot" | b"changed":
                self._chair = _CHANGED.decode(data).you.chair
            case b"over":
                self.say("next")
                self.table.hands += 1
            case b"refused" if b'"code":"closed"' in data:
                pass  # decided by another's claim while this one was on its way
            case b"refused" | b"elsewhere" | b"stopping":
                self.table.complaints.append(data.decode())
            case _:
                pass


class Table:
    """A table of four persons, one of whom takes his turn once a second. Claims are answered in between, after a moment's thought.

    ``times``: how long it took from sending an action on the own turn until all four screens had it.
    """

    def __init__(self, chance: random.Random, pause: float, times: list[tuple[float, float]], complaints: list[str]) -> None:
        self.pages: list[Page] = []
        self.actions = 0
        self.claims = 0
        self.hands = 0  # counted by each page
        self.complaints: Final = complaints
        self._chance: Final = chance
        self._pause: Final = pause
        self._times: Final = times
        self._due = 0.0
        self._sent = 0.0
        self._blind: set[Page] = set()  # who has not seen the last action yet

    async def sit_down(self, port: int, number: str, cookies: list[str]) -> None:
        self.pages = [Page(self) for _ in cookies]
        for page, cookie in zip(self.pages, cookies, strict=True):
            await page.connect(port, f"/ws/{number}?v=1", cookie)
        for page in self.pages[1:]:
            await page.carried_out("sit")
            await page.carried_out("ready")

    async def start(self) -> None:
        self._due = asyncio.get_running_loop().time() + self._pause * self._chance.random()
        await self.pages[0].carried_out("start")

    def saw(self, page: Page) -> None:
        if page in self._blind:
            self._blind.discard(page)
            if not self._blind:
                now = time.perf_counter()
                self._times.append((now, now - self._sent))

    def asked(self, page: Page, question: _Question) -> None:
        loop = asyncio.get_running_loop()
        if question.kind == "turn":
            self._due = max(self._due, loop.time())
            loop.call_at(self._due, self._act, page, question)
        else:
            loop.call_later(self._pause * self._chance.uniform(0.1, 0.4), self._claim, page, question)

    def _act(self, page: Page, question: _Question) -> None:
        if page.question is not question:
            return
        self._due += self._pause
        self.actions += 1
        self._blind = set(self.pages)
        self._sent = time.perf_counter()
        page.say("answer", question=question.id, action=self._choose(question))

    def _claim(self, page: Page, question: _Question) -> None:
        if page.question is question:
            self.claims += 1
            page.say("answer", question=question.id, action=self._choose(question))

    def _choose(self, question: _Question) -> str:
        """Wins, declares, waits for something where it can; half of the claims; else any."""
        choices = question.choices
        for wanted in ("win", "ready"):
            if found := [choice.action for choice in choices if choice.verb == wanted]:
                return found[0]
        if found := [choice.action for choice in choices if choice.waits]:
            return found[0]
        if question.kind != "turn" and self._chance.random() < 0.5:
            return next((c.action for c in choices if c.verb == "pass"), choices[-1].action)
        return self._chance.choice(choices).action


# -- getting in --------------------------------------------------------------------------------------------------


class Office:
    """What is done over HTTP before anybody plays."""

    def __init__(self, port: int) -> None:
        self._http: Final = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def _post(self, path: str, body: object, cookie: str = "") -> tuple[Any, str]:
        headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
        self._http.request("POST", path, json.dumps(body), headers)
        answer = self._http.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {text.decode()}")
        return json.loads(text), (answer.headers.get("Set-Cookie") or "").partition(";")[0]

    def guest(self, name: str) -> str:
        """A new guest's cookie."""
        return self._post("/api/session", {"name": name})[1]

    def room(self, cookie: str, variant: str) -> str:
        """The number of a new room with the rules a room has by itself."""
        return str(self._post("/api/rooms", {"rules": {"variant": variant}}, cookie)[0]["number"])

    def close(self) -> None:
        self._http.close()


def evenly(count: int, seconds: float, begin: Callable[[int], object]) -> None:
    """Calls ``begin`` with each number, spread over so many seconds from now."""
    loop = asyncio.get_running_loop()
    for n in range(count):
        loop.call_later(seconds * n / count, begin, n)
