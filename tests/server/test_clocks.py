"""Clocks, 托管, dropping and coming back, in virtual time (G-15)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from paiju.game.clock import timeout_action
from paiju.server import protocol as p
from paiju.server.entries import Answered, Autoed
from paiju.server.protocol import Clock
from paiju.server.table import Table
from paiju.server.timing import AUTO_AFTER, LATENCY
from tests.server.memory import MemoryStore
from tests.server.pages import Page, calmly, hall, rules, started
from tests.server.test_answers import answers, entries, four, whose_turn
from tests.server.test_matches import NAMES
from tests.server.virtual import run


def asked_chairs(table: Table) -> list[int]:
    """The chairs with an open question."""
    return [chair for chair in range(4) if table.play.questions.of(chair) is not None]


def test_who_does_not_answer_in_time_is_played_safely() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        table, pages = await four(house, clock=Clock(10, 5))
        page = await whose_turn(pages)
        safe = str(timeout_action(table.room.hand, page.you.seat))
        asked = page.times[page.got.index(page.of(p.Ask)[-1])]
        closed = await page.wait(lambda message: isinstance(message, p.Closed))
        assert page.times[page.got.index(closed)] - asked == pytest.approx(15 + LATENCY, abs=0.01)
        (entry,) = answers(table, page.you.seat)
        assert (entry.action, entry.by, entry.bank) == (safe, "clock", 0)
        assert not table.room.chairs[page.you.chair].auto  # one time-out does not take the seat from him
        await house.stop()

    run(main())


def is_turn(message: Any) -> bool:
    return isinstance(message, p.Ask) and message.question.kind == "turn"


def test_time_outs_in_a_row_shorten_the_clock_until_he_is_played_for_and_an_answer_restores_it() -> None:
    """60 → 30 → 15 → 10 seconds, by his own turns."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages = [Page(name, calmly) for name in NAMES]
        table = await started(house, rules("changchun", clock=Clock(60, 0)), *pages)
        page = pages[2]
        page.choose = None
        lefts: list[int] = []
        while len(lefts) < AUTO_AFTER:
            lefts.append((await page.wait(is_turn, len(page.got))).question.left)
        assert lefts == [60000, 30000, 15000, 10000]
        await page.until(lambda: page.room.chairs[2].auto)
        assert {entry.by for entry in answers(table, page.you.seat)} == {"clock"}
        count = len(answers(table, page.you.seat))
        await page.until(lambda: len(answers(table, page.you.seat)) > count + 3)
        assert {entry.by for entry in answers(table, page.you.seat)[count:]} == {"away"}
        assert isinstance(await page.ask(p.Auto, on=False), p.Ack)
        assert (await page.wait(is_turn, len(page.got))).question.left == 60000
        assert (await page.wait(is_turn, len(page.got))).question.left == 30000
        page.choose = calmly
        page.answer(page.question)
        assert (await page.wait(is_turn, len(page.got))).question.left == 60000
        await house.stop()

    run(main())


class Sleeper(Page):
    """Plays its own turns, and lets every claim run out of time."""

    def answer(self, question: Any) -> None:
        if question.kind == "turn":
            super().answer(question)


def test_who_lets_claims_pass_tells_nobody_that_he_had_any() -> None:
    """Neither his clock, his bank nor his place in the room shows it: only his own turns count for what others see."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages: list[Page] = [Page("ann", calmly), Page("bo", calmly), Sleeper("cai", calmly), Page("di", calmly)]
        table = await started(house, rules("changchun", clock=Clock(20, 10)), *pages)
        await pages[0].until(lambda: table.room.match and table.room.match.number == 2)
        missed = [entry for entry in entries(table) if isinstance(entry, Autoed)]
        assert len(missed) > 5 and {entry.chair for entry in missed} == {2} and not any(entry.on or entry.late for entry in missed)
        lefts = [message.question.left for message in pages[2].of(p.Ask) if message.question.kind == "claim"]
        assert set(lefts) <= {20000, 15000, 10000} and lefts[0] == 20000  # his own claims get shorter
        turns = [message.turn for message in pages[0].of(p.Happened) if message.turn and table.room.seats[message.turn.seat] == 2]
        assert {(turn.left, turn.bank) for turn in turns} == {(30000, 10000)}
        playing = [message.room for message in pages[0].of(p.Changed) if message.room.state == "playing"]
        assert len(playing) == 1  # that the match has begun
        await house.stop()

    run(main())


def test_who_has_dropped_is_left_one_claim_and_one_turn() -> None:
    """The claim he misses does not show: until his own turn comes and passes nobody is told that he is played for."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages = [Page(name, calmly) for name in NAMES]
        table = await started(house, rules("changchun", clock=Clock(10, 5)), *pages)
        await pages[3].wait(lambda message: isinstance(message, p.Happened))
        pages[3].drop()
        seat = pages[3].you.seat
        await pages[0].until(lambda: pages[0].room.chairs[3].auto)
        played = [entry for entry in entries(table) if isinstance(entry, Answered) and entry.seat == seat and entry.by == "away"]
        autoed = [entry for entry in entries(table) if isinstance(entry, Autoed)]
        assert [entry.on for entry in autoed] == [False] * (len(autoed) - 1) + [True]
        assert len([entry for entry in played if entry.action != "pass"]) == 1
        await house.stop()

    run(main())


