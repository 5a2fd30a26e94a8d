"""The OpenAPI at /schema is what the server does: requests made up from it, right and wrong ones, against a real server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import schemathesis
from litestar.serialization import decode_json, encode_json
from schemathesis.specs.openapi.checks import allow_header_conformance, positive_data_acceptance

from paiju.server.app import rest
from tests.server.running import running


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own."""
    found: list[str] = []
    begun, end = threading.Event(), threading.Event()

    async def inside(folder: Path) -> None:
        async with running(folder) as place:
            found.append(place.base)
            begun.set()
            await asyncio.to_thread(end.wait)

    thread = threading.Thread(target=lambda: asyncio.run(inside(tmp_path_factory.mktemp("schema"))))
    thread.start()
    while thread.is_alive() and not begun.wait(0.1):
        pass
    yield found[0]
    end.set()
    thread.join()


@pytest.fixture(scope="module")
def cookie(base: str) -> str:
    return str(httpx.post(f"{base}/api/session", json={"name": "Ann"}).headers["set-cookie"].partition(";")[0])


# As it is sent. Two checks ask for more than is meant: which names, games and options there are no schema says, so a well-formed request may be
# refused; and what OPTIONS answers is the framework's.
schema = schemathesis.openapi.from_dict(decode_json(encode_json(rest(None).openapi_schema.to_schema())))  # type: ignore[arg-type]
BEYOND = [positive_data_acceptance, allow_header_conformance]


@schema.parametrize()
def test_the_server_does_what_its_schema_says(case: schemathesis.Case, base: str) -> None:
    case.call_and_validate(base_url=base, excluded_checks=BEYOND)


@schema.exclude(path_regex="^/api/(logout|session|login|password)$").parametrize()
def test_the_server_does_so_for_somebody_too(case: schemathesis.Case, base: str, cookie: str) -> None:
    case.call_and_validate(base_url=base, headers={"cookie": cookie}, excluded_checks=BEYOND)
