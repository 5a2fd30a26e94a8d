"""What the server keeps: the journals of rooms, records, results and ratings, players. SQLite in a file, or PostgreSQL.

    store = await Store.open("sqlite:///paiju.db")
    await store.append(room, [Opened(...)])     # durable when it returns
    await store.close()
"""

from paiju.server.store.errors import Behind, StoreError
from paiju.server.store.kept import HandResult, KeptHand, KeptMatch, MatchPlace, kept_hand, kept_match
from paiju.server.store.players import Player, Players
from paiju.server.store.queries import Leader, PlayedHand, PlayedMatch, Rating, Statistics
from paiju.server.store.store import Store

__all__ = [
    "Behind",
    "HandResult",
    "KeptHand",
    "KeptMatch",
    "Leader",
    "MatchPlace",
    "PlayedHand",
    "PlayedMatch",
    "Player",
    "Players",
    "Rating",
    "Statistics",
    "Store",
    "StoreError",
    "kept_hand",
    "kept_match",
]
