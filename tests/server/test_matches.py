"""Whole matches through the actor, in virtual time: everybody is told what the engine tells his seat, and what was played is kept."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from paiju.game.hand import Game
from paiju.records import read_line, verify
from paiju.server import protocol as p
from paiju.server.refusals import Refusal
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, calmly, hall, rules, seated, started
from tests.server.truth import watched
from tests.server.virtual import run

SHORT: dict[str, dict[str, Any]] = {
    "changchun": {"match_length": 4, "reseat_each_round": True},
    "baicheng": {"match_length": 4},
    "changsha": {"match_length": 4},
}
NAMES = ("ann", "bo", "cai", "di")


@pytest.mark.parametrize("variant", list(SHORT))
@pytest.mark.parametrize("claim_wait", [False, True])
def test_a_whole_match_of_four_people(variant: str, claim_wait: bool) -> None:
    async def main() -> None:
        store = MemoryStore()
        house = hall(store)
        pages = [Page(name, by_chance(name)) for name in NAMES]
        table = await seated(house, rules(variant, options=SHORT[variant], claim_wait=claim_wait, base_points=5), *pages)
        truths = watched(table, *pages)
        await pages[0].ask(p.Start)
        await pages[0].until(lambda: pages[0].room.state == "over")
        results = [page.of(p.Over)[-1].result for page in pages]
        assert all(result == results[0] for result in results)
        assert results[0].match_over and sum(results[0].totals) == 0
        match = store.matches[table.id]
        assert match.whole and [5 * place.points for place in match.places] == list(results[0].totals)
        assert len(store.hands) == match.hands
        for hand in store.hands.values():
            verify(read_line(hand.line))
        assert all(truth.count > 50 for truth in truths)
        for page in pages:
            assert all(refused.code == "closed" for refused in page.of(p.Refused))  # another's higher claim came first
        await house.stop()
        assert all(page.closed == (1012, "the server stops") for page in pages)

    run(main())


def test_those_of_a_table_play_again_in_one_new_room() -> None:
    """Whoever asks first opens it, by the same rules, the bots where they sat from him; the others hear of it and sit down when they come."""

    async def main() -> None:
        house = hall()
        ann, bo = Page("ann", by_chance("ann")), Page("bo", by_chance("bo"))
        wanted = rules("changsha", options=SHORT["changsha"], base_points=5)
        table = await seated(house, wanted, ann, bo)
        with pytest.raises(Refusal, match="no chair"):
            await house.again(table, "cai", "Cai")
        await ann.ask(p.Start)
        await ann.until(lambda: ann.room.state == "over")
        first, second = await asyncio.gather(house.again(table, "bo", "Bo"), house.again(table, "ann", "Ann"))
        assert first is second and first is not table
        listing = first.listing
        assert listing.rules == wanted and listing.state == "waiting" and not listing.again
        assert [(chair.player, chair.bot) for chair in listing.chairs] == [("bo", ""), ("", "random"), ("", "random"), ("", "")]
        await ann.until(lambda: ann.room.again == first.number)
        assert table.listing.again == first.number
        came = Page("ann").join(first)
        assert isinstance(await came.ask(p.Sit), p.Ack) and first.room.chair_of("ann") == 3
        house.close(first.number)
        await ann.until(lambda: first.ended)
        assert (await house.again(table, "ann", "Ann")).number not in (first.number, table.number)
        await house.stop()

    run(main())


@pytest.mark.parametrize("variant", list(SHORT))
def test_a_quick_game_begins_when_the_player_comes_and_waits_for_him(variant: str) -> None:
    async def main() -> None:
        store = MemoryStore()
        house = hall(store)
        table = await house.quick(rules(variant, options=SHORT[variant]), "ann", "Ann", ["random"] * 3)
        assert table.listing.rules.clock.base == 0
        page = Page("ann", by_chance("ann"), delay=100.0)
        watched(table, page)
        page.join(table)
        await page.wait(lambda message: isinstance(message, p.Ask))
        assert page.question is not None and page.question.left is None
        await page.until(lambda: page.room.state == "over")
        assert store.matches[table.id].whole
        assert not page.of(p.Refused)
        await house.stop()

    run(main())


def test_every_payment_is_said_with_its_arithmetic_in_both_languages_and_adds_up() -> None:
    async def main() -> None:
        house = hall()
        table = await house.quick(rules("changsha", options=SHORT["changsha"], base_points=3), "ann", "Ann", ["quick"] * 3)
        page = Page("ann", calmly).join(table)
        await page.until(lambda: page.room and page.room.state == "over")
        before = [0, 0, 0, 0]
        won = 0
        for over in page.of(p.Over):
            result = over.result
            deltas = [0, 0, 0, 0]
            for line in result.lines:
                assert line.amount % 3 == 0
                assert line.text.en.endswith(f"multiplier 3: {line.amount // 3} × 3 = {line.amount}")
                assert line.text.zh.endswith(f"倍数 3：{line.amount // 3} × 3 = {line.amount}")
                assert "seat" not in line.text.en and "座位" not in line.text.zh
                deltas[line.giver] -= line.amount
                deltas[line.to] += line.amount
            assert deltas == list(result.deltas)
            begin = next(message for message in reversed(page.got[: page.got.index(over)]) if isinstance(message, p.Begin))
            for winner in result.winners:
                assert winner.birds == tuple((bird, (begin.hand.dealer + bird % 9) % 4) for bird in result.birds), "CS-38"
            for seat, chair in enumerate(begin.hand.seats):
                before[chair] += deltas[seat]
            assert before == list(result.totals)
            won += len(result.winners)
            for winner in result.winners:
                assert winner.reading.zh and winner.reading.en and winner.fans
        assert won
        await house.stop()

    run(main())


def test_the_wall_follows_from_the_secret_and_everybodys_nonce() -> None:
    """The commitment is told before any nonce; what is revealed gives the commitment, the root, wall and dice again."""
    from paiju.game import fair

    async def main() -> None:
        store = MemoryStore()
        house = hall(store)
        pages = [Page(name, by_chance(name), nonces=name != "cai") for name in NAMES]
        table = await started(house, rules("changchun", options=SHORT["changchun"]), *pages)
        await pages[0].until(lambda: pages[0].room.state == "over")
        page = pages[0]
        for over in page.of(p.Over):
            at = page.got.index(over)
            begin = next(message for message in reversed(page.got[:at]) if isinstance(message, p.Begin))
            commit = next(message for message in reversed(page.got[:at]) if isinstance(message, p.Commit))
            secret, nonces = bytes.fromhex(over.result.secret), [bytes.fromhex(nonce) for nonce in over.result.nonces]
            assert [len(nonce) for nonce in nonces] == [16, 16, 0, 16]
            assert fair.commitment(secret) == commit.commitment == begin.hand.commitment
            deal = fair.deal(secret, commit.id, nonces, Game("changchun").tiles())
            assert deal.root == begin.hand.root
            record = read_line(store.hands[over.result.record].line)
            assert list(record.dice) == list(deal.dice[: len(record.dice)])
            for proof in [message for message in page.got[:at] if isinstance(message, p.Proof)]:
                if page.got.index(proof) > page.got.index(begin):
                    assert fair.proven(deal.root, fair.Proof(proof.index, proof.value, proof.salt, proof.path))
        assert table.number not in str(page.of(p.Commit)[0].commitment)
        await house.stop()

    run(main())


def test_nobody_is_sent_what_he_may_not_know() -> None:
    """In the bytes sent to a seat or a watcher there is no tile of another's and no secret before the hand is over."""

    async def main() -> None:
        house = hall()
        pages = [Page(name, by_chance(name)) for name in NAMES]
        watcher = Page("zoe")
        table = await seated(house, rules("changchun", options=SHORT["changchun"], watch_delay=0), *pages)
        watcher.join(table)
        await pages[0].ask(p.Start)
        await pages[0].until(lambda: pages[0].room.state == "over")
        secrets = {over.result.secret for over in pages[0].of(p.Over)}
        for page in [*pages, watcher]:
            told: set[str] = set()
            seat = None
            for message in page.got:
                if isinstance(message, p.Begin):
                    seat = message.seat
                if isinstance(message, p.Over):
                    told.add(message.result.secret)
                assert not any(secret in msgspec.json.encode(message).decode() for secret in secrets - told)
                for event in message.events if isinstance(message, p.Happened) else ():
                    if type(event).__name__ in ("Deal", "Draw", "Look") and event.seat != seat:
                        assert getattr(event, "tiles", None) is None and getattr(event, "tile", None) is None
        assert not watcher.of(p.Ask) and not watcher.of(p.Closed)
        await house.stop()

    run(main())
