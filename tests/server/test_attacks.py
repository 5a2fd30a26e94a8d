"""What somebody tried who wanted to know more, to gain time, or to hinder others; each was a fault once."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from paiju.server import protocol as p
from paiju.server import serving
from paiju.server.protocol import Clock
from paiju.server.security import Rate
from paiju.server.sockets import NO_SESSION
from paiju.server.timing import CLAIM_WAITS
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, hall, rules, seated, started
from tests.server.running import ADMIN, FREE, running
from tests.server.test_answers import answers, four, whose_turn
from tests.server.test_matches import NAMES, SHORT
from tests.server.virtual import run

# -- more time ---------------------------------------------------------------------------------------------------


def test_to_be_played_for_and_take_over_again_gives_no_new_time() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), pace=1)
        table, pages = await four(house, clock=Clock(10, 5))
        page = await whose_turn(pages)
        for _ in range(14):
            await asyncio.sleep(0.9)
            await page.ask(p.Auto, on=True)
            await asyncio.sleep(0.1)
            await page.ask(p.Auto, on=False)
        assert page.question.left <= 1100
        await asyncio.sleep(2)
        (entry,) = answers(table, page.you.seat)
        assert (entry.by, entry.bank) == ("clock", 0)
        await house.stop()

    run(main())


def test_an_answer_given_while_one_is_played_for_takes_from_the_bank_too() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), pace=1)
        table, pages = await four(house, clock=Clock(10, 5))
        page = await whose_turn(pages)
        await asyncio.sleep(13)
        await page.ask(p.Auto, on=True)
        await page.ask(p.Answer, question=page.question.id, action=page.question.choices[-1].action)
        (entry,) = answers(table, page.you.seat)
        assert (entry.by, entry.bank) == ("player", 2000)
        await house.stop()

    run(main())


# -- who may claim -----------------------------------------------------------------------------------------------


class Prober(Page):
    """Asks for a hint as soon as a discard is seen, and notes how long the answer takes while nobody has answered a claim."""

    def __init__(self, player: str) -> None:
        super().__init__(player, by_chance(player, wins=False), delay=3.0)
        self.asked: dict[str, tuple[float, bool]] = {}  # when, and whether somebody else may claim
        self.waited: dict[bool, set[float]] = {True: set(), False: set()}

    def take(self, message: p.FromServer) -> None:
        super().take(message)
        now = asyncio.get_running_loop().time()
        if isinstance(message, p.Happened) and message.events and type(message.events[-1]).__name__ == "Discard":
            asyncio.get_running_loop().call_soon(self.probe)
        elif isinstance(message, p.Told | p.Refused) and message.id in self.asked:
            at, claimable = self.asked[message.id]
            self.waited[claimable].add(round(now - at, 2))

    def probe(self) -> None:
        assert self.table is not None
        if self.question is None and not self.closed:
            self.asked[self.do(p.Waits)] = (asyncio.get_running_loop().time(), not self.table.play.showing.behind)


def test_how_soon_a_hint_comes_does_not_tell_that_somebody_may_claim() -> None:
    """With a window open nothing more was decided than shown, and a hint came at once; without one it came after the pause (G-7)."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages: list[Page] = [Prober("ann"), *[Page(name, by_chance(name, wins=False), delay=3.0) for name in NAMES[1:]]]
        watcher = Prober("eve")
        table = await started(house, rules("changchun", options=SHORT["changchun"], claim_wait=True, watch_delay=0), *pages)
        watcher.join(table)
        await pages[0].until(lambda: pages[0].room.state == "over")
        assert pages[0].waited[True] == pages[0].waited[False] <= set(CLAIM_WAITS)
        assert len(pages[0].asked) > 50 and pages[0].waited[True]
        assert watcher.waited[True] == watcher.waited[False] == {0.0}
        await house.stop()

    run(main())


