"""How many tables one process carries: ``python -m bench.tables``, exit status 1 when it falls short of what is wanted.

The whole server runs on one core with its log durable on disk; on the other core four persons sit at each table (4N sockets), every table takes a
turn once a second, and claims are answered in between. Rules, rooms and watching are as they are by themselves. Measured is the time from
sending an action to its arrival on the last of the four screens, the server's processor time, and the memory a seated player takes; beside it, in
the same run, a bare echo of 300 bytes on the same uvicorn and Litestar, with as many sockets and as many messages a second.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bench.load import Echo, Office, Table, evenly
from bench.served import Served
from paiju._build import version_line

WANTED_P99: Final = 50.0  # milliseconds
WANTED_CPU: Final = 4.0  # times the echo's, a message
WANTED_MEMORY: Final = 60.0  # KiB a player
WANTED_RATE: Final = 0.97  # of the actions meant
_VARIANTS: Final = ("changchun", "baicheng", "changsha")
_TEXT: Final = b'{"text":"' + b"x" * 289 + b'"}'
_CONNECTING: Final = 8  # tables at once


class Figures:
    """What a server did in a span of time. ``messages``: those that went to a page and those that came from one."""

    def __init__(self, seconds: float, cpu: float, messages: int, memory: float, times: list[float]) -> None:
        self.seconds: Final = seconds
        self.cpu: Final = cpu
        self.messages: Final = messages
        self.memory: Final = memory  # KiB a socket
        self.times: Final = sorted(times)

    @property
    def each(self) -> float:
        """Microseconds of the processor a message."""
        return 1e6 * self.cpu / self.messages

    def at(self, part: float) -> float:
        """Milliseconds within which that part came."""
        return 1000 * self.times[min(len(self.times) - 1, int(part * len(self.times)))]

    def line(self, name: str) -> str:
        return (
            f"{name:<8} {self.messages / self.seconds:>8.0f} messages/s  p50 {self.at(0.5):>5.1f} ms  p99 {self.at(0.99):>6.1f} ms  "
            f"max {self.times[-1] * 1000:>6.1f} ms  core {100 * self.cpu / self.seconds:>3.0f} %  {self.each:>5.1f} µs CPU a message  "
            f"{self.memory:>5.1f} KiB a socket"
        )


# -- the tables --------------------------------------------------------------------------------------------------


async def play(server: Served, options: argparse.Namespace) -> tuple[Figures, list[str]]:
    """Figures of the tables, and what else is to be said about them."""
    times: list[tuple[float, float]] = []
    complaints: list[str] = []
    chance = random.Random(1)
    tables = [Table(random.Random(chance.random()), 1 / options.rate, times, complaints) for _ in range(options.tables)]
    office = Office(server.port)
    people = [[office.guest(f"{name}{n}") for name in ("Ann", "Bob", "Cid", "Dot")] for n in range(len(tables))]
    gate = asyncio.Semaphore(_CONNECTING)

    async def fill(n: int) -> None:
        async with gate:
            await tables[n].sit_down(server.port, office.room(people[n][0], _VARIANTS[n % 3]), people[n])

    await fill(0)
    office.close()  # for now
    await tables[0].start()
    await asyncio.sleep(5)
    before = server.memory()
    await asyncio.gather(*[fill(n) for n in range(1, len(tables))])
    office.close()
    starting: list[asyncio.Task[None]] = []
    evenly(len(tables) - 1, options.warm * 0.9, lambda n: starting.append(asyncio.create_task(tables[n + 1].start())))
    gc.freeze()
    gc.disable()
    await asyncio.sleep(options.warm)
    await asyncio.gather(*starting)

    def count() -> tuple[int, int, int, int]:
        pages = [page for table in tables for page in table.pages]
        return (
            sum(page.sent + page.received for page in pages), sum(table.actions for table in tables), sum(table.claims for table in tables),
            sum(table.hands for table in tables) // 4,
        )  # fmt: skip

    print(f"measuring process {server.process.pid}", flush=True)
    first, cpu, begun, at = count(), server.cpu(), time.perf_counter(), len(times)
    await asyncio.sleep(options.seconds)
    cpu, seconds = server.cpu() - cpu, time.perf_counter() - begun
    messages, actions, claims, hands = (after - before for after, before in zip(count(), first, strict=True))
    memory = (server.memory() - before) / 1024 / (4 * (len(tables) - 1))
    took = [took for _, took in times[at:]]
    for page in [page for table in tables for page in table.pages]:
        page.close()
    gc.enable()
    found = Figures(seconds, cpu, messages, memory, took)
    notes = [
        f"{options.tables} tables, {4 * options.tables} sockets: {actions / seconds:.0f} actions/s, {claims / seconds:.0f} answers to claims/s, "
        f"{hands / seconds:.1f} hands/s; {1e6 * cpu / actions:.0f} µs CPU and {messages / actions:.1f} messages an action",
        *complaints[:3],
    ]
    if complaints or actions < WANTED_RATE * options.rate * options.tables * seconds:
        notes.append("the tables did not act as often as they should, or the server complained")
    return found, notes


# -- the echo ----------------------------------------------------------------------------------------------------


async def echo(server: Served, sockets: int, rate: float, seconds: float) -> Figures:
    """``rate``: messages a second, each way."""
    times: list[float] = []
    pages = [Echo(_TEXT, times) for _ in range(sockets)]
    before = server.memory()
    for page in pages:
        await page.connect(server.port, "/")
    loop, pause = asyncio.get_running_loop(), sockets / rate

    def go(page: Echo) -> None:
        page.go()
        loop.call_later(pause, go, page)

    evenly(sockets, pause, lambda n: go(pages[n]))
    gc.freeze()
    gc.disable()
    await asyncio.sleep(2 * pause)
    sent, cpu, begun, at = sum(page.sent + page.received for page in pages), server.cpu(), time.perf_counter(), len(times)
    await asyncio.sleep(seconds)
    cpu, took = server.cpu() - cpu, time.perf_counter() - begun
    messages = sum(page.sent + page.received for page in pages) - sent
    memory = (server.memory() - before) / 1024 / sockets
    gc.enable()
    for page in pages:
        page.close()
    return Figures(took, cpu, messages, memory, times[at:])


# -- all of it ---------------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=500, help="tables of four persons (default 500, at most 2000)")
    parser.add_argument("--seconds", type=float, default=60, help="how long is measured (default 60, at most 600)")
    parser.add_argument("--warm", type=float, default=90, help="seconds over which the tables begin, before that (default 90)")
    parser.add_argument("--rate", type=float, default=1, help="actions a second at each table (default 1)")
    parser.add_argument("--folder", type=Path, default=Path("."), help="where the database lies meanwhile (default here)")
    options = parser.parse_args()
    options.tables, options.seconds = min(options.tables, 2000), min(options.seconds, 600)
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    print(f"{version_line()}; load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        server = Served("tables", Path(folder), cores[0])
        try:
            ours, notes = asyncio.run(play(server, options))
        finally:
            server.end()
        server = Served("echo", Path(folder), cores[0])
        try:
            bare = asyncio.run(echo(server, 4 * options.tables, ours.messages / ours.seconds / 2, min(20.0, options.seconds)))
        finally:
            server.end()
    print("\n".join([notes[0], ours.line("tables"), bare.line("echo"), *notes[1:]]))
    print(f"{ours.each / bare.each:.1f} times the echo's CPU a message; load {os.getloadavg()[0]:.1f}")
    short = [
        name
        for name, falls in (
            (f"p99 of at most {WANTED_P99:g} ms", ours.at(0.99) > WANTED_P99),
            (f"at most {WANTED_CPU:g} times the echo's CPU a message", ours.each > WANTED_CPU * bare.each),
            (f"at most {WANTED_MEMORY:g} KiB a player", ours.memory > WANTED_MEMORY),
            (f"{options.rate:g} actions a second at each table", len(notes) > 1),
        )
        if falls
    ]
    if short:
        print("falls short of: " + "; ".join(short))
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
