"""What a room has played goes into the store beside its journal: finished hands, and the match at its end. Doing it again changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paiju.server.room import Room
from paiju.server.store import kept_hand, kept_match

if TYPE_CHECKING:
    from paiju.server.store import Store


async def keep_hand(store: Store, room: Room) -> None:
    """Keeps the hand that is over, if one is."""
    if room.hand is not None and room.hand.over and room.committed is None:
        await store.keep_hand(room.id, kept_hand(room.record(), room.picture([False] * 4).chairs))


async def keep_match(store: Store, room: Room) -> None:
    """Keeps the match as it stands, with its last hand, if a hand of it is over. Nothing of the match may follow."""
    if room.match is not None and room.match.number:
        await keep_hand(store, room)
        await store.keep_match(room.id, kept_match(room.match, room.rules, room.picture([False] * 4).chairs))