# -- connections that do nothing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [b"", b"GET /health HTTP/1.1\r\nHost: here\r\n", b"POST /api/session HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{", b"\x16\x03\x01"],
)
def test_a_connection_whose_request_does_not_come_is_ended(said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_REQUEST", 0.2)

    async def main() -> None:
        async with running(tmp_path) as place:
            reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
            writer.write(said)
            async with asyncio.timeout(20):
                with suppress(ConnectionError):
                    await reader.read()
            writer.close()
            async with await place.guest() as ann, ann.at(await ann.quick()) as page:
                await page.until(p.Snapshot)
                await asyncio.sleep(0.5)  # a page that is connected is left alone
                await page.do(p.Ping)
                await page.until(p.Pong)

    asyncio.run(main())


def test_an_address_has_only_so_many_connections_of_any_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also such as ask for nothing. A proxy, whose address is everybody's, is spared."""
    monkeypatch.setattr(serving, "_CROWD", 5)

    async def main(trusted: str) -> int:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", trusted)
        async with running(tmp_path) as place:
            found = [await asyncio.open_connection("127.0.0.1", place.port) for _ in range(9)]
            for n, (_, writer) in enumerate(found):
                writer.write(b"GET /health HTTP/1.1\r\nHost: here\r\n" + (b"\r\n" if n == 8 else b""))
            with suppress(ConnectionError):
                assert not await found[8][0].readline() or trusted == "127.0.0.1"
            cut = sum(reader.at_eof() or reader.exception() is not None for reader, _ in found)
            for _, writer in found:
                writer.close()
            return cut

    assert asyncio.run(main("192.0.2.1")) == 4
    assert asyncio.run(main("127.0.0.1")) == 0


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x00\x80\0\0\0\0"])
def test_a_flood_of_frames_that_are_no_messages_ends_the_connection(frame: bytes, tmp_path: Path) -> None:
    """Pings, pongs and empty pieces of a message that never ends (of which each took a little memory for good) pass no other limit."""

    async def main() -> None:
        async with running(tmp_path) as place, await place.guest() as ann:
            reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
            lines = [f"GET /ws/{await ann.quick()}?v=1 HTTP/1.1", "Host: here", "Upgrade: websocket", "Connection: Upgrade"]
            lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==", f"Cookie: {ann.cookie}", "", ""]
            writer.write("\r\n".join(lines).encode())
            async with asyncio.timeout(20):
                await reader.readuntil(b"\r\n\r\n")
                writer.write((b"\x01\x80\0\0\0\0" if frame[0] == 0 else b"") + frame * 2000)
                with suppress(ConnectionError):
                    while await reader.read(65536):
                        pass
            writer.close()

    asyncio.run(main())


# -- in the way of others ----------------------------------------------------------------------------------------


def test_one_person_watches_with_one_page() -> None:
    """A hundred pages of one guest left no room for anybody who wanted to sit down."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        table, _ = await four(house)
        pages = [Page("eve").join(table) for _ in range(103)]
        await asyncio.sleep(1)
        assert [page.closed for page in pages[:-1]] == [(4001, "opened elsewhere")] * 102
        assert not pages[-1].closed and table.picture().watchers == 1
        await house.stop()

    run(main())


def test_the_lobby_lists_no_match_that_everybody_has_left_standing() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        ann = Page("ann")
        await started(house, rules(open=True), ann)
        await asyncio.sleep(1)
        assert len(house.lobby()) == 1
        ann.drop()
        await asyncio.sleep(1)
        assert not house.lobby()
        await house.stop()

    run(main())


def test_what_is_stored_without_being_play_is_limited_by_player(tmp_path: Path) -> None:
    """Ready and not ready, 托管 on and off, twelve times a second: each is an entry, kept for ever and read again at every start."""

    async def main() -> None:
        async with running(tmp_path, limits=msgspec.structs.replace(FREE, changes=Rate(4, 0))) as place, await place.guest() as ann:
            room = await ann.room()
            codes = []
            for _ in range(2):
                async with ann.at(room) as page:
                    await page.until(p.Snapshot)
                    for n in range(3):
                        id = await page.do(p.Ready, on=n % 2 == 0)
                        while (message := await page.next()) and getattr(message, "id", "") != id:
                            pass
                        codes.append(getattr(message, "code", ""))
            assert codes == [""] * 4 + ["too_fast"] * 2

    asyncio.run(main())


# -- sessions ----------------------------------------------------------------------------------------------------


def test_pages_end_with_their_session(tmp_path: Path) -> None:
    """Whoever had a page open with a stolen cookie went on playing after the password was changed."""

    async def main() -> None:
        async with running(tmp_path) as place, await place.guest() as ann, await place.guest("Thief") as thief:
            await ann.browser.post("/api/account", json={"login": "ann", "password": "long enough"})
            await thief.browser.post("/api/login", json={"login": "ann", "password": "long enough"})
            mine, other = await ann.quick(), await ann.quick()
            async with ann.at(mine) as page, thief.at(other) as stolen:
                await page.until(p.Snapshot)
                await stolen.until(p.Snapshot)
                got = await ann.browser.post("/api/password", json={"old": "long enough", "new": "another one"})
                assert got.status_code == 204 and (await stolen.end())[0] == NO_SESSION
                await page.do(p.Ping)
                await page.until(p.Pong)
                assert (await ann.browser.post("/api/logout")).status_code == 204
                assert (await page.end())[0] == NO_SESSION
            await thief.browser.post("/api/login", json={"login": "ann", "password": "another one"})
            async with thief.at(other) as page:
                await page.until(p.Snapshot)
                admin = {"authorization": f"Bearer {ADMIN}"}
                got = await ann.browser.post("/admin/password", json={"login": "ANN", "password": "a third one"}, headers=admin)
                assert got.json() == {"cut": 1} and (await page.end())[0] == NO_SESSION
            assert (await ann.browser.post("/admin/password", json={"login": "bob", "password": "a third one"}, headers=admin)).status_code == 404

    asyncio.run(main())


def test_who_took_the_chair_meanwhile_is_not_sent_away_for_another() -> None:
    """Sent away is for good: the host means whom he saw on the chair, who may have stood up since."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        ann, bo, cai = Page("ann"), Page("bo"), Page("cai")
        table = await seated(house, rules(), ann, bo, bots=False)
        cai.join(table)
        bo.do(p.Stand)
        cai.do(p.Sit, chair=1)
        refused = await ann.ask(p.Kick, chair=1, player="bo")
        assert refused.code == "nobody" and table.room.chairs[1].player == "cai"
        assert isinstance(await ann.ask(p.Kick, chair=1, player="cai"), p.Ack)
        await house.stop()

    run(main())
