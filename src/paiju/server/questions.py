"""The questions a hand puts to its seats: whom it asks, how long each waits for a person, when it is answered for him.

Knows no answer and no tile but those among the choices.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from paiju.game.actions import Action
from paiju.game.audience import Seat
from paiju.game.question import kind_of
from paiju.server import asking, timing
from paiju.server.protocol import Ask, Choice, Closed, Question, Turn
from paiju.server.room import Room
from paiju.server.stand_ins import PERSON, answerer
from paiju.server.timing import milliseconds

if TYPE_CHECKING:
    from paiju.server.table import Table

_PAUSE: Final = (0.5, 1.2)  # seconds a bot takes on its own turn


class Asked:
    """An open question. ``by``: who answers when ``at`` has come: "person" if he does not himself, "safe", or the name of a bot."""

    __slots__ = ("actions", "at", "banked", "by", "chair", "choices", "id", "kind", "limit", "opened", "public", "seat")

    def __init__(self, id: str, seat: Seat, chair: int, kind: str, public: bool, actions: Sequence[Action]) -> None:
        self.id: Final = id
        self.seat: Final = seat
        self.chair: Final = chair
        self.kind: Final = kind
        self.public: Final = public
        self.actions: Final = actions
        self.choices: tuple[Choice, ...] | None = None  # made when a page is there to show them
        self.by = "person"
        self.opened = 0.0  # from then on his time runs, whoever is to answer meanwhile
        self.limit: float | None = None  # seconds, where a clock runs
        self.banked = 0.0  # how many of them come from the bank
        self.at: float | None = None  # when it is answered for the seat, if at all

    def left(self, now: float) -> int | None:
        """Milliseconds that a person still has."""
        return None if self.limit is None else milliseconds(self.opened + self.limit - now)

    def from_bank(self, now: float) -> int:
        """How many of them come from the bank."""
        return min(self.left(now) or 0, milliseconds(self.banked))

    def question(self, now: float) -> Question:
        assert self.choices is not None
        return Question(self.id, self.kind, self.choices, self.left(now), self.from_bank(now))

    def turn(self, now: float) -> Turn:
        return Turn(self.seat, self.left(now), self.from_bank(now))

    def find(self, text: str) -> Action | None:
        """The action of that text, if it is one of the choices."""
        return next((action for action in self.actions if str(action) == text), None)


class Questions:
    """The open questions of a table's hand, by seat."""

    def __init__(self, table: Table, room: Room) -> None:
        self._table: Final = table
        self._room: Final = room
        self._chance: Final = random.Random(room.id)
        self._frozen = False
        self._asked: dict[Seat, Asked] = {}

    def __str__(self) -> str:
        """Who is waited for, for the log."""
        return ", ".join([f"seat {asked.seat} ({asked.by})" for asked in self._asked.values()]) or "nobody"

    def begin(self) -> None:
        """A new hand."""
        self._asked.clear()

    def of(self, chair: int) -> Asked | None:
        """The open question of a chair."""
        return next((asked for asked in self._asked.values() if asked.chair == chair), None)

    def due(self, hold: float) -> float | None:
        """When a question is to be answered for its seat, or asked."""
        times = [asked.at for asked in self._asked.values() if asked.at is not None]
        if len(self._asked) < len(self._room.open):
            times.append(hold)
        return min(times, default=None)

    def overdue(self, now: float) -> Asked | None:
        """One that is to be answered for its seat."""
        return next((asked for asked in self._asked.values() if asked.at is not None and asked.at <= now), None)

    # -- opening and closing -------------------------------------------------------------------------------------

    def open(self, now: float, hold: float) -> list[Asked]:
        """Opens what the hand asks and has not been asked yet; nothing that is public before ``hold``. Gives the new ones."""
        room = self._room
        if len(self._asked) == len(room.open) or room.course is None:
            return []
        hand = room.course.hand
        kind = kind_of(hand)
        public = asking.is_public(kind)
        if public and now < hold:
            return []
        found = []
        for seat in room.open:
            if seat not in self._asked:
                asked = Asked(room.question_id(seat), seat, room.seats[seat], kind, public, hand.actions(seat))
                self._asked[seat] = asked
                self._start_clock(asked, now)
                found.append(asked)
        return found

    def close(self) -> None:
        """Forgets those that are no longer open, and says so."""
        room = self._room
        for seat, asked in list(self._asked.items()):
            if room.shut or seat not in room.open or room.question_id(seat) != asked.id:
                del self._asked[seat]
                self._table.send(asked.chair, Closed(question=asked.id))

    # -- clocks --------------------------------------------------------------------------------------------------

    def _start_clock(self, asked: Asked, now: float) -> None:
        asked.opened = now
        self._set_clock(asked, now)

    def _set_clock(self, asked: Asked, now: float) -> None:
        """Says who answers, and when: a person has what is left of the question's time, whoever answers in his place takes a pause."""
        room, settings = self._room, self._table.settings
        here = self._table.here(asked.chair)
        asked.by = answerer(room, asked.chair, public=asked.public, here=here, level=settings.stand_in)
        asked.limit = asked.at = None
        asked.banked = 0.0
        if self._frozen:
            return
        if asked.by != PERSON:
            asked.at = now + self._chance.uniform(*_PAUSE) * settings.pace if asked.public else now
        elif room.timed:
            seated, clock = room.chairs[asked.chair], room.rules.clock
            if asked.public:
                asked.limit = timing.turn_limit(clock, seated.bank, seated.late)
                asked.banked = max(0.0, asked.limit - clock.base)
            else:
                asked.limit = timing.claim_limit(clock, seated.missed)
            asked.at = asked.opened + asked.limit + timing.LATENCY
        elif not here:
            asked.at = now + settings.away_wait

    def refresh(self, chair: int, now: float) -> Asked | None:
        """Somebody has come, gone, left, or wants to be played for or not: his question's clock follows. Gives it, if another answers it now."""
        asked = self.of(chair)
        if asked is None or self._frozen:
            return None
        here = self._table.here(chair)
        if answerer(self._room, chair, public=asked.public, here=here, level=self._table.settings.stand_in) != asked.by:
            self._set_clock(asked, now)
            return asked
        if asked.by == PERSON and asked.limit is None:
            asked.at = None if here else now + self._table.settings.away_wait
        return None

    def freeze(self) -> None:
        """Clocks stand still."""
        self._frozen = True
        for asked in self._asked.values():
            asked.at = None

    def thaw(self, now: float) -> None:
        """All clocks start anew."""
        self._frozen = False
        for asked in self._asked.values():
            self._start_clock(asked, now)

    # -- telling -------------------------------------------------------------------------------------------------

    def ask(self, asked: Asked, now: float) -> None:
        """Puts the question to its seat's page, if there is one."""
        if self._table.here(asked.chair):
            self._table.send(asked.chair, Ask(question=self.question(asked, now)))

    def ask_public(self, now: float) -> None:
        for asked in self._asked.values():
            if asked.public:
                self.ask(asked, now)

    def question(self, asked: Asked, now: float) -> Question:
        if asked.choices is None:
            assert self._room.course is not None
            asked.choices = asking.choices_of(self._room.course.hand, asked.seat, hints=self._room.rules.hints)
        return asked.question(now)

    def turn(self, now: float) -> Turn | None:
        """Whose own turn it is, if it is anybody's: only of that everybody may know."""
        asked = next((asked for asked in self._asked.values() if asked.public), None)
        return None if asked is None else asked.turn(now)
