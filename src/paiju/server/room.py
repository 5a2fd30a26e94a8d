"""A room as the fold of its journal: who sits where, the rules, the match and the hand being played, whom it asks, votes, leavings.

Pure: no input or output, no clock. ``apply`` is the only way it changes, so folding the same entries again gives the same room. Who is connected,
what has been sent and how long a question stays open are not known here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, assert_never

import msgspec

from paiju.core.settle import Payment
from paiju.game import fair
from paiju.game.audience import WATCHER, Seat
from paiju.game.events import Deal, Discard, Draw, Event, Look, Propose, SeaTurned, TurnUp
from paiju.game.hand import Game, Hand
from paiju.game.match import Match
from paiju.records.record import Course, FairPart, Leaving, MatchPart, Record, match_part, record_of
from paiju.server import entries as told
from paiju.server.protocol import Chair, RoomRules, RoomState

_REMEMBERED: Final = 16  # commands of a chair whose answers are known again after a restart
_COMPASS: Final = ("甲乙丙丁", "ABCD")


class Seated(msgspec.Struct):
    """One chair: a person, a bot, or nobody."""

    player: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    auto: bool = False
    late: int = 0  # own turns in a row that ran out of time
    missed: int = 0  # claims in a row that did; nobody else may know
    left: bool = False
    escaped: bool = False  # was not back in time (CS-48)
    bank: int = 0  # milliseconds left of it in this hand

    @property
    def staying(self) -> bool:
        """Whether a person has this chair and has not left for good."""
        return bool(self.player) and not self.left


class Room:
    """One room. ``id`` cannot be guessed, ``number`` is what people tell each other."""

    def __init__(self, id: str) -> None:
        self.id: Final = id
        self.number = ""
        self.rules: RoomRules
        self.game: Game
        self.quick = False
        self.chairs: list[Seated] = [Seated() for _ in range(4)]
        self.host = 0
        self.sent_away: set[str] = set()
        self.length = 0  # entries applied
        self.begun = False
        self.shut = ""  # why
        # the vote
        self.votes: dict[int, bool] = {}
        self.vote_at = 0
        self.denied: set[int] = set()  # proposed to end the match, in vain, in this hand
        # the match
        self.committed: told.Committed | None = None  # a secret not yet dealt from
        self.promised: told.Promised | None = None  # for it
        self.secret = ""
        self.nonces: tuple[str, str, str, str] = ("", "", "", "")
        self.promises: tuple[str, str, str, str] = ("", "", "", "")
        self.deal: fair.Deal
        self.match: Match | None = None
        self.part: MatchPart  # where the match stood when the hand began
        self.dealer: Seat = 0  # of the hand
        self.course: Course | None = None
        self.leavings: list[Leaving] = []
        self.leave_payments: list[Payment] = []  # booked with this hand, by its seats
        # whom the hand asks
        self.told = 0  # length of the hand's log
        self.stops: list[int] = []  # places in it, since the last answer, behind which a hidden question may stand
        self.asked = [0, 0, 0, 0]  # how many questions each seat has been asked
        self.open: dict[Seat, int] = {}  # the seats that are asked, and which of their questions it is
        self.commands: list[deque[str]] = [deque(maxlen=_REMEMBERED) for _ in range(4)]

    @classmethod
    def fold(cls, id: str, entries: Iterable[told.Entry]) -> Room:
        """The room after those entries."""
        room = cls(id)
        for entry in entries:
            room.apply(entry)
        return room

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        if self.shut:
            return "closed"
        if self.match is not None and self.match.over:
            return "over"
        return "playing" if self.begun else "waiting"

    @property
    def persons(self) -> list[int]:
        """The chairs of persons who have not left."""
        return [n for n, chair in enumerate(self.chairs) if chair.staying]

    @property
    def hand(self) -> Hand | None:
        return self.course.hand if self.course is not None else None

    @property
    def seats(self) -> tuple[int, int, int, int]:
        """The chair on each seat in this hand."""
        return self.part.seats

    def seat_of(self, chair: int) -> Seat | None:
        """Where a chair sits in this hand."""
        return self.seats.index(chair) if self.course is not None else None

    @property
    def timed(self) -> bool:
        """Whether questions have a clock: not for one person alone with bots."""
        return self.rules.clock.base > 0 and len(self.persons) > 1

    @property
    def pays_for_leaving(self) -> bool:
        """Whether the game has a price for leaving (CS-48)."""
        return self.game.settings.has("escape_grace_seconds")

    def chair_of(self, player: str) -> int | None:
        """The chair of a person who has not left."""
        return next((n for n, chair in enumerate(self.chairs) if chair.staying and chair.player == player), None)

    def persons_chair(self, player: str) -> int:
        """The chair of a person who has one."""
        chair = self.chair_of(player)
        assert chair is not None
        return chair

    def called(self, chair: int, lang: str = "zh") -> str:
        """What the one on a chair is called: a bot by the place it has."""
        seated = self.chairs[chair]
        if seated.player:
            return seated.name
        return f"电脑{_COMPASS[0][chair]}" if lang == "zh" else f"Bot {_COMPASS[1][chair]}"

    def hand_id(self, number: int) -> str:
        """What of a hand goes into its wall beside secret and nonces."""
        return f"{self.id}/{number}"

    def question_id(self, seat: Seat) -> str:
        """The id of the question a seat is asked: it tells nothing about other seats."""
        return f"{self.part.number}.{seat}.{self.open[seat]}"

    def picture(self, here: Sequence[bool], watchers: int = 0, dissolve_left: int | None = None) -> RoomState:
        """The room as everybody in it sees it; who is here and the time left are the table's to say."""
        chairs = [
            Chair(
                name=chair.name,
                player=chair.player,
                bot=chair.bot,
                ready=chair.ready,
                here=here[n] and chair.staying,
                auto=chair.auto,
                left=chair.left,
            )
            for n, chair in enumerate(self.chairs)
        ]
        return RoomState(
            number=self.number,
            state=self.state,
            rules=self.rules,
            chairs=tuple(chairs),  # type: ignore[arg-type]
            host=self.host,
            watchers=watchers,
            dissolve=tuple(sorted(self.votes)) if self.votes else None,
            dissolve_left=dissolve_left if self.votes else None,
        )

    def record(self) -> Record:
        """The record of the hand, as it stands."""
        assert self.course is not None
        secret = bytes.fromhex(self.secret)
        part = FairPart(self.hand_id(self.part.number), self.secret, self.nonces, self.promises, fair.commitment(secret), self.deal.root)
        course = Course(self.course.hand, part)
        course.actions, course.choices = self.course.actions, self.course.choices
        return record_of(course, match=self.part)

    # -- the fold ------------------------------------------------------------------------------------------------

    def apply(self, entry: told.Entry) -> None:
        """Takes in the next entry of the journal."""
        match entry:
            case told.Answered():
                self._answer(entry)
            case told.Opened():
                self.number, self.quick = entry.number, entry.quick
                self._rule(entry.rules)
                self.chairs[0] = Seated(player=entry.player, name=entry.name)
            case told.Sat():
                if not self.persons:
                    self.host = entry.chair
                before = self.chairs[entry.chair]
                self.chairs[entry.chair] = Seated(player=entry.player, name=entry.name, ready=before.ready and before.player == entry.player)
            case told.Filled():
                self.chairs[entry.chair] = Seated(bot=entry.bot)
            case told.Emptied():
                if entry.why == "kicked":
                    self.sent_away.add(self.chairs[entry.chair].player)
                self.chairs[entry.chair] = Seated()
                self._pass_host(entry.chair)
            case told.Readied():
                self.chairs[entry.chair].ready = entry.on
            case told.Ruled():
                self._rule(entry.rules)
                for chair in self.chairs:
                    chair.ready = False
            case told.Committed():
                self.begun = True
                self.committed = entry
            case told.Promised():
                self.promised = entry
            case told.Begun():
                self._begin(entry)
            case told.Autoed():
                chair = self.chairs[entry.chair]
                chair.auto, chair.late, chair.missed = entry.on, entry.late, entry.missed
            case told.Voted():
                self._vote(entry)
            case told.Left():
                self.chairs[entry.chair].left = True
                self.chairs[entry.chair].auto = False
                self.votes.pop(entry.chair, None)
                self._pass_host(entry.chair)
                self._book_leavings()
            case told.Escaped():
                self.chairs[entry.chair].escaped = True
                self._book_leavings()
            case told.Shut():
                self.shut = entry.why
                self.votes.clear()
            case _:
                assert_never(entry)
        self.length += 1

    def _rule(self, rules: RoomRules) -> None:
        self.rules = rules
        self.game = game_of(rules)

    def _pass_host(self, gone: int) -> None:
        """The next chair with a person is host when the host's person goes."""
        if gone == self.host:
            self.host = next((n % 4 for n in range(gone + 1, gone + 4) if self.chairs[n % 4].staying), self.host)

    def _vote(self, entry: told.Voted) -> None:
        if entry.agree:
            if not self.votes:
                self.vote_at = entry.at
            self.votes[entry.chair] = True
        else:
            self.denied.add(next(iter(self.votes)))
            self.votes.clear()

    def _begin(self, entry: told.Begun) -> None:
        assert self.committed is not None and self.promised is not None
        self.secret, self.promises, self.nonces = self.committed.secret, self.promised.promises, entry.nonces
        self.committed = self.promised = None
        secret, nonces = bytes.fromhex(self.secret), [bytes.fromhex(nonce) for nonce in entry.nonces]
        self.deal = fair.deal(secret, self.hand_id(entry.hand), nonces, self.game.tiles())
        if self.match is None:
            names = [chair.name or f"bot {chair.bot}" for chair in self.chairs]
            self.match = Match(self.game, seed=fair.match_seed(secret, nonces), players=names, deal=self._dealt)
        else:
            self.match.next_hand()
        self.part, self.dealer = match_part(self.match, self.leavings), self.match.dealer
        self.course = Course(self.match.hand)
        self.leave_payments = []
        self.denied.clear()
        for chair in self.chairs:
            chair.bank = self.rules.clock.bank * 1000
        self._pilot = self.match.hand.teller(WATCHER)
        self.told = 0
        self.asked = [0, 0, 0, 0]
        self._look_on()

    def _dealt(self, number: int, dealer: Seat) -> Hand:
        return self.deal.hand(self.game, dealer)

    def _answer(self, entry: told.Answered) -> None:
        assert self.course is not None
        seat, hand = entry.seat, self.course.hand
        self.course.play(entry.action, seat)
        del self.open[seat]
        chair = self.part.seats[seat]
        self.chairs[chair].bank = entry.bank
        if entry.command:
            self.commands[chair].append(entry.command)
        self._look_on()
        if hand.over:
            assert self.match is not None
            self.match.settle()
            self._book_leavings()

    def _look_on(self) -> None:
        """Notes where the log may be hiding a question, and whom the hand asks now.

        As long as nothing happens the questions of a claim window stay what they are; when something has, all are new ones.
        """
        assert self.course is not None
        pilot, before = self._pilot, self.told
        self.stops = [pilot.told for event in pilot.news() if hides(event)]
        self.told = pilot.told
        if self.told != before:
            self.open.clear()
        for seat in self.course.hand.to_act:
            if seat not in self.open:
                self.asked[seat] += 1
                self.open[seat] = self.asked[seat]

    def _book_leavings(self) -> None:
        """CS-48: what those who have left pay, when the hand they left in is settled; once a match each."""
        if self.match is None or self.course is None or not self.course.hand.over:
            return
        for n, chair in enumerate(self.chairs):
            if (chair.left or chair.escaped) and n not in self.match.left:
                seats = list(self.match.seats)  # of the next hand already
                payments = self.match.leave(n, coins=self.rules.coins)
                if payments:
                    self.leavings.append(Leaving(n, self.rules.coins, self.part.number))
                for payment in payments:
                    payment.giver = payment.share = self.seats.index(seats[payment.giver])
                    if payment.taker >= 0:
                        payment.taker = self.seats.index(seats[payment.taker])
                    self.leave_payments.append(payment)


def hides(event: Event) -> bool:
    """Whether a question may stand behind the event of which nobody but the one asked may know (G-7)."""
    match event:
        case Discard() | Propose() | SeaTurned() | Look() | TurnUp():
            return True
        case Draw():
            return event.source in ("last", "sea")
        case Deal():
            return event.seat == 3
        case _:
            return False


def game_of(rules: RoomRules) -> Game:
    """The game of some rules, one object for all rooms that play it alike; PaijuError where the options cannot be."""
    return _game(rules.variant, rules.preset, msgspec.json.encode(rules.options, order="sorted"))


@lru_cache(maxsize=64)
def _game(variant: str, preset: str | None, options: bytes) -> Game:
    return Game(variant, msgspec.json.decode(options), preset)
