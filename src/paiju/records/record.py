"""The record of one hand: everything it takes to play it again and to see that it was played so.

A record is one JSON object, one line of a file. Its digest is SHA-256 over the rest as canonical JSON: keys sorted, no spaces, UTF-8.
Knows how a record is made from a hand; not where it is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from paiju.core.ending import Ending
from paiju.core.errors import ActionError
from paiju.core.notation import parse_tiles
from paiju.core.settle import Payment
from paiju.game import fair
from paiju.game.actions import Action
from paiju.game.events import Dice, Event, Open, OpeningWin, Pay, Roll
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.game.position import Position
from paiju.game.standing import Standing, standing_of
from paiju.game.telling import WHY

FORMAT: Final = "paiju-record/1"
_SUITS: Final = "mpsz"

Four = tuple[int, int, int, int]
Option = bool | int | str | list[int | str]


class Leaving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who paid for leaving (CS-48), after the hand of that number."""

    player: int
    coins: bool
    after: int


class MatchPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a match stood when the hand began."""

    seed: Annotated[int, Meta(description="The seed of the match; hand n is dealt from its lane n + 1, unless the record's seed is null.")]
    number: Annotated[int, Meta(description="The hand's number, from 0.")]
    round: Annotated[int, Meta(description="The round, from 0.")]
    passes: Annotated[int, Meta(description="How often the deal has moved on.")]
    dealer_dice: Annotated[tuple[int, ...], Meta(description="The dice that named the first dealer, if any (CC-4).")]
    players: Annotated[tuple[str, str, str, str], Meta(description="The players, in an order that stays.")]
    seats: Annotated[Four, Meta(description="The player on each seat.")]
    totals: Annotated[Four, Meta(description="The points of each player before the hand.")]
    house: Annotated[int, Meta(description="What the house holds (CS-48).")]
    leavings: Annotated[tuple[Leaving, ...], Meta(description="What was paid for leaving so far (CS-48).")]

    def standing(self, game: Game) -> Standing:
        """What the players of the hand knew of that; ``game``: with the match's house rules."""
        return standing_of(game.settings, totals=self.totals, seats=self.seats, number=self.number, passes=self.passes)


Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, Meta(pattern="^(?:[0-9a-f]{32})?$")]
Promise = Annotated[str, Meta(pattern="^(?:[0-9a-f]{64})?$")]


class FairPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What wall and dice were dealt from, where nobody was to choose them (docs/fairness.md)."""

    id: Annotated[str, Meta(description="The hand: its room, a stroke, its number in the match.", pattern=fair.ID)]
    secret: Annotated[Digest, Meta(description="The server's secret, 32 bytes in hexadecimal.")]
    nonces: Annotated[tuple[Nonce, Nonce, Nonce, Nonce], Meta(description="What each player added: 16 bytes in hexadecimal, or nothing.")]
    promises: Annotated[
        tuple[Promise, Promise, Promise, Promise],
        Meta(description="What each player promised to add, told before any nonce; empty where he promised nothing, so that his nonce is empty too."),
    ]
    commitment: Annotated[Digest, Meta(description="SHA-256 of the secret, told before the players added anything.")]
    root: Annotated[Digest, Meta(description="The root of the hash tree over wall and dice, told at the deal.")]

    @property
    def room(self) -> str:
        return self.id.rpartition("/")[0]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One hand. Kinds of tiles in events are numbers 0-33: 1m to 9m, 1p to 9p, 1s to 9s, 1z to 7z."""

    format: Annotated[str, Meta(description="The kind of this object and the version of its format.", pattern="^paiju-record/1$")]
    variant: Annotated[str, Meta(description="The game, by its key.")]
    options: Annotated[dict[str, Option], Meta(description="The house rules that differ from their default.")]
    seed: Annotated[int | None, Meta(description="The seed of wall and dice; null when the wall was given.")]
    lane: Annotated[int | None, Meta(description="The lane of the seed.")]
    dealer: Annotated[int, Meta(description="The dealer's seat.")]
    position: Annotated[Position | None, Meta(description="Where the hand began, when not with a deal.")]
    match: Annotated[MatchPart | None, Meta(description="The match it belongs to, if any.")]
    fair: Annotated[FairPart | UnsetType, Meta(description="What wall and dice were dealt from, where players took part in it.")] = UNSET
    wall: Annotated[str, Meta(description="The wall in drawing order, as tile text; from a position, what was left of it.")]
    actions: Annotated[tuple[str, ...], Meta(description="Every answer in order, passes included: seat, space, action.")]
    choices: Annotated[
        tuple[tuple[int, int], ...], Meta(description="For each action its place (from 0) among the legal ones, and how many those were.")
    ]
    dice: Annotated[tuple[int, ...], Meta(description="All dice in the order rolled (G-8).")]
    events: Annotated[tuple[Event, ...], Meta(description="All that happened, nothing hidden.")]
    payments: Annotated[tuple[Pay, ...], Meta(description="Every payment, in the order booked.")]
    deltas: Annotated[Four | None, Meta(description="What each seat gained; null while the hand is not over.")]
    next_dealer: Annotated[int | None, Meta(description="Who deals next; null while the hand is not over.")]
    finished: Annotated[bool, Meta(description="Whether the hand was played to its end.")]
    digest: Annotated[str, Meta(description="SHA-256 of all the rest as canonical JSON, in hexadecimal.", pattern="^[0-9a-f]{64}$")]


