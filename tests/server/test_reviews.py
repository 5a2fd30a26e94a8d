"""Reviews over HTTP: made once, in a process of its own that knows what the server knows, for who knows the record; refused when too many wait."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from paiju import bots, variants
from paiju.records import read_line
from paiju.records.record import line_of
from paiju.records.reviewing import review
from paiju.server import reviewing
from paiju.server.api.replays import reviewed
from paiju.server.replaying import answer_said
from paiju.server.reviewing import Busy, Reviews, Unable
from tests.judges import counting
from tests.record_tools import in_both, record
from tests.server.running import running
from tests.server.test_replays import LINES, results
from tests.server.test_rest import fault

CHILD = "from paiju import bots; from tests.judges import Counting; bots.register(Counting); from paiju.server.reviewing import main; main()"


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bot that tells worths, here and in the process that reviews."""
    monkeypatch.setattr(reviewing, "_COMMAND", (sys.executable, "-c", CHILD))
    with counting() as name:
        yield name


def test_a_hand_is_reviewed_for_who_knows_its_record(tmp_path: Path, judge: str) -> None:
    async def test() -> None:
        async with running(tmp_path) as place, await place.guest() as person:
            number = await person.quick("changsha", options={"match_length": 4})
            async with person.at(number) as page:
                [shown] = await results(person, page, 1)
            line = (await person.browser.get(f"/api/records/{shown.record}")).content
            expected = review(read_line(line), 2)
            for _ in range(2):
                got = await person.browser.get(f"/api/records/{shown.record}/review", params={"seat": 2})
                found = got.json()
                assert got.status_code == 200 and (found["seat"], found["bot"], found["agreed"]) == (2, judge, expected.agreed)
                assert [one["number"] for one in found["decisions"]] == [decision.number for decision in expected.decisions]
                assert [one["lost"] for one in found["decisions"]] == [round(decision.lost, 2) for decision in expected.decisions]
                said = [one["own"]["said"] for one in found["decisions"]]
                assert [one["zh"] for one in said] == [decision.own.label("zh") for decision in expected.decisions]
                assert [one["en"] for one in said] == [answer_said(decision.own).en for decision in expected.decisions]
            fault(await person.browser.get("/api/records/nobody-0/review", params={"seat": 0}), 404, "not_found")
            fault(await person.browser.get(f"/api/records/{shown.record}/review", params={"seat": 4}), 400, "bad_value")
            person.browser.cookies.clear()
            fault(await person.browser.get(f"/api/records/{shown.record}/review", params={"seat": 0}), 401, "no_session")

    asyncio.run(test())


def test_pages_hear_tiles_by_their_names(judge: str) -> None:
    said = [one.own.said.en for one in reviewed(review(read_line(LINES[0]), 0)).decisions]
    assert any(" of " in one for one in said) and not any(re.search("[1-9][mpsz]", one) for one in said)


def test_without_a_bot_that_tells_worths_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with running(tmp_path) as place, await place.guest() as person:
            number = await person.quick("changsha", options={"match_length": 4})
            async with person.at(number) as page:
                [shown] = await results(person, page, 1)
            monkeypatch.setattr(bots, "judges", list)
            fault(await person.browser.get(f"/api/records/{shown.record}/review", params={"seat": 0}), 404, "no_reviewer")
            assert not any(bot["judges"] for bot in (await person.browser.get("/api/bots")).json())

    asyncio.run(test())


