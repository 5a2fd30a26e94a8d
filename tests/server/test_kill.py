"""``kill -9`` at random moments under load (known fault 22): nothing acknowledged is lost, every table goes on with the same wall and question."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import asyncpg  # type: ignore[import-untyped]
import pytest

from paiju.records import read_line, verify
from paiju.server import protocol as p
from paiju.server.entries import Answered, Entry
from paiju.server.room import Room
from paiju.server.store import Store
from tests.server.child import Child
from tests.server.survivors import Party, Survivor, guests

LONGEST: Final = 1.0  # seconds of play between two kills
PARTIES: Final = (("changchun", 4), ("baicheng", 4), ("changsha", 4), ("changsha", 1))  # how many persons sit at each table
EARLY: Final = 0.15  # the part of the kills that come while the server begins


async def settled(url: str) -> None:
    """Waits until PostgreSQL has noticed that its client is dead: until then it may still carry out what it was sent."""
    if url.startswith("sqlite"):
        return
    connection = await asyncpg.connect(url)
    try:
        async with asyncio.timeout(60):
            while await connection.fetchval("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"):
                await asyncio.sleep(0.01)
    finally:
        await connection.close()


async def journals(url: str) -> dict[str, tuple[str, list[Entry]]]:
    """The journals of the open rooms by number, with the rooms' ids."""
    await settled(url)
    async with await Store.open(url) as store:
        found = {}
        for id in await store.open_rooms():
            entries = await store.entries(id)
            found[Room.fold(id, entries[:1]).number] = id, entries
        return found


async def check_records(url: str, people: list[Survivor]) -> int:
    """Every hand that was kept is the one its secret and nonces make, whatever happened while it was played; how many there are."""
    async with await Store.open(url) as store:
        count = 0
        for id in [id for id, _ in (await journals(url)).values()]:
            number = 0
            while (line := await store.record(f"{id}-{number}")) is not None:
                verify(read_line(line))
                number += 1
            count += number
        return count


async def survive(url: str, folder: Path, kills: int, seed: int) -> Counter[str]:
    """Plays, kills, compares, so many times; what was counted meanwhile."""
    chance = random.Random(seed)
    counted: Counter[str] = Counter()
    server = Child(url, folder)
    try:
        server.ready()
        people = await guests(server.port, [f"P{n}" for n in range(sum(count for _, count in PARTIES))], chance)
        left = iter(people)
        parties = [Party([next(left) for _ in range(count)], variant) for variant, count in PARTIES]
        for party in parties:
            await party.open(server.port)
        for _ in range(kills):
            for person in people:
                await person.go()
            await asyncio.sleep(chance.uniform(0, LONGEST))
            server.kill()
            for person in people:
                person.still = True
                await person.gone()
            found = await journals(url)
            rooms = {number: Room.fold(id, entries) for number, (id, entries) in found.items()}
            for person in people:
                person.check_journal(rooms[person.number], found[person.number][1])
            counted["kills"] += 1
            counted["entries"] = sum(len(entries) for _, entries in found.values())
            server = Child(url, folder)
            while chance.random() < EARLY:
                await asyncio.sleep(chance.uniform(0, 2))
                server.kill()
                counted["kills while it began"] += 1
                server = Child(url, folder)
            server.ready()
            for party in parties:
                room = rooms[party.people[0].number]
                for person in party.people:
                    await person.come(server.port)
                for person in party.people if len(party.people) == 4 else []:  # bots do not wait
                    person.check_picture(room, await person.look())
            for person in people:
                kept = {entry.command for entry in found[person.number][1] if isinstance(entry, Answered)}
                doubtful = [id for id, command in person.open.items() if isinstance(command, p.Answer)]
                counted["answers under way"] += len(doubtful)
                counted["of them kept"] += sum(id in kept for id in doubtful)
                await person.again()
            for party in parties:
                if rooms[party.people[0].number].state == "over":
                    counted["matches"] += 1
                    counted["acknowledged"] += sum(len(person.acknowledged) for person in party.people)
                    for person in party.people:
                        await person.leave()
                    await party.open(server.port)
        server.kill()
        for person in people:
            await person.gone()
        counted["acknowledged"] += sum(len(person.acknowledged) for person in people)
        counted["hands"] = await check_records(url, people)
        return counted
    finally:
        server.kill()


def test_killed_at_random_moments_nothing_acknowledged_is_lost(url: str, tmp_path: Path, scale: float) -> None:
    counted = asyncio.run(survive(url, tmp_path / "data", 2 if scale < 5 else 10, 1))
    assert counted["acknowledged"] > 20, counted


@pytest.mark.nightly
def test_killed_a_hundred_times(url: str, tmp_path: Path, scaled: Callable[[int], int]) -> None:
    counted = asyncio.run(survive(url, tmp_path / "data", 100, 2))
    print(dict(counted))
    assert counted["kills"] == 100 and counted["hands"] > 5, counted