def test_the_first_question_after_a_drop_is_left_to_him_and_the_next_are_not() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages = [Page(name, calmly) for name in NAMES]
        table = await started(house, rules("changchun", clock=Clock(10, 5)), *pages)
        page = pages[1]
        await page.wait(lambda message: isinstance(message, p.Ask))
        page.drop()
        await pages[0].until(lambda: not pages[0].room.chairs[1].here)
        seat, before = page.you.seat, len(answers(table, page.you.seat))
        loop = asyncio.get_running_loop()
        await pages[0].until(lambda: 1 in asked_chairs(table))
        at = loop.time()
        assert not pages[0].room.chairs[1].here and not pages[0].room.chairs[1].auto
        await pages[0].until(lambda: len(answers(table, seat)) > before)
        assert 14 <= loop.time() - at <= 15.5
        await pages[0].until(lambda: pages[0].room.chairs[1].auto)
        for _ in range(3):
            await pages[0].until(lambda: 1 in asked_chairs(table) or table.room.hand.over)
            at, count = loop.time(), len(answers(table, seat))
            if table.room.hand.over:
                break
            await pages[0].until(lambda: len(answers(table, seat)) > count)  # noqa: B023
            assert loop.time() - at < 1.5
        assert {entry.by for entry in answers(table, seat)[before:]} == {"away"}
        await house.stop()

    run(main())


def test_he_takes_over_at_once_when_he_is_back() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), pace=10)
        table, pages = await four(house, clock=Clock(10, 5))
        page = await whose_turn(pages)
        await page.ask(p.Auto, on=True)
        assert table.room.chairs[page.you.chair].auto
        page.drop()
        await asyncio.sleep(1)  # his stand-in is still thinking
        back = page.again()
        snapshot = await back.wait(lambda message: isinstance(message, p.Snapshot))
        assert snapshot.question is not None and 13900 < snapshot.question.left <= 14000
        assert not snapshot.room.chairs[back.you.chair].auto
        await asyncio.sleep(12)
        assert not answers(table, back.you.seat)
        answer = await back.ask(p.Answer, question=snapshot.question.id, action=snapshot.question.choices[-1].action)
        assert isinstance(answer, p.Ack)
        await house.stop()

    run(main())


def test_an_answer_of_his_own_takes_over_too() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), pace=10)
        table, pages = await four(house)
        page = await whose_turn(pages)
        await page.ask(p.Auto, on=True)
        assert isinstance(await page.ask(p.Answer, question=page.question.id, action=page.question.choices[-1].action), p.Ack)
        assert not table.room.chairs[page.you.chair].auto
        assert [type(entry) for entry in entries(table)[-2:]] == [Answered, Autoed]
        await house.stop()

    run(main())


def test_who_comes_back_in_time_finds_the_rest_of_it() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        _, pages = await four(house, clock=Clock(10, 5))
        page = await whose_turn(pages)
        page.drop()
        await asyncio.sleep(6)
        snapshot = await page.again().wait(lambda message: isinstance(message, p.Snapshot))
        assert 8500 < snapshot.question.left <= 9000 and snapshot.question.bank == 5000
        await house.stop()

    run(main())


