"""Pages on real sockets: who may speak, how much, and that nothing they say disturbs a table.

Long because each limit is reached by a page that speaks as others would not.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paiju.records import read_line, verify
from paiju.server import protocol as p
from paiju.server.links import ELSEWHERE, RESTART, ROOM_CLOSED, SENT_AWAY
from paiju.server.security import Limits, Rate
from paiju.server.sockets import MOST_WAITING, NO_ROOM, NO_SESSION, OLD_PAGE, POLICY
from tests.server.running import ADMIN, FREE, Page, Person, Running, page, running

PLENTY = msgspec.structs.replace


def run(folder: Path, test: Callable[[Running], Awaitable[None]], **given: Any) -> None:
    """A test with a new server."""

    async def inside() -> None:
        async with running(folder, **given) as place:
            await test(place)

    asyncio.run(inside())


async def play(page: Page, hands: int = 1) -> list[p.Over]:
    """Answers what is asked, the first choice but for a pass where there is a win, until so many hands are over."""
    overs: list[p.Over] = []

    async def answer(question: p.Question | None) -> None:
        if question is not None:
            wins = [choice.action for choice in question.choices if choice.verb == "win"]
            await page.do(p.Answer, question=question.id, action=wins[0] if wins else question.choices[0].action)

    n = 0
    while len(overs) < hands:
        message = await page.next()
        assert message.n == n + 1, "a number is missing"
        n = message.n
        match message:
            case p.Snapshot():
                await answer(message.question)
            case p.Commit():
                await page.give(message)
            case p.Ask():
                await answer(message.question)
            case p.Over():
                if not overs or message.result.record != overs[-1].result.record:
                    overs.append(message)
                    await page.do(p.Next)
            case p.Refused():
                assert message.code == "closed", message  # a bot was quicker
            case _:
                pass
    return overs


# -- who may speak -----------------------------------------------------------------------------------------------


def test_nobody_an_unknown_room_and_an_old_page_are_told_why(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann:
            number = await ann.quick()
            for cookie in ("", "paiju=forged.cookie", f"{ann.cookie}x"):
                async with page(place, number, cookie=cookie) as stranger:
                    assert (await stranger.end())[0] == NO_SESSION
            async with ann.at("000000") as lost:
                assert (await lost.end())[0] == NO_ROOM
            async with ann.at(number, version="2") as old:
                assert isinstance(await old.next(), p.Reload)
                assert (await old.end())[0] == OLD_PAGE

    run(tmp_path, test)


def test_pages_of_other_sites_are_refused_before_anything(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann:
            number = await ann.quick()
            for origin in ("https://evil.example", "null", f"http://127.0.0.1:{place.port}.evil.example"):
                with pytest.raises(InvalidStatus) as refused:
                    async with ann.at(number, origin=origin):
                        pass
                assert refused.value.response.status_code == 403
            async with connect(f"ws://127.0.0.1:{place.port}/ws/{number}", additional_headers={"Cookie": ann.cookie}, proxy=None) as program:
                assert "Sec-WebSocket-Extensions" not in (program.response.headers if program.response else {})  # nothing is compressed
                assert json.loads(await program.recv())["type"] == "snapshot"
            assert place.services.metrics.refused["origin"] == 3

    run(tmp_path, test)


def test_a_banned_player_is_cut_off_and_stays_out(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, ann.at(await ann.quick()) as first:
            await first.until(p.Snapshot)
            async with place.browser(authorization=f"Bearer {ADMIN}") as admin:
                assert (await admin.post("/admin/ban", json={"player": ann.id, "why": "吵"})).json() == {"cut": 1}
            assert (await first.end())[0] == SENT_AWAY
            async with ann.at("000000") as again:
                refused = await again.next()
                assert refused.code == "banned" and "吵" in refused.why.zh
                assert (await again.end())[0] == SENT_AWAY

    run(tmp_path, test)


def test_a_second_tab_takes_over(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann:
            number = await ann.quick()
            async with ann.at(number) as first:
                await first.until(p.Snapshot)
                async with ann.at(number) as second:
                    await second.until(p.Snapshot)
                    await first.until(p.Elsewhere)
                    assert (await first.end())[0] == ELSEWHERE
                    await second.do(p.Ping)
                    await second.until(p.Pong)

    run(tmp_path, test)


# -- how much ----------------------------------------------------------------------------------------------------


def test_first_comes_a_snapshot_and_numbers_have_no_gap(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, ann.at(await ann.room()) as page:
            first = await page.next()
            assert isinstance(first, p.Snapshot) and first.n == 1 and first.version == p.VERSION and first.page == place.services.pages.hash
            for _ in range(20):
                await page.do(p.Ping)
                await page.do(p.Sync)
            got = [await page.next() for _ in range(41)]  # one of them says that she is here now
            assert [message.n for message in got] == list(range(2, 43))
            assert sum(isinstance(message, p.Pong) for message in got) == 20 and sum(isinstance(message, p.Snapshot) for message in got) == 20

    run(tmp_path, test)


def test_a_message_too_big_ends_the_connection(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, ann.at(await ann.room()) as page:
            fits = json.dumps({"do": "ping", "id": "x"}).ljust(p.LONGEST_COMMAND)
            await page.socket.send(fits)
            await page.until(p.Pong)
            await page.socket.send(fits + " ")
            assert (await page.end())[0] == 1009

    run(tmp_path, test)


JUNK: list[str | bytes] = [
    "", "{", "null", "[]", "{}", '{"do":"none","id":"a"}', '{"do":"ping"}', '{"do":"ping","id":""}', '{"do":"ping","id":7}',
    '{"do":"ping","id":"a","more":1}', '{"do":"sit","id":"a","chair":4}', '{"do":"sit","id":"a","chair":-1}', '{"do":"answer","id":"a"}',
    '{"do":"nonce","id":"a","hand":0,"nonce":"zz"}', '{"do":"change","id":"a","rules":{}}', "[" * 4000, '{"id":' * 500, b"\x00\xff", b"{}",
    '{"do":"ping","id":"' + "x" * 41 + '"}', '{"do":"why","id":"a","tile":34}', "\ud7ff", "NaN", '{"type":"snapshot"}',
]  # fmt: skip


def test_junk_is_refused_with_its_id_and_a_reason(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, ann.at(await ann.room()) as page:
            await page.until(p.Snapshot)
            for junk in JUNK:
                await page.socket.send(junk)
                refused = await page.until(p.Refused)
                assert refused.code == "bad_message" and refused.why.zh and refused.why.en
                assert refused.id == ("a" if isinstance(junk, str) and '"id":"a"' in junk else "")
            await page.do(p.Ping)
            await page.until(p.Pong)

    run(tmp_path, test)


def test_repeated_junk_ends_the_connection(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, ann.at(await ann.room()) as page:
            await page.until(p.Snapshot)
            for _ in range(5):
                await page.socket.send("junk")
            assert await page.end() == (POLICY, "bad_message")
            assert place.services.metrics.closed[POLICY] == 1

    run(tmp_path, test, limits=PLENTY(FREE, junk=Rate(4, 0)))


@pytest.mark.parametrize("limits", [PLENTY(FREE, messages=Rate(10, 0), junk=Rate(5, 0)), PLENTY(FREE, address_messages=Rate(10, 0), junk=Rate(5, 0))])
def test_a_flood_is_refused_and_then_ends_the_connection(tmp_path: Path, limits: Limits) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, ann.at(await ann.room()) as page:
            await page.until(p.Snapshot)
            for _ in range(16):
                await page.do(p.Ping)
            got = [await page.next() for _ in range(16)]
            assert sum(isinstance(message, p.Pong) for message in got) == 10
            assert [message.code for message in got if isinstance(message, p.Refused)][:5] == ["too_fast"] * 5
            assert await page.end() == (POLICY, "too_fast")

    run(tmp_path, test, limits=limits)


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann:
            number = await ann.room()
            async with ann.at(number) as first, page(place, number) as second:
                await first.until(p.Snapshot)
                await second.end()
                async with ann.at(number):
                    with pytest.raises(InvalidStatus) as refused:
                        async with ann.at(number):
                            pass
                    assert refused.value.response.status_code == 429

    run(tmp_path, test, limits=PLENTY(FREE, connections=2))


def test_a_slow_reader_is_cut_off_and_holds_nobody_up(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, await place.guest("Bo") as bo:
            number = await ann.room()
            raw = socket.create_connection(("127.0.0.1", place.port))
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            with raw:
                head = [f"GET /ws/{number} HTTP/1.1", f"Host: 127.0.0.1:{place.port}", f"Cookie: {bo.cookie}", "Upgrade: websocket"]
                head += ["Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", ""]
                raw.sendall("\r\n".join(head).encode())
                async with ann.at(number) as page:
                    await page.until(p.Snapshot)
                    connections = place.services.sockets.connections
                    while len(connections) < 2:
                        await asyncio.sleep(0.01)
                    slow = next(connection for connection in connections if connection.player == bo.id)
                    said = p.Refused(id="x" * 40, code="x", why=p.Said("长" * 3000, "long" * 2000))
                    async with asyncio.timeout(20):
                        while slow in connections:
                            slow.send(said)
                            await asyncio.sleep(0)
                    assert place.services.metrics.refused["slow"] == 1 and slow.n > MOST_WAITING / 10
                    slow.send(said)  # nothing happens
                    await page.do(p.Ping)
                    await page.until(p.Pong)

    run(tmp_path, test)


# -- nothing disturbs a table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_a_solo_game_to_the_end_of_its_hands(tmp_path: Path, variant: str) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann:
            number = await ann.quick(variant)
            async with ann.at(number) as page:
                overs = await play(page, 2)
                for over in overs:
                    assert sum(over.result.deltas) == 0
                    got = await ann.browser.get(f"/api/records/{over.result.record}")
                    record = read_line(got.content)
                    assert record.finished and record.deltas == over.result.deltas and "immutable" in got.headers["cache-control"]
                    assert not verify(record)
            room = overs[0].result.record.rpartition("-")[0]
            hands = (await ann.browser.get(f"/api/matches/{room}")).json()["hands"]
            assert [hand["id"] for hand in hands] == [over.result.record for over in overs]
            figures = (await ann.browser.get(f"/api/statistics/{ann.id}", params={"variant": variant})).json()["figures"]
            assert figures["hands"] == 2

    run(tmp_path, test)


def test_a_whole_match_stands_in_the_history(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, ann.at(await ann.quick("changsha", options={"match_length": 4})) as page:
            overs = await play(page, 4)
            assert [over.result.match_over for over in overs] == [False, False, False, True]
            async with asyncio.timeout(10):
                while not (matches := (await ann.browser.get("/api/history")).json()["matches"]):
                    await asyncio.sleep(0.02)
            [match] = matches
            room = overs[0].result.record.rpartition("-")[0]
            assert match["room"] == room and match["whole"] and match["hands"] == 4 and match["chair"] == 0
            assert [one["points"] for one in match["places"]] == list(overs[-1].result.totals)
            assert [one["bot"] for one in match["places"]] == ["", "quick", "quick", "quick"] and match["places"][0]["player"] == ann.id
            found = (await ann.browser.get(f"/api/matches/{room}")).json()
            assert found["match"] == {**match, "chair": -1} and len(found["hands"]) == 4
            assert (await ann.browser.get("/api/history", params={"before": f"{match['finished']}.{match['room']}"})).json()["matches"] == []
            assert (await ann.browser.get("/api/leaders/changsha")).json() == []  # alone with bots nobody is rated

    run(tmp_path, test)


def test_junk_from_all_sides_disturbs_no_table(tmp_path: Path) -> None:
    async def vandal(place: Running, ann: Person, number: str, seed: int) -> None:
        chance = random.Random(seed)
        async with await place.guest(f"v{seed}") as other:
            for _ in range(4):
                try:
                    async with page(place, number, cookie=chance.choice([other.cookie, ann.cookie + "x", ""])) as found:
                        for _ in range(chance.randrange(60)):
                            await found.socket.send(_mischief(chance))
                            if chance.random() < 0.2:
                                await asyncio.sleep(0)
                        if chance.random() < 0.5:
                            found.socket.transport.abort()
                except ConnectionClosed:
                    pass

    async def test(place: Running) -> None:
        async with await place.guest() as ann:
            number = await ann.quick("changchun", options={})
            async with ann.at(number) as page, asyncio.TaskGroup() as group:
                for seed in range(6):
                    group.create_task(vandal(place, ann, number, seed))
                [over] = await play(page)
            record = read_line((await ann.browser.get(f"/api/records/{over.result.record}")).content)
            assert not verify(record)
            assert place.services.hall.counts["failures"] == 0 and place.services.hall.counts["freed"] == 0
            assert (await ann.browser.get("/health")).status_code == 200

    run(tmp_path, test, limits=PLENTY(FREE, junk=Rate(20, 1)))


def _mischief(chance: random.Random) -> str | bytes:
    """A message as nobody's page would send it: junk, commands out of place, another's answers."""
    id = f"x{chance.randrange(8)}"
    question, action = f"0.{chance.randrange(4)}.{chance.randrange(9)}", chance.choice(["pass", "win", "discard 1m", "x" * 60])
    well_formed: list[dict[str, Any]] = [
        {"do": "answer", "id": id, "question": question, "action": action},
        {"do": "promise", "id": id, "hand": chance.randrange(-1, 3), "promise": "0" * 64},
        {"do": "nonce", "id": id, "hand": chance.randrange(-1, 3), "nonce": "0" * 32},
        {"do": chance.choice(["sync", "stand", "start", "leave", "next", "waits", "why", "ping"]), "id": id},
        {"do": "dissolve", "id": id, "agree": True},
        {"do": "sit", "id": id, "chair": chance.randrange(4)},
        {"do": "kick", "id": id, "chair": chance.randrange(4)},
        {"do": "fill", "id": id, "chair": chance.randrange(4), "bot": chance.choice(["", "quick", "none"])},
        {"do": "change", "id": id, "rules": {"variant": "changsha"}},
        {"do": "auto", "id": id, "on": True},
    ]  # fmt: skip
    text = json.dumps(chance.choice(well_formed))
    match chance.randrange(5):
        case 0:
            return chance.choice(JUNK)
        case 1:
            return text[: chance.randrange(len(text))]
        case 2:
            at = chance.randrange(len(text))
            return text[:at] + chr(chance.randrange(1, 0x3000)) + text[at + 1 :]
        case _:
            return text


def test_an_answer_sent_twice_counts_once(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann, ann.at(await ann.quick()) as page:
            question = None
            while question is None or question.choices[0].action == "pass":  # a claim may close before it is answered; an own turn does not
                if question is not None:
                    await page.do(p.Answer, question=question.id, action="pass")
                message = await page.next()
                if isinstance(message, p.Commit):
                    await page.give(message)
                question = message.question if isinstance(message, p.Ask | p.Snapshot) else None
            command = msgspec.json.encode(p.Answer(id="same", question=question.id, action=question.choices[0].action)).decode()
            await page.socket.send(command)
            assert (await page.until(p.Ack)).id == "same"
            await page.socket.send(command)
            assert (await page.until(p.Ack)).id == "same"
            await page.do(p.Answer, question=question.id, action=question.choices[0].action)
            assert (await page.until(p.Refused)).code == "closed"

    run(tmp_path, test)


# -- the end -----------------------------------------------------------------------------------------------------


def test_stopping_is_told_and_the_table_goes_on_afterwards(tmp_path: Path) -> None:
    async def inside() -> None:
        async with running(tmp_path) as place, await place.guest() as ann:
            number, cookie = await ann.quick(), ann.cookie
            async with ann.at(number) as mine:
                first = await mine.until(p.Ask)
                stop = asyncio.create_task(place.stop())
                await mine.until(p.Stopping)
                assert (await mine.end())[0] == RESTART
                await stop
                with pytest.raises(OSError):
                    async with ann.at(number):
                        pass
        async with running(tmp_path) as place, page(place, number, cookie=cookie) as again:
            snapshot = await again.until(p.Snapshot)
            assert snapshot.question is not None and snapshot.question.id == first.question.id and snapshot.question.choices == first.question.choices

    asyncio.run(inside())


def test_a_room_that_is_closed_says_so(tmp_path: Path) -> None:
    async def test(place: Running) -> None:
        async with await place.guest() as ann:
            number = await ann.room()
            async with ann.at(number) as page:
                await page.until(p.Snapshot)
                async with place.browser(authorization=f"Bearer {ADMIN}") as admin:
                    assert (await admin.post("/admin/close", json={"number": number})).status_code == 200
                assert (await page.end())[0] == ROOM_CLOSED
            async with ann.at(number) as again:
                assert (await again.end())[0] == NO_ROOM

    run(tmp_path, test)


def test_the_log_has_no_tile_and_no_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(place: Running) -> None:
        caplog.set_level(logging.DEBUG, "paiju")
        async with await place.guest() as ann, ann.at(await ann.quick()) as page:
            [over] = await play(page)
            said = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records if record.name.startswith("paiju"))
            secrets = [ann.cookie.partition("=")[2], over.result.secret, *over.result.nonces, "discard", "五万"]
            assert not [secret for secret in secrets if secret and secret in said]

    run(tmp_path, test)
