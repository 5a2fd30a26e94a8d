"""Faults that other tables over the network had (known faults 21 to 29), each tested here as a whole kind, in every game.

What the page adds to it (a tap that counts twice, a key typed in a text field, buttons that outlive their question, a phone's sleeping tab) stands
in tests/web and tests/browser; kills of the whole process in test_kill. Long because the faults stay side by side under their numbers.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.game.actions import parse_action
from paiju.server import protocol as p
from paiju.server import serving
from paiju.server.entries import Answered, Autoed
from paiju.server.pages import Pages
from paiju.server.protocol import Clock, Question
from paiju.server.sockets import read_command
from paiju.server.table import Table
from tests.server.flaky import World
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, hall, rules, seated, started
from tests.server.running import page as socket_of
from tests.server.running import running
from tests.server.test_answers import entries
from tests.server.test_matches import NAMES
from tests.server.truth import watched
from tests.server.virtual import run

every_game = pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
NO_CLOCK = Clock(0, 0)


async def snapshot(page: Page, at: int = 0) -> p.Snapshot:
    found: p.Snapshot = await page.wait(lambda message: isinstance(message, p.Snapshot), at)
    return found


async def settled(*pages: Page) -> None:
    """Until everybody has seen the settlement of a hand."""
    for page in pages:
        await page.wait(lambda message: isinstance(message, p.Over))


def answered(table: Table) -> list[Answered]:
    return [entry for entry in entries(table) if isinstance(entry, Answered)]


# -- 21: out of step after a reconnect, the deal-time state, seats mixed up, a new hand --------------------------


class Returning(Page):
    """Loads his page anew whenever he is asked, before he answers."""

    def __init__(self, player: str) -> None:
        super().__init__(player, by_chance(player), nexts=False)
        self.loads = 0

    def take(self, message: Any) -> None:
        if not isinstance(message, p.Ask):
            super().take(message)
            return
        before = (self.hand, self.view, self.you, message.question)
        self.drop()
        self.closed, self.n, self.loads = None, 0, self.loads + 1
        at = len(self.got)
        self.join(self.table)  # type: ignore[arg-type]
        asyncio.get_running_loop().call_later(0.01, self.compare, before, at)

    def compare(self, before: tuple[Any, ...], at: int) -> None:
        found = next(message for message in self.got[at:] if isinstance(message, p.Snapshot))
        hand, view, you, question = before
        assert found.table is not None and found.table.view == view
        assert (found.table.hand.number, found.table.hand.root, found.table.hand.seats) == (hand.number, hand.root, hand.seats)
        assert found.you == you and found.question is not None
        assert (found.question.id, found.question.choices) == (question.id, question.choices)


@every_game
def test_21_a_page_loaded_anew_at_any_moment_shows_what_it_showed(variant: str) -> None:
    async def main() -> None:
        house = hall()
        pages: list[Page] = [Returning(NAMES[0]), *[Page(name, by_chance(name), nexts=False) for name in NAMES[1:]]]
        table = await seated(house, rules(variant, clock=NO_CLOCK, watch=False), *pages)
        truths = watched(table, *pages)  # the engine's own telling, at every message
        await pages[0].ask(p.Start)
        await settled(*pages)
        assert pages[0].loads > 3 and truths[0].count > 10  # type: ignore[attr-defined]
        assert [page.result for page in pages[1:]] == [pages[0].result] * 3
        await house.stop()

    run(main())


# -- 22: moves lost by a restart, time lost while the server was down --------------------------------------------


class Noting(Page):
    """Thinks for three seconds, and notes which of his commands answer what kind of question."""

    def __init__(self, player: str, *, thinks: float = 3.0, claims: float = 3.0) -> None:
        super().__init__(player, by_chance(player), nexts=False)
        self.thinks, self.claims = thinks, claims
        self.answers: dict[str, str] = {}

    def later(self, function: Any, *rest: Any) -> None:
        own = bool(rest) and rest[0].kind == "turn"
        asyncio.get_running_loop().call_later(self.thinks if own else self.claims, function, *rest)

    def answer(self, question: Question) -> None:
        if not self.closed and self.question is not None and self.question.id == question.id:
            self.answers[self.do(p.Answer, question=question.id, action=by_chance(question.id)(self, question))] = question.kind


@every_game
def test_22_a_restart_loses_no_move_and_no_time(variant: str) -> None:
    async def main() -> None:
        store = MemoryStore(delay=0.002)
        house = hall(store, nonce_wait=1e6, sweep=1e6)
        pages = [Noting(name) for name in NAMES]
        table = await started(house, rules(variant, clock=Clock(10, 0)), *pages)
        world, known, commitment, crashes = World(house, table.number), 0, "", 0
        while True:
            await asyncio.sleep(5.3)  # in the middle of somebody's time
            acknowledged = {message.id for page in pages for message in page.of(p.Ack)}
            said = {id for page in pages for id in page.answers}
            over = all(page.result for page in pages)
            await world.crash(hall(store, nonce_wait=1e6, sweep=1e6))
            crashes += 1
            await asyncio.sleep(50_000)
            found = store.read(table.id)
            kept = [entry for entry in found if isinstance(entry, Answered)]
            assert {entry.command for entry in kept} >= acknowledged & said
            assert all(entry.by == "player" and entry.bank == 0 for entry in kept), "somebody lost on time"
            assert not any(isinstance(entry, Autoed) for entry in found)
            known = len(kept)
            if over:
                break
            again = world.hall.find(table.number)
            assert again is not None
            pages = [Noting(name) for name in NAMES]
            for page in pages:
                page.join(again)
            for page in pages:
                await snapshot(page)
            assert len([entry for entry in store.read(table.id) if isinstance(entry, Answered)]) == known
            assert pages[0].hand is not None
            commitment = commitment or pages[0].hand.commitment
            assert pages[0].hand.commitment == commitment, "another hand was dealt"
        assert crashes > 3 and known > 10
        await world.hall.stop()

    run(main())


# -- 23: late and second answers ---------------------------------------------------------------------------------


class Hasty(Page):
    """Taps twice, and what he tapped before once more; each tap is a command of its own."""

    def __init__(self, player: str) -> None:
        super().__init__(player, by_chance(player), nexts=False)
        self.before: list[Question] = []

    def answer(self, question: Question) -> None:
        if self.question is None or self.question.id != question.id:
            return
        for old in self.before[-2:]:
            self.do(p.Answer, question=old.id, action=old.choices[-1].action)
        action = by_chance(question.id)(self, question)
        self.do(p.Answer, question=question.id, action=action)
        self.do(p.Answer, question=question.id, action=question.choices[0].action)
        self.before.append(question)


@every_game
def test_23_late_and_second_answers_count_for_nothing(variant: str) -> None:
    async def main() -> None:
        house = hall()
        pages = [Hasty(name) for name in NAMES]
        table = await started(house, rules(variant, clock=Clock(15, 20)), *pages)
        await settled(*pages)
        kept = answered(table)
        counts = [0, 0, 0, 0]
        for entry in kept:
            counts[entry.seat] += 1
            assert entry.by == "player" and entry.bank == 20_000, "an answer within its time drained the bank"
        for page in pages:
            assert page.you is not None and page.you.seat is not None
            acks = {message.id for message in page.of(p.Ack)}
            own = [entry.command for entry in kept if entry.seat == page.you.seat]
            assert len(set(own)) == len(own) and set(own) <= acks
            assert counts[page.you.seat] <= len(page.before), "a question was answered twice"
            refused = page.of(p.Refused)
            assert len(refused) >= counts[page.you.seat] and {message.code for message in refused} == {"closed"}
        await house.stop()

    run(main())


# -- 24: buttons of a question that is closed; claim buttons for watchers ----------------------------------------


@every_game
def test_24_every_question_is_closed_before_anything_else_is_shown_and_watchers_are_asked_nothing(variant: str) -> None:
    async def main() -> None:
        house = hall()
        pages = [Page(name, by_chance(name), nexts=False, delay=0.2 * n) for n, name in enumerate(NAMES)]
        table = await seated(house, rules(variant, clock=Clock(3, 0), watch_delay=0), *pages)
        zoe = Page("zoe").join(table)

        def check(page: Page, message: Any) -> None:
            room = table.room
            if isinstance(message, p.Happened | p.Over | p.Begin) and page.question is not None and room is not None:
                assert page.you is not None and page.you.seat in room.open
                assert page.question.id == room.question_id(page.you.seat)

        for page in pages:
            page.checks.append(check)
        pages[1].choose = None  # his time runs out, again and again
        await pages[0].ask(p.Start)
        await settled(*pages)
        for page in pages:
            asked = {message.question.id for message in page.of(p.Ask)}
            assert asked == {message.question for message in page.of(p.Closed)} and page.question is None
        await zoe.wait(lambda message: isinstance(message, p.Over))
        zoe.do(p.Sync)
        assert (await snapshot(zoe, len(zoe.got))).question is None
        assert not any(zoe.of(kind) for kind in (p.Ask, p.Closed, p.Commit))
        assert zoe.you is not None and zoe.you.chair is None and zoe.you.seat is None
        await house.stop()

    run(main())


# -- 25: a tile by its place -------------------------------------------------------------------------------------


@every_game
def test_25_an_answer_names_its_tile_and_never_a_place(variant: str) -> None:
    async def main() -> None:
        house = hall()

        def check(page: Page, message: Any) -> None:
            if isinstance(message, p.Ask) and page.view is not None:
                assert page.you is not None and page.you.seat is not None
                hand = page.view.seats[page.you.seat].hand or []
                for choice in message.question.choices:
                    assert str(parse_action(choice.action)) == choice.action
                    if choice.verb in ("discard", "ready"):
                        assert choice.tiles and set(choice.tiles) <= set(hand)
                for place in ("0", "13", "-1", "discard 0", "discard 13", "discard -1", "discard last"):
                    page.do(p.Answer, id=f"{message.question.id} {place}", question=message.question.id, action=place)

        pages = [Page(name, by_chance(name), nexts=False, delay=0.01) for name in NAMES]
        for page in pages:
            page.checks.append(check)
        table = await started(house, rules(variant, clock=NO_CLOCK), *pages)
        await settled(*pages)
        places = [message for page in pages for message in page.of(p.Refused) if " " in message.id]
        assert len(places) >= 7 * 20 and {message.code for message in places} <= {"illegal", "closed"}
        assert not any(" " in entry.command for entry in answered(table))
        await house.stop()

    run(main())


# -- 26: two tabs, two games, kick and disconnect ----------------------------------------------------------------


@every_game
def test_26_two_tabs_do_not_fight_and_the_game_goes_on_in_the_last(variant: str) -> None:
    async def main() -> None:
        house = hall()
        pages = [Page(name, by_chance(name), nexts=False, delay=0.05) for name in NAMES]
        table = await started(house, rules(variant, clock=NO_CLOCK), *pages)
        first, tabs = pages[0], [pages[0]]
        while not all(page.result for page in pages[1:]):
            await asyncio.sleep(0.11)
            tabs.append(tabs[-1].again())
            await snapshot(tabs[-1])
            assert table.company.chairs[0] is tabs[-1]
        assert len(tabs) > 10 and first.closed is not None
        for tab in tabs[:-1]:
            assert tab.closed == (4001, "opened elsewhere") and isinstance(tab.got[-1], p.Elsewhere)
            assert len(tab.of(p.Elsewhere)) == 1
        assert tabs[-1].closed is None and house.counts["failures"] == 0
        assert not any(isinstance(entry, Autoed) for entry in entries(table)), "a change of tabs is no absence"
        await house.stop()

    run(main())


@pytest.mark.parametrize("order", list(itertools.permutations(("kick", "drop", "sit elsewhere", "close"))))
def test_26_one_player_sits_at_one_table_whatever_happens_at_once(order: tuple[str, ...]) -> None:
    async def main() -> None:
        house = hall()
        ann, bo, cai = Page("ann"), Page("bo"), Page("cai")
        here = await seated(house, rules(), ann, bo)
        there = await seated(house, rules(), cai, bots=False)
        second = Page("bo").join(there)
        await snapshot(second)
        for what in order:
            match what:
                case "kick":
                    ann.do(p.Kick, chair=1)
                case "drop":
                    bo.drop()
                case "sit elsewhere":
                    second.do(p.Sit, chair=1)
                case "close":
                    house.close(here.number)
        await asyncio.sleep(1)
        chairs = [table.number for table in house.tables.values() for chair in table.listing.chairs if chair.player == "bo"]
        assert len(chairs) <= 1 and house.counts["failures"] == 0
        answer = await second.ask(p.Sit, chair=2)  # nothing keeps him out of where he wants to be
        assert isinstance(answer, p.Ack) or answer.code == "seated"
        assert house.find(here.number) is None and house.find(there.number) is there
        await house.stop()

    run(main())


# -- 27: a line that is dead and does not say so -----------------------------------------------------------------


def test_27_a_line_that_answers_no_ping_ends_and_the_table_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_PING", 1.0)

    async def main() -> None:
        async with running(tmp_path) as place, await place.guest() as ann:
            number = await ann.quick()
            table = place.services.hall.find(number)
            assert table is not None
            async with socket_of(place, number, cookie=ann.cookie) as sleeping:
                await sleeping.until(p.Ask)
                await asyncio.sleep(2.5)
                assert table.here(0), "a page that answers pings stays"
                sleeping.socket.transport.pause_reading()
                async with asyncio.timeout(10):
                    while table.here(0):
                        await asyncio.sleep(0.02)
                assert not place.services.sockets.connections
                kept = len(await place.services.store.entries(table.id))
                await asyncio.sleep(0.3)
                assert len(await place.services.store.entries(table.id)) == kept, "the game went on unseen"
                sleeping.socket.transport.abort()
            async with socket_of(place, number, cookie=ann.cookie) as awake:
                found = await awake.until(p.Snapshot)
                assert found.question is not None and found.you.chair == 0

    asyncio.run(main())


# -- 28: time as the client tells it -----------------------------------------------------------------------------


def test_28_no_command_holds_a_time() -> None:
    fields = {"chair", "discard", "hand", "tile", "id", "question", "action", "nonce", "promise", "bot", "on", "agree", "player", "rules"}
    for command in p.Command.__args__:
        for field in msgspec.structs.fields(command):
            assert field.name in fields, (command, field.name)
        for name in ("lag", "latency", "time", "at", "left", "bank", "sent"):
            kind = command.__struct_config__.tag
            with pytest.raises(msgspec.DecodeError, match=f"unknown field `{name}`"):
                read_command(msgspec.json.encode({"do": kind, "id": "1", name: 5000}))


@every_game
def test_28_time_is_what_the_server_measures(variant: str) -> None:
    """Answers that come so long after their question cost so much of the bank, whoever sends them and whatever he says."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages = [Noting(name, thinks=seconds, claims=1.0) for name, seconds in zip(NAMES, (1.0, 4.0, 5.0, 6.5), strict=True)]
        table = await started(house, rules(variant, clock=Clock(5, 200)), *pages)
        await asyncio.sleep(90)
        banks = [200_000] * 4
        kinds = {id: kind for page in pages for id, kind in page.answers.items()}
        for entry in answered(table):
            if kinds[entry.command] == "turn":
                page = next(page for page in pages if page.you is not None and page.you.seat == entry.seat)
                banks[entry.seat] -= max(0, round(1000 * (page.thinks - 5)))
            assert entry.by == "player" and entry.bank == banks[entry.seat]
        assert min(banks) < 200_000
        await house.stop()

    run(main())


