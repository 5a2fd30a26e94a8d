"""A private server: who does not know its word gets nothing from it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from paiju.server.gate import COOKIE
from paiju.server.security import Rate
from tests.server.running import FREE, asked, page, running


def said(word: str, to: str = "/") -> dict[str, object]:
    return {"data": {"word": word, "to": to}, "headers": {"origin": "null"}}  # what a browser sends with a form, without a referrer


@pytest.mark.parametrize("path", ["/", "/room/123456", "/v/0/app.js", "/api/games", "/schema/openapi.json", "/nothing"])
def test_nothing_is_seen_without_the_word(path: str, tmp_path: Path) -> None:
    async def look() -> None:
        async with asked(tmp_path, word="发财") as client:
            got = await client.get(path)
            assert got.status_code == 403 and ("口令" in got.text) and "cookie" not in got.headers
            assert got.headers["cache-control"] == "no-store" and "content-security-policy" in got.headers
            assert (await client.post("/api/session", json={"name": "Ann"})).json()["error"]["code"] == "word"
            assert (await client.get("/health")).status_code == 200
        async with asked(tmp_path) as client:
            assert (await client.get("/")).status_code == 200, "a server without a word is open"

    asyncio.run(look())


def test_who_says_the_word_comes_in_where_he_wanted(tmp_path: Path) -> None:
    async def come() -> None:
        async with asked(tmp_path, word="Fa Cai", scheme="https") as client:
            assert 'value="/room/123456"' in (await client.get("/room/123456")).text
            wrong = await client.post("/gate", **said("hongzhong", "/room/123456"))
            assert wrong.status_code == 403 and "不对" in wrong.text and 'value="/room/123456"' in wrong.text and not client.cookies
            right = await client.post("/gate", **said(" ＦＡ cai ", "/room/123456"))
            assert (right.status_code, right.headers["location"]) == (303, "/room/123456")
            assert {"HttpOnly", "Secure", "SameSite=Lax"} <= set(right.headers["set-cookie"].split("; "))
            assert (await client.get("/room/123456")).status_code == 200
            assert (await client.post("/api/session", json={"name": "Ann"})).status_code == 200
        async with asked(tmp_path, word="another") as later:
            later.cookies = client.cookies
            assert (await later.get("/")).status_code == 403, "with another word it is to be said again"

    asyncio.run(come())


@pytest.mark.parametrize("to", ["https://else.example", "//else.example", "/\\else.example", "/a\r\nset-cookie: x=y", '/"><script>', ""])
def test_the_way_in_leads_to_no_other_place(to: str, tmp_path: Path) -> None:
    async def come() -> None:
        async with asked(tmp_path, word="w") as client:
            wrong = await client.post("/gate", **said("v", to))
            assert 'name="to" value="/"' in wrong.text and "<script>" not in wrong.text
            assert (await client.post("/gate", **said("w", to))).headers["location"] == "/"

    asyncio.run(come())


def test_the_word_cannot_be_guessed_by_trying(tmp_path: Path) -> None:
    async def guess() -> None:
        async with asked(tmp_path, word="w", limits=msgspec.structs.replace(FREE, logins=Rate(3, 0.0))) as client:
            for _ in range(3):
                assert "不对" in (await client.post("/gate", **said("v"))).text
            late = await client.post("/gate", **said("w"))
            assert late.status_code == 403 and "过一会儿" in late.text
            long = await client.post("/gate", content=b"word=" + b"x" * 1_000_000)
            assert long.status_code == 403

    asyncio.run(guess())


def test_no_table_is_joined_or_watched_without_the_word(tmp_path: Path) -> None:
    async def join() -> None:
        async with running(tmp_path, word="w") as place:
            with pytest.raises(InvalidStatus) as refused:
                async with page(place, "123456"):
                    pass
            assert refused.value.response.status_code == 403
            async with place.browser() as browser:
                assert (await browser.post("/gate", **said("w"))).status_code == 303
                assert (await browser.post("/api/session", json={"name": "Ann"})).status_code == 200
                number = (await browser.post("/api/quick", json={"variant": "changsha"})).json()["number"]
                shown = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
                assert f"{COOKIE}=" in shown
                async with page(place, number, cookie=shown) as found:
                    assert await found.next() is not None

    asyncio.run(join())
