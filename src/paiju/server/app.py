"""The server as one application: sockets, what is answered over HTTP, and the page for all the rest.

Every answer passes here once more, for its headers and to be counted. Knows paths; not what is behind them.
"""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from paiju import __version__
from paiju.server.api import games, people, replays, results, rooms, upkeep
from paiju.server.api.errors import Failed, Failure, answer_to
from paiju.server.pages import Send
from paiju.server.security import HEADERS, LONGEST_BODY, Scope, address_of
from paiju.server.services import Services
from paiju.server.sockets import Receive

_HANDLERS: Final = [*people.HANDLERS, *games.HANDLERS, *rooms.HANDLERS, *results.HANDLERS, *replays.HANDLERS, *upkeep.HANDLERS]
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_METHODS: Final = (*_SAFE, "POST", "PATCH")


def rest(services: Services) -> Litestar:
    """What is answered over HTTP."""
    return Litestar(
        _HANDLERS,
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        exception_handlers={Exception: answer_to},
        openapi_config=OpenAPIConfig(title="Paiju", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, gzip_compress_level=6),
        request_max_body_size=LONGEST_BODY,
        logging_config=None,
    )


class App:
    """The application that uvicorn runs."""

    def __init__(self, services: Services) -> None:
        self.services: Final = services
        self._rest: Final = rest(services)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request, or serves one connection to its end."""
        gate = self.services.gate
        if gate is not None and scope["type"] != "lifespan" and not gate.lets(scope):
            await gate(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.services.sockets(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """With the headers every answer has, and counted."""
        started = time.perf_counter()
        status = 500
        of_page = not scope["path"].startswith(("/api/", "/admin/", "/schema", "/health", "/metrics"))

        async def sending(message: dict[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", []), *HEADERS]
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        if of_page:
            await self.services.pages(scope, sending)
        else:
            await self._guarded(scope, receive, sending)
        route = "page" if of_page else scope.get("path_template") or "none"
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self.services.metrics.requests[method, route, status] += 1
        self.services.metrics.request_times.add(time.perf_counter() - started)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Not too often from one address, and nothing is changed by pages of others."""
        guard = self.services.guard
        if not guard.requests.take(address_of(scope)):
            await _refuse(send, Failure(429))
        elif scope["method"] not in _SAFE and not guard.friendly(dict(scope["headers"])):
            await _refuse(send, Failure(403, "origin", "这个请求来自别的网站", "this request comes from another site's page"))
        else:
            await self._rest(scope, receive, send)  # type: ignore[arg-type]


async def _refuse(send: Send, failure: Failure) -> None:
    body = msgspec.json.encode(Failed(failure.fault))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": failure.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
