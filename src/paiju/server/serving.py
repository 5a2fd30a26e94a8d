"""A server from start to stop: its listening socket, its folder, what it opens and in which order it lets go again."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import gc
import logging
import os
import resource
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final

import h11
import msgspec
import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from paiju.core.errors import PaijuError
from paiju.server.app import App
from paiju.server.controlling import CONTROL, LOCK, Control
from paiju.server.protocol import LONGEST_COMMAND
from paiju.server.security import Bucket, Rate, address_of
from paiju.server.services import Services, Settings, opened

_log: Final = logging.getLogger("paiju.server")
_BACKLOG: Final = 2048
_PATIENCE: Final = 5  # seconds for requests under way when the server stops
_PING: Final = 20  # seconds between pings, and until one unanswered ends a connection
_FRAMES: Final = Rate(100, 10)  # pings, pongs and pieces of messages, a connection
_REQUEST: Final = 20.0  # seconds for a request to come, as a whole, and between two
_ANSWER: Final = 300.0  # seconds for an answer to be taken
_CROWD: Final = 1000  # connections of one address, whatever they do
_FILES: Final = 65536  # open at once, where the system allows it
_FULL_COLLECTION: Final = 2500  # collections of the younger objects until all are looked through
_SWITCH: Final = 0.0005  # seconds until a thread that waits gets its turn


# -- the folder --------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def claimed(data: Path) -> Iterator[None]:
    """The data folder is this server's alone; PaijuError where another one has it."""
    data.mkdir(parents=True, exist_ok=True)
    with (data / LOCK).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            en = f"another server uses {data}; stop it, or give this one a folder of its own: --data FOLDER"
            raise PaijuError(en, f"另一个服务器正在用 {data}；先停掉它，或给这一个另指一个目录：--data 目录") from None
        yield


@contextlib.contextmanager
def controlled(data: Path, url: str) -> Iterator[str]:
    """While the server runs its folder tells how to speak to it; gives the token."""
    token = secrets.token_urlsafe(32)
    path = data / CONTROL
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(Control(url, token, os.getpid())))
    try:
        yield token
    finally:
        path.unlink(missing_ok=True)


# -- the socket --------------------------------------------------------------------------------------------------


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; PaijuError with what would do where there can be none."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        found = socket.socket(family, kind, protocol)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
            found.listen(_BACKLOG)
        except BaseException:
            found.close()
            raise
        return found
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            en = f"port {port} of {host} is in use, perhaps by another server; stop that one, or take another port: --port {port % 65535 + 1}"
            zh = f"{host} 的端口 {port} 已被占用，也许另一个服务器正开着；先停掉它，或换一个端口：--port {port % 65535 + 1}"
        elif error.errno == errno.EACCES:
            en = f"port {port} needs more rights than this user has; take one above 1023: --port 8000"
            zh = f"端口 {port} 要更高的权限；换一个 1023 以上的：--port 8000"
        else:
            en = f"{host}:{port} cannot be listened on ({error.strerror}); take another address: --host 127.0.0.1"
            zh = f"不能在 {host}:{port} 上监听（{error.strerror}）；换一个地址：--host 127.0.0.1"
        raise PaijuError(en, zh) from None


def addresses(sock: socket.socket) -> list[str]:
    """Where a page finds the server: on this machine, and, when it listens to all, from others of the same network."""
    host, port = sock.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return [_url(host, port)]
    return [_url("127.0.0.1", port), *(_url(found, port) for found in _own_addresses(sock.family))]


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _own_addresses(family: socket.AddressFamily) -> list[str]:
    """The address others reach this machine by, if it has one. Nothing is sent: a datagram socket only looks up the way."""
    found = []
    for kind, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        if kind == family or family == socket.AF_INET6:
            with contextlib.suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                host = probe.getsockname()[0]
                if not host.startswith(("127.", "::1", "fe80")):
                    found.append(host)
    return found


# -- running -----------------------------------------------------------------------------------------------------


