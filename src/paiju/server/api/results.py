"""What was played: histories, matches, records, statistics, the leader board."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, PathParameter, QueryParameter
from msgspec import Meta

from paiju import variants
from paiju.server.api import Asked, Given
from paiju.server.api.errors import Failure, fails
from paiju.server.api.games import VariantName
from paiju.server.api.people import person_of
from paiju.server.store import Leader, PlayedHand, PlayedMatch, Statistics

Id = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,40}$")]
_CURSOR: Final = r"^[0-9]{1,15}\.[A-Za-z0-9_-]{1,40}$"
_Cursor = Annotated[str, Meta(pattern=_CURSOR)]
Before = Annotated[_Cursor | None, QueryParameter(pattern=_CURSOR, description="What an answer gave as ``before``: those further back.")]

PAGE: Final = 30  # matches at a time


class History(msgspec.Struct, frozen=True):
    """Matches, the latest first. ``before`` for those further back; null: there are none."""

    matches: list[PlayedMatch]
    before: str | None


class MatchAnswer(msgspec.Struct, frozen=True):
    """A match and its hands; ``match`` is null while it is played."""

    match: PlayedMatch | None
    hands: list[PlayedHand]


class PlayerStatistics(msgspec.Struct, frozen=True):
    """A player's figures in one game."""

    player: str
    name: str
    figures: Statistics


@get("/api/history", responses=fails(401))
async def history(request: Asked, services: Given, before: Before = None) -> History:
    """My matches."""
    person = await person_of(request, services)
    finished, _, room = (before or "").partition(".")
    matches = await services.store.history(person.id, before=(int(finished), room) if room else None, limit=PAGE)
    return History(matches, f"{matches[-1].finished}.{matches[-1].room}" if len(matches) == PAGE else None)


@get("/api/records/{record:str}", responses=fails(404))
async def record(record: Id, services: Given) -> Response[bytes]:
    """The record of a finished hand (docs/record.schema.json). Who knows its id may read it."""
    line = await services.store.record(record)
    if line is None:
        raise Failure(404)
    return Response(line, media_type="application/json", headers={"cache-control": "private, max-age=31536000, immutable"})


@get("/api/matches/{match:str}", responses=fails(404))
async def match_of(match: Id, services: Given) -> MatchAnswer:
    """A match, by the id of its room. Who knows it may read it."""
    found = await services.store.match(match)
    hands = await services.store.hands(match)
    if found is None and not hands:
        raise Failure(404)
    return MatchAnswer(found, hands)


@get("/api/statistics/{player:str}", responses=fails(404))
async def statistics(player: Id, variant: FromQuery[str], services: Given) -> PlayerStatistics:
    """A player's statistics in one game."""
    _check(variant)
    found = await services.store.players.get(player)
    if found is None:
        raise Failure(404)
    return PlayerStatistics(found.id, found.name, await services.store.statistics(player, variant))


@get("/api/leaders/{variant:str}", responses=fails(404))
async def leaders(variant: VariantName, services: Given, matches: FromQuery[Literal[1, 5, 10, 20]] = 1) -> list[Leader]:
    """The best rated players of a game, of those with so many rated matches."""
    _check(variant)
    return await services.store.leaders(variant, matches=matches)


def _check(variant: str) -> None:
    if variant not in variants.names():
        raise Failure(404)


HANDLERS: Final = [history, record, match_of, statistics, leaders]
