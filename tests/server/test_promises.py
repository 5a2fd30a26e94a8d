"""Promises: everybody's are fixed and told before any nonce is taken, so that nobody chooses his own after another's (docs/fairness.md)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from paiju.core.errors import RecordError
from paiju.game.fair import promise
from paiju.records import FairPart, read_line, verify
from paiju.records.record import digest_of
from paiju.server import protocol as p
from paiju.server.entries import Begun, Promised
from paiju.server.table import Table
from tests.server.memory import MemoryStore
from tests.server.pages import Page, calmly, hall, rules, started
from tests.server.virtual import run

OWN, OTHER = bytes([1]) * 16, bytes([2]) * 16


def promised(page: Page, nonce: bytes = OWN) -> str:
    """What a page of the second chair promises with that nonce."""
    return promise(nonce, page.of(p.Commit)[-1].id, 1)


async def all_told(page: Page) -> p.Commit:
    """The commitment with everybody's promises."""
    found = await page.wait(lambda message: isinstance(message, p.Commit) and message.promises is not None)
    assert isinstance(found, p.Commit)
    return found


async def code(page: Page, kind: Any, **fields: Any) -> str:
    """How a command is refused; empty where it is carried out."""
    answer = await page.ask(kind, hand=0, **fields)
    return answer.code if isinstance(answer, p.Refused) else ""


async def with_accomplice(**settings: Any) -> tuple[Table, Page, Page]:
    """A table of an honest page and one that does nothing by itself, before any promise of its own; with it two bots."""
    house = hall(MemoryStore(delay=0), **{"nonce_wait": 1e6, **settings})
    honest, accomplice = Page("ann", calmly), Page("bo", calmly, nonces=False)
    table = await started(house, rules("changsha"), honest, accomplice)
    await accomplice.wait(lambda message: isinstance(message, p.Commit))
    return table, honest, accomplice


def test_who_has_seen_the_other_nonces_cannot_choose_his_own() -> None:
    async def main() -> None:
        table, honest, accomplice = await with_accomplice(nonce_wait=5.0)
        assert await code(accomplice, p.Promise, promise=promised(accomplice)) == ""
        told = await all_told(accomplice)
        await honest.wait(lambda message: isinstance(message, p.Ack) and message.id == f"c{int(message.id[1:])}")
        assert [await code(accomplice, p.Nonce, nonce=bytes([n]).hex() * 16) for n in range(2, 40)] == ["not_promised"] * 38
        begin = await honest.wait(lambda message: isinstance(message, p.Begin))
        assert begin.hand.number == 0
        assert len(table.room.nonces[0]) == 32 and table.room.nonces[1:] == ("", "", "")
        over = await honest.wait(lambda message: isinstance(message, p.Over))
        record = read_line(table.store.hands[over.result.record].line)  # type: ignore[attr-defined]
        verify(record)
        assert isinstance(record.fair, FairPart)
        assert record.fair.promises == told.promises and record.fair.promises[1] == promised(accomplice), "that he held it back stands there"
        await table.hall.stop()

    run(main())


def test_promises_come_first_and_are_the_same_for_everybody() -> None:
    async def main() -> None:
        table, honest, accomplice = await with_accomplice()
        assert await code(accomplice, p.Nonce, nonce=OWN.hex()) == "no_nonce", "nobody has been told what he promised"
        told = honest.of(p.Commit)
        assert [commit.promises for commit in told] == [None]
        assert await code(accomplice, p.Promise, promise=promised(accomplice)) == ""
        await all_told(honest)
        assert await all_told(accomplice) == msgspec.structs.replace(honest.of(p.Commit)[-1], n=accomplice.of(p.Commit)[-1].n)
        assert await code(accomplice, p.Promise, promise=promised(accomplice, OTHER)) == "no_nonce", "the promises are fixed"
        assert await code(accomplice, p.Nonce, nonce=OTHER.hex()) == "not_promised"
        assert await code(accomplice, p.Nonce, nonce=OWN.hex()) == ""
        await honest.wait(lambda message: isinstance(message, p.Begin))
        assert table.room.nonces[1] == OWN.hex()
        entries = table.store.read(table.id)  # type: ignore[attr-defined]
        begun = next(n for n, entry in enumerate(entries) if isinstance(entry, Begun))
        assert entries[begun - 1] == Promised(0, told[0].promises or honest.of(p.Commit)[1].promises)
        await table.hall.stop()

    run(main())


