"""A store in memory, with the delay of a disk, that can be told to fail."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from typing import Any

import msgspec

from paiju.server.entries import Entry, Shut
from paiju.server.store import KeptHand, KeptMatch, StoreError

_DECODER: Any = msgspec.json.Decoder(Entry)


class MemoryStore:
    """Journals as the text they would be kept as. ``delay``: seconds until something is durable; ``failures``: so many appends fail."""

    def __init__(self, delay: float = 0.005) -> None:
        self.delay = delay
        self.failures = 0
        self.rooms = itertools.count(1)  # numbers for their ids
        self.journals: dict[str, list[bytes]] = {}
        self.hands: dict[str, KeptHand] = {}
        self.matches: dict[str, KeptMatch] = {}
        self.hanging: asyncio.Event | None = None

    async def append(self, room: str, entries: Sequence[Entry]) -> None:
        if self.hanging is not None:
            await self.hanging.wait()
        await asyncio.sleep(self.delay)
        if self.failures:
            self.failures -= 1
            raise StoreError("the disk is full", "磁盘满了")
        self.journals.setdefault(room, []).extend(msgspec.json.encode(entry) for entry in entries)

    async def entries(self, room: str) -> list[Entry]:
        await asyncio.sleep(self.delay)
        return self.read(room)

    def read(self, room: str) -> list[Entry]:
        return [_DECODER.decode(line) for line in self.journals.get(room, [])]

    async def open_rooms(self) -> list[str]:
        return [room for room in self.journals if not any(isinstance(entry, Shut) for entry in self.read(room))]

    async def unkept(self) -> list[str]:
        played = {hand.rpartition("-")[0] for hand in self.hands}
        closed = set(self.journals) - set(await self.open_rooms())
        return sorted((played & closed) - set(self.matches))

    async def keep_hand(self, room: str, hand: KeptHand) -> None:
        await asyncio.sleep(self.delay)
        self.hands.setdefault(hand.id(room), hand)

    async def keep_match(self, room: str, match: KeptMatch) -> None:
        await asyncio.sleep(self.delay)
        self.matches.setdefault(room, match)
