"""Keeping finished hands and matches, each once, with the ratings a match moves."""

from __future__ import annotations

import zlib
from typing import Final

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.store import schema
from paiju.server.store.database import Database
from paiju.server.store.kept import KeptHand, KeptMatch
from paiju.server.store.rating import UNRATED, MuSigma, rate

_LEVEL: Final = 6  # a record shrinks to a fifth


def packed(line: bytes) -> bytes:
    return zlib.compress(line, _LEVEL)


def unpacked(line: bytes) -> bytes:
    return zlib.decompress(line)


async def keep_hand(database: Database, room: str, hand: KeptHand, now: int) -> None:
    id = hand.id(room)
    shared = {"variant": hand.variant, "finished": now}
    row = {"id": id, "room": room, "number": hand.number, "line": packed(hand.line), **shared}
    results = [
        {"hand": id, "chair": chair, **shared, **msgspec.structs.asdict(result), "player": result.player or None, "fans": ",".join(result.fans)}
        for chair, result in enumerate(hand.results)
    ]
    async with database.writing() as connection:
        if (await connection.execute(database.insert_new(schema.hands), row)).rowcount:
            await connection.execute(insert(schema.hand_results), results)


async def keep_match(database: Database, room: str, match: KeptMatch, now: int) -> None:
    rules = msgspec.json.encode(match.rules).decode()
    row = {"room": room, "variant": match.variant, "rules": rules, "hands": match.hands, "whole": match.whole, "finished": now}
    async with database.writing() as connection:
        if not (await connection.execute(database.insert_new(schema.matches), row)).rowcount:
            return
        after = await _rate(database, connection, match)
        places = [
            {"room": room, "chair": chair, **msgspec.structs.asdict(place), "player": place.player or None, "mu": mu, "sigma": sigma}
            for chair, place in enumerate(match.places)
            for mu, sigma in [after.get(place.player, (None, None))]
        ]
        await connection.execute(insert(schema.match_players), places)


async def _rate(database: Database, connection: AsyncConnection, match: KeptMatch) -> dict[str, MuSigma]:
    """Moves the ratings by a match; the new ones by player."""
    persons = sorted((place.player, place.place) for place in match.places if place.player)
    if not match.whole or len(persons) < 2:
        return {}
    ratings, ids = schema.ratings, [player for player, _ in persons]
    new = [{"player": id, "variant": match.variant, "mu": UNRATED[0], "sigma": UNRATED[1], "matches": 0} for id in ids]
    await connection.execute(database.insert_new(ratings), new)
    mine = (ratings.c.variant == match.variant) & ratings.c.player.in_(ids)
    rows = await connection.execute(select(ratings).where(mine).order_by(ratings.c.player).with_for_update())
    before = {row.player: (row.mu, row.sigma) for row in rows}
    after = dict(zip(ids, rate([before[id] for id in ids], [place for _, place in persons]), strict=True))
    for id, (mu, sigma) in after.items():
        one = update(ratings).where(ratings.c.variant == match.variant, ratings.c.player == id)
        await connection.execute(one.values(mu=mu, sigma=sigma, matches=ratings.c.matches + 1))
    return after
