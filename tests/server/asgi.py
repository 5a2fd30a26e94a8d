"""Asking an ASGI application without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple


class Got(NamedTuple):
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes


def http(method: str, path: str, headers: Mapping[str, str] | None = None, client: str = "127.0.0.1") -> dict[str, Any]:
    """The scope of a request."""
    sent = [(name.lower().encode(), value.encode()) for name, value in {"host": "here", **(headers or {})}.items()]
    return {"type": "http", "method": method, "path": path, "query_string": b"", "headers": sent, "client": (client, 50000), "scheme": "http"}


def ask(app: Callable[[dict[str, Any], Callable[[dict[str, Any]], Awaitable[None]]], Awaitable[None]], scope: dict[str, Any]) -> Got:
    """What an application that needs no body answers."""
    said: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    asyncio.run(app(scope, send))  # type: ignore[arg-type]
    headers = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    return Got(said[0]["status"], headers, b"".join(part.get("body", b"") for part in said[1:]))