def test_one_review_serves_all_who_ask(judge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        made, reviews = [], Reviews()
        make = reviews._make
        monkeypatch.setattr(reviews, "_make", lambda key, line, base: (made.append(key), make(key, line, base))[1])
        found = await asyncio.gather(*[reviews.of("room-0", LINES[0], 1) for _ in range(5)])
        assert all(one == found[0] for one in found) and made == [("room-0", 1)]
        assert await reviews.of("room-0", LINES[0], 1) is found[0] and len(made) == 1
        await reviews.stop()

    asyncio.run(test())


def test_too_many_and_what_fails_are_refused(judge: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        reviews = Reviews()
        monkeypatch.setattr(reviewing, "MOST_WAITING", 1)
        first = asyncio.create_task(reviews.of("room-0", b"{}\n", 1))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await reviews.of("room-1", LINES[0], 1)
        with pytest.raises(Unable) as caught:
            await first
        in_both(caught.value)
        reviews.command = (sys.executable, "-c", "1 / 0")
        with pytest.raises(Unable, match="failed"):
            await reviews.of("room-1", LINES[0], 1)
        reviews.command = (sys.executable, "-c", "import time; time.sleep(60)")
        monkeypatch.setattr(reviewing, "SECONDS", 0.2)
        with pytest.raises(Unable, match="longer") as late:
            await reviews.of("room-2", LINES[0], 1)
        in_both(late.value)
        hanging = asyncio.create_task(reviews.of("room-3", LINES[0], 1))
        await asyncio.sleep(0.05)
        await reviews.stop()
        with pytest.raises(asyncio.CancelledError):
            await hanging

    asyncio.run(test())


OUTSIDE = """
from paiju import bots
from tests.judges import Counting

class Outside(Counting):
    name, level = "outside", 10

bots.register(Outside)
"""


def test_a_game_and_a_bot_from_outside_are_known_to_the_process_that_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It said that too many hands were being reviewed."""
    monkeypatch.setitem(variants._known, "tuidaohu", variants.get("changsha"))  # it is taken out again at the end
    monkeypatch.setattr(bots, "_known", dict(bots._known))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "game_outside.py").write_bytes((Path(__file__).parents[2] / "examples" / "tuidaohu.py").read_bytes())
    (tmp_path / "bot_outside.py").write_text(OUTSIDE)
    import_module("game_outside")
    outside = import_module("bot_outside").Outside
    kept = record("tuidaohu", 1)

    async def test() -> None:
        reviews = Reviews()
        found = await reviews.of("room-0", line_of(kept), 1, 10)
        assert found.bot == "outside" and found == review(kept, 1, "outside", base=10)
        assert found.lost == pytest.approx(10 * review(kept, 1, "outside").lost)
        monkeypatch.setattr(outside, "__module__", "__main__")
        with pytest.raises(Unable, match='does not know the bot "outside"') as caught:
            await reviews.of("room-1", line_of(kept), 1)
        in_both(caught.value)

    asyncio.run(test())


UNRULY = """
import sys
from paiju import bots
from paiju.bots import Judged
from tests.judges import Counting

print("hello")

class Unruly(Counting):
    name, level = "unruly", 10

    def judge(self, seen):
        print("thinking", flush=True)
        return [Judged(action, WORTH) for action in seen.legal]

bots.register(Unruly)
"""


def unruly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worth: str) -> None:
    """Registers a bot of a module from outside, here and in the process that reviews, that prints and says that worth of every answer."""
    monkeypatch.setattr(bots, "_known", dict(bots._known))
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "bot_unruly.py").write_text(UNRULY.replace("WORTH", worth))
    monkeypatch.delitem(sys.modules, "bot_unruly", raising=False)
    import_module("bot_unruly")


def test_what_a_bot_from_outside_prints_is_no_part_of_the_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was a failure of the server. Nor does a module matter that cannot be imported where it is not needed."""
    unruly(tmp_path, monkeypatch, "1.0")
    (tmp_path / "bot_broken.py").write_text("1 / 0")
    monkeypatch.setattr(reviewing, "_outside", lambda: ["bot_broken", "bot_nowhere", "bot_unruly"])

    async def test() -> None:
        found = await Reviews().of("room-0", LINES[0], 1)
        assert (found.bot, found.lost) == ("unruly", 0)

    asyncio.run(test())


@pytest.mark.parametrize("worth", ["float('-inf')", "float('nan')"])
def test_worths_that_are_no_numbers_make_no_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worth: str) -> None:
    unruly(tmp_path, monkeypatch, worth)

    async def test() -> None:
        with pytest.raises(Unable, match=r'"unruly" on seat 1, .* worth (-inf|nan), which is no number of points') as caught:
            await Reviews().of("room-0", LINES[0], 1)
        in_both(caught.value)

    asyncio.run(test())


@pytest.mark.parametrize("ends", ["print('so')", "raise SystemExit(3)", "print('[1]'); raise SystemExit(3)", "print('{}')"])
def test_what_cannot_be_read_as_a_review_is_none(judge: str, ends: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        reviews = Reviews()
        reviews.command = (sys.executable, "-c", ends)
        with pytest.raises(Unable, match="failed") as caught:
            await reviews.of("room-0", LINES[0], 1)
        in_both(caught.value)

    asyncio.run(test())
    assert "a review failed" in caplog.text
