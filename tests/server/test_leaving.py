"""Leaving, staying away, and ending a match by vote: what each costs and who plays on (CS-48 and its kin)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from paiju.records import read_line
from paiju.server import protocol as p
from paiju.server.entries import Answered, Escaped, Left, Shut
from paiju.server.protocol import Clock
from tests.server.memory import MemoryStore
from tests.server.pages import Page, calmly, hall, rules, started
from tests.server.test_answers import entries
from tests.server.test_matches import NAMES, SHORT
from tests.server.virtual import run


async def four(variant: str, **given: Any) -> tuple[Any, Any, list[Page]]:
    house = hall(MemoryStore(delay=0), next_wait=1)
    pages = [Page(name, calmly, delay=0.3) for name in NAMES]
    table = await started(house, rules(variant, options={"match_length": 4}, **given), *pages)
    await pages[0].wait(lambda message: isinstance(message, p.Happened))
    return house, table, pages


@pytest.mark.parametrize("coins", [False, True])
def test_leaving_costs_seventy_after_the_settlement_once(coins: bool) -> None:
    async def main() -> None:
        house, table, pages = await four("changsha", coins=coins, base_points=2)
        assert isinstance(await pages[1].ask(p.Leave), p.Ack)
        await asyncio.sleep(0.1)
        assert pages[1].closed == (4007, "left")
        assert not pages[0].of(p.Over)
        over = await pages[0].wait(lambda message: isinstance(message, p.Over))
        seat = table.room.seats.index(1)
        lines = [line for line in over.result.lines if line.why == "leaving"]
        assert [line.giver for line in lines] == [seat] * len(lines)
        if coins:
            assert [(line.to, line.amount) for line in lines] == [((seat + 1 + n) % 4, 2 * share) for n, share in enumerate((24, 23, 23))]
        else:
            assert [(line.to, line.amount) for line in lines] == [(None, 140)]
        paid = [0, 0, 0, 0]
        for line in over.result.lines:
            paid[line.giver] -= line.amount
            if line.to is not None:
                paid[line.to] += line.amount
        assert paid == [over.result.totals[chair] for chair in table.room.seats]
        assert sum(over.result.deltas) == 0 and over.result.deltas[seat] - 140 == over.result.totals[1]
        await pages[0].until(lambda: pages[0].room.state == "over")
        paid_for = [line for over in pages[0].of(p.Over) for line in over.result.lines if line.why == "leaving"]
        assert len(paid_for) == len(lines)
        match = house.store.matches[table.id]
        assert match.places[1].gone and match.places[1].place == 4 and sum(place.points for place in match.places) == (0 if coins else -70)
        left = next(n for n, entry in enumerate(entries(table)) if isinstance(entry, Left))
        assert {entry.by for entry in entries(table)[left:] if isinstance(entry, Answered) and entry.seat == seat} == {"bot"}
        second = read_line(house.store.hands[f"{table.id}-1"].line)
        assert [leaving.player for leaving in second.match.leavings] == [1]
        await house.stop()

    run(main())


@pytest.mark.parametrize("variant", ["changchun", "baicheng"])
@pytest.mark.parametrize(("absent", "by"), [("safe", "away"), ("bot", "bot")])
def test_in_the_other_games_leaving_costs_nothing_and_the_seat_is_played_for_to_the_end(variant: str, absent: str, by: str) -> None:
    async def main() -> None:
        house, table, pages = await four(variant, absent=absent)
        await pages[1].ask(p.Leave)
        left = next(n for n, entry in enumerate(entries(table)) if isinstance(entry, Left))
        await pages[0].until(lambda: pages[0].room.state == "over")
        assert not [line for over in pages[0].of(p.Over) for line in over.result.lines if line.why == "leaving"]
        assert table.room.seats.index(1) == 1
        assert {entry.by for entry in entries(table)[left:] if isinstance(entry, Answered) and entry.seat == 1} == {by}
        await house.stop()

    run(main())


def test_who_leaves_between_two_hands_pays_at_once_and_the_settlement_is_shown_again() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), next_wait=1000)
        pages = [Page(name, calmly, nexts=False, delay=0.3) for name in NAMES]
        table = await started(house, rules("changsha", options=SHORT["changsha"]), *pages)
        first = await pages[0].wait(lambda message: isinstance(message, p.Over))
        await pages[2].ask(p.Leave)
        await asyncio.sleep(0.1)
        assert len(pages[0].of(p.Over)) == 2
        again = pages[0].of(p.Over)[1].result
        assert again.totals[2] == first.result.totals[2] - 70 and again.deltas == first.result.deltas
        assert len(again.lines) == len(first.result.lines) + 1
        for page in (pages[0], pages[1], pages[3]):
            await page.ask(p.Next)
        begin = await pages[0].wait(lambda message: isinstance(message, p.Begin) and message.hand.number == 1)
        assert list(begin.hand.totals) == list(again.totals)
        assert table.room.persons == [0, 1, 3]
        await house.stop()

    run(main())


def test_who_is_not_back_after_the_grace_pays_and_keeps_his_chair() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), next_wait=1)
        pages = [Page(name, calmly, delay=0.3) for name in NAMES]
        options = {**SHORT["changsha"], "match_length": 16, "escape_grace_seconds": 30}
        table = await started(house, rules("changsha", options=options, clock=Clock(3, 0)), *pages)
        pages[3].drop()
        over = await pages[0].wait(lambda message: isinstance(message, p.Over))
        at = pages[0].times[pages[0].got.index(over)]
        await pages[0].until(lambda: any(isinstance(entry, Escaped) for entry in entries(table)))
        assert asyncio.get_running_loop().time() - at == pytest.approx(30, abs=1)
        back = pages[3].again()
        await back.wait(lambda message: isinstance(message, p.Snapshot))
        assert back.you.chair == 3 and not back.room.chairs[3].left
        await back.until(lambda: any(line.why == "leaving" for message in back.of(p.Over) for line in message.result.lines))
        await back.wait(lambda message: isinstance(message, p.Ask), len(back.got))
        await house.stop()

    run(main())


def test_who_is_back_in_time_does_not_pay() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), next_wait=1)
        pages = [Page(name, calmly, delay=0.3) for name in NAMES]
        table = await started(house, rules("changsha", options={**SHORT["changsha"], "match_length": 16}, clock=Clock(3, 0)), *pages)
        pages[3].drop()
        await pages[0].wait(lambda message: isinstance(message, p.Over))
        await asyncio.sleep(50)
        pages[3].again()
        await asyncio.sleep(100)
        assert not any(isinstance(entry, Escaped) for entry in entries(table))
        await house.stop()

    run(main())


def test_the_last_hand_waits_for_the_grace_before_the_match_is_kept() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0), next_wait=1)
        pages = [Page(name, calmly, delay=0.3) for name in NAMES]
        table = await started(house, rules("changsha", options=SHORT["changsha"], clock=Clock(3, 0)), *pages)
        await pages[0].until(lambda: table.room.match and table.room.match.number == 3)
        pages[3].drop()
        await pages[0].wait(lambda message: isinstance(message, p.Over) and message.result.match_over)
        assert table.id not in house.store.matches and pages[0].room.state == "playing"
        await asyncio.sleep(61)
        match = house.store.matches[table.id]
        assert match.places[3].points == pages[0].of(p.Over)[-1].result.totals[3] and sum(place.points for place in match.places) == -70
        assert pages[0].room.state == "over"
        await house.stop()

    run(main())


def test_when_everybody_has_left_the_room_is_closed() -> None:
    async def main() -> None:
        house, table, pages = await four("changsha")
        for page in pages:
            assert isinstance(await page.ask(p.Leave), p.Ack)
        await asyncio.sleep(0.1)
        assert house.find(table.number) is None
        assert [entry for entry in entries(table) if isinstance(entry, Shut)] == [Shut("empty")]
        await house.stop()

    run(main())


def test_who_has_left_may_only_watch() -> None:
    async def main() -> None:
        house, table, pages = await four("changsha", watch_delay=0)
        await pages[1].ask(p.Leave)
        back = pages[1].again()
        await back.wait(lambda message: isinstance(message, p.Snapshot))
        assert back.you.chair is None and back.question is None
        assert (await back.ask(p.Auto, on=False)).code == "not_seated"
        assert all(seat.hand is None for seat in back.view.seats) if back.view else True
        assert table.room.chairs[1].left
        await house.stop()

    run(main())


# -- the vote ------------------------------------------------------------------------------------------------------------


def test_a_match_ends_when_all_agree() -> None:
    async def main() -> None:
        house, table, pages = await four("changsha")
        await pages[0].until(lambda: table.room.match.number == 1)
        for page in pages:
            page.choose = None
        assert isinstance(await pages[2].ask(p.Dissolve), p.Ack)
        await pages[0].until(lambda: pages[0].room.dissolve == (2,))
        assert 59000 < pages[0].room.dissolve_left <= 60000
        assert (await pages[2].ask(p.Dissolve)).code == "voted"
        for page in (pages[0], pages[1], pages[3]):
            await page.ask(p.Dissolve)
        await asyncio.sleep(0.1)
        assert all(page.closed == (4005, "dissolved") for page in pages)
        assert pages[0].room.state == "closed"
        match = house.store.matches[table.id]
        assert not match.whole and match.hands == 1
        await house.stop()

    run(main())


def test_silence_for_a_minute_is_consent() -> None:
    async def main() -> None:
        house, table, pages = await four("changsha", clock=Clock(0, 0))
        for page in pages:
            page.choose = None
        pages[3].drop()
        await pages[0].ask(p.Dissolve)
        await asyncio.sleep(59)
        assert house.find(table.number) is table
        await asyncio.sleep(1.5)
        assert house.find(table.number) is None
        assert entries(table)[-1] == Shut("dissolved")
        await house.stop()

    run(main())


def test_one_against_is_enough_and_the_same_player_may_ask_again_only_in_the_next_hand() -> None:
    async def main() -> None:
        house, table, pages = await four("changsha")
        await pages[0].ask(p.Dissolve)
        await pages[1].ask(p.Dissolve)
        assert isinstance(await pages[2].ask(p.Dissolve, agree=False), p.Ack)
        await pages[0].until(lambda: pages[0].room.dissolve is None)
        assert (await pages[0].ask(p.Dissolve)).code == "vote_denied"
        assert isinstance(await pages[1].ask(p.Dissolve), p.Ack)
        assert isinstance(await pages[2].ask(p.Dissolve, agree=False), p.Ack)
        await asyncio.sleep(70)
        assert house.find(table.number) is table
        await pages[0].until(lambda: table.room.part.number >= 1 or table.room.state == "over")
        if table.room.state == "playing":
            assert isinstance(await pages[0].ask(p.Dissolve), p.Ack)
        await house.stop()

    run(main())


def test_a_vote_goes_on_when_one_of_those_who_were_silent_leaves() -> None:
    async def main() -> None:
        house, table, pages = await four("changchun")
        for page in pages:
            page.choose = None
        for page in pages[:3]:
            await page.ask(p.Dissolve)
        await pages[3].ask(p.Leave)
        await asyncio.sleep(0.1)
        assert entries(table)[-2:] == [Left(3), Shut("dissolved")]
        await house.stop()

    run(main())


def test_alone_with_bots_a_match_ends_at_once() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        page = Page("ann")
        table = await started(house, rules("changchun"), page)
        await page.ask(p.Dissolve)
        await asyncio.sleep(0.1)
        assert entries(table)[-1] == Shut("dissolved") and table.id not in house.store.matches
        await house.stop()

    run(main())
