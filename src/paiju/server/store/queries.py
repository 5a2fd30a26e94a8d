"""What may be asked of what was played: histories, records, statistics, the leader board. All of it is open to everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, and_, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.store import schema
from paiju.server.store.kept import MatchPlace
from paiju.server.store.rating import SIGMAS
from paiju.server.store.results import unpacked


class PlayedHand(msgspec.Struct, frozen=True):
    """A hand of a match: the id of its record, when it ended, and the points of each chair."""

    id: str
    number: int
    finished: int
    points: tuple[int, ...]


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match in a player's history. ``chair`` was his."""

    room: str
    variant: str
    rules: msgspec.Raw  # as the protocol writes RoomRules
    hands: int
    whole: bool
    finished: int
    chair: int
    places: tuple[MatchPlace, ...]


class Rating(msgspec.Struct, frozen=True):
    """``shown`` is what a player is at least, as far as is known: mu - 3 sigma."""

    mu: float
    sigma: float
    matches: int
    shown: float


class Leader(msgspec.Struct, frozen=True):
    player: str
    name: str
    rating: Rating


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """A player's hands and matches of one game, and the latest of them for plots: time and value, the oldest first."""

    variant: str
    hands: int
    points: int
    best: int  # the most points of one hand
    wins: dict[str, int]  # by how
    won_turns: int  # discards made in the hands that were won
    won_points: int
    gave: int  # hands in which others won on a tile of his
    ready: int
    dealt: int
    fans: dict[str, int]
    matches: int
    places: tuple[int, int, int, int]
    rating: Rating | None
    hand_points: tuple[tuple[int, int], ...]
    ratings: tuple[tuple[int, float], ...]  # as shown


async def record(connection: AsyncConnection, hand: str) -> bytes | None:
    line = await connection.scalar(select(schema.hands.c.line).where(schema.hands.c.id == hand))
    return None if line is None else unpacked(line)


async def hands(connection: AsyncConnection, room: str) -> list[PlayedHand]:
    h, r = schema.hands.c, schema.hand_results.c
    wanted = select(h.id, h.number, h.finished, r.points).join(schema.hand_results, r.hand == h.id).where(h.room == room)
    found: dict[str, PlayedHand] = {}
    for id, number, finished, points in await connection.execute(wanted.order_by(h.number, r.chair)):
        before = found.get(id)
        found[id] = PlayedHand(id, number, finished, (*(before.points if before else ()), points))
    return list(found.values())


async def history(connection: AsyncConnection, player: str, *, before: tuple[int, str] | None, limit: int) -> list[PlayedMatch]:
    m, p = schema.matches.c, schema.match_players.c
    wanted = select(schema.matches, p.chair).join(schema.match_players, p.room == m.room).where(p.player == player)
    if before is not None:
        finished, room = before
        wanted = wanted.where(or_(m.finished < finished, and_(m.finished == finished, m.room > room)))
    return await _matches(connection, (await connection.execute(wanted.order_by(m.finished.desc(), m.room).limit(limit))).all())


async def match(connection: AsyncConnection, room: str) -> PlayedMatch | None:
    """A match as nobody's in particular: its ``chair`` is -1."""
    wanted = select(schema.matches, literal(-1).label("chair")).where(schema.matches.c.room == room)
    found = await _matches(connection, (await connection.execute(wanted)).all())
    return found[0] if found else None


async def _matches(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[PlayedMatch]:
    """Matches with all their places."""
    p = schema.match_players.c
    places: dict[str, list[MatchPlace]] = {row.room: [] for row in rows}
    for row in await connection.execute(select(schema.match_players).where(p.room.in_(places)).order_by(p.chair)):
        place = MatchPlace(player=row.player or "", bot=row.bot, name=row.name, place=row.place, points=row.points, gone=row.gone)
        places[row.room].append(place)
    return [
        PlayedMatch(row.room, row.variant, msgspec.Raw(row.rules.encode()), row.hands, row.whole, row.finished, row.chair, tuple(places[row.room]))
        for row in rows
    ]


async def statistics(connection: AsyncConnection, player: str, variant: str, *, latest: int) -> Statistics:
    r, m, p = schema.hand_results.c, schema.matches.c, schema.match_players.c
    mine = and_(r.player == player, r.variant == variant)
    by_won = select(
        r.won, func.count(), func.sum(r.points), func.max(r.points), func.sum(r.turns)
    ).where(mine).group_by(r.won)  # fmt: skip
    total = Counter[str]()
    wins: dict[str, int] = {}
    best: list[int] = []
    for won, count, points, most, turns in await connection.execute(by_won):
        total.update(hands=count, points=int(points))
        best.append(most)
        if won:
            wins[won] = count
            total.update(won_points=int(points), won_turns=int(turns))
    for name, held in (("gave", r.gave > 0), ("ready", r.ready), ("dealt", r.dealer)):
        total[name] = await connection.scalar(select(func.count()).select_from(schema.hand_results).where(mine, held)) or 0
    fans = Counter[str]()
    for names, count in await connection.execute(select(r.fans, func.count()).where(mine, r.fans != "").group_by(r.fans)):
        for fan in names.split(","):
            fans[fan] += count
    points = (await connection.execute(select(r.finished, r.points).where(mine).order_by(r.finished.desc(), r.hand.desc()).limit(latest))).all()

    played = select(p.place, m.finished, p.mu, p.sigma).join(schema.matches, m.room == p.room).where(p.player == player, m.variant == variant)
    rows = (await connection.execute(played.order_by(m.finished.desc(), m.room))).all()
    places = Counter(row.place for row in rows)
    rated = [(row.finished, row.mu - SIGMAS * row.sigma) for row in rows if row.mu is not None]
    return Statistics(
        variant=variant,
        hands=total["hands"],
        points=total["points"],
        best=max(best, default=0),
        wins=wins,
        won_turns=total["won_turns"],
        won_points=total["won_points"],
        gave=total["gave"],
        ready=total["ready"],
        dealt=total["dealt"],
        fans=dict(fans.most_common()),
        matches=len(rows),
        places=(places[1], places[2], places[3], places[4]),
        rating=await _rating(connection, player, variant),
        hand_points=tuple((finished, points) for finished, points in reversed(points)),
        ratings=tuple(reversed(rated[:latest])),
    )


async def _rating(connection: AsyncConnection, player: str, variant: str) -> Rating | None:
    c = schema.ratings.c
    row = (await connection.execute(select(schema.ratings).where(c.player == player, c.variant == variant))).first()
    return None if row is None else Rating(row.mu, row.sigma, row.matches, row.mu - SIGMAS * row.sigma)


async def leaders(connection: AsyncConnection, variant: str, *, limit: int, matches: int) -> list[Leader]:
    c, p = schema.ratings.c, schema.players.c
    shown = c.mu - SIGMAS * c.sigma
    wanted = select(p.id, p.name, c.mu, c.sigma, c.matches, shown).join(schema.players, p.id == c.player)
    wanted = wanted.where(c.variant == variant, c.matches >= matches, p.banned.is_(None))
    rows = await connection.execute(wanted.order_by(shown.desc(), p.id).limit(limit))
    return [Leader(id, name, Rating(*rating)) for id, name, *rating in rows]
