"""The hands of a match at a table: committing and dealing, showing and asking, answering for those who do not, the settlement, the next hand.

One step at a time: ``step`` does the next thing that is due, ``due`` says when there is something to do. Whatever is decided is stored first, by
the table, and only then shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paiju.analysis.report import Analyst, Report
from paiju.game import fair
from paiju.game.hand import Hand
from paiju.game.refusals import refusal_to_you
from paiju.game.waits import prospects, unseen
from paiju.game.why import why_not
from paiju.server import entries as told
from paiju.server import timing
from paiju.server.advising import advised
from paiju.server.keeping import keep_hand
from paiju.server.protocol import Advised, Answer, Commit, Hint, Nonce, Promise, Question, Said, TableState, Told, Waits, Why
from paiju.server.questions import Asked, Questions
from paiju.server.refusals import Refusal
from paiju.server.results import result_of, wait_of
from paiju.server.room import Room
from paiju.server.showing import Showing
from paiju.server.stand_ins import PERSON, SAFE, StandIns

if TYPE_CHECKING:
    from paiju.server.table import Table


class Play:
    """The play of one table. ``table`` stores entries and knows who is connected."""

    def __init__(self, table: Table, room: Room) -> None:
        self.table: Final = table
        self.room: Final = room
        self.showing: Final = Showing(table, room)
        self.questions: Final = Questions(table, room)
        self._given: dict[int, str] = {}  # by chair: promises, then nonces
        self._given_until = 0.0
        self._settled_at = 0.0
        self._ready_for_next: set[int] = set()  # chairs
        self._analyst: Analyst | None = None
        self._reports: dict[int, tuple[tuple[int, int], Report]] = {}  # by seat, with the moment
        self._stand_ins: StandIns
        if room.course is not None:
            self._begin(room.course.hand, shown=room.told)

    def _begin(self, hand: Hand, *, shown: int) -> None:
        """A hand just dealt, or found in the journal."""
        room = self.room
        self.showing.begin(hand, shown)
        self.questions.begin()
        self._analyst = None
        self._reports.clear()
        self._stand_ins = StandIns(hand, room.deal.seed, room.part.number, room.part.standing(room.game))
        self._ready_for_next.clear()

    async def take_up(self, now: float) -> None:
        """Goes on with a room just folded: a settlement that was not kept, or not shown, is."""
        hand = self.room.hand
        if hand is not None and hand.over and self.room.committed is None:
            await self._settle(now)

    # -- what is due ---------------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When the next step may be due; None: only when somebody says something. A past time means now."""
        room, showing = self.room, self.showing
        if room.state not in ("playing", "over"):
            return None
        if room.committed is not None:
            return self._given_until
        if showing.behind:
            return showing.hold
        if room.course is None:
            return None
        if not room.course.hand.over:
            return self.questions.due(showing.hold)
        return 0.0 if showing.result is None else self._next_at()

    def waits_for(self) -> str:
        """What the match waits for, for the log: without a tile."""
        room = self.room
        if room.state != "playing":
            return room.state
        if room.committed is not None:
            return "promises" if room.promised is None else "nonces"
        if room.hand is not None and room.hand.over:
            return "the next hand"
        return f"an answer of {self.questions}"

    async def step(self, now: float) -> bool:
        """Does the next thing that is due, if anything is."""
        room, showing = self.room, self.showing
        if room.committed is not None:
            return await self._gather(now)
        if showing.behind:
            if now < showing.hold:
                return False
            self._show(now)
            return True
        if room.course is None:
            return False
        if not room.course.hand.over:
            return await self._go_on(now)
        if showing.result is None:
            await self._settle(now)
            return True
        at = self._next_at()
        return at is not None and at <= now and await self.commit(room.part.number + 1)

    async def _go_on(self, now: float) -> bool:
        """Asks what is to be asked, or answers for one whose time is up."""
        if self.questions.open(now, self.showing.hold):
            self.showing.tell_turn(self.questions.turn(now), now)
            self.questions.ask_public(now)
            return True
        asked = self.questions.overdue(now)
        if asked is not None:
            await self._answer_for(asked)
        return asked is not None

    def _show(self, now: float) -> None:
        """Shows the next events to everybody, as far as they may be shown now, and asks what follows from them."""
        self.showing.go_on(now)
        opened = [] if self.showing.behind else self.questions.open(now, self.showing.hold)
        self.showing.tell(self.questions.turn(now), now)
        for asked in opened:
            self.questions.ask(asked, now)

    def freeze(self) -> None:
        """Nobody is there: clocks stand still."""
        self.questions.freeze()

    def thaw(self, now: float) -> None:
        """Somebody is back: what was asked is asked again with the whole time. Nothing is told; who is back gets a snapshot."""
        room, showing = self.room, self.showing
        self.questions.thaw(now)
        self._settled_at = now
        if room.committed is not None:
            self._ask_for_wall()
        elif room.course is not None and not showing.behind:
            self.questions.open(now, showing.hold)
            if showing.delay.empty:
                showing.note(self.questions.turn(now), now)

    def refresh(self, chair: int, now: float) -> None:
        """Somebody has come, gone, left, or wants to be played for or not: the clock of his open question follows."""
        asked = self.questions.refresh(chair, now)
        if asked is None:
            return
        if asked.public:
            self.showing.tell_turn(self.questions.turn(now), now)
        self.questions.ask(asked, now)

    # -- dealing -------------------------------------------------------------------------------------------------

    async def commit(self, hand: int) -> bool:
        """Binds the server to the secret of the next hand."""
        await self.table.enter(told.Committed(hand, self.table.settings.secret().hex()))
        self._ask_for_wall()
        return True

    def _ask_for_wall(self) -> None:
        """Asks for promises; for nonces once the promises are fixed."""
        self._given.clear()
        self._given_until = self.table.time.now() + self.table.settings.nonce_wait
        for chair in self.room.persons:
            self.tell_commitment(chair)

    def tell_commitment(self, chair: int) -> None:
        """Tells a chair the commitment of the hand to be dealt, if there is one, with the promises once they are fixed."""
        entry, promised = self.room.committed, self.room.promised
        if entry is not None:
            promises = None if promised is None else promised.promises
            id, commitment = self.room.hand_id(entry.hand), fair.commitment(bytes.fromhex(entry.secret))
            self.table.send(chair, Commit(hand=entry.hand, id=id, commitment=commitment, promises=promises))

    def take_promise(self, chair: int, command: Promise) -> None:
        """Another one may take its place until all are told."""
        entry = self.room.committed
        if entry is None or entry.hand != command.hand or self.room.promised is not None:
            raise Refusal("no_nonce")
        self._given[chair] = command.promise

    def take_nonce(self, chair: int, command: Nonce) -> None:
        """Takes the one that was promised, and no other."""
        promised = self.room.promised
        if promised is None or promised.hand != command.hand:
            raise Refusal("no_nonce")
        if fair.promise(bytes.fromhex(command.nonce), self.room.hand_id(command.hand), chair) != promised.promises[chair]:
            raise Refusal("not_promised")
        self._given[chair] = command.nonce

    async def _gather(self, now: float) -> bool:
        """Goes on from the promises of those who are here to the nonces of those who have promised, and from these to the deal; or after a moment."""
        entry, promised = self.room.committed, self.room.promised
        assert entry is not None
        asked = [chair for chair in self.room.persons if (self.table.here(chair) if promised is None else promised.promises[chair])]
        if now < self._given_until and any(chair not in self._given for chair in asked):
            return False
        given: tuple[str, str, str, str] = tuple([self._given.get(chair, "") for chair in range(4)])  # type: ignore[assignment]
        if promised is None:
            await self.table.enter(told.Promised(entry.hand, given))
            self._ask_for_wall()
            return True
        await self.table.enter(told.Begun(entry.hand, given))
        assert self.room.hand is not None
        self._begin(self.room.hand, shown=0)
        self.showing.tell_begin()
        self._show(self.table.time.now())
        return True

    # -- answering -----------------------------------------------------------------------------------------------

    async def answer(self, chair: int, command: Answer, at: float) -> None:
        """Carries out a person's answer that came at that time; Refusal where it answers no open question, or with nothing it offers."""
        room = self.room
        if command.id in room.commands[chair]:
            return
        asked = self.questions.of(chair)
        if asked is None or asked.id != command.question:
            raise Refusal("closed")
        action = asked.find(command.action)
        if action is None:
            assert room.course is not None
            why = refusal_to_you(room.course.hand, asked.seat, command.action)
            raise Refusal("illegal", zh=why.zh, en=why.en)
        seated = room.chairs[chair]
        bank = self._bank_after(asked, at - asked.opened)
        entries: list[told.Entry] = [told.Answered(asked.seat, str(action), "player", bank, command.id)]
        if seated.auto or seated.missed or (asked.public and seated.late):
            entries.append(told.Autoed(chair, False, 0 if asked.public or seated.auto else seated.late))
        await self.table.enter(*entries)

    def _bank_after(self, asked: Asked, used: float) -> int:
        """What a question that took so many seconds leaves of the bank; all see that, so a claim takes nothing."""
        seated, clock = self.room.chairs[asked.chair], self.room.rules.clock
        if not self.room.timed or not asked.public:
            return seated.bank
        return timing.bank_after(clock, seated.bank, min(used, timing.turn_limit(clock, seated.bank, seated.late)))

    async def _answer_for(self, asked: Asked) -> None:
        """Answers for a seat whose time is up, or that nobody plays."""
        room = self.room
        seated = room.chairs[asked.chair]
        here = self.table.here(asked.chair)
        name = SAFE if asked.by == PERSON else asked.by
        action = self._stand_ins.answer(asked.seat, name)
        by = "bot" if name != SAFE else "clock" if here and not seated.auto else "away"
        bank = self._bank_after(asked, self.table.time.now() - asked.opened) if seated.staying else seated.bank
        entries: list[told.Entry] = []
        if asked.by == PERSON:
            if asked.public:
                late = seated.late + 1 if here else seated.late
                entries.append(told.Autoed(asked.chair, not here or late >= timing.AUTO_AFTER, late, seated.missed))
            else:
                entries.append(told.Autoed(asked.chair, seated.auto, seated.late, seated.missed + 1))
        await self.table.enter(told.Answered(asked.seat, str(action), by, bank), *entries)  # type: ignore[arg-type]

    # -- after the hand ------------------------------------------------------------------------------------------

    async def _settle(self, now: float) -> None:
        """The hand is kept, and its settlement shown."""
        room = self.room
        await keep_hand(self.table.store, room)
        self._settled_at = now
        self.show_result(now)
        self.table.hand_settled(room, now)

    def show_result(self, now: float) -> None:
        """Shows the settlement, or shows it again when somebody has paid for leaving since."""
        self.showing.tell_result(result_of(self.room), now)

    def _next_at(self) -> float | None:
        """When the next hand begins: when all who are here have seen the settlement; otherwise after a while, but without a clock never."""
        room = self.room
        if room.state != "playing":
            return None
        waited_for = {chair for chair in room.persons if self.table.here(chair) and not room.chairs[chair].auto}
        if waited_for and waited_for <= self._ready_for_next:
            return 0.0
        return self._settled_at + self.table.settings.next_wait if room.timed or not waited_for else None

    def see_next(self, chair: int) -> None:
        """A person has seen the settlement."""
        if self.showing.result is None or self.room.committed is not None:
            raise Refusal("not_over")
        if self.room.state != "over":
            self._ready_for_next.add(chair)

    # -- pictures ------------------------------------------------------------------------------------------------

    def picture(self, chair: int, now: float) -> tuple[TableState | None, Question | None]:
        """What a chair may know now, and what it is asked."""
        if self.room.course is None:
            return None, None
        asked = self.questions.of(chair)
        table = self.showing.picture(self.room.seats.index(chair), self.questions.turn(now))
        return table, None if asked is None else self.questions.question(asked, now)

    def may_hint(self, chair: int, now: float) -> bool:
        """Whether the seat may be told something: in the pause, unless it is asked itself, that would tell whether somebody may claim (G-7)."""
        return not self.showing.behind and (now >= self.showing.hold or self.questions.of(chair) is not None)

    def hint(self, chair: int, command: Waits | Hint | Why) -> Told | Advised:
        """What a seat waits for, what its discards and claims leave, or why it cannot win; Refusal where hints are off or no hand is played."""
        room = self.room
        if not room.rules.hints:
            raise Refusal("hints_off")
        if room.course is None or room.committed is not None:
            raise Refusal("no_hand")
        hand, seat = room.course.hand, room.seats.index(chair)
        if isinstance(command, Why):
            why = why_not(hand, seat, command.tile)
            return Told(id=command.id, said=(Said(why.zh, why.en),))
        if isinstance(command, Hint):
            return advised(command.id, self._report(hand, seat), room.rules.base_points, birds=hand.game.rules.birds > 0)
        view, found = self.showing.view(seat), prospects(hand, seat, command.discard)
        nothing = () if found else (Said("现在没有听牌", "not ready now"),)
        base = room.rules.base_points
        return Told(id=command.id, said=nothing, waits=tuple([wait_of(kind, unseen(view, kind), *pays, base) for kind, pays in found.items()]))

    def _report(self, hand: Hand, seat: int) -> Report:
        """About a millisecond, so what has been worked out is kept until something happens."""
        moment = len(hand.table.log), hand.table.pending
        kept = self._reports.get(seat)
        if kept is None or kept[0] != moment:
            self._analyst = self._analyst or Analyst(hand.game)
            kept = self._reports[seat] = moment, self._analyst.look(hand, seat)
        return kept[1]