# -- 29: a table that hangs in silence; old pages ----------------------------------------------------------------


@every_game
@pytest.mark.parametrize("cause", ["the store is silent", "the alarm is lost", "the task has ended"])
def test_29_a_table_that_hangs_is_named_and_goes_on(variant: str, cause: str, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        store = MemoryStore()
        house = hall(store, overdue=30, sweep=5)
        house.start()
        pages = [Page(name, by_chance(name), delay=0.5) for name in NAMES]
        table = await started(house, rules(variant, clock=Clock(10, 0)), *pages)
        await pages[0].until(lambda: table.room is not None and table.room.length > 20)
        if cause == "the store is silent":
            store.hanging = asyncio.Event()
        else:
            for page in pages:
                page.choose = None
            await asyncio.sleep(1)
            if cause == "the alarm is lost":
                assert table._alarm is not None
                table._alarm.cancel()
            else:
                assert table._task is not None
                table._task.cancel()
        await asyncio.sleep(40)
        store.hanging = None
        length = len(store.journals[table.id])
        await asyncio.sleep(60)
        assert len(store.journals[table.id]) > length, "the table stands still"
        await house.stop()

    with caplog.at_level(logging.ERROR, "paiju"):
        run(main())
    if cause != "the task has ended":
        hung = next(record for record in caplog.records if "hangs" in record.getMessage())
        told = hung.__dict__
        assert told["table"].isdigit() and told["sequence"] > 20 and told["waits_for"] and told["ms"] >= 30_000


def test_29_a_page_from_before_an_upgrade_is_told_of_the_new_one(tmp_path: Path) -> None:
    """The picture names the page's files by a hash that any change changes; files are asked for by theirs, and the page itself each time."""
    files = {"index.html": b"<!doctype html>", "app.js": b"1"}
    old, new = Pages(files), Pages({**files, "app.js": b"2"})
    assert old.hash != new.hash

    async def main() -> None:
        house = hall(page=new.hash)
        ann = Page("ann")
        await started(house, rules(), ann)
        assert (await snapshot(ann)).page == new.hash
        await house.stop()

    run(main())

    async def outdated() -> None:
        async with running(tmp_path) as place, await place.guest() as ann:
            assert "no-cache" in (await ann.browser.get("/")).headers["cache-control"]
            async with socket_of(place, await ann.quick(), cookie=ann.cookie, version="0") as page:
                assert isinstance(await page.next(), p.Reload)
                assert (await page.end())[0] == 4011

    asyncio.run(outdated())
