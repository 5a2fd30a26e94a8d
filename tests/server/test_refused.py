"""Every command in every state where it may not be: refused with a reason in both languages, and nothing has changed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from paiju.server import protocol as p
from paiju.server.protocol import RoomRules
from paiju.server.refusals import SENTENCES
from paiju.server.table import Table
from tests.server.memory import MemoryStore
from tests.server.pages import Page, calmly, hall, rules, seated
from tests.server.test_matches import SHORT
from tests.server.virtual import run

NONCE = {"hand": 0, "nonce": "00" * 16}
PROMISE = {"hand": 0, "promise": "00" * 32}
ANSWER = {"question": "0.0.1", "action": "pass"}
RULES = {"rules": RoomRules(variant="changsha")}

# What each may not do before the match, in it, after a hand, and when it is over: the command, its fields, the code of the refusal.
BEFORE_HOST: list[tuple[Any, dict[str, Any], str]] = [
    (p.Sit, {}, "seated"),
    (p.Sit, {"chair": 3}, "seated"),
    (p.Kick, {"chair": 0}, "yourself"),
    (p.Kick, {"chair": 2}, "nobody"),
    (p.Kick, {"chair": 3}, "nobody"),
    (p.Fill, {"chair": 1, "bot": "quick"}, "person_there"),
    (p.Fill, {"chair": 2, "bot": "nobody"}, "no_bot"),
    (p.Change, {"rules": RoomRules(variant="changsha", options={"birds": 77})}, "bad_rules"),
    (p.Change, {"rules": RoomRules(variant="poker")}, "bad_rules"),
    (p.Change, {"rules": RoomRules(variant="changsha", options={"escape_grace_seconds": 1 << 62})}, "bad_rules"),
    (p.Start, {}, "empty_chair"),
    (p.Dissolve, {}, "not_playing"),
    (p.Dissolve, {"agree": False}, "not_playing"),
    (p.Answer, ANSWER, "closed"),
    (p.Promise, PROMISE, "no_nonce"),
    (p.Nonce, NONCE, "no_nonce"),
    (p.Next, {}, "not_over"),
    (p.Auto, {"on": True}, "not_playing"),
    (p.Waits, {}, "no_hand"),
    (p.Hint, {}, "no_hand"),
    (p.Why, {}, "no_hand"),
]
BEFORE_GUEST = [
    (p.Start, {}, "not_host"),
    (p.Fill, {"chair": 3, "bot": "quick"}, "not_host"),
    (p.Kick, {"chair": 0}, "not_host"),
    (p.Change, RULES, "not_host"),
]
WATCHER = [
    (p.Stand, {}, "not_seated"),
    (p.Ready, {}, "not_seated"),
    (p.Dissolve, {}, "not_seated"),
    (p.Answer, ANSWER, "not_seated"),
    (p.Promise, PROMISE, "not_seated"),
    (p.Nonce, NONCE, "not_seated"),
    (p.Next, {}, "not_seated"),
    (p.Auto, {"on": True}, "not_seated"),
    (p.Waits, {}, "not_seated"),
    (p.Hint, {}, "not_seated"),
    (p.Why, {}, "not_seated"),
]
BEFORE_WATCHER = [(p.Sit, {"chair": 0}, "taken"), (p.Sit, {"chair": 2}, "taken"), (p.Start, {}, "not_host"), *WATCHER]
RUNNING: list[tuple[Any, dict[str, Any], str]] = [
    (p.Sit, {}, "started"),
    (p.Stand, {}, "started"),
    (p.Ready, {}, "started"),
    (p.Fill, {"chair": 3}, "started"),
    (p.Change, RULES, "started"),
    (p.Start, {}, "started"),
    (p.Kick, {"chair": 1}, "started"),
]
PLAYING = [
    *RUNNING,
    (p.Answer, {"question": "0.0.9", "action": "pass"}, "closed"),
    (p.Answer, {"question": "", "action": ""}, "closed"),
    (p.Promise, PROMISE, "no_nonce"),
    (p.Nonce, NONCE, "no_nonce"),
    (p.Next, {}, "not_over"),
    (p.Dissolve, {"agree": False}, "no_vote"),
]
SETTLED = [
    *RUNNING,
    (p.Answer, ANSWER, "closed"),
    (p.Promise, PROMISE, "no_nonce"),
    (p.Nonce, NONCE, "no_nonce"),
    (p.Dissolve, {"agree": False}, "no_vote"),
]
OVER = [
    *RUNNING,
    (p.Answer, ANSWER, "closed"),
    (p.Promise, PROMISE, "no_nonce"),
    (p.Nonce, NONCE, "no_nonce"),
    (p.Dissolve, {}, "not_playing"),
    (p.Dissolve, {"agree": False}, "not_playing"),
    (p.Auto, {"on": True}, "not_playing"),
]


async def all_refused(table: Table, page: Page, commands: list[tuple[Any, dict[str, Any], str]]) -> None:
    assert isinstance(table.store, MemoryStore)
    for kind, fields, code in commands:
        before, journal = table.picture(), list(table.store.journals[table.id])
        others = {link: len(link.got) for link in table.company if link is not page}  # type: ignore[attr-defined]
        answer = await page.ask(kind, **fields)
        assert isinstance(answer, p.Refused), (kind, fields, answer)
        assert answer.code == code, (kind, fields, answer)
        assert any("\u4e00" <= letter <= "\u9fff" for letter in answer.why.zh) and answer.why.en.isascii(), answer
        assert "{" not in answer.why.zh + answer.why.en
        assert table.picture() == before and table.store.journals[table.id] == journal
        assert {link: len(link.got) for link in others} == others


def test_before_the_match() -> None:
    async def main() -> None:
        house = hall()
        ann, bo, zoe = Page("ann"), Page("bo"), Page("zoe")
        table = await seated(house, rules(), ann, bo, bots=False)
        await ann.ask(p.Fill, chair=2, bot="quick")
        await zoe.join(table).wait(lambda message: isinstance(message, p.Snapshot))
        await all_refused(table, ann, BEFORE_HOST)
        await all_refused(table, bo, BEFORE_GUEST)
        await all_refused(table, zoe, BEFORE_WATCHER)
        await ann.ask(p.Fill, chair=3, bot="quick")
        await bo.ask(p.Ready, on=False)
        await all_refused(table, ann, [(p.Start, {}, "not_ready")])
        await all_refused(table, zoe, [(p.Sit, {}, "full")])
        await bo.ask(p.Ready)
        bo.drop()
        await ann.until(lambda: not ann.room.chairs[1].here)
        await all_refused(table, ann, [(p.Start, {}, "not_here")])
        await ann.ask(p.Kick, chair=1)
        bo = bo.again()
        await bo.wait(lambda message: isinstance(message, p.Snapshot))
        await all_refused(table, bo, [(p.Sit, {}, "sent_away")])
        await house.stop()

    run(main())


def test_in_the_match_and_after_it() -> None:
    async def main() -> None:
        house = hall(next_wait=1000)
        ann, bo, zoe = Page("ann", nexts=False), Page("bo", nexts=False), Page("zoe")
        table = await seated(house, rules(options=SHORT["changsha"], hints=False, watch_delay=0), ann, bo)
        await ann.ask(p.Start)
        await zoe.join(table).wait(lambda message: isinstance(message, p.Snapshot))
        await ann.wait(lambda message: isinstance(message, p.Happened))
        await all_refused(table, ann, [*PLAYING, (p.Waits, {}, "hints_off"), (p.Hint, {}, "hints_off"), (p.Why, {}, "hints_off")])
        await all_refused(table, zoe, [*WATCHER[2:], (p.Sit, {}, "started"), (p.Kick, {"chair": 0}, "started")])
        ann.choose = bo.choose = calmly
        for page in (ann, bo):
            if page.question is not None:
                page.answer(page.question)
        while not table.room.match.over:  # type: ignore[union-attr]
            await ann.wait(lambda message: isinstance(message, p.Over), len(ann.got))
            if not table.room.match.over:  # type: ignore[union-attr]
                await all_refused(table, ann, SETTLED)
                for page in (ann, bo):
                    assert isinstance(await page.ask(p.Next), p.Ack)
        await ann.until(lambda: ann.room.state == "over")
        await all_refused(table, ann, OVER)
        assert isinstance(await ann.ask(p.Next), p.Ack)
        await house.stop()

    run(main())


def test_an_illegal_answer_is_told_what_would_do() -> None:
    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        table = await seated(house, rules("changchun"), ann, bo)
        await ann.ask(p.Start)
        await ann.until(lambda: any(page.question and page.question.kind == "turn" for page in (ann, bo)))
        page = ann if ann.question and ann.question.kind == "turn" else bo
        assert page.question is not None
        for action in ("pass", "win", "discard 9z", "chow 1m", "\x00", "discard 1m2m"):
            await all_refused(table, page, [(p.Answer, {"question": page.question.id, "action": action}, "illegal")])
        why = page.of(p.Refused)[-1].why
        assert why.en.startswith("you may not ") and "; you may discard" in why.en and "；你可以打" in why.zh
        assert not any(word in refused.why.en + refused.why.zh for refused in page.of(p.Refused) for word in ("seat", "座位"))
        await house.stop()

    run(main())


@pytest.mark.parametrize("code", list(SENTENCES))
def test_reasons_stand_in_both_languages(code: str) -> None:
    zh, en = SENTENCES[code]
    fields = {part.split("}")[0] for part in zh.split("{")[1:]}
    if code not in ("illegal", "bad_rules", "no_bot"):
        assert fields == {part.split("}")[0] for part in en.split("{")[1:]}
        assert any("\u4e00" <= letter <= "\u9fff" for letter in zh) and en.isascii()


def test_doing_again_what_is_done_is_no_fault() -> None:
    """Ready when ready, the same bot again, the same rules again: carried out, and nothing is written."""

    async def main() -> None:
        house = hall()
        ann, bo = Page("ann"), Page("bo")
        wanted = rules()
        table = await seated(house, wanted, ann, bo)
        store: Any = house.store
        length = len(store.journals[table.id])
        for page, kind, fields in (
            (bo, p.Ready, {"on": True}),
            (ann, p.Fill, {"chair": 3, "bot": "random"}),
            (ann, p.Change, {"rules": msgspec.structs.replace(wanted)}),
        ):
            assert isinstance(await page.ask(kind, **fields), p.Ack)
        assert len(store.journals[table.id]) == length
        await house.stop()

    run(main())