@pytest.mark.parametrize(("absent", "by"), [("safe", "away"), ("bot", "bot")])
def test_a_bot_takes_the_seat_of_one_who_is_away_only_where_the_room_says_so(absent: str, by: str) -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), stand_in="random")
        pages = [Page(name, calmly) for name in NAMES]
        table = await started(house, rules("changsha", clock=Clock(3, 0), absent=absent), *pages)
        pages[1].drop()
        await pages[0].until(lambda: pages[0].room.chairs[1].auto)
        count = len(answers(table, table.room.seats.index(1)))
        await pages[0].until(lambda: table.room.match.number >= 1)
        assert {entry.by for entry in answers(table, table.room.seats.index(1))[count:]} <= {by}
        await pages[2].ask(p.Auto, on=True)  # he is here: he is played safely, whatever the room says
        await pages[0].until(lambda: table.room.match.number >= 2)
        begun = max(n for n, entry in enumerate(entries(table)) if type(entry).__name__ == "Begun" and entry.hand == 1)
        seat = table.room.seats.index(2)
        assert {entry.by for entry in entries(table)[begun:] if isinstance(entry, Answered) and entry.seat == seat} == {"away"}
        await house.stop()

    run(main())


def test_played_for_never_wins_kongs_or_claims() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages = [Page(name, calmly) for name in NAMES[:2]]
        table = await started(house, rules("baicheng"), *pages)
        for page in pages:
            await page.ask(p.Auto, on=True)
        await pages[0].until(lambda: table.room.match and table.room.match.number >= 3)
        played = [entry.action for entry in entries(table) if isinstance(entry, Answered) and entry.by == "away"]
        assert len(played) > 50 and all(action == "pass" or action.startswith(("discard ", "set ")) for action in played)
        await house.stop()

    run(main())


def test_there_is_no_clock_for_one_person_alone_and_nothing_goes_on_without_him() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), pace=1)
        page = Page("ann")
        table = await started(house, rules("changsha", clock=Clock(5, 0)), page)
        await page.wait(lambda message: isinstance(message, p.Ask))
        assert page.question.left is None
        await asyncio.sleep(10_000)
        assert page.question is not None
        page.drop()
        await asyncio.sleep(1)
        length = table.room.length
        await asyncio.sleep(100_000)
        assert table.room.length == length
        back = page.again()
        snapshot = await back.wait(lambda message: isinstance(message, p.Snapshot))
        assert snapshot.question.id == page.question.id
        await house.stop()

    run(main())


def test_without_a_clock_one_who_has_dropped_is_waited_for_a_minute() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        table, pages = await four(house, clock=Clock(0, 0))
        page = await whose_turn(pages)
        assert page.question.left is None
        await asyncio.sleep(500)
        assert not answers(table, page.you.seat)
        page.drop()
        await asyncio.sleep(55)
        assert not answers(table, page.you.seat)
        await asyncio.sleep(10)
        assert answers(table, page.you.seat)[0].by == "away"
        await house.stop()

    run(main())


@pytest.mark.parametrize("clock", [Clock(15, 20), Clock(0, 0)])
def test_the_next_hand_begins_when_all_who_are_here_have_seen_the_last_or_the_time_is_up(clock: Clock) -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), next_wait=10)
        pages = [Page(name, calmly, nexts=False) for name in NAMES[:3]]
        table = await started(house, rules("changsha", clock=clock), *pages)
        loop = asyncio.get_running_loop()
        over = lambda message: isinstance(message, p.Over)  # noqa: E731
        await pages[0].wait(over)
        at = loop.time()
        if clock.base:
            await pages[0].wait(lambda message: isinstance(message, p.Begin) and message.hand.number == 1)
            assert 10 <= loop.time() - at < 10.2
        else:
            await asyncio.sleep(1000)
            assert table.room.match.number == 1 and table.room.part.number == 0
            for page in pages:
                await page.ask(p.Next)
            await pages[0].wait(lambda message: isinstance(message, p.Begin) and message.hand.number == 1)
        await pages[0].wait(lambda message: over(message) and message.result.record.endswith("-1"))
        at = loop.time()
        pages[2].drop()  # who is not here is not waited for
        for page in pages[:2]:
            await page.ask(p.Next)
        await pages[0].wait(lambda message: isinstance(message, p.Begin) and message.hand.number == 2)
        assert loop.time() - at < 0.2
        await house.stop()

    run(main())


def test_promises_are_waited_for_a_moment_and_not_of_those_who_are_not_here() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        pages: list[Any] = [Page("ann"), Page("bo", nonces=False), Page("cai")]
        table = await started(house, rules("changsha"), *pages)
        loop = asyncio.get_running_loop()
        at = loop.time()
        await pages[0].wait(lambda message: isinstance(message, p.Begin))
        assert loop.time() - at == pytest.approx(3.0, abs=0.1)
        assert [len(nonce) for nonce in table.room.nonces] == [32, 0, 32, 0]
        await house.stop()

    run(main())
