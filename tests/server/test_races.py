"""Who comes, goes and is sent away at the same moment (known fault 26): no order of letters breaks a room."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest

from paiju.server import obeying
from paiju.server import protocol as p
from paiju.server.entries import Committed, Emptied, Sat, Shut
from paiju.server.refusals import Refusal
from tests.server.memory import MemoryStore
from tests.server.pages import Page, calmly, hall, rules, seated, started
from tests.server.test_answers import entries
from tests.server.virtual import run


async def snapshot(page: Page) -> Any:
    return await page.wait(lambda message: isinstance(message, p.Snapshot))


def test_the_next_chair_is_host_when_the_host_leaves_before_the_start() -> None:
    async def main() -> None:
        house = hall()
        ann, bo, cai = Page("ann"), Page("bo"), Page("cai")
        table = await seated(house, rules(), ann, bo, cai)
        await ann.ask(p.Leave)
        await bo.until(lambda: bo.room.host == 1)
        assert (await cai.ask(p.Start)).code == "not_host"
        await bo.ask(p.Stand)
        await cai.until(lambda: cai.room.host == 2)
        for chair in (0, 1):
            await cai.ask(p.Fill, chair=chair, bot="quick")
        assert isinstance(await cai.ask(p.Start), p.Ack)
        assert table.room.begun
        await house.stop()

    run(main())


def test_the_first_to_sit_down_is_host_where_nobody_sits() -> None:
    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        table = await seated(house, rules(), ann, bots=False)
        bo.join(table)
        await ann.ask(p.Leave)
        await bo.ask(p.Sit, chair=2)
        await bo.until(lambda: bo.room.host == 2)
        await house.stop()

    run(main())


@pytest.mark.parametrize("order", list(itertools.permutations(("kick", "drop", "stand"))))
def test_kick_disconnect_and_standing_up_together(order: tuple[str, ...]) -> None:
    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        table = await seated(house, rules(), ann, bo)
        for what in order:
            if what == "kick":
                ann.do(p.Kick, chair=1)
            elif what == "drop":
                bo.drop()
            else:
                bo.do(p.Stand)
        await ann.until(lambda: not ann.room.chairs[1].player and ann.room.watchers == 0)
        assert house.counts["failures"] == 0
        await ann.ask(p.Fill, chair=1, bot="quick")
        assert isinstance(await ann.ask(p.Start), p.Ack)
        assert table.room.begun
        await house.stop()

    run(main())


def test_start_twice_begins_once() -> None:
    async def main() -> None:
        house = hall()
        ann = Page("ann")
        table = await seated(house, rules(), ann)
        first, second = ann.do(p.Start), ann.do(p.Start)
        assert isinstance(await ann.wait(lambda message: getattr(message, "id", "") == first), p.Ack)
        assert (await ann.wait(lambda message: getattr(message, "id", "") == second)).code == "started"
        assert len([entry for entry in entries(table) if isinstance(entry, Committed)]) == 1
        await house.stop()

    run(main())


def test_a_room_is_closed_once_however_often() -> None:
    async def main() -> None:
        house = hall()
        ann, late = Page("ann"), Page("bo")
        table = await started(house, rules(), ann)
        house.close(table.number)
        house.close(table.number)
        ann.do(p.Dissolve)
        late.join(table)
        await asyncio.sleep(1)
        assert [entry for entry in entries(table) if isinstance(entry, Shut)] == [Shut("admin")]
        assert ann.closed == late.closed == (4005, "admin")
        assert not house.close(table.number)
        later = Page("cai").join(table)
        assert later.closed == (4005, "admin")
        await house.stop()

    run(main())


def test_nobody_joins_a_running_match() -> None:
    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        table = await started(house, rules(), ann)
        bo.join(table)
        assert (await bo.ask(p.Sit)).code == "started"
        assert table.room.persons == [0]
        await house.stop()

    run(main())


def test_one_person_has_one_chair() -> None:
    """Two of his pages sit down at the same moment."""

    async def main() -> None:
        house = hall()
        ann, first, second = Page("ann"), Page("bo"), Page("bo")
        table = await seated(house, rules(), ann, bots=False)
        await snapshot(first.join(table))
        first.do(p.Sit, chair=1)
        second.join(table).do(p.Sit, chair=2)
        await asyncio.sleep(1)
        assert [entry.chair for entry in entries(table) if isinstance(entry, Sat)] == [1]
        assert first.closed == (4001, "opened elsewhere") and isinstance(first.got[-1], p.Elsewhere)
        assert second.closed is None and second.you.chair == 1
        await house.stop()

    run(main())


def test_two_take_the_same_chair_and_one_gets_it() -> None:
    async def main() -> None:
        house = hall()
        ann, bo, cai = Page("ann"), Page("bo"), Page("cai")
        table = await seated(house, rules(), ann, bots=False)
        await snapshot(bo.join(table))
        await snapshot(cai.join(table))
        bo.do(p.Sit, chair=1)
        answer = await cai.ask(p.Sit, chair=1)
        assert answer.code == "taken"
        assert isinstance(await cai.ask(p.Sit), p.Ack) and table.room.chair_of("cai") == 2
        await house.stop()

    run(main())


def test_one_person_plays_with_others_at_one_table_only() -> None:
    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        table = await seated(house, rules(), ann, bo)
        with pytest.raises(Refusal) as refused:
            await house.create(rules(), "bo", "Bo")
        assert refused.value.code == "elsewhere" and table.number in refused.value.why.en
        other = await house.create(rules(), "cai", "Cai")
        bo2 = Page("bo")
        await snapshot(bo2.join(other))
        assert (await bo2.ask(p.Sit)).code == "elsewhere"
        assert await house.quick(rules(), "bo", "Bo")  # a game alone is no game with others
        await bo.ask(p.Stand)
        assert isinstance(await bo2.ask(p.Sit), p.Ack)
        await house.stop()

    run(main())


def test_two_rooms_asked_for_at_once_are_not_both_opened() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0.1))
        found = await asyncio.gather(*[house.create(rules(), "ann", "Ann") for _ in range(5)], return_exceptions=True)
        assert sum(isinstance(one, Refusal) for one in found) == 4
        assert len(house.tables) == 1
        await house.stop()

    run(main())


def test_a_room_that_could_not_be_stored_is_not_there() -> None:
    async def main() -> None:
        store = MemoryStore()
        store.failures = 1
        house = hall(store)
        with pytest.raises(ValueError, match="full"):
            await house.create(rules(), "ann", "Ann")
        assert not house.tables
        assert await house.create(rules(), "ann", "Ann")
        await house.stop()

    run(main())


def test_a_second_tab_takes_the_seat_and_the_first_one_is_told() -> None:
    async def main() -> None:
        house = hall()
        ann = Page("ann")
        table = await started(house, rules("changchun"), ann)
        await ann.wait(lambda message: isinstance(message, p.Ask))
        second = ann.again()
        found = await snapshot(second)
        assert ann.closed == (4001, "opened elsewhere") and isinstance(ann.got[-1], p.Elsewhere)
        assert found.question == ann.question and found.table.view == ann.view
        count = len(ann.got)
        ann.table.command(ann, p.Answer("late", ann.question.id, ann.question.choices[0].action))
        ann.table.leave(ann)
        await asyncio.sleep(1)
        assert len(ann.got) == count and table.here(0)
        assert isinstance(await second.ask(p.Answer, question=found.question.id, action=calmly(second, found.question)), p.Ack)
        await house.stop()

    run(main())


def test_who_drops_before_the_match_keeps_his_chair_for_a_while() -> None:
    async def main() -> None:
        house = hall(seat_wait=120)
        ann, bo = Page("ann"), Page("bo")
        await seated(house, rules(), ann, bo)
        bo.drop()
        await asyncio.sleep(100)
        again = bo.again()
        assert (await snapshot(again)).you.chair == 1
        again.drop()
        await asyncio.sleep(119)
        assert ann.room.chairs[1].player == "bo"
        await asyncio.sleep(2)
        assert ann.room.chairs[1].player == ""
        ann.drop()
        await asyncio.sleep(10_000)
        assert (await snapshot(ann.again())).you.chair == 0  # the last one's chair stays, as long as the room does
        await house.stop()

    run(main())


def test_a_new_name_comes_to_the_own_chair() -> None:
    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        await seated(house, rules(), ann, bo)
        bo.drop()
        again = bo.again()
        again.name = "Boris"
        assert isinstance(await again.ask(p.Sit, chair=1), p.Ack)
        assert [chair.name for chair in ann.room.chairs[:2]] == ["Ann", "Boris"] and again.you.chair == 1
        assert isinstance(await again.ask(p.Sit, chair=2), p.Refused)
        await house.stop()

    run(main())


def test_rules_changed_make_nobody_ready() -> None:
    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        table = await seated(house, rules(), ann, bo)
        await ann.ask(p.Change, rules=rules("baicheng"))
        assert (await ann.ask(p.Start)).code == "not_ready"
        await bo.ask(p.Ready)
        assert isinstance(await ann.ask(p.Start), p.Ack)
        await ann.wait(lambda message: isinstance(message, p.Begin))
        assert table.room.game.variant.key == "baicheng"
        await house.stop()

    run(main())


def test_a_new_name_comes_to_the_chair_with_a_new_page_before_the_match() -> None:
    async def main() -> None:
        store = MemoryStore()
        house = hall(store)
        ann, bo = Page("ann"), Page("bo")
        table = await seated(house, rules(), ann, bo)
        bo.name = "Bob"
        bo.drop()
        bo = bo.again()  # under the name it had
        await snapshot(bo)
        length = len(entries(table))
        bo.drop()
        bo = Page("bo")
        bo.name = "Bob"
        assert (await snapshot(bo.join(table))).room.chairs[1].name == "Bob"
        await ann.until(lambda: ann.room.chairs[1].name == "Bob" and ann.room.chairs[1].ready)
        assert entries(table)[length:] == [Sat(1, "bo", "Bob")]
        await ann.ask(p.Start)
        await ann.wait(lambda message: isinstance(message, p.Begin))
        late = Page("bo")
        late.name = "Bobby"
        assert (await snapshot(late.join(table))).room.chairs[1].name == "Bob", "a match is played under the names it began with"
        await house.stop()

    run(main())


@pytest.mark.parametrize("heard", [True, False])
def test_who_stands_up_while_his_new_name_is_saved_stays_standing(heard: bool) -> None:
    """The page comes again under the new name and repeats what it has no answer to; sitting down must not come of it."""

    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        table = await seated(house, rules(), ann, bots=False)
        await snapshot(bo.join(table))
        bo.do(p.Sit, "sit", chair=1)
        if heard:
            bo.do(p.Stand, "stand")
        bo.drop()
        again = Page("bo")
        again.name = "Bob"
        again.join(table)
        assert isinstance(await again.ask(p.Sit, "sit", chair=1), p.Ack)
        assert isinstance(await again.ask(p.Stand, "stand"), p.Ack)
        await again.until(lambda: again.you.chair is None and not again.room.chairs[1].player)
        chairs = [entry for entry in entries(table) if isinstance(entry, Sat | Emptied)]
        assert [type(entry) for entry in chairs] == [Sat, Emptied] if heard else [Sat, Sat, Emptied]
        await house.stop()

    run(main())


def test_answers_are_remembered_of_those_who_spoke_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(obeying, "_PLAYERS", 3)

    async def main() -> None:
        house = hall()
        ann = Page("ann")
        table = await seated(house, rules(), ann, bots=False)
        for n in range(5):
            page = Page(f"guest{n}").join(table)
            await page.ask(p.Stand)
            page.drop()
            await ann.ask(p.Ready, on=n % 2 == 0)
        assert list(table.obeying._answers) == ["guest3", "guest4", "ann"]
        await house.stop()

    run(main())
