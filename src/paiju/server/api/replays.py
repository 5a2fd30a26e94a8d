"""A finished hand to be looked at again: what its record alone does not say, and its decisions beside the best ones."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import get
from litestar.params import QueryParameter
from msgspec import Meta

from paiju.game.actions import Action
from paiju.game.views import MeldView
from paiju.records.reviewing import Decision, Review
from paiju.server.api import Asked, Given
from paiju.server.api.errors import Failure, fails
from paiju.server.api.people import person_of
from paiju.server.api.results import Id
from paiju.server.protocol import RoomRules, Said
from paiju.server.replaying import Replayed, answer_said, replayed
from paiju.server.reviewing import Busy, Unable
from paiju.server.security import address_of
from paiju.server.services import Services
from paiju.server.store import PlayedMatch

SeatAsked = Annotated[int, QueryParameter(ge=0, le=3, description="Whose decisions.")]


class WorthAnswer(msgspec.Struct, frozen=True):
    """An answer, and the points its seat could expect of the whole hand after it, as a bot estimates them."""

    verb: str
    tiles: tuple[int, ...]
    said: Said
    worth: float


class ReviewedDecision(msgspec.Struct, frozen=True):
    """An answer beside the best one, out of so many. ``at``: after so many events of the record; ``asked``: turn, claim (of ``tile``), share or sea.

    ``hand`` and ``melds`` of the seat then, with the tile just ``drawn``; ``lost``: how much more the best is worth, and why.
    """

    number: int
    at: int
    asked: Annotated[str, Meta(pattern="^(turn|claim|share|sea)$")]
    tile: int | None
    hand: tuple[int, ...]
    drawn: int | None
    melds: tuple[MeldView, ...]
    of: int
    own: WorthAnswer
    best: WorthAnswer
    lost: float
    why: Said


class Reviewed(msgspec.Struct, frozen=True):
    """The decisions of a seat that had a choice, the largest difference first; by which bot, what they lost together, how many were as good."""

    seat: int
    bot: str
    lost: float
    agreed: int
    decisions: tuple[ReviewedDecision, ...]


@get("/api/records/{record:str}/replay", responses=fails(404))
async def replay(record: Id, services: Given) -> Replayed:
    """The settlement of a finished hand as the table showed it, and each answer with what else could be chosen."""
    line = await _line(services, record)
    room, _, number = record.rpartition("-")
    match = await services.store.match(room)
    over = match is not None and match.whole and match.hands == int(number) + 1
    return replayed(line, record, _base(services, room, match), match_over=over)


@get("/api/records/{record:str}/review", responses=fails(401, 404, 503))
async def review(request: Asked, record: Id, seat: SeatAsked, services: Given) -> Reviewed:
    """The decisions of a seat in a finished hand beside those of the strongest bot. Who may read the record may ask; it can take a while."""
    await person_of(request, services)
    line = await _line(services, record)
    if not services.reviews.bot:
        raise Failure(404, "no_reviewer", "这里没有能评牌的电脑", "there is no bot here that reviews hands")
    if not services.guard.reviews.take(address_of(request.scope)):
        raise Failure(429)
    room = record.rpartition("-")[0]
    base = _base(services, room, await services.store.match(room))
    try:
        return reviewed(await services.reviews.of(record, line, seat, base))
    except Busy:
        raise Failure(503, "busy", "正在评的太多了，过一会儿再试", "too many hands are being reviewed; try again in a while") from None
    except Unable as error:
        raise Failure(503, "no_review", error.zh, error.en) from None


def reviewed(found: Review) -> Reviewed:
    """A review as pages see it."""
    return Reviewed(found.seat, found.bot, round(found.lost, 2), found.agreed, tuple([_decision(decision) for decision in found.decisions]))


def _decision(one: Decision) -> ReviewedDecision:
    own, best = _answer(one.own, one.own_worth), _answer(one.best, one.best_worth)
    lost, why = round(one.lost, 2), Said(one.zh, one.en)
    return ReviewedDecision(one.number, one.at, one.asked, one.tile, one.hand, one.drawn, one.melds, one.of, own, best, lost, why)


def _answer(action: Action, worth: float) -> WorthAnswer:
    return WorthAnswer(action.verb, action.tiles, answer_said(action), round(worth, 2))


async def _line(services: Services, record: str) -> bytes:
    """The record of that id."""
    line = await services.store.record(record)
    if line is None:
        raise Failure(404)
    return line


def _base(services: Services, room: str, match: PlayedMatch | None) -> int:
    """What a point is worth (底分), in a finished match or one that is still played."""
    if match is not None:
        return msgspec.json.decode(match.rules, type=RoomRules).base_points
    return next((table.listing.rules.base_points for table in services.hall.tables.values() if table.id == room), 1)


HANDLERS: Final = [replay, review]