class Course:
    """A hand with the answers given in it so far: what a record is made of. Play through it instead of through the hand.

    ``fair``: what the hand was dealt from, where it was dealt so.
    """

    def __init__(self, hand: Hand, fair: FairPart | None = None) -> None:
        self.hand: Final = hand
        self.fair: Final = fair
        self.actions: list[str] = []
        self.choices: list[tuple[int, int]] = []

    def play(self, action: Action | str, seat: int | None = None, legal: Sequence[Action] | None = None) -> str:
        """Carries out an answer and keeps it; ActionError when it is not legal. Gives the answer as records write it.

        ``legal``: the seat's legal actions, when the caller has them at hand.
        """
        hand = self.hand
        if seat is None:
            seat = hand.to_act[0] if hand.to_act else 0
        if legal is None:
            legal = hand.actions(seat)
        place = _place_of(action, legal)
        if place < 0:
            hand.play(action, seat)  # says why not
            raise ActionError(f"{action} by seat {seat} is not among its legal actions", f"座位{seat}的 {action} 不是他现在能做的")
        hand.play(legal[place], seat)
        text = f"{seat} {legal[place]}"
        self.actions.append(text)
        self.choices.append((place, len(legal)))
        return text


def _place_of(action: Action | str, legal: Sequence[Action]) -> int:
    text = str(action)
    for place, other in enumerate(legal):
        if other is action or str(other) == text:
            return place
    return -1


def record_of(course: Course, *, seed: int | None = None, lane: int = 0, match: MatchPart | None = None) -> Record:
    """The record of a hand as it stands. ``seed`` and ``lane``: those the hand was started with, unless its wall or dice were given."""
    hand = course.hand
    table = hand.table
    events = tuple(hand.events())
    ending = hand.result() if hand.over else None
    if hand.position is not None or course.fair is not None:
        seed = None
    wall = wall_of(hand) if hand.position is None else parse_tiles(hand.position.wall)
    record = Record(
        format=FORMAT,
        variant=hand.game.variant.key,
        options=hand.game.settings.changed(),  # type: ignore[arg-type]
        seed=seed,
        lane=None if seed is None else lane,
        dealer=int(table.dealer),
        position=hand.position,
        match=match,
        fair=course.fair or UNSET,
        wall=wall_text(wall),
        actions=tuple(course.actions),
        choices=tuple(course.choices),
        dice=dice_of(events),
        events=events,
        payments=() if ending is None else payments_of(ending),
        deltas=None if ending is None else tuple(ending.deltas()),  # type: ignore[arg-type]
        next_dealer=None if ending is None else int(ending.next_dealer),
        finished=ending is not None,
        digest="0" * 64,
    )
    return msgspec.structs.replace(record, digest=digest_of(msgspec.to_builtins(record)))


def match_record(course: Course, match: Match, leavings: Sequence[Leaving] = ()) -> Record:
    """The record of a match's hand as it stands, not yet settled."""
    seed = match.seed if match.deal is None else None
    return record_of(course, seed=seed, lane=match.number + 1, match=match_part(match, leavings))


def match_part(match: Match, leavings: Sequence[Leaving] = ()) -> MatchPart:
    """Where a match stands, its hand not yet settled."""
    return MatchPart(
        seed=match.seed,
        number=match.number,
        round=match.round,
        passes=match.passes,
        dealer_dice=match.dealer_dice,
        players=match.players,  # type: ignore[arg-type]
        seats=tuple(match.seats),  # type: ignore[arg-type]
        totals=tuple(match.totals),  # type: ignore[arg-type]
        house=match.house,
        leavings=tuple(leavings),
    )


def wall_of(hand: Hand) -> list[int]:
    """The wall a hand was dealt from, in drawing order."""
    return [int(hand.table.wall_tile(n)) for n in range(hand.table.wall_size)]


def dice_of(events: Sequence[Event]) -> tuple[int, ...]:
    """All dice of a hand, in the order rolled."""
    dice: list[int] = []
    for event in events:
        match event:
            case Open() | Dice():
                dice += event.dice
            case Roll():
                dice.append(event.die)
            case OpeningWin():
                dice += [] if event.die is None else [event.die]
            case _:
                pass
    return tuple(dice)


def payments_of(ending: Ending) -> tuple[Pay, ...]:
    """Every payment line of a settled hand."""
    lines = [_pay(p, tuple(s.fan_values())) for s in [*ending.openings, *ending.wins] for p in s.payments]
    return tuple(lines + [_pay(p) for p in [*ending.kongs, *ending.extras]])


def _pay(p: Payment, fans: tuple[str, ...] = ()) -> Pay:
    return Pay(int(p.giver), None if p.taker < 0 else int(p.taker), int(p.amount), WHY[p.cause], p.clause, fans)


def wall_text(kinds: Sequence[int]) -> str:
    """Tiles in their order, neighbours of one suit written together.

    >>> wall_text([4, 0, 33, 2])
    '51m7z3m'
    """
    out: list[str] = []
    for n, kind in enumerate(kinds):
        if n and kinds[n - 1] // 9 != kind // 9:
            out.append(_SUITS[kinds[n - 1] // 9])
        out.append(str(kind % 9 + 1))
    return "".join(out) + (_SUITS[kinds[-1] // 9] if kinds else "")


# -- bytes ---------------------------------------------------------------------------------------------------------------


def line_of(record: Record) -> bytes:
    """The record as a line, its end included."""
    return msgspec.json.encode(record) + b"\n"


def canonical(value: object) -> bytes:
    """Plain values as canonical JSON."""
    return msgspec.json.encode(value, order="sorted")


def digest_of(plain: dict[str, object]) -> str:
    """The digest of a record given as plain values; its own field does not count."""
    return hashlib.sha256(canonical({name: value for name, value in plain.items() if name != "digest"})).hexdigest()
