"""The hands of a match at a table: committing and dealing, showing what happened, asking, answering for those who do not, the settlement.

One step at a time: ``step`` does the next thing that is due, ``due`` says when there is something to do. Whatever is decided is stored first, by
the table, and only then shown. What is shown may lag behind what is decided: after a moment behind which a hidden question may stand (a discard
that somebody may claim) nothing more is shown for a while, whether or not there was one, so that a pause says nothing (G-7).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from paiju.game.audience import WATCHER, Seat
from paiju.game.fair import commitment
from paiju.game.hand import Hand
from paiju.game.refusals import refusal
from paiju.game.waits import unseen, waits
from paiju.game.why import why_not
from paiju.records.record import record_of
from paiju.server import asking, timing
from paiju.server import entries as told
from paiju.server.protocol import (
    Answer,
    Ask,
    Begin,
    Closed,
    Commit,
    FromServer,
    HandState,
    Happened,
    Nonce,
    Over,
    Question,
    Result,
    Said,
    TableState,
    Told,
    Turn,
    Waits,
    Why,
)
from paiju.server.questions import Asked
from paiju.server.refusals import Refusal
from paiju.server.results import result_of
from paiju.server.room import Room
from paiju.server.stand_ins import PERSON, SAFE, StandIns, answerer
from paiju.server.store import kept_hand
from paiju.server.watching import Delay, Moment, Telling

if TYPE_CHECKING:
    from paiju.server.table import Table

_PAUSE: Final = (0.5, 1.2)  # seconds a bot takes on its own turn


class Play:
    """The play of one table. ``table`` stores entries and knows who is connected."""

    def __init__(self, table: Table, room: Room) -> None:
        self.table: Final = table
        self.room: Final = room
        self.asked: dict[Seat, Asked] = {}
        self.delay: Final = Delay(room.rules.watch_delay)
        self.shown = 0  # how far the hand's log has been shown
        self.result: Result | None = None  # once it is shown
        self.settled_at = 0.0
        self.ready_for_next: set[int] = set()  # chairs
        self._chance: Final = random.Random(room.id)
        self._nonces: dict[int, str] = {}
        self._nonces_until = 0.0
        self._hold = 0.0  # nothing hidden is let out before
        self._quick = 0
        self._last_stop = -100.0
        self._reserve = 0
        self._tellings: list[Telling] = []
        self._watching: Telling
        self._stand_ins: StandIns
        self._frozen = False
        if room.course is not None:
            self._take_up(room.course.hand)
            self.shown = room.told

    async def take_up(self, now: float) -> None:
        """Goes on with a room just folded: a settlement that was not kept, or not shown, is."""
        hand = self.room.hand
        if hand is not None and hand.over and self.room.committed is None:
            await self._settle(now)

    # -- what is due ---------------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When the next step may be due; None: only when somebody says something. A past time means now."""
        room = self.room
        if room.state == "over":
            return self._hold if self.shown < room.told else 0.0 if self.result is None else None
        if room.state != "playing":
            return None
        if room.committed is not None:
            return self._nonces_until
        if room.course is None:
            return None
        if self.shown < room.told:
            return self._hold
        if room.course.hand.over:
            return 0.0 if self.result is None else self._next_at()
        times = [asked.at for asked in self.asked.values() if asked.at is not None]
        if len(self.asked) < len(room.open):
            times.append(self._hold)
        return min(times, default=None)

    async def step(self, now: float) -> bool:
        """Does the next thing that is due, if anything is."""
        room = self.room
        if room.state != "playing":
            return await self._finish(now)
        if room.committed is not None:
            return await self._deal(now)
        if room.course is None:
            return False
        if self.shown < room.told:
            if now < self._hold:
                return False
            self._show(now)
            return True
        if room.course.hand.over:
            return await self._after(now)
        if self._open_questions(now):
            self._tell_turn(now)
            return True
        for asked in self.asked.values():
            if asked.at is not None and asked.at <= now:
                await self._answer_for(asked, now)
                return True
        return False

    # -- dealing -------------------------------------------------------------------------------------------------

    async def commit(self, hand: int) -> bool:
        """Binds the server to the secret of the next hand."""
        await self.table.enter(told.Committed(hand, self.table.settings.secret().hex()))
        self._begin_nonces()
        return True

    def _begin_nonces(self) -> None:
        """Asks the pages for theirs; a person who is not there is not waited for."""
        self._nonces.clear()
        self._nonces_until = self.table.time.now() + self.table.settings.nonce_wait
        for chair in self.room.persons:
            self.ask_nonce(chair)

    def ask_nonce(self, chair: int) -> None:
        """Tells a chair the commitment of the hand to be dealt, if its nonce is wanted."""
        entry = self.room.committed
        if entry is not None and chair not in self._nonces:
            secret = bytes.fromhex(entry.secret)
            self.table.send(chair, Commit(hand=entry.hand, id=self.room.hand_id(entry.hand), commitment=commitment(secret)))

    def take_nonce(self, chair: int, command: Nonce) -> None:
        entry = self.room.committed
        if entry is None or entry.hand != command.hand or chair in self._nonces:
            raise Refusal("no_nonce")
        self._nonces[chair] = command.nonce

    async def _deal(self, now: float) -> bool:
        entry = self.room.committed
        assert entry is not None
        if now < self._nonces_until and any(self.table.here(chair) and chair not in self._nonces for chair in self.room.persons):
            return False
        nonces = tuple([self._nonces.get(chair, "") for chair in range(4)])
        await self.table.enter(told.Begun(entry.hand, nonces))  # type: ignore[arg-type]
        hand = self.room.hand
        assert hand is not None
        self._take_up(hand)
        self.shown = 0
        self._reserve = asking.kept_tiles(hand)
        for seat, chair in enumerate(self.room.seats):
            self.table.send(chair, Begin(hand=self.hand_state(), seat=seat))
        self._show(self.table.time.now())
        return True

    def _take_up(self, hand: Hand) -> None:
        """Gets ready for a hand: one just dealt, or one found in the journal."""
        room = self.room
        self._tellings = [Telling(hand, room.deal, seat) for seat in range(4)]
        self._watching = Telling(hand, room.deal, WATCHER)
        self._stand_ins = StandIns(hand, room.deal.seed, room.part.number)
        self._reserve = asking.kept_tiles(hand)
        self._hold = 0.0
        self.asked.clear()
        self.result = None
        self.ready_for_next.clear()

    # -- showing -------------------------------------------------------------------------------------------------

    def _show(self, now: float) -> None:
        """Shows the next events to everybody, as far as they may be shown now, and opens the questions that follow."""
        room = self.room
        assert room.course is not None
        upto = next((stop for stop in room.stops if stop > self.shown), room.told)
        self.shown = upto
        if upto in room.stops:
            self._hold = now + self._wait(now)
        if upto == room.told:
            self._reserve = asking.kept_tiles(room.course.hand)
        opened = self._open_questions(now)
        turn = self.turn(now)
        for seat, chair in enumerate(room.seats):
            if self.table.here(chair):
                telling = self._tellings[seat]
                events = telling.tell(upto)
                self.table.send(chair, Happened(events=events, turn=turn, reserve=self._reserve))
                for proof in telling.proofs(events):
                    self.table.send(chair, proof)
        self._note_moment(now, turn)
        for asked in opened:
            self._ask(asked, now)

    def _wait(self, now: float) -> float:
        """Seconds until anything more is shown: a claim would have come by then, or a bot has thought."""
        if not self.room.rules.claim_wait or len(self.room.persons) < 2:
            return timing.BEAT * self.table.settings.pace
        quick = now - self._last_stop < timing.QUICK_PLAY
        self._quick = min(self._quick + 1, len(timing.CLAIM_WAITS) - 1) if quick else 0
        self._last_stop = now
        return timing.CLAIM_WAITS[self._quick]

    def _note_moment(self, now: float, turn: Turn | None) -> None:
        if self.room.rules.watch:
            self.delay.add(Moment(now, self._watching, self.hand_state(), self.shown, turn, self.result))

    def turn(self, now: float) -> Turn | None:
        """Whose own turn it is, if it is anybody's."""
        asked = next((asked for asked in self.asked.values() if asked.public), None)
        return None if asked is None else asked.turn(self.room.rules.clock.base, now)

    def _tell_turn(self, now: float) -> None:
        """Tells everybody about a turn that begins, or goes on with another clock, without an event."""
        turn = self.turn(now)
        for chair in self.room.seats:
            self.table.send(chair, Happened(events=(), turn=turn, reserve=self._reserve))
        self._note_moment(now, turn)
        for asked in self.asked.values():
            if asked.public:
                self._ask(asked, now)

    # -- asking --------------------------------------------------------------------------------------------------

    def _open_questions(self, now: float) -> list[Asked]:
        """Opens the questions that may be shown now; gives those that are new."""
        room = self.room
        if self.shown < room.told or len(self.asked) == len(room.open) or room.course is None:
            return []
        hand = room.course.hand
        kind = asking.kind_of(hand)
        public = asking.is_public(kind)
        if public and now < self._hold:
            return []
        found = []
        for seat in room.open:
            if seat not in self.asked:
                asked = Asked(room.question_id(seat), seat, room.seats[seat], kind, public, hand.actions(seat))
                self.asked[seat] = asked
                self._set_clock(asked, now)
                found.append(asked)
        return found

    def _set_clock(self, asked: Asked, now: float) -> None:
        """Starts the question's time: the whole of it for a person, a pause for whoever answers in his place."""
        room, settings = self.room, self.table.settings
        here = self.table.here(asked.chair)
        asked.by = answerer(room, asked.chair, here=here, level=settings.stand_in)
        asked.opened = now
        asked.limit = asked.at = None
        if self._frozen:
            return
        if asked.by != PERSON:
            asked.at = now + self._chance.uniform(*_PAUSE) * settings.pace if asked.public else now
        elif room.timed:
            seated = room.chairs[asked.chair]
            asked.limit = timing.limit_of(room.rules.clock, seated.bank, seated.late)
            asked.at = now + asked.limit + timing.LATENCY
        elif not here:
            asked.at = now + settings.away_wait

    def _ask(self, asked: Asked, now: float) -> None:
        if self.table.here(asked.chair) and self.room.chairs[asked.chair].staying:
            self.table.send(asked.chair, Ask(question=self._question(asked, now)))

    def _question(self, asked: Asked, now: float) -> Question:
        if asked.choices is None:
            assert self.room.course is not None
            asked.choices = asking.choices_of(self.room.course.hand, asked.seat, hints=self.room.rules.hints)
        return asked.question(self.room.rules.clock.base, now)

    def question_of(self, chair: int, now: float) -> Question | None:
        """The open question of a chair."""
        asked = next((asked for asked in self.asked.values() if asked.chair == chair), None)
        return None if asked is None else self._question(asked, now)

    def close_questions(self) -> None:
        """Forgets the questions that are no longer open, and says so."""
        room = self.room
        for seat, asked in list(self.asked.items()):
            if room.shut or seat not in room.open or room.question_id(seat) != asked.id:
                del self.asked[seat]
                self.table.send(asked.chair, Closed(question=asked.id))

    def refresh(self, chair: int, now: float) -> None:
        """Somebody has come, gone, left, or wants to be played for or not: the clock of his open question follows."""
        asked = next((asked for asked in self.asked.values() if asked.chair == chair), None)
        if asked is None or self._frozen:
            return
        here = self.table.here(chair)
        by = answerer(self.room, chair, here=here, level=self.table.settings.stand_in)
        if by != asked.by:
            self._set_clock(asked, now)
            if asked.public:
                self._tell_turn(now)
            else:
                self._ask(asked, now)
        elif by == PERSON and asked.limit is None:
            asked.at = None if here else now + self.table.settings.away_wait

    def freeze(self) -> None:
        """Nobody is there: clocks stand still."""
        self._frozen = True
        for asked in self.asked.values():
            asked.at = None

    def thaw(self, now: float) -> None:
        """Somebody is back: what was asked is asked again with the whole time."""
        self._frozen = False
        for asked in self.asked.values():
            self._set_clock(asked, now)
        if self.room.state == "playing" and self.room.committed is None:
            self._open_questions(now)
        if self.room.committed is not None:
            self._begin_nonces()
        if self.result is not None:
            self.settled_at = now
        elif self.room.course is not None and self.delay.empty:
            self._note_moment(now, self.turn(now))

    # -- answering -----------------------------------------------------------------------------------------------

    async def answer(self, chair: int, command: Answer, at: float) -> None:
        """Carries out a person's answer that came at that time; Refusal where it answers no open question, or with nothing it offers."""
        room = self.room
        if command.id in room.commands[chair]:
            return
        asked = next((asked for asked in self.asked.values() if asked.chair == chair), None)
        if asked is None or asked.id != command.question:
            raise Refusal("closed")
        action = asked.find(command.action)
        if action is None:
            raise self._illegal(asked, command.action)
        seated = room.chairs[chair]
        bank = seated.bank
        if asked.limit is not None:
            bank = timing.bank_after(room.rules.clock, bank, min(at - asked.opened, asked.limit))
        entries: list[told.Entry] = [told.Answered(asked.seat, str(action), "player", bank, command.id)]
        if seated.auto or seated.late:
            entries.append(told.Autoed(chair, False))
        await self.table.enter(*entries)

    def _illegal(self, asked: Asked, text: str) -> Refusal:
        assert self.room.course is not None
        why = refusal(self.room.course.hand, asked.seat, text)
        return Refusal("illegal", zh=why.zh, en=why.en)

    async def _answer_for(self, asked: Asked, now: float) -> None:
        """Answers for a seat whose time is up, or that nobody plays."""
        room = self.room
        seated = room.chairs[asked.chair]
        here = self.table.here(asked.chair)
        name = SAFE if asked.by == PERSON else asked.by
        action = self._stand_ins.answer(asked.seat, name)
        by = "bot" if name != SAFE else "clock" if here and not seated.auto else "away"
        bank = seated.bank
        entries: list[told.Entry] = []
        if asked.by == PERSON:
            if asked.limit is not None:
                bank = timing.bank_after(room.rules.clock, bank, asked.limit)
            late = seated.late + 1 if here else seated.late
            entries.append(told.Autoed(asked.chair, not here or late >= timing.AUTO_AFTER, late))
        await self.table.enter(told.Answered(asked.seat, str(action), by, bank), *entries)  # type: ignore[arg-type]

    # -- after the hand ------------------------------------------------------------------------------------------

    async def _after(self, now: float) -> bool:
        """The settlement is kept and shown; then the next hand, when those who are there have seen it or the time is up."""
        room = self.room
        if self.result is None:
            await self._settle(now)
            return True
        waited_for = self._waited_for()
        if (waited_for and waited_for <= self.ready_for_next) or self._time_is_up(now):
            return await self.commit(room.part.number + 1)
        return False

    def _waited_for(self) -> set[int]:
        """Persons whose word is wanted before the next hand."""
        return {chair for chair in self.room.persons if self.table.here(chair) and not self.room.chairs[chair].auto}

    def _next_at(self) -> float | None:
        """When the next hand begins even so; without a clock not before all have seen the settlement."""
        waited_for = self._waited_for()
        if waited_for and waited_for <= self.ready_for_next:
            return 0.0
        return self.settled_at + self.table.settings.next_wait if self.room.timed or not waited_for else None

    def _time_is_up(self, now: float) -> bool:
        at = self._next_at()
        return at is not None and at <= now

    async def _finish(self, now: float) -> bool:
        """Shows what is left to show of a match that is over."""
        room = self.room
        if room.state != "over" or room.course is None:
            return False
        if self.shown < room.told:
            if now < self._hold:
                return False
            self._show(now)
            return True
        if self.result is None:
            await self._settle(now)
            return True
        return False

    async def _settle(self, now: float) -> None:
        room = self.room
        assert room.course is not None
        record = record_of(room.course, match=room.part)
        await self.table.store.keep_hand(room.id, kept_hand(record, self.table.picture().chairs))
        self.settled_at = now
        self.show_result(now)
        self.table.hand_settled(room, now)

    def show_result(self, now: float) -> None:
        """Shows the settlement, or shows it again when somebody has paid for leaving since."""
        self.result = result_of(self.room)
        for chair in self.room.seats:
            self.table.send(chair, Over(result=self.result))
        self._note_moment(now, None)

    def see_next(self, chair: int) -> None:
        if self.room.state == "over":
            return
        if self.result is None or self.room.committed is not None:
            raise Refusal("not_over")
        self.ready_for_next.add(chair)

    # -- pictures ------------------------------------------------------------------------------------------------

    def hand_state(self) -> HandState:
        room = self.room
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
        )

    def seat_of(self, chair: int) -> Seat | None:
        """Where a chair sits in this hand."""
        return self.room.seats.index(chair) if self.room.course is not None else None

    def table_state(self, chair: int, now: float) -> TableState | None:
        """All a chair may know now; its telling goes on from there."""
        if self.room.course is None:
            return None
        telling = self._tellings[self.room.seats.index(chair)]
        telling.proofs(telling.tell(self.shown))
        return TableState(self.hand_state(), telling.view(), self.turn(now), self.result)

    def watched_state(self) -> TableState | None:
        """What a watcher sees now, some time behind."""
        moment = self.delay.present
        if moment is None:
            return None
        moment.telling.proofs(moment.telling.tell(moment.upto))
        return TableState(moment.state, moment.telling.view(), moment.turn, moment.result)

    def show_watchers(self, now: float, watched: bool) -> list[FromServer]:
        """What the watchers are to be told by now."""
        found: list[FromServer] = []
        before = self.delay.present
        while (moment := self.delay.next(now)) is not None:
            if not watched:
                continue
            if before is None or before.telling is not moment.telling:
                found.append(Begin(hand=moment.state, seat=None))
                before = None
            events = moment.telling.tell(moment.upto)
            if moment.result is None:
                found.append(Happened(events=events, turn=moment.turn, reserve=moment.state.reserve))
            elif before is None or before.result is not moment.result:
                found.append(Over(result=moment.result))
            found.extend(moment.telling.proofs(events))
            before = moment
        return found

    # -- hints ---------------------------------------------------------------------------------------------------

    @property
    def holding(self) -> bool:
        """Whether more has been decided than may be shown: until then a hint would tell it."""
        return self.room.course is not None and self.shown < self.room.told

    def hint(self, chair: int, command: Waits | Why) -> Told:
        """What a seat waits for, or why it cannot win; Refusal where hints are off or no hand is played."""
        if not self.room.rules.hints:
            raise Refusal("hints_off")
        course = self.room.course
        if course is None or self.room.committed is not None:
            raise Refusal("no_hand")
        hand, seat = course.hand, self.room.seats.index(chair)
        if isinstance(command, Why):
            why = why_not(hand, seat, command.tile)
            return Told(id=command.id, said=(Said(why.zh, why.en),))
        view = self._tellings[seat].view()
        kinds = waits(hand, seat)
        nothing = () if kinds else (Said("现在没有听牌", "not ready now"),)
        return Told(id=command.id, said=nothing, waits=tuple([(kind, unseen(view, kind)) for kind in kinds]))