def test_until_all_are_told_another_promise_takes_the_place_of_the_first() -> None:
    """A page loaded anew that knows nothing any more. Nobody has been told anything, so there is nothing to choose by."""

    async def main() -> None:
        house = hall(MemoryStore(delay=0), nonce_wait=1e6)
        pages = [Page("ann", calmly, nonces=False), Page("bo", calmly, nonces=False)]
        await started(house, rules("changsha"), *pages)
        await pages[1].wait(lambda message: isinstance(message, p.Commit))
        for nonce in (OTHER, OWN):
            assert await code(pages[1], p.Promise, promise=promised(pages[1], nonce)) == ""
        assert await code(pages[0], p.Promise, promise="00" * 32) == ""
        assert (await all_told(pages[0])).promises == ("00" * 32, promised(pages[1]), "", "")
        await house.stop()

    run(main())


def test_another_s_promise_or_that_of_another_hand_is_worth_nothing() -> None:
    async def main() -> None:
        table, honest, accomplice = await with_accomplice()
        id = accomplice.of(p.Commit)[0].id
        copied = promise(OWN, id, 0)
        assert await code(accomplice, p.Promise, promise=copied) == ""
        assert (await all_told(honest)).promises[1] == copied  # type: ignore[index]
        assert await code(accomplice, p.Nonce, nonce=OWN.hex()) == "not_promised"
        await table.hall.stop()

    run(main())


def test_who_has_promised_nothing_is_not_waited_for_and_gives_nothing() -> None:
    async def main() -> None:
        table, honest, accomplice = await with_accomplice(nonce_wait=2.0)
        told = await all_told(honest)
        assert told.promises is not None and told.promises[1:] == ("", "", "")
        assert await code(accomplice, p.Nonce, nonce=OWN.hex()) in ("not_promised", "no_nonce")
        await honest.wait(lambda message: isinstance(message, p.Begin))
        assert table.room.nonces[1:] == ("", "", "") and table.room.nonces[0]
        await table.hall.stop()

    run(main())


@pytest.mark.parametrize("known", [True, False])
def test_a_page_loaded_anew_between_promise_and_nonce_gives_what_was_promised_if_it_still_knows(known: bool) -> None:
    async def main() -> None:
        table, honest, accomplice = await with_accomplice(nonce_wait=20.0)
        assert await code(accomplice, p.Promise, promise=promised(accomplice)) == ""
        told = await all_told(accomplice)
        accomplice.drop()
        again = accomplice.again()
        found = await all_told(again)
        assert (found.id, found.commitment, found.promises) == (told.id, told.commitment, told.promises)
        nonce = OWN if known else OTHER
        assert await code(again, p.Nonce, nonce=nonce.hex()) == ("" if known else "not_promised")
        await honest.wait(lambda message: isinstance(message, p.Begin))
        assert table.room.nonces[1] == (OWN.hex() if known else "") and table.room.promises[1] == promised(accomplice)
        await table.hall.stop()

    run(main())


def test_who_was_not_here_in_time_is_told_the_promises_and_adds_nothing() -> None:
    async def main() -> None:
        table, honest, accomplice = await with_accomplice()
        accomplice.drop()
        await all_told(honest)
        await honest.wait(lambda message: isinstance(message, p.Begin))
        assert table.room.promises[1:] == ("", "", "")
        await table.hall.stop()

    run(main())


def test_a_quick_game_takes_promises_too() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        table = await house.quick(rules("changsha"), "ann", "Ann")
        page = Page("ann", calmly).join(table)
        await page.wait(lambda message: isinstance(message, p.Begin))
        assert [len(text) for text in table.room.promises] == [64, 0, 0, 0] and [len(text) for text in table.room.nonces] == [32, 0, 0, 0]
        await house.stop()

    run(main())


def test_a_kept_hand_with_another_promise_does_not_hold() -> None:
    async def main() -> None:
        house = hall(MemoryStore(delay=0))
        page = Page("ann", calmly)
        table = await started(house, rules("changsha"), page)
        over = await page.wait(lambda message: isinstance(message, p.Over))
        record = read_line(table.store.hands[over.result.record].line)  # type: ignore[attr-defined]
        assert isinstance(record.fair, FairPart)
        changed = msgspec.structs.replace(record, fair=msgspec.structs.replace(record.fair, promises=("00" * 32, "", "", "")))
        changed = msgspec.structs.replace(changed, digest=digest_of(msgspec.to_builtins(changed)))
        verify(record)
        with pytest.raises(RecordError, match=r"fair\.promises\[0\]: found"):
            verify(changed)
        await house.stop()

    run(main())
