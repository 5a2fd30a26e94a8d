"""Answers that come late, twice, out of order or forged (known faults 23 to 25): one question has one answer, and no bank is drained by another."""

from __future__ import annotations

import asyncio
from typing import Any

from paiju.server import protocol as p
from paiju.server.entries import Answered
from paiju.server.hall import Hall
from paiju.server.protocol import Clock
from paiju.server.table import Table
from tests.server.memory import MemoryStore
from tests.server.pages import Page, calmly, hall, rules, started
from tests.server.test_matches import NAMES
from tests.server.virtual import run


def entries(table: Table) -> list[Any]:
    assert isinstance(table.store, MemoryStore)
    return table.store.read(table.id)


def answers(table: Table, seat: int) -> list[Answered]:
    return [entry for entry in entries(table) if isinstance(entry, Answered) and entry.seat == seat]


async def four(house: Hall, **given: Any) -> tuple[Table, list[Page]]:
    """Four people who say nothing by themselves."""
    pages = [Page(name) for name in NAMES]
    table = await started(house, rules("changchun", **given), *pages)
    await pages[0].wait(lambda message: isinstance(message, p.Happened))
    return table, pages


async def whose_turn(pages: list[Page]) -> Page:
    await pages[0].until(lambda: any(page.question is not None for page in pages))
    return next(page for page in pages if page.question is not None)


def test_a_double_tap_discards_once() -> None:
    async def main() -> None:
        house = hall()
        table, pages = await four(house)
        page = await whose_turn(pages)
        seat, question = page.you.seat, page.question
        first = page.do(p.Answer, question=question.id, action=question.choices[0].action)
        second = page.do(p.Answer, question=question.id, action=question.choices[0].action)
        assert isinstance(await page.wait(lambda message: getattr(message, "id", "") == first), p.Ack)
        refused = await page.wait(lambda message: getattr(message, "id", "") == second)
        assert isinstance(refused, p.Refused) and refused.code == "closed"
        assert len(answers(table, seat)) == 1
        await house.stop()

    run(main())


def test_a_command_repeated_is_acknowledged_again_and_changes_nothing_also_after_a_restart() -> None:
    async def main() -> None:
        store = MemoryStore()
        house = hall(store)
        table, pages = await four(house)
        page = await whose_turn(pages)
        seat, question = page.you.seat, page.question
        action = question.choices[0].action
        for _ in range(3):
            assert isinstance(await page.ask(p.Answer, "mine", question=question.id, action=action), p.Ack)
        assert isinstance(await page.again().ask(p.Answer, "mine", question=question.id, action=action), p.Ack)
        await house.stop()
        house = hall(store)
        await house.restore()
        table = house.find(table.number)
        page = Page(page.player).join(table)
        assert isinstance(await page.ask(p.Answer, "mine", question=question.id, action=action), p.Ack)
        assert len(answers(table, seat)) == 1
        await house.stop()

    run(main())


def test_a_late_answer_neither_drains_the_bank_nor_answers_the_next_question() -> None:
    async def main() -> None:
        house = hall()
        table, pages = await four(house, clock=Clock(10, 5))
        page = await whose_turn(pages)
        chair, seat, question = page.you.chair, page.you.seat, page.question
        assert (question.left, question.bank) == (15000, 5000)
        await page.wait(lambda message: isinstance(message, p.Closed))
        late = await page.ask(p.Answer, question=question.id, action=question.choices[0].action)
        assert late.code == "closed"
        assert [(entry.by, entry.bank) for entry in answers(table, seat)] == [("clock", 0)]
        for other in pages:
            other.choose = calmly
            if other.question:
                other.answer(other.question)
        page.choose = None
        await page.wait(lambda message: isinstance(message, p.Ask), page.got.index(late))
        asked, count = page.question, len(answers(table, seat))
        again = await page.ask(p.Answer, question=question.id, action=asked.choices[0].action)
        assert again.code == "closed" and page.question == asked
        assert len(answers(table, seat)) == count and table.room.chairs[chair].bank == 0
        await house.stop()

    run(main())


