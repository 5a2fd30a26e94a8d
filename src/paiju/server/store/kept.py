"""What is kept of a finished hand and match for histories, statistics and ratings, and how it follows from a record and a match."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from paiju.game.audience import EVERYTHING
from paiju.game.events import Discard, OpeningWin, Win
from paiju.game.match import Match
from paiju.game.views import View
from paiju.records.record import Record, line_of
from paiju.server.protocol import Chair, RoomRules


class HandResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a hand was for one chair. ``player`` is empty for a bot and for a person who had left: it counts for nobody."""

    player: str
    points: int  # as the game counts, without what a point is worth in the room
    won: str  # how, as the event ``Win`` says; "opening" also for an opening win after which the hand went on (CS-2); empty: not
    fans: tuple[str, ...]  # ids, those of opening wins too
    gave: int  # how many won on a tile of this chair
    ready: bool  # had declared ready
    dealer: bool
    turns: int  # discards


class KeptHand(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand: its record as a line, and the result of each chair."""

    number: int  # from 0
    variant: str
    line: bytes
    results: tuple[HandResult, HandResult, HandResult, HandResult]

    def id(self, room: str) -> str:
        """The id of its record; as a room's id cannot be guessed, it serves as a link."""
        return f"{room}-{self.number}"


class MatchPlace(msgspec.Struct, frozen=True, kw_only=True):
    """How one chair ended a match."""

    player: str = ""  # empty: a bot
    bot: str = ""
    name: str
    place: int  # from 1; equals share it
    points: int
    gone: bool = False  # left before the end


class KeptMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match that is over, or was ended before (not ``whole``): then nobody is rated for it."""

    variant: str
    rules: RoomRules
    hands: int
    whole: bool
    places: tuple[MatchPlace, MatchPlace, MatchPlace, MatchPlace]


def kept_hand(record: Record, chairs: Sequence[Chair]) -> KeptHand:
    """What is kept of a finished hand of a match, whose players are the chairs in their order."""
    assert record.match is not None and record.deltas is not None
    view = View(EVERYTHING, 0)
    for event in record.events:
        view.see(event)
    wins = [event for event in record.events if isinstance(event, Win)]
    openings = [event.seat for event in record.events if isinstance(event, OpeningWin)]
    discards = [event.seat for event in record.events if isinstance(event, Discard)]
    results = []
    for n, chair in enumerate(chairs):
        seat = record.match.seats.index(n)
        paid = [pay.fans for pay in record.payments if pay.to == seat]
        results.append(
            HandResult(
                player="" if chair.left else chair.player,
                points=record.deltas[seat],
                won=next((win.how for win in wins if win.seat == seat), "opening" if seat in openings else ""),
                fans=tuple(dict.fromkeys(fan for fans in paid for fan in fans)),
                gave=sum(win.source == seat for win in wins),
                ready=view.seats[seat].ready,
                dealer=record.dealer == seat,
                turns=discards.count(seat),
            )
        )
    return KeptHand(number=record.match.number, variant=record.variant, line=line_of(record), results=tuple(results))  # type: ignore[arg-type]


def kept_match(match: Match, rules: RoomRules, chairs: Sequence[Chair]) -> KeptMatch:
    """What is kept of a match, its last hand settled and leavings booked. Who left stands behind all who stayed."""
    ranks = [(not chair.left, points) for chair, points in zip(chairs, match.totals, strict=True)]
    places = tuple(
        MatchPlace(
            player=chair.player,
            bot="" if chair.player else chair.bot,
            name=chair.name,
            place=1 + sum(other > rank for other in ranks),
            points=rank[1],
            gone=chair.left,
        )
        for chair, rank in zip(chairs, ranks, strict=True)
    )
    return KeptMatch(variant=match.game.variant.key, rules=rules, hands=match.number, whole=match.over, places=places)  # type: ignore[arg-type]
