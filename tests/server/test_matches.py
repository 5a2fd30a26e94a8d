"""Whole matches through the actor, in virtual time."""

from __future__ import annotations

import pytest

from paiju.records import read_line
from paiju.server import protocol as p
from tests.server.memory import MemoryStore
from tests.server.pages import Page, by_chance, hall, rules, started
from tests.server.virtual import run


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_a_whole_match_of_four_people(variant: str) -> None:
    async def main() -> None:
        store = MemoryStore()
        house = hall(store)
        pages = [Page(name, by_chance(name)) for name in ("ann", "bo", "cai", "di")]
        short = {"match_length": "1_round"} if variant == "baicheng" else {"match_length": 4}
        table = await started(house, rules(variant, options=short), *pages)
        await pages[0].until(lambda: pages[0].room.state == "over")
        results = [page.of(p.Over)[-1].result for page in pages]
        assert all(result == results[0] for result in results)
        assert results[0].match_over and sum(results[0].totals) == 0
        match = store.matches[table.id]
        assert match.whole and [place.points for place in match.places] == list(results[0].totals)
        for hand in store.hands.values():
            read_line(hand.line)
        assert len(store.hands) == match.hands
        await house.stop()
        assert all(page.closed == (1012, "the server stops") for page in pages)

    run(main())