class _PageSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which its application may also write to at once, several messages at a time, and cut off."""

    drained: Callable[[], None] = staticmethod(lambda: None)
    _closing: asyncio.Task[None] | None = None
    _frames: Bucket | None = None

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions["paiju.wire"] = self
        await super().run_asgi()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # it and the connection hold each other, and would be left to the collector

    def handle_cont(self, event: Frame) -> None:
        if self._few_frames():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._few_frames():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._few_frames():
            super().handle_pong(event)

    def _few_frames(self) -> bool:
        """Whether one more frame is taken that is no message, and so passes no other limit."""
        now = self.loop.time()
        self._frames = self._frames or Bucket(_FRAMES, now)
        few = self._frames.take(now)
        if not few:
            self.transport.abort()
        return few

    @property
    def full(self) -> bool:
        return not self.writable.is_set()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.drained()

    def send_all(self, texts: Sequence[bytes]) -> None:
        if self._ready:
            for text in texts:
                self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def end(self, code: int, reason: str) -> None:
        if self._ready and self._closing is None:
            self._closing = self.loop.create_task(self._end(code, reason))

    async def _end(self, code: int, reason: str) -> None:
        with contextlib.suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def abort(self) -> None:
        self.transport.abort()

    @property
    def _ready(self) -> bool:
        return self.conn.state is State.OPEN and not self.transport.is_closing()


class _Request(H11Protocol):
    """uvicorn's HTTP, which ends connections that let it wait, and turns away an address that has too many; a proxy has as many as it likes."""

    _alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(_REQUEST)
        if len(self.connections) > _CROWD and self.client and self.client[0] not in _TrustedHosts(self.config.forwarded_allow_ips):
            address = address_of({"client": self.client})
            if sum(address_of({"client": getattr(other, "client", None)}) == address for other in self.connections) > _CROWD:
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait(None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait(None)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._wait(_REQUEST)
        super().on_response_complete()

    def _wait(self, seconds: float | None) -> None:
        """For a request, so long; None: no longer."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self.loop.call_later(seconds, self._too_late) if seconds else None

    def _too_late(self) -> None:
        cycle = self.cycle
        if cycle is None or cycle.more_body or cycle.response_complete:
            self.transport.abort()
        else:
            self._alarm = self.loop.call_later(_ANSWER, self.transport.abort)


class Server(uvicorn.Server):
    """uvicorn's server, which lets tables and pages know before it stops, and takes a signal to stop as no error."""

    def __init__(self, services: Services) -> None:
        super().__init__(config_of(App(services)))
        self._services = services

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._services.stop()
        await super().shutdown(sockets)


def config_of(app: Any) -> uvicorn.Config:
    """uvicorn as this server needs it."""
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=_Request,
        ws=_PageSocket,
        ws_max_size=LONGEST_COMMAND,
        ws_per_message_deflate=False,
        ws_ping_interval=_PING,
        ws_ping_timeout=_PING,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )


async def serve(settings: Settings, sock: socket.socket, ready: Callable[[], None] = lambda: None) -> None:
    """Serves until a signal says stop; ``ready`` is called when it begins."""
    place, *places = addresses(sock)
    with claimed(settings.data), controlled(settings.data, place) as token:
        async with opened(settings, admin_token=token) as services:
            services.places = places
            _log.info("started with %d rooms", len(services.hall.tables), extra={"path": place})
            _spare_pauses()
            _allow_files()
            ready()
            await Server(services).serve(sockets=[sock])
        _log.info("stopped")


def _allow_files() -> None:
    """As many connections as the system lets this process have; what a shell gives by itself is used up soon."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _spare_pauses() -> None:
    """Makes the process answer evenly.

    Looking through all objects for garbage takes a tenth of a second for a thousand pages, and next to nothing is found: seldom, then; and the
    younger ones in small lots. The database's thread, on which every action waits, gets its turn soon.
    """
    gc.collect()
    gc.freeze()
    first, _, third = gc.get_threshold()
    if third:  # otherwise this Python goes through them bit by bit by itself
        gc.set_threshold(first, 1, _FULL_COLLECTION)
    sys.setswitchinterval(_SWITCH)
