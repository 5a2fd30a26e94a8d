"""How fast the journal is durable: ``python -m bench.store [URL]``, by default SQLite in a file of the working folder.

Tables at one entry a second each show what a server feels; tables that never pause show what the disk gives. One process, one core.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence

from paiju.server.entries import Answered, Opened
from paiju.server.protocol import RoomRules
from paiju.server.store import Store

SECONDS = 10.0


async def table(store: Store, room: str, pause: float, until: float, times: list[float]) -> None:
    entry = Answered(seat=1, action="discard 5m", by="player", bank=20_000, command="0123456789abcdef")
    due = time.perf_counter() + pause * (hash(room) % 1000) / 1000
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        begun = time.perf_counter()
        await store.append(room, [entry])
        times.append(time.perf_counter() - begun)
        due = max(due + pause, begun) if pause else time.perf_counter()


async def measure(store: Store, rooms: Sequence[str], pause: float) -> None:
    times: list[float] = []
    commits, cpu, begun = store.journal.commits, time.process_time(), time.perf_counter()
    await asyncio.gather(*(table(store, room, pause, begun + SECONDS, times) for room in rooms))
    took, cpu, commits = time.perf_counter() - begun, time.process_time() - cpu, store.journal.commits - commits
    times.sort()
    p50, p99 = (1000 * times[int(len(times) * part)] for part in (0.5, 0.99))
    what = f"{len(rooms)} tables, " + (f"one entry each {pause:g} s" if pause else "without a pause")
    print(
        f"{what:40} {len(times) / took:8.0f} entries/s  {commits / took:6.0f} commits/s  p50 {p50:6.1f} ms  p99 {p99:6.1f} ms  "
        f"max {1000 * times[-1]:6.1f} ms  {1e6 * cpu / len(times):6.0f} µs CPU each"
    )


async def main(url: str) -> None:
    async with await Store.open(url) as store:
        rooms = [f"{time.time_ns()}-{n:06}" for n in range(1000)]
        rules = RoomRules(variant="changsha")
        await asyncio.gather(*(store.append(room, [Opened(number=room[-6:], rules=rules, player="p", name="n")]) for room in rooms))
        for many, pause in ((1, 0.0), (100, 1.0), (500, 1.0), (1000, 1.0), (50, 0.0), (500, 0.0)):
            await measure(store, rooms[:many], pause)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=".") as folder:
        asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{folder}/bench.db"))
