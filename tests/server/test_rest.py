"""What is answered over HTTP, when all is well and when it is not. Long because every address is asked both ways."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from paiju import bots, variants
from paiju.game.score import answer
from paiju.server.identity import COOKIE, LIFETIME
from paiju.server.security import LONGEST_BODY, Limits, Rate
from tests.server.running import ADMIN, asked

Client = httpx.AsyncClient
WIN = {"variant": "changchun", "dealer": 0, "winner": 1, "hand": "12m111s456p789p99p", "melds": [], "tile": "3m", "by": "discard", "from": 2}
QUICK = {"variant": "baicheng"}


def run(folder: Path, test: Callable[[Client], Awaitable[None]], **given: Any) -> None:
    """A test with a client of a new server."""

    async def inside() -> None:
        async with asked(folder, **given) as client:
            await test(client)

    asyncio.run(inside())


def fault(got: httpx.Response, status: int, code: str) -> None:
    """The answer is a failure as all of them are."""
    assert got.status_code == status, got.text
    found = got.json()
    assert set(found) == {"error"} and found["error"]["code"] == code
    assert found["error"]["zh"] and found["error"]["en"] and found["error"]["zh"] != found["error"]["en"]


async def guest(client: Client, name: str = "小明") -> dict[str, Any]:
    got = await client.post("/api/session", json={"name": name})
    assert got.status_code == 200, got.text
    return dict(got.json())


# -- people ------------------------------------------------------------------------------------------------------


def test_a_guest_gets_a_cookie_that_no_script_reads(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        fault(await client.get("/api/me"), 401, "no_session")
        got = await client.post("/api/session", json={"name": "小明"})
        cookie = got.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/" in cookie and f"Max-Age={LIFETIME}" in cookie and "Secure" not in cookie
        assert got.json() == (await client.get("/api/me")).json() and got.json()["name"] == "小明" and got.json()["login"] == ""
        again = await client.post("/api/session", json={"name": "other"})
        assert again.json() == got.json()

    run(tmp_path, test)


def test_behind_https_the_cookie_is_secure(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        assert "Secure" in (await client.post("/api/session", json={"name": "Ann"})).headers["set-cookie"]
        assert "Secure" in (await client.post("/api/logout")).headers["set-cookie"]

    run(tmp_path, test, scheme="https")


def test_names_that_will_not_do(tmp_path: Path) -> None:
    names: list[object] = ["", " Ann", "a" * 17, "a\u0000b", "\u3164", "a\u202eb", None, 7]

    async def test(client: Client) -> None:
        for name in names:
            got = await client.post("/api/session", json={"name": name})
            assert got.status_code == 400 and got.json()["error"]["code"] in ("name", "bad_value") and "set-cookie" not in got.headers
        await guest(client)
        for name in names:
            assert (await client.patch("/api/me", json={"name": name})).status_code == 400
        assert (await client.get("/api/me")).json()["name"] == "小明"

    run(tmp_path, test)


def test_rename(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        fault(await client.patch("/api/me", json={"name": "Bo"}), 401, "no_session")
        await guest(client)
        assert (await client.patch("/api/me", json={"name": "Bo"})).json()["name"] == "Bo"
        assert (await client.get("/api/me")).json()["name"] == "Bo"

    run(tmp_path, test)


def test_an_account_keeps_the_guest(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        me = await guest(client)
        fault(await client.post("/api/password", json={"old": "x" * 9, "new": "y" * 9}), 409, "guest")
        fault(await client.post("/api/account", json={"login": "Ann", "password": "short"}), 400, "password")
        fault(await client.post("/api/account", json={"login": "a b", "password": "long enough"}), 400, "login")
        got = await client.post("/api/account", json={"login": "Ann", "password": "long enough"})
        assert got.status_code == 200 and got.json() == {**me, "login": "ann"}
        fault(await client.post("/api/account", json={"login": "ann2", "password": "long enough"}), 409, "has_account")
        assert (await client.post("/api/logout")).status_code == 204
        fault(await client.get("/api/me"), 401, "no_session")
        fault(await client.post("/api/login", json={"login": "ann", "password": "wrong one"}), 401, "wrong")
        fault(await client.post("/api/login", json={"login": "bob", "password": "wrong one"}), 401, "wrong")
        assert (await client.post("/api/login", json={"login": "ANN", "password": "long enough"})).json()["id"] == me["id"]
        await client.post("/api/logout")
        await guest(client, "Other")
        fault(await client.post("/api/account", json={"login": "ann", "password": "long enough"}), 409, "taken")

    run(tmp_path, test)


def test_a_new_password_ends_other_sessions(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        await guest(client)
        await client.post("/api/account", json={"login": "ann", "password": "long enough"})
        elsewhere = client.cookies[COOKIE]
        await client.post("/api/login", json={"login": "ann", "password": "long enough"})
        third = await client.post("/api/login", json={"login": "ann", "password": "long enough"}, headers={"cookie": ""})
        assert third.status_code == 200
        fault(await client.post("/api/password", json={"old": "not it at all", "new": "even longer"}), 401, "wrong")
        assert (await client.post("/api/password", json={"old": "long enough", "new": "even longer"})).status_code == 204
        assert (await client.get("/api/me")).status_code == 200
        client.cookies.clear()
        fault(await client.get("/api/me", headers={"cookie": f"{COOKIE}={elsewhere}"}), 401, "no_session")
        fault(await client.post("/api/login", json={"login": "ann", "password": "long enough"}), 401, "wrong")
        assert (await client.post("/api/login", json={"login": "ann", "password": "even longer"})).status_code == 200

    run(tmp_path, test)


def test_sessions_expire(tmp_path: Path) -> None:
    now = [1_000_000.0]

    async def test(client: Client) -> None:
        await guest(client)
        now[0] += LIFETIME - 10
        assert (await client.get("/api/me")).status_code == 200  # and is renewed by it
        now[0] += LIFETIME - 10
        assert (await client.get("/api/me")).status_code == 200
        now[0] += LIFETIME + 10
        fault(await client.get("/api/me"), 401, "no_session")

    run(tmp_path, test, wall=lambda: now[0])


FORGED = ["", "x", "a.b", "=", "paiju", f"{COOKIE}=", f"{COOKIE}=a.b", f'{COOKIE}="a', f"{COOKIE}={'x' * 4000}", "\xff=\xff", ";;;"]


def test_forged_cookies_are_nobody(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        for cookie in FORGED:
            fault(await client.get("/api/me", headers=[(b"cookie", cookie.encode("latin-1"))]), 401, "no_session")

    run(tmp_path, test)


def test_a_cookie_with_another_signature_is_nobody(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        await guest(client)
        token, _, signature = client.cookies[COOKIE].partition(".")
        client.cookies.clear()
        forged = f"{token}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"
        fault(await client.get("/api/me", headers={"cookie": f"{COOKIE}={forged}"}), 401, "no_session")

    run(tmp_path, test)


def test_cookies_of_others_on_the_same_host_do_no_harm(tmp_path: Path) -> None:
    """Cookies know no port: what else runs on this machine sends its own along, and not all of them are as the standard has them."""

    async def test(client: Client) -> None:
        me = await guest(client)
        mine = f"{COOKIE}={client.cookies[COOKIE]}"
        for other in ('x={"a": 1}', "foo", "a[1]=2", "a@b=c", "=", 'x="', "x=a b", "path=/", "x=\xe9", f"x{COOKIE}=1", ""):
            for cookie in (f"{other}; {mine}", f"{mine}; {other}"):
                got = await client.get("/api/me", headers=[(b"cookie", cookie.encode("latin-1"))])
                assert got.status_code == 200 and got.json() == me, cookie

    run(tmp_path, test)


def test_logins_are_limited(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        await guest(client)
        await client.post("/api/account", json={"login": "ann", "password": "long enough"})
        for _ in range(4):
            fault(await client.post("/api/login", json={"login": "bob", "password": "wrong one"}), 401, "wrong")
        for spelling in ("BOB", "ｂｏｂ"):
            fault(await client.post("/api/login", json={"login": spelling, "password": "wrong one"}), 429, "too_many")
        assert (await client.post("/api/login", json={"login": "ann", "password": "long enough"})).status_code == 200

    run(tmp_path, test, limits=Limits(logins=Rate(4, 0)))


def test_new_guests_are_limited(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        for _ in range(2):
            await guest(client)
            client.cookies.clear()
        fault(await client.post("/api/session", json={"name": "Ann"}), 429, "too_many")

    run(tmp_path, test, limits=Limits(sessions=Rate(2, 0)))


# -- rooms -------------------------------------------------------------------------------------------------------


def test_rooms(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        rules = {"variant": "changsha", "options": {"birds": 4}, "open": True, "clock": {"base": 20, "bank": 60}}
        fault(await client.post("/api/rooms", json={"rules": rules}), 401, "no_session")
        me = await guest(client)
        got = await client.post("/api/rooms", json={"rules": rules})
        assert got.status_code == 201
        room = got.json()
        assert len(room["number"]) == 6 and room["state"] == "waiting" and room["rules"]["options"] == {"birds": 4}
        assert room["chairs"][0]["player"] == me["id"] and room["host"] == 0
        assert (await client.get(f"/api/rooms/{room['number']}")).json() == room
        assert (await client.get("/api/me/rooms")).json() == [room]
        assert (await client.get("/api/rooms")).json() == []  # nobody is there yet
        fault(await client.post("/api/rooms", json={"rules": rules}), 409, "elsewhere")

    run(tmp_path, test)


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"variant": "none"}, "bad_rules"),
    ({"variant": "changsha", "options": {"birds": 3}}, "bad_rules"),
    ({"variant": "changsha", "options": {"nothing": True}}, "bad_rules"),
    ({"variant": "changsha", "preset": "none"}, "bad_rules"),
    ({"variant": "changsha", "base_points": 0}, "bad_value"),
    ({"variant": "changsha", "clock": {"base": 9999}}, "bad_value"),
    ({"variant": "changsha", "more": 1}, "bad_value"),
    ({}, "bad_value"),
]


def test_rules_that_cannot_be(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        await guest(client)
        for rules, code in IMPOSSIBLE:
            fault(await client.post("/api/rooms", json={"rules": rules}), 400, code)

    run(tmp_path, test)


def test_no_such_room(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        fault(await client.get("/api/rooms/123456"), 404, "no_room")
        fault(await client.get("/api/rooms/12345x"), 400, "bad_value")
        fault(await client.post("/api/rooms/123456/again"), 401, "no_session")
        await guest(client)
        fault(await client.post("/api/rooms/123456/again"), 404, "no_room")
        room = (await client.post("/api/rooms", json={"rules": {"variant": "changsha"}})).json()
        fault(await client.post(f"/api/rooms/{room['number']}/again"), 409, "still_playing")

    run(tmp_path, test)


def test_quick_games(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        fault(await client.post("/api/quick", json=QUICK), 401, "no_session")
        await guest(client)
        got = await client.post("/api/quick", json={**QUICK, "preset": "text", "options": {}, "bots": ["random", "quick", "quick"]})
        assert got.status_code == 201 and [chair["bot"] for chair in got.json()["chairs"]] == ["", "random", "quick", "quick"]
        fault(await client.post("/api/quick", json={**QUICK, "bots": ["none"] * 3}), 400, "no_bot")
        fault(await client.post("/api/quick", json={**QUICK, "bots": ["quick"]}), 400, "bad_value")
        fault(await client.post("/api/quick", json={"variant": "none"}), 400, "bad_rules")

    run(tmp_path, test)


def test_one_player_opens_only_so_many_rooms(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        await guest(client)
        for _ in range(20):
            assert (await client.post("/api/quick", json=QUICK)).status_code == 201
        fault(await client.post("/api/quick", json=QUICK), 409, "too_many_rooms")

    run(tmp_path, test)


def test_new_rooms_are_limited(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        await guest(client)
        assert (await client.post("/api/quick", json=QUICK)).status_code == 201
        fault(await client.post("/api/quick", json=QUICK), 429, "too_many")

    run(tmp_path, test, limits=Limits(rooms=Rate(1, 0)))


# -- games and scores --------------------------------------------------------------------------------------------


def test_games_are_their_declarations(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        found = (await client.get("/api/games")).json()
        assert [game["key"] for game in found] == variants.names()
        for game in found:
            declared = variants.get(game["key"])
            assert list(game["options"]["properties"]) == [option.name for option in declared.options]
            assert all(option["title"] and option["x-title-zh"] and option["x-clause"] for option in game["options"]["properties"].values())
            assert [fan["id"] for fan in game["fans"]] == [fan.id for fan in declared.fans]
            assert [preset["name"] for preset in game["presets"]] == [preset.name for preset in declared.presets]
        packed = await client.get("/api/games", headers={"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip" and int(packed.headers["content-length"]) < 12_000 and packed.json() == found

    run(tmp_path, test)


def test_bots_say_their_names_and_level_the_weakest_first(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        found = (await client.get("/api/bots")).json()
        assert [bot["name"] for bot in found] == bots.names()
        assert [bot["level"] for bot in found] == sorted(bot["level"] for bot in found)
        assert all(bot["zh"] and bot["en"] and bot["about_zh"] and bot["about_en"] for bot in found)
        assert [bot["name"] for bot in found if bot["default"]] == [bots.DEFAULT]
        await guest(client)
        assert [chair["bot"] for chair in (await client.post("/api/quick", json=QUICK)).json()["chairs"]] == ["", *[bots.DEFAULT] * 3]

    run(tmp_path, test)


def test_rules_pages(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        for key in variants.names():
            zh, en = [(await client.get(f"/api/rules/{key}", params={"lang": lang})).json() for lang in ("zh", "en")]
            assert zh["page"] != en["page"] and zh["common"] != en["common"] and zh["page"].startswith("#")
        fault(await client.get("/api/rules/none"), 404, "not_found")
        fault(await client.get("/api/rules/changsha", params={"lang": "fr"}), 400, "bad_value")

    run(tmp_path, test)


def test_score_answers_as_the_contract_does(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        got = await client.post("/api/score", json=WIN)
        assert got.status_code == 200 and got.json() == answer(WIN, explain=True)
        illegal = {**WIN, "hand": "12m111s456p789p19p"}
        assert (await client.post("/api/score", json=illegal)).json() == answer(illegal, explain=True)

    run(tmp_path, test)


def test_a_typed_hand_is_read_in_either_notation(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        got = await client.post("/api/hand", json={"text": "二四万 13p [喜杠 白板发财红中] [chow 345s]"})
        melds = [{"kind": "dragons_kong", "tiles": [31, 32, 33]}, {"kind": "chow", "tiles": [20, 21, 22]}]
        assert got.json() == {"tiles": [1, 3, 9, 11], "melds": melds}
        fault(await client.post("/api/hand", json={"text": "12x"}), 400, "text")
        fault(await client.post("/api/hand", json={"text": "1m [abc 1m]"}), 400, "text")

    run(tmp_path, test)


def test_who_asks_from_the_servers_machine_hears_where_others_find_it(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        assert (await client.get("/api/places")).json() == []

    run(tmp_path, test)


UNSCORED = [
    (b"{", "bad_json"),
    (b"", "bad_json"),
    (b"[1]", "wrong_type"),
    (b'{"variant": "changchun"}', "missing_field"),
    (b'{"a": 1, "a": 2}', "bad_json"),
    (b"[" * 60_000, "bad_json"),
    (b"\xff", "bad_json"),
]


def test_score_says_what_is_wrong_in_both_languages(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        for body, code in UNSCORED:
            got = await client.post("/api/score", content=body)
            fault(got, 400, code)
            assert "at" in got.json()["error"]

    run(tmp_path, test)


# -- results -----------------------------------------------------------------------------------------------------


def test_nothing_played_yet(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        fault(await client.get("/api/history"), 401, "no_session")
        me = await guest(client)
        assert (await client.get("/api/history")).json() == {"matches": [], "before": None}
        assert (await client.get("/api/history", params={"before": "5.room"})).status_code == 200
        fault(await client.get("/api/history", params={"before": "5"}), 400, "bad_value")
        fault(await client.get("/api/records/abc-0"), 404, "not_found")
        fault(await client.get("/api/records/a b"), 400, "bad_value")
        fault(await client.get("/api/matches/abc"), 404, "not_found")
        found = (await client.get(f"/api/statistics/{me['id']}", params={"variant": "changsha"})).json()
        assert found["name"] == "小明" and found["figures"]["hands"] == 0 and found["figures"]["rating"] is None
        fault(await client.get(f"/api/statistics/{me['id']}"), 400, "bad_request")
        fault(await client.get(f"/api/statistics/{me['id']}", params={"variant": "none"}), 404, "not_found")
        fault(await client.get("/api/statistics/nobody", params={"variant": "changsha"}), 404, "not_found")
        assert (await client.get("/api/leaders/changsha")).json() == []
        fault(await client.get("/api/leaders/none"), 404, "not_found")

    run(tmp_path, test)


# -- what is refused everywhere ----------------------------------------------------------------------------------


def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        for path in ("/", "/api/me", "/api/games", "/none.js", "/api/none", "/schema", "/metrics", "/health"):
            headers = (await client.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
            assert "camera=()" in headers["permissions-policy"] and "cache-control" in headers and "server" not in headers

    run(tmp_path, test)


def test_pages_of_others_change_nothing(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        await guest(client)
        for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            fault(await client.patch("/api/me", json={"name": "Bo"}, headers=headers), 403, "origin")
            assert (await client.get("/api/me", headers=headers)).json()["name"] == "小明"
            assert "access-control-allow-origin" not in (await client.get("/api/me", headers=headers)).headers
        assert (await client.patch("/api/me", json={"name": "Bo"}, headers={"origin": "http://here"})).status_code == 200

    run(tmp_path, test)


def test_too_large_too_often_not_json_not_a_method(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        fault(await client.post("/api/score", content=b" " * (LONGEST_BODY + 1)), 413, "too_large")
        fault(await client.post("/api/session", content=b"{"), 400, "bad_request")
        fault(await client.post("/api/session", content=b'{"name":' + b"[" * 60_000), 400, "bad_request")
        fault(await client.post("/api/session", json={"name": "Ann", "more": 1}), 400, "bad_value")
        fault(await client.post("/api/session", json=[1]), 400, "bad_value")
        got = await client.delete("/api/me")
        fault(got, 405, "method")
        assert "GET" in got.headers["allow"]
        fault(await client.get("/api/none"), 404, "not_found")
        for _ in range(20):
            await client.get("/api/bots")
        fault(await client.get("/api/bots"), 429, "too_many")

    run(tmp_path, test, limits=Limits(requests=Rate(20, 0)))


# -- upkeep ------------------------------------------------------------------------------------------------------


def test_health_and_metrics(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        found = await client.get("/health")
        assert found.status_code == 200 and found.json()["status"] == "ok"
        await guest(client)
        await client.post("/api/quick", json=QUICK)
        text = (await client.get("/metrics")).text
        assert "\npaiju_tables 1.0\n" in text and "\npaiju_entries_total " in text
        assert 'paiju_requests_total{method="POST",route="/api/session",status="200"} 1.0' in text
        fault(await client.get("/metrics", headers={"x-forwarded-for": "10.0.0.1"}), 403, "forbidden")
        assert (await client.get("/metrics", headers={"x-forwarded-for": "10.0.0.1", "authorization": "Bearer m"})).status_code == 200

    run(tmp_path, test)


def test_metrics_are_not_for_everybody(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        fault(await client.get("/metrics"), 403, "forbidden")
        fault(await client.get("/metrics", headers={"authorization": "Bearer "}), 403, "forbidden")
        fault(await client.get("/metrics", headers={"authorization": "Bearer wrong"}), 403, "forbidden")
        assert (await client.get("/metrics", headers={"authorization": "Bearer m"})).status_code == 200

    run(tmp_path, test, address="10.0.0.9")


def test_admin_needs_its_token_and_this_machine(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        me = await guest(client)
        token = {"authorization": f"Bearer {ADMIN}"}
        number = (await client.post("/api/quick", json=QUICK)).json()["number"]
        fault(await client.post("/admin/close", json={"number": number}), 403, "forbidden")
        fault(await client.post("/admin/close", json={"number": number}, headers={**token, "x-forwarded-for": "127.0.0.1"}), 403, "forbidden")
        fault(await client.post("/admin/ban", json={"player": me["id"]}, headers={"authorization": "Bearer "}), 403, "forbidden")
        assert (await client.post("/admin/close", json={"number": "000000"}, headers=token)).status_code == 400
        assert (await client.post("/admin/close", json={"number": number}, headers=token)).status_code == 200
        async with asyncio.timeout(5):
            while (await client.get(f"/api/rooms/{number}")).status_code != 404:
                await asyncio.sleep(0.01)
        fault(await client.post("/admin/ban", json={"player": "nobody"}, headers=token), 404, "no_player")
        assert (await client.post("/admin/ban", json={"player": me["id"], "why": "吵"}, headers=token)).status_code == 200
        fault(await client.get("/api/me"), 403, "banned")
        fault(await client.post("/api/session", json={"name": "Ann"}), 403, "banned")

    run(tmp_path, test)


def test_admin_from_elsewhere_is_refused_with_the_token_too(tmp_path: Path) -> None:
    async def test(client: Client) -> None:
        fault(await client.post("/admin/close", json={"number": "123456"}, headers={"authorization": f"Bearer {ADMIN}"}), 403, "forbidden")

    run(tmp_path, test, address="10.0.0.9")
