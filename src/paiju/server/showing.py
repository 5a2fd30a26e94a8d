"""How far a hand has been shown, to each seat and to the watchers, and what each of them may see of it now.

What is shown may lag behind what is decided: after a moment behind which a hidden question may stand (a discard that somebody may claim) nothing
more is shown for a while, whether or not there was one, so that a pause says nothing (G-7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from paiju.game.audience import WATCHER, Seat
from paiju.game.fair import commitment
from paiju.game.hand import Hand
from paiju.game.views import View
from paiju.server import asking, timing
from paiju.server.protocol import Begin, FromServer, HandState, Happened, Over, Result, TableState, Turn
from paiju.server.room import Room
from paiju.server.watching import Delay, Moment, Telling

if TYPE_CHECKING:
    from paiju.server.table import Table


class Showing:
    """What a table has shown of its hand."""

    def __init__(self, table: Table, room: Room) -> None:
        self._table: Final = table
        self._room: Final = room
        self.shown = 0  # how much of the hand's log
        self.hold = 0.0  # nothing more is shown before
        self.result: Result | None = None  # once it is shown
        self.delay: Final = Delay(room.rules.watch_delay)
        self._quick = 0
        self._last_stop = -100.0
        self._reserve = 0
        self._state: HandState
        self._tellings: list[Telling] = []
        self._watching: Telling

    def begin(self, hand: Hand, shown: int) -> None:
        """A hand of which so much of the log has been shown."""
        deal = self._room.deal
        self._tellings = [Telling(hand, deal, seat) for seat in range(4)]
        self._watching = Telling(hand, deal, WATCHER)
        self._reserve = asking.kept_tiles(hand)
        self._state = self._begun()
        self.shown, self.hold, self.result = shown, 0.0, None

    @property
    def behind(self) -> bool:
        """Whether more has been decided than has been shown."""
        return self._room.course is not None and self.shown < self._room.told

    # -- showing -------------------------------------------------------------------------------------------------

    def go_on(self, now: float) -> None:
        """Moves on to where the next pause must be, or to the end of what is decided. ``tell`` follows."""
        room = self._room
        assert room.course is not None
        upto = next((stop for stop in room.stops if stop > self.shown), room.told)
        self.shown = upto
        if upto in room.stops:
            self.hold = now + self._wait(now)
        if upto == room.told:
            self._reserve = asking.kept_tiles(room.course.hand)

    def _wait(self, now: float) -> float:
        """Seconds until anything more is shown: a claim would have come by then, or a bot has thought."""
        if not self._room.rules.claim_wait or len(self._room.persons) < 2:
            return timing.BEAT * self._table.settings.pace
        quick = now - self._last_stop < timing.QUICK_PLAY
        self._quick = min(self._quick + 1, len(timing.CLAIM_WAITS) - 1) if quick else 0
        self._last_stop = now
        return timing.CLAIM_WAITS[self._quick]

    def tell(self, turn: Turn | None, now: float) -> None:
        """Tells every seat what it may know of it."""
        for seat, chair in enumerate(self._room.seats):
            if self._table.here(chair):
                telling = self._tellings[seat]
                events = telling.tell(self.shown)
                self._table.send(chair, Happened(events=events, turn=turn, reserve=self._reserve))
                for proof in telling.proofs(events):
                    self._table.send(chair, proof)
        self.note(turn, now)

    def tell_turn(self, turn: Turn | None, now: float) -> None:
        """Tells everybody about a turn that begins, or goes on with another clock, without an event."""
        for chair in self._room.seats:
            self._table.send(chair, Happened(events=(), turn=turn, reserve=self._reserve))
        self.note(turn, now)

    def tell_begin(self) -> None:
        for seat, chair in enumerate(self._room.seats):
            self._table.send(chair, Begin(hand=self.hand_state(), seat=seat))

    def tell_result(self, result: Result, now: float) -> None:
        """Shows the settlement, or another one in its place."""
        self.result = result
        for chair in self._room.seats:
            self._table.send(chair, Over(result=result))
        self.note(None, now)

    # -- pictures ------------------------------------------------------------------------------------------------

    def _begun(self) -> HandState:
        room = self._room
        assert room.match is not None
        part = room.part
        return HandState(
            number=part.number,
            round=part.round,
            hands=room.match.hands,
            rounds=room.match.rounds,
            dealer=room.dealer,
            seats=part.seats,
            totals=tuple([total * room.rules.base_points for total in part.totals]),  # type: ignore[arg-type]
            wall_size=len(room.deal.wall),
            reserve=self._reserve,
            commitment=commitment(bytes.fromhex(room.secret)),
            root=room.deal.root,
            points=tuple([tuple([room.rules.base_points * n for n in hand]) for hand in room.match.points[: part.number]]),  # type: ignore[misc]
        )

    def hand_state(self) -> HandState:
        """The hand apart from what its views hold."""
        return msgspec.structs.replace(self._state, reserve=self._reserve)

    def view(self, seat: Seat) -> View:
        """What a seat has been told."""
        telling = self._tellings[seat]
        telling.proofs(telling.tell(self.shown))
        return telling.view()

    def picture(self, seat: Seat, turn: Turn | None) -> TableState:
        """All a seat may know now; what it is told goes on from there."""
        return TableState(self.hand_state(), self.view(seat), turn, self.result)

    # -- watchers ------------------------------------------------------------------------------------------------

    def note(self, turn: Turn | None, now: float) -> None:
        """Notes the present moment for the watchers."""
        if self._room.rules.watch:
            self.delay.add(Moment(now, self._watching, self._state, self._reserve, self.shown, turn, self.result))

    def watched(self) -> TableState | None:
        """What a watcher sees now, some time behind."""
        moment = self.delay.present
        if moment is None:
            return None
        moment.telling.proofs(moment.telling.tell(moment.upto))
        return TableState(moment.hand, moment.telling.view(), moment.turn, moment.result)

    def for_watchers(self, now: float, *, watched: bool) -> list[FromServer]:
        """What the watchers are to be told by now; nothing where there are none."""
        found: list[FromServer] = []
        before = self.delay.present
        while (moment := self.delay.next(now)) is not None:
            if not watched:
                continue
            if before is None or before.telling is not moment.telling:
                found.append(Begin(hand=moment.hand, seat=None))
                before = None
            events = moment.telling.tell(moment.upto)
            if moment.result is None:
                found.append(Happened(events=events, turn=moment.turn, reserve=moment.reserve))
            elif before is None or before.result is not moment.result:
                found.append(Over(result=moment.result))
            found.extend(moment.telling.proofs(events))
            before = moment
        return found
