"""A swarm of pages on bad networks: nothing they do stops a table, and each always knows exactly what its seat may know."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable

from paiju.server.entries import Answered
from paiju.server.protocol import Clock
from paiju.server.room import Room
from tests.server.flaky import Restless, World
from tests.server.memory import MemoryStore
from tests.server.pages import Page, hall, rules, started
from tests.server.test_matches import NAMES, SHORT
from tests.server.virtual import run

HOURS = 3600.0


async def one_match(seed: int) -> tuple[int, int]:
    """A short match among people on bad networks, with a failing disk and a dying server now and then; the pages there were, the messages checked."""
    chance = random.Random(seed)
    variant = chance.choice(list(SHORT))
    store = MemoryStore(delay=chance.choice((0.0, 0.003, 0.02)))
    pace = chance.choice((0, 1))
    house = hall(store, pace=pace, new_id=lambda: f"room{seed}")
    options = {**SHORT[variant], **({"escape_grace_seconds": 10} if variant == "changsha" else {})}
    clock = Clock(chance.choice((3, 15)), chance.choice((0, 20)))
    wanted = rules(variant, options=options, clock=clock, absent=chance.choice(("safe", "bot")), claim_wait=chance.random() < 0.5, watch_delay=5)
    players = NAMES[: chance.choice((2, 3, 4))]
    table = await started(house, wanted, *[Page(name) for name in players])
    world = World(house, table.number)
    people = [Restless(name, world, seed) for name in players]
    for person in people:
        person.come()

    async def trouble() -> None:
        while True:
            await asyncio.sleep(chance.expovariate(1 / 300))
            if chance.random() < 0.5:
                store.failures += chance.choice((1, 2))
            else:
                await world.crash(hall(store, pace=pace))

    troubles = asyncio.create_task(trouble())
    async with asyncio.timeout(50 * HOURS):
        await asyncio.gather(*[person.live() for person in people])
    troubles.cancel()
    store.failures = 0
    await asyncio.sleep(60)
    check_journal(store, table.id)
    await world.hall.stop()
    return sum(person.sessions for person in people), sum(person.checks for person in people)


def check_journal(store: MemoryStore, id: str) -> None:
    """The match is kept as its journal has it; no command was carried out twice."""
    entries = store.read(id)
    room = Room.fold(id, entries)
    assert room.state in ("over", "closed")
    if room.match is not None and room.match.number:
        match = store.matches[id]
        assert match.whole == room.match.over
        assert [place.points for place in match.places] == room.match.totals
        assert sum(room.match.totals) + room.match.house == 0
        assert len([hand for hand in store.hands if hand.startswith(id)]) == room.match.number
    commands = [entry.command for entry in entries if isinstance(entry, Answered) and entry.by == "player"]
    assert len(commands) == len(set(commands))


def test_a_swarm_of_pages_on_bad_networks(scaled: Callable[[int], int]) -> None:
    sessions = checks = 0
    wanted = scaled(1000)
    for seed in itertools.count():
        try:
            more = run(one_match(seed))
        except BaseException as error:
            raise AssertionError(f"seed {seed} failed: {error!r}") from error
        sessions += more[0]
        checks += more[1]
        if sessions >= wanted:
            break
    assert checks > 10 * sessions
