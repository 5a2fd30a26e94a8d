"""A finished hand looked at again: the settlement is the table's own, and every answer stands where it was given."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.records.record import Record
from paiju.server import protocol as p
from paiju.server.replaying import replayed
from tests.server.running import Page, Person, running
from tests.server.test_rest import fault

LINES = (Path(__file__).parent.parent / "vectors" / "fair-match.jsonl").read_bytes().splitlines(keepends=True)
_RECORD: Any = msgspec.json.Decoder(Record)


async def results(person: Person, page: Page, hands: int) -> list[p.Result]:
    """Plays so many hands, winning where that is possible; how each was settled."""
    found: list[p.Result] = []
    while len(found) < hands:
        message = await page.next()
        question = message.question if isinstance(message, p.Snapshot | p.Ask) else None
        if question is not None:
            choice = next((choice for choice in question.choices if choice.verb == "win"), question.choices[-1])
            await page.do(p.Answer, question=question.id, action=choice.action)
        elif isinstance(message, p.Over):
            found.append(message.result)
            await page.do(p.Next)
    return found


@pytest.mark.parametrize("variant", ["changchun", "changsha"])
def test_the_settlement_of_a_replay_is_that_of_the_table(tmp_path: Path, variant: str) -> None:
    async def test() -> None:
        async with running(tmp_path) as place, await place.guest() as person:
            number = await person.quick(variant, options={"match_length": 4})
            async with person.at(number) as page:
                shown = await results(person, page, 2)
            for result in shown:
                got = await person.browser.get(f"/api/records/{result.record}/replay")
                found = msgspec.convert(got.json()["result"], p.Result)
                assert found == result
                record = _RECORD.decode((await person.browser.get(f"/api/records/{result.record}")).content)
                assert record.fair.secret == result.secret and record.fair.nonces == result.nonces
            fault(await person.browser.get("/api/records/nobody-0/replay"), 404, "not_found")

    asyncio.run(test())


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_answers_stand_where_they_were_given(line: bytes) -> None:
    record = _RECORD.decode(line)
    found = replayed(line, "room-0", 5, match_over=False)
    assert [answer.seat for answer in found.answers] == [int(text[0]) for text in record.actions]
    assert [answer.of for answer in found.answers] == [of for _, of in record.choices]
    for answer in found.answers:
        assert len(answer.others) < answer.of
        if answer.verb in ("discard", "ready"):
            assert record.events[answer.at].seat == answer.seat and type(record.events[answer.at]).__name__ == "Discard"
    assert [5 * delta for delta in record.deltas] == list(found.result.deltas)
    assert sum(row.amount for row in found.result.lines) == 5 * sum(pay.amount for pay in record.payments)
    assert {row.text.zh.partition("付")[0] for row in found.result.lines} <= {name.zh for name in found.names}