def test_the_bank_pays_for_what_goes_beyond_the_base_as_the_server_measures_it() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        table, pages = await four(house, clock=Clock(10, 20))
        page = await whose_turn(pages)
        await asyncio.sleep(12.5)
        question = page.question
        await page.ask(p.Answer, question=question.id, action=question.choices[-1].action)
        (entry,) = answers(table, page.you.seat)
        assert 17000 < entry.bank < 17600
        await house.stop()

    run(main())


def test_a_forged_answer_is_refused() -> None:
    """Of another seat's question, of one that is still to come, of one that never was."""

    async def main() -> None:
        house = hall()
        _, pages = await four(house)
        page = await whose_turn(pages)
        hand, seat, count = page.question.id.split(".")
        for other in pages:
            if other is not page:
                answer = await other.ask(p.Answer, question=page.question.id, action=page.question.choices[0].action)
                assert answer.code == "closed"
        for forged in (f"{hand}.{seat}.{int(count) + 1}", f"1.{seat}.{count}", f"{hand}.{seat}.0", "", "0.0", "x" * 40):
            assert (await page.ask(p.Answer, question=forged, action=page.question.choices[0].action)).code == "closed"
        await house.stop()

    run(main())


def test_an_answer_sent_before_its_question_is_shown_does_not_count() -> None:
    """While what follows a discard is held back the next player's question is open inside, but not for him."""

    async def main() -> None:
        house = hall()
        table, pages = await four(house, claim_wait=True)
        for _ in range(40):
            await pages[0].until(lambda: not table.play.showing.behind and any(page.question for page in pages))
            page = next(page for page in pages if page.question)
            page.do(p.Answer, question=page.question.id, action=calmly(page, page.question))
            await page.wait(lambda message: isinstance(message, p.Ack), len(page.got))
            await asyncio.sleep(0.1)
            if table.play.showing.behind and table.room.open:
                (seat, count), *_ = table.room.open.items()
                early = pages[table.room.seats[seat]]
                action = str(table.room.hand.actions(seat)[0])
                answer = await early.ask(p.Answer, question=f"{table.room.part.number}.{seat}.{count}", action=action)
                assert answer.code == "closed"
                break
        else:
            raise AssertionError("nothing was ever held back")
        await house.stop()

    run(main())


def test_a_tile_is_told_by_what_it_is_and_not_by_where_it_lies() -> None:
    """Choices name tiles; there is no way to answer with a place."""

    async def main() -> None:
        house = hall()
        _, pages = await four(house)
        page = await whose_turn(pages)
        for choice in page.question.choices:
            if choice.verb == "discard":
                assert choice.action.split(" ")[1][:-1].isdigit() and choice.tiles[0] in page.view.seats[page.you.seat].hand
        assert (await page.ask(p.Answer, question=page.question.id, action="0")).code == "illegal"
        await house.stop()

    run(main())


def test_within_a_claim_window_a_question_stays_while_others_answer() -> None:
    """Two seats are asked; when one passes, the other's question is the same and nothing tells him."""

    async def main() -> None:
        house = hall()
        pages = [Page(name, calmly, delay=0.2) for name in NAMES]
        table = await started(house, rules("changchun", claim_wait=False), *pages)
        seen = 0
        for _ in range(30000):
            await asyncio.sleep(0.05)
            asked = [page for page in pages if page.question and page.question.kind == "claim"]
            if len(asked) == 2:
                first, second = asked
                first.choose = second.choose = None
                question, at = second.question, len(second.got)
                await first.ask(p.Answer, question=first.question.id, action="pass")
                await asyncio.sleep(1)
                assert second.question == question and len(second.got) == at
                seen += 1
                for page in asked:
                    page.choose = calmly
                second.answer(question)
            if seen == 3 or table.room.match.number > 5:
                break
        assert seen
        await house.stop()

    run(main())
