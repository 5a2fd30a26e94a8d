"""Appends to rooms of a store without end, and prints what was acknowledged: a child process to be killed."""

from __future__ import annotations

import asyncio
import sys

from paiju.server.entries import Answered, Opened
from paiju.server.protocol import RoomRules
from paiju.server.store import Store

ROOMS = 8


def answer(room: str, n: int) -> Answered:
    """The room's n-th answer."""
    return Answered(seat=n % 4, action=f"{room} {n}", by="player", bank=n)


async def one(store: Store, room: str, number: str) -> None:
    kept = len(await store.entries(room))
    if not kept:
        await store.append(room, [Opened(number=number, rules=RoomRules(variant="changsha"), player="p", name="n")])
        kept = 1
    while True:
        many = 1 + kept % 3
        await store.append(room, [answer(room, n) for n in range(kept, kept + many)])
        kept += many
        sys.stdout.write(f"{room} {kept}\n")
        sys.stdout.flush()


async def main(url: str) -> None:
    async with await Store.open(url) as store:
        await asyncio.gather(*(one(store, f"r{n}", str(100000 + n)) for n in range(ROOMS)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
